"""What goes into each table: rows from records, sorted by content and never by id."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass

import pandas as pd

from pipeline.ids import IdEvent
from pipeline.records import Alias, AliasKey, Alignment, Comparison, Document, Entity, Evidence, Mention, ParallelPair, SkippedDocument
from pipeline.write.names import as_json, in_latin_letters, is_latin, namesakes, romanized, spellings
from pipeline.write.review import Question
from pipeline.write.schema import frame


@dataclass(frozen=True, slots=True)
class Run:
    """All that the tables of one run are made of. `batches` says in which batch a document came first."""

    documents: Mapping[str, Document]
    skipped: Sequence[SkippedDocument]
    pairs: Sequence[ParallelPair]
    mentions: Sequence[Mention]
    alignment: Alignment
    entities: Sequence[Entity]
    questions: Sequence[Question]
    id_events: Sequence[IdEvent]
    batches: Mapping[str, int]
    contexts: Mapping[int, str]


def entities_table(run: Run) -> pd.DataFrame:
    """One row per entity: people, organizations, papers, the most mentioned first."""
    same_name = namesakes(run.entities, run.alignment.comparisons)
    asked = {question.left_entity_id for question in run.questions} | {question.right_entity_id for question in run.questions}
    rows = []
    for entity in sorted(run.entities, key=_by_importance):
        names = spellings(entity, run.mentions)
        documents = sorted({document for alias in entity.cluster.aliases for document in alias.documents})
        batches = [run.batches.get(document, 1) for document in documents]
        native = {language: name for name, language, _ in reversed(names) if not is_latin(name)}
        rows.append((
            entity.entity_id, entity.type, entity.name, romanized(entity, names), as_json({key: native[key] for key in sorted(native)}),
            as_json([{"name": name, "language": language, "mentions": count} for name, language, count in names]),
            ";".join(sorted({language for _, language, _ in names})), len(documents), sum(count for _, _, count in names),
            str(min(batches, default=1)), str(max(batches, default=1)), as_json(_by_scheme(entity.identifiers)), entity.confidence,
            entity.entity_id in asked, ";".join(same_name.get(entity.entity_id, ())), entity.part_of, as_json([list(item) for item in entity.details]),
        ))
    return frame("entities", rows)


def alignment_table(run: Run) -> pd.DataFrame:
    """One row per alias of an entity: to which other alias it is joined, by which rule, on what evidence."""
    rows = []
    for entity in sorted(run.entities, key=_by_importance):
        joins = _reasons(entity)
        for alias in sorted(entity.cluster.aliases, key=lambda alias: (-len(alias.mentions), alias.key)):
            join = joins.get(alias.key)
            other = "" if join is None else (join.right if join.left == alias.key else join.left).name
            best = None if join is None else join.evidence[0]
            rows.append((
                entity.entity_id, entity.name, entity.type, alias.key.name, in_latin_letters(alias.key.name, entity.type, alias.languages), alias.key.scope, ";".join(alias.languages),
                len(alias.documents), len(alias.mentions), other, "" if best is None else best.rule, "" if best is None else best.detail,
                None if join is None else join.probability, "automatic" if join is None else join.verdict,
            ))
    return frame("alignment", rows)


def comparisons_table(run: Run) -> pd.DataFrame:
    """One row per pair that was weighed."""
    rows = [
        (c.left.name, c.left.scope, c.right.name, c.right.scope, c.left.type, told(c.evidence, against=False), told(c.evidence, against=True), c.probability, c.verdict)
        for c in sorted(run.alignment.comparisons, key=lambda c: (c.left, c.right))
    ]
    return frame("comparisons", rows)


def mentions_table(run: Run) -> pd.DataFrame:
    """One row per mention, by document and place."""
    owner = {number: entity.entity_id for entity in run.entities for alias in entity.cluster.aliases for number in alias.mentions}
    rows = [
        (
            m.document, m.start, m.end, m.surface, m.type, m.language, owner[number], m.detector, m.score, m.section, m.title, run.contexts.get(number, ""),
            mention_id(m, run.documents[m.document].content_hash),
        )
        for number, m in sorted(enumerate(run.mentions), key=lambda item: (item[1].document, item[1].start, item[1].end, item[1].type))
    ]
    return frame("mentions", rows)


def documents_table(run: Run) -> pd.DataFrame:
    """One row per file, also of those that gave nothing, with the reason."""
    beside: dict[str, list[str]] = {}
    for pair in run.pairs:
        beside.setdefault(pair.left, []).append(pair.right)
        beside.setdefault(pair.right, []).append(pair.left)
    rows: list[tuple[object, ...]] = []
    for document in run.documents.values():
        shares: dict[str, int] = {}
        for paragraph in document.paragraphs:
            shares[paragraph.language] = shares.get(paragraph.language, 0) + paragraph.end - paragraph.start
        rows.append((
            document.document, document.document_id, document.title, document.date, document.url, document.language, document.language_confidence,
            document.language_source, ";".join(sorted(shares, key=lambda code: (-shares[code], code))), len(document.text), document.encoding,
            ";".join(sorted(beside.get(document.document, ()))), document.duplicate_of, document.status, document.reason, run.batches.get(document.document, 1),
        ))
    for item in run.skipped:
        rows.append((item.document, "", "", "", "", "und", None, "none", "", 0, "", "", "", item.status, item.reason, None))
    return frame("documents", sorted(rows, key=lambda row: str(row[0])))


def review_table(run: Run) -> pd.DataFrame:
    """The open questions, the most useful answer first."""
    return frame("review", [astuple(question) for question in run.questions])


def id_log_table(run: Run) -> pd.DataFrame:
    """What happened to each id in each batch."""
    return frame("id_log", [(e.batch, e.entity_id, e.event, e.other, e.type, "; ".join(e.names)) for e in run.id_events])


TABLES = {
    "entities": entities_table, "alignment": alignment_table, "comparisons": comparisons_table, "mentions": mentions_table,
    "documents": documents_table, "review": review_table, "id_log": id_log_table,
}


_ID_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjkmnpqrstv")


def mention_id(mention: Mention, content_hash: str) -> str:
    """'m_' and sixteen letters from the document's path and content, the place and the type: the same in every batch."""
    seed = f"{mention.document}\x1f{content_hash}\x1f{mention.start}\x1f{mention.end}\x1f{mention.type}"
    return "m_" + hashlib.blake2b(seed.encode(), digest_size=8).hexdigest().translate(_ID_LETTERS)


