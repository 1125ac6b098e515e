"""Files -> RawDocument: one small module per format, behind one table of readers."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pipeline.errors import ReadError, UsageError
from pipeline.plan import free_name
from pipeline.read.plain import read_plain
from pipeline.records import RawDocument, SkippedDocument

Reader = Callable[[str, bytes], RawDocument]
READERS: Mapping[str, Reader] = {".txt": read_plain, ".md": read_plain}
_PASSED_OVER = ("readme", "license", "licence")


def read_documents(corpus: Sequence[Path], *, files_from: Path | None = None) -> Iterator[RawDocument | SkippedDocument]:
    """Yield every file of the folders and lists, sorted by its path below the corpus: as text, or with the reason why not."""
    for name, path in list_files(corpus, files_from=files_from).items():
        yield read_file(name, path)


def read_file(name: str, path: Path) -> RawDocument | SkippedDocument:
    """The text of one file, or why there is none."""
    if path.name.startswith(".") or path.stem.lower() in _PASSED_OVER:
        return SkippedDocument(name, "passed over", "a hidden file" if path.name.startswith(".") else "a file about the folder, no article")
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        return SkippedDocument(name, "passed over", f"no reader for {path.suffix or 'files without an ending'}; known: {', '.join(READERS)}")
    try:
        data = path.read_bytes()
    except OSError as error:
        return SkippedDocument(name, "failed", f"cannot be opened: {error.strerror or error}")
    digest = hashlib.sha256(data).hexdigest()
    try:
        return reader(name, data)
    except ReadError as error:
        return SkippedDocument(name, error.status, str(error), digest)


def list_files(corpus: Sequence[Path], *, files_from: Path | None = None) -> dict[str, Path]:
    """All files of the folders and lists by their path below the corpus, sorted. Of two folders with a file of one path each,
    the later folder's file has the folder's name before its path. Raises UsageError where a listed file is not there.
    """
    found: dict[str, Path] = {}
    for root in corpus:
        if root.is_file():
            _add(found, root.name, root)
            continue
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(folder) / name
                if path.is_file() and not path.is_symlink():
                    _add(found, path.relative_to(root).as_posix(), path)
    if files_from is None:
        return dict(sorted(found.items()))
    wanted: dict[str, Path] = {}
    for line in files_from.read_text(encoding="utf-8-sig").splitlines():
        name = line.strip()
        if not name or name.startswith("#"):
            continue
        path = next((root / name for root in corpus if (root / name).is_file()), Path(name))
        if not path.is_file():
            raise UsageError(f"{files_from}: no file {name!r} below {', '.join(map(str, corpus))}.")
        wanted[name] = path
    return dict(sorted(wanted.items()))


def _add(found: dict[str, Path], name: str, path: Path) -> None:
    found[free_name(name, path, lambda taken: taken in found and found[taken].absolute() != path.absolute())] = path
