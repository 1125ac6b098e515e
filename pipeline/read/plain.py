"""Plain text and Markdown."""

from __future__ import annotations

import hashlib

from pipeline.errors import ReadError
from pipeline.records import RawDocument


def read_plain(name: str, data: bytes) -> RawDocument:
    """The decoded file with only a BOM dropped. Raises ReadError where the bytes are no text."""
    if not data.strip():
        raise ReadError("the file is empty", status="empty")
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ReadError("the file is not text")
    for encoding in ("utf-16",) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig",):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            preview = data[:60].decode("latin-1")
            raise ReadError(f"the bytes are not {encoding.removesuffix('-sig')} (byte {error.start}); begins {preview!r}", status="unsure") from error
        return RawDocument(name, text, hashlib.sha256(data).hexdigest(), encoding=encoding.removesuffix("-sig"))
    raise ReadError("no encoding fits", status="unsure")
