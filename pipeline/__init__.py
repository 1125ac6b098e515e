"""namebridge: the people, organizations and papers that articles in many languages name, each under one id.

    run(Config(corpus=(Path("corpus"),), output=Path("output")))      reads, aligns, writes the tables
    load_tables("output")                                            the tables as pandas frames
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.config import Config
from pipeline.errors import NamebridgeError, NothingToDo, UsageError
from pipeline.records import Document, Entity, RawDocument, SkippedDocument

if TYPE_CHECKING:
    import pandas as pd

    from pipeline.plan import KnownSource, Source
    from pipeline.store import Store

__all__ = ["Config", "NamebridgeError", "Result", "apply_decisions", "load_tables", "run"]

log = logging.getLogger(__name__)

Progress = Callable[[str, int, int], None]
"""Called with the stage, how many are done, and how many there are (0 where that is not known)."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a run left: all documents, those that could not be read, the entities, the summary for people, and notes on what
    wants their attention. A run with nothing new has but a summary."""

    documents: tuple[Document, ...]
    skipped: tuple[SkippedDocument, ...]
    entities: tuple[Entity, ...]
    summary: str
    notes: tuple[str, ...] = ()


def load_tables(output: str | Path) -> dict[str, pd.DataFrame]:
    """The tables of OUT as pandas frames by name, strings exactly as they were found."""
    from pipeline.write.load import load_tables as load

    return load(Path(output))


def _silent(stage: str, done: int, total: int) -> None:
    """No progress shown."""


def run(config: Config, *, progress: Progress = _silent) -> Result:
    """Read what is new in the corpus, extract and align its names with all that is kept, write the tables into `config.output`.

    Raises UsageError for a wrong path, NothingToDo where no file can be read, OutputBusy where another run holds OUT.
    """
    from pipeline.ids import read_ids
    from pipeline.last_run import inputs_of, intact, read_last_run
    from pipeline.plan import Source
    from pipeline.read import list_files

    files = {name: Source.of(path) for name, path in list_files(config.corpus, files_from=config.files_from).items()}
    last = read_last_run(config.output)
    if not files and last is None:
        raise NothingToDo(f"Nothing to read in {', '.join(map(str, config.corpus))}: no file that could be an article.")
    if config.dry_run:
        return _dry_run(config, files)
    with _held(config) as state:
        last = read_last_run(config.output)
        if last is not None and not config.prune and intact(config.output, last):
            if last.inputs == inputs_of(files, state, known=config.known, languages=config.languages, served=last.served):
                return Result((), (), (), f"{last.summary}\nNothing new: the tables are as the last run left them.")
        from pipeline.store import open_store

        with open_store(config.output) as store:
            batch = max(last.batch if last else 0, read_ids(state).batch) + 1  # a run that was cut off does not count
            notes = _read(config, files, store, batch, progress)
            inputs = inputs_of(files, state, known=config.known, languages=config.languages, served=store.languages())
            return _bring_together(config, state, store, batch, inputs, notes)


def apply_decisions(output: Path, *, state: Path | None = None) -> Result:
    """The tables of OUT anew under the decisions as they are now; no document is read again.

    Raises UsageError where OUT has no tables, OutputBusy where a run holds OUT: its successor then applies them.
    """
    from pipeline.ids import read_ids
    from pipeline.last_run import inputs_of, read_last_run
    from pipeline.store import open_store

    last = read_last_run(output)
    if last is None:
        raise UsageError(f"No tables in {str(output)!r}. Make them with: namebridge run CORPUS --output {output}")
    config = Config(corpus=(), output=output, state=state, known=Path(last.known) if last.known else None, languages=tuple(last.languages))
    with _held(config) as folder, open_store(output) as store:
        inputs = inputs_of({}, folder, known=config.known, languages=config.languages, served=last.served)
        return _bring_together(config, folder, store, max(last.batch, read_ids(folder).batch) + 1, {**inputs, "files": last.inputs["files"]}, [])


@contextmanager
def _held(config: Config) -> Iterator[Path]:
    """OUT, held by this process and whole; gives the folder of decisions and ids."""
    from pipeline.lock import hold
    from pipeline.project import find_state, keep_state
    from pipeline.publish import end_interrupted

    with hold(config.output):
        end_interrupted(config.output)
        state = find_state(config.output, config.state)
        keep_state(config.output, state)
        yield state.folder


def _read(config: Config, files: Mapping[str, Source], store: Store, batch: int, progress: Progress) -> list[str]:
    """Read and keep what is new or changed: text and language of each document, then what each text names. Returns what to tell."""
    from pipeline.detect import detect
    from pipeline.engine import extract_all
    from pipeline.plan import make_plan, moved, told
    from pipeline.read import read_file
    from pipeline.versions import extraction_version, reading_version

    version = reading_version(config.languages)
    plan = make_plan(files, store.known_sources(), version)
    for count, (name, source) in enumerate(plan.wanted, 1):
        items = read_file(name, Path(source.path))
        documents = [detect(item, languages=config.languages) for item in items if isinstance(item, RawDocument)]
        store.keep_source(source, name, version, documents, [item for item in items if not isinstance(item, RawDocument)], batch=batch)
        progress("read", count, len(plan.wanted))
    gone = set(plan.gone) - set(moved(plan.gone, {source.path for _, source in plan.wanted}, store.contents()))
    store.forget(plan.gone if config.prune else set(plan.gone) - gone)
    kept = store.documents()
    if not kept and all(item.status == "passed over" for item in store.skipped()):
        raise NothingToDo(f"Nothing to read in {', '.join(map(str, config.corpus))}: no file that could be an article.")
    extracted = store.extracted()
    versions = {item.extraction: extraction_version(frozenset(p.language for p in item.document.paragraphs)) for item in kept}
    texts = {item.document.document: item for item in kept if extracted.get(item.extraction) != versions[item.extraction]}
    for name, found in extract_all({name: item.document for name, item in texts.items()}, processes=config.processes, progress=progress):
        if isinstance(found, str):
            store.tell_failure(name, found)
            continue
        store.keep_extraction(texts[name].extraction, versions[texts[name].extraction], found.candidates, found.glosses)
        if texts[name].document.status == "failed":
            store.tell_failure(name, "")
    store.drop_unused()
    return told(plan, gone, anew=sum(item.extraction in extracted for item in texts.values()), prune=config.prune)


def _bring_together(config: Config, state: Path, store: Store, batch: int, inputs: Mapping[str, str], notes: Sequence[str]) -> Result:
    """From all that is kept to the tables: mentions, clusters, entities, under the decisions of people."""
    from pipeline.agree import agree
    from pipeline.align import align
    from pipeline.align.work_details import work_details
    from pipeline.decisions import apply_rulings, decision_links, read_decisions, rulings, troubles, unsure_pairs
    from pipeline.duplicates import find_duplicates
    from pipeline.extract.pieces import sentence_around
    from pipeline.ids import assign_ids, id_log, read_ids, write_ids
    from pipeline.known import Known, known_identifiers, known_links, read_known
    from pipeline.last_run import keep_last_run
    from pipeline.merge import merge
    from pipeline.parallel import find_parallel
    from pipeline.publish import staged
    from pipeline.write import Run, write_run
    from pipeline.write.review import questions, remember_questions

    decisions, book = read_decisions(state), read_ids(state)
    known = read_known(config.known) if config.known else Known()
    kept = store.documents()
    copies = find_duplicates(item.document for item in kept)
    documents = {item.document.document: replace(item.document, duplicate_of=copies.get(item.document.document, "")) for item in kept}
    # Copies have their row and nothing else: what is said once and printed ten times is said once.
    kept = [item for item in kept if item.document.document not in copies]
    texts = {name: document for name, document in documents.items() if name not in copies}
    candidates, glosses = store.extractions(kept)
    pairs = find_parallel(list(texts.values()), candidates)
    found = agree(texts, candidates, pairs)
    mentions = apply_rulings(found, rulings(decisions))
    names = sorted({(mention.type, mention.surface, mention.document) for mention in mentions})
    links = [*decision_links(decisions, names), *known_links(known, names)]
    alignment = align(mentions, glosses, documents=documents, pairs=pairs, links=links)
    ids, book = assign_ids(alignment.clusters, book, batch, retyped=rulings(decisions).types)
    given, clashes = known_identifiers(known, alignment.clusters)
    said = work_details(alignment, mentions, documents)
    identifiers = [(*theirs, *(pair for pair in ours if pair not in theirs)) for theirs, (ours, _) in zip(given, said, strict=True)]
    entities = merge(
        alignment, mentions, documents, ids, names=rulings(decisions).better_names(alignment.clusters, ids), identifiers=identifiers,
        details=[details for _, details in said],
    )
    asked = questions(alignment.comparisons, entities, mentions, documents, unsure_pairs(decisions))
    contexts = {number: sentence_around(documents[m.document].text, m.start, m.end) for number, m in enumerate(mentions)}
    skipped = store.skipped()
    batches = {item.document.document: item.batch for item in kept}
    write_ids(book, state)
    remember_questions(config.output, asked)
    with staged(config.output) as folder:
        tables = Run(documents, skipped, pairs, mentions, alignment, entities, asked, id_log(book), batches, contexts)
        summary = write_run(folder, tables, output=config.output)
        written = sorted(path.name for path in folder.iterdir())
    keep_last_run(config, state, batch, inputs, store.languages(), summary, written)
    more = (*troubles(decisions, {(m.type, m.surface, m.document) for m in found}), *book.troubles, *known.troubles, *clashes, *_one_line(alignment.notes))
    return Result(tuple(documents.values()), tuple(skipped), tuple(entities), summary, (*notes, *more))


def _one_line(notes: Sequence[str]) -> tuple[str, ...]:
    """The notes of one stage as one, or none where there is nothing to tell."""
    return (" ".join(notes),) if notes else ()


def _dry_run(config: Config, files: Mapping[str, Source]) -> Result:
    """What a run would read; nothing is written."""
    from pipeline.plan import make_plan, told
    from pipeline.project import store_folder
    from pipeline.versions import reading_version

    known: dict[str, KnownSource] = {}
    if store_folder(config.output).is_dir():
        from pipeline.lock import hold
        from pipeline.store import open_store

        with hold(config.output), open_store(config.output) as store:
            known = store.known_sources()
    plan = make_plan(files, known, reading_version(config.languages))
    lines = [f"Would read {name}" for name, _ in plan.wanted]
    return Result((), (), (), "\n".join([*lines, *told(plan, set(plan.gone), anew=0, prune=config.prune), "Nothing was written."]))
