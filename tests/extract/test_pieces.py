"""Long text in pieces, nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.pieces import pieces, sentence_around

pytestmark = pytest.mark.smoke


@given(st.text(alphabet="ab. 。\n", max_size=80), st.integers(3, 12))
def test_pieces_cover_the_text_once(text: str, longest: int) -> None:
    cut = list(pieces(text, 0, len(text), longest=longest))
    assert "".join(text[start:end] for start, end in cut) == text
    assert all(0 < end - start <= longest for start, end in cut)


def test_pieces_end_with_sentences() -> None:
    text = "One is here. Two is there. Three."
    assert [text[start:end] for start, end in pieces(text, 0, len(text), longest=28)] == ["One is here. Two is there. ", "Three."]


def test_the_sentence_around_a_name_is_one_line() -> None:
    text = "First.\nThen Ida\nBrandt left. Last."
    assert sentence_around(text, 12, 22) == "Brandt left." or "Ida" in sentence_around(text, 12, 15)
