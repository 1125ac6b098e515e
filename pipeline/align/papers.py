"""The rules for names of scholarly works: identifiers, title keys, names of reports in any language, short names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rapidfuzz import fuzz

from pipeline.languages import all_words, get_language, known_languages
from pipeline.languages.patterns import section_pattern
from pipeline.records import Alias, Evidence
from pipeline.text import match_key

_ARXIV = re.compile(r"(?:https?://)?(?:www\.)?(?:arxiv\.org/(?:abs|pdf|html)/|arxiv\s?[:：]?\s?)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_DOI = re.compile(r"(?:doi\s?[:：]?\s?|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_OTHERS = (
    ("openreview", re.compile(r"(?:https?://)?openreview\.net/(?:forum|pdf)\?id=([\w-]+)")),
    ("acl", re.compile(r"(?:https?://)?aclanthology\.org/([\w.-]+?)/?")),
    ("pmid", re.compile(r"PMID\s?[:：]?\s?(\d+)", re.IGNORECASE)),
)
_WORD = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")
_SPLIT = re.compile(r"\s?[:：]\s?| [-–—] ")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "x": "10"}
_PARTS = re.compile(r"\b(?:part|teil|partie|parte|bagian|часть|vol|volume|band|tome|tomo|chapter|book)\s+(?P<n>[ivx]+|\d+)\b|[（(](?P<han>[上中下])[)）]|第(?P<cn>[一二三四五六七八九十\d]+)[部章卷篇]")
_HAN_NUMBER = {"上": "1", "中": "2", "下": "2", "一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9", "十": "10"}
_COINED = re.compile(r"[^\W\d_].*[A-Z\d]|.*\d")
# British and American spelling of one title (own list of the regular endings)
_SPELLING = ((re.compile(r"(?<=[a-z]{3})our(?=s?\b|ed\b|ing\b|al\b)"), "or"), (re.compile(r"(?<=[a-z]{3})is(?=e[ds]?\b|ing\b|ations?\b)"), "iz"), (re.compile(r"ogue(?=s?\b)"), "og"), (re.compile(r"ll(?=ed\b|ing\b)"), "l"))


@dataclass(frozen=True, slots=True)
class Title:
    """A name of a work in its parts: an identifier, or a key of the whole, of the part before the subtitle, of the product of a report."""

    identifier: tuple[str, str] | None
    key: str
    short: str
    subtitle: str
    product: str
    numbers: frozenset[str]


@lru_cache(maxsize=1 << 16)
def parse(name: str) -> Title:
    """The parts of a name of a work; a part that it does not have is "".

    'Orlo B4 Large Model Technical Report' has the product 'orlo b4'; 'Delta: An Atlas' the short name 'Delta' and a subtitle.
    """
    found = identifier_of(name)
    if found is not None:
        return Title(found, f"{found[0]}:{found[1]}", "", "", "", frozenset())
    product = _product(name)
    parts = _SPLIT.split(name.strip(), maxsplit=1)
    short, subtitle = (parts[0], parts[1]) if len(parts) == 2 and parts[1].strip() and not product else ("", "")
    key = f"{product} <report>" if product else title_key(name)
    return Title(None, key, short_key(short) if short else "", title_key(subtitle), product, _numbers(name))


def identifier_of(name: str) -> tuple[str, str] | None:
    """(scheme, identifier) where the name is an identifier and nothing else: case folded, the version left out."""
    text = name.strip()
    if match := _DOI.fullmatch(text):
        doi = match.group(1).casefold()
        arxiv = re.fullmatch(r"10\.48550/arxiv\.(.+?)(?:v\d+)?", doi)
        return ("arxiv", arxiv.group(1)) if arxiv else ("doi", doi)
    if match := _ARXIV.fullmatch(text):
        return "arxiv", match.group(1).casefold()
    for scheme, pattern in _OTHERS:
        if match := pattern.fullmatch(text):
            return scheme, match.group(1)
    return None


def title_key(title: str) -> str:
    """Case, quotes, dashes, punctuation and British spelling folded; the dot of a version stays: 'B4.5' is not 'B4 5'."""
    words: list[str] = _WORD.findall(match_key(title))
    key = " ".join(words)
    for pattern, replacement in _SPELLING:
        key = pattern.sub(replacement, key)
    return key


def short_key(name: str) -> str:
    """The key of a short name: exact case up to five letters, as long as it is one word; without “optimizer”, “mechanism”.

    'Plover Optimizer' -> 'Plover'; 'RIDE' and 'Ride' differ; 'Pe-TuRA' -> 'pe tura'.
    """
    bare = _without_qualifiers(name)
    words = _WORD.findall(bare.replace("’", "'"))
    if len(words) == 1 and len(words[0]) <= 5 and words[0].isalpha():
        return words[0]
    return title_key(bare)


@cache
def _reports() -> re.Pattern[str]:
    return section_pattern("paper", "reports")


@cache
def _qualifiers() -> re.Pattern[str]:
    return section_pattern("paper", "qualifiers")


@cache
def _small_words() -> re.Pattern[str]:
    return re.compile(rf"{section_pattern('paper', 'about').pattern}|(?<!\w)(?:the|a|le|la|les|l['’]|el|los|die|der|das|den|dem|o|os|il|lo|i)(?:(?<=['’])|(?!\w))", re.IGNORECASE)


def _without_qualifiers(name: str) -> str:
    """The name without words for a kind of method behind it; the whole name where nothing else is left."""
    words = name.split()
    while len(words) > 1 and _qualifiers().fullmatch(words[-1]):
        words.pop()
    return " ".join(words)


def _product(name: str) -> str:
    """The product that a technical report is about, as a key; "" where the name is not one of a report."""
    head = _reports().search(name)
    if head is None:
        return ""
    rest = f"{name[: head.start()]} {name[head.end() :]}".strip()
    words = [word for word in re.split(r"\s+", rest) if word]
    if not words:
        return ""
    coined = [at for at, word in enumerate(words) if _COINED.match(word)]
    if coined:
        last = coined[-1]
        first = last
        # the capitalised words before a version belong to it: Orlo B4.5
        while first > 0 and words[first - 1][:1].isupper() and not _qualifiers().fullmatch(words[first - 1]):
            first -= 1
        kept = words[first : last + 1]
    else:
        kept = [word for word in words if not _qualifiers().fullmatch(word) and not _small_words().fullmatch(word)]
    core = re.sub(r"^(?:[dl]['’])", "", " ".join(kept))
    if re.search(r"[\u3400-\u9fff]", core):
        return _qualifiers().sub("", title_key(core)).strip()
    return short_key(core) if core else ""


def _numbers(name: str) -> frozenset[str]:
    """The numbers that tell works apart: figures, versions, parts in Roman or Chinese figures."""
    key = match_key(name)
    found = set(_NUMBER.findall(key))
    for match in _PARTS.finditer(key):
        value = match.group("n") or match.group("han") or match.group("cn")
        found.add(_ROMAN.get(value, _HAN_NUMBER.get(value, value)))
    return frozenset(found)


@cache
def _generic() -> frozenset[str]:
    return frozenset(title_key(word) for word in all_words("paper", "generic"))


@cache
def _generic_heads() -> tuple[str, ...]:
    return tuple(sorted(title_key(word) + " " for word in all_words("paper", "generic_heads")))


def is_generic(name: str) -> bool:
    """Whether many works bear this title: 'Introduction', 'Preface', 'A Survey of …' without a subtitle."""
    if _PARTS.fullmatch(match_key(name)) or re.fullmatch(r"[上中下]篇", name):
        return True
    title = parse(name)
    if title.subtitle or title.product or title.identifier:
        return False
    return title.key in _generic() or (title.key + " ").startswith(_generic_heads())


def is_full_name(name: str, language: str) -> bool:
    """Identifiers and titles mean one work; generic titles, a bare version ('B4') and its report, a bare “Part II” do not."""
    title = parse(name)
    if title.identifier is not None:
        return True
    core = title.product or title.key
    if re.fullmatch(r"[a-z]?\d+(?:\.\d+)*", core) or not core:
        return False
    return not is_generic(name)


def strong_keys(name: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Identifier; whole title; the product of a report, which is also the short name of its paper; a coined short name."""
    title = parse(name)
    if title.identifier is not None:
        return (("same_identifier", title.key),)
    if is_generic(name):
        return ()
    keys: list[tuple[str, str]] = []
    if title.product:
        keys.append(("same_name", title.product))
    elif title.short:
        keys.append(("same_title", title.key))
        head = _SPLIT.split(name.strip(), maxsplit=1)[0]
        if _COINED.match(head.split()[-1]) and len(head.split()) <= 3:
            keys.append(("same_name", title.short))
    else:
        keys.append(("same_name", short_key(name)))
        if len(title.key.split()) >= 3:
            keys.append(("same_title", title.key))
    return tuple(dict.fromkeys(keys))


