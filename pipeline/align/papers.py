"""The rules for names of scholarly works: a first version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pipeline.records import Alias, Evidence
from pipeline.text import match_key

_REPORT = re.compile(r"\b(?:technical reports?|tech report|rapports? techniques?|laporan teknis|informes? tecnicos?|technischer bericht)\b")


@lru_cache(maxsize=1 << 16)
def title_key(name: str) -> str:
    """Case, quotes and dashes folded; the words for technical report as one word at the end."""
    key = " ".join(re.findall(r"[\w.]+", match_key(name)))
    bare = _REPORT.sub(" ", key)
    if bare != key:
        words = [word for word in bare.split() if word not in ("de", "du", "the", "of", "del", "model", "modele")]
        return " ".join(words) + " <report>"
    return key


def is_full_name(name: str, language: str) -> bool:
    """Always: a title means one work."""
    return True


def strong_keys(name: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The title's key; “Short: Subtitle” also meets by its short name."""
    return (("same_title", title_key(name)),)


def block_keys(name: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The first word."""
    return tuple(title_key(name).split()[:1])


def against(left: Alias, right: Alias) -> Evidence | None:
    """Other numbers: parts, versions, identifiers."""
    one, two = (sorted(re.findall(r"\d+(?:\.\d+)*|\b[ivx]+\b", match_key(alias.key.name))) for alias in (left, right))
    if one != two and one and two:
        return Evidence("other_number", "against", f"{', '.join(one)} ≠ {', '.join(two)}", -9.0)
    return None


def weigh(left: Alias, right: Alias) -> tuple[Evidence, ...]:
    """Spelling, as weak evidence."""
    from rapidfuzz.fuzz import ratio

    similarity = ratio(title_key(left.key.name), title_key(right.key.name)) / 100
    return (Evidence("similar_spelling", "weak", f"{similarity:.2f}", 6 * (similarity - 0.85)),) if similarity >= 0.9 else ()


def fits_partial(partial: str, full: str, languages: Sequence[str]) -> Evidence | None:
    """No partial names of works here."""
    return None
