"""Rename every person and organization of a gold standard, by a seed: a program that knows the names by heart would fail."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pandas as pd

from pipeline.languages import all_words
from pipeline.languages.chinese import syllables_of, table

_WORD = re.compile(r"[^\W\d_]+")
_ONSETS = ("br", "cl", "dr", "f", "gr", "h", "k", "l", "m", "n", "pr", "r", "s", "t", "tr", "v", "w", "st", "sk", "pl")
_RHYMES = ("ad", "al", "an", "ar", "el", "en", "er", "il", "in", "or", "ol", "on", "ul", "und", "ast", "ent", "ill", "orm", "ark", "ond")
# Every word of these is a common noun in the articles' languages too: renaming it would break sentences, not names.
_COMMON = frozenset(
    word.casefold()
    for section, key in (("cues", "organization_words"), ("cues", "unit_words"), ("cues", "whole_words"), ("things", "heads"), ("things", "stop"), ("edges", "articles"))
    for word in all_words(section, key)
) | frozenset("of the and for at in de la le les du des et y e del science sciences technology research computer electronic electronics information communications"
              " interdisciplinary artificial intelligence china chine chinese hong kong asia united states speech team équipe infra recherche technologie technologies"
              " technologique informatique électronique scientifique underwater vision sous marine ocean océanique institute artificielle interdisciplinaires"
              " ai ia x i ii iii".split())


def renamed_copy(gold: Path, documents: Path, target: Path, *, prefixes: tuple[str, ...], seed: int) -> tuple[Path, Path]:
    """Copy gold and documents into `target`, every name replaced; returns the folders of gold and documents.

    A word of a name is replaced by the same word everywhere: pinyin by other legal pinyin, a surname by a surname, any
    other word by a coined one.
    """
    entities = pd.read_csv(gold / "entities.tsv", sep="\t", quoting=3, dtype=str, keep_default_na=False)
    spans = pd.read_csv(gold / "spans.tsv", sep="\t", quoting=3, dtype={"doc": str, "surface": str, "flag": str}, keep_default_na=False)
    kinds = dict(zip(entities["entity_id"], entities["type"], strict=True))
    named = spans[spans["entity_id"].map(kinds).isin(["person", "organization"])]
    words = sorted({word for surface in named["surface"] for word in _WORD.findall(surface) if word[0].isupper() and word.casefold() not in _COMMON and word.isascii()})
    new = _new_words(words, {w for s, e in zip(named["surface"], named["entity_id"], strict=True) if kinds[e] == "person" for w in _WORD.findall(s)}, seed)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, new), key=len, reverse=True))})(?!\w)")
    rows = []
    for doc, group in spans.groupby("doc"):
        if not str(doc).startswith(prefixes):
            continue
        source = next(documents.glob(f"{doc}*.txt"))
        text = source.read_bytes().decode("utf-8-sig")
        pieces, shifts, at, moved = [], [(0, 0)], 0, 0
        for match in pattern.finditer(text):
            other = new[match.group()]
            pieces += [text[at : match.start()], other]
            at = match.end()
            moved += len(other) - len(match.group())
            shifts.append((match.end(), moved))
        changed = "".join([*pieces, text[at:]])
        path = target / "documents" / source.relative_to(documents)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changed, encoding="utf-8", newline="")
        for row in group.to_dict("records"):
            start, end = (_moved(int(row[name]), shifts) for name in ("start", "end"))
            rows.append({**row, "start": start, "end": end, "surface": changed[start:end]})
    folder = target / "gold"
    folder.mkdir(parents=True)
    (folder / "entities.tsv").write_bytes((gold / "entities.tsv").read_bytes())
    lines = ["\t".join(spans.columns)] + ["\t".join(str(row[name]) for name in spans.columns) for row in rows]
    (folder / "spans.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder, target / "documents"


def _moved(offset: int, shifts: list[tuple[int, int]]) -> int:
    return offset + max((item for item in shifts if item[0] <= offset), key=lambda item: item[0])[1]


def _new_words(words: list[str], of_people: set[str], seed: int) -> dict[str, str]:
    chance = random.Random(seed)
    syllables = sorted(s for s in table("pinyin_syllables") if len(s) > 1)
    surnames = sorted(s for s in table("chinese_surnames_pinyin") if 2 <= len(s) <= 5)
    single: dict[str, str] = {}

    def other(pool: list[str], old: str) -> str:
        if old not in single:
            taken = set(single.values())
            single[old] = chance.choice([item for item in pool if item not in taken and item != old] or pool)
        return single[old]

    new: dict[str, str] = {}
    for word in words:
        cut = syllables_of(word.casefold())
        if cut and word in of_people:
            parts = [other(surnames if len(cut) == 1 and part in table("chinese_surnames_pinyin") else syllables, part) for part in cut]
            made = "".join(parts)
        else:
            made = chance.choice(_ONSETS) + chance.choice(_RHYMES) + chance.choice(_ONSETS) + chance.choice(_RHYMES)
        new[word] = made.upper() if word.isupper() and len(word) > 1 else made.capitalize()
    return new
