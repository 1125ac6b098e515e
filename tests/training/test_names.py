"""The making of training text for the multilingual model: tokens, readers, projection, swapped names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.augment import SENTENCES, Names, composed, shouted, swapped
from training.english import trim, vote
from training.examples import Example, from_tokens
from training.prepare import to_doc
from training.project import alike, project
from training.tokens import blank

NLP = blank()
TEXT = Example("en", "test", "Ann Moreau left Harbor Bank in Lisbon.", ((0, 10, "PERSON"), (16, 27, "ORG"), (31, 37, "LOC")))


@pytest.mark.parametrize(("text", "expected"), [
    ("Keller's SID-huset", ["Keller", "'", "s", "SID", "-", "huset"]),
    ("l’université d’Orsay", ["l", "’", "université", "d", "’", "Orsay"]),
    ("K2.5 (Qu Bo‑Wen)", ["K2.5", "(", "Qu", "Bo", "‑", "Wen", ")"]),
    ("غراهام،مشيرًا", ["غراهام", "،", "مشيرًا"]),
    ("김민서는 李Bowen", ["김", "민", "서", "는", "李", "Bowen"]),
])
def test_a_name_never_shares_a_token_with_what_is_glued_to_it(text: str, expected: list[str]) -> None:
    assert [token.text for token in NLP.make_doc(text)] == expected


@given(st.text(alphabet="aA é'’-.,()\n李มอ،ب1", max_size=40))
def test_tokens_and_spaces_make_up_the_text(text: str) -> None:
    assert NLP.make_doc(text).text == text


@pytest.mark.parametrize(("tokens", "text"), [
    ('Er sagte : „ Ecce homo “ , und " ja " ( weg ) .', 'Er sagte: „Ecce homo“, und "ja" (weg).'),
    ("“ Yes , ” he said", "“Yes,” he said"),
])
def test_tokens_are_set_as_a_newspaper_sets_them(tokens: str, text: str) -> None:
    assert from_tokens("de", "test", tokens.split(), ["O"] * len(tokens.split())).text == text


def test_spans_of_tokens_become_spans_of_text() -> None:
    example = from_tokens("en", "test", ["(", "Ann", "Moreau", ",", "Harbor", "Bank", ")"], ["O", "B-PER", "I-PER", "O", "B-ORG", "I-ORG", "O"])
    assert [(example.text[start:end], label) for start, end, label in example.spans] == [("Ann Moreau", "PERSON"), ("Harbor Bank", "ORG")]


def test_an_unknown_stretch_teaches_nothing() -> None:
    doc = to_doc(NLP, Example("en", "test", "Ann met Bob today", ((0, 3, "PERSON"), (8, 11, "?"))))
    assert [token.ent_iob_ for token in doc] == ["B", "O", "", "O"]


@pytest.mark.parametrize(("left", "right", "same"), [
    ("Pelletier", "Пелетье", True), ("Brenner", "برينر", True), ("Brenner", "Brennerin", True), ("Brenner", "Kowalski", False), ("Nakamura", "Накамуры", True),
])
def test_words_that_sound_alike(left: str, right: str, same: bool) -> None:
    assert (alike(left, right) >= 0.75) is same


def test_a_name_is_found_beside_by_its_sound_and_its_place() -> None:
    english = ["Brenner met Nakamura in Oslo.", "Then Nakamura spoke of the sea.", "Brenner was tired."]
    spans = [[(0, 7, "PERSON"), (12, 20, "PERSON"), (24, 28, "LOC")], [(5, 13, "PERSON")], [(0, 7, "PERSON")]]
    russian = ["Бреннер встретил Накамуру в Осло.", "Затем Накамура говорил о море.", "Бреннер устал."]
    found = project("ru", english, spans, russian, NLP)
    names = [[(example.text[start:end], label) for start, end, label in example.spans] for example in found]
    assert names == [[("Бреннер", "PERSON"), ("Накамуру", "PERSON"), ("Осло", "LOC")], [("Накамура", "PERSON")], [("Бреннер", "PERSON")]]


def test_a_second_opinion_outvotes_the_first() -> None:
    paragraphs = ["Tolvex grew.", "He left Tolvex."]
    first = {paragraphs[0]: [(0, 6, "PERSON")], paragraphs[1]: [(8, 14, "ORG")]}
    second = {paragraphs[0]: [(0, 6, "ORG")]}
    assert vote([("a", paragraphs)], [(1.0, first), (1.2, second)]) == {"a": [[(0, 6, "ORG")], [(8, 14, "ORG")]]}


@pytest.mark.parametrize(("text", "expected"), [("the Harbor Bank's", "Harbor Bank"), ("Dr. Ann Moreau", "Ann Moreau"), ("Theo Lang", "Theo Lang")])
def test_articles_titles_and_possessives_go(text: str, expected: str) -> None:
    start, end = trim(text, 0, len(text))
    assert text[start:end] == expected


@pytest.mark.parametrize("seed", range(20))
def test_swapped_names_stand_where_their_spans_say(seed: int) -> None:
    names = Names([TEXT], seed)
    example = swapped(TEXT, names)
    person, _, place = (example.text[start:end] for start, end, _ in example.spans)
    assert example.text.startswith(person) and " left " in example.text and place == "Lisbon"
    assert to_doc(NLP, example).ents[0].text == person


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_composed_sentences_name_people_and_bodies_but_no_products(language: str) -> None:
    for example in composed(Names([TEXT], 3), language, 60):
        assert {label for _, _, label in example.spans} <= {"PERSON", "ORG", "LOC"}
        assert "{" not in example.text and len(to_doc(NLP, example).ents) == len(example.spans)


def test_the_same_seed_draws_the_same_names() -> None:
    assert [Names([TEXT], 5).pinyin() for _ in range(3)] == [Names([TEXT], 5).pinyin() for _ in range(3)]
    one, two = Names([TEXT], 5), Names([TEXT], 6)
    assert [one.pinyin() for _ in range(5)] != [two.pinyin() for _ in range(5)]


def test_a_headline_keeps_its_spans() -> None:
    loud = shouted(TEXT)
    assert loud is not None and loud.text[0:10] == "ANN MOREAU" and loud.spans == TEXT.spans
    assert shouted(Example("de", "test", "Straße", ())) is None
