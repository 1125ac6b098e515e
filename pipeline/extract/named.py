"""Works called by a name without quotes: “Orlo B4 Technical Report”, “the Teabread paper”, “l'article sur TiLaS”, “WEST (CVPR 2017)”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.extract.scene import NAME, TOKEN, Scene, has_version, is_coined
from pipeline.languages.venues import is_venue
from pipeline.records import Candidate

_NAME = re.compile(NAME)
_TOKEN = re.compile(TOKEN)
_HAN_NAME = re.compile(r"(?:(?<![A-Za-z\d])[A-Za-z][A-Za-z\d.\-]*(?: [A-Z\d][A-Za-z\d.\-]*){0,2}|[\u4e00-\u9fff]{1,3}[-–]?\d[A-Za-z\d.]*|[\uac00-\ud7af]+[- ]?\d[A-Za-z\d.]*)\s?(?:(?:大|多模态|旗舰|视觉|语言|基座)*模型)?$")
_STOP = frozenset(
    # words that end the name on its left, and capitalised words that begin a sentence
    ["the", "a", "an", "and", "or", "of", "in", "on", "to", "from", "with", "by", "for", "at", "its", "our", "their", "his", "her", "this", "that", "these", "those", "new", "latest", "recent", "first", "second", "third", "another", "best", "white", "green", "yellow", "position", "research", "conference", "scientific", "academic", "his", "my", "your", "each", "every", "some", "many", "most", "several", "other", "same", "such", "although", "while", "when", "after", "before", "since", "as", "if", "but", "not", "is", "are", "was", "were", "be", "has", "have", "had", "includes", "including", "namely", "call", "one", "two", "three", "four", "honorable", "mention", "award", "outstanding", "spotlight", "oral", "poster", "workshop", "related", "original", "full", "short", "long", "landmark", "seminal", "classic", "famous", "influential", "foundational", "technical", "joint", "working", "background"]
)
_BETWEEN = re.compile(r"(?:[\s\-]+(?:[^\W\d_A-Z][\w’'\-]*|[dlDL]['’])){0,6}?[\s]*(?:[dl]['’])?\s*$")
_PLAIN_TAIL = re.compile(r"^[A-Z][a-z]+$")
_AND = re.compile(r"\s*(?:,|،|、|&|\b(?:and|et|y|e|und|dan|и|ainsi que|as well as)\b|和|与|及)\s*(?:(?:and|et|y|e|und|dan|и)\s+)?(?:(?:the|les?|la|los|las|el|os|as|o|i|gli|die|der|das|des|de|du|l['’])\s*)*", re.IGNORECASE)
_VENUE_BEHIND = re.compile(r"\s?[(（](?:[A-Z][A-Za-z]*[A-Z][A-Za-z]*|[A-Z]{3,})(?:\s|['’])+(?:19|20)?\d\d\b")
_CITED_BEHIND = re.compile(r"\s\[\d{1,3}(?:[,–\-]\s?\d{1,3})*\]")
_SUBTITLED = re.compile(rf"(?P<title>(?P<short>{TOKEN}): [^\n.!?:;()\"“”]{{8,160}}) \([{'A-ZÀ-ÞА-Я'}][\w’\-]+(?:,? (?:et al\.|& [A-Z]\w+|and [A-Z]\w+))?,? (?:19|20)\d\d[a-z]?\)")
_MODELS = re.compile(r"\bmod[eè]l\w*s\b", re.IGNORECASE)
_WHOSE = re.compile(r"\s*(?:de|du|des|do|da|dos|del|dell[ao]?|d|of|by|von|vom|di|from|dari|oleh|dal)(?!\w)")
_ORGANIZATION = re.compile(r"(?:AI|Lab|Labs|Inc|Ltd|Corp|Research|Institute|University|Group|Team|Asia|Academy|Foundation)$")
_BLOCKING = frozenset(["at", "in", "dans", "à", "nel", "auf", "to", "from", "with", "via", "for", "chez", "avec", "en", "bei", "von", "mit", "dari", "di", "para", "em", "con", "da", "by", "par", "por", "oleh"])


def report_names(scene: Scene) -> Iterator[Candidate]:
    """“Orlo B4 Technical Report”, “rapport technique sur le modèle phare Orlo B5”, 提灯1技术报告."""
    for match in scene.cues.reports.finditer(scene.text, scene.start, scene.end):
        found = _name_before(scene, match.start()) if scene.cues.languages[0] in ("en", "zh", "ja", "ko") else None
        if found:
            yield from _shared_head(scene, found, match)
        else:
            yield from _report_with_name_behind(scene, match)


def _shared_head(scene: Scene, start: int, match: re.Match[str]) -> Iterator[Candidate]:
    """The report; of “Orlo B4 and B4.5 Technical Reports” also “Orlo B4”."""
    yield scene.candidate(start, match.end(), "report_name", match.group())
    if match.group().casefold().endswith("s"):
        earlier = re.search(rf"(?:The )?({NAME}) and $", scene.text[max(scene.start, start - 40) : start])
        if earlier and is_coined(earlier.group(1)):
            first = max(scene.start, start - 40) + earlier.start(1)
            yield scene.candidate(first, first + len(earlier.group(1)), "listed_work", match.group())


def _report_with_name_behind(scene: Scene, match: re.Match[str]) -> Iterator[Candidate]:
    end = min(scene.sentence_end(match.end()), match.end() + 90)
    for name in _NAME.finditer(scene.text, match.end(), end):
        between = scene.text[match.end() : name.start()]
        direct = not between.strip() or bool(scene.cues.about.fullmatch(between.strip()))
        if not _BETWEEN.match(between) or (between.strip() and not scene.cues.about.match(between.strip())):
            return
        if scene.cues.titled.match(scene.text[name.end() : name.end() + 14].lstrip(" ,")) or is_venue(name.group()):
            return
        if not (is_coined(name.group()) or (direct and not _WHOSE.match(between))) or _last_word(between) in ("par", "por", "by", "oleh", "from"):
            return
        plural = re.search(r"s\b", match.group()) is not None
        alone = plural and between.strip() != "" and (direct or scene.cues.including.search(between) is not None or _MODELS.search(between) is not None)
        start = name.start() if alone else match.start()
        yield scene.candidate(start, name.end(), "listed_work" if alone else "report_name", match.group())
        if plural:
            yield from _more_names(scene, name.end(), end, match.group())
        return


def _last_word(text: str) -> str:
    words = re.findall(r"\w+", text)
    return words[-1].casefold() if words else ""


def _more_names(scene: Scene, at: int, end: int, cue: str) -> Iterator[Candidate]:
    """Names that stand in one list with the one before, each joined by a comma or “and”."""
    while True:
        glue = _AND.match(scene.text, at, end)
        if glue is None or glue.end() == at:
            return
        name = _NAME.match(scene.text, glue.end(), end)
        if name is None:
            # “B4, et la génération B1.8”: one common noun may stand before the name
            name = re.compile(rf"[^\W\d_A-Z]\w*\s(?P<n>{NAME})").match(scene.text, glue.end(), end)
            if name is None:
                return
            first, last = name.span("n")
        else:
            first, last = name.span()
        if is_coined(scene.text[first:last]):
            yield scene.candidate(first, last, "listed_work", cue)
        at = last


def _name_before(scene: Scene, at: int) -> int | None:
    """Where the name begins that stands before “technical report” or “paper”, or None."""
    low = max(scene.start, at - 90)
    if not scene.cues.spaced:
        match = _HAN_NAME.search(scene.text, low, at)
        return match.start() if match and any(char.isalpha() for char in match.group()) else None
    start: int | None = None
    for word in reversed(list(re.finditer(r"\S+", scene.text[low:at]))):
        token = word.group()
        if re.search(r"[,.;:!?)\]\"“”»]$|['’]s$", token) or token.casefold() in _STOP:
            break
        if re.fullmatch(r"(?:19|20)\d\d", token):
            return None  # “the 2026 March paper”
        if _TOKEN.fullmatch(token.lstrip("(\"“«")) or re.fullmatch(r"v?\d[\d.]*", token):
            start = low + word.start() + (len(token) - len(token.lstrip("(\"“«")))
        elif not re.fullmatch(r"[a-z][\w\-]*", token):
            break
    if start is None or not re.search(r"[^\W\d_]", scene.text[start:at]) or is_venue(scene.text[start:at].strip()):
        return None
    return start


def named_papers(scene: Scene) -> Iterator[Candidate]:
    """“the TiLaS paper”, “landmark paper PebbleNet”, “l'article sur Teabread”, “makalah Fern”, “œuvre majeure sur la Row Balancing”."""
    for match in scene.cues.kinds.finditer(scene.text, scene.start, scene.end):
        if match.lastgroup == "against":
            continue
        if scene.cues.reports.match(scene.text, match.start()):
            continue
        work = match.lastgroup == "work"
        if scene.cues.prizes.match(scene.text[match.end() : match.end() + 30].lstrip()):
            continue
        if work and (scene.cues.languages[0] == "en" or not scene.cues.spaced):
            yield from _named_before(scene, match)
        if scene.cues.spaced:
            yield from _named_behind(scene, match)


