"""Names that stand in the same place of parallel texts are linked; a name whose partner is gone is linked to nothing."""

from __future__ import annotations

import csv
import itertools
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from pipeline.align import align
from pipeline.align.place import likeness, place_links
from pipeline.parallel import find_parallel
from pipeline.records import TYPES, Alias, AliasKey, Alignment, Document, Link, Mention, Paragraph, ParallelPair

# Paragraphs as lists of words; names are in brackets, p: a person, o: an organization, w: a paper.
Text = list[str]
Marked = dict[str, Text]


def build(texts: Marked) -> tuple[dict[str, Document], list[Mention]]:
    """Documents named by language ('fr', 'fr.2'), and the mentions that the brackets mark."""
    documents, mentions = {}, []
    kinds = {"p": "person", "o": "organization", "w": "paper"}
    for name, paragraphs in texts.items():
        text, spans = "", []
        language = name.split(".")[0]
        for marked in paragraphs:
            begin = len(text)
            for number, piece in enumerate(marked.replace("]", "[").split("[")):
                if number % 2:
                    kind, surface = piece.split(":", 1)
                    mentions.append(Mention(name, len(text), len(text) + len(surface), surface, kinds[kind], language, "test"))  # type: ignore[arg-type]
                    text += surface
                else:
                    text += piece
            spans.append(Paragraph(begin, len(text), language, 1.0, "declared"))
            text += "\n\n"
        documents[name] = Document(name, name, text, "", language, 1.0, "declared", tuple(spans))
    return documents, mentions


def beside(documents: dict[str, Document], likeness_of_paragraphs: float = 1.0) -> list[ParallelPair]:
    """All documents beside all, paragraph by paragraph."""
    return [
        ParallelPair(one, two, 1.0, tuple(((n,), (n,), likeness_of_paragraphs) for n in range(min(len(documents[one].paragraphs), len(documents[two].paragraphs)))))
        for one, two in itertools.combinations(sorted(documents), 2)
    ]


def links(texts: Marked, *, clusters: dict[str, int] | None = None, apart: set[frozenset[str]] = frozenset(), pairs: Sequence[ParallelPair] | None = None) -> list[Link]:  # type: ignore[assignment]
    documents, mentions = build(texts)
    names = sorted({(m.type, m.surface) for m in mentions})
    aliases = [
        Alias(
            AliasKey(kind, name), tuple(sorted({m.language for m in mentions if (m.type, m.surface) == (kind, name)})),
            tuple(sorted({m.document for m in mentions if (m.type, m.surface) == (kind, name)})),
            tuple(n for n, m in enumerate(mentions) if (m.type, m.surface) == (kind, name)),
        )
        for kind, name in names
    ]
    alias_of = [names.index((m.type, m.surface)) for m in mentions]
    cluster_of = [(clusters or {}).get(name, 100 + number) for number, (_, name) in enumerate(names)]

    def against(one: int, two: int) -> bool:
        return frozenset((names[one][1], names[two][1])) in apart

    return place_links(mentions, alias_of, aliases, cluster_of, documents, beside(documents) if pairs is None else pairs, against)


def joined(found: Sequence[Link], grade: str = "strong") -> set[frozenset[str]]:
    return {frozenset((link.left.name, link.right.name)) for link in found if link.evidence.grade == grade}


FREE = {
    "en": ["[o:Silver Heron] opened an office. [o:Brightmill] sent flowers.", "Later [o:Silver Heron] hired ten people in Keldra.", "Nobody at [o:Brightmill] knew."],
    "fr": ["[o:Garza Argentée] a ouvert un bureau. [o:Moulin Clair] a envoyé des fleurs.", "Puis [o:Garza Argentée] a embauché dix personnes à Keldra.", "Chez [o:Moulin Clair], personne ne le savait."],
    "id": ["[o:Bangau Perak] membuka kantor. [o:Kincir Terang] mengirim bunga.", "Lalu [o:Bangau Perak] merekrut sepuluh orang di Keldra.", "Tidak ada yang tahu di [o:Kincir Terang]."],
}  # fmt: skip


