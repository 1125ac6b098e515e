"""What the text says of a work: identifiers, venue, year, authors, each with its sentence."""

from __future__ import annotations

import re

import pytest

from pipeline.align.work_details import work_details
from pipeline.records import Alias, AliasKey, Alignment, Cluster, Document, EntityType, Mention, Paragraph

pytestmark = pytest.mark.smoke


def details(text: str, works: list[str], people: list[str] = [], *, section: str = "body") -> tuple[dict[str, str], list[tuple[str, str]]]:  # noqa: B006  # never changed
    """The identifiers and the (key, value) pairs of one work that the text calls by these names."""
    mentions = []
    named: list[tuple[EntityType, list[str]]] = [("paper", works), ("person", people)]
    for kind, names in named:
        for name in names:
            for match in re.finditer(re.escape(name), text):
                mentions.append(Mention("a.txt", match.start(), match.end(), name, kind, "en", "test", section=section if kind == "paper" else "body"))
    keys = [AliasKey("paper", name, "") for name in works]
    aliases = tuple(Alias(key, ("en",), ("a.txt",), tuple(n for n, m in enumerate(mentions) if m.surface == key.name)) for key in keys)
    document = Document("a.txt", "d_a", text, "", "en", 1.0, "test", (Paragraph(0, len(text), "en", 1.0, "test"),))
    [(identifiers, found)] = work_details(Alignment((Cluster(aliases, ()),), ()), mentions, {"a.txt": document})
    assert all(" ".join(text.split()).count(quote) for _, _, quote in found)
    return dict(identifiers), [(key, value) for key, value, _ in found]


@pytest.mark.parametrize(
    ("text", "works", "people", "expected"),
    [
        ("The seminal work EAST (CVPR 2017) is old.", ["EAST"], [], [("venue", "CVPR"), ("year", "2017")]),
        ("The paper “Slow Lamps” (Osman, 2020) is out.", ["Slow Lamps"], [], [("year", "2020")]),
        ("“Slow Lamps” was published in Nature in 2019.", ["Slow Lamps"], [], [("venue", "Nature"), ("year", "2019")]),
        ("“Slow Lamps” was published in 2019 and again in 2020.", ["Slow Lamps"], [], []),
        ("“Slow Lamps” by Ida Brandt, Nell Farrow and Sami Osman is out; Tom Arlow read it.", ["Slow Lamps"],
         ["Ida Brandt", "Nell Farrow", "Sami Osman", "Tom Arlow"], [("author", "Ida Brandt"), ("author", "Nell Farrow"), ("author", "Sami Osman")]),
        ("“Slow Lamps” (arXiv:2401.01234), by Ida Brandt.", ["Slow Lamps", "arXiv:2401.01234"], ["Ida Brandt"], [("author", "Ida Brandt")]),
        ("Ida Brandt and Nell Farrow published “Slow Lamps” last year.", ["Slow Lamps"], ["Ida Brandt", "Nell Farrow"],
         [("author", "Ida Brandt"), ("author", "Nell Farrow")]),
        ("Ida Brandt worked with Nell Farrow, then head of research, and was a core author of Slow Lamps.", ["Slow Lamps"], ["Ida Brandt", "Nell Farrow"], []),
        ("Ida Brandt likes the paper “Slow Lamps”.", ["Slow Lamps"], ["Ida Brandt"], []),
        ("Slow Lamps\nIda Brandt, Nell Farrow\nPublished.", ["Slow Lamps"], ["Ida Brandt", "Nell Farrow"], [("author", "Ida Brandt"), ("author", "Nell Farrow")]),
    ],
)
def test_venue_year_and_authors_are_read_from_the_sentence(text: str, works: list[str], people: list[str], expected: list[tuple[str, str]]) -> None:
    assert details(text, works, people)[1] == expected


def test_the_authors_of_a_reference_stand_before_its_title() -> None:
    text = "Brandt, I., Farrow, N.: Slow Lamps. ICML 2021"
    assert details(text, ["Slow Lamps"], ["Brandt, I.", "Farrow, N."], section="references")[1] == [("author", "Brandt, I."), ("author", "Farrow, N.")]


def test_identifiers_are_among_the_names() -> None:
    identifiers, _ = details("arXiv:2401.01234v2 and 10.5555/ABC.1", ["arXiv:2401.01234v2", "10.5555/ABC.1"])
    assert identifiers == {"arxiv": "2401.01234", "arxiv_version": "2", "doi": "10.5555/abc.1"}


def test_other_entities_have_no_details() -> None:
    alias = Alias(AliasKey("person", "Ida Brandt", ""), ("en",), ("a.txt",), ())
    assert work_details(Alignment((Cluster((alias,), ()),), ()), [], {}) == [((), ())]
