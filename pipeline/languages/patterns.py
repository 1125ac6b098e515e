"""Lists of words as one regular expression: a word that ends in * stands for every word that begins so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from pipeline.languages import get_language, known_languages

UNSPACED = frozenset({"zh", "ja", "ko"})
"""Languages whose words have no border on both sides: Korean words carry particles behind them."""
_PREFIXED = frozenset({"ar"})
_NEVER = re.compile(r"(?!)")


@cache
def section_pattern(section: str, *keys: str, languages: tuple[str, ...] = ()) -> re.Pattern[str]:
    """The words at `[section] key` of these languages, of all where none is named; a pattern that never matches where there are none."""
    source = section_source(section, *keys, languages=languages)
    return re.compile(source, re.IGNORECASE) if source else _NEVER


def section_source(section: str, *keys: str, languages: tuple[str, ...] = ()) -> str:
    """The same as text, to be put together with others; "" where there are no words."""
    codes = languages or known_languages()
    return _source((code, word) for code in codes for key in keys for word in get_language(code).words(section, key))


def _source(words: Iterable[tuple[str, str]]) -> str:
    """An alternation, longest word first; words of scripts with spaces end at their borders."""
    spaced: set[str] = set()
    bare: set[str] = set()
    for code, word in words:
        source = re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+").replace("'", "['’]")
        if code in _PREFIXED:
            source = rf"[وفبل]?{source}"  # Arabic writes and, so, in, for as one letter before the word
        if code == "ko":
            bare.add(rf"(?<!\w){source}")
        else:
            (bare if code in UNSPACED else spaced).add(source)
    parts = []
    if spaced:
        parts.append(rf"(?<!\w)(?:{'|'.join(_longest_first(spaced))})(?:(?<=['’])|(?!\w))")
    if bare:
        parts.append(f"(?:{'|'.join(_longest_first(bare))})")
    return "|".join(parts)


def _longest_first(sources: Iterable[str]) -> list[str]:
    return sorted(sources, key=lambda source: (-len(source), source))
