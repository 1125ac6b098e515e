"""Which spans are scholarly works: the candidates of the papers' rules, as mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.records import Candidate, Document, Mention, ParallelPair


def settle_works(
    documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]], pairs: Sequence[ParallelPair]
) -> list[Mention]:
    """Each paper candidate as a mention, sorted by document and place."""
    return [
        Mention(
            document=candidate.document, start=candidate.start, end=candidate.end, surface=candidate.surface, type="paper",
            language=candidate.language, detector=candidate.detector, score=candidate.score, section=candidate.section,
        )
        for name in sorted(documents)
        for candidate in candidates.get(name, ())
        if candidate.type == "paper"
    ]
