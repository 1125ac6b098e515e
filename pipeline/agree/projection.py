"""Names known from one side of parallel texts, looked for by their sound in the paragraph beside.

From texts in Latin letters, where models find people, to scripts where they hardly do. What is found is a candidate like
any other (detector "parallel"): agreement still decides.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pypinyin import lazy_pinyin

from pipeline.anchors import skeleton, sound_characters, sounds_alike
from pipeline.records import Candidate, Document, Paragraph, ParallelPair
from pipeline.text import match_key, script_of

LIKENESS = 0.3  # paragraphs less alike than this are not looked at
WHOLE = 0.72  # how alike the family name must sound
UNCASED = 0.08  # how much more where any word might be a name
PART = 0.5  # how alike a word beside it
_WORD = re.compile(r"[^\W\d_]+")
_COMPOUND = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_KATAKANA = re.compile(r"[\u30a1-\u30faー]+(?:[・＝=·][\u30a1-\u30faー]+)*")
_JOINTS = {"Han": "·•‧・", "Katakana": "・＝=·", "Cyrillic": " -\u00a0", "Greek": " -\u00a0", "Arabic": " \u00a0", "Hebrew": " -\u00a0", "Hangul": " "}
_PROCLITICS = ("وال", "ول", "وب", "و", "ل", "ب", "ك", "ف")
_LONGEST_HAN = 7
_SILENT_R = re.compile(r"(?<=[aeiou])r(?![aeiouyr])")  # Chinese and Japanese write English names as they are spoken
_TWO_WORDS = 0.0  # the border of a piece of two words, which only a hyphenated name may be


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word of the paragraph that may be a part of a name, and how much its borders speak for it (0 to .1)."""

    start: int
    end: int
    text: str
    border: float = 0.0


def project(
    documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]], pairs: Sequence[ParallelPair]
) -> list[Candidate]:
    """People that a text in Latin letters names, in the texts beside it that are in other scripts; sorted, each place once."""
    people = _people(candidates)
    in_paragraph = _by_paragraph(documents, candidates, people)
    found: dict[tuple[str, int, int], Candidate] = {}
    for pair in sorted(pairs, key=lambda pair: (pair.left, pair.right)):
        for left, right, likeness in pair.paragraphs:
            if likeness < LIKENESS:
                continue
            for source, here, target, there in ((pair.left, left, pair.right, right), (pair.right, right, pair.left, left)):
                names = sorted({name for number in here for name in in_paragraph.get((source, number), ())})
                if names and target in documents:
                    for candidate in _look(documents[target], [documents[target].paragraphs[n] for n in there], names):
                        place = (candidate.document, candidate.start, candidate.end)
                        if place not in found or (found[place].score or 0) < (candidate.score or 0):
                            found[place] = candidate
    return _longest(found.values())


