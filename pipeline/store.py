"""What is kept between batches, in an embedded DuckDB below OUT: files, documents, and what was extracted from each text.

    files         one row per file or other source: when it was last seen as it is, and under which version it was read
    documents     one row per document, with its text; `extraction` names what was extracted from that text
    extractions   one row per text that was extracted, with candidates and glosses beside it: a text that moves is not read again
    meta          schema version

A document is kept in one transaction and an extraction in another, so that a kill costs at most the one that was in work.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from pipeline.errors import StoreError
from pipeline.plan import KnownSource, Source
from pipeline.project import store_folder
from pipeline.records import Candidate, Document, Gloss, Paragraph, SkippedDocument

FILE = "namebridge.duckdb"
# Nothing that lies in a database may make DuckDB fetch code.
_SETTINGS: dict[str, Any] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false", "threads": "2"}

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE files (source VARCHAR PRIMARY KEY, size BIGINT, mtime_ns BIGINT, ctime_ns BIGINT, version VARCHAR);
    CREATE TABLE documents (
        document VARCHAR PRIMARY KEY, source VARCHAR, document_id VARCHAR, text VARCHAR, content_hash VARCHAR, language VARCHAR,
        language_confidence DOUBLE, language_source VARCHAR, paragraphs VARCHAR, encoding VARCHAR, title VARCHAR, date VARCHAR, url VARCHAR,
        status VARCHAR, reason VARCHAR, extraction VARCHAR, batch INTEGER
    );
    CREATE TABLE skipped (document VARCHAR PRIMARY KEY, source VARCHAR, status VARCHAR, reason VARCHAR, content_hash VARCHAR, batch INTEGER);
    CREATE TABLE extractions (extraction VARCHAR PRIMARY KEY, version VARCHAR);
    CREATE TABLE candidates (
        extraction VARCHAR, number INTEGER, "start" INTEGER, "end" INTEGER, surface VARCHAR, type VARCHAR, language VARCHAR, detector VARCHAR,
        score DOUBLE, title VARCHAR, section VARCHAR, cue VARCHAR
    );
    CREATE TABLE glosses (
        extraction VARCHAR, number INTEGER, "start" INTEGER, "end" INTEGER, "left" VARCHAR, "right" VARCHAR, type VARCHAR, rule VARCHAR, quote VARCHAR
    );
    """,
    "ALTER TABLE files ADD COLUMN name VARCHAR DEFAULT '';",
)
"""What makes each version of the schema from the one before. A store is brought up to the last one when it is opened."""


@dataclass(frozen=True, slots=True)
class KeptDocument:
    """A document, the name of its extraction, the batch in which it was read, and the file that it came from."""

    document: Document
    extraction: str
    batch: int
    source: str


