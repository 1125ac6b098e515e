"""Clean edges of names (kind K10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.edges import clean_edges, institution_parts

pytestmark = pytest.mark.smoke


@pytest.mark.parametrize(
    ("span", "language", "name", "title"),
    [
        ("Ida Brandt's", "en", "Ida Brandt", ""),
        ("Ida Brandt’s", "en", "Ida Brandt", ""),
        ("Dr. Ida Brandt", "en", "Ida Brandt", "Dr."),
        ("Prof. Dr. Lena Vogt", "de", "Lena Vogt", "Prof. Dr."),
        ("罗知夏教授", "zh", "罗知夏", "教授"),
        ("孙以宁女士", "zh", "孙以宁", "女士"),
        ("大野春菜さん", "ja", "大野春菜", "さん"),
        ("森下様", "ja", "森下", "様"),
        ("이가온 씨", "ko", "이가온", "씨"),
        ("Bapak Sulaksono", "id", "Sulaksono", "Bapak"),
        ("“Ida Brandt”,", "en", "Ida Brandt", ""),
        ("Noel Farrow3†", "en", "Noel Farrow", ""),
        ("T. Arlow¹", "en", "T. Arlow", ""),
        ("Ida Brandt<br/>", "en", "Ida Brandt", ""),
        ("★罗知夏", "zh", "罗知夏", ""),
        ("Martin Farrow Jr.", "en", "Martin Farrow Jr.", ""),
        ("d'Élodie Néel", "fr", "Élodie Néel", ""),
        ("de Corvel", "fr", "Corvel", ""),
        ("Tras Nora Vellin", "es", "Nora Vellin", ""),
        ("Sebagai Nora Vellin", "id", "Nora Vellin", ""),
        ("CTO Nora Vellin", "en", "Nora Vellin", "CTO"),
    ],
)
def test_what_a_model_takes_along_comes_off(span: str, language: str, name: str, title: str) -> None:
    edges = clean_edges(span, 0, len(span), language=language, person=True)
    assert edges is not None
    assert (span[edges.start : edges.end], edges.title) == (name, title)


@pytest.mark.parametrize("name", ["Lena", "Kestra K3", "Doktorova", "D'Orsenna", "Mister Corvel Dahl-Ohm", "罗知夏"])
def test_what_belongs_to_a_name_stays(name: str) -> None:
    edges = clean_edges(name, 0, len(name), language="de", person=True)
    assert edges is not None and name[edges.start : edges.end] == name


def test_a_title_outside_the_span_is_found() -> None:
    text = "und Prof. Lena Vogt sagte"
    edges = clean_edges(text, 10, 19, language="de", person=True)
    assert edges is not None and edges.title == "Prof."


def test_nothing_but_marks_is_no_name() -> None:
    assert clean_edges("“ — ”", 0, 5, language="en", person=True) is None


@pytest.mark.parametrize(
    ("span", "parts"),
    [
        ("Department of Physics at Brenne University", ["Department of Physics", "Brenne University"]),
        ("Brenne University’s Department of Physics", ["Brenne University", "Department of Physics"]),
        ("département de physique de l'Université de Brenne", ["département de physique", "Université de Brenne"]),
        ("University of Brenne", ["University of Brenne"]),
        ("Brenne University and Lorn Vale University", ["Brenne University", "Lorn Vale University"]),
        ("Brenne University and LVU", ["Brenne University", "LVU"]),
        ("Université de Brenne et de l'Université Lorn", ["Université de Brenne", "Université Lorn"]),
        ("Brenne University of Science and Technology", ["Brenne University of Science and Technology"]),
        ("Brenne Institute of Technology", ["Brenne Institute of Technology"]),
        ("Academy of Sciences", ["Academy of Sciences"]),
    ],
)
def test_a_unit_and_its_university_are_two(span: str, parts: list[str]) -> None:
    assert [span[start:end] for start, end in institution_parts(span)] == parts


@given(st.text(alphabet="aB .'’s\"“(教授)1²,\n", max_size=14))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    first = clean_edges(text, 0, len(text), language="en", person=True)
    if first is not None:
        second = clean_edges(text, first.start, first.end, language="en", person=True)
        assert second is not None and (second.start, second.end) == (first.start, first.end)
