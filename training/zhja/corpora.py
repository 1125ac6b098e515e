"""Readers of the annotated data sets: each yields sentences with their names, in one scheme of labels.

Labels are PER, ORG, LOC and MISC (products, works, events, methods: things that are no person, organization or place).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text and its names as (start, end, label), in code points, sorted, without overlap."""

    text: str
    spans: tuple[Span, ...]
    language: str
    source: str


LABELS = {
    "PER": "PER", "PERSON": "PER", "人名": "PER",
    "ORG": "ORG", "ORGANISATION": "ORG", "法人名": "ORG", "政治的組織名": "ORG", "その他の組織名": "ORG",
    "LOC": "LOC", "PLACE": "LOC", "地名": "LOC", "施設名": "LOC",
    "MISC": "MISC", "OTH": "MISC", "製品名": "MISC", "イベント名": "MISC",
}  # fmt: skip
CROSSNER_LABELS = {
    "person": "PER", "politician": "PER", "writer": "PER", "musicalartist": "PER", "scientist": "PER", "researcher": "PER",
    "organisation": "ORG", "politicalparty": "ORG", "university": "ORG", "band": "ORG",
    "location": "LOC", "country": "LOC",
    "misc": "MISC", "award": "MISC", "election": "MISC", "event": "MISC", "book": "MISC", "album": "MISC", "song": "MISC",
    "algorithm": "MISC", "product": "MISC", "academicjournal": "MISC", "poem": "MISC", "conference": "MISC",
    "magazine": "MISC", "programlang": "MISC",
}  # fmt: skip
"""Fields, tasks, metrics, genres, compounds, stars and the like are no names here: they are left out."""

_NO_SPACE_BEFORE = re.compile(r"\s+(?=[.,;:!?%)\]}»”’…]+(?:\s|$))|(?<=[(\[{«“„‘])\s+")


def _join(rows: Iterable[tuple[str, str]], language: str, source: str, labels: dict[str, str]) -> Sentence:
    """A sentence from (word, IOB tag) rows; words are joined by spaces, which come off again before punctuation."""
    text, spans, open_label, start = "", [], "", 0
    for word, tag in rows:
        prefix, _, name = tag.partition("-")
        label = labels.get(name, "") if prefix in "BI" else ""
        if open_label and (not label or prefix == "B" or label != open_label):
            spans.append((start, len(text), open_label))
            open_label = ""
        if text and not _NO_SPACE_BEFORE.match(f" {word} ") and not text.endswith(("(", "[", "«", "“", "„")):
            text += " "
        if label and not open_label:
            open_label, start = label, len(text)
        text += word
    if open_label:
        spans.append((start, len(text), open_label))
    return Sentence(text, tuple(spans), language, source)


