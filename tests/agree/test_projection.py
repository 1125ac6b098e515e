"""People known from one side of parallel texts are found by their sound on the other, with exact borders."""

from __future__ import annotations

import pytest

from pipeline.agree.projection import project
from pipeline.records import Candidate, Document, Paragraph, ParallelPair


def found(source: str, names: list[str], target: str, language: str, *, kind: str = "person", likeness: float = 0.9) -> list[str]:
    documents = {
        name: Document(name, name, text, "", code, 1.0, "declared", (Paragraph(0, len(text), code, 1.0, "declared"),))
        for name, text, code in (("a", source, "en"), ("b", target, language))
    }
    known = [Candidate("a", source.index(name), source.index(name) + len(name), name, kind, "en", "test") for name in names]  # type: ignore[arg-type]
    result = project(documents, {"a": known}, [ParallelPair("a", "b", 1.0, (((0,), (0,), likeness),))])
    assert all(candidate.surface == target[candidate.start : candidate.end] and candidate.detector == "parallel" for candidate in result)
    return [candidate.surface for candidate in result]


@pytest.mark.parametrize(("name", "language", "text", "expected"), [
    ("Kavanaugh", "ru", "Тогда судья Кавано вышел из зала.", "Кавано"), ("Tobias Marchmont", "ru", "По словам Тобиаса Марчмонта, мост готов.", "Тобиаса Марчмонта"),
    ("Kavanaugh", "zh", "法官卡瓦诺离开了大厅。", "卡瓦诺"), ("Brett Kavanaugh", "zh", "总统提名布雷特·卡瓦诺担任法官。", "布雷特·卡瓦诺"),
    ("Kavanaugh", "ja", "カバノー判事は部屋を出た。", "カバノー"), ("Brett Kavanaugh", "ja", "ブレット・カバノー判事は部屋を出た。", "ブレット・カバノー"),
    ("Kavanaugh", "ar", "ثم غادر القاضي كافانو القاعة.", "كافانو"), ("Zhang Yutao", "zh", "联合创始人张宇韬表示满意。", "张宇韬"),
])  # fmt: skip
def test_a_person_is_found_with_exact_borders(name: str, language: str, text: str, expected: str) -> None:
    assert found(f"Then {name} left the hall.", [name], text, language) == [expected]


@pytest.mark.parametrize(("name", "language", "text"), [
    ("Marchmont", "ru", "Тогда министр Соловьёв вышел из зала."), ("Kavanaugh", "zh", "法官离开了大厅。"), ("Kavanaugh", "ja", "プロセスは終わった。"),
    ("Kavanaugh", "ar", "ثم غادر القاضي القاعة."), ("Kavanaugh", "fr", "Puis le juge a quitté la salle."),
])  # fmt: skip
def test_a_person_who_is_not_there_is_not_found(name: str, language: str, text: str) -> None:
    assert found(f"Then {name} left the hall.", [name], text, language) == []


def test_what_is_no_person_is_not_looked_for() -> None:
    assert found("Then Kavanaugh left.", ["Kavanaugh"], "Тогда Кавано вышел.", "ru", kind="organization") == []


def test_paragraphs_that_hardly_belong_together_are_not_looked_at() -> None:
    assert found("Then Kavanaugh left.", ["Kavanaugh"], "Тогда Кавано вышел.", "ru", likeness=0.1) == []


def test_a_place_that_one_model_takes_for_a_person_is_not_looked_for() -> None:
    texts = {"a": ("Grecia ganó.", "es"), "b": ("Greece won. Greece cheered.", "en"), "c": ("ギリシャが勝った。", "ja")}
    documents = {
        name: Document(name, name, text, "", code, 1.0, "declared", (Paragraph(0, len(text), code, 1.0, "declared"),)) for name, (text, code) in texts.items()
    }
    candidates = {
        "a": [Candidate("a", 0, 6, "Grecia", "person", "es", "test")],
        "b": [Candidate("b", start, start + 6, "Greece", "place", "en", "test") for start in (0, 12)],
    }
    pairs = [ParallelPair("a", "c", 1.0, (((0,), (0,), 0.9),))]
    assert project(documents, candidates, pairs) == []
    assert [candidate.surface for candidate in project(documents, {"a": candidates["a"]}, pairs)] == ["ギリシャ"]
