"""Which languages are covered by which model, what is missing, and the command that adds it."""

from __future__ import annotations

import platform
from importlib import metadata

from pipeline.extract.models import covered
from pipeline.languages import get_language, known_languages

PACKAGES = ("namebridge", "spacy", "langdetect", "pandas", "pyarrow", "duckdb")


def doctor() -> str:
    """The table of languages and models, and the versions, as text for the terminal."""
    lines = [f"Python {platform.python_version()}; " + ", ".join(f"{name} {_version(name)}" for name in PACKAGES), ""]
    rows = [("language", "model", "licence", "people F1", "organizations F1", "better with")]
    for row in covered():
        name = get_language(row.language).name if row.language in known_languages() else ("every other language" if row.language == "xx" else row.language)
        model = row.model or "none: only the rules find names"
        if row.model and not row.own:
            model += " (stands in)"
        rows.append((f"{row.language} {name}", model, row.licence, _share(row.person_f1), _share(row.organization_f1), row.install))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines.extend("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
