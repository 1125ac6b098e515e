"""Reference lists, author lists and citations: the titles are works, the names are people."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.extract.scene import UPPER, Scene
from pipeline.records import Candidate

_C = r"[^\W\d_¹²³⁰-⁹]"
_REST = rf"(?:{_C}|[’'\-])"
_PART = rf"(?:[{UPPER}]{_REST}+|[{UPPER}]\.(?:-?[{UPPER}]\.)*|(?:de|van|von|der|den|del|da|di|la|le|bin|al|el)(?=\s))"
_FULL = rf"[{UPPER}](?:{_REST}|\.)*(?: {_PART}){{0,3}} (?:[{UPPER}]{_REST}+)"
_INITIALS = rf"[{UPPER}](?:\.|(?=[\s,;.&(]|[{UPPER}]|$))(?:[\s\-]?[{UPPER}]\.?(?![a-zà-ÿ]))*"
_SURNAME = rf"(?:(?:de|van|von|der|den|del|da|di|la|le)\s)*[{UPPER}]{_REST}+(?:[ \-][{UPPER}]{_REST}+)?"
_COMMA = rf"{_SURNAME}, (?:{_INITIALS}(?![\w])|[{UPPER}][a-zà-ÿ]+(?:[ \-]{_INITIALS})?)"
_VANCOUVER = rf"{_SURNAME} [{UPPER}]{{1,3}}(?!\w)"
_LEADING = rf"(?:[{UPPER}]\.[\s\-]?)+{_SURNAME}"
_MARKS = re.compile(r"(?:[\d¹²³⁰-⁹*†‡§¶#]+,?)+")  # affiliations behind the names of an author list
_HAN = r"[\u4e00-\u9fff·]{2,4}"
_GLUE = r"(?:\s*[,;、，&]\s*(?:and |& |et |und |y |e |и )?|\s+(?:and|et|und|y|e|и|&)\s+)"
_BRACKETED = re.compile(r"\s?[(（][^()（）]{2,60}[)）]")
_NAMES = tuple(re.compile(pattern) for pattern in (_COMMA, _VANCOUVER, _LEADING, _FULL, _HAN))
_INVERTED = re.compile(rf"{_COMMA}|{_VANCOUVER}")
_TURNED = re.compile(rf"{_LEADING}|{_FULL}")  # “Gu, W., and L. Tan”: only the first name is turned round
_GLUED = re.compile(_GLUE)

_YEAR = r"(?:19|20)\d\d[a-z]?"
_LABEL = r"^\s*(?:\[\d{1,3}\]|\d{1,3}[.)])?\s*"
_ET_AL = re.compile(rf"(?<![\w.])(?P<one>[{UPPER}][\w’\-]+)(?:,? (?:&|and|et) (?P<two>[{UPPER}][\w’\-]+))? (?:et al\b|и др\.|u\. a\.)|(?P<ja>[{UPPER}][\w’\-]+)ら(?=[がのはに（(])")
_TWO = re.compile(rf"(?<![\w.])(?P<one>[{UPPER}][\w’\-]+) (?:&|and|et|und|y|e|и) (?P<two>[{UPPER}][\w’\-]+) \({_YEAR}\)")
_TWO_NUMBERED = re.compile(rf"(?<![\w.])(?P<one>[{UPPER}](?![{UPPER}])[\w’\-]+) (?:&|and|et|und|y|e|и) (?P<two>[{UPPER}][\w’\-]+) \[\d{{1,3}}\]")
_BRACKET_CITATION = re.compile(rf"[(\[](?P<one>[{UPPER}][\w’\-]+)(?: (?:&|and|et) (?P<two>[{UPPER}][\w’\-]+))?(?: et al\.)?,? {_YEAR}[)\]]")
_TITLE_END = re.compile(r"[.?!](?=\s+(?:[A-ZÀ-Þ\u3040-\u9fff]|In[: ]|arXiv|\d{4}))|\[[JMDCP](?:/OL)?\]|[.?!]?\s*$")


def author_list(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The names of a list of people that begins at `start`: one style throughout, joined by commas, semicolons, “and”.

    An affiliation in brackets may stand behind a name. Empty where no list begins there.
    """
    best: list[tuple[int, int]] = []
    at = start + len(text[start:end]) - len(text[start:end].lstrip())
    for pattern in _NAMES:
        names: list[tuple[int, int]] = []
        spot = at
        while (match := pattern.match(text, spot, end) or (_TURNED.match(text, spot, end) if names and pattern is _NAMES[0] else None)) is not None:
            names.append(match.span())
            behind = _BRACKETED.match(text, match.end(), end) or _MARKS.match(text, match.end(), end)
            at_glue = behind.end() - behind.group().endswith(",") if behind else match.end()
            glue = _GLUED.match(text, at_glue, end)
            if glue is None:
                break
            spot = glue.end()
        if len(names) > len(best):
            best = names
    return best


