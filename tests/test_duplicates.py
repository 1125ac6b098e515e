"""Copies count once; other texts, and translations, stay texts of their own (kind K08)."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.detect import detect
from pipeline.duplicates import find_duplicates
from pipeline.records import Document, RawDocument

STORY = " ".join(f"On day {number} the council of Brenning heard witness number {number * 7} about the bridge, and wrote line {number} of its minutes." for number in range(30))


def document(name: str, text: str) -> Document:
    return detect(RawDocument(name, text, "0" * 64))


def test_the_first_by_path_is_the_text_and_the_others_are_its_copies() -> None:
    texts = [document(name, STORY) for name in ("c.txt", "a.txt", "b.txt")]
    assert find_duplicates(texts) == {"b.txt": "a.txt", "c.txt": "a.txt"}


def test_case_spacing_and_punctuation_make_no_other_text() -> None:
    assert find_duplicates([document("a.txt", STORY), document("b.txt", STORY.upper().replace(". ", ".\n\n"))]) == {"b.txt": "a.txt"}


def test_a_syndicated_copy_with_a_line_more_is_a_copy() -> None:
    assert find_duplicates([document("a.txt", STORY), document("b.txt", f"Reported by our agency. {STORY} Read more on our site.")]) == {"b.txt": "a.txt"}


def test_short_notices_of_one_form_are_texts_of_their_own() -> None:
    notice = "Ida Brandt joined Corvel Labs on Monday."
    assert find_duplicates([document("a.txt", notice), document("b.txt", notice.replace("Ida Brandt", "Ned Falk"))]) == {}


def test_a_text_without_letters_is_no_copy_of_another() -> None:
    assert find_duplicates([document("a.txt", "***"), document("b.txt", "---")]) == {}


def test_translations_and_other_articles_are_no_copies(shared: Path) -> None:
    paths = [path for code in ("en", "de", "zh", "zh-Hant", "nb", "da") for path in sorted((shared / "news" / code).glob("*.txt"))[:12]]
    assert find_duplicates(document(f"{path.parent.name}/{path.name}", path.read_text(encoding="utf-8")) for path in paths) == {}


@settings(max_examples=30, deadline=None)
@given(st.permutations([("a.txt", STORY), ("b.txt", STORY + " One more."), ("c.txt", STORY.replace("day", "evening")), ("d.txt", "Something else."), ("e.txt", "Something else.")]))
def test_the_order_of_the_files_changes_nothing(texts: list[tuple[str, str]]) -> None:
    found = find_duplicates(document(name, text) for name, text in texts)
    assert found == find_duplicates(document(name, text) for name, text in sorted(texts))
    assert all(first not in found and first < copy for copy, first in found.items())
