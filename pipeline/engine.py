"""Where the work runs: this process, or a pool of processes. The results do not depend on it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor

from pipeline.extract import Extraction, extract
from pipeline.records import Document

Progress = Callable[[str, int, int], None]


def extract_all(documents: Mapping[str, Document], *, processes: int, progress: Progress) -> Iterator[tuple[str, Extraction]]:
    """Yield (document, its extraction) in the order of the documents' names.

    A document whose extraction fails gives no candidates; its reason comes back through `failures`.
    """
    names = sorted(documents)
    wanted = [documents[name] for name in names]
    if processes <= 1 or len(wanted) < 2 * processes:
        for count, document in enumerate(wanted, 1):
            yield document.document, extract(document)
            progress("extract", count, len(wanted))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        for count, (document, extraction) in enumerate(zip(wanted, pool.map(extract, wanted, chunksize=4), strict=True), 1):
            yield document.document, extraction
            progress("extract", count, len(wanted))
