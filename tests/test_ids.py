"""Ids are stable: growth, merge and split, a folder deleted and made again, orders of clusters."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.ids import IdBook, assign_ids, id_log, read_ids, write_ids
from pipeline.records import Alias, AliasKey, Cluster

pytestmark = pytest.mark.smoke


def alias(name: str, mentions: int = 1, *, scope: str = "", documents: Sequence[str] = ("a.txt",)) -> Alias:
    return Alias(AliasKey("person", name, scope), ("en",), tuple(documents), tuple(range(mentions)))


def cluster(*aliases: Alias) -> Cluster:
    return Cluster(tuple(aliases), ())


def test_an_entity_that_grows_keeps_its_id() -> None:
    (first,), book = assign_ids([cluster(alias("Ida Brandt"))], IdBook.of([]), 1)
    (second,), book = assign_ids([cluster(alias("Ida Brandt", 7), alias("I. Brandt"))], book, 2)
    assert first == second
    assert [(event.batch, event.event, event.names) for event in id_log(book)] == [(1, "new", ("Ida Brandt",)), (2, "kept", ("I. Brandt",))]


def test_of_two_that_become_one_the_older_lives_on_and_the_other_points_to_it() -> None:
    (young,), book = assign_ids([cluster(alias("Zoe Adler"))], IdBook.of([]), 1)
    (_, other), book = assign_ids([cluster(alias("Zoe Adler")), cluster(alias("Abel Adler", 9))], book, 2)
    (one,), book = assign_ids([cluster(alias("Zoe Adler"), alias("Abel Adler", 9))], book, 3)
    assert one == young
    assert book.follow(other) == young
    assert ("merged into", young) in {(event.event, event.other) for event in id_log(book) if event.entity_id == other}


def test_the_part_with_most_mentions_keeps_the_id_of_what_was_split() -> None:
    (whole,), book = assign_ids([cluster(alias("Zoe Adler", 5), alias("Z. Adler", 2))], IdBook.of([]), 1)
    (small, large), book = assign_ids([cluster(alias("Z. Adler", 2)), cluster(alias("Zoe Adler", 5))], book, 2)
    assert large == whole
    assert small != whole
    assert ("split from", whole) in {(event.event, event.other) for event in id_log(book) if event.entity_id == small}


def test_two_of_one_name_parted_by_document_share_no_id_and_the_larger_keeps_it() -> None:
    (whole,), book = assign_ids([cluster(alias("Zhang Wei", 3, documents=("a.txt", "b.txt")))], IdBook.of([]), 1)
    parted = [cluster(alias("Zhang Wei", 1, scope="a.txt")), cluster(alias("Zhang Wei", 2, scope="b.txt", documents=("b.txt",)))]
    (small, large), book = assign_ids(parted, book, 2)
    assert large == whole != small
    again, book = assign_ids(parted, book, 3)
    assert again == (small, large)
    (back,), book = assign_ids([cluster(alias("Zhang Wei", 3, documents=("a.txt", "b.txt")))], book, 4)
    assert back == whole
    assert book.follow(small) == whole


def test_an_id_is_never_given_twice() -> None:
    (_, other), book = assign_ids([cluster(alias("Abel Adler", 9)), cluster(alias("Zoe Adler"))], IdBook.of([]), 1)
    _, book = assign_ids([cluster(alias("Zoe Adler"), alias("Abel Adler", 9))], book, 2)
    ids, book = assign_ids([cluster(alias("Zoe Adler")), cluster(alias("Abel Adler", 9))], book, 3)
    assert other not in ids
    assert len(set(ids)) == 2


def test_a_book_that_was_written_gives_the_same_ids_again(tmp_path: Path) -> None:
    clusters = [cluster(alias("=Ida")), cluster(alias("'-x")), cluster(alias("Ida, “B” \"c\""), alias("罗知夏", scope="新 闻/a  b.txt"))]
    ids, book = assign_ids(clusters, read_ids(tmp_path), 1)
    write_ids(book, tmp_path)
    before = (tmp_path / "ids.csv").read_bytes()
    again, book = assign_ids(clusters, read_ids(tmp_path), 2)
    write_ids(book, tmp_path)
    assert again == ids
    assert (tmp_path / "ids.csv").read_bytes() == before


def test_a_torn_last_line_is_told_and_costs_no_other(tmp_path: Path) -> None:
    ids, book = assign_ids([cluster(alias("Ida")), cluster(alias("Oda"))], read_ids(tmp_path), 1)
    write_ids(book, tmp_path)
    path = tmp_path / "ids.csv"
    path.write_bytes(path.read_bytes() + b'2,given,p_xxx,person,"Zo')
    book = read_ids(tmp_path)
    assert [damage.line for damage in book.damages] == [4]
    _, book = assign_ids([cluster(alias("Ida")), cluster(alias("Oda")), cluster(alias("Una"))], book, 2)
    write_ids(book, tmp_path)
    assert sorted({row["name"] for row in read_ids(tmp_path).rows}) == ["Ida", "Oda", "Una"]


def test_two_files_that_git_merged_line_by_line_are_one_book(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    for folder, name in ((tmp_path, "Ida"), (tmp_path / "x", "Oda")):
        _, book = assign_ids([cluster(alias(name))], IdBook.of([]), 1)
        write_ids(book, folder)
    path = tmp_path / "ids.csv"
    path.write_bytes(path.read_bytes() + (tmp_path / "x" / "ids.csv").read_bytes())
    assert {row["name"] for row in read_ids(tmp_path).rows} == {"Ida", "Oda"}
    assert not read_ids(tmp_path).damages


def test_the_id_of_a_name_that_was_given_another_type_points_to_who_bears_the_name_now() -> None:
    (person,), book = assign_ids([cluster(alias("Kestrel"))], IdBook.of([]), 1)
    firm = Cluster((Alias(AliasKey("organization", "Kestrel"), ("en",), ("a.txt",), (0,)),), ())
    (organization,), book = assign_ids([firm], book, 2, retyped={("person", "Kestrel", ""): "organization"})
    assert organization.startswith("o_") and book.follow(person) == organization
    (back,), book = assign_ids([cluster(alias("Kestrel"))], book, 3)
    assert back.startswith("p_") and back != person


NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1)


@st.composite
def partitions(draw: st.DrawFn) -> list[Cluster]:
    names = draw(NAMES)
    groups: dict[int, list[Alias]] = {}
    for name in names:
        groups.setdefault(draw(st.integers(0, 3)), []).append(alias(name, draw(st.integers(1, 3))))
    return [cluster(*group) for group in groups.values()]


@given(st.lists(partitions(), min_size=1, max_size=5), st.integers())
def test_ids_are_distinct_letters_first_and_the_order_of_clusters_does_not_matter(batches: list[list[Cluster]], seed: int) -> None:
    book, other = IdBook.of([]), IdBook.of([])
    for batch, clusters in enumerate(batches, 1):
        shuffled = list(clusters)
        random.Random(seed).shuffle(shuffled)
        ids, book = assign_ids(clusters, book, batch)
        theirs, other = assign_ids(shuffled, other, batch)
        assert len(set(ids)) == len(clusters)
        assert dict(zip(map(id, clusters), ids, strict=True)) == dict(zip(map(id, shuffled), theirs, strict=True))
        assert all(re.fullmatch(r"[pow]_[a-df-z2-9]+", entity_id) for entity_id in ids)
        assert all(book.follow(entity_id) == entity_id for entity_id in ids)
    assert book.rows == other.rows
