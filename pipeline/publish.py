"""Tables appear all at once: written beside OUT's tables first, then moved over them, and a move that was cut off is ended by the next command."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.errors import OutputBusy
from pipeline.project import store_folder

_NEXT = "next"
_READY = "ready"


@contextmanager
def staged(output: Path) -> Iterator[Path]:
    """A folder to write tables into; when the block ends well, they take the places of the ones in OUT.

    Readers of OUT see each table whole, old or new. Raises OutputBusy where a program that has a table open does not let it
    be replaced (Windows); the next command then ends the work.
    """
    folder = store_folder(output) / _NEXT
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    yield folder
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            _to_disk(path)
    # From here on the new tables count: whoever finds this mark moves them over.
    ready = store_folder(output) / _READY
    ready.write_text("The tables in next/ are whole.\n", encoding="utf-8")
    _to_disk(ready)
    _move(output)


def end_interrupted(output: Path) -> bool:
    """End a move of tables that was cut off; drop tables that were not whole. Whether there were tables to move.

    Only the holder of OUT calls this.
    """
    if (store_folder(output) / _READY).exists():
        _move(output)
        return True
    shutil.rmtree(store_folder(output) / _NEXT, ignore_errors=True)
    return False


def _move(output: Path) -> None:
    folder = store_folder(output) / _NEXT
    for path in sorted(folder.rglob("*")) if folder.exists() else []:
        if path.is_file():
            target = output / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, target)
    (store_folder(output) / _READY).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def _replace(path: Path, target: Path) -> None:
    for attempt in range(5):
        try:
            os.replace(path, target)
            return
        except PermissionError as error:
            if attempt == 4:
                raise OutputBusy(f"{target} is open in another program and cannot be replaced. Close it and run again; nothing is lost.") from error
            time.sleep(0.2)


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
