"""Batches and decisions from end to end, from the shell inwards: kind K22, rows C123, C125, C126, C129, C131 of stage review."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import pytest

import pipeline
from pipeline import Config, apply_decisions, load_tables, run
from pipeline.decisions import Decision, Judgement, add_decisions, parse_name, read_decisions
from pipeline.errors import NothingToDo
from pipeline.lock import hold
from pipeline.project import init_project, store_folder
from pipeline.records import Document
from pipeline.store import open_store

ROOT = Path(__file__).resolve().parents[1]
ARTICLES = sorted((ROOT / "corpus" / "articles").glob("*.txt"))
# What docs/design.md lets differ between one batch and ten.
OF_BATCHES = {"entity_id", "left_entity_id", "right_entity_id", "possible_namesakes", "batch", "first_seen", "last_seen"}

TALES = {
    "a.txt": "Zhang Wei of the Tallmark Foundation opened the archive in Brenning on Monday. Nora Vellin spoke first, and Zhang Wei thanked her.",
    "b.txt": "In Ostrava, Zhang Wei of Halder University spoke about rivers with Nora Vellin. The Tallmark Foundation had sent nobody this year.",
    "c.txt": "The Tallmark Foundation gave Corin Talbrek a prize yesterday. Nora Vellin, who leads Halder University, wrote the speech for the evening.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An OUT in which all articles and tales have been read: what was extracted there need not be extracted again in each test."""
    folder = tmp_path_factory.mktemp("library")
    for name, text in TALES.items():
        (folder / name).write_text(text, encoding="utf-8")
    run(Config(corpus=(ROOT / "corpus" / "articles", folder), output=folder / "output"))
    return folder / "output"


def lend(library: Path, output: Path) -> None:
    """Give a new OUT what was extracted from all texts in the library; documents, mentions and clusters it has to make itself."""
    with open_store(library) as store:
        kept = store.documents()
        versions = store.extracted()
        candidates, glosses = store.extractions(kept)
    with open_store(output) as store:
        for item in kept:
            name = item.document.document
            store.keep_extraction(item.extraction, versions[item.extraction], candidates[name], [gloss for gloss in glosses if gloss.document == name])


