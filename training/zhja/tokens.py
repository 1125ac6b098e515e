"""The tokenizer of our models: words where words are spaced, characters where they are not.

It is spaCy's own rule tokenizer with other rules, so that a saved model brings it along and needs no package for it.
"""

from __future__ import annotations

import spacy
from spacy.language import Language
from spacy.util import compile_infix_regex, compile_prefix_regex

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana and iteration marks
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\uac00-\ud7af"  # Hangul: spaced, but particles stand glued to names
)
ARABIC_PROCLITIC = r"و(?=[\u0621-\u064a]{4})"  # "and": glued to the name that follows


def add_rules(nlp: Language) -> None:
    """Make each character of an unspaced script a token, and cut the Arabic "and" off, in place."""
    prefixes = [*(nlp.Defaults.prefixes or ()), ARABIC_PROCLITIC]
    infixes = [
        f"[{UNSPACED}]",
        r"(?<=[^\W\d_])[’'](?=[^\W\d_]{3})",
        "[·•・—–‐‑/（）()\\[\\]{}<>“”„«»「」『』《》、，。：；！？]",
        *(nlp.Defaults.infixes or ()),
    ]
    nlp.tokenizer.prefix_search = compile_prefix_regex(prefixes).search  # type: ignore[attr-defined]
    nlp.tokenizer.infix_finditer = compile_infix_regex(infixes).finditer  # type: ignore[attr-defined]


def blank() -> Language:
    """An empty pipeline with these rules."""
    nlp = spacy.blank("xx")
    add_rules(nlp)
    return nlp
