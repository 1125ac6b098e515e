"""Names in Latin letters."""

from __future__ import annotations

import pytest

from pipeline.records import Alias, AliasKey, Cluster, Entity, EntityType
from pipeline.write.names import in_latin_letters, romanized

pytestmark = pytest.mark.smoke


@pytest.mark.parametrize(("name", "kind", "language", "expected"), [
    ("罗知夏", "person", "zh", "Luo Zhixia"),
    ("伊达", "person", "zh", "Yi Da"),
    ("欧阳知夏", "person", "zh", "Ouyang Zhixia"),
    ("维木大学", "organization", "zh", "Weimu Daxue"),
    ("김영희", "person", "ko", "Gim Yeonghui"),
    ("Ида Брандт", "person", "ru", "Ida Brandt"),
    ("Élodie Néel", "person", "fr", "Elodie Neel"),
    ("トヨタ", "organization", "ja", "Toyota"),
    ("田中", "person", "ja", ""),
    ("慢灯（语音）：技术", "paper", "zh", "Mandeng (Yuyin): Jishu"),
    ("Lantern-2技术报告", "paper", "zh", "Lantern-2 Jishu Baogao"),
    ("Lab 9", "organization", "en", "Lab 9"),
])
def test_a_name_in_latin_letters(name: str, kind: EntityType, language: str, expected: str) -> None:
    assert in_latin_letters(name, kind, (language,)) == expected


@pytest.mark.parametrize(("name", "kind", "others", "expected"), [
    ("沈恺雯", "person", ["Cathy Shen", "Kai-wen Shen"], "Kai-wen Shen"),
    ("沈恺雯", "person", ["Cathy Shen"], "Shen Kaiwen"),
    ("田中花子", "person", ["Hanako Tanaka"], "Hanako Tanaka"),
    ("Ида Брандт", "person", ["Ida Brandt-Öst"], "Ida Brandt-Ost"),
    ("维木大学", "organization", ["VERWOOD", "Verwood University"], "Verwood University"),
    ("Ida Brandt", "person", ["Brandt, Ida"], "Ida Brandt"),
])
def test_an_entity_in_latin_letters_by_a_spelling_that_occurs(name: str, kind: EntityType, others: list[str], expected: str) -> None:
    language = "ja" if name == "田中花子" else "zh"
    entity = Entity("x_b", kind, name, Cluster((Alias(AliasKey(kind, name), (language,), ("a.txt",), (0,)),), ()))
    names = [(name, language, 9), *((other, language, 1) for other in others)]
    assert romanized(entity, names) == expected
