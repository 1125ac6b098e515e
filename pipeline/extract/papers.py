"""Document -> Candidate for works: papers, theses and reports, and the people in their lists of authors. Pure functions of one document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pipeline.extract.identifiers import find_identifiers
from pipeline.extract.named import authored_names, listed_works, named_papers, report_names, venue_names
from pipeline.extract.quoted import quoted_titles
from pipeline.extract.references import cited_people, people_behind, people_in_references, people_on_lines, reference_titles
from pipeline.extract.scene import Scene, WorkRule, scenes
from pipeline.extract.unquoted import bibtex_titles, described_in, labelled_titles, thesis_lines, title_lines, title_runs
from pipeline.records import Candidate, Document


def identifiers(scene: Scene) -> Iterator[Candidate]:
    """arXiv, DOI, OpenReview, ACL Anthology and PMID identifiers, cleaned."""
    for identifier in find_identifiers(scene.text, scene.start, scene.end):
        yield scene.candidate(identifier.start, identifier.end, "identifier", identifier.scheme)


WORK_RULES: tuple[WorkRule, ...] = (
    # earlier rules win where two find overlapping spans
    identifiers, bibtex_titles, reference_titles, quoted_titles, labelled_titles, thesis_lines, title_lines, described_in, title_runs,
    report_names, venue_names, named_papers, listed_works, authored_names,
)


def paper_candidates(document: Document) -> list[Candidate]:
    """The works that the document names, in its order; no two overlap. `cue` is the word that told it, `detector` the rule."""
    return sorted((candidate for scene in scenes(document) for candidate in _works(scene)), key=lambda candidate: candidate.start)


def _works(scene: Scene) -> list[Candidate]:
    taken: list[Candidate] = []
    for rule in WORK_RULES:
        for candidate in rule(scene):
            if candidate.surface.strip() and not any(other.start < candidate.end and candidate.start < other.end for other in taken):
                taken.append(replace(candidate, section="references") if scene.references else candidate)
    return taken


_SECTIONS = {"reference_author": "references", "listed_author": "authors", "cited_author": "body"}


def author_candidates(document: Document, works: Sequence[Candidate] | None = None) -> list[Candidate]:
    """The people in reference lists, author lists and citations, in the order of the text. `works` are its paper candidates, where known."""
    known = paper_candidates(document) if works is None else works
    found: dict[tuple[int, int], Candidate] = {}
    for scene in scenes(document):
        here = [work for work in known if scene.start <= work.start < scene.end]
        spans: Iterable[tuple[int, int, str]] = (
            *people_in_references(scene), *people_behind(scene, here), *people_on_lines(scene), *cited_people(scene),
        )
        for start, end, rule in spans:
            section = "references" if scene.references else _SECTIONS[rule]
            found.setdefault(
                (start, end),
                Candidate(
                    document=document.document, start=start, end=end, surface=document.text[start:end], type="person",
                    language=scene.paragraph.language, detector=rule, section=section,
                ),
            )
    return [found[span] for span in sorted(found)]
