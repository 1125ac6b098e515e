"""Identifiers of works: arXiv, DOI, OpenReview, ACL Anthology, PMID, without the punctuation of the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ARXIV_NEW = r"\d{4}\.\d{4,5}(?:v\d+)?"
_ARXIV_OLD = r"[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("doi", re.compile(r"(?<![\w./])(?:doi\s?:\s?|https?://(?:dx\.)?doi\.org/|doi\.org/|DOI\s+)?(?P<id>10\.\d{4,9}/[^\s\"“”«»<>，。；、]+)", re.IGNORECASE)),
    ("arxiv", re.compile(rf"(?<![\w/.])(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf|html)/(?P<id>{_ARXIV_NEW}|{_ARXIV_OLD})(?!\d)", re.IGNORECASE)),
    ("arxiv", re.compile(rf"(?<![\w/.])(?P<id>arXiv\s?[:：]?\s?(?:{_ARXIV_NEW}|{_ARXIV_OLD}))(?![\w/])", re.IGNORECASE)),
    # “arXiv paper (ID: 2401.01234)”: the number stands a few words after the name of the archive
    ("arxiv", re.compile(r"arXiv\b[^\n.]{0,40}?(?<![\w./])(?P<id>\d{4}\.\d{4,5}(?:v\d+)?)(?![\w/])", re.IGNORECASE)),
    ("openreview", re.compile(r"(?P<id>openreview\.net/(?:forum|pdf)\?id=[\w-]+)")),
    ("acl", re.compile(r"(?P<id>aclanthology\.org/(?:\d{4}\.[a-z0-9]+-[a-z0-9]+\.\d+|[A-Z]\d{2}-\d{4}))")),
    ("pmid", re.compile(r"(?<!\w)(?P<id>PMID\s?[:：]?\s?\d{4,9})(?!\w)")),
)
_TRAILING = ".,;:!?'’”\"»"
_PAIRS = {")": "(", "]": "[", "}": "{", "）": "（", ">": "<"}


@dataclass(frozen=True, slots=True)
class Identifier:
    """`text[start:end]` names a work under `scheme`: "doi", "arxiv", "openreview", "acl" or "pmid"."""

    start: int
    end: int
    scheme: str


def find_identifiers(text: str, start: int, end: int) -> Iterator[Identifier]:
    """Yield the identifiers of `text[start:end]` in order, none inside another."""
    found: list[Identifier] = []
    for scheme, pattern in _PATTERNS:
        for match in pattern.finditer(text, start, end):
            first, last = match.span("id")
            last = first + len(clean_end(text[first:last]))
            if not any(known.start < last and first < known.end for known in found):
                found.append(Identifier(first, last, scheme))
    yield from sorted(found, key=lambda identifier: identifier.start)


def clean_end(identifier: str) -> str:
    """Without the punctuation of the sentence and brackets that were opened outside: '10.5555/a(9)7).' -> '10.5555/a(9)7'."""
    while identifier:
        last = identifier[-1]
        if last in _TRAILING or (last in _PAIRS and identifier.count(last) > identifier.count(_PAIRS[last])):
            identifier = identifier[:-1]
        else:
            break
    return identifier
