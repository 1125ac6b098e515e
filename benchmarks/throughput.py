"""How long a run takes, stage by stage, against the bare pass: the same models over the same pieces and nothing else.

    python benchmarks/throughput.py CORPUS… [--first 40] [--rounds 5]

Each round is a whole run into an empty folder in one process, store and tables included; models are loaded before the first.
Times are seconds of the clock, the median of the rounds. `whole ÷ bare` is the figure that is held down.
"""

from __future__ import annotations

import argparse
import pkgutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pipeline import Config, run
from pipeline.errors import ModelError
from pipeline.extract.models import load_model
from pipeline.extract.pieces import pieces
from pipeline.read import list_files
from pipeline.records import Document

STAGES: tuple[tuple[str, str, str], ...] = (
    ("read", "pipeline.read", "read_file"),
    ("detect", "pipeline.detect", "detect"),
    ("extract", "pipeline.engine", "extract"),
    ("  of it the models", "pipeline.extract", "model_candidates"),
    ("keep", "pipeline.store", "Store.keep_source"),
    ("keep", "pipeline.store", "Store.keep_extraction"),
    ("parallel", "pipeline.parallel", "find_parallel"),
    ("agree", "pipeline.agree", "agree"),
    ("align", "pipeline.align", "align"),
    ("merge", "pipeline.merge", "merge"),
    ("write", "pipeline.write", "write_run"),
)
"""What the line is called, and the functions that are timed under it. The rest of the whole is the store and the parts between."""


@contextmanager
def stopwatch(module: str, name: str, seconds: dict[str, float], stage: str) -> Iterator[None]:
    """Add up the time inside a function under the name of its stage."""
    timed: Callable[..., Any] = pkgutil.resolve_name(f"{module}:{name}")

    def measured(*args: Any, **options: Any) -> Any:
        began = time.perf_counter()
        try:
            return timed(*args, **options)
        finally:
            seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - began

    with patch(f"{module}.{name}", measured):
        yield


def one_run(corpus: Sequence[Path], files_from: Path | None) -> tuple[dict[str, float], tuple[Document, ...]]:
    """Seconds by stage of one run into an empty folder, the whole under "whole", and the documents that it read."""
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as watches:
        for stage, module, name in STAGES:
            watches.enter_context(stopwatch(module, name, seconds, stage))
        began = time.perf_counter()
        result = run(Config(corpus=tuple(corpus), output=Path(folder) / "out", state=Path(folder) / "state", files_from=files_from, jobs=1))
        seconds["whole"] = time.perf_counter() - began
    return seconds, result.documents


def bare_pass(documents: Sequence[Document]) -> float:
    """Seconds of the models alone, document by document, over the pieces that a run gives them."""
    work = []
    for document in documents:
        texts: dict[str, list[str]] = {}
        for paragraph in document.paragraphs:
            texts.setdefault(paragraph.language, []).extend(document.text[s:e] for s, e in pieces(document.text, paragraph.start, paragraph.end))
        for language in sorted(texts):
            try:
                work.append((load_model(language), texts[language]))
            except ModelError:
                continue  # rules alone serve this language: no bare pass to measure against
    began = time.perf_counter()
    for model, pieces_of_text in work:
        model.entities(pieces_of_text)
    return time.perf_counter() - began


def main() -> None:
    """Print the table of stages for a corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="+", help="folders or files")
    parser.add_argument("--first", type=int, default=0, help="only so many files, in the order of their names")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    corpus = tuple(options.corpus)
    if options.first:
        corpus = tuple(path for _, path in sorted(list_files(corpus).items())[: options.first])
    _, documents = one_run(corpus, None)  # loads the models
    runs, bare = [], []
    for _ in range(options.rounds):
        runs.append(one_run(corpus, None)[0])
        bare.append(bare_pass(documents))
    letters = sum(len(document.text) for document in documents)
    whole, alone = statistics.median(each["whole"] for each in runs), statistics.median(bare)
    print(f"{len(documents)} documents, {letters:,} characters, {options.rounds} rounds, one process")
    for stage in dict.fromkeys((*(name for name, _, _ in STAGES), "whole")):
        share = statistics.median(each.get(stage, 0.0) for each in runs)
        print(f"{stage:20s} {share:8.2f} s  {share / whole:6.1%}")
    print(f"{'bare pass':20s} {alone:8.2f} s")
    print(f"whole ÷ bare         {whole / alone:8.2f}" if alone else "whole ÷ bare: no model serves these languages")


if __name__ == "__main__":
    main()