def _named_before(scene: Scene, match: re.Match[str]) -> Iterator[Candidate]:
    glued = re.search(rf"({NAME})-(?:related|like)\s$", scene.text[max(scene.start, match.start() - 50) : match.start()])
    if glued and scene.scholarly >= 2:
        first = match.start() - len(glued.group())
        yield scene.candidate(first, first + len(glued.group(1)), "named_paper", match.group())
        return
    start = _name_before(scene, match.start())
    if start is None:
        return
    name = _core(scene.text[start : match.start()].strip())
    plural = match.group().casefold().endswith("s")
    if (plural and name.isupper()) or (match.group()[0].isupper() and not match.group().casefold().startswith("paper")):
        return  # “LREC papers”, “Foreign Policy Studies”
    if not scene.cues.spaced and not name.isascii():
        return
    if is_venue(name) or name.casefold() in _STOP:
        return
    before = scene.text[max(scene.start, start - 60) : start]
    authored = None
    for authored in scene.cues.authors.finditer(before):
        pass
    if authored and not before[authored.end() :].strip() and not re.search(r"\s[a-z]", name):
        yield scene.candidate(start, start + len(name), "named_paper", authored.group())
    elif is_coined(name) and scene.scholarly >= 1 or (scene.scholarly >= 4 and scene.cues.spaced and not re.search(r"\s[a-z]", name)):
        yield scene.candidate(start, start + len(name), "named_paper", match.group())