def test_names_translated_freely_meet_by_their_places() -> None:
    found = joined(links(FREE))
    groups = [{"Silver Heron", "Garza Argentée", "Bangau Perak"}, {"Brightmill", "Moulin Clair", "Kincir Terang"}]
    assert len(found) == 4
    assert all(any(pair <= group for group in groups) for pair in found)


def test_the_evidence_quotes_both_sentences() -> None:
    link = next(link for link in links({code: FREE[code] for code in ("en", "fr")}) if "Silver Heron" in (link.left.name, link.right.name))
    assert (link.evidence.rule, link.left < link.right) == ("same_place", True)
    assert "“[o:" not in link.evidence.detail
    assert "Silver Heron" in link.evidence.detail
    assert "Garza Argentée" in link.evidence.detail


def test_people_who_only_share_a_place_are_proposed_with_both_sentences() -> None:
    documents, mentions = build({"en": ["Here [p:Jonas Keller] spoke."], "fr": ["Ici [p:Marie Durand] parla."]})
    found = align(mentions, [], documents=documents, pairs=beside(documents))
    assert len(found.clusters) == 2
    told = [c for c in found.comparisons if any(item.rule == "same_place" for item in c.evidence)]
    assert [c.verdict for c in told] == ["proposed"]
    assert all(part in told[0].evidence[0].detail for part in ("Here Jonas Keller spoke.", "Ici Marie Durand parla."))


def test_a_no_is_never_overridden() -> None:
    no = {frozenset(("Silver Heron", "Garza Argentée"))}
    found = joined(links({code: FREE[code] for code in ("en", "fr")}, apart=no))
    assert frozenset(("Silver Heron", "Garza Argentée")) not in found


def test_people_who_do_not_sound_alike_are_not_linked_by_elimination() -> None:
    found = links({"en": ["[p:Ida Brandt] spoke about the bridge."], "ru": ["[p:Олег Семёнов] говорил о мосте."]})
    assert joined(found) == set()


def test_people_who_sound_alike_are_linked_across_scripts() -> None:
    found = links({
        "en": ["[p:Tobias Marchmont] spoke, then [p:Verena Oldcastle]."], "ru": ["Выступили [p:Тобиас Марчмонт], затем [p:Верена Олдкасл]."],
        "ja": ["[p:トバイアス・マーチモント]、続いて[p:ヴェレナ・オールドキャッスル]が話した。"],
    })  # fmt: skip
    people = [{"Tobias Marchmont", "Тобиас Марчмонт", "トバイアス・マーチモント"}, {"Verena Oldcastle", "Верена Олдкасл", "ヴェレナ・オールドキャッスル"}]
    assert all(any(pair <= person for person in people) for pair in joined(found))
    assert {frozenset(("Tobias Marchmont", "Тобиас Марчмонт")), frozenset(("Verena Oldcastle", "Верена Олдкасл"))} <= joined(found)


def test_a_partner_that_is_gone_leaves_its_name_alone() -> None:
    """'Halvard Foundation' was cut from the French text; the Keldra institute stands there, and is another body."""
    found = links({"en": ["The [o:Halvard Foundation] paid for it."], "fr": ["L'[o:Institut Merle] l'a payé."]})
    assert joined(found) == set()


def test_two_neighbours_that_may_be_swapped_are_not_linked() -> None:
    found = links({"en": ["It joined [o:Orrin] and [o:Vesk] in May."], "zh": ["五月它加入了[o:天山社]和[o:海流社]。"]})
    assert joined(found) == set()


def test_names_that_stand_side_by_side_in_one_text_are_two() -> None:
    found = links({"en": ["[o:Silver Heron] bought [o:Brightmill].", "[o:Brightmill] is old."], "fr": ["[o:Silver Heron] a acheté [o:Brightmill].", "[o:Silver Heron] est vieux."]})
    assert joined(found) == set()


