"""How long alignment of distinct names takes and how it grows: coined people, each with some of its spellings.

    python benchmarks/alignment.py [20000 40000 …]

Each size runs in a process of its own, so that its memory is its own. `exponent` is the growth of the time between two
sizes: 1 is proportional. Seconds are of the clock, and of the processor, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pipeline.align import align
from pipeline.languages.chinese import table
from pipeline.records import Mention

ONSETS, VOWELS, ENDS = "b br d dr f g gr h j k kl l m n p r s st t tr v w".split(), "a e i o u au ei".split(), "l n r s t m nd rt ck ld".split()


def word(random_: random.Random, syllables: int) -> str:
    """A coined word: 'brandeit'."""
    return ("".join(random_.choice(ONSETS) + random_.choice(VOWELS) for _ in range(syllables)) + random_.choice(ENDS)).capitalize()


def names(count: int) -> list[str]:
    """Distinct names, the same for the same count: three in ten romanized Chinese, every second with another spelling beside it."""
    random_ = random.Random(count)
    surnames, syllables = sorted(table("chinese_surnames_pinyin")), sorted(table("pinyin_syllables"))
    found: dict[str, None] = {}
    while len(found) < count:
        if random_.random() < 0.3:
            family, given = random_.choice(surnames).capitalize(), (random_.choice(syllables) + random_.choice(syllables)).capitalize()
        else:
            family, given = word(random_, 2), word(random_, random_.choice((1, 2)))
        found[f"{given} {family}"] = None
        if random_.random() < 0.5:
            found[random_.choice((f"{family}, {given}", f"{family} {given}", f"{given} {family.upper()}", f"{given[0]}. {family}"))] = None
    return list(found)[:count]


def measure(count: int) -> None:
    """Print count, seconds, seconds of the processor, megabytes at most, clusters and proposals."""
    mentions = [Mention(f"{n}.txt", 0, len(name), name, "person", "en", "benchmark") for n, name in enumerate(names(count))]
    began, worked = time.perf_counter(), time.process_time()
    alignment = align(mentions, [], documents={}, pairs=[], everywhere=True)
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    proposed = sum(comparison.verdict == "proposed" for comparison in alignment.comparisons)
    print(count, round(seconds, 1), round(processor, 1), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, len(alignment.clusters), proposed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[20_000, 40_000])
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one is not None:
        return measure(arguments.one)
    before: tuple[int, float] | None = None
    print("names     seconds  processor  MB at most  clusters  proposals  exponent")
    for size in arguments.sizes:
        told = subprocess.run([sys.executable, __file__, "--one", str(size)], check=True, capture_output=True, text=True).stdout.split()
        grown = "" if before is None else f"{math.log(float(told[2]) / before[1]) / math.log(size / before[0]):.2f}"
        print(f"{size:<9} {told[1]:<8} {told[2]:<10} {told[3]:<11} {told[4]:<9} {told[5]:<10} {grown}")
        before = size, float(told[2])
    return None


if __name__ == "__main__":
    main()
