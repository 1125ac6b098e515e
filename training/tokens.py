"""The tokenizer of the multilingual model: one rule for all scripts, saved with the model, so that spaCy alone loads it."""

from __future__ import annotations

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

# Scripts without spaces between words, and Hangul, whose particles are glued to names: every character is a token.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
INFIXES = (
    rf"(?<=[{UNSPACED}])(?=\w)",
    rf"(?<=\w)(?=[{UNSPACED}])",
    r"(?<=\w)['’ʼ`´](?=\w)",  # d'Orsay, Keller's, Trump'ın: what is glued to a name by an apostrophe is a token of its own
    r"[-\u2010\u2011\u2012\u2013\u2014\u2015/\\|·•・…,;:!?()\[\]{}<>«»„“”\"*_=+~&@#^。、，；：！？（）「」『』《》〈〉【】](?=\w)",
    r"(?<=\w)[-\u2010\u2011\u2012\u2013\u2014\u2015/\\|·•・…;:!?،؛؟()\[\]{}<>«»„“”\"*_=+~&@#^。、，；：！？（）「」『』《》〈〉【】]",
    r"(?<=[\u0621-\u06ff])(?=[A-Za-z])",
    r"(?<=[A-Za-z])(?=[\u0621-\u06ff])",
    r"(?<=[a-zà-ÿа-я])\.(?=[A-ZÀ-ÞА-Я])",
)
EDGES = (r"[^\w\s]",)


def add_tokenizer(nlp: Language) -> Language:
    """The same pipeline, its tokenizer replaced."""
    nlp.tokenizer = Tokenizer(
        nlp.vocab,
        prefix_search=compile_prefix_regex(EDGES).search,
        suffix_search=compile_suffix_regex(EDGES).search,
        infix_finditer=compile_infix_regex(INFIXES).finditer,
    )
    return nlp


def blank() -> Language:
    """A multilingual pipeline with this tokenizer and nothing else."""
    return add_tokenizer(spacy.blank("xx"))
