"""The rules for names of people: a first version of the rules of each language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from pipeline.languages.chinese import syllables_of, table
from pipeline.records import Alias, Evidence
from pipeline.text import is_han, match_key, scripts

_CAMEL = re.compile(r"(?<=[a-zü])(?=[A-Z])")
_SUFFIX = re.compile(r"[\s,]+(jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)


@lru_cache(maxsize=1 << 16)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in reading order, folded; 'Brandt, Ida' is turned round."""
    name = _SUFFIX.sub("", name)
    if "," in name:
        family, _, given = name.partition(",")
        name = f"{given} {family}"
    return tuple(word for word in re.split(r"[\s\-·.]+", match_key(name)) if word)


@lru_cache(maxsize=1 << 16)
def chinese_readings(name: str) -> tuple[str, ...]:
    """Each way to read a name as Chinese: 'qu|bowen' for 'Qu Bowen', 'Bowen Qu', 'Qu Bo-Wen'; empty where it cannot be."""
    if is_han(name):
        from pypinyin import lazy_pinyin

        bare = name.replace(" ", "")
        if not 2 <= len(bare) <= 4:
            return ()
        read = lazy_pinyin(bare)
        return (f"{read[0]}|{''.join(read[1:])}",)
    folded = match_key(_CAMEL.sub(" ", name)).replace("'", "")
    words = [word for word in re.split(r"[\s\-]+", folded.replace(",", " ")) if word]
    if not 2 <= len(words) <= 4 or not all(word.isascii() and word.isalpha() for word in words):
        return ()
    cut = [syllables_of(word) for word in words]
    if not all(cut):
        return ()
    surnames = table("chinese_surnames_pinyin")
    found = set()
    for surname, given in ((words[0], cut[1:]), (words[-1], cut[:-1])):
        count = sum(len(part) for part in given)
        if surname in surnames and 1 <= count <= 2:
            found.add(f"{surname}|{''.join(syllable for part in given for syllable in part)}")
    return tuple(sorted(found))


@cache
def is_full_name(name: str, language: str) -> bool:
    """Two words or more, neither of them an initial; two Han characters or more; names in other scripts of two words."""
    if is_han(name):
        return len(name.replace(" ", "")) >= 3
    words = words_of(name)
    return len(words) >= 2 and sum(len(word) > 1 for word in words) >= 2


def strong_keys(name: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The same words in any order; for Chinese names the same surname and syllables."""
    words = words_of(name)
    keys = [("same_words", " ".join(sorted(words)))]
    keys.extend(("same_syllables", reading) for reading in chinese_readings(name))
    return tuple(keys)


def block_keys(name: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The longest word."""
    return (max(words_of(name), key=lambda word: (len(word), word), default=""),)


def against(left: Alias, right: Alias) -> Evidence | None:
    """Other Han characters, other legal syllables, other suffixes."""
    a, b = left.key.name, right.key.name
    if is_han(a) and is_han(b) and a != b and len(a) == len(b):
        return Evidence("other_characters", "against", f"{a} ≠ {b}", -9.0)
    one, two = chinese_readings(a), chinese_readings(b)
    if one and two and not set(one) & set(two):
        return Evidence("other_syllables", "against", f"{one[0]} ≠ {two[0]}", -9.0)
    first, second = _SUFFIX.search(a), _SUFFIX.search(b)
    if first and second and first.group(1).lower() != second.group(1).lower():
        return Evidence("other_suffix", "against", f"{first.group(1)} ≠ {second.group(1)}", -9.0)
    return None


def weigh(left: Alias, right: Alias) -> tuple[Evidence, ...]:
    """Spelling, as weak evidence."""
    from rapidfuzz.fuzz import ratio

    similarity = ratio(" ".join(words_of(left.key.name)), " ".join(words_of(right.key.name))) / 100
    if similarity >= 0.85:
        return (Evidence("similar_spelling", "weak", f"{similarity:.2f}", 6 * (similarity - 0.85)),)
    return ()


def fits_partial(partial: str, full: str, languages: Sequence[str]) -> Evidence | None:
    """A family or given name that stands in the full name; Han: its first or last characters."""
    if scripts(partial).keys() != scripts(full).keys():
        return None
    if is_han(partial) and is_han(full):
        fits = len(partial) < len(full) and (full.startswith(partial) or full.endswith(partial))
    else:
        words = words_of(full)
        some = words_of(partial)
        fits = bool(some) and all(any(word == part or (len(part) == 1 and word.startswith(part)) for word in words) for part in some)
    return Evidence("part_of_full_name", "strong", f"{partial} in {full}", 3.0) if fits else None
