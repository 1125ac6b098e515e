"""The schema of every table: its columns in order, with their types. The one place where frames are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import pandas as pd

Kind = Literal["text", "whole", "real", "flag"]

SCHEMA: Mapping[str, Mapping[str, Kind]] = {
    "entities": {
        "entity_id": "text", "type": "text", "name": "text", "romanized_name": "text", "native_names": "text", "aliases": "text", "languages": "text",
        "documents": "whole", "mentions": "whole", "first_seen": "text", "last_seen": "text", "identifiers": "text", "confidence": "real",
        "needs_review": "flag", "possible_namesakes": "text", "part_of": "text", "details": "text",
    },
    "alignment": {
        "entity_id": "text", "entity_name": "text", "type": "text", "alias": "text", "romanized_alias": "text", "scope": "text", "languages": "text",
        "documents": "whole", "mentions": "whole", "joined_to": "text", "rule": "text", "evidence": "text", "probability": "real", "verdict": "text",
    },
    "comparisons": {
        "left": "text", "left_scope": "text", "right": "text", "right_scope": "text", "type": "text", "evidence_for": "text", "evidence_against": "text",
        "probability": "real", "verdict": "text",
    },
    "mentions": {
        "document": "text", "start": "whole", "end": "whole", "surface": "text", "type": "text", "language": "text", "entity_id": "text", "detector": "text",
        "score": "real", "section": "text", "title": "text", "context": "text", "mention_id": "text",
    },
    "documents": {
        "document": "text", "document_id": "text", "document_title": "text", "date": "text", "url": "text", "language": "text", "language_confidence": "real",
        "language_source": "text", "paragraph_languages": "text", "characters": "whole", "encoding": "text", "parallel_to": "text", "duplicate_of": "text",
        "status": "text", "reason": "text", "batch": "whole",
    },
    "review": {
        "pair_id": "text", "type": "text", "left": "text", "right": "text", "left_sentence": "text", "right_sentence": "text", "evidence_for": "text",
        "evidence_against": "text", "reason": "text", "verdict": "text", "probability": "real", "impact": "real", "left_mentions": "whole",
        "right_mentions": "whole", "left_languages": "text", "right_languages": "text", "left_scripts": "text", "right_scripts": "text",
        "left_document": "text", "right_document": "text", "left_entity_name": "text", "right_entity_name": "text", "left_entity_id": "text",
        "right_entity_id": "text", "answered": "text",
    },
    "id_log": {"batch": "whole", "entity_id": "text", "event": "text", "other": "text", "type": "text", "names": "text"},
}
"""Tables and columns as docs/tables.md defines them."""

DTYPES: Mapping[Kind, str] = {"text": "str", "whole": "Int64", "real": "Float64", "flag": "bool"}


def frame(table: str, rows: Iterable[Sequence[object]]) -> pd.DataFrame:
    """A frame of one table with its fixed types, also when it is empty. Each row has a value for each column, in order."""
    columns = SCHEMA[table]
    data = list(zip(*rows, strict=True)) or [()] * len(columns)
    return pd.DataFrame({name: pd.Series(list(values), dtype=DTYPES[kind]) for (name, kind), values in zip(columns.items(), data, strict=True)})
