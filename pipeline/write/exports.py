"""The tables of OUT in other formats, each one function of the tables and a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd

from pipeline.errors import UsageError
from pipeline.write.load import load_tables
from pipeline.write.review import write_csv, write_xlsx

Exporter = Callable[[Mapping[str, pd.DataFrame], Path], None]


def review_csv(tables: Mapping[str, pd.DataFrame], path: Path) -> None:
    """The open questions as CSV, with columns to fill in."""
    write_csv(tables["review"].to_dict("records"), path)


def review_xlsx(tables: Mapping[str, pd.DataFrame], path: Path) -> None:
    """The open questions as a workbook, with a drop-down to fill in."""
    write_xlsx(tables["review"].to_dict("records"), path)


EXPORTS: Mapping[str, tuple[Exporter, str]] = {
    "review-csv": (review_csv, "review-to-fill-in.csv"),
    "review-xlsx": (review_xlsx, "review-to-fill-in.xlsx"),
}
"""Formats by name: the function that writes them, and the file beside the tables where none is given."""


def export(name: str, output: Path, to: Path | None = None) -> Path:
    """Write the tables of OUT in this format; returns the file. Raises UsageError for a format that is not known."""
    if name not in EXPORTS:
        raise UsageError(f"No format {name!r}. Known: {', '.join(EXPORTS)}.")
    exporter, file = EXPORTS[name]
    path = to or output / file
    tables = load_tables(output)
    path.parent.mkdir(parents=True, exist_ok=True)
    exporter(tables, path)
    return path
