"""How often the language of an article, a sentence, or five words in a row is told right; prints docs/languages.md.

    python -m benchmarks.languages NEWS [--each 100] > docs/languages.md

NEWS holds a folder for each language (its BCP 47 code) with the same articles in all of them, NTREX-128 for instance.
A label is right when it is the folder's name. Sentences (the lines of the articles) and pieces are drawn with a fixed seed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pipeline.detect import detect
from pipeline.records import RawDocument

SEED = 20260302
NO_SPACES = ("zh", "zh-Hant", "ja", "th")
WORDS, LETTERS = 5, 10


def pieces(lines: list[str], code: str, count: int, rng: random.Random) -> list[str]:
    """Five words in a row, ten letters where words are not parted by spaces."""
    size = LETTERS if code in NO_SPACES else WORDS
    units = [list(line) if code in NO_SPACES else line.split() for line in lines]
    units = [unit for unit in units if len(unit) > size + 2]
    drawn = []
    for _ in range(count):
        unit = rng.choice(units)
        start = rng.randrange(len(unit) - size)
        drawn.append(("" if code in NO_SPACES else " ").join(unit[start : start + size]))
    return drawn


def share_right(texts: Iterable[str], code: str, wrong: Counter[tuple[str, str]]) -> float:
    """The share of the texts that are told right; what the others were called is counted."""
    labels = [detect(RawDocument("a.txt", text, "")).language for text in texts]
    wrong.update((code, label) for label in labels if label != code)
    return sum(label == code for label in labels) / len(labels)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("news", type=Path)
    parser.add_argument("--each", type=int, default=100, help="sentences and pieces of each language")
    parser.add_argument("--articles", type=int, default=1, help="take every n-th article")
    options = parser.parse_args()
    rng = random.Random(SEED)
    say = sys.stdout.write
    say("# Languages\n\nWhat `pipeline/detect.py` tells, by length of text. Made by `python -m benchmarks.languages`; share of labels equal to the folder's name.\n\n"
        "| language | whole articles | sentences | five words (ten letters) |\n|---|---|---|---|\n")  # fmt: skip
    columns: list[list[float]] = [[], [], []]
    confusions: list[Counter[tuple[str, str]]] = [Counter(), Counter(), Counter()]
    begun, count = 0.0, 0
    for folder in sorted(path for path in options.news.iterdir() if path.is_dir()):
        articles = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))[:: options.articles]]
        lines = [line for article in articles for line in article.splitlines() if line.strip()]
        start = time.monotonic()
        shares = [share_right(articles, folder.name, confusions[0])]
        begun, count = begun + time.monotonic() - start, count + len(articles)
        shares.append(share_right(rng.sample(lines, min(options.each, len(lines))), folder.name, confusions[1]))
        shares.append(share_right(pieces(lines, folder.name, options.each, rng), folder.name, confusions[2]))
        for column, share in zip(columns, shares, strict=True):
            column.append(share)
        say(f"| {folder.name} | {' | '.join(f'{share:.3f}' for share in shares)} |\n")
    say(f"| **all {len(columns[0])}** | {' | '.join(f'**{sum(column) / len(column):.4f}**' for column in columns)} |\n\n")
    for name, wrong in zip(("whole articles", "sentences", "five words"), confusions, strict=True):
        say(f"Most frequent errors in {name}: " + (", ".join(f"{code} as {label} {times}" for (code, label), times in wrong.most_common(8)) or "none") + ".\n\n")
    say(f"{count} articles in {begun:.0f} seconds.\n")


if __name__ == "__main__":
    main()
