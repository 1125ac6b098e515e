"""RawDocument -> Document: the language of each paragraph and of the whole, script before statistics."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pipeline.records import Document, Paragraph, RawDocument
from pipeline.text import scripts

SHORT = 40
"""Fewer letters than this are not enough for statistics: such a paragraph takes its neighbours' language."""
_SCRIPTS = {"Hangul": "ko", "Hiragana": "ja", "Katakana": "ja", "Thai": "th", "Greek": "el", "Hebrew": "he", "Tamil": "ta", "Armenian": "hy", "Georgian": "ka"}
_CODES = {"zh-cn": "zh", "zh-tw": "zh-Hant", "no": "nb"}
_PARAGRAPH = re.compile(r"[^\n]*[^\s][^\n]*")


def detect(raw: RawDocument, *, languages: Sequence[str] = ()) -> Document:
    """The document with the language of each paragraph; "und" where there are no letters."""
    spans = [(match.start(), match.end()) for match in _PARAGRAPH.finditer(raw.text)]
    told: list[tuple[str, float, str]] = [_tell(raw.text[start:end], tuple(languages)) for start, end in spans]
    weight: Counter[str] = Counter()
    for (start, end), (language, _, _) in zip(spans, told, strict=True):
        if language:
            weight[language] += end - start
    main = min(weight, key=lambda code: (-weight[code], code)) if weight else ""
    if not main:
        guess, confidence, _ = _statistics(raw.text[:4000], tuple(languages)) if scripts(raw.text) else ("und", 0.0, "none")
        main = guess if confidence >= 0.5 else "und"
    paragraphs: list[Paragraph] = []
    for index, ((start, end), (language, confidence, source)) in enumerate(zip(spans, told, strict=True)):
        if not language:
            near = next((told[i][0] for step in range(1, len(told)) for i in (index - step, index + step) if 0 <= i < len(told) and told[i][0]), main)
            language, confidence, source = near, 0.5, "neighbours" if near != "und" else "none"
        paragraphs.append(Paragraph(start, end, language, round(confidence, 4), source))
    letters = scripts(raw.text)
    share = weight[main] / sum(weight.values()) if weight else 0.0
    return Document(
        document=raw.document, document_id="d_" + _letters(raw.document), text=raw.text, content_hash=raw.content_hash, language=main,
        language_confidence=round(share, 4), language_source="paragraphs" if weight else "none", paragraphs=tuple(paragraphs), encoding=raw.encoding,
        title=raw.title, date=raw.date, url=raw.url, reason="" if letters else "no letters: no language, no names", status="read",
    )


def _tell(text: str, languages: tuple[str, ...]) -> tuple[str, float, str]:
    counts = scripts(text)
    total = sum(counts.values())
    if not total:
        return "", 0.0, "none"
    if counts.get("Hangul", 0) > 0.3 * total:
        return "ko", 1.0, "script"
    if counts.get("Hiragana", 0) + counts.get("Katakana", 0) > 0.1 * total:
        return "ja", 1.0, "script"
    if counts.get("Han", 0) > 0.3 * total:
        return "zh", 1.0, "script"
    for script, code in _SCRIPTS.items():
        if counts.get(script, 0) > 0.5 * total:
            return code, 1.0, "script"
    if total < SHORT:
        return "", 0.0, "none"
    return _statistics(text, languages)


@lru_cache(maxsize=4096)
def _statistics(text: str, languages: tuple[str, ...]) -> tuple[str, float, str]:
    from langdetect import DetectorFactory, LangDetectException, detect_langs

    DetectorFactory.seed = 0  # langdetect samples at random unless it is seeded
    try:
        guesses = detect_langs(text.lower() if text.isupper() else text)
    except LangDetectException:
        return "", 0.0, "none"
    for guess in guesses:
        code = _CODES.get(guess.lang, guess.lang)
        if not languages or code in languages:
            return (code, guess.prob, "langdetect") if guess.prob >= 0.8 or languages else ("", 0.0, "none")
    return "", 0.0, "none"


def _letters(name: str) -> str:
    """Twelve letters from the hash of a name: an id that no spreadsheet takes for a number."""
    number = int.from_bytes(hashlib.sha256(name.encode("utf-8")).digest()[:9], "big")
    letters = []
    for _ in range(12):
        number, rest = divmod(number, 24)
        letters.append("abcdfghijkmnopqrstuvwxyz"[rest])
    return "".join(letters)
