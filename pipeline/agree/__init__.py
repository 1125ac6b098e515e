"""Candidates of the corpus -> Mention: types by agreement, names found again everywhere, short names of people and papers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from pipeline.agree.lookup import NameIndex
from pipeline.agree.people import short_names
from pipeline.agree.projection import project
from pipeline.agree.votes import KINDS, Tally, bare_institution, count_cues, family_words, plausible, settle, tally
from pipeline.agree.works import settle_works
from pipeline.records import Candidate, Document, EntityType, Mention, ParallelPair
from pipeline.sections import lies_in, reference_spans
from pipeline.text import display_form

VERSION = "1"
Hit = tuple[int, int, str]
"""Where a name stands, and which: (start, end, name)."""


def agree(
    documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]], pairs: Sequence[ParallelPair]
) -> list[Mention]:
    """The mentions of the corpus, sorted by document and place; no two of them overlap."""
    everything: dict[str, list[Candidate]] = {name: list(candidates.get(name, ())) for name in sorted(documents)}
    if pairs:
        for candidate in project(documents, _people_only(documents, everything), pairs):
            everything[candidate.document].append(candidate)
    works = settle_works(documents, everything, pairs)
    hits: dict[str, list[Hit]] = {}
    kinds = settle_kinds(documents, everything, hits)
    index = NameIndex.of(kinds)  # places and things too: what stands inside their names is no name of its own
    works_in: dict[str, list[Mention]] = {}
    for work in works:
        works_in.setdefault(work.document, []).append(work)
    mentions: list[Mention] = []
    for name, document in sorted(documents.items()):
        found = _known_names(document, everything[name], kinds)
        found.extend(_looked_up(document, index, kinds, hits[name]))
        found = _without_overlaps([*works_in.get(name, ()), *found])
        found = _without_overlaps([*found, *short_names(document, found, everything[name], kinds)])
        spans = reference_spans(document)
        mentions.extend(replace(mention, section="references") if lies_in(spans, mention.start) else mention for mention in found)
    return mentions


def _people_only(documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]]) -> dict[str, list[Candidate]]:
    """The candidates without people that the corpus does not take for people: a firm or a place would be looked for in every text."""
    kinds = settle_kinds(documents, candidates)
    return {
        name: [c for c in found if c.type != "person" or kinds.get(display_form(c.surface)) == "person"] for name, found in candidates.items()
    }


def settle_kinds(
    documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]], hits: dict[str, list[Hit]] | None = None
) -> dict[str, str]:
    """The kind of each display form that a detector named: person, organization, place, other.

    `hits` is filled with where these names stand in each document.
    """
    tallies = tally(candidate for name in sorted(candidates) for candidate in candidates[name])
    index = NameIndex.of(tallies)
    for name in sorted(documents):
        document = documents[name]
        here = list(index.find(document.text))
        people_end = {candidate.end for candidate in candidates[name] if candidate.type == "person" and " " in candidate.surface}
        if hits is not None:
            hits[name] = here
        for start, end, found in here:
            entry = tallies[found]
            entry.occurrences += 1
            count_cues(entry, document.text, start, end, _language_at(document, start))
            if _in_brackets_after(document.text, start, end, people_end):
                entry.cues["organization"] += 1
    _count_families(tallies)
    kinds: dict[str, str] = {}
    parts: set[str] = set()
    # Names of several words first: they tell whose family name a single word is.
    for name in sorted(tallies, key=lambda name: (len(name.split()) == 1, name)):
        kind = settle(name, tallies[name], parts)
        if kind is not None and plausible(name, kind, sorted(tallies[name].languages)):
            kinds[name] = kind
            if kind == "person" and len(name.split()) > 1:
                parts.update(family_words(name, tallies[name]))
    _short_institutions(kinds, tallies, parts)
    return kinds


def _short_institutions(kinds: dict[str, str], tallies: Mapping[str, Tally], family_names: Collection[str]) -> None:
    """“Brenne” after “Brenne University”: the university, unless the detectors are sure that it is a place."""
    for name in sorted(kinds):
        if kinds[name] != "organization":
            continue
        bare = bare_institution(name)
        entry = tallies.get(bare)
        if bare and entry is not None and bare not in family_names and entry.votes["place"] < 0.75 * max(entry.occurrences, 1):
            kinds[bare] = "organization"


def _in_brackets_after(text: str, start: int, end: int, people_end: Collection[int]) -> bool:
    """“Ida Brandt (Corvel)”: one word in brackets after a person's full name is where she works."""
    if text[start - 1 : start] not in ("(", "（") or text[end : end + 1] not in (")", "）", ",") or " " in text[start:end]:
        return False
    return start - 1 in people_end or start - 2 in people_end


