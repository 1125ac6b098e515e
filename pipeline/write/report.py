"""The summary of a run: a few lines for the terminal, a page for people (report.html)."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from pipeline.records import TYPES

_LINES = {"person": "people", "organization": "organizations", "paper": "papers"}


def summary(frames: Mapping[str, pd.DataFrame], output: Path) -> str:
    """What the run found, in about ten lines: documents by language, entities by type, joins, questions, files."""
    documents, entities = frames["documents"], frames["entities"]
    read = documents[documents["status"] == "read"]
    by_language = Counter(read["language"])
    languages = ", ".join(f"{count} {code}" for code, count in sorted(by_language.items(), key=lambda item: (-item[1], item[0])))
    left_out = len(documents) - len(read)
    lines = [f"Documents      {len(read)} read ({languages})" + (f", {left_out} not read: see documents.csv" if left_out else "")]
    for kind in TYPES:
        chosen = entities[entities["type"] == kind]
        several = int((chosen["languages"].str.contains(";")).sum())
        lines.append(f"{_LINES[kind].capitalize():<15}{len(chosen)} in {int(chosen['mentions'].sum())} mentions, {several} in several languages")
    alignment, comparisons = frames["alignment"], frames["comparisons"]
    joined = int((alignment["joined_to"] != "").sum())
    confirmed = int((alignment["verdict"] == "confirmed").sum())
    lines.append(f"Joins          {joined} spellings joined, {confirmed} of them confirmed by people; {int((comparisons['verdict'] == 'rejected').sum())} pairs kept apart")
    lines.append(f"Questions      {len(frames['review'])} open: see review.csv")
    lines.append(f"Tables         {output}{'' if str(output).endswith('/') else '/'}entities.csv, alignment.csv, mentions.csv, documents.csv … and report.html")
    return "\n".join(lines)


_STYLE = """
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1b1b1f}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ddd}
th{background:#f3f3f6}td.n{text-align:right}pre{background:#f3f3f6;padding:1rem}h2{margin-top:2rem}small{color:#666}
"""


def report(frames: Mapping[str, pd.DataFrame], text: str, *, top: int = 40) -> bytes:
    """The page: the summary, the most mentioned entities of each type with their spellings, the first questions. All text is escaped."""
    parts = [f"<h1>namebridge</h1><pre>{html.escape(text)}</pre>"]
    entities, alignment = frames["entities"], frames["alignment"]
    spellings = alignment.groupby("entity_id", sort=False)["alias"].agg(lambda names: list(dict.fromkeys(names)))
    for kind in TYPES:
        chosen = entities[entities["type"] == kind].head(top)
        rows = [
            (row.name_, " · ".join(name for name in spellings.get(row.entity_id, []) if name != row.name_), row.languages.replace(";", " "), row.documents, row.mentions)
            for row in chosen.rename(columns={"name": "name_"}).itertuples(index=False)
        ]
        total = int((entities["type"] == kind).sum())
        parts.append(f"<h2>{_LINES[kind].capitalize()} <small>{len(rows)} of {total}</small></h2>" + _table(("name", "other spellings", "languages", "documents", "mentions"), rows))
    asked = frames["review"].head(top)
    questions = [(q.left, q.right, q.evidence_for, q.evidence_against, q.left_sentence, q.right_sentence) for q in asked.itertuples(index=False)]
    parts.append(f"<h2>Open questions <small>{len(questions)} of {len(frames['review'])}</small></h2>" + _table(("left", "right", "for", "against", "sentence", "sentence"), questions))
    lost = frames["documents"][frames["documents"]["status"] != "read"].head(top)
    parts.append("<h2>Not read</h2>" + _table(("document", "status", "reason"), [(d.document, d.status, d.reason) for d in lost.itertuples(index=False)]))
    page = f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>namebridge: report</title><style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>"
    return page.encode("utf-8", errors="replace")


def _table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    if not rows:
        return "<p>None.</p>"
    top = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td{' class=n' if isinstance(cell, int) else ''}>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
