"""How good the tables of OUT are against a gold standard: mentions, clusters, links between documents.

The gold is two tables: entities.tsv (entity_id, type, canonical, flag, note) and spans.tsv (doc, start, end, surface,
entity_id, flag), offsets in code points. A mention counts as found when it overlaps a gold span of its type by half of
the longer of the two; optional spans count neither for nor against. B-cubed after Bagga and Baldwin (1998), CEAF-m
after Luo (2005); `links` are pairs of documents that both name an entity.
"""

from __future__ import annotations

import csv
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.optimize import linear_sum_assignment

from pipeline.errors import UsageError
from pipeline.records import TYPES
from pipeline.write.load import load_tables

_FORGIVEN: Mapping[str, frozenset[str]] = {
    "person": frozenset({"person"}), "organization": frozenset({"organization"}), "paper": frozenset({"paper", "method", "article"}),
}
_Span = tuple[int, int, str, str, bool]


@dataclass(frozen=True, slots=True)
class Ratio:
    """Precision and recall, each from 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean, 0 where both are 0."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one type of entity. `gold` and `entities` count required mentions and entities; `links_gold` true links."""

    gold: int
    entities: int
    mentions: Ratio
    exact: Ratio
    b_cubed: Ratio
    ceaf_m: Ratio
    links: Ratio
    links_gold: int


def evaluate(gold: Path, documents: Path, output: Path, *, only: Sequence[str] = ()) -> dict[str, Score]:
    """The score of each type for the mentions table of OUT. `only`: prefixes of gold documents to look at.

    Raises UsageError where the gold does not fit the documents.
    """
    return score_mentions(gold, documents, load_tables(output)["mentions"], only=only)


def score_mentions(gold: Path, documents: Path, mentions: pd.DataFrame, *, only: Sequence[str] = ()) -> dict[str, Score]:
    """The same for a frame with document, start, end, type and entity_id."""
    spans, paths = _gold(gold, documents, only)
    said = _output(mentions, paths)
    return {kind: _score(kind, spans, said) for kind in TYPES}


def as_text(scores: Mapping[str, Score]) -> str:
    """The scores as a table for the terminal: precision, recall and F1, a line for each type that the gold has."""
    head = ("type", "gold", "entities", "mentions P", "R", "F1", "exact F1", "B3 P", "R", "F1", "CEAFm F1", "links P", "R", "of")
    rows: list[tuple[str, ...]] = [head]
    for kind, s in scores.items():
        if s.gold:
            figures = (*_parts(s.mentions), s.exact.f1, *_parts(s.b_cubed), s.ceaf_m.f1, s.links.precision, s.links.recall)
            rows.append((kind, str(s.gold), str(s.entities), *(f"{figure:.3f}" for figure in figures), str(s.links_gold)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]) for row in rows)


def _parts(ratio: Ratio) -> tuple[float, float, float]:
    return ratio.precision, ratio.recall, ratio.f1


