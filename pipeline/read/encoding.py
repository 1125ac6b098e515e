"""Bytes -> text: a byte order mark, strict UTF-8, the declared encoding, then the encoding whose letters make the best text (kind K06)."""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache

from pipeline.errors import ReadError
from pipeline.languages.tell import tell_language
from pipeline.text import script_of

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "iso8859-1": "cp1252", "ascii": "cp1252", "euc_kr": "cp949", "big5": "big5hkscs", "tis-620": "cp874"}
"""Encodings that are declared where a wider one was used; the wider one reads both."""
_NAMES = {"cp932": "shift_jis", "cp949": "euc-kr", "big5hkscs": "big5", "cp874": "tis-620"}
_EAST = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")
_ALPHABETS = ("koi8-r", "koi8-u", "cp1251", "iso8859-5", "cp1253", "cp1255", "cp1256", "cp874", "cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257", "cp1258", "mac-roman", "cp866")
_LATIN = ("cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257", "cp1258", "mac-roman")
_SAMPLE = 20_000
_GOOD = 0.93
_LETTERS = {
    # Letters beyond a to z of languages in Latin script, as their orthographies have them (Unicode CLDR, main exemplar characters).
    "cs": "áčďéěíňóřšťúůýž", "sk": "áäčďéíĺľňóôŕšťúýž", "pl": "ąćęłńóśźż", "hu": "áéíóöőúüű", "ro": "ăâîșțşţ", "hr": "čćđšž", "sr-Latn": "čćđšž",
    "sl": "čšž", "sq": "çë", "de": "äöüß", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíñóúü", "pt": "áàâãçéêíóôõúü", "gl": "áéíñóúü", "ca": "àçéèíïóòúü",
    "it": "àéèìíîóòùú", "nl": "áéëïóöúü", "da": "åæøé", "nb": "åæøéòôó", "sv": "åäöé", "fi": "äöå", "et": "äõöüšž", "lt": "ąčęėįšųūž", "lv": "āčēģīķļņšūž",
    "tr": "âçğıîöşüi̇û", "en": "éèïôçñüö", "af": "êëïôûé", "id": "é", "ms": "é", "vi": "àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
}  # fmt: skip
_MARKS_OF_TEXT = frozenset("«»„“”‘’–—…·•№°§€£¿¡ªº\u00a0\u00ad©®™،؛؟‚›‹×½¼¾²³ๆฯ\u200c\u200d\u200e\u200f")
# The ten or so most frequent letters of each alphabet make two thirds of its texts, and far less of bytes read by another table.
_FREQUENT = {
    "Cyrillic": "оаеинтсрвлкдіј", "Greek": "αοιετνσηρπκςυ", "Arabic": "اليمنوترهبدی", "Hebrew": "יוהלאמרתבשנ", "Thai": "านรอกเงวมยลทสต\u0e48\u0e49\u0e31\u0e35\u0e34",
}  # fmt: skip
_MIXED = re.compile(r"[a-zA-Z]+[\u0370-\u06ff\u0e00-\u0e7f]+|[\u0370-\u06ff\u0e00-\u0e7f]+[a-zA-Z]+")
_WRONG_CASE = re.compile(r"[^\W\d_a-zA-Z]*[а-яёіїєґљњђћџјѓќѕα-ω][А-ЯЁІЇЄҐЉЊЂЋЏЈЃЌЅΑ-Ω]")


