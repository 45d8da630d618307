"""What rolling imports: nothing that takes longer than the roll, and nothing of the odds; and what odds import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from combatcli import dice

FORBIDDEN = {
    *("collections", "dataclasses", "enum", "fractions", "functools", "hashlib"),
    *("inspect", "json", "math", "random", "re", "typing"),
}
ROLLED = """
from combatcli.dice import notation
from combatcli.dice.rolling import roll, sources
roll.roll(notation.parse("3d6").tree, sources.SystemSource())
"""
TOLD = """
from combatcli.__main__ import main
try:
    main()
except SystemExit:
    pass
"""
ODDS = """
from combatcli.dice.notation import parse
from combatcli.dice.exact.expression import odds
odds(parse("3d6+2"))
"""


def loaded(script: str, *words: str) -> set[str]:
    """Return the names of the modules that a script loads."""
    script = f"import sys\nbefore = {{*sys.modules}}\n{script}\nprint(*{{*sys.modules}} - before)"
    done = subprocess.run([sys.executable, "-c", script, *words], check=True, capture_output=True, text=True)
    return {*done.stdout.splitlines()[-1].split()}


@pytest.mark.parametrize(
    ("script", "words", "module"),
    [
        ("import combatcli.dice", (), "combatcli.dice"),
        (ROLLED, (), "combatcli.dice.rolling.roll"),
        (TOLD, ("roll", "3d6", "-v"), "combatcli.report.rolls"),
    ],
)
def test_rolling_imports_nothing_heavy(script: str, words: tuple[str, ...], module: str) -> None:
    modules = loaded(script, *words)
    assert module in modules
    assert not modules & FORBIDDEN
    assert not any("dice.exact" in name for name in modules)


def test_the_odds_of_a_sum_import_no_more_than_sums() -> None:
    exact = {name.rpartition(".")[2] for name in loaded(ODDS) if "exact" in name}
    assert exact == {"budget", "distribution", "exact", "expression", "sums"}


HOUSE = Path(dice.__file__).parent


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, wherever in it and be it for its types alone."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    return whole | {f"{node.module}.{alias.name}" for node in froms for alias in node.names}


@pytest.mark.parametrize(
    ("room", "closed"), [("rolling", ("exact",)), (".", ("exact", "rolling"))], ids=["rolling", "notation"]
)
def test_rolling_knows_nothing_of_odds(room: str, closed: tuple[str, ...]) -> None:
    files = sorted({*(HOUSE / room).glob("*.py")} - {HOUSE / "__init__.py", HOUSE / "api.py"})
    assert len(files) > 3
    names = {name for path in files for name in imported(path)}
    assert [
        name for name in sorted(names) if name.startswith(tuple(f"combatcli.dice.{other}" for other in closed))
    ] == []
