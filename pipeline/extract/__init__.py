"""Document -> Candidate: every span that a detector takes for a name. A pure function of one document and the model versions."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from pipeline.errors import ModelError

from pipeline.extract.edges import clean_edges, institution_parts, sentence_parts
from pipeline.extract.glosses import find_glosses
from pipeline.extract.models import load_model
from pipeline.extract.papers import author_candidates, paper_candidates
from pipeline.extract.patterns import PATTERNS
from pipeline.extract.pieces import LONGEST, pieces
from pipeline.extract.work_glosses import work_glosses
from pipeline.records import Candidate, CandidateType, Document, Gloss

log = logging.getLogger(__name__)

VERSION = "1"
"""Changes when the rules of this stage change, so that kept candidates are made anew."""

_ET_AL = re.compile(r"\bet al\b")
_TYPES: dict[str, CandidateType] = {"person": "person", "organization": "organization", "place": "place", "other": "other"}


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one document gave, in the order of its text."""

    candidates: tuple[Candidate, ...]
    glosses: tuple[Gloss, ...]


def extract(document: Document) -> Extraction:
    """Candidates and glosses of one document; equal for equal documents and models."""
    found: list[Candidate] = []
    for paragraph in document.paragraphs:
        for pattern in PATTERNS:
            found.extend(pattern(document, paragraph))
    found.extend(model_candidates(document))
    cleaned = [clean for candidate in found for part in _parts(candidate) if (clean := _clean(document, part)) is not None]
    works = paper_candidates(document)
    cleaned.extend(works)
    cleaned.extend(author_candidates(document, works))
    candidates = sorted(set(cleaned), key=_order)
    glosses = find_glosses(document, candidates)
    glossed = {item for gloss in glosses if (item := _glossed(document, gloss)) is not None}
    found_all = tuple(sorted({*candidates, *glossed}, key=_order))
    return Extraction(found_all, (*glosses, *work_glosses(document, found_all)))


def _glossed(document: Document, gloss: Gloss) -> Candidate | None:
    """The other name in a gloss as a candidate of its own: the bracket says what it is."""
    if gloss.rule != "bracket_gloss" or gloss.type not in ("person", "organization"):
        return None
    start = document.text.find(gloss.right, gloss.end, gloss.end + len(gloss.right) + 8)
    if start < 0:
        return None
    language = next((p.language for p in document.paragraphs if p.start <= start < p.end), document.language)
    return Candidate(
        document=document.document, start=start, end=start + len(gloss.right), surface=gloss.right, type=gloss.type, language=language, detector="gloss",
    )


def model_candidates(document: Document) -> list[Candidate]:
    """What the model of each paragraph's language says, piece by piece."""
    by_language: dict[str, list[tuple[int, int]]] = {}
    for start, end, language in _runs(document):
        by_language.setdefault(language, []).extend(pieces(document.text, start, end))
    found: list[Candidate] = []
    for language in sorted(by_language):
        try:
            model = load_model(language)
        except ModelError as error:
            _say_once(language, str(error))
            continue
        spans = by_language[language]
        # One code point for one, so that offsets stay: marks of affiliation and line breaks are spaces to the model.
        texts = [_MARKS.sub(lambda marks: " " * len(marks.group()), document.text[start:end].translate(_TO_SPACE)) for start, end in spans]
        squeezed = [_squeeze(text) for text in texts]
        for (start, _), (_, places), entities in zip(spans, squeezed, model.entities([text for text, _ in squeezed]), strict=True):
            named = _wrapped(
                document.text, [(start + places[entity.start], start + places[entity.end - 1] + 1, _TYPES[entity.label]) for entity in entities]
            )
            for begin, end, kind in named:
                found.extend(
                    Candidate(
                        document=document.document, start=first, end=last, surface=document.text[first:last],
                        type=kind, language=language, detector=model.name,
                    )
                    for first, last in _lines(document.text, begin, end)
                )
    return found


_TO_SPACE = {ord(char): " " for char in "\n\r\t\u00a0\u202f¹²³⁴⁵⁶⁷⁸⁹⁰†‡*§★☆"} | {0x2011: "-"}
_MARKS = re.compile(r"(?<=[a-zà-öø-ÿ])\d(?:,\d)*(?=[\s,;*†‡)]|$)")
_SMALL_WORD = re.compile(r"(?<!\w)[a-zà-öø-ÿа-яё]{2,}(?!\w)")
_ENDED = frozenset(".!?…:;。！？：；\"”»)）』」")


