"""The rules for names of people: equal under the rules of a language, contradicted, or only alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from pipeline.languages import FOLDER, all_words
from pipeline.records import Alias, Evidence
from pipeline.romanize import (
    arabic_key,
    cantonese_surnames,
    han_readings,
    han_surnames,
    japanese_word,
    korean_readings,
    pinyin_readings,
    romanizations,
    simplified,
    spoken_keys,
    wade_giles_readings,
)
from pipeline.text import is_han, match_key, scripts

_SUFFIX = re.compile(r"[\s,]+(jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)
_NICKNAME = re.compile(r"\s*[(（\"“‘'«]([^()（）\"“”‘’'«»]{2,20})[)）\"”’'»]\s*")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})


# "M." is Monsieur where a full name follows; in other languages, and before a surname alone, it is an initial.
_MONSIEUR = re.compile(r"^M\.\s+(?=[^\W\d_]{2,}[^.]*\s\S)")
# The most frequent family names (census of 2019, General Statistics Office of Vietnam), folded.
_VIETNAMESE = frozenset("nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly".split())


@cache
def _title() -> re.Pattern[str]:
    titles = sorted((word for word in all_words("edges", "titles_before") if len(word) > 2 or word in ("Dr", "Mr", "Ms", "Ir", "Sr", "Pr")), key=lambda word: (-len(word), word))
    return re.compile(rf"^(?:(?:{'|'.join(map(re.escape, titles))})(?:\.\s*|\s+))+(?=\S)", re.IGNORECASE)


@lru_cache(maxsize=1 << 17)
def bare_name(name: str) -> str:
    """The name without honorifics before it and Jr or III after it; 'Brandt, Ida' turned to 'Ida Brandt'."""
    name = _SUFFIX.sub("", name)
    if "," in name:
        family, _, given = name.partition(",")
        name = f"{given.strip()} {family.strip()}"
    stripped = _title().sub("", name)
    return stripped if len(stripped.split()) > 1 or " " not in name else name


@lru_cache(maxsize=1 << 17)
def words_of(name: str) -> tuple[str, ...]:
    """The folded words of a name in reading order, hyphens apart: 'van den Heuvel, J.' -> j, van, den, heuvel."""
    plain = _NICKNAME.sub(" ", bare_name(name)) if _NICKNAME.search(name) else bare_name(name)
    return tuple(word for word in re.split(r"[\s\-·.]+", match_key(plain)) if word)


@lru_cache(maxsize=1 << 17)
def chinese_readings(name: str) -> tuple[str, ...]:
    """Each way to read a name as Chinese; of Han characters the surname's own reading only."""
    if is_han(name):
        first = han_readings(name)[:1]
        # ü after l and n is also typed u: 吕 is Lv, and Lu where no other name claims it.
        return tuple(dict.fromkeys((*first, *(reading[0] + "u" + reading[2:] for reading in first if reading[:2] in ("lv", "nv")))))
    return pinyin_readings(_SUFFIX.sub("", name) if "," in name else bare_name(name))


def is_full_name(name: str, language: str) -> bool:
    """Two words or more that are no initials; other scripts: two words.

    Han characters: three or more, or in Chinese a family name and one more ('翟亮', not '博文').
    """
    if is_han(name):
        bare = re.sub(r"[\s·・]", "", name)
        return len(bare) >= 3 or "·" in name or (len(bare) == 2 and not language.startswith("ja") and simplified(bare)[0] in han_surnames())
    if set(scripts(name)) == {"Hangul"}:
        return len(name.replace(" ", "")) >= 3
    words = words_of(name)
    if set(scripts(name)) <= {"Latin", "Cyrillic", "Greek"} and not re.search(r"[\s,]", name.strip()):
        return False  # a double family name alone: 'Lykke-Holm'
    return len(words) >= 2 and sum(len(word) > 1 for word in words) >= 2


def rotation(words: Sequence[str]) -> str:
    """The words from whichever of them makes the least text: family name first or last is one, other orders are not."""
    return min(" ".join((*words[start:], *words[:start])) for start in range(len(words))) if words else ""


