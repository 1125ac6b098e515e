"""Copies of training text with other names: names of many origins, pinyin in both orders and spacings, coined bodies and products."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from training.examples import Example

TABLES = Path(__file__).parents[1] / "pipeline" / "languages" / "tables"

# {c} a city, {x} a coined word, {n} a family name, {f} a field
BODIES: Mapping[str, tuple[str, ...]] = {
    "en": ("University of {c}", "{c} University", "{c} Institute of Technology", "{x} Labs", "{x} Inc.", "{x} AI", "{x}", "{x} Research", "{n} Foundation",
           "Bank of {c}", "{c} Academy of Sciences", "Institute for {f}", "Ministry of {f}", "{n} & {n} LLP", "{x} Group", "{c} United", "{c} Police Department",
           "Department of {f}", "School of {f}", "{n} College", "Center for {f}", "{x} Technologies", "National {f} Council", "{c} Times", "{x}.ai"),
    "fr": ("Université de {c}", "Institut {n}", "Laboratoire {n}", "{x}", "Banque de {c}", "Fondation {n}", "École normale de {c}", "Groupe {x}", "Ministère de la {f}"),
    "es": ("Universidad de {c}", "Instituto {n}", "Fundación {n}", "{x}", "Banco de {c}", "Universidad Nacional de {c}", "Grupo {x}", "Ministerio de {f}", "Partido {x}"),
    "pt": ("Universidade de {c}", "Instituto {n}", "Fundação {n}", "{x}", "Banco de {c}", "Universidade Federal de {c}", "Grupo {x}", "Ministério da {f}"),
    "de": ("Universität {c}", "Technische Universität {c}", "{n}-Institut", "{n}-Stiftung", "{x} GmbH", "{x} AG", "{x}", "Hochschule {c}", "SV {c}", "{c}er Bank"),
    "id": ("Universitas {c}", "Institut Teknologi {c}", "PT {x}", "Yayasan {n}", "Bank {x}", "{x}", "Kementerian {f}", "Universitas {n}", "Partai {x}", "Lembaga {f}"),
}
FIELDS: Mapping[str, str] = {
    "en": "Physics Finance Computing Education Health Mathematics Linguistics Defense Agriculture Robotics Statistics Energy",
    "fr": "Santé Culture Défense Recherche", "es": "Sanidad Cultura Defensa Educación", "pt": "Saúde Cultura Defesa Educação", "de": "Forschung",
    "id": "Kesehatan Pertahanan Pendidikan Keuangan Penelitian",
}
# {P} a person, {O} a body, {X} a product, {C} a city
SENTENCES: Mapping[str, tuple[str, ...]] = {
    "en": ("{P}, a researcher at {O}, said on Monday that {X} was ready.", "{O} released {X} in July.", "{P} is a co-founder of {O}.", "{X} outperforms {X} and {X}.",
           "{P}, {P}, {P}, and {P}", "{P} studied at {O} before joining {O} in {C}.", "The paper was written by {P} and {P} of {O}.", "{X} was trained by {P} at {O}.",
           "Before {X}, {P} had worked on {X} with {P}.", "The authors are {P} ({O}), {P} ({O}) and {P}.", "“{X} is fast,” said {P}.", "With {X}, users can write code; {X} can draw.",
           "{P}'s team at {O} built {X}.", "In {X}, attention is linear.", "{P} received a PhD from {O}, advised by {P}.", "{P} and his colleague {P} left {O}.",
           "Contributors: {P}, {P}, {P}, {P}, {P}", "According to {P}, {O} will sell {X} in {C}.", "{X} scored 71.2 on the test, {X} only 65."),
    "fr": ("{P}, chercheur à {O}, a déclaré lundi que {X} était prêt.", "{O} a publié {X} en juillet.", "{P} est cofondateur de {O}.", "{X} dépasse {X} et {X}.",
           "{P} a étudié à {O} avant de rejoindre {O} à {C}.", "L'article est signé par {P} et {P}, de {O}.", "Avec {X}, {P} et {P} ont gagné.", "Selon {P}, {O} vendra {X} à {C}.",
           "L'équipe de {P} à {O} a conçu {X}.", "Les auteurs sont {P} ({O}), {P} ({O}) et {P}.", "D'après {P}, {X} est rapide."),
    "es": ("{P}, investigador de {O}, dijo el lunes que {X} estaba listo.", "{O} publicó {X} en julio.", "{P} es cofundador de {O}.", "{X} supera a {X} y {X}.",
           "{P} estudió en {O} antes de unirse a {O} en {C}.", "El artículo fue escrito por {P} y {P}, de {O}.", "Según {P}, {O} venderá {X} en {C}.",
           "El equipo de {P} en {O} creó {X}.", "Los autores son {P} ({O}), {P} ({O}) y {P}.", "Antes de {X}, {P} había trabajado con {P}."),
    "pt": ("{P}, pesquisador da {O}, disse na segunda-feira que {X} estava pronto.", "A {O} lançou {X} em julho.", "{P} é cofundador da {O}.", "{X} supera {X} e {X}.",
           "{P} estudou na {O} antes de entrar na {O} em {C}.", "O artigo foi escrito por {P} e {P}, da {O}.", "Segundo {P}, a {O} venderá {X} em {C}.",
           "A equipe de {P} na {O} criou {X}.", "Os autores são {P} ({O}), {P} ({O}) e {P}."),
    "de": ("{P}, Forscherin an der {O}, sagte am Montag, {X} sei fertig.", "{O} hat {X} im Juli veröffentlicht.", "{P} ist Mitgründer von {O}.", "{X} übertrifft {X} und {X}.",
           "{P} studierte an der {O} und ging dann zu {O} nach {C}.", "Die Arbeit stammt von {P} und {P} ({O}).", "Laut {P} will {O} {X} in {C} verkaufen.",
           "Das Team von {P} an der {O} hat {X} gebaut.", "Die Autoren sind {P} ({O}), {P} ({O}) und {P}."),
    "id": ("{P}, peneliti di {O}, mengatakan pada hari Senin bahwa {X} sudah siap.", "{O} merilis {X} pada bulan Juli.", "{P} adalah salah satu pendiri {O}.",
           "{X} mengungguli {X} dan {X}.", "{P} belajar di {O} sebelum bergabung dengan {O} di {C}.", "Makalah itu ditulis oleh {P} dan {P} dari {O}.",
           "Menurut {P}, {O} akan menjual {X} di {C}.", "Tim {P} di {O} membangun {X}.", "Penulisnya adalah {P} ({O}), {P} ({O}) dan {P}.", "Sebelum {X}, {P} bekerja bersama {P}."),
}
INFLECTED = frozenset("bg ca cs el et fi he hr hu lt lv nb pl ro sk sl sr sr-Latn sv tr uk vi ms gl da".split())
"""Languages whose forms of a foreign name do not stand in other languages, or add nothing to what these have."""
SYLLABLES = "ka ro ve lu mi zan tor nex ori lum vex qua sol dri pha ter gen vi ax on el ar ti cor bel syn tra ken da mo ze fi ny or cal un".split()
MODELS = ("{x}", "{x}-{d}", "{x} {d}", "{x} {d}.{d}", "{l}{d}", "{l}{d}.{d}", "{x}Net", "{x}-{l}{d}", "{x} Max", "{x}LM", "{x} Linear", "Deep{x}", "{x}-VL", "{x} Coder", "{x}Bench", "{L}", "{x}Former", "{x} Pro")


class Names:
    """Names of people, bodies and places to put into text, by script, drawn by a seeded generator."""

    def __init__(self, examples: Iterable[Example], seed: int) -> None:
        self.random = random.Random(seed)
        people: defaultdict[str, set[str]] = defaultdict(set)
        bodies: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        cities: set[str] = set()
        for example in examples:
            for start, end, label in example.spans:
                name = example.text[start:end]
                if example.language in INFLECTED and script(name) == "latin" and label != "ORG":
                    continue
                if label == "PERSON" and 2 <= len(name.split()) <= 4 and not any(letter.isdigit() for letter in name):
                    people[script(name)].add(name)
                elif label == "ORG":
                    bodies[example.language, script(name)].add(name)
                elif label == "LOC" and script(name) == "latin" and name.isalpha() and name[0].isupper() and name[1:].islower():
                    cities.add(name)
        self.people = {key: sorted(names) for key, names in sorted(people.items())}
        self.bodies = {key: sorted(names) for key, names in sorted(bodies.items())}
        self.cities = sorted(cities)
        self.families = sorted({name.split()[-1] for name in self.people.get("latin", ()) if name.split()[-1].isalpha()})
        self.surnames = _words("chinese_surnames_pinyin.txt")
        self.syllables = _words("pinyin_syllables.txt")

    def pinyin(self) -> str:
        """A Chinese name in Latin letters, one of the ways in which they are written."""
        pick = self.random.choice
        family = pick(self.surnames).capitalize()
        given = [pick(self.syllables) for _ in range(self.random.choice((1, 2, 2, 2)))]
        together = "".join(given).capitalize()
        apart = " ".join(part.capitalize() for part in given)
        hyphen = "-".join([given[0].capitalize(), *(pick((part, part.capitalize())) for part in given[1:])])
        first = pick((together, together, together, apart, hyphen))
        return pick((f"{family} {first}", f"{first} {family}", f"{first} {family}", f"{family.upper()} {first}" if self.random.random() < 0.2 else f"{family} {first}"))

    def person(self, like: str = "Ann Lee") -> str:
        """Another person's name in the script of this one, of one word where this one is."""
        kind = script(like)
        if kind == "latin" and self.random.random() < 0.4:
            name = self.pinyin()
        else:
            name = self.random.choice(self.people.get(kind) or [like])
        return name if " " in like.strip() else self.random.choice((name.split()[0], name.split()[-1], name.split()[-1]))

    def coined(self) -> str:
        word = "".join(self.random.choice(SYLLABLES) for _ in range(self.random.choice((2, 2, 3)))).capitalize()
        return word if self.random.random() < 0.8 else word + self.random.choice(SYLLABLES).capitalize()

    def body(self, language: str, like: str = "Bank") -> str:
        """Another body's name: one of the same language and script, or a coined one."""
        known = self.bodies.get((language, script(like)), [])
        patterns = BODIES.get(language, BODIES["en"])
        if script(like) != "latin" or (known and self.random.random() < 0.4):
            return self.random.choice(known or [like])
        field = self.random.choice(FIELDS.get(language, FIELDS["en"]).split())
        family = self.random.choice(self.families)
        return self.random.choice(patterns).format(c=self.random.choice(self.cities), x=self.coined(), n=family, f=field)

    def product(self) -> str:
        pick = self.random
        letters = "".join(pick.choice("ABCDEFGHKLMNPRSTVX") for _ in range(pick.choice((2, 3, 4))))
        word = self.coined()
        if pick.random() < 0.3:  # short ones are what models take for people
            word = word[: pick.choice((4, 5))]
        return pick.choice(MODELS).format(x=word, d=pick.randint(1, 9), l=pick.choice("KRMGVXQ"), L=letters)


