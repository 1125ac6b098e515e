"""Cluster -> Entity: the canonical name, how sure we are, what it may be part of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.languages import all_words
from pipeline.records import Alias, Alignment, Cluster, Document, Entity, Mention
from pipeline.text import is_han, match_key

_IDENTIFIER = re.compile(r"(arxiv|doi)\b[\s:.]*\d|10\.\d{4,}/|https?://|\w+:\d", re.IGNORECASE)
_BETWEEN = str.maketrans(",'()", "    ")
_LONGEST = 12
"""Words of the longest name that is looked for inside another."""


def merge(
    alignment: Alignment, mentions: Sequence[Mention], documents: Mapping[str, Document], ids: Sequence[str],
    *, names: Mapping[str, str] | None = None, identifiers: Sequence[Sequence[tuple[str, str]]] | None = None,
    details: Sequence[Sequence[tuple[str, str, str]]] | None = None,
) -> list[Entity]:
    """One entity per cluster, in the order of the clusters. `ids`, `identifiers` and `details` go with the clusters, one each.

    `names`: preferred names by entity id, as people decided them.
    """
    decided = names or {}
    called = [decided.get(entity_id) or canonical_name(cluster) for cluster, entity_id in zip(alignment.clusters, ids, strict=True)]
    wholes = _Wholes.of(alignment.clusters)
    return [
        Entity(
            entity_id=entity_id, type=cluster.aliases[0].key.type, name=called[number], cluster=cluster,
            identifiers=tuple(identifiers[number]) if identifiers else (), details=tuple(details[number]) if details else (),
            confidence=min((join.probability for join in cluster.joins), default=None),
            part_of="" if (whole := wholes.around(number, cluster)) is None else called[whole],
        )
        for number, (cluster, entity_id) in enumerate(zip(alignment.clusters, ids, strict=True))
    ]


def canonical_name(cluster: Cluster) -> str:
    """The spelling that stands for the entity: one that occurs; full before partial, then by documents and mentions.

    Among equals an English spelling, then the longest, then the first in code point order.
    """
    pieces = _pieces(cluster.aliases)
    return min(cluster.aliases, key=lambda alias: _rank(alias, partial=alias.key.name in pieces)).key.name


def _rank(alias: Alias, *, partial: bool) -> tuple[bool, bool, bool, bool, int, int, bool, int, str]:
    name = alias.key.name
    odd = (name.isupper() and len(name) > 5) or _IDENTIFIER.match(name) is not None or not any(char.isalpha() for char in name)
    described = name[:1].islower() and " " in name  # "informe técnico de …": said of the thing, not its name
    return (
        alias.key.scope != "", odd, described, partial, -len(alias.documents), -len(alias.mentions), "en" not in alias.languages, -len(name), name,
    )


def _pieces(aliases: Sequence[Alias]) -> set[str]:
    """The names that are but a part of a longer one of the same entity which at least half as many documents have."""
    words = {alias.key.name: frozenset(match_key(alias.key.name).split()) for alias in aliases}
    whole = [alias for alias in aliases if not alias.key.scope and not alias.key.name[:1].islower()]
    return {
        short.key.name
        for short in aliases
        for long in whole
        if 2 * len(long.documents) >= len(short.documents) and _is_piece(short.key.name, long.key.name, words)
    }


def _is_piece(short: str, long: str, words: Mapping[str, frozenset[str]]) -> bool:
    if is_han(short) and is_han(long):
        return len(short) < len(long) and short in long
    return words[short] < words[long]


@dataclass(frozen=True, slots=True)
class _Wholes:
    """The organizations by their names, to be found inside longer ones. A name that two of them bear tells nothing."""

    by_name: Mapping[tuple[str, ...], int]
    units: frozenset[str]
    joiners: frozenset[str]

    @classmethod
    def of(cls, clusters: Sequence[Cluster]) -> _Wholes:
        found: dict[tuple[str, ...], int] = {}
        for number, cluster in enumerate(clusters):
            for alias in cluster.aliases:
                if alias.key.type == "organization" and not alias.key.scope:
                    key = _parts(alias.key.name)
                    found[key] = number if found.get(key, number) == number else -1
        units = frozenset(match_key(word) for word in all_words("cues", "unit_words") | all_words("merge", "units"))
        return cls(found, units, frozenset(match_key(word) for word in all_words("merge", "and")))

    def around(self, number: int, cluster: Cluster) -> int | None:
        """The cluster that the organization may be a part of: its name stands inside this one's. None where there is none."""
        found: list[tuple[int, int]] = []
        for alias in cluster.aliases:
            if alias.key.type == "organization":
                parts = _parts(alias.key.name)
                for start, end in _inner(len(parts)):
                    whole = self.by_name.get(parts[start:end], -1)
                    if whole not in (-1, number) and self._tells(parts, start, end):
                        found.append((-(end - start), whole))
        return min(found)[1] if found else None

    def _tells(self, parts: tuple[str, ...], start: int, end: int) -> bool:
        """Whether a name inside another is that of its whole: a word for a unit stands outside it, no "and" beside it."""
        inside, outside = parts[start:end], (*parts[:start], *parts[end:])
        if self.joiners & {*parts[max(start - 1, 0) : start], *parts[end : end + 1]}:
            return False
        if all(is_han(part) and len(part) == 1 for part in inside):
            return end - start >= 3 and any(unit in "".join(outside) for unit in self.units)
        if start == 0 and inside[0] in self.units:
            return False  # "laboratoire MADSys du département …": the unit comes first, its whole after it
        return bool(self.units & set(outside)) and not set(inside) <= self.units and (end - start > 1 or start == 0)


def _parts(name: str) -> tuple[str, ...]:
    """The words of a name, Han characters one by one."""
    return tuple(name) if is_han(name) else tuple(match_key(name).translate(_BETWEEN).split())


def _inner(count: int) -> Iterator[tuple[int, int]]:
    """Every run of parts that is shorter than all of them."""
    for start in range(count):
        for end in range(start + 1, min(count, start + _LONGEST) + 1):
            if end - start < count:
                yield start, end
