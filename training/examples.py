"""Readers of the training data: each data set becomes examples, text and spans, with labels PERSON, ORG and LOC.

A span labelled "?" is a stretch of which nothing is known: it teaches neither a name nor its absence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence or paragraph; `spans` are (start, end, label) in code points, in order, not overlapping."""

    language: str
    source: str
    text: str
    spans: tuple[tuple[int, int, str], ...]


LABELS: Mapping[str, str] = {
    **dict.fromkeys(("PER", "PERSON", "PERS"), "PERSON"),
    **dict.fromkeys(("ORG", "ORGANISATION"), "ORG"),
    **dict.fromkeys(("LOC", "PLACE"), "LOC"),
    # CrossNER, fine types; every other one of its types (product, algorithm, field, award, book …) is no name to us
    **dict.fromkeys(("person", "researcher", "scientist", "politician", "musicalartist", "writer"), "PERSON"),
    **dict.fromkeys(("organisation", "university", "politicalparty", "band"), "ORG"),
    **dict.fromkeys(("location", "country"), "LOC"),
    # GermEval: "ORGpart" is half a compound (SPD-Chef)
    **dict.fromkeys(("PERpart", "ORGpart", "LOCpart"), UNKNOWN),
}

_NO_SPACE_BEFORE = set(".,;:!?)]}%»”’") | {"'s", "...", "n't"}
_NO_SPACE_AFTER = set("([{«“„‘$#@")
# Bosque writes contractions apart (de as); newspapers do not
_PORTUGUESE = {
    (first, second): joined
    for first, row in {
        "de": "do da dos das", "em": "no na nos nas", "por": "pelo pela pelos pelas", "a": "ao à aos às",
    }.items()
    for second, joined in zip(("o", "a", "os", "as"), row.split(), strict=True)
}


def from_tokens(language: str, source: str, tokens: Sequence[str], tags: Sequence[str]) -> Example:
    """Tokens with tags (B-, I-, O) as text with spans; spaces as a newspaper sets them."""
    text, last = "", ""
    spans: list[tuple[int, int, str]] = []
    opened = closed = low = False
    for token, tag in zip(tokens, tags, strict=True):
        straight = token == '"' or (token == "“" and low)
        glue = not text or token in _NO_SPACE_BEFORE or text[-1] in _NO_SPACE_AFTER and not (closed and text[-1] == "“") or (straight and opened) or (last == '"' and opened)
        closed = straight and opened
        low = token == "„" or (low and token != "“")  # a German quote closes with the mark that opens an English one
        if straight or token == "„":
            opened = not opened
        start = len(text) if glue else len(text) + 1
        text = text + ("" if glue else " ") + token
        label = LABELS.get(tag[2:], "") if tag != "O" else ""
        if label and tag[0] == "I" and spans and spans[-1][2] == label and spans[-1][1] >= start - 1:
            spans[-1] = (spans[-1][0], len(text), label)
        elif label:
            spans.append((start, len(text), label))
        last = token
    return Example(language, source, text, tuple(spans))


def read_columns(path: Path, language: str, source: str, token_at: int, tag_at: int, separator: str | None = "\t") -> Iterator[Example]:
    """A file with a token a line and a blank line between sentences."""
    tokens: list[str] = []
    tags: list[str] = []
    for line in [*path.read_text(encoding="utf-8").split("\n"), ""]:
        if not line.strip():
            if tokens:
                yield from_tokens(language, source, *(_contract(tokens, tags) if language == "pt" else (tokens, tags)))
            tokens, tags = [], []
        elif not line.startswith("# ") and not line.startswith("#\t"):
            columns = line.split(separator)
            tokens.append(columns[token_at].strip())
            tags.append(columns[tag_at].strip() or "O")


def _contract(tokens: Sequence[str], tags: Sequence[str]) -> tuple[list[str], list[str]]:
    new_tokens: list[str] = []
    new_tags: list[str] = []
    for token, tag in zip(tokens, tags, strict=True):
        joined = _PORTUGUESE.get((new_tokens[-1].lower(), token)) if new_tokens else None
        if joined and tag[0] != "B":
            new_tokens[-1] = joined.capitalize() if new_tokens[-1][0].isupper() else joined
        else:
            new_tokens.append(token)
            new_tags.append(tag)
    return new_tokens, new_tags


def _uner(folder: Path, name: str, stem: str, language: str, split: str) -> Iterator[Example]:
    return read_columns(folder / f"UNER_{name}" / f"{stem}-ud-{split}.iob2", language, f"UNER {name}", 1, 2)


def training_examples(folder: Path) -> list[Example]:
    """All that may be trained on: train and dev splits; of GermEval its larger part, of UNER English its dev part."""
    examples: list[Example] = []
    for name, stem, language in UNER:
        for split in ("train", "dev"):
            examples += _uner(folder, name, stem, language, split)
    examples += _uner(folder, "English-EWT", "en_ewt", "en", "dev")
    for split in ("train", "dev"):
        examples += read_columns(folder / "idner-news-2k" / f"{split}.txt", "id", "idner", 0, 2, None)
    for split in ("train", "valid"):
        examples += read_columns(folder / "nergrit" / f"{split}_preprocess.txt", "id", "nergrit", 0, 1)
    examples += read_columns(folder / "GermEval2014" / "NER-de-test.tsv", "de", "GermEval", 1, 2)
    examples += read_columns(next((folder / "wikigold").rglob("wikigold.conll.txt")), "en", "wikigold", 0, 1, None)
    for field in ("ai", "science", "politics", "music", "literature"):
        for split in ("train", "dev"):
            examples += read_columns(folder / "CrossNER" / "ner_data" / field / f"{split}.txt", "en", f"CrossNER {field}", 0, 1)
    return examples


UNER = (
    ("Portuguese-Bosque", "pt_bosque", "pt"), ("Danish-DDT", "da_ddt", "da"), ("Swedish-Talbanken", "sv_talbanken", "sv"),
    ("Croatian-SET", "hr_set", "hr"), ("Slovak-SNK", "sk_snk", "sk"),
)
HELD_OUT: Mapping[str, Callable[[Path], Iterator[Example]]] = {
    "en UNER EWT test": lambda folder: _uner(folder, "English-EWT", "en_ewt", "en", "test"),
    "en CrossNER ai test": lambda folder: read_columns(folder / "CrossNER/ner_data/ai/test.txt", "en", "CrossNER ai", 0, 1),
    "id idner test": lambda folder: read_columns(folder / "idner-news-2k/test.txt", "id", "idner", 0, 2, None),
    "id NERGrit test": lambda folder: read_columns(folder / "nergrit/test_preprocess.txt", "id", "nergrit", 0, 1),
    "de GermEval dev": lambda folder: read_columns(folder / "GermEval2014/NER-de-dev.tsv", "de", "GermEval", 1, 2),
    "pt UNER Bosque test": lambda folder: _uner(folder, "Portuguese-Bosque", "pt_bosque", "pt", "test"),
    "da UNER DDT test": lambda folder: _uner(folder, "Danish-DDT", "da_ddt", "da", "test"),
    "sv UNER Talbanken test": lambda folder: _uner(folder, "Swedish-Talbanken", "sv_talbanken", "sv", "test"),
    "hr UNER SET test": lambda folder: _uner(folder, "Croatian-SET", "hr_set", "hr", "test"),
    "sk UNER SNK test": lambda folder: _uner(folder, "Slovak-SNK", "sk_snk", "sk", "test"),
}
"""Held out: never trained on, read by training/evaluate.py alone."""
