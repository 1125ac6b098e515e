"""What `doctor` says of models that are there and of models that are not."""

from __future__ import annotations

import pytest

import pipeline.doctor
from pipeline.doctor import doctor
from pipeline.extract.models import Coverage

pytestmark = pytest.mark.smoke


def said_of(monkeypatch: pytest.MonkeyPatch, *rows: Coverage) -> str:
    monkeypatch.setattr(pipeline.doctor, "covered", lambda: list(rows))
    return doctor()


def test_a_language_without_a_model_comes_with_the_command_that_adds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said = said_of(monkeypatch, Coverage("el", "", "", None, None, False, "python -m spacy download el_core_news_md"))
    assert "No model: el Greek." in said
    assert said.splitlines()[-1].strip() == "el: python -m spacy download el_core_news_md"


def test_what_is_complete_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said = said_of(monkeypatch, Coverage("fr", "fr_model", "MIT", 0.91, 0.8, True, ""), Coverage("fi", "xx_model", "MIT", None, None, False, ""))
    assert "Nothing is missing" in said and "No model" not in said
    assert "fr French" in said and "0.91" in said and "xx_model (stands in)" in said


def test_every_language_and_version_is_named() -> None:
    said = doctor()
    assert "Python 3." in said and "spacy 3.8" in said
    for code in ("ar", "de", "en", "es", "fr", "id", "ja", "ko", "pt", "ru", "xx", "zh"):
        assert any(line.startswith(f"{code} ") for line in said.splitlines())
