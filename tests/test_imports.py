"""What is imported from others: public names alone, for what has no promise moves; and a library where it is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BESIDE = [ROOT / name for name in ("tests", "scripts", "benchmarks")]
OURS = {"combatcli", *(path.stem for folder in BESIDE for path in folder.iterdir())}
FILES = sorted(path for folder in (ROOT / "combatcli", *BESIDE) for path in folder.rglob("*.py"))


ONLY: dict[str, list[str]] = {
    "typer": ["help"],
    "rich": ["report.colored_text"],
    "prompt_toolkit": ["pipeline.terminal"],
    "platformdirs": ["pipeline.named_rolls", "pipeline.terminal", "rulesets.game_files"],
    "tomlkit": ["encounter.edit"],
    "tomli_w": ["commands.new", "encounter.edit", "rulesets.from_file.game"],
    "distributed": ["pipeline.cluster"],
    "http": ["pipeline.serve"],
    **{name: [] for name in ("subprocess", "pickle", "marshal", "socket", "urllib", "ctypes", "runpy")},
}
"""Libraries that few commands need, and the modules that import them; those that run or call others nobody imports."""


@cache
def of_others(path: Path) -> list[str]:
    """Return the names that a file imports from libraries, those for type checkers and in functions too."""
    return list(_of_others(path))


def _of_others(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name for name in names if name.partition(".")[0] not in {*OURS, "__future__"})


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_private_name_of_a_library_is_imported(path: Path) -> None:
    assert [name for name in of_others(path) if any(part.startswith("_") for part in name.split("."))] == []
    assert "__import__(" not in path.read_text(encoding="utf-8") or path == Path(__file__)


@pytest.mark.parametrize("library", ONLY)
def test_a_library_that_few_commands_need_has_its_modules(library: str) -> None:
    package = ROOT / "combatcli"
    users = {
        ".".join(path.relative_to(package).with_suffix("").parts)
        for path in package.rglob("*.py")
        if any(name.partition(".")[0] == library for name in of_others(path))
    }
    assert users == {*ONLY[library]}


def test_nothing_that_was_read_is_executed() -> None:
    runs = {"eval", "exec", "compile", "system", "popen", "__import__"}
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for path in (ROOT / "combatcli").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) != "re.compile"
    }
    assert called & runs == set()
