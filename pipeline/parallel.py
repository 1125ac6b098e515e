"""Which documents tell the same story in different languages, and which of their paragraphs stand side by side.

Runs before agreement and alignment: it knows no clusters, only what survives translation (`pipeline.anchors`).
Documents meet over shared anchors in an index, never all with all; what passes is aligned by dynamic programming.
"""

from __future__ import annotations

import logging
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]  # no stubs are shipped with it

from pipeline.anchors import anchors, visual_length
from pipeline.records import Candidate, Document, ParallelPair
from pipeline.text import match_key, scripts

log = logging.getLogger(__name__)

Floats = NDArray[np.float64]
Group = tuple[tuple[int, ...], tuple[int, ...], float]
Link = tuple[int, int]
Result = tuple[float, ParallelPair]

MOVES: tuple[tuple[int, int, float], ...] = (
    (1, 1, 0.0), (1, 2, -2.2), (2, 1, -2.2), (1, 3, -3.5), (3, 1, -3.5), (1, 0, -1.6), (0, 1, -1.6)
)
"""How many paragraphs of either side a step takes, and its prior (log-odds): splits and joins are rare, gaps too."""

KINDS = "#=)"
"""The anchors that tell one story from another: numbers, words kept as they are, names by their consonants."""

PAIR_BAR = 0.0  # log-odds that two documents are one story
ONE_SCRIPT_BAR = 3.5  # documents in one script show far more of what they share, so a translation scores far higher
SUPPORT = 1.1  # what each other document that tells the same story as both adds to them, up to MAX_SUPPORT
MAX_SUPPORT = 6.0
MAX_POSTINGS = 1500  # an anchor of more documents than this tells no story from another
MAX_PARTNERS = 3  # documents of one language that are tried for each document
MAX_WITNESSES = 8  # other translations that are heard about a pair
_FILTER_BAR = 0.03
_RIVAL = 3.0  # log-odds by which a better partner of the same language drives out a weaker one
_CLEAR = 0.98  # pairs whose paragraphs are as alike as this need no witness
_WITNESS_WEIGHT = 5.0

COEFFICIENTS: tuple[float, ...] = (4.9, 10.3, -12.1, 2.8, 1.8, 3.4, -12.7)
"""Weights of `_features` and the constant: a logistic regression on pairs that share anchors (docs/parallel.md)."""


@dataclass(frozen=True, slots=True)
class _Profile:
    """A document as this stage sees it: lengths of its paragraphs, and a 0/1 table paragraphs × anchors."""

    document: Document
    lengths: Floats
    vocabulary: NDArray[np.int64]
    table: Floats
    script: str


