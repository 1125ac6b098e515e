"""Throw damaged files at every reader and at the tables that people give, and print what happened.

    python -m benchmarks.fuzz [--each 6000] [--targets a.pdf,a.html] > docs/fuzzing.md

Inputs are good files with pieces changed, cut, doubled or swapped, drawn by hypothesis from a fixed seed. A reader may say
that a file is damaged; it may not raise, and what it gives must be text that can be written down.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from pipeline.errors import NamebridgeError
from pipeline.known import read_known
from pipeline.read.limits import Limits
from pipeline.read.readers import read_bytes
from pipeline.records import RawDocument
from pipeline.sheets import read_sheet

SEED = 20260302
LIMITS = Limits(member_bytes=2_000_000, characters=2_000_000)
Check = Callable[[bytes], str]
Change = tuple[int, int, int, bytes]


def changed(data: bytes, changes: list[Change]) -> bytes:
    """The bytes after the changes: (kind, place, length, piece), all taken modulo what there is."""
    found = bytearray(data)
    for kind, place, length, piece in changes:
        start = place % (len(found) + 1)
        end = min(len(found), start + length % 64)
        if kind == 0:
            found[start:end] = piece
        elif kind == 1:
            del found[start:]
        elif kind == 2:
            found[start:start] = found[start:end] * 3
        elif kind == 3:
            found[start:end] = bytes(255 - byte for byte in found[start:end])
        else:
            found[start:end] = reversed(found[start:end])
    return bytes(found)


PIECES = st.one_of(st.binary(max_size=12), st.sampled_from([b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"<", b"]]>", b"&e;", b"\"", b"[[[[", b"\r", b"9" * 20, b"%PDF-", b"PK\x03\x04", b"\x1f\x8b\x08"]))
CHANGES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1 << 16), st.integers(0, 1 << 16), PIECES), min_size=1, max_size=6)


def check_reader(name: str) -> Check:
    """Reads the bytes as a file of this name; gives the status of the first item."""

    def check(data: bytes) -> str:
        items = read_bytes(name, data, LIMITS)
        assert items, "no item"
        for item in items:
            if isinstance(item, RawDocument):
                assert item.text.strip()
                for value in (item.text, item.title, item.date, item.url, item.declared_language):
                    value.encode("utf-8")
            else:
                assert item.reason and item.status in ("passed over", "empty", "unsure", "failed")
        return "read" if isinstance(items[0], RawDocument) else items[0].status

    return check


def check_table(read: Callable[[Path], object], name: str, folder: Path) -> Check:
    """Reads the bytes as a table that a person gave; only our own errors may be raised."""

    def check(data: bytes) -> str:
        path = folder / name
        path.write_bytes(data)
        try:
            read(path)
        except NamebridgeError as error:
            return type(error).__name__
        return "read"

    return check


def run(good: bytes, check: Check, each: int) -> tuple[Counter[str], list[str]]:
    """How often each outcome came, and the faults."""
    outcomes: Counter[str] = Counter()
    faults: list[str] = []

    @seed(SEED)
    @settings(max_examples=each, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(CHANGES)
    def throw(changes: list[Change]) -> None:
        data = changed(good, changes)
        try:
            outcomes[check(data)] += 1
        except Exception as error:  # noqa: BLE001  # any at all is a fault; the others are still to be found
            outcomes["fault"] += 1
            faults.append(f"{type(error).__name__}: {error}")

    throw()
    return outcomes, faults


def main() -> None:
    from benchmarks.fuzz_seeds import good_files

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=6000)
    parser.add_argument("--targets", default="")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    say = sys.stdout.write
    say(f"# Fuzzing\n\nMade by `python -m benchmarks.fuzz --each {options.each}`. Seed {SEED}. Good files with pieces changed, cut, doubled or swapped, drawn by hypothesis.\n"
        "A fault is an exception that is not ours, an item without a reason, or text that cannot be written down.\n\n"
        "| target | inputs | outcomes | faults | seconds |\n|---|---|---|---|---|\n")  # fmt: skip
    total = broken = 0
    with tempfile.TemporaryDirectory() as folder:
        for target, good in good_files().items():
            if options.targets and target not in options.targets.split(","):
                continue
            check = check_reader(target)
            if target.startswith("--known"):
                check = check_table(read_known, "known.jsonl" if good.startswith(b"{") else "known.csv", Path(folder))
            elif target.startswith("decide"):
                check = check_table(read_sheet, "answers.xlsx" if good.startswith(b"PK") else "answers.csv", Path(folder))
            begun = time.monotonic()
            outcomes, faults = run(good, check, options.each)
            told = ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items()))
            say(f"| {target} | {sum(outcomes.values())} | {told} | {len(faults)}{': ' + faults[0][:120] if faults else ''} | {time.monotonic() - begun:.0f} |\n")
            sys.stdout.flush()
            total += sum(outcomes.values())
            broken += len(faults)
    say(f"\n{total} inputs, {broken} faults.\n")


if __name__ == "__main__":
    main()
