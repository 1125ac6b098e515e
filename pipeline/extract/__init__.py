"""Document -> Candidate: every span that a detector takes for a name. A pure function of one document and the model versions."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from pipeline.errors import ModelError

from pipeline.extract.edges import clean_edges, institution_parts
from pipeline.extract.glosses import find_glosses
from pipeline.extract.models import load_model
from pipeline.extract.papers import author_candidates, paper_candidates
from pipeline.extract.patterns import PATTERNS
from pipeline.extract.pieces import pieces
from pipeline.extract.work_glosses import work_glosses
from pipeline.records import Candidate, CandidateType, Document, Gloss

log = logging.getLogger(__name__)

VERSION = "1"
"""Changes when the rules of this stage change, so that kept candidates are made anew."""

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
    cleaned.extend(paper_candidates(document))
    cleaned.extend(author_candidates(document))
    candidates = tuple(sorted(set(cleaned), key=_order))
    return Extraction(candidates, (*find_glosses(document, candidates), *work_glosses(document, candidates)))


def model_candidates(document: Document) -> list[Candidate]:
    """What the model of each paragraph's language says, piece by piece."""
    by_language: dict[str, list[tuple[int, int]]] = {}
    for paragraph in document.paragraphs:
        by_language.setdefault(paragraph.language, []).extend(pieces(document.text, paragraph.start, paragraph.end))
    found: list[Candidate] = []
    for language in sorted(by_language):
        try:
            model = load_model(language)
        except ModelError as error:
            _say_once(language, str(error))
            continue
        spans = by_language[language]
        for (start, end), entities in zip(spans, model.entities([document.text[s:e] for s, e in spans]), strict=True):
            for entity in entities:
                first, last = start + entity.start, start + entity.end
                found.append(
                    Candidate(
                        document=document.document, start=first, end=last, surface=document.text[first:last],
                        type=_TYPES[entity.label], language=language, detector=model.name,
                    )
                )
    return found


@cache
def _say_once(language: str, reason: str) -> None:
    log.warning("No model for %s: only the rules find names there. %s", language, reason)


def _parts(candidate: Candidate) -> list[Candidate]:
    """A university and its department are two candidates."""
    if candidate.type != "organization":
        return [candidate]
    return [
        replace(candidate, start=candidate.start + start, end=candidate.start + end, surface=candidate.surface[start:end])
        for start, end in institution_parts(candidate.surface)
    ]


def _clean(document: Document, candidate: Candidate) -> Candidate | None:
    edges = clean_edges(document.text, candidate.start, candidate.end, language=candidate.language, person=candidate.type == "person")
    if edges is None:
        return None
    surface = document.text[edges.start : edges.end]
    if not any(char.isalpha() for char in surface):
        return None
    return replace(candidate, start=edges.start, end=edges.end, surface=surface, title=edges.title)


def _order(candidate: Candidate) -> tuple[int, int, str, str, str]:
    return candidate.start, -candidate.end, candidate.type, candidate.detector, candidate.title


def versions(languages: Sequence[str]) -> tuple[str, ...]:
    """The versions of the rules and of the models that serve these languages, for the key of what is kept."""
    return (f"rules {VERSION}", *sorted({load_model(language).version for language in languages}))