def block_keys(name: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The first and the last word of four letters or more, the words before the subtitle, the product."""
    title = parse(name)
    words = [word for word in title.key.split() if len(word) >= 4 and word != "<report>"]
    keys = {*words[:1], *words[-1:]}
    if title.short:
        keys.add(title.short.casefold())
    if title.product:
        keys.update(title.product.split()[:1])
    return tuple(sorted(key for key in keys if key))


def against(left: Alias, right: Alias) -> Evidence | None:
    """Another identifier of the scheme, another number or version, another product, another subtitle. Symmetric."""
    one, two = parse(left.key.name), parse(right.key.name)
    if one.identifier is not None or two.identifier is not None:
        if one.identifier and two.identifier and one.identifier[0] == two.identifier[0] and one.identifier != two.identifier:
            return _no("other_identifier", one.key, two.key)
        return None
    if one.numbers != two.numbers and one.numbers and two.numbers:
        return _no("other_number", ", ".join(sorted(one.numbers)), ", ".join(sorted(two.numbers)))
    if one.product and two.product and not _ends_with(one.product, two.product) and one.product.isascii() == two.product.isascii():
        return _no("other_report", one.product, two.product)
    # in two languages, or two scripts in one text, the subtitles of one work have no spelling in common
    comparable = bool(set(left.languages) & set(right.languages)) and one.subtitle.isascii() == two.subtitle.isascii()
    if comparable and one.short and one.short == two.short and fuzz.ratio(one.subtitle, two.subtitle) < 85:
        return _no("other_subtitle", one.subtitle, two.subtitle)
    if one.key != two.key and _digits_only_differ(one.key, two.key):
        return _no("other_number", one.key, two.key)
    if _untranslated(left) and _untranslated(right) and not _akin(one.key, two.key):
        return _no("other_title", left.key.name, right.key.name)
    return None


def _no(rule: str, left: str, right: str) -> Evidence:
    first, second = sorted((left, right))
    return Evidence(rule, "against", f"{first} ≠ {second}", -9.0)


def _akin(left: str, right: str) -> bool:
    """Whether two titles have most of their letters in common, or one has all the words of the other."""
    one, two = set(left.split()), set(right.split())
    return one <= two or two <= one or fuzz.token_sort_ratio(left, right) >= 65


def _ends_with(left: str, right: str) -> bool:
    """Whether one product is the other without its first words: 'b5' of 'orlo b5'."""
    return f" {left}".endswith(f" {right}") or f" {right}".endswith(f" {left}")


def _digits_only_differ(left: str, right: str) -> bool:
    """Whether the keys are equal but for figures: 'lantern report' and 'lantern report 2'."""
    return (re.sub(r"[\d.]+", "", left).split() == re.sub(r"[\d.]+", "", right).split()) and _NUMBER.findall(left) != _NUMBER.findall(right)


_OTHER_SCRIPTS = frozenset({"zh", "zh-Hant", "ja", "ko", "ru", "uk", "bg", "sr", "ar", "fa", "he", "el", "hi", "th"})


@cache
def _function_words(language: str) -> frozenset[str]:
    return frozenset(get_language(language).words("paper", "function_words")) if language in known_languages() else frozenset()


def _untranslated(alias: Alias) -> bool:
    """Whether a long title stands in English where the text is in another language, or in an English text.

    Two such titles that differ are two works; a translated title and its original are one.
    """
    words = parse(alias.key.name).key.split()
    if len(words) < 4 or not all(word.isascii() for word in words) or parse(alias.key.name).product:
        return False
    if set(alias.languages) <= _OTHER_SCRIPTS | {"en"}:
        return True
    english = _function_words("en") & set(words)
    own = {word for language in alias.languages if language != "en" for word in _function_words(language) & set(words)}
    return bool(english) and not own


def weigh(left: Alias, right: Alias) -> tuple[Evidence, ...]:
    """Weak evidence: nearly one spelling, one the other without its subtitle, one the first letters of the other. Symmetric."""
    one, two = parse(left.key.name), parse(right.key.name)
    if one.identifier is not None or two.identifier is not None:
        return ()
    found = []
    if min(len(one.key), len(two.key)) > 5 and (ratio := fuzz.ratio(one.key, two.key)) >= 88:
        found.append(Evidence("similar_title", "weak", f"{ratio:.0f} of 100", 1.0))
    for first, second in ((one, two), (two, one)):
        if first.subtitle and not second.subtitle and first.short.casefold() == second.key and len(second.key) > 5:
            found.append(Evidence("without_subtitle", "weak", first.short, 1.0))
    if abbreviates(left.key.name, right.key.name) or abbreviates(right.key.name, left.key.name):
        found.append(Evidence("first_letters", "weak", " / ".join(sorted((left.key.name, right.key.name))), 0.8))
    return tuple(found)


def abbreviates(short: str, long: str) -> bool:
    """Whether a coined word is put together from beginnings of all the words of a title: 'ChanSum', 'Channel Summaries'."""
    words = [word for word in re.findall(r"[^\W\d_]+", long.casefold()) if len(word) > 2 or word.isupper()]
    pieces = re.findall(r"[A-Z][a-z]*", short)
    if len(short) > 12 or " " in short or len(pieces) < 2 or "".join(pieces) != re.sub(r"[^A-Za-z]", "", short):
        return False
    return len(pieces) == len(words) and all(_subsequence(piece.casefold(), word) for piece, word in zip(pieces, words, strict=True))


def _subsequence(piece: str, word: str) -> bool:
    rest = iter(word)
    return piece[0] == word[0] and all(char in rest for char in piece)


def fits_partial(partial: str, full: str, languages: Sequence[str]) -> Evidence | None:
    """“B5 technical report” for the Orlo B5 report, “B1.8” for “Orlo b1.8: …”, in one document."""
    one, two = parse(partial), parse(full)
    if one.identifier is not None or two.identifier is not None:
        return None
    core = one.product or one.key
    whole = two.product or (two.short.casefold() if two.short else two.key)
    if core and whole and core != whole and f" {whole}".endswith(f" {core}") and re.search(r"\d", core):
        return Evidence("part_of_name", "strong", f"{core} in {whole}", 3.0)
    return None
