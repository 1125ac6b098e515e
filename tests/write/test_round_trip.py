"""Every table comes back from every format with the same cells, whatever stands in them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import load_tables
from pipeline.write.files import one_line, to_csv, to_parquet, write_tables
from pipeline.write.load import load_csv
from pipeline.write.schema import SCHEMA, Kind, frame

pytestmark = pytest.mark.smoke

NASTY = ("NA", "None", "Null", "null", "nan", "True", "N/A", "1E5", "007", "3-4", "MAR1", "12345678901234567890", "=1+1", "'=1+1", "''", "-", '"', 'a "b" c', ",", ";", "罗知夏", " ", "\ufeff")
EXAMPLES: dict[Kind, tuple[object, ...]] = {"text": NASTY, "whole": (0, -3, None), "real": (0.5, -0.5, None, 1e-9), "flag": (True, False)}


def nasty(table: str, rows: int = len(NASTY)) -> pd.DataFrame:
    kinds = list(SCHEMA[table].values())
    return frame(table, [[EXAMPLES[kind][(row + column) % len(EXAMPLES[kind])] for column, kind in enumerate(kinds)] for row in range(rows)])


@pytest.mark.parametrize("rows", [len(NASTY), 0])
@pytest.mark.parametrize("table", SCHEMA)
def test_a_table_comes_back_from_both_formats(table: str, rows: int, tmp_path: Path) -> None:
    made = nasty(table, rows)
    write_tables(tmp_path, {table: made, "entities": nasty("entities", rows)})
    pd.testing.assert_frame_equal(load_csv(table, tmp_path / f"{table}.csv"), made)
    pd.testing.assert_frame_equal(load_tables(tmp_path)[table], made)
    (tmp_path / f"{table}.parquet").unlink()
    pd.testing.assert_frame_equal(load_tables(tmp_path)[table], made)


@pytest.mark.parametrize("table", SCHEMA)
def test_pandas_and_duckdb_read_the_same_from_parquet(table: str, tmp_path: Path) -> None:
    made, path = nasty(table), tmp_path / "table.parquet"
    path.write_bytes(to_parquet(table, made))
    wanted = [tuple(None if value is pd.NA else value for value in row) for row in made.itertuples(index=False)]
    assert duckdb.sql(f"select * from '{path}'").fetchall() == wanted
    for name in (name for name, kind in SCHEMA[table].items() if kind == "text"):
        assert pd.read_parquet(path)[name].tolist() == made[name].tolist()


def test_duckdb_reads_the_csv_as_it_stands(tmp_path: Path) -> None:
    made, path = nasty("mentions"), tmp_path / "mentions.csv"
    path.write_bytes(to_csv("mentions", made))
    rows = duckdb.sql(f"select surface, start from read_csv('{path}', header=true, all_varchar=true, nullstr='')").fetchall()
    assert [row[0] for row in rows] == [one_line(cell) for cell in made["surface"]]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"), max_size=8), min_size=1, max_size=4))
def test_any_text_comes_back_from_csv(texts: list[str]) -> None:
    made = frame("id_log", [(1, text, text, text, text, text) for text in texts])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "id_log.csv"
        path.write_bytes(to_csv("id_log", made))
        pd.testing.assert_frame_equal(load_csv("id_log", path), made)
        assert path.read_bytes().count(b"\n") == len(texts) + 1


def test_parquet_keeps_line_ends_that_csv_folds() -> None:
    made = frame("id_log", [(1, "Ida\nBrandt", "a\r\nb", "c\u2028d", "", "")])
    assert b"Ida Brandt,a b,c d" in to_csv("id_log", made)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.parquet"
        path.write_bytes(to_parquet("id_log", made))
        assert pd.read_parquet(path)["entity_id"].tolist() == ["Ida\nBrandt"]
