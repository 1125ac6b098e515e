"""Names by what they are built like: a Chinese surname and legal syllables; a word for a kind of organization."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.errors import UnknownLanguage
from pipeline.languages import all_words, get_language
from pipeline.languages.chinese import chinese_name_shape
from pipeline.records import Candidate, Document, Paragraph

_UPPER = r"[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁΑ-Ω]"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CONNECTORS = {
    # Small words inside names of organizations.
    "en": "of the and for &", "fr": "de la le les du des et pour en d l à aux &", "es": "de la las los del y e para en &",
    "pt": "de da do das dos e para em &", "it": "di della del dei delle e per in &", "de": "für der des die und zu am in &",
    "id": "dan untuk di &",
}


_CHINESE = re.compile(r"(?<![\w.])[A-Z][a-zü]{0,6}(?:[A-Z][a-zü]{1,6})?(?:[ \u00a0\u202f\-‐‑][A-Z][a-zü'’]{0,9}(?:[A-Z][a-zü]{1,6})?){1,3}(?![\w])")


def chinese_people(document: Document, paragraph: Paragraph) -> Iterator[Candidate]:
    """Romanized Chinese names: longest runs of capitalised words that have the shape; two syllables are told apart, being words elsewhere."""
    for match in _CHINESE.finditer(document.text, paragraph.start, paragraph.end):
        words = list(re.finditer(r"[^\s\-‐‑]+", match.group()))
        taken = 0
        for first in range(len(words)):
            if first < taken:
                continue
            for last in range(min(len(words), first + 4), first + 1, -1):
                start, end = match.start() + words[first].start(), match.start() + words[last - 1].end()
                shape = chinese_name_shape(_camel_apart(document.text[start:end]))
                if shape:
                    yield Candidate(
                        document=document.document, start=start, end=end, surface=document.text[start:end], type="person",
                        language=paragraph.language, detector="chinese_people" if shape == "full" else "chinese_short",
                    )
                    taken = last
                    break


def _camel_apart(name: str) -> str:
    """'Luo ZhiXia' -> 'Luo Zhi Xia'."""
    return re.sub(r"(?<=[a-zü])(?=[A-Z])", " ", name)


@cache
def _heads(language: str) -> tuple[re.Pattern[str], bool] | None:
    try:
        known = get_language(language)
    except UnknownLanguage:
        known = get_language("en")
    words = known.words("cues", "organization_words")
    if not words:
        return None
    if known.code in ("zh", "ja", "ko", "ar"):
        return None
    capital = known.code != "ru"
    choices = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    return re.compile(rf"(?<![\w\-])(?:{choices})(?![\w])", 0 if capital else re.IGNORECASE), capital


def named_institutions(document: Document, paragraph: Paragraph) -> Iterator[Candidate]:
    """Runs of capitalised words around a word such as University: 'Université Fudan', 'Beijing Haihua Institute'."""
    heads = _heads(paragraph.language)
    if heads is None:
        return
    pattern, _ = heads
    small = frozenset(_CONNECTORS.get(paragraph.language, _CONNECTORS["en"]).split())
    text = document.text
    done = paragraph.start
    for match in pattern.finditer(text, paragraph.start, paragraph.end):
        if match.start() < done:
            continue
        start, before = _grow_left(text, match.start(), paragraph.start)
        end, after = _grow_right(text, match.end(), paragraph.end, small)
        if before + after == 0:
            continue
        done = end
        yield Candidate(
            document=document.document, start=start, end=end, surface=text[start:end], type="organization",
            language=paragraph.language, detector="named_institutions",
        )


def _grow_left(text: str, start: int, limit: int) -> tuple[int, int]:
    """Take capitalised words before; (new start, how many)."""
    count = 0
    while True:
        match = re.search(r"([^\W\d_][\w'’\-.&]*)[ \u00a0\u202f]$", text[max(limit, start - 40) : start])
        if match is None or not re.match(_UPPER, match.group(1)) or match.group(1).endswith((".", "'s", "’s")):
            return start, count
        start -= len(match.group())
        count += 1


def _grow_right(text: str, end: int, limit: int, small: frozenset[str]) -> tuple[int, int]:
    """Take capitalised words after, and small words between them; (new end, how many)."""
    count = 0
    reach = end
    while True:
        match = re.match(r"[ \u00a0\u202f]((?:[dlDL]['’])?[\w&][\w'’\-&]*)", text[reach : min(limit, reach + 40)])
        if match is None:
            return end, count
        word = match.group(1)
        reach += match.end()
        bare = re.sub(r"^[dl]['’]", "", word)
        if re.match(_UPPER, bare) and not bare.endswith(("'s", "’s")):
            end = reach
            count += 1
        elif word.casefold() not in small and bare.casefold() not in small:
            return end, count


@cache
def _lower_heads(language: str) -> re.Pattern[str] | None:
    if language not in ("fr", "es", "pt", "it", "id"):
        return None
    known = get_language(language)
    words = {*known.words("cues", "whole_words"), *known.words("cues", "unit_words"), *known.words("cues", "organization_words")}
    lower = sorted({word for word in words if word[0].islower()} | {word.lower() for word in known.words("cues", "whole_words")}, key=lambda w: (-len(w), w))
    return re.compile(rf"(?<![\w\-])(?:{'|'.join(map(re.escape, lower))})\s+(?=[A-ZÀ-ÞĀ-Ž])")


def lower_case_heads(document: Document, paragraph: Paragraph) -> Iterator[Candidate]:
    """Where the language writes the head word small: 'laboratoire Corvel', 'universidad Brenne', and the capitalised words after it."""
    pattern = _lower_heads(paragraph.language)
    if pattern is None:
        return
    text = document.text
    small = frozenset(_CONNECTORS[paragraph.language].split())
    for match in pattern.finditer(text, paragraph.start, paragraph.end):
        end, count = _grow_right(text, match.end() - 1, paragraph.end, small)
        if count:
            yield Candidate(
                document=document.document, start=match.start(), end=end, surface=text[match.start() : end], type="organization",
                language=paragraph.language, detector="lower_case_heads",
            )


@cache
def _units_before_wholes() -> re.Pattern[str]:
    units = "|".join(sorted(map(re.escape, all_words("cues", "unit_words")), key=lambda word: (-len(word), word)))
    wholes = "|".join(sorted({re.escape(form) for word in all_words("cues", "whole_words") for form in (word, word.lower())}, key=lambda word: (-len(word), word)))
    joint = r"(?:,\s*|\s+(?:at|of|in|de|di|dari|da|do|du|del|della|des|der|an der|à)\s+(?:the\s+|la\s+|las\s+|los\s+|le\s+|der\s+|l['’]\s*)?|\s+(?:de|à|dell)\s*l?['’]\s*|\s+)"
    field = r"(?:d['’]|de\s+|of\s+|for\s+|für\s+|di\s+|en\s+|in\s+)?[^\W\d_][\w'’\-]*(?:\s+(?:et\s+|and\s+|y\s+|dan\s+|und\s+|e\s+|de\s+|of\s+|d['’])?[^\W\d_][\w'’\-]*){0,4}?"
    return re.compile(rf"(?<![\w\-])(?P<unit>(?:{units})\s+{field}){joint}(?=(?:[A-ZÀ-ÞĀ-Ž][\w\-]*\s+){{0,4}}(?:{wholes})(?!\w))")


def units_of_universities(document: Document, paragraph: Paragraph) -> Iterator[Candidate]:
    """A department or laboratory that stands before its university: "département d'informatique" de l'Université Brenne."""
    for match in _units_before_wholes().finditer(document.text, paragraph.start, paragraph.end):
        yield Candidate(
            document=document.document, start=match.start("unit"), end=match.end("unit"), surface=match.group("unit"), type="organization",
            language=paragraph.language, detector="units_of_universities",
        )


PATTERNS = (chinese_people, named_institutions, lower_case_heads, units_of_universities)
