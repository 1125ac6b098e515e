"""What a batch has to read: which files are new, changed, moved or gone since the last run."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """A file as it lies there now. `stamp` is (size, mtime, ctime): a file with the same stamp is not read again."""

    path: str
    stamp: tuple[int, int, int]

    @classmethod
    def of(cls, path: Path) -> Source:
        """The source at this path."""
        found = path.stat() if path.exists() else path.lstat()  # a link may lead nowhere
        return cls(str(path.absolute()), (found.st_size, found.st_mtime_ns, found.st_ctime_ns))


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A source as it was when it was read: its stamp, the version of the program, its name in the corpus."""

    stamp: tuple[int, int, int]
    version: str
    name: str


@dataclass(frozen=True, slots=True)
class Plan:
    """`wanted` holds (document name, file) of what has to be read, sorted; `gone` the kept sources whose files are there no more.

    `new`, `changed`, `outdated` (read under an earlier version of the program) count what is wanted; `same` is not read.
    """

    wanted: tuple[tuple[str, Source], ...]
    gone: tuple[str, ...]
    new: int
    changed: int
    outdated: int
    same: int


def make_plan(files: Mapping[str, Source], known: Mapping[str, KnownSource], version: str) -> Plan:
    """Compare the files of the corpus with those that were read. Files of earlier batches that are not named now stay as they are."""
    listed = {source.path for source in files.values()}
    there = {path: path in listed or os.path.lexists(path) for path in known}
    holders = {source.name: path for path, source in known.items()}
    wanted: list[tuple[str, Source]] = []
    new = changed = outdated = same = 0
    for name, source in files.items():
        before = known.get(source.path)
        if before is not None and (before.stamp, before.version) == (source.stamp, version):
            same += 1
            continue
        if before is None:
            new += 1
        elif before.stamp != source.stamp:
            changed += 1
        else:
            outdated += 1
        # A file of another folder may have this name: both stay, unless the other file is gone.
        own = before.name if before is not None else ""
        free = own if own == name or own.endswith("/" + name) else free_name(name, Path(source.path), lambda taken: _held(taken, source.path, holders, there))
        holders[free] = source.path
        wanted.append((free, source))
    gone = tuple(sorted(path for path, exists in there.items() if not exists))
    return Plan(tuple(sorted(wanted, key=lambda pair: pair[0])), gone, new, changed, outdated, same)


def moved(gone: Collection[str], read: Collection[str], kept: Mapping[str, tuple[str, str]]) -> list[str]:
    """The sources that are gone and whose documents all come from one of the sources `read` now; `kept` as it is after reading.

    A source whose documents have all been taken over by name gave nothing that is still kept, and has moved too.
    """
    gave: dict[str, list[str]] = {source: [] for source in gone}
    fresh: set[str] = set()
    for content_hash, source in kept.values():
        if source in gave:
            gave[source].append(content_hash)
        elif source in read:
            fresh.add(content_hash)
    return sorted(source for source, hashes in gave.items() if all(content_hash in fresh for content_hash in hashes))


def told(plan: Plan, gone: Collection[str], *, anew: int, prune: bool) -> list[str]:
    """What a batch did with the files of the corpus, for people; nothing where there is nothing to say."""
    lines = []
    if plan.same or plan.outdated or gone:
        counts = ((plan.new, "new"), (plan.changed, "changed"), (plan.outdated, "read again"), (plan.same, "the same as before"))
        lines.append("Files: " + ", ".join(f"{count} {what}" for count, what in counts if count))
    if anew:
        lines.append(f"{anew} texts were searched for names again: rules or models have changed since.")
    if gone:
        names = ", ".join(Path(source).name for source in sorted(gone)[:5]) + (" …" if len(gone) > 5 else "")
        lines.append(f"{len(gone)} files are gone ({names}): " + ("forgotten." if prune else "their documents are kept; --prune forgets them."))
    return lines


def free_name(name: str, path: Path, taken: Callable[[str], bool]) -> str:
    """The name of a document, with as many of the folders above the corpus before it as it needs to be its own."""
    parts = path.absolute().parts
    depth = len(name.split("/"))
    while taken(name) and depth < len(parts):
        depth += 1
        name = "/".join(parts[-depth:])
    return name


def _held(name: str, path: str, holders: Mapping[str, str], there: Mapping[str, bool]) -> bool:
    holder = holders.get(name)
    return holder is not None and holder != path and there.get(holder, True)
