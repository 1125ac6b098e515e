"""The score of tables agrees with the scorer of the gold standards, and with what it must be by hand."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest

from pipeline.evaluate import Score, score_mentions

ROOT = Path(__file__).resolve().parents[1]
GOLD, ARTICLES = ROOT / "corpus" / "gold", ROOT / "corpus" / "articles"

pytestmark = pytest.mark.smoke


def gold_table(gold: Path = GOLD, documents: Path = ARTICLES) -> pd.DataFrame:
    entities = pd.read_csv(gold / "entities.tsv", sep="\t", quoting=3, dtype=str, keep_default_na=False)
    spans = pd.read_csv(gold / "spans.tsv", sep="\t", quoting=3, keep_default_na=False)
    rows = spans.merge(entities[["entity_id", "type"]], on="entity_id")
    rows["document"] = [next(documents.glob(f"{doc}*.txt")).relative_to(documents).as_posix() for doc in rows["doc"]]
    return rows[rows["type"].isin(["person", "organization", "paper"])]


def tables() -> dict[str, pd.DataFrame]:
    perfect = gold_table()
    shifted = perfect.copy()
    shifted["end"] = shifted["end"] - (shifted.index % 3 == 0) * 2
    return {
        "perfect": perfect,
        "empty": perfect.iloc[0:0],
        "one cluster": perfect.assign(entity_id="p_a"),
        "singletons": perfect.assign(entity_id=[f"p_{n}" for n in range(len(perfect))]),
        "half, with moved edges": shifted.iloc[::2],
    }


def test_a_perfect_table_scores_one() -> None:
    for score in score_mentions(GOLD, ARTICLES, tables()["perfect"]).values():
        assert score.mentions.f1 == score.exact.f1 == score.b_cubed.f1 == score.links.precision == score.links.recall == 1.0


def test_an_empty_table_scores_nothing() -> None:
    for score in score_mentions(GOLD, ARTICLES, tables()["empty"]).values():
        assert score.mentions.f1 == score.b_cubed.f1 == score.ceaf_m.f1 == score.links.recall == 0.0


def test_one_cluster_of_everything_has_no_precision_and_singletons_no_recall() -> None:
    for score in score_mentions(GOLD, ARTICLES, tables()["one cluster"]).values():
        assert score.links.recall == 1.0 and score.links.precision < 0.5 and score.b_cubed.precision < 0.5
    for score in score_mentions(GOLD, ARTICLES, tables()["singletons"]).values():
        assert score.links.recall == 0.0 and score.b_cubed.recall < 0.5


@pytest.mark.parametrize("name", ["perfect", "empty", "one cluster", "singletons", "half, with moved edges"])
def test_the_figures_are_those_of_the_reference_scorer(name: str, shared: Path, tmp_path: Path) -> None:
    reference = _reference(shared / "evaluation" / "score.py")
    table = tables()[name]
    path = tmp_path / "mentions.csv"
    table = table.assign(surface=[(ARTICLES / d).read_bytes().decode("utf-8-sig")[s:e] for d, s, e in zip(table["document"], table["start"], table["end"], strict=True)])
    table.to_csv(path, index=False)
    theirs = reference.score(GOLD, ARTICLES, path)
    for kind, score in score_mentions(GOLD, ARTICLES, table).items():
        assert _figures(score) == pytest.approx(
            [theirs[kind][key][part] for key in ("mentions", "exact", "b3", "ceafm", "links") for part in ("p", "r")] + [theirs[kind]["gold"], theirs[kind]["links"]["n"]]
        )


def _figures(score: Score) -> list[float]:
    ratios = (score.mentions, score.exact, score.b_cubed, score.ceaf_m, score.links)
    return [value for ratio in ratios for value in (ratio.precision, ratio.recall)] + [score.gold, score.links_gold]


def _reference(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference_scorer", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
