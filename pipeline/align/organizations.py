"""The rules for names of organizations: a first version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pipeline.languages import all_words
from pipeline.records import Alias, Evidence
from pipeline.text import is_han, match_key

_LEGAL = frozenset("inc ltd llc corp co gmbh ag kg sa sas bv nv plc pty pt tbk limited corporation company".split())
_SMALL = frozenset("of the and for de la le les du des l d et y e del los las di da do dos das der die das für dan und".split())


@lru_cache(maxsize=1 << 16)
def content(name: str) -> tuple[str, ...]:
    """The words that count: small words and legal forms off, words for university as one concept."""
    universities = {match_key(word) for word in all_words("cues", "whole_words")}
    words = [word for word in re.split(r"[\s\-.,'’&()]+", match_key(name)) if word and word not in _SMALL and word not in _LEGAL]
    return tuple("<university>" if word in universities else word for word in words)


def is_full_name(name: str, language: str) -> bool:
    """Whether a word is left that is no kind of organization and no abbreviation."""
    generic = {match_key(word) for key in ("organization_words", "unit_words", "whole_words") for word in all_words("cues", key)}
    units = {match_key(word) for word in all_words("cues", "unit_words")}
    words = [word for word in re.split(r"[\s\-.,'’&()]+", match_key(name)) if word and word not in _SMALL]
    if is_han(name):
        return len(name) >= 3
    if words and words[0] in units and not any(word[0].isupper() for word in name.split()[1:]):
        return False
    if words and words[0] in units and {"department", "departement", "departamento", "departemen", "jurusan"} & {words[0]}:
        return False
    return any(word not in generic for word in words) and not (name.isupper() and len(name) <= 5)


def strong_keys(name: str, languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The same content words in any order."""
    return (("same_words", " ".join(sorted(content(name)))),)


def block_keys(name: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Each content word of some length."""
    return tuple(sorted({word for word in content(name) if len(word) > 4 and word[0] != "<"}))


def against(left: Alias, right: Alias) -> Evidence | None:
    """Other numbers in the name."""
    one, two = (sorted(re.findall(r"\d+(?:\.\d+)?", alias.key.name)) for alias in (left, right))
    if one != two and one and two:
        return Evidence("other_number", "against", f"{one} ≠ {two}", -5.0)
    return None


def weigh(left: Alias, right: Alias) -> tuple[Evidence, ...]:
    """Spelling, as weak evidence."""
    from rapidfuzz.fuzz import ratio

    similarity = ratio(" ".join(sorted(content(left.key.name))), " ".join(sorted(content(right.key.name)))) / 100
    return (Evidence("similar_spelling", "weak", f"{similarity:.2f}", 6 * (similarity - 0.85)),) if similarity >= 0.88 else ()


def fits_partial(partial: str, full: str, languages: Sequence[str]) -> Evidence | None:
    """An acronym of the first letters, or the first words of the full name."""
    letters = [char for char in match_key(partial) if char.isalpha()]
    initials = [word[0] for word in content(full) if word[0] != "<"] if not any(word[0] == "<" for word in content(full)) else [word.strip("<")[0] for word in content(full)]
    if len(letters) >= 2 and partial.isupper() and letters == initials:
        return Evidence("acronym", "strong", f"{partial} of {full}", 3.0)
    return None
