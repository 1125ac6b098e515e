"""Which spelling stands for an entity, and of what it may be a part."""

from __future__ import annotations

import itertools

import pytest

from pipeline.merge import canonical_name, merge
from pipeline.records import Alias, AliasKey, Alignment, Cluster, Comparison, EntityType, Evidence

pytestmark = pytest.mark.smoke


def alias(name: str, *, documents: int = 1, mentions: int = 1, language: str = "en", scope: str = "", kind: EntityType = "organization") -> Alias:
    return Alias(AliasKey(kind, name, scope), (language,), tuple(f"{n}.txt" for n in range(documents)), tuple(range(mentions)))


def cluster(*aliases: Alias) -> Cluster:
    return Cluster(tuple(sorted(aliases, key=lambda a: a.key)), ())


@pytest.mark.parametrize(("aliases", "expected"), [
    pytest.param([alias("Brandt", scope="a.txt", mentions=9), alias("Ida Brandt")], "Ida Brandt", id="full before partial"),
    pytest.param([alias("Ida Brandt", documents=2), alias("Brandt, Ida", documents=3)], "Brandt, Ida", id="most documents"),
    pytest.param([alias("Ida Brandt", mentions=2), alias("Ida Brant", mentions=3)], "Ida Brant", id="then most mentions"),
    pytest.param([alias("IDA BRANDT", documents=3), alias("Ida Brandt")], "Ida Brandt", id="no shouting"),
    pytest.param([alias("Universidad Verwood", language="es"), alias("Verwood University")], "Verwood University", id="English among equals"),
    pytest.param([alias("Verwood", documents=2), alias("Verwood Institute", documents=1)], "Verwood Institute", id="whole name before its piece"),
    pytest.param([alias("Verwood", documents=5), alias("Verwood Institute", documents=1)], "Verwood", id="unless hardly anybody says it"),
    pytest.param([alias("informe técnico de Rilke 2", documents=2), alias("Rilke 2 Technical Report")], "Rilke 2 Technical Report", id="names before descriptions"),
    pytest.param([alias("2407.99999", documents=2, kind="paper"), alias("On Lanterns", kind="paper")], "On Lanterns", id="words before numbers"),
    pytest.param([alias("10.59999/lanterns", documents=2, kind="paper"), alias("On Lanterns", kind="paper")], "On Lanterns", id="titles before identifiers"),
    pytest.param([alias("arXiv:2409.99999", documents=2, kind="paper"), alias("慢灯", language="zh", kind="paper")], "慢灯", id="in any script"),
    pytest.param([alias("维木大学", language="zh", documents=2), alias("Verwood University")], "维木大学", id="any script"),
])
def test_the_canonical_name_is_the_fullest_that_most_documents_have(aliases: list[Alias], expected: str) -> None:
    for order in itertools.permutations(aliases):
        assert canonical_name(Cluster(tuple(order), ())) == expected


@pytest.mark.parametrize(("name", "others", "expected"), [
    ("Department of Physics, Verwood University", ["Verwood University", "Physics Today"], "Verwood University"),
    ("laboratoire Lanterne de l'Université Verwood", ["Université Verwood"], "Université Verwood"),
    ("Lantern Lab of Verwood University", ["Lantern Lab", "Verwood University"], "Verwood University"),
    ("Verwood Research Institute", ["Verwood"], "Verwood"),
    ("University of Bern and Verwood University", ["Verwood University"], ""),
    ("维木大学计算机系", ["维木大学"], "维木大学"),
    ("维木大学", ["大学"], ""),
    ("Verwood University", [], ""),
    ("Department of Physics", ["Physics"], ""),
])
def test_an_organization_may_be_part_of_the_one_whose_name_it_holds(name: str, others: list[str], expected: str) -> None:
    clusters = tuple(cluster(alias(each)) for each in (name, *others))
    entities = merge(Alignment(clusters, ()), [], {}, [f"o_{n}" for n in range(len(clusters))])
    assert entities[0].part_of == expected


def test_two_organizations_of_one_name_are_nobodys_whole() -> None:
    clusters = tuple(cluster(alias(name)) for name in ("Verwood University Physics Department", "Verwood University", "Verwood University"))
    assert merge(Alignment(clusters, ()), [], {}, ["o_1", "o_2", "o_3"])[0].part_of == ""


def test_the_confidence_is_that_of_the_weakest_join() -> None:
    one, two, three = alias("A Lab"), alias("B Lab"), alias("C Lab")
    strong = Comparison(one.key, two.key, (Evidence("said", "proof"),), 0.99, "automatic")
    weak = Comparison(two.key, three.key, (Evidence("said", "strong"),), 0.8, "automatic")
    alone = cluster(alias("D Lab"))
    found = merge(Alignment((Cluster((one, two, three), (strong, weak)), alone), ()), [], {}, ["o_1", "o_2"])
    assert [entity.confidence for entity in found] == [0.8, None]


def test_a_name_that_people_chose_stands() -> None:
    found = merge(Alignment((cluster(alias("A Lab")),), ()), [], {}, ["o_1"], names={"o_1": "The A Lab"})
    assert found[0].name == "The A Lab"
