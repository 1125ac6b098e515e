"""Long paragraphs in pieces: cut at sentence ends, nothing lost, nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 1200  # code points; longer pieces gain a tagger nothing and cost memory
_SENTENCE_END = re.compile(r"[.!?…。！？]+[\"'”’»)\]」』》]*(?:\s+|(?<=[。！？」』])|$)|\n+")


def pieces(text: str, start: int, end: int, *, longest: int = LONGEST) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of pieces that cover `text[start:end]`, each at most `longest` code points.

    Cuts fall after sentences where there are any, else after a space, else anywhere.
    """
    while end - start > longest:
        cuts = [match.end() for match in _SENTENCE_END.finditer(text, start, start + longest)]
        cut = cuts[-1] if cuts and cuts[-1] > start else text.rfind(" ", start + 1, start + longest) + 1
        if cut <= start:
            cut = start + longest
        yield start, cut
        start = cut
    if start < end:
        yield start, end


def sentence_around(text: str, start: int, end: int, *, reach: int = 300) -> str:
    """The sentence that holds `text[start:end]`, on one line, at most `reach` code points to each side."""
    low, high = max(0, start - reach), min(len(text), end + reach)
    left = max((match.end() for match in _SENTENCE_END.finditer(text, low, start) if match.end() <= start), default=low)
    match = _SENTENCE_END.search(text, end, high)
    right = match.end() if match else high
    return " ".join(text[left:right].split())
