"""Names of the English side of parallel news, found again in the other languages: silver training data.

English names come from a pretrained English pipeline, settled by votes over the corpus. In a parallel sentence they are
looked for by spelling, by sound, and by word alignment (IBM model 1 with a preference for the diagonal). A sentence
where a person or an organization stays unfound is dropped: an unmarked name would teach that it is none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from anyascii import anyascii
from pypinyin import lazy_pinyin
from rapidfuzz.distance import Levenshtein
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as SpacySpan

from training.zhja.augment import HAN_SURNAMES, TRANSCRIPTION
from training.zhja.corpora import Sentence, Span
from training.zhja.tokens import UNSPACED

TEACHER_LABELS = {"PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC", "PRODUCT": "MISC", "EVENT": "MISC", "WORK_OF_ART": "MISC"}
_HAN = re.compile("[\u4e00-\u9fff]")
_CHARACTER = re.compile(f"[{UNSPACED}]")
_KANA = re.compile("[\u3041-\u30ff]")
_CJK = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
_KATAKANA_NAME = re.compile("[\u30a1-\u30ff＝=\\s\u3000-]+")
_ORGANIZATION_END = re.compile(
    "(?:大学|學院|学院|学校|研究所|研究院|实验室|實驗室|公司|集团|集團|银行|銀行|委员会|委員會|委員会|基金会|基金會|协会|協會|学会|學會|協会|中心|医院|醫院|病院|法院|裁判所|检察院|部|局|厅|署|庁|省|党|黨|院|会|會|社|军|軍|队|隊"
    "|联盟|聯盟|連盟|同盟|连合|連合|组织|組織|机构|機構|機関|議会|议会|國會|国会|政府|警察|警方|报|報|新聞|電視台|电视台|放送|俱乐部|俱樂部|クラブ|チーム|グループ|センター|バンク|ホテル|テレビ|紙|家|宫|宮|ハウス)$"
)
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc\uff66-\uff9f]")
_PARTICLES = frozenset(
    "说說称稱某氏君的了在和与與对對是等为為于於从從被将將向由以及也就而或其这這那他她我你们們个個のはがをにでともへやかねよ은는이가을를의에도와과로"
)
_LATIN = re.compile("[A-Za-z]")
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?$")


def read_parallel(folder: Path, language: str, leave_out: Iterable[str]) -> dict[tuple[str, int], str]:
    """The lines of each article of one language, by (article, line number); empty lines and `leave_out` are dropped."""
    left = set(leave_out)
    return {
        (path.stem, number): line.strip()
        for path in sorted((folder / language).glob("*.txt"))
        if path.stem not in left
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines())
        if line.strip()
    }


def teach_english(nlp: Language, lines: Mapping[tuple[str, int], str]) -> dict[tuple[str, int], Sentence]:
    """The English lines with the names that the pipeline finds, each name's type settled by votes.

    A name is settled in its article and in the whole corpus; a word of a person's name that stands alone in the same
    article is that person. A name that was found once is marked everywhere in its article.
    """
    keep = [name for name in nlp.pipe_names if name not in ("tok2vec", "ner")]
    found: dict[tuple[str, int], list[Span]] = {}
    in_corpus: dict[str, Counter[str]] = defaultdict(Counter)
    in_article: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (key, line), document in zip(lines.items(), nlp.pipe(lines.values(), disable=keep), strict=True):
        found[key] = []
        for entity in document.ents:
            label = TEACHER_LABELS.get(entity.label_)
            start, end = entity.start_char, entity.end_char
            if match := _ARTICLE.match(line[start:end]):
                start += match.end()
            if match := _POSSESSIVE.search(line[start:end]):
                end = start + match.start()
            name = line[start:end]
            if label and re.search(r"[A-Z]", name):
                found[key].append((start, end, label))
                in_corpus[name][label] += 1
                in_article[key[0], name][label] += 1
    people = defaultdict(set)
    for article, name in in_article:
        if " " in name and in_corpus[name].most_common(1)[0][0] == "PER" and all(word[:1].isupper() for word in name.split()[-1:]):
            people[article].update((name, name.split()[-1]))
    sentences = {}
    for key, line in lines.items():
        names = {line[start:end] for start, end, _ in found[key]}
        names |= people[key[0]] | {name for article, name in in_article if article == key[0] and len(name) > 2}
        spans: list[Span] = []
        taken = np.zeros(len(line), dtype=bool)
        for name in sorted(names, key=lambda name: (-len(name), name)):
            votes = Counter(in_corpus[name])
            for label, count in in_article[key[0], name].items():
                votes[label] += 2 * count
            if name in people[key[0]]:
                votes["PER"] += 3
            if not votes:
                continue
            label = max(sorted(votes), key=votes.__getitem__)
            for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", line):
                if not taken[match.start() : match.end()].any():
                    taken[match.start() : match.end()] = True
                    spans.append((match.start(), match.end(), label))
        sentences[key] = Sentence(line, tuple(sorted(spans)), "en", "news")
    return sentences


# The sound of a name: consonants by class, vowels as one.
_CLASSES = str.maketrans({
    "p": "b", "v": "f", "w": "f", "t": "d", "k": "g", "q": "g", "c": "g", "x": "s", "z": "s", "j": "s", "l": "r", "m": "n",
    "y": "a", "e": "a", "i": "a", "o": "a", "u": "a",
})  # fmt: skip


@cache
def sound(name: str) -> str:
    """A rough sound: 'Kavanaugh' and '卡瓦诺' come close. Double letters once."""
    if _HAN.search(name):
        name = "".join(lazy_pinyin(name))
    text = anyascii(name).lower()
    for old, new in (
        ("sch", "s"),
        ("tch", "s"),
        ("ch", "s"),
        ("sh", "s"),
        ("zh", "s"),
        ("ph", "f"),
        ("th", "d"),
        ("ck", "k"),
        ("gh", "g"),
        ("ce", "se"),
        ("ci", "si"),
        ("ts", "s"),
    ):
        text = text.replace(old, new)
    text = re.sub(r"[^a-z]", "", text).translate(_CLASSES).replace("h", "")
    return re.sub(r"(.)\1+", r"\1", text)


@cache
def alike(left: str, right: str) -> float:
    """How alike two names sound, 0 to 1; a vowel costs a third of a consonant."""
    a, b = sound(left), sound(right)
    if not a or not b:
        return 0.0
    whole = Levenshtein.normalized_similarity(a, b)
    bones_a, bones_b = a.replace("a", ""), b.replace("a", "")
    bones = Levenshtein.normalized_similarity(bones_a, bones_b) if bones_a and bones_b else whole
    return (whole + 2 * bones) / 3


def align_words(pairs: Sequence[tuple[list[str], list[str]]], *, rounds: int = 6, diagonal: float = 6.0) -> list[np.ndarray]:
    """Posterior probabilities [source word + 1, target word] of IBM model 1 with a diagonal prior; row 0 is "no word"."""
    table: dict[tuple[str, str], float] = {}
    priors = []
    for source, target in pairs:
        m, n = len(source), len(target)
        place = np.abs((np.arange(m)[:, None] + 0.5) / m - (np.arange(n)[None, :] + 0.5) / n)
        weights = np.exp(-diagonal * place)
        weights /= weights.sum(axis=0, keepdims=True)
        priors.append(np.vstack([np.full((1, n), 0.08), 0.92 * weights]))
        for f in target:
            table["", f] = 1.0
            for e in source:
                if (e, f) not in table:
                    table[e, f] = 1.0 + (25.0 * max(0.0, alike(e, f) - 0.6) if len(e) > 2 and len(f) > 1 else 0.0) + (20.0 if e == f else 0.0)
    posteriors: list[np.ndarray] = []
    for _ in range(rounds):
        counts: dict[tuple[str, str], float] = defaultdict(float)
        totals: dict[str, float] = defaultdict(float)
        posteriors = []
        for (source, target), prior in zip(pairs, priors, strict=True):
            words = ["", *source]
            values = np.array([[table[e, f] for f in target] for e in words]) * prior
            values /= values.sum(axis=0, keepdims=True) + 1e-12
            posteriors.append(values)
            for e, row in zip(words, values, strict=True):
                for f, value in zip(target, row.tolist(), strict=True):
                    counts[e, f] += value
                    totals[e] += value
        table = {pair: (count + 1e-4) / (totals[pair[0]] + 1e-4 * 2000) for pair, count in counts.items()}
    return posteriors


@dataclass(frozen=True, slots=True)
class Found:
    """Where an English name (its number in the sentence) stands in the other language, and how alike the two sound."""

    number: int
    start: int
    end: int
    like: float


def project(
    english: Mapping[tuple[str, int], Sentence], lines: Mapping[tuple[str, int], str], tokenizer: Language
) -> dict[tuple[str, int], list[Found]]:
    """For each line of another language the names of the English line that were found in it."""
    keys = [key for key in english if key in lines]
    source_docs = [tokenizer.make_doc(english[key].text) for key in keys]
    target_docs = [tokenizer.make_doc(lines[key]) for key in keys]
    words = [([t.lower_ for t in s], [t.lower_ for t in t_]) for s, t_ in zip(source_docs, target_docs, strict=True)]
    forward = align_words(words)
    backward = align_words([(target, source) for source, target in words])
    steady = steady_translations([english[key] for key in keys], target_docs)
    result: dict[tuple[str, int], list[Found]] = {}
    for key, source, target, there, back in zip(keys, source_docs, target_docs, forward, backward, strict=True):
        links = there[1:, :] * 0.5 + back[1:, :].T * 0.5
        result[key] = _project_line(english[key], source, target, links, steady)
    return result


def marked(
    english: Mapping[tuple[str, int], Sentence], lines: Mapping[tuple[str, int], str], found: Mapping[tuple[str, int], Sequence[Found]], language: str
) -> list[Sentence]:
    """The lines with their names, where all people and organizations of the English line were found."""
    sentences = []
    for key, places in found.items():
        spans = english[key].spans
        lost = {label for number, (_, _, label) in enumerate(spans) if number not in {place.number for place in places}}
        if not lost & {"PER", "ORG"}:
            names = sorted((place.start, place.end, spans[place.number][2]) for place in places)
            sentences.append(Sentence(lines[key], tuple(names), language, "news"))
    return sentences


def settle(
    english: Mapping[tuple[str, int], Sentence],
    witnesses: Sequence[tuple[Mapping[tuple[str, int], Sequence[Found]], Mapping[tuple[str, int], Sequence[Span]]]],
) -> dict[tuple[str, int], Sentence]:
    """The English sentences, each name's label voted anew with what pretrained models of other languages say of its counterpart.

    A witness is (where the names stand in its language, what its model found there). It votes where the counterpart was
    found by sound; what most votes hold to be no name is one no longer.
    """
    votes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    in_article: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for key, sentence in english.items():
        for start, end, label in sentence.spans:
            votes[sentence.text[start:end]][label] += 1
            in_article[key[0], sentence.text[start:end]][label] += 1
    for found, spans in witnesses:
        for key, places in found.items():
            for place in places:
                if place.like < 0.8:
                    continue
                start, end, _ = english[key].spans[place.number]
                name = english[key].text[start:end]
                label = next(
                    (label for low, high, label in spans[key] if min(high, place.end) - max(low, place.start) >= (place.end - place.start) / 2), "O"
                )
                # Models of other languages know few organizations: their silence says little of one.
                weight = 0.4 if label == "O" and english[key].spans[place.number][2] == "ORG" else 1.0
                votes[name][label] += weight
                in_article[key[0], name][label] += weight
    settled = {}
    for key, sentence in english.items():
        kept = []
        for start, end, _ in sentence.spans:
            name = sentence.text[start:end]
            here = in_article[key[0], name]
            label = max(sorted(votes[name]), key=lambda label: votes[name][label] + 2 * here[label])
            if label != "O":
                kept.append((start, end, label))
        settled[key] = Sentence(sentence.text, tuple(kept), "en", "news")
    return settled


def steady_translations(sentences: Sequence[Sentence], targets: Sequence[Doc]) -> dict[str, tuple[str, ...]]:
    """For each English name that stands in two sentences or more the run of tokens that comes and goes with it (Dice of .6 or more)."""
    holding: dict[str, set[int]] = defaultdict(set)
    for number, sentence in enumerate(sentences):
        for start, end, _ in sentence.spans:
            holding[sentence.text[start:end]].add(number)
    where: dict[tuple[str, ...], set[int]] = defaultdict(set)
    wanted = {number for numbers in holding.values() if len(numbers) > 1 for number in numbers}
    runs: dict[int, set[tuple[str, ...]]] = {}
    for number, target in enumerate(targets):
        tokens = [token.text for token in target]
        longest = 10 if _unspaced(target) else 6
        mine = {
            tuple(tokens[low:high])
            for low in range(len(tokens))
            for high in range(low + 1, min(len(tokens), low + longest) + 1)
            if _may_be_name(target, low, high)
        }
        if number in wanted:
            runs[number] = mine
        for run in mine:
            where[run].add(number)
    result = {}
    for name, numbers in holding.items():
        if len(numbers) < 2:
            continue
        counts = Counter(run for number in numbers for run in runs[number])
        scored = [(2 * count / (len(numbers) + len(where[run])), len(run), run) for run, count in counts.items() if count >= max(2, len(numbers) / 2)]
        if scored and max(scored)[0] >= 0.6:
            run = max(scored)[2]
            # Two sentences have much in common by chance: a headline and its article.
            surface = ("" if _CHARACTER.match(run[0]) else " ").join(run)
            if len(numbers) > 2 or alike(name, surface) >= 0.55 or (_CJK.search(surface) and len(run) <= 8 and _ORGANIZATION_END.search(surface)):
                result[name] = run
    return result


def _project_line(english: Sentence, source: Doc, target: Doc, links: np.ndarray, steady: Mapping[str, tuple[str, ...]]) -> list[Found]:
    taken = np.zeros(len(target), dtype=bool)
    places: list[Found] = []
    tokens = [token.text for token in target]
    order = sorted(range(len(english.spans)), key=lambda number: english.spans[number][0] - english.spans[number][1])
    for number in order:
        start, end, label = english.spans[number]
        name = source.char_span(start, end, alignment_mode="expand")
        if name is None:
            continue
        best = None
        run = steady.get(english.text[start:end])
        if run is not None:
            for low in range(len(tokens) - len(run) + 1):
                if tuple(tokens[low : low + len(run)]) == run and not taken[low : low + len(run)].any():
                    surface = target[low : low + len(run)].text
                    like = 1.0 if surface == name.text else alike(name.text, surface)
                    if _may_be(label if label in ("PER", "ORG") else "", surface, like):
                        best = (low, low + len(run), like)
                    break
        best = best or _find(name, target, links, taken, label, len(source))
        if best is None:
            continue
        if label == "PER":
            best = _grown(name.text, target, best, taken)
        found = [best]
        taken[best[0] : best[1]] = True
        if _LATIN.match(target[best[0]].text) and _foreign(target):
            # "赛波夫（Saipov）": English gives the name once, the other language in both scripts.
            other = _find(name, target, links, taken, label, len(source))
            if other is not None and other[2] >= 0.6 and min(abs(other[1] - best[0]), abs(other[0] - best[1])) <= 2:
                found.append(other)
                taken[other[0] : other[1]] = True
        for low, high, like in found:
            places.append(Found(number, target[low].idx, target[high - 1].idx + len(target[high - 1]), like))
            # The other language may repeat a name where English has a pronoun.
            for again in range(len(target) - (high - low) + 1):
                if tokens[again : again + high - low] == tokens[low:high] and not taken[again : again + high - low].any():
                    taken[again : again + high - low] = True
                    places.append(Found(number, target[again].idx, target[again + high - low - 1].idx + len(tokens[again + high - low - 1]), like))
    return places


def _find(name: SpacySpan, target: Doc, links: np.ndarray, taken: np.ndarray, label: str, size: int) -> tuple[int, int, float] | None:
    """The token range of a name in the target and how alike it sounds, or None."""
    unspaced = _unspaced(target)
    place = (name.start + name.end) / 2 / size
    longest = 14 if unspaced else len(name) + 3
    inside = links[name.start : name.end, :]
    mass = inside.sum(axis=0)  # how much of each target token is explained by the name
    best, best_score = None, 0.0
    for low in range(len(target)):
        if taken[low]:
            continue
        for high in range(low + 1, min(len(target), low + longest) + 1):
            if taken[high - 1]:
                break
            if not _may_be_name(target, low, high, name.text):
                continue
            surface = target[low:high].text
            like = 1.0 if surface == name.text else alike(name.text, surface) if len(sound(surface)) > 1 else 0.0
            if not _may_be(label, surface, like):
                continue
            held = float(mass[low:high].mean())
            cover = float(np.minimum(1.0, inside[:, low:high].sum(axis=1)).mean())
            aligned = 2 * held * cover / (held + cover + 1e-9)
            far = abs((low + high) / 2 / len(target) - place)
            score = max(like, aligned) + 0.3 * min(like, aligned) - 0.25 * far
            if score > best_score:
                best, best_score = (low, high, like, aligned), score
    if best is None:
        return None
    low, high, like, aligned = best
    if like >= {"PER": 0.62, "ORG": 0.74}.get(label, 0.7) and (like >= 0.9 or aligned > 0.1 or best_score > 0.75):
        return low, high, like
    # Alignment alone finds the middle of a name well and its edges badly where there are no words.
    return (low, high, like) if aligned >= (0.7 if unspaced else 0.5) else None


def _grown(name: str, target: Doc, place: tuple[int, int, float], taken: np.ndarray) -> tuple[int, int, float]:
    """The place widened over the characters of transcription beside it while the sound does not suffer."""
    low, high, like = place
    if not _HAN.match(target[low].text):
        return place
    grows = True
    while grows:
        grows = False
        for left, right in ((low - 1, high), (low, high + 1)):
            if left < 0 or right > len(target) or taken[left] or taken[right - 1]:
                continue
            added = target[left].text if left < low else target[right - 1].text
            better = alike(name, target[left:right].text)
            if added in TRANSCRIPTION and better >= like - 0.01:
                low, high, like, grows = left, right, better, True
                break
    return low, high, like


def _may_be(label: str, surface: str, like: float) -> bool:
    """Whether a run of Han or kana can be a name of this kind by its letters alone; in other scripts all can.

    People are transcribed, or have a Chinese surname before one or two characters, or a Japanese name of a few. An
    organization that does not sound like the English name ends with a word for organizations.
    """
    if not _CJK.search(surface):
        return True
    if label == "PER":
        if _KANA.search(surface):
            return _KATAKANA_NAME.fullmatch(surface) is not None
        han = _HAN.findall(surface)
        return sum(character in TRANSCRIPTION for character in han) >= 0.75 * len(han) or (surface[0] in HAN_SURNAMES and len(surface) <= 4)
    if label == "ORG":
        return like >= 0.7 or _ORGANIZATION_END.search(surface) is not None
    return like >= 0.7 or not label


def _foreign(target: Doc) -> bool:
    """Whether most letters are of another script than English has."""
    letters = [character for character in target.text if character.isalpha()]
    return sum(character > "\u036f" for character in letters) > len(letters) / 2


def _unspaced(target: Doc) -> bool:
    return sum(bool(_CHARACTER.match(token.text)) for token in target) > len(target) / 2


def _may_be_name(target: Doc, low: int, high: int, name: str = "") -> bool:
    """Whether a run of tokens can be a name, by its edges alone.

    In a script with capitals it begins with one, unless the same word stands in English, and ends with no small word; in
    Chinese and Japanese it has two characters, begins and ends with no particle, and cuts no run of katakana.
    """
    first, last = target[low].text, target[high - 1].text
    if not (first[0].isalnum() or len(first) > 1) or not (last[0].isalnum() or len(last) > 1 or last == "ー"):
        return False
    if _CHARACTER.match(first) or _CHARACTER.match(last):
        if high - low < 2 or first in _PARTICLES or last in _PARTICLES:
            return False
        before = target[low - 1].text if low else ""
        after = target[high].text if high < len(target) else ""
        return not (_KATAKANA.match(before) and _KATAKANA.match(first)) and not (_KATAKANA.match(last) and _KATAKANA.match(after))
    if first[0].lower() == first[0].upper():
        return True
    words = name.split()
    return (first[0].isupper() or first in words) and (len(last) > 3 or last[0].isupper() or not last.isalpha() or last in words)
