"""Entity -> OUT: the tables, each in every format, and the report."""

from __future__ import annotations

from pathlib import Path

from pipeline.write.files import replace, write_tables
from pipeline.write.report import report, summary
from pipeline.write.tables import TABLES, Run

__all__ = ["Run", "write_run"]


def write_run(folder: Path, run: Run, *, output: Path | None = None) -> str:
    """Write all tables of a run and its report into the folder, from where they go to OUT (`output`, where it is another).

    Returns the summary for the terminal.
    """
    frames = {name: make(run) for name, make in TABLES.items()}
    write_tables(folder, frames)
    text = summary(frames, output or folder)
    replace(folder / "report.html", report(frames))
    return text
