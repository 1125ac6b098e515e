"""XML: journal articles (JATS), TEI, feeds (RSS, Atom), and the paragraphs of any other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pipeline.errors import ReadError
from pipeline.read.limits import Limits
from pipeline.read.plain import document
from pipeline.records import RawDocument, SkippedDocument

if TYPE_CHECKING:
    from lxml.etree import _Element

_BLOCKS = frozenset(
    "p title article-title subtitle head ab l cell th td li item ref mixed-citation bibl dt dd h1 h2 h3 h4 h5 h6 div section sec name label author string-name caption blockquote pre tr list-item body text entry".split()  # noqa: SIM905
)
_DROPPED = frozenset(["script", "style", "teiHeader", "journal-meta", "xref", "note-citation", "tex-math", "graphic", "head-meta"])
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def parse(data: bytes) -> _Element:
    """The root of the tree; entities are not expanded, nothing is fetched. Raises ReadError where it is no XML."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ReadError(f"no well-formed XML: {error.msg}") from error


def read_xml(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """One document, or for a feed one for each of its entries."""
    if not data.strip():
        raise ReadError("the file is empty", status="empty")
    root = parse(data)
    kind = tag_of(root)
    if kind in ("rss", "RDF", "feed"):
        entries = [node for node in root.iter() if tag_of(node) in ("item", "entry")]
        if not entries:
            raise ReadError("a feed without entries", status="empty")
        for number, entry in enumerate(entries, 1):
            yield _entry(f"{name}#{number}", entry, limits)
        return
    language = root.get(_LANG) or root.get("lang") or ""
    title = first_text(root, "article-title", "title")
    yield document(name, text_of(root), data, limits=limits, title=title, date=_date(root), url=first_text(root, "self-uri"), language=language)


def text_of(root: _Element) -> str:
    """The text of a tree, one block a line."""
    lines: list[list[str]] = [[]]
    # A stack of our own: a tree may be deeper than Python's.
    stack: list[tuple[_Element, bool]] = [(root, False)]
    while stack:
        node, leaving = stack.pop()
        block = tag_of(node) in _BLOCKS
        if leaving:
            if block:
                lines.append([])
            lines[-1].append(node.tail or "")
            continue
        if not isinstance(node.tag, str) or tag_of(node) in _DROPPED:
            lines[-1].append(node.tail or "")
            continue
        if block:
            lines.append([])
        if tag_of(node) == "br":
            lines.append([])
        lines[-1].append(node.text or "")
        stack.append((node, True))
        stack.extend((child, False) for child in reversed(node))
    return "\n".join(line for line in (re.sub(r"\s+", " ", "".join(parts)).strip() for parts in lines) if line)


def _entry(name: str, entry: _Element, limits: Limits) -> RawDocument | SkippedDocument:
    title = first_text(entry, "title")
    bodies = [_inner(node) for node in entry if tag_of(node) in ("encoded", "content", "description", "summary")]
    body = max(bodies, key=len, default="")
    creators = [_inner(node) for node in entry if tag_of(node) in ("creator", "author")]
    text = "\n".join(part for part in (title, *creators, plain_text(body)) if part)
    links = [node.get("href") or (node.text or "") for node in entry if tag_of(node) == "link"]
    try:
        return document(name, text, text.encode("utf-8", "replace"), limits=limits, title=title, date=first_text(entry, "pubDate", "published", "updated", "date"), url=next(iter(links), ""))
    except ReadError as error:
        return SkippedDocument(name, error.status, str(error))


def plain_text(markup: str) -> str:
    """The text of a piece of HTML inside a feed."""
    if "<" not in markup:
        return markup.strip()
    from lxml import etree
    from lxml.html import fromstring

    try:
        return text_of(fromstring(f"<div>{markup}</div>"))
    except (etree.ParserError, ValueError):
        return ""


def _inner(node: _Element) -> str:
    return " ".join("".join(text for text in node.itertext() if isinstance(text, str)).split())


def first_text(root: _Element, *names: str) -> str:
    for name in names:
        for node in root.iter():
            if tag_of(node) == name:
                found = _inner(node)
                if found:
                    return found
    return ""


def _date(root: _Element) -> str:
    for node in root.iter():
        if tag_of(node) in ("pub-date", "date"):
            parts = [first_text(node, part) for part in ("year", "month", "day")]
            if parts[0]:
                return "-".join(part.zfill(2) for part in parts if part)
            when = node.get("when") or node.get("iso-8601-date")
            if when:
                return str(when)
    return ""


def tag_of(node: _Element) -> str:
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def lines(nodes: Iterable[_Element]) -> str:
    """The text of several trees below each other."""
    return "\n".join(text for text in map(text_of, nodes) if text)
