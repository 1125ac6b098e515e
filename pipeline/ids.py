"""Which ids were given: stable from batch to batch, kept as append-only text (ids.csv) beside the decisions.

An entity that grows keeps its id. When two become one, the older id lives on and the other points to it. When one is parted, the
part with most mentions keeps the id. No id is ever given twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pipeline.journal import Damage, Row, append_rows, read_rows
from pipeline.records import TYPES, Alias, AliasKey, Cluster, EntityType

FILE = "ids.csv"
COLUMNS = ("batch", "event", "entity_id", "type", "name", "document", "other")

PREFIXES: Mapping[EntityType, str] = {"person": "p_", "organization": "o_", "paper": "w_"}
# No vowels, so that no id spells a word; no e, so that none looks like a number (12e4); no l, o, 0 or 1.
_ALPHABET = "bcdfghjkmnpqrstvwxz23456789"
_LENGTH = 9

Story = Literal["new", "kept", "merged into", "split from"]


@dataclass(frozen=True, slots=True)
class IdEvent:
    """What happened to an id in a batch: `other` is the id that it was merged into or split from, or "".

    "kept" is told where the entity gained names; `names` holds the names that it gained in this batch.
    """

    batch: int
    entity_id: str
    event: Story
    other: str
    type: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IdBook:
    """All that was ever given: who bears which name, which ids point on, and in which order ids were born."""

    rows: tuple[Mapping[str, str], ...] = ()
    owners: Mapping[AliasKey, str] = field(default_factory=dict)
    forwards: Mapping[str, str] = field(default_factory=dict)
    ages: Mapping[str, int] = field(default_factory=dict)
    written: int = 0
    damages: tuple[Damage, ...] = ()

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, str]], *, written: int = 0, damages: tuple[Damage, ...] = ()) -> IdBook:
        """The book that these rows tell; the last row about a name holds."""
        owners: dict[AliasKey, str] = {}
        forwards: dict[str, str] = {}
        ages: dict[str, int] = {}
        for row in rows:
            entity_id = row["entity_id"]
            ages.setdefault(entity_id, len(ages))
            if row["event"] == "merged":
                forwards[entity_id] = row["other"]
            elif row["event"] == "given" and row["type"] in TYPES:
                owners[AliasKey(row["type"], row["name"], row["document"])] = entity_id
        return cls(tuple(rows), owners, forwards, ages, written, damages)

    @property
    def batch(self) -> int:
        """The last batch in which an id was given; 0 for an empty book."""
        return max((int(row["batch"]) for row in self.rows), default=0)

    @property
    def troubles(self) -> tuple[str, ...]:
        """The lines that could not be read, for people."""
        return tuple(f"{FILE}, line {damage.line}: {damage.reason}; the line is kept and passed over." for damage in self.damages)

    def follow(self, entity_id: str) -> str:
        """The id that lives on for this one: itself, or what it was merged into."""
        seen: set[str] = set()
        while entity_id in self.forwards and entity_id not in seen:
            seen.add(entity_id)
            entity_id = self.forwards[entity_id]
        return entity_id


def read_ids(state: Path) -> IdBook:
    """The book kept in this state folder; an empty one where nothing was given yet."""
    rows, damages = read_rows(state / FILE, COLUMNS)
    sound, broken = _sound(rows)
    return IdBook.of(sound, written=len(sound), damages=damages + broken)


def write_ids(book: IdBook, state: Path) -> IdBook:
    """Append what the file does not have yet."""
    append_rows(state / FILE, COLUMNS, book.rows[book.written :])
    return IdBook.of(book.rows, written=len(book.rows), damages=book.damages)


def assign_ids(
    clusters: Sequence[Cluster], book: IdBook, batch: int, *, retyped: Mapping[tuple[str, str, str], EntityType] = {}
) -> tuple[tuple[str, ...], IdBook]:
    """The id of each cluster, in the order of the clusters, and the book with what was given now.

    `retyped` has the new type of each (type, name, document) that people gave another: an id of the old type then points to the
    entity that bears the name now. The result does not depend on the order of the clusters.
    """
    order = sorted(range(len(clusters)), key=lambda index: _first_key(clusters[index]))
    claims = _claims(clusters, order, book)
    kept, lost = _winners(clusters, order, claims, book)
    ids: dict[int, str] = {}
    rows: list[dict[str, str]] = []
    taken = set(book.ages)
    for index in order:
        cluster = clusters[index]
        entity_id = min(kept[index], key=lambda name: book.ages[name]) if index in kept else _new_id(cluster, taken)
        taken.add(entity_id)
        ids[index] = entity_id
        given = [alias.key for alias in cluster.aliases if book.owners.get(alias.key) != entity_id]
        if index not in kept and index in lost:
            rows.append(_row(batch, "split", entity_id, min(alias.key for alias in cluster.aliases), lost[index]))
        # First where an id points, then who bears its names: if the writing is cut off in between, no id points to nothing.
        for other in sorted(kept.get(index, ()), key=lambda name: book.ages[name])[1:]:
            rows.append(_row(batch, "merged", other, min(alias.key for alias in cluster.aliases), entity_id))
        rows.extend(_row(batch, "given", entity_id, key) for key in sorted(given))
    rows.extend(_retyped_rows(clusters, ids, book, batch, retyped))
    new = IdBook.of((*book.rows, *rows), written=book.written, damages=book.damages)
    return tuple(ids[index] for index in range(len(clusters))), new


def id_log(book: IdBook) -> tuple[IdEvent, ...]:
    """Each batch's story, oldest first: which ids were given, grew, were merged or split."""
    events: list[IdEvent] = []
    born: set[str] = set()
    grown: dict[tuple[int, str], list[Mapping[str, str]]] = {}
    for row in book.rows:
        if row["event"] in ("given", "split"):
            grown.setdefault((int(row["batch"]), row["entity_id"]), []).append(row)
        elif row["event"] == "merged":
            events.append(IdEvent(int(row["batch"]), row["entity_id"], "merged into", row["other"], row["type"], ()))
    for (batch, entity_id), rows in grown.items():
        source = next((row["other"] for row in rows if row["event"] == "split"), "")
        story: Story = "kept" if entity_id in born else "split from" if source else "new"
        born.add(entity_id)
        names = tuple(sorted({row["name"] for row in rows if row["event"] == "given"}))
        events.append(IdEvent(batch, entity_id, story, source, rows[0]["type"], names))
    return tuple(sorted(events, key=lambda event: (event.batch, event.entity_id, event.event)))


