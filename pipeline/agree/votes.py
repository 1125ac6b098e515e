"""What a name is, settled from all its mentions: what the detectors say how often, what stands beside it, how it is built."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from pipeline.languages.chinese import chinese_name_shape, table
from pipeline.languages import all_words, get_language, known_languages
from pipeline.records import Candidate, CandidateType
from pipeline.text import display_form, scripts

KINDS: tuple[CandidateType, ...] = ("person", "organization", "place", "other")

DETECTOR_WEIGHTS: Mapping[str, float] = {
    # Rules look at the build of a name and are right more often than a model's one guess.
    "chinese_people": 3.0,
    "chinese_short": 0.5,
    "named_institutions": 2.0,
    "lower_case_heads": 2.0,
    "units_of_universities": 2.0,
    "author_list": 3.0,
    "gloss": 3.0,
    "parallel": 2.0,
}


@dataclass(slots=True)
class Tally:
    """All that is known of one spelling: votes by kind, occurrences in the text, documents, languages."""

    votes: Counter[str] = field(default_factory=Counter)
    cues: Counter[str] = field(default_factory=Counter)
    occurrences: int = 0
    versions: int = 0
    years: int = 0
    family: int = 0
    titles: int = 0
    glosses: int = 0
    by_document: dict[str, Counter[str]] = field(default_factory=dict)
    languages: set[str] = field(default_factory=set)


def tally(candidates: Iterable[Candidate]) -> dict[str, Tally]:
    """Votes per display form."""
    tallies: dict[str, Tally] = {}
    seen: set[tuple[str, int, int, str, str]] = set()
    for candidate in candidates:
        if candidate.type not in KINDS:
            continue
        mark = (candidate.document, candidate.start, candidate.end, candidate.type, candidate.detector)
        if mark in seen:
            continue
        seen.add(mark)
        entry = tallies.setdefault(display_form(candidate.surface), Tally())
        weight = DETECTOR_WEIGHTS.get(candidate.detector, 1.0)
        entry.votes[candidate.type] += weight  # type: ignore[assignment]  # Counter of floats
        entry.by_document.setdefault(candidate.document, Counter())[candidate.type] += weight  # type: ignore[assignment]
        entry.titles += bool(candidate.title)
        entry.glosses += candidate.detector == "gloss"
        entry.languages.add(candidate.language.split("-")[0])
    return tallies


_YEAR = re.compile(r"[\s\u00a0]?(?:19|20)\d\d(?!\d)")
_VERSION = re.compile(r"[\s\u00a0\-‐‑]?[A-Za-z]{0,2}\d{1,3}(?:\.\d{1,2})?(?![\w%])(?!\s*(?:%|percent|million|billion))|[\-‐‑][A-Z]{2,}(?!\w)")


@cache
def _beside(language: str, key: str, *, before: bool) -> re.Pattern[str] | None:
    code = language if language in known_languages() else "en"
    words = get_language(code).words("cues", key)
    if not words:
        return None
    choices = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    filler = r"(?:\s+(?:the|le|la|el|l['’]|di|de|der|die|das|del))?[\s\"“«'‘]*"
    if before:
        return re.compile(rf"(?<!\w)(?:{choices}){filler}$", re.IGNORECASE)
    return re.compile(rf"[\"”»'’]?\s+(?:{choices})(?!\w)", re.IGNORECASE)


CUE_WEIGHT = 2.0
"""“co-founder of X” says more about X than one model's guess at it."""

CUES: tuple[tuple[str, str, bool], ...] = (
    ("organization", "organization_before", True),
    ("person", "person_before", True),
    ("other", "product_before", True),
    ("other", "product_after", False),
)


def count_cues(entry: Tally, text: str, start: int, end: int, language: str) -> None:
    """Add what stands beside one occurrence to the tally."""
    lead, tail = text[max(0, start - 40) : start], text[end : end + 24]
    if _YEAR.match(tail):
        entry.years += 1
    elif _VERSION.match(tail):
        entry.versions += 1
    for kind, key, before in CUES:
        pattern = _beside(language, key, before=before)
        if pattern is None:
            continue
        if pattern.search(lead) if before else pattern.match(tail):
            entry.cues[kind] += 1


