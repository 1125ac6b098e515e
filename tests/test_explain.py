"""What `explain` says of one name, of two that are one, and of two that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import load_tables
from pipeline.errors import UsageError
from pipeline.explain import explain
from pipeline.ids import IdBook, assign_ids, write_ids
from pipeline.merge import merge
from pipeline.project import find_state
from pipeline.records import Alias, AliasKey, Alignment, Cluster, Comparison, Document, Evidence, Grade, Mention, Paragraph
from pipeline.write import Run, write_run

pytestmark = pytest.mark.smoke

SENTENCES = (
    ("Zhang Yutao", "person", "Zhang Yutao teaches."), ("Yutao Zhang", "person", "They met Yutao Zhang."), ("Tom Zhang", "person", "Yutao Zhang (Tom Zhang) sings."),
    ("Zhang Yu", "person", "Zhang Yu paints."), ("Verwood Trust", "organization", "Verwood Trust pays."), ("Verwood Trusts", "organization", "Verwood Trusts pay."),
    ("Zorn Foundry", "organization", "Zorn Foundry casts."),
)


def join(left: AliasKey, right: AliasKey, rule: str, detail: str, *, grade: Grade = "strong", verdict: str = "automatic") -> Comparison:
    low, high = sorted((left, right))
    return Comparison(low, high, (Evidence(rule, grade, detail),), 0.95 if verdict == "automatic" else 0.4, verdict)  # type: ignore[arg-type]  # a literal by its cases


@pytest.fixture
def out(tmp_path: Path) -> Path:
    text, mentions, aliases = "", [], {}
    for number, (name, kind, sentence) in enumerate(SENTENCES):
        start = len(text) + sentence.index(name)
        mentions.append(Mention("a.txt", start, start + len(name), name, kind, "en", "test"))  # type: ignore[arg-type]  # the table's second column
        aliases[name] = Alias(AliasKey(kind, name), ("en",), ("a.txt",), (number,))  # type: ignore[arg-type]
        text += sentence + "\n"
    keys = {name: alias.key for name, alias in aliases.items()}
    turned = join(keys["Zhang Yutao"], keys["Yutao Zhang"], "same_syllables", "zhang yutao")
    glossed = join(keys["Yutao Zhang"], keys["Tom Zhang"], "bracket_gloss", "Yutao Zhang (Tom Zhang) sings.", grade="proof")
    proposed = join(keys["Verwood Trust"], keys["Verwood Trusts"], "similar_spelling", "0.96", grade="weak", verdict="proposed")
    people = Cluster(tuple(aliases[name] for name in ("Tom Zhang", "Yutao Zhang", "Zhang Yutao")), (turned, glossed))
    rest = [Cluster((aliases[name],), ()) for name in ("Zhang Yu", "Verwood Trust", "Verwood Trusts", "Zorn Foundry")]
    alignment = Alignment((people, *rest), (turned, glossed, proposed))
    documents = {"a.txt": Document("a.txt", "d_a", text, "00", "en", 1.0, "script", (Paragraph(0, len(text), "en", 1.0, "script"),))}
    ids, _ = assign_ids(alignment.clusters, IdBook.of(()), 1)
    contexts = {number: sentence for number, (_, _, sentence) in enumerate(SENTENCES)}
    write_run(tmp_path, Run(documents, [], [], mentions, alignment, merge(alignment, mentions, documents, ids), [], [], {"a.txt": 1}, contexts))
    return tmp_path


def test_two_names_of_one_entity_are_told_by_the_chain_with_its_quotes(out: Path) -> None:
    said = explain(out, ["Zhang Yutao", "Tom Zhang"])
    assert "are one person" in said
    assert said.index("same_syllables: zhang yutao") < said.index("bracket_gloss: Yutao Zhang (Tom Zhang) sings.")
    assert "“Zhang Yutao teaches.” (a.txt)" in said and "“They met Yutao Zhang.” (a.txt)" in said


@pytest.mark.parametrize(("left", "right", "expected"), [
    ("Zhang Yu", "Zhang Yutao", "against: "),
    ("Zhang Yu", "Verwood Trust", "against: other_type: person ≠ organization"),
    ("Verwood Trust", "Verwood Trusts", "for: similar_spelling: 0.96"),
    ("Verwood Trust", "Zorn Foundry", "No blocking rule brought them together"),
])
def test_two_entities_are_told_apart_with_the_reason(out: Path, left: str, right: str, expected: str) -> None:
    for names in ([left, right], [right, left]):
        said = explain(out, names)
        assert "are not one entity" in said
        assert expected in said or expected == "against: other_type: person ≠ organization" and "other_type: organization ≠ person" in said


def test_one_name_gives_the_entity_with_all_its_spellings(out: Path) -> None:
    by_name = explain(out, ["tom zhang"])
    assert all(name in by_name for name in ("Tom Zhang", "Yutao Zhang", "Zhang Yutao", "bracket_gloss"))
    entity_id = by_name.partition("person, ")[2].partition(")")[0]
    assert explain(out, [entity_id]) == by_name


def test_a_name_that_is_nowhere_is_answered_by_those_near_it(out: Path) -> None:
    with pytest.raises(UsageError, match="Zorn Foundry"):
        explain(out, ["Zorn Foundries"])


def test_an_id_that_was_merged_is_followed(out: Path) -> None:
    living = load_tables(out)["entities"].iloc[0]["entity_id"]
    state = find_state(out).folder
    row = {"batch": "1", "event": "merged", "entity_id": "p_bcdfghjkm", "other": living, "type": "person", "name": "", "document": ""}
    write_ids(IdBook.of([row]), state)
    assert explain(out, ["p_bcdfghjkm"]) == explain(out, [living])
