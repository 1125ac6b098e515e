"""The command line: arguments, logging, progress, exit status. The only module that prints."""

from __future__ import annotations

import getpass
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from pipeline import Config, apply_decisions, run
from pipeline.config import project_options
from pipeline.errors import NamebridgeError, NothingToDo, OutputBusy, UsageError

app = typer.Typer(
    name="namebridge", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    help="Find the people, organizations and papers that articles in many languages name, and bring all spellings of each under one id.",
)
log = logging.getLogger(__name__)
Output = Annotated[Path, typer.Option("--output", "-o", help="The folder of the tables.")]


@app.callback()
def _namebridge() -> None:
    """Find names in articles in many languages, and bring all spellings of each under one id."""


@app.command("run")
def run_command(
    corpus: Annotated[list[Path], typer.Argument(help="Folders or files to read.")],
    output: Output,
    state: Annotated[Path | None, typer.Option(help="Where ids and decisions are kept (default: the project folder).")] = None,
    files_from: Annotated[Path | None, typer.Option(help="A list of files, one path a line.")] = None,
    known: Annotated[Path | None, typer.Option(help="Names that you already have: CSV or FollowTheMoney.")] = None,
    languages: Annotated[str, typer.Option(help="Choose among these languages only: en,fr,zh.")] = "",
    jobs: Annotated[int | None, typer.Option(help="Processes; 0 for one per core.")] = None,
    dry_run: Annotated[bool, typer.Option(help="Say what would be read, write nothing.")] = False,
    prune: Annotated[bool, typer.Option(help="Forget documents that are gone from the corpus.")] = False,
) -> None:
    """Read a folder of articles and write the tables."""
    options: dict[str, Any] = dict(project_options(output))
    given = {"state": state, "files_from": files_from, "known": known, "jobs": jobs}
    options.update({name: value for name, value in given.items() if value is not None})
    if languages:
        options["languages"] = tuple(code.strip() for code in languages.split(",") if code.strip())
    if dry_run:
        options["dry_run"] = True
    if prune:
        options["prune"] = True
    options.pop("corpus", None)
    config = Config(corpus=tuple(corpus), output=output, **options)
    with _bars() as show:
        result = run(config, progress=show)
    for skipped in result.skipped:
        print(f"{skipped.document}: {skipped.status}: {skipped.reason}", file=sys.stderr)
    for document in result.documents:
        if document.reason:
            print(f"{document.document}: {document.reason}", file=sys.stderr)
    for note in result.notes:
        print(note, file=sys.stderr)
    print(result.summary)


@app.command("init")
def init_command(folder: Annotated[Path, typer.Argument(help="The project folder to make.")] = Path(".")) -> None:
    """Make a project folder: namebridge.toml, corpus/, output/, decisions.csv. What is there stays as it is."""
    from pipeline.project import init_project

    for made in init_project(folder):
        print(f"Made {made}")
    print(f"Next: put articles into {folder / 'corpus'}, then: namebridge run {folder / 'corpus'} --output {folder / 'output'}")


@app.command("decide")
def decide_command(
    output: Output,
    decision: Annotated[str, typer.Argument(help="same, different, unsure, type, name, not-an-entity or undo.")] = "",
    words: Annotated[list[str] | None, typer.Argument(help="Names, NAME@DOCUMENT or entity ids; for type and name also the new one.")] = None,
    type_: Annotated[str, typer.Option("--type", help="person, organization or paper, where a name is several.")] = "",
    who: Annotated[str, typer.Option(help="Who decides (default: your user name).")] = "",
    why: Annotated[str, typer.Option(help="The reason, for those who come after.")] = "",
    sheet: Annotated[Path | None, typer.Option("--import", help="A filled-in review sheet, CSV or XLSX.")] = None,
    state: Annotated[Path | None, typer.Option(help="Where ids and decisions are kept (default: the project folder).")] = None,
) -> None:
    """Decide about names: two are the same, different, unsure; one has another type or a better name, or is none. Applies at once."""
    from pipeline.decisions import add_decisions, read_decisions
    from pipeline.project import find_state, keep_state

    if (sheet is None) == (not decision):
        raise UsageError("Give a decision and names, or --import FILE.")
    about = {"who": who or _user(), "when": datetime.now(UTC).isoformat(timespec="seconds")}
    kept = find_state(output, state)
    if sheet is not None:
        from pipeline.answers import take_answers

        if not sheet.is_file():
            raise UsageError(f"No file {str(sheet)!r} for --import.")
        answers = take_answers(sheet, output, read_decisions(kept.folder), **about)
        decisions, warnings = answers.decisions, answers.troubles
        print(f"{sheet}: {len(decisions)} decisions taken, {answers.in_force} in force already, {answers.empty} rows without one, {answers.repeated} repeated.")
    else:
        from pipeline.ids import read_ids
        from pipeline.judge import make_decision, names_in

        one, said = make_decision(decision, words or [], names_in(output), read_ids(kept.folder), kind=type_, why=why, **about)
        decisions, warnings = (one,), tuple(said)
        print(f"Decided: {one}")
    for warning in warnings:
        print(warning, file=sys.stderr)
    if decisions:
        keep_state(output, kept)
        add_decisions(kept.folder, decisions)
        _apply(output, state)
    elif sheet is not None and any(warning.startswith("line") for warning in warnings):
        raise NothingToDo(f"No row of {sheet} could be taken.")


