"""Which spans of the corpus are works: what one weak cue says is checked, and short names are found again where they are works."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.languages.patterns import section_pattern
from pipeline.records import Candidate, Document, Mention, ParallelPair
from pipeline.text import display_form, match_key

NAME_RULES = ("named_paper", "listed_work", "authored_name", "venue_name", "cited_name")
"""Detectors that give the short name of a work, without quotation marks."""
TITLE_RULES = (
    "quoted_title", "quoted_list", "quoted_authored", "quoted_published", "quoted_identified", "quoted_written", "quoted_discussed",
    "original_title", "title_run", "title_line", "labelled_title", "described_in", "cited_title", "reference_title", "thesis_line", "bibtex_title",
)
"""Detectors that give a title, or a short name in quotation marks."""
WEAK_RULES = ("named_paper", "listed_work", "authored_name", "venue_name", "quoted_published", "quoted_written", "title_run")
"""Detectors whose cue also stands beside other names: another detector may overrule them."""

_VERSIONED = re.compile(r"(?:^|[\s\-])[A-Za-z]{0,3}\d+(?:\.\d+)*$")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_OPENED = re.compile(r"[“\"«„「『《]\s?(?P<inside>[^“”\"«»„「」『』《》.!?\n]*)$")
_CLOSED = re.compile(r"[^“”\"«»„「」『』《》.!?\n]{0,60},?\s?[”\"»“」』》]")
_MANY = 200  # documents that name one person: such a person ties no two documents together


def settle_works(
    documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]], pairs: Iterable[ParallelPair]
) -> list[Mention]:
    """The mentions of works in every document, sorted by document and place; no two overlap."""
    accepted = {name: [c for c in candidates.get(name, ()) if c.type == "paper"] for name in sorted(documents)}
    _drop_contradicted(accepted, candidates)
    related = _related(documents, candidates, accepted, pairs)
    introduced = {name: introduced_names(found) for name, found in accepted.items()}
    mentions: list[Mention] = []
    for name in sorted(documents):
        names = set(introduced[name])
        for other in sorted(related.get(name, ())):
            names |= introduced[other]
        mentions.extend(_with_lookups(documents[name], accepted[name], names, candidates.get(name, ())))
    return mentions


def _drop_contradicted(accepted: Mapping[str, list[Candidate]], candidates: Mapping[str, Sequence[Candidate]]) -> None:
    """Take out names that one weak cue alone made works where other detectors call them people, places or organizations."""
    rules: dict[str, set[str]] = {}
    counted: Counter[str] = Counter()
    reports: set[str] = set()
    for found in accepted.values():
        for candidate in found:
            form = display_form(candidate.surface)
            counted[form] += 1
            rules.setdefault(form, set()).add(candidate.detector)
            if candidate.detector == "report_name":
                reports.add(f" {form} ")
    others: Counter[str] = Counter()
    neither: Counter[str] = Counter()
    for name in sorted(candidates):
        for candidate in candidates[name]:
            if candidate.type != "paper" and (form := display_form(candidate.surface)) in rules:
                # a model's “other” is what a work is to it
                (neither if candidate.type == "other" else others)[form] += 1

    def stands(candidate: Candidate) -> bool:
        form = display_form(candidate.surface)
        cues = rules[form]
        if cues - set(WEAK_RULES):
            return True
        in_report = any(f" {form} " in report for report in reports)
        weight = 8 if len(cues) + in_report >= 2 else 4 if _coined(form) else 2.5
        return others[form] <= weight * counted[form] + neither[form]

    for found in accepted.values():
        found[:] = [candidate for candidate in found if stands(candidate)]


def introduced_names(candidates: Iterable[Candidate]) -> set[str]:
    """The names by which a document calls works and by which they can be found again in exact case; never a bare version.

    “Short: Subtitle” also gives “Short” where that is two words or coined; a report gives nothing: its bare name is the product.
    """
    names: set[str] = set()
    for candidate in candidates:
        form = display_form(candidate.surface)
        if candidate.detector in NAME_RULES:
            if _findable(form):
                names.add(form)
        elif candidate.detector in TITLE_RULES:
            if _findable(form):
                names.add(form)
            short = short_title(form)
            if short and _findable(short) and (len(short.split()) >= 2 or _coined(short) or _HAN.search(short)):
                names.add(short)
    return names


def short_title(title: str) -> str:
    """The part before the subtitle: 'Slow Lamps: Memory for Speech' -> 'Slow Lamps'; "" where there is none."""
    head, colon, rest = re.match(r"(.*?)(\s?[:：]\s?|$)(.*)", title, re.DOTALL).groups()  # type: ignore[union-attr]  # always matches
    return head.strip() if colon and rest.strip() else ""


def _findable(name: str) -> bool:
    if len(name) < 3 and not _HAN.search(name) or _VERSIONED.search(name) and not re.search(r"\sv\d+$", name):
        return False
    return re.search(r"[^\W\d_]", name) is not None and match_key(name) not in _generic()


def _generic() -> frozenset[str]:
    from pipeline.languages import all_words

    return frozenset(match_key(word) for word in all_words("paper", "generic"))


def _coined(name: str) -> bool:
    return any(re.match(r"[^\W\d_].*[A-Z\d]", word) is not None for word in name.split())


def _related(
    documents: Mapping[str, Document],
    candidates: Mapping[str, Sequence[Candidate]],
    accepted: Mapping[str, Sequence[Candidate]],
    pairs: Iterable[ParallelPair],
) -> dict[str, set[str]]:
    """The documents that tell of the same matter: a parallel text, one long title in both, or two people in both."""
    related: dict[str, set[str]] = {}

    def tie(left: str, right: str) -> None:
        if left != right and left in documents and right in documents:
            related.setdefault(left, set()).add(right)
            related.setdefault(right, set()).add(left)

    for pair in pairs:
        tie(pair.left, pair.right)
    with_works = {name for name, found in accepted.items() if found}
    for group in _grouped((name, match_key(c.surface)) for name in sorted(with_works) for c in accepted[name] if len(c.surface) >= 12):
        for left in group:
            for right in group:
                tie(left, right)
    shared: Counter[tuple[str, str]] = Counter()
    people = ((name, display_form(c.surface)) for name in sorted(documents) for c in candidates.get(name, ()) if c.type == "person")
    for group in _grouped((name, person) for name, person in people if " " in person or _HAN.search(person)):
        for left in sorted(with_works.intersection(group)):
            for right in group:
                if left != right:
                    shared[(left, right)] += 1
    for (left, right), count in sorted(shared.items()):
        if count >= 2:
            tie(left, right)
    return related


def _grouped(entries: Iterable[tuple[str, str]]) -> Iterator[list[str]]:
    """The documents that share a value, sorted, without values that too many share."""
    groups: dict[str, set[str]] = {}
    for name, value in entries:
        groups.setdefault(value, set()).add(name)
    for value in sorted(groups):
        if 1 < len(groups[value]) <= _MANY:
            yield sorted(groups[value])


def _with_lookups(document: Document, accepted: Sequence[Candidate], names: Iterable[str], candidates: Sequence[Candidate]) -> list[Mention]:
    """The candidates of a document and every other place where one of these names stands in it, in its exact case."""
    mentions = [_mention(candidate) for candidate in accepted]
    mentions.extend(_long_forms(document, mentions))
    taken = [(mention.start, mention.end) for mention in mentions]
    pattern = _any_of(names)
    if pattern is not None:
        for match in pattern.finditer(document.text):
            start, end = match.span()
            if any(first < end and start < last for first, last in taken) or _part_of_name(document, match, candidates) or _in_title(document.text, start, end):
                continue
            taken.append((start, end))
            mentions.append(
                Mention(
                    document=document.document, start=start, end=end, surface=match.group(), type="paper",
                    language=_language_at(document, start), detector="lookup",
                )
            )
    return sorted(mentions, key=lambda mention: mention.start)


def _any_of(names: Iterable[str]) -> re.Pattern[str] | None:
    sources = []
    for name in sorted(names, key=lambda name: (-len(name), name)):
        source = r"\s+".join(re.escape(word) for word in name.split())
        short_han = _HAN.search(name) and len(name) <= 4
        # a name of two characters is also part of other words; between quotation marks it stands alone
        sources.append(rf"(?<=[《『「“\"]){source}(?=[》』」”\"])" if short_han else rf"(?<![\w\-/.@]){source}(?![\w@/]|[-.]\w)" if not _HAN.search(name) else source)
    return re.compile("|".join(sources)) if sources else None


def _part_of_name(document: Document, match: re.Match[str], candidates: Sequence[Candidate]) -> bool:
    """Whether the place is inside a longer name that a detector took for a person or an organization: 'Delta' in 'Delta Capital'."""
    if _coined(match.group()):
        return False
    return any(
        candidate.type in ("person", "organization", "place")
        and candidate.start <= match.start()
        and match.end() <= candidate.end
        and candidate.end - candidate.start > match.end() - match.start() + 1
        for candidate in candidates
    )


def _in_title(text: str, start: int, end: int) -> bool:
    """Whether the place stands inside a longer quoted title: 'Glider' in “his post titled ‘How We Built Glider’”."""
    before = _OPENED.search(text[max(0, start - 120) : start])
    if before is None or not before.group("inside").strip() or not _CLOSED.match(text, end):
        return False
    opened = max(0, start - 120) + before.start()
    return section_pattern("paper", "titled").search(text[max(0, opened - 14) : opened]) is not None


def _long_forms(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """“TiLaS (Tiling of Layered Shards)”: the long name in brackets behind a short one that has its first letters."""
    found = []
    starts = {mention.start for mention in mentions}
    for mention in mentions:
        match = re.compile(r"[”\"’»』」》]?\s?[(（](?P<long>[A-Z][^()（）\n]{5,90})[)）]").match(document.text, mention.end)
        if match is None or match.start("long") in starts or not _abbreviates(mention.surface, match.group("long")):
            continue
        found.append(
            Mention(
                document=mention.document, start=match.start("long"), end=match.end("long"), surface=match.group("long"), type="paper",
                language=mention.language, detector="long_form",
            )
        )
    return found


def _abbreviates(short: str, long: str) -> bool:
    """Whether the capitals of the short name are first letters of the long one's words, in order, the first included."""
    capitals = [char.casefold() for char in short if char.isupper()]
    initials = [word[0].casefold() for word in re.findall(r"[^\W\d_]+", long)]
    if len(capitals) < 2 or len(initials) < 2 or capitals[0] != initials[0]:
        return False
    rest = iter(initials)
    return all(letter in rest for letter in capitals)


def _mention(candidate: Candidate) -> Mention:
    return Mention(
        document=candidate.document, start=candidate.start, end=candidate.end, surface=candidate.surface, type="paper",
        language=candidate.language, detector=candidate.detector, score=candidate.score, section=candidate.section,
    )


def _language_at(document: Document, offset: int) -> str:
    for paragraph in document.paragraphs:
        if offset < paragraph.end:
            return paragraph.language
    return document.language
