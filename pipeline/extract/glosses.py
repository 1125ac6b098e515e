"""Where the text itself says that A is called B: “Zhixia Luo (Celia Luo)”, 罗知夏（Luo Zhixia）, “A / B”, “also known as”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from pipeline.extract.pieces import sentence_around
from pipeline.languages import all_words
from pipeline.records import Candidate, Document, Gloss
from pipeline.text import display_form, match_key, scripts

_BRACKET = re.compile(r"\s?[(（\[【]\s*([^()（）\[\]【】\n]{1,90}?)\s*[)）\]】]")
_SLASH = re.compile(r"\s?[/／]\s?")
_NAME_START = re.compile(r"[^\W\d_]")

GlossRule = Callable[[Document, Candidate, "dict[int, Candidate]"], Iterator[Gloss]]


def bracket_gloss(document: Document, candidate: Candidate, by_start: dict[int, Candidate]) -> Iterator[Gloss]:
    """“Zhixia Luo (Celia Luo)”, 罗知夏（Luo Zhixia）, “Northern Vale University (NVU)”."""
    match = _BRACKET.match(document.text, candidate.end)
    if match is None:
        # a closing quote may stand between the name and its bracket
        match = re.compile(r"[\"”’»』》]" + _BRACKET.pattern).match(document.text, candidate.end)
    if match is None:
        return
    inside, start = match.group(1), match.start(1)
    known = by_start.get(start)
    if known is not None and known.end == start + len(inside):
        # “Ida Brandt (Corvel)”: what a bracket holds is often where she works; another name of hers shares a word, or its script tells.
        related = _shares_a_word(candidate.surface, inside) or _other_script(candidate.surface, inside)
        if (known.type == candidate.type and related) or is_acronym_of(inside, candidate.surface):
            yield _gloss(document, candidate, inside, "bracket_gloss")
        return
    if is_acronym_of(inside, candidate.surface) or _other_script(candidate.surface, inside):
        yield _gloss(document, candidate, inside, "bracket_gloss")


def slash_gloss(document: Document, candidate: Candidate, by_start: dict[int, Candidate]) -> Iterator[Gloss]:
    """“Haiqing Guo / Guo Haiqing”: two names of one type around a stroke that share a word or differ in script."""
    match = _SLASH.match(document.text, candidate.end)
    if match is None:
        return
    other = by_start.get(match.end())
    if other is None or other.type != candidate.type:
        return
    shared = set(match_key(candidate.surface).split()) & set(match_key(other.surface).split())
    if shared or _other_script(candidate.surface, other.surface):
        yield _gloss(document, candidate, other.surface, "slash_gloss")


def cue_gloss(document: Document, candidate: Candidate, by_start: dict[int, Candidate]) -> Iterator[Gloss]:
    """“A, also known as B”, “A alias B”, “A, née B”: the words are the languages' own ([cues] also_known_as)."""
    match = _also_known_as().match(document.text, candidate.end)
    if match is None:
        return
    other = by_start.get(match.end())
    if other is not None and other.type == candidate.type:
        yield _gloss(document, candidate, other.surface, "cue_gloss")


GLOSS_RULES: tuple[GlossRule, ...] = (bracket_gloss, slash_gloss, cue_gloss)


def find_glosses(document: Document, candidates: Sequence[Candidate]) -> list[Gloss]:
    """Every gloss around the candidates of one document, in the order of the text, none twice."""
    named = [candidate for candidate in candidates if candidate.type in ("person", "organization", "paper")]
    by_start: dict[int, Candidate] = {}
    for candidate in named:
        known = by_start.get(candidate.start)
        if known is None or candidate.end > known.end:
            by_start[candidate.start] = candidate
    glosses = {gloss for candidate in named for rule in GLOSS_RULES for gloss in rule(document, candidate, by_start)}
    return sorted(glosses, key=lambda gloss: (gloss.start, gloss.end, gloss.left, gloss.right, gloss.type, gloss.rule))


def is_acronym_of(short: str, name: str) -> bool:
    """Whether the capitals of `short` are first letters of the words of `name`, in order, the first one included.

    'CMU' of 'Carnegie Mellon University', 'MTBA' of 'Mixture of Tidal Block Areas', 'NVI' of 'Northern Vale Institute'.
    """
    short = short.strip().rstrip(".")
    if not 2 <= len(short) <= 12 or " " in short or sum(char.isupper() for char in short) < 2:
        return False
    letters = [char.casefold() for char in short if char.isalpha()]
    initials = [word[0].casefold() for word in re.findall(r"[^\W_]+", name)]
    content = [word[0].casefold() for word in re.findall(r"[^\W_]+", name) if len(word) > 3 or word[0].isupper()]
    if not initials or len(initials) < 2:
        return False
    return _subsequence(letters, initials) or letters == content or _subsequence([c.casefold() for c in short if c.isupper()], initials)


def _shares_a_word(left: str, right: str) -> bool:
    return bool(set(match_key(left).split()) & set(match_key(right).split()))


def _subsequence(letters: Sequence[str], initials: Sequence[str]) -> bool:
    if not letters or letters[0] != initials[0] or len(letters) < (len(initials) + 1) // 2:
        return False
    rest = iter(initials)
    return all(letter in rest for letter in letters)


def _other_script(left: str, right: str) -> bool:
    """Whether two short names are written in different scripts, one of them Latin: the usual gloss of a foreign name."""
    if len(right) > 60 or not _NAME_START.match(right) or any(char.isdigit() for char in right):
        return False
    first, second = scripts(left), scripts(right)
    return bool(first) and bool(second) and not set(first) & set(second) and ("Latin" not in second or right[0].isupper())


def _also_known_as() -> re.Pattern[str]:
    words: Iterable[str] = sorted(all_words("cues", "also_known_as"), key=lambda word: (-len(word), word))
    return re.compile(rf"[\s,，(（]*(?:{'|'.join(map(re.escape, words))})[\s:：]*", re.IGNORECASE)


def _gloss(document: Document, candidate: Candidate, right: str, rule: str) -> Gloss:
    return Gloss(
        document=document.document,
        start=candidate.start,
        end=candidate.end,
        left=display_form(candidate.surface),
        right=display_form(right),
        type=candidate.type,
        rule=rule,
        quote=sentence_around(document.text, candidate.start, candidate.end),
    )