def _columns(path: Path, word: int, tag: int, separator: str | None = None) -> Iterator[list[tuple[str, str]]]:
    """Blocks of (word, tag) rows between empty lines; comment rows are passed over."""
    rows: list[tuple[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            if rows:
                yield rows
            rows = []
        elif not (line.startswith("#") and separator == "\t" and "\tO" not in line[:4]):
            parts = line.split(separator)
            if len(parts) > max(word, max(tag, 0)):
                rows.append((parts[word], parts[tag]))
    if rows:
        yield rows


def read_columns(path: Path, language: str, *, word: int = 0, tag: int = -1, separator: str | None = None,
                 labels: dict[str, str] = LABELS) -> Iterator[Sentence]:  # fmt: skip
    """The sentences of a file with one word a line."""
    for rows in _columns(path, word, tag, separator):
        rows = [(form, re.sub(r"(?:deriv|part)$", "", label) if not label.endswith("deriv") else "O") for form, label in rows]
        yield _join(rows, language, path.parent.name, labels)


def read_uner(path: Path, language: str) -> Iterator[Sentence]:
    """The sentences of a Universal NER file: the words are found again in the text that stands above them."""
    text, rows = "", list[tuple[str, str]]()
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("# text = "):
            text = line.removeprefix("# text = ")
        elif not line.strip():
            if rows:
                yield _place(text, rows, language, path.parent.name)
            text, rows = "", []
        elif not line.startswith("#"):
            parts = line.split("\t")
            if len(parts) > 2 and parts[0].isdigit():
                rows.append((parts[1], parts[2]))


def _place(text: str, rows: list[tuple[str, str]], language: str, source: str) -> Sentence:
    """The sentence with its own spacing; where a word is not in the text, the words are joined instead."""
    spans, position, last = list[Span](), 0, ""
    for word, tag in rows:
        start = text.find(word, position)
        if start < 0 or start - position > 3:
            return _join(rows, language, source, LABELS)
        position = start + len(word)
        prefix, _, name = tag.partition("-")
        label = LABELS.get(name, "")
        if label and prefix == "I" and last == label:
            spans[-1] = (spans[-1][0], position, label)
        elif label:
            spans.append((start, position, label))
        last = label
    return Sentence(text, tuple(spans), language, source)


def read_crossner(path: Path) -> Iterator[Sentence]:
    """CrossNER, its fine types folded."""
    return read_columns(path, "en", labels=CROSSNER_LABELS)


def every_tenth(sentences: Iterable[Sentence], part: str) -> Iterator[Sentence]:
    """Every tenth sentence for testing, by position, the others for training: for sets without splits of their own."""
    for number, sentence in enumerate(sentences):
        if (number % 10 == 9) == (part == "test"):
            yield sentence


def read_stockmark(path: Path) -> Iterator[Sentence]:
    """The Japanese Wikipedia sentences."""
    for row in json.loads(path.read_text(encoding="utf-8")):
        spans = sorted((*entity["span"], LABELS[entity["type"]]) for entity in row["entities"])
        yield Sentence(row["text"], tuple((start, end, label) for start, end, label in spans), "ja", path.parent.name)


def _uner(folder: str, stem: str, language: str, parts: dict[str, tuple[str, ...]]) -> Callable[[Path, str], Iterator[Sentence]]:
    def read(root: Path, part: str) -> Iterator[Sentence]:
        for split in parts[part]:
            yield from read_uner(root / folder / f"{stem}-ud-{split}.iob2", language)

    return read


def _files(parts: dict[str, tuple[str, ...]], reader: Callable[[Path], Iterator[Sentence]]) -> Callable[[Path, str], Iterator[Sentence]]:
    def read(root: Path, part: str) -> Iterator[Sentence]:
        for name in parts[part]:
            yield from reader(root / name)

    return read


_TRAIN_DEV = {"train": ("train", "dev"), "test": ("test",)}
_DOMAINS = ("ai", "science", "politics", "music", "literature")
_WIKIGOLD = "wikigold/data/wikigold/CONLL-format/data/wikigold.conll.txt"

SOURCES: dict[str, Callable[[Path, str], Iterable[Sentence]]] = {
    "UNER_English-EWT": _uner("UNER_English-EWT", "en_ewt", "en", {"train": ("dev",), "test": ("test",)}),
    "CrossNER": _files(
        {
            "train": tuple(f"CrossNER/ner_data/{domain}/{split}.txt" for domain in _DOMAINS for split in ("train", "dev")),
            "test": tuple(f"CrossNER/ner_data/{domain}/test.txt" for domain in _DOMAINS),
        },
        read_crossner,
    ),
    "wikigold": _files({"train": (_WIKIGOLD,), "test": ()}, lambda path: read_columns(path, "en")),
    "UNER_Chinese-GSDSIMP": _uner("UNER_Chinese-GSDSIMP", "zh_gsdsimp", "zh", _TRAIN_DEV),
    "ja_stockmark": lambda root, part: every_tenth(read_stockmark(root / "ja_stockmark" / "ner.json"), part),
}
"""The data sets by folder name. `part` is "train" (training and development splits) or "test"."""


def read_source(root: Path, name: str, part: str) -> list[Sentence]:
    """All sentences of one data set below `root`, in file order."""
    return list(SOURCES[name](root, part))
