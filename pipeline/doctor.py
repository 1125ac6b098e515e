"""Which languages are covered by which model, what is missing, and the command that adds it."""

from __future__ import annotations

import platform
from importlib import metadata

from pipeline.extract.models import Coverage, covered
from pipeline.languages import get_language, known_languages

PACKAGES = ("namebridge", "spacy", "langdetect", "pandas", "pyarrow", "duckdb")
"""The packages whose versions a question about a run begins with."""


def doctor() -> str:
    """The versions, the table of languages and models, and what is missing, as text for the terminal."""
    found = covered()
    rows = [("language", "model", "licence", "people F1", "organizations F1", "better with")]
    rows.extend((_called(row.language), _model(row), row.licence, _share(row.person_f1), _share(row.organization_f1), row.install) for row in found)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [f"Python {platform.python_version()}; " + ", ".join(f"{name} {_version(name)}" for name in PACKAGES), ""]
    lines.extend("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join([*lines, "", *_missing(found)])


def _missing(found: list[Coverage]) -> list[str]:
    """What has no model, and the command for each."""
    bare = [row for row in found if not row.model]
    if not bare:
        return ["Nothing is missing: every language has a model, its own or the one for all."]
    lines = [f"No model: {', '.join(_called(row.language) for row in bare)}. Only the rules find names there."]
    lines.extend(f"  {row.language}: {row.install or 'install namebridge again, with its models'}" for row in bare)
    return lines


def _called(code: str) -> str:
    """The code with the language's English name: 'fr French'."""
    if code == "xx":
        return "xx every other language"
    if code in known_languages():
        return f"{code} {get_language(code).name}"
    from spacy.util import get_lang_class

    try:
        return f"{code} {get_lang_class(code).__name__}"
    except ImportError:  # a language that spaCy does not know
        return code


def _model(row: Coverage) -> str:
    if not row.model:
        return "none: only the rules find names"
    return row.model if row.own or row.language == "xx" else f"{row.model} (stands in)"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
