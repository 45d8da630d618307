"""What holds of the program's text: imports that point one way, short files, what Python 3.11.0 reads rightly."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "combatcli"
BESIDE = [ROOT / name for name in ("tests", "scripts", "benchmarks")]
OURS = {"combatcli", *(path.stem for folder in BESIDE for path in folder.iterdir())}
FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}
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
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


# --- What is imported from others: public names alone, for what has no promise moves; and a library where it is used --


@cache
def of_others(path: Path) -> list[str]:
    """Return the names that a file imports from libraries, those for type checkers and in functions too."""
    names: list[str] = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in names if name.partition(".")[0] not in {*OURS, "__future__"}]


@pytest.mark.parametrize("folder", [PACKAGE, *BESIDE], ids=lambda folder: folder.name)
def test_no_private_name_of_a_library_is_imported(folder: Path) -> None:
    for path in folder.rglob("*.py"):
        assert [name for name in of_others(path) if any(part.startswith("_") for part in name.split("."))] == [], path
        assert "__import__(" not in path.read_text(encoding="utf-8") or path == Path(__file__)


@pytest.mark.parametrize("library", ONLY)
def test_a_library_that_few_commands_need_has_its_modules(library: str) -> None:
    users = {
        name.removeprefix("combatcli.")
        for name, path in MODULES.items()
        if any(other.partition(".")[0] == library for other in of_others(path))
    }
    assert users == {*ONLY[library]}


def test_nothing_that_was_read_is_executed() -> None:
    runs = {"eval", "exec", "compile", "system", "popen", "__import__"}
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for path in FILES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) != "re.compile"
    }
    assert called & runs == set()


# --- No module imports, by whatever way round, a module that imports it ----------------------------------------------


def imported(node: ast.AST) -> Iterator[str]:
    """Go through what is imported beneath a node, inside functions too, but not what only type checkers import."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            for statement in child.orelse:
                yield from imported(statement)
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            names = [f"{child.module}.{alias.name}" for alias in child.names]
            yield from (name if name in MODULES else str(child.module) for name in names)
        else:
            yield from imported(child)


def in_circles(graph: Mapping[str, set[str]]) -> set[str]:
    left = set(graph)
    while True:
        led_to = {other for node in left for other in graph[node] & left}
        staying = {node for node in left if graph[node] & left and node in led_to}
        if staying == left:
            return left
        left = staying


def test_no_circle_of_imports_is_left() -> None:
    assert in_circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set[str](), "e": {"a"}}) == {"a", "b", "c"}
    graph = {
        name: {other for other in imported(tree(path)) if other in MODULES} - {name} for name, path in MODULES.items()
    }
    assert in_circles(graph) == set()


def test_no_file_of_ours_is_longer_than_a_reader_likes() -> None:
    assert [str(path) for path in FILES if path.read_text(encoding="utf-8").count("\n") > 400] == []


# --- Regular expressions do without what Python 3.11.0 has, but only later patch releases read rightly ---------------


def misread(text: str) -> list[str]:
    """Return the possessive quantifiers, atomic groups and conditions in a text that may be a regular expression."""
    plain = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", text, flags=re.DOTALL)
    return re.findall(r"(?<=[^(|])(?:[*+?]|\{\d*,?\d*\})\+|\(\?[>(]", plain)


def texts(node: ast.AST) -> Iterator[str]:
    """Go through the texts in a program, but not its docstrings; what an f-string fills in is a letter."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.JoinedStr):
            parts = (str(part.value) if isinstance(part, ast.Constant) else "x" for part in child.values)
            yield "".join(parts)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        yield from texts(child)


def test_no_text_of_the_program_is_a_regular_expression_that_some_patch_release_misreads() -> None:
    program = 'def f(x):\n    """No++"""\n    a = "a"\n    return re.compile(rf"b{x}*+{{2}}" + "c")\n'
    assert {*texts(ast.parse(program))} == {"a", "bx*+{2}", "b", "*+{2}", "c"}
    assert {(path.name, text) for path in FILES for text in texts(tree(path)) if misread(text)} == set()


@pytest.mark.parametrize(
    ("pattern", "tokens"),
    [
        (r"(?:[^\"\\]++|\\.)*+\"", ["++", "*+"]),
        (r"a?+b{2}+c{2,}+d{,3}+", ["?+", "{2}+", "{2,}+", "{,3}+"]),
        (r"x(?>a|b)(c)?(?(1)d)", ["(?>", "(?("]),
        (r"[*+]+\++[]*+]\*+(?:a+)+?.*?\{2}+", []),
        ("*+", []),
    ],
)
def test_what_some_patch_release_misreads_is_found(pattern: str, tokens: list[str]) -> None:
    assert misread(pattern) == tokens