def _runs(document: Document) -> list[tuple[int, int, str]]:
    """Paragraphs, lines of one sentence joined: a line that ends in the middle of a sentence goes on in the next."""
    runs: list[tuple[int, int, str]] = []
    for paragraph in document.paragraphs:
        if runs:
            start, end, language = runs[-1]
            between = document.text[end : paragraph.start]
            line, following = document.text[max(start, end - 400) : end].rpartition("\n")[2], document.text[paragraph.start : paragraph.end].lstrip()
            running = following[:1].islower() or len(_SMALL_WORD.findall(line)) >= 2  # prose, not a list of names or addresses
            wrapped = between.count("\n") <= 1 and language == paragraph.language and running and line.rstrip()[-1:] not in _ENDED
            if wrapped and end - start < LONGEST:
                runs[-1] = (start, paragraph.end, language)
                continue
        runs.append((paragraph.start, paragraph.end, paragraph.language))
    return runs


def _squeeze(text: str) -> tuple[str, Sequence[int]]:
    """The text with one space for each run of spaces, and for each of its code points the place in the text before."""
    if "  " not in text:
        return text, range(len(text))
    places = [index for index, char in enumerate(text) if char != " " or index == 0 or text[index - 1] != " "]
    return "".join(text[index] for index in places), places


def _wrapped(text: str, spans: Sequence[tuple[int, int, CandidateType]]) -> list[tuple[int, int, CandidateType]]:
    """Two parts of one person's name that a line break parted, joined."""
    joined: list[tuple[int, int, CandidateType]] = []
    for start, end, kind in spans:
        if joined and kind == "person" and joined[-1][2] == "person":
            before = text[joined[-1][1] : start]
            single = len(text[start:end].split()) == 1 or len(text[joined[-1][0] : joined[-1][1]].split()) == 1
            if single and before.count("\n") == 1 and not before.strip():
                joined[-1] = (joined[-1][0], end, kind)
                continue
        joined.append((start, end, kind))
    return joined


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A span over a line break: two names where both sides are whole (a list), one name where it is a wrap."""
    sides = text[start:end].split("\n")
    if len(sides) == 1 or any(0 < len(side.split()) < 2 for side in sides):
        return [(start, end)]
    spans, at = [], start
    for side in sides:
        if side.strip():
            spans.append((at, at + len(side)))
        at += len(side) + 1
    return spans


@cache
def _say_once(language: str, reason: str) -> None:
    log.warning("No model for %s: only the rules find names there. %s", language, reason)


def _parts(candidate: Candidate) -> list[Candidate]:
    """A span over the end of a sentence is two candidates; so are a university and its department."""
    found: list[Candidate] = []
    for start, end in sentence_parts(candidate.surface, candidate.language):
        piece = candidate.surface[start:end]
        parts = institution_parts(piece) if candidate.type == "organization" else [(0, len(piece))]
        found.extend(
            replace(candidate, start=candidate.start + start + first, end=candidate.start + start + last, surface=piece[first:last])
            for first, last in parts if piece[first:last].strip()
        )
    return found


def _clean(document: Document, candidate: Candidate) -> Candidate | None:
    edges = clean_edges(document.text, candidate.start, candidate.end, language=candidate.language, person=candidate.type == "person")
    if edges is None:
        return None
    surface = document.text[edges.start : edges.end]
    if _ET_AL.search(surface):
        return None  # “Brandt et al.” is a citation: the rules for citations give the surname
    if not any(char.isalpha() for char in surface):
        return None
    return replace(candidate, start=edges.start, end=edges.end, surface=surface, title=edges.title)


def _order(candidate: Candidate) -> tuple[int, int, str, str, str]:
    return candidate.start, -candidate.end, candidate.type, candidate.detector, candidate.title


def versions(languages: Sequence[str]) -> tuple[str, ...]:
    """The versions of the rules and of the models that serve these languages, for the key of what is kept."""
    return (f"rules {VERSION}", *sorted({load_model(language).version for language in languages}))
