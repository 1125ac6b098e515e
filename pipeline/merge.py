"""Cluster -> Entity: the canonical name, how sure we are, what it may be part of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.records import Alias, Alignment, Cluster, Document, Entity, Mention


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
