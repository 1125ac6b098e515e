"""Names in the English side of the parallel news: what the English model says, voted over the article and the corpus."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from pipeline.extract.models import load_model

NAMES = {"person": "PERSON", "organization": "ORG", "place": "LOC", "other": "MISC"}
_HEAD = re.compile(r"^(?:[Tt]he|[Aa]n?|[Mm]rs?\.?|[Mm]s\.?|[Dd]r\.?|[Ss]ir|[Pp]rof(?:\.|essor)|[Ss]en(?:\.|ator)|[Pp]resident|[Jj]udge|[Rr]ep\.|[Gg]ov\.)\s+")
_TAIL = re.compile(r"(?:['’]s|['’]|[.,;:\s])+$")

# Abbreviations of common nouns that the English model takes for bodies.
NO_NAMES = frozenset({"AI", "A.I", "A.I.", "IT", "VR", "AR", "TV", "CEO", "GDP", "DNA", "PhD", "Internet", "Web", "Covid", "HIV", "AIDS"})

Spans = list[tuple[int, int, str]]


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without a leading article or title and without a trailing possessive."""
    while (head := _HEAD.match(text[start:end])) is not None:
        start += head.end()
    tail = _TAIL.search(text[start:end])
    return start, start + tail.start() if tail else end


def label(language: str, paragraphs: Sequence[str]) -> list[Spans]:
    """For each paragraph what the model of its language says, trimmed."""
    labelled: list[Spans] = []
    for text, spans in zip(paragraphs, load_model(language).entities(paragraphs), strict=True):
        edges = [(*trim(text, span.start, span.end), NAMES[span.label]) for span in spans]
        labelled.append([
            (start, end, name) for start, end, name in edges
            if start < end and text[start:end] not in NO_NAMES and any(letter.isupper() for letter in text[start:end])
        ])
    return labelled


def vote(articles: Sequence[tuple[str, list[str]]], opinions: Sequence[tuple[float, Mapping[str, Spans]]]) -> dict[str, list[Spans]]:
    """For each article and each paragraph its spans, labels PERSON, ORG, LOC and MISC, as the opinions have it together.

    An opinion is a weight and, by the text of the paragraph, spans in it.
    """
    corpus: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for _, paragraphs in articles:
        _count(paragraphs, opinions, corpus)
    result = {}
    for name, paragraphs in articles:
        here: defaultdict[str, Counter[str]] = defaultdict(Counter)
        _count(paragraphs, opinions, here)
        labels = _settle(here, corpus)
        result[name] = [_spans(text, labels, here, opinions) for text in paragraphs]
    return result


def _count(paragraphs: Sequence[str], opinions: Sequence[tuple[float, Mapping[str, Spans]]], votes: defaultdict[str, Counter[str]]) -> None:
    for text in paragraphs:
        for weight, spans in opinions:
            for start, end, label_ in spans.get(text, ()):
                votes[text[start:end]][label_] += weight  # type: ignore[assignment]  # a Counter of fractions


def _settle(here: Mapping[str, Counter[str]], corpus: Mapping[str, Counter[str]]) -> dict[str, str]:
    """The label of each name in one article: its votes here, and a third of those elsewhere; parts of people are people."""
    labels = {
        surface: max(sorted(votes), key=lambda one: 3 * votes[one] + corpus[surface][one])
        for surface, votes in sorted(here.items())
        if sum(votes.values()) >= 1 or sum(corpus[surface].values()) >= 2
    }
    parts: set[str] = set()
    for surface, label_ in labels.items():
        words = surface.split()
        if label_ == "PERSON" and len(words) > 1:
            parts |= {words[0], words[-1], words[-1].removeprefix("al-").removeprefix("el-"), words[-1].split("-")[-1] if words[-1][0].islower() else words[-1]}
    for part in sorted(parts):
        votes = here.get(part, Counter())
        if len(part) > 2 and part[0].isupper() and votes["LOC"] < 3:
            labels[part] = "PERSON"
    return labels


def _spans(text: str, labels: Mapping[str, str], here: Mapping[str, Counter[str]], opinions: Sequence[tuple[float, Mapping[str, Spans]]]) -> Spans:
    """What stands in a paragraph: spans of the opinions, the best supported first, then every other place of the names."""
    offered = {(start, end) for _, spans in opinions for start, end, _ in spans.get(text, ()) if text[start:end] in labels}
    for name in labels:
        at = text.find(name)
        while at >= 0:
            whole = not (text[at - 1 : at].isalnum() or text[at + len(name) : at + len(name) + 1].isalnum())
            if whole and name[0].isupper() and not name.islower():
                offered.add((at, at + len(name)))
            at = text.find(name, at + 1)
    taken: Spans = []
    for start, end in sorted(offered, key=lambda span: (-min(sum(here.get(text[slice(*span)], Counter()).values()), 1), span[0] - span[1], span)):
        if all(end <= first or start >= last for first, last, _ in taken):
            taken.append((start, end, labels[text[start:end]]))
    return sorted(taken)


def read_articles(folder: Path, language: str, leave_out: frozenset[str]) -> list[tuple[str, list[str]]]:
    """The articles of one language, their lines as paragraphs, without those that are kept for evaluation."""
    return [
        (path.stem, path.read_text(encoding="utf-8").split("\n"))
        for path in sorted((folder / language).glob("*.txt"))
        if path.stem not in leave_out
    ]
