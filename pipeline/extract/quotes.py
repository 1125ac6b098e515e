"""Quoted spans of a paragraph in every quote style, balanced, the outer ones with what is nested in them left inside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CLOSES = {"“": "”", "«": "»", "»": "«", "‹": "›", "《": "》", "〈": "〉", "『": "』", "「": "」", "„": "“”", "‚": "‘’", "‘": "’", '"': '"', "'": "'", "＂": "＂"}
_CLOSERS = frozenset("”»«›》〉』」“‘’\"'＂")
_MARKS = frozenset(_CLOSES) | _CLOSERS
_LONGEST = 400  # a longer quotation is no title
_TRAILING = " \t\u00a0\u202f\u2009,.;،。，、"
_MARKUP = re.compile(
    r"\[(?P<link>[^\[\]\n]{3,240})\]\((?:https?:)?[^()\s]*\)"
    r"|(?<![\w*])\*{1,3}(?P<star>[^*\n\s][^*\n]{2,240})\*{1,3}(?![\w*])|(?<![\w_])_(?P<line>[^_\n\s][^_\n]{2,240})_(?![\w_])"
)
_LEADING = " \t\u00a0\u202f\u2009"


@dataclass(frozen=True, slots=True)
class Quote:
    """`text[start:end]` inside quotation marks, which stand at `opens` and before `closes`; `style` is the opening mark."""

    start: int
    end: int
    opens: int
    closes: int
    style: str


def find_quotes(text: str, start: int, end: int) -> Iterator[Quote]:
    """Yield the outermost quotes of `text[start:end]` in order; a comma or full stop that English puts inside is left out."""
    reversed_guillemets = _reversed(text, start, end)
    stack: list[tuple[int, str]] = []
    found: list[Quote] = []
    for at in range(start, end):
        char = text[at]
        if char not in _MARKS:
            continue
        if stack and _closes(text, at, stack, start, end):
            depth = next(i for i in range(len(stack) - 1, -1, -1) if char in _CLOSES[stack[i][1]])
            opened, mark = stack[depth]
            del stack[depth:]
            if at - opened - 1 <= _LONGEST:
                found = [quote for quote in found if quote.opens < opened]
                found.append(_trimmed(text, opened, at, mark))
        elif _opens(text, at, start, reversed_guillemets):
            stack.append((at, char))
    found = [_without_markup(text, quote) for quote in found]
    for match in _MARKUP.finditer(text, start, end):
        inside = match[match.lastgroup or 0]
        if all(match.end() <= quote.opens or quote.closes <= match.start() or _letters(inside) > _letters(text[quote.opens : quote.closes]) for quote in found):
            found = [quote for quote in found if quote.closes <= match.start() or match.end() <= quote.opens]
            found.append(_bare(text, match.start(match.lastgroup or 0), match.end(match.lastgroup or 0), match.start(), match.end()))
    yield from sorted((quote for quote in found if quote.start < quote.end), key=lambda quote: quote.opens)


def _reversed(text: str, start: int, end: int) -> bool:
    """Whether guillemets point inwards here, as in German: »Am Wehr«."""
    left, right = text.find("«", start, end), text.find("»", start, end)
    return right >= 0 and (left < 0 or right < left)


def _opens(text: str, at: int, start: int, reversed_guillemets: bool) -> bool:
    char = text[at]
    before = text[at - 1] if at > start else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    if char in "«»":
        return (char == "»") == reversed_guillemets
    if char in "'‘‚\"＂":
        # the same mark is an apostrophe or an inch elsewhere
        loose = not before.isalnum() or (char in '"＂' and ord(before) > 0x2E80)
        return loose and not after.isspace()
    return char in _CLOSES and char not in "’”"


def _closes(text: str, at: int, stack: list[tuple[int, str]], start: int, end: int) -> bool:
    char = text[at]
    if not any(char in _CLOSES[mark] for _, mark in stack):
        return False
    if char in "'’‘":
        after = text[at + 1] if at + 1 < end else " "
        # in Korean a particle follows at once: ‘고래의 잠’을
        return not after.isalnum() or ord(after) > 0x2E80
    if char in '"＂':
        before = text[at - 1] if at > start else " "
        return not before.isspace() or stack[-1][1] == char
    if char == "“":
        # closes „ only: after “ it opens a nested quote
        return any(mark == "„" for _, mark in stack)
    return True


def _trimmed(text: str, opened: int, closed: int, mark: str) -> Quote:
    first, last = opened + 1, closed
    while first < last and text[first] in _LEADING:
        first += 1
    while last > first and text[last - 1] in _TRAILING:
        last -= 1
    return Quote(first, last, opened, closed + 1, mark)


def _letters(text: str) -> int:
    return sum(char.isalnum() for char in text)


def _without_markup(text: str, quote: Quote) -> Quote:
    """The quote without a link or emphasis that covers all of it: “[Revisiting Lamps](https://…)”."""
    match = _MARKUP.fullmatch(text, quote.start, quote.end)
    if match is None or match.lastgroup is None:
        return quote
    inner = _bare(text, match.start(match.lastgroup), match.end(match.lastgroup), quote.opens, quote.closes)
    return Quote(inner.start, inner.end, quote.opens, quote.closes, quote.style)


def _bare(text: str, start: int, end: int, opens: int, closes: int) -> Quote:
    """What is emphasised or linked, without marks around it; its style is "*"."""
    while start < end and text[start] in "*_ ":
        start += 1
    while end > start and text[end - 1] in "*_ .,;:":
        end -= 1
    return Quote(start, end, opens, closes, "*")
