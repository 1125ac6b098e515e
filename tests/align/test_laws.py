"""Laws of alignment, with few letters so that names meet: a partition, whatever the order, and no name moves another's cluster."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.align import align, people
from pipeline.records import Alias, AliasKey, Alignment, Comparison, Mention

pytestmark = pytest.mark.smoke

WORDS = st.sampled_from(["Ida", "I.", "Idda", "Brandt", "Brand", "Yu", "Zhang", "Yue", "Yutao", "Tao", "Lin", "Wei", "Jr", "Wei-Ting"])
LATIN = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
HAN = st.text(alphabet="张章颖莹宇月", min_size=2, max_size=3)
OTHER = st.sampled_from(["Ида Брандт", "Иды Брандт", "イダ・ブラント", "이가온", "Lee Ga-on", "Yi Gaon"])
NAMES = st.one_of(LATIN, HAN, OTHER)
CORPUS = st.lists(st.tuples(st.sampled_from("abc"), NAMES), min_size=1, max_size=8)
UNRELATED = ("z.txt", "Oddvar Kjølstad")
"""Shares neither a word, nor a sound, nor a document with any name above."""

Groups = set[frozenset[tuple[str, str]]]


def aligned(names: Sequence[tuple[str, str]]) -> Alignment:
    return align([Mention(document, 0, len(name), name, "person", "en", "test") for document, name in names], [], documents={}, pairs=[])


def groups(alignment: Alignment, names: Sequence[tuple[str, str]]) -> Groups:
    return {frozenset(names[n] for alias in cluster.aliases for n in alias.mentions) for cluster in alignment.clusters}


def shown(alignment: Alignment) -> list[tuple[AliasKey, AliasKey, object, float, str]]:
    return [(c.left, c.right, c.evidence, c.probability, c.verdict) for c in alignment.comparisons]


@given(CORPUS)
@settings(max_examples=150, deadline=None)
def test_clusters_partition_the_mentions(names: list[tuple[str, str]]) -> None:
    alignment = aligned(names)
    found = sorted(n for cluster in alignment.clusters for alias in cluster.aliases for n in alias.mentions)
    assert found == list(range(len(names)))


@given(CORPUS, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
@example([("a", "张颖"), ("b", "章颖"), ("c", "Zhang Yu"), ("a", "Yu Zhang")], None)
def test_the_order_of_mentions_changes_nothing(names: list[tuple[str, str]], random: object) -> None:
    mixed = sorted(names, key=lambda name: name[1][::-1]) if random is None else list(names)
    if random is not None:
        random.shuffle(mixed)  # type: ignore[attr-defined]  # hypothesis hands out a random.Random
    one, two = aligned(names), aligned(mixed)
    assert groups(one, names) == groups(two, mixed)
    assert shown(one) == shown(two)


@given(CORPUS)
@settings(max_examples=150, deadline=None)
def test_an_unrelated_document_changes_no_other_cluster(names: list[tuple[str, str]]) -> None:
    more = [*names, UNRELATED]
    assert groups(aligned(more), more) == groups(aligned(names), names) | {frozenset([UNRELATED])}


@given(CORPUS)
@settings(max_examples=150, deadline=None)
def test_no_cluster_holds_two_names_that_contradict_each_other(names: list[tuple[str, str]]) -> None:
    for cluster in aligned(names).clusters:
        for one in cluster.aliases:
            for two in cluster.aliases:
                assert one is two or people.against(one, two) is None


@given(CORPUS)
@settings(max_examples=150, deadline=None)
def test_the_joins_of_a_cluster_span_it_and_no_more(names: list[tuple[str, str]]) -> None:
    for cluster in aligned(names).clusters:
        keys = {alias.key for alias in cluster.aliases}
        assert len(cluster.joins) == len(keys) - 1
        reached = {cluster.aliases[0].key}
        left: list[Comparison] = list(cluster.joins)
        while met := [join for join in left if (join.left in reached) != (join.right in reached)]:
            reached |= {met[0].left, met[0].right}
            left.remove(met[0])
        assert reached == keys


@given(NAMES, NAMES)
@settings(max_examples=300, deadline=None)
def test_rules_say_the_same_of_a_pair_from_both_sides(left: str, right: str) -> None:
    one, two = (Alias(AliasKey("person", name), ("en",), ("a",), (0,)) for name in (left, right))
    assert people.weigh(one, two) == people.weigh(two, one)
    first, second = people.against(one, two), people.against(two, one)
    assert first == second


@given(NAMES)
@settings(max_examples=300, deadline=None)
def test_nothing_speaks_against_a_name_itself(name: str) -> None:
    alias = Alias(AliasKey("person", name), ("en",), ("a",), (0,))
    assert people.against(alias, alias) is None


@given(CORPUS)
@settings(max_examples=150, deadline=None)
def test_probabilities_lie_between_zero_and_one_and_each_pair_stands_once(names: list[tuple[str, str]]) -> None:
    alignment = aligned(names)
    assert all(0 <= comparison.probability <= 1 for comparison in alignment.comparisons)
    pairs = [(comparison.left, comparison.right) for comparison in alignment.comparisons]
    assert len(pairs) == len(set(pairs))
    assert all(left < right for left, right in pairs)
