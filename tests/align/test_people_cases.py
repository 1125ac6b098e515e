"""Names of people without context: what is one person, what only a reviewer may join, what stays apart.

The rows named C… are kinds of fault that other programs had; their names are made up.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.align import align
from pipeline.records import Alignment, Mention

pytestmark = pytest.mark.smoke

JOINED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("C024 composed and decomposed letters", "vi", ("Đỗ Minh Hiếu", "Đỗ Minh Hiếu")),
    ("C026 spaces of other kinds", "en", ("Ida\u00a0Brandt", "Ida Brandt", "Ida\u200b Brandt", "Ida  Brandt")),
    ("C060 particles", "nl", ("Johanna van den Heuvel", "Heuvel, Johanna van den")),
    ("C060 particles before the comma", "nl", ("J. van den Heuvel", "Van den Heuvel, J.")),
    ("C062 family name first, with and without marks", "vi", ("Đỗ Thị Minh Châu", "Do Thi Minh Chau", "Minh Châu Đỗ")),
    ("C063 Hungarian order", "hu", ("Szalai Réka", "Réka Szalai")),
    ("C063 Chinese order, capitals, comma", "en", ("Luo Zhixia", "Zhixia Luo", "LUO Zhixia", "Luo, Zhixia")),
    ("C066 two family names", "es", ("Quiroga Lemos, Marta", "Marta Quiroga Lemos", "Marta Quiroga-Lemos")),
    ("C073 spacing and hyphens", "en", ("Luo Zhixia", "Luo Zhi-Xia", "Zhi Xia Luo", "Luo ZhiXia", "LUO, Zhi-xia", "罗知夏", "罗 知 夏")),
    ("C071 the vowel ü", "en", ("吕文婷", "Lv Wenting", "Lyu Wenting", "Lü Wenting")),
    ("C071 ü inside a given name", "en", ("吕略", "Lyu Lue", "Lv Lve")),
    ("C079 customs of Cyrillic", "en", ("Юрий Щукарёв", "Yuri Shchukaryov", "Iurii Shchukarev", "Jurij Ščukarëv")),
    ("C079 Ukrainian", "uk", ("Ольга Кравець", "Olha Kravets")),
    ("C081 umlauts", "de", ("Jörg Strätz", "Joerg Straetz", "Jorg Stratz")),
    ("C081 ü that is no ue", "es", ("Güemes Ruiz", "Guemes Ruiz")),
    ("C082 dotted and dotless i", "tr", ("İlker Işıkoğlu", "ILKER ISIKOGLU", "Ilker Isikoglu", "ilker ışıkoğlu")),
    ("C084 Korean family names by custom", "ko", ("이가온", "Lee Ga-on", "Gaon Yi")),
    ("C084 Park and Bak", "ko", ("박하율", "Park Ha-yul", "Bak Hayul")),
    ("C085 long vowels", "en", ("Haruna Ōno", "Haruna Ohno", "Haruna Oono")),
    ("C085 Hepburn and Kunrei", "en", ("Kenta Simizu", "Kenta Shimizu")),
    ("C090 dots and spaces of initials", "en", ("Corin R. Talbrek", "Corin R Talbrek", "Corin-R. Talbrek")),
    ("C090 initials written together", "en", ("C.R. Talbrek", "C. R. Talbrek")),
    ("C098 a nickname in brackets", "en", ("Anthony (Tony) Calderwick", "Tony Calderwick", "Anthony Calderwick")),
    ("C098 a nickname in quotes", "en", ('Margaret "Peg" Dunmoor', "Peg Dunmoor")),
    ("order, space and script", "en", ("Qu Bowen", "Qu Bo Wen", "Qu BoWen", "Bowen Qu", "曲博文")),
    ("traditional and simplified", "zh", ("陸乾川", "陆乾川")),
    ("C074 a character that both scripts have", "zh", ("于瀚宁", "于瀚寧")),
    *(
        (f"C068 C070 readings of {han}", "zh", (han, latin))
        for han, latin in (
            ("曾雨桐", "Zeng Yutong"), ("单一帆", "Shan Yifan"), ("仇海宁", "Qiu Haining"), ("区文彬", "Ou Wenbin"), ("解冬梅", "Xie Dongmei"),
            ("查晓峰", "Zha Xiaofeng"), ("覃思远", "Qin Siyuan"), ("盖春雷", "Ge Chunlei"), ("朴智勋", "Piao Zhixun"), ("翟亮", "Zhai Liang"),
            ("缪青", "Miao Qing"), ("欧阳清川", "Ouyang Qingchuan"), ("司马岚", "Sima Lan"), ("尉迟朗", "Yuchi Lang"), ("长孙澄", "Zhangsun Cheng"),
            ("乐正音", "Yuezheng Yin"), ("欧文博", "Ou Wenbo"), ("叶晓楠", "Ye Xiaonan"), ("郑音", "Zheng Yin"),
        )
    ),
)
"""What one person is called, and the language of the texts."""

PROPOSED: tuple[tuple[str, str, str, str], ...] = (
    ("C060 an initial", "nl", "Johanna van den Heuvel", "J. van den Heuvel"),
    ("C062 middle names dropped", "vi", "Do Thi Minh Chau", "Chau Do"),
    ("C070 Cantonese", "zh", "欧阳清川", "Au-Yeung Ching-chuen"),
    ("C079 variants of a given name", "en", "Olha Kravets", "Olga Kravets"),
    ("C088 an initial that fits one", "en", "B. Qiao", "Bin Qiao"),
    ("C090 a middle initial", "en", "Corin R. Talbrek", "Corin Talbrek"),
    ("C098 a nickname without a gloss", "en", "Tony Calderwick", "Anthony Calderwick"),
    ("C100 a Chinese given name dropped", "en", "Grace Wei-Ling Tan", "Grace Tan"),
    ("C100 a Western given name dropped", "en", "Grace Wei-Ling Tan", "Wei-Ling Tan"),
    ("Wade-Giles", "zh", "谢青", "Hsieh Ch'ing"),
    ("another letter", "en", "Rosalind Castellani", "Rosalind Castellini"),
)
"""Pairs that wait for a person."""

APART: tuple[tuple[str, str, str, str], ...] = (
    ("other legal syllables", "en", "Zhang Yu", "Zhang Yue"),
    ("one syllable more", "en", "Zhang Yu", "Zhang Yutao"),
    ("other syllables", "en", "Zhang Yutao", "Zhang Xiangyu"),
    ("one letter, other syllable", "en", "Zhang Ying", "Zhang Yin"),
    ("C060 other person with a particle", "nl", "Johanna van den Heuvel", "Charlotte van ’t Woud"),
    ("C076 other characters, one sound", "zh", "张颖", "章莹"),
    ("C076 other characters in both places", "zh", "江岚", "蒋兰"),
    ("C081 ü and ue that are two names", "de", "Jörg Strätz", "Jürg Strätz"),
    ("C087 Thai marks", "th", "สุรินทร์ ศรีวัฒน์", "น์น์น์น์น์"),
    ("C088 two given names under one initial", "en", "Bin Qiao", "Bo Qiao"),
    ("C090 other middle initials", "en", "Corin R. Talbrek", "Corin T. Talbrek"),
    ("C092 a chain", "en", "Lin Wei", "Lin Wei-Ting"),
    ("father and son", "en", "Conrad Ashdown Jr.", "Conrad Ashdown Sr."),
    ("third of the name", "en", "Conrad Ashdown III", "Conrad Ashdown II"),
    ("brother and sister", "ru", "Сергей Журавлёв", "Андрей Журавлёв"),
    ("C084 one surname alone", "ko", "이", "Lee"),
    ("Qu and Ju", "en", "Qu Bowen", "Ju Bowen"),
)
"""Pairs that are two people, neither joined nor by way of a third name."""


def aligned(names: Sequence[str], language: str) -> Alignment:
    """The alignment of a bare list of names."""
    return align([Mention(f"{n}.txt", 0, len(name), name, "person", language, "test") for n, name in enumerate(names)], [], documents={}, pairs=[], everywhere=True)


def groups(alignment: Alignment) -> set[frozenset[int]]:
    """The clusters as sets of places in the sequence of names."""
    return {frozenset(number for alias in cluster.aliases for number in alias.mentions) for cluster in alignment.clusters}


@pytest.mark.parametrize(("language", "names"), [row[1:] for row in JOINED], ids=[row[0] for row in JOINED])
def test_names_of_one_person_join(language: str, names: tuple[str, ...]) -> None:
    assert groups(aligned(names, language)) == {frozenset(range(len(names)))}


@pytest.mark.parametrize(("language", "left", "right"), [row[1:] for row in PROPOSED], ids=[row[0] for row in PROPOSED])
def test_names_that_may_be_one_person_are_proposed(language: str, left: str, right: str) -> None:
    alignment = aligned([left, right], language)
    assert len(alignment.clusters) == 2
    assert [comparison.verdict for comparison in alignment.comparisons] == ["proposed"]


@pytest.mark.parametrize(("language", "left", "right"), [row[1:] for row in APART], ids=[row[0] for row in APART])
def test_names_of_two_people_stay_apart(language: str, left: str, right: str) -> None:
    for names in ([left, right], [right, left]):
        assert len(aligned(names, language).clusters) == 2


def test_a_latin_name_that_fits_two_han_names_joins_neither_and_is_proposed_to_both() -> None:
    """C071, C076."""
    for names in (("张颖", "章莹"), ("李萍", "黎平"), ("吕文婷", "卢文婷")):
        latin = {"张颖": "Zhang Ying", "李萍": "Li Ping", "吕文婷": "Lu Wenting"}[names[0]]
        alignment = aligned([*names, latin], "zh")
        assert groups(alignment) == {frozenset([0]), frozenset([1]), frozenset([2])}, latin
        asked = {frozenset((c.left.name, c.right.name)) for c in alignment.comparisons if c.verdict == "proposed"}
        assert asked == {frozenset((latin, name)) for name in names}


def test_an_initial_that_fits_two_joins_neither_and_is_proposed_to_both() -> None:
    """C088."""
    alignment = aligned(["B. Qiao", "Bin Qiao", "Bo Qiao"], "en")
    assert len(alignment.clusters) == 3
    asked = {frozenset((c.left.name, c.right.name)) for c in alignment.comparisons if c.verdict == "proposed"}
    assert asked >= {frozenset(("B. Qiao", "Bin Qiao")), frozenset(("B. Qiao", "Bo Qiao"))}


def test_one_kind_of_look_alikes_makes_as_many_people_as_there_are_names() -> None:
    names = ["Zhang Yu", "Zhang Yue", "Zhang Yutao", "Zhang Yuetao", "Zhang Xiangyu", "Zhang Ying", "Zhang Yin", "Zhang Min", "Zhang Ming", "Zhang Wei", "Zhang Wen", "Zhang Weiwei"]
    assert len(aligned([*names, *(" ".join(reversed(name.split())) for name in names)], "en").clusters) == len(names)


def test_a_mononym_of_another_document_stays_by_itself() -> None:
    """C065: one name is no error, and a full name elsewhere does not take it."""
    mentions = [
        Mention("a.txt", 0, 8, "Sulastri", "person", "id", "test"), Mention("b.txt", 0, 15, "Sulastri Wiguna", "person", "id", "test"),
        Mention("c.txt", 0, 16, "Hekla Jónsdóttir", "person", "is", "test"), Mention("c.txt", 20, 25, "Hekla", "person", "is", "test"),
    ]
    assert groups(align(mentions, [], documents={}, pairs=[])) == {frozenset([0]), frozenset([1]), frozenset([2, 3])}


def test_a_partial_name_that_fits_two_people_of_its_document_joins_neither() -> None:
    names = ["Ida Brandt", "Noel Brandt", "Brandt"]
    mentions = [Mention("a.txt", 20 * n, 20 * n + len(name), name, "person", "en", "test") for n, name in enumerate(names)]
    assert len(align(mentions, [], documents={}, pairs=[]).clusters) == 3


def test_a_cluster_is_not_joined_through_a_name_that_fits_both() -> None:
    """C092: Lin Wei and Wei-Ting Lin-Marsh never meet over Lin Wei-Ting."""
    found = groups(aligned(["Lin Wei", "Lin Wei-Ting", "Wei-Ting Lin-Marsh"], "en"))
    assert not any({0, 2} <= group for group in found)


def test_a_block_that_is_too_large_to_compare_is_reported() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    many = [f"X{one}{two}mund Brandt" for one in letters for two in "aei"]
    assert aligned(many[:5], "en").notes == ()
    note, = aligned(many, "en").notes
    assert note.startswith("person: ") and str(len(many)) in note
