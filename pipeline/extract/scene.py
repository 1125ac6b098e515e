"""What a rule about works sees: one paragraph, the words of its language, and how scholarly the whole document is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline.extract.work_cues import Cues, cues_for
from pipeline.records import Candidate, Document, Paragraph
from pipeline.sections import lies_in, reference_spans

UPPER = r"A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪİĶĻŁŃŅŇŐŒŘŚŞŠŤŪŮŰŹŻŽА-ЯЁΑ-Ω"
TOKEN = rf"(?:[{UPPER}]\w*(?:[’'](?!s\b)\w+)?|[a-z]\d[\w]*|\d+[A-Z]\w*)(?:[-.+/][\w]+)*"
"""One word of a name: “Teabread”, “B4.5”, “Warmup-on-Request”, “b1.8”."""
NAME = rf"{TOKEN}(?:\s(?:{TOKEN}|v\d+|\d[\d.]*)){{0,3}}"
_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’»)\]]*\s|[。！？]|\n")
_INITIAL = re.compile(r"(?:^|[\s(])(?:[^\W\d_]|Dr|Mr|Mrs|Ms|St|vs|cf|al|No|Nr|Prof|etc|e\.g|i\.e)\.?\s?$")
_UNIVERSAL = re.compile(
    # signs of scholarly writing in any language: an archive, a citation, a conference and its year
    r"arXiv|bioRxiv|preprint|et al\.|(?<![\w/])10\.\d{4,9}/\S+|\b[A-Z]{2,}[A-Za-z]* (?:19|20)\d\d\b|\[\d{1,3}\]|Transactions on|Proceedings of"
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A paragraph of a document; `scholarly` counts the different scholarly cues of the whole document, `references` says
    whether the paragraph lies in a list of references."""

    document: Document
    paragraph: Paragraph
    cues: Cues
    scholarly: int
    references: bool = False

    @property
    def text(self) -> str:
        return self.document.text

    @property
    def start(self) -> int:
        return self.paragraph.start

    @property
    def end(self) -> int:
        return self.paragraph.end

    def candidate(self, start: int, end: int, rule: str, cue: str = "", *, section: str = "body") -> Candidate:
        """A paper candidate at `text[start:end]` that this rule found."""
        return Candidate(
            document=self.document.document, start=start, end=end, surface=self.text[start:end], type="paper",
            language=self.paragraph.language, detector=rule, section=section, cue=" ".join(cue.split()),
        )

    def sentence_start(self, at: int, *, reach: int = 260) -> int:
        """Where the sentence begins that `at` stands in, at most `reach` code points before."""
        low = max(self.start, at - reach)
        best = low
        for match in _SENTENCE_END.finditer(self.text, low, at):
            if match.group()[0] == "." and _INITIAL.search(self.text, max(low, match.start() - 6), match.start()):
                continue
            best = match.end()
        return best

    def sentence_end(self, at: int, *, reach: int = 260) -> int:
        """Where the sentence ends that `at` stands in, at most `reach` code points after."""
        high = min(self.end, at + reach)
        match = _SENTENCE_END.search(self.text, at, high)
        return match.start() if match else high


WorkRule = Callable[[Scene], Iterator[Candidate]]


def scenes(document: Document) -> Iterator[Scene]:
    """The paragraphs of a document in order."""
    weight = scholarly_cues(document)
    spans = reference_spans(document)
    for paragraph in document.paragraphs:
        yield Scene(document, paragraph, cues_for(paragraph.language), weight, lies_in(spans, paragraph.start))


def scholarly_cues(document: Document) -> int:
    """How many different scholarly cues the document has, in the languages of its paragraphs."""
    found = {match.group().casefold() for match in _UNIVERSAL.finditer(document.text)}
    for paragraph in document.paragraphs:
        pattern = cues_for(paragraph.language).scholarly
        found.update(match.group().casefold() for match in pattern.finditer(document.text, paragraph.start, paragraph.end))
    return len(found)


def is_coined(name: str) -> bool:
    """Whether a name looks made up: a capital or digit inside a word, or several capitals. 'TiLaS', 'Orlo-VL', 'WEST', 'B4.5'."""
    if re.search(r"[^\W\d_]\s(?!(?:19|20)\d\d$)\d+(?:\.\d+)*$", name):
        return True
    return any(re.match(r"[^\W\d_].*[A-Z\d]", word) is not None for word in name.split())


def has_version(name: str) -> bool:
    """Whether the last word is a version of a product: 'Orlo B4', 'B1.8', 'Lantern-2'; such a name alone is the product."""
    return re.search(r"(?:^|[\s\-])[A-Za-z]*\d+(?:\.\d+)*$", name) is not None and not re.search(r"\sv\d+$", name)
