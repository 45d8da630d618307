"""No module imports, by whatever way round, a module that imports it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import combatcli

ROOT = Path(combatcli.__file__).parent.parent
PATHS = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "combatcli").rglob("*.py")
}
KNOWN: set[str] = set()
"""Modules that may still be in a circle."""


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
            yield from (name if name in PATHS else str(child.module) for name in names)
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
    graph = {
        name: {other for other in imported(ast.parse(path.read_text(encoding="utf-8"))) if other in PATHS} - {name}
        for name, path in PATHS.items()
    }
    assert in_circles(graph) == KNOWN


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set[str](), "e": {"a"}}
    assert in_circles(graph) == {"a", "b", "c"}
