"""Where the work runs: this process, or a pool of processes. The results do not depend on it."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor

from pipeline.errors import NamebridgeError
from pipeline.extract import Extraction, extract
from pipeline.records import Document

log = logging.getLogger(__name__)

Progress = Callable[[str, int, int], None]


def extract_all(documents: Mapping[str, Document], *, processes: int, progress: Progress) -> Iterator[tuple[str, Extraction | str]]:
    """Yield (document, its extraction) in the order of the documents' names; for one that fails, the reason in its place."""
    names = sorted(documents)
    wanted = [documents[name] for name in names]
    if processes <= 1 or len(wanted) < 2 * processes:
        for count, document in enumerate(wanted, 1):
            yield document.document, try_extract(document)
            progress("extract", count, len(wanted))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        for count, (document, extraction) in enumerate(zip(wanted, pool.map(try_extract, wanted, chunksize=4), strict=True), 1):
            yield document.document, extraction
            progress("extract", count, len(wanted))


def try_extract(document: Document) -> Extraction | str:
    """The extraction of one document, or why there is none: one bad document does not stop a batch."""
    try:
        return extract(document)
    except NamebridgeError:
        raise  # a model that is damaged concerns all documents
    except Exception as error:  # models and rules raise what they will on text that nobody foresaw
        log.debug("%s", document.document, exc_info=True)
        return f"no names could be searched for: {type(error).__name__}: {error}"
