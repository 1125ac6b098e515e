"""Stories that are told in two languages are found, their paragraphs side by side, whatever was cut, joined or moved."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from pipeline.anchors import anchors, skeleton
from pipeline.parallel import find_parallel
from pipeline.records import Document, Paragraph, ParallelPair

ENGLISH = [
    "Verena Oldcastle opened the archive of Brennick on 14 March 2019, after eleven years of work.",
    "The building holds 48,500 letters, among them those of the painter Tobias Marchmont and of his sister Philippa.",
    "It cost 7.3 million euros. The city paid 60 percent, the rest came from the Dellinger family.",
    "Marchmont lived in Brennick from 1887 to 1902, in a small house beside the river, and painted 212 pictures there.",
    "His letters to Konstantin Ravelsky were lost until 1996, when a dealer in Lisbon offered 31 of them.",
    "Oldcastle said that 9,000 pages are already online and that the others would follow before December 2021.",
]
SPANISH = [
    "Verena Oldcastle inauguró el archivo de Brennick el 14 de marzo de 2019, tras once años de trabajo.",
    "El edificio guarda 48.500 cartas, entre ellas las del pintor Tobias Marchmont y las de su hermana Philippa.",
    "Costó 7,3 millones de euros. La ciudad pagó el 60 por ciento y el resto lo puso la familia Dellinger.",
    "Marchmont vivió en Brennick de 1887 a 1902, en una casita junto al río, y pintó allí 212 cuadros.",
    "Sus cartas a Konstantin Ravelsky estuvieron perdidas hasta 1996, cuando un vendedor de Lisboa ofreció 31 de ellas.",
    "Oldcastle dijo que 9.000 páginas ya están en línea y que las demás llegarán antes de diciembre de 2021.",
]
RUSSIAN = [
    "Верена Олдкасл открыла архив Бренника 14 марта 2019 года, после одиннадцати лет работы.",
    "В здании хранится 48 500 писем, среди них письма художника Тобиаса Марчмонта и его сестры Филиппы.",
    "Оно обошлось в 7,3 миллиона евро. Город заплатил 60 процентов, остальное дала семья Деллингер.",
    "Марчмонт жил в Бреннике с 1887 по 1902 год, в маленьком доме у реки, и написал там 212 картин.",
    "Его письма Константину Равельскому считались утраченными до 1996 года, когда торговец из Лиссабона предложил 31 из них.",
    "Олдкасл сказала, что 9 000 страниц уже в сети, а остальные появятся до декабря 2021 года.",
]
OTHER_SPANISH = [
    "El puerto de Almorán recibirá 120 barcos este verano, según Nicolás Ferrandis.",
    "El año pasado llegaron 95, con 40.000 viajeros, y los hoteles ganaron 12 millones de euros.",
    "Los vecinos piden que el ruido termine a las 23 horas; Ferrandis promete una respuesta en mayo de 2019.",
    "La obra del muelle costará 3,8 millones y durará hasta 2022.",
]


def make(name: str, language: str, paragraphs: Iterable[str]) -> Document:
    text = "\n\n".join(paragraphs)
    found = tuple(Paragraph(m.start(), m.end(), language, 1.0, "declared") for m in re.finditer(r"[^\n]+", text))
    return Document(name, "d_" + name, text, "", language, 1.0, "declared", found)


def side_by_side(pair: ParallelPair) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(left, right) for left, right, _ in pair.paragraphs]


def only_pair(*documents: Document) -> ParallelPair:
    (pair,) = find_parallel(documents, {})
    return pair


@pytest.mark.parametrize("other", [SPANISH, RUSSIAN])
def test_a_translation_is_found_and_its_paragraphs_stand_side_by_side(other: list[str]) -> None:
    pair = only_pair(make("a", "en", ENGLISH), make("b", "xx", other))
    assert (pair.left, pair.right) == ("a", "b")
    assert side_by_side(pair) == [((n,), (n,)) for n in range(6)]
    assert pair.score > 0.9


def test_another_story_and_a_copy_in_the_same_language_are_no_translation() -> None:
    assert find_parallel([make("a", "en", ENGLISH), make("b", "es", OTHER_SPANISH)], {}) == []
    assert find_parallel([make("a", "en", ENGLISH), make("b", "en", ENGLISH[:5])], {}) == []


def test_a_copy_that_was_taken_for_another_language_is_no_translation() -> None:
    assert find_parallel([make("a", "en", ENGLISH), make("b", "nl", ENGLISH[:5])], {}) == []


@pytest.mark.parametrize("gone", range(6))
def test_a_deleted_paragraph_is_beside_nothing(gone: int) -> None:
    cut = ENGLISH[:gone] + ENGLISH[gone + 1 :]
    pair = only_pair(make("a", "en", cut), make("b", "es", SPANISH))
    assert side_by_side(pair) == [((n,), (n + (n >= gone),)) for n in range(5)]


@pytest.mark.parametrize("first", range(5))
def test_joined_paragraphs_stand_beside_both(first: int) -> None:
    joined = [*SPANISH[:first], SPANISH[first] + " " + SPANISH[first + 1], *SPANISH[first + 2 :]]
    pair = only_pair(make("a", "en", ENGLISH), make("b", "es", joined))
    expected = [((n,), (n,)) for n in range(first)] + [((first, first + 1), (first,))] + [((n + 1,), (n,)) for n in range(first + 1, 5)]
    assert side_by_side(pair) == expected


def test_a_paragraph_that_was_moved_is_found_where_it_stands() -> None:
    moved = [SPANISH[n] for n in (1, 2, 3, 4, 0, 5)]
    pair = only_pair(make("a", "en", ENGLISH), make("b", "es", moved))
    assert set(side_by_side(pair)) == {((0,), (4,)), ((1,), (0,)), ((2,), (1,)), ((3,), (2,)), ((4,), (3,)), ((5,), (5,))}


def test_no_paragraph_is_used_twice_and_the_order_of_the_files_does_not_matter() -> None:
    documents = [make("a", "en", ENGLISH), make("b", "es", SPANISH), make("c", "ru", RUSSIAN), make("d", "es", OTHER_SPANISH)]
    pairs = find_parallel(documents, {})
    assert [(pair.left, pair.right) for pair in pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert find_parallel(documents[::-1], {}) == pairs
    for pair in pairs:
        for side in (0, 1):
            used = [number for group in side_by_side(pair) for number in group[side]]
            assert len(used) == len(set(used))


@pytest.mark.parametrize("documents", [[], [make("a", "en", ENGLISH)], [make("a", "en", ["…"]), make("b", "es", ["?"])]])
def test_few_or_wordless_documents_have_no_pairs(documents: list[Document]) -> None:
    assert find_parallel(documents, {}) == []


@pytest.mark.parametrize(("left", "right"), [("Kavanaugh", "Кавано"), ("Kavanaugh", "卡瓦诺"), ("Marchmont", "Марчмонт"), ("Ravel", "ラヴェル")])
def test_a_name_has_the_same_consonants_in_another_script(left: str, right: str) -> None:
    assert skeleton(left) == skeleton(right)


@pytest.mark.parametrize(("left", "right"), [("Ravel", "Raven"), ("Marchmont", "Montmarch"), ("Livingston", "Rangers")])
def test_other_names_have_other_consonants(left: str, right: str) -> None:
    assert skeleton(left) != skeleton(right)


@pytest.mark.parametrize(("left", "right"), [("$31.5 billion", "31,5 milliards"), ("48,500 letters", "48 500 писем"), ("700", "٧٠٠")])
def test_a_number_is_the_same_however_it_is_grouped(left: str, right: str) -> None:
    assert {a for a in anchors(left) if a.startswith("#")} == {a for a in anchors(right) if a.startswith("#")} != set()


LANGUAGES = ("en", "fr", "es", "id", "de", "pt", "ru", "zh", "ja", "ar")


def news(shared: Path, languages: Iterable[str], every: int) -> list[Document]:
    stories = sorted(path.name for path in (shared / "news" / "en").glob("*.txt"))[::every]
    return [
        make(f"{language}/{story}", language, re.findall(r"[^\n]+", (shared / "news" / language / story).read_text("utf-8-sig")))
        for language in languages for story in stories
    ]


def shortened(document: Document, seed: int) -> tuple[Document, list[set[int]]]:
    """The document without a tenth of its paragraphs and with a tenth joined to the one before; and which each holds."""
    chance = random.Random(f"{seed} {document.document}")
    groups: list[list[int]] = []
    for number in range(len(document.paragraphs)):
        if chance.random() < 0.1 and number:
            continue
        if groups and chance.random() < 0.1:
            groups[-1].append(number)
        else:
            groups.append([number])
    texts = [" ".join(document.text[document.paragraphs[n].start : document.paragraphs[n].end] for n in group) for group in groups]
    return make(document.document, document.language, texts), [set(group) for group in groups]


def quality(documents: list[Document], held: dict[str, list[set[int]]]) -> tuple[float, float, float]:
    """Precision and recall of document pairs, F1 of paragraphs side by side within the right ones."""
    pairs = find_parallel(documents, {})
    right = [pair for pair in pairs if pair.left.split("/")[1] == pair.right.split("/")[1]]
    stories = {document.document.split("/")[1] for document in documents}
    languages = len(documents) // len(stories)
    met = told = true = 0
    for pair in right:
        truth = {(i, j) for i, a in enumerate(held[pair.left]) for j, b in enumerate(held[pair.right]) if a & b}
        said = {(i, j) for left, other in side_by_side(pair) for i in left for j in other}
        met, told, true = met + len(truth & said), told + len(said), true + len(truth)
    return len(right) / len(pairs), len(right) / (len(stories) * languages * (languages - 1) // 2), 2 * met / (told + true)


def test_news_in_ten_languages_are_paired_without_a_look_at_their_names(shared: Path) -> None:
    documents = news(shared, LANGUAGES, 4)
    precision, recall, paragraphs = quality(documents, {d.document: [{n} for n in range(len(d.paragraphs))] for d in documents})
    assert precision >= 0.99
    assert recall >= 0.99
    assert paragraphs >= 0.98


def test_shortened_news_are_still_paired(shared: Path) -> None:
    changed = [shortened(document, 1) for document in news(shared, LANGUAGES, 4)]
    precision, recall, paragraphs = quality([d for d, _ in changed], {d.document: held for d, held in changed})
    assert precision >= 0.98
    assert recall >= 0.92
    assert paragraphs >= 0.88
