"""Which language a string is in: script before statistics, langdetect before a second opinion (kinds K01 to K04 in the tests)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from pipeline.text import scripts

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier  # type: ignore[import-untyped]  # it ships no types


class Told(NamedTuple):
    """A BCP 47 tag ("und" where none can be told), a confidence between 0 and 1, and what decided."""

    language: str
    confidence: float
    source: str


Statistics = Callable[[str], dict[str, float]]
UNKNOWN = Told("und", 0.0, "none")
ENOUGH = 20
"""Fewer letters are believed only where langdetect and the second opinion agree."""

_ONE_LANGUAGE = {
    "Hangul": "ko", "Hiragana": "ja", "Katakana": "ja", "Thai": "th", "Greek": "el", "Hebrew": "he", "Tamil": "ta", "Telugu": "te", "Kannada": "kn",
    "Malayalam": "ml", "Gujarati": "gu", "Gurmukhi": "pa", "Oriya": "or", "Sinhala": "si", "Bengali": "bn", "Armenian": "hy", "Georgian": "ka",
    "Khmer": "km", "Lao": "lo", "Myanmar": "my", "Tibetan": "bo",
}  # fmt: skip
def _codes(line: str) -> frozenset[str]:
    return frozenset(line.split())


_BY_SCRIPT: Mapping[str, frozenset[str]] = {
    "Cyrillic": _codes("bg mk ru uk sr"),
    "Arabic": _codes("ar fa ur"),
    "Devanagari": _codes("hi mr ne"),
    "Latin": _codes("af ca cs cy da de en es et fi fr hr hu id it lt lv nl nb pl pt ro sk sl so sq sv sw tl tr vi gl ms sr-Latn"),
}  # fmt: skip
_RARE: Mapping[str, frozenset[str]] = {
    # Told only by the second opinion, and only in long text: in short text they steal from their large neighbours.
    "Cyrillic": _codes("be kk ky mn tg"), "Arabic": _codes("ps ug"), "Devanagari": frozenset(),
    "Latin": _codes("eu is ga mt az eo la lb uz nn oc"),
}  # fmt: skip
_LONG = 120
_SURE = 0.9999
_SECOND_SAMPLE = 600  # letters; it walks them one by one in Python, and more change nothing
# Languages that langdetect does not have, and those of its own that stand for them.
_STAND_INS = {"gl": ("es", "pt", "ca"), "ms": ("id",), "sr": ("mk", "bg", "ru", "uk"), "sr-Latn": ("hr", "sl")}
_CONFUSED = _codes("es pt ca id tl hr sl sk cs mk bg ru uk da nb sv nl af hi mr ne so sw cy")
_LANGDETECT_CODES = {"zh-cn": "zh", "zh-tw": "zh-Hant", "no": "nb"}
_SECOND_CODES = {"bs": "hr", "no": "nb", "arz": "ar", "ary": "ar"}
# Croatian against Serbian in Latin letters: (i)jekavian stems and the infinitive against ekavian future forms and "da" with the present;
# Croatian keeps w, x, y, q of foreign names, Serbian spells them by ear.
_PATTERNS: tuple[tuple[str, float, re.Pattern[str]], ...] = (
    ("hr", 2.0, re.compile(r"\b\w*[vmsdtpbc]je\w*")),
    ("hr", 1.5, re.compile(r"\b\w*[^aou\W]ije[dklnpstvzčšr]\w*")),
    ("hr", 2.0, re.compile(r"\b\w+[aieu]t (?:ću|ćeš|će|ćemo|ćete)\b")),
    ("hr", 1.5, re.compile(r"\b(?:može|mogu|mogao|mogla|mora|moraju|želi|žele|treba|trebaju|počeo|počela|nastavio|pokušava) \w+(?:ti|ći)\b")),
    ("hr", 1.0, re.compile(r"\b\w*[wxyq]\w*")),
    ("hr", 1.0, re.compile(r"\bs\b|\b\w+irao\b|\b\w+irala\b")),
    ("sr-Latn", 1.5, re.compile(r"\b\w+(?:aće|iće|eće|aćemo|ićemo|uće)\b")),
    ("sr-Latn", 1.5, re.compile(r"\b(?:može|mogu|mogao|mogla|mora|moraju|želi|žele|treba|trebalo|počeo|počela|nastavio|pokuša\w+|će|neće|bi|ću) da\b")),
    ("sr-Latn", 0.3, re.compile(r"\bda (?:se |ga |ih )?\w+(?:e|i|a|u)\b")),
    ("sr-Latn", 1.0, re.compile(r"\b\w+ovao\b|\b\w+ovala\b|\b\w+isao\b|\bod strane\b|\bsa\b")),
    ("sr-Latn", 0.5, re.compile(r"\b\w*(?:dž|ej)[bcdfghklmnprstvz]\w*")),
)
# Texts that came through a scanner or a careless keyboard mix Latin letters into Cyrillic words.
_LOOK_ALIKES = str.maketrans("aceopxyjkABCEHKMOPTXJ", "асеорхујкАВСЕНКМОРТХЈ")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]+")
_WORD = re.compile(r"[^\W\d_\u0900-\u097f]+(?:[’'-][^\W\d_]+)*|[\u0900-\u0963\u0970-\u097f]+")


def tell_language(text: str, *, languages: Sequence[str] = (), prior: str = "", whole: bool = False) -> Told:
    """The language of the text. `languages` limits the choice where it is not empty; `prior`, the language
    of the document, tips the scale where the text alone leaves it open. `whole` texts are told by langdetect
    itself; for paragraphs, a hundred times as many, its Rust port gives the very same figures (a test holds them together).
    """
    counts = scripts(text)
    if not counts:
        return UNKNOWN
    by_script = _by_script(text, counts, prior)
    if by_script is not None:
        return by_script
    # Latin names stand in text of every script, the reverse is rare: a fifth of the letters decides against Latin.
    script = max(sorted(counts), key=lambda name: counts[name] * (1 if name == "Latin" else 4))
    if script != "Latin":
        text = _LATIN.sub(" ", text) if script != "Cyrillic" else text
    choices = _BY_SCRIPT.get(script, frozenset())
    letters = counts[script] * (2 if script == "Devanagari" else 1)  # its vowel signs are marks, not letters
    if letters >= _LONG:
        choices |= _RARE.get(script, frozenset())
    if languages:
        choices = frozenset(languages)
    if script == "Cyrillic":
        text = text.translate(_LOOK_ALIKES)
    return _by_statistics(text.lower() if text.isupper() else text, letters, choices, prior, _langdetect if whole else _langdetect_port) if choices else UNKNOWN


def _by_script(text: str, counts: Mapping[str, int], prior: str) -> Told | None:
    total = sum(counts.values())
    kana = counts.get("Hiragana", 0) + counts.get("Katakana", 0)
    han = counts.get("Han", 0)
    # A Han character or a syllable says as much as several letters of an alphabet.
    east = 3 * (han + kana + counts.get("Hangul", 0))
    if east >= (total - east // 3):
        if counts.get("Hangul", 0) > max(kana, han // 4):
            return Told("ko", 1.0, "script")
        if kana and kana * 12 >= han:
            return Told("ja", 1.0, "script")
        if prior == "ja" and not _variant(text):
            return Told("ja", 0.9, "document")
        if han:
            return Told(_variant(text) or (prior if prior in ("zh", "zh-Hant") else "zh"), 1.0 if total > 1 else 0.5, "script")
    for name, language in _ONE_LANGUAGE.items():
        if counts.get(name, 0) * 5 > total:
            return Told(language, 1.0, "script")
    return None


@lru_cache(maxsize=1)
def _variants() -> tuple[frozenset[str], frozenset[str]]:
    """Characters of only simplified, and of only traditional Chinese, as OpenCC converts them."""
    from opencc import OpenCC

    characters = [chr(code) for code in range(0x4E00, 0xA000)]
    text = "\n".join(characters)
    simple, traditional = OpenCC("t2s").convert(text).split("\n"), OpenCC("s2t").convert(text).split("\n")
    rows = list(zip(characters, simple, traditional, strict=True))
    return frozenset(c for c, s, t in rows if t != c and s == c), frozenset(c for c, s, t in rows if s != c and t == c)


def _variant(text: str) -> str:
    """"zh" or "zh-Hant", or "" where the characters are common to both."""
    simple, traditional = _variants()
    balance = sum((char in traditional) - (char in simple) for char in text)
    return "zh-Hant" if balance > 0 else "zh" if balance < 0 else ""


def _by_statistics(text: str, letters: int, choices: frozenset[str], prior: str, statistics: Statistics) -> Told:
    first = statistics(text)
    best = max(sorted(first), key=lambda code: first[code], default="")
    if letters >= _LONG and best in choices and best not in _CONFUSED and first[best] >= _SURE:
        return Told(best, round(first[best], 4), "langdetect")
    second = _second_opinion(text)
    words = _word_counts(text)
    told_apart = _pattern_weights(text) if "hr" in second and max(second.values()) < 4 * second["hr"] else {}
    scores: dict[str, float] = {}
    for code in sorted(choices):
        stand_in = max((first.get(other, 0.0) for other in _STAND_INS.get(code, ())), default=0.0)
        scores[code] = (
            # Weights fitted on single sentences and five-word pieces: see docs/languages.md.
            0.3 * math.log(max(first.get(code, 0.0), 0.5 * stand_in) + 1e-3)
            + math.log(second.get("hr" if code == "sr-Latn" else code, 0.0) + 1e-4)
            + 0.8 * words.get(code, 0)
            + told_apart.get(code, 0.0)
            + (1.0 if code == prior else 0.0)
        )
    top = max(scores, key=lambda code: scores[code])
    share = 1 / sum(math.exp(score - scores[top]) for score in scores.values())
    seconded = max(sorted(second), key=lambda code: second[code], default="") == ("hr" if top == "sr-Latn" else top)
    agreed = seconded and (best == top or best in _STAND_INS.get(top, ()))
    if letters < ENOUGH and not (letters >= 8 and share >= 0.6 and (agreed or words.get(top, 0))):
        return UNKNOWN
    return Told(top, round(share, 4), "langdetect" if best == top else "second opinion") if share >= 0.35 else UNKNOWN


def _langdetect(text: str) -> dict[str, float]:
    """Probabilities of at least 0.1, as langdetect gives them, by our codes; empty where it finds no features."""
    from langdetect import DetectorFactory, LangDetectException, detect_langs  # type: ignore[import-untyped]  # it ships no types

    DetectorFactory.seed = 0  # langdetect samples at random unless it is seeded
    try:
        guesses = detect_langs(text)
    except LangDetectException:
        return {}
    return {_LANGDETECT_CODES.get(guess.lang, guess.lang): float(guess.prob) for guess in guesses}


def _langdetect_port(text: str) -> dict[str, float]:
    """The same from langdetect's Rust port."""
    from langdetect_rs import DetectorFactory, LangDetectException, detect_langs  # type: ignore[import-untyped]  # it ships no types

    DetectorFactory.seed = 0
    try:
        guesses = detect_langs(text)
    except LangDetectException:
        return {}
    return {_LANGDETECT_CODES.get(guess.lang, guess.lang): float(guess.prob) for guess in guesses}


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _second_opinion(text: str) -> dict[str, float]:
    """What py3langid says, by our codes; Croatian, Bosnian and Serbian in Latin letters are one to it."""
    found: dict[str, float] = {}
    latin = scripts(text).get("Cyrillic", 0) == 0
    for code, share in _identifier().rank(text[:_SECOND_SAMPLE]):
        if share < 1e-5:
            break
        code = "hr" if latin and code == "sr" else _SECOND_CODES.get(code, code)
        # Single precision: its last digits depend on where the arrays lie in memory.
        found[code] = found.get(code, 0.0) + round(float(share), 5)
    return found


