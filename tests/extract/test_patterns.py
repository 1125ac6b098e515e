"""Names by their build: Chinese names in Latin letters, institutions by their head word."""

from __future__ import annotations

import pytest

from pipeline.extract.patterns import chinese_people, named_institutions
from pipeline.languages.chinese import chinese_name_shape, syllables_of
from pipeline.records import Document, Paragraph

pytestmark = pytest.mark.smoke


def document(text: str, language: str = "en") -> Document:
    return Document("a.txt", "d_a", text, "", language, 1.0, "script", (Paragraph(0, len(text), language, 1.0, "script"),))


@pytest.mark.parametrize(("word", "syllables"), [("zhilin", ("zhi", "lin")), ("xian", ("xian",)), ("brandt", ())])
def test_words_are_cut_into_legal_syllables(word: str, syllables: tuple[str, ...]) -> None:
    assert syllables_of(word) == syllables


@pytest.mark.parametrize(
    ("name", "shape"),
    [("Luo Zhixia", "full"), ("Zhixia Luo", "full"), ("Luo Zhi Xia", "full"), ("Luo Zhi-Xia", "full"), ("Ouyang Qingchuan", "full"),
     ("Tan Jie", "short"), ("Ida Brandt", ""), ("Luo", ""), ("The Man", "")],
)
def test_the_shape_of_a_chinese_name_is_seen(name: str, shape: str) -> None:
    assert chinese_name_shape(name) == shape


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Then Luo Zhi Xia met Sun Yining.", ["Luo Zhi Xia", "Sun Yining"]),
        ("In Shanghai Luo ZhiXia spoke.", ["Luo ZhiXia"]),
        ("Luo Zhixia-led teams", ["Luo Zhixia"]),
        ("They can then sing along.", []),
    ],
)
def test_chinese_people_are_found_whole(text: str, names: list[str]) -> None:
    doc = document(text)
    assert [candidate.surface for candidate in chinese_people(doc, doc.paragraphs[0])] == names


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("She joined Northern Vale Institute of Technology in May.", "en", ["Northern Vale Institute of Technology"]),
        ("Elle a rejoint l'Université de Brenne hier.", "fr", ["Université de Brenne"]),
        ("the university of life", "en", []),
        ("Peneliti di Universitas Brenne itu", "id", ["Universitas Brenne"]),
    ],
)
def test_institutions_are_found_by_their_head_word(text: str, language: str, names: list[str]) -> None:
    doc = document(text, language)
    assert [candidate.surface for candidate in named_institutions(doc, doc.paragraphs[0])] == names