def _sound(rows: Iterable[Row]) -> tuple[tuple[Mapping[str, str], ...], tuple[Damage, ...]]:
    sound: list[Mapping[str, str]] = []
    broken: list[Damage] = []
    for row in rows:
        if row.cells["batch"].isdecimal() and row.cells["event"] in ("given", "merged", "split") and row.cells["entity_id"]:
            sound.append(row.cells)
        else:
            broken.append(Damage(row.line, "no batch number, event or id"))
    return tuple(sound), tuple(broken)


def _claims(clusters: Sequence[Cluster], order: Sequence[int], book: IdBook) -> dict[str, dict[int, int]]:
    """For each living id, the clusters that hold names of its, with the number of mentions under these names."""
    scoped: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for key, owner in book.owners.items():
        if key.scope:
            scoped.setdefault((key.type, key.name), []).append((key.scope, owner))
    claims: dict[str, dict[int, int]] = {}
    for index in order:
        for alias in clusters[index].aliases:
            for owner, weight in _former_owners(alias, book, scoped):
                living = book.follow(owner)
                if not living.startswith(PREFIXES[alias.key.type]):
                    continue  # it went on as an entity of another type
                shares = claims.setdefault(living, {})
                shares[index] = shares.get(index, 0) + weight
    return claims


def _former_owners(alias: Alias, book: IdBook, scoped: Mapping[tuple[str, str], Sequence[tuple[str, str]]]) -> list[tuple[str, int]]:
    """Who bore this name so far. A name whose scope has narrowed or widened since is looked for under its former scope."""
    weight = max(len(alias.mentions), 1)
    owner = book.owners.get(alias.key)
    found = [] if owner is None else [(owner, weight)]
    if alias.key.scope:
        wide = book.owners.get(AliasKey(alias.key.type, alias.key.name))
        if owner is None and wide is not None:
            found.append((wide, weight))
    else:
        documents = set(alias.documents)
        found.extend((other, 1) for scope, other in scoped.get((alias.key.type, alias.key.name), ()) if scope in documents and other != owner)
    return found


