"""The model that reads Chinese by character: invented names in plain sentences, through the table of models."""

from __future__ import annotations

import pytest

from pipeline.extract import models
from pipeline.extract.models import load_model


@pytest.mark.parametrize(("language", "text", "name", "label"), [
    ("zh", "周三，科学家陆文涛在新闻发布会上说，这项研究将继续。", "陆文涛", "person"),
    ("zh", "德国作家伊达·布兰特昨天抵达上海。", "伊达·布兰特", "person"),
    pytest.param(
        "zh", "她毕业于临川科技大学。", "临川科技大学", "organization",
        marks=pytest.mark.xfail(strict=True, reason="found whole, but as a place: organizations are what this model lacks most"),
    ),
    ("zh-Hant", "記者會上，陳柏宇表示他不會參選。", "陳柏宇", "person"),
])  # fmt: skip
def test_an_obvious_invented_name_is_found_whole(language: str, text: str, name: str, label: str) -> None:
    (spans,) = load_model(language).entities([text])
    assert (name, label) in [(text[span.start : span.end], span.label) for span in spans]


def test_latin_words_in_chinese_text_stay_whole() -> None:
    text = "目前Ida Brandt在Ferrowick公司工作。"
    (spans,) = load_model("zh").entities([text])
    edges = {span.start for span in spans} | {span.end for span in spans}
    for word in ("Ida", "Brandt", "Ferrowick"):
        start = text.index(word)
        assert not edges & set(range(start + 1, start + len(word)))


def test_the_model_holds_no_pickle() -> None:
    """Pickles of protocol 2 and later begin with 0x80 and the protocol, and end with a stop mark."""
    for path in (models.SHIPPED / "zhja").rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert not (data[:1] == b"\x80" and data[1:2] in b"\x02\x03\x04\x05" and data[-1:] == b"."), path


def test_both_scripts_of_chinese_share_one_model_and_japanese_has_another() -> None:
    assert load_model("zh") is load_model("zh-Hant")
    assert load_model("zh").name == "zhja" != load_model("ja").name