def test_a_translated_title_meets_its_original() -> None:
    title, translated = "Slow Rivers of the North", "Los lentos ríos del norte"
    texts = {"en": [f"In [w:{title}] she shows why.", f"[w:{title}] won a prize."], "es": [f"En [w:{translated}] muestra por qué.", f"[w:{translated}] ganó un premio."]}
    assert joined(links(texts)) == {frozenset((title, translated))}


def test_kinds_are_not_mixed() -> None:
    assert links({"en": ["[p:Silver] spoke."], "fr": ["[o:Silber] a parlé."]}) == []


def test_without_parallel_texts_there_are_no_links() -> None:
    assert links(FREE, pairs=[]) == []


def test_the_order_of_mentions_does_not_matter() -> None:
    documents, mentions = build(FREE)
    pairs = beside(documents)
    forward = align(mentions, [], documents=documents, pairs=pairs)
    backward = align(mentions[::-1], [], documents=documents, pairs=pairs[::-1])
    assert forward.comparisons == backward.comparisons


@pytest.mark.parametrize(("left", "right", "low", "high"), [
    ("Kavanaugh", "Кавано", 0.8, 1.0), ("Brett Kavanaugh", "ブレット・カバノー", 0.7, 1.0), ("Marchmont", "Merriweather", 0.0, 0.8), ("Ida Brandt", "Олег Семёнов", 0.0, 0.45),
    ("Keldra", "Keldra", 1.0, 1.0),
])  # fmt: skip
def test_likeness_tells_names_apart(left: str, right: str, low: float, high: float) -> None:
    assert low <= likeness(left, right) <= high
    assert likeness(left, right) == likeness(right, left)


