"""The display form and the matching key (kind K07)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.text import display_form, match_key

pytestmark = pytest.mark.smoke


@pytest.mark.parametrize(
    "surface", ["Ida\u00a0Brandt", "Ida Brandt", "Ida\u200b Brandt", "Ida  Brandt", "Ida\u202fBrandt"]
)
def test_spaces_and_invisible_marks_do_not_change_the_display_form(surface: str) -> None:
    assert display_form(surface) == "Ida Brandt"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Élodie  NÉEL", "elodie neel"),
        ("Nell O’Hallam", "Nell O'Hallam"),
        ("کتابخانه\u200cهای نور", "کتابخانههای نور"),
        ("Đỗ Minh Hiếu", "Đỗ Minh Hiếu"),
        ("Щукарёв", "Щукарев"),
        ("İlker Işıkoğlu", "ILKER ISIKOGLU"),
    ],
)
def test_spellings_of_one_name_have_one_key(left: str, right: str) -> None:
    assert match_key(left) == match_key(right)


@pytest.mark.parametrize(("left", "right"), [("น์น์น์น์น์", "นนนนน"), ("Щукарий", "Щукарии"), ("कि", "क"), ("K2", "K2.5")])
def test_letters_that_only_look_like_accents_are_kept(left: str, right: str) -> None:
    assert match_key(left) != match_key(right)


def test_the_display_form_keeps_joiners_and_the_key_ignores_them() -> None:
    assert display_form("کتابخانه\u200cهای") == "کتابخانه\u200cهای"
    assert match_key("کتابخانه\u200cهای") == match_key("کتابخانههای")


@given(st.text(alphabet=st.sampled_from("aAéÉßıİœĳﬃ\u0301\u200b\u200c ’-ёйΑά\u0345한がหม์張")))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert match_key(match_key(text)) == match_key(text)
    assert display_form(display_form(text)) == display_form(text)
