"""The same place in parallel texts as evidence: names of one type in paragraphs side by side, matched one to one.

What is certain is taken out first; then every pair of paragraphs of every pair of languages votes. A pair of names is
judged by its share of the places where it could have met, in the documents that hold both names.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import JaroWinkler, Levenshtein
from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]  # no stubs are shipped with it

from pipeline.align.organizations import kinds, parts_of
from pipeline.anchors import sounds_alike
from pipeline.records import TYPES, Alias, Document, Evidence, Link, Mention, ParallelPair
from pipeline.text import is_han, match_key, scripts

ROUNDS = 8  # each round takes out what the last one joined
PASSES = 2  # within a round, votes are cast again with the first votes in mind
SURE = 1.0  # log-odds by which another match must be worse for a vote to count in full, nearly
SUPPORT = 0.5  # what a third language that met both is worth beside a vote of their own
_WORDS = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"[.!?。！？؟]\s|[。！？]|\n")

Pair = tuple[int, int]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A cluster in a group of paragraphs: where it stands first (0 to 1), how often, and the mention that stands there."""

    cluster: int
    position: float
    count: int
    mention: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Names of one type in two groups of paragraphs that stand side by side; `likeness` of the paragraphs is 0 to 1."""

    documents: tuple[str, str]
    left: tuple[tuple[int, float], ...]
    right: tuple[tuple[int, float], ...]
    likeness: float


@dataclass(slots=True)
class _Votes:
    """What the places say of two clusters: how often they were matched, how often alone, how often they could have met."""

    met: float = 0.0
    alone: float = 0.0
    chances: float = 0.0
    fit: float = 0.0
    supported: float = 0.0
    example: tuple[int, int, float] = (-1, -1, -99.0)

    @property
    def share(self) -> float:
        return self.met / max(self.chances, 1.0)


def place_links(
    mentions: Sequence[Mention], alias_of: Sequence[int], aliases: Sequence[Alias], cluster_of: Sequence[int], documents: Mapping[str, Document],
    pairs: Sequence[ParallelPair], apart: Callable[[int, int], bool] | None = None,
) -> list[Link]:
    """Links between names that stand in the same place, strong where it was seen often enough; sorted.

    `alias_of` gives the alias of each mention (-1 for none), `cluster_of` the cluster so far of each alias; `apart(a, b)` says
    that a *no* stands between two aliases: such a pair is weak at most.
    """
    world = _World(mentions, alias_of, aliases, list(cluster_of), documents, apart)
    places = world.places(pairs)
    links: list[Link] = []
    doubtful: dict[Pair, _Votes] = {}
    for _ in range(ROUNDS):
        votes = world.votes(places)
        joined = world.join(votes, links)
        doubtful = votes
        if not joined:
            break
    links.extend(world.doubtful(doubtful))
    return sorted(links)


class _World:
    """The clusters as they grow while places are read."""

    def __init__(
        self, mentions: Sequence[Mention], alias_of: Sequence[int], aliases: Sequence[Alias], cluster_of: list[int],
        documents: Mapping[str, Document], apart: Callable[[int, int], bool] | None,
    ) -> None:
        self.mentions, self.alias_of, self.aliases, self.documents, self.apart = mentions, alias_of, aliases, documents, apart
        self.cluster_of = cluster_of
        self.members: dict[int, list[int]] = defaultdict(list)
        for alias, cluster in enumerate(cluster_of):
            self.members[cluster].append(alias)
        self.likenesses: dict[Pair, float] = {}
        self.kinds: dict[Pair, float] = {}
        self.beside: dict[str, list[tuple[int, int]]] = {}

    def places(self, pairs: Sequence[ParallelPair]) -> list[_Place]:
        """Every two groups of paragraphs side by side that hold names of one type on both sides."""
        wanted = {name for pair in pairs for name in (pair.left, pair.right)}
        in_paragraph: dict[tuple[str, int], list[int]] = defaultdict(list)
        for number, mention in enumerate(self.mentions):
            if mention.document in wanted and self.alias_of[number] >= 0 and mention.section != "references":
                in_paragraph[mention.document, self._paragraph(mention)].append(number)
        self.in_paragraph = {key: sorted(numbers, key=lambda n: self.mentions[n].start) for key, numbers in in_paragraph.items()}
        places: list[_Place] = []
        for pair in sorted(pairs, key=lambda pair: (pair.left, pair.right)):
            for left, right, likeness in pair.paragraphs:
                sides = [self._side(pair.left, left), self._side(pair.right, right)]
                for kind in TYPES:
                    here = [tuple((n, at) for n, at in side if self.mentions[n].type == kind) for side in sides]
                    if any(here):
                        places.append(_Place((pair.left, pair.right), here[0], here[1], likeness))
        return places

    def _paragraph(self, mention: Mention) -> int:
        paragraphs = self.documents[mention.document].paragraphs
        low, high = 0, len(paragraphs)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if paragraphs[middle].end <= mention.start else (low, middle)
        return low

    def _side(self, document: str, group: Sequence[int]) -> list[tuple[int, float]]:
        """The mentions in a group of paragraphs, each with its place from 0 to 1."""
        paragraphs = self.documents[document].paragraphs
        known = [paragraphs[number] for number in group if number < len(paragraphs)]
        whole = max(sum(paragraph.end - paragraph.start for paragraph in known), 1)
        found, before = [], 0
        for number, paragraph in zip(group, known, strict=False):
            for mention in self.in_paragraph.get((document, number), ()):
                middle = (self.mentions[mention].start + self.mentions[mention].end) / 2 - paragraph.start
                found.append((mention, (before + middle) / whole))
            before += paragraph.end - paragraph.start
        return found

    def _spots(self, side: Iterable[tuple[int, float]]) -> dict[int, _Spot]:
        spots: dict[int, _Spot] = {}
        for mention, position in side:
            cluster = self.cluster_of[self.alias_of[mention]]
            known = spots.get(cluster)
            spots[cluster] = _Spot(cluster, position, 1, mention) if known is None else _Spot(cluster, known.position, known.count + 1, known.mention)
        return spots

    def votes(self, places: Sequence[_Place]) -> dict[Pair, _Votes]:
        """What all places say of all pairs of clusters that are still apart."""
        seen = [(place, self._spots(place.left), self._spots(place.right)) for place in places]
        votes: dict[Pair, _Votes] = {}
        for _ in range(PASSES):
            votes = self._cast(seen, votes)
        return votes

    def _cast(self, seen: Sequence[tuple[_Place, dict[int, _Spot], dict[int, _Spot]]], before: Mapping[Pair, _Votes]) -> dict[Pair, _Votes]:
        votes: dict[Pair, _Votes] = defaultdict(_Votes)
        at: dict[tuple[str, str], tuple[dict[int, list[tuple[int, float]]], dict[int, list[tuple[int, float]]]]] = {}
        for number, (place, left, right) in enumerate(seen):
            sides = at.setdefault(place.documents, (defaultdict(list), defaultdict(list)))
            for side, spots in zip(sides, (left, right), strict=True):
                for cluster in spots:
                    side[cluster].append((number, place.likeness))
            open_left = [left[c] for c in sorted(left.keys() - right.keys())]
            open_right = [right[c] for c in sorted(right.keys() - left.keys())]
            alone = len(open_left) == len(open_right) == 1
            for one, two, sure, fit in self._match(open_left, open_right, before):
                entry = votes[min(one.cluster, two.cluster), max(one.cluster, two.cluster)]
                entry.met += place.likeness * sure
                entry.alone += place.likeness if alone else 0.0
                entry.fit += fit
                quality = fit + 2 * place.likeness
                if quality > entry.example[2]:
                    entry.example = (one.mention, two.mention, quality)
        partners: dict[int, list[int]] = defaultdict(list)
        for first, second in sorted(votes):
            partners[first].append(second)
            partners[second].append(first)
        for left_at, right_at in (at[names] for names in sorted(at)):
            for first in left_at:
                for second in partners.get(first, ()):
                    if second in right_at:
                        where = dict(left_at[first]) | dict(right_at[second])
                        votes[min(first, second), max(first, second)].chances += sum(where.values())
        for (first, second), entry in votes.items():
            common = sorted(set(partners[first]) & set(partners[second]))
            entry.supported = sum(
                min(votes[min(first, k), max(first, k)].met, votes[min(second, k), max(second, k)].met, 1.0) for k in common
            )
        return dict(votes)

    def _match(self, left: Sequence[_Spot], right: Sequence[_Spot], before: Mapping[Pair, _Votes]) -> list[tuple[_Spot, _Spot, float, float]]:
        """One to one, the best by place, by likeness of the names, and by what other places said; poor ones stay alone."""
        if not left or not right:
            return []
        table = np.zeros((len(left), len(right)))
        orders = [[(sum(other.position < spot.position for other in side) + 0.5) / len(side) for spot in side] for side in (left, right)]
        for i, one in enumerate(left):
            for j, two in enumerate(right):
                between = abs(orders[0][i] - orders[1][j])
                table[i, j] = self._fit(one, two, 0.6 * abs(one.position - two.position) + 0.4 * between, before)
        # A spare column per row: to stay alone is worth 0.
        spare = np.hstack([table, np.zeros((len(left), len(left)))])
        rows, columns = linear_sum_assignment(spare, maximize=True)
        best = float(spare[rows, columns].sum())
        matched = []
        for i, j in zip(rows.tolist(), columns.tolist(), strict=True):
            if j < len(right) and table[i, j] > 0:
                matched.append((left[i], right[j], self._sure(spare, i, j, best), float(table[i, j])))
        return matched

    @staticmethod
    def _sure(table: Floats, i: int, j: int, best: float) -> float:
        """How much worse the best match without this pair is, 0 to 1: two neighbours that may be swapped say little."""
        if len(table) == 1 and table.shape[1] == 2:
            return 1.0
        without = table.copy()
        without[i, j] = -9.0
        rows, columns = linear_sum_assignment(without, maximize=True)
        return math.tanh((best - float(without[rows, columns].sum())) * SURE)

    def _fit(self, one: _Spot, two: _Spot, distance: float, before: Mapping[Pair, _Votes]) -> float:
        pair = (min(one.cluster, two.cluster), max(one.cluster, two.cluster))
        if self._contradict(pair):
            return -9.0
        alike = self.likeness(pair)
        # Names that are translated look like nothing; only likeness says something, not its lack.
        fit = 1.2 - min(distance**2 / (2 * 0.17**2), 4.0) + max(6 * (alike - 0.45), -0.6)
        if one.count == two.count:
            fit += 0.2
        fit += self._same_kind(pair)
        known = before.get(pair)
        if known is not None:
            fit += 3 * min(known.share, 1.0) * min(known.met + SUPPORT * known.supported, 2.0) - 1
        return fit

    def _same_kind(self, pair: Pair) -> float:
        """Words for kinds and fields, read across languages: a foundation stands for a foundation, hardly for an institute."""
        if pair not in self.kinds:
            self.kinds[pair] = 0.0
            names = [[self.aliases[a].key.name for a in self.members[cluster][:12]] for cluster in pair]
            if self.aliases[self.members[pair[0]][0]].key.type == "organization":
                self.kinds[pair] = max(_concepts_alike(a, b) for a in names[0] for b in names[1])
        return self.kinds[pair]

    def _contradict(self, pair: Pair) -> bool:
        if self.apart is None:
            return False
        return self.apart(self.members[pair[0]][0], self.members[pair[1]][0])

    def likeness(self, pair: Pair) -> float:
        """How alike the names of two clusters are, 0 to 1: their best two aliases, by spelling or by sound."""
        if pair not in self.likenesses:
            self.likenesses[pair] = max(
                likeness(self.aliases[a].key.name, self.aliases[b].key.name) for a in self.members[pair[0]][:12] for b in self.members[pair[1]][:12]
            )
        return self.likenesses[pair]

    def join(self, votes: Mapping[Pair, _Votes], links: list[Link]) -> int:
        """Join what was seen often enough, the best first; each cluster once a round. How many were joined."""
        used: set[int] = set()
        joined = 0
        together = self._together()
        ranked = sorted(votes.items(), key=lambda item: (-self._strength(item[0], item[1]), self._names(item[0])))
        for pair, entry in ranked:
            if used & set(pair) or not self._strong(pair, entry) or self._contradict(pair) or pair in together:
                continue
            used.update(pair)
            links.append(self._link(pair, entry, "strong"))
            keep, gone = pair
            for alias in self.members[gone]:
                self.cluster_of[alias] = keep
            self.members[keep].extend(self.members.pop(gone))
            for known in (self.likenesses, self.kinds):
                for stale in [stale for stale in known if keep in stale or gone in stale]:
                    del known[stale]
            joined += 1
        return joined

    def _names(self, pair: Pair) -> tuple[str, str]:
        left, right = sorted(self.aliases[self.members[cluster][0]].key.name for cluster in pair)
        return left, right

    def _together(self) -> set[Pair]:
        """Clusters that are named side by side in one paragraph: an author who names both means two."""
        found: Counter[Pair] = Counter()
        for key in sorted(self.in_paragraph):
            clusters = sorted({self.cluster_of[self.alias_of[n]] for n in self.in_paragraph[key]})
            found.update((a, b) for i, a in enumerate(clusters) for b in clusters[i + 1 :])
        return {pair for pair, count in found.items() if count >= 1}

    def _strength(self, pair: Pair, entry: _Votes) -> float:
        return entry.share * min(entry.met + SUPPORT * entry.supported, 6.0) + 2 * self.likeness(pair)

    def _strong(self, pair: Pair, entry: _Votes) -> bool:
        alike, weight = self.likeness(pair), entry.met + SUPPORT * entry.supported
        if self.aliases[self.members[pair[0]][0]].key.type == "person":
            return (alike >= 0.72 and entry.share >= 0.34) or (alike >= 0.5 and entry.share >= 0.6 and weight >= 3)
        if alike >= 0.7:
            return entry.share >= 0.3
        if weight >= 1.8:
            return entry.share >= (0.45 if alike >= 0.4 else 0.6)
        return entry.share >= 0.8 and entry.alone >= 0.9 and alike >= 0.3

    def _link(self, pair: Pair, entry: _Votes, grade: str) -> Link:
        one, two = entry.example[:2]
        ends = sorted((self.aliases[self.alias_of[n]].key, n) for n in (one, two))
        detail = f"met in {entry.met:.1f} of {entry.chances:.1f} places: " + " ⇄ ".join(f"{self.mentions[n].document}: “{self._sentence(n)}”" for _, n in ends)
        weight = round(min(1.5 + entry.share * math.log1p(entry.met + entry.supported) * 1.5, 4.0), 2)
        return Link(ends[0][0], ends[1][0], Evidence("same_place", grade, detail, weight if grade == "strong" else round(weight / 3, 2)))  # type: ignore[arg-type]

    def _sentence(self, number: int) -> str:
        mention = self.mentions[number]
        text = self.documents[mention.document].text
        ends = [match.end() for match in _SENTENCE_END.finditer(text, max(mention.start - 200, 0), mention.start)]
        start = ends[-1] if ends else max(mention.start - 100, 0)
        stop = _SENTENCE_END.search(text, mention.end, min(mention.end + 200, len(text)))
        return " ".join(text[start : stop.end() if stop else min(mention.end + 100, len(text))].split())

    def doubtful(self, votes: Mapping[Pair, _Votes]) -> list[Link]:
        """What was seen, but not often enough or against a no: for a person to say."""
        taken: set[int] = set()
        links = []
        open_pairs = [(pair, entry) for pair, entry in votes.items() if all(cluster in self.members for cluster in pair)]
        for pair, entry in sorted(open_pairs, key=lambda item: (-self._strength(item[0], item[1]), item[0])):
            if not taken & set(pair) and entry.share >= 0.5 and entry.met >= 0.8:
                taken.update(pair)
                links.append(self._link(pair, entry, "weak"))
        return links


@lru_cache(maxsize=1 << 17)
def likeness(left: str, right: str) -> float:
    """How alike two names are, 0 to 1: by letters where they share a script, else by their consonants, word by word."""
    one, two = match_key(left), match_key(right)
    if one == two:
        return 1.0
    same_script = bool(scripts(one).keys() & scripts(two).keys())
    if is_han(left) and is_han(right):
        return Levenshtein.normalized_similarity(one, two)
    words = sorted((_WORDS.findall(one.replace("·", " ")), _WORDS.findall(two.replace("·", " "))), key=len)
    if not words[0]:
        return 0.0
    compare = _spelled_alike if same_script else sounds_alike
    whole = compare("".join(words[0]), "".join(words[1]))
    if len(words[0]) == len(words[1]) == 1:
        return whole
    free = list(words[1])
    total = weight = 0.0
    for word in sorted(words[0], key=len, reverse=True):
        if not free:
            break
        best = max(free, key=lambda other: (compare(word, other), other))
        total += compare(word, best) * len(word)
        weight += len(word)
        free.remove(best)
    return max(whole, total / weight * (0.9 if free else 1.0))


@lru_cache(maxsize=1 << 17)
def _concepts_alike(left: str, right: str) -> float:
    """Log-odds, about -2 to 2, that two names of organizations mean one by the kinds and fields that they tell."""
    one, two = kinds(left), kinds(right)
    first, second = set(parts_of(left).concepts), set(parts_of(right).concepts)
    if not first or not second:
        return -0.3 if one or two else 0.0
    common = len(first & second) / len(first | second)
    return 2.0 * common + (0.5 if one & two else -1.5 if one and two else 0.0)


def _spelled_alike(left: str, right: str) -> float:
    return JaroWinkler.similarity(left, right) if min(len(left), len(right)) > 2 else float(left == right)