def _core(name: str) -> str:
    """A coined first word without the plain words behind it: 'ChanSum Core Architecture' -> 'ChanSum'; 'Plover Optimizer' stays."""
    first, *rest = name.split()
    if is_coined(first) and len(rest) >= 2 and all(_PLAIN_TAIL.match(word) for word in rest):
        return first
    return name.rstrip(" -")


def _named_behind(scene: Scene, match: re.Match[str]) -> Iterator[Candidate]:
    end = min(scene.sentence_end(match.end()), match.end() + 70)
    name = _NAME.search(scene.text, match.end(), end)
    if name is None:
        return
    between = scene.text[match.end() : name.start()]
    topic = re.compile(rf"\s(?:sur|on|about|sobre|su|über|zu|tentang|mengenai)\s(?:the\s|l['’]|la\s|le\s|les\s|el\s)?(?P<n>{NAME})").match(scene.text, name.end(), end)
    if topic and _WHOSE.match(between):
        # “l'article de Lyrebird sur l'QRA”: whose it is, then what
        if is_coined(topic.group("n")) and scene.scholarly >= 2:
            yield scene.candidate(*topic.span("n"), "named_paper", match.group())
        return
    if scene.cues.nouns.search(between) or name.group().split()[0].casefold() in _STOP or ("," in between.strip(" ,") and not scene.cues.authors.search(between + " ")):
        return
    if not _BETWEEN.match(between.replace(",", "").replace("technique", "").replace(" technical", "")):
        return
    text = name.group()
    authored = scene.cues.authors.search(between + " ") is not None
    about = scene.cues.about.search(between)
    direct = not between.strip(" ,:") or authored
    if not direct and about is None:
        return
    if is_venue(text) or _last_word(between) in _BLOCKING - {"for", "di", "para"} and not authored or len(text) < 3:
        return
    if has_version(text) or scene.text[name.end() : name.end() + 2] in ("’s", "'s"):
        return
    coined = is_coined(text)
    behind = scene.text[name.end() : name.end() + 3]
    if _ORGANIZATION.search(text) or (text.isupper() and not direct and re.match(r"\s[a-zà-ÿ]", behind)):
        return  # “a paper on the RAW files of cameras”
    if not coined and match.group().casefold().endswith("s"):
        return  # “publications on the Orlo team”
    if scene.cues.prizes.search(scene.text, max(scene.start, match.start() - 30), match.start()):
        return
    needed = 2 if coined else 4
    if not direct and _WHOSE.match(between) and not is_coined(text):
        return  # “l'article de Lyrebird”, “paper of Smith”: whose, not what
    if scene.scholarly >= needed:
        yield scene.candidate(name.start(), name.end(), "named_paper", match.group())
        if match.group().casefold().endswith("s"):
            yield from _more_names(scene, name.end(), end, match.group())


