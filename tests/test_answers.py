"""A review sheet goes to a spreadsheet and comes back (row C128): decisions by pair id, damage told, nothing else taken."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from openpyxl import load_workbook

from pipeline.answers import Answers, take_answers
from pipeline.decisions import Decisions
from pipeline.errors import BadTable
from pipeline.ids import assign_ids, IdBook
from pipeline.records import Alias, AliasKey, Cluster, Comparison, Document, Entity, Evidence, Mention, Paragraph
from pipeline.write.review import SHEET_COLUMNS, Question, as_rows, questions, remember_questions, write_csv, write_xlsx

pytestmark = pytest.mark.smoke
NAMES = ["罗知夏", "Luo Zhixia", "=HYPERLINK(1)", "O'Hallam; N.", "Élodie \"E\" Néel", "Zoë, B."]


def asked(names: Sequence[str] = NAMES, unsure: Mapping[str, str] = {}) -> list[Question]:
    """Questions about each pair of neighbours, each name mentioned once more than the one before."""
    text = ""
    mentions: list[Mention] = []
    for position, name in enumerate(names):
        for _ in range(position + 1):
            mentions.append(Mention("a.txt", len(text), len(text) + len(name), name, "person", "en", "test"))
            text += f"{name} spoke. "
    aliases = [
        Alias(AliasKey("person", name), ("en",), ("a.txt",), tuple(n for n, mention in enumerate(mentions) if mention.surface == name)) for name in names
    ]
    clusters = [Cluster((alias,), ()) for alias in aliases]
    ids, _ = assign_ids(clusters, IdBook.of([]), 1)
    entities = [Entity(entity_id, "person", cluster.aliases[0].key.name, cluster) for entity_id, cluster in zip(ids, clusters, strict=True)]
    comparisons = []
    for one, two in zip(names, names[1:], strict=False):
        left, right = sorted((AliasKey("person", one), AliasKey("person", two)))
        comparisons.append(Comparison(left, right, (Evidence("alike", "weak", "=0.8"),), 0.5, "proposed"))
    document = Document("a.txt", "d_a", text, "h", "en", 1.0, "test", (Paragraph(0, len(text), "en", 1.0, "test"),))
    return questions(comparisons, entities, mentions, {"a.txt": document}, unsure)


def filled(tmp_path: Path, fill: Mapping[int, str]) -> list[dict[str, str]]:
    """The exported sheet with these decisions by row number."""
    found = asked()
    remember_questions(tmp_path, found)
    write_csv(as_rows(found), tmp_path / "review.csv")
    with (tmp_path / "review.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, decision in fill.items():
        rows[number]["decision"] = decision
    return rows


def saved(rows: Sequence[Mapping[str, str]], *, separator: str = ",", encoding: str = "utf-8-sig", columns: Sequence[str] = SHEET_COLUMNS, head: str = "") -> bytes:
    buffer = io.StringIO()
    buffer.write(head)
    writer = csv.DictWriter(buffer, columns, delimiter=separator, extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().encode(encoding, errors="replace")


def answers(tmp_path: Path, content: bytes, name: str = "filled.csv") -> Answers:
    (tmp_path / name).write_bytes(content)
    return take_answers(tmp_path / name, tmp_path, Decisions(), who="ida", when="2026")


SAVED: dict[str, Callable[[Sequence[Mapping[str, str]]], bytes]] = {
    "as it was": lambda rows: saved(rows),
    "tabs, UTF-16": lambda rows: saved(rows, separator="\t", encoding="utf-16"),
    "semicolons, UTF-8 without mark": lambda rows: saved(rows, separator=";", encoding="utf-8"),
    "UTF-16 without mark": lambda rows: saved(rows, separator="\t", encoding="utf-16-le"),
    "a line that names the separator": lambda rows: saved(rows, separator=";", head="sep=;\r\n"),
    "columns turned round": lambda rows: saved(rows, columns=SHEET_COLUMNS[::-1]),
    "two columns left": lambda rows: saved(rows, columns=("pair_id", "decision")),
    "pasted twice": lambda rows: saved(rows) + saved(rows, encoding="utf-8"),
    "sorted otherwise": lambda rows: saved(rows[::-1]),
}


@pytest.mark.parametrize("way", SAVED)
def test_a_sheet_comes_back_whatever_was_done_to_it(tmp_path: Path, way: str) -> None:
    rows = filled(tmp_path, {0: "same", 2: " Different ", 3: "UNSURE"})
    found = answers(tmp_path, SAVED[way](rows))
    assert found.troubles == ()
    expected = {(rows[0]["pair_id"], "same"), (rows[2]["pair_id"], "different"), (rows[3]["pair_id"], "unsure")}
    pairs = {question.pair_id: {question.left, question.right} for question in asked()}
    assert sorted(map(sorted, ({d.left.text, d.right.text} for d in found.decisions if d.right))) == sorted(sorted(pairs[name]) for name, _ in expected)
    assert sorted(d.decision for d in found.decisions) == ["different", "same", "unsure"]


def test_names_that_a_spreadsheet_broke_are_told_and_the_decisions_taken_all_the_same(tmp_path: Path) -> None:
    rows = filled(tmp_path, {number: "same" for number in range(5)})
    found = answers(tmp_path, saved(rows, separator=";", encoding="cp1252"))
    assert len(found.decisions) == 5
    assert {name for d in found.decisions if d.right for name in (d.left.text, d.right.text)} == set(NAMES)
    assert [trouble.split(" (")[0] for trouble in found.troubles] == ["names damaged in column right: 1 row"]


def test_rows_that_cannot_be_taken_are_told_each_and_the_others_taken(tmp_path: Path) -> None:
    rows = filled(tmp_path, {0: "same", 1: "maybe", 2: "same", 3: "same", 4: "different"})
    rows[2]["pair_id"] = "q_nothing"
    rows[3]["pair_id"] = ""
    rows.append({**rows[4], "decision": "same"})
    found = answers(tmp_path, saved(rows))
    assert [decision.decision for decision in found.decisions] == ["same"]
    assert [trouble.split(":")[0] for trouble in found.troubles] == ["line 3", "line 4", "line 5", "lines 6 and 7"]


def test_a_sheet_taken_twice_adds_nothing_the_second_time(tmp_path: Path) -> None:
    rows = filled(tmp_path, {0: "same"})
    first = answers(tmp_path, saved(rows))
    again = take_answers(tmp_path / "filled.csv", tmp_path, Decisions(first.decisions), who="oda", when="2027")
    assert again.decisions == () and again.in_force == 1 and again.empty == 4


@pytest.mark.parametrize("content", [b"a,b\r\n1,2\r\n", b"", b"pair_id,left\r\nq_x,A\r\n"])
def test_a_sheet_without_its_two_columns_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadTable):
        answers(tmp_path, content)


def test_no_cell_of_the_sheet_is_a_formula_and_the_workbook_offers_the_answers(tmp_path: Path) -> None:
    found = asked()
    remember_questions(tmp_path, found)
    write_csv(as_rows(found), tmp_path / "review.csv")
    with (tmp_path / "review.csv").open(encoding="utf-8-sig", newline="") as file:
        assert not [cell for row in csv.reader(file) for cell in row if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]
    write_xlsx(as_rows(found), tmp_path / "review.xlsx")
    sheet = load_workbook(tmp_path / "review.xlsx").active
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}  # n is an empty cell
    assert sheet.freeze_panes == "D2"
    (choice,) = sheet.data_validations.dataValidation
    assert choice.formula1 == '"same,different,unsure"' and "A2" in str(choice.sqref)
    names = {row[1].value for row in sheet.iter_rows(min_row=2)} | {row[2].value for row in sheet.iter_rows(min_row=2)}
    assert names == set(NAMES)


def test_a_workbook_comes_back(tmp_path: Path) -> None:
    found = asked()
    remember_questions(tmp_path, found)
    write_xlsx(as_rows(found), tmp_path / "review.xlsx")
    workbook = load_workbook(tmp_path / "review.xlsx")
    workbook.active["A3"] = "different"
    workbook.save(tmp_path / "filled.xlsx")
    taken = take_answers(tmp_path / "filled.xlsx", tmp_path, Decisions(), who="ida", when="2026")
    assert [(d.decision, d.left.text) for d in taken.decisions] == [("different", found[1].left)]
    assert taken.troubles == ()


def test_the_most_useful_answer_is_asked_first_and_those_unsure_last() -> None:
    found = asked()
    assert [question.impact for question in found] == sorted((question.impact for question in found), reverse=True)
    assert found[0].impact == 5
    again = asked(unsure={found[0].pair_id: "ida, 2026"})
    assert again[-1].pair_id == found[0].pair_id and again[-1].answered == "ida, 2026"
    assert all(name in question.left_sentence + question.right_sentence for question in found for name in (question.left, question.right))
