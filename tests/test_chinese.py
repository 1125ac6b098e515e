"""Romanized Chinese: words cut into legal syllables."""

from __future__ import annotations

import pytest

from pipeline.languages.chinese import syllables_of, table

pytestmark = pytest.mark.smoke


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("zhilin", ("zhi", "lin")), ("xinyu", ("xin", "yu")), ("minyue", ("min", "yue")), ("nanyu", ("nan", "yu")), ("lyu", ("lyu",)),
        ("bowen", ("bo", "wen")), ("xiangyu", ("xiang", "yu")), ("yutao", ("yu", "tao")), ("brandt", ()), ("", ()),
    ],
)
def test_a_word_is_cut_into_legal_syllables(word: str, expected: tuple[str, ...]) -> None:
    assert syllables_of(word) == expected


def test_each_legal_syllable_is_cut_no_further() -> None:
    assert [syllable for syllable in sorted(table("pinyin_syllables")) if syllables_of(syllable) != (syllable,)] == []


def test_two_syllables_that_end_and_begin_at_n_are_found_again() -> None:
    legal = table("pinyin_syllables")
    pairs = [(one, two) for one in ("xin", "min", "jun", "lan", "chen") for two in ("yu", "yue", "yi", "yan") if one in legal and two in legal]
    assert [pair for pair in pairs if syllables_of("".join(pair)) != pair] == []
