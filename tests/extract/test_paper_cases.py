"""The rows of stage `paper` in the table of cases, each with inputs of the same shape that must come out otherwise."""

from __future__ import annotations

import pytest

from pipeline.align import papers as rules
from pipeline.extract.papers import author_candidates, paper_candidates
from pipeline.extract.work_glosses import work_glosses
from pipeline.records import Alias, AliasKey, Document, Paragraph

pytestmark = pytest.mark.smoke


def document(text: str, language: str = "en") -> Document:
    return Document("a.txt", "d_a", text, "", language, 1.0, "declared", (Paragraph(0, len(text), language, 1.0, "declared"),))


def works(text: str, language: str = "en") -> list[str]:
    return [candidate.surface for candidate in paper_candidates(document(text, language))]


def alias(name: str) -> Alias:
    return Alias(AliasKey("paper", name, ""), ("en",), ("a.txt",), (0,))


def meet(left: str, right: str) -> bool:
    """Whether a strong key joins the two and nothing speaks against it."""
    shared = set(rules.strong_keys(left, ("en",))) & set(rules.strong_keys(right, ("en",)))
    return bool(shared) and rules.against(alias(left), alias(right)) is None


def test_c109_identifiers_are_cut_where_the_sentence_begins_again() -> None:
    text = "(https://doi.org/10.5555/abc.123). See doi:10.5555/XYZ(99)7-4, arXiv:2401.01234v2; also https://arxiv.org/abs/2401.01234. Old: arXiv:math/0309136."
    found = [rules.identifier_of(name) for name in works(text)]
    assert found == [("doi", "10.5555/abc.123"), ("doi", "10.5555/xyz(99)7-4"), ("arxiv", "2401.01234"), ("arxiv", "2401.01234"), ("arxiv", "math/0309136")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[see 10.5555/a(1)b(2)].", ["10.5555/a(1)b(2)"]),
        ("(openreview.net/forum?id=aB3_x-9), PMID: 31452104.", ["openreview.net/forum?id=aB3_x-9", "PMID: 31452104"]),
        ("at https://aclanthology.org/2020.acl-main.5/ and aclanthology.org/P18-1001.", ["aclanthology.org/2020.acl-main.5", "aclanthology.org/P18-1001"]),
        ("在arXiv（arXiv：2401.01234）上。", ["arXiv：2401.01234"]),
        ("the arXiv paper (ID: 2401.01234)", ["2401.01234"]),
        ("It cost 2401.01234 dollars, 10.55 percent, on 10.5.2020.", []),
        ("version 2024.12345 of the arXivist", []),
    ],
)
def test_identifiers_of_the_same_shape(text: str, expected: list[str]) -> None:
    assert works(text) == expected


@pytest.mark.parametrize(
    ("left", "right", "one"),
    [
        ("Deep Roots: Part I. Soils", "Deep Roots: Part II. Canopies", False),
        ("Mira-V1", "Mira-V2", False),
        ("Kestra k1.5", "Kestra K1.5", True),
        ("10.5555/a1", "10.5555/a2", False),
        ("Low Tides, Volume 1", "Low Tides, Volume 2", False),
        ("Low Tides", "Low Tides 2", False),
        ("LOW TIDES OF AUTUMN", "Low tides of autumn", True),
        ("Kestra K2 Technical Report", "Kestra K2.5 Technical Report", False),
        ("长夜（上）：风", "长夜（下）：雨", False),
    ],
)
def test_c111_numerals_and_versions_tell_works_apart(left: str, right: str, one: bool) -> None:
    assert meet(left, right) is one


@pytest.mark.parametrize(
    ("title", "full"),
    [
        ("Introduction", False), ("Editorial", False), ("Preface", False), ("Notes on Hidden Tides", False), ("Einleitung", False), ("引言", False),
        ("Введение", False), ("A Survey of Quiet Networks", False), ("A Survey of Quiet Networks: Ten Years On", True), ("Hidden Tides", True),
        ("Introductions of Beavers in Norway", True),
    ],
)
def test_c112_generic_titles_never_join_by_the_title_alone(title: str, full: bool) -> None:
    assert rules.is_full_name(title, "en") is full
    assert bool(rules.strong_keys(title, ("en",))) is full


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("ru", "Она написала «Тихие воды» и сборник «О чтении „Тихих вод“».", ["Тихие воды", "О чтении „Тихих вод“"]),
        ("de", "Sie las „Stille Wasser“ und »Am Wehr«.", ["Stille Wasser", "Am Wehr"]),
        ("zh", "她写了《静水》和《论〈静水〉》。", ["静水", "论〈静水〉"]),
        ("ja", "彼女は『静かな水』を書いた。「はい」と言った。", ["静かな水"]),
        ("fr", "Elle a écrit « Eaux calmes » et « Au bord du “Lac” ».", ["Eaux calmes", "Au bord du “Lac”"]),
        ("ja", "彼女は「はい」と書いた。", []),
        ("de", "Sie schrieb: „Das Wasser ist still.“", []),
        ("ru", "Она сказала «Тихо» и ушла в магазин «Вода».", []),
        ("zh", "她说：“静水流深。”", []),
    ],
)
def test_c114_quotation_marks_of_the_language_delimit_titles(language: str, text: str, expected: list[str]) -> None:
    assert works(text, language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We train on RACE and EAST [4]; the race in the east was won.", ["RACE", "EAST"]),
        ("OASIS: open atlas of still images (Osman, 2020).", ["OASIS: open atlas of still images"]),
        ("We evaluate on GAR [7, 9].", ["GAR"]),
        ("SEER: slow eyes for early rain (Brandt et al., 2021).", ["SEER: slow eyes for early rain"]),
        ("The RACE in the EAST was won; NASA said so [4].", []),
        ("The race in the east was an oasis.", []),
    ],
)
def test_c115_short_names_need_their_case_and_a_citation(text: str, expected: list[str]) -> None:
    assert works(text) == expected


def test_c115_short_names_of_five_letters_keep_their_case() -> None:
    assert not meet("RACE", "Race")
    assert not meet("EAST", "East")
    assert meet("Pe-TuRA", "Pe-tura")
    assert ("same_name", "OASIS") in rules.strong_keys("OASIS: open atlas of still images", ("en",))


def test_c117_another_title_with_the_identifier_of_the_book_stays_apart() -> None:
    assert not meet("Preface", "Listening to Estuaries")
    assert not meet("Preface", "Preface")


def test_c118_one_reference_in_two_scripts() -> None:
    text = "Gu, W., and L. Tan. 2020. “Lamps of the Old Harbour 旧港灯著录.” Harbour Notes 港湾札记 (3): 60–64. 顾文岚, 谭立. 旧港灯著录[J]. 港湾札记, 2020."
    found = paper_candidates(document(text))
    assert [candidate.surface for candidate in found] == ["Lamps of the Old Harbour", "旧港灯著录", "旧港灯著录"]
    assert [candidate.surface for candidate in author_candidates(document(text))] == ["Gu, W.", "L. Tan", "顾文岚", "谭立"]
    glosses = work_glosses(document(text), found)
    assert [(gloss.left, gloss.right, gloss.rule) for gloss in glosses] == [("Lamps of the Old Harbour", "旧港灯著录", "original_title")]


def test_a_reference_in_one_script_stays_one_title() -> None:
    text = "Gu, W., and L. Tan. 2020. “Lamps of the Old Harbour.” Harbour Notes (3): 60–64."
    assert works(text) == ["Lamps of the Old Harbour"]
