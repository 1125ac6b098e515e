"""What the rules for works find in folders of articles, and what share of extraction they take.

usage: python benchmarks/papers.py FOLDER... [--time]

Prints one line for each work that the rules find (document, rule, the word that told it, the name), then for each folder
the number of documents and of works. With --time, also the time that the rules take beside all of extraction.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from pipeline.detect import detect
from pipeline.extract import extract
from pipeline.extract.papers import author_candidates, paper_candidates
from pipeline.extract.work_glosses import work_glosses
from pipeline.read import read_documents
from pipeline.records import Document, RawDocument


def read(folder: Path) -> list[Document]:
    """The documents of a folder with their languages."""
    return [detect(item) for item in read_documents((folder,)) if isinstance(item, RawDocument)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--time", action="store_true", help="also time the rules and all of extraction")
    options = parser.parse_args()
    rules = whole = 0.0
    for folder in options.folders:
        documents = read(folder)
        found = 0
        for document in documents:
            started = time.perf_counter()
            works = paper_candidates(document)
            author_candidates(document, works)
            work_glosses(document, works)
            rules += time.perf_counter() - started
            found += len(works)
            for work in works:
                print(f"{folder.name}/{document.document}\t{work.detector}\t{work.cue[:40]}\t{work.surface}")
            if options.time:
                started = time.perf_counter()
                extract(document)
                whole += time.perf_counter() - started
        print(f"{folder}: {len(documents)} documents, {found} works")
    if options.time:
        print(f"rules {rules:.2f} s of {whole:.2f} s of extraction: {100 * rules / whole:.1f} %")


if __name__ == "__main__":
    main()