class Store:
    """The open store. Only its holder (`lock.hold`) opens it."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self.forgot = False

    def known_sources(self) -> dict[str, KnownSource]:
        """All sources that were read."""
        rows = self._connection.execute("SELECT source, size, mtime_ns, ctime_ns, version, name FROM files").fetchall()
        return {source: KnownSource((size, mtime, ctime), version, name) for source, size, mtime, ctime, version, name in rows}

    def contents(self) -> dict[str, tuple[str, str]]:
        """For each document (and each file that gave none): its content hash and its source."""
        rows = self._connection.execute("SELECT document, content_hash, source FROM documents UNION ALL SELECT document, content_hash, source FROM skipped")
        return {document: (content_hash, source) for document, content_hash, source in rows.fetchall()}

    def keep_source(
        self, source: Source, name: str, version: str, documents: Sequence[Document], skipped: Sequence[SkippedDocument], *, batch: int
    ) -> None:
        """Keep what a source gave under its name in the corpus, in place of what it gave before; all or nothing."""
        with self._transaction() as run:
            before = dict(run("SELECT document, content_hash || ':' || batch FROM documents WHERE source = ?", [source.path]).fetchall())
            names = [one.document for one in documents] + [one.document for one in skipped]
            for table in ("documents", "skipped"):
                run(f"DELETE FROM {table} WHERE source = ? OR list_contains(?, document)", [source.path, names])
            for document in documents:
                earlier, _, number = before.get(document.document, "").rpartition(":")
                run(
                    f"INSERT INTO documents VALUES ({', '.join('?' * 17)})",
                    [
                        document.document, source.path, document.document_id, document.text, document.content_hash, document.language,
                        document.language_confidence, document.language_source, _paragraphs_to_text(document.paragraphs), document.encoding,
                        document.title, document.date, document.url, document.status, document.reason, extraction_name(document),
                        int(number) if number and earlier == document.content_hash else batch,
                    ],
                )
            for item in skipped:
                run("INSERT INTO skipped VALUES (?, ?, ?, ?, ?, ?)", [item.document, source.path, item.status, item.reason, item.content_hash, batch])
            run("DELETE FROM files WHERE source = ?", [source.path])
            run("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?)", [source.path, *source.stamp, version, name])

    def tell_failure(self, document: str, reason: str) -> None:
        """Say of a document that no names could be searched for in it; "" takes it back."""
        with self._transaction() as run:
            run("UPDATE documents SET status = ?, reason = ? WHERE document = ?", ["failed" if reason else "read", reason, document])

    def forget(self, sources: Iterable[str]) -> None:
        """Forget these sources with their documents, and each text that no document has any more."""
        wanted = list(sources)
        if not wanted:
            return
        self.forgot = True
        with self._transaction() as run:
            for source in wanted:
                for table in ("files", "documents", "skipped"):
                    run(f"DELETE FROM {table} WHERE source = ?", [source])
            self._drop_unused(run)

    def drop_unused(self) -> None:
        """Drop what was extracted from texts that no document has any more."""
        with self._transaction() as run:
            self._drop_unused(run)

    def languages(self) -> list[str]:
        """The languages of all paragraphs, sorted."""
        rows = self._connection.execute("SELECT DISTINCT paragraphs FROM documents").fetchall()
        return sorted({paragraph.language for row in rows for paragraph in _paragraphs_from_text(row[0])})

    @staticmethod
    def _drop_unused(run: Any) -> None:
        unused = [row[0] for row in run("SELECT extraction FROM extractions EXCEPT SELECT extraction FROM documents").fetchall()]
        if unused:
            for table in ("extractions", "candidates", "glosses"):
                run(f"DELETE FROM {table} WHERE list_contains(?, extraction)", [unused])

    def documents(self) -> list[KeptDocument]:
        """All documents, sorted by name."""
        rows = self._connection.execute(
            "SELECT document, document_id, text, content_hash, language, language_confidence, language_source, paragraphs, encoding, title, date, url,"
            " status, reason, extraction, batch, source FROM documents ORDER BY document"
        ).fetchall()
        return [
            KeptDocument(
                Document(
                    document=row[0], document_id=row[1], text=row[2], content_hash=row[3], language=row[4], language_confidence=row[5],
                    language_source=row[6], paragraphs=_paragraphs_from_text(row[7]), encoding=row[8], title=row[9], date=row[10], url=row[11],
                    status=row[12], reason=row[13],
                ),
                row[14], row[15], row[16],
            )
            for row in rows
        ]

    def skipped(self) -> list[SkippedDocument]:
        """All files that gave no text, sorted by name."""
        rows = self._connection.execute("SELECT document, status, reason, content_hash FROM skipped ORDER BY document").fetchall()
        return [SkippedDocument(*row) for row in rows]

    def extracted(self) -> dict[str, str]:
        """The version of each extraction that is kept, by name."""
        return dict(self._connection.execute("SELECT extraction, version FROM extractions").fetchall())

    def keep_extraction(self, extraction: str, version: str, candidates: Sequence[Candidate], glosses: Sequence[Gloss]) -> None:
        """Keep what was extracted from one text; all or nothing."""
        with self._transaction() as run:
            for table in ("extractions", "candidates", "glosses"):
                run(f"DELETE FROM {table} WHERE extraction = ?", [extraction])
            run("INSERT INTO extractions VALUES (?, ?)", [extraction, version])
            _insert(run, "candidates", [
                (extraction, number, c.start, c.end, c.surface, c.type, c.language, c.detector, c.score, c.title, c.section, c.cue)
                for number, c in enumerate(candidates)
            ])
            _insert(run, "glosses", [
                (extraction, number, g.start, g.end, g.left, g.right, g.type, g.rule, g.quote) for number, g in enumerate(glosses)
            ])

    def extractions(self, kept: Sequence[KeptDocument]) -> tuple[dict[str, tuple[Candidate, ...]], list[Gloss]]:
        """Candidates by document, and the glosses of all documents in the order of the documents."""
        owners: dict[str, list[str]] = {}
        for item in kept:
            owners.setdefault(item.extraction, []).append(item.document.document)
        candidates: dict[str, list[Candidate]] = {item.document.document: [] for item in kept}
        columns = '"start", "end", surface, type, language, detector, score, title, section, cue'
        for extraction, *cells in self._connection.execute(f"SELECT extraction, {columns} FROM candidates ORDER BY extraction, number").fetchall():
            for document in owners.get(extraction, ()):
                candidates[document].append(Candidate(document, *cells))
        glosses: list[Gloss] = []
        columns = '"start", "end", "left", "right", type, rule, quote'
        for extraction, *cells in self._connection.execute(f"SELECT extraction, {columns} FROM glosses ORDER BY extraction, number").fetchall():
            glosses.extend(Gloss(document, *cells) for document in owners.get(extraction, ()))
        glosses.sort(key=lambda gloss: gloss.document)  # stable: the order within a document stays
        return {document: tuple(found) for document, found in candidates.items()}, glosses

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        self._connection.execute("BEGIN")
        try:
            yield self._connection.execute
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


@contextmanager
def open_store(output: Path) -> Iterator[Store]:
    """The store of this OUT, made or brought up to this version where needed.

    Raises StoreError where it is of a later version, damaged, or held open by a program that is not namebridge.
    """
    path = store_folder(output) / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        connection = duckdb.connect(str(path), config=_SETTINGS)
    except duckdb.Error as error:
        raise StoreError(f"{path} cannot be opened: {str(error).splitlines()[0]} Close the program that has it open; if it is damaged, move it away and run again.") from error
    store = Store(connection)
    try:
        _migrate(connection, path)
        yield store
    finally:
        connection.close()
        if store.forgot:
            _rebuild(path)


def extraction_name(document: Document) -> str:
    """The name of what is extracted from this text, split into paragraphs and told in languages as it is, wherever it lies."""
    digest = hashlib.sha256()
    for part in (document.language, _paragraphs_to_text(document.paragraphs), document.text):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:32]


def _migrate(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    connection.execute("CREATE TABLE IF NOT EXISTS meta (key VARCHAR PRIMARY KEY, value VARCHAR)")
    row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    version = int(row[0]) if row else 0
    if version > len(MIGRATIONS):
        raise StoreError(f"{path} is of a later version ({version}; this program knows {len(MIGRATIONS)}). Bring namebridge up to date.")
    for number in range(version, len(MIGRATIONS)):
        connection.execute("BEGIN")
        connection.execute(MIGRATIONS[number])
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('schema', ?)", [str(number + 1)])
        connection.execute("COMMIT")


def _rebuild(path: Path) -> None:
    """Write the store anew: a deleted row's bytes stay in the file otherwise, and what was forgotten shall be gone."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    connection = duckdb.connect(str(fresh), config=_SETTINGS)
    try:
        connection.execute(f"ATTACH '{str(path).replace(chr(39), chr(39) * 2)}' AS kept (READ_ONLY)")
        connection.execute(f"COPY FROM DATABASE kept TO {fresh.stem}")
    finally:
        connection.close()
    os.replace(fresh, path)


def _insert(run: Any, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """All rows in one statement: a statement a row is ten times slower."""
    if rows:
        run(f"INSERT INTO {table} SELECT {', '.join(['unnest(?)'] * len(rows[0]))}", [list(column) for column in zip(*rows, strict=True)])


def _paragraphs_to_text(paragraphs: Sequence[Paragraph]) -> str:
    return json.dumps([[p.start, p.end, p.language, p.confidence, p.source] for p in paragraphs], separators=(",", ":"))


def _paragraphs_from_text(text: str) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(*cells) for cells in json.loads(text))
