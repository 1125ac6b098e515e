"""What people decided: append-only text (decisions.csv), keyed by type, name and, where needed, document. The last word wins.

    same | different | unsure   about a pair of names
    type | name | not-an-entity about one name
    undo                        takes back what stands about the pair or the name
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from pipeline.errors import UsageError
from pipeline.ids import pair_id
from pipeline.journal import Damage, append_rows, read_rows
from pipeline.records import TYPES, AliasKey, Cluster, EntityType, Evidence, Link, Mention
from pipeline.text import display_form, match_key

FILE = "decisions.csv"
COLUMNS = ("when", "who", "decision", "type", "left", "left_document", "right", "right_document", "value", "why")

Judgement = Literal["same", "different", "unsure", "type", "name", "not-an-entity", "undo"]
JUDGEMENTS: tuple[Judgement, ...] = get_args(Judgement)
PAIRS: tuple[Judgement, ...] = ("same", "different", "unsure")
RULINGS: tuple[Judgement, ...] = ("type", "name", "not-an-entity")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as a decision means it: `document` is "" where it holds in the whole corpus."""

    text: str
    document: str = ""

    def __str__(self) -> str:
        return f"“{self.text}”@{self.document}" if self.document else f"“{self.text}”"


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of decisions.csv. `right` is there for pairs alone; `value` is the new type, the better name, or what to undo."""

    decision: Judgement
    type: EntityType
    left: Name
    right: Name | None = None
    value: str = ""
    who: str = ""
    when: str = ""
    why: str = ""
    line: int = 0

    def __post_init__(self) -> None:
        if self.decision not in JUDGEMENTS:
            raise UsageError(f"No decision {self.decision!r}. Known: {', '.join(JUDGEMENTS)}.")
        if self.type not in TYPES:
            raise UsageError(f"No type {self.type!r}. Known: {', '.join(TYPES)}.")
        if not self.left.text:
            raise UsageError(f"The decision {self.decision!r} wants a name.")
        if self.decision in PAIRS and self.right is None:
            raise UsageError(f"The decision {self.decision!r} wants two names.")
        if self.decision in RULINGS and self.right is not None:
            raise UsageError(f"The decision {self.decision!r} wants one name, not two.")
        if self.decision in PAIRS and self.right is not None and _key(self.left) == _key(self.right):
            raise UsageError(f"{self.left} twice: say in which documents they stand, as in “Zhang Wei”@a.txt.")
        if self.decision == "type" and self.value not in TYPES:
            raise UsageError(f"No type {self.value!r}. Known: {', '.join(TYPES)}.")
        if self.decision == "name" and not self.value:
            raise UsageError("The decision 'name' wants the better name.")

    @property
    def subject(self) -> tuple[EntityType, tuple[tuple[str, str], ...]]:
        """What the decision is about, whichever name was said first."""
        names = [_key(self.left)] if self.right is None else [_key(self.left), _key(self.right)]
        return self.type, tuple(sorted(names))

    def __str__(self) -> str:
        names = f"{self.left}" if self.right is None else f"{self.left} and {self.right}"
        value = f" {self.value!r}" if self.value else ""
        said = " ".join(part for part in (f"by {self.who}" if self.who else "", self.when) if part)
        return f"{self.decision} {self.type} {names}{value}" + (f" ({said})" if said else "")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Decisions that cannot all hold; `reason` says which one does. All are kept."""

    decisions: tuple[Decision, ...]
    reason: str

    def __str__(self) -> str:
        lines = "; ".join(f"line {decision.line}: {decision}" for decision in self.decisions)
        return f"{self.reason}: {lines}"


