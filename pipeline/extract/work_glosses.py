"""Where a document says that two of its names are one work: a title and its original, its identifier, its short name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from pipeline.extract.pieces import sentence_around
from pipeline.records import Candidate, Document, Gloss
from pipeline.text import display_form

_LONG = re.compile(r"[”\"’»』」》]?\s?[(（](?P<long>[A-Z][^()（）\n]{5,90})[)）]")
_TO_IDENTIFIER = re.compile(r"[”\"’»』」》\s]*[,，]?\s?(?:[(（\[][^()（）\[\]\n]{0,160}?|\s?)(?:https?://\S*/|doi\s?[:：]?\s?|ID\s?[:：]\s?)?")
_THE_PAPER = re.compile(r"(?:arXiv|paper|preprint|article|artículo|artigo|articolo|makalah|стать\w*|论文|論文|논문)\s?(?:de\s|on\s|sur\s|di\s|em\s|dari\s)?(?:arXiv)?\s?[(（\[][^()（）\n]{0,14}$", re.IGNORECASE)
_WEAK_NAMES = frozenset({"identifier", "report_name"})

WorkGlossRule = Callable[[Document, Sequence[Candidate]], Iterator[Gloss]]


def long_form(document: Document, works: Sequence[Candidate]) -> Iterator[Gloss]:
    """“TiLaS (Tiling of Layered Shards)”: the letters of the short name begin the words of the long one."""
    for work in works:
        match = _LONG.match(document.text, work.end)
        if match and begins_words(work.surface, match.group("long")):
            yield _gloss(document, work, match.group("long"), "long_form")


def original_title(document: Document, works: Sequence[Candidate]) -> Iterator[Gloss]:
    """《慢灯》（Slow Lamps）: the title behind the translated one; two titles of one reference in two scripts."""
    for one, two in itertools.pairwise(works):
        between = document.text[one.end : two.start]
        behind = two.detector == "original_title" and len(between) <= 60
        bilingual = one.detector == two.detector == "reference_title" and one.cue == two.cue and not between.strip()
        run = two.detector == "title_run" and re.fullmatch(r"[》』」]\s?", between) is not None
        quoted = re.fullmatch(r"[”\"’»』」》“\s]*[(（][^()（）\n]{0,40}[“\"„«「『《]\s?", between) is not None and one.detector.startswith("quoted")
        if behind or bilingual or run or quoted:
            yield _gloss(document, one, two.surface, "original_title")


def with_identifier(document: Document, works: Sequence[Candidate]) -> Iterator[Gloss]:
    """“‘Slow Lamps’ (arXiv:2401.01234)”: the identifier stands right behind the title, or in the bracket behind it."""
    for at, work in enumerate(works):
        if work.detector != "identifier":
            continue
        for earlier in reversed(works[max(0, at - 3) : at]):
            between = document.text[earlier.end : work.start]
            if earlier.detector != "identifier" and len(between) < 200 and _TO_IDENTIFIER.fullmatch(between):
                yield _gloss(document, earlier, work.surface, "with_identifier")


def only_work_beside(document: Document, works: Sequence[Candidate]) -> Iterator[Gloss]:
    """“Glider is fast … see the arXiv paper (ID: 2401.01234)”: the paper of the only work that the paragraph names."""
    names = sorted({display_form(work.surface) for work in works if work.detector not in _WEAK_NAMES})
    for work in works:
        if work.detector != "identifier" or not _THE_PAPER.search(document.text[max(0, work.start - 40) : work.start]):
            continue
        first = max(document.text.rfind("\n", 0, work.start), work.start - 700, 0)
        last = document.text.find("\n", work.end)
        paragraph = document.text[first : len(document.text) if last < 0 else last]
        named = [name for name in names if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", paragraph)]
        if len(named) == 1:
            yield _gloss(document, work, named[0], "only_work_beside")


def short_name(document: Document, works: Sequence[Candidate]) -> Iterator[Gloss]:
    """“Slow Lamps” where the document also has “Slow Lamps: Memory for Speech”; “Glider” with “Glider is Scalable for Training”."""
    titles = [work for work in works if work.detector not in _WEAK_NAMES and len(work.surface.split()) >= 3 or re.search("[:：]", work.surface)]
    for work in titles:
        head = re.match(r"(?P<short>[^:：]{2,60}?)\s?(?:[:：]\s?\S|\s[–—-]\s)", work.surface)
        if head and _stands_alone(document.text, head.group("short"), work):
            yield _gloss(document, work, head.group("short"), "short_title")
    names = {display_form(work.surface) for work in works if " " not in work.surface.strip() and work.detector not in _WEAK_NAMES}
    for work in titles:
        first, _, rest = display_form(work.surface).partition(" ")
        if first in names and re.match(r"(?:is|are|for|as|with|im|ist|est|es|é)\b", rest):
            yield _gloss(document, work, first, "short_title")


def _stands_alone(text: str, short: str, title: Candidate) -> bool:
    """Whether the short title also stands elsewhere in the text, not as the beginning of the long one."""
    for match in re.finditer(re.escape(short), text):
        if not text.startswith(title.surface, match.start()) and not re.match(r"\s?[:：]|\w", text[match.end() : match.end() + 2]):
            return True
    return False


def first_letters(document: Document, works: Sequence[Candidate]) -> Iterator[Gloss]:
    """“ChanSum” and “Channel Summaries” in one document: one is made of the beginnings of all the other's words."""
    forms = sorted({display_form(work.surface): work for work in works if work.detector not in _WEAK_NAMES}.items())
    for short, work in forms:
        for long, _ in forms:
            if " " in long and _made_of(short, long):
                yield _gloss(document, work, long, "first_letters")