@cache
def organization_word(name: str) -> bool:
    """Whether the name holds a word for a kind of organization, in any language that we know."""
    lowered = {word.casefold() for word in re.findall(r"[^\W\d_]+", name)}
    if lowered & _spaced_organization_words():
        return True
    return any(name.endswith(word) and len(name) > len(word) for word in _unspaced_organization_words())


@cache
def _spaced_organization_words() -> frozenset[str]:
    return frozenset(
        word.casefold() for code in known_languages() if code not in ("zh", "ja", "ko") for word in get_language(code).words("cues", "organization_words") if len(word) > 2
    )


@cache
def _unspaced_organization_words() -> tuple[str, ...]:
    return tuple(sorted({word for code in ("zh", "ja", "ko") for word in get_language(code).words("cues", "organization_words") if len(word) > 1}))


@cache
def thing(name: str) -> bool:
    """Whether the name's head word says that it is an award, an event, a work, a method: 'Best Paper Award', 'Premio X'."""
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+", name)]
    heads = {word.casefold() for word in all_words("things", "heads")}
    if not words or (len(words) == 1 and words[0] == name.casefold() and not name.isupper()):
        return bool(words) and words[0] in heads
    if words[-1] in heads or words[-1].removesuffix("s") in heads or words[0] in heads:
        return True
    return any(name.endswith(head) for head in all_words("things", "heads") if len(head) > 1 and not head.isascii())


@cache
def never_a_name(name: str) -> bool:
    """Pronouns, weekdays, months, and abbreviations that are common nouns, in any language that we know."""
    if name in all_words("things", "stop") or name in all_words("things", "abbreviations") or " v. " in name or " vs. " in name:
        return True
    return not name.isupper() and name.casefold() in _stop_folded()


@cache
def _stop_folded() -> frozenset[str]:
    return frozenset(word.casefold() for word in all_words("things", "stop"))


_INNER_CAPITAL = re.compile(r"[^\W\d_][a-zà-ÿ]+[A-Z]|^[A-Z]{2,}[a-z]")
_CAPITAL_PREFIX = re.compile(r"^(?:Mc|Mac|O['’]|D['’]|De|Di|Du|La|Le|Van|Fitz|Al)(?=[A-Z])")


@cache
def shaped_like_a_person(name: str) -> bool:
    """Whether the words could be a person's: no digits, no abbreviations in capitals, no inner capitals but Mc and O'."""
    if any(char.isdigit() for char in name) or any(char in name for char in "&/@+_"):
        return False
    words = [word for word in re.split(r"[\s\-‐‑·・.]+", name) if word]
    if len(words) > 1 and (words[-1] in all_words("cues", "company_words") or words[0] in all_words("cues", "organization_words")):
        return False
    if chinese_name_shape(re.sub(r"(?<=[a-zü])(?=[A-Z])", " ", name)):
        return True
    for word in words:
        bare = _CAPITAL_PREFIX.sub("", word)
        if _INNER_CAPITAL.search(bare):
            return False
    capitals = [word for word in words if len(word) > 2 and word.isupper() and word.isalpha()]
    if capitals and len(words) == 1:
        return False
    groups = set(scripts(name))
    return len(groups - {"Hiragana", "Katakana", "Han"}) <= 1 and not (groups & {"Han"} and groups & {"Latin"})


