"""The open questions: which pairs a person should look at, the most useful answer first, as a table, a CSV and a workbook."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from pipeline.ids import pair_id
from pipeline.journal import append_rows, guard, read_rows
from pipeline.project import store_folder
from pipeline.records import Alias, AliasKey, Comparison, Document, Entity, EntityType, Evidence, Mention
from pipeline.text import scripts

ANSWERS = ("same", "different", "unsure")
QUESTIONS_FILE = "questions.csv"
QUESTION_COLUMNS = ("pair_id", "type", "left", "left_document", "right", "right_document")

SURE = 0.95
"""A join that stands by itself is asked about only below this probability."""

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”»’)\]]*\s+|(?<=[。！？])[”」』）]*|\n+")
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Question:
    """One row of the review: may these two names be one entity?

    `impact` is the number of mentions that the answer settles, times how unsure we are (0 to 1). `answered` says who was
    unsure before. `left_document` is "" where the name means one entity in the whole corpus.
    """

    pair_id: str
    type: EntityType
    left: str
    right: str
    left_sentence: str
    right_sentence: str
    evidence_for: str
    evidence_against: str
    reason: str
    verdict: str
    probability: float
    impact: float
    left_mentions: int
    right_mentions: int
    left_languages: str
    right_languages: str
    left_scripts: str
    right_scripts: str
    left_document: str
    right_document: str
    left_entity_name: str
    right_entity_name: str
    left_entity_id: str
    right_entity_id: str
    answered: str


COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(Question))
SHEET_COLUMNS: tuple[str, ...] = (
    "decision", "left", "right", "type", "why", "left_sentence", "right_sentence", "evidence_for", "evidence_against", "reason", "verdict",
    "probability", "left_mentions", "right_mentions", "left_languages", "right_languages", "left_document", "right_document", "left_entity_name",
    "right_entity_name", "answered", "pair_id",
)
"""The columns of the sheet that a person fills in: `decision` and `why` are theirs."""


def questions(
    comparisons: Iterable[Comparison], entities: Sequence[Entity], mentions: Sequence[Mention], documents: Mapping[str, Document],
    unsure: Mapping[str, str] = {},
) -> list[Question]:
    """The open questions, the most useful answer first; those that were answered “unsure” come last.

    Of all pairs between the same two entities the likeliest is asked: its answer settles the others. `unsure` maps a pair id to
    who was unsure and when.
    """
    owners = {alias.key: (entity, alias) for entity in entities for alias in entity.cluster.aliases}
    sizes = {entity.entity_id: sum(len(alias.mentions) for alias in entity.cluster.aliases) for entity in entities}
    best: dict[tuple[str, ...], tuple[tuple[float, AliasKey, AliasKey], Question]] = {}
    for comparison in comparisons:
        if comparison.left not in owners or comparison.right not in owners or not _open(comparison):
            continue
        (left_entity, left), (right_entity, right) = owners[comparison.left], owners[comparison.right]
        apart = left_entity.entity_id != right_entity.entity_id
        if apart != (comparison.verdict == "proposed"):
            continue  # a chain joined what was only proposed: the joins of the chain are asked about instead
        name = pair_id(comparison.left, comparison.right)
        settled = min(sizes[left_entity.entity_id], sizes[right_entity.entity_id]) if apart else min(len(left.mentions), len(right.mentions))
        question = Question(
            pair_id=name, type=comparison.left.type, left=comparison.left.name, right=comparison.right.name,
            left_sentence=_sentence(left, mentions, documents), right_sentence=_sentence(right, mentions, documents),
            evidence_for=_told(comparison.evidence, against=False), evidence_against=_told(comparison.evidence, against=True),
            reason=_reason(comparison), verdict="joined" if comparison.verdict == "automatic" else "proposed",
            probability=comparison.probability, impact=round(max(settled, 1) * (1 - abs(2 * comparison.probability - 1)), 3),
            left_mentions=len(left.mentions), right_mentions=len(right.mentions), left_languages=";".join(left.languages),
            right_languages=";".join(right.languages), left_scripts=";".join(sorted(scripts(left.key.name))),
            right_scripts=";".join(sorted(scripts(right.key.name))), left_document=left.key.scope, right_document=right.key.scope,
            left_entity_name=left_entity.name, right_entity_name=right_entity.name, left_entity_id=left_entity.entity_id,
            right_entity_id=right_entity.entity_id, answered=unsure.get(name, ""),
        )
        pair = tuple(sorted((left_entity.entity_id, right_entity.entity_id))) if apart else (name,)
        rank = (-comparison.probability, comparison.left, comparison.right)
        if pair not in best or rank < best[pair][0]:
            best[pair] = (rank, question)
    return sorted((question for _, question in best.values()), key=_usefulness)


def remember_questions(output: Path, asked: Iterable[Question]) -> None:
    """Keep which names each pair id means, so that a sheet exported before a later run can still be taken back."""
    path = store_folder(output) / QUESTIONS_FILE
    known = {row.cells["pair_id"] for row in read_rows(path, QUESTION_COLUMNS)[0]}
    rows = [dict(zip(QUESTION_COLUMNS, (q.pair_id, q.type, q.left, q.left_document, q.right, q.right_document), strict=True)) for q in asked]
    append_rows(path, QUESTION_COLUMNS, [row for row in sorted(rows, key=lambda row: row["pair_id"]) if row["pair_id"] not in known])


def write_csv(rows: Iterable[Mapping[str, object]], path: Path) -> None:
    """The review as CSV for a spreadsheet: UTF-8 with its mark, no cell that is a formula or breaks its line."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(SHEET_COLUMNS)
        for row in rows:
            writer.writerow([guard(_cell(row, column)) for column in SHEET_COLUMNS])


