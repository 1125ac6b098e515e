"""Which version of rules and models made what is kept: a hash of the files that make it, so that no change is forgotten."""

from __future__ import annotations

import hashlib
import importlib.metadata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pipeline.extract.models import candidates_for, known_files

_PACKAGE = Path(__file__).parent
_ENDINGS = (".py", ".toml", ".tsv", ".txt", ".html")
_LIBRARIES = ("spacy", "langdetect", "pypinyin", "opencc", "anyascii", "rapidfuzz", "numpy", "scipy", "pandas", "pyarrow")

READ = ("read", "detect.py", "languages/tell.py", "languages/tables/function_words.tsv", "text.py", "records.py")
EXTRACT = ("extract", "languages", "text.py", "records.py")
"""The files below pipeline/ whose change makes a text be read, or extracted, anew."""


@cache
def version_of(*parts: str) -> str:
    """A hash of these modules, folders and tables of the program; of all of it without arguments."""
    digest = hashlib.sha256()
    for part in parts or (".",):
        path = _PACKAGE / part
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.suffix in _ENDINGS and "__pycache__" not in file.parts:
                digest.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def model_version(language: str) -> str:
    """Name and version of the model that serves this language, told without loading it."""
    for source in candidates_for(language):
        folder = source.find()
        if folder is not None:
            digest = hashlib.sha256()
            meta = folder / "meta.json"
            digest.update(meta.read_bytes() if meta.is_file() else str(sorted(_known(source.name).items())).encode())
            digest.update(str(sorted(_known(folder.name).items())).encode())
            return f"{source.name} {digest.hexdigest()[:12]}"
    return "none"


def reading_version(languages: Sequence[str]) -> str:
    """The version of reading and telling languages, among these if any are given."""
    return "; ".join([version_of(*READ), *(f"{name} {_installed(name)}" for name in ("langdetect", "langdetect-rs", "py3langid", "trafilatura", "pypdf")), *languages])


@cache
def extraction_version(languages: frozenset[str]) -> str:
    """The version of what is extracted from a text in these languages: rules, models, and the library that runs them."""
    models = sorted({model_version(language) for language in languages})
    return "; ".join([version_of(*EXTRACT), *models, f"spacy {_installed('spacy')}"])


def program_version() -> str:
    """The version of all that has a hand in the tables: this program and the libraries under it."""
    return "; ".join([version_of(), *(f"{name} {_installed(name)}" for name in _LIBRARIES)])


def _known(name: str) -> dict[str, str]:
    return {file: digest for model, files in known_files().items() if model.startswith(name) for file, digest in files.items()}


@cache
def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "none"
