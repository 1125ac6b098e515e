"""Names of works: what joins without context, what never does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.align import papers as rules
from pipeline.records import Alias, AliasKey

pytestmark = pytest.mark.smoke
NAMES = st.text(alphabet="AKo 2.:-I", max_size=14)


def alias(name: str, language: str = "en") -> Alias:
    return Alias(AliasKey("paper", name, ""), (language,), ("a.txt",), (0,))


def meet(left: str, right: str) -> bool:
    shared = set(rules.strong_keys(left, ("en",))) & set(rules.strong_keys(right, ("en",)))
    return bool(shared) and rules.against(alias(left), alias(right)) is None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Rapport technique multimodal Orlo B4.5", "Orlo B4.5 Multimodal Model Technical Report"),
        ("rapport technique sur le modèle phare Orlo B5", "Orlo B5 Flagship Large Model Technical Report"),
        ("informe técnico de Orlo-PX", "Orlo-PX Technical Report"),
        ("Laporan Teknis Orlo B4", "technischen Bericht zu Orlo B4"),
        ("Orlo-2技术报告", "technical report on Orlo-2"),
        ("технический отчёт Orlo-2", "Orlo-2 Technical Report"),
        ("Orlo b1.5: Growing Trial and Error", "rapport technique Orlo B1.5"),
        ("Plover Optimizer", "Plover"),
        ("Orlo Wave", "Orlo Wave Technical Report"),
        ("TiLaS", "TiLaS: Tiling of Layered Shards"),
        ("Explicit factor charts for all", "Explicit Factor Charts for All"),
        ("Bells under Water: Listening in Harbours", "Bells Under Water: Listening in Harbors"),
        ("arXiv:2401.01234v2", "https://arxiv.org/abs/2401.01234"),
        ("10.5555/ABC.1", "https://doi.org/10.5555/abc.1"),
        ("10.48550/arXiv.2401.01234", "2401.01234"),
    ],
)
def test_one_work_under_two_names(left: str, right: str) -> None:
    assert meet(left, right)
    assert meet(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Orlo B4 Technical Report", "Orlo B4.5 Technical Report"),
        ("Orlo B4 Technical Report", "Orlo B5 Technical Report"),
        ("Orlo-PX Technical Report", "Orlo Wave Technical Report"),
        ("Orlo B4", "Orlo B4.5"),
        ("Deep Tides: Part I. Shores", "Deep Tides: Part II. Shoals"),
        ("Deep Tides: A Study of Shores", "Deep Tides: Notes from a Ship"),
        ("arXiv:2401.01234", "arXiv:2401.01235"),
        ("Attention in Owls", "Attention in Owls and Other Birds"),
        ("Introduction", "Introduction"),
        ("Gar", "GAR"),
        ("Part II", "Part II"),
    ],
)
def test_two_works_with_like_names(left: str, right: str) -> None:
    assert not meet(left, right)


@pytest.mark.parametrize(
    ("left", "right", "rule"),
    [
        ("arXiv:2401.01234", "arXiv:2401.01235", "other_identifier"),
        ("Orlo B4 Technical Report", "Orlo B5 Technical Report", "other_number"),
        ("Orlo-PX Technical Report", "Orlo Wave Technical Report", "other_report"),
        ("Deep Tides: Studies of the Shore", "Deep Tides: Briefe vom Ufer", None),
        ("arXiv:2401.01234", "10.5555/abc", None),
        ("Slow Lamps: Memory for Speech", "Langsame Lampen: Gedächtnis für Sprache", None),
    ],
)
def test_what_speaks_against(left: str, right: str, rule: str | None) -> None:
    found = rules.against(alias(left), alias(right, "de"))
    assert (found.rule if found else None) == rule
    assert found == rules.against(alias(right, "de"), alias(left))


@pytest.mark.parametrize(
    ("partial", "full", "fits"),
    [
        ("B5 technical report", "Orlo B5 Technical Report", True),
        ("B1.5", "Orlo b1.5: Growing Trial and Error", True),
        ("rapport technique de B5", "rapport technique du modèle phare Orlo B5", True),
        ("B5 technical report", "Orlo B4 Technical Report", False),
        ("B4", "Orlo B4.5 Technical Report", False),
        ("Wave", "Orlo Wave", False),
    ],
)
def test_a_bare_version_stands_for_the_report_of_its_document(partial: str, full: str, fits: bool) -> None:
    assert (rules.fits_partial(partial, full, ("en",)) is not None) is fits


@pytest.mark.parametrize(("name", "full"), [("B5 technical report", False), ("B5", False), ("Orlo B5 Technical Report", True), ("Seer", True), ("arXiv:2401.01234", True), ("Preface", False)])
def test_a_bare_version_means_one_work_only_in_its_document(name: str, full: bool) -> None:
    assert rules.is_full_name(name, "en") is full


def test_another_subtitle_in_one_language_speaks_against() -> None:
    found = rules.against(alias("Deep Tides: A Study of Shores"), alias("Deep Tides: Notes from a Ship"))
    assert found is not None and found.rule == "other_subtitle"


@pytest.mark.parametrize(
    ("left", "right", "apart"),
    [
        (("A Global Basin in Harbour Models", "id"), ("Direct Tide Reading: Your Model is a Gauge", "ru"), True),
        (("Glider 2: Faster Boats Through Dynamic Sails", "en"), ("Tide Explainer: Interactive Learning of Waves", "ja"), True),
        (("Slow Lamps: Gated Memory for Long Speech", "en"), ("Linternas lentas: memoria con compuertas para el habla larga", "es"), False),
        (("Slow Lamps: Gated Memory for Long Speech", "ru"), ("Langsame Lampen in der Sprache der Stadt", "de"), False),
        (("Gated Memory for Long Speech", "en"), ("Slow Lamps: Gated Memory for Long Speech", "ja"), False),
        (("Attention to Owls at Night", "en"), ("Tarda", "it"), False),
    ],
)
def test_two_untranslated_titles_are_two_works(left: tuple[str, str], right: tuple[str, str], apart: bool) -> None:
    found = rules.against(alias(*left), alias(*right))
    assert (found is not None and found.rule == "other_title") is apart


def test_weak_evidence_only_proposes() -> None:
    for left, right in [("Slow Lamps", "Slow Lamps: Memory for Speech"), ("ChanSum", "Channel Summaries"), ("Attention in Owls", "Attentions in Owls")]:
        evidence = rules.weigh(alias(left), alias(right))
        assert evidence and all(item.grade == "weak" for item in evidence)
    assert rules.weigh(alias("Slow Lamps"), alias("Deep Tides: A Study")) == ()


def test_pairs_that_only_weigh_find_meet_in_a_block() -> None:
    for left, right in [("Slow Lamps", "Slow Lamps: Memory for Speech"), ("Attention in Owls", "Attentions in Owls")]:
        assert set(rules.block_keys(left, ("en",))) & set(rules.block_keys(right, ("en",)))


@given(NAMES, NAMES)
def test_rules_are_symmetric_and_total(left: str, right: str) -> None:
    assert rules.against(alias(left), alias(right)) == rules.against(alias(right), alias(left))
    assert rules.weigh(alias(left), alias(right)) == rules.weigh(alias(right), alias(left))
    assert rules.against(alias(left), alias(left)) is None
    rules.is_full_name(left, "en")
    rules.fits_partial(left, right, ("en",))


@given(NAMES)
def test_a_key_of_a_key_is_the_key(name: str) -> None:
    assert rules.title_key(rules.title_key(name)) == rules.title_key(name)
