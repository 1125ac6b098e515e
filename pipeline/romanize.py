"""Names in other scripts and other spellings, brought to one Latin form: sets of readings, compared as wholes.

Sources: Hanyu Pinyin (ISO 7098) and Wade-Giles as in the tables of the Library of Congress; Revised Romanization of Korean (2000)
and McCune-Reischauer for its older spellings; Hepburn and Kunrei-shiki (ISO 3602) for Japanese; ISO 9, BGN/PCGN, French and
German customs for Cyrillic.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from anyascii import anyascii

from pipeline.languages import FOLDER
from pipeline.languages.chinese import syllables_of, table
from pipeline.text import is_han, match_key, scripts


@cache
def tables() -> dict[str, Any]:
    """The tables of surnames and syllables (languages/tables/people.toml)."""
    return tomllib.loads((FOLDER / "tables" / "people.toml").read_text(encoding="utf-8"))


# --- Chinese ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 17)
def simplified(name: str) -> str:
    """Han characters in their simplified form, for keys only; what is written stays as it is."""
    return _converter().convert(name)


@cache
def _converter() -> Any:
    from opencc import OpenCC

    return OpenCC("t2s")


@lru_cache(maxsize=1 << 17)
def han_readings(name: str) -> tuple[str, ...]:
    """'surname|given' in pinyin for a name in Han characters, the surname's own reading first; empty if it cannot be one.

    '曾雨桐' -> 'zeng|yutong', and 'ceng|yutong' as the weaker reading.
    """
    from pypinyin import lazy_pinyin

    bare = re.sub(r"[\s·・]", "", simplified(name))
    if not 2 <= len(bare) <= 4 or not is_han(bare):
        return ()
    double = bare[:2] in tables()["surnames"]["double"] and len(bare) > 2
    cut = 2 if double else 1
    surname, given = bare[:cut], bare[cut:]
    spoken = "".join(lazy_pinyin(given, v_to_u=False)).replace("ü", "v")
    plain = "".join(lazy_pinyin(surname, v_to_u=False)).replace("ü", "v")
    special = tables()["surnames"]["double"].get(surname) if double else tables()["surnames"]["readings"].get(surname)
    heads = [special, plain] if special and special != plain else [plain]
    found = [f"{head}|{spoken}" for head in heads]
    # Characters with several readings inside a given name: every ordinary one is possible.
    return tuple(dict.fromkeys(found))


@cache
def han_surnames() -> frozenset[str]:
    """Characters that are Chinese family names by themselves, simplified."""
    known = tables()["surnames"]
    return frozenset((*known["common"], *known["readings"]))


@lru_cache(maxsize=1 << 17)
def pinyin_readings(name: str) -> tuple[str, ...]:
    """Each way to read a Latin name as a Chinese one: 'luo|zhixia' for 'Luo Zhixia', 'Zhixia Luo', 'Luo, Zhi-Xia', 'LuoZhixia'.

    Empty where a word cannot be cut into legal syllables or no surname stands at either end.
    """
    text = re.sub(r"(?<=[a-zü])(?=[A-Z])", " ", name)
    comma = "," in text
    shouted = [word for word in re.split(r"[\s,]+", text) if len(word) > 1 and word.isupper() and word.isalpha()]
    folded = match_key(text.replace("Ü", "V").replace("ü", "v").replace("Ǚ", "V")).replace("'", "").replace(",", " ")
    words = [word for word in re.split(r"[\s\-]+", folded) if word]
    if not 2 <= len(words) <= 4 or not all(word.isascii() and word.isalpha() for word in words):
        return ()
    cut = [syllables_of(word) for word in words]
    if not all(cut):
        return ()
    surnames = table("chinese_surnames_pinyin")
    found: dict[str, None] = {}
    ends = [(words[0], cut[1:]), (words[-1], cut[:-1])]
    if comma or (len(shouted) == 1 and len(words) > 1 and match_key(shouted[0]) == words[0]):
        ends = ends[:1]
    elif len(shouted) == 1 and match_key(shouted[0]) == words[-1]:
        ends = ends[1:]
    for surname, given in ends:
        count = sum(len(part) for part in given)
        if surname in surnames and 1 <= count <= 2:
            found[f"{_umlaut(surname)}|{''.join(_umlaut(s) for part in given for s in part)}"] = None
    return tuple(found)


def _umlaut(syllable: str) -> str:
    """lyu, lue, lyue, nyu … as they are typed with v: 'lyu' -> 'lv', 'lue' -> 'lve'."""
    return {"lyu": "lv", "nyu": "nv", "lue": "lve", "nue": "nve", "lyue": "lve", "nyue": "nve"}.get(syllable, syllable)


_WADE_INITIALS = (
    ("ch'", ("q", "ch")), ("ch", ("j", "zh", "q", "ch")), ("hs", ("x",)), ("ts'", ("c",)), ("tz'", ("c",)), ("ts", ("z", "c")), ("tz", ("z", "c")),
    ("sz", ("s",)), ("ss", ("s",)), ("k'", ("k",)), ("k", ("g", "k")), ("p'", ("p",)), ("p", ("b", "p")), ("t'", ("t",)), ("t", ("d", "t")), ("j", ("r",)),
)
_WADE_FINALS = {
    "ieh": "ie", "üeh": "ue", "ueh": "ue", "ien": "ian", "üan": "uan", "üan ": "uan", "ung": "ong", "iung": "iong", "erh": "er", "ih": "i", "ü": "u", "ün": "un",
    "ui": "ui", "uei": "ui",
}
_WADE_WHOLE = {
    "yu": ("you", "yu"), "yü": ("yu",), "yen": ("yan",), "yeh": ("ye",), "i": ("yi",), "o": ("e",), "ho": ("he",), "ko": ("ge", "ke"), "k'o": ("ke",),
    "lo": ("luo",), "no": ("nuo",), "to": ("duo", "tuo"), "t'o": ("tuo",), "so": ("suo",), "jo": ("ruo",), "tso": ("zuo", "cuo"), "cho": ("zhuo", "chuo"),
    "yüan": ("yuan",), "yüeh": ("yue",), "yün": ("yun",), "yung": ("yong",), "ssu": ("si",), "szu": ("si",), "tzu": ("zi", "ci"), "tz'u": ("ci",), "hsü": ("xu",),
    "jih": ("ri",), "chih": ("zhi", "chi"), "ch'ih": ("chi",), "shih": ("shi",), "erh": ("er",), "lü": ("lv",), "nü": ("nv",), "yuan": ("yuan",),
}


@lru_cache(maxsize=1 << 14)
def wade_giles_syllable(word: str) -> tuple[str, ...]:
    """The pinyin syllables that a Wade-Giles syllable may stand for: 'hsieh' -> ('xie',), 'ch'ing' -> ('qing',)."""
    word = word.casefold().replace("’", "'").replace("ʻ", "'").replace("`", "'")
    legal = table("pinyin_syllables")
    if word in _WADE_WHOLE:
        return _WADE_WHOLE[word]
    initials: tuple[tuple[str, tuple[str, ...]], ...] = (*_WADE_INITIALS, ("", ("",)))
    for initial, others in initials:
        if word.startswith(initial):
            final = word[len(initial) :]
            final = _WADE_FINALS.get(final, final)
            made = [other + final for other in others] if initial else [word if final == word else final]
            found = tuple(dict.fromkeys(one for one in made if one in legal))
            if found:
                return found
    return ()