@lru_cache(maxsize=1 << 17)
def _keys(name: str, language: str) -> tuple[tuple[str, str], ...]:
    """The keys of a name; `language` is the one that all its texts are in, else ""."""
    if language == "fr":
        name = _MONSIEUR.sub("", name)
    japanese = language == "ja"
    words = words_of(name)
    suffix = _suffix(name)
    if any(len(word) == 1 and word.isalpha() for word in words) and not is_han(name):
        # Initials fit many: such a name is only itself, accents and order included.
        return (("same_spelling", " ".join(re.findall(r"\w+", bare_name(name).casefold())) + suffix),)
    keys: dict[tuple[str, str], None] = {("same_words", rotation(words) + suffix): None}
    groups = set(scripts(name))
    if groups <= {"Latin"} and any(char in "äöüåøæ" for char in name.casefold()):
        spelled = match_key(bare_name(name).casefold().translate(_UMLAUTS))
        keys["same_words", rotation(re.split(r"[\s\-.]+", spelled)) + suffix] = None
    vietnamese = _without_gender(words)
    if vietnamese:
        keys["vietnamese_order", rotation(vietnamese)] = None
    if language in ("id", "ms") and groups <= {"Latin"}:
        keys["same_words", rotation([_reformed(word) for word in words]) + suffix] = None
    if not (is_han(name) and japanese):
        for reading in chinese_readings(name):
            keys["same_syllables", reading + suffix] = None
    if is_han(name):
        keys["same_characters", simplified(re.sub(r"[\s·・]", "", name))] = None
        return tuple(keys)
    for reading in korean_readings(bare_name(name)):
        keys["korean_spelling", reading] = None
    for match in _NICKNAME.finditer(name):
        keys["same_words", rotation((*re.split(r"[\s\-]+", match_key(match.group(1))), *words[1:])) + suffix] = None
    eastern = any(rule in ("same_syllables", "korean_spelling") for rule, _ in keys)
    if len(words) >= 2 and all(len(word) > 1 for word in words):
        if groups <= {"Latin"}:
            arabic = arabic_key(words)
            if arabic:
                keys["arabic_spelling", arabic] = None
            spoken = [japanese_word(word) for word in words]
            if all(spoken):
                keys["japanese_spelling", rotation(spoken)] = None
            schemes = [spoken_keys(word) for word in words if word not in ("al", "el", "ul")]
            for number in range(4 if not eastern else 0):
                keys["transliteration", rotation([keys_of[number] for keys_of in schemes if keys_of]) + suffix] = None
        elif "Cyrillic" in groups:
            for latin in romanizations(name, language or "ru"):
                keys["transliteration", rotation([spoken_keys(word)[0] for word in re.split(r"[\s\-]+", latin) if spoken_keys(word)]) + suffix] = None
        elif groups <= {"Hiragana", "Katakana"}:
            spoken = [japanese_word(word) for word in re.split(r"[\s・·]+", romanizations(name, "ja")[0])]
            if all(spoken):
                keys["japanese_spelling", rotation(spoken)] = None
    return tuple(keys)


