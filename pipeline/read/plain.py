"""Plain text and Markdown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from pipeline.errors import ReadError
from pipeline.read.encoding import decode
from pipeline.read.limits import Limits
from pipeline.records import RawDocument, SkippedDocument


def read_plain(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """The decoded file with only a BOM dropped. Raises ReadError where the bytes are no text."""
    text, encoding = decode(data)
    yield document(name, text, data, encoding=encoding, limits=limits)


def document(
    name: str, text: str, data: bytes, *, limits: Limits, encoding: str = "utf-8", title: str = "", date: str = "", url: str = "", language: str = "", notes: tuple[str, ...] = ()
) -> RawDocument:
    """The record of a text that was read. Raises ReadError where it is blank or larger than may be."""
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if any("\ud800" <= char <= "\udfff" for char in text) else text
    if not text.strip():
        raise ReadError("the file is empty" if not data.strip() else "no text in it", status="empty")
    if len(text) > limits.characters:
        raise ReadError(f"{len(text)} characters; the limit is {limits.characters}")
    one_line = [" ".join(value.encode("utf-8", "replace").decode().split()) for value in (title, date, url, language)]
    return RawDocument(name, text, hashlib.sha256(data).hexdigest(), encoding, one_line[0], one_line[1], one_line[2], one_line[3], notes)