def reference_entries(scene: Scene) -> Iterator[tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    """(authors, titles) of each reference in the paragraph: “Surname, A., Surname, B. (2020). Title. Venue”."""
    for line in re.finditer(r"[^\n]+", scene.text[scene.start : scene.end]):
        first, last = scene.start + line.start(), scene.start + line.end()
        yield from _entries_in(scene, first, last)


def _entries_in(scene: Scene, first: int, last: int) -> Iterator[tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    label = re.match(_LABEL, scene.text[first:last])
    at = first + (label.end() if label else 0)
    while at < last:
        authors = author_list(scene.text, at, last)
        if not authors:
            return
        body = authors[-1][1]
        title = _title_behind(scene, body, last, len(authors), bool(label and label.group().strip()))
        if title is None:
            return
        yield authors, _split_by_script(scene.text, *title)
        # a second reference may follow on the same line, in Chinese
        following = re.search(r"[.。]\s+(?=[\u4e00-\u9fff]{2,4}\s*[,，、])", scene.text[title[1] : last])
        if following is None:
            return
        at = title[1] + following.end()


def _title_behind(scene: Scene, at: int, end: int, authors: int, numbered: bool) -> tuple[int, int] | None:
    """Where the title stands behind the authors: after a year, a colon, a full stop, or in quotation marks."""
    text = scene.text
    head = re.compile(rf"(?:,? et al\.?|, eds?\.?)?\.?,?\s*(?:\(?{_YEAR}\)?\s*[.:,]\s*|\({_YEAR}\):?\s*|:\s+|\.\s+|,\s+(?=[“\"„«]))").match(text, at, end)
    if head is None:
        return None
    year = re.search(_YEAR, head.group()) is not None
    first = head.end()
    quoted = re.compile(r"[“\"„«]([^”\"“»]{6,240})[”\"“»]").match(text, first, end)
    if quoted and (year or authors >= 2 or numbered or scene.references):
        inner = quoted.group(1).rstrip(" .,")
        return quoted.start(1), quoted.start(1) + len(inner)
    stop = _TITLE_END.search(text, first + 3, end)
    if stop is None:
        return None
    title = text[first : stop.start()].rstrip()
    marked = stop.group().startswith("[")
    rest = text[stop.end() : end]
    # without a year before it, the title needs a year or a venue behind it, and more than one author or a number
    # a headline begins like a reference: “Ryder Cup 2018: …”, “Jack Ross: ‘…’”
    alone = authors == 1 and not numbered and head.group()[0] not in ".,("
    sure = marked or (year and not alone) or ((authors >= 2 or numbered or scene.references) and re.search(rf"\b{_YEAR}\b|arXiv|Proc", rest) is not None)
    listed = (numbered or scene.references) and len(title.split()) >= 2
    long = len(title.split()) >= 3 or listed or marked or len(re.findall(r"[\u3040-\u9fff\uac00-\ud7af]", title)) >= 4
    if re.match(r"\d{4}\)", title) or title.count("(") != title.count(")"):
        return None
    if not sure or not long or not title or title[0].islower() or len(title) > 260 or re.search(r"[“\"].*[”\"]", title):
        return None
    return first, first + len(title)


def _split_by_script(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A title in two scripts as its two titles: 'Lamps of the Old Quay 旧码头灯谱'."""
    match = re.fullmatch(r"(?P<a>[^\u3040-\u9fff\uac00-\ud7af]{8,}?)\s+(?P<b>[\u3040-\u9fff\uac00-\ud7af][^A-Za-z]{2,})", text[start:end])
    if match is None or len(match.group("a").split()) < 2:
        return [(start, end)]
    return [(start, start + match.end("a")), (start + match.start("b"), end)]


def reference_titles(scene: Scene) -> Iterator[Candidate]:
    """The titles of the references of a paragraph."""
    for authors, titles in reference_entries(scene):
        cue = scene.text[authors[0][0] : authors[-1][1]]
        for start, end in titles:
            yield scene.candidate(start, end, "reference_title", cue, section="references")


def people_in_references(scene: Scene) -> Iterator[tuple[int, int, str]]:
    """(start, end, rule) of the authors of the references of a paragraph."""
    for authors, _ in reference_entries(scene):
        for start, end in authors:
            yield start, end, "reference_author"


def people_on_lines(scene: Scene) -> Iterator[tuple[int, int, str]]:
    """(start, end, rule) of the people on a line that is a list of authors: “Authors: …”, inverted names, marks of affiliation."""
    for line in re.finditer(r"[^\n]+", scene.text[scene.start : scene.end]):
        first, last = scene.start + line.start(), scene.start + line.end()
        label = re.match(r"\s*(?P<label>[^\W\d_]+)\s?[:：]\s*", line.group())
        labelled = label is not None and scene.cues.author_labels.fullmatch(label.group("label")) is not None
        begin = first + label.end() if label and labelled else first
        names = author_list(scene.text, begin, last)
        if len(names) < 2 or names[0][0] - begin > 2:
            continue
        covered = sum(end - start for start, end in names) >= 0.6 * (last - begin)
        spelled = [scene.text[start:end] for start, end in names]
        inverted = all(_INVERTED.fullmatch(name) for name in spelled)
        marked = sum(_MARKS.match(scene.text, end, last) is not None for _, end in names) >= 2
        if covered and (labelled or inverted or marked):
            for start, end in names:
                yield start, end, "listed_author"


def cited_people(scene: Scene) -> Iterator[tuple[int, int, str]]:
    """(start, end, rule) of surnames in citations: “Brandt et al. (2020)”, “(Osman, 2020)”, Brandtらが."""
    for pattern in (_ET_AL, _TWO, _TWO_NUMBERED, _BRACKET_CITATION):
        for match in pattern.finditer(scene.text, scene.start, scene.end):
            for group, value in match.groupdict().items():
                if value:
                    yield *match.span(group), "cited_author"


def people_behind(scene: Scene, works: list[Candidate]) -> Iterator[tuple[int, int, str]]:
    """(start, end, rule) of the authors that stand behind a work in brackets or below it on a line."""
    for work in works:
        behind = re.compile(r"[”\"’»』」》\s]{0,3}[(（]").match(scene.text, work.end, scene.document.text.__len__())
        if behind:
            names = author_list(scene.text, behind.end(), min(len(scene.text), behind.end() + 1500))
            if len(names) >= 2:
                for start, end in names:
                    yield start, end, "listed_author"
        line = re.compile(r"\.?\s*\n+").match(scene.document.text, work.end)
        if line:
            stop = scene.document.text.find("\n", line.end())
            names = author_list(scene.document.text, line.end(), len(scene.document.text) if stop < 0 else stop)
            if len(names) >= 3:
                for start, end in names:
                    yield start, end, "listed_author"