@dataclass(frozen=True, slots=True)
class _Anchors:
    """All anchors of a run, by number: their weight in nats, and their kind (an index into KINDS, or -1)."""

    weight: Floats
    kind: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Two documents seen through the anchors that both have: weights shared by each pair of paragraphs, and owned by each.

    `drift` is the logarithm of how much longer the left one is; `heard` is what other translations say of each pair, 0 to 1.
    """

    left: Floats
    right: Floats
    shared: Floats
    owned_left: Floats
    owned_right: Floats
    heard: Floats
    drift: float


def find_parallel(documents: Sequence[Document], candidates: Mapping[str, Sequence[Candidate]]) -> list[ParallelPair]:
    """The pairs of documents of different languages that tell one story, sorted, with their paragraphs side by side.

    `candidates` (by document) are optional: names help where a script does not show them. The score of a pair depends on
    its two documents; a clearly better partner of the same language drives a weaker one out, other translations speak for it.
    """
    wanted = sorted((d for d in documents if d.status == "read" and not d.duplicate_of and d.paragraphs), key=lambda d: d.document)
    if len({document.language for document in wanted}) < 2:
        return []
    index: dict[str, int] = {}
    weights: list[float] = []
    profiles = [_profile(document, candidates.get(document.document, ()), index, weights) for document in wanted]
    known = _Anchors(np.array(weights), np.array([KINDS.find(anchor[0]) for anchor in index], dtype=np.int8))
    tried = {link: _compare(profiles[link[0]], profiles[link[1]], known) for link in _likely_pairs(profiles, known)}
    found = _without_rivals({link: result for link, result in tried.items() if result[0] >= _bar(profiles, link)}, profiles)
    for link, votes in _supported(found, profiles):
        result = tried.get(link) or _compare(profiles[link[0]], profiles[link[1]], known)
        if result[0] >= _bar(profiles, link) - min(SUPPORT * votes, MAX_SUPPORT) and not _same_text(profiles[link[0]].document, profiles[link[1]].document):
            found[link] = result
    pairs = _with_witnesses({link: pair for link, (_, pair) in found.items()}, profiles, known)
    log.info("parallel texts: %d pairs of %d tried, %d documents", len(pairs), len(tried), len(wanted))
    return [pairs[link] for link in sorted(pairs)]


def _profile(document: Document, names: Sequence[Candidate], index: dict[str, int], weights: list[float]) -> _Profile:
    starts = [paragraph.start for paragraph in document.paragraphs]
    by_paragraph: dict[int, list[str]] = defaultdict(list)
    for name in sorted(names, key=lambda name: (name.start, name.end)):
        by_paragraph[int(np.searchsorted(starts, name.start, side="right")) - 1].append(name.surface)
    rows: list[list[int]] = []
    lengths: list[float] = []
    for number, paragraph in enumerate(document.paragraphs):
        text = document.text[paragraph.start : paragraph.end]
        row = []
        for anchor, surprise in anchors(text, by_paragraph.get(number, ())).items():
            if anchor not in index:
                index[anchor] = len(weights)
                weights.append(surprise)
            row.append(index[anchor])
        rows.append(row)
        lengths.append(visual_length(text))
    vocabulary = np.array(sorted({anchor for row in rows for anchor in row}), dtype=np.int64)
    table = np.zeros((len(rows), len(vocabulary)))
    for number, row in enumerate(rows):
        table[number, np.searchsorted(vocabulary, row)] = 1.0
    letters = sorted(scripts(document.text).items(), key=lambda item: (-item[1], item[0]))
    return _Profile(document, np.array(lengths), vocabulary, table, letters[0][0] if letters else "")


def _likely_pairs(profiles: Sequence[_Profile], known: _Anchors) -> list[Link]:
    """Pairs that share telling anchors, for each document the few best of each other language."""
    if len(profiles) < 2:
        return []
    postings = np.bincount(np.concatenate([profile.vocabulary for profile in profiles]), minlength=len(known.weight))
    usable = (known.kind >= 0) & (known.weight >= 1.0) & (postings > 1) & (postings <= MAX_POSTINGS)
    if dropped := int((postings > MAX_POSTINGS).sum()):
        log.info("parallel texts: %d anchors of more than %d documents were not used to find pairs", dropped, MAX_POSTINGS)
    kept = [profile.vocabulary[usable[profile.vocabulary]] for profile in profiles]
    rows, columns = np.repeat(np.arange(len(kept)), [len(row) for row in kept]), np.concatenate(kept)
    matrix = sparse.csr_matrix((np.sqrt(known.weight[columns]), (rows, columns)), shape=(len(profiles), len(known.weight)))
    norms = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    matrix = (sparse.diags(1 / np.maximum(norms, 1e-9)) @ matrix).tocsr()
    found: set[Link] = set()
    for first in range(0, len(profiles), 256):
        block = (matrix[first : first + 256] @ matrix.T).tocsr()
        for offset in range(block.shape[0]):
            begin, end = block.indptr[offset], block.indptr[offset + 1]
            found.update(_best_partners(first + offset, block.indices[begin:end], block.data[begin:end], profiles))
    return sorted(link for link in found if not _same_text(profiles[link[0]].document, profiles[link[1]].document))


def _best_partners(row: int, others: NDArray[np.int32], shared: Floats, profiles: Sequence[_Profile]) -> list[Link]:
    taken = Counter({profiles[row].document.language: MAX_PARTNERS})
    best: dict[str, float] = {}
    links = []
    for position in np.lexsort((others, -shared.round(9))):
        other, score = int(others[position]), float(shared[position])
        if score < _FILTER_BAR:
            break
        language = profiles[other].document.language
        if taken[language] < MAX_PARTNERS and score >= 0.6 * best.setdefault(language, score):
            taken[language] += 1
            links.append((min(row, other), max(row, other)))
    return links


def _compare(left: _Profile, right: _Profile, known: _Anchors, heard: Floats | None = None) -> Result:
    common, at_left, at_right = np.intersect1d(left.vocabulary, right.vocabulary, assume_unique=True, return_indices=True)
    table_left, table_right = left.table[:, at_left], right.table[:, at_right]
    spread = (table_left.sum(axis=0) + table_right.sum(axis=0)) / (len(left.lengths) + len(right.lengths))
    surprise = np.minimum(known.weight[common], 0.1 - np.log(spread))
    meeting = _Meeting(
        left.lengths, right.lengths, (table_left * surprise) @ table_right.T, table_left @ surprise, table_right @ surprise,
        np.zeros((len(left.lengths), len(right.lengths))) if heard is None else heard,
        float(np.clip(math.log((left.lengths.sum() + 12) / (right.lengths.sum() + 12)), -0.7, 0.7)),
    )
    groups, path = _align(meeting)
    groups = _reordered(groups, meeting)
    numbers = _share(left, right, common, known, KINDS.index("#"))
    odds = sum(c * v for c, v in zip(COEFFICIENTS, (*_features(meeting, groups, path), numbers, 1.0), strict=True))
    return odds, ParallelPair(left.document.document, right.document.document, _similarity(odds), tuple(groups))


def _gains(meeting: _Meeting) -> Floats:
    """Log-odds that two paragraphs are one text: by length (after Gale and Church, 1993) and by anchors."""
    left, right = meeting.left[:, None], meeting.right[None, :]
    residual = np.log((left + 12) / (right + 12)) - meeting.drift
    wide = 0.18 + 1.3 / np.sqrt(np.minimum(left, right) + 12)
    by_length = np.log(1.26 / wide) - residual**2 / 2 * (1 / wide**2 - 1 / 1.26**2)
    missing = meeting.owned_left[:, None] + meeting.owned_right[None, :] - 2 * meeting.shared
    by_anchor = 1.33 * np.minimum(meeting.shared, 9.0) - np.minimum(0.25 * missing, 4.0)
    result: Floats = np.maximum(by_length, -4.0) + by_anchor - 0.7 + _WITNESS_WEIGHT * (np.minimum(meeting.heard, 1.0) - 0.5 * (meeting.heard.any()))
    return result


def _align(meeting: _Meeting) -> tuple[list[Group], float]:
    """Paragraphs in order, one to one, one to few, few to one, or to none: the best path through the table, and its gain."""
    gains = {(down, across): _gains(_joined(meeting, down, across)) for down, across, _ in MOVES if down and across}
    return _best_path(gains, len(meeting.left), len(meeting.right))


def _joined(meeting: _Meeting, down: int, across: int) -> _Meeting:
    """The meeting of neighbours taken together, `down` of the left and `across` of the right side."""
    return _Meeting(
        _windows(meeting.left, down), _windows(meeting.right, across), _windows(_windows(meeting.shared, down).T, across).T,
        _windows(meeting.owned_left, down), _windows(meeting.owned_right, across),
        _windows(_windows(meeting.heard, down).T, across).T / (down * across), meeting.drift,
    )


def _windows(values: Floats, size: int) -> Floats:
    count = max(len(values) - size + 1, 0)
    result: Floats = sum((values[first : first + count] for first in range(1, size)), values[:count])
    return result


def _best_path(gains: Mapping[tuple[int, int], Floats], rows: int, columns: int) -> tuple[list[Group], float]:
    edge = max(max(down, across) for down, across, _ in MOVES)  # rows and columns of -inf, so that no step needs a test
    width = columns + 1 + edge
    arriving = np.full((len(MOVES), rows + 1 + edge, width), -np.inf)
    for number, (down, across, prior) in enumerate(MOVES):
        arriving[number, edge + down :, edge + across :] = prior + (gains[down, across] if down and across else 0.0)
    arrivals = arriving.reshape(len(MOVES), -1)
    back = np.array([[down * width + across] for down, across, _ in MOVES])
    best = np.full(arrivals.shape[1], -np.inf)
    steps = np.zeros(arrivals.shape[1], dtype=np.int8)
    best[edge * width + edge] = 0.0
    # Cells of one antidiagonal depend on earlier ones only, so each is filled at once.
    for diagonal in range(1, rows + columns + 1):
        across_rows = np.arange(max(0, diagonal - columns), min(rows, diagonal) + 1)
        cells = (across_rows + edge) * width + diagonal - across_rows + edge
        values = best[cells - back] + arrivals[:, cells]
        steps[cells] = values.argmax(axis=0)
        best[cells] = values.max(axis=0)
    step, end = steps.reshape(-1, width)[edge:, edge:], float(best[-1])
    groups: list[Group] = []
    i, j = rows, columns
    while i or j:
        down, across, _ = MOVES[step[i, j]]
        i, j = i - down, j - across
        if down and across:
            groups.append((tuple(range(i, i + down)), tuple(range(j, j + across)), _similarity(float(gains[down, across][i, j]))))
    return groups[::-1], end


def _similarity(gain: float) -> float:
    return round(1 / (1 + math.exp(-max(min(gain, 30.0), -30.0))), 4)


def _reordered(groups: list[Group], meeting: _Meeting) -> list[Group]:
    """Paragraphs that were moved: of those left over, the ones whose anchors say clearly that they belong together."""
    open_left = sorted(set(range(len(meeting.left))).difference(*(group[0] for group in groups)))
    open_right = sorted(set(range(len(meeting.right))).difference(*(group[1] for group in groups)))
    if not open_left or not open_right:
        return groups
    gains = _gains(meeting)
    ranked = sorted((-float(gains[i, j]), i, j) for i in open_left for j in open_right if gains[i, j] > 4 and meeting.shared[i, j] > 3)
    moved: list[Group] = []
    for loss, i, j in ranked:
        if i in open_left and j in open_right:
            open_left.remove(i)
            open_right.remove(j)
            moved.append(((i,), (j,), _similarity(-loss)))
    return sorted(groups + moved)


def _features(meeting: _Meeting, groups: Sequence[Group], path: float) -> tuple[float, float, float, float, float]:
    """What tells a translation from another story: anchors met side by side more than by chance, little left over, lengths that fit."""
    met = sum(float(meeting.shared[np.ix_(a, b)].sum()) for a, b, _ in groups)
    excess = met - float(meeting.shared.sum()) / max(meeting.shared.shape)
    owned = min(float(meeting.owned_left.sum()), float(meeting.owned_right.sum()))
    sizes = np.array([(meeting.left[list(a)].sum(), meeting.right[list(b)].sum()) for a, b, _ in groups] or [(0.0, 0.0)])
    covered = float((sizes.sum(axis=0) / (meeting.left.sum() + 1e-9, meeting.right.sum() + 1e-9)).min())
    ratios = np.log((sizes[:, 0] + 12) / (sizes[:, 1] + 12))
    spread = float(np.abs(ratios - np.median(ratios)).mean()) if groups else 1.0
    alike = sum(a * similarity for (a, _), (_, _, similarity) in zip(sizes, groups, strict=False)) / max(float(meeting.left.sum()), 1.0)
    return (excess / (owned + 4.0), covered, spread, path / max(meeting.shared.shape), float(alike))


def _share(left: _Profile, right: _Profile, common: NDArray[np.int64], known: _Anchors, kind: int) -> float:
    """The share of anchors of one kind, by weight, that the document with fewer of them has in common with the other."""
    both, at_left, at_right = (
        float(known.weight[vocabulary[known.kind[vocabulary] == kind]].sum()) for vocabulary in (common, left.vocabulary, right.vocabulary)
    )
    return both / (min(at_left, at_right) + 3.0)


def _same_text(left: Document, right: Document) -> bool:
    """Whether half of the paragraphs are the same word for word: a copy, whatever language was told, no translation."""
    keys = [Counter(match_key(d.text[p.start : p.end]) for p in d.paragraphs) for d in (left, right)]
    return (keys[0] & keys[1]).total() * 2 > min(keys[0].total(), keys[1].total())


def _bar(profiles: Sequence[_Profile], link: Link) -> float:
    return ONE_SCRIPT_BAR if profiles[link[0]].script == profiles[link[1]].script else PAIR_BAR


def _without_rivals(pairs: Mapping[Link, Result], profiles: Sequence[_Profile]) -> dict[Link, Result]:
    """The pairs whose documents have no clearly better partner in the other one's language."""
    best: dict[tuple[int, str], float] = {}
    for (left, right), (odds, _) in pairs.items():
        for key in ((left, profiles[right].document.language), (right, profiles[left].document.language)):
            best[key] = max(best.get(key, odds), odds)

    def rival(left: int, right: int) -> float:
        return max(best[left, profiles[right].document.language], best[right, profiles[left].document.language])

    return {link: result for link, result in pairs.items() if rival(*link) - result[0] < _RIVAL}


