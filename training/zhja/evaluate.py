"""Score models: python -m training.zhja.evaluate [--data DIR] [--gold DIR --documents DIR] [--model NAME=FOLDER]… [--json FILE]

`--data`: exact-span F1 on the test splits of the annotated sets. `--gold`: mentions against hand-made gold, each document
alone, edges cleaned as the program does it, found when half of the longer span overlaps (exact in brackets). Without
`--model` each language is served as the program serves it; `--model xx=build/xx` scores that folder for all languages.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import spacy

from pipeline.extract.edges import clean_edges
from pipeline.extract.models import Model, SpacyModel, Span, load_model
from pipeline.extract.pieces import pieces
from training.zhja.corpora import SOURCES, read_source

KINDS = {"PER": "person", "ORG": "organization"}
Range = tuple[int, int]
Choose = Callable[[str], Model]


def open_folder(folder: Path) -> Model:
    """A trained pipeline that is not in the tables yet."""
    return SpacyModel(folder.name, "0", spacy.load(folder))


def scores(found: int, right: int, wanted: int) -> dict[str, float]:
    """Precision, recall and F1, 0 to 1."""
    precision, recall = right / found if found else 0.0, right / wanted if wanted else 0.0
    return {"p": round(precision, 3), "r": round(recall, 3), "f": round(2 * precision * recall / (precision + recall), 3) if right else 0.0}


def score_sets(data: Path, choose: Choose, only: Sequence[str] = ()) -> dict[str, dict[str, dict[str, float]]]:
    """Exact-span scores by test set and kind, and words a second."""
    table: dict[str, dict[str, dict[str, float]]] = {}
    for name in only or SOURCES:
        sentences = read_source(data, name, "test")
        if not sentences:
            continue
        language = sentences[0].language
        model = choose(language)
        began = time.perf_counter()
        found = model.entities([sentence.text for sentence in sentences])
        seconds = time.perf_counter() - began
        row = {}
        for label, kind in KINDS.items():
            gold = {(number, start, end) for number, sentence in enumerate(sentences) for start, end, name_ in sentence.spans if name_ == label}
            mine = {
                (number, edges.start, edges.end)
                for number, spans in enumerate(found)
                for span in spans
                if span.label == kind
                and (edges := clean_edges(sentences[number].text, span.start, span.end, language=language, person=kind == "person"))
            }
            row[kind] = scores(len(mine), len(mine & gold), len(gold))
        row["speed"] = {"units": round(sum(len(sentence.text.split()) for sentence in sentences) / seconds)}
        table[f"{language} {name} ({model.name})"] = row
    return table


def _overlap(left: Range, right: Range) -> bool:
    return 2 * (min(left[1], right[1]) - max(left[0], right[0])) >= max(left[1] - left[0], right[1] - right[0])


def find_spans(model: Model, text: str, language: str) -> list[Span]:
    """What a model finds in a document that is read in pieces, edges cleaned."""
    ranges = [piece for start, end in _paragraphs(text) for piece in pieces(text, start, end)]
    result = []
    for (start, end), spans in zip(ranges, model.entities([text[start:end] for start, end in ranges]), strict=True):
        for span in spans:
            edges = clean_edges(text, start + span.start, start + span.end, language=language, person=span.label == "person")
            if edges:
                result.append(Span(edges.start, edges.end, span.label))
    return result


def _paragraphs(text: str) -> Iterable[Range]:
    position = 0
    for line in text.split("\n"):
        if line.strip():
            yield position, position + len(line)
        position += len(line) + 1


def score_gold(gold: Path, documents: Path, choose: Choose, language_of: Callable[[str], str]) -> dict[str, dict[str, dict[str, float]]]:
    """Scores by language and kind; gold spans marked `opt` count neither way."""
    kind_of, wanted = {}, defaultdict(list)
    with (gold / "entities.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            kind_of[row["entity_id"]] = row["type"]
    with (gold / "spans.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            wanted[row["doc"]].append((int(row["start"]), int(row["end"]), kind_of[row["entity_id"]], row["flag"]))
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for name, spans in sorted(wanted.items()):
        path = next(iter(sorted(documents.glob(f"{name}*.txt"))))
        text = path.read_bytes().decode("utf-8-sig")
        language = language_of(name)
        found = find_spans(choose(language), text, language)
        for kind in KINDS.values():
            needed = [(start, end) for start, end, other, flag in spans if other == kind and flag != "opt"]
            free = [(start, end) for start, end, other, flag in spans if flag == "opt" and (other == kind or other == "paper")]
            mine = sorted({(span.start, span.end) for span in found if span.label == kind})
            hits = {span for span in needed if any(_overlap(span, other) for other in mine)}
            judged = [span for span in mine if not any(_overlap(span, other) for other in free)]
            tally = counts[language, kind]
            tally[0] += len(judged)
            tally[1] += len(hits)
            tally[2] += len(needed)
            tally[3] += len(set(mine) & set(needed))
    table: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for (language, kind), (found_, right, needed_, exact) in sorted(counts.items()):
        table[language][kind] = {**scores(found_, right, needed_), "exact": scores(found_, exact, needed_)["f"]}
    return dict(table)


def show(title: str, table: dict[str, dict[str, dict[str, float]]]) -> str:
    """A Markdown table."""
    lines = [f"| {title} | person P / R / F1 | organization P / R / F1 | words/s |", "|---|---|---|---|"]
    for name, row in table.items():
        cells = []
        for kind in KINDS.values():
            value = row.get(kind, {"p": 0, "r": 0, "f": 0})
            exact = f" ({value['exact']:.3f})" if "exact" in value else ""
            cells.append(f"{value['p']:.3f} / {value['r']:.3f} / {value['f']:.3f}{exact}")
        speed = row.get("speed", {}).get("units", "")
        lines.append(f"| {name} | {cells[0]} | {cells[1]} | {speed} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--documents", type=Path)
    parser.add_argument("--language", help="the language of all gold documents; without it the folder above a document names it")
    parser.add_argument("--model", action="append", default=[], help="LANGUAGE[,LANGUAGE…]=FOLDER; * for all")
    options = parser.parse_args(arguments)
    given = {}
    for item in options.model:
        languages, _, folder = item.partition("=")
        model = open_folder(Path(folder))
        given.update(dict.fromkeys(languages.split(","), model))

    def choose(language: str) -> Model:
        base = language.split("-")[0]
        return given.get(base) or given.get("*") or load_model(language)

    if options.data:
        print(show("test split, exact spans", score_sets(options.data, choose)))
    if options.gold:
        table = score_gold(options.gold, options.documents, choose, lambda name: options.language or name.split("/")[0])
        print(show("gold, each document alone", table))


if __name__ == "__main__":
    main()
