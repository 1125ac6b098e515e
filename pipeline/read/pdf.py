"""PDF: the text of the pages, lines joined to paragraphs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from pipeline.errors import ReadError
from pipeline.read.limits import Limits
from pipeline.read.plain import document
from pipeline.records import RawDocument, SkippedDocument

_LIGATURES = str.maketrans({"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"})
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CUT = re.compile(r"([^\W\d_]+)-\n([^\W\d_]+)")
_ENDS = (".", "!", "?", ":", "”", "\"", "。", "！", "？", "」", ")")


def read_pdf(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """The text of a PDF with its title and date. Raises ReadError where it is locked, damaged or only pictures."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    if not data.lstrip()[:1024].startswith(b"%PDF") and b"%PDF" not in data[:1024]:
        raise ReadError("no PDF")
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise ReadError("locked by a password")
        pages = len(reader.pages)
        if pages > limits.pages:
            raise ReadError(f"{pages} pages; the limit is {limits.pages}")
        text = "\n\n".join(page.extract_text() or "" for page in reader.pages)
        about = reader.metadata
        title, date = (str(about.title or ""), str(about.get("/CreationDate", ""))) if about else ("", "")
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, AssertionError, NotImplementedError, ArithmeticError) as error:
        raise ReadError(f"damaged: {type(error).__name__}: {str(error)[:200]}") from error
    if not text.strip():
        raise ReadError("no text in it: pictures of pages?", status="empty")
    yield document(name, reflow(text), data, limits=limits, title=title, date=_date(date))


def reflow(text: str) -> str:
    """Lines joined to paragraphs, ligatures written out, words that a line end cut mended (kind K07).

    A hyphen at a line end goes if it is soft or if the joined word stands elsewhere in the text; else it stays.
    """
    text = text.translate(_LIGATURES).replace("\r\n", "\n").replace("\r", "\n").replace("\u00ad\n", "").replace("\u00ad", "")
    words = frozenset(word.casefold() for word in _WORD.findall(text))
    text = _CUT.sub(lambda cut: cut.group(1) + ("" if (cut.group(1) + cut.group(2)).casefold() in words else "-") + cut.group(2), text)
    paragraphs = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.split("\n") if line.strip()]
        width = max(map(len, lines), default=0)
        joined = ""
        for line in lines:
            joined += line
            # A short line that ends a sentence ends a paragraph.
            joined += "\n" if len(line) < 0.75 * width and line.endswith(_ENDS) else " "
        paragraphs.append(joined.strip())
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _date(value: str) -> str:
    found = re.match(r"D:(\d{4})(\d\d)(\d\d)", value)
    return "-".join(found.groups()) if found else ""
