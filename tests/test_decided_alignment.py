"""What was decided binds alignment: a no blocks every chain, a yes joins, names are parted by document."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.align import align
from pipeline.decisions import Decision, Decisions, Judgement, decision_links, parse_name
from pipeline.records import Alignment, Document, Mention, Paragraph

pytestmark = pytest.mark.smoke


def corpus(*names: tuple[str, str]) -> tuple[list[Mention], dict[str, Document]]:
    """Mentions of people and their documents, from (document, name) pairs."""
    texts: dict[str, str] = {}
    mentions = []
    for document, name in sorted(names):
        text = texts.get(document, "")
        mentions.append(Mention(document, len(text), len(text) + len(name), name, "person", "en", "test"))
        texts[document] = text + name + ". "
    documents = {
        name: Document(name, "d_" + name, text, name, "en", 1.0, "test", (Paragraph(0, len(text), "en", 1.0, "test"),)) for name, text in texts.items()
    }
    return mentions, documents


def aligned(names: Sequence[tuple[str, str]], *said: tuple[Judgement, str, str]) -> tuple[Alignment, set[frozenset[tuple[str, str]]]]:
    mentions, documents = corpus(*names)
    history = tuple(
        Decision(judgement, "person", parse_name(left), parse_name(right), who="ida", when="2026", line=line)
        for line, (judgement, left, right) in enumerate(said, 2)
    )
    links = decision_links(Decisions(history), [(mention.type, mention.surface, mention.document) for mention in mentions])
    alignment = align(mentions, [], documents=documents, pairs=[], links=links)
    clusters = {
        frozenset((mentions[n].document, mentions[n].surface) for alias in cluster.aliases for n in alias.mentions) for cluster in alignment.clusters
    }
    return alignment, clusters


def test_two_of_one_name_parted_by_one_decision_stay_parted_as_documents_come() -> None:
    names = [("a.txt", "Zhang Wei"), ("b.txt", "Zhang Wei")]
    assert len(aligned(names)[1]) == 1
    for batch in range(11):
        alignment, clusters = aligned(names, ("different", "“Zhang Wei”@a.txt", "“Zhang Wei”@b.txt"))
        assert not any({("a.txt", "Zhang Wei"), ("b.txt", "Zhang Wei")} <= cluster for cluster in clusters)
        assert sum(map(len, clusters)) == len(names)
        names.append((f"c{batch}.txt", "Zhang Wei"))
    assert {comparison.verdict for comparison in alignment.comparisons if comparison.left.scope} == {"rejected"}
    assert {comparison.verdict for comparison in alignment.comparisons if not comparison.left.scope} == {"proposed"}


def test_a_yes_joins_what_no_rule_would_and_is_told_as_confirmed() -> None:
    alignment, clusters = aligned([("a.txt", "Chang Hsiao-lan"), ("b.txt", "Maria Ojeda")], ("same", "Maria Ojeda", "Chang Hsiao-lan"))
    assert len(clusters) == 1
    (comparison,) = [one for one in alignment.comparisons if one.verdict == "confirmed"]
    assert "by ida" in comparison.evidence[0].detail


def test_a_no_blocks_every_chain_and_is_not_asked_again() -> None:
    names = [("a.txt", "Corin R. Talbrek"), ("b.txt", "Corin Talbrek"), ("c.txt", "Maria Ojeda")]
    alignment, clusters = aligned(
        names, ("different", "Corin R. Talbrek", "Corin Talbrek"), ("same", "Corin R. Talbrek", "Maria Ojeda"), ("same", "Corin Talbrek", "Maria Ojeda"),
    )
    assert not any({("a.txt", "Corin R. Talbrek"), ("b.txt", "Corin Talbrek")} <= cluster for cluster in clusters)
    (pair,) = [one for one in alignment.comparisons if {one.left.name, one.right.name} == {"Corin R. Talbrek", "Corin Talbrek"}]
    assert pair.verdict == "rejected"
    assert any(evidence.rule == "decision" and "ida" in evidence.detail for evidence in pair.evidence)


def test_a_decision_without_a_document_means_a_partial_name_wherever_it_stands() -> None:
    _, clusters = aligned([("a.txt", "Talbrek"), ("b.txt", "Talbrek"), ("b.txt", "Maria Ojeda")], ("same", "Talbrek", "Maria Ojeda"))
    assert len(clusters) == 1


def test_the_last_word_binds() -> None:
    names = [("a.txt", "Lin Wei"), ("b.txt", "Maria Ojeda")]
    assert len(aligned(names, ("same", "Lin Wei", "Maria Ojeda"), ("different", "Maria Ojeda", "Lin Wei"))[1]) == 2
    assert len(aligned(names, ("different", "Lin Wei", "Maria Ojeda"), ("undo", "Maria Ojeda", "Lin Wei"), ("same", "Lin Wei", "Maria Ojeda"))[1]) == 1