def _people(candidates: Mapping[str, Sequence[Candidate]]) -> frozenset[str]:
    """Names that detectors took for a person more often than for anything else; a company taken for a person spoils it all."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    by_sound: dict[str, Counter[str]] = defaultdict(Counter)
    for document in sorted(candidates):
        for candidate in candidates[document]:
            votes[match_key(candidate.surface)][candidate.type] += 1
            by_sound[skeleton(candidate.surface)][candidate.type] += 1

    def mostly(types: Counter[str]) -> bool:
        return types["person"] > 0.6 * types.total()

    # A place has one sound in many languages (Grecia, Grèce, Greece); what one model takes for a person the others do not.
    return frozenset(
        name for name, types in votes.items() if mostly(types) and (" " in name or len(skeleton(name)) < 3 or mostly(by_sound[skeleton(name)]))
    )


def _by_paragraph(
    documents: Mapping[str, Document], candidates: Mapping[str, Sequence[Candidate]], people: frozenset[str]
) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for name in sorted(documents):
        for number, paragraph in enumerate(documents[name].paragraphs):
            for candidate in candidates.get(name, ()):
                if candidate.type == "person" and paragraph.start <= candidate.start < paragraph.end and candidate.section != "references":
                    letters = [char for char in candidate.surface if char.isalpha()]
                    if letters and all(script_of(char) == "Latin" for char in letters) and match_key(candidate.surface) in people:
                        found[name, number].append(candidate.surface)
    return found


def _look(document: Document, paragraphs: Iterable[Paragraph], names: Sequence[str]) -> Iterator[Candidate]:
    for paragraph in paragraphs:
        text = document.text[paragraph.start : paragraph.end]
        pieces = list(_pieces(text))
        for name in names:
            for start, end, score in [*_by_sound(name, text, pieces), *_by_pinyin(name, text)]:
                first = paragraph.start + start
                last = paragraph.start + end
                yield Candidate(
                    document.document, first, last, document.text[first:last], "person", paragraph.language, "parallel", round(min(score, 1.0), 3)
                )


def _pieces(text: str) -> Iterator[_Piece]:
    """What may be a name or a part of one: a word with a capital, a run of Katakana, characters that spell sounds."""
    for match in _KATAKANA.finditer(text):
        yield from _dotted(match, 0.1)
    for match in _COMPOUND.finditer(text):
        word, script = match.group(), script_of(match.group()[0])
        if script in ("Cyrillic", "Greek", "Armenian", "Georgian"):
            if word[0].isupper():
                yield _Piece(match.start(), match.end(), word, 0.1)
            yield from (
                _Piece(match.start() + part.start(), match.end(), word[part.start() :], 0.06) for part in re.finditer(r"(?<=[-‐‑])[^\W\d_]", word) if part.group().isupper()
            )
        elif script in ("Arabic", "Hebrew", "Hangul"):
            if script == "Arabic" and word.startswith("ال") and len(word) > 4:
                yield _Piece(match.start(), match.end(), word[2:], 0.1)
            after = re.compile(r" [^\W\d_]+").match(text, match.end())
            for proclitic in ("", *_PROCLITICS):
                if not proclitic or script == "Arabic" and word.startswith(proclitic) and len(word) > len(proclitic) + 2:
                    first = match.start() + len(proclitic)
                    yield _Piece(first, match.end(), word[len(proclitic) :], 0.04 if proclitic else 0.1)
                    if after:
                        yield _Piece(first, after.end(), text[first : after.end()].replace(" ", ""), _TWO_WORDS)
    for match in _han_run().finditer(text):
        yield from _dotted(match, 0.1)
        for part in re.finditer(r"[^·•‧・]+", match.group()):
            run, offset = part.group(), match.start() + part.start()
            for first in range(len(run)):
                for last in range(first + 2, min(first + _LONGEST_HAN, len(run)) + 1):
                    if (first, last) != (0, len(run)):
                        yield _Piece(offset + first, offset + last, run[first:last], 0.05 * (first == 0) + 0.05 * (last == len(run)))


@cache
def _han_run() -> re.Pattern[str]:
    sounds = f"[{''.join(sorted(sound_characters()))}李]"
    return re.compile(f"{sounds}+(?:[·•‧・]{sounds}+)*")


def _dotted(match: re.Match[str], border: float) -> Iterator[_Piece]:
    """Each part of a name that is joined by dots, and parts side by side as one: 巴里·克劳, 巴里, 克劳."""
    parts = [(match.start() + part.start(), match.start() + part.end()) for part in re.finditer(r"[^·•‧・＝=]+", match.group())]
    for first in range(len(parts)):
        for last in range(first, min(first + 3, len(parts))):
            start, end = parts[first][0], parts[last][1]
            text = match.group()[start - match.start() : end - match.start()]
            if len(text) > 1:
                yield _Piece(start, end, re.sub("[·•‧・＝=]", "", text), border)


@lru_cache(maxsize=1 << 18)
def _alike(word: str, piece: str) -> float:
    if script_of(piece[0]) in ("Han", "Katakana") and (silent := _SILENT_R.sub("", word)) != word:
        return max(_alike_as_written(word, piece), _alike_as_written(silent, piece))
    return _alike_as_written(word, piece)


def _alike_as_written(word: str, piece: str) -> float:
    one, two = skeleton(word), skeleton(piece)
    # Words that begin with another consonant are hardly one name; this spares most comparisons.
    if not one or not two or one[0] != two[0] or abs(len(one) - len(two)) > 2:
        return 0.0
    return sounds_alike(word, piece)


def _by_sound(name: str, text: str, pieces: Sequence[_Piece]) -> list[tuple[int, int, float]]:
    """Places where the family name sounds like a word of the text, with the words of the name beside it."""
    words = [word for word in _COMPOUND.findall(name) if len(word) > 1 and any(char.isupper() for char in word)]
    if not words or len(skeleton(words[-1])) < 2:
        return []
    compound = "-" in words[-1]
    scored = [(_alike(words[-1], piece.text) + piece.border, piece) for piece in pieces if compound or piece.border != _TWO_WORDS or not _uncased(piece)]
    bar = max([WHOLE + 0.1, *(score - 0.1 for score, _ in scored)])
    found = []
    for score, piece in scored:
        if score >= bar + (UNCASED if _uncased(piece) else 0.0) and not any(other > score and _overlap(piece, best) for other, best in scored):
            start, end = _grow(piece, words[:-1], text, pieces)
            if len(skeleton(words[-1])) > 2 or (start, end) != (piece.start, piece.end) or score > 0.95:
                found.append((start, end, score - 0.1))
    return found


def _uncased(piece: _Piece) -> bool:
    """Whether nothing but its sound tells a name from any other word of the script."""
    return script_of(piece.text[0]) in ("Arabic", "Hebrew", "Hangul")


def _overlap(one: _Piece, two: _Piece) -> bool:
    return one.start < two.end and two.start < one.end


def _grow(piece: _Piece, words: Sequence[str], text: str, pieces: Sequence[_Piece]) -> tuple[int, int]:
    """The place with the given names that stand before it, joined by a dot or a space."""
    start, end, script = piece.start, piece.end, script_of(piece.text[0])
    if script in ("Han", "Katakana"):
        # What dots join is one name, however its other words are spelled.
        runs = [match.span() for match in (_KATAKANA if script == "Katakana" else _han_run()).finditer(text) if match.start() <= start and end <= match.end()]
        first = next((first for first, _ in runs if first < start and text[start - 1] in _JOINTS[script]), start)
        return (_trimmed(first, start, words[0], text) if words and script == "Han" and first < start else first), end
    for word in reversed(words):
        particle = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,3}[ -]$").search(text, max(start - 5, 0), start) if script == "Cyrillic" else None
        if particle and particle.group()[0].islower():
            start = particle.start()
        if start < 2 or text[start - 1] not in _JOINTS.get(script, " "):
            break
        before = [other for other in pieces if other.end == start - 1]
        best = max(before, key=lambda other: (_alike(word, other.text) + other.border, -other.start), default=None)
        if best is None or _alike(word, best.text) < PART:
            return (particle.end(), end) if particle and start == particle.start() else (start, end)
        start = best.start
    return start, end


def _trimmed(first: int, last: int, word: str, text: str) -> int:
    """Where the first word of a dotted name begins: characters before it may belong to the sentence (总理佐兰·扎埃夫)."""
    stop = next((place for place in range(first, last) if text[place] in _JOINTS["Han"]), last)
    begins = range(first, max(stop - 1, first + 1))
    return max(begins, key=lambda begin: (_alike(word, text[begin:stop]) + 0.05 * (begin == first), -begin))


def _by_pinyin(name: str, text: str) -> list[tuple[int, int, float]]:
    """A Chinese name by its syllables: 'Zhang Yutao' where three characters in a row are read zhang yu tao."""
    words = [match_key(word) for word in _WORD.findall(name)]
    if not 2 <= len(words) <= 3 or not any("\u4e00" <= char <= "\u9fff" for char in text):
        return []
    wanted = {"".join(words), "".join([words[-1], *words[:-1]])}
    found = []
    for match in re.finditer(r"[\u4e00-\u9fff]+", text):
        syllables = lazy_pinyin(match.group(), errors="ignore")
        if len(syllables) != len(match.group()):
            continue
        for first in range(len(syllables)):
            for size in (2, 3, 4):
                if first + size <= len(syllables) and "".join(syllables[first : first + size]) in wanted:
                    found.append((match.start() + first, match.start() + first + size, 1.0))
    return found


def _longest(found: Iterable[Candidate]) -> list[Candidate]:
    """Of places that overlap the longest, then the surest."""
    kept: list[Candidate] = []
    for candidate in sorted(found, key=lambda c: (c.document, -(c.end - c.start), -(c.score or 0), c.start)):
        if not any(c.document == candidate.document and c.start < candidate.end and candidate.start < c.end for c in kept):
            kept.append(candidate)
    return sorted(kept, key=lambda c: (c.document, c.start, c.end))
