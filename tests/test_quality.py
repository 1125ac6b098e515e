"""The figures that were reached, held as floors (quality.json); empty-headed tables fall through them, renamed entities do not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from pipeline import Config, load_tables, run
from pipeline.evaluate import Score, score_mentions
from tests.renaming import renamed_copy

ROOT = Path(__file__).resolve().parents[1]
FLOORS = json.loads((ROOT / "tests" / "quality.json").read_text(encoding="utf-8"))
Floors = Mapping[str, Mapping[str, float]]


def figures(score: Score) -> dict[str, float]:
    return {
        "mentions": score.mentions.f1, "exact": score.exact.f1, "links_precision": score.links.precision, "links_recall": score.links.recall,
        "b_cubed": score.b_cubed.f1,
    }


def shortfalls(scores: Mapping[str, Score], floors: Floors) -> list[str]:
    """Each figure that is below its floor, as a sentence; empty where all are reached."""
    return [
        f"{kind} {name}: {figures(scores[kind])[name]:.3f} < {floor}"
        for kind, wanted in floors.items() for name, floor in wanted.items() if figures(scores[kind])[name] < floor - 1e-9
    ]


@cache
def mentions_of(documents: Path, output: Path, files: Path | None = None) -> pd.DataFrame:
    run(Config(corpus=(documents,), output=output, files_from=files))
    return load_tables(output)["mentions"]


@pytest.fixture(scope="session")
def seeds(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    return mentions_of(shared / "seeds", tmp_path_factory.mktemp("seeds"))


@pytest.fixture(scope="session")
def articles(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    return mentions_of(ROOT / "corpus" / "articles", tmp_path_factory.mktemp("corpus"))


def test_the_seeds_reach_their_floors(shared: Path, seeds: pd.DataFrame) -> None:
    scores = score_mentions(shared / "evaluation" / "gold" / "seeds", shared / "seeds", seeds)
    assert shortfalls(scores, FLOORS["seeds"]) == []


def test_the_news_in_ten_languages_reach_their_floors(shared: Path, tmp_path: Path) -> None:
    gold = shared / "evaluation" / "gold" / "news"
    found = mentions_of(shared / "news", tmp_path, gold / "files.txt")
    assert shortfalls(score_mentions(gold, shared / "news", found), FLOORS["news"]) == []


def test_the_excerpts_about_papers_reach_their_floors(shared: Path, tmp_path: Path) -> None:
    gold = shared / "evaluation" / "gold" / "papers"
    found = mentions_of(gold / "docs", tmp_path)
    assert shortfalls(score_mentions(gold, gold / "docs", found), FLOORS["papers"]) == []


def test_the_sample_corpus_reaches_its_floors(articles: pd.DataFrame) -> None:
    scores = score_mentions(ROOT / "corpus" / "gold", ROOT / "corpus" / "articles", articles)
    assert shortfalls(scores, FLOORS["corpus"]) == []


@pytest.mark.parametrize("table", ["empty", "one cluster", "singletons"])
def test_an_empty_headed_table_falls_through_the_floors(table: str, shared: Path, seeds: pd.DataFrame) -> None:
    made = {
        "empty": seeds.iloc[0:0],
        "one cluster": seeds.assign(entity_id="p_everything"),
        "singletons": seeds.assign(entity_id=[f"p_{n}" for n in range(len(seeds))]),
    }[table]
    scores = score_mentions(shared / "evaluation" / "gold" / "seeds", shared / "seeds", made)
    below = shortfalls(scores, FLOORS["seeds"])
    assert all(any(line.startswith(kind) for line in below) for kind in FLOORS["seeds"])


def test_other_names_cost_at_most_three_points(shared: Path, tmp_path: Path) -> None:
    """People get other surnames and syllables, organizations coined words; the same articles, the same gold."""
    gold, documents = shared / "evaluation" / "gold" / "seeds", shared / "seeds"
    two = tmp_path / "two"
    two.mkdir()
    for source in sorted(documents.glob("00[02]*.txt")):
        (two / source.name).write_bytes(source.read_bytes())
    plain = score_mentions(gold, two, mentions_of(two, tmp_path / "plain"))
    new_gold, new_documents = renamed_copy(gold, documents, tmp_path / "renamed", prefixes=("000", "002"), seed=11)
    renamed = score_mentions(new_gold, new_documents, mentions_of(new_documents, tmp_path / "other"))
    for kind in ("person", "organization"):
        for name in ("mentions", "b_cubed"):
            assert figures(renamed[kind])[name] >= figures(plain[kind])[name] - 0.03, (kind, name)
