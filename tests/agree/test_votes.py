"""What a name is, settled from votes, cues and build."""

from __future__ import annotations

from collections import Counter

import pytest

from pipeline.agree.votes import Tally, settle, territory

pytestmark = pytest.mark.smoke


def tallied(occurrences: int = 10, *, cues: dict[str, int] | None = None, languages: tuple[str, ...] = ("en",), family: int = 0, **votes: float) -> Tally:
    return Tally(votes=Counter(votes), cues=Counter(cues or {}), occurrences=occurrences, languages=set(languages), family=family)


@pytest.mark.parametrize(
    ("name", "entry", "kind"),
    [
        ("Luo Zhixia", tallied(person=1), "person"),
        ("Hesheng AI", tallied(person=6, organization=3), "organization"),
        ("Corvel", tallied(person=6, cues={"organization": 4}), "organization"),
        ("Kestra", tallied(person=8, family=5), "other"),
        ("Brenne University", tallied(place=2), "organization"),
        ("Ida Brandt", tallied(person=5), "person"),
        ("Best Paper Award", tallied(organization=5), "other"),
        ("Grecia", tallied(person=4, languages=("es",)), "place"),
        ("Yunani", tallied(person=4, languages=("id",)), "place"),
        ("Monday", tallied(person=4), None),
        ("Brandt v. Orr", tallied(person=4), None),
    ],
)
def test_the_kind_of_a_name_is_settled(name: str, entry: Tally, kind: str | None) -> None:
    assert settle(name, entry) == kind


def test_one_word_is_a_person_where_somebody_gives_the_full_name() -> None:
    entry = tallied(person=2, organization=3)
    assert settle("Brandt", entry, {"Brandt"}) == "person"
    assert settle("Brandt", entry) != "person"


@pytest.mark.parametrize(("name", "language", "known"), [("Griechenland", "de", True), ("ギリシャ", "ja", True), ("Martin", "en", False), ("Islands", "en", False)])
def test_countries_are_known_by_their_names(name: str, language: str, known: bool) -> None:
    assert territory(name, (language,)) is known
