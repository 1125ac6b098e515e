"""The table of readers, and reading bytes by it: a name's ending says the format, the first bytes may say otherwise."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from pipeline.errors import ReadError
from pipeline.read.archive import unzip, warc_pages, zip_members
from pipeline.read.encoding import decode
from pipeline.read.limits import Limits
from pipeline.read.mail import mail_parts
from pipeline.read.markup import plain_text, read_xml
from pipeline.read.office import read_docx, read_epub, read_odt
from pipeline.read.pdf import read_pdf
from pipeline.read.plain import document, read_plain
from pipeline.read.table import read_json, read_json_lines, read_parquet, read_separated
from pipeline.read.web import page, read_html
from pipeline.records import RawDocument, SkippedDocument

Item = RawDocument | SkippedDocument
Reader = Callable[[str, bytes, Limits], Iterator[Item]]


def read_bytes(name: str, data: bytes, limits: Limits) -> list[Item]:
    """Everything that a file of this name with these bytes gives, at least one item; never raises for what is in the bytes."""
    kind, note = _kind(name, data)
    digest = hashlib.sha256(data).hexdigest()
    if kind not in READERS:
        return [SkippedDocument(name, "passed over", f"no reader for {kind or 'files without an ending'}; known: {', '.join(READERS)}", digest)]
    if len(data) > limits.file_bytes:
        return [SkippedDocument(name, "failed", f"{len(data)} bytes; the limit is {limits.file_bytes}", digest)]
    found: list[Item] = []
    try:
        for item in READERS[kind](name, data, limits):
            found.append(replace(item, notes=(*item.notes, note)) if note and isinstance(item, RawDocument) else item)
    except ReadError as error:
        found.append(SkippedDocument(name, error.status, str(error), digest))
    except (MemoryError, ImportError):  # a library cannot be loaded where the memory is used up
        found.append(SkippedDocument(name, "failed", "more memory than one file may use", digest))
    except Exception as error:  # noqa: BLE001  # one document never stops a batch, whatever a library raises
        found.append(SkippedDocument(name, "failed", f"damaged: {type(error).__name__}: {str(error)[:200]}", digest))
    return found or [SkippedDocument(name, "empty", "nothing in it", digest)]


def _kind(name: str, data: bytes) -> tuple[str, str]:
    suffix = PurePosixPath(name.rpartition("#")[0] or name).suffix.lower() if "#" in name else PurePosixPath(name).suffix.lower()
    office = (".docx", ".odt", ".epub", ".zip")
    for magic, kinds in ((b"%PDF-", (".pdf",)), (b"PK\x03\x04", office), (b"\x1f\x8b\x08", (".gz",)), (b"PAR1", (".parquet",))):
        if data.startswith(magic) and suffix in READERS and suffix not in kinds and suffix != ".warc":
            return kinds[-1], f"read as {kinds[-1]}, which its first bytes say"
    return suffix, ""


def _read_zip(name: str, data: bytes, limits: Limits) -> Iterator[Item]:
    if limits.nesting <= 0:
        raise ReadError("archives within archives, deeper than the limit")
    inner = replace(limits, nesting=limits.nesting - 1)
    for path, content in zip_members(data, limits):
        if isinstance(content, ReadError):
            yield SkippedDocument(f"{name}/{path}", content.status, str(content))
        elif passed_over(path):
            yield SkippedDocument(f"{name}/{path}", "passed over", passed_over(path))
        else:
            yield from read_bytes(f"{name}/{path}", content, inner)


def _read_gzip(name: str, data: bytes, limits: Limits) -> Iterator[Item]:
    if limits.nesting <= 0:
        raise ReadError("archives within archives, deeper than the limit")
    inner = name[: -len(".gz")] if name.lower().endswith(".gz") else name
    if PurePosixPath(inner).suffix.lower() == ".warc":
        yield from _read_warc(name, data, limits)
        return
    for item in read_bytes(inner, unzip(data, limits), replace(limits, nesting=limits.nesting - 1)):
        yield replace(item, document=name + item.document[len(inner) :])


def _read_warc(name: str, data: bytes, limits: Limits) -> Iterator[Item]:
    for number, url, media, body in warc_pages(data, limits):
        own = f"{name}#{number}"
        try:
            if "html" in media:
                text, encoding = decode(body, declared=media.partition("charset=")[2].partition(";")[0])
                yield page(own, text, body, limits, encoding, url)
            elif "text/plain" in media:
                yield from (replace(item, url=url) if isinstance(item, RawDocument) else item for item in read_plain(own, body, limits))
            else:
                yield SkippedDocument(own, "passed over", f"{media or 'no media type'}: {url}")
        except ReadError as error:
            yield SkippedDocument(own, error.status, f"{error}: {url}")


def _read_mail(name: str, data: bytes, limits: Limits) -> Iterator[Item]:
    headers, plain, html, attachments = mail_parts(data)
    if html:
        plain = plain_text(html)
    head = [headers["Subject"], *(f"{key}: {headers[key]}" for key in ("From", "To", "Cc") if headers[key])]
    yield document(name, "\n".join([*head, "", plain.replace("\r\n", "\n")]), data, limits=limits, title=headers["Subject"], date=headers["Date"])
    if limits.nesting <= 0 and attachments:
        yield SkippedDocument(f"{name}/attachments", "failed", "deeper than the limit")
        return
    for path, content in attachments:
        yield from read_bytes(f"{name}/{path}", content, replace(limits, nesting=limits.nesting - 1))


def passed_over(path: str) -> str:
    """Why a file of this name is no article, or ""."""
    name = path.rpartition("/")[2]
    if name.startswith("."):
        return "a hidden file"
    return "a file about the folder, no article" if name.partition(".")[0].lower() in ("readme", "license", "licence") else ""


READERS: Mapping[str, Reader] = {
    ".txt": read_plain, ".md": read_plain, ".html": read_html, ".htm": read_html, ".xhtml": read_html, ".xml": read_xml, ".rss": read_xml, ".atom": read_xml,
    ".pdf": read_pdf, ".docx": read_docx, ".odt": read_odt, ".epub": read_epub, ".json": read_json, ".jsonl": read_json_lines, ".ndjson": read_json_lines,
    ".csv": read_separated, ".tsv": read_separated, ".parquet": read_parquet, ".eml": _read_mail, ".warc": _read_warc, ".zip": _read_zip, ".gz": _read_gzip,
}  # fmt: skip
