"""Config: what a run is asked to do. Defaults < namebridge.toml < command line; it checks itself."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pipeline.errors import UsageError

PROJECT_FILE = "namebridge.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """The options of a run.

    `corpus`: files and folders to read. `output`: the folder of the tables. `state`: where decisions and ids are kept,
    None for the project folder. `languages`: BCP 47 codes to choose among, empty for all. `jobs`: processes for
    extraction, 0 for one per core. Raises UsageError where a value cannot be.
    """

    corpus: tuple[Path, ...]
    output: Path
    state: Path | None = None
    files_from: Path | None = None
    known: Path | None = None
    languages: tuple[str, ...] = ()
    jobs: int = 1
    dry_run: bool = False
    prune: bool = False

    def __post_init__(self) -> None:
        for path in self.corpus:
            if not path.exists() and str(path) != "-":
                raise UsageError(f"No file or folder {str(path)!r}. Give the folder that holds the articles.")
        for name in ("files_from", "known"):
            path = getattr(self, name)
            if path is not None and not path.is_file():
                raise UsageError(f"No file {str(path)!r} for --{name.replace('_', '-')}.")
        if self.output.exists() and not self.output.is_dir():
            raise UsageError(f"{str(self.output)!r} is a file; --output wants a folder.")
        if self.jobs < 0:
            raise UsageError(f"--jobs {self.jobs}: give 0 (one per core) or a number of processes.")

    @property
    def processes(self) -> int:
        """The number of processes that extraction uses, at least 1."""
        return self.jobs or os.cpu_count() or 1


def project_options(output: Path) -> Mapping[str, Any]:
    """The options of the nearest namebridge.toml at or above the output folder; empty where there is none.

    Raises UsageError where the file is no TOML or names an option that no run has.
    """
    known = {field.name for field in fields(Config)} - {"output"}
    for folder in (output.absolute(), *output.absolute().parents):
        path = folder / PROJECT_FILE
        if path.is_file():
            try:
                options = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("run", {})
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise UsageError(f"{path}: not a TOML file ({error}).") from error
            unknown = sorted(set(options) - known)
            if unknown:
                raise UsageError(f"{path}: no option {unknown[0]!r}. Known: {', '.join(sorted(known))}.")
            for name in ("state", "files_from", "known"):
                if name in options:
                    options[name] = folder / options[name]
            if "languages" in options:
                options["languages"] = tuple(options["languages"])
            return options
    return {}
