"""Archives: zip, gzip, and web archives (WARC). What they hold is read by the readers of its own names."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing

from pipeline.errors import ReadError
from pipeline.read.limits import Limits


def open_zip(data: bytes, limits: Limits) -> zipfile.ZipFile:
    """The archive. Raises ReadError where it is none, has too many members, or would grow beyond the limits."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError, OSError, OverflowError) as error:
        raise ReadError(f"no zip archive: {error}") from error
    if len(members) > limits.members:
        raise ReadError(f"{len(members)} members; the limit is {limits.members}")
    size = sum(info.file_size for info in members)
    if size > max(limits.member_bytes, 1) * 4 or size > limits.expansion * max(len(data), 10_000):
        raise ReadError(f"{size} bytes in {len(data)}: an archive that grows beyond the limits")
    return archive


def member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits) -> bytes:
    """The bytes of one member, never more than it says and the limits allow."""
    if info.flag_bits & 1:
        raise ReadError("locked by a password")
    if info.file_size > limits.member_bytes:
        raise ReadError(f"{info.file_size} bytes; the limit is {limits.member_bytes}")
    try:
        with archive.open(info) as stream:
            data = stream.read(limits.member_bytes + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise ReadError(f"damaged archive: {error}") from error
    if len(data) > limits.member_bytes:
        raise ReadError(f"more than {limits.member_bytes} bytes, the limit")
    return data


def zip_members(data: bytes, limits: Limits) -> Iterator[tuple[str, bytes | ReadError]]:
    """Name and bytes of each file in the archive, sorted; the error in place of the bytes where one cannot be had."""
    with closing(open_zip(data, limits)) as archive:
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            if info.is_dir():
                continue
            parts = [part for part in info.filename.replace("\\", "/").split("/") if part not in ("", ".", "..")]
            name = "/".join(parts) or "unnamed"
            try:
                yield name, member(archive, info, limits)
            except ReadError as error:
                yield name, error


def unzip(data: bytes, limits: Limits) -> bytes:
    """The bytes in a gzip file."""
    most = min(limits.member_bytes, limits.expansion * max(len(data), 10_000))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            found = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ReadError(f"damaged gzip file: {error}") from error
    if len(found) > most:
        raise ReadError(f"more than {most} bytes in {len(data)}: an archive that grows beyond the limits")
    return found


def warc_pages(data: bytes, limits: Limits) -> Iterator[tuple[str, str, str, bytes]]:
    """Name, address, media type and body of each page that was answered."""
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    number = 0
    spent = 0
    try:
        for record in ArchiveIterator(io.BytesIO(data)):
            if record.rec_type not in ("response", "resource", "conversion"):
                continue
            number += 1
            if number > limits.members:
                raise ReadError(f"more than {limits.members} pages, the limit")
            headers = record.http_headers
            media = (headers.get_header("Content-Type") if headers else record.rec_headers.get_header("Content-Type")) or ""
            if headers and headers.get_statuscode() not in ("200", None):
                continue
            body = record.content_stream().read(limits.member_bytes + 1)
            spent += len(body)
            if len(body) > limits.member_bytes or spent > limits.expansion * max(len(data), 10_000):
                raise ReadError("an archive that grows beyond the limits")
            yield str(number), record.rec_headers.get_header("WARC-Target-URI") or "", media, body
    except (ArchiveLoadFailed, OSError, EOFError, zlib.error, ValueError, AttributeError, TypeError, KeyError) as error:
        raise ReadError(f"damaged web archive: {type(error).__name__}: {str(error)[:200]}") from error
    if not number:
        raise ReadError("no pages in it", status="empty")
