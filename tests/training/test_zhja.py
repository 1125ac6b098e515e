"""What the Chinese and Japanese model is trained on: sounds, swaps, frames, readers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.zhja.augment import Names, fill, framed, recased, swapped
from training.zhja.corpora import Sentence, read_columns, read_uner
from training.zhja.project import Found, alike, marked, sound, steady_translations
from training.zhja.tokens import blank


def sentence(text: str, *names: tuple[str, str], language: str = "zh") -> Sentence:
    return Sentence(text, tuple((text.index(name), text.index(name) + len(name), label) for name, label in names), language, "test")


SEEN = [
    sentence("伊达·布兰特在北岭大学工作。", ("伊达·布兰特", "PER"), ("北岭大学", "ORG")),
    sentence("Ida Brandt and Tom Reyes met at Ferrowick Labs in Bern.", ("Ida Brandt", "PER"), ("Tom Reyes", "PER"), ("Ferrowick Labs", "ORG"), ("Bern", "LOC"), language="en"),
    sentence("田中健太は北星社で働く。", ("田中健太", "PER"), ("北星社", "ORG"), language="ja"),
]


def names(seed: int = 3) -> Names:
    made = Names(SEEN, Random(seed))
    made.latin = made.latin or ["en"]
    return made


@pytest.mark.parametrize(("left", "right", "other"), [
    ("Brandt", "布兰特", "莫拉莱斯"),
    ("Kowalski", "科瓦尔斯基", "安德森"),
    ("Fernández", "フェルナンデス", "スミス"),
    ("Petrov", "Петров", "Сидоров"),
    ("Anderson", "أندرسون", "مورينو"),
])  # fmt: skip
def test_a_name_sounds_more_like_its_own_transcription_than_like_another(left: str, right: str, other: str) -> None:
    assert alike(left, right) > max(0.6, alike(left, other) + 0.1)


@given(st.text("abkst", max_size=6), st.text("abkst", max_size=6))
def test_alike_is_symmetric_and_between_0_and_1(left: str, right: str) -> None:
    assert alike(left, right) == alike(right, left)
    assert 0.0 <= alike(left, right) <= 1.0
    assert sound(left) == "" or alike(left, left) == 1.0


@pytest.mark.parametrize("language", ["zh", "ja", "ko", "en"])
def test_spans_of_filled_frames_are_whole_names_without_space_at_the_edges(language: str) -> None:
    for made in framed(names(), language, 60):
        assert made.spans, made.text
        for start, end, label in made.spans:
            name = made.text[start:end]
            assert name and name == name.strip() and "{" not in name, made
            assert label in ("PER", "ORG", "LOC", "MISC")


@pytest.mark.parametrize("seed", range(8))
def test_a_swap_changes_names_and_nothing_else(seed: int) -> None:
    made = swapped(SEEN[0], names(seed))
    assert made is not None
    (start, end, person), (low, high, organization) = made.spans
    assert (person, organization) == ("PER", "ORG")
    assert made.text[end:low] == "在" and made.text[high:] == "工作。" and start == 0


def test_a_text_without_people_and_organizations_is_not_swapped() -> None:
    assert swapped(sentence("去北京。", ("北京", "LOC")), names()) is None


@given(st.integers(0, 500))
def test_other_case_leaves_offsets_true(seed: int) -> None:
    made = recased(SEEN[1], Random(seed))
    assert len(made.text) == len(SEEN[1].text)
    assert [made.text[start:end].lower() for start, end, _ in made.spans] == ["ida brandt", "tom reyes", "ferrowick labs", "bern"]


def test_the_tokenizer_cuts_han_into_characters_and_keeps_latin_words() -> None:
    assert [token.text for token in blank()("张三在Ferrowick工作。")] == ["张", "三", "在", "Ferrowick", "工", "作", "。"]


def test_a_line_with_a_lost_person_is_dropped_and_one_with_a_lost_place_kept() -> None:
    key = ("a", 0)
    english = {key: sentence("Ida Brandt left Bern.", ("Ida Brandt", "PER"), ("Bern", "LOC"), language="en")}
    lines = {key: "伊达·布兰特离开了。"}
    assert marked(english, lines, {key: [Found(1, 0, 2, 1.0)]}, "zh") == []
    assert [made.spans for made in marked(english, lines, {key: [Found(0, 0, 6, 1.0)]}, "zh")] == [((0, 6, "PER"),)]


def test_a_run_that_comes_and_goes_with_a_name_is_its_translation() -> None:
    english = [sentence(f"{start} Supreme Court.", ("Supreme Court", "ORG"), language="en") for start in ("See the", "Ask the", "No")]
    english.append(sentence("Nothing here."))
    targets = [blank()(text) for text in ("请看最高法院。", "问最高法院吧。", "没有最高法院。", "这里没有。")]
    assert "".join(steady_translations(english, targets)["Supreme Court"]) == "最高法院"


def test_words_of_a_treebank_are_found_again_in_its_text(tmp_path: Path) -> None:
    path = tmp_path / "xx-ud-test.iob2"
    path.write_text("# text = 王芳去了北岭大学。\n1\t王芳\tB-PER\t-\t-\n2\t去\tO\t-\t-\n3\t了\tO\t-\t-\n4\t北岭\tB-ORG\t-\t-\n5\t大学\tI-ORG\t-\t-\n6\t。\tO\t-\t-\n\n", encoding="utf-8")
    (read,) = read_uner(path, "zh")
    assert [(read.text[start:end], label) for start, end, label in read.spans] == [("王芳", "PER"), ("北岭大学", "ORG")]


def test_words_in_columns_are_joined_as_text_is_written(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("Ida B-PER\nBrandt I-PER\n, O\nof O\nFerrowick B-ORG\nLabs I-ORG\n. O\n", encoding="utf-8")
    (read,) = read_columns(path, "en")
    assert read.text == "Ida Brandt, of Ferrowick Labs."
    assert [(read.text[start:end], label) for start, end, label in read.spans] == [("Ida Brandt", "PER"), ("Ferrowick Labs", "ORG")]


def test_pieces_become_a_sentence_with_its_names() -> None:
    assert fill([("a ", ""), ("B", "PER"), (".", "")], "en", "test") == Sentence("a B.", ((2, 3, "PER"),), "en", "test")