def write_xlsx(rows: Iterable[Mapping[str, object]], path: Path) -> None:
    """The review as a workbook: a drop-down for the decision, the header frozen, every cell typed as text."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "review"
    count = 1
    for count, values in enumerate([list(SHEET_COLUMNS), *([_cell(row, column) for column in SHEET_COLUMNS] for row in rows)], 1):
        for column, value in enumerate(values, 1):
            cell = sheet.cell(row=count, column=column)
            if value:
                cell.value = _PRINTABLE.sub("", value)
                cell.data_type = "s"  # openpyxl takes a text that begins with = for a formula
            cell.number_format = "@"
            cell.quotePrefix = value[:1] in ("=", "+", "-", "@")
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if count == 1:
                cell.font = Font(bold=True)
    choice = DataValidation(
        type="list", formula1=f'"{",".join(ANSWERS)}"', allow_blank=True, showErrorMessage=True, errorTitle="namebridge",
        error=f"One of: {', '.join(ANSWERS)}, or nothing.",
    )
    sheet.add_data_validation(choice)
    choice.add(f"A2:A{max(count, 2)}")
    sheet.freeze_panes = "D2"
    for column, name in enumerate(SHEET_COLUMNS, 1):
        sheet.column_dimensions[get_column_letter(column)].width = 48 if "sentence" in name or "evidence" in name else 24 if name in ("left", "right", "reason") else 14
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(SHEET_COLUMNS))}{count}"
    workbook.save(path)


_PRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def as_rows(asked: Iterable[Question]) -> list[dict[str, object]]:
    """The questions as rows of a table."""
    return [dict(zip(COLUMNS, astuple(question), strict=True)) for question in asked]


def _open(comparison: Comparison) -> bool:
    if comparison.verdict == "proposed":
        return True
    return comparison.verdict == "automatic" and comparison.probability < SURE


def _usefulness(question: Question) -> tuple[bool, float, str, str, str, str, str]:
    return (question.answered != "", -question.impact, question.type, question.left, question.right, question.left_document, question.right_document)


def _told(evidence: Sequence[Evidence], *, against: bool) -> str:
    found = [one for one in evidence if (one.grade == "against") == against]
    return "; ".join(f"{one.rule}: {one.detail}" if one.detail else one.rule for one in found)


def _reason(comparison: Comparison) -> str:
    """Why this is asked, in a sentence."""
    if any(one.grade == "against" for one in comparison.evidence):
        return "Something speaks for it and something against."
    if comparison.verdict == "automatic":
        return "Joined, but by its weakest link."
    return "Alike, but no proof that they are one."


def _sentence(alias: Alias, mentions: Sequence[Mention], documents: Mapping[str, Document]) -> str:
    """The sentence around the first mention, on one line, cut to 300 characters."""
    if not alias.mentions:
        return ""
    mention = mentions[alias.mentions[0]]
    document = documents.get(mention.document)
    if document is None:
        return ""
    text = document.text
    low, high = max(0, mention.start - _LONGEST), min(len(text), mention.end + _LONGEST)
    ends = [low + match.end() for match in _SENTENCE_END.finditer(text[low:high])]
    start = max((end for end in ends if end <= mention.start), default=low)
    stop = min((end for end in ends if end >= mention.end), default=high)
    return " ".join(text[start:stop].split())[: 2 * _LONGEST]


def _cell(row: Mapping[str, object], column: str) -> str:
    value = row.get(column, "")
    if isinstance(value, float):
        return f"{value:.3g}"
    return " ".join(str(value).split()) if value is not None else ""