def _count_families(tallies: Mapping[str, Tally]) -> None:
    """A word that versions follow (Kestra in Kestra 2, Kestra K3.5) is the name of a line of products, in all its names."""
    versions: dict[str, int] = {}
    for name, entry in tallies.items():
        words = name.split()
        if len(words) > 1 and any(char.isdigit() for char in words[1]):
            versions[words[0]] = versions.get(words[0], 0) + entry.occurrences
        if entry.versions:
            versions[words[0]] = versions.get(words[0], 0) + entry.versions
    for name, entry in tallies.items():
        entry.family = versions.get(name.split()[0], 0)


def _language_at(document: Document, offset: int) -> str:
    low, high = 0, len(document.paragraphs)
    while low < high:
        middle = (low + high) // 2
        if document.paragraphs[middle].end <= offset:
            low = middle + 1
        else:
            high = middle
    return document.paragraphs[low].language if low < len(document.paragraphs) else document.language


def _known_names(document: Document, candidates: Iterable[Candidate], kinds: Mapping[str, str]) -> list[Mention]:
    """The candidates of a document whose name is settled as a person or an organization."""
    found: list[Mention] = []
    for candidate in candidates:
        if candidate.type not in KINDS:
            continue
        kind = kinds.get(display_form(candidate.surface))
        if kind == "person" or kind == "organization":
            found.append(
                Mention(
                    document=candidate.document, start=candidate.start, end=candidate.end, surface=candidate.surface, type=kind,
                    language=candidate.language, detector=candidate.detector, score=candidate.score, title=candidate.title,
                    section=candidate.section,
                )
            )
    return found


def _looked_up(document: Document, index: NameIndex, kinds: Mapping[str, str], hits: Sequence[Hit]) -> list[Mention]:
    """Names that are settled, wherever they stand in the document. `hits` is where all names stand, settled or not."""
    found: list[Mention] = []
    # Only a name that was not settled can have hidden another: without one, a second look would find the same.
    here = hits if all(name in kinds for _, _, name in hits) else index.find(document.text)
    for start, end, name in here:
        kind: EntityType = "person" if kinds[name] == "person" else "organization"
        if kinds[name] not in ("person", "organization"):
            continue
        found.append(
            Mention(
                document=document.document, start=start, end=end, surface=document.text[start:end], type=kind,
                language=_language_at(document, start), detector="lookup",
            )
        )
    return found


_RANK = {"paper": 0, "organization": 1, "person": 2}


def _without_overlaps(mentions: Iterable[Mention]) -> list[Mention]:
    """Of mentions that overlap, works first, then the longest, then who was found by a detector; sorted by place."""
    order = sorted(
        mentions,
        key=lambda m: (m.type != "paper", -(m.end - m.start), m.detector == "lookup", _RANK[m.type], m.start, m.detector, m.title == "", m.title),
    )
    taken: list[Mention] = []
    covered: set[int] = set()
    for mention in order:
        span = range(mention.start, mention.end)
        if covered.isdisjoint(span):
            covered.update(span)
            taken.append(mention)
    return sorted(taken, key=lambda mention: mention.start)