@lru_cache(maxsize=1 << 15)
def wade_giles_readings(name: str) -> tuple[str, ...]:
    """Each way to read a Latin name as a Chinese one in Wade-Giles, as pinyin; for proposals only."""
    words = [word for word in re.split(r"[\s,]+", name.replace("’", "'")) if word]
    if not 2 <= len(words) <= 3:
        return ()
    found: dict[str, None] = {}
    for surname, given in ((words[0], words[1:]), (words[-1], words[:-1])):
        heads = wade_giles_syllable(surname)
        parts = [part for word in given for part in re.split(r"-", word) if part]
        if not heads or not 1 <= len(parts) <= 2:
            continue
        options = [wade_giles_syllable(part) for part in parts]
        if not all(options):
            continue
        tails = options[0] if len(options) == 1 else tuple(a + b for a in options[0] for b in options[1])
        for head in heads:
            if head in table("chinese_surnames_pinyin"):
                found.update(dict.fromkeys(f"{head}|{tail}" for tail in tails))
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def cantonese_surnames(name: str) -> tuple[str, ...]:
    """The pinyin surnames that the first or last word of a Cantonese spelling may stand for: 'Au-Yeung Ching-chuen' -> ('ouyang',)."""
    words = [word for word in re.split(r"[\s,]+", match_key(name)) if word]
    known = tables()["surnames"]["cantonese"]
    return tuple(dict.fromkeys(reading for word in (words[:1] + words[-1:]) for reading in known.get(word.replace("-", ""), ())))


