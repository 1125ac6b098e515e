"""Reading the tables back: strings exactly as they were, missing only where a cell is empty."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from pipeline.errors import UsageError
from pipeline.journal import unguard
from pipeline.write.schema import DTYPES, SCHEMA


def load_tables(output: Path) -> dict[str, pd.DataFrame]:
    """The tables of OUT by name, from Parquet where it is there, else from CSV. Raises UsageError where OUT has none."""
    frames = {}
    for table in SCHEMA:
        if (path := output / f"{table}.parquet").is_file():
            frames[table] = _typed(table, pd.read_parquet(path))
        elif (path := output / f"{table}.csv").is_file():
            frames[table] = load_csv(table, path)
    if "entities" not in frames:
        raise UsageError(f"No tables in {str(output)!r}. Make them with: namebridge run CORPUS --output {output}")
    return frames


def load_csv(table: str, path: Path) -> pd.DataFrame:
    """One table from its CSV; the names NA, None, Null and True stay names."""
    rows = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    columns = {}
    for name, kind in SCHEMA[table].items():
        if kind == "text":
            columns[name] = rows[name].map(unguard)
        elif kind == "flag":
            columns[name] = rows[name] == "True"
        else:
            columns[name] = pd.to_numeric(rows[name].replace("", None))
    return _typed(table, pd.DataFrame(columns))


def _typed(table: str, rows: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame({name: rows[name].astype(DTYPES[kind]) for name, kind in SCHEMA[table].items()})
