"""Display form and matching key of a name: pure functions of strings (kind K07 in the tests)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_INVISIBLE = dict.fromkeys(
    [0x00AD, 0x200B, 0x2060, 0xFEFF, 0x180E]  # soft hyphen, zero-width spaces, word joiner, BOM
    + list(range(0x200E, 0x2010))  # left-to-right and right-to-left marks
    + list(range(0x202A, 0x202F))  # bidi embeddings and overrides
    + list(range(0x2066, 0x206A))  # bidi isolates
)
_JOINERS = dict.fromkeys([0x200C, 0x200D])
_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼʹ＇`´‛ʻ"), "'")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－﹣"), "-")
_DOTS = dict.fromkeys(map(ord, "・•‧．･∙"), "·")
# Letters that Unicode does not decompose (Unicode Character Database, no canonical decomposition).
_LETTERS = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "ħ": "h", "ŋ": "n", "ŧ": "t", "ə": "a"}
)
# Marks may be dropped only where they are accents of an alphabet; in Thai, Indic and Arabic scripts they are letters.
_ACCENTED = re.compile(r"[a-z\u0370-\u03ff\u0400-\u04ff]", re.IGNORECASE)


def display_form(surface: str) -> str:
    """The name as it is shown: NFC, white space folded to one space, invisible marks dropped, joiners kept.

    'Ida\\u00a0 Brandt\\u200b' -> 'Ida Brandt'.
    """
    return " ".join(unicodedata.normalize("NFC", surface.translate(_INVISIBLE)).split())


@lru_cache(maxsize=1 << 18)
def match_key(name: str) -> str:
    """The name as it is compared: NFKC, case, accents of alphabets, apostrophes, dashes and joiners folded.

    'Élodie  NÉEL' -> 'elodie neel'; 'Nell O’Hallam' -> "nell o'hallam". Folding twice is folding once.
    """
    text = unicodedata.normalize("NFKC", name.translate(_INVISIBLE).translate(_JOINERS)).casefold()
    text = text.translate(_LETTERS).translate(_APOSTROPHES).translate(_DASHES).translate(_DOTS)
    folded: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.combining(char):
            # й is a letter of its own, not an accented и
            if _ACCENTED.match(base) and not (char == "\u0306" and base == "и"):
                continue
        else:
            base = char
        folded.append(char)
    key = " ".join(unicodedata.normalize("NFKC", "".join(folded)).casefold().translate(_LETTERS).split())
    # Unicode's foldings do not commute (iota subscript, ligatures under an accent): fold until nothing moves.
    return key if key == name else match_key(key)


def scripts(text: str) -> dict[str, int]:
    """How many letters of each script: {'Han': 3, 'Latin': 6}. Digits, marks and punctuation do not count."""
    counts: dict[str, int] = {}
    for char in text:
        if char.isalpha():
            name = script_of(char)
            counts[name] = counts.get(name, 0) + 1
    return counts


_RANGES: tuple[tuple[int, int, str], ...] = (
    # Unicode 16 block boundaries, coarse: enough to tell the scripts of whole words apart.
    (0x0041, 0x024F, "Latin"), (0x0250, 0x02AF, "Latin"), (0x0370, 0x03FF, "Greek"), (0x0400, 0x052F, "Cyrillic"),
    (0x0530, 0x058F, "Armenian"), (0x0590, 0x05FF, "Hebrew"), (0x0600, 0x06FF, "Arabic"), (0x0750, 0x077F, "Arabic"),
    (0x08A0, 0x08FF, "Arabic"), (0x0900, 0x097F, "Devanagari"), (0x0980, 0x09FF, "Bengali"), (0x0A00, 0x0A7F, "Gurmukhi"),
    (0x0A80, 0x0AFF, "Gujarati"), (0x0B00, 0x0B7F, "Oriya"), (0x0B80, 0x0BFF, "Tamil"), (0x0C00, 0x0C7F, "Telugu"),
    (0x0C80, 0x0CFF, "Kannada"), (0x0D00, 0x0D7F, "Malayalam"), (0x0D80, 0x0DFF, "Sinhala"), (0x0E00, 0x0E7F, "Thai"),
    (0x0E80, 0x0EFF, "Lao"), (0x0F00, 0x0FFF, "Tibetan"), (0x1000, 0x109F, "Myanmar"), (0x10A0, 0x10FF, "Georgian"),
    (0x1100, 0x11FF, "Hangul"), (0x1200, 0x137F, "Ethiopic"), (0x1780, 0x17FF, "Khmer"), (0x1E00, 0x1EFF, "Latin"),
    (0x1F00, 0x1FFF, "Greek"), (0x3005, 0x3007, "Han"), (0x3040, 0x309F, "Hiragana"), (0x30A0, 0x30FF, "Katakana"),
    (0x3130, 0x318F, "Hangul"), (0x31F0, 0x31FF, "Katakana"), (0x3400, 0x4DBF, "Han"), (0x4E00, 0x9FFF, "Han"),
    (0xAC00, 0xD7AF, "Hangul"), (0xF900, 0xFAFF, "Han"), (0xFB00, 0xFB06, "Latin"), (0xFB1D, 0xFB4F, "Hebrew"),
    (0xFB50, 0xFDFF, "Arabic"), (0xFE70, 0xFEFF, "Arabic"), (0xFF21, 0xFF5A, "Latin"), (0xFF66, 0xFF9F, "Katakana"),
    (0x20000, 0x3134F, "Han"),
)


@lru_cache(maxsize=1 << 16)
def script_of(char: str) -> str:
    """The script of one letter, by Unicode block: 'Han', 'Hiragana', 'Latin' … or 'Other'."""
    code = ord(char)
    for first, last, name in _RANGES:
        if first <= code <= last:
            return name
    return "Other"


def is_han(text: str) -> bool:
    """Whether the letters of the text are Han characters and nothing else."""
    letters = [char for char in text if char.isalpha()]
    return bool(letters) and all(script_of(char) == "Han" for char in letters)
