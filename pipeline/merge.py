"""Cluster -> Entity: the canonical name, how sure we are, what it may be part of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from pipeline.records import Alias, Alignment, Cluster, Comparison, Document, Entity, Mention
from pipeline.text import match_key


def merge(
    alignment: Alignment, mentions: Sequence[Mention], documents: Mapping[str, Document], ids: Sequence[str],
    *, names: Mapping[str, str] | None = None, identifiers: Sequence[Sequence[tuple[str, str]]] | None = None,
) -> list[Entity]:
    """One entity per cluster, in the order of the clusters. `ids` and `identifiers` go with the clusters, one each.

    `names`: preferred names by entity id, as people decided them.
    """
    entities: list[Entity] = []
    for number, (cluster, entity_id) in enumerate(zip(alignment.clusters, ids, strict=True)):
        name = (names or {}).get(entity_id) or canonical_name(cluster)
        entities.append(
            Entity(
                entity_id=entity_id, type=cluster.aliases[0].key.type, name=name, cluster=cluster,
                identifiers=tuple(identifiers[number]) if identifiers else (),
                confidence=min((join.probability for join in cluster.joins), default=None),
                part_of=_part_of(cluster, alignment.clusters),
            )
        )
    return entities


def canonical_name(cluster: Cluster) -> str:
    """The spelling that stands for the entity: one that occurs; full before partial, then by documents, mentions, length."""
    best = min(cluster.aliases, key=_rank)
    return best.key.name


def _rank(alias: Alias) -> tuple[bool, bool, int, int, int, str]:
    name = alias.key.name
    shouted = name.isupper() and len(name) > 5
    return (alias.key.scope != "", shouted, -len(alias.documents), -len(alias.mentions), -len(name), name)


def _part_of(cluster: Cluster, clusters: Sequence[Cluster]) -> str:
    """Left to the rules of organizations; no suggestion without one."""
    return ""


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