def _supported(pairs: Mapping[Link, Result], profiles: Sequence[_Profile]) -> list[tuple[Link, int]]:
    """Pairs not found yet, of documents that two or more others go with (how many), and that have no partner in each other's language."""
    partners: dict[int, set[int]] = defaultdict(set)
    for left, right in pairs:
        partners[left].add(right)
        partners[right].add(left)
    votes: Counter[Link] = Counter()
    for middle in sorted(partners):
        around = sorted(partners[middle])
        votes.update((a, b) for k, a in enumerate(around) for b in around[k + 1 :] if (a, b) not in pairs)
    served = {(one, profiles[other].document.language) for one in partners for other in partners[one]}
    return sorted(
        ((a, b), count) for (a, b), count in votes.items()
        if count > 1 and (a, profiles[b].document.language) not in served and (b, profiles[a].document.language) not in served
        and profiles[a].document.language != profiles[b].document.language
    )


def _with_witnesses(pairs: Mapping[Link, ParallelPair], profiles: Sequence[_Profile], known: _Anchors) -> dict[Link, ParallelPair]:
    """The pairs with their paragraphs aligned again, where they were not clear, hearing how others stand beside both."""
    tables: dict[Link, Floats] = {}
    partners: dict[int, set[int]] = defaultdict(set)
    for (a, b), pair in pairs.items():
        table = np.zeros((len(profiles[a].lengths), len(profiles[b].lengths)))
        for left, right, similarity in pair.paragraphs:
            table[np.ix_(left, right)] = similarity
        tables[a, b], tables[b, a] = table, table.T
        partners[a].add(b)
        partners[b].add(a)
    result: dict[Link, ParallelPair] = {}
    for (a, b), pair in pairs.items():
        witnesses = sorted(partners[a] & partners[b])[:MAX_WITNESSES]
        likeness = sum(similarity for _, _, similarity in pair.paragraphs) / max(len(profiles[a].lengths), len(profiles[b].lengths))
        if witnesses and likeness < _CLEAR:
            heard = np.mean([tables[a, w] @ tables[w, b] for w in witnesses], axis=0)
            _, again = _compare(profiles[a], profiles[b], known, heard)
            pair = ParallelPair(pair.left, pair.right, pair.score, again.paragraphs)
        result[a, b] = pair
    return result
