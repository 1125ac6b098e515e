"""Names that the desk already has: read from tables and FollowTheMoney, joined as proof, clashes told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import BadTable
from pipeline.known import known_identifiers, known_links, read_known
from pipeline.records import Alias, AliasKey, Cluster, EntityType

pytestmark = pytest.mark.smoke

NAMES: list[tuple[EntityType, str, str]] = [
    ("person", "Lin Wei", "a.txt"), ("person", "林薇", "b.txt"), ("person", "Lin Weiguo", "b.txt"), ("person", "J. Smith", "a.txt"),
    ("organization", "Tallmark", "a.txt"), ("organization", "Tallmark Foundation", "b.txt"),
]
TABLE = """name;type;aliases;external_id;wikidata
Lin Wei;person;林薇|Wei Lin;x1;Q1
Lin Weiguo;Person;;x2;Q2
Tallmark Foundation;org;"[""Tallmark""]";x3;
Jane Smith;person;J. Smith;x4;
John Smith;person;J. Smith;x5;
;person;;;
Ship;vessel;;;
"""
FTM = (
    '{"id":"x1","schema":"Person","properties":{"name":["Lin Wei"],"alias":["林薇"],"wikidataId":["Q1"]}}\n'
    '{"id":"x3","schema":"Company","properties":{"name":["Tallmark Foundation"],"previousName":["Tallmark"]}}\nbroken\n'
)


@pytest.mark.parametrize(("file", "content", "troubles"), [
    ("known.csv", TABLE.encode("utf-8-sig"), 3),
    ("known.csv", TABLE.encode("utf-16"), 3),
    ("known.csv", TABLE.replace(";", "\t").encode("utf-8"), 3),
    ("known.jsonl", FTM.encode(), 1),
])
def test_names_of_one_known_entity_are_linked_as_proof(tmp_path: Path, file: str, content: bytes, troubles: int) -> None:
    (tmp_path / file).write_bytes(content)
    known = read_known(tmp_path / file)
    proofs = [(link.left.name, link.right.name) for link in known_links(known, NAMES) if link.evidence.grade == "proof"]
    assert proofs == [("Tallmark", "Tallmark Foundation"), ("Lin Wei", "林薇")]
    assert len(known.troubles) == troubles


def test_names_of_two_known_entities_with_other_ids_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "known.csv").write_text(TABLE, encoding="utf-8")
    links = known_links(read_known(tmp_path / "known.csv"), NAMES)
    assert ("Lin Wei", "Lin Weiguo") in {(link.left.name, link.right.name) for link in links if link.evidence.grade == "against"}


def test_a_name_that_two_known_entities_share_joins_nothing_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "known.csv").write_text(TABLE, encoding="utf-8")
    known = read_known(tmp_path / "known.csv")
    assert ("person", "j. smith") not in known.by_name()
    assert any("j. smith" in trouble and "5, 6" in trouble for trouble in known.troubles)


def test_external_ids_come_along_and_clashes_are_told(tmp_path: Path) -> None:
    (tmp_path / "known.csv").write_text(TABLE, encoding="utf-8")
    known = read_known(tmp_path / "known.csv")
    aliases = {name: Alias(AliasKey(kind, name), ("en",), (document,), (0,)) for kind, name, document in NAMES}
    ids, clashes = known_identifiers(known, [Cluster((aliases["Lin Wei"], aliases["林薇"]), ()), Cluster((aliases["Tallmark"], ), ())])
    assert ids == [(("known", "x1"), ("wikidata", "Q1")), (("known", "x3"),)] and clashes == []
    _, clashes = known_identifiers(known, [Cluster((aliases["Lin Wei"], aliases["Lin Weiguo"]), ())])
    assert len(clashes) == 1


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"", b"name,type\nShip,vessel\n", b"\x00\x01\x02"])
def test_a_file_that_is_no_list_of_names_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "known.csv").write_bytes(content)
    with pytest.raises(BadTable):
        read_known(tmp_path / "known.csv")
