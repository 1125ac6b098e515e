"""Journals, conferences and archives by the names that text uses (tables/venues.txt)."""

from __future__ import annotations

import re
from functools import cache

from pipeline.languages import FOLDER

_YEAR = re.compile(r"\s+(?:’|')?\d{2,4}$")


@cache
def venue_names() -> tuple[str, ...]:
    """The names as the table has them, longest first."""
    lines = (FOLDER / "tables" / "venues.txt").read_text(encoding="utf-8").splitlines()
    names = {line.strip() for line in lines if line.strip() and not line.startswith("#")}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


@cache
def _folded() -> frozenset[str]:
    return frozenset(name.casefold() for name in venue_names())


@cache
def venue_pattern() -> re.Pattern[str]:
    """The names as they stand in text, in their own case; names of three letters would be found in other words."""
    names = [re.escape(name) for name in venue_names() if len(name) >= 4]
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(names)})(?![A-Za-z])")


def is_venue(name: str) -> bool:
    """Whether the name is one of a journal, a conference, an archive or a publisher, with or without a year."""
    return _YEAR.sub("", name.strip()).casefold() in _folded()