def gold(shared: Path, folder: str, texts: dict[str, tuple[Path, str]]) -> tuple[dict[str, Document], list[Mention], list[tuple[str, bool]]]:
    """The gold's mentions with their entity, and whether they may be left out."""
    with (shared / "evaluation" / "gold" / folder / "entities.tsv").open(encoding="utf-8", newline="") as file:
        entities = {row["entity_id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    documents = {}
    for name, (path, language) in texts.items():
        text = path.read_bytes().decode("utf-8-sig")
        spans, begin = [], 0
        for line in text.split("\n"):
            if line.strip():
                spans.append(Paragraph(begin, begin + len(line), language, 1.0, "declared"))
            begin += len(line) + 1
        documents[name] = Document(name, name, text, "", language, 1.0, "declared", tuple(spans))
    mentions, truth = [], []
    with (shared / "evaluation" / "gold" / folder / "spans.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            entity = entities[row["entity_id"]]
            if row["doc"] in documents and entity["type"] in TYPES:
                document = documents[row["doc"]]
                mentions.append(Mention(row["doc"], int(row["start"]), int(row["end"]), row["surface"], entity["type"], document.language, "gold"))  # type: ignore[arg-type]
                truth.append((row["entity_id"], "opt" in (row["flag"], entity["flag"])))
    return documents, mentions, truth


def news_gold(shared: Path) -> tuple[dict[str, Document], list[Mention], list[tuple[str, bool]]]:
    files = (shared / "evaluation" / "gold" / "news" / "files.txt").read_text().split()
    return gold(shared, "news", {name.removesuffix(".txt"): (shared / "news" / name, name.split("/")[0]) for name in files})


def seeds_gold(shared: Path) -> tuple[dict[str, Document], list[Mention], list[tuple[str, bool]]]:
    names = {"000": "en", "002": "fr"}
    return gold(shared, "seeds", {name: (next((shared / "seeds").glob(name + "*")), language) for name, language in names.items()})


def shortened(documents: dict[str, Document], mentions: list[Mention], truth: list[tuple[str, bool]], seed: int) -> tuple[dict[str, Document], list[Mention], list[tuple[str, bool]]]:
    """A tenth of the paragraphs deleted and a tenth joined to the one before, in each document on its own."""
    changed: dict[str, Document] = {}
    moved: list[Mention] = []
    kept: list[tuple[str, bool]] = []
    for name, document in documents.items():
        chance, text, spans, shift = random.Random(f"{seed} {name}"), "", [], {}
        for paragraph in document.paragraphs:
            if chance.random() < 0.1:
                continue
            begin = len(text)
            if spans and chance.random() < 0.1:
                text, begin = text[:-2] + " ", spans.pop().start
            shift[paragraph.start] = len(text) - paragraph.start
            text += document.text[paragraph.start : paragraph.end]
            spans.append(Paragraph(begin, len(text), document.language, 1.0, "declared"))
            text += "\n\n"
        changed[name] = Document(name, name, text, "", document.language, 1.0, "declared", tuple(spans))
        for mention, told in zip(mentions, truth, strict=True):
            home = next((p for p in document.paragraphs if p.start <= mention.start < p.end), None)
            if mention.document == name and home is not None and home.start in shift:
                by = shift[home.start]
                moved.append(Mention(name, mention.start + by, mention.end + by, mention.surface, mention.type, mention.language, "gold"))
                kept.append(told)
    return changed, moved, kept


def link_quality(alignment: Alignment, mentions: list[Mention], truth: list[tuple[str, bool]], kind: str) -> tuple[float, float]:
    """Precision and recall of (entity, two documents that name it), as the scorer of the gold has them."""
    named: dict[tuple[str, str], set[int]] = defaultdict(set)
    held: dict[tuple[int, str], set[str]] = defaultdict(set)
    for number, cluster in enumerate(alignment.clusters):
        for alias in cluster.aliases:
            for mention in alias.mentions:
                entity, optional = truth[mention]
                if mentions[mention].type == kind and not optional:
                    named[entity, mentions[mention].document].add(number)
                    held[number, mentions[mention].document].add(entity)

    def share(groups: dict[tuple, set]) -> float:  # type: ignore[type-arg]
        by_first: dict[object, list[set[object]]] = defaultdict(list)
        for (first, _), members in sorted(groups.items(), key=str):
            by_first[first].append(members)
        right = total = 0
        for sets in by_first.values():
            for one, two in itertools.combinations(sets, 2):
                total += len(one) * len(two) if groups is held else 1
                right += len(one & two) if groups is held else bool(one & two)
        return right / total

    return share(held), share(named)


def test_gold_news_are_linked_over_ten_languages(shared: Path) -> None:
    documents, mentions, truth = news_gold(shared)
    alignment = align(mentions, [], documents=documents, pairs=find_parallel(list(documents.values()), {}))
    precision, recall = link_quality(alignment, mentions, truth, "organization")
    assert precision >= 0.98
    assert recall >= 0.94
    precision, recall = link_quality(alignment, mentions, truth, "person")
    assert precision >= 0.99
    assert recall >= 0.97


NOT_REACHED = pytest.mark.xfail(strict=True, reason="organizations reach .914 precision, .874 recall here: two bodies swap places where a paragraph is gone")


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=[pytest.mark.slow, *([NOT_REACHED] if seed == 4 else [])]) for seed in range(2, 6))]
)
def test_gold_news_that_were_cut_link_no_people_wrongly(shared: Path, seed: int) -> None:
    documents, mentions, truth = shortened(*news_gold(shared), seed)
    alignment = align(mentions, [], documents=documents, pairs=find_parallel(list(documents.values()), {}))
    precision, recall = link_quality(alignment, mentions, truth, "person")
    assert precision >= 0.98
    assert recall >= 0.93
    precision, recall = link_quality(alignment, mentions, truth, "organization")
    assert precision >= 0.96
    assert recall >= 0.88


def test_gold_seeds_are_linked(shared: Path) -> None:
    documents, mentions, truth = seeds_gold(shared)
    alignment = align(mentions, [], documents=documents, pairs=find_parallel(list(documents.values()), {}))
    precision, recall = link_quality(alignment, mentions, truth, "organization")
    assert precision >= 0.95
    assert recall >= 28 / 34
