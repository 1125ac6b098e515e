"""Clean edges: what a model takes along with a name comes off (kind K10). Pure functions of text and offsets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pipeline.errors import UnknownLanguage
from pipeline.languages import all_words, get_language

_STRIP = " \t\r\n\u00a0\u202f\u3000\u200b\u200e\u200f\ufeff\"“”„‟«»‹›「」『』《》〈〉（）()[]{}【】,;:!?…，。、；：！？·*†‡§★☆♦•|/\\—–-_=+<>#~^¹²³⁴⁵⁶⁷⁸⁹⁰،؛؟"
_LEADING = _STRIP + ".'’‘`´"
_TRAILING = _STRIP + "‘`´'’"
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$")
_MARKUP = re.compile(r"<[^<>]{1,40}>")
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{3})[.!?]\s+(?=[^\W\d_])|[。！？]")
_AFFILIATION = re.compile(r"(?<=[a-zà-öø-ÿ])[\d¹²³⁴⁵⁶⁷⁸⁹⁰](?:[,\s]*[\d*†‡¹²³])*$")
_INITIAL = re.compile(r"(?:^|[\s.\-])[^\W\d]\.$|^[^\W\d]{1,4}\.(?:[^\W\d]\.)+$|(?:^|\s)(?:Jr|Sr|Inc|Ltd|Co|Corp|Tbk|St)\.$")


@dataclass(frozen=True, slots=True)
class Edges:
    """A cleaned span (`end` exclusive) and the honorific that stood at its edge, or ""."""

    start: int
    end: int
    title: str


@cache
def _title_patterns(language: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None, re.Pattern[str] | None]:
    """Titles before, titles after, leading articles: of the language, with those of English beside it."""
    codes = [code for code in (language, "en") if code]
    before: set[str] = set()
    after: set[str] = set()
    articles: set[str] = set()
    first_words: set[str] = set()
    for code in codes:
        try:
            known = get_language(code)
        except UnknownLanguage:
            continue
        before.update(known.words("edges", "titles_before"))
        after.update(known.words("edges", "titles_after"))
        articles.update(known.words("edges", "articles"))
        first_words.update(known.words("edges", "sentence_words"))
    after |= all_words("edges", "titles_after") if language.split("-")[0] in ("zh", "ja", "ko") else set()
    spaced = sorted((re.escape(word) for word in before), key=len, reverse=True)
    glued = sorted((re.escape(word) for word in after), key=len, reverse=True)
    elided = sorted((re.escape(word) for word in articles | first_words), key=len, reverse=True)
    return (
        re.compile(rf"^(?:(?:{'|'.join(spaced)})(?:\.\s*|\s+))+", re.IGNORECASE) if spaced else None,
        re.compile(rf"\s*(?:{'|'.join(glued)})\.?$") if glued else None,
        re.compile(rf"^(?:(?:{'|'.join(elided)})\s+(?=\S)|[dlL]['’](?=\w{{3}}))") if elided else None,
    )


def clean_edges(text: str, start: int, end: int, *, language: str, person: bool) -> Edges | None:
    """The span without spaces, quotes, brackets, markup, marks, articles, possessives and titles; None if nothing is left.

    "Dr. Ida Brandt's" -> "Ida Brandt", title "Dr."; "罗知夏教授" -> "罗知夏", title "教授".
    """
    title = ""
    before, after, articles = _title_patterns(language)
    while True:
        was = (start, end)
        if (markup := _MARKUP.search(text, start, end)) is not None:
            # A tag inside a span separates two things; the longer side is the name.
            if markup.start() - start >= end - markup.end():
                end = markup.start()
            else:
                start = markup.end()
        while start < end and text[start] in _LEADING:
            start += 1
        while start < end and (text[end - 1] in _TRAILING or (text[end - 1] == "." and not _INITIAL.search(text[start:end]))):
            if text[end - 1] == ")" and "(" in text[start:end]:
                break
            end -= 1
        surface = text[start:end]
        if match := _POSSESSIVE.search(surface):
            end = start + match.start()
        elif person and (match := _AFFILIATION.search(surface)):
            end = start + match.start()
        elif articles is not None and (match := articles.match(surface)) and match.end() < len(surface):
            start += match.end()
        elif person and before is not None and (match := before.match(surface)) and match.end() < len(surface):
            title = title or match.group().strip()
            start += match.end()
        elif person and after is not None and (match := after.search(surface)) and match.start() > 0:
            title = title or match.group().strip()
            end = start + match.start()
        if (start, end) == was:
            break
    if start >= end:
        return None
    if person and not title:
        title = _title_beside(text, start, end, before, after)
    return Edges(start, end, title)


def _title_beside(text: str, start: int, end: int, before: re.Pattern[str] | None, after: re.Pattern[str] | None) -> str:
    """The honorific just outside the span, or ""."""
    if before is not None:
        lead = text[max(0, start - 24) : start]
        for cut in re.finditer(r"(?<!\w)(?=\w)", lead):
            match = before.match(lead[cut.start() :])
            if match and match.end() == len(lead) - cut.start():
                return match.group().strip()
    if after is not None:
        tail = text[end : end + 8]
        for size in range(len(tail), 0, -1):
            match = after.fullmatch(tail[:size])
            if match:
                return match.group().strip()
    return ""


@cache
def _parts_of_institutions() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """“Department … of X University”, and “X University('s) Department …”: the join between a unit and its whole."""
    units = "|".join(sorted(map(re.escape, all_words("cues", "unit_words")), key=lambda word: (-len(word), word)))
    wholes = "|".join(sorted(map(re.escape, all_words("cues", "whole_words")), key=lambda word: (-len(word), word)))
    joint = r"(?:,|\s+(?:at|of|in|de|di|dari|da|do|du|del|della|des|der|an der|à)(?:\s+(?:the|la|las|los|le|der))?(?:\s+l['’])?|\s+(?:de|à|dell)\s*l?['’])\s*"
    return (
        re.compile(rf"(?<!\w)(?:{units})(?!\w).*?(?P<joint>{joint})(?=(?:[^\W\d_a-zà-ÿ][\w\-]*\s+){{0,4}}(?:{wholes})(?!\w))"),
        re.compile(rf"(?<!\w)(?:{wholes})(?!\w)(?:\s+[^\W\d_a-zà-ÿ]\w+)?(?P<joint>(?:['’]s)?,?\s+)(?=(?:[^\W\d_a-zà-ÿ][\w\-]*\s+)?(?:{units})(?!\w))"),
    )


@cache
def _two_wholes() -> re.Pattern[str]:
    """Two universities, or a university and an abbreviation, joined by and: 'Brenne University and CMB'."""
    wholes = "|".join(sorted(map(re.escape, all_words("cues", "whole_words")), key=lambda word: (-len(word), word)))
    joint = r"\s+(?:and|et|y|dan|und|e)\s+(?:(?:the|de la|de|en la|en|à|di|der|da|do)\s+)?(?:de\s+)?(?:[lL]['’])?"
    word = r"[^\W\d_a-zà-ÿ][\w\-]*"
    return re.compile(rf"(?<!\w)(?:{wholes})(?!\w)(?:\s+\S+){{0,6}}?(?P<joint>{joint})(?=(?:(?:{wholes})\s|(?:{word}\s+){{1,4}}(?:{wholes})(?!\w)|[A-Z]{{2,6}}$))")


def sentence_parts(surface: str, language: str) -> list[tuple[int, int]]:
    """The parts of a span that runs over the end of a sentence: 'Corvel. Today' -> 'Corvel', 'Today'; 'Prof. Vogt' is one."""
    before = _title_patterns(language)[0]
    spans, at = [], 0
    for match in _SENTENCE_END.finditer(surface):
        lead = surface[at : match.start() + 1]
        if before is not None and before.fullmatch(lead.split()[-1] + " " if lead.split() else ""):
            continue
        spans.append((at, match.start()))
        at = match.end()
    return [*spans, (at, len(surface))]


def institution_parts(surface: str) -> list[tuple[int, int]]:
    """Where a unit and its university stand in one span, both spans; else the one span.

    'Department of Physics at Xidian University' -> 'Department of Physics', 'Xidian University'.
    """
    lists = [match for match in re.finditer(r",\s+(?:and\s+)?|\s+(?:and|et|y|dan|und|e)\s+(?:the|l['’]|la|le|el|der|die|das|o|a)\s+", surface) if surface[match.end() : match.end() + 1].isupper()]
    for match in lists:
        if not re.match(r"(?:Inc|Ltd|LLC|Co|Corp|GmbH|S\.A|PT|Tbk)\b", surface[match.end() :]):
            return [(0, match.start()), *((match.end() + start, match.end() + end) for start, end in institution_parts(surface[match.end() :]))]
    both = _two_wholes().search(surface)
    if both is not None:
        return [(0, both.start("joint")), *((both.end("joint") + start, both.end("joint") + end) for start, end in institution_parts(surface[both.end("joint") :]))]
    for pattern in _parts_of_institutions():
        match = pattern.search(surface)
        if match is not None and match.start("joint") > 0 and match.end("joint") < len(surface):
            return [(0, match.start("joint")), (match.end("joint"), len(surface))]
    return [(0, len(surface))]