def _read(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        raise UsageError(f"No gold table {str(path)!r}.")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _gold(gold: Path, documents: Path, only: Sequence[str]) -> tuple[dict[str, list[_Span]], dict[str, str]]:
    entities = {row["entity_id"]: row for row in _read(gold / "entities.tsv")}
    spans: dict[str, list[_Span]] = defaultdict(list)
    paths: dict[str, str] = {}
    texts: dict[str, str] = {}
    for row in _read(gold / "spans.tsv"):
        name = row["doc"]
        if only and not any(name.startswith(prefix) for prefix in only):
            continue
        if name not in texts:
            hits = sorted(documents.glob(name + "*.txt"))
            if len(hits) != 1:
                raise UsageError(f"{name}: {len(hits)} files match below {documents}; the gold wants one.")
            paths[hits[0].relative_to(documents).as_posix()] = name
            texts[name] = hits[0].read_bytes().decode("utf-8-sig")
        start, end = int(row["start"]), int(row["end"])
        if texts[name][start:end] != row["surface"]:
            raise UsageError(f"{name} {start}-{end}: the gold says {row['surface']!r}, the file {texts[name][start:end]!r}.")
        entity = entities[row["entity_id"]]
        spans[name].append((start, end, entity["type"], row["entity_id"], "opt" not in (row["flag"], entity["flag"])))
    return {name: sorted(found) for name, found in spans.items()}, paths


def _output(mentions: pd.DataFrame, paths: Mapping[str, str]) -> dict[str, list[_Span]]:
    found: dict[str, list[_Span]] = defaultdict(list)
    for document, start, end, kind, entity_id in zip(*(mentions[c] for c in ("document", "start", "end", "type", "entity_id")), strict=True):
        parts = str(document).replace("\\", "/").split("/")
        name = next((paths[tail] for i in range(len(parts)) if (tail := "/".join(parts[i:])) in paths), None)
        if name is not None:
            found[name].append((int(start), int(end), str(kind).lower(), str(entity_id), True))
    return {name: sorted(spans) for name, spans in found.items()}


def _overlap(left: _Span, right: _Span) -> float:
    return max(0, min(left[1], right[1]) - max(left[0], right[0])) / max(left[1] - left[0], right[1] - right[0])


def _matched(gold: Sequence[_Span], said: Sequence[_Span]) -> list[tuple[int, int]]:
    """Gold and output spans one to one, the best overlap first."""
    pairs = sorted((-o, i, j) for i, g in enumerate(gold) for j, p in enumerate(said) if (o := _overlap(g, p)) >= 0.5)
    taken_gold: set[int] = set()
    taken_said: set[int] = set()
    result = []
    for _, i, j in pairs:
        if i not in taken_gold and j not in taken_said:
            taken_gold.add(i)
            taken_said.add(j)
            result.append((i, j))
    return result


def _ratio(right: float, said: float, true: float) -> Ratio:
    return Ratio(right / said if said else 0.0, right / true if true else 0.0)


def _score(kind: str, gold: Mapping[str, Sequence[_Span]], output: Mapping[str, Sequence[_Span]]) -> Score:
    found: list[tuple[str, str, str]] = []
    exact = gold_count = said_count = 0
    where: dict[str, set[str]] = defaultdict(set)
    for name, spans in gold.items():
        required = [span for span in spans if span[2] == kind and span[4]]
        optional = [span for span in spans if not span[4] and span[2] in _FORGIVEN[kind]]
        said = [span for span in output.get(name, ()) if span[2] == kind]
        pairs = _matched(required, said)
        used = {j for _, j in pairs}
        wrong = [span for j, span in enumerate(said) if j not in used and not any(_overlap(span, soft) >= 0.5 for soft in optional)]
        found.extend((required[i][3], said[j][3], name) for i, j in pairs)
        exact += sum(required[i][:2] == said[j][:2] for i, j in pairs)
        for span in required:
            where[span[3]].add(name)
        gold_count += len(required)
        said_count += len(pairs) + len(wrong)
    both = Counter((g, p) for g, p, _ in found)
    links, links_gold = _links(found, where)
    return Score(
        gold=gold_count, entities=len(where), mentions=_ratio(len(found), said_count, gold_count), exact=_ratio(exact, said_count, gold_count),
        b_cubed=_b_cubed(found, both), ceaf_m=_ratio(_best_assignment(both), said_count, gold_count), links=links, links_gold=links_gold,
    )


def _b_cubed(found: Sequence[tuple[str, str, str]], both: Mapping[tuple[str, str], int]) -> Ratio:
    by_gold, by_said = Counter(g for g, _, _ in found), Counter(p for _, p, _ in found)
    total = len(found) or 1
    return Ratio(
        sum(n * n / by_said[p] for (_, p), n in both.items()) / total,
        sum(n * n / by_gold[g] for (g, _), n in both.items()) / total,
    )


def _best_assignment(both: Mapping[tuple[str, str], int]) -> float:
    if not both:
        return 0.0
    rows = {g: i for i, g in enumerate(sorted({g for g, _ in both}))}
    columns = {p: i for i, p in enumerate(sorted({p for _, p in both}))}
    matrix = np.zeros((len(rows), len(columns)))
    for (g, p), n in both.items():
        matrix[rows[g], columns[p]] = n
    return float(matrix[linear_sum_assignment(-matrix)].sum())


def _links(found: Iterable[tuple[str, str, str]], where: Mapping[str, set[str]]) -> tuple[Ratio, int]:
    ids_in: dict[tuple[str, str], set[str]] = defaultdict(set)
    named: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for g, p, name in found:
        ids_in[g, name].add(p)
        named[p][name].add(g)
    true = hit = said = right = 0
    for g, names in where.items():
        for one, two in itertools.combinations(sorted(names), 2):
            true += 1
            hit += bool(ids_in[g, one] & ids_in[g, two])
    for by_document in named.values():
        for one, two in itertools.combinations(sorted(by_document), 2):
            for g, h in itertools.product(by_document[one], by_document[two]):
                said += 1
                right += g == h
    return Ratio(right / said if said else 0.0, hit / true if true else 0.0), true
