"""The shape of romanized Chinese names: legal syllables, surnames, places."""

from __future__ import annotations

import re
from functools import cache

from pipeline.languages import FOLDER


@cache
def table(name: str) -> frozenset[str]:
    """The lines of a table beside the languages, without comments."""
    lines = (FOLDER / "tables" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


@cache
def syllables_of(word: str) -> tuple[str, ...]:
    """The word cut into legal pinyin syllables, the fewest that do; empty where it cannot be cut. 'zhixia' -> zhi, xia.

    lyu and nyu, which passports write for lü and nü, are cut off only where nothing else fits: 'xinyu' -> xin, yu.
    """
    legal = table("pinyin_syllables")
    best: list[tuple[int, int, tuple[str, ...]] | None] = [(0, 0, ())] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - 6), end):
            head = best[start]
            syllable = word[start:end]
            if head is not None and syllable in legal:
                tried = (head[0] + 1, head[1] + syllable.startswith(("lyu", "nyu")), (*head[2], syllable))
                known = best[end]
                if known is None or tried[:2] < known[:2]:
                    best[end] = tried
    found = best[len(word)]
    return () if found is None else found[2]


@cache
def chinese_name_shape(name: str) -> str:
    """How sure the shape of a romanized name is that it is a Chinese person's: "full", "short" or "".

    "full": a surname and one or two syllables of a given name, two words at least, three syllables in all ('Qu Bo Wen',
    'Bowen Qu'). "short": two syllables in two words ('Tang Jie'). English words that happen to be legal fall out below.
    """
    words = [word.casefold() for word in re.split(r"[\s\-‐‑]+", name.replace("’", "'").replace("'", "")) if word]
    if not 2 <= len(words) <= 4 or not all(word.isalpha() and word.isascii() for word in words):
        return ""
    if not all(part[0].isupper() for part in name.split()):
        return ""
    cut = [syllables_of(word) for word in words]
    if not all(cut):
        return ""
    surnames = table("chinese_surnames_pinyin")
    for surname, given in ((cut[0], cut[1:]), (cut[-1], cut[:-1])):
        count = sum(len(part) for part in given)
        if "".join(syllable for part in given for syllable in part) in table("chinese_places_pinyin"):
            continue
        if "".join(surname) in surnames and 1 <= count <= 2:
            return "full" if count == 2 else "short"
    return ""
