"""What the tables say of an entity's names: its spellings, and who else bears them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from anyascii import anyascii

from pipeline.languages.chinese import table
from pipeline.records import Comparison, Entity, EntityType, Mention
from pipeline.text import is_han, match_key, scripts

_SPACES = re.compile(r" (?=[:;,.)\]!?])|(?<=[(\[]) ")
_HAN_RUNS = re.compile(r"([\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+)")


def namesakes(entities: Sequence[Entity], comparisons: Sequence[Comparison]) -> dict[str, tuple[str, ...]]:
    """For each entity id the ids of other entities of its type that bear the same name, or were proposed as the same."""
    owner = {alias.key: entity.entity_id for entity in entities for alias in entity.cluster.aliases}
    bearers: dict[tuple[str, str], set[str]] = {}
    for entity in entities:
        for alias in entity.cluster.aliases:
            if not alias.key.scope:
                bearers.setdefault((entity.type, match_key(alias.key.name)), set()).add(entity.entity_id)
    found: dict[str, set[str]] = {}
    for group in bearers.values():
        for one in group:
            found.setdefault(one, set()).update(group - {one})
    for comparison in comparisons:
        left, right = owner.get(comparison.left), owner.get(comparison.right)
        if comparison.verdict == "proposed" and left and right and left != right:
            found.setdefault(left, set()).add(right)
            found.setdefault(right, set()).add(left)
    return {key: tuple(sorted(value)) for key, value in found.items() if value}


def spellings(entity: Entity, mentions: Sequence[Mention]) -> list[tuple[str, str, int]]:
    """(name, language, mentions) of every spelling of an entity, the most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    for alias in entity.cluster.aliases:
        for number in alias.mentions:
            counts[alias.key.name, mentions[number].language] += 1
    return sorted(((name, language, count) for (name, language), count in counts.items()), key=lambda row: (-row[2], row[0], row[1]))


def as_json(value: object) -> str:
    """Strict JSON on one line: null for what is missing, no NaN, letters as they are."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=False)


def romanized(entity: Entity, names: Sequence[tuple[str, str, int]]) -> str:
    """The name in Latin letters: a spelling that occurs where there is one, else as it is read or transliterated.

    For a person written in Han a spelling with the letters of its reading: of “Cathy Shen” and “Shen Kai-wen”, the second for 沈恺雯.
    """
    languages = tuple(sorted({language for _, language, _ in names}))
    read = in_latin_letters(entity.name, entity.type, languages)
    if is_latin(entity.name):
        return read
    latin = [name for name, _, _ in names if is_latin(name) and (" " in name or entity.type == "organization") and not name.isupper()]
    if read and entity.type == "person" and is_han(entity.name):
        latin = [name for name in latin if _letters(name) == _letters(read)]
    return anyascii(latin[0]) if latin else read


def _letters(name: str) -> list[str]:
    return sorted(char for char in anyascii(name).casefold() if char.isalpha())


@lru_cache(maxsize=1 << 16)
def in_latin_letters(name: str, kind: EntityType, languages: Collection[str]) -> str:
    """The name in plain Latin letters: '伊达' -> 'Yi Da'; empty for Han characters that only Japanese texts have.

    Han is read in Mandarin (pypinyin), a person's given name as one word; other scripts are transliterated letter by letter (anyascii).
    """
    if is_latin(name):
        return anyascii(name)
    written = set(scripts(name))
    if "Han" in written and all(language.split("-")[0] == "ja" for language in languages):
        return ""  # the characters do not tell how a Japanese name is read
    if kind == "person" and is_han(name):
        return _person(_syllables(name))
    if "Han" in written:
        return _SPACES.sub("", " ".join(word for run in _HAN_RUNS.split(name) for word in (_words(run) if is_han(run) else anyascii(run).split())))
    if written == {"Hangul"} and kind == "person" and " " not in name:
        return _person([anyascii(syllable) for syllable in name])
    return " ".join(word[:1].upper() + word[1:].lower() for word in anyascii(name).split())


def is_latin(name: str) -> bool:
    """Whether the name is written in Latin letters only, or has no letters at all."""
    return name.isascii() or not set(scripts(name)) - {"Latin"}


def _syllables(name: str) -> list[str]:
    from pypinyin import lazy_pinyin

    return [anyascii(syllable) for syllable in lazy_pinyin(name, v_to_u=True) if syllable.strip(" ·")]


def _person(syllables: Sequence[str]) -> str:
    """Surname and given name: 'Luo Zhixia', 'Ouyang Xiu'; a name too long for that keeps its syllables together."""
    if len(syllables) > 4:
        return "".join(syllables).capitalize()
    double = len(syllables) > 2 and "".join(syllables[:2]).lower() in table("chinese_surnames_pinyin")
    parts = ("".join(syllables[: 1 + double]), "".join(syllables[1 + double :]))
    return " ".join(part.capitalize() for part in parts if part)


def _words(name: str) -> list[str]:
    """The words as pypinyin's dictionary cuts them; two characters that it knows in no word stand together."""
    from pypinyin.seg.mmseg import seg

    words: list[str] = []
    alone = False
    for word in seg.cut(name):
        if alone and len(word) == 1:
            words[-1] += word
            alone = False
        else:
            words.append(word)
            alone = len(word) == 1
    return ["".join(_syllables(word)).capitalize() for word in words]