def told(evidence: Iterable[Evidence], *, against: bool) -> str:
    """The evidence for, or against, as text: 'same_syllables: qu|bowen'."""
    return "; ".join(f"{e.rule}: {e.detail}" if e.detail else e.rule for e in evidence if (e.grade == "against") == against)


def _by_scheme(identifiers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Identifiers by scheme; several of one scheme joined by ';'."""
    found: dict[str, list[str]] = {}
    for scheme, value in identifiers:
        found.setdefault(scheme, []).append(value)
    return {scheme: ";".join(values) for scheme, values in found.items()}


def _by_importance(entity: Entity) -> tuple[int, int, str, AliasKey]:
    order = {"person": 0, "organization": 1, "paper": 2}
    return (order[entity.type], -sum(len(alias.mentions) for alias in entity.cluster.aliases), entity.name, min(a.key for a in entity.cluster.aliases))


def _reasons(entity: Entity) -> dict[AliasKey, Comparison]:
    """For each alias but the first, the join that brought it in: the tree of joins, walked from the entity's name."""
    near: dict[AliasKey, list[Comparison]] = {}
    for join in entity.cluster.joins:
        near.setdefault(join.left, []).append(join)
        near.setdefault(join.right, []).append(join)
    root = next((alias.key for alias in sorted(entity.cluster.aliases, key=_first) if alias.key.name == entity.name), entity.cluster.aliases[0].key)
    reasons: dict[AliasKey, Comparison] = {}
    seen, front = {root}, [root]
    while front:
        following = []
        for key in front:
            for join in sorted(near.get(key, ()), key=lambda join: (-join.probability, join.left, join.right)):
                other = join.right if join.left == key else join.left
                if other not in seen:
                    seen.add(other)
                    reasons[other] = join
                    following.append(other)
        front = following
    return reasons


def _first(alias: Alias) -> tuple[bool, AliasKey]:
    return (alias.key.scope != "", alias.key)
