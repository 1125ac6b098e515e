"""Names that the desk already has (`--known FILE`): they join as proof and bring their external ids along."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from pipeline.errors import BadTable
from pipeline.records import AliasKey, Cluster, EntityType, Evidence, Link
from pipeline.sheets import read_sheet
from pipeline.text import display_form, match_key

TYPE_WORDS: Mapping[str, EntityType] = {
    "person": "person", "people": "person", "per": "person", "human": "person",
    "organization": "organization", "organisation": "organization", "org": "organization", "company": "organization",
    "legalentity": "organization", "publicbody": "organization", "institution": "organization",
    "paper": "paper", "work": "paper", "article": "paper", "document": "paper",
}
"""Words for the types, of tables and of FollowTheMoney schemata (https://followthemoney.tech/explorer/)."""

_NAME_COLUMNS = ("name", "label", "preferred_name", "title")
_ALIAS_COLUMNS = ("aliases", "alias", "other_names", "variants", "alt_names")
_ID_COLUMNS = ("external_id", "id", "identifier")
_SCHEMES = ("wikidata", "orcid", "ror", "viaf", "isni", "gnd", "lei", "doi", "arxiv", "openalex", "opencorporates")
_FTM_NAMES = ("name", "alias", "previousName", "abbreviation", "title")
_FTM_SCHEMES: Mapping[str, str] = {"wikidataId": "wikidata", "leiCode": "lei", "opencorporatesUrl": "opencorporates", "doi": "doi", "orcid": "orcid"}
_WORD = re.compile(r"\w+")
_LARGEST_BLOCK = 50


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """One entity of the list: its names, the preferred one first, and its ids as (scheme, value)."""

    type: EntityType
    names: tuple[str, ...]
    identifiers: tuple[tuple[str, str], ...]
    line: int


@dataclass(frozen=True, slots=True)
class Known:
    """The list, the names that several of its entities share (they join nothing), and the rows that could not be taken."""

    entities: tuple[KnownEntity, ...] = ()
    shared: Mapping[tuple[EntityType, str], tuple[int, ...]] = field(default_factory=dict)
    troubles: tuple[str, ...] = ()
    file: str = ""

    def by_name(self) -> dict[tuple[EntityType, str], KnownEntity]:
        """The one entity of each name, by type and matching key; shared names are left out."""
        return {
            (entity.type, key): entity for entity in self.entities for key in map(match_key, entity.names) if (entity.type, key) not in self.shared
        }


def read_known(path: Path) -> Known:
    """The list in a CSV or XLSX table or in FollowTheMoney JSON lines. Rows without a name or a type that we know are told.

    Raises BadTable where the file has no column of names, or no type anywhere.
    """
    head = path.read_bytes()[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    rows = _ftm_rows(path) if head.startswith(b"{") else _table_rows(path)
    entities: list[KnownEntity] = []
    troubles: list[str] = []
    for row in rows:
        if isinstance(row, str):
            troubles.append(row)
        else:
            entities.append(row)
    if not entities and troubles:
        raise BadTable(f"{path}: no row could be taken. {troubles[0]}")
    holders: dict[tuple[EntityType, str], list[int]] = {}
    for entity in entities:
        for key in sorted(set(map(match_key, entity.names))):
            holders.setdefault((entity.type, key), []).append(entity.line)
    shared = {name: tuple(lines) for name, lines in holders.items() if len(lines) > 1}
    for (kind, key), lines in sorted(shared.items()):
        troubles.append(f"{path.name}, lines {', '.join(map(str, lines))}: {kind} “{key}” names several entities; it joins nothing.")
    return Known(tuple(entities), shared, tuple(troubles), path.name)


def known_links(known: Known, names: Iterable[tuple[EntityType, str, str]]) -> list[Link]:
    """Names of one known entity belong together; names of two with different ids do not, where they share a word.

    `names` holds (type, name, document) of every mention.
    """
    by_name = known.by_name()
    if not by_name:
        return []
    present: dict[int, dict[str, AliasKey]] = {}
    entities: dict[int, KnownEntity] = {}
    for kind, name in sorted({(kind, display_form(name)) for kind, name, _ in names}):
        entity = by_name.get((kind, match_key(name)))
        if entity is not None:
            entities[entity.line] = entity
            present.setdefault(entity.line, {})[name] = AliasKey(kind, name)
    links: list[Link] = []
    for line, keys in sorted(present.items()):
        entity = entities[line]
        ids = ", ".join(f"{scheme} {value}" for scheme, value in entity.identifiers)
        detail = f"{known.file}, line {line}: {entity.names[0]}" + (f" ({ids})" if ids else "")
        first, *others = sorted(keys.values())
        links.extend(Link(first, other, Evidence("known", "proof", detail)) for other in others)
    links.extend(_apart(known, present, entities))
    return sorted(links)


def known_identifiers(known: Known, clusters: Iterable[Cluster]) -> tuple[list[tuple[tuple[str, str], ...]], list[str]]:
    """The ids that each cluster gets from the list, and what clashes: clusters that hold names of several known entities."""
    by_name = known.by_name()
    found: list[tuple[tuple[str, str], ...]] = []
    clashes: list[str] = []
    for cluster in clusters:
        met = {entity.line: entity for alias in cluster.aliases if (entity := by_name.get((alias.key.type, match_key(alias.key.name))))}
        if len(met) > 1:
            names = " and ".join(f"“{met[line].names[0]}” (line {line})" for line in sorted(met))
            clashes.append(f"{known.file}: one entity of the articles has names of {names}.")
        found.append(tuple(sorted({pair for entity in met.values() for pair in entity.identifiers})))
    return found, clashes


def _apart(known: Known, present: Mapping[int, Mapping[str, AliasKey]], entities: Mapping[int, KnownEntity]) -> Iterator[Link]:
    """A no between names of two known entities that share a word and have different ids of one scheme."""
    blocks: dict[tuple[EntityType, str], set[int]] = {}
    for line, keys in present.items():
        for key in keys.values():
            for word in _WORD.findall(match_key(key.name)):
                blocks.setdefault((key.type, word), set()).add(line)
    pairs = {pair for block in blocks.values() if len(block) <= _LARGEST_BLOCK for pair in combinations(sorted(block), 2)}
    for left, right in sorted(pairs):
        theirs = dict(entities[right].identifiers)
        other = [(scheme, value, theirs[scheme]) for scheme, value in entities[left].identifiers if theirs.get(scheme, value) != value]
        if other:
            scheme, mine, his = other[0]
            detail = f"{known.file}: {scheme} {mine} (line {left}) is not {scheme} {his} (line {right})"
            for one in present[left].values():
                for two in present[right].values():
                    first, second = sorted((one, two))
                    yield Link(first, second, Evidence("known", "against", detail))


def _table_rows(path: Path) -> Iterator[KnownEntity | str]:
    sheet = read_sheet(path)
    names = [column for column in _NAME_COLUMNS if column in sheet.columns]
    if not names:
        raise BadTable(f"{path}: no column of names. Wanted: {', '.join(_NAME_COLUMNS[:2])}; found: {', '.join(sheet.columns) or 'nothing'}.")
    for line, cells in sheet.rows:
        name = display_form(next((cells[column] for column in names if cells.get(column)), ""))
        kind = TYPE_WORDS.get(cells.get("type", cells.get("schema", "")).casefold())
        if not name:
            yield f"{path.name}, line {line}: no name."
        elif kind is None:
            yield f"{path.name}, line {line}: no type {cells.get('type', '')!r} of “{name}”. Known: person, organization, paper."
        else:
            aliases = [alias for column in _ALIAS_COLUMNS for alias in _split(cells.get(column, ""))]
            ids = [("known", cells[column]) for column in _ID_COLUMNS if cells.get(column)][:1]
            ids += [(scheme, value) for scheme in _SCHEMES if (value := cells.get(scheme) or cells.get(f"{scheme}_id", ""))]
            yield KnownEntity(kind, _unique([name, *aliases]), tuple(sorted(ids)), line)


def _split(cell: str) -> list[str]:
    """Names in one cell: JSON, or joined by `;` or `|`."""
    if cell.startswith("["):
        try:
            values = json.loads(cell)
        except ValueError:
            return [cell]
        return [value if isinstance(value, str) else str(value.get("name", "")) for value in values if isinstance(value, (str, dict))]
    return re.split(r"\s*[;|]\s*", cell)


def _ftm_rows(path: Path) -> Iterator[KnownEntity | str]:
    for line, text in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
        if not text.strip():
            continue
        try:
            data = json.loads(text)
        except ValueError as error:
            yield f"{path.name}, line {line}: no JSON ({error})."
            continue
        properties = data.get("properties") if isinstance(data, dict) else None
        if not isinstance(properties, dict):
            yield f"{path.name}, line {line}: no FollowTheMoney entity (no properties)."
            continue
        kind = TYPE_WORDS.get(str(data.get("schema", "")).casefold())
        names = _unique([display_form(str(value)) for field in _FTM_NAMES for value in _values(properties.get(field))])
        if kind is None:
            yield f"{path.name}, line {line}: no type for schema {data.get('schema')!r}."
        elif not names:
            yield f"{path.name}, line {line}: no name."
        else:
            ids = [("known", str(data["id"]))] if data.get("id") else []
            ids += [(scheme, str(value)) for field, scheme in _FTM_SCHEMES.items() for value in _values(properties.get(field))[:1]]
            yield KnownEntity(kind, names, tuple(sorted(ids)), line)


def _values(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(shown for name in names if (shown := display_form(name))))