def write(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text(TALES[name], encoding="utf-8")
    return folder


def batch(library: Path, output: Path, *corpus: Path, prune: bool = False, state: Path | None = None) -> pipeline.Result:
    if not store_folder(output).exists():
        lend(library, output)
    # `lend` keeps texts that no document has; a run drops them, so that each batch is lent them again.
    result = run(Config(corpus=corpus, output=output, prune=prune, state=state))
    return result


def contents(output: Path) -> dict[str, pd.DataFrame]:
    """All tables without what batches may change."""
    tables = load_tables(output)
    del tables["id_log"]
    return {name: rows.drop(columns=[column for column in rows if column in OF_BATCHES]) for name, rows in tables.items()}


def same(left: dict[str, pd.DataFrame], right: dict[str, pd.DataFrame]) -> None:
    for name in left:
        pd.testing.assert_frame_equal(left[name], right[name], obj=name)


def ids(output: Path) -> dict[tuple[str, str, str], str]:
    """The entity id of each alias."""
    rows = load_tables(output)["alignment"]
    return {(row.type, row.alias, row.scope): row.entity_id for row in rows.itertuples()}


def decide(folder: Path, decision: Judgement, left: str, right: str = "", *, value: str = "") -> None:
    said = Decision(decision, "person", parse_name(left), parse_name(right) if right else None, value=value, who="ida", when="2026-03-02", why="I know them")
    add_decisions(folder, [said])


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The documents that are read from their files."""
    import pipeline.read

    names: list[str] = []
    real = pipeline.read.read_file

    def counted(name: str, path: Path) -> object:
        names.append(name)
        return real(name, path)

    monkeypatch.setattr(pipeline.read, "read_file", counted)
    yield names


def test_a_second_batch_reads_what_is_new_or_changed_and_ends_as_one_run_over_all(tmp_path: Path, library: Path, reads: list[str]) -> None:
    corpus = write(tmp_path / "corpus", "a.txt", "b.txt")
    (corpus / "old.txt").write_text("Ida Brandt met Nora Vellin in Ostrava on a Sunday to talk about the archive and its many rooms.", encoding="utf-8")
    run(Config(corpus=(corpus,), output=tmp_path / "output"))
    reads.clear()
    (corpus / "old.txt").unlink()
    (corpus / "b.txt").write_text(TALES["b.txt"] + " Corin Talbrek listened.", encoding="utf-8")
    write(corpus, "c.txt")
    run(Config(corpus=(corpus,), output=tmp_path / "output", prune=True))
    assert reads == ["b.txt", "c.txt"]
    run(Config(corpus=(corpus,), output=tmp_path / "once"))
    same(contents(tmp_path / "output"), contents(tmp_path / "once"))
    assert "Ida Brandt" not in set(load_tables(tmp_path / "output")["mentions"]["surface"])
    assert not any(b"Ida Brandt met" in path.read_bytes() for path in store_folder(tmp_path / "output").iterdir())


def test_a_file_that_is_gone_is_kept_and_told_until_prune(tmp_path: Path, library: Path) -> None:
    corpus = write(tmp_path / "corpus", "a.txt", "b.txt")
    batch(library, tmp_path / "output", corpus)
    (corpus / "a.txt").unlink()
    result = batch(library, tmp_path / "output", corpus)
    assert any("a.txt" in note and "--prune" in note for note in result.notes)
    assert "a.txt" in set(load_tables(tmp_path / "output")["documents"]["document"])
    batch(library, tmp_path / "output", corpus, prune=True)
    assert "a.txt" not in set(load_tables(tmp_path / "output")["documents"]["document"])


def test_a_file_that_moves_is_one_document_and_keeps_its_ids(tmp_path: Path, library: Path) -> None:
    corpus = write(tmp_path / "corpus", "a.txt", "b.txt")
    batch(library, tmp_path / "output", corpus)
    before = ids(tmp_path / "output")
    (corpus / "2026").mkdir()
    (corpus / "a.txt").rename(corpus / "2026" / "first.txt")
    batch(library, tmp_path / "output", corpus)
    assert list(load_tables(tmp_path / "output")["documents"]["document"]) == ["2026/first.txt", "b.txt"]
    after = ids(tmp_path / "output")
    assert {key: after[key] for key in before if not key[2]} == {key: value for key, value in before.items() if not key[2]}


def test_two_files_of_one_name_from_two_folders_are_two_documents(tmp_path: Path, library: Path) -> None:
    write(tmp_path / "monday", "a.txt")
    (tmp_path / "tuesday").mkdir()
    (tmp_path / "tuesday" / "a.txt").write_text(TALES["b.txt"], encoding="utf-8")
    for day in ("monday", "tuesday"):
        batch(library, tmp_path / "output", tmp_path / day)
    run(Config(corpus=(tmp_path / "monday", tmp_path / "tuesday"), output=tmp_path / "once"))
    assert list(load_tables(tmp_path / "output")["documents"]["document"]) == ["a.txt", "tuesday/a.txt"]
    same(contents(tmp_path / "output"), contents(tmp_path / "once"))


def test_a_run_with_nothing_new_touches_nothing_and_one_with_a_lost_table_makes_it_again(tmp_path: Path, library: Path, reads: list[str]) -> None:
    corpus = write(tmp_path / "corpus", "a.txt", "b.txt")
    batch(library, tmp_path / "output", corpus)
    files = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in (tmp_path / "output").glob("*.*")}
    reads.clear()
    assert "Nothing new" in batch(library, tmp_path / "output", corpus).summary
    assert files == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in (tmp_path / "output").glob("*.*")}
    (tmp_path / "output" / "entities.csv").unlink()
    assert "Nothing new" not in batch(library, tmp_path / "output", corpus).summary
    assert (tmp_path / "output" / "entities.csv").read_bytes() == files[tmp_path / "output" / "entities.csv"][1]
    assert reads == []


def test_a_folder_with_nothing_in_it_is_nothing_to_do(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    with pytest.raises(NothingToDo):
        run(Config(corpus=(tmp_path / "corpus",), output=tmp_path / "output"))
    assert not (tmp_path / "output").exists()


def test_a_dry_run_says_what_it_would_read_and_writes_nothing(tmp_path: Path, library: Path) -> None:
    corpus = write(tmp_path / "corpus", "a.txt")
    result = run(Config(corpus=(corpus,), output=tmp_path / "output", dry_run=True))
    assert "a.txt" in result.summary and not (tmp_path / "output").exists()


def test_decisions_outlive_out_bind_and_are_told(tmp_path: Path, library: Path) -> None:
    init_project(tmp_path)
    corpus, output = write(tmp_path / "corpus", "a.txt", "b.txt", "c.txt"), tmp_path / "output"
    batch(library, output, corpus)
    decide(tmp_path, "same", "Zhang Wei", "Corin Talbrek")
    decide(tmp_path, "different", "“Nora Vellin”@a.txt", "“Nora Vellin”@b.txt")
    decide(tmp_path, "name", "Corin Talbrek", value="Corin Z. W. Talbrek")
    apply_decisions(output)

    def check() -> dict[tuple[str, str, str], str]:
        tables, found = load_tables(output), ids(output)
        assert found["person", "Zhang Wei", ""] == found["person", "Corin Talbrek", ""]
        assert found["person", "Nora Vellin", "a.txt"] != found["person", "Nora Vellin", "b.txt"]
        assert "Corin Z. W. Talbrek" in set(tables["entities"]["name"])
        told = tables["comparisons"][tables["comparisons"]["verdict"].isin(["confirmed", "rejected"])]
        assert any("by ida 2026-03-02" in text and "I know them" in text for text in told["evidence_for"])
        assert any("by ida 2026-03-02" in text for text in told["evidence_against"])
        asked = {frozenset((row.left, row.right)) for row in tables["review"].itertuples()}
        assert frozenset(("Zhang Wei", "Corin Talbrek")) not in asked
        return found

    before, log = check(), (tmp_path / "ids.csv").read_bytes()
    shutil.rmtree(output)
    batch(library, output, corpus)
    assert check() == before
    assert (tmp_path / "ids.csv").read_bytes() == log
    for number, article in enumerate(ARTICLES[:3]):
        batch(library, output, article)
        check()
    assert {key: value for key, value in ids(output).items() if key in before} == before


def test_decisions_that_contradict_and_names_that_are_gone_are_told(tmp_path: Path, library: Path) -> None:
    corpus, output = write(tmp_path / "corpus", "a.txt", "c.txt"), tmp_path / "output"
    batch(library, output, corpus)
    state = output / "state"
    decide(state, "same", "Zhang Wei", "Corin Talbrek")
    decide(state, "same", "Corin Talbrek", "Nora Vellin")
    decide(state, "different", "Nora Vellin", "Zhang Wei")
    decide(state, "same", "Nora Vellin", "Nobody Atall")
    notes = "\n".join(apply_decisions(output).notes)
    assert all(f"line {line}" in notes for line in (2, 3, 4, 5))
    assert len(read_decisions(state).history) == 4
    found = ids(output)
    assert found["person", "Zhang Wei", ""] != found["person", "Nora Vellin", ""]


def test_types_and_names_that_are_none_are_ruled_without_reading(tmp_path: Path, library: Path, reads: list[str]) -> None:
    corpus, output = write(tmp_path / "corpus", "a.txt", "c.txt"), tmp_path / "output"
    batch(library, output, corpus)
    reads.clear()
    decide(output / "state", "type", "Corin Talbrek", value="organization")
    decide(output / "state", "not-an-entity", "Zhang Wei")
    apply_decisions(output)
    found = ids(output)
    assert ("organization", "Corin Talbrek", "") in found and ("person", "Corin Talbrek", "") not in found
    assert not [key for key in found if key[1] == "Zhang Wei"]
    decide(output / "state", "undo", "Zhang Wei")
    apply_decisions(output)
    assert [key for key in ids(output) if key[1] == "Zhang Wei"]
    assert reads == []


def test_a_reader_of_the_tables_and_a_holder_of_out_do_not_stop_a_decision(tmp_path: Path, library: Path) -> None:
    corpus, output = write(tmp_path / "corpus", "a.txt", "c.txt"), tmp_path / "output"
    batch(library, output, corpus)
    with (output / "entities.parquet").open("rb") as reader, hold(output):
        command = [sys.executable, "-m", "pipeline", "decide", "same", "Zhang Wei", "Corin Talbrek", "--who", "ida", "--output", str(output)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert str(os.getpid()) in done.stderr and "next run applies" in done.stderr
        second = subprocess.run([sys.executable, "-m", "pipeline", "run", str(corpus), "--output", str(output)], cwd=ROOT, capture_output=True, text=True)
        assert second.returncode == 1 and f"process {os.getpid()}" in second.stderr
        assert reader.read()
    assert "Nothing new" not in batch(library, output, corpus).summary
    found = ids(output)
    assert found["person", "Zhang Wei", ""] == found["person", "Corin Talbrek", ""]


def orders() -> list[Sequence[Path]]:
    ten = ARTICLES[:10]
    found = [ten, ten[::-1]]
    for seed in (1, 2, 3):
        shuffled = list(ten)
        random.Random(seed).shuffle(shuffled)
        found.append(shuffled)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("order", range(5))
def test_ten_batches_in_any_order_are_one_run_and_the_same_order_gives_the_same_ids(tmp_path: Path, library: Path, order: int) -> None:
    names = [path for path in orders()[order]]
    (tmp_path / "all").mkdir()
    for path in names:
        shutil.copy(path, tmp_path / "all" / path.name)
    batch(library, tmp_path / "once", tmp_path / "all")
    for output in ("ten", "again"):
        for path in names:
            lend(library, tmp_path / output)
            batch(library, tmp_path / output, tmp_path / "all" / path.name)
    same(contents(tmp_path / "once"), contents(tmp_path / "ten"))
    assert ids(tmp_path / "ten") == ids(tmp_path / "again")


def test_a_table_of_one_name_in_two_folders_loses_no_row(tmp_path: Path) -> None:
    for day, text in (("monday", TALES["a.txt"]), ("tuesday", TALES["b.txt"])):
        (tmp_path / day).mkdir()
        (tmp_path / day / "news.csv").write_text(f'id,text\n1,"{text}"\n2,"{TALES["c.txt"]}"\n', encoding="utf-8")
        run(Config(corpus=(tmp_path / day,), output=tmp_path / "output"))
    documents = load_tables(tmp_path / "output")["documents"]
    assert list(documents["status"]) == ["read"] * 4, documents[["document", "status", "reason"]]


def test_a_document_that_breaks_the_search_for_names_is_told_and_the_others_go_on(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pipeline.engine

    real = pipeline.engine.extract
    broken = {"a.txt"}

    def breaks(document: Document) -> object:
        if document.document in broken:
            raise ValueError("nobody foresaw this")
        return real(document)

    monkeypatch.setattr(pipeline.engine, "extract", breaks)
    corpus = write(tmp_path / "corpus", "a.txt", "c.txt")
    run(Config(corpus=(corpus,), output=tmp_path / "output"))
    rows = load_tables(tmp_path / "output")["documents"].set_index("document")
    assert rows.loc["a.txt", "status"] == "failed" and "nobody foresaw this" in rows.loc["a.txt", "reason"]
    assert rows.loc["c.txt", "status"] == "read"
    broken.clear()
    write(corpus, "b.txt")
    run(Config(corpus=(corpus,), output=tmp_path / "output"))
    assert list(load_tables(tmp_path / "output")["documents"]["status"]) == ["read"] * 3
