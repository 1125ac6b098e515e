"""The rules for names of organizations (see rules.py): what a name is made of decides, not how alike two strings are.

Legal forms fall off at both ends; words for kinds, fields, places and directions are read as concepts, whatever the
language ('université' = 'university' = '大学'); what is left over is the name proper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pypinyin import lazy_pinyin
from rapidfuzz.distance import JaroWinkler, Levenshtein

from pipeline.anchors import skeleton, sounds_alike
from pipeline.languages import FOLDER
from pipeline.records import Alias, Evidence
from pipeline.text import is_han, match_key, script_of, scripts

_SMALL = frozenset(
    ["of", "the", "and", "for", "at", "in", "on", "to", "de", "la", "le", "les", "du", "des", "l", "d", "et", "en", "y", "e", "el", "los", "las", "al", "da", "do", "dos", "das", "o", "a", "os", "as", "der", "die", "das", "dem", "den", "für", "fur", "zu", "zur", "dan", "di", "ke", "untuk", "pada", "und", "von", "vom", "della", "del", "dei", "degli", "и", "в", "по", "на", "при", "для", "s"]
)
_HAN_SMALL = frozenset("的之与與及和")
_TOKEN = re.compile(r"[^\W_]+\+*(?:\.\d+)?")
_DEFINED = re.compile(r"\s*[(（]([A-Z]{2,8})[)）]$")
_THE_GROUP = re.compile(r"[Tt]he .+ group")  # with a small g: a way to say it, not a name
_ROMAN = re.compile(r"(?:x{0,3})(?:ix|iv|v?i{0,3})")
_UNSPACED = frozenset(("Han", "Hiragana", "Katakana", "Hangul"))
_SHORT_HAN = frozenset("大院所部会會行社局台校系党黨委")
_EDUCATION = frozenset(("university", "college", "academy", "institute", "polytechnic", "school", "faculty"))
# Bodies that every country, town or university has: alone they mean the one of their document.
_EVERYWHERE = frozenset(
    ("parliament", "congress", "senate", "court", "government", "police", "party", "ministry", "committee", "commission", "council", "army", "institute")
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a name is made of. `proper` are the words that are no concept, in order; the rest are concepts by class."""

    proper: tuple[str, ...]
    wholes: frozenset[str]
    units: frozenset[str]
    fields: tuple[str, ...]
    ranks: frozenset[str]
    places: frozenset[str]
    directions: frozenset[str]
    numbers: tuple[str, ...]

    @property
    def concepts(self) -> tuple[str, ...]:
        return tuple(sorted((*self.wholes, *self.units, *self.fields, *self.ranks, *self.places, *self.directions, *self.numbers)))


