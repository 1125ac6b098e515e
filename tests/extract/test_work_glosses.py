"""Where a document says that two of its names are one work, and where it does not."""

from __future__ import annotations

import re

import pytest

from pipeline.extract.papers import paper_candidates
from pipeline.extract.work_glosses import begins_words, work_glosses
from pipeline.records import Document, Paragraph

pytestmark = pytest.mark.smoke


def glosses(text: str, language: str = "en") -> list[tuple[str, str, str]]:
    paragraphs = tuple(Paragraph(m.start(), m.end(), language, 1.0, "declared") for m in re.finditer(r"[^\n]+", text))
    document = Document("a.txt", "d_a", text, "", language, 1.0, "declared", paragraphs)
    return [(gloss.left, gloss.right, gloss.rule) for gloss in work_glosses(document, paper_candidates(document))]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "A core author of TiLaS (Tiling of Layered Shards), cited in a preprint with co-authors.", [("TiLaS", "Tiling of Layered Shards", "long_form")]),
        ("zh", "论文《慢灯：长语音的记忆》（Slow Lamps: Memory for Speech，arXiv:2401.01234）发表。",
         [("慢灯：长语音的记忆", "Slow Lamps: Memory for Speech", "original_title"), ("慢灯：长语音的记忆", "arXiv:2401.01234", "with_identifier"),
          ("Slow Lamps: Memory for Speech", "arXiv:2401.01234", "with_identifier")]),
        ("es", "El artículo científico «Lámparas lentas: memoria» (título original: «Slow Lamps: Memory») salió.",
         [("Lámparas lentas: memoria", "Slow Lamps: Memory", "original_title")]),
        ("en", "The paper “Slow Lamps” (arXiv:2401.01234) is out.", [("Slow Lamps", "arXiv:2401.01234", "with_identifier")]),
        ("en", "The paper “Slow Lamps: Memory for Speech” is out. In Slow Lamps a gate opens.", [("Slow Lamps: Memory for Speech", "Slow Lamps", "short_title")]),
        ("en", "The first author of the Driftwood paper leads. Driftwood grew. See the arXiv paper (ID: 2401.01234).",
         [("2401.01234", "Driftwood", "only_work_beside")]),
        ("en", "The first author of the Driftwood paper leads.\nSee the arXiv paper (ID: 2401.01234).", []),
        ("en", "The paper “Slow Lamps: Memory for Speech” is out. The gate opens.", []),
        ("en", "The papers “Slow Lamps” and “Deep Tides” are out.", []),
        ("en", "A core author of TiLaS (cited in a preprint with co-authors).", []),
    ],
)
def test_glosses_between_works(language: str, text: str, expected: list[tuple[str, str, str]]) -> None:
    assert glosses(text, language) == expected


def test_beginnings_of_all_words_make_a_short_name() -> None:
    text = "The preprint, its co-authors and arXiv: the ChanSum paper is cited. The paper “Channel Summaries” and the paper “Chance Encounters” too."
    assert ("ChanSum", "Channel Summaries", "first_letters") in glosses(text)
    assert not any("Chance" in right for _, right, _ in glosses(text))


@pytest.mark.parametrize(
    ("short", "long", "fits"),
    [("TiLaS", "Tiling of Layered Shards", True), ("CMU", "Carnegie Mellon University", True), ("TiLaS", "Layered Shards", False), ("Tilas", "Tiling", False)],
)
def test_capitals_begin_the_words(short: str, long: str, fits: bool) -> None:
    assert begins_words(short, long) is fits
