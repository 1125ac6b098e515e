"""Why names are, or are not, one entity: read from the tables of OUT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from pipeline.align import RULES
from pipeline.errors import UsageError
from pipeline.ids import read_ids
from pipeline.project import find_state
from pipeline.records import Alias, AliasKey, EntityType
from pipeline.text import match_key
from pipeline.write.load import load_tables


def explain(output: Path, names: Sequence[str]) -> str:
    """What is known of one name or id, or of the pair, as text for the terminal.

    Raises UsageError where a name occurs nowhere, with the names that come nearest.
    """
    frames = load_tables(output)
    book = read_ids(find_state(output).folder)
    found = [_rows(frames, book.follow(name) if book.follow(name) != name else name, name) for name in names]
    if len(found) == 1:
        return "\n\n".join(_entity(frames, entity_id) for entity_id in dict.fromkeys(found[0]["entity_id"]))
    return _pair(frames, found[0], found[1], names)


def _rows(frames: Mapping[str, pd.DataFrame], wanted: str, said: str) -> pd.DataFrame:
    """The rows of the alignment that bear this name, or belong to this id."""
    alignment = frames["alignment"]
    rows = alignment[alignment["entity_id"] == wanted]
    if rows.empty:
        rows = alignment[alignment["alias"] == wanted]
    if rows.empty:
        key = match_key(wanted)
        rows = alignment[alignment["alias"].map(match_key) == key]
    if rows.empty:
        from rapidfuzz import process

        near = [name for name, _, _ in process.extract(said, sorted(set(alignment["alias"])), limit=5)]
        raise UsageError(f"No entity is called {said!r}. Near: {', '.join(near) or 'nothing'}.")
    return rows


def _entity(frames: Mapping[str, pd.DataFrame], entity_id: str) -> str:
    entity = frames["entities"][frames["entities"]["entity_id"] == entity_id].iloc[0]
    rows = frames["alignment"][frames["alignment"]["entity_id"] == entity_id]
    lines = [f"{entity['name']}  ({entity['type']}, {entity_id}): {entity['mentions']} mentions in {entity['documents']} documents, {entity['languages']}"]
    for row in rows.itertuples(index=False):
        where = f" in {row.scope}" if row.scope else ""
        lines.append(f"  {row.alias}{where}  [{row.languages}, {row.mentions}×]" + (f"\n      = {row.joined_to}   {row.rule}: {_quote(row.evidence)}" if row.joined_to else ""))
    return "\n".join(lines)


def _pair(frames: Mapping[str, pd.DataFrame], left: pd.DataFrame, right: pd.DataFrame, names: Sequence[str]) -> str:
    shared = [entity_id for entity_id in dict.fromkeys(left["entity_id"]) if entity_id in set(right["entity_id"])]
    if shared:
        return _chain(frames, shared[0], set(left["alias"]), set(right["alias"]), names)
    return _apart(frames, left, right, names)


def _chain(frames: Mapping[str, pd.DataFrame], entity_id: str, starts: set[str], ends: set[str], names: Sequence[str]) -> str:
    """The joins that lead from one name to the other, each with its rule and its quote."""
    rows = frames["alignment"][frames["alignment"]["entity_id"] == entity_id]
    near: dict[str, list[tuple[str, str, str, object]]] = {}
    for row in rows.itertuples(index=False):
        if row.joined_to:
            near.setdefault(row.alias, []).append((row.joined_to, row.rule, row.evidence, row.probability))
            near.setdefault(row.joined_to, []).append((row.alias, row.rule, row.evidence, row.probability))
    paths: dict[str, list[str]] = {name: [] for name in sorted(starts)}
    front = sorted(starts)
    while front and not ends & set(paths):
        following = []
        for name in front:
            for other, rule, evidence, probability in sorted(near.get(name, ()), key=lambda item: (item[0], item[1])):
                if other not in paths:
                    paths[other] = [*paths[name], f"  {name} = {other}\n      {rule}: {_quote(evidence)}   (probability {probability})"]
                    following.append(other)
        front = following
    entity = frames["entities"][frames["entities"]["entity_id"] == entity_id].iloc[0]
    reached = next((name for name in sorted(ends) if name in paths), "")
    steps = paths.get(reached) or ["  the same spelling"]
    return f"{names[0]} and {names[1]} are one {entity['type']}: {entity['name']} ({entity_id}).\n" + "\n".join(steps)


def _apart(frames: Mapping[str, pd.DataFrame], left: pd.DataFrame, right: pd.DataFrame, names: Sequence[str]) -> str:
    weighed = frames["comparisons"]
    one, two = set(left["alias"]), set(right["alias"])
    pairs = weighed[(weighed["left"].isin(one) & weighed["right"].isin(two)) | (weighed["left"].isin(two) & weighed["right"].isin(one))]
    head = f"{names[0]} and {names[1]} are not one entity: {', '.join(dict.fromkeys(left['entity_name']))} / {', '.join(dict.fromkeys(right['entity_name']))}."
    if not pairs.empty:
        row = pairs.iloc[0]
        told = [f"  {row['verdict']} (probability {row['probability']})"]
        told += [f"  for: {_quote(row['evidence_for'])}"] if row["evidence_for"] else []
        told += [f"  against: {_quote(row['evidence_against'])}"] if row["evidence_against"] else []
        return "\n".join([head, *told])
    for first in left.itertuples(index=False):
        for second in right.itertuples(index=False):
            if first.type != second.type:
                return f"{head}\n  against: other_type: {first.type} ≠ {second.type}"
            no = RULES[first.type].against(_alias(first.alias, first.type, first.languages), _alias(second.alias, second.type, second.languages))
            if no is not None:
                return f"{head}\n  against: {no.rule}: {no.detail}"
    return f"{head}\n  No blocking rule brought them together, and nobody said that they are one."


def _alias(name: str, kind: EntityType, languages: str) -> Alias:
    return Alias(AliasKey(kind, name), tuple(languages.split(";")), (), ())


def _quote(text: str, *, longest: int = 240) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
