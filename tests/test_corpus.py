"""The sample corpus is as docs/corpus.md promises it: languages, lengths, gold and traps."""

from __future__ import annotations

import csv
import itertools
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ARTICLES = ROOT / "corpus" / "articles"
GOLD = ROOT / "corpus" / "gold"
LANGUAGES = ("de", "en", "es", "fr", "id", "zh")
NAMED = ("person", "organization", "paper")
OPTIONAL = ("product", "award", "book")
NAME = re.compile(r"`([^`]+)` \(([a-z]+:[a-z0-9-]+|nothing)\)")
EDGES = re.compile(r"""^[\s"“”„«»‘’'《》()（）,.;:，。]|[\s"“”„«»‘’'《》()（）,.;:，。]$""")
ABBREVIATION = re.compile(r"(?:\bSr|\bJr|\b\w)\.$")
HAN = re.compile(r"[\u4e00-\u9fff]")

pytestmark = pytest.mark.smoke


@dataclass(frozen=True, slots=True)
class Span:
    """One mention of the gold; `end` is exclusive."""

    document: str
    start: int
    end: int
    surface: str
    entity: str
    flag: str


@dataclass(frozen=True, slots=True)
class Trap:
    """One row of the table of traps; each name is a surface and the entity that it means."""

    number: int
    documents: tuple[str, ...]
    joins: tuple[tuple[str, str], ...]
    apart: tuple[tuple[str, str], ...]


