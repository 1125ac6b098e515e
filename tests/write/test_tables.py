"""The tables of OUT: written, read back, nothing changed on the way (kind K23)."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import load_tables
from pipeline.align import align
from pipeline.ids import IdBook, assign_ids, id_log
from pipeline.journal import guard, unguard
from pipeline.merge import merge
from pipeline.records import Document, EntityType, Mention, Paragraph, SkippedDocument
from pipeline.write import Run, write_run
from pipeline.write.files import to_csv
from pipeline.write.load import load_csv
from pipeline.write.schema import SCHEMA, frame

pytestmark = pytest.mark.smoke

NAMES: tuple[tuple[str, EntityType], ...] = (
    ("Null", "person"), ("Nan Li", "person"), ("NA", "organization"), ("None", "person"), ("True", "organization"),
    ("+Plus Group", "organization"), ("-30 Lab", "organization"), ("@home Institute", "organization"), ("=1+1", "organization"),
    ("SEPT2 Consortium", "organization"), ("1-2 Lab", "organization"), ("May", "person"), ("罗知夏", "person"), ("'Quoted Trust", "organization"),
)


def made(names: tuple[tuple[str, EntityType], ...] = NAMES, path: str = "=cmd.txt") -> Run:
    text = "\n".join(name for name, _ in names)
    mentions, at = [], 0
    for name, kind in names:
        mentions.append(Mention(path, at, at + len(name), name, kind, "en", "test", score=-0.5))
        at += len(name) + 1
    documents = {path: Document(path, "d_abcd", text, "00", "en", 1.0, "script", (Paragraph(0, len(text), "en", 1.0, "script"),))}
    alignment = align(mentions, [], documents=documents, pairs=[])
    ids, book = assign_ids(alignment.clusters, IdBook.of(()), 1)
    entities = merge(alignment, mentions, documents, ids)
    skipped = [SkippedDocument("b.txt", "empty", "the file is empty")]
    return Run(documents, skipped, [], mentions, alignment, entities, [], id_log(book), {path: 1}, {n: "=SUM(1)" for n in range(len(mentions))})


def test_every_reader_gives_back_the_same_strings(tmp_path: Path) -> None:
    write_run(tmp_path, made())
    expected = sorted(name for name, _ in NAMES)
    assert sorted(load_tables(tmp_path)["mentions"]["surface"]) == expected
    assert sorted(load_csv("mentions", tmp_path / "mentions.csv")["surface"]) == expected
    assert sorted(pd.read_parquet(tmp_path / "mentions.parquet")["surface"]) == expected
    rows = duckdb.sql(f"select surface from '{tmp_path}/mentions.parquet'").fetchall()
    assert sorted(row[0] for row in rows) == expected
    from_csv = duckdb.sql(f"select surface from read_csv('{tmp_path}/mentions.csv', all_varchar=true, header=true)").fetchall()
    assert sorted(unguard(row[0]) for row in from_csv) == expected


def test_no_cell_of_a_csv_is_a_formula(tmp_path: Path) -> None:
    write_run(tmp_path, made())
    for path in sorted(tmp_path.glob("*.csv")):
        table = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
        text = [name for name, kind in SCHEMA[path.stem].items() if kind == "text"]
        for name in (*text, *table.columns):
            cells = table[name] if name in text else [name]
            assert not any(cell[:1] in ("=", "+", "-", "@", "\t", "\r") for cell in cells), (path.name, name)
    assert pd.read_csv(tmp_path / "mentions.csv", encoding="utf-8-sig")["score"].tolist() == [-0.5] * len(NAMES)


def test_ids_begin_with_a_letter_and_are_no_numbers(tmp_path: Path) -> None:
    write_run(tmp_path, made())
    tables = load_tables(tmp_path)
    ids = [*tables["entities"]["entity_id"], *tables["mentions"]["mention_id"], *tables["documents"]["document_id"]]
    for entity_id in filter(None, ids):
        assert entity_id[0].isalpha() and entity_id[1] == "_"
        with pytest.raises(ValueError):
            float(entity_id.partition("_")[2].replace("_", ""))


def test_every_file_has_its_row_and_every_mention_its_entity(tmp_path: Path) -> None:
    write_run(tmp_path, made())
    tables = load_tables(tmp_path)
    assert set(tables["documents"]["document"]) == {"=cmd.txt", "b.txt"}
    assert tables["documents"].set_index("document").loc["b.txt", "reason"] == "the file is empty"
    assert set(tables["mentions"]["entity_id"]) == set(tables["entities"]["entity_id"])


def test_empty_tables_have_all_columns_and_types(tmp_path: Path) -> None:
    empty = made(names=(), path="a.txt")
    write_run(tmp_path, empty)
    full = load_tables(tmp_path)
    for table, columns in SCHEMA.items():
        assert list(full[table].columns) == list(columns)
        assert full[table].dtypes.tolist() == frame(table, []).dtypes.tolist()


def test_json_cells_are_strict(tmp_path: Path) -> None:
    write_run(tmp_path, made())
    for cell in load_tables(tmp_path)["entities"]["aliases"]:
        assert isinstance(json.loads(cell, parse_constant=lambda name: pytest.fail(f"{name} in JSON")), list)
    assert "罗知夏" in "".join(load_tables(tmp_path)["entities"]["aliases"])


def test_rows_do_not_follow_ids(tmp_path: Path) -> None:
    """Other ids, same order of rows."""
    run = made()
    other = Run(*(getattr(run, name) for name in ("documents", "skipped", "pairs", "mentions", "alignment")), merge(run.alignment, run.mentions, run.documents, [
        f"p_{chr(122 - n)}x" for n in range(len(run.alignment.clusters))]), [], [], run.batches, run.contexts)
    write_run(tmp_path / "a", run)
    write_run(tmp_path / "b", other)
    for table in ("entities", "alignment", "mentions"):
        one, two = load_tables(tmp_path / "a")[table], load_tables(tmp_path / "b")[table]
        pd.testing.assert_frame_equal(one.drop(columns=["entity_id"]), two.drop(columns=["entity_id"]))


def test_the_report_trusts_no_text(tmp_path: Path) -> None:
    write_run(tmp_path, made((("<script>alert(1)</script> Lab", "organization"),)))
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page and "&lt;script&gt;" in page


@given(st.text(alphabet=st.sampled_from("'=+-@\tab1\r罗"), max_size=6))
def test_the_guard_comes_off_again(text: str) -> None:
    assert unguard(guard(text)) == text
    assert guard(text)[:1] not in ("=", "+", "-", "@", "\t", "\r")


def test_csv_folds_cells_to_one_line() -> None:
    rows = frame("id_log", [(1, "p_a", "new", "", "person", "Ida\r\nBrandt")])
    assert to_csv("id_log", rows).decode("utf-8-sig").count("\r\n") == 2
    assert b"Ida Brandt" in to_csv("id_log", rows)


def test_docs_define_every_column_and_no_other() -> None:
    import re

    text = (Path(__file__).resolve().parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    told = {s.split("\n")[0].strip().strip("`"): re.findall(r"^\| `(\w+)` \|", s, flags=re.MULTILINE) for s in sections}
    assert told == {table: list(columns) for table, columns in SCHEMA.items()}