@dataclass(frozen=True, slots=True)
class Decisions:
    """All decisions, oldest first, what stands of them, and what could not be read."""

    history: tuple[Decision, ...] = ()
    damages: tuple[Damage, ...] = ()

    @property
    def standing(self) -> tuple[Decision, ...]:
        """The decisions that are in force, in the order in which they were made."""
        pairs: dict[object, Decision] = {}
        rulings: dict[object, dict[str, Decision]] = {}
        for decision in self.history:
            subject = decision.subject
            if decision.decision in PAIRS:
                pairs[subject] = decision
            elif decision.decision in RULINGS:
                stands = rulings.setdefault(subject, {})
                stands.pop(decision.decision, None)
                stands[decision.decision] = decision
            elif decision.right is not None:
                pairs.pop(subject, None)
            elif decision.value:
                rulings.get(subject, {}).pop(decision.value, None)
            else:
                rulings.pop(subject, None)
        found = [*pairs.values(), *(ruling for stands in rulings.values() for ruling in stands.values())]
        return tuple(sorted(found, key=lambda decision: decision.line))

    @property
    def changed(self) -> tuple[Contradiction, ...]:
        """Decisions that a later one about the same pair or name took back or turned round."""
        last: dict[object, Decision] = {}
        found: list[Contradiction] = []
        for decision in self.history:
            kind = "pair" if decision.right is not None else decision.decision
            before = last.get((decision.subject, kind))
            if before is not None and (before.decision, before.value) != (decision.decision, decision.value):
                found.append(Contradiction((before, decision), "changed, the later one holds"))
            last[decision.subject, kind] = decision
        return tuple(found)

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """Each “different” that a chain of “same” goes round: the chain, shortest first, and the no, which holds."""
        edges: dict[tuple[str, tuple[str, str]], list[tuple[tuple[str, str], Decision]]] = {}
        standing = self.standing
        for decision in standing:
            if decision.decision == "same":
                kind, (left, right) = decision.subject
                edges.setdefault((kind, left), []).append((right, decision))
                edges.setdefault((kind, right), []).append((left, decision))
        found: list[Contradiction] = []
        for decision in standing:
            if decision.decision == "different":
                kind, (left, right) = decision.subject
                chain = _chain(edges, kind, left, right)
                if chain:
                    three = tuple(sorted((*chain, decision), key=lambda one: one.line))
                    found.append(Contradiction(three, "cannot all hold, the “different” blocks the chain"))
        return tuple(found)

    def unmet(self, names: Collection[tuple[str, str, str]]) -> tuple[Decision, ...]:
        """Standing decisions with a name that no longer occurs; `names` holds (type, name, document) of every mention before rulings."""
        known = {(kind, match_key(name), document) for kind, name, document in names}
        known |= {(kind, name, "") for kind, name, _ in known}
        found = []
        for decision in self.standing:
            sides = [decision.left] if decision.right is None else [decision.left, decision.right]
            if not all((decision.type, match_key(side.text), side.document) in known for side in sides):
                found.append(decision)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Rulings:
    """What was decided about single names: other types, no entities at all, better names."""

    types: Mapping[tuple[str, str, str], EntityType]
    nothings: frozenset[tuple[str, str, str]]
    names: Mapping[tuple[str, str, str], str]

    def type_of(self, kind: EntityType, name: str, document: str) -> EntityType | None:
        """The type of a mention with this name: as decided, else `kind`; None where it was ruled to be no entity."""
        for scope in (document, ""):
            key = (kind, display_form(name), scope)
            if key in self.nothings:
                return None
            if key in self.types:
                return self.types[key]
        return kind

    def better_names(self, clusters: Sequence[Cluster], ids: Sequence[str]) -> dict[str, str]:
        """The names that people gave, by id of the cluster; the last one given where a cluster has several."""
        found: dict[str, str] = {}
        if not self.names:
            return found
        said = {key: position for position, key in enumerate(self.names)}
        for cluster, entity_id in zip(clusters, ids, strict=True):
            keys = [(alias.key.type, alias.key.name, scope) for alias in cluster.aliases for scope in (alias.key.scope, *alias.documents, "")]
            known = [key for key in keys if key in said]
            if known:
                found[entity_id] = self.names[max(known, key=lambda key: said[key])]
        return found