def settle(name: str, entry: Tally, people_parts: Collection[str] = ()) -> CandidateType | None:
    """The kind of this name over the whole corpus, or None if it is no name that can be told.

    `people_parts`: the words of full names of people; a name of one word is a person's only if it is among them, or if
    what stands beside it says so.
    """
    if never_a_name(name):
        return None
    shape = chinese_name_shape(re.sub(r"(?<=[a-zü])(?=[A-Z])", " ", name))
    institution = organization_word(name)
    person_like = shaped_like_a_person(name)
    if not person_like:
        shape = ""  # 'Hesheng AI': a surname and syllables to the eye, a firm to the reader
    if shape == "full" and not institution and entry.votes["person"] > 0:
        return "person"
    if shape == "" and not institution and entry.family >= 3 and entry.family >= 0.1 * entry.occurrences and entry.cues["organization"] < 0.2 * entry.occurrences:
        return "other"
    if name not in people_parts and not institution and territory(name, tuple(sorted(entry.languages))):
        return "place"
    placed = entry.votes["place"] >= 0.5 * max(sum(entry.votes[kind] for kind in KINDS), 1)
    if shape == "" and not placed and entry.years == 0 and entry.cues["organization"] >= 3 and entry.cues["organization"] >= 2 * max(entry.cues["person"], entry.cues["other"]):
        return "organization"
    if shape == "short" and person_like and not institution and entry.occurrences >= 3 and entry.votes["person"] >= 0.5 * entry.occurrences:
        return "person"
    if thing(name) and not institution:
        return "other"
    if entry.glosses and person_like and entry.votes["person"] >= entry.votes["organization"]:
        return "person"
    if entry.glosses and entry.votes["organization"] > entry.votes["person"]:
        return "organization"
    bodies = entry.votes["organization"] + entry.votes["place"]
    if institution and bodies >= entry.votes["person"] * 0.5 and bodies > 0:
        return "organization"
    if name in people_parts and person_like and entry.cues["organization"] <= entry.cues["person"] + 1 and sum(entry.votes[k] for k in ("person", "organization", "other")) >= entry.votes["place"]:
        return "person"
    occurrences = max(entry.occurrences, 1)
    score = {kind: entry.votes[kind] + CUE_WEIGHT * entry.cues[kind] for kind in KINDS}
    if not person_like:
        score["person"] = 0.0
    if any(char.isdigit() for char in name):
        score["other"] += 0.6 * occurrences
    # What a number follows is a product, a model, a version; what a year follows, an event.
    score["other"] += 2.0 * entry.versions
    if name.isupper():
        score["other"] += 2.0 * entry.years
    if shape == "short":
        score["person"] += 0.5 * entry.votes["person"]
    for best in sorted(KINDS, key=lambda kind: (-score[kind], KINDS.index(kind))):
        if score[best] <= 0:
            return None
        if best in ("place", "other") and score[best] >= 0.25 * sum(score.values()):
            return best
        if best == "person" and _believable_person(name, entry, occurrences, shape, people_parts):
            return best
        if best == "organization" and _believable_organization(name, entry, occurrences):
            return best
    # Called a person or a firm at random, and nobody gives a full name with it: a firm (products were told apart before).
    named = entry.votes["person"] + entry.votes["organization"]
    if person_like and " " not in name and entry.votes["organization"] >= 0.25 * max(named, 1) and named >= 4 and entry.votes["place"] + entry.votes["other"] < named:
        return "organization"
    return None


@cache
def territory(name: str, languages: tuple[str, ...]) -> bool:
    """Whether a country or region of the world is called so in one of the languages or in English (Unicode CLDR)."""
    return any(name.casefold() in _territories(code) for code in (*languages, "en"))


@cache
def _territories(language: str) -> frozenset[str]:
    from babel import Locale, UnknownLocaleError

    try:
        names = {str(name).casefold() for name in Locale.parse(language.replace("-", "_")).territories.values()}
    except (UnknownLocaleError, ValueError):
        return frozenset()
    words = Counter(word for name in names for word in name.split())
    # North Macedonia is Macedonia too; what several names share (North, Islands) is left out, and so are saints.
    bare = {
        left[0] for name in names if len(parts := name.split()) == 2 and not any(part.startswith(("saint", "sain", "san", "são", "st.", "sint", "sankt")) for part in parts)
        and len(left := [part for part in parts if words[part] == 1]) == 1 and len(left[0]) > 4
    }
    return frozenset(names | bare | {name[1:] for name in names if name[:1] in ("北", "南", "东", "東", "西") and len(name) > 3})


