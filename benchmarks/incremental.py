"""What a batch costs as the store grows: nothing new, one document more, one decision more, at 100, 1,000 and 10,000 documents.

    python benchmarks/incremental.py [--sizes 100,1000,10000] [--keep FOLDER]

The documents are made up: each has at least 200 words and names five or more of 3,000 people and organizations. Their first
reading takes all for English and finds names without models, so that it is over soon; from then on the program runs as it always does.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SYLLABLES = "ba be bo da de do fa fe ga ge go ha he ka ke ko la le lo ma me mo na ne no pa pe po ra re ro sa se so ta te to va ve vo za ze zo".split()
PLACES = "University Institute Museum Foundation Laboratory Hospital".split()
WORDS = (
    "the river was slow that year and nobody had asked for more water than there was so that the mills stood still while those who lived beside them waited "
    "for rain and for letters which came late or did not come at all because the road over the hills had been closed since autumn"
).split()
TARGETS = {"nothing new": 3.0, "one more": 5.0}


def made_up_names(count: int, seed: int) -> list[str]:
    """Names of people and institutions, two in three of them people; each once."""
    chance = random.Random(seed)

    def word(length: int) -> str:
        return "".join(chance.choice(SYLLABLES) for _ in range(length)).capitalize()

    names: dict[str, None] = {}
    while len(names) < count:
        names[f"{word(2)} {word(3)}" if chance.random() < 0.67 else f"{word(3)} {chance.choice(PLACES)}"] = None
    return list(names)


def article(number: int, names: list[str]) -> str:
    """An article of some 220 words with five to eight names, each in a sentence of its own."""
    chance = random.Random(number)
    sentences = []
    for name in chance.sample(names, chance.randint(5, 8)):
        sentences.append(f"Yesterday {name} said that {' '.join(chance.choices(WORDS, k=22))}.")
        sentences.append(f"{' '.join(chance.choices(WORDS, k=14)).capitalize()}.")
    return "\n\n".join(" ".join(sentences[index : index + 3]) for index in range(0, len(sentences), 3)) + "\n"


def fill(corpus: Path, first: int, last: int, names: list[str]) -> None:
    """Write articles `first` to `last` (exclusive), a hundred to a folder."""
    for number in range(first, last):
        folder = corpus / f"{number // 100:03}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number:05}.txt").write_text(article(number, names), encoding="utf-8")


def command(*arguments: str) -> float:
    """Seconds that the command takes, from outside."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-m", "pipeline", *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def first_reading(corpus: Path, output: Path) -> float:
    """Read everything with rules alone, and keep it as if the models had found no more; returns seconds."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, __file__, "--first-reading", str(corpus), str(output)], cwd=ROOT, check=True)
    return time.perf_counter() - begin


def read_by_rules(corpus: Path, output: Path) -> None:
    """In a process of its own: the name of each sentence is what a model would have found."""
    sys.path.insert(0, str(ROOT))
    import re

    import pipeline.detect
    import pipeline.extract
    from pipeline import Config, run
    from pipeline.extract.models import Span
    from pipeline.records import Document, Paragraph, RawDocument

    shape = re.compile(r"Yesterday ((?:[A-Z]\w+ ?)+) said")

    class Rules:
        name, version = "made up", "1"

        def entities(self, texts: list[str]) -> list[list[Span]]:
            return [
                [Span(*match.span(1), "organization" if match[1].split()[-1] in PLACES else "person") for match in shape.finditer(text)] for text in texts
            ]

    def english(raw: RawDocument, *, languages: object = ()) -> Document:
        paragraphs = tuple(Paragraph(*match.span(), "en", 1.0, "made up") for match in re.finditer(r"[^\n]+", raw.text))
        return Document(raw.document, "d_" + raw.content_hash[:12], raw.text, raw.content_hash, "en", 1.0, "made up", paragraphs)

    pipeline.detect.detect = english  # type: ignore[assignment]
    pipeline.extract.load_model = lambda language: Rules()  # type: ignore[assignment,return-value]  # stands in for the models
    run(Config(corpus=(corpus,), output=output, languages=("en",)))


def measure(size: int, folder: Path) -> dict[str, float]:
    """Seconds for each kind of batch over a store of `size` documents."""
    names = made_up_names(3000, 7)
    corpus, output = folder / "corpus", folder / "output"
    fill(corpus, 0, size, names)
    found = {"first reading": first_reading(corpus, output)}
    arguments = ("run", str(corpus), "--output", str(output), "--languages", "en")
    found["nothing new"] = min(command(*arguments) for _ in range(3))
    fill(corpus, size, size + 1, names)
    alone = folder / "alone"
    fill(alone, size, size + 1, names)
    found["its own reading"] = command("run", str(alone), "--output", str(folder / "alone-output"), "--languages", "en")
    found["one more"] = command(*arguments)
    person = next(name for name in names if name in article(0, names) and name.split()[-1] not in PLACES)
    found["one decision"] = command("decide", "name", person, f"{person} the Elder", "--output", str(output), "--who", "benchmark")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sizes", default="100,1000,10000")
    parser.add_argument("--keep", type=Path, help="work in this folder and leave it")
    parser.add_argument("--first-reading", nargs=2, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.first_reading:
        read_by_rules(*options.first_reading)
        return
    folder = options.keep or Path(tempfile.mkdtemp(prefix="namebridge-"))
    kinds = ("first reading", "nothing new", "its own reading", "one more", "one decision")
    print("documents  " + "  ".join(f"{kind:>15}" for kind in kinds))
    try:
        for size in map(int, options.sizes.split(",")):
            found = measure(size, folder / str(size))
            print(f"{size:>9}  " + "  ".join(f"{found[kind]:>13.2f} s" for kind in kinds), flush=True)
    finally:
        if options.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
