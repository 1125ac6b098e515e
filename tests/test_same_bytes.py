"""The same tables, byte for byte, whatever the order of files, the hash seed and the number of processes."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def tables(folder: Path, output: Path, *, seed: str, jobs: int) -> dict[str, bytes]:
    subprocess.run(
        [sys.executable, "-m", "pipeline", "run", str(folder), "--output", str(output), "--jobs", str(jobs)],
        check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
    )
    return {path.name: path.read_bytes() for path in sorted(output.iterdir()) if path.suffix in (".csv", ".parquet")}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return tables(ROOT / "corpus" / "articles", tmp_path_factory.mktemp("plain") / "out", seed="0", jobs=1)


def test_another_hash_seed_changes_nothing(plain: dict[str, bytes], tmp_path: Path) -> None:
    assert tables(ROOT / "corpus" / "articles", tmp_path / "out", seed="4711", jobs=1) == plain


def test_two_processes_change_nothing(plain: dict[str, bytes], tmp_path: Path) -> None:
    assert tables(ROOT / "corpus" / "articles", tmp_path / "out", seed="1", jobs=2) == plain


def test_files_in_another_order_change_nothing(plain: dict[str, bytes], tmp_path: Path) -> None:
    """The folder is filled in another order, so that the file system lists it otherwise."""
    names = sorted(path.name for path in (ROOT / "corpus" / "articles").iterdir())
    random.Random(3).shuffle(names)
    folder = tmp_path / "articles"
    folder.mkdir()
    for name in names:
        shutil.copyfile(ROOT / "corpus" / "articles" / name, folder / name)
    assert tables(folder, tmp_path / "out", seed="2", jobs=1) == plain
