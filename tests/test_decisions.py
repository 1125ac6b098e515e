"""Decisions: the last one wins, none is lost, contradictions are told (kinds K22; rows C123 and C129)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.decisions import Decision, Decisions, Judgement, Name, add_decisions, apply_rulings, decision_links, parse_name, read_decisions, rulings
from pipeline.errors import UsageError
from pipeline.records import Alias, AliasKey, Cluster, EntityType, Mention
from pipeline.project import find_state, init_project, keep_state

pytestmark = pytest.mark.smoke


def decide(decision: Judgement, left: str, right: str = "", *, kind: EntityType = "person", value: str = "", who: str = "ida") -> Decision:
    return Decision(
        decision, kind, parse_name(left), parse_name(right) if right else None, value=value, who=who, when="2026-03-02T09:00:00Z", why="",
    )


def kept(folder: Path, *decisions: Decision) -> Decisions:
    add_decisions(folder, decisions)
    return read_decisions(folder)


NAMES: list[tuple[EntityType, str, str]] = [
    ("person", "Lin Wei", "a.txt"), ("person", "Lin Wei-Ting", "a.txt"), ("person", "Zhang Wei", "a.txt"), ("person", "Zhang Wei", "b.txt"),
    ("person", "Lu Wenting", "a.txt"), ("person", "Lü Wenting", "b.txt"), ("organization", "Kestrel", "a.txt"), ("person", "Kestrel", "b.txt"),
]


def test_decisions_come_back_as_they_were_said(tmp_path: Path) -> None:
    said = [
        decide("different", "“Zhang Wei”@a.txt", "“Zhang Wei”@b.txt"), decide("name", "=Ida", value="+Ida Brandt"),
        decide("type", "Kestrel", value="organization"), decide("not-an-entity", "'-'"), decide("undo", "Lin Wei", "Lin Wei-Ting"),
    ]
    decisions = kept(tmp_path, *said)
    assert [(d.decision, d.type, d.left, d.right, d.value, d.who, d.when) for d in decisions.history] == [
        (d.decision, d.type, d.left, d.right, d.value, d.who, d.when) for d in said
    ]
    assert not decisions.damages
    assert (tmp_path / "decisions.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_the_last_word_on_a_pair_wins_whichever_name_is_said_first(tmp_path: Path) -> None:
    decisions = kept(tmp_path, decide("same", "Lin Wei", "Lin Wei-Ting"), decide("different", "Lin Wei-Ting", "Lin Wei", who="oda"))
    assert [decision.decision for decision in decisions.standing] == ["different"]
    assert len(decisions.history) == 2
    (changed,) = decisions.changed
    assert [decision.line for decision in changed.decisions] == [2, 3]
    (link,) = decision_links(decisions, NAMES)
    assert link.evidence.grade == "against" and "oda" in link.evidence.detail


def test_undo_takes_back_what_stands_and_nothing_else(tmp_path: Path) -> None:
    decisions = kept(
        tmp_path, decide("same", "Lin Wei", "Lin Wei-Ting"), decide("name", "Lin Wei", value="Lin W."), decide("undo", "Lin Wei-Ting", "Lin Wei"),
        decide("type", "Kestrel", value="organization"), decide("name", "Kestrel", value="K"), decide("undo", "Kestrel", value="type"),
    )
    assert [(decision.decision, decision.left.text) for decision in decisions.standing] == [("name", "Lin Wei"), ("name", "Kestrel")]


def test_three_that_cannot_all_hold_are_told_with_their_lines_and_none_is_dropped(tmp_path: Path) -> None:
    decisions = kept(tmp_path, decide("same", "A", "B"), decide("same", "B", "C"), decide("different", "A", "C"), decide("same", "C", "D"))
    (contradiction,) = decisions.contradictions
    assert [decision.line for decision in contradiction.decisions] == [2, 3, 4]
    assert "line 2" in str(contradiction) and "line 4" in str(contradiction)
    assert len(decisions.standing) == 4


@pytest.mark.parametrize(("left", "right", "expected"), [
    ("Lin Wei", "Lin Wei-Ting", [(AliasKey("person", "Lin Wei"), AliasKey("person", "Lin Wei-Ting"))]),
    ("lin wei", "LIN WEI-TING", [(AliasKey("person", "Lin Wei"), AliasKey("person", "Lin Wei-Ting"))]),
    ("“Zhang Wei”@a.txt", "“Zhang Wei”@b.txt", [(AliasKey("person", "Zhang Wei", "a.txt"), AliasKey("person", "Zhang Wei", "b.txt"))]),
    ("Lu Wenting", "Lü Wenting", [(AliasKey("person", "Lu Wenting"), AliasKey("person", "Lü Wenting"))]),
    ("Lin Wei", "Nobody Here", []),
    ("“Zhang Wei”@c.txt", "“Zhang Wei”@b.txt", []),
])
def test_a_decision_becomes_a_link_between_the_names_that_it_means(tmp_path: Path, left: str, right: str, expected: list[tuple[AliasKey, AliasKey]]) -> None:
    links = decision_links(kept(tmp_path, decide("different", left, right)), NAMES)
    assert [(link.left, link.right) for link in links] == expected


def test_decisions_whose_names_are_gone_are_kept_and_told(tmp_path: Path) -> None:
    decisions = kept(tmp_path, decide("same", "Lin Wei", "Nobody Here"), decide("same", "Lin Wei", "Lin Wei-Ting"))
    assert [str(decision.right) for decision in decisions.unmet(NAMES)] == ["“Nobody Here”"]


def test_rulings_bind_names_of_their_type_in_their_documents(tmp_path: Path) -> None:
    mentions = [Mention(document, 0, len(name), name, kind, "en", "test") for kind, name, document in NAMES]
    decisions = kept(
        tmp_path, decide("type", "Kestrel", value="organization"), decide("not-an-entity", "“Zhang Wei”@a.txt"), decide("name", "Lin Wei", value="Lin W."),
    )
    ruled = rulings(decisions)
    after = apply_rulings(mentions, ruled)
    assert len(after) == len(mentions) - 1
    assert {mention.type for mention in after if mention.surface == "Kestrel"} == {"organization"}
    assert [mention.document for mention in after if mention.surface == "Zhang Wei"] == ["b.txt"]
    assert ruled.better_names([Cluster((Alias(AliasKey("person", "Lin Wei"), ("en",), ("a.txt",), (0,)),), ())], ["p_x"]) == {"p_x": "Lin W."}


@pytest.mark.parametrize(("arguments", "words"), [
    ({"decision": "maybe", "left": "A"}, "No decision 'maybe'"),
    ({"decision": "same", "left": "A"}, "wants two names"),
    ({"decision": "same", "left": "A", "right": "A"}, "in which documents"),
    ({"decision": "type", "left": "A", "value": "ship"}, "No type 'ship'"),
    ({"decision": "name", "left": "A"}, "better name"),
])
def test_a_decision_that_cannot_be_is_refused_with_the_reason(arguments: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        decide(**arguments)  # type: ignore[arg-type]  # wrong on purpose


def test_lines_that_are_no_decisions_are_told_and_cost_no_other(tmp_path: Path) -> None:
    add_decisions(tmp_path, [decide("same", "A", "B")])
    path = tmp_path / "decisions.csv"
    path.write_bytes(path.read_bytes() + "2026,x,perhaps,person,A,,B,,,\n<<<<<<< HEAD\n2026,x,same,person,C,,D,,,\n2026,x,sa".encode())
    decisions = read_decisions(tmp_path)
    assert [decision.left.text for decision in decisions.standing] == ["A", "C"]
    assert [damage.line for damage in decisions.damages] == [3, 4, 6]


def test_a_name_of_a_document_is_told_from_a_name_with_an_at_sign() -> None:
    assert parse_name("Zhang Wei@a.txt", ["a.txt"]) == Name("Zhang Wei", "a.txt")
    assert parse_name("team@work", ["a.txt"]) == Name("team@work")
    with pytest.raises(UsageError, match=r"No document 'c\.txt'"):
        parse_name("“Zhang Wei”@c.txt", ["a.txt"])


def test_state_lies_in_the_project_above_out_and_not_where_the_command_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    init_project(tmp_path / "project")
    init_project(tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert find_state(tmp_path / "project" / "output").folder == tmp_path / "project"
    assert find_state(tmp_path / "loose" / "output").folder == tmp_path / "loose" / "output" / "state"


def test_out_remembers_the_state_folder_that_it_was_given(tmp_path: Path) -> None:
    keep_state(tmp_path / "output", find_state(tmp_path / "output", tmp_path / "kept"))
    assert find_state(tmp_path / "output").folder == tmp_path / "kept"


def test_what_a_first_try_kept_in_out_goes_on_in_the_project_that_is_made_later(tmp_path: Path) -> None:
    output = tmp_path / "output"
    add_decisions(find_state(output).folder, [decide("same", "A", "B")])
    (tmp_path / "namebridge.toml").write_text("")
    keep_state(output, find_state(output))
    assert len(read_decisions(tmp_path).history) == 1


def test_init_leaves_what_is_there(tmp_path: Path) -> None:
    assert len(init_project(tmp_path)) == 6
    (tmp_path / "namebridge.toml").write_text("[run]\njobs = 2\n")
    assert init_project(tmp_path) == ()
    assert (tmp_path / "namebridge.toml").read_text() == "[run]\njobs = 2\n"
