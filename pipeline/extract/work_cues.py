"""Words beside works, compiled once per set of languages: the data are the [paper] sections of pipeline/languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pipeline.errors import UnknownLanguage
from pipeline.languages import get_language, known_languages

_UNSPACED = frozenset({"zh", "ja", "ko"})
_PREFIXED = frozenset({"ar"})
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Cues:
    """One compiled pattern per list of words. `spaced` says whether the words stand between spaces."""

    languages: tuple[str, ...]
    spaced: bool
    nouns: re.Pattern[str]
    kinds: re.Pattern[str]
    reports: re.Pattern[str]
    titled: re.Pattern[str]
    published: re.Pattern[str]
    wrote: re.Pattern[str]
    authors: re.Pattern[str]
    author_of: re.Pattern[str]
    including: re.Pattern[str]
    lists: re.Pattern[str]
    about: re.Pattern[str]
    by: re.Pattern[str]
    labels: re.Pattern[str]
    theses: re.Pattern[str]
    references: re.Pattern[str]
    speech: re.Pattern[str]
    uses: re.Pattern[str]
    prizes: re.Pattern[str]
    collections: re.Pattern[str]
    scholarly: re.Pattern[str]


@cache
def cues_for(language: str) -> Cues:
    """The cues of a language; those of all languages together where it is unknown or has none."""
    try:
        known = get_language(language)
    except UnknownLanguage:
        known = None
    if known is None or "paper" not in known.sections:
        return _compile(tuple(code for code in known_languages() if "paper" in get_language(code).sections))
    return _compile((known.code,))


@cache
def _compile(codes: tuple[str, ...]) -> Cues:
    def one(*keys: str) -> re.Pattern[str]:
        return _pattern((code, word) for code in codes for key in keys for word in get_language(code).words("paper", key))

    return Cues(
        languages=codes,
        spaced=not set(codes) & _UNSPACED,
        nouns=one("nouns", "weak_nouns"),
        kinds=_kinds(codes),
        **{key: one(key) for key in (
            "reports", "titled", "published", "wrote", "authors", "author_of", "including", "lists", "about", "by", "labels",
            "theses", "references", "speech", "uses", "prizes", "collections", "scholarly",
        )},
    )


def _kinds(codes: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern that tells a noun of a work ("work"), one that may be (“article”: "weak"), and of another thing ("against")."""
    groups = []
    for group, key in (("against", "against"), ("work", "nouns"), ("weak", "weak_nouns")):
        source = _source((code, word) for code in codes for word in get_language(code).words("paper", key))
        if source:
            groups.append(f"(?P<{group}>{source})")
    return re.compile("|".join(groups), re.IGNORECASE) if groups else _NEVER


def _pattern(words: Iterable[tuple[str, str]]) -> re.Pattern[str]:
    source = _source(words)
    return re.compile(source, re.IGNORECASE) if source else _NEVER


def _source(words: Iterable[tuple[str, str]]) -> str:
    """An alternation, longest word first; words of scripts with spaces end at their borders."""
    spaced, bare = set(), set()
    for code, word in words:
        source = re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+").replace("'", "['’]")
        if code in _PREFIXED:
            source = rf"[وفبل]?{source}"  # Arabic writes and, so, in, for as one letter before the word
        # the borders of Han and kana words are not marked; Korean words carry particles behind
        (bare if code in _UNSPACED else spaced).add(source if code != "ko" else rf"(?<!\w){source}")
    parts = []
    if spaced:
        parts.append(rf"(?<!\w)(?:{'|'.join(sorted(spaced, key=lambda s: (-len(s), s)))})(?:(?<=['’])|(?!\w))")
    if bare:
        parts.append(f"(?:{'|'.join(sorted(bare, key=lambda s: (-len(s), s)))})")
    return "|".join(parts)
