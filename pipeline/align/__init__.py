"""Mention -> Alias -> Comparison -> Cluster: which names are one entity, and why."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from pipeline.align import organizations, papers, people
from pipeline.align.cluster import Clusters, by_strength, joined, probability
from pipeline.align.place import place_links
from pipeline.align.rules import Rules
from pipeline.records import Alias, AliasKey, Alignment, Cluster, Comparison, Document, EntityType, Evidence, Gloss, Link, Mention, ParallelPair
from pipeline.text import display_form

RULES: Mapping[EntityType, Rules] = {"person": people, "organization": organizations, "paper": papers}
VERSION = "1"
Against = Callable[[int, int], Evidence | None]
"""What speaks against two aliases, by their numbers: a decision or the rules of their type."""
LARGEST_BLOCK = 60
MOST_EXPANSIONS = 3  # full names that an acronym without one is proposed for


def align(
    mentions: Sequence[Mention], glosses: Sequence[Gloss], *, documents: Mapping[str, Document], pairs: Sequence[ParallelPair], links: Sequence[Link] = (),
    everywhere: bool = False,
) -> Alignment:
    """Which aliases are one entity: a partition, every pair that was weighed, and what had to be left out.

    `everywhere`: every name means one entity wherever it stands, as in a bare list of names.
    """
    parted = {key for link in links if link.evidence.grade == "against" for key in (link.left, link.right) if key.scope}
    aliases, alias_of = _aliases(mentions, parted, everywhere)
    index = {alias.key: number for number, alias in enumerate(aliases)}
    links = _met(links, aliases)
    decided = {(link.left, link.right): link.evidence for link in links if link.evidence.grade == "against"}

    def against(one: int, two: int) -> Evidence | None:
        left, right = sorted((aliases[one], aliases[two]), key=lambda alias: alias.key)
        if (left.key, right.key) in decided:
            return decided[left.key, right.key]
        if left.key.type != right.key.type:
            return Evidence("other_type", "against", f"{left.key.type} ≠ {right.key.type}", -9.0)
        return RULES[left.key.type].against(left, right)

    clusters = Clusters(aliases, against)
    joins: list[Comparison] = []
    proposals = [Comparison(*names, (evidence,), probability([evidence]), "rejected") for names, evidence in sorted(decided.items())]
    proposals.extend(_namesakes(parted, index, decided))

    def take(found: Iterable[Link]) -> None:
        for link in by_strength(found):
            left, right = index.get(link.left), index.get(link.right)
            if left is None or right is None or clusters.find(left) == clusters.find(right):
                continue
            if link.evidence.grade in ("weak", "against"):
                continue
            refused = clusters.join(left, right)
            if refused is None:
                joins.append(joined(link))
            else:
                proposals.append(Comparison(link.left, link.right, (link.evidence, refused), probability([link.evidence, refused]), "rejected"))

    take(links)
    take([*_key_links(aliases, against, proposals), *_gloss_links(glosses, index)])
    take(_partial_links(aliases, clusters))
    places = place_links(mentions, alias_of, aliases, [clusters.find(number) for number in range(len(aliases))], documents, pairs)
    refused_before = len(proposals)
    take(places)
    del proposals[refused_before:]  # told below, as questions
    take(_acronym_links(aliases, clusters, proposals))
    weak, notes = _weak(aliases, clusters, against)
    proposals = [*_doubtful_places(places, index, clusters, decided), *proposals, *weak]
    comparisons = sorted(_once([*joins, *proposals]), key=lambda c: (c.left, c.right, c.verdict))
    return Alignment(_finish(aliases, clusters, joins), tuple(comparisons), notes)


def _doubtful_places(
    places: Iterable[Link], index: Mapping[AliasKey, int], clusters: Clusters, decided: Mapping[tuple[AliasKey, AliasKey], Evidence],
) -> list[Comparison]:
    """Names that share a place and were not joined: for a person to say, unless one has said no."""
    found = []
    for link in places:
        one, two = index[link.left], index[link.right]
        if clusters.find(one) == clusters.find(two):
            continue
        no = clusters.contradiction(one, two)
        evidence = (link.evidence,) if no is None else (link.evidence, no)
        if no is not None and no in decided.values():
            found.append(Comparison(link.left, link.right, evidence, probability(evidence), "rejected"))
        else:
            found.append(Comparison(link.left, link.right, evidence, min(probability([link.evidence]), 0.5), "proposed"))
    return found


def _aliases(mentions: Sequence[Mention], parted: Collection[AliasKey], everywhere: bool) -> tuple[list[Alias], list[int]]:
    """Names in their scopes; a name that was parted by document has, in these documents, their scope."""
    grouped: dict[AliasKey, list[int]] = defaultdict(list)
    for number, mention in enumerate(mentions):
        name = display_form(mention.surface)
        key = AliasKey(mention.type, name, mention.document)
        if key not in parted and (everywhere or RULES[mention.type].is_full_name(name, mention.language)):
            key = AliasKey(mention.type, name)
        grouped[key].append(number)
    aliases = [
        Alias(
            key=key, languages=tuple(sorted({mentions[n].language for n in numbers})),
            documents=tuple(sorted({mentions[n].document for n in numbers})), mentions=tuple(numbers),
        )
        for key, numbers in sorted(grouped.items())
    ]
    alias_of = [0] * len(mentions)
    for number, alias in enumerate(aliases):
        for mention_number in alias.mentions:
            alias_of[mention_number] = number
    return aliases, alias_of


def _met(links: Iterable[Link], aliases: Sequence[Alias]) -> list[Link]:
    """The links between aliases that are there. A name without a document means it wherever it stands, a name in a document
    without a scope of its own means the name in the corpus."""
    there: dict[tuple[EntityType, str], list[AliasKey]] = defaultdict(list)
    for alias in aliases:
        there[alias.key.type, alias.key.name].append(alias.key)

    def meant(key: AliasKey) -> list[AliasKey]:
        found = there.get((key.type, key.name), [])
        if not key.scope:
            return found
        return [other for other in found if other == key] or [other for other in found if not other.scope]

    return sorted({
        Link(min(left, right), max(left, right), link.evidence)
        for link in links for left in meant(link.left) for right in meant(link.right) if left != right
    })


def _namesakes(parted: Iterable[AliasKey], index: Mapping[AliasKey, int], decided: Mapping[tuple[AliasKey, AliasKey], Evidence]) -> list[Comparison]:
    """A name that was parted by document may still be the one of the other documents: that is for a person to say."""
    evidence = (Evidence("same_name", "weak", "one name, parted by a decision in other documents", 0.5),)
    found = []
    for key in sorted(parted):
        pair = (AliasKey(key.type, key.name), key)
        if key in index and pair[0] in index and pair not in decided:
            found.append(Comparison(*pair, evidence, probability(evidence), "proposed"))
    return found


def _key_links(aliases: Sequence[Alias], against: object, proposals: list[Comparison]) -> list[Link]:
    """Aliases of one scope that share a key; where two that share it contradict each other, whoever fits both is only proposed."""
    blocks: dict[tuple[str, str, str, str], list[Alias]] = defaultdict(list)
    for alias in aliases:
        for rule, key in RULES[alias.key.type].strong_keys(alias.key.name, alias.languages):
            blocks[alias.key.type, alias.key.scope, rule, key].append(alias)
    links: list[Link] = []
    for (kind, _, rule, key), block in sorted(blocks.items()):
        if len(block) < 2:
            continue
        rules = RULES[kind]  # type: ignore[index]  # the type came from an alias
        clash = [(one, two) for one, two in itertools.combinations(block[:LARGEST_BLOCK], 2) if rules.against(one, two) is not None]
        evidence = Evidence(rule, "strong", key, 4.0)
        if not clash:
            links.extend(Link(block[0].key, other.key, evidence) for other in block[1:])
            continue
        contested = {alias.key for pair in clash for alias in pair}
        free = [alias for alias in block if alias.key not in contested]
        links.extend(Link(free[0].key, other.key, evidence) for other in free[1:])
        for alias in free:
            for name in sorted(contested):
                left, right = sorted((alias.key, name))
                proposals.append(Comparison(left, right, (Evidence(rule, "weak", f"{key}: fits more than one", 1.0),), 0.4, "proposed"))
    return links


def _gloss_links(glosses: Sequence[Gloss], index: Mapping[AliasKey, int]) -> list[Link]:
    links: list[Link] = []
    for gloss in glosses:
        if gloss.type not in RULES:
            continue
        ends = [
            next((key for scope in ("", gloss.document) if (key := AliasKey(gloss.type, display_form(name), scope)) in index), None)  # type: ignore[arg-type]
            for name in (gloss.left, gloss.right)
        ]
        if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
            left, right = sorted((ends[0], ends[1]))
            links.append(Link(left, right, Evidence(gloss.rule, "proof", gloss.quote, 6.0)))
    return links


def _partial_links(aliases: Sequence[Alias], clusters: Clusters) -> list[Link]:
    """A partial name joins the full name of its document when only one entity there fits."""
    full: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, alias in enumerate(aliases):
        if not alias.key.scope:
            for document in alias.documents:
                full[alias.key.type, document].append(number)
    links: list[Link] = []
    for number, alias in enumerate(aliases):
        if not alias.key.scope:
            continue
        fits: dict[int, tuple[AliasKey, Evidence]] = {}
        for other in full.get((alias.key.type, alias.key.scope), ()):
            evidence = RULES[alias.key.type].fits_partial(alias.key.name, aliases[other].key.name, alias.languages)
            if evidence is not None:
                fits.setdefault(clusters.find(other), (aliases[other].key, evidence))
        if len(fits) == 1:
            (key, evidence), = fits.values()
            left, right = sorted((alias.key, key))
            links.append(Link(left, right, evidence))
    return links


def _acronym_links(aliases: Sequence[Alias], clusters: Clusters, proposals: list[Comparison]) -> list[Link]:
    """One acronym in several documents is one body, unless it stands for two: then whoever has no full name is only proposed."""
    spelled: dict[str, list[int]] = defaultdict(list)
    for number, alias in enumerate(aliases):
        if alias.key.type == "organization" and alias.key.scope and organizations.is_acronym(alias.key.name):
            spelled[alias.key.name].append(number)
    links: list[Link] = []
    meant = _initialled(aliases, spelled)
    for name, numbers in sorted(spelled.items()):
        expanded = {
            root: aliases[full].key
            for number in numbers for root in [clusters.find(number)]
            for full in clusters.members[root] if not aliases[full].key.scope
        }
        first = aliases[numbers[0]].key
        if len({frozenset(organizations.strong_keys(key.name, ())) for key in expanded.values()}) <= 1 or len(expanded) <= 1:
            links.extend(Link(first, aliases[number].key, Evidence("same_acronym", "strong", name, 2.0)) for number in numbers[1:])
            for full in meant[name] if not expanded and len(meant[name]) <= MOST_EXPANSIONS else ():
                left, right = sorted((first, full))
                fits = (Evidence("acronym", "weak", f"{name}: {full.name}, in another document", 0.5),)
                proposals.append(Comparison(left, right, fits, probability(fits), "proposed"))
            continue
        for number in numbers:
            if clusters.find(number) not in expanded:
                for full in sorted(set(expanded.values())):
                    left, right = sorted((aliases[number].key, full))
                    evidence = (Evidence("same_acronym", "weak", f"{name} stands for more than one body", 0.5),)
                    proposals.append(Comparison(left, right, evidence, probability(evidence), "proposed"))
    return links


def _initialled(aliases: Sequence[Alias], acronyms: Iterable[str]) -> dict[str, list[AliasKey]]:
    """The full names in the corpus that each acronym may stand for."""
    by_initial: dict[str, list[Alias]] = defaultdict(list)
    for alias in aliases:
        if alias.key.type == "organization" and not alias.key.scope:
            by_initial[alias.key.name[:1].casefold()].append(alias)
    return {
        name: [alias.key for alias in by_initial[name[:1].casefold()] if organizations.fits_partial(name, alias.key.name, alias.languages) is not None]
        for name in sorted(acronyms)
    }


def _weak(aliases: Sequence[Alias], clusters: Clusters, against: Against) -> tuple[list[Comparison], tuple[str, ...]]:
    """Pairs that are alike, and a note on the blocks that were too large to be compared."""
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, alias in enumerate(aliases):
        if not alias.key.scope:
            for key in RULES[alias.key.type].block_keys(alias.key.name, alias.languages):
                blocks[alias.key.type, key].append(number)
    found: list[Comparison] = []
    large: dict[str, list[int]] = defaultdict(list)
    for (kind, _), block in sorted(blocks.items()):
        if len(block) > LARGEST_BLOCK:
            large[kind].append(len(block))
            continue
        rules = RULES[kind]  # type: ignore[index]  # the type came from an alias
        for one, two in itertools.combinations(block, 2):
            if clusters.find(one) == clusters.find(two):
                continue
            left, right = sorted((aliases[one], aliases[two]), key=lambda alias: alias.key)
            no = against(one, two)
            evidence = rules.weigh(left, right)
            if evidence:
                both = (*evidence, no) if no is not None else evidence
                found.append(Comparison(left.key, right.key, both, probability(both), "rejected" if no is not None else "proposed"))
    notes = (
        f"{kind}: {len(sizes)} blocks of more than {LARGEST_BLOCK} similar names were not compared for proposals; the largest has {max(sizes)}."
        for kind, sizes in sorted(large.items())
    )
    return found, tuple(notes)


def _once(comparisons: Iterable[Comparison]) -> list[Comparison]:
    best: dict[tuple[AliasKey, AliasKey], Comparison] = {}
    for comparison in comparisons:
        known = best.get((comparison.left, comparison.right))
        if known is None:
            best[comparison.left, comparison.right] = comparison
        elif known.verdict in ("proposed", "rejected") and comparison.verdict in ("proposed", "rejected"):
            merged = tuple(dict.fromkeys((*known.evidence, *comparison.evidence)))
            best[comparison.left, comparison.right] = replace(known, evidence=merged, probability=min(known.probability, comparison.probability))
    return list(best.values())


def _finish(aliases: Sequence[Alias], clusters: Clusters, joins: Sequence[Comparison]) -> tuple[Cluster, ...]:
    index = {alias.key: number for number, alias in enumerate(aliases)}
    tree: dict[int, list[Comparison]] = defaultdict(list)
    for comparison in joins:
        tree[clusters.find(index[comparison.left])].append(comparison)
    return tuple(
        Cluster(tuple(aliases[number] for number in members), tuple(tree.get(root, ())))
        for root, members in sorted(clusters.members.items(), key=lambda item: aliases[item[1][0]].key)
    )