def _apply(output: Path, state: Path | None) -> None:
    """Bring the tables up to date with the decisions, or say who will."""
    try:
        result = apply_decisions(output, state=state)
    except OutputBusy as error:
        print(f"The decisions are kept. {error} The next run applies them.", file=sys.stderr)
        return
    for note in result.notes:
        print(note, file=sys.stderr)
    print("The tables are up to date.")


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no name for this user, as in some containers
        return ""


@app.command("export")
def export_command(
    format_: Annotated[str, typer.Argument(metavar="FORMAT", help="review-csv or review-xlsx.")],
    output: Output,
    to: Annotated[Path | None, typer.Option(help="The file to write (default: beside the tables).")] = None,
) -> None:
    """Write the tables of OUT in another format."""
    from pipeline.write.exports import export

    print(export(format_, output, to))


@app.command("align")
def align_command(
    table: Annotated[Path, typer.Argument(help="rec_id, name, type, language; or document, start, end, surface, type.", exists=True, dir_okay=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The table of clusters to write.")],
    documents: Annotated[Path | None, typer.Option(help="The folder of the articles that the mentions are from.")] = None,
) -> None:
    """Align names, or the mentions that another tool found."""
    from pipeline.align_table import align_table

    print(align_table(table, output, documents=documents))


@app.command("explain")
def explain_command(names: Annotated[list[str], typer.Argument(help="A name or an id; two of them to compare.")], output: Output) -> None:
    """Say why names are, or are not, one entity."""
    from pipeline.explain import explain

    if len(names) > 2:
        raise UsageError(f"explain takes one or two names, not {len(names)}. Put names of several words in quotes.")
    print(explain(output, names))


@app.command("evaluate")
def evaluate_command(
    gold: Annotated[Path, typer.Option(help="The folder of entities.tsv and spans.tsv.")],
    documents: Annotated[Path, typer.Option(help="The folder of the articles.")],
    output: Output,
) -> None:
    """Score the tables of OUT against a gold standard."""
    from pipeline.evaluate import as_text, evaluate

    print(as_text(evaluate(gold, documents, output)))


@app.command("doctor")
def doctor_command() -> None:
    """Say which languages are covered by which model, and what is missing."""
    from pipeline.doctor import doctor

    print(doctor())


class _bars:
    """Progress bars on stderr, one per stage; nothing where stderr is no terminal."""

    def __enter__(self) -> Any:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description:>8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console,
            disable=not console.is_terminal, transient=True,
        )
        self._tasks: dict[str, TaskID] = {}
        self._progress.start()
        return self._show

    def _show(self, stage: str, done: int, total: int) -> None:
        if stage not in self._tasks:
            self._tasks[stage] = self._progress.add_task(stage, total=total or None)
        self._progress.update(self._tasks[stage], completed=done, total=total or None)

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


def main(arguments: list[str] | None = None) -> None:
    """The command: exit status 0 when all went well, 1 when nothing could be done, 2 for wrong usage."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s", stream=sys.stderr)
    try:
        app(args=arguments, standalone_mode=False)
    except NamebridgeError as error:
        print(f"namebridge: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        print("namebridge: stopped; what was finished is kept.", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        if type(error).__module__.startswith(("click", "typer")) and hasattr(error, "format_message"):
            print(f"namebridge: {error.format_message()}", file=sys.stderr)
            sys.exit(UsageError.exit_status)
        raise