def read_tsv(name: str) -> list[dict[str, str]]:
    """Return the rows of a gold table, quotation marks left as they are."""
    with open(GOLD / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def table_rows(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading of docs/corpus.md, without its two head lines."""
    section = (ROOT / "docs" / "corpus.md").read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


TEXTS = {path.stem: path.read_bytes().decode("utf-8") for path in sorted(ARTICLES.glob("*.txt"))}
ENTITIES = {row["entity_id"]: row for row in read_tsv("entities.tsv")}
SPANS = tuple(
    Span(row["doc"], int(row["start"]), int(row["end"]), row["surface"], row["entity_id"], row["flag"]) for row in read_tsv("spans.tsv")
)
NUMBERED = {int(number): document.strip("`") for number, document, _ in table_rows("Articles")}
TRAPS = tuple(
    Trap(int(number), tuple(NUMBERED[int(n)] for n in where.split(",")), tuple(NAME.findall(joins)), tuple(NAME.findall(apart)))
    for number, _, where, joins, apart in table_rows("Traps")
)


def language(document: str) -> str:
    """Return the language that the file name gives: '2026-03-11-en-lantern-lab' -> 'en'."""
    return document.split("-")[3]


def is_named(surface: str, entity: str, document: str) -> bool:
    """Say whether the article has the surface in the sense meant; 'nothing' is a sense too."""
    if entity != "nothing":
        return any((span.document, span.surface, span.entity) == (document, surface, entity) for span in SPANS)
    start = TEXTS[document].find(surface)
    taken = [span for span in SPANS if span.document == document and ENTITIES[span.entity]["type"] in NAMED]
    return start >= 0 and not any(span.start < start + len(surface) and start < span.end for span in taken)


def test_six_languages_have_two_articles_each_or_more() -> None:
    assert len(TEXTS) >= 12
    counts = Counter(language(document) for document in TEXTS)
    assert sorted(counts) == list(LANGUAGES)
    assert min(counts.values()) >= 2


@pytest.mark.parametrize("document", TEXTS)
def test_each_article_is_as_long_as_a_real_one(document: str) -> None:
    text = TEXTS[document]
    if language(document) == "zh":
        assert len(HAN.findall(text)) >= 400
    else:
        assert len(text.split()) >= 250


@pytest.mark.parametrize("document", TEXTS)
def test_each_article_has_paragraphs_a_quote_and_names_of_every_type(document: str) -> None:
    assert TEXTS[document].count("\n\n") + TEXTS[document].count("\n　　") >= 5
    assert re.search(r'["“„«]', TEXTS[document])
    assert {ENTITIES[span.entity]["type"] for span in SPANS if span.document == document} >= set(NAMED)


def test_docs_list_each_article_once() -> None:
    assert sorted(NUMBERED.values()) == sorted(TEXTS)
    assert list(NUMBERED) == list(range(1, len(TEXTS) + 1))


@pytest.mark.parametrize("document", TEXTS)
def test_gold_offsets_cut_the_surface_from_the_article(document: str) -> None:
    spans = [span for span in SPANS if span.document == document]
    assert spans
    assert [(span.surface, TEXTS[document][span.start : span.end]) for span in spans] == [(span.surface, span.surface) for span in spans]


def test_gold_surfaces_have_clean_edges_and_flags() -> None:
    assert not [span for span in SPANS if EDGES.search(span.surface) and not ABBREVIATION.search(span.surface)]
    assert {span.flag for span in SPANS} == {"req", "opt"}


def test_gold_spans_do_not_overlap() -> None:
    for left, right in itertools.pairwise(SPANS):
        assert left.document < right.document or (left.document == right.document and left.end <= right.start)


def test_gold_entities_are_those_of_the_spans() -> None:
    assert sorted({span.entity for span in SPANS}) == sorted(ENTITIES)
    assert {row["type"] for row in ENTITIES.values()} == {*NAMED, *OPTIONAL}
    assert all(row["flag"] == "opt" for row in ENTITIES.values() if row["type"] in OPTIONAL)


def test_a_full_name_is_marked_wherever_it_stands() -> None:
    """A name of two words or more, or of three Han characters or more, is nowhere in the text without a mention over it."""
    names = sorted({span.surface for span in SPANS if " " in span.surface or len(HAN.findall(span.surface)) >= 3})
    for document, text in TEXTS.items():
        marked = [(span.start, span.end) for span in SPANS if span.document == document]
        for name in names:
            for found in re.finditer(re.escape(name), text):
                assert any(start <= found.start() and found.end() <= end for start, end in marked), (document, name)


@pytest.mark.parametrize(("kind", "entities"), [("person", 12), ("organization", 12), ("paper", 6)])
def test_many_entities_stand_under_three_spellings_or_more(kind: str, entities: int) -> None:
    spellings: dict[str, set[str]] = defaultdict(set)
    for span in SPANS:
        spellings[span.entity].add(span.surface)
    many = [entity for entity, forms in spellings.items() if ENTITIES[entity]["type"] == kind and len(forms) >= 3]
    assert len(many) >= entities


@pytest.mark.parametrize(("kind", "entities"), [("person", 7), ("organization", 10), ("paper", 5)])
def test_many_entities_stand_in_han_and_in_latin_letters(kind: str, entities: int) -> None:
    scripts: dict[str, set[bool]] = defaultdict(set)
    for span in SPANS:
        scripts[span.entity].add(bool(HAN.search(span.surface)))
    both = [entity for entity, seen in scripts.items() if ENTITIES[entity]["type"] == kind and len(seen) == 2]
    assert len(both) >= entities


def test_fifteen_traps_or_more_hold_names_that_stay_apart() -> None:
    assert [trap.number for trap in TRAPS] == list(range(1, len(TRAPS) + 1))
    assert sum(bool(trap.apart) for trap in TRAPS) >= 15


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: f"trap {trap.number}")
def test_each_trap_stands_in_the_articles_it_names(trap: Trap) -> None:
    names = (*trap.joins, *trap.apart)
    assert names
    for surface, entity in names:
        assert any(is_named(surface, entity, document) for document in trap.documents), (surface, entity)
    for document in trap.documents:
        assert any(is_named(surface, entity, document) for surface, entity in names), document


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: f"trap {trap.number}")
def test_each_trap_joins_different_spellings_and_parts_different_entities(trap: Trap) -> None:
    joined = {entity for _, entity in trap.joins}
    parted = {entity for _, entity in trap.apart}
    assert not trap.joins or (len(joined) == 1 and len({surface for surface, _ in trap.joins}) >= 2)
    assert not trap.apart or len(parted) >= 2 or parted == {"nothing"}
