"""Words on the command line -> Decision: names and ids looked up in the tables of OUT, types inferred, near misses named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from pipeline.decisions import JUDGEMENTS, PAIRS, Decision, Judgement, Name, parse_name
from pipeline.errors import UsageError
from pipeline.ids import IdBook
from pipeline.records import TYPES, EntityType
from pipeline.text import display_form, match_key


@dataclass(frozen=True, slots=True)
class Names:
    """The names in the tables of OUT: types by name, spellings by matching key, the main name of each entity, the documents."""

    types: dict[str, set[EntityType]] = field(default_factory=dict)
    spellings: dict[str, set[str]] = field(default_factory=dict)
    entities: dict[str, tuple[EntityType, Name]] = field(default_factory=dict)
    documents: frozenset[str] = frozenset()


def names_in(output: Path) -> Names:
    """The names of the last run. Raises UsageError where OUT has no tables."""
    path = output / "alignment.parquet"
    if not path.is_file():
        raise UsageError(f"No tables in {str(output)!r}. Make them with: namebridge run CORPUS --output {output}")
    types: dict[str, set[EntityType]] = {}
    spellings: dict[str, set[str]] = {}
    entities: dict[str, tuple[EntityType, Name]] = {}
    rows = pd.read_parquet(path, columns=["entity_id", "entity_name", "type", "alias", "scope"])
    for entity_id, _, kind, alias, scope in rows.itertuples(index=False):
        types.setdefault(alias, set()).add(kind)
        spellings.setdefault(match_key(alias), set()).add(alias)
        entities.setdefault(entity_id, (kind, Name(alias, scope)))  # the most frequent alias comes first
    documents = pd.read_parquet(output / "documents.parquet", columns=["document"])["document"]
    return Names(types, spellings, entities, frozenset(documents))


def make_decision(
    judgement: str, words: Sequence[str], names: Names, book: IdBook, *, kind: str = "", who: str = "", when: str = "", why: str = ""
) -> tuple[Decision, list[str]]:
    """The decision that was typed, and warnings about names that no run has seen. Words are names, 'NAME@DOCUMENT' or entity ids.

        same|different|unsure NAME NAME    type NAME TYPE    name NAME BETTER    not-an-entity NAME    undo NAME [NAME]

    Raises UsageError where it cannot be one: the message says how it is put, or which names are near.
    """
    said = next((known for known in JUDGEMENTS if known == judgement), None)
    if said is None:
        raise UsageError(f"No decision {judgement!r}. Known: {', '.join(JUDGEMENTS)}.")
    if kind and kind not in TYPES:
        raise UsageError(f"No type {kind!r}. Known: {', '.join(TYPES)}.")
    _check_count(said, words)
    value = words[1] if said in ("type", "name") else ""
    sides = [_look_up(word, names, book) for word in (words[:1] if value else words)]
    type_ = _type_of(sides, kind)
    warnings = []
    for found, name, spelled in sides:
        if not found:
            near = _near(spelled, names)
            if not kind:
                raise UsageError(f"No name “{spelled}” in the last run." + (f" Near: {', '.join(near)}." if near else "") + " To decide ahead, give --type.")
            warnings.append(f"No name “{name.text}” in the last run: the decision is kept for when it comes." + (f" Near: {', '.join(near)}." if near else ""))
    right = sides[1][1] if len(sides) > 1 else None
    return Decision(said, type_, sides[0][1], right, value=value, who=who, when=when, why=why), warnings


def _check_count(said: Judgement, words: Sequence[str]) -> None:
    wanted = {1, 2} if said == "undo" else {1} if said == "not-an-entity" else {2}
    if len(words) not in wanted:
        how = {"type": "NAME TYPE", "name": "NAME BETTER", "not-an-entity": "NAME", "undo": "NAME [NAME]"}.get(said, "NAME NAME")
        hint = " Put names of several words in quotation marks." if len(words) > max(wanted) else ""
        raise UsageError(f"decide {said} {how}: {len(words)} given.{hint}")
    if said in PAIRS and not all(words):
        raise UsageError("An empty name.")


def _look_up(word: str, names: Names, book: IdBook) -> tuple[set[EntityType], Name, str]:
    """The types that a name has, the name as it is spelled in the tables, and as it was typed."""
    entity = names.entities.get(book.follow(word))
    if entity is not None:
        return {entity[0]}, entity[1], word
    name = parse_name(word, names.documents)
    if name.text in names.types:
        return names.types[name.text], name, name.text
    spelled = sorted(names.spellings.get(match_key(name.text), ()))
    if len(spelled) > 1:
        raise UsageError(f"“{name.text}” is spelled in several ways: {', '.join(spelled)}. Give one of them.")
    if spelled:
        return names.types[spelled[0]], Name(spelled[0], name.document), name.text
    return set(), name, display_form(name.text)


def _type_of(sides: Sequence[tuple[set[EntityType], Name, str]], kind: str) -> EntityType:
    given = next((known for known in TYPES if known == kind), None)
    if given is not None:
        return given
    common = {known for known in TYPES if all(known in found for found, _, _ in sides if found)}
    if len(common) == 1:
        return common.pop()
    if not common:
        told = "; ".join(f"“{name.text}” is {' and '.join(sorted(found))}" for found, name, _ in sides)
        raise UsageError(f"Names of different types: {told}. Decide the type of one first.")
    if not any(found for found, _, _ in sides):
        return "person"  # only until the missing name is told
    raise UsageError(f"“{sides[0][1].text}” is {' and '.join(sorted(common))}: give --type.")


def _near(name: str, names: Names) -> list[str]:
    from rapidfuzz import fuzz, process

    keys = sorted(names.spellings)
    found = process.extract(match_key(name), keys, scorer=fuzz.ratio, limit=3, score_cutoff=70)
    return [spelling for key, _, _ in found for spelling in sorted(names.spellings[key])][:3]