def listed_works(scene: Scene) -> Iterator[Candidate]:
    """“papers such as TiLaS, Plover, and ChanSum”; “ten technical documents, including: B1.8, B4”; coined names among “research projects”."""
    if scene.scholarly < 3:
        return
    for match in scene.cues.lists.finditer(scene.text, scene.start, scene.end):
        end = scene.sentence_end(match.end(), reach=420)
        opening = scene.cues.including.search(scene.text, match.end(), min(end, match.end() + 60))
        if opening is None:
            continue
        found = []
        at = opening.end()
        for item in re.finditer(r"[^,;、，]+", scene.text[at:end]):
            for part in re.finditer(r"(?:(?!\s(?:and|et|y|e|und|dan|и)\s).)+", item.group()):
                spot = at + item.start() + part.start()
                name = _listed_name(part.group())
                if name:
                    found.append((spot + name[0], spot + name[1]))
                elif found and len(part.group().split()) > 6:
                    break
        if len(found) >= 2:
            for first, last in found:
                if not is_venue(scene.text[first:last]):
                    yield scene.candidate(first, last, "listed_work", match.group())


def _listed_name(item: str) -> tuple[int, int] | None:
    """Where the coined name of an item stands: 'FogRange for maps of depth', 'sondes TRQ-EX', ': B1.8'."""
    start = re.match(rf"[\s:]*(?:(?:and|et|the|le|la|les|l['’])\s*)*(?P<n>{NAME})", item)
    if start and (is_coined(start.group("n")) or not item[start.end() :].strip()):
        return start.span("n")
    close = re.search(rf"(?<=[a-zà-ÿ] )(?P<n>{TOKEN})\s*$", item)
    if close and is_coined(close.group("n")):
        return close.span("n")
    return None


def authored_names(scene: Scene) -> Iterator[Candidate]:
    """“one of the core authors of SoLo v1”, “published the multimodal model Orlo-VL as the first author”, “co-authored TiLaS”."""
    if scene.scholarly < 3:
        return
    for match in scene.cues.authors.finditer(scene.text, scene.start, scene.end):
        end = min(scene.sentence_end(match.end()), match.end() + 95)
        name = _first_coined(scene, match.end(), end)
        if name is None and scene.cues.published.search(scene.text, scene.sentence_start(match.start()), match.start()):
            verb = None
            for verb in scene.cues.published.finditer(scene.text, scene.sentence_start(match.start()), match.start()):
                pass
            name = _first_coined(scene, verb.end(), match.start()) if verb else None
        if name:
            yield scene.candidate(*name, "authored_name", match.group())


def _first_coined(scene: Scene, start: int, end: int) -> tuple[int, int] | None:
    stop = re.search(r"[\"“«;:《(（]|,\s(?!en tant)", scene.text[start:end])
    for name in _NAME.finditer(scene.text, start, start + stop.start() if stop else end):
        text = name.group()
        if _last_word(scene.text[start : name.start()]) in _BLOCKING or scene.text[name.end() : name.end() + 2] in ("’s", "'s"):
            return None
        if _ORGANIZATION.search(text):
            continue
        if is_coined(text) and not is_venue(text) and not has_version(text) and len(text) >= 4:
            return name.span()
    return None


def venue_names(scene: Scene) -> Iterator[Candidate]:
    """“WEST (CVPR 2017)”, “RIDE and WEST [4]” after “train on”, “DELTA: slow maps of dark water (Osman, 2020)”."""
    for match in _SUBTITLED.finditer(scene.text, scene.start, scene.end):
        yield scene.candidate(*match.span("title"), "cited_title", match.group("short"))
    for bracket in _VENUE_BEHIND.finditer(scene.text, scene.start, scene.end):
        name = re.search(rf"(?:^|[\s,(])({NAME})$", scene.text[max(scene.start, bracket.start() - 60) : bracket.start()])
        if name and scene.scholarly >= 2 and is_coined(name.group(1)) and not is_venue(name.group(1)):
            yield scene.candidate(bracket.start() - len(name.group(1)), bracket.start(), "venue_name", bracket.group())
    for bracket in _CITED_BEHIND.finditer(scene.text, scene.start, scene.end):
        first = scene.sentence_start(bracket.start())
        used = scene.cues.uses.search(scene.text, first, bracket.start())
        if used is None or bracket.start() - used.end() > 80:
            continue
        end = bracket.start()
        for name in re.finditer(rf"(?<![\w-]){TOKEN}(?![\w-])", scene.text[used.end() : end]):
            if is_coined(name.group()) and not is_venue(name.group()):
                yield scene.candidate(used.end() + name.start(), used.end() + name.end(), "cited_name", bracket.group())