def decode(data: bytes, *, declared: str = "") -> tuple[str, str]:
    """The text without its byte order mark, and the name of the encoding. Line ends stay as they are.

    Raises ReadError with the status "unsure" and a preview where no one encoding fits better than all others.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding).removeprefix("\ufeff"), encoding
            except UnicodeDecodeError as error:
                raise _unsure(data, f"damaged {encoding}: byte {error.start} does not fit") from error
    wide = _without_mark(data)
    if wide:
        return data.decode(wide), wide
    if b"\0" in data:
        raise ReadError("the file holds NUL bytes: not text")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    named = _codec(declared)
    if named and named != "utf-8":
        try:
            return data.decode(named), _NAMES.get(named, named)
        except UnicodeDecodeError:
            pass
    mended = data.decode("utf-8", "replace")
    lost = mended.count("\ufffd") - data.count("\ufffd".encode())
    # Only UTF-8 has so many valid sequences; a few bytes of it were damaged or cut off.
    if lost <= 0.02 * sum(not char.isascii() for char in mended) or _cut_at_the_end(data):
        return mended, f"utf-8, {lost} damaged"
    return _best(data)


def _cut_at_the_end(data: bytes) -> bool:
    """Whether all but the last character is UTF-8, with letters beyond ASCII in it."""
    for missing in range(1, 4):
        try:
            return not data[:-missing].decode("utf-8").isascii()
        except UnicodeDecodeError:
            continue
    return False


def _without_mark(data: bytes) -> str:
    """UTF-16 without a mark: every other byte of ASCII text is NUL."""
    head = data[:2000]
    if len(head) < 8 or len(data) % 2:
        return ""
    for encoding, zeros, others in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if zeros.count(0) > 0.4 * len(zeros) and not others.count(0):
            try:
                data.decode(encoding)
            except UnicodeDecodeError:
                continue
            return encoding
    return ""


def _codec(declared: str) -> str:
    try:
        name = codecs.lookup(declared.strip().strip("\"'")).name if declared else ""
    except (LookupError, ValueError):
        return ""
    # Codecs such as "zip" or "rot13" are no encodings of text.
    return _WIDER.get(name, name) if name and name not in ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined") and name in _TEXT_CODECS else ""


_TEXT_CODECS = frozenset(
    [codecs.lookup(name).name for name in (*_EAST, *_ALPHABETS, *_WIDER, "utf-8", "utf-16", "utf-32", "gbk", "iso8859-15", "iso8859-7", "iso8859-9", "mac-cyrillic", "iso2022_jp", "utf-7", "iso8859-6", "iso8859-8", "iso8859-4", "iso8859-13", "iso8859-3", "iso8859-10", "iso8859-16")]
)  # fmt: skip


def _best(data: bytes) -> tuple[str, str]:
    found: list[tuple[float, str, str]] = []
    sample = _sample(data)
    for encoding in (*_EAST, *_ALPHABETS):
        try:
            text = sample.decode(encoding)
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        found.append((round(_plausibility(text, encoding), 4), encoding, text))
    found.sort(key=lambda one: -one[0])  # a stable sort: of equals, the first in the lists above
    if not found or found[0][0] < _GOOD:
        raise _unsure(data, "no encoding makes good text of it" + (f"; nearest: {found[0][1]}" if found else ""))
    korean = next((one for one in found if one[1] == "cp949" and one[0] >= 0.97), None)
    if korean is not None and _mostly_hangul(korean[2]):
        # Korean bytes are all common Chinese characters in GB 2312; Chinese ones are not all Hangul.
        found = [korean, *(one for one in found if one[1] not in _EAST)]
    score, encoding, text = found[0]
    for other_score, other, other_text in found[1:]:
        if other_text != text and other_score > score - 0.02:
            raise _unsure(data, f"{_NAMES.get(encoding, encoding)} and {_NAMES.get(other, other)} fit alike")
    return data.decode(encoding), _NAMES.get(encoding, encoding)


def _sample(data: bytes) -> bytes:
    """Whole lines from the beginning, and those with other letters than ASCII from the whole file."""
    if len(data) <= _SAMPLE:
        return data
    lines = [line for line in data.splitlines(keepends=True) if not line.isascii()]
    kept, size = [], 0
    for line in lines:
        kept.append(line)
        size += len(line)
        if size > _SAMPLE:
            break
    return b"".join(kept) if size < 10 * _SAMPLE else data


@lru_cache(maxsize=8)
def _common(encoding: str) -> frozenset[str]:
    """The characters of daily use: level 1 of the national standards (GB 2312, Big5, JIS X 0208), by their lead bytes."""
    first, last, codec = {"gb18030": (0xB0, 0xD7, "gb2312"), "big5hkscs": (0xA4, 0xC6, "big5"), "cp932": (0x88, 0x97, "cp932"), "euc_jp": (0xB0, 0xCF, "euc_jp"), "cp949": (0xB0, 0xC8, "euc_kr")}[encoding]
    characters = set()
    for code in (*range(0x4E00, 0xA000), *range(0xAC00, 0xD7A4)):
        try:
            raw = chr(code).encode(codec)
        except UnicodeEncodeError:
            continue
        if first <= raw[0] <= last:
            characters.add(chr(code))
    return frozenset(characters)


def _plausibility(text: str, encoding: str) -> float:
    """How much of what is not ASCII is what a text in such an encoding would have, between 0 and 1."""
    foreign = [char for char in text if not char.isascii()]
    if not foreign:
        return 0.0
    if encoding in _EAST:
        return _east_plausibility(foreign, encoding)
    letters = [char for char in foreign if char.isalpha() or unicodedata.category(char).startswith("M")]
    marks = sum(char in _MARKS_OF_TEXT for char in foreign)
    scripts = [script_of(char) for char in letters]
    main = max(sorted(set(scripts)), key=scripts.count, default="")
    if main == "Latin":
        if encoding not in _LATIN:
            return 0.0
        alphabet = _LETTERS.get(tell_language(text[:3000]).language, "")
        return (sum(char.lower() in alphabet for char in letters) + marks * 0.97) / len(foreign) if alphabet else 0.5
    frequent = _FREQUENT.get(main, "")
    own = [char.lower() for char, script in zip(letters, scripts, strict=True) if script == main]
    if not frequent or not own:
        return 0.0
    if sum(char.isupper() for char in letters) > 0.6 * len(letters):
        return 0.0  # another alphabet's small letters, read by a table in which the capitals stand there
    mixed = sum(len(word) for word in _MIXED.findall(text)) + 3 * len(_WRONG_CASE.findall(text))
    score = (len(own) + marks * 0.97 - mixed) / len(foreign)
    return max(0.0, score * min(1.0, sum(char in frequent for char in own) / len(own) / 0.5))


def _east_plausibility(foreign: list[str], encoding: str) -> float:
    common = _common(encoding)
    points = 0.0
    for char in foreign:
        script = script_of(char)
        if char in common or (script in ("Hiragana", "Katakana") and encoding in ("cp932", "euc_jp") and not "\uff61" <= char <= "\uff9f"):
            points += 1.0
        elif "\u3000" <= char <= "\u303f" or "\uff01" <= char <= "\uff5e" or char in "“”‘’…—·•–《》「」°℃×":
            points += 0.97
        elif script == "Han":
            points += 0.6 if encoding == "gb18030" else 0.3
        elif script == "Hangul" and encoding == "cp949":
            points += 0.3
    return points / len(foreign)


def _mostly_hangul(text: str) -> bool:
    foreign = [char for char in text if not char.isascii() and char.isalpha()]
    return sum(script_of(char) == "Hangul" for char in foreign) >= 0.95 * len(foreign)


def _unsure(data: bytes, why: str) -> ReadError:
    return ReadError(f"the encoding is not clear: {why}; begins {data[:60].decode('latin-1')!r}", status="unsure")
