"""What alignment asks of the rules of one type (people, organizations, papers): the seam between core and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pipeline.records import Alias, Evidence


class Rules(Protocol):
    """The rules of one type of entity. All are pure functions of names and languages; none knows the corpus."""

    def is_full_name(self, name: str, language: str) -> bool:
        """Whether the name is distinctive enough to mean one entity in the whole corpus; else its scope is its document."""
        ...

    def strong_keys(self, name: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """(rule, key) pairs: two aliases of one scope that share a key are one entity, unless something contradicts."""
        ...

    def block_keys(self, name: str, languages: Sequence[str]) -> tuple[str, ...]:
        """Keys under which aliases meet to be compared for weak evidence."""
        ...

    def against(self, left: Alias, right: Alias) -> Evidence | None:
        """The first reason why the two cannot be one entity, or None. Symmetric."""
        ...

    def weigh(self, left: Alias, right: Alias) -> tuple[Evidence, ...]:
        """Strong and weak evidence for a pair that met in a block. Symmetric."""
        ...

    def fits_partial(self, partial: str, full: str, languages: Sequence[str]) -> Evidence | None:
        """Strong evidence if a partial name (surname, given name, acronym, short name) may stand for the full one in one document."""
        ...
