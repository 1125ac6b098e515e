"""What the last run saw and left, so that a run with nothing new is over at once."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pipeline.config import Config
from pipeline.project import KEPT_FILES, store_folder
from pipeline.versions import model_version, program_version

FILE = "last-run.json"


@dataclass(frozen=True, slots=True)
class LastRun:
    """`inputs` has a hash of each thing that the tables depend on; `tables` tells by size and time whether they are as they were left.

    `served` are the languages whose models were asked, `languages` and `known` the options that were given.
    """

    inputs: dict[str, str]
    batch: int
    tables: dict[str, list[int]]
    served: list[str]
    languages: list[str]
    known: str
    summary: str


def read_last_run(output: Path) -> LastRun | None:
    """What the last run left; None where there was none, or where it was cut off."""
    try:
        return LastRun(**json.loads((store_folder(output) / FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def keep_last_run(
    config: Config, state: Path, batch: int, inputs: Mapping[str, str], served: Sequence[str], summary: str, tables: Sequence[str]
) -> None:
    """Keep what this run saw and left, whole or not at all. The ids are hashed now, as the run gave some itself."""
    last = LastRun(
        inputs={**inputs, "ids.csv": _hash(state / "ids.csv"), "models": _models(served)}, batch=batch, tables=_about(config.output, tables),
        served=list(served), languages=list(config.languages), known=str(config.known.absolute()) if config.known else "", summary=summary,
    )
    beside = store_folder(config.output) / f"{FILE}.new"
    beside.write_text(json.dumps(asdict(last), ensure_ascii=False, indent=1), encoding="utf-8")
    os.replace(beside, store_folder(config.output) / FILE)


def intact(output: Path, last: LastRun) -> bool:
    """Whether the tables lie in OUT as the last run left them."""
    return _about(output, sorted(last.tables)) == last.tables


def _about(output: Path, tables: Sequence[str]) -> dict[str, list[int]]:
    """Size and time of each of these files that is there."""
    found = {}
    for name in tables:
        path = output / name
        if path.is_file():
            about = path.stat()
            found[name] = [about.st_size, about.st_mtime_ns]
    return found


def inputs_of(files: Mapping[str, object], state: Path, *, known: Path | None, languages: Sequence[str], served: Sequence[str]) -> dict[str, str]:
    """A hash of each: the files as they lie there, decisions and ids, the list of names, the options, the program, its models."""
    return {
        "program": program_version(), "models": _models(served), "languages": ",".join(languages), "known": _hash(known),
        "files": hashlib.sha256(repr(sorted(files.items())).encode("utf-8", "surrogatepass")).hexdigest(), "state": str(state),
        **{name: _hash(state / name) for name in KEPT_FILES},
    }


def _models(served: Sequence[str]) -> str:
    return "; ".join(sorted({model_version(language) for language in served}))


def _hash(path: Path | None) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path is not None and path.is_file() else ""
