"""The command line: arguments, logging, progress, exit status. The only module that prints."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from pipeline import Config, run
from pipeline.config import project_options
from pipeline.errors import NamebridgeError, UsageError

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
