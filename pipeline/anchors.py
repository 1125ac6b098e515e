"""What of a paragraph survives translation: numbers, words kept as they are, names by their consonants. Pure functions of strings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby, pairwise

from anyascii import anyascii
from rapidfuzz.distance import Levenshtein

from pipeline.languages import FOLDER
from pipeline.text import match_key, script_of

_NUMBER = re.compile(r"\d(?:[\d.,:'’٫٬\u00a0\u202f](?=\d)| (?=\d{3}(?!\d))|\d)*")
_WORD = re.compile(r"[^\W\d_]+(?:[’'‐‑\-][^\W\d_]+)*|[^\W_]*\d[^\W_]*[^\W\d_][^\W_]*", re.UNICODE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_CASED = frozenset(("Latin", "Cyrillic", "Greek", "Armenian"))
_UNSPACED = frozenset(("Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"))
# Letters written for one another when a name changes its script or its spelling; vowels, h, y and inner w are dropped.
_CLASSES = str.maketrans("bpfvdtgkqcszjxlrmn", "PPPPTTKKKKSSSSLLNN", "aeiouyhw' -")
_DIGRAPHS = (("tsch", "s"), ("sch", "s"), ("tch", "s"), ("dzh", "s"), ("ch", "s"), ("ph", "f"), ("gh", ""), ("ts", "s"), ("tz", "s"), ("ng", "n"))
_SOFT_C = re.compile(r"c(?=[eiy])")
_LETTER_WEIGHTS = {"Han": 3.0, "Hiragana": 1.7, "Katakana": 1.7, "Hangul": 2.1, "Arabic": 1.2, "Hebrew": 1.4}


@cache
def sound_characters() -> frozenset[str]:
    """Han characters that spell foreign names."""
    lines = (FOLDER / "tables" / "han_sounds.txt").read_text(encoding="utf-8").splitlines()
    return frozenset("".join(line for line in lines if not line.startswith("#")))


@lru_cache(maxsize=1 << 17)
def skeleton(word: str) -> str:
    """The consonants of a word by class, neighbours of one class once, whatever the script."""
    spelled = anyascii(match_key(word)).casefold()
    if script_of(word[0]) in ("Han", "Hiragana", "Katakana"):
        spelled = re.sub(r"\bw|w", "v", spelled)
    if script_of(word[0]) == "Cyrillic":
        spelled = spelled.replace("kh", "h")
    for digraph, one in _DIGRAPHS:
        spelled = spelled.replace(digraph, one)
    spelled = _SOFT_C.sub("s", spelled)
    if spelled.startswith("w"):
        spelled = "v" + spelled[1:]
    return "".join(letter for letter, _ in groupby(char for char in spelled.translate(_CLASSES) if char in "PTKSLN"))


@lru_cache(maxsize=1 << 17)
def sounds_alike(left: str, right: str) -> float:
    """How alike two words of any scripts sound, 0 to 1: by their consonants, where these are few by their letters too."""
    one, two = skeleton(left), skeleton(right)
    if not one or not two:
        return 0.0
    by_consonants = Levenshtein.normalized_similarity(one, two)
    by_letters = Levenshtein.normalized_similarity(anyascii(left).casefold(), anyascii(right).casefold())
    # Two or three consonants meet by chance; the letters have to agree as well.
    trust = min(min(len(one), len(two)) / 4, 1.0)
    return trust * by_consonants + (1 - trust) * (0.5 * by_consonants + 0.5 * by_letters)


def visual_length(text: str) -> float:
    """The length of a text in letters of an alphabet: a Han character says as much as three letters."""
    return sum(_LETTER_WEIGHTS.get(script_of(char), 1.0) for char in text if not char.isspace())


def anchors(text: str, names: Iterable[str] = ()) -> dict[str, float]:
    """The anchors of a paragraph with their weights: about how surprising it is to meet the same one elsewhere, in nats.

    `names` are known names in the text; they count where the script does not show names by capitals or spaces.
    """
    found: dict[str, float] = {}
    for match in _NUMBER.finditer(text):
        _number(match.group(), found)
    for match in _WORD.finditer(text):
        word = match.group()
        script = script_of(word[0]) if word[0].isalpha() else script_of(next(char for char in word if char.isalpha()))
        if script in _UNSPACED:
            _unspaced(word, found)
        elif script in _CASED:
            _cased(word, script, found)
        else:
            _uncased(word, found)
    for name in names:
        for word in _WORD.findall(name):
            _sound(word, 0.0, found)
    return found


def _number(written: str, found: dict[str, float]) -> None:
    digits = "".join(str(unicodedata.digit(char)) for char in written if char.isdigit())
    key = digits.rstrip("0") or "0"
    weight = 1.8 if _YEAR.fullmatch(digits) else min(0.3 + 0.9 * len(key), 3.5)
    found["#" + (digits if _YEAR.fullmatch(digits) else key)] = weight


def _cased(word: str, script: str, found: dict[str, float]) -> None:
    folded = match_key(word)
    if any(char.isupper() for char in word) or any(char.isdigit() for char in word):
        if script == "Latin" and len(folded) > 1:
            found["=" + folded] = min(0.4 * len(folded), 2.0)
        _sound(word, 0.0, found)
    elif script == "Latin" and len(folded) > 6:
        # Learned words are spelled alike in many languages: president, président, presidente.
        found["~" + folded[:5]] = 0.8


def _uncased(word: str, found: dict[str, float]) -> None:
    script = script_of(word[0])
    if script == "Arabic" and word.startswith("ال"):
        word = word[2:]
    if script == "Hangul" and len(word) > 2:
        _sound(word[:-1], 0.5, found)
    _sound(word, 0.5, found)


def _unspaced(word: str, found: dict[str, float]) -> None:
    for script, letters in groupby(word, key=lambda char: "Katakana" if char == "ー" else script_of(char)):
        run = "".join(letters)
        if script == "Katakana":
            _sound(run, 0.0, found)
        elif script == "Han":
            for spells, part in groupby(run, key=lambda char: char in sound_characters()):
                sounds = "".join(part)
                if spells and len(sounds) > 1:
                    _sound(sounds, 0.3, found)
            for first, second in pairwise(run):
                found["字" + first + second] = 0.7


def _sound(word: str, discount: float, found: dict[str, float]) -> None:
    if not word or not word[0].isalpha():
        return
    key = skeleton(word)
    if len(key) > 2:
        found[")" + key] = max(min(0.9 * (len(key) - 1.2), 3.5) - discount, 0.3)
