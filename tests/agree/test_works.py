"""Works over the whole corpus: what one document introduces is found where the same is told, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipeline import extract
from pipeline.agree.works import NAME_RULES, TITLE_RULES, WEAK_RULES, introduced_names, settle_works
from pipeline.extract.papers import paper_candidates
from pipeline.records import Candidate, CandidateType, Document, Paragraph, ParallelPair

pytestmark = pytest.mark.smoke


def document(name: str, text: str, language: str = "en") -> Document:
    paragraphs = tuple(Paragraph(m.start(), m.end(), language, 1.0, "declared") for m in re.finditer(r"[^\n]+", text))
    return Document(name, f"d_{name}", text, "", language, 1.0, "declared", paragraphs)


def candidate(document: Document, surface: str, kind: CandidateType, detector: str = "model") -> Candidate:
    start = document.text.index(surface)
    return Candidate(document.document, start, start + len(surface), surface, kind, document.language, detector)


def settle(*documents: Document, extra: tuple[Candidate, ...] = (), pairs: tuple[ParallelPair, ...] = ()) -> list[tuple[str, str]]:
    """(document, surface) of every mention."""
    candidates = {d.document: [*paper_candidates(d), *(c for c in extra if c.document == d.document)] for d in documents}
    return [(mention.document, mention.surface) for mention in settle_works({d.document: d for d in documents}, candidates, pairs)]


INTRODUCES = document("a.txt", "The arXiv preprint says more. The first author of the Driftwood paper likes Driftwood, as driftwood floats.")
ELSEWHERE = document("b.txt", "On the beach lay Driftwood.")
PARALLEL = document("c.txt", "Driftwood est un bois.", "fr")


def test_a_short_name_is_found_again_in_exact_case_in_its_document() -> None:
    assert settle(INTRODUCES) == [("a.txt", "Driftwood"), ("a.txt", "Driftwood")]


def test_an_unrelated_document_keeps_the_ordinary_word() -> None:
    assert [d for d, _ in settle(INTRODUCES, ELSEWHERE)] == ["a.txt", "a.txt"]


def test_a_parallel_text_has_the_work_too() -> None:
    pair = ParallelPair("a.txt", "c.txt", 0.9, ())
    assert settle(INTRODUCES, PARALLEL, pairs=(pair,)) == [("a.txt", "Driftwood"), ("a.txt", "Driftwood"), ("c.txt", "Driftwood")]


def test_two_people_in_common_tie_two_documents() -> None:
    left = document("a.txt", INTRODUCES.text + " Ida Brandt and Nell Farrow agreed.")
    right = document("b.txt", "Ida Brandt and Nell Farrow spoke of Driftwood.")
    people = tuple(candidate(d, name, "person") for d in (left, right) for name in ("Ida Brandt", "Nell Farrow"))
    assert ("b.txt", "Driftwood") in settle(left, right, extra=people)
    assert ("b.txt", "Driftwood") not in settle(left, right, extra=people[:3])


def test_a_bare_version_is_not_looked_up() -> None:
    text = "A preprint, its co-authors and arXiv: technical documents, including Orlo B4, TiLaS, Plover, and Orlo-PX. Later Orlo B4 and TiLaS grew."
    assert [surface for _, surface in settle(document("a.txt", text))] == ["Orlo B4", "TiLaS", "Plover", "Orlo-PX", "TiLaS"]


def test_one_weak_cue_yields_to_other_detectors() -> None:
    text = "The arXiv preprint, the co-author, the abstract and the citation: the paper on Farrow was cited. Farrow and Farrow."
    one = document("a.txt", text)
    votes = [Candidate("a.txt", m.start(), m.end(), "Farrow", "person", "en", "model") for m in re.finditer("Farrow", text)]
    assert [surface for _, surface in settle(one)] == ["Farrow"] * 3
    assert settle(one, extra=tuple(votes)) == []


def test_a_long_form_in_brackets_is_a_work_as_well() -> None:
    text = "One of the core authors of TiLaS (Tiling of Layered Shards), cited in a preprint with co-authors."
    assert [surface for _, surface in settle(document("a.txt", text))] == ["TiLaS", "Tiling of Layered Shards"]


def test_the_part_before_the_subtitle_is_introduced_with_the_title() -> None:
    text = "The paper “Slow Lamps: Memory for Speech” is out. In Slow Lamps the gate opens."
    assert [surface for _, surface in settle(document("a.txt", text))] == ["Slow Lamps: Memory for Speech", "Slow Lamps"]
    names = introduced_names(paper_candidates(document("a.txt", "The paper “Lamps: Memory for Speech” is out. Lamps are lit.")))
    assert names == {"Lamps: Memory for Speech"}


def test_a_name_inside_a_longer_title_is_part_of_it() -> None:
    text = "The first author of the Driftwood paper wrote a post titled “How We Built Driftwood”. “Driftwood is a library,” he said."
    assert [surface for _, surface in settle(document("a.txt", text))] == ["Driftwood", "Driftwood"]


def test_mentions_do_not_overlap_and_do_not_depend_on_the_order_of_documents() -> None:
    documents = (INTRODUCES, ELSEWHERE, PARALLEL)
    pair = (ParallelPair("a.txt", "c.txt", 0.9, ()),)
    assert settle(*documents, pairs=pair) == settle(*reversed(documents), pairs=pair)


def test_every_rule_that_works_are_judged_by_is_one_of_extraction() -> None:
    folder = Path(extract.__file__).parent
    source = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in ("named", "quoted", "references", "unquoted"))
    for name in (*NAME_RULES, *TITLE_RULES, *WEAK_RULES):
        assert f'"{name}"' in source, name