# --- Korean ----------------------------------------------------------------------------------------------------------

_INITIALS = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ")
_VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
_FINALS = " k k ks n nj nh t l lk lm lb ls lt lp lh m p ps t t ng t t k t p h".split(" ")


def hangul_syllables(name: str) -> list[str]:
    """Each Hangul syllable in the Revised Romanization: '가온' -> ['ga', 'on']."""
    found = []
    for char in name:
        code = ord(char) - 0xAC00
        if 0 <= code < 11172:
            found.append(_INITIALS[code // 588] + _VOWELS[code % 588 // 28] + _FINALS[code % 28])
    return found


_KOREAN_SOUNDS = (
    ("uh", "eo"), ("oo", "u"), ("ee", "i"), ("ui", "i"), ("eu", "u"), ("oung", "eong"), ("yun", "yeon"), ("yuk", "yeok"), ("yul", "yeol"), ("ung", "eong"), ("suk", "seok"),
    ("ae", "e"), ("eo", "O"), ("ch", "j"), ("k", "g"), ("t", "d"), ("p", "b"), ("r", "l"), ("sh", "s"),
)


@lru_cache(maxsize=1 << 16)
def korean_sound(syllable: str) -> str:
    """A coarse sound that the romanizations of one Korean syllable share: 'soo', 'su' -> 'su'; 'hyun', 'hyeon' -> 'hyOn'."""
    for old, new in _KOREAN_SOUNDS:
        syllable = syllable.replace(old, new)
    return re.sub(r"(.)\1+", r"\1", syllable)


@lru_cache(maxsize=1 << 16)
def korean_readings(name: str) -> tuple[str, ...]:
    """'surname|given' in coarse sounds for Hangul and for Latin spellings with a Korean surname; empty where it cannot be."""
    if set(scripts(name)) == {"Hangul"}:
        syllables = hangul_syllables(name)
        if not 2 <= len(syllables) <= 4:
            return ()
        surname = tables()["surnames"]["korean_by_syllable"].get(syllables[0], syllables[0])
        return (f"{surname}|{''.join(map(korean_sound, syllables[1:]))}",)
    words = [word for word in re.split(r"[\s,]+", match_key(name)) if word]
    known = _korean_surnames()
    found: dict[str, None] = {}
    if not 2 <= len(words) <= 3:
        return ()
    for surname, given in ((words[0], words[1:]), (words[-1], words[:-1])):
        if surname in known and all(re.fullmatch(r"[a-z\-]+", word) for word in given):
            parts = [part for word in given for part in word.split("-") if part]
            for cut in [tuple(parts)] if len(parts) == 2 else korean_cuts("".join(parts)) if len(parts) == 1 else ():
                if all(_KOREAN_SYLLABLE.fullmatch(part) for part in cut):
                    found[f"{known[surname]}|{''.join(map(korean_sound, cut))}"] = None
    return tuple(found)


_KOREAN_SYLLABLE = re.compile(
    r"(?:kk|tt|pp|ss|jj|ch|sh|g|k|n|d|t|r|l|m|b|p|s|j|h)?"
    r"(?:yae|yeo|yoo|you|wae|woo|ae|ai|ya|eo|ye|wa|oe|yo|wo|we|wi|yu|eu|ui|oo|ee|ou|uh|a|e|o|u|i)(?:ng|n|m|l|k|p|t|h|r)?"
)


@lru_cache(maxsize=1 << 15)
def korean_cuts(word: str) -> tuple[tuple[str, str], ...]:
    """Each way to cut a word into two Korean syllables: 'hoeun' -> ho, eun and hoe, un."""
    return tuple((word[:at], word[at:]) for at in range(1, len(word)) if _KOREAN_SYLLABLE.fullmatch(word[:at]) and _KOREAN_SYLLABLE.fullmatch(word[at:]))


@cache
def _korean_surnames() -> dict[str, str]:
    return {spelling: group[0] for group in tables()["surnames"]["korean"] for spelling in group}


# --- Spellings of names from other alphabets ---------------------------------------------------------------------------

_COMMON = (
    ("shch", "X"), ("tch", "C"), ("ch", "C"), ("sh", "S"), ("zh", "Z"), ("kh", "H"), ("ph", "f"), ("ts", "c"), ("tz", "c"), ("ck", "k"), ("ou", "u"), ("oo", "u"), ("ee", "i"), ("x", "ks"), ("w", "v"), ("q", "k"),
)
_SCHEMES: tuple[tuple[tuple[str, str], ...], ...] = (
    # English and BGN/PCGN
    (("shch", "X"), ("tch", "C"), ("dzh", "DZ"), ("dj", "DZ"), *_COMMON, ("j", "DZ")),
    # French
    (("chtch", "X"), ("tch", "C"), ("dj", "DZ"), ("ch", "S"), ("kh", "H"), ("ts", "c"), ("ou", "u"), ("j", "Z"), ("gu", "g"), ("ph", "f"), ("w", "v"), ("x", "ks"), ("q", "k")),
    # German
    (("schtsch", "X"), ("tsch", "C"), ("dsch", "DZ"), ("sch", "S"), ("ch", "H"), ("sh", "Z"), ("z", "c"), ("w", "v"), ("j", "y"), ("x", "ks"), ("s(?=[aeiouy])", "z")),
    # ISO 9 and Slavic Latin alphabets, accents already folded
    (("sc", "X"), ("shh", "X"), ("ch", "H"), ("cz", "C"), ("sz", "S"), ("rz", "Z"), ("c", "C"), ("j", "y"), ("w", "v"), ("x", "H")),
)


def _spoken(word: str, scheme: tuple[tuple[str, str], ...]) -> str:
    for old, new in scheme:
        word = re.sub(old, new, word) if "(" in old else word.replace(old, new)
    word = re.sub(r"(?:yo|io|jo)(?=v$|va$)", "e", word)  # ё as yo or e: Pugachyov, Pugachev
    word = re.sub(r"^(?:ye|je|ie)", "e", word)
    word = re.sub(r"(?<=[aeiou])[yji](?=[aeiou])", "", word)
    word = re.sub(r"[yij]+", "i", word)
    word = re.sub(r"(?<=i)[ae]$", lambda match: match.group(), word)
    word = word.replace("'", "").replace("h", "H")
    word = re.sub(r"(?<=n)e$", "", word)
    return re.sub(r"ss+", "s", word)  # German and French double the s of Russian; other doubled letters tell names apart


@lru_cache(maxsize=1 << 17)
def spoken_keys(word: str) -> tuple[str, ...]:
    """How a word of a name may be spoken, one key per custom of spelling: 'Boychenko', 'Bojtschenko', 'Boïtchenko' share one."""
    plain = re.sub(r"[^a-z']", "", match_key(word))
    return tuple(_spoken(plain, scheme) for scheme in _SCHEMES) if plain else ()


_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ё": "e", "є": "ye", "ж": "zh", "з": "z", "и": "i", "і": "i", "ї": "yi", "й": "y", "ј": "y", "к": "k",
    "л": "l", "љ": "ly", "м": "m", "н": "n", "њ": "ny", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "ћ": "ch", "ђ": "dj", "у": "u", "ў": "u", "ф": "f", "х": "kh", "ц": "ts",
    "ч": "ch", "џ": "dzh", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
}


def romanizations(name: str, language: str) -> tuple[str, ...]:
    """Latin forms of a name in another script, the likeliest first; the folded name itself where it is Latin.

    Han is read as Mandarin only where the language is not Japanese; Ukrainian г is h.
    """
    groups = set(scripts(name))
    code = language.split("-")[0]
    if groups <= {"Latin"}:
        return (match_key(name),)
    if "Cyrillic" in groups:
        letters = dict(_CYRILLIC)
        if code == "uk":
            letters.update({"г": "h", "и": "y"})
        if code == "bg":
            letters.update({"щ": "sht", "ъ": "a"})
        lowered = match_key(name).replace("\u0306", "")
        folded = "".join(letters.get(char, char) for char in name.casefold())
        return tuple(dict.fromkeys((match_key(folded), "".join(letters.get(char, char) for char in lowered))))
    if groups <= {"Han"} and code == "ja":
        return ()
    if groups <= {"Han"}:
        return tuple(reading.replace("|", " ") for reading in han_readings(name))
    if groups == {"Hangul"}:
        syllables = hangul_syllables(name)
        return (f"{syllables[0]} {''.join(syllables[1:])}",) if len(syllables) > 1 else ("".join(syllables),)
    return (match_key(anyascii(name)),)


# --- Japanese ----------------------------------------------------------------------------------------------------------

_JAPANESE = re.compile(r"(?:(?:ky|gy|sh|sy|ch|ty|ny|hy|by|py|my|ry|ts|k|g|s|z|j|t|d|n|h|f|b|p|m|y|r|w)?[aiueo]+h?|n(?![aiueo]))+")
_KUNREI = (("sya", "sha"), ("syu", "shu"), ("syo", "sho"), ("tya", "cha"), ("tyu", "chu"), ("tyo", "cho"), ("zya", "ja"), ("zyu", "ju"), ("zyo", "jo"), ("si", "shi"), ("ti", "chi"), ("tu", "tsu"), ("hu", "fu"), ("zi", "ji"))


@lru_cache(maxsize=1 << 16)
def japanese_word(word: str) -> str:
    """A word in Hepburn without long vowels: 'Ōno', 'Ohno', 'Oono', 'Ono' -> 'ono'; 'Simizu' -> 'shimizu'; "" if no Japanese word."""
    plain = match_key(word)
    if not _JAPANESE.fullmatch(plain):
        return ""
    for old, new in _KUNREI:
        plain = re.sub(rf"(?<![sct]){old}", new, plain)
    plain = re.sub(r"(?<=[ou])u|oh(?![aiueo])|oo", lambda match: "" if match.group() == "u" else "o", plain)
    return plain.replace("tss", "ts")


# --- Arabic ------------------------------------------------------------------------------------------------------------


@cache
def _arabic_given() -> dict[str, str]:
    lines = (FOLDER / "tables" / "arabic_names.txt").read_text(encoding="utf-8").splitlines()
    return {spelling: group.split()[0] for group in lines if group and not group.startswith("#") for spelling in group.split()}


def arabic_key(words: Sequence[str]) -> str:
    """A key for Latin spellings of an Arabic name: the given name by its group, the rest by consonants; "" where no given name is known.

    'mohammed haddad', 'muhammad hadad' -> 'mohammed hdd'.
    """
    known = _arabic_given()
    plain = [word for word in words if word not in ("al", "el", "ul")]
    if len(plain) < 2 or plain[0] not in known:
        return ""
    return " ".join([known[plain[0]], *(known.get(word) or _consonants(word) for word in plain[1:])])


def _consonants(word: str) -> str:
    for old, new in (("sch", "S"), ("sh", "S"), ("ch", "S"), ("kh", "X"), ("gh", "G"), ("dj", "J"), ("j", "J"), ("ou", "u"), ("th", "t"), ("dh", "d"), ("q", "k"), ("c", "k"), ("z", "z"), ("w", "u"), ("y", "i")):
        word = word.replace(old, new)
    word = re.sub(r"(?<!^)h$", "", word)
    # e is written for a and for i; long and short vowels are not told apart, but a, i and u are: Hamad, Hamid, Hammoud.
    for old, new in (("au", "O"), ("oo", "U"), ("ee", "I"), ("ei", "I"), ("ai", "I"), ("ii", "I"), ("aa", "A"), ("u", "U"), ("o", "U"), ("O", "U"), ("e", "I"), ("i", "I"), ("a", "A")):
        word = word.replace(old, new)
    return re.sub(r"(.)\1+", r"\1", word)