def _winners(
    clusters: Sequence[Cluster], order: Sequence[int], claims: Mapping[str, Mapping[int, int]], book: IdBook
) -> tuple[dict[int, list[str]], dict[int, str]]:
    """The ids that each cluster keeps, and for a cluster that keeps none the oldest id that it was split from."""
    place = {index: number for number, index in enumerate(order)}
    kept: dict[int, list[str]] = {}
    lost: dict[int, str] = {}
    for entity_id in sorted(claims, key=lambda name: book.ages[name]):
        shares = claims[entity_id]
        size = {index: sum(len(alias.mentions) for alias in clusters[index].aliases) for index in shares}
        winner = min(shares, key=lambda index: (-shares[index], -size[index], place[index]))
        kept.setdefault(winner, []).append(entity_id)
        for index in shares:
            if index != winner:
                lost.setdefault(index, entity_id)
    return kept, lost


def _retyped_rows(
    clusters: Sequence[Cluster], ids: Mapping[int, str], book: IdBook, batch: int, retyped: Mapping[tuple[str, str, str], EntityType]
) -> list[dict[str, str]]:
    """Ids that nobody bears any more because their name has another type now point to who bears the name."""
    bearers = {alias.key: ids[index] for index, cluster in enumerate(clusters) for alias in cluster.aliases}
    living = set(bearers.values())
    rows = []
    for (kind, name, document), now in sorted(retyped.items()):
        for scope in sorted({"", document}):
            old = next((owner for key, owner in book.owners.items() if (key.type, key.name, key.scope) == (kind, name, scope)), "")
            new = bearers.get(AliasKey(now, name, scope)) or bearers.get(AliasKey(now, name))
            if old and new and book.follow(old) == old and old not in living:
                living.add(old)
                rows.append(_row(batch, "merged", old, AliasKey(now, name, scope), new))
    return rows


def _first_key(cluster: Cluster) -> AliasKey:
    return min(alias.key for alias in cluster.aliases)


def _new_id(cluster: Cluster, taken: set[str]) -> str:
    """An id that was never given, made from the entity's first name: the same batches give the same ids."""
    key = _first_key(cluster)
    attempt = 0
    while True:
        entity_id = PREFIXES[key.type] + _letters("\x1f".join((key.type, key.name, key.scope, str(attempt))), _LENGTH)
        if entity_id not in taken:
            return entity_id
        attempt += 1


def _row(batch: int, event: str, entity_id: str, key: AliasKey, other: str = "") -> dict[str, str]:
    return {"batch": str(batch), "event": event, "entity_id": entity_id, "type": key.type, "name": key.name, "document": key.scope, "other": other}


def pair_id(left: AliasKey, right: AliasKey) -> str:
    """The id of a pair of names in a review: made from the names alone, whichever comes first. 'q_' and letters."""
    first, second = sorted((left, right))
    return "q_" + _letters("\x1f".join((first.type, first.name, first.scope, second.name, second.scope)), 10)


def _letters(seed: str, length: int) -> str:
    number = int.from_bytes(hashlib.sha256(seed.encode("utf-8")).digest(), "big")
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[digit])
    return "".join(letters)
