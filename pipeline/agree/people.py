"""Parts of full names within their document: “Brandt” after “Ida Brandt”, “Zhixia” after “Luo Zhixia”."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.agree.lookup import NameIndex
from pipeline.languages.chinese import chinese_name_shape
from pipeline.records import Candidate, Document, Mention
from pipeline.text import display_form


def short_names(document: Document, mentions: Sequence[Mention], candidates: Iterable[Candidate], kinds: Mapping[str, str]) -> list[Mention]:
    """Mentions of people by one part of a full name that the document has.

    A family name is looked for everywhere; a part of a romanized Chinese name only where a model saw a person, since
    syllables are words elsewhere.
    """
    said = {display_form(c.surface) for c in candidates if c.type == "person"}
    parts: set[str] = set()
    for mention in mentions:
        if mention.type != "person":
            continue
        name = display_form(mention.surface)
        words = name.split()
        if len(words) < 2:
            continue
        chinese = bool(chinese_name_shape(name))
        for position, word in enumerate(words):
            if len(word) < 3 or not word[0].isupper() or word.endswith("."):
                continue
            if kinds.get(word) in ("organization", "place", "other"):
                continue
            if word in said or (position == len(words) - 1 and not chinese):
                parts.add(word)
                if document.language == "de" and not word.endswith(("s", "x", "z")):
                    parts.add(f"{word}s")  # the genitive
    language = document.language
    return [
        Mention(
            document=document.document, start=start, end=end, surface=document.text[start:end], type="person",
            language=language, detector="short_name",
        )
        for start, end, _ in NameIndex.of(parts).find(document.text)
    ]
