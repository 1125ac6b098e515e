"""Train a model: python -m training.zhja.train MODEL --data DIR --silver DIR --out DIR [--epochs N] [--seed N]

MODEL is one of MODELS below. `--data` holds the annotated sets, `--silver` what training.zhja.prepare wrote.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import fix_random_seed, load_config, load_model_from_config
from thinc.api import Adam

from training.zhja.augment import Names, framed, recased, swapped
from training.zhja.corpora import Sentence, read_source
from training.zhja.tokens import add_rules

log = logging.getLogger("training.zhja.train")
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a model is trained on: how often each annotated set and each language's silver news come in an epoch."""

    sources: dict[str, float]
    silver: dict[str, float]
    swaps: dict[str, float]
    frames: dict[str, int]
    overrides: dict[str, object] = field(default_factory=dict)


MODELS: dict[str, Recipe] = {
    "en": Recipe(
        sources={"UNER_English-EWT": 1.5, "CrossNER": 1, "wikigold": 1.5},
        silver={"en": 3},
        swaps={"en": 0.7},
        frames={"en": 1500},
    ),
    "zhja": Recipe(
        sources={"UNER_Chinese-GSDSIMP": 1, "ja_stockmark": 1},
        silver={"zh": 2.5, "zh-Hant": 0.3, "ja": 2.5, "ko": 0.3},
        swaps={"zh": 0.4, "ja": 0.25, "zh-Hant": 0.3, "ko": 0.2},
        frames={"zh": 400, "ja": 300, "ko": 60},
        overrides={"components.tok2vec.model.embed.rows": [6000, 2000, 2000, 1000]},
    ),
}  # fmt: skip
"""Swaps are the share of a language's sentences that also come with other names; frames the number of filled sentences an epoch."""


def read_silver(folder: Path) -> dict[str, list[Sentence]]:
    """The silver sentences by language."""
    result = {}
    for path in sorted(folder.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        result[path.stem] = [Sentence(row["text"], tuple(tuple(span) for span in row["spans"]), row["language"], "news") for row in rows]
    return result


def _share(sentences: Sequence[Sentence], times: float, generator: random.Random) -> list[Sentence]:
    whole = int(times)
    rest = generator.sample(sentences, round((times - whole) * len(sentences))) if times > whole else []
    return list(sentences) * whole + rest


def epoch(
    recipe: Recipe, gold: dict[str, list[Sentence]], silver: dict[str, list[Sentence]], names: Names, generator: random.Random
) -> list[Sentence]:
    """The sentences of one epoch, shuffled: samples, swaps and frames differ from epoch to epoch."""
    sentences: list[Sentence] = []
    for name, times in recipe.sources.items():
        sentences += _share(gold[name], times, generator)
    for language, lines in silver.items():
        sentences += _share(lines, recipe.silver[language], generator)
    for sentence in list(sentences):
        if generator.random() < recipe.swaps.get(sentence.language, 0):
            other = swapped(sentence, names)
            if other is not None:
                sentences.append(other)
    for language, count in recipe.frames.items():
        sentences += framed(names, language, count)
    generator.shuffle(sentences)
    return [recased(sentence, generator) for sentence in sentences]


def make_example(nlp: Language, sentence: Sentence) -> Example | None:
    """The sentence as spaCy wants it; a name that cuts a token takes it whole."""
    doc = nlp.make_doc(sentence.text)
    if not len(doc):
        return None
    reference = Doc(nlp.vocab, words=[token.text for token in doc], spaces=[bool(token.whitespace_) for token in doc])
    ends, entities = 0, []
    for start, end, label in sorted(sentence.spans):
        span = reference.char_span(start, end, label=label, alignment_mode="expand")
        if span is not None and span.start >= ends:
            entities.append(span)
            ends = span.end
    reference.set_ents(entities)
    return Example(doc, reference)


def batches(examples: Sequence[Example], words: int) -> Iterator[list[Example]]:
    """Batches of about `words` tokens."""
    batch, size = list[Example](), 0
    for example in examples:
        batch.append(example)
        size += len(example.reference)
        if size >= words:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def train(recipe: Recipe, data: Path, silver_folder: Path, out: Path, *, epochs: int, seed: int, tokens: int, start: Path | None, version: str) -> None:
    """Write a trained pipeline, after each epoch anew; the learning rate rises for a twentieth of the way and falls to nothing, weights are averaged."""
    fix_random_seed(seed)
    generator = random.Random(seed)
    config = load_config(FOLDER / "config.cfg", overrides=recipe.overrides)
    nlp = load_model_from_config(config, auto_fill=True)
    add_rules(nlp)
    gold = {name: read_source(data, name, "train") for name in recipe.sources}
    wanted = read_silver(silver_folder)
    silver = {code: lines for code, lines in wanted.items() if code in recipe.silver}
    everything = [sentence for lines in (*gold.values(), *silver.values()) for sentence in lines]
    # English names come in, too: articles in Chinese and Japanese have names in Latin letters.
    names = Names([*everything, *wanted.get("en", ())], generator)
    log.info("annotated %s", {name: len(lines) for name, lines in gold.items()})
    log.info("silver %s", {name: len(lines) for name, lines in silver.items()})
    ner = nlp.get_pipe("ner")
    for label in ("PER", "ORG", "LOC", "MISC"):
        ner.add_label(label)
    sample = [example for sentence in generator.sample(everything, 500) if (example := make_example(nlp, sentence)) is not None]
    nlp.initialize(lambda: sample)
    if start is not None:
        for component in ("tok2vec", "ner"):
            nlp.get_pipe(component).from_disk(start / component, exclude=["vocab"])
    optimizer = Adam(learn_rate=0.001, beta1=0.9, beta2=0.999, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True)
    nlp.meta.update(name=out.name, version=version, license="CC BY-SA 4.0")
    save(nlp, out)  # a folder that cannot be written shows now, not after hours
    step, steps = 0, 0
    for number in range(epochs):
        began, losses = time.perf_counter(), Counter[str]()
        sentences = epoch(recipe, gold, silver, names, generator)
        examples = [example for sentence in sentences if (example := make_example(nlp, sentence)) is not None]
        steps = steps or epochs * sum(1 for _ in batches(examples, tokens))
        for batch in batches(examples, tokens):
            progress = step / steps
            optimizer.learn_rate = 0.0012 * (progress / 0.05 if progress < 0.05 else max(0.02, (1 - progress) / 0.95))
            nlp.update(batch, sgd=optimizer, drop=0.15, losses=losses)
            step += 1
        words = sum(len(example.reference) for example in examples)
        seconds = time.perf_counter() - began
        with nlp.use_params(optimizer.averages):
            save(nlp, out)
        log.info("epoch %d: %d sentences, %d words, %.0f s, loss %.0f", number + 1, len(examples), words, seconds, losses["ner"])


def save(nlp: Language, out: Path) -> None:
    """Write what the program needs of a pipeline; its vocabulary is empty and stays out."""
    out.mkdir(parents=True, exist_ok=True)
    nlp.to_disk(out, exclude=["vocab"])


def main() -> None:
    """Train one model and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=sorted(MODELS))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--silver", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--batch", type=int, default=1200, help="tokens between two updates of the weights")
    parser.add_argument("--start", type=Path, help="a model of the same shape whose training goes on")
    parser.add_argument("--version", default="1.0.0")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    spacy.require_cpu()
    train(
        MODELS[options.model], options.data, options.silver, options.out,
        epochs=options.epochs, seed=options.seed, tokens=options.batch, start=options.start, version=options.version,
    )  # fmt: skip


if __name__ == "__main__":
    main()
