"""The summary of a run: a few lines for the terminal, a page for people (report.html)."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from pathlib import Path

import pandas as pd

from pipeline.records import TYPES
from pipeline.write.names import is_latin

_LINES = {"person": "people", "organization": "organizations", "paper": "papers"}
_MOST_SPELLINGS = 12
_FILES: Mapping[str, str] = {
    "entities": "one row per person, organization or paper", "alignment": "every spelling, and why it belongs where it is",
    "comparisons": "the pairs that were weighed", "mentions": "every place in the texts", "documents": "every file, also those not read",
    "review": "the open questions", "id_log": "what happened to each id",
}


def summary(frames: Mapping[str, pd.DataFrame], output: Path) -> str:
    """What the run found, in about ten lines: documents by language, entities by type, joins, questions, files."""
    documents, entities = frames["documents"], frames["entities"]
    read = documents[documents["status"] == "read"]
    languages = ", ".join(f"{count} {code}" for code, count in _languages(read))
    left_out = len(documents) - len(read)
    lines = [f"{'Documents':<15}{len(read)} read" + (f" ({languages})" if languages else "") + (f", {left_out} not read: see documents.csv" if left_out else "")]
    for kind in TYPES:
        chosen = entities[entities["type"] == kind]
        several = int((chosen["languages"].str.contains(";")).sum())
        lines.append(f"{_LINES[kind].capitalize():<15}{len(chosen)} in {_count(int(chosen['mentions'].sum()), 'mention')}, {several} in several languages")
    alignment, comparisons = frames["alignment"], frames["comparisons"]
    joined = int((alignment["joined_to"] != "").sum())
    confirmed = int((alignment["verdict"] == "confirmed").sum())
    apart = int((comparisons["verdict"] == "rejected").sum())
    lines.append(f"{'Joins':<15}{_count(joined, 'spelling')} joined to another, {confirmed} by people; {_count(apart, 'pair')} kept apart for a reason")
    asked = len(frames["review"])
    lines.append(f"{'Questions':<15}{asked} open" + (": see review.csv" if asked else ""))
    folder = f"{output}{'' if str(output).endswith('/') else '/'}"
    lines.append(f"{'Tables':<15}{folder}entities.csv, alignment.csv, mentions.csv … and .parquet; to look at: {folder}report.html")
    return "\n".join(lines)


_STYLE = """
body{font:15px/1.5 system-ui,"Noto Sans","Noto Sans CJK SC",sans-serif;margin:2rem auto;max-width:76rem;padding:0 1rem;color:#1b1b1f;background:#fff}
h1{font-size:1.5rem;margin:0 0 1rem}h2{margin:2.5rem 0 .5rem;font-size:1.15rem}nav a{margin-right:1rem}small{color:#666;font-weight:normal}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #e3e3e8;overflow-wrap:anywhere}
th{background:#f3f3f6;position:sticky;top:0;font-weight:600;overflow-wrap:normal}.n{text-align:right;white-space:nowrap;width:1%}td:first-child{font-weight:600}
.cards{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1rem}.cards div{background:#f3f3f6;border-radius:.4rem;padding:.6rem 1rem}.cards b{display:block;font-size:1.4rem}
code{background:#f3f3f6;padding:.1rem .3rem;border-radius:.2rem}
@media(prefers-color-scheme:dark){body{background:#17171b;color:#e6e6ea}th,.cards div,code{background:#26262c}th,td{border-color:#33333a}small{color:#a0a0a8}a{color:#8ab4f8}}
@media print{th{position:static}nav{display:none}}
"""


def report(frames: Mapping[str, pd.DataFrame], *, top: int = 40) -> bytes:
    """The page, complete in itself: what was read, the most mentioned of each type, joins, questions, files. All text is escaped."""
    entities, documents, review = frames["entities"], frames["documents"], frames["review"]
    read = documents[documents["status"] == "read"]
    cards = [(len(read), "document" if len(read) == 1 else "documents"), *((int((entities["type"] == kind).sum()), _LINES[kind]) for kind in TYPES), (len(review), "open questions")]
    parts = [
        "<h1>People, organizations and papers in the articles</h1>",
        "<div class='cards'>" + "".join(f"<div><b>{count}</b>{html.escape(name)}</div>" for count, name in cards) + "</div>",
        "<nav>" + "".join(f"<a href='#{name}'>{name.capitalize()}</a>" for name in (*_LINES.values(), "joins", "questions", "documents", "files")) + "</nav>",
    ]
    for kind in TYPES:
        chosen = entities[entities["type"] == kind]
        parts.append(_section(_LINES[kind], len(chosen), ("name", "other spellings", "languages", "documents", "mentions"), _entities(frames, chosen.head(top))))
    joined = frames["alignment"][frames["alignment"]["joined_to"] != ""].sort_values(["probability", "mentions"], ascending=[True, False], kind="stable")
    joins = [(r.alias, r.joined_to, r.rule.replace("_", " "), _short(r.evidence), f"{r.probability:.2f}") for r in joined.head(top).itertuples(index=False)]
    parts.append(_section("joins", len(joined), ("spelling", "is the same as", "rule", "evidence", "probability"), joins, note="The least certain first."))
    asked = [
        (f"{q.left} = {q.right}?", _reasons(q.evidence_for, q.evidence_against), q.left_sentence, q.right_sentence, f"{q.probability:.2f}")
        for q in review.head(top).itertuples(index=False)
    ]
    parts.append(_section("questions", len(review), ("question", "evidence", "one sentence", "the other", "probability"), asked, note="The most useful answer first."))
    parts.append(f"<h2 id='documents'>Documents <small>{len(documents)}</small></h2>")
    parts.append(_table(("language", "documents", "characters"), [(code, count, int(read[read["language"] == code]["characters"].sum())) for code, count in _languages(read)]))
    lost = documents[documents["status"] != "read"]
    if len(lost):
        parts.append(_section("not read", len(lost), ("document", "status", "reason"), [(d.document, d.status, d.reason) for d in lost.head(top).itertuples(index=False)]))
    parts.append(_section("files", len(frames), ("file", "what it holds", "rows"), [(f"{table}.csv, {table}.parquet", _FILES[table], len(rows)) for table, rows in frames.items()]))
    head = f"<meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>namebridge: report</title><style>{_STYLE}</style>"
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{''.join(parts)}</body></html>\n".encode("utf-8", errors="replace")


def _entities(frames: Mapping[str, pd.DataFrame], chosen: pd.DataFrame) -> list[tuple[object, ...]]:
    alignment = frames["alignment"]
    shown = alignment[alignment["entity_id"].isin(chosen["entity_id"])]
    spellings = {entity_id: list(dict.fromkeys(names)) for entity_id, names in shown.groupby("entity_id", sort=False)["alias"]}
    rows: list[tuple[object, ...]] = []
    columns = ("entity_id", "name", "romanized_name", "languages", "documents", "mentions")
    for entity_id, name, read, languages, documents, mentions in zip(*(chosen[c] for c in columns), strict=True):
        others = [other for other in spellings.get(entity_id, ()) if other != name]
        more = f" … and {len(others) - _MOST_SPELLINGS} more" if len(others) > _MOST_SPELLINGS else ""
        shown_name = name if is_latin(name) or not read else f"{name} ({read})"
        rows.append((shown_name, " · ".join(others[:_MOST_SPELLINGS]) + more, languages.replace(";", " "), documents, mentions))
    return rows


def _section(name: str, total: int, head: tuple[str, ...], rows: Sequence[tuple[object, ...]], *, note: str = "") -> str:
    count = f"{total}" if len(rows) == total else f"{len(rows)} of {total}"
    said = f"<p><small>{html.escape(note)}</small></p>" if note and rows else ""
    return f"<h2 id='{html.escape(name.replace(' ', '-'))}'>{html.escape(name.capitalize())} <small>{count}</small></h2>{said}{_table(head, rows)}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    if not rows:
        return "<p>None.</p>"
    numbers = [isinstance(cell, Integral) or name == "probability" for name, cell in zip(head, rows[0], strict=True)]
    top = "".join(f"<th{' class=n' if number else ''}>{html.escape(cell)}</th>" for cell, number in zip(head, numbers, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{' class=n' if number else ''}><bdi>{html.escape(_cell(cell))}</bdi></td>" for cell, number in zip(row, numbers, strict=True)) + "</tr>\n"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table>"


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, Integral) else str(value)


def _languages(read: pd.DataFrame) -> Iterable[tuple[str, int]]:
    """(language, documents), the most frequent first."""
    return [(code, count) for code, count in sorted(Counter(read["language"]).items(), key=lambda item: (-item[1], item[0]))]


def _reasons(speaks_for: str, against: str) -> str:
    return _short(speaks_for) + (f" — but {_short(against)}" if against else "")


def _short(text: str, *, longest: int = 300) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
