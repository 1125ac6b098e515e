"""Names of the English side found in the paragraph beside it, in another language: word alignment, sound and votes.

The alignment is a model of single words (Dyer, Chahuneau and Smith 2013: lexical probabilities and a preference for the
diagonal), with sound as a prior for words that are written with a capital.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from anyascii import anyascii
from rapidfuzz.distance import Levenshtein
from spacy.language import Language

from training.english import Spans
from training.examples import UNKNOWN, Example

ROUNDS, DIAGONAL, NULL = 6, 5.0, 0.06
Words = list[tuple[int, int, str]]


@lru_cache(maxsize=200_000)
def sound(word: str) -> str:
    """The consonants of a word by class, after romanization; vowels count at its beginning alone."""
    if "\u0600" <= word[:1] <= "\u06ff":
        word = word[0] + word[1:].replace("و", "").replace("ي", "").replace("ا", "")
    letters = anyascii(word).lower()
    for old, new in (("tsch", "s"), ("shch", "s"), ("dzh", "g"), ("sch", "s"), ("sh", "s"), ("ch", "k"), ("kh", "k"), ("gh", "g"), ("th", "t"),
                     ("ph", "f"), ("zh", "s"), ("ts", "s"), ("tz", "s"), ("ck", "k"), ("qu", "k"), ("x", "ks"), ("ce", "s"), ("ci", "s"), ("wh", "f")):
        letters = letters.replace(old, new)
    classes = letters.translate(str.maketrans("bvwcqzdj", "pffkkstg"))
    kept = [letter for letter in classes if letter.isalnum() and letter not in "aeiouyh"]
    squeezed = "".join(letter for index, letter in enumerate(kept) if index == 0 or letter != kept[index - 1])
    return ("a" if classes[:1] in ("a", "e", "i", "o", "u", "y") else "") + squeezed


@lru_cache(maxsize=2_000_000)
def alike(left: str, right: str) -> float:
    """How alike two words sound, 0 to 1; an ending of at most two consonants on the right costs little."""
    if left == right:
        return 1.0
    one, two = sound(left), sound(right)
    if len(one) < 2 or len(two) < 2:
        return 0.0
    score = Levenshtein.normalized_similarity(one, two)
    extra = len(two) - len(one)
    if 0 < extra <= 2 and len(one) >= 3:
        score = max(score, Levenshtein.normalized_similarity(one, two[: len(one)]) - 0.08 * extra)
    return score if min(len(one), len(two)) >= 3 or score == 1.0 else 0.0


def words_of(nlp: Language, text: str) -> Words:
    return [(token.idx, token.idx + len(token), token.text) for token in nlp.make_doc(text) if not token.is_space]


def _key(word: str) -> str:
    """What stands for a word in the tables: its first six letters, so that forms of a word share what is learned."""
    return word.lower()[:6]


@dataclass(frozen=True, slots=True)
class Aligned:
    """For one pair of paragraphs the posterior that a word on the right (column) comes from a word on the left (row)."""

    forward: npt.NDArray[np.float32]
    backward: npt.NDArray[np.float32]


def align(lefts: Sequence[Words], rights: Sequence[Words]) -> list[Aligned]:
    """Align the words of each pair of paragraphs, in both directions."""
    forward = _train(lefts, rights)
    backward = _train(rights, lefts)
    return [Aligned(one, other.T) for one, other in zip(forward, backward, strict=True)]


def _train(lefts: Sequence[Words], rights: Sequence[Words]) -> list[npt.NDArray[np.float32]]:
    index: dict[str, int] = {}
    left_ids = [np.array([index.setdefault(_key(word), len(index)) for _, _, word in words], dtype=np.int64) for words in lefts]
    other: dict[str, int] = {}
    right_ids = [np.array([other.setdefault(_key(word), len(other)) for _, _, word in words], dtype=np.int64) for words in rights]
    cells, prior, column, base = [], [], [], 0
    for one, two in zip(left_ids, right_ids, strict=True):
        rows, columns = len(one), len(two)
        cells.append((one[:, None] * len(other) + two[None, :]).ravel())
        apart = np.abs((np.arange(rows) + 0.5)[:, None] / max(rows, 1) - (np.arange(columns) + 0.5)[None, :] / max(columns, 1))
        weight = np.exp(-DIAGONAL * apart)
        prior.append(((1 - NULL) * weight / np.maximum(weight.sum(axis=0), 1e-9)).ravel())
        column.append((base + np.broadcast_to(np.arange(columns), (rows, columns))).ravel())
        base += columns
    flat = np.concatenate(cells)
    priors = np.concatenate(prior).astype(np.float32)
    columns_of = np.concatenate(column)
    types, where = np.unique(flat, return_inverse=True)
    left_of, right_of = types // len(other), types % len(other)
    heard = _heard(lefts, rights, index, other, left_of, right_of)
    frequency = np.bincount(np.concatenate(right_ids), minlength=len(other)).astype(np.float64)
    table = (frequency[right_of] + 1) ** -0.5 * (1 + 50 * heard)
    nothing = NULL * frequency[np.concatenate(right_ids)] / frequency.sum()
    for _ in range(ROUNDS):
        likelihood = table[where] * priors
        total = np.bincount(columns_of, weights=likelihood, minlength=base) + nothing
        posterior = likelihood / np.maximum(total[columns_of], 1e-30)
        counts = np.bincount(where, weights=posterior, minlength=len(types)) + 2 * heard
        table = counts / (np.bincount(left_of, weights=counts)[left_of] + 0.3)
    result, at = [], 0
    for one, two in zip(left_ids, right_ids, strict=True):
        size = len(one) * len(two)
        result.append(posterior[at : at + size].reshape(len(one), len(two)).astype(np.float32))
        at += size
    return result


def _heard(lefts: Sequence[Words], rights: Sequence[Words], index: dict[str, int], other: dict[str, int], left_of: npt.NDArray[np.int64], right_of: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """For each pair of word types how alike they sound, where one of them is a name by its capital; else 0."""
    names: list[dict[int, str]] = []
    for side, ids in ((lefts, index), (rights, other)):
        capital: Counter[str] = Counter()
        form: dict[str, str] = {}
        for words in side:
            for position, (_, _, word) in enumerate(words):
                capital[_key(word)] += 1 if word[0].isupper() and position else -1
                form.setdefault(_key(word), word)
        names.append({ids[key]: form[key] for key in form if capital[key] > -2 and len(form[key]) > 2 and any(map(str.isalpha, form[key]))})
    left_names, right_names = names
    any_form = [dict(zip(ids.values(), ids.keys(), strict=True)) for ids in (index, other)]
    cased = [any(name[0].isupper() for name in found.values()) for found in names]
    result = np.zeros(len(left_of))
    for at, (one, two) in enumerate(zip(left_of.tolist(), right_of.tolist(), strict=True)):
        first = left_names.get(one) if cased[0] else any_form[0].get(one)
        second = right_names.get(two) if cased[1] else any_form[1].get(two)
        if first and second:
            score = max(alike(first, second), alike(second, first))
            result[at] = score if score >= 0.75 else 0.0
    return result


def project(
    language: str, english: Sequence[str], spans: Sequence[Spans], others: Sequence[str], nlp: Language
) -> list[Example]:
    """The other side of each pair of paragraphs with the names of the English side; what could not be placed is unknown.

    A paragraph with a person or an organization of which nothing at all was found is left out.
    """
    lefts = [words_of(nlp, text) for text in english]
    rights = [words_of(nlp, text) for text in others]
    keep = [at for at in range(len(english)) if lefts[at] and rights[at] and len(lefts[at]) < 200 and len(rights[at]) < 300]
    aligned = dict(zip(keep, align([lefts[at] for at in keep], [rights[at] for at in keep]), strict=True))
    cased = sum(any(letter.isupper() for letter in text) for text in others) > len(others) / 2
    placed = {at: [_place(span, lefts[at], rights[at], aligned[at], cased) for span in spans[at]] for at in keep}
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for at in keep:
        for (start, end, _), (first, last, _) in zip(spans[at], placed[at], strict=True):
            if first >= 0:
                seen[english[at][start:end]][others[at][rights[at][first][0] : rights[at][last][1]]] += 1
    examples = []
    for at in keep:
        example = _example(language, english[at], spans[at], others[at], rights[at], placed[at], seen, cased)
        if example is not None:
            examples.append(example)
    return examples


def _place(span: tuple[int, int, str], left: Words, right: Words, aligned: Aligned, cased: bool) -> tuple[int, int, float]:
    """First and last word on the right that a name covers, and how sure that is; (-1, -1, 0) where it is nowhere."""
    rows = [at for at, (start, end, _) in enumerate(left) if start < span[1] and end > span[0]]
    if not rows:
        return -1, -1, 0.0
    both = aligned.forward * aligned.backward
    mass = both[rows].sum(axis=0)
    heard = np.array([max((alike(left[row][2], word) for row in rows if left[row][2][0].isupper()), default=0.0) for _, _, word in right])
    if cased:
        heard *= np.array([word[0].isupper() or not word[0].isalpha() for _, _, word in right])
    strength = np.maximum(np.sqrt(mass), np.where(heard >= 0.75, heard * np.clip(aligned.forward[rows].max(axis=0) * 3, 0.3, 1), 0))
    if strength.max() < 0.3:
        return -1, -1, 0.0
    anchor = int(strength.argmax())
    first = last = anchor
    while True:  # grow over neighbours, and over one or two weak words between strong ones
        step = next((gap for gap in (1, 2, 3) if first - gap >= 0 and strength[first - gap] >= (0.25 if gap == 1 else 0.45)), 0)
        if not step or _broken(right, first - step, first):
            break
        first -= step
    while True:
        step = next((gap for gap in (1, 2, 3) if last + gap < len(right) and strength[last + gap] >= (0.25 if gap == 1 else 0.45)), 0)
        if not step or _broken(right, last, last + step):
            break
        last += step
    while first < last and not _may_stand_at_edge(right[first][2], span[2], cased):
        first += 1
    while last > first and not _may_stand_at_edge(right[last][2], span[2], cased):
        last -= 1
    if not _may_stand_at_edge(right[first][2], span[2], cased):
        return -1, -1, 0.0
    recalled = float(np.minimum(both[rows][:, first : last + 1].sum(axis=1) + 0.8 * np.array([
        max((alike(left[row][2], right[at][2]) for at in range(first, last + 1)), default=0.0) >= 0.75 for row in rows]), 1).mean())
    return first, last, recalled


def _broken(words: Words, first: int, last: int) -> bool:
    """Whether a mark that ends a name stands among these words."""
    return any(word in "()[]{},;:!?«»„“”\"،؛。、，；：" for _, _, word in words[first : last + 1])


def _may_stand_at_edge(word: str, label: str, cased: bool) -> bool:
    if not any(map(str.isalnum, word)):
        return False
    return word[0].isupper() or word[0].isdigit() if cased and label in ("PERSON", "LOC", "ORG") else len(word) > 1 or not word.isascii()


def _example(
    language: str, english: str, spans: Spans, other: str, words: Words, placed: list[tuple[int, int, float]],
    seen: dict[str, Counter[str]], cased: bool,
) -> Example | None:
    labels: dict[int, str] = {}
    starts: dict[int, int] = {}
    lost = False
    for at in sorted(range(len(spans)), key=lambda one: (-placed[one][2], one)):
        first, last, sure = placed[at]
        label = spans[at][2]
        name = english[spans[at][0] : spans[at][1]]
        if first < 0:
            lost |= label in ("PERSON", "ORG")
            continue
        surface = other[words[first][0] : words[last][1]]
        again = seen[name][surface]
        good = sure >= 0.6 or (again >= 2 and sure >= 0.35)
        if any(index in labels for index in range(first, last + 1)):
            continue
        if last - first + 1 > 3 * len(name.split()) + 3:
            good = False
        for index in range(first, last + 1):
            labels[index] = label if good else UNKNOWN
            starts[index] = first
        lost |= not good and label in ("PERSON", "ORG")
    if lost and not cased:
        return None
    result: list[tuple[int, int, str]] = []
    for at, (begin, stop, word) in enumerate(words):
        found = labels.get(at)
        if found is None and lost and at > 0 and word[0].isupper():
            found = UNKNOWN
        if found is None or found == "MISC":
            continue
        if result and at and labels.get(at - 1) == found and starts.get(at) == starts.get(at - 1) and result[-1][2] == found:
            result[-1] = (result[-1][0], stop, found)
        else:
            result.append((begin, stop, found))
    return Example(language, "news", other, tuple(result))