def strong_keys(name: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The same words in any order, the same syllables of Chinese, one sound under one custom of romanization."""
    codes = {code.split("-")[0] for code in languages}
    return _keys(name, codes.pop() if len(codes) == 1 else "")


# First sounds that Cantonese and Mandarin spellings give to the same characters, as classes.
_ONSETS = {sound: group[0] for group in ("czsqjx", "kghfw", "bp", "dt", "nl", "yraeoiu") for sound in group}


@cache
def _full_forms() -> dict[str, tuple[str, ...]]:
    """The full given names that a given name or its short form may stand for: 'tony' -> anthony, antonio."""
    found: dict[str, set[str]] = {}
    for pair in _nicknames():
        for word in pair:
            found.setdefault(word, set()).update(pair)
    return {word: tuple(sorted(forms)) for word, forms in found.items()}


def _without_gender(words: tuple[str, ...]) -> tuple[str, ...]:
    """A Vietnamese name without the Văn or Thị after the family name, if three words are left: do, thi, minh, chau -> do, minh, chau.

    Empty where no Vietnamese family name stands first or last, or where it is shorter.
    """
    if not words or not {words[0], words[-1]} & _VIETNAMESE:
        return ()
    kept = tuple(word for place, word in enumerate(words) if not (place == 1 and word in ("thi", "van")))
    return kept if len(kept) >= 3 else ()


def _reformed(word: str) -> str:
    """An Indonesian word in the spelling of 1972: 'soehardjo' -> 'suharjo', 'tjahjono' -> 'cahyono'."""
    for old, new in (("oe", "u"), ("tj", "C"), ("dj", "J"), ("nj", "ny"), ("sj", "sy"), ("j", "y" if any(mark in word for mark in ("tj", "dj", "oe")) else "j")):
        word = word.replace(old, new)
    return word.casefold()


@lru_cache(maxsize=1 << 17)
def block_keys_of(name: str) -> tuple[str, ...]:
    words = words_of(name)
    keys: dict[str, None] = {}
    for place, word in enumerate(words):
        for other, partner in enumerate(words):
            if place != other and len(word) > 1:
                keys[f"{word}|{partner[0]}"] = None
    if len(words) == 2:
        keys["~" + "|".join(sorted(word[:1] + str(len(word)) for word in words)) + words[0][-1:]] = None
    for reading in (*chinese_readings(name), *(han_readings(name) if is_han(name) else wade_giles_readings(bare_name(name)))):
        keys["zh:" + reading] = None
    for reading in chinese_readings(name):
        surname, _, rest = reading.partition("|")
        keys[f"ct:{surname}|{_ONSETS.get(rest[:1], rest[:1])}"] = None
    if not is_han(name):
        given = _given(name)[:1]
        for surname in cantonese_surnames(bare_name(name)):
            keys[f"ct:{surname}|{_ONSETS.get(given, given)}"] = None
        for word in words:
            for full in _full_forms().get(word, ()):
                keys.update(dict.fromkeys(f"nick:{full}|{other}" for other in words if other != word))
    return tuple(keys)


def block_keys(name: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Each word with the first letter of another; readings in pinyin, Wade-Giles and Cantonese."""
    return block_keys_of(name)


def against(left: Alias, right: Alias) -> Evidence | None:
    """Other characters, other legal syllables, other suffixes, other given or middle names."""
    return contradiction(*sorted((_read(left), _read(right))))


def _read(alias: Alias) -> str:
    """The name of an alias, without the “M.” before it where all its texts are French."""
    return _MONSIEUR.sub("", alias.key.name) if set(alias.languages) == {"fr"} else alias.key.name


@lru_cache(maxsize=1 << 18)
def contradiction(one: str, two: str) -> Evidence | None:
    """The first reason why two names cannot be one person's, whatever else is said; None where there is none."""
    if is_han(one) and is_han(two):
        a, b = (simplified(re.sub(r"[\s·・]", "", name)) for name in (one, two))
        if a != b and len(a) >= 2 and len(b) >= 2 and not (a in b or b in a) and "·" not in one + two:
            return Evidence("other_characters", "against", f"{one} ≠ {two}", -9.0)
        return None
    readings = chinese_readings(one), chinese_readings(two)
    if readings[0] and readings[1] and not set(readings[0]) & set(readings[1]):
        if not (set(han_readings(one) or readings[0]) & set(han_readings(two) or readings[1])):
            return Evidence("other_syllables", "against", f"{readings[0][0]} ≠ {readings[1][0]}", -9.0)
    first, second = _suffix(one), _suffix(two)
    if first and second and first != second:
        return Evidence("other_suffix", "against", f"{first.strip()} ≠ {second.strip()}", -9.0)
    return _other_given(words_of(one), words_of(two)) if not (readings[0] and readings[1]) else None


def _other_given(one: tuple[str, ...], two: tuple[str, ...]) -> Evidence | None:
    """Given names or middle initials that clash under one family name; the same words in another order, or some of them, do not."""
    if len(one) < 2 or len(two) < 2 or one[-1] != two[-1] or set(one) <= set(two) or set(two) <= set(one):
        return None
    a, b = one[0], two[0]
    if a[0] != b[0] and {a, b} not in _nicknames() and JaroWinkler.similarity(a, b) < 0.8:
        return Evidence("other_given_name", "against", f"{a} ≠ {b}", -5.0)
    if len(a) > 1 and len(b) > 1 and a != b and not (a.startswith(b) or b.startswith(a)) and {a, b} not in _nicknames() and DamerauLevenshtein.distance(a, b) > 2:
        if not set(spoken_keys(a)) & set(spoken_keys(b)):
            return Evidence("other_given_name", "against", f"{a} ≠ {b}", -5.0)
    middles = [word for word in one[1:-1]], [word for word in two[1:-1]]
    if len(middles[0]) == len(middles[1]) == 1 and middles[0][0][0] != middles[1][0][0] and a == b:
        return Evidence("other_middle_name", "against", f"{middles[0][0]} ≠ {middles[1][0]}", -5.0)
    return None


@cache
def _nicknames() -> frozenset[frozenset[str]]:
    """Pairs of a given name and its short form (tables/nicknames.txt)."""
    lines = (FOLDER / "tables" / "nicknames.txt").read_text(encoding="utf-8").splitlines()
    pairs: set[frozenset[str]] = set()
    for line in lines:
        if line and not line.startswith("#"):
            full, *short = line.split()
            pairs.update(frozenset((full, one)) for one in short)
    return frozenset(pairs)


def weigh(left: Alias, right: Alias) -> tuple[Evidence, ...]:
    """Weak evidence for two names that met: initials, a dropped middle name, a nickname, another romanization, spelling."""
    return _alike(*sorted((_read(left), _read(right))))


@lru_cache(maxsize=1 << 17)
def _alike(one: str, two: str) -> tuple[Evidence, ...]:
    a, b = words_of(one), words_of(two)
    found: list[Evidence] = []
    if _compatible_initials(a, b) or _compatible_initials(a, b[1:] + b[:1]) or _compatible_initials(a[1:] + a[:1], b):
        found.append(Evidence("initials_fit", "weak", f"{one} ~ {two}", 1.3))
    elif len(a) != len(b) and min(len(a), len(b)) >= 2 and a[0] == b[0] and a[-1] == b[-1]:
        found.append(Evidence("middle_name_dropped", "weak", f"{one} ~ {two}", 1.4))
    elif min(len(set(a)), len(set(b))) >= 2 and (set(a) < set(b) or set(b) < set(a)):
        found.append(Evidence("names_dropped", "weak", f"{one} ~ {two}", 1.0))
    elif len(a) >= 2 and len(b) >= 2 and a[-1] == b[-1] and frozenset((a[0], b[0])) in _nicknames():
        found.append(Evidence("nickname", "weak", f"{a[0]} ~ {b[0]}", 1.4))
    readings = _all_readings(one), _all_readings(two)
    if readings[0] & readings[1]:
        found.append(Evidence("older_romanization", "weak", sorted(readings[0] & readings[1])[0], 1.3))
    elif set(cantonese_surnames(bare_name(one))) & _surnames(two) or set(cantonese_surnames(bare_name(two))) & _surnames(one):
        if JaroWinkler.similarity(_given(one), _given(two)) >= 0.55:
            found.append(Evidence("cantonese_surname", "weak", f"{one} ~ {two}", 0.5))
    similarity = max(DamerauLevenshtein.normalized_similarity(" ".join(a), " ".join(b)), DamerauLevenshtein.normalized_similarity(" ".join(sorted(a)), " ".join(sorted(b))))
    if similarity >= 0.8 and not found:
        found.append(Evidence("similar_spelling", "weak", f"{similarity:.2f}", round(6 * (similarity - 0.75), 3)))
    return tuple(found)


def _given(name: str) -> str:
    """What is no family name, as one word: of Han characters in pinyin, of Latin spellings all words but the first, or a last surname."""
    if is_han(name):
        return next((reading.partition("|")[2] for reading in han_readings(name)), "")
    words = re.split(r"\s+", match_key(bare_name(name)))
    return "".join(words[1:] if cantonese_surnames(words[0] + " -") or pinyin_readings(name) else words[:-1]).replace("-", "")


def _all_readings(name: str) -> frozenset[str]:
    return frozenset((*han_readings(name), *(() if is_han(name) else (*chinese_readings(name), *wade_giles_readings(bare_name(name))))))


def _surnames(name: str) -> frozenset[str]:
    return frozenset(reading.partition("|")[0] for reading in (han_readings(name) if is_han(name) else chinese_readings(name)))


def _compatible_initials(one: Sequence[str], two: Sequence[str]) -> bool:
    """Whether one name is the other with given names cut to initials: 'j van den heuvel' of 'johanna van den heuvel'."""
    short, full = (one, two) if sum(map(len, one)) <= sum(map(len, two)) else (two, one)
    if len(short) < 2 or len(full) < 2 or short[-1] != full[-1] or not any(len(word) == 1 for word in short):
        return False
    rest = iter(full[:-1])
    return all(any(other == word or (len(word) == 1 and other.startswith(word)) for other in rest) for word in short[:-1])


def _suffix(name: str) -> str:
    match = _SUFFIX.search(name)
    return f" {match.group(1).lower()}" if match else ""


def fits_partial(partial: str, full: str, languages: Sequence[str]) -> Evidence | None:
    """Strong evidence that a family or given name, or one with initials, stands for the full name; Han: its first or last characters."""
    if scripts(partial).keys() != scripts(full).keys():
        return None
    if is_han(partial) and is_han(full):
        a, b = simplified(partial), simplified(full)
        fits = len(a) < len(b) and (b.startswith(a) or b.endswith(a))
    elif "·" in full or "・" in full:
        fits = partial in re.split(r"[·・]", full)
    else:
        words, some = words_of(full), words_of(partial)
        fits = bool(some) and all(any(word == part or (len(part) == 1 and word.startswith(part)) for word in words) for part in some)
        if not fits and "de" in languages and partial.endswith("s"):
            bare = words_of(partial[:-1])  # the genitive: 'Brandts' of 'Ida Brandt'
            fits = bool(bare) and len(bare[-1]) > 2 and all(part in words for part in bare)
        if not fits and "Cyrillic" in scripts(partial):
            fits = len(some) == 1 and any(_same_stem(some[0], word) for word in words)
    return Evidence("part_of_full_name", "strong", f"{partial} in {full}", 3.0) if fits else None


_CASE_ENDINGS = re.compile(r"(?:ого|ому|ым|им|ой|ей|ом|ем|ою|ею|а|у|е|ы|и|ю|я)$")


def _same_stem(one: str, two: str) -> bool:
    """Whether two Cyrillic words differ by a case ending only: 'кавано' -> itself, 'брюсом' of 'брюс'."""
    a, b = _CASE_ENDINGS.sub("", one), _CASE_ENDINGS.sub("", two)
    return len(a) >= 3 and a == b
