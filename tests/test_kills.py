"""Kill -9 at any moment: no decision is lost, no table is half written, and the next run ends with the same bytes."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from pipeline import load_tables
from pipeline.decisions import read_decisions

pytestmark = pytest.mark.slow
RUNNER = Path(__file__).with_name("killed.py")
WORDS = "the archive of the town opened late and those who had waited went home before the lamps were lit along the river".split()
STAGES = [("inside a transaction", count) for count in (1, 17, 43, 60, 80)] + [("tables are moved", count) for count in (1, 3, 5, 9, 15)]
MOMENTS = 40


def words(process: subprocess.CompletedProcess[str]) -> list[str]:
    return process.stdout.splitlines()


def command(corpus: Path, output: Path, *more: str) -> list[str]:
    return [sys.executable, str(RUNNER), str(corpus), str(output), *more]


def finish(corpus: Path, output: Path, *more: str) -> list[str]:
    done = subprocess.run(command(corpus, output, *more), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return words(done)


def everything(output: Path) -> dict[str, bytes]:
    """The bytes of all tables and of what outlives OUT; the report names OUT."""
    return {path.relative_to(output).as_posix(): path.read_bytes().replace(bytes(output), b"OUT") for path in sorted([*output.glob("*.*"), *output.glob("state/*")])}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kills") / "corpus"
    folder.mkdir()
    for number in range(40):
        chance = random.Random(number)
        sentences = [f"Yesterday Nora Vellin {'I' * chance.randint(1, 5)} met Corin Talbrek and said that {' '.join(chance.choices(WORDS, k=20))}." for _ in range(8)]
        (folder / f"{number:02}.txt").write_text(f"Nora Vellin 3 and Ida Brandt {number} spoke.\n\n" + "\n\n".join(sentences), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def whole(corpus: Path) -> tuple[dict[str, bytes], float]:
    """The tables of a run that nobody disturbs, and the seconds that it takes."""
    output = corpus.parent / "whole"
    begin = time.monotonic()
    finish(corpus, output)
    return everything(output), time.monotonic() - begin


def readable(output: Path) -> None:
    """Each table that is there can be read, and all tables are of one run."""
    if (output / "entities.parquet").exists():
        load_tables(output)


@pytest.mark.parametrize(("stage", "count"), STAGES)
def test_a_run_killed_in_a_stage_ends_well_the_next_time(tmp_path: Path, corpus: Path, whole: tuple[dict[str, bytes], float], stage: str, count: int) -> None:
    killed = subprocess.run(command(corpus, tmp_path / "output", "--at", stage, str(count)), capture_output=True, text=True)
    assert killed.returncode == -9 and words(killed)[-1] == stage
    readable(tmp_path / "output")
    finish(corpus, tmp_path / "output")
    assert everything(tmp_path / "output") == whole[0]


def test_a_run_killed_at_any_moment_ends_well_the_next_time(tmp_path: Path, corpus: Path, whole: tuple[dict[str, bytes], float]) -> None:
    stages: Counter[str] = Counter()
    for number in range(MOMENTS):
        output = tmp_path / f"output{number}"
        process = subprocess.Popen(command(corpus, output), stdout=subprocess.PIPE, text=True)
        time.sleep(whole[1] * (number + 0.5) / MOMENTS)
        process.kill()
        said, _ = process.communicate()
        stage = said.splitlines()[-1] if said else "before the beginning"
        stages[stage] += 1
        readable(output)
        extracted = said.count("extract\n")
        again = finish(corpus, output)
        # A text counts as finished when its transaction is over: at most the one in work is searched again.
        assert again.count("extract") <= 40 - max(extracted - 1, 0)
        assert everything(output) == whole[0], stage
        shutil.rmtree(output)
    print("killed in:", dict(stages))
    assert len(stages) >= 3


def test_no_decision_is_lost_when_deciding_is_killed(tmp_path: Path, corpus: Path, whole: tuple[dict[str, bytes], float]) -> None:
    finish(corpus, tmp_path / "before")
    shutil.copytree(tmp_path / "before", tmp_path / "decided")
    seen = finish(corpus, tmp_path / "decided", "--decide")
    expected = everything(tmp_path / "decided")
    moments: list[tuple[str, int]] = []
    for stage in dict.fromkeys(seen):
        count = seen.count(stage)
        moments += [(stage, number) for number in sorted({1, 2, 3, count // 5, count // 3, count // 2, count - 1, count} & set(range(1, count + 1)))]
    assert len(moments) >= 20
    told: Counter[str] = Counter()
    for stage, count in moments:
        output = tmp_path / "output"
        shutil.rmtree(output, ignore_errors=True)
        shutil.copytree(tmp_path / "before", output)
        killed = subprocess.run(command(corpus, output, "--decide", "--at", stage, str(count)), capture_output=True, text=True)
        assert killed.returncode == -9
        readable(output)
        said = read_decisions(output / "state")
        assert not said.damages
        if stage not in ("begin", "decisions are appended"):
            assert len(said.history) == 1
        finish(corpus, output)
        after = everything(output)
        told[stage] += 1
        assert after == (expected if said.history else everything(tmp_path / "before")), stage
    print("killed in:", dict(told))
