"""Measure the models: precision, recall and F1 of people and organizations, exact spans, and words per second.

python -m training.evaluate DATA [--gold DIR --documents DIR] [--all-models] [--write]

DATA holds the data sets of training/README.md, of which the held-out parts are read. With --gold, mentions in gold articles
too (spans.tsv and entities.tsv; found: at least half of the longer of the two spans; in brackets the exact F1).
--write puts the F1 of the multilingual model and its peers into pipeline/models/scores.tsv.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from pipeline.extract.models import SHIPPED, Model, _load, candidates_for
from training.examples import HELD_OUT, UNKNOWN, Example

KINDS = {"person": "PERSON", "organization": "ORG"}
Key = tuple[int, int, int]


def models_of(language: str, *, every: bool) -> list[Model]:
    """The model that serves a language, or every one that could."""
    found = [_load(source.name, folder, source.open) for source in candidates_for(language) if (folder := source.find()) is not None]
    return found if every else found[:1]


def prf(found: int, spurious: int, missed: int) -> tuple[float, float, float]:
    """Precision, recall, F1, each 0 to 1; 0 where there is nothing to count."""
    precision = found / (found + spurious) if found + spurious else 0.0
    recall = found / (found + missed) if found + missed else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if found else 0.0


def held_out_scores(model: Model, examples: Sequence[Example]) -> dict[str, tuple[float, float, float]]:
    """P, R, F1 of exact spans by kind. What the data set leaves open is not counted."""
    answers = model.entities([example.text for example in examples])
    scores = {}
    for kind, label in KINDS.items():
        gold, mine = set(), set()
        for at, (example, spans) in enumerate(zip(examples, answers, strict=True)):
            unknown = [(start, end) for start, end, name in example.spans if name == UNKNOWN]
            gold |= {(at, start, end) for start, end, name in example.spans if name == label}
            mine |= {(at, span.start, span.end) for span in spans if span.label == kind and not any(span.start < end and span.end > start for start, end in unknown)}
        scores[kind] = prf(len(gold & mine), len(mine - gold), len(gold - mine))
    return scores


def gold_scores(gold: Path, documents: Path, *, every: bool, details: bool) -> Iterable[str]:
    """Lines of a table: language, model, F1 of people and organizations in gold articles, each document alone."""
    types = {row["entity_id"]: row["type"] for row in _rows(gold / "entities.tsv")}
    flags: defaultdict[str, dict[str, list[tuple[int, int, str]]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(gold / "spans.tsv"):
        flags[row["doc"]][types.get(row["entity_id"], "")].append((int(row["start"]), int(row["end"]), row["flag"]))
    texts = {doc: _text(documents, doc) for doc in sorted(flags)}
    languages = sorted({doc.split("/")[0] for doc in flags if "/" in doc}) or ["en"]
    for language in languages:
        docs = [doc for doc in sorted(flags) if doc.startswith(f"{language}/") or len(languages) == 1]
        for model in models_of(language, every=every):
            cells = []
            wrong: Counter[str] = Counter()
            for kind in KINDS:
                total, exact = Counter[str](), Counter[str]()
                for doc in docs:
                    lines = texts[doc].split("\n")
                    starts = [sum(len(line) + 1 for line in lines[:at]) for at in range(len(lines))]
                    spans = [(at + s.start, at + s.end) for at, found in zip(starts, model.entities(lines), strict=True) for s in found if s.label == kind]
                    marked = flags[doc][kind]
                    for count, same in ((total, _overlap), (exact, _equal)):
                        count["spurious"] += sum(not any(same(span, one) for one in marked) for span in spans)
                        for one in marked:
                            if one[2] != "opt":
                                count["found" if any(same(span, one) for span in spans) else "missed"] += 1
                    wrong.update("+" + texts[doc][span[0] : span[1]] for span in spans if not any(_overlap(span, one) for one in marked))
                    wrong.update("-" + texts[doc][one[0] : one[1]] for one in marked if one[2] != "opt" and not any(_overlap(span, one) for span in spans))
                p, r, f = prf(total["found"], total["spurious"], total["missed"])
                cells.append(f"{kind} P {p:.3f} R {r:.3f} F1 {f:.3f} ({prf(exact['found'], exact['spurious'], exact['missed'])[2]:.3f})")
            yield f"{language}\t{model.name}\t" + "\t".join(cells)
            if details:
                yield "   " + " | ".join(f"{name.strip()} {number}" for name, number in wrong.most_common(24))


def _overlap(left: tuple[int, int], right: tuple[int, int, str]) -> bool:
    return 2 * (min(left[1], right[1]) - max(left[0], right[0])) >= max(left[1] - left[0], right[1] - right[0])


def _equal(left: tuple[int, int], right: tuple[int, int, str]) -> bool:
    return left == right[:2]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def _text(documents: Path, doc: str) -> str:
    path = next(path for path in sorted(documents.glob(f"{doc}*")) if path.is_file())
    return path.read_bytes().decode("utf-8").removeprefix("\ufeff")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--documents", type=Path)
    parser.add_argument("--all-models", action="store_true")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--only-gold", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    rows: dict[tuple[str, str], tuple[float, float]] = {}
    for name, read in HELD_OUT.items() if not options.only_gold else ():
        examples = [example for example in read(options.data) if example.text.strip()]
        language = name.split()[0]
        for model in models_of(language, every=options.all_models):
            started = time.perf_counter()
            scores = held_out_scores(model, examples)
            seconds = time.perf_counter() - started
            speed = sum(len(example.text.split()) for example in examples) / seconds
            cells = "\t".join(f"{kind} P {p:.3f} R {r:.3f} F1 {f:.3f}" for kind, (p, r, f) in scores.items())
            sys.stdout.write(f"{name}\t{model.name}\t{cells}\t{speed:.0f} words/s\n")
            rows.setdefault((model.name, language), (scores["person"][2], scores["organization"][2]))
    if options.gold:
        for line in gold_scores(options.gold, options.documents, every=options.all_models, details=options.details):
            sys.stdout.write(line + "\n")
    if options.write:
        lines = [f"{model}\t{language}\t{person:.3f}\t{organization:.3f}" for (model, language), (person, organization) in sorted(rows.items())]
        header = "# F1 (exact spans) of people and of organizations on the first held-out set of the language: model, language, person, organization. Written by training/evaluate.py."
        (SHIPPED / "scores.tsv").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
