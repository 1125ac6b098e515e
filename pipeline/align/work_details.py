"""What the text says of each work beside its name: identifiers, venue, year and authors, each with the sentence that says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pipeline.align.papers import identifier_of
from pipeline.extract.pieces import sentence_around
from pipeline.languages.patterns import section_pattern
from pipeline.languages.venues import venue_names, venue_pattern
from pipeline.records import Alignment, Cluster, Document, Mention
from pipeline.text import display_form, match_key

Identifiers = tuple[tuple[str, str], ...]
Details = tuple[tuple[str, str, str], ...]

_BRACKET = re.compile(r"[”\"’»』」》*_\s]{0,3}[(（](?P<inside>[^()（）\n]{3,200})[)）]")
_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?![\d.])")
_ACRONYM_YEAR = re.compile(r"\b(?P<venue>[A-Z][A-Za-z]*[A-Z]{2,}[A-Za-z]*|[A-Z]{3,})\s+['’]?(?P<year>(?:19|20)?\d\d)\b")
_VERSION = re.compile(r"v(\d+)$")
_NEAR = 90
"""Code points between a verb of publishing and the venue or the year that belongs to it."""
_MOST = 60


def work_details(alignment: Alignment, mentions: Sequence[Mention], documents: Mapping[str, Document]) -> list[tuple[Identifiers, Details]]:
    """(identifiers, details) of every cluster, in the order of the clusters; both empty for what is no work.

    Identifiers are (scheme, value) pairs, details (key, value, quote) with the keys "venue", "year" and "author".
    """
    people = _people_by_document(mentions)
    works = _works_by_document(alignment, mentions)
    found: list[tuple[Identifiers, Details]] = []
    for number, cluster in enumerate(alignment.clusters):
        if cluster.aliases[0].key.type != "paper":
            found.append(((), ()))
            continue
        spans = sorted({mentions[index] for alias in cluster.aliases for index in alias.mentions}, key=lambda m: (m.document, m.start))
        details: dict[tuple[str, str], tuple[str, str, str]] = {}
        certain: dict[tuple[str, str], tuple[str, str, str]] = {}
        for mention in spans[:_MOST]:
            document = documents.get(mention.document)
            if document is None:
                continue
            others = [m for m, owner in works.get(mention.document, ()) if owner != number]
            quote = sentence_around(document.text, mention.start, mention.end)
            for key, value in _in_bracket(document.text, mention):
                certain.setdefault((key, match_key(value)), (key, value, quote))
            for key, value in _said(document, mention, people.get(mention.document, ()), others):
                details.setdefault((key, match_key(value)), (key, value, quote))
        # what stands in the bracket behind the name outweighs what the sentence says besides
        settled = {key for key, _ in certain}
        details = {at: item for at, item in details.items() if at[0] not in settled} | certain
        order = {"venue": 0, "year": 1, "author": 2}
        found.append((_identifiers(cluster), tuple(sorted(details.values(), key=lambda item: (order[item[0]], item[1])))))
    return found


def _identifiers(cluster: Cluster) -> Identifiers:
    """The identifiers among the names of a work, and the versions they name."""
    found: set[tuple[str, str]] = set()
    for alias in cluster.aliases:
        identifier = identifier_of(alias.key.name)
        if identifier is not None:
            found.add(identifier)
            version = _VERSION.search(alias.key.name)
            if version and identifier[0] == "arxiv":
                found.add(("arxiv_version", version.group(1)))
    return tuple(sorted(found))


def _people_by_document(mentions: Sequence[Mention]) -> dict[str, list[Mention]]:
    found: dict[str, list[Mention]] = {}
    for mention in mentions:
        if mention.type == "person":
            found.setdefault(mention.document, []).append(mention)
    return {name: sorted(people, key=lambda m: m.start) for name, people in sorted(found.items())}


def _works_by_document(alignment: Alignment, mentions: Sequence[Mention]) -> dict[str, list[tuple[Mention, int]]]:
    found: dict[str, list[tuple[Mention, int]]] = {}
    for number, cluster in enumerate(alignment.clusters):
        if cluster.aliases[0].key.type == "paper":
            for alias in cluster.aliases:
                for index in alias.mentions:
                    found.setdefault(mentions[index].document, []).append((mentions[index], number))
    return found


def _said(document: Document, work: Mention, people: Sequence[Mention], others: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """(key, value) of what the sentence says of the work."""
    start, end = _sentence(document.text, work.start, work.end)
    alone = not any(start <= other.start < end for other in others)
    if alone:
        yield from _published(document.text, start, end)
    yield from _authors(document, work, people, start, end, others)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    low = max(text.rfind("\n", 0, start) + 1, start - 400)
    high = text.find("\n", end)
    high = min(len(text) if high < 0 else high, end + 400)
    before = [match.end() for match in re.finditer(r"[.!?]\s+(?=[A-ZÀ-ÖА-Я“«])|[。！？]", text[low:start])]
    after = re.search(r"[.!?](?:[\"”»]?\s|$)|[。！？]", text[end:high])
    return low + (before[-1] if before else 0), end + after.start() if after else high


def _in_bracket(text: str, work: Mention) -> Iterator[tuple[str, str]]:
    """“WEST (CVPR 2017)”, “… (Osman, 2020)”, “… (IEEE VIS 2031)”."""
    bracket = _BRACKET.match(text, work.end)
    if bracket is None:
        return
    inside = bracket.group("inside")
    acronym = _ACRONYM_YEAR.search(inside)
    if acronym and "arxiv" not in acronym.group().casefold():
        yield "venue", inside[: acronym.end("venue")].strip(" ,;") if acronym.start() < 12 else acronym.group("venue")
    else:
        venue = venue_pattern().search(inside)
        if venue and venue.group() != "arXiv":
            yield "venue", venue.group()
    if acronym and len(acronym.group("year")) == 2:
        yield "year", f"20{acronym.group('year')}"
    elif year := _YEAR.search(inside):
        yield "year", year.group()


@cache
def _verbs() -> re.Pattern[str]:
    return section_pattern("paper", "published", "appeared")


@cache
def _author_cues() -> re.Pattern[str]:
    return section_pattern("paper", "authors", "published", "wrote", "author_of")


@cache
def _by() -> re.Pattern[str]:
    return section_pattern("paper", "by")


def _published(text: str, start: int, end: int) -> Iterator[tuple[str, str]]:
    """The venue and the year near a verb of publishing; a year only where the sentence has no other."""
    verb = _verbs().search(text, start, end)
    if verb is None:
        return
    low, high = max(start, verb.start() - _NEAR), min(end, verb.end() + _NEAR)
    venues = [match.group() for match in venue_pattern().finditer(text, low, high) if match.group() in venue_names()]
    venues = [venue for venue in venues if venue not in ("arXiv", "GitHub", "PDF", "OpenReview")]
    if venues:
        yield "venue", venues[0]
    years = {match.group() for match in _YEAR.finditer(text, start, end)}
    if len(years) == 1 and _YEAR.search(text, low, high):
        yield "year", years.pop()


def _authors(
    document: Document, work: Mention, people: Sequence[Mention], start: int, end: int, others: Sequence[Mention]
) -> Iterator[tuple[str, str]]:
    """People right behind the work (“by A, B and C”, “(A, B)”), in the list before or below it, or said to be its authors."""
    text = document.text
    at = _behind_identifier(text, work.end)
    begun = at
    for person in people:
        if person.start < at:
            continue
        gap = text[at : person.start]
        first = at == begun
        if not (_opens_authors(gap) if first else _joins(gap)):
            break
        yield "author", display_form(person.surface)
        at = person.end
    line_start = text.rfind("\n", 0, work.start) + 1
    if work.section == "references":
        # the authors stand before the title, after the title before
        previous = max((other.end for other in others if line_start <= other.end <= work.start), default=line_start)
        for person in people:
            if previous <= person.start and person.end <= work.start:
                yield "author", display_form(person.surface)
        return
    subject = [person for person in people if start <= person.start and person.end <= work.start]
    if subject:
        between = text[subject[-1].end : work.start]
        cue = _author_cues().search(between + " ")
        # “A worked with B, and was a core author of …”: the nearest name is not the subject
        near = cue is not None and cue.start() <= 45 and "," not in between[: cue.start()].strip(" ,")[1:]
        if near and not any(subject[-1].end <= other.start < work.start - 60 for other in others):
            for person in _group(text, subject):
                yield "author", display_form(person.surface)


def _behind_identifier(text: str, at: int) -> int:
    """The place behind a bracket with an identifier or a year that follows the title, else `at`."""
    bracket = _BRACKET.match(text, at)
    if bracket is None or not re.search(r"arXiv|doi|10\.\d{4}|\d{4}\.\d{4,5}|(?:19|20)\d\d", bracket.group("inside"), re.IGNORECASE):
        return at
    return bracket.end()


def _opens_authors(gap: str) -> bool:
    plain = re.sub(r"[”\"’»』」》*_\s,，.;(（\n]", " ", gap).strip()
    if "\n" in gap and plain == "":
        return True
    return bool(re.search(r"[(（]", gap) and plain == "") or (plain != "" and _by().fullmatch(plain) is not None) or (plain == "" and gap.strip() == "")


def _joins(gap: str) -> bool:
    """Whether only a comma, “and”, or an affiliation in brackets stands between two names."""
    return re.fullmatch(r"\s*(?:[(（][^()（）\n]{1,60}[)）])?\s*(?:[,;、，&]|and|et|y|e|und|и|dan|和|與|与)*\s*(?:and|et|y|e|und|и|dan)?\s*", gap) is not None


def _group(text: str, people: Sequence[Mention]) -> list[Mention]:
    """The last people of a run that are joined by commas and “and”: “A, B and C published …”."""
    group = [people[-1]]
    for person in reversed(people[:-1]):
        if not _joins(text[person.end : group[0].start]):
            break
        group.insert(0, person)
    return group
