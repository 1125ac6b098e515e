"""Which part of a document is its list of references: titles and people there are cited, not told of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.languages.patterns import section_pattern
from pipeline.records import Document

_LINE = re.compile(r"[^\n]+")
_DECORATION = "#*_ \t\r:：="
_NUMBERED = re.compile(r"^(?:\d{1,2}|[IVX]{1,4})[.)]?\s+")


def reference_spans(document: Document) -> tuple[tuple[int, int], ...]:
    """(start, end) of each list of references: from below its heading to the next heading, or to the end of the text."""
    spans: list[tuple[int, int]] = []
    opened: int | None = None
    for line in _LINE.finditer(document.text):
        raw = line.group().strip()
        heading = _NUMBERED.sub("", raw.strip(_DECORATION)).strip(_DECORATION)
        if len(heading) < 40 and section_pattern("paper", "references").fullmatch(heading):
            if opened is not None:
                spans.append((opened, line.start()))
            opened = line.end()
        elif opened is not None and _ends_list(raw):
            spans.append((opened, line.start()))
            opened = None
    if opened is not None:
        spans.append((opened, len(document.text)))
    return tuple(span for span in spans if span[0] < span[1])


def _ends_list(line: str) -> bool:
    """Whether a line is the heading of the next section: marked as one, or short, without figures and full stops."""
    if line.startswith("#"):
        return True
    return 0 < len(line) < 50 and len(line.split()) <= 6 and line[:1].isupper() and not re.search(r"[\d.,;:“”\"\[\]()]", line)


def lies_in(spans: Sequence[tuple[int, int]], at: int) -> bool:
    """Whether the place lies in one of the spans."""
    return any(start <= at < end for start, end in spans)
