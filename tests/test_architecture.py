"""The sentences of docs/design.md about who may import whom, held by reading the imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "pipeline"
STAGES = ("read", "detect", "extract", "parallel", "agree", "align", "merge", "write")
SHARED = {"records", "text", "languages", "config", "errors", "romanize", "parallel", "tables"}
# Pieces of extraction that are pure functions of strings, used where names are looked for again.
LENT = {("agree", "extract.pieces"), ("align", "extract.pieces"), ("write", "extract.pieces")}

pytestmark = pytest.mark.smoke


def _modules(stage: str) -> list[Path]:
    if (PACKAGE / stage).is_dir():
        return sorted((PACKAGE / stage).rglob("*.py"))
    return [path for path in [PACKAGE / f"{stage}.py"] if path.exists()]


def _imports(path: Path) -> set[str]:
    """The modules below `pipeline` that a file imports, without the package's name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pipeline"):
            found.add(node.module.removeprefix("pipeline").lstrip("."))
        elif isinstance(node, ast.Import):
            found.update(alias.name.removeprefix("pipeline").lstrip(".") for alias in node.names if alias.name.startswith("pipeline"))
    return found


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_imports_no_other_stage(stage: str) -> None:
    for path in _modules(stage):
        for module in _imports(path):
            head = module.split(".")[0]
            allowed = head == stage or head not in STAGES or head in SHARED or (stage, module) in LENT
            assert allowed, f"{path.name} of {stage} imports pipeline.{module}"


def test_only_the_command_line_prints() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "cli.py":
            continue
        calls = [
            node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        ]
        assert not calls, f"{path} prints"


def test_nothing_is_evaluated_or_unpickled() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name for alias in node.names} | {getattr(node, "module", None) or ""}
                assert not names & {"pickle", "cPickle", "dill", "shelve"}, f"{path} imports {names}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec"}, f"{path} evaluates text"


def test_importing_the_package_is_light() -> None:
    import subprocess
    import sys

    code = "import sys, pipeline, pipeline.cli; print(sorted(m for m in ('spacy', 'pandas', 'duckdb', 'trafilatura') if m in sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    assert result.stdout.strip() == "[]"
