"""The records, in the order in which they come into being. Every stage makes new ones; none is changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EntityType = Literal["person", "organization", "paper"]
TYPES: tuple[EntityType, ...] = ("person", "organization", "paper")
"""The kinds of entity that the tables are about, in the order in which they are written."""

CandidateType = Literal["person", "organization", "paper", "place", "other"]
"""What a detector may say of a span; a `place` or `other` is a vote against the three kinds, never an entity."""

Grade = Literal["proof", "strong", "weak", "against"]
Verdict = Literal["automatic", "confirmed", "proposed", "rejected"]


@dataclass(frozen=True, slots=True)
class RawDocument:
    """What a reader found in one file, or in one row of a table.

    `document` is the path below the corpus folder with `/` between its parts. Offsets into `text` are code points
    from here on. `content_hash` is the SHA-256 of the bytes that were read. Fields that the file does not tell are "".
    """

    document: str
    text: str
    content_hash: str
    encoding: str = "utf-8"
    title: str = ""
    date: str = ""
    url: str = ""
    declared_language: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedDocument:
    """A file that gave no text, with the reason; it has its row in `documents` all the same.

    `status`: "passed over" (README, LICENSE, hidden), "empty", "unsure" (bytes that fit no one encoding),
    "failed" (damaged, too large, too slow, not allowed).
    """

    document: str
    status: str
    reason: str
    content_hash: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`text[start:end]` of a document (`end` exclusive) and its language as a BCP 47 tag ("und" where none is told).

    `confidence` is between 0 and 1. `source` is one of "script", "langdetect", "second opinion", "neighbours",
    "document", "declared", "none".
    """

    start: int
    end: int
    language: str
    confidence: float
    source: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document whose language is known, paragraph by paragraph. `document_id` is "d_" and a hash of its path."""

    document: str
    document_id: str
    text: str
    content_hash: str
    language: str
    language_confidence: float
    language_source: str
    paragraphs: tuple[Paragraph, ...]
    encoding: str = "utf-8"
    title: str = ""
    date: str = ""
    url: str = ""
    duplicate_of: str = ""
    status: str = "read"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that a detector takes for a name. `document.text[start:end] == surface`, always.

    `detector` names the model or the rule. `score` is between 0 and 1, or None where the detector gives none.
    `title` is the honorific that stands beside the name, outside the span. `section` is "body", "references" or "authors".
    `cue` is the word beside the span that made the detector sure, or "".
    """

    document: str
    start: int
    end: int
    surface: str
    type: CandidateType
    language: str
    detector: str
    score: float | None = None
    title: str = ""
    section: str = "body"
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Gloss:
    """The text says that A is called B: “Bowen Qu (Brian Qu)”. `rule` names the pattern, `quote` is the sentence."""

    document: str
    start: int
    end: int
    left: str
    right: str
    type: CandidateType
    rule: str
    quote: str


@dataclass(frozen=True, slots=True)
class ParallelPair:
    """Two documents that tell one story. `left < right` as strings.

    `paragraphs` holds groups that stand side by side: indices into both documents' `paragraphs`, each group in order,
    no index twice, and a similarity between 0 and 1. `score`, between 0 and 1, is how sure we are of the pair.
    """

    left: str
    right: str
    score: float
    paragraphs: tuple[tuple[tuple[int, ...], tuple[int, ...], float], ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a document whose type is settled. `document.text[start:end] == surface`, always.

    `detector` says who found it first: a model, a rule, "lookup" (found elsewhere, here by its name), "parallel".
    """

    document: str
    start: int
    end: int
    surface: str
    type: EntityType
    language: str
    detector: str
    score: float | None = None
    title: str = ""
    section: str = "body"


@dataclass(frozen=True, slots=True, order=True)
class AliasKey:
    """What makes an alias itself: its type, its display form, and its scope ("" for the corpus, else a document)."""

    type: EntityType
    name: str
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Alias:
    """One name in one scope, with all its mentions. `languages` and `documents` are sorted and without repeats.

    `mentions` holds indices into the sequence of mentions that alignment was given.
    """

    key: AliasKey
    languages: tuple[str, ...]
    documents: tuple[str, ...]
    mentions: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """One reason for or against a join. `rule` is the name of the function that found it; `detail` is the quote or the figure.

    `weight` is a log-odds contribution, positive for, negative against; proof and a hard "no" need none.
    """

    rule: str
    grade: Grade
    detail: str = ""
    weight: float = 0.0


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """Evidence about a pair that comes from outside the names: a gloss, a place in parallel texts, a decision, a known list.

    `left < right`.
    """

    left: AliasKey
    right: AliasKey
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Comparison:
    """A pair of aliases that was weighed; `left < right`. `probability` (0 to 1) that they are one entity."""

    left: AliasKey
    right: AliasKey
    evidence: tuple[Evidence, ...]
    probability: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Cluster:
    """Aliases that are one entity. `joins` are the comparisons that hold it together: a spanning tree, best first."""

    aliases: tuple[Alias, ...]
    joins: tuple[Comparison, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """What alignment hands on. Clusters are a partition of the aliases; `comparisons` holds every pair that was weighed
    and is worth showing: joined, proposed, rejected, confirmed. All are sorted by content."""

    clusters: tuple[Cluster, ...]
    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """One person, organization or paper. `entity_id` is stable from batch to batch."""

    entity_id: str
    type: EntityType
    name: str
    cluster: Cluster
    identifiers: tuple[tuple[str, str], ...] = ()
    details: tuple[tuple[str, str, str], ...] = ()
    part_of: str = ""
    confidence: float | None = None
