"""Finding known names in a text: by whole words, in the case in which they are known, in any spacing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

_UNSPACED = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_TOKEN = re.compile(rf"[{_UNSPACED}]|[\u3040-\u309f]+|[\u30a0-\u30ff]+|[^\W_{_UNSPACED}\u3040-\u30ff]+")
_BETWEEN = re.compile(r"(?:[^\S\n]|\n(?!\s*\n)|[-‐‑.'’·・•‧&/,+_]){0,3}")
_FEW = 50
_WEB = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+\.\S+|\b[\w.-]+\.(?:com|org|net|io|edu|ai|pdf)(?:/\S*)?\b")


def tokens(text: str) -> list[tuple[int, int, str]]:
    """(start, end, token) of every word; each Han or Thai character is a word of its own."""
    return [(match.start(), match.end(), match.group()) for match in _TOKEN.finditer(text)]


@dataclass(slots=True)
class NameIndex:
    """Names by their words: for each first word the lengths of names that begin with it, longest first, and names by all their words."""

    lengths: dict[str, tuple[int, ...]] = field(default_factory=dict)
    names: dict[tuple[str, ...], list[tuple[str, str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Iterable[str]) -> NameIndex:
        """An index of these names; the order does not matter."""
        index = cls()
        lengths: dict[str, set[int]] = {}
        for name in sorted(set(names)):
            parts = tuple(token for _, _, token in tokens(name))
            if parts:
                lengths.setdefault(parts[0], set()).add(len(parts))
                index.names.setdefault(parts, []).append((name, _joints(name)))
        index.lengths = {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}
        return index

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield (start, end, name) from left to right, the longest at each place, none inside another."""
        # A few single words are sooner found by searching for each than by taking the text to pieces.
        single = len(self.lengths) <= _FEW and all(lengths == (1,) for lengths in self.lengths.values())
        stream = sorted(place for word in self.lengths for place in _places(text, word)) if single else text_tokens(text)
        reach = 0
        for position, (start, _, first) in enumerate(stream):
            lengths = self.lengths.get(first)
            if lengths is None or start < reach:
                continue
            for length in lengths:
                window = stream[position : position + length]
                entries = self.names.get(tuple([token for _, _, token in window]))
                if entries is None or any(low <= start < high for low, high in addresses(text)):
                    continue
                end = window[-1][1]
                if not all(_BETWEEN.fullmatch(text, left[1], right[0]) for left, right in zip(window, window[1:], strict=False)):
                    continue
                joints = _joints(text[start:end])
                name = next((name for name, theirs in entries if theirs == joints), None)
                if name is None or _glued(text, start, end):
                    continue
                yield start, end, name
                reach = end
                break


@lru_cache(maxsize=256)
def text_tokens(text: str) -> list[tuple[int, int, str]]:
    """`tokens` of a document, kept for the next look at the same one. Not to be changed."""
    return tokens(text)


@lru_cache(maxsize=256)
def addresses(text: str) -> list[tuple[int, int]]:
    """Where web and mail addresses stand: no name is looked for inside them."""
    return [match.span() for match in _WEB.finditer(text)]


def _places(text: str, word: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, word) wherever the word is a token of the text, as `tokens` takes it to pieces."""
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        here, before = _TOKEN.match(text, start), _TOKEN.match(text, start - 1) if start else None
        if here is not None and here.end() == end and (before is None or before.end() <= start):
            yield start, end, word
        start = text.find(word, start + 1)


def _joints(name: str) -> str:
    """The marks between the words that tell names apart: the dot of K2.5, the stroke of A/B; not spaces and hyphens."""
    return "".join(char for char in name if char in "&/.,+_")


def _glued(text: str, start: int, end: int) -> bool:
    """Whether the span is only part of a longer name or number: K2 in K2.5, Jean in Jean-Paul, Kestra in Kestra-VL."""
    after = text[end : end + 2]
    if len(after) == 2 and ((after[0] == "." and after[1].isdigit()) or (after[0] in "-‐‑" and (after[1].isupper() or after[1].isdigit()))):
        return True
    before = text[max(0, start - 2) : start]
    return len(before) == 2 and before[1] in "-‐‑" and (before[0].isupper() or before[0].isdigit())
