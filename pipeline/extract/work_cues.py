"""Words beside works, compiled once per set of languages: the data are the [paper] sections of pipeline/languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pipeline.errors import UnknownLanguage
from pipeline.languages import get_language, known_languages
from pipeline.languages.patterns import UNSPACED, section_pattern, section_source


@dataclass(frozen=True, slots=True)
class Cues:
    """One compiled pattern per list of words. `spaced` says whether the words stand between spaces.

    `kinds` tells a noun of a work (group "work"), one that may be of a work (“article”: "weak"), and of another thing ("against").
    """

    languages: tuple[str, ...]
    spaced: bool
    nouns: re.Pattern[str]
    kinds: re.Pattern[str]
    reports: re.Pattern[str]
    titled: re.Pattern[str]
    published: re.Pattern[str]
    wrote: re.Pattern[str]
    authors: re.Pattern[str]
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
    generic_heads: re.Pattern[str]
    author_labels: re.Pattern[str]


_SINGLE = (
    "reports", "titled", "published", "wrote", "authors", "including", "lists", "about", "by", "labels", "theses", "references",
    "speech", "uses", "prizes", "collections", "scholarly", "generic_heads", "author_labels",
)


@cache
def cues_for(language: str) -> Cues:
    """The cues of a language; those of all languages together where it is unknown or has none."""
    try:
        known = get_language(language)
    except UnknownLanguage:
        known = None
    if known is not None and "paper" in known.sections:
        return _compile((known.code,))
    return _compile(tuple(code for code in known_languages() if "paper" in get_language(code).sections))


@cache
def _compile(codes: tuple[str, ...]) -> Cues:
    groups = (("against", "against"), ("work", "nouns"), ("weak", "weak_nouns"))
    sources = [(group, section_source("paper", key, languages=codes)) for group, key in groups]
    return Cues(
        languages=codes,
        spaced=not set(codes) & UNSPACED or len(codes) > 1,
        nouns=section_pattern("paper", "nouns", "weak_nouns", languages=codes),
        kinds=re.compile("|".join(f"(?P<{group}>{source})" for group, source in sources if source), re.IGNORECASE),
        **{key: section_pattern("paper", key, languages=codes) for key in _SINGLE},
    )
