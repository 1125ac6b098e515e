"""Names known from one side of parallel texts, looked for in the paragraph beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.records import Candidate, Document, ParallelPair


def project(
    documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]], pairs: Sequence[ParallelPair]
) -> list[Candidate]:
    """Candidates found beside; none without parallel texts."""
    return []
