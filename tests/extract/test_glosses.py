"""Where the text says that A is called B."""

from __future__ import annotations

import pytest

from pipeline.extract.glosses import find_glosses, is_acronym_of
from pipeline.records import Candidate, CandidateType, Document, Paragraph

pytestmark = pytest.mark.smoke


def read(text: str, **names: CandidateType) -> tuple[Document, list[Candidate]]:
    found = [
        Candidate("a.txt", text.index(name.replace("_", " ")), text.index(name.replace("_", " ")) + len(name), name.replace("_", " "), kind, "en", "test")
        for name, kind in names.items()
    ]
    return Document("a.txt", "d_a", text, "", "en", 1.0, "script", (Paragraph(0, len(text), "en", 1.0, "script"),)), found


@pytest.mark.parametrize(
    ("text", "names", "pairs"),
    [
        ("Zhixia Luo (Celia Luo) spoke.", {"Zhixia_Luo": "person", "Celia_Luo": "person"}, [("Zhixia Luo", "Celia Luo")]),
        ("罗知夏（Luo Zhixia）说", {"罗知夏": "person"}, [("罗知夏", "Luo Zhixia")]),
        ("Northern Vale Institute (NVI) opened.", {"Northern_Vale_Institute": "organization"}, [("Northern Vale Institute", "NVI")]),
        ("Ida Brandt, also known as Ida Dahl, spoke.", {"Ida_Brandt": "person", "Ida_Dahl": "person"}, [("Ida Brandt", "Ida Dahl")]),
        ("Ida Brandt (Corvel Labs) spoke.", {"Ida_Brandt": "person", "Corvel_Labs": "organization"}, []),
        ("Ida Brandt (left) spoke.", {"Ida_Brandt": "person"}, []),
        ("Ida Brandt / Noel Farrow", {"Ida_Brandt": "person", "Noel_Farrow": "person"}, []),
        ("Ida Brandt / Brandt Ida", {"Ida_Brandt": "person", "Brandt_Ida": "person"}, [("Ida Brandt", "Brandt Ida")]),
    ],
)
def test_glosses_are_read_and_nothing_else(text: str, names: dict[str, CandidateType], pairs: list[tuple[str, str]]) -> None:
    document, found = read(text, **names)
    glosses = find_glosses(document, found)
    assert [(gloss.left, gloss.right) for gloss in glosses] == pairs
    assert all(gloss.quote for gloss in glosses)


@pytest.mark.parametrize(
    ("short", "name", "expected"),
    [("NVI", "Northern Vale Institute", True), ("NVIT", "Northern Vale Institute of Technology", True), ("MTBA", "Mixture of Tidal Block Areas", True),
     ("NVI", "Corvel Labs", False), ("N", "North", False), ("Left", "Long Elm Farm Trust", False)],
)
def test_an_acronym_is_made_of_first_letters(short: str, name: str, expected: bool) -> None:
    assert is_acronym_of(short, name) is expected
