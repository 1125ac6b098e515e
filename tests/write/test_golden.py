"""One small run, written in every format: the files are those of golden/, byte for byte (Parquet: its schema and rows).

After a wanted change: NAMEBRIDGE_GOLDEN=write pytest tests/write/test_golden.py, and read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.merge import merge
from pipeline.records import Alias, AliasKey, Alignment, Cluster, Comparison, Document, EntityType, Evidence, Mention, Paragraph, SkippedDocument
from pipeline.write import Run, write_run
from pipeline.write.files import WRITERS
from pipeline.write.schema import SCHEMA

GOLDEN = Path(__file__).parent / "golden"
pytestmark = pytest.mark.smoke

TEXTS = {
    "en/a.txt": ("en", "Dr. Ida Brandt of Verwood University met =Plus Lab.\n"),
    "zh/b.txt": ("zh", "维木大学物理系的伊达（Ida Brandt）说：“你好”。\n"),
}
NAMES: tuple[tuple[str, str, EntityType], ...] = (
    ("en/a.txt", "Ida Brandt", "person"), ("en/a.txt", "Verwood University", "organization"), ("en/a.txt", "=Plus Lab", "organization"),
    ("zh/b.txt", "维木大学物理系", "organization"), ("zh/b.txt", "伊达", "person"), ("zh/b.txt", "Ida Brandt", "person"),
)


def small_run() -> Run:
    documents, mentions, placed = {}, [], {}
    for path, (language, text) in TEXTS.items():
        documents[path] = Document(path, f"d_{language}", text, "00", language, 0.98, "script", (Paragraph(0, len(text), language, 0.98, "script"),))
    for path, name, kind in NAMES:
        language, text = TEXTS[path]
        start = text.index(name)
        title = "Dr." if text.startswith("Dr. ") and kind == "person" else ""
        placed.setdefault((kind, name), []).append(len(mentions))
        mentions.append(Mention(path, start, start + len(name), name, kind, language, "test", 0.5 if language == "en" else None, title))
    aliases = {
        name: Alias(AliasKey(kind, name), tuple(sorted({mentions[n].language for n in at})), tuple(sorted({mentions[n].document for n in at})), tuple(at))
        for (kind, name), at in placed.items()
    }
    gloss = Evidence("bracket_gloss", "proof", "伊达（Ida Brandt）说")
    join = Comparison(aliases["Ida Brandt"].key, aliases["伊达"].key, (gloss,), 0.99, "automatic")
    doubt = Comparison(aliases["=Plus Lab"].key, aliases["Verwood University"].key, (Evidence("similar_spelling", "weak", "0.31", 0.2), Evidence("in_one_list", "against", "met", -3.0)), 0.05, "rejected")
    clusters = (Cluster((aliases["Ida Brandt"], aliases["伊达"]), (join,)), *(Cluster((aliases[name],), ()) for name in ("=Plus Lab", "Verwood University", "维木大学物理系")))
    alignment = Alignment(clusters, (doubt, join))
    entities = merge(alignment, mentions, documents, ["p_bcd", "o_bcd", "o_cdf", "o_dfg"], identifiers=[[("orcid", "0000-0000-0000-0000")], [], [], []])
    contexts = {number: TEXTS[mention.document][1].strip() for number, mention in enumerate(mentions)}
    return Run(documents, [SkippedDocument("c.txt", "empty", "the file is empty")], [], mentions, alignment, entities, [], [], {"en/a.txt": 1, "zh/b.txt": 2}, contexts)


def shown(path: Path) -> str:
    """The content of a file as text: Parquet as its schema and its rows."""
    if path.suffix != ".parquet":
        return path.read_bytes().decode("utf-8")
    table = pq.read_table(path)
    return "\n".join([*(f"{field.name}: {field.type}" for field in table.schema), *(json.dumps(row, ensure_ascii=False) for row in table.to_pylist()), ""])


@pytest.mark.parametrize("name", [*(f"{table}.{ending}" for table in SCHEMA for ending in WRITERS), "report.html"])
def test_each_file_is_as_it_was(name: str, tmp_path: Path) -> None:
    write_run(tmp_path, small_run(), output=Path("output"))
    golden = GOLDEN / (f"{name}.txt" if name.endswith(".parquet") else name)
    if os.environ.get("NAMEBRIDGE_GOLDEN") == "write":
        golden.write_bytes(shown(tmp_path / name).encode("utf-8"))
    assert shown(tmp_path / name) == golden.read_bytes().decode("utf-8")


def test_the_summary_is_as_it_was(tmp_path: Path) -> None:
    assert write_run(tmp_path, small_run(), output=Path("output")).splitlines() == [
        "Documents      2 read (1 en, 1 zh), 1 not read: see documents.csv",
        "People         1 in 3 mentions, 1 in several languages",
        "Organizations  3 in 3 mentions, 0 in several languages",
        "Papers         0 in 0 mentions, 0 in several languages",
        "Joins          1 spelling joined to another, 0 by people; 1 pair kept apart for a reason",
        "Questions      0 open",
        "Tables         output/entities.csv, alignment.csv, mentions.csv … and .parquet; to look at: output/report.html",
    ]
