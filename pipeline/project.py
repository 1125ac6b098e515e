"""The project folder, and where decisions and ids are kept so that they outlive OUT."""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass
from pathlib import Path

from pipeline.config import PROJECT_FILE
from pipeline.errors import UsageError

log = logging.getLogger(__name__)

KEPT_FILES = ("decisions.csv", "ids.csv")
_REMEMBERED = "state-folder.txt"

_TOML = """\
# The options of every `namebridge run` whose output lies in or below this folder. The command line goes before them.
[run]
# languages = ["en", "fr", "zh"]
# known = "known.csv"
# jobs = 2
"""
_ATTRIBUTES = "decisions.csv merge=union\nids.csv merge=union\n"
_IGNORE = "output/\n"


@dataclass(frozen=True, slots=True)
class State:
    """The folder of decisions.csv and ids.csv, and why it is this one: "option", "remembered", "project" or "output"."""

    folder: Path
    source: str


def find_state(output: Path, state: Path | None = None) -> State:
    """Where decisions and ids of this OUT are kept.

    `--state DIR`; else what OUT remembers of an earlier one; else the nearest folder at or above OUT that holds a
    namebridge.toml; else OUT/state. The working directory does not matter. Raises UsageError where `state` is a file.
    """
    if state is not None:
        if state.exists() and not state.is_dir():
            raise UsageError(f"{str(state)!r} is a file; --state wants a folder.")
        return State(state.absolute(), "option")
    remembered = store_folder(output) / _REMEMBERED
    if remembered.is_file():
        folder = Path(remembered.read_text(encoding="utf-8").strip())
        return State(folder if folder.is_absolute() else (output / folder), "remembered")
    for folder in (output.absolute(), *output.absolute().parents):
        if (folder / PROJECT_FILE).is_file():
            return State(folder, "project")
    return State(output.absolute() / "state", "output")


def keep_state(output: Path, state: State) -> None:
    """Make the folder, let OUT remember one that was given by option, and bring along what was kept in OUT/state so far."""
    state.folder.mkdir(parents=True, exist_ok=True)
    if state.source == "option":
        store_folder(output).mkdir(parents=True, exist_ok=True)
        remembered = store_folder(output) / _REMEMBERED
        text = f"{state.folder}\n"
        if not remembered.is_file() or remembered.read_text(encoding="utf-8") != text:
            remembered.write_text(text, encoding="utf-8")
    first_try = output.absolute() / "state"
    if state.folder == first_try or any((state.folder / name).exists() for name in KEPT_FILES):
        return
    for name in KEPT_FILES:
        if (first_try / name).is_file():
            shutil.copyfile(first_try / name, state.folder / name)
            log.warning("%s was kept in %s so far; it goes on in %s.", name, first_try, state.folder)


def store_folder(output: Path) -> Path:
    """The folder below OUT that holds what the program keeps for itself."""
    return output / "store"


def init_project(folder: Path) -> tuple[Path, ...]:
    """Make a project folder: namebridge.toml, corpus/, output/, decisions.csv. Returns what was made; what is there stays.

    Raises UsageError where `folder` is a file.
    """
    from pipeline.decisions import COLUMNS, FILE

    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{str(folder)!r} is a file; give the name of a folder.")
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    texts = {
        PROJECT_FILE: _TOML, FILE: "\ufeff" + ",".join(COLUMNS) + "\n", ".gitattributes": _ATTRIBUTES, ".gitignore": _IGNORE,
    }
    for name, text in texts.items():
        if not (folder / name).exists():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
            made.append(folder / name)
    for name in ("corpus", "output"):
        if not (folder / name).exists():
            (folder / name).mkdir()
            made.append(folder / name)
    return tuple(made)
