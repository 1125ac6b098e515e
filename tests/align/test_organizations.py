"""Names of organizations: what makes two names one body, and what keeps them apart (kind K19)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.align import align
from pipeline.align.organizations import against, fits_partial, is_acronym, is_full_name, parts_of, strong_keys, weigh, words_of
from pipeline.records import Alias, AliasKey, Document, Gloss, Mention, Paragraph


def alias(name: str, language: str = "en") -> Alias:
    return Alias(AliasKey("organization", name), (language,), ("a.txt",), (0,))


def share_key(left: str, right: str, languages: tuple[str, str] = ("en", "en")) -> bool:
    return bool({*strong_keys(left, languages[:1])} & {*strong_keys(right, languages[1:])})


@pytest.mark.parametrize(("left", "right"), [
    ("Halden GmbH & Co. KG", "Halden"), ("Corvel Pty Limited", "Corvel Pty Ltd"), ("ООО «Ладонеж»", "Ладонеж"), ("PT Sinar Jaya Tbk", "Sinar Jaya"),
    ("北原科技有限公司", "北原科技"), ("株式会社タケモリ", "タケモリ"), ("Dellinger, S.A.", "Dellinger"),
    ("Université de Brennes", "University of Brennes"), ("Universität Brennes", "University of Brennes"), ("Universidad de Brennes", "Universitas Brennes"),
    ("Institut für Physik Verlund", "Verlund Institute of Physics"), ("Национальный банк Веренсии", "Банк национальный Веренсии"),
    ("东岚大学", "Donglan University"), ("Technology Institute of Keldra", "Instituto de Tecnologia de Keldra"), ("DeepHarbor", "Deep Harbor"),
    ("Bank of China", "Banque de Chine"), ("للاتحاد الأوروبي", "الاتحاد الأوروبي"), ("Европейского союза", "Европейский союз"),
])  # fmt: skip
def test_one_body_under_two_names_shares_a_key(left: str, right: str) -> None:
    languages = tuple("zh" if any("\u4e00" <= char <= "\u9fff" for char in name) else "en" for name in (left, right))
    assert share_key(left, right, (languages[0], languages[1]))


@pytest.mark.parametrize("names", [
    ("PT Sinar Jaya Tbk", "PT Bumi Jaya Tbk"), ("北原科技有限公司", "南原科技有限公司"), ("Bank of Northam", "Bank of Southam"),
    ("University of Brenne II", "University of Brenne XII"), ("Crown Bank", "Crown Post"), ("Halden Electronics", "Halden Energy"),
    ("University of Brennes", "University of Brenn"), ("Bank of China", "Bank of Japan"), ("Verlund Institute of Physics", "Verlund Institute of Law"),
    ("Ostara", "Ostara Electronics", "Ostara Data", "Ostara University", "Ostara University Shenbay Graduate School",
     "Department of Physics, Ostara University"),
    ("North Keldra College", "South Keldra College"), ("University of Keldra", "Keldra Foundation"),
])  # fmt: skip
def test_other_bodies_share_no_key(names: tuple[str, ...]) -> None:
    for left, right in itertools.combinations(names, 2):
        assert not share_key(left, right, ("zh", "zh")), (left, right)


@pytest.mark.parametrize(("left", "right", "rule"), [
    ("University of Brenne II", "University of Brenne XII", "other_number"), ("Bank of China", "Bank of Japan", "other_place"),
    ("North Keldra College", "Southern Keldra College", "other_direction"), ("Department of Physics, Ostara University", "Ostara University", "part_of"),
    ("Laboratoire de physique, université de Brennes", "University of Brennes", "part_of"), ("东岚大学", "冬蓝大学", "other_characters"),
])  # fmt: skip
def test_what_contradicts_is_named_and_symmetric(left: str, right: str, rule: str) -> None:
    language = "zh" if rule == "other_characters" else "en"
    one, two = against(alias(left, language), alias(right, language)), against(alias(right, language), alias(left, language))
    assert one is not None and two is not None
    assert (one.rule, two.rule) == (rule, rule)


@pytest.mark.parametrize(("left", "right"), [
    ("University of Brennes", "Université de Brennes"), ("Keldra", "Keldra GmbH"), ("Bank of China", "中国银行"), ("Ostara University", "Ostara"),
])  # fmt: skip
def test_nothing_contradicts_two_names_that_fit(left: str, right: str) -> None:
    assert against(alias(left), alias(right)) is None


@pytest.mark.parametrize("name", ["Ostara University", "Halden", "东岚大学", "National Science Foundation", "Банк Веренсии", "Bank of China", "东岚"])
def test_a_distinctive_name_means_one_body_everywhere(name: str) -> None:
    assert is_full_name(name, "en")


@pytest.mark.parametrize("name", ["Department of Computer Science", "議会", "the university", "Parliament", "NVIT", "N.V.I.T.", "ООН", "School of Law", "Supreme Court",
                                  "département d'informatique", "Police", "委员会"])  # fmt: skip
def test_a_generic_name_or_an_acronym_means_the_body_of_its_document(name: str) -> None:
    assert not is_full_name(name, "en")


@pytest.mark.parametrize(("partial", "full"), [
    ("NVIT", "Northern Vale Institute of Technology"), ("N.V.I.T.", "Northern Vale Institute of Technology"), ("ILR", "Institute for Language Resources"),
    ("NVIT", "Nordic Veterinary Initiative Trust"), ("UNB", "Université nationale de Brennes"), ("ВГУ", "Верненский государственный университет"),
    ("Department of Physics", "Department of Physics, Ostara University"), ("the Foundation", "Kestrelmann Foundation"),
])  # fmt: skip
def test_a_partial_name_fits_its_full_name(partial: str, full: str) -> None:
    assert fits_partial(partial, full, ("en",)) is not None


@pytest.mark.parametrize(("partial", "full"), [
    ("NVIT", "Northern Vale University"), ("ILR", "Language Institute"), ("School of Electronics", "School of Electronic Information, Ostara University"),
    ("Department of Physics", "Ostara University"), ("Nations Unies", "Assemblée générale des Nations unies"), ("the university", "Ostara University Library"),
])  # fmt: skip
def test_a_partial_name_does_not_fit_another_body(partial: str, full: str) -> None:
    assert fits_partial(partial, full, ("en",)) is None


def test_a_sound_across_scripts_is_weak_evidence() -> None:
    (evidence,) = weigh(alias("Марлинский университет", "ru"), alias("Marlinsk University"))
    assert (evidence.rule, evidence.grade) == ("similar_sound", "weak")
    assert weigh(alias("Bank of Northam"), alias("Bank of Southam")) == ()


@given(st.text(alphabet="aABb .北大学ун'’&-1XI", max_size=14))
def test_any_string_can_be_read(name: str) -> None:
    parts = parts_of(name)
    assert isinstance(parts.concepts, tuple)
    assert words_of(" ".join(words_of(name))) is not None
    is_full_name(name, "en")
    is_acronym(name)


def run(texts: dict[str, list[str]], glosses: list[tuple[str, str, str]] = []) -> list[set[tuple[str, str]]]:  # noqa: B006
    """Clusters as sets of (name, document or "") from the names of each document."""
    mentions, documents = [], {}
    for document, names in texts.items():
        text = ". ".join(names)
        documents[document] = Document(document, document, text, "", "en", 1.0, "", (Paragraph(0, len(text), "en", 1.0, ""),))
        for name in names:
            start = text.index(name)
            mentions.append(Mention(document, start, start + len(name), name, "organization", "en", "test"))
    said = [Gloss(document, 0, 1, left, right, "organization", "definition", f"{left} ({right})") for document, left, right in glosses]
    alignment = align(mentions, said, documents=documents, pairs=())
    return [{(a.key.name, a.key.scope) for a in cluster.aliases} for cluster in alignment.clusters]


def test_an_acronym_with_two_full_names_joins_neither_elsewhere() -> None:
    full, other = "Northern Vale Institute of Technology", "Nordic Veterinary Initiative Trust"
    clusters = run({"a": [full, "NVIT"], "b": ["NVIT"], "c": [other, "NVIT"]})
    assert {(full, ""), ("NVIT", "a")} in clusters
    assert {(other, ""), ("NVIT", "c")} in clusters
    assert {("NVIT", "b")} in clusters


def test_an_acronym_with_one_full_name_means_it_everywhere() -> None:
    full = "Northern Vale Institute of Technology"
    assert run({"a": [full, "NVIT"], "b": ["NVIT"]}) == [{(full, ""), ("NVIT", "a"), ("NVIT", "b")}]


def test_parts_campuses_and_subsidiaries_stay_apart() -> None:
    names = ["Ostara", "Ostara Electronics", "Ostara Data", "Ostara University", "Ostara University Shenbay Graduate School", "Department of Physics, Ostara University"]
    assert len(run({"a": names})) == 6


def test_one_generic_name_in_two_documents_is_two_bodies() -> None:
    clusters = run({"a": ["Department of Computer Science"], "b": ["Department of Computer Science"]})
    assert len(clusters) == 2
