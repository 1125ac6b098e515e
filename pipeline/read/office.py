"""Word, OpenDocument and EPUB: zip archives with XML inside."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote

from pipeline.errors import ReadError
from pipeline.read.archive import member, open_zip
from pipeline.read.limits import Limits
from pipeline.read.markup import first_text, lines, parse, tag_of, text_of
from pipeline.read.plain import document
from pipeline.records import RawDocument, SkippedDocument


def read_docx(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """Paragraphs, tables and footnotes of a Word file, in their order, without what was deleted."""
    archive = open_zip(data, limits)
    root = parse(_part(archive, "word/document.xml", limits))
    found = [_word_paragraph(node) for node in root.iter() if tag_of(node) == "p"]
    for extra in ("word/footnotes.xml", "word/endnotes.xml"):
        if extra in archive.namelist():
            found += [_word_paragraph(node) for node in parse(_part(archive, extra, limits)).iter() if tag_of(node) == "p"]
    title, date = _core(archive, limits, "docProps/core.xml", "created")
    yield document(name, "\n".join(text for text in found if text.strip()), data, limits=limits, title=title, date=date)


def _word_paragraph(paragraph: object) -> str:
    parts: list[str] = []
    for node in paragraph.iter():  # type: ignore[attr-defined]  # an lxml element
        tag = tag_of(node)
        if tag == "t":
            parts.append(node.text or "")
        elif tag == "tab":
            parts.append("\t")
        elif tag in ("br", "cr"):
            parts.append(" ")
        elif tag == "noBreakHyphen":
            parts.append("-")
    return "".join(parts)


def read_odt(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """Headings and paragraphs of an OpenDocument text."""
    archive = open_zip(data, limits)
    root = parse(_part(archive, "content.xml", limits))
    body = next((node for node in root.iter() if tag_of(node) == "body"), root)
    found = [text_of(node).replace("\n", " ") for node in body.iter() if tag_of(node) in ("p", "h")]
    title, date = _core(archive, limits, "meta.xml", "creation-date")
    yield document(name, "\n".join(text for text in found if text.strip()), data, limits=limits, title=title, date=date)


def read_epub(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """The chapters of a book in the order of its spine, as one document."""
    archive = open_zip(data, limits)
    container = parse(_part(archive, "META-INF/container.xml", limits))
    opf = next((node.get("full-path") or "" for node in container.iter() if tag_of(node) == "rootfile"), "")
    package = parse(_part(archive, opf, limits))
    manifest = {node.get("id"): node.get("href") or "" for node in package.iter() if tag_of(node) == "item"}
    chapters = []
    for node in package.iter():
        if tag_of(node) == "itemref" and manifest.get(node.get("idref")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(opf), unquote(manifest[node.get("idref")])))
            root = parse(_part(archive, path, limits))
            chapters.append(next((child for child in root.iter() if tag_of(child) == "body"), root))
    yield document(
        name, lines(chapters), data, limits=limits, title=first_text(package, "title"), date=first_text(package, "date"), language=first_text(package, "language")
    )


def _part(archive: zipfile.ZipFile, path: str, limits: Limits) -> bytes:
    try:
        info = archive.getinfo(path)
    except KeyError as error:
        raise ReadError(f"no {path or 'main part'} in it") from error
    return member(archive, info, limits)


def _core(archive: zipfile.ZipFile, limits: Limits, path: str, date: str) -> tuple[str, str]:
    if path not in archive.namelist():
        return "", ""
    try:
        root = parse(_part(archive, path, limits))
    except ReadError:
        return "", ""
    return first_text(root, "title"), first_text(root, date)[:10]
