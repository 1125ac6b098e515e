"""Tables: CSV, TSV, JSON, JSON Lines, Parquet. Each row is a document, if a column holds text."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pipeline.errors import ReadError
from pipeline.read.encoding import decode
from pipeline.read.limits import Limits
from pipeline.read.plain import document
from pipeline.records import RawDocument, SkippedDocument

Row = Mapping[str, str]
ROLES: Mapping[str, tuple[str, ...]] = {
    "text": ("text", "body", "content", "article", "fulltext", "full_text", "article_text", "articlebody", "maintext", "abstract", "description", "正文", "内容", "texte", "texto", "inhalt"),
    "title": ("title", "headline", "heading", "name", "subject", "标题", "titre", "titulo", "titel"),
    "id": ("id", "doc_id", "document_id", "article_id", "uuid", "guid", "key", "_id"),
    "date": ("date", "published", "pubdate", "published_at", "publication_date", "created", "created_at", "datetime", "timestamp", "日期"),
    "language": ("language", "lang", "locale"),
    "url": ("url", "link", "href", "uri", "source_url"),
}
"""The names by which a column is known, best first."""
_TEXT_LENGTH = 40


def read_separated(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """The rows of a CSV or TSV file, whatever separates its cells."""
    text, encoding = decode(data)
    csv.field_size_limit(min(limits.characters, 2**31 - 1))
    delimiter = _delimiter(text)
    try:
        lines = [cells for cells in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise ReadError(f"no table: {error}") from error
    if not lines:
        raise ReadError("an empty table", status="empty")
    header = [cell.strip() or f"column {number}" for number, cell in enumerate(lines[0], 1)]
    rows = [dict(zip(header, cells + [""] * (len(header) - len(cells)), strict=False)) for cells in lines[1:]]
    yield from _documents(name, header, rows, data, limits, encoding)


def read_json(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """The objects of a JSON file: a list of them, one alone, or the longest list inside one."""
    text, encoding = decode(data)
    if not text.strip():
        raise ReadError("the file is empty", status="empty")
    yield from _objects(name, _load(text), data, limits, encoding)


def read_json_lines(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """One object a line; a damaged line has a row of its own."""
    text, encoding = decode(data)
    found: list[object] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(_load(line))
            except ReadError as error:
                yield SkippedDocument(f"{name}#{number}", "failed", f"line {number}: {error}")
    if found:
        yield from _objects(name, found, data, limits, encoding)
    elif not text.strip():
        raise ReadError("the file is empty", status="empty")


def read_parquet(name: str, data: bytes, limits: Limits) -> Iterator[RawDocument | SkippedDocument]:
    """The rows of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(data))
        size = sum(file.metadata.row_group(number).total_byte_size for number in range(file.metadata.num_row_groups))
        if size > limits.expansion * max(len(data), 10_000) or size > 4 * limits.member_bytes:
            raise ReadError(f"{size} bytes in {len(data)}: a table that grows beyond the limits")
        table = file.read()
        header = [str(column) for column in table.column_names]
        values = table.to_pylist()
    except (pa.ArrowException, OSError, ValueError, OverflowError, TypeError) as error:
        raise ReadError(f"no Parquet file: {str(error)[:200]}") from error
    yield from _documents(name, header, [{key: _cell(value) for key, value in row.items()} for row in values], data, limits, "utf-8")


def _load(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReadError(f"no JSON: {str(error)[:200]}") from error


def _objects(name: str, value: object, data: bytes, limits: Limits, encoding: str) -> Iterator[RawDocument | SkippedDocument]:
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list) and item and all(isinstance(one, dict) for one in item)]
        value = max(lists, key=len) if lists and not any(key.lower() in ROLES["text"] for key in value) else [value]
    if isinstance(value, str):
        value = [{"text": value}]
    if not isinstance(value, list):
        raise ReadError("no objects in it", status="empty")
    rows = [_flat(item) if isinstance(item, dict) else {"text": _cell(item)} for item in value]
    header = list(dict.fromkeys(key for row in rows for key in row))
    if not header:
        raise ReadError("no objects in it", status="empty")
    yield from _documents(name, header, rows, data, limits, encoding)


def _flat(item: Mapping[str, object]) -> dict[str, str]:
    """One level of nested objects as dotted keys."""
    flat: dict[str, str] = {}
    for key, value in item.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{inner}": _cell(one) for inner, one in value.items()})
        else:
            flat[str(key)] = _cell(value)
    return flat


def _cell(value: object) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, list):
        return "\n".join(map(_cell, value)) if all(isinstance(one, str) for one in value) else ""
    return value if isinstance(value, str) else "" if isinstance(value, dict | bytes) else str(value)


def _delimiter(text: str) -> str:
    lines = [line for line in text[:20_000].splitlines()[:20] if line.strip()]
    counts = {mark: [line.count(mark) for line in lines] for mark in ",;\t|"}
    # The mark of which most lines have as many as the header.
    return max(counts, key=lambda mark: (bool(lines) and counts[mark][0] > 0, sum(count == counts[mark][0] for count in counts[mark][1:]), counts[mark][:1]))


def guess_columns(header: Sequence[str], rows: Sequence[Row]) -> dict[str, str]:
    """Which column has which role: by its name, and where no name tells the text, by the longest cells."""
    columns: dict[str, str] = {}
    for role, names in ROLES.items():
        for known in names:
            match = next((column for column in header if column.strip().lower().rpartition(".")[2].replace(" ", "_") == known and column not in columns.values()), None)
            if match is not None:
                columns[role] = match
                break
    if "text" not in columns and rows:
        sample = rows[:200]
        length = {column: sum(len(row.get(column, "")) for row in sample) / len(sample) for column in header if column not in columns.values() or column == columns.get("title")}
        best = max(length, key=lambda column: length[column], default="")
        if best and length[best] >= _TEXT_LENGTH:
            columns["text"] = best
    return columns


def _documents(name: str, header: Sequence[str], rows: Sequence[Row], data: bytes, limits: Limits, encoding: str) -> Iterator[RawDocument | SkippedDocument]:
    columns = guess_columns(header, rows)
    if "text" not in columns:
        text = "\n".join(", ".join(cell for cell in (row.get(column, "").strip() for column in header) if cell) for row in rows)
        yield document(name, text, data, limits=limits, encoding=encoding, notes=("no column of text: the whole table is one document",))
        return
    said = "columns: " + ", ".join(f"{role} = {column}" for role, column in columns.items())
    ids = Counter(row.get(columns.get("id", ""), "").strip() for row in rows)
    if len(rows) > limits.members:
        raise ReadError(f"{len(rows)} rows; the limit is {limits.members}")
    for number, row in enumerate(rows, 1):
        own = " ".join(row.get(columns.get("id", ""), "").split())
        row_name = f"{name}#{own if own and ids[own] == 1 else number}"
        title, text = (row.get(columns.get(role, ""), "") for role in ("title", "text"))
        if not text.strip():
            yield SkippedDocument(row_name, "empty", f"row {number}: no text in column {columns['text']!r}")
            continue
        if title.strip() and title.strip() not in text and columns.get("title") != columns["text"]:
            text = f"{title.strip()}\n\n{text}"
        try:
            yield document(
                row_name, text, text.encode("utf-8", "replace"), limits=limits, encoding=encoding, title=title, date=row.get(columns.get("date", ""), ""),
                url=row.get(columns.get("url", ""), ""), language=row.get(columns.get("language", ""), ""), notes=(said,) if number == 1 else (),
            )  # fmt: skip
        except ReadError as error:
            yield SkippedDocument(row_name, error.status, f"row {number}: {error}")
