"""A run or a decision that kills itself at a given moment: started by test_kills.py in a process of its own.

    python killed.py CORPUS OUT [--at STAGE COUNT] [--decide]

Stages are told on stdout as they begin, so that one who kills from outside knows where it was. Rules stand in for the models.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pipeline.decisions
import pipeline.extract
import pipeline.ids
import pipeline.publish
import pipeline.store
import pipeline.write
from pipeline import Config, apply_decisions, run
from pipeline.decisions import Decision, Name, add_decisions
from pipeline.extract.models import Span
from pipeline.project import find_state

CAPITALS = re.compile(r"[A-ZÉÖ]\w+(?: [A-ZÉÖ]\w+)+")
passed: dict[str, int] = {}
deadly: tuple[str, int] = ("", 0)


def reach(stage: str) -> None:
    """Say that a stage begins, and die if it is the one."""
    passed[stage] = passed.get(stage, 0) + 1
    print(stage, flush=True)
    if (stage, passed[stage]) == deadly:
        os.kill(os.getpid(), signal.SIGKILL)


class Rules:
    """Two words with capitals are a person: enough for names to be found, the same ones each time."""

    name, version = "capitals", "1"

    def entities(self, texts: Sequence[str]) -> list[list[Span]]:
        reach("extract")
        return [[Span(*match.span(), "person") for match in CAPITALS.finditer(text)] for text in texts]


def told(module: Any, name: str, stage: str) -> None:
    real = getattr(module, name)

    def said(*arguments: Any, **options: Any) -> Any:
        reach(stage)
        return real(*arguments, **options)

    setattr(module, name, said)


def watch() -> None:
    pipeline.extract.load_model = lambda language: Rules()  # type: ignore[assignment,return-value]  # stands in for the models
    real_transaction = pipeline.store.Store._transaction

    @contextmanager
    def transaction(self: pipeline.store.Store) -> Iterator[Any]:
        with real_transaction(self) as execute:
            yield execute
            reach("inside a transaction")

    pipeline.store.Store._transaction = transaction  # type: ignore[method-assign,assignment]
    told(pipeline.publish, "_to_disk", "tables are written")
    told(pipeline.publish, "_replace", "tables are moved")
    told(pipeline.write, "write_tables", "tables are made")
    told(pipeline.ids, "append_rows", "ids are appended")
    told(pipeline.decisions, "append_rows", "decisions are appended")


def main(arguments: Sequence[str]) -> None:
    global deadly
    corpus, output = Path(arguments[0]), Path(arguments[1])
    if "--at" in arguments:
        at = arguments.index("--at")
        deadly = (arguments[at + 1], int(arguments[at + 2]))
    watch()
    reach("begin")
    if "--decide" in arguments:
        said = Decision("name", "person", Name("Corin Talbrek"), value="C. Talbrek", who="ida", when="2026")
        add_decisions(find_state(output).folder, [said])
        reach("decided")
        apply_decisions(output)
    else:
        run(Config(corpus=(corpus,), output=output))
    reach("end")


if __name__ == "__main__":
    main(sys.argv[1:])
