"""Known names are found again, whole."""

from __future__ import annotations

import pytest

from pipeline.agree.lookup import NameIndex

pytestmark = pytest.mark.smoke


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (["Ida Brandt"], "Then Ida\u202fBrandt and Ida Brandt’s dog", ["Ida\u202fBrandt", "Ida Brandt"]),
        (["K2", "K2.5"], "K2 is not K2.5.", ["K2", "K2.5"]),
        (["K2"], "K2.5 and K2-Mini and K2.", ["K2"]),
        (["Jean"], "Jean-Paul met Jean.", ["Jean"]),
        (["罗知夏"], "他说罗知夏教授来了", ["罗知夏"]),
        (["Corvel"], "see https://corvel.org/Corvel or Corvel-backed work", ["Corvel"]),
        (["Race"], "a race in the Race", ["Race"]),
        (["Vale", "Northern Vale Institute"], "Northern Vale Institute in the Vale", ["Northern Vale Institute", "Vale"]),
        (["Ida Brandt"], "Ida\nBrandt", ["Ida\nBrandt"]),
        (["Ida Brandt"], "Ida\n\nBrandt", []),
    ],
)
def test_names_are_found_whole_and_longest_first(names: list[str], text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end, _ in NameIndex.of(names).find(text)] == found