@cache
def _concepts() -> tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]]]:
    """Whole words, and beginnings of words, each with its concept and class."""
    words: dict[str, tuple[str, str]] = {}
    stems: dict[str, tuple[str, str]] = {}
    for line in (FOLDER / "tables" / "organization_concepts.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            concept, kind, spelled = line.split("\t")
            for word in spelled.split():
                key = match_key(word.rstrip("*").replace("_", " "))
                (stems if word.endswith("*") else words).setdefault(key, (concept, kind))
    return words, stems


@cache
def _legal_forms() -> frozenset[str]:
    lines = (FOLDER / "tables" / "legal_forms.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(match_key(word) for line in lines if not line.startswith("#") for word in line.split())


@lru_cache(maxsize=1 << 16)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, folded, without small words, and without legal forms at either end.

    'PT Sinar Jaya Tbk' -> ('sinar', 'jaya'); 'Halden GmbH & Co. KG' -> ('halden',); '北原科技有限公司' -> ('北原科技',).
    """
    bare = _DEFINED.sub(lambda found: "" if found.group(1).casefold() in _initials(found.string[: found.start()]) else found.group(), name)
    if _THE_GROUP.fullmatch(bare):
        bare = bare[4:-6]
    folded = re.sub(r"(?<=\w)'s?\b", " ", match_key(bare))
    folded = re.sub(r"\b(?:[^\W\d_]\.){2,}", lambda found: found.group().replace(".", "") + " ", folded)
    words = _TOKEN.findall(folded)
    legal = _legal_forms()
    while len(words) > 1 and words[-1] in legal | {"and", "und", "et", "y", "e"}:
        words.pop()
    while len(words) > 1 and words[0] in legal and len(words[0]) > 1:
        words.pop(0)
    if words and script_of(words[0][0]) in _UNSPACED:
        ends = sorted((form for form in legal if script_of(form[0]) == "Han"), key=len, reverse=True)
        words[-1] = next((words[-1][: -len(form)] for form in ends if words[-1].endswith(form) and len(words[-1]) > len(form) + 1), words[-1])
        words[0] = next((words[0][len(form) :] for form in ends if words[0].startswith(form) and len(words[0]) > len(form) + 1), words[0])
    kept = tuple(word for word in words if word not in _SMALL)
    return kept or tuple(words)


@lru_cache(maxsize=1 << 16)
def parts_of(name: str) -> Parts:
    """The name read as concepts and a name proper: 'Universidad de Brennes' -> university + brennes."""
    pieces: list[tuple[str, tuple[str, str] | None]] = []
    words = list(words_of(name))
    position = 0
    while position < len(words):
        known, _ = _concepts()
        two = " ".join(words[position : position + 2])
        if two in known and position + 1 < len(words):
            pieces.append((two, known[two]))
            position += 2
            continue
        word = words[position]
        pieces.extend(_cut(word) if script_of(word[0]) in _UNSPACED else [(word, _concept(word))])
        position += 1
    by_class: dict[str, list[str]] = {kind: [] for kind in ("whole", "unit", "field", "rank", "place", "direction")}
    proper: list[str] = []
    numbers: list[str] = []
    for word, found in pieces:
        if found is not None:
            by_class[found[1]].append(found[0])
        elif word[0].isdigit() or (len(pieces) > 1 and _ROMAN.fullmatch(word)):
            numbers.append(word)
        else:
            proper.append(word)
    return Parts(
        tuple(proper), frozenset(by_class["whole"]), frozenset(by_class["unit"]), tuple(sorted(set(by_class["field"]))), frozenset(by_class["rank"]),
        frozenset(by_class["place"]), frozenset(by_class["direction"]), tuple(sorted(numbers)),
    )


def _concept(word: str) -> tuple[str, str] | None:
    words, stems = _concepts()
    if word in words:
        return words[word]
    if script_of(word[0]) == "Arabic":
        # و ب ف ك ل are written together with the next word, لل stands for ل + ال
        bare = ("ال" + word[2:] if word.startswith("لل") else "", word[1:] if word[0] in "وبفكل" else "", word.removeprefix("ال"))
        return next((words[form] for form in bare if form in words), None)
    return next((stems[word[:end]] for end in range(len(word), 2, -1) if word[:end] in stems), None)


def _cut(run: str) -> list[tuple[str, tuple[str, str] | None]]:
    """A run without spaces, cut at the longest concepts; single characters count only where a concept ends the name."""
    words, _ = _concepts()
    pieces: list[tuple[str, tuple[str, str] | None]] = []
    rest, position = "", 0
    while position < len(run):
        end = next((end for end in range(min(position + 5, len(run)), position + 1, -1) if run[position:end] in words), 0)
        if not end and position == len(run) - 1 and position and run[position] in words:
            end = len(run)
        if end:
            if rest.strip("".join(_HAN_SMALL)):
                pieces.append((rest, None))
            pieces.append((run[position:end], words[run[position:end]]))
            rest, position = "", end
        else:
            rest += run[position]
            position += 1
    if rest and (rest.strip("".join(_HAN_SMALL)) or not pieces):
        pieces.append((rest, None))
    return pieces


def is_acronym(name: str) -> bool:
    """Letters that stand for words: 'NVIT', 'N.V.I.T.', 'ООН'."""
    letters = [char for char in name if char.isalpha()]
    if not 2 <= len(letters) <= 6 or any(char.isspace() for char in name.strip()) or any(char.isdigit() for char in name):
        return False
    return all(char.isupper() for char in letters)


def is_full_name(name: str, language: str) -> bool:
    """Whether the name means one body in the whole corpus: something besides kinds and fields is in it, and it is no acronym."""
    parts = parts_of(name)
    if is_acronym(name) or not any(char.isalpha() for char in name):
        return False
    if is_han(name) and (len(name) < 2 or (len(name) == 2 and name[-1] in _SHORT_HAN)):
        return False
    if parts.proper:
        return any(char.isupper() for char in name) or not scripts(name).keys() & {"Latin", "Cyrillic", "Greek"}
    if parts.units or not parts.wholes or parts.wholes <= _EVERYWHERE and not (parts.places or parts.directions):
        return bool(parts.places and parts.wholes and not parts.units)
    return len(parts.concepts) > 2 or bool(parts.places or parts.directions or parts.numbers)


def strong_keys(name: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The same words in any order; the same letters; the same concepts around the same name proper."""
    words = words_of(name)
    keys = [("same_words", " ".join(sorted(words)))]
    letters = "".join(words)
    if len(letters) > 5 or is_acronym(name):
        keys.append(("same_letters", letters))
    parts = parts_of(name)
    if parts.concepts and (parts.proper or len(parts.concepts) > 2 or parts.places and parts.wholes):
        keys.append(("translated_words", _translated(parts, languages)))
    return tuple(keys)


def _translated(parts: Parts, languages: Sequence[str]) -> str:
    proper = "".join(parts.proper)
    if proper and is_han(proper) and any(language.startswith("zh") for language in languages):
        proper = "".join(lazy_pinyin(proper, errors="ignore"))
    return f"{proper} + {' '.join(parts.concepts)}"


def block_keys(name: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The words of the name proper, and their consonants."""
    parts = parts_of(name)
    keys = {word for word in parts.proper if len(word) > 3}
    keys.update("sound " + key for word in parts.proper if len(key := skeleton(word)) > 2)
    if not parts.proper:
        keys.add("concepts " + " ".join(parts.concepts))
    letters = "".join(words_of(name))
    if len(letters) > 8:
        # Two spellings that differ in one letter are the same without it.
        keys.update("but one " + letters[:place] + letters[place + 1 :] for place in range(min(len(letters), 32)))
        keys.add("but one " + letters)
    return tuple(sorted(keys))


def against(left: Alias, right: Alias) -> Evidence | None:
    """Other numbers, directions, places or fields; a part and its whole; other characters for one sound."""
    one, two = parts_of(left.key.name), parts_of(right.key.name)
    for rule, first, second in (
        ("other_number", frozenset(one.numbers), frozenset(two.numbers)),
        ("other_direction", one.directions, two.directions),
        ("other_place", one.places, two.places),
    ):
        if first and second and first.isdisjoint(second):
            return Evidence(rule, "against", f"{', '.join(sorted(first))} ≠ {', '.join(sorted(second))}", -5.0)
    if _part_and_whole(one, two) or _part_and_whole(two, one):
        return Evidence("part_of", "against", "one is named as a part of a body, the other as the body", -5.0)
    if is_han(left.key.name) and is_han(right.key.name) and "zh" in left.languages and "zh" in right.languages:
        first_name, second_name = "".join(one.proper), "".join(two.proper)
        if first_name != second_name and lazy_pinyin(first_name) == lazy_pinyin(second_name):
            return Evidence("other_characters", "against", f"{first_name} ≠ {second_name}", -5.0)
    return None


def _part_and_whole(part: Parts, whole: Parts) -> bool:
    """'Department of Physics, Ostara University' and 'Ostara University'."""
    return bool(part.units) and bool(part.wholes) and not whole.units and bool(whole.wholes & part.wholes) and bool(whole.proper or whole.places)


def weigh(left: Alias, right: Alias) -> tuple[Evidence, ...]:
    """Weak evidence: the same concepts around names proper that are spelled or sound alike."""
    one, two = parts_of(left.key.name), parts_of(right.key.name)
    first, second = " ".join(one.proper), " ".join(two.proper)
    if scripts(left.key.name).keys() & scripts(right.key.name).keys():
        whole = [" ".join(sorted(words_of(alias.key.name))) for alias in (left, right)]
        edits = Levenshtein.distance(*whole, score_cutoff=2)
        if edits == 1 and min(map(len, whole)) > 8 or edits == 2 and min(map(len, whole)) > 18 and len(whole[0]) == len(whole[1]):
            return (Evidence("similar_spelling", "weak", f"{whole[0]} ~ {whole[1]}", 1.0),)
    if one.concepts != two.concepts or not one.proper or not two.proper:
        return ()
    if scripts(first).keys() & scripts(second).keys():
        alike = JaroWinkler.similarity(first, second, prefix_weight=0.05)
        return (Evidence("similar_spelling", "weak", f"{first} ~ {second}: {alike:.2f}", round(6 * (alike - 0.85), 2)),) if alike >= 0.88 else ()
    alike = sounds_alike("".join(one.proper), "".join(two.proper))
    return (Evidence("similar_sound", "weak", f"{first} ~ {second}: {alike:.2f}", round(2 * alike - 1, 2)),) if alike >= 0.8 else ()


def fits_partial(partial: str, full: str, languages: Sequence[str]) -> Evidence | None:
    """An acronym of the full name; or a generic name that says nothing but what the full name says as well."""
    if is_acronym(partial):
        letters = "".join(char for char in match_key(partial) if char.isalpha())
        if letters in _initials(full):
            return Evidence("acronym", "strong", f"{partial}: {full}", 3.0)
        return None
    short, long = parts_of(partial), parts_of(full)
    generic = not short.proper and (len(short.concepts) == 1 or bool(short.units))
    more = bool(long.proper or long.wholes - short.wholes)
    same = (short.units, short.fields, short.ranks) == (long.units, long.fields, long.ranks) and short.wholes <= long.wholes
    if generic and more and same and (short.units or len(long.concepts) == 1):
        return Evidence("short_name", "strong", f"{partial}: {full}", 2.5)
    return None


@lru_cache(maxsize=1 << 14)
def _initials(name: str) -> frozenset[str]:
    """The acronyms a name may have: of all its words, without small ones, without a legal form."""
    spelled = [word for word in re.split(r"[\s\-–/,()]+", match_key(name)) if word and word[0].isalpha()]
    lettered = [word for word in spelled if word not in _SMALL]
    legal = _legal_forms()
    bare = [word for word in lettered if word.strip(".") not in legal]
    return frozenset("".join(word[0] for word in words) for words in (spelled, lettered, bare) if len(words) > 1)


def kinds(name: str) -> frozenset[str]:
    """The kinds of body that a name tells, kinds of teaching bodies as one: translators take them for one another."""
    parts = parts_of(name)
    return frozenset("education" if kind in _EDUCATION else kind for kind in parts.wholes | parts.units)