def _words(name: str) -> list[str]:
    lines = (TABLES / name).read_text(encoding="utf-8").split("\n")
    return sorted(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def script(text: str) -> str:
    for letter in text:
        if letter.isalpha():
            for name, ranges in (("latin", "A\u024f"), ("greek", "\u0370\u03ff"), ("cyrillic", "\u0400\u052f"), ("hebrew", "\u0590\u05ff"), ("arabic", "\u0600\u06ff")):
                if ranges[0] <= letter <= ranges[1]:
                    return name
            return "other"
    return "other"


def swapped(example: Example, names: Names) -> Example:
    """The example with other people and, for most, other bodies; the same name is replaced alike."""
    chosen: dict[tuple[str, str], str] = {}
    text, last = "", 0
    spans: list[tuple[int, int, str]] = []
    for start, end, label in example.spans:
        name = example.text[start:end]
        new = name
        if label == "PERSON" and script(name) != "other":
            new = chosen.setdefault((name, label), names.person(name))
        elif label == "ORG" and script(name) != "other" and names.random.random() < 0.6:
            new = chosen.setdefault((name, label), names.body(example.language, name))
        text += example.text[last:start]
        spans.append((len(text), len(text) + len(new), label))
        text += new
        last = end
    return Example(example.language, example.source + " swapped", text + example.text[last:], tuple(spans))


def shouted(example: Example) -> Example | None:
    """The example in capitals, as a headline; None where that changes its length or nothing."""
    text = example.text.upper()
    return Example(example.language, example.source + " capitals", text, example.spans) if len(text) == len(example.text) and text != example.text else None


def composed(names: Names, language: str, count: int) -> list[Example]:
    """Sentences about people, bodies and products, made of patterns."""
    return [_fill(names.random.choice(SENTENCES[language]), names, language) for _ in range(count)]


def _fill(pattern: str, names: Names, language: str) -> Example:
    text = ""
    spans: list[tuple[int, int, str]] = []
    draw: Mapping[str, Callable[[], tuple[str, str]]] = {
        "P": lambda: (names.pinyin() if names.random.random() < 0.5 else names.person(), "PERSON"),
        "O": lambda: (names.body(language), "ORG"),
        "C": lambda: (names.random.choice(names.cities), "LOC"),
        "X": lambda: (names.product(), ""),
    }
    pieces: Sequence[str] = pattern.replace("}", "{").split("{")
    for at, piece in enumerate(pieces):
        if at % 2 == 0:
            text += piece
            continue
        new, label = draw[piece]()
        if label:
            spans.append((len(text), len(text) + len(new), label))
        text += new
    return Example(language, "composed", text, tuple(spans))
