"""Names in Latin letters."""

from __future__ import annotations

import pytest

from pipeline.records import EntityType
from pipeline.write.names import in_latin_letters

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
