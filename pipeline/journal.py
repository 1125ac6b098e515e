"""Append-only text: CSV files that grow line by line, that people open in a spreadsheet, and that git merges line by line."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_LINE_ENDS = re.compile(r"[\r\n]+")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def guard(cell: str) -> str:
    """The cell as a spreadsheet may show it: an apostrophe before what would be a formula. '=1+1' -> "'=1+1"."""
    return "'" + cell if _FORMULA.match(cell) else cell


def unguard(cell: str) -> str:
    """The cell as it was before `guard`; a cell that was never guarded stays."""
    return cell[1:] if _GUARDED.match(cell) else cell


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the file, numbered from 1 as an editor shows it, with a cell for each column."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that could not be read, and why."""

    line: int
    reason: str


def read_rows(path: Path, columns: Sequence[str]) -> tuple[tuple[Row, ...], tuple[Damage, ...]]:
    """All rows of the file, oldest first, and the lines that are damaged; nothing where there is no file.

    A header that comes again in the middle, as after a merge of two new files, is passed over. Line ends, a byte order
    mark and blank lines do not matter.
    """
    if not path.exists():
        return (), ()
    rows: list[Row] = []
    damages: list[Damage] = []
    text = path.read_bytes().decode("utf-8", errors="replace")
    # A line never holds a line break inside quotes (`append_rows` folds it), so one broken quote costs one line.
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        line = line.lstrip("\ufeff")
        if not line.strip():
            continue
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
            damages.append(Damage(number, "a conflict mark of git; the lines around it were all read"))
            continue
        try:
            cells = next(csv.reader([line], strict=True))
        except csv.Error as error:
            damages.append(Damage(number, f"no line of a table ({error})"))
            continue
        if cells[: len(columns)] == list(columns):
            continue
        # A file of an earlier version may lack the last columns; one that a spreadsheet saved may have more, empty.
        if len(cells) < 2 or any(cells[len(columns) :]):
            damages.append(Damage(number, f"{len(cells)} cells where {len(columns)} are wanted"))
            continue
        if "\ufffd" in line:
            damages.append(Damage(number, "not UTF-8"))
            continue
        padded = cells + [""] * (len(columns) - len(cells))
        rows.append(Row(number, {name: unguard(cell) for name, cell in zip(columns, padded, strict=False)}))
    return tuple(rows), tuple(damages)


def append_rows(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Add rows at the end, in one write that is on the disk when this returns. What is there is never touched."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for row in rows:
        writer.writerow([guard(_LINE_ENDS.sub(" ", row.get(name, ""))) for name in columns])
    text = buffer.getvalue()
    if not text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without O_BINARY, Windows would turn each \n into \r\n.
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    try:
        size = os.fstat(handle).st_size
        if size == 0:
            text = "\ufeff" + ",".join(columns) + "\n" + text
        else:
            os.lseek(handle, size - 1, os.SEEK_SET)
            if os.read(handle, 1) != b"\n":
                text = "\n" + text  # the last writer was cut off, or an editor dropped the last line end
        data = text.encode("utf-8")
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    finally:
        os.close(handle)
