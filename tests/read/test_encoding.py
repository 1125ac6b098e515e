"""Bytes become the text that was meant, or are listed as unsure; never a guess (kind K06)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.errors import ReadError
from pipeline.read.encoding import decode

IN_USE = {
    "gb18030": ("zh",), "big5": ("zh-Hant",), "shift_jis": ("ja",), "euc_jp": ("ja",), "euc_kr": ("ko",), "koi8-r": ("ru",), "cp1251": ("ru", "bg", "uk", "sr"),
    "cp1250": ("pl", "cs", "hu", "hr", "ro"), "cp1252": ("de", "fr", "es", "pt", "it", "da", "sv", "nb", "fi"), "cp1253": ("el",), "cp1254": ("tr",),
    "cp1255": ("he",), "cp1256": ("ar", "fa"), "cp874": ("th",), "iso8859-2": ("pl", "cs"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "text"), [
    (b"\xef\xbb\xbfIda Brandt wrote it.", "Ida Brandt wrote it."), ("\ufeffIda Brandt wrote it.".encode("utf-16-le"), "Ida Brandt wrote it."),
    ("Ida Brandt wrote it.".encode("utf-16-be"), "Ida Brandt wrote it."), ("\ufeffIda".encode("utf-32-be"), "Ida"), (b"a\r\nb", "a\r\nb"),
    ("罗知夏与安雅".encode(), "罗知夏与安雅"), ("Straße".encode() * 30 + b"\xc3", "Straße" * 30 + "\ufffd"),
])  # fmt: skip
def test_marks_and_utf_8_are_read_as_they_are(data: bytes, text: str) -> None:
    assert decode(data)[0] == text


def test_what_is_declared_is_believed_where_it_fits() -> None:
    assert decode("naïve".encode("cp1252"), declared="iso-8859-1") == ("naïve", "cp1252")
    assert decode("喆明".encode("gb18030"), declared="gb2312") == ("喆明", "gb18030")
    assert decode("naïve".encode(), declared="iso-8859-1") == ("naïve", "utf-8")


@pytest.mark.parametrize("declared", ["rot13", "zip", "unicode_escape", "no such", "\0", "utf-7"])
def test_a_declared_name_that_is_no_encoding_does_no_harm(declared: str) -> None:
    assert decode(b"plain text", declared=declared)[0] == "plain text"


def test_noise_is_unsure_and_shows_its_beginning() -> None:
    with pytest.raises(ReadError) as caught:
        decode(bytes(range(1, 256)) * 3)
    assert caught.value.status == "unsure" and "begins" in str(caught.value)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_give_text_or_our_own_error(data: bytes) -> None:
    try:
        text, encoding = decode(data)
    except ReadError:
        return
    assert encoding and not text.startswith("\ufeff")


def test_texts_of_200_letters_are_read_right_or_listed_never_wrong(shared: Path) -> None:
    outcomes: Counter[str] = Counter()
    for encoding, codes in IN_USE.items():
        for code in codes:
            for path in sorted((shared / "news" / code).glob("*.txt"))[::12]:
                text = path.read_text(encoding="utf-8").encode(encoding, "ignore").decode(encoding)[:1200]
                if text.isascii():
                    continue
                try:
                    outcomes["right" if decode(text.encode(encoding))[0] == text else f"wrong: {encoding} {path}"] += 1
                except ReadError:
                    outcomes["unsure"] += 1
    assert set(outcomes) <= {"right", "unsure"}, outcomes
    assert outcomes["right"] >= 0.98 * sum(outcomes.values()), outcomes
