"""Why names are, or are not, one entity: read from the tables of OUT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.align import RULES
from pipeline.errors import UsageError
from pipeline.ids import read_ids
from pipeline.project import find_state
from pipeline.records import Alias, AliasKey, EntityType
from pipeline.text import display_form, match_key
from pipeline.write.load import load_tables
from pipeline.write.names import is_latin


def explain(output: Path, names: Sequence[str]) -> str:
    """What is known of one name or id, or of the pair, as text for the terminal.

    Raises UsageError where a name occurs nowhere, with the names that come nearest.
    """
    frames = load_tables(output)
    book = read_ids(find_state(output).folder)
    found = [_rows(frames, book.follow(name), name) for name in names]
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
    """The entity with its spellings, each with the reason that it is there, its namesakes and its open questions."""
    entity = frames["entities"][frames["entities"]["entity_id"] == entity_id].iloc[0]
    rows = frames["alignment"][frames["alignment"]["entity_id"] == entity_id]
    read = f" [{entity['romanized_name']}]" if entity["romanized_name"] and not is_latin(entity["name"]) else ""
    lines = [f"{entity['name']}{read}  ({entity['type']}, {entity_id}): {_count(entity['mentions'], 'mention')} in {_count(entity['documents'], 'document')}, {_list(entity['languages'])}"]
    if entity["part_of"]:
        lines.append(f"  may be part of {entity['part_of']}")
    for row in rows.itertuples(index=False):
        where = f" in {row.scope}" if row.scope else ""
        lines.append(f"  {row.alias}{where}  [{_list(row.languages)}, {row.mentions}×]")
        if row.joined_to:
            lines.append(f"      = {row.joined_to}   {row.rule}: {_quote(row.evidence)}   ({_share(row.probability)}{', by people' if row.verdict == 'confirmed' else ''})")
    namesakes = frames["entities"][frames["entities"]["entity_id"].isin(entity["possible_namesakes"].split(";"))]
    lines.extend(f"  not the same as, as far as is known: {name} ({other})" for name, other in zip(namesakes["name"], namesakes["entity_id"], strict=True))
    asked = frames["review"]
    for question in asked[(asked["left_entity_id"] == entity_id) | (asked["right_entity_id"] == entity_id)].itertuples(index=False):
        lines.append(f"  open question: {question.left} = {question.right}?   {_quote(question.evidence_for)}   ({_share(question.probability)})")
    return "\n".join(lines)


def _pair(frames: Mapping[str, pd.DataFrame], left: pd.DataFrame, right: pd.DataFrame, names: Sequence[str]) -> str:
    shared = [entity_id for entity_id in dict.fromkeys(left["entity_id"]) if entity_id in set(right["entity_id"])]
    if shared:
        return _chain(frames, shared[0], set(left["alias"]), set(right["alias"]), names)
    return _apart(frames, left, right, names)


def _chain(frames: Mapping[str, pd.DataFrame], entity_id: str, starts: set[str], ends: set[str], names: Sequence[str]) -> str:
    """The joins that lead from one name to the other, each with its rule and evidence, and a sentence for each name."""
    rows = frames["alignment"][frames["alignment"]["entity_id"] == entity_id]
    near: dict[str, list[tuple[str, str]]] = {}
    for row in rows[rows["joined_to"] != ""].itertuples(index=False):
        step = f"      {row.rule}: {_quote(row.evidence)}   ({_share(row.probability)})"
        near.setdefault(row.alias, []).append((row.joined_to, step))
        near.setdefault(row.joined_to, []).append((row.alias, step))
    paths: dict[str, tuple[tuple[str, str, str], ...]] = {name: () for name in sorted(starts & set(rows["alias"]))}
    front = list(paths)
    while front and not ends & set(paths):
        following = []
        for name in front:
            for other, step in sorted(near.get(name, ())):
                if other not in paths:
                    paths[other] = (*paths[name], (name, other, step))
                    following.append(other)
        front = following
    entity = frames["entities"][frames["entities"]["entity_id"] == entity_id].iloc[0]
    reached = next((name for name in sorted(ends) if name in paths), "")
    head = f"{names[0]} and {names[1]} are one {entity['type']}: {entity['name']} ({entity_id})."
    steps = paths.get(reached, ())
    told = [f"  {name} = {other}\n{step}" for name, other, step in steps] or [f"  the same name: {reached}"]
    called = dict.fromkeys(name for step in steps for name in step[:2]) or [reached]
    quotes = dict.fromkeys(_sentence(frames, entity_id, name) for name in called)
    return "\n".join([head, *told, *filter(None, quotes)])


def _sentence(frames: Mapping[str, pd.DataFrame], entity_id: str, name: str) -> str:
    """The first sentence that calls the entity by this name, with its document; empty where none does."""
    mentions = frames["mentions"][frames["mentions"]["entity_id"] == entity_id]
    mentions = mentions[mentions["surface"].map(display_form) == name]
    if mentions.empty:
        return ""
    first = mentions.iloc[0]
    return f"  “{_quote(first['context'])}” ({first['document']})"


def _apart(frames: Mapping[str, pd.DataFrame], left: pd.DataFrame, right: pd.DataFrame, names: Sequence[str]) -> str:
    """What speaks against the pair: what alignment noted, else what the rules say, else that nothing brought them together."""
    weighed = frames["comparisons"]
    one, two = set(left["alias"]), set(right["alias"])
    pairs = weighed[(weighed["left"].isin(one) & weighed["right"].isin(two)) | (weighed["left"].isin(two) & weighed["right"].isin(one))]
    heads = [f"{name} ({kind}, {entity_id})" for rows in (left, right) for name, kind, entity_id in zip(rows["entity_name"], rows["type"], rows["entity_id"], strict=True)]
    head = f"{names[0]} and {names[1]} are not one entity, but {' and '.join(dict.fromkeys(heads))}."
    if not pairs.empty:
        row = pairs.sort_values("evidence_against", key=lambda cells: cells == "", kind="stable").iloc[0]
        told = [f"  {row['verdict']} ({_share(row['probability'])})"]
        told += [f"  against: {_quote(row['evidence_against'])}"] if row["evidence_against"] else []
        told += [f"  for: {_quote(row['evidence_for'])}"] if row["evidence_for"] else []
        return "\n".join([head, *told])
    met: list[str] = []
    for first in left.itertuples(index=False):
        for second in right.itertuples(index=False):
            if first.type != second.type:
                return f"{head}\n  against: other_type: {first.type} ≠ {second.type}"
            no = RULES[first.type].against(_alias(first.alias, first.type, first.languages), _alias(second.alias, second.type, second.languages))
            if no is not None:
                return f"{head}\n  against: {no.rule}: {no.detail}"
            met.extend(sorted(_blocks(first) & _blocks(second)))
    if met:
        return f"{head}\n  They met in the block {met[0]!r}, but nothing there says that they are one."
    return f"{head}\n  No blocking rule brought them together, and nobody said that they are one."


def _blocks(row: Any) -> set[str]:
    rules, languages = RULES[row.type], row.languages.split(";")
    return {*rules.block_keys(row.alias, languages), *(f"{rule}: {key}" for rule, key in rules.strong_keys(row.alias, languages))}


def _alias(name: str, kind: EntityType, languages: str) -> Alias:
    return Alias(AliasKey(kind, name), tuple(languages.split(";")), (), ())


def _quote(text: str, *, longest: int = 240) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _list(cell: str) -> str:
    return cell.replace(";", ", ")


def _share(probability: float | None) -> str:
    return "no probability" if pd.isna(probability) else f"probability {probability:.2f}"
