"""Which documents tell the same story, and which paragraphs stand side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.records import Candidate, Document, ParallelPair


def find_parallel(documents: Sequence[Document], candidates: Mapping[str, Sequence[Candidate]]) -> list[ParallelPair]:
    """Pairs of documents in different languages that tell one story."""
    return []
