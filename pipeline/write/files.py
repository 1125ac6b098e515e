"""The files of OUT: CSV for spreadsheets, Parquet for programs. Each is written beside its place and then moved into it."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd

from pipeline.journal import guard
from pipeline.write.schema import SCHEMA, Kind

_LINE_ENDS = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def to_csv(table: str, rows: pd.DataFrame) -> bytes:
    """UTF-8 with its mark; text on one line, a formula guarded by an apostrophe, numbers as they are."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(map(one_line, rows.columns))
    writer.writerows(zip(*(_cells(rows[name], kind) for name, kind in SCHEMA[table].items()), strict=True))
    return out.getvalue().encode("utf-8-sig")


def one_line(text: str) -> str:
    """The text as one cell of a spreadsheet: line ends folded to a space, a formula guarded."""
    return guard(_LINE_ENDS.sub(" ", text))


def _cells(column: pd.Series, kind: Kind) -> list[object]:
    if kind != "text":
        return ["" if value is pd.NA else value for value in column.tolist()]
    # Ids, languages and detectors repeat: each different text is looked at once.
    numbers, words = pd.factorize(column, use_na_sentinel=True)
    cells = [*map(one_line, words), ""]
    return [cells[number] for number in numbers.tolist()]


def to_parquet(table: str, rows: pd.DataFrame) -> bytes:
    """Parquet with the fixed schema and the exact text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"text": pa.string(), "whole": pa.int64(), "real": pa.float64(), "flag": pa.bool_()}
    schema = pa.schema([(name, types[kind]) for name, kind in SCHEMA[table].items()])
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_pandas(rows, schema=schema, preserve_index=False).replace_schema_metadata(None), buffer, compression="zstd")
    return buffer.getvalue()


WRITERS: Mapping[str, Callable[[str, pd.DataFrame], bytes]] = {"csv": to_csv, "parquet": to_parquet}


def write_tables(output: Path, frames: Mapping[str, pd.DataFrame]) -> None:
    """Write every table in every format; a reader sees the old file or the new one, never half of one."""
    output.mkdir(parents=True, exist_ok=True)
    made = [(output / f"{table}.{ending}", writer(table, rows)) for table, rows in frames.items() for ending, writer in WRITERS.items()]
    for path, content in made:
        replace(path, content)


def replace(path: Path, content: bytes) -> None:
    """Write the content beside the file, flush it to the disk, and move it into place at once."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
