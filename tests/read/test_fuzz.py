"""A short run of benchmarks/fuzz.py: damaged files of every kind raise nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.fuzz import check_reader, check_table, run
from benchmarks.fuzz_seeds import good_files
from pipeline.errors import BadTable
from pipeline.known import read_known
from pipeline.sheets import read_sheet


@pytest.mark.parametrize("target", sorted(good_files()))
def test_damaged_files_raise_nothing(target: str, tmp_path: Path) -> None:
    good = good_files()[target]
    check = check_reader(target)
    if target.startswith("--known"):
        check = check_table(read_known, "known.jsonl" if good.startswith(b"{") else "known.csv", tmp_path)
    elif target.startswith("decide"):
        check = check_table(read_sheet, "answers.xlsx" if good.startswith(b"PK") else "answers.csv", tmp_path)
    assert check(good) == "read"
    outcomes, faults = run(good, check, 25)
    assert not faults
    assert sum(outcomes.values()) >= 20


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_workbook_that_was_cut_off_is_told(share: float, tmp_path: Path) -> None:
    """Fuzzing found it: a cut workbook raised what zipfile raises."""
    good = good_files()["decide --import (xlsx)"]
    (tmp_path / "answers.xlsx").write_bytes(good[: int(len(good) * share)])
    with pytest.raises(BadTable):
        read_sheet(tmp_path / "answers.xlsx")
