"""Web pages: the article, without menus, banners and footers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.errors import ReadError
from pipeline.read.encoding import decode
from pipeline.read.limits import Limits
from pipeline.read.plain import document
from pipeline.records import RawDocument, SkippedDocument

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([A-Za-z0-9_:-]{2,40})", re.IGNORECASE)
_LANGUAGE = re.compile(r"<html[^>]{0,500}\blang\s*=\s*[\"']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)", re.IGNORECASE)


def read_html(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """The main text of a page with its title, author, date and address. Raises ReadError where there is none."""
    declared = _CHARSET.search(data[:4096])
    text, encoding = decode(data, declared=declared.group(1).decode("ascii") if declared else "")
    yield page(name, text, data, limits, encoding)


def page(name: str, html: str, data: bytes, limits: Limits, encoding: str = "utf-8", url: str = "") -> RawDocument:
    """The record of one page's article."""
    from trafilatura import bare_extraction

    language = _LANGUAGE.search(html[:4096])
    found = bare_extraction(html, with_metadata=True, include_comments=False, include_tables=True, deduplicate=False, url=url or None)
    text = (getattr(found, "text", "") or "") if found is not None else ""
    if not text.strip():
        raise ReadError("no article found in the page", status="empty")
    author = str(getattr(found, "author", "") or "")
    if author and author not in text:
        text = f"{author}\n{text}"
    return document(
        name, text, data, limits=limits, encoding=encoding, title=str(getattr(found, "title", "") or ""), date=str(getattr(found, "date", "") or ""),
        url=str(getattr(found, "url", "") or url), language=language.group(1) if language else "",
    )  # fmt: skip
