"""Titles that stand without quotation marks: after a label or a verb, on a line of their own above their authors, among theses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.extract.quoted import has_title_shape, is_strong_title
from pipeline.extract.quotes import find_quotes
from pipeline.extract.references import author_list
from pipeline.extract.scene import UPPER, Scene
from pipeline.languages.venues import is_venue
from pipeline.records import Candidate

_SMALL = r"(?:of|the|a|an|and|in|for|with|is|are|to|on|via|from|by|as|at|or|vs|not|de|la|el|les|des|du|y|e|que|en|para|von|und|der|die|das|für|sebagai|dan|dalam|pada|untuk|terhadap|yang)"
_LETTER = r"(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\w'’\-–])"
_CAPITAL = rf"[{UPPER}\d]{_LETTER}*"
_SERIES = rf"(?:,\s{_CAPITAL})+,?\s(?:and|et|y|und|e|dan)(?=\s)"
_RUN = re.compile(rf"{_CAPITAL}(?:{_SERIES}|[:?]?\s(?:{_CAPITAL}|{_SMALL}(?=\s)))*(?:[:?]?\s{_CAPITAL})")
_LABELLED = re.compile(r"[\s*_#>\-\d.]*(?P<label>[^\W\d_][^\n:：*_]{1,24}?)[*_]*\s?[:：]\s*(?=\S)")
_BIBTEX = re.compile(r"\btitle\s*=\s*[{\"]+(?P<title>[^{}\"\n]{8,240})[}\"]", re.IGNORECASE)
_LINE = re.compile(r"[^\n]+")
_THESIS = re.compile(rf"(?P<author>[{UPPER}][\w.’\-]+(?: [{UPPER}][\w.’\-]*){{1,3}}),\s+(?P<title>[^\n]{{12,200}}?),\s+(?P<year>(?:19|20)\d\d)\s*\.?$")
_DATELINE = re.compile(rf"\s+[{UPPER}][\w\-]+(?: [{UPPER}][\w\-]+)? [–—] |\s?[(\n]|$")


def title_runs(scene: Scene) -> Iterator[Candidate]:
    """“El grupo publicó Lámparas Lentas Para Todos”, 論文Slow Lamps of the Northを発表, 《…》 Slow Lamps of the North."""
    for run in _RUN.finditer(scene.text, scene.start, scene.end):
        words = re.findall(r"[^\W\d_][\w'’\-]*", run.group())
        capitals = sum(word[0].isupper() for word in words)
        if len(words) < 4 or capitals < 3 or is_venue(run.group()):
            continue
        cue = _cue_beside(scene, run.start(), run.end())
        if cue and (scene.scholarly >= 2 or scene.cues.titled.fullmatch(_last_words(scene, run.start()))):
            yield scene.candidate(run.start(), run.end(), "title_run", cue)


def _last_words(scene: Scene, at: int) -> str:
    """The last word before a place, without punctuation."""
    words: list[str] = scene.text[max(scene.start, at - 40) : at].rstrip(" :,").split()
    return words[-1] if words else ""


def _cue_beside(scene: Scene, start: int, end: int) -> str:
    left = scene.text[max(scene.start, start - 40) : start]
    right = scene.text[end : min(scene.end, end + 20)]
    for pattern in (scene.cues.kinds, scene.cues.published):
        for match in pattern.finditer(left):
            gap = left[match.end() :]
            if match.lastgroup != "against" and (not gap.strip(" :,") or scene.cues.titled.fullmatch(gap.strip(" :,"))):
                return match.group()
    behind = re.match(r"\s?(?:이란|이라는|라는|という)\s?", right)
    noun = scene.cues.kinds.match(right, behind.end()) if behind else None
    if noun and noun.lastgroup == "work":
        return noun.group()
    if left.rstrip().endswith("》"):
        # the original title behind the translated one, where that is a work
        quotes = [quote for quote in find_quotes(scene.text, scene.start, start) if quote.closes == start - (len(left) - len(left.rstrip()))]
        if quotes and scene.cues.nouns.search(scene.text, max(scene.start, quotes[-1].opens - 6), quotes[-1].opens):
            return "》"
    return ""


def described_in(scene: Scene) -> Iterator[Candidate]:
    """“vengono descritti in Slow lamps for quiet harbours di Ida Brandt, Nell Farrow”: a title and its authors."""
    for verb in scene.cues.published.finditer(scene.text, scene.start, scene.end):
        end = scene.sentence_end(verb.end())
        for by in scene.cues.by.finditer(scene.text, verb.end(), end):
            title = scene.text[verb.end() : by.start()]
            if len(title.split()) < 4 or not re.match(rf"\s+[{UPPER}]", title) or re.search(r"[,;\"“«»”]", title):
                continue
            if len(author_list(scene.text, by.end(), end)) >= 2:
                first = verb.end() + len(title) - len(title.lstrip())
                yield scene.candidate(first, by.start() - (len(title) - len(title.rstrip())), "described_in", verb.group())
                break


def labelled_titles(scene: Scene) -> Iterator[Candidate]:
    """“Title: …” on a line of its own; “Abstract PNAS: …” before the next report begins."""
    if scene.scholarly < 1:
        return
    for line in _LINE.finditer(scene.text, scene.start, scene.end):
        colon = _LABELLED.match(line.group())
        label = colon and (scene.cues.labels.fullmatch(colon.group("label")) or scene.cues.nouns.match(colon.group("label")))
        if not colon or not label:
            continue
        rest = line.group()[colon.end() :].rstrip(" .\r*_»”\"")
        title = rest.lstrip(" *_«“\"")
        link = re.match(r"\[([^\[\]]+)\]\(", title)
        title = link.group(1) if link else title
        first = line.start() + line.group().index(title, colon.end()) if title else 0
        sure = scene.cues.labels.fullmatch(colon.group("label")) is not None or is_strong_title(title)
        if len(title) >= 8 and sure and has_title_shape(title):
            yield scene.candidate(first, first + len(title), "labelled_title", colon.group("label"))
    for match in re.finditer(rf"(?<!\w)Abstract\s?(?P<venue>[{UPPER}][\w ]{{2,40}}): (?=[{UPPER}])", scene.text[scene.start : scene.end]):
        first = scene.start + match.end()
        stop = _DATELINE.search(scene.text, first, scene.end)
        last = stop.start() if stop else scene.end
        if 4 <= len(scene.text[first:last].split()) <= 30:
            yield scene.candidate(first, last, "labelled_title", match.group())


def bibtex_titles(scene: Scene) -> Iterator[Candidate]:
    """`title = {…}` of an entry in BibTeX."""
    for match in _BIBTEX.finditer(scene.text, scene.start, scene.end):
        yield scene.candidate(*match.span("title"), "bibtex_title", "title", section="references")


def title_lines(scene: Scene) -> Iterator[Candidate]:
    """A line that is a title where the next line lists its authors and the one after says where it was published."""
    lines = list(_LINE.finditer(scene.document.text, scene.start, min(len(scene.document.text), scene.end + 600)))
    for at, line in enumerate(lines):
        if line.start() >= scene.end or at + 1 >= len(lines):
            return
        title = line.group().strip()
        if not 3 <= len(title.split()) <= 30 or title[-1] in ".,;:。" or not title[0].isupper() or re.search(r"[\"“«]", title):
            continue
        below = lines[at + 1]
        people = author_list(scene.document.text, below.start(), below.end())
        covered = sum(last - first for first, last in people)
        if len(people) < 3 or covered < 0.75 * len(below.group()):
            continue
        behind = lines[at + 2].group() if at + 2 < len(lines) else ""
        if re.match(r"\W*(?:Published|Accepted|In Proc|Presented|To appear|arXiv|Proceedings)", behind, re.IGNORECASE) or scene.cues.published.match(behind):
            yield scene.candidate(line.start(), line.start() + len(line.group().rstrip()), "title_line", below.group())


def thesis_lines(scene: Scene) -> Iterator[Candidate]:
    """Below a heading of theses: “Name, Title, 2021”, one on each line."""
    if not _under_theses(scene):
        return
    for line in _LINE.finditer(scene.text, scene.start, scene.end):
        match = _THESIS.match(line.group().strip())
        if match:
            first = line.start() + (len(line.group()) - len(line.group().lstrip())) + match.start("title")
            yield scene.candidate(first, first + len(match.group("title")), "thesis_line", "", section="references")


def _under_theses(scene: Scene) -> bool:
    """Whether the nearest heading above, or in, the paragraph is one of theses."""
    text = scene.document.text[max(0, scene.start - 1500) : scene.end]
    for line in reversed(text.split("\n")):
        line = line.strip()
        if not line or _THESIS.match(line):
            continue
        return len(line) < 60 and scene.cues.theses.fullmatch(line.rstrip(":：")) is not None
    return False