def read_decisions(state: Path) -> Decisions:
    """The decisions kept in this state folder, and the lines that are none."""
    rows, damages = read_rows(state / FILE, COLUMNS)
    history: list[Decision] = []
    broken = list(damages)
    for row in rows:
        try:
            history.append(_decision(row.cells, row.line))
        except UsageError as error:
            broken.append(Damage(row.line, str(error)))
    return Decisions(tuple(history), tuple(sorted(broken, key=lambda damage: damage.line)))


def add_decisions(state: Path, decisions: Iterable[Decision]) -> None:
    """Append decisions; they are on the disk when this returns."""
    append_rows(state / FILE, COLUMNS, (_cells(decision) for decision in decisions))


def decision_links(decisions: Decisions, names: Iterable[tuple[EntityType, str, str]]) -> list[Link]:
    """Standing decisions on pairs as evidence between aliases; `names` holds (type, name, document) of every mention.

    A name without a document is meant wherever it stands; the link then holds between its forms in the corpus. A link between
    names of documents has their scopes: alignment keeps such a name to its document.
    """
    pairs = [decision for decision in decisions.standing if decision.decision in ("same", "different")]
    if not pairs:
        return []
    spellings: dict[tuple[str, str], set[str]] = {}
    places: dict[tuple[str, str, str], set[str]] = {}
    for kind, name, document in names:
        shown = display_form(name)
        key = match_key(shown)
        spellings.setdefault((kind, key), set()).add(shown)
        places.setdefault((kind, key, document), set()).add(shown)
    links: set[Link] = set()
    for decision in pairs:
        if decision.right is None:
            continue
        detail = str(decision) + (f": {decision.why}" if decision.why else "")
        evidence = Evidence("decision", "proof" if decision.decision == "same" else "against", detail)
        for left in _keys(decision.type, decision.left, spellings, places):
            for right in _keys(decision.type, decision.right, spellings, places):
                if left != right:
                    first, second = sorted((left, right))
                    links.add(Link(first, second, evidence))
    return sorted(links)


def rulings(decisions: Decisions) -> Rulings:
    """Standing decisions on single names."""
    types: dict[tuple[str, str, str], EntityType] = {}
    nothings: set[tuple[str, str, str]] = set()
    names: dict[tuple[str, str, str], str] = {}
    for decision in decisions.standing:
        key = (decision.type, *_key(decision.left))
        if decision.decision == "type":
            types[key] = next(kind for kind in TYPES if kind == decision.value)
        elif decision.decision == "not-an-entity":
            nothings.add(key)
        elif decision.decision == "name":
            names.pop(key, None)  # to the end: the last one given comes last
            names[key] = decision.value
    return Rulings(types, frozenset(nothings), names)


def apply_rulings(mentions: Iterable[Mention], ruled: Rulings) -> list[Mention]:
    """The mentions with their types as decided, without those that were ruled to be no entity; the order stays."""
    if not ruled.types and not ruled.nothings:
        return list(mentions)
    found: list[Mention] = []
    for mention in mentions:
        kind = ruled.type_of(mention.type, mention.surface, mention.document)
        if kind is not None:
            found.append(mention if kind == mention.type else replace(mention, type=kind))
    return found


def unsure_pairs(decisions: Decisions) -> dict[str, str]:
    """Who was unsure about a pair, and when, by pair id."""
    found = {}
    for decision in decisions.standing:
        if decision.decision == "unsure" and decision.right is not None:
            sides = [AliasKey(decision.type, name.text, name.document) for name in (decision.left, decision.right)]
            found[pair_id(*sides)] = ", ".join(part for part in (decision.who, decision.when) if part) or "somebody"
    return found


