"""Which documents say the same in the same words: copies count once (kind K08 in the tests). Translations are no copies."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from pipeline.records import Document

ALIKE = 0.85
"""Two texts that share this much of their five-word pieces (Jaccard) are one text with small changes."""
_PIECE = 5
_FEW = 40
"""Texts of fewer pieces are copies only where they are equal: a few words changed make another short notice."""
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]|\w+")


def find_duplicates(documents: Iterable[Document]) -> Mapping[str, str]:
    """The copies, each with the document it is a copy of: the first by path of those that are alike.

    Exact copies by a hash of the words, near ones by MinHash, and then by counting their pieces.
    """
    copies: dict[str, str] = {}
    first: dict[bytes, str] = {}
    pieces: dict[str, frozenset[str]] = {}
    for document in sorted(documents, key=lambda document: document.document):
        tokens = _TOKEN.findall(document.text.casefold())
        if not tokens:
            continue
        digest = hashlib.sha256(" ".join(tokens).encode("utf-8", "replace")).digest()
        if digest in first:
            copies[document.document] = first[digest]
            continue
        first[digest] = document.document
        found = frozenset(" ".join(tokens[index : index + _PIECE]) for index in range(len(tokens) - _PIECE + 1))
        if len(found) >= _FEW:
            pieces[document.document] = found
    return dict(sorted({**_near(pieces), **copies}.items()))


def _near(pieces: Mapping[str, frozenset[str]]) -> dict[str, str]:
    """Near copies among texts that are not equal; a copy of a copy is a copy of the first only if it is alike itself."""
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=0.8, num_perm=64)
    copies: dict[str, str] = {}
    for name in sorted(pieces):
        sketch = MinHash(num_perm=64, seed=1)
        sketch.update_batch([piece.encode("utf-8", "replace") for piece in sorted(pieces[name])])
        for other in sorted(index.query(sketch)):
            if len(pieces[name] & pieces[other]) >= ALIKE * len(pieces[name] | pieces[other]):
                copies[name] = other
                break
        else:
            index.insert(name, sketch)
    return copies
