"""Languages of paragraphs and documents (kinds K01 to K05)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.detect import detect, document_id
from pipeline.languages.tell import _langdetect, _langdetect_port, tell_language
from pipeline.records import Document, RawDocument

GERMAN = (
    "Der Gemeinderat hat am Dienstag über den neuen Haushalt beraten.", "Die Sitzung dauerte länger als vier Stunden.",
    "Mehrere Bürger beschwerten sich über den Zustand der Straßen.", "Ja, na klar.", "Der Bürgermeister versprach, die Mittel zu erhöhen.",
)  # fmt: skip


def told(text: str, *languages: str) -> Document:
    return detect(RawDocument("a.txt", text, "0" * 64), languages=languages)


def by_paragraph(document: Document) -> list[str]:
    return [paragraph.language for paragraph in document.paragraphs]


@pytest.mark.smoke
@pytest.mark.parametrize(("text", "expected"), [
    ("", "und"), ("12345 678", "und"), ("https://example.org/a/b", "und"), ("\U0001f600\U0001f600", "und"),
    ("Nora Vellin visited Tallmark Foundation in Brenning yesterday afternoon with two colleagues.", "en"),
    ("舫", "zh"),
    ("會議記錄由秘書處整理，林岳川負責校對。", "zh-Hant"),
    ("罗知夏在东川大学任教。", "zh"), ("羅知夏在東川大學任教。", "zh-Hant"),
    ("Kelvix：Python設計課程，講師孫以寧。", "zh-Hant"),
    ("東京都の知事は、きのう会見を開きました。", "ja"), ("서울시는 어제 새로운 계획을 발표했다.", "ko"),
    ("Mesyuarat bajet kampung akan diadakan esok pagi, kata Encik Rahmat bin Osman.", "ms"),
    ("Rapat anggaran desa akan diadakan besok pagi, kata Bapak Sulaksono.", "id"),
    ("Historia y cuidado del agua en la ciudad", "es"),
    ("O presidente da Xunta dixo onte que as obras da estrada non van rematar ata o ano que vén.", "gl"),
    ("THE COMMITTEE APPROVED THE BUDGET AFTER A LONG DEBATE ON FRIDAY", "en"),
    ("Министр је рекао да ће нови закон ступити на снагу следеће године.", "sr"),
    ("Predsednik je izjavio da će vlada sledeće nedelje razmotriti predlog.", "sr-Latn"),
    ("Predsjednik je izjavio da će vlada sljedeći tjedan razmotriti prijedlog.", "hr"),
    ("Statsministeren sa at regjeringen ikke hadde bestemt seg ennå.", "nb"),
    ("Statsministeren sagde, at regeringen ikke havde besluttet sig endnu.", "da"),
])  # fmt: skip
def test_a_text_is_told(text: str, expected: str) -> None:
    assert told(text).language == expected


def test_two_words_are_in_no_language_rather_than_in_a_wrong_one() -> None:
    assert told("Budget note").language in ("en", "und")
    assert told("Nora paints").language in ("en", "und")


def test_a_document_without_letters_says_so() -> None:
    assert told("12345 678").reason == "no letters: no language, no names"
    assert told("ꦲꦏ꧀ꦱꦫꦗꦮ").reason.startswith("language not told; script:")


def test_the_allowed_languages_limit_the_choice() -> None:
    assert told("Historia y cuidado del agua en la ciudad", "en", "es", "zh").language == "es"
    assert told("O presidente da Xunta dixo onte que as obras non van rematar.", "es", "en").language == "es"


def test_halves_of_a_document_keep_their_languages() -> None:
    document = told("The panel was led by Moira Kestrel of Aldane Institute.\n\n评审组由东川大学的罗知夏教授主持。")
    assert by_paragraph(document) == ["en", "zh"]


def test_a_short_line_takes_its_neighbours_language() -> None:
    assert set(by_paragraph(told("\n".join(GERMAN * 8)))) == {"de"}


def test_paragraphs_cover_every_line_that_is_not_blank() -> None:
    text = "One line.\r\n\r\n  Another one, indented.  \n\n\nThe last"
    covered = {index for paragraph in told(text).paragraphs for index in range(paragraph.start, paragraph.end)}
    assert all(index in covered for index, char in enumerate(text) if not char.isspace())


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("aé ñ\n\r\tжあ中한ع\u0000\ud800\U0001f600.9"), max_size=60))
def test_any_text_is_covered_and_told_twice_alike(text: str) -> None:
    first, second = told(text), told(text)
    assert first == second
    covered = {index for paragraph in first.paragraphs for index in range(paragraph.start, paragraph.end)}
    assert all(index in covered for index, char in enumerate(text) if not char.isspace())


def test_the_answer_is_the_same_in_another_process_and_after_other_texts() -> None:
    here = [tell_language("Nora paints every day in the garden")]
    for text in GERMAN * 20:
        tell_language(text)
    here += [tell_language("Nora paints every day in the garden") for _ in range(40)]
    assert len(set(here)) == 1
    code = "from pipeline.languages.tell import tell_language; print(repr(tell_language('Nora paints every day in the garden')))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert answers == {repr(here[0])}


def test_langdetect_and_its_port_give_the_same_figures(shared: Path) -> None:
    for folder in sorted((shared / "news").iterdir()):
        if folder.is_dir():
            lines = [line for line in sorted(folder.glob("*.txt"))[5].read_text(encoding="utf-8").splitlines() if line.strip()]
            for line in lines[:6]:
                assert _langdetect(line) == _langdetect_port(line), line


def test_the_english_paragraph_of_an_indonesian_article_is_english(shared: Path) -> None:
    for number, main in (("001", "id"), ("002", "fr")):
        path = next((shared / "seeds").glob(f"{number}_*.txt"))
        document = told(path.read_text(encoding="utf-8"))
        assert document.language == main
        assert by_paragraph(document).count("en") >= 1
        assert set(by_paragraph(document)) == {main, "en"}


def test_an_id_is_no_number_for_a_spreadsheet() -> None:
    ids = {document_id(f"{number}.txt") for number in range(2000)}
    assert len(ids) == 2000
    assert all(one.startswith("d_") and not set(one) & set("0123456789e") for one in ids)


def test_news_are_told_by_folder(shared: Path) -> None:
    wrong = []
    for folder in sorted((shared / "news").iterdir()):
        if folder.is_dir():
            for path in sorted(folder.glob("*.txt"))[::60]:
                found = told(path.read_text(encoding="utf-8")).language
                if found != folder.name:
                    wrong.append((path.name, folder.name, found))
    assert not wrong
