"""Real faults of finding names, each with small inputs of its kind (K10 edges, K11 layout, K12 wrong finds), through models and agreement."""

from __future__ import annotations

from functools import cache

import pytest

from pipeline.agree import agree
from pipeline.detect import detect
from pipeline.extract import extract
from pipeline.records import Mention, RawDocument


@cache
def find(*texts: str) -> tuple[Mention, ...]:
    """The mentions of documents with these texts, named a.txt, b.txt …"""
    documents = {}
    for number, text in enumerate(texts):
        name = f"{chr(97 + number)}.txt"
        documents[name] = detect(RawDocument(name, text, str(number)))
    found = {name: extract(document) for name, document in documents.items()}
    return tuple(agree(documents, {name: item.candidates for name, item in found.items()}, []))


def names(kind: str, *texts: str) -> list[str]:
    return [" ".join(mention.surface.split()) for mention in find(*texts) if mention.type == kind]


@pytest.mark.parametrize(
    ("text", "people", "organizations"),
    [
        pytest.param("The notes were taken by Nora\n Vellin \nuntil two o'clock.\n\n   \n", ["Nora Vellin"], [], id="wrapped"),
        pytest.param("Nora Vellin's lecture was long. Nora Vellin’s slides were short.", ["Nora Vellin", "Nora Vellin"], [], id="possessive"),
        pytest.param("The survey was made at Southern Dale Institute (SDI), and ‘Nora Vellin’ wrote it up.", ["Nora Vellin"], ["Southern Dale Institute", "SDI"], id="brackets"),
        pytest.param("Nora Vellin1,2*, Peter Hallow3† and Anna Corrick¹ presented the study in Oslo.", ["Nora Vellin", "Peter Hallow", "Anna Corrick"], [], id="affiliation marks"),
        pytest.param("Jens Ravn-Holm and Anne-Marie Dupin spoke at the meeting.", ["Jens Ravn-Holm", "Anne-Marie Dupin"], [], id="hyphens"),
        pytest.param("Nell O'Farrow met Bruno D’Alessi in Rome; later Nell O’Farrow left.", ["Nell O'Farrow", "Bruno D’Alessi", "Nell O’Farrow"], [], id="apostrophes"),
        pytest.param("An apple and an orange lay in the gap.", [], [], id="common nouns"),
        pytest.param("Dr. Anna Vogt met Prof. Omar Haddad in Lund.", ["Anna Vogt", "Omar Haddad"], [], id="titles"),
    ],
)
def test_names_come_out_with_clean_edges(text: str, people: list[str], organizations: list[str]) -> None:
    assert names("person", text) == people
    assert [name for name in organizations if name not in names("organization", text)] == []


def test_offsets_are_those_of_the_text() -> None:
    text = "Minutes: Nora\n Vellin and Nora\u202fVellin."
    for mention in find(text):
        assert text[mention.start : mention.end] == mention.surface
        assert mention.surface == mention.surface.strip()


def test_titles_have_a_column_of_their_own() -> None:
    found = {mention.surface: mention.title for mention in find("Dr. Anna Vogt met Prof. Omar Haddad in Lund.")}
    assert found == {"Anna Vogt": "Dr.", "Omar Haddad": "Prof."}


def test_no_organization_from_common_nouns_beside_one_from_a_list_of_firms() -> None:
    assert names("organization", "An apple and an orange lay in the gap.") == []


def test_citations_are_no_people_called_et_al() -> None:
    for name in names("person", "As shown by Vellin et al. (2020) and by Hallow and Orr [3], the tides rise."):
        assert "et al" not in name


def test_a_name_of_five_thousand_words_in_is_found() -> None:
    text = "water stone river field " * 1250 + "The closing remarks were given by Thomas Arden of the Meadow Trust Foundation."
    assert names("person", text) == ["Thomas Arden"]


def test_a_name_found_once_is_found_everywhere() -> None:
    texts = ("Researcher Zhang Ruolin of Brenne University said so. Zhang Ruolin left.", "Menurut Zhang Ruolin, hal itu benar adanya dan penting sekali bagi semua orang.")
    assert [m.surface for m in find(*texts) if m.type == "person" and m.document == "b.txt"] == ["Zhang Ruolin"]


@pytest.mark.parametrize("product", ["Kestra", "Orbix"])
def test_a_line_of_products_is_neither_person_nor_organization(product: str) -> None:
    text = f"{product} K2 was released in July. The {product} K3 model beats {product} K2.5, and {product} runs faster. The model {product} is open. {product} answered at once."
    assert names("person", text) + names("organization", text) == []
