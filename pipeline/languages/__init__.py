"""What is known of each language: one .toml each beside this file, tables that hold for several languages in tables/."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.errors import UnknownLanguage

FOLDER = Path(__file__).parent
_FALLBACKS = {"zh-Hant": "zh", "sr-Latn": "sr"}


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its BCP 47 code, its English name, and its data by section as the .toml has it."""

    code: str
    name: str
    sections: Mapping[str, Mapping[str, Any]]

    def words(self, section: str, key: str) -> tuple[str, ...]:
        """The list of words at `[section] key`; empty where the language has none."""
        return tuple(self.sections.get(section, {}).get(key, ()))


@cache
def known_languages() -> tuple[str, ...]:
    """The codes that have a file of their own, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def get_language(code: str) -> Language:
    """The language of this code; zh-Hant falls back on zh. Raises UnknownLanguage, naming the known ones."""
    path = FOLDER / f"{code}.toml"
    if code not in known_languages():
        fallback = _FALLBACKS.get(code) or (code.split("-")[0] if "-" in code else "")
        if fallback:
            return get_language(fallback)
        raise UnknownLanguage(f"No language {code!r}. Known: {', '.join(known_languages())}.")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Language(code=data["language"]["code"], name=data["language"]["name"], sections=data)


@cache
def all_words(section: str, key: str) -> frozenset[str]:
    """The words at `[section] key` of every language together."""
    return frozenset(word for code in known_languages() for word in get_language(code).words(section, key))
