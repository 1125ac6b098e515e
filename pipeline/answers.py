"""A filled-in review sheet -> decisions: by pair id alone, whatever a spreadsheet did to the rest, and every row told that could not be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pipeline.decisions import PAIRS, Decision, Decisions, Judgement, Name
from pipeline.errors import BadTable
from pipeline.journal import read_rows
from pipeline.project import store_folder
from pipeline.records import EntityType
from pipeline.sheets import Sheet, read_sheet
from pipeline.write.review import QUESTION_COLUMNS, QUESTIONS_FILE


@dataclass(frozen=True, slots=True)
class Answers:
    """What a sheet said: decisions to add, rows that could not be taken, and how many were empty, repeated or in force already."""

    decisions: tuple[Decision, ...]
    troubles: tuple[str, ...]
    empty: int
    repeated: int
    in_force: int


def take_answers(path: Path, output: Path, decisions: Decisions, *, who: str, when: str) -> Answers:
    """The decisions in a review sheet of this OUT. Names are never taken from the sheet, only pair ids, decisions and reasons.

    Raises BadTable where the sheet has no column of pair ids or of decisions.
    """
    sheet = read_sheet(path)
    for column in ("pair_id", "decision"):
        if column not in sheet.columns:
            raise BadTable(f"{path}: no column {column!r}. Found: {', '.join(sheet.columns) or 'nothing'}. Export the review again and fill in that.")
    asked = asked_pairs(output)
    standing = {decision.subject: decision.decision for decision in decisions.standing}
    taken: dict[str, tuple[int, Decision]] = {}
    clashing: set[str] = set()
    troubles: list[str] = []
    empty = repeated = in_force = 0
    for line, cells in sheet.rows:
        said = cells.get("decision", "").strip().casefold()
        name = cells.get("pair_id", "").strip()
        if not said:
            empty += 1
        elif said not in PAIRS:
            troubles.append(f"line {line}: no decision {cells['decision']!r}. Known: {', '.join(PAIRS)}.")
        elif name not in asked:
            troubles.append(f"line {line}: no pair {name!r} was asked about here." if name else f"line {line}: {said!r} without a pair id.")
        else:
            decision = _decision(asked[name], said, who=who, when=when, why=cells.get("why", ""))
            if name in taken and taken[name][1].decision != decision.decision:
                clashing.add(name)
                troubles.append(f"lines {taken[name][0]} and {line}: {taken[name][1].decision!r} and {said!r} about one pair, {name}; neither was taken.")
            elif name in taken:
                repeated += 1
            else:
                taken[name] = (line, decision)
    fresh: list[Decision] = []
    for name, (_, decision) in taken.items():
        if name in clashing:
            continue
        if standing.get(decision.subject) == decision.decision:
            in_force += 1
        else:
            fresh.append(decision)
    return Answers(tuple(fresh), (*troubles, *_damaged_names(sheet, asked)), empty, repeated, in_force)


def asked_pairs(output: Path) -> dict[str, Mapping[str, str]]:
    """All pairs that were ever asked about in this OUT, by pair id."""
    rows, _ = read_rows(store_folder(output) / QUESTIONS_FILE, QUESTION_COLUMNS)
    return {row.cells["pair_id"]: row.cells for row in rows}


def _decision(pair: Mapping[str, str], judgement: Judgement, *, who: str, when: str, why: str) -> Decision:
    return Decision(
        judgement, cast(EntityType, pair["type"]), Name(pair["left"], pair["left_document"]), Name(pair["right"], pair["right_document"]),
        who=who, when=when, why=why,
    )


def _damaged_names(sheet: Sheet, asked: Mapping[str, Mapping[str, str]]) -> Sequence[str]:
    """Names that came back otherwise than they went out: harmless here, but the person should know what the program did to the file."""
    found = []
    for column in ("left", "right"):
        rows = [
            line for line, cells in sheet.rows
            if cells.get("pair_id", "") in asked and column in cells and cells[column] != asked[cells["pair_id"]][column].strip()
        ]
        if rows:
            some = ", ".join(map(str, rows[:5])) + (" …" if len(rows) > 5 else "")
            count = f"{len(rows)} row" + ("s" if len(rows) > 1 else "")
            found.append(f"names damaged in column {column}: {count} (line {some}); the decisions were taken by pair id, the names were not.")
    return found
