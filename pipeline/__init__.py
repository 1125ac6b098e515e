"""namebridge: the people, organizations and papers that articles in many languages name, each under one id.

    run(Config(corpus=(Path("corpus"),), output=Path("output")))      reads, aligns, writes the tables
    load_tables("output")                                            the tables as pandas frames
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.config import Config
from pipeline.errors import NamebridgeError, NothingToDo
from pipeline.records import Candidate, Document, Entity, Gloss, RawDocument, SkippedDocument

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Config", "NamebridgeError", "Result", "load_tables", "run"]

log = logging.getLogger(__name__)

Progress = Callable[[str, int, int], None]
"""Called with the stage, how many are done, and how many there are (0 where that is not known)."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a run did: the documents it read, those it could not, the entities, and the summary for people."""

    documents: tuple[Document, ...]
    skipped: tuple[SkippedDocument, ...]
    entities: tuple[Entity, ...]
    summary: str


def load_tables(output: str | Path) -> dict[str, pd.DataFrame]:
    """The tables of OUT as pandas frames by name, strings exactly as they were found."""
    from pipeline.write.load import load_tables as load

    return load(Path(output))


def _silent(stage: str, done: int, total: int) -> None:
    """No progress shown."""


def run(config: Config, *, progress: Progress = _silent) -> Result:
    """Read the corpus, extract and align its names, write the tables into `config.output`.

    Raises UsageError for a wrong path, NothingToDo where no file can be read, OutputBusy where another run holds OUT.
    """
    from pipeline.agree import agree
    from pipeline.align import align
    from pipeline.detect import detect
    from pipeline.engine import extract_all
    from pipeline.extract.pieces import sentence_around
    from pipeline.ids import assign_ids, id_log, read_ids, write_ids
    from pipeline.merge import merge
    from pipeline.parallel import find_parallel
    from pipeline.project import find_state, keep_state
    from pipeline.read import read_documents
    from pipeline.write import Run, write_run
    from pipeline.write.review import questions

    raw: list[RawDocument] = []
    skipped: list[SkippedDocument] = []
    for item in read_documents(config.corpus, files_from=config.files_from):
        raw.append(item) if isinstance(item, RawDocument) else skipped.append(item)
        progress("read", len(raw) + len(skipped), 0)
    if not raw and all(item.status == "passed over" for item in skipped):
        raise NothingToDo(f"Nothing to read in {', '.join(map(str, config.corpus))}: no file that could be an article.")
    documents: dict[str, Document] = {}
    for count, item in enumerate(raw, 1):
        documents[item.document] = detect(item, languages=config.languages)
        progress("detect", count, len(raw))
    candidates: dict[str, tuple[Candidate, ...]] = {}
    glosses: list[Gloss] = []
    for name, extraction in extract_all(documents, processes=config.processes, progress=progress):
        candidates[name] = extraction.candidates
        glosses.extend(extraction.glosses)
    pairs = find_parallel(list(documents.values()), candidates)
    mentions = agree(documents, candidates, pairs)
    alignment = align(mentions, glosses, documents=documents, pairs=pairs)
    state = find_state(config.output, config.state)
    keep_state(config.output, state)
    book = read_ids(state.folder)
    batch = book.batch + 1
    ids, book = assign_ids(alignment.clusters, book, batch)
    entities = merge(alignment, mentions, documents, ids)
    asked = questions(alignment.comparisons, entities, mentions, documents)
    contexts = {number: sentence_around(documents[m.document].text, m.start, m.end) for number, m in enumerate(mentions)}
    summary = write_run(
        config.output,
        Run(documents, skipped, pairs, mentions, alignment, entities, asked, id_log(book), dict.fromkeys(documents, batch), contexts),
    )
    write_ids(book, state.folder)
    return Result(tuple(documents.values()), tuple(skipped), tuple(entities), summary)