def troubles(decisions: Decisions, names: Collection[tuple[str, str, str]]) -> list[str]:
    """What people should know of their decisions: damaged lines, contradictions, changes, names that are gone.

    `names` holds (type, name, document) of every mention before rulings.
    """
    lines = [f"{FILE}, line {damage.line}: {damage.reason}; the line is kept and passed over." for damage in decisions.damages]
    lines += [f"{FILE}: {contradiction}." for contradiction in decisions.contradictions]
    changed = decisions.changed
    if changed:
        shown = "; ".join(str(contradiction) for contradiction in changed[-3:])
        lines.append(f"{FILE}: {len(changed)} changed decision{'s' if len(changed) > 1 else ''}. {shown}.")
    lines += [f"{FILE}, line {decision.line}: no such name now, kept for when it comes: {decision}." for decision in decisions.unmet(names)]
    return lines


def parse_name(text: str, documents: Collection[str] = ()) -> Name:
    """The name that a person typed: 'Zhang Wei@a.txt' and '“Zhang Wei”@a.txt' are Zhang Wei in a.txt.

    Where documents are known, what stands behind the last @ is a document only if it is one of them.
    """
    name, mark, document = text.rpartition("@")
    if mark and name.strip() and (document in documents or (not documents and name.rstrip().endswith(("”", '"')))):
        return Name(display_form(_unquote(name)), document)
    if mark and name.rstrip().endswith(("”", '"')):
        raise UsageError(f"No document {document!r} in the last run.")
    return Name(display_form(_unquote(text)))


def _unquote(name: str) -> str:
    name = name.strip()
    return name[1:-1] if len(name) > 2 and name[0] in "“\"" and name[-1] in "”\"" else name


def _key(name: Name) -> tuple[str, str]:
    # Not the matching key: Lu Wenting and Lü Wenting are two people.
    return name.text, name.document


def _keys(
    kind: EntityType, name: Name, spellings: Mapping[tuple[str, str], set[str]], places: Mapping[tuple[str, str, str], set[str]]
) -> Iterator[AliasKey]:
    """The aliases that a decision means: all spellings that differ in nothing but case, accents and spaces."""
    key = match_key(name.text)
    found = places.get((kind, key, name.document), set()) if name.document else spellings.get((kind, key), set())
    exact = {name.text} & found
    for shown in sorted(exact or found):
        yield AliasKey(kind, shown, name.document)


def _chain(
    edges: Mapping[tuple[str, tuple[str, str]], Sequence[tuple[tuple[str, str], Decision]]], kind: str, start: tuple[str, str], end: tuple[str, str]
) -> tuple[Decision, ...]:
    """The shortest chain of “same” from one name to the other, or nothing."""
    paths: dict[tuple[str, str], tuple[Decision, ...]] = {start: ()}
    queue = [start]
    for place in queue:
        for other, decision in edges.get((kind, place), ()):
            if other not in paths:
                paths[other] = (*paths[place], decision)
                queue.append(other)
    return paths.get(end, ())


def _decision(cells: Mapping[str, str], line: int) -> Decision:
    judgement = next((known for known in JUDGEMENTS if known == cells["decision"].strip().lower()), None)
    kind = next((known for known in TYPES if known == cells["type"].strip().lower()), None)
    if judgement is None:
        raise UsageError(f"no decision {cells['decision']!r}; known: {', '.join(JUDGEMENTS)}")
    if kind is None:
        raise UsageError(f"no type {cells['type']!r}; known: {', '.join(TYPES)}")
    right = Name(display_form(cells["right"]), cells["right_document"]) if cells["right"] else None
    return Decision(
        decision=judgement, type=kind, left=Name(display_form(cells["left"]), cells["left_document"]), right=right, value=cells["value"],
        who=cells["who"], when=cells["when"], why=cells["why"], line=line,
    )


def _cells(decision: Decision) -> dict[str, str]:
    right = decision.right or Name("")
    return {
        "when": decision.when, "who": decision.who, "decision": decision.decision, "type": decision.type, "left": decision.left.text,
        "left_document": decision.left.document, "right": right.text, "right_document": right.document, "value": decision.value,
        "why": decision.why,
    }