def _made_of(short: str, long: str) -> bool:
    pieces = re.findall(r"[A-Z][a-z]*", short)
    words = re.findall(r"[^\W\d_]+", long)
    if " " in short or len(short) > 12 or len(pieces) < 2 or len(pieces) != len(words) or "".join(pieces) != short:
        return False
    return all(_beginning(piece.casefold(), word.casefold()) for piece, word in zip(pieces, words, strict=True))


def _beginning(piece: str, word: str) -> bool:
    rest = iter(word)
    return len(piece) < len(word) and piece[0] == word[0] and all(char in rest for char in piece)


def begins_words(short: str, long: str) -> bool:
    """Whether the capitals of the short name are first letters of words of the long one, in order, the first word's included."""
    capitals = [char.casefold() for char in short if char.isupper()]
    initials = [word[0].casefold() for word in re.findall(r"[^\W\d_]+", long)]
    if len(capitals) < 2 or len(initials) < 2 or capitals[0] != initials[0]:
        return False
    rest = iter(initials)
    return all(letter in rest for letter in capitals)


WORK_GLOSS_RULES: tuple[WorkGlossRule, ...] = (long_form, original_title, with_identifier, only_work_beside, short_name, first_letters)


def work_glosses(document: Document, candidates: Sequence[Candidate]) -> list[Gloss]:
    """Every gloss between works of one document, in the order of its text, none twice."""
    works = sorted((candidate for candidate in candidates if candidate.type == "paper"), key=lambda work: (work.start, work.end))
    found = {gloss for rule in WORK_GLOSS_RULES for gloss in rule(document, works)}
    return sorted(found, key=lambda gloss: (gloss.start, gloss.end, gloss.left, gloss.right, gloss.rule))


def _gloss(document: Document, work: Candidate, right: str, rule: str) -> Gloss:
    return Gloss(
        document=document.document, start=work.start, end=work.end, left=display_form(work.surface), right=display_form(right),
        type="paper", rule=rule, quote=sentence_around(document.text, work.start, work.end),
    )
