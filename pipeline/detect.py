"""RawDocument -> Document: the language of each paragraph and of the whole, script before statistics."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from pipeline.languages.tell import UNKNOWN, Told, tell_language
from pipeline.records import Document, Paragraph, RawDocument
from pipeline.text import scripts

_LINE = re.compile(r"[^\n]*[^\s][^\n]*")
_SAMPLE = 1500
"""Letters of the whole document that langdetect sees; more change nothing and cost time."""
_BELIEVED = 0.8
"""Paragraphs that are less sure of their own language take the document's, if the document is sure of its own."""
_CLOSE = (("id", "ms"), ("da", "nb"), ("hr", "sr-Latn"), ("es", "gl"), ("pt", "gl"), ("mk", "sr"), ("bg", "mk"), ("cs", "sk"), ("zh", "zh-Hant"), ("hi", "mr"), ("hi", "ne"), ("nl", "af"))
"""Languages so near to each other that one paragraph does not show a change from one to the other."""


def detect(raw: RawDocument, *, languages: Sequence[str] = ()) -> Document:
    """The document with the language of each paragraph; "und" where there are no letters.

    `languages` limits the choice where it is not empty. The same document gives the same answer in every process.
    """
    spans = [match.span() for match in _LINE.finditer(raw.text)]
    whole = _tell_whole(raw, spans, languages)
    told = [tell_language(raw.text[start:end], languages=languages, prior=whole.language) for start, end in spans]
    told = [_near(one, whole) for one in told]
    told = _inherit(told, whole.language)
    weights: Counter[str] = Counter()
    for (start, end), one in zip(spans, told, strict=True):
        weights[one.language] += sum(scripts(raw.text[start:end]).values())
    named = sorted(code for code in weights if code != "und" and weights[code])
    main = max(named, key=lambda code: weights[code], default="und")
    share = weights[main] / (sum(weights.values()) or 1)
    best = max((one for one in told if one.language == main), key=lambda one: one.confidence, default=UNKNOWN)
    return Document(
        document=raw.document, document_id=document_id(raw.document), text=raw.text, content_hash=raw.content_hash, language=main,
        language_confidence=round(share * best.confidence, 4), language_source=best.source,
        paragraphs=tuple(Paragraph(start, end, *one) for (start, end), one in zip(spans, told, strict=True)),
        encoding=raw.encoding, title=raw.title, date=raw.date, url=raw.url, reason=_reason(raw, main),
    )  # fmt: skip


def document_id(name: str) -> str:
    """"d_" and twelve letters from the hash of a path: an id that no spreadsheet takes for a number."""
    number = int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest()[:9], "big")
    letters = []
    for _ in range(12):
        number, rest = divmod(number, 24)
        letters.append("abcdfghijkmnopqrstuvwxyz"[rest])
    return "d_" + "".join(letters)


def _reason(raw: RawDocument, main: str) -> str:
    notes = list(raw.notes)
    found = scripts(raw.text)
    if not found:
        notes.insert(0, "no letters: no language, no names")
    elif main == "und":
        notes.insert(0, f"language not told; script: {', '.join(sorted(found))}")
    return "; ".join(notes)


def _tell_whole(raw: RawDocument, spans: Sequence[tuple[int, int]], languages: Sequence[str]) -> Told:
    """The language of the document as one text: a few letters of every paragraph, so that no paragraph speaks for all."""
    part = max(80, _SAMPLE // max(1, len(spans)))
    told = tell_language("\n".join(raw.text[start : min(end, start + part)] for start, end in spans)[: 2 * _SAMPLE], languages=languages, whole=True)
    declared = raw.declared_language
    if told.language == "und" and declared and (not languages or declared in languages) and scripts(raw.text):
        return Told(declared, 0.5, "declared")
    return told


def _near(one: Told, whole: Told) -> Told:
    """A paragraph that is in a sister of the document's language, or in none for sure, is in the document's language."""
    if whole.language == "und" or one.language in (whole.language, "und") or whole.confidence < _BELIEVED:
        return one
    sisters = (one.language, whole.language) in _CLOSE or (whole.language, one.language) in _CLOSE
    if one.source != "script" and (one.confidence < _BELIEVED or (sisters and one.confidence < 0.999)):
        return Told(whole.language, round(whole.confidence / 2, 4), "document")
    if sisters and "zh" in (one.language, whole.language) and whole.source == "script":
        return Told(whole.language, 1.0, "document")
    return one


def _inherit(told: Sequence[Told], main: str) -> list[Told]:
    """Paragraphs that could not be told take the language that both neighbours agree on, then the document's, then a neighbour's."""
    filled: list[Told] = []
    for index, one in enumerate(told):
        if one.language == "und":
            before = next((other.language for other in reversed(told[:index]) if other.language != "und"), "")
            after = next((other.language for other in told[index + 1 :] if other.language != "und"), "")
            if before and before == after:
                one = Told(before, 0.5, "neighbours")
            elif main != "und":
                one = Told(main, 0.5, "document")
            elif before or after:
                one = Told(before or after, 0.5, "neighbours")
        filled.append(Told(one.language, round(one.confidence, 4), one.source))
    return filled
