"""Make the training files of the multilingual model.

python -m training.prepare DATA NEWS WORK [--leave-out FILE]

DATA holds the data sets of training/README.md, NEWS the parallel news (a folder a language, a line a paragraph). WORK gets
train.spacy and dev.spacy. FILE lists documents (language/name.txt) that are kept for evaluation.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from training.augment import SENTENCES, Names, composed, shouted, swapped
from training.english import NO_NAMES, Spans, label, read_articles, vote
from training.examples import UNKNOWN, Example, training_examples
from training.project import project
from training.tokens import blank

SEED = 11
COPIES = {"ar": 6, "de": 3, "es": 3, "id": 3, "pt": 3}
"""The languages that the model is made for, and how many copies with other names are made of each text of the news."""
SECOND_OPINIONS = (("ru", 1.2), ("fr", 0.7))
"""Languages whose own models have a say about the English names, and its weight."""
OTHER_ALPHABETS = ("ja", "zh", "zh-Hant")
"""Served by a model of their own."""
SHARE = {"hr": 0.25, "sk": 0.2, "da": 0.4, "sv": 0.4, "en": 0.6}
"""The share that is taken of large sets in languages that come with the rest."""
SHARE_OF_NEWS = {**dict.fromkeys(COPIES, 1.0), **dict.fromkeys(("bn", "hi", "ko", "ta", "th"), 0.2), "en": 1.0}
"""The share that is taken of the news in a language; of those not named here, as OTHERS says."""
OTHERS = 0.5
COMPOSED = 1000


def to_doc(nlp: Language, example: Example) -> Doc:
    """The example as a spaCy document; a span between tokens is widened to them."""
    doc = nlp.make_doc(example.text)
    found: list[Span] = []
    missing: list[Span] = []
    end_of_last = 0
    for start, end, label in example.spans:
        span = doc.char_span(start, end, label=label, alignment_mode="expand")
        if span is None or span.start < end_of_last:
            continue
        end_of_last = span.end
        (missing if label == UNKNOWN else found).append(span)
    doc.set_ents(found, missing=missing)
    return doc


def english_names(news: Path, articles: Sequence[tuple[str, list[str]]], leave_out: frozenset[str], nlp: Language) -> dict[str, list[Spans]]:
    """Names in the English news: what the English model says, and what those of other languages say of the paragraph beside."""
    english = [text for _, paragraphs in articles for text in paragraphs]
    opinions: list[tuple[float, Mapping[str, Spans]]] = [(1.0, dict(zip(english, label("en", english), strict=True)))]
    for language, weight in SECOND_OPINIONS:
        others = [text for _, paragraphs in read_articles(news, language, leave_out) for text in paragraphs]
        projected = project("en", others, label(language, others), english, nlp)
        known = {
            example.text: [(start, end, name) for start, end, name in example.spans if name != UNKNOWN and example.text[start:end] not in NO_NAMES]
            for example in projected
        }
        opinions.append((weight, known))
    return vote(articles, opinions)


def news_examples(news: Path, leave_out: frozenset[str]) -> list[Example]:
    """The English news with voted names, and the same names in every other language."""
    articles = read_articles(news, "en", leave_out)
    nlp = blank()
    labelled = english_names(news, articles, leave_out, nlp)
    english = [text for _, paragraphs in articles for text in paragraphs]
    spans = [found for name, _ in articles for found in labelled[name]]
    examples = [
        Example("en", "news", text, tuple(span for span in found if span[2] != "MISC"))
        for text, found in zip(english, spans, strict=True)
        if text.strip()
    ]
    for folder in sorted(path for path in news.iterdir() if path.is_dir() and path.name not in ("en", *OTHER_ALPHABETS)):
        others = [text for _, paragraphs in read_articles(news, folder.name, leave_out) for text in paragraphs]
        examples += project(folder.name, english, spans, others, nlp)
    return examples


def augmented(examples: Sequence[Example], names: Names) -> Iterable[Example]:
    """Each example, and copies of it with other names."""
    chance = names.random
    for example in examples:
        share = SHARE_OF_NEWS.get(example.language, OTHERS) if example.source == "news" else SHARE.get(example.language, 1.0)
        if chance.random() > share:
            continue
        yield example
        named = any(label in ("PERSON", "ORG") for _, _, label in example.spans)
        copies = (COPIES[example.language] if example.source == "news" else 1) if example.language in COPIES else 0.35
        while named and copies > 0:
            if chance.random() < copies:
                yield swapped(example, names)
            copies -= 1
        if chance.random() < 0.04 and (capitals := shouted(example)) is not None:
            yield capitals
    for language in SENTENCES:
        yield from composed(names, language, COMPOSED)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("news", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--leave-out", type=Path)
    options = parser.parse_args(arguments)
    lines = options.leave_out.read_text(encoding="utf-8").split() if options.leave_out else []
    examples = training_examples(options.data) + news_examples(options.news, frozenset(Path(line).stem for line in lines))
    ready = list(augmented(examples, Names(examples, SEED)))
    random.Random(SEED).shuffle(ready)
    nlp = blank()
    options.work.mkdir(parents=True, exist_ok=True)
    dev, train = ready[: len(ready) // 60], ready[len(ready) // 60 :]
    for name, part in (("dev", [example for example in dev if "swapped" not in example.source]), ("train", train)):
        DocBin(docs=[to_doc(nlp, example) for example in part], attrs=["ENT_IOB", "ENT_TYPE"]).to_disk(options.work / f"{name}.spacy")
        sys.stdout.write(f"{name}: {len(part)} texts, {sum(len(example.text.split()) for example in part)} words\n")
    count = Counter((example.language, example.source.split()[0]) for example in ready)
    sys.stdout.write(" ".join(f"{language}/{source}:{number}" for (language, source), number in sorted(count.items())) + "\n")


if __name__ == "__main__":
    main()
