"""Train the multilingual model and put it into pipeline/models.

python -m training.train WORK [--steps N] [--start MODEL]

WORK is what training.prepare made. One thread; the same files and the same seed give the same weights on the same machine.
With --start the weights of a trained pipeline are trained on. An interrupt ends the training; what was learned until then is kept.
"""

from __future__ import annotations

import argparse
import json
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import spacy
from spacy.cli.train import train
from spacy.language import Language

from training.tokens import add_tokenizer

CONFIG = Path(__file__).with_name("xx_names.cfg")
TARGET = Path(__file__).parents[1] / "pipeline" / "models" / "xx_names"
VERSION = "1.1.0"


@spacy.util.registry.callbacks("names_tokenizer")  # type: ignore[untyped-decorator]  # spaCy does not annotate its registries
def names_tokenizer() -> Callable[[Language], Language]:
    """Gives the new pipeline our tokenizer; it is saved with the model, so that this callback is needed in training only."""
    return add_tokenizer


def finish(trained: Path, target: Path) -> None:
    """Save a trained pipeline as one that loads with spaCy alone."""
    nlp = spacy.load(trained)
    nlp.config["nlp"]["after_creation"] = None
    nlp.config["paths"] = {}
    for section in ("corpora", "training", "initialize"):
        nlp.config[section] = {}
    nlp.meta.update(name="names", version=VERSION, license="CC BY-SA 4.0", description="People, organizations and places in many languages.", vectors={})
    nlp.meta["performance"] = {}
    nlp.to_disk(target)
    labels = sorted({*nlp.get_pipe("ner").labels, "ner"})  # the words of the training text are not needed, and are not ours
    (target / "vocab" / "strings.json").write_text(json.dumps(labels), encoding="utf-8")


def start_from(config: str, model: Path) -> str:
    """The configuration with both components taken from a trained pipeline."""
    before, _, rest = config.partition("[components.tok2vec]")
    after = rest[rest.index("[corpora]"):]
    return f'{before}[components.tok2vec]\nsource = "{model}"\n\n[components.ner]\nsource = "{model}"\n\n{after}'


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--start", type=Path)
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts a job in the background takes this away
    overrides: dict[str, str | int] = {"paths.train": str(options.work / "train.spacy"), "paths.dev": str(options.work / "dev.spacy"), "training.max_steps": options.steps}
    config = CONFIG
    if options.start:
        config = options.work / "start.cfg"
        config.write_text(start_from(CONFIG.read_text(encoding="utf-8"), options.start), encoding="utf-8")
    try:
        train(config, options.work / "trained", overrides=overrides)
    except KeyboardInterrupt:
        pass  # spaCy has saved model-last
    finish(options.work / "trained" / "model-last", TARGET)


if __name__ == "__main__":
    main()
