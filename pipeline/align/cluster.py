"""Comparison -> Cluster: joins by grade, every cluster checked pairwise before it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pipeline.records import Alias, Comparison, Evidence, Link

Against = Callable[[Alias, Alias], Evidence | None]
GRADES = {"proof": 0, "strong": 1, "weak": 2, "against": 3}
PROOF, STRONG = 0.99, 0.95


def probability(evidence: Iterable[Evidence]) -> float:
    """How likely the pair is one entity, between 0 and 1: the best grade, raised or lowered by the weights."""
    items = list(evidence)
    if any(item.grade == "against" for item in items):
        return 0.02
    if any(item.grade == "proof" for item in items):
        return PROOF
    if any(item.grade == "strong" for item in items):
        return STRONG
    return round(min(0.8, 0.3 + 0.3 * sum(item.weight for item in items)), 3)


class Clusters:
    """A partition of aliases that grows join by join and refuses what is contradicted."""

    def __init__(self, aliases: Sequence[Alias], against: Callable[[int, int], Evidence | None]) -> None:
        self.members: dict[int, list[int]] = {index: [index] for index in range(len(aliases))}
        self.root = list(range(len(aliases)))
        self.aliases = aliases
        self.against = against

    def find(self, index: int) -> int:
        """The cluster that an alias is in, as the index of its first alias."""
        return self.root[index]

    def contradiction(self, left: int, right: int) -> Evidence | None:
        """The first evidence against any pair across the two clusters."""
        for one in self.members[self.root[left]]:
            for two in self.members[self.root[right]]:
                if (found := self.against(one, two)) is not None:
                    return found
        return None

    def join(self, left: int, right: int) -> Evidence | None:
        """Join the clusters of two aliases, or say what speaks against it."""
        one, two = self.root[left], self.root[right]
        if one == two:
            return None
        if (found := self.contradiction(left, right)) is not None:
            return found
        low, high = min(one, two), max(one, two)
        for index in self.members[high]:
            self.root[index] = low
        self.members[low] = sorted(self.members[low] + self.members.pop(high))
        return None


def by_strength(links: Iterable[Link]) -> list[Link]:
    """Proof first, then the heavier, then by name: an order that does not depend on how the links came."""
    return sorted(links, key=lambda link: (GRADES[link.evidence.grade], -link.evidence.weight, link.left, link.right, link.evidence.rule, link.evidence.detail))


def joined(link: Link, verdict: str = "automatic") -> Comparison:
    """The comparison that a link which joined leaves behind."""
    return Comparison(link.left, link.right, (link.evidence,), probability([link.evidence]), "confirmed" if link.evidence.rule == "decision" else "automatic")
