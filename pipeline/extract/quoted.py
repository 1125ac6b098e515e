"""Quoted titles: a quote is a work when the words beside it say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.extract.quotes import Quote, find_quotes
from pipeline.extract.references import author_list
from pipeline.extract.scene import Scene
from pipeline.languages.venues import is_venue, venue_pattern
from pipeline.records import Candidate

_WORD = re.compile(r"[^\W_]+")
_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SHORT_LONG = re.compile(r"(?P<short>[^\s()（）][^()（）]{0,30}?)\s?[(（](?P<long>[^()（）]{4,120})[)）]$")
_GLUE = re.compile(r"[\s,،、;&]*(?:\w{1,4}[\s,]*)?(?:\w{1,4}['’]?\s*)?$")
_IDENTIFIED = re.compile(
    r"[\s,]*[(（\[]\s*(?:arXiv|https?://(?:arxiv|doi|openreview)|doi|[A-Z][A-Za-z]+(?:,| et al\.?,?| (?:&|and) [A-Z]\w+,?) ?(?:19|20)\d\d|[^()（）]{0,40}\b[A-Z]{3,}\w* ['’]?\d{2,4})",
)
_BRACKET_IDENTIFIED = re.compile(r"\s?[(（][^()（）\n]{0,160}(?:arXiv|doi\s?[:：]|doi\.org|10\.\d{4,9}/)", re.IGNORECASE)
_OF = re.compile(r"\s*(?:of|de|do|da|del|des|du|di|dell[aoe]?|von|der|dari)\s*(?:the|la|le|les|el|o|os|a|as)?\s*$", re.IGNORECASE)
_SUBTITLED = re.compile(r"\S\s?[:：]\s?\w")
_BRACKET = re.compile(r"\s?[(（]")
_ORIGINAL = re.compile(r"(?P<lead>[^()（）\"“«„「『《\n]{0,40}?)(?P<open>[\"“«„「『《]\s?)(?P<quoted>[^\"”“»«「」『』《》\n]{4,240}?)\s?[\"”“»」』》]|(?P<bare>[^，;；()（）\n]{4,240}?)(?=,?\s?(?:arXiv|doi)|[，;；)）])", re.IGNORECASE)
_SCHOLARLY_LINK = re.compile(
    r"[\]*_”\"’»]{1,4}\(https?://[^()\s]*(?:arxiv\.org|doi\.org|openreview\.net|aclanthology\.org|papers\.nips\.cc|neurips\.cc|proceedings\.mlr|jmlr\.org|nature\.com/articles"
    r"|science\.org/doi|biorxiv\.org|medrxiv\.org|dl\.acm\.org|ieeexplore|sciencedirect\.com|link\.springer|pnas\.org|ncbi\.nlm\.nih\.gov|thecvf\.com|usenix\.org/conference)"
)
_IN = re.compile(r"(?:In|Dans|En|Em|Nel|Dalam|В)\s*$")
_BY = re.compile(r"\s(?:by|de|di|von|par|por|oleh)\s[A-ZÀ-Þ][\w.]*\s")
_AUTHORS_BEHIND = re.compile(r"\s*[(（](?:[A-Z][\w.\-]+(?: [A-Z][\w.\-]*)+(?:, |、|; ?)){2,}")
_SENTENCE = re.compile(r"[.!?][\s\"”]+[A-ZÀ-ÖА-Я]|[。！？!…]$|\.\.\.$|^[.…]")
_ASIAN_GLUE = re.compile(r"[\s、，,]*(?:和|与|與|及|以及|还有|や|と|および|및|와|과)?\s?$")
_NEAR = 7  # words between “paper” and its title: “paper on recommendation algorithms, ‘…’”


def quoted_titles(scene: Scene) -> Iterator[Candidate]:
    """Titles in quotation marks, each with the word that told it."""
    before: Quote | None = None
    for quote in find_quotes(scene.text, scene.start, scene.end):
        told = _told(scene, quote, before)
        inside = before is not None and quote.opens < before.closes
        if told and not inside:
            yield from _candidates(scene, quote, *told)
            original = _original(scene, quote)
            if original:
                yield scene.candidate(*original, "original_title", told[1])
        before = quote if told else None


def _candidates(scene: Scene, quote: Quote, rule: str, cue: str) -> Iterator[Candidate]:
    """The title; “TiLaS (Tiling of Layered Shards)” gives its two names."""
    match = _SHORT_LONG.match(scene.text[quote.start : quote.end])
    if match is None:
        yield scene.candidate(quote.start, quote.end, rule, cue)
        return
    for group in ("short", "long"):
        first, last = match.span(group)
        yield scene.candidate(quote.start + first, quote.start + last, rule, cue)


def _told(scene: Scene, quote: Quote, before: Quote | None) -> tuple[str, str] | None:
    """The rule and the cue that make the quote a work, or None."""
    title = scene.text[quote.start : quote.end]
    if not has_title_shape(title):
        return None
    left = scene.text[scene.sentence_start(quote.opens) : quote.opens]
    right = scene.text[quote.closes : min(scene.end, quote.closes + 80)]
    right = re.split(r"[。！？\n]", right, maxsplit=1)[0]
    if _is_speech(scene, left, right):
        return None
    for rule in (_noun_before, _noun_behind, _authorship, _identified, _written, _named, _discussed):
        told = rule(scene, quote, title, left, right)
        if told:
            return told
    if before is not None and quote.style != "*" and len(gap := scene.text[before.closes : quote.opens]) < 40:
        collection = scene.cues.collections.search(gap)
        if (_GLUE if scene.cues.spaced else _ASIAN_GLUE).match(gap) or collection:
            return "quoted_list", gap
    return None


def _original(scene: Scene, quote: Quote) -> tuple[int, int] | None:
    """Where the title in its own language stands in brackets behind the translated one: 《慢灯》（Slow Lamps，arXiv:…）."""
    bracket = _BRACKET.match(scene.text, quote.closes, scene.end)
    match = _ORIGINAL.match(scene.text, bracket.end(), scene.end) if bracket else None
    if match is None:
        return None
    group = "quoted" if match.group("quoted") else "bare"
    first, last = match.span(group)
    title = scene.text[first:last].rstrip(" ,.")
    last = first + len(title)
    if not has_title_shape(title) or re.search(r"(?:19|20)\d\d$|arXiv|doi", title, re.IGNORECASE) or not re.search(r"[^\W\d_]{3}", title):
        return None
    if group == "quoted":
        return first, last
    other_script = bool(_ASIAN.search(scene.text[quote.start : quote.end])) and title.isascii()
    identified = re.match(r"[,，;；]\s?(?:arXiv|doi)", scene.text[last : last + 8], re.IGNORECASE) is not None
    names = author_list(scene.text, first, min(scene.end, last + 60))
    people = len(names) >= 2 and ":" not in title and names[0][1] - names[0][0] < 40 and sum(e - s for s, e in names if e <= last) > 0.7 * len(title)
    if people or not (other_script or identified or (is_strong_title(title) and ": " in title)):
        return None
    return first, last


def has_title_shape(title: str) -> bool:
    """Whether it may be a title: it begins with a capital or figure, or is written without case; it is no run of sentences."""
    first = next((char for char in title if char.isalnum()), "")
    if not first or len(title) > 300 or (first.isalpha() and first.islower() and not re.match(r"\W*[a-z]+[A-Z\d]", title)):
        return False
    return _SENTENCE.search(title) is None and len(_WORD.findall(title)) <= 40 and not is_venue(title)


def is_strong_title(title: str) -> bool:
    """Whether the shape alone makes a title likely: several capitals or a colon with words on both sides."""
    words = _WORD.findall(title)
    capitals = sum(word[0].isupper() for word in words)
    return (len(words) >= 3 and capitals >= max(2, len(words) * 0.6)) or (": " in title and len(words) >= 4)


def _is_speech(scene: Scene, left: str, right: str) -> bool:
    if scene.cues.titled.search(left[-25:]):
        return False
    told = scene.cues.speech.search(left[-45:])
    if told and not scene.cues.nouns.search(left[-45:], told.end()):
        return True
    return scene.cues.speech.match(right.lstrip(" ,，、")) is not None or (
        scene.cues.speech.search(right[:24]) is not None and not scene.cues.spaced
    )


def _noun_before(scene: Scene, quote: Quote, title: str, left: str, right: str) -> tuple[str, str] | None:
    """“the paper ‘…’”, “rapport … intitulé « … »”, 论文《…》."""
    last = None
    for last in scene.cues.kinds.finditer(left):
        pass
    if last is None or last.lastgroup == "against":
        return None
    gap = left[last.end() :]
    words = _WORD.findall(gap)
    titled = scene.cues.titled.search(gap)
    if not scene.cues.spaced:
        near = len(gap) <= 2 or bool(titled and len(gap) - titled.end() <= 2)
        words = [] if near else list(gap)
    else:
        near = not words or bool(titled and len(_WORD.findall(gap[titled.end() :])) <= 1)
        near = near or (len(words) <= 2 and scene.cues.about.match(gap.strip()) is not None and not _OF.match(gap))
        if near and _OF.search(gap) and not titled:
            near = False  # “the study of ‘Capital’” is no work of that title
    cue = last.group()
    near = near or (len(words) <= 3 and _foreign(scene, title))
    if quote.style == "*" and (not near or len(_WORD.findall(title)) < 2 or not title[:1].isupper()):
        return None
    venue = venue_pattern().search(left + right) is not None
    if last.lastgroup == "weak" and not venue and _last_kind(scene, right[:30]) == "against" and not scene.cues.scholarly.search(right):
        return None
    if last.lastgroup == "work":
        if near or (len(words) <= _NEAR and scene.scholarly >= 1 and is_strong_title(title)):
            return "quoted_title", cue
        return None
    subtitled = _SUBTITLED.search(title) is not None
    sentence = left + scene.text[quote.closes : scene.sentence_end(quote.closes)]
    sure = scene.scholarly >= 2 or _foreign(scene, title) or (subtitled and scene.scholarly >= 1) or venue or scene.cues.scholarly.search(sentence) is not None
    near = near or (subtitled and len(words) <= 2) or (sure and len(words) <= 3 and gap.rstrip().endswith(","))
    if (near and sure) or (len(words) <= _NEAR and scene.scholarly >= 3 and is_strong_title(title)):
        return "quoted_title", cue
    return None


def _foreign(scene: Scene, title: str) -> bool:
    """Whether the title is written in another script than the text, and long: scholarly titles stay untranslated."""
    if len(_WORD.findall(title)) < 4 or not title.isascii():
        return False
    return not scene.cues.spaced or scene.paragraph.language in ("ru", "uk", "bg", "sr", "ar", "fa", "he", "el", "hi")


def _noun_behind(scene: Scene, quote: Quote, title: str, left: str, right: str) -> tuple[str, str] | None:
    """“‘…,’ the foundational paper”, 「…」という論文, 'X' 논문."""
    if scene.cues.kinds.search(left[-30:]) and quote.style not in "「『《":
        return None
    head = re.match(r"[\s,，]*(?:\w+[\s’'-]+){0,3}", right) if scene.cues.spaced else re.match(r"\s?(?:という|と題した|と題する|との|の|이라는|라는|이란|란)?\s?", right)
    if head is None or (quote.style == "*" and right[:1] in ",，"):
        return None
    for at in range(head.end() + 1):
        match = scene.cues.kinds.match(right, at)
        if match:
            if match.lastgroup == "work" and (scene.scholarly >= 1 or is_strong_title(title)):
                return "quoted_title", match.group()
            return None
    return None


def _authorship(scene: Scene, quote: Quote, title: str, left: str, right: str) -> tuple[str, str] | None:
    """“co-author of ‘…’”, “he published ‘…’”, “ont découvert en 2018 dans « … »”: in documents that speak of research."""
    tail = left[-110:]
    for match in scene.cues.authors.finditer(tail):
        if _last_kind(scene, tail[match.end() :]) == "against":
            continue
        gap = len(_WORD.findall(tail[match.end() :]))
        if (gap <= 9 and scene.scholarly >= 2) or (gap == 0 and is_strong_title(title)):
            return "quoted_authored", match.group()
    for match in scene.cues.published.finditer(tail):
        gap = len(_WORD.findall(tail[match.end() :]))
        if _last_kind(scene, tail[match.end() :]) == "against":
            continue
        if gap == 0 and scene.cues.generic_heads.match(title):
            return "quoted_published", match.group()
        if gap <= 3 and (scene.scholarly >= 3 or (gap == 0 and is_strong_title(title) and len(_WORD.findall(title)) >= 6)):
            return "quoted_published", match.group()
    return None


def _identified(scene: Scene, quote: Quote, title: str, left: str, right: str) -> tuple[str, str] | None:
    """“… (arXiv:2401.01234)”, “… (Osman, 2020)”, 『…』（Ida Brandt, Nell Farrow, …）."""
    if scene.cues.kinds.search(left[-40:]) and _last_kind(scene, left[-40:]) == "against":
        return None
    link = _SCHOLARLY_LINK.match(scene.text, quote.end, scene.end)
    if link and len(_WORD.findall(title)) >= 3:
        return "quoted_identified", link.group()
    match = _IDENTIFIED.match(right) or _AUTHORS_BEHIND.match(right) or _BRACKET_IDENTIFIED.match(scene.text, quote.closes, scene.end)
    if match and len(_WORD.findall(title)) + len(_ASIAN.findall(title)) >= 2:
        return "quoted_identified", match.group()
    return None


def _last_kind(scene: Scene, left: str) -> str | None:
    last = None
    for last in scene.cues.kinds.finditer(left):
        pass
    return last.lastgroup if last else None


def _written(scene: Scene, quote: Quote, title: str, left: str, right: str) -> tuple[str, str] | None:
    """“Sie las „…“”, 她写了《…》, 『…』を書いた: nothing stands between the verb and the title, and no book is named."""
    if _last_kind(scene, left[-60:]) == "against" or len(title) > 60:
        return None
    if scene.paragraph.language == "ja":
        match = scene.cues.wrote.match(right) if quote.style == "『" else None
        return ("quoted_written", match.group()) if match else None
    if quote.style in "「*" or (quote.style in "“\"" and not scene.cues.spaced):
        return None
    if quote.style in "“\"'‘" and len(_WORD.findall(title)) < 2:
        return None
    for match in scene.cues.wrote.finditer(left):
        if not left[match.end() :].strip():
            return "quoted_written", match.group()
    return None


def _named(scene: Scene, quote: Quote, title: str, left: str, right: str) -> tuple[str, str] | None:
    """“published in Nature under the title ‘…’”, 研究成果以“…”为题发表在《自然》: the venue stands for the noun."""
    if quote.style == "*" or _last_kind(scene, left[-40:]) == "against":
        return None
    titled = None
    for titled in scene.cues.titled.finditer(left[-40:]):
        pass
    before = titled is not None and not _WORD.findall(left[-40:][titled.end() :])
    behind = scene.cues.titled.match(right)
    if (before or behind) and (venue_pattern().search(left + right) or (scene.scholarly >= 1 and scene.cues.published.search(left + right))):
        return "quoted_title", titled.group() if before and titled else right[:4]
    return None


def _discussed(scene: Scene, quote: Quote, title: str, left: str, right: str) -> tuple[str, str] | None:
    """“two papers about silence. In ‘…, Part I: …’, …”; “gives a page to ‘…: …’ by M. Author” in a text about research."""
    subtitled = _SUBTITLED.search(title) is not None
    if quote.style == "*" or not subtitled or _last_kind(scene, left) == "against":
        return None
    if _IN.match(left) and is_strong_title(title):
        earlier = scene.text[max(scene.start, quote.opens - 240) : quote.opens]
        if _last_kind(scene, earlier) in ("work", "weak"):
            return "quoted_discussed", left
    by = _BY.match(right)
    if by and scene.scholarly >= 2:
        return "quoted_discussed", by.group()
    if quote.style in "《『" and scene.scholarly >= 3 and "：" in title and _last_kind(scene, right[:12]) != "against":
        return "quoted_discussed", "："
    return None
