"""What the tables say of an entity's names: its spellings, and who else bears them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from pipeline.records import Comparison, Entity, Mention
from pipeline.text import match_key


def namesakes(entities: Sequence[Entity], comparisons: Sequence[Comparison]) -> dict[str, tuple[str, ...]]:
    """For each entity id the ids of other entities of its type that bear the same name, or were proposed as the same."""
    owner = {alias.key: entity.entity_id for entity in entities for alias in entity.cluster.aliases}
    bearers: dict[tuple[str, str], set[str]] = {}
    for entity in entities:
        for alias in entity.cluster.aliases:
            if not alias.key.scope:
                bearers.setdefault((entity.type, match_key(alias.key.name)), set()).add(entity.entity_id)
    found: dict[str, set[str]] = {}
    for group in bearers.values():
        for one in group:
            found.setdefault(one, set()).update(group - {one})
    for comparison in comparisons:
        left, right = owner.get(comparison.left), owner.get(comparison.right)
        if comparison.verdict == "proposed" and left and right and left != right:
            found.setdefault(left, set()).add(right)
            found.setdefault(right, set()).add(left)
    return {key: tuple(sorted(value)) for key, value in found.items() if value}


def spellings(entity: Entity, mentions: Sequence[Mention]) -> list[tuple[str, str, int]]:
    """(name, language, mentions) of every spelling of an entity, the most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    for alias in entity.cluster.aliases:
        for number in alias.mentions:
            counts[alias.key.name, mentions[number].language] += 1
    return sorted(((name, language, count) for (name, language), count in counts.items()), key=lambda row: (-row[2], row[0], row[1]))


def as_json(value: object) -> str:
    """Strict JSON on one line: null for what is missing, no NaN, letters as they are."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=False)
