"""What a batch has to read: which files are new, changed, moved or gone since the last run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.read import free_name
from pipeline.store import Source, Store


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


def make_plan(files: Mapping[str, Source], store: Store, version: str) -> Plan:
    """Compare the files of the corpus with what is kept. Files of earlier batches that are not named now stay as they are."""
    known = store.known_sources()
    holders: dict[str, str] = {}
    names: dict[str, str] = {}
    for document, (_, holder) in store.content_hashes().items():
        holders[document] = holder
        names[holder] = document
    listed = {source.path for source in files.values()}
    there = {path: path in listed or Path(path).exists() for path in known}
    wanted: list[tuple[str, Source]] = []
    new = changed = outdated = same = 0
    for name, source in files.items():
        stamp, read_by = known.get(source.path, ((0, 0, 0), ""))
        if (stamp, read_by) == (source.stamp, version):
            same += 1
            continue
        if source.path not in known:
            new += 1
        elif stamp != source.stamp:
            changed += 1
        else:
            outdated += 1
        # A file of another folder may have a document's name: both stay, unless the other file is gone.
        own = names.get(source.path, "")
        free = own if own == name or own.endswith("/" + name) else free_name(name, Path(source.path), lambda taken: _held(taken, source.path, holders, there))
        holders[free] = source.path
        wanted.append((free, source))
    gone = tuple(sorted(path for path, exists in there.items() if not exists))
    return Plan(tuple(sorted(wanted, key=lambda pair: pair[0])), gone, new, changed, outdated, same)


def moved(plan: Plan, store: Store) -> list[str]:
    """The sources that are gone and whose documents now come from elsewhere: by the same name, or with the same content."""
    sources: dict[str, list[tuple[str, str]]] = {}
    present: set[str] = set()
    gone = set(plan.gone)
    for document, (content_hash, source) in store.content_hashes().items():
        sources.setdefault(source, []).append((document, content_hash))
        if source not in gone and content_hash:
            present.add(content_hash)
    wanted = {source.path for _, source in plan.wanted}
    fresh = {content_hash for source in wanted for _, content_hash in sources.get(source, ())}
    return [path for path in plan.gone if all(content_hash in fresh & present for _, content_hash in sources.get(path, ()))]


def _held(name: str, path: str, holders: Mapping[str, str], there: Mapping[str, bool]) -> bool:
    holder = holders.get(name)
    return holder is not None and holder != path and there.get(holder, True)