def _believable_person(name: str, entry: Tally, occurrences: int, shape: str, people_parts: Collection[str]) -> bool:
    votes = sum(entry.votes[kind] for kind in KINDS) or 1
    if entry.votes["person"] == 0 or entry.versions > 0.1 * occurrences or (entry.family >= 3 and shape == ""):
        return False
    if entry.votes["person"] / votes < 0.5 or (shape == "" and entry.votes["person"] / occurrences < 0.2):
        return False
    return len(re.split(r"[\s·・]", name)) > 1 or not _cased(name) or name in people_parts or _believable_single(name, entry, occurrences)


def family_words(name: str, entry: Tally) -> tuple[str, ...]:
    """The words of a person's full name that may stand for the person: the family name, of a Chinese name either end.

    Empty where the detectors do not agree enough that this is a person.
    """
    words = name.split()
    if chinese_name_shape(name):
        return tuple(word for word in (words[0], words[-1]) if len(word) > 2)
    sure = sum(entry.votes[kind] for kind in KINDS)
    if entry.votes["person"] < 0.7 * sure or entry.votes["person"] < 0.25 * entry.occurrences or entry.cues["organization"] > entry.cues["person"]:
        return ()
    last = words[-1]
    if territory(last, tuple(sorted(entry.languages))):
        return ()
    return tuple(part for part in {last, last.split("-")[-1]} if len(part) > 2 and part[0].isupper())


def _cased(name: str) -> bool:
    return name.lower() != name.upper()


def _believable_organization(name: str, entry: Tally, occurrences: int) -> bool:
    said, cued = entry.votes["organization"] / occurrences, entry.cues["organization"] / occurrences
    if entry.votes["organization"] == 0 and entry.cues["organization"] < 2:
        return False
    if said < 0.2 and cued < 0.1:
        return False
    if not organization_word(name) and (name.isupper() or _INNER_CAPITAL.search(name) or "-" in name):
        # Abbreviations and coined words name methods as often as firms: a cue decides, or one voice of all models.
        if not name.isupper() and "-" not in name and said >= 0.4 and entry.votes["other"] == 0 and entry.cues["other"] == 0:
            return True
        return entry.cues["organization"] > 0 or (said >= 0.7 and occurrences >= 3 and entry.cues["other"] == 0 and entry.years == 0)
    return True


def bare_institution(name: str) -> str:
    """What is left of a name without the word for its kind: 'Brenne University', 'Université Brenne', 'Corvel AI' -> 'Brenne', 'Corvel'; or ""."""
    words = name.split()
    wholes = all_words("cues", "whole_words")
    if len(words) == 2 and words[1].rstrip(".") in all_words("cues", "company_words") and words[0][0].isupper() and words[0] not in all_words("things", "stop"):
        return words[0]
    if len(words) == 2 and (words[0] in wholes) != (words[1] in wholes):
        bare = words[1] if words[0] in wholes else words[0]
        if bare[0].isupper() and bare.casefold() not in table("chinese_places_pinyin"):
            return bare
    return ""


def _believable_single(name: str, entry: Tally, occurrences: int) -> bool:
    """A person of one word, whose full name nobody gives: called so most of the time, with a cue or a title beside it."""
    votes = sum(entry.votes[kind] for kind in KINDS) or 1
    if entry.votes["person"] >= 0.9 * votes and entry.votes["person"] >= 0.8 * occurrences and entry.cues["other"] == 0 and occurrences > 1:
        return True
    return entry.votes["person"] / votes >= 0.7 and entry.votes["person"] / occurrences >= 0.5 and entry.cues["other"] <= entry.cues["person"] and entry.cues["person"] + entry.titles > 0


def plausible(name: str, kind: CandidateType, languages: Sequence[str]) -> bool:
    """Whether a string can be a name at all: capitals where the script has them, not too long, no sentence."""
    letters = [char for char in name if char.isalpha()]
    if not letters or len(name) > 120:
        return False
    cased = [char for char in letters if char.isupper() or char.islower()]
    if len(cased) == len(letters):
        if not any(char.isupper() for char in cased):
            # "département d'informatique": the romance languages write a unit's name small
            return kind == "organization" and name.split()[0] in all_words("cues", "unit_words") and len(name.split()) > 1
        if kind == "person" and (len(name.split()) > 6 or not any(char.isupper() for char in name.split()[-1])):
            return False
    return len(letters) > 1 or name.isupper()
