"""The store: what is kept comes back as it was, a kill costs the one in work, a second run is told who holds OUT."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from pipeline.errors import OutputBusy, StoreError
from pipeline.lock import hold
from pipeline.plan import KnownSource, Source
from pipeline.project import store_folder
from pipeline.records import Candidate, Document, Gloss, Paragraph, SkippedDocument
from pipeline.store import FILE, Store, extraction_name, open_store

pytestmark = pytest.mark.smoke
TEXT = "Ida Brandt\u202f(=HYPERLINK) met 罗知夏.\r\nİ ﬁ 🙂\u0000end"


def document(name: str, text: str = TEXT) -> Document:
    paragraphs = (Paragraph(0, 10, "en", 0.9, "langdetect"), Paragraph(12, len(text), "zh", 1.0, "script"))
    return Document(name, "d_" + name, text, "hash of " + text, "en", 0.5, "langdetect", paragraphs, title="'t", date="2026-01-02", url="u", reason="r")


def candidates(name: str) -> tuple[Candidate, ...]:
    return (Candidate(name, 0, 10, "Ida Brandt", "person", "en", "rule"), Candidate(name, 3, 5, " B", "place", "en", "m", 0.25, "Dr.", "authors", "cue"))


def keep(store: Store, source: str, *names: str, text: str = TEXT, batch: int = 1) -> None:
    documents = [document(name, text) for name in names]
    store.keep_source(Source(source, (1, 2, 3)), "", "v1", documents, [], batch=batch)


def test_what_was_kept_comes_back_as_it_was(tmp_path: Path) -> None:
    gloss = Gloss("b", 1, 2, "A", "B", "person", "rule", "the “quote”")
    with open_store(tmp_path) as store:
        store.keep_source(
            Source("/x", (1, 2, 3)), "x", "v1", [document("b"), document("a")], [SkippedDocument("c", "empty", "no text", "h")], batch=1,
        )
        store.keep_extraction(extraction_name(document("a")), "1", candidates("a"), [gloss])
    with open_store(tmp_path) as store:
        kept = store.documents()
        assert [item.document for item in kept] == [document("a"), document("b")]
        found, glosses = store.extractions(kept)
        assert found == {"a": candidates("a"), "b": candidates("b")}
        assert [(one.document, one.quote) for one in glosses] == [("a", "the “quote”"), ("b", "the “quote”")]
        assert store.skipped() == [SkippedDocument("c", "empty", "no text", "h")]
        assert store.known_sources() == {"/x": KnownSource((1, 2, 3), "v1", "x")}


def test_a_source_that_changed_takes_the_place_of_what_it_gave_and_its_old_text_goes(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        keep(store, "/x", "a", "b")
        store.keep_extraction(extraction_name(document("a")), "1", candidates("a"), [])
        keep(store, "/x", "a", text="Something else stands here now, longer than before.", batch=2)
        store.drop_unused()
        assert [(item.document.document, item.batch) for item in store.documents()] == [("a", 2)]
        assert store.extracted() == {}
        store.forget(["/x"])
        assert store.documents() == [] and store.known_sources() == {}


def test_what_was_forgotten_is_gone_from_the_disk(tmp_path: Path) -> None:
    secret = "Zauberwort Quixotenfels, said the archivist."

    def lies_there() -> bool:
        return any(secret[:20].encode() in path.read_bytes() for path in store_folder(tmp_path).iterdir())

    with open_store(tmp_path) as store:
        keep(store, "/other", "other", text="Another text that stays where it is. " * 30)
        keep(store, "/secret", "secret", text=secret)
    assert lies_there()
    with open_store(tmp_path) as store:
        store.forget(["/secret"])
    assert not lies_there()
    with open_store(tmp_path) as store:
        assert [item.document.document for item in store.documents()] == ["other"]


def test_a_document_that_is_read_again_unchanged_stays_in_its_batch(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        keep(store, "/x", "a", batch=1)
        keep(store, "/x", "a", "b", batch=2)
        assert [(item.document.document, item.batch) for item in store.documents()] == [("a", 1), ("b", 2)]


def test_the_name_of_an_extraction_tells_texts_and_languages_apart_but_not_places() -> None:
    one = document("a")
    assert len({extraction_name(one), extraction_name(document("a", TEXT + "x")), extraction_name(replace(one, language="fr"))}) == 3
    assert extraction_name(document("elsewhere/a")) == extraction_name(one)


def test_a_transaction_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        keep(store, "/x", "a")
        with pytest.raises(AttributeError):
            store.keep_source(Source("/x", (9, 9, 9)), "x", "v2", [document("b"), None], [], batch=2)  # type: ignore[list-item]  # wrong on purpose
        assert [item.document.document for item in store.documents()] == ["a"]
        assert store.known_sources()["/x"].version == "v1"


def test_a_store_of_a_later_version_and_a_damaged_one_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with open_store(tmp_path):
        pass
    path = store_folder(tmp_path) / FILE
    connection = duckdb.connect(str(path))
    connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    connection.close()
    with pytest.raises(StoreError, match="later version"), open_store(tmp_path):
        pass
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match="cannot be opened"), open_store(tmp_path):
        pass


HOLDER = "import sys, pathlib, time\nfrom pipeline.lock import hold\nwith hold(pathlib.Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(60)\n"


def test_a_second_run_is_told_who_holds_out_and_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
    try:
        assert process.stdout is not None and process.stdout.readline() == b"held\n"
        with pytest.raises(OutputBusy, match=str(process.pid)), hold(tmp_path):
            pass
    finally:
        process.kill()
        process.wait()
    with hold(tmp_path):
        pass
    with hold(tmp_path):
        pass