def _pattern_weights(text: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for code, weight, pattern in _PATTERNS:
        weights[code] = weights.get(code, 0.0) + weight * len(pattern.findall(text.lower()[:2000]))
    return weights


class _Words(NamedTuple):
    whole: Mapping[str, tuple[str, ...]]
    begins: tuple[tuple[str, str], ...]
    ends: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def _function_words() -> _Words:
    whole: dict[str, list[str]] = {}
    begins: list[tuple[str, str]] = []
    ends: list[tuple[str, str]] = []
    for line in (files("pipeline.languages") / "tables" / "function_words.tsv").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        code, words = line.split("\t")
        for word in sorted(set(words.split())):
            if word.endswith("*"):
                begins.append((word[:-1], code))
            elif word.startswith("*"):
                ends.append((word[1:], code))
            else:
                whole.setdefault(word, []).append(code)
    return _Words({word: tuple(codes) for word, codes in whole.items()}, tuple(begins), tuple(ends))


def _word_counts(text: str) -> dict[str, int]:
    """How many words of the text are frequent words of each language."""
    counts: dict[str, int] = {}
    for word in _WORD.findall(text.lower()[:2000]):
        for code in _languages_of(word):
            counts[code] = counts.get(code, 0) + 1
    return counts


@lru_cache(maxsize=1 << 16)
def _languages_of(word: str) -> tuple[str, ...]:
    table = _function_words()
    found = set(table.whole.get(word, ()))
    if len(word) > 4:
        found.update(code for begin, code in table.begins if word.startswith(begin))
        found.update(code for end, code in table.ends if word.endswith(end))
    return tuple(sorted(found))
