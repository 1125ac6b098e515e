"""Row C131: trivial variants are settled by rule, the real questions are asked, the most useful first, with their evidence."""

from __future__ import annotations

import random

import pytest

from pipeline.align import align
from pipeline.ids import IdBook, assign_ids
from pipeline.merge import merge
from pipeline.records import Document, Mention, Paragraph
from pipeline.write.review import Question, questions

pytestmark = pytest.mark.smoke
SYLLABLES = "ba de fi go lu ma ne po ri so ta ve zo ka mu".split()


def name(chance: random.Random, *lengths: int) -> str:
    return " ".join("".join(chance.choice(SYLLABLES) for _ in range(length)).capitalize() for length in lengths)


def variants(chance: random.Random) -> list[tuple[str, str]]:
    """470 pairs that differ in case, dots or spaces alone, and 30 of two spellings that a person has to judge."""
    trivial, real = [], []
    for number in range(470):
        first, last = name(chance, 3, 4).split()
        left = f"{first} {chance.choice('BDFGK')}. {last}"
        right = (left.upper(), left.replace(".", ""), left.replace(". ", "."))[number % 3]
        trivial.append((left, right))
    for _ in range(30):
        left = name(chance, 3, 5)
        real.append((left, left[:3] + "h" + left[3:]))
    return trivial + real


def asked(pairs: list[tuple[str, str]]) -> list[Question]:
    mentions: list[Mention] = []
    documents: dict[str, Document] = {}
    for number, pair in enumerate(pairs):
        for side, shown in enumerate(pair):
            document = f"{number:03}{'ab'[side]}.txt"
            text = "".join(f"On day {day} {shown} spoke. " for day in range(1 + number % 7))
            start = 0
            while (start := text.find(shown, start)) >= 0:
                mentions.append(Mention(document, start, start + len(shown), shown, "person", "en", "test"))
                start += len(shown)
            documents[document] = Document(document, document, text, document, "en", 1.0, "test", (Paragraph(0, len(text), "en", 1.0, "test"),))
    alignment = align(mentions, [], documents=documents, pairs=[])
    ids, _ = assign_ids(alignment.clusters, IdBook.of([]), 1)
    return questions(alignment.comparisons, merge(alignment, mentions, documents, ids), mentions, documents)


def test_of_five_hundred_pairs_only_those_that_a_rule_cannot_settle_are_asked() -> None:
    pairs = variants(random.Random(5))
    found = asked(pairs)
    between = {frozenset((question.left, question.right)) for question in found}
    assert not between & {frozenset(pair) for pair in pairs[:470]}
    assert between >= {frozenset(pair) for pair in pairs[470:]}
    assert [question.impact for question in found] == sorted((question.impact for question in found), reverse=True)
    assert all(question.left in question.left_sentence and question.right in question.right_sentence for question in found)
    assert all(question.evidence_for and question.reason and question.left_scripts == "Latin" for question in found)


def test_what_was_not_answered_is_asked_again() -> None:
    pairs = variants(random.Random(5))[470:]
    first = {question.pair_id for question in asked(pairs)}
    again = {question.pair_id for question in asked([*pairs, ("Ida Brandt", "Oda Vellin")])}
    assert first and first <= again
