"""`namebridge align`: names, or another tool's mentions, without extraction."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

from pipeline.align import align
from pipeline.errors import BadTable, ReadError
from pipeline.journal import guard
from pipeline.records import AliasKey, Alignment, Candidate, Document, EntityType, Mention, Paragraph, RawDocument
from pipeline.sheets import read_sheet
from pipeline.text import display_form

_TYPES: Mapping[str, EntityType] = {
    "per": "person", "person": "person", "people": "person", "org": "organization", "organization": "organization", "organisation": "organization",
    "paper": "paper", "work": "paper",
}
_NAME, _LANGUAGE = ("name", "surface"), ("language", "lang")
EMPTY = frozenset(("", "-", "--", "n/a", "na", "unknown", "none", "null", "?"))
"""What stands in tables where no name is: neither equal nor evidence."""


def align_table(table: Path, output: Path, *, documents: Path | None = None) -> str:
    """Write the cluster of each row, and beside it the pairs that are only proposed; returns a summary.

    Reads rec_id, name (or surface), type, language (or lang); or document, start, end, surface, type. Raises BadTable where
    a column is missing.
    """
    sheet = read_sheet(table)
    columns = list(sheet.columns)
    rows = [cells for _, cells in sheet.rows]
    if {"document", "start", "end", "surface", "type"} <= set(columns):
        return _mentions(rows, columns, output, documents)
    name = next((one for one in _NAME if one in columns), None)
    if name is None or "rec_id" not in columns:
        raise BadTable(f"{table}: wanted rec_id and name, or document, start, end, surface and type. Found: {', '.join(columns) or 'nothing'}.")
    return _names(rows, name, output)


def _names(rows: Sequence[Mapping[str, str]], name: str, output: Path) -> str:
    language = next((one for one in _LANGUAGE if rows and one in rows[0]), "")
    mentions: list[Mention] = []
    records: list[str] = []
    left_out = 0
    for row in rows:
        surface, kind = row[name], _TYPES.get(row.get("type", "person").strip().lower() or "person")
        if display_form(surface).casefold() in EMPTY or kind is None:
            left_out += 1
            continue
        mentions.append(Mention(f"rec:{row['rec_id']}", 0, len(surface), surface, kind, row.get(language, "") or "und", "table"))
        records.append(row["rec_id"])
    alignment = align(mentions, [], documents={}, pairs=[], everywhere=True)
    cluster = _cluster_of(alignment)
    with output.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("rec_id", "cluster"))
        writer.writerows((guard(record), f"c{cluster[number]}") for number, record in enumerate(records))
    count = _proposals(alignment, {number: record for number, record in enumerate(records)}, output)
    return f"{len(records)} names in {len(set(cluster.values()))} clusters; {count} pairs proposed; {left_out} rows without a name or with an unknown type left out.{_notes(alignment)}"


def _notes(alignment: Alignment) -> str:
    return "".join(f"\n{note}" for note in alignment.notes)


def _cluster_of(alignment: Alignment) -> dict[int, int]:
    return {mention: number for number, cluster in enumerate(alignment.clusters) for alias in cluster.aliases for mention in alias.mentions}


def _proposals(alignment: Alignment, records: Mapping[int, str], output: Path, *, each: int = 5) -> int:
    """The pairs that are only proposed, most likely first, at most `each` for a record."""
    first: dict[AliasKey, list[int]] = {alias.key: list(alias.mentions) for cluster in alignment.clusters for alias in cluster.aliases}
    told: dict[str, int] = defaultdict(int)
    written = 0
    proposed = sorted((c for c in alignment.comparisons if c.verdict == "proposed"), key=lambda c: (-c.probability, c.left, c.right))
    with output.with_suffix(".proposals.csv").open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("left", "right", "evidence", "probability"))
        for comparison in proposed:
            left, right = (records[first[key][0]] for key in (comparison.left, comparison.right))
            if told[left] >= each and told[right] >= each:
                continue
            told[left] += 1
            told[right] += 1
            written += 1
            writer.writerow((guard(left), guard(right), guard("; ".join(f"{e.rule}: {e.detail}" for e in comparison.evidence)), comparison.probability))
    return written


def _mentions(rows: Sequence[Mapping[str, str]], columns: Sequence[str], output: Path, folder: Path | None) -> str:
    from pipeline.detect import detect
    from pipeline.ids import IdBook, assign_ids
    from pipeline.parallel import find_parallel

    documents: dict[str, Document] = {}
    if folder is not None:
        for name in sorted({row["document"] for row in rows}):
            path = folder / name
            if not path.is_file():
                raise ReadError(f"{name}: no such file below {folder}.")
            documents[name] = detect(RawDocument(name, path.read_bytes().decode("utf-8-sig"), ""))
    mentions: list[Mention] = []
    kept: list[int] = []
    for number, row in enumerate(rows):
        kind = _TYPES.get(row["type"].strip().lower())
        if kind is None or display_form(row["surface"]).casefold() in EMPTY:
            continue
        language = row.get("language", "") or _language(documents.get(row["document"]), int(row["start"]))
        mentions.append(Mention(row["document"], int(row["start"]), int(row["end"]), row["surface"], kind, language, "table"))
        kept.append(number)
    names: dict[str, list[Candidate]] = defaultdict(list)
    for m in mentions:
        names[m.document].append(Candidate(m.document, m.start, m.end, m.surface, m.type, m.language, "table"))
    pairs = find_parallel(list(documents.values()), names) if documents else []
    alignment = align(mentions, [], documents=documents, pairs=pairs)
    ids, _ = assign_ids(alignment.clusters, IdBook.of(()), 1)
    cluster = _cluster_of(alignment)
    entity = {kept[mention]: ids[number] for mention, number in cluster.items()}
    with output.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*columns, "entity_id"])
        writer.writerows([*(guard(row[column]) for column in columns), entity.get(number, "")] for number, row in enumerate(rows))
    count = _proposals(alignment, {index: str(number) for index, number in enumerate(kept)}, output)
    return f"{len(kept)} mentions of {len(set(cluster.values()))} entities; {len(pairs)} pairs of parallel documents; {count} pairs proposed.{_notes(alignment)}"


def _language(document: Document | None, offset: int) -> str:
    if document is None:
        return "und"
    paragraphs: Sequence[Paragraph] = document.paragraphs
    return next((p.language for p in paragraphs if p.start <= offset < p.end), document.language)


assert set(_TYPES.values()) == set(get_args(EntityType))
