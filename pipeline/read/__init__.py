"""Files -> RawDocument: one small module per format, behind one table of readers."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.read.limits import DEFAULT, Limits
from pipeline.records import RawDocument, SkippedDocument

_SAFE = (".txt", ".md")
"""What is read in this process; all else has libraries at work, and a process of its own."""


def read_documents(corpus: Sequence[Path], *, files_from: Path | None = None, limits: Limits = DEFAULT) -> Iterator[RawDocument | SkippedDocument]:
    """Yield all that the folders and lists hold, sorted by path below the corpus: as text, or with the reason why not."""
    for name, path in list_files(corpus, files_from=files_from).items():
        yield from read_file(name, path, limits=limits)


def read_file(name: str, path: Path, *, limits: Limits = DEFAULT) -> list[RawDocument | SkippedDocument]:
    """What one file gives: one document, several (a table, an archive, a feed), or why there is none. At least one item."""
    from pipeline.read.readers import READERS, passed_over, read_bytes

    reason = passed_over(path.name)
    if reason:
        return [SkippedDocument(name, "passed over", reason)]
    if path.is_symlink():
        return [SkippedDocument(name, "passed over", "a link; links are not followed")]
    if path.suffix.lower() not in READERS:
        return [SkippedDocument(name, "passed over", f"no reader for {path.suffix or 'files without an ending'}; known: {', '.join(READERS)}")]
    try:
        # Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        return [SkippedDocument(name, "failed", f"cannot be opened: {getattr(error, 'strerror', None) or error}")]
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            return [SkippedDocument(name, "passed over", "no regular file: a pipe, a socket or a device")]
        if found.st_size > limits.file_bytes:
            return [SkippedDocument(name, "failed", f"{found.st_size} bytes; the limit is {limits.file_bytes}")]
        try:
            data = file.read(limits.file_bytes + 1) if path.suffix.lower() in _SAFE else b""
        except OSError as error:
            return [SkippedDocument(name, "failed", f"cannot be read: {error.strerror or error}")]
    if path.suffix.lower() in _SAFE and not data.startswith((b"%PDF-", b"PK\x03\x04", b"\x1f\x8b\x08")):
        return read_bytes(name, data, limits)
    from pipeline.read.worker import WORKER

    return WORKER.read(name, path, limits)


def list_files(corpus: Sequence[Path], *, files_from: Path | None = None) -> dict[str, Path]:
    """All files of the folders and lists by their path below the corpus, sorted. Of two folders with a file of one path each,
    the later folder's file has the folder's name before its path. Links have their row and are not followed, except those that were named.
    Raises UsageError where a listed file is not there.
    """
    found: dict[str, Path] = {}
    for root in corpus:
        if not root.is_dir():
            _add(found, root.name, root.resolve() if root.is_symlink() else root)
            continue
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            linked = [name for name in folders if (Path(folder) / name).is_symlink()]
            for name in sorted([*names, *linked]):
                path = Path(folder) / name
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
        wanted[readable(name)] = path.resolve() if path.is_symlink() else path
    return dict(sorted(wanted.items()))


def _add(found: dict[str, Path], name: str, path: Path) -> None:
    name = readable(name)
    found[free_name(name, path, lambda taken: taken in found and found[taken].absolute() != path.absolute())] = path


def readable(name: str) -> str:
    """The name without what no table can hold: control characters and bytes that are no text are written out."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def free_name(name: str, path: Path, taken: Callable[[str], bool]) -> str:
    """The name of a document, with as many of the folders above the corpus before it as it needs to be its own."""
    parts = path.absolute().parts
    depth = len(name.split("/"))
    while taken(name) and depth < len(parts):
        depth += 1
        name = "/".join(parts[-depth:])
    return name
