"""What rolling imports: nothing that takes longer than the roll, and nothing of the odds; and what odds import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from combatcli import dice

FORBIDDEN = {
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "inspect",
    "json",
    "math",
    "random",
    "re",
    "typing",
}

SCRIPT = """
import sys
before = set(sys.modules)
from combatcli.dice import notation
from combatcli.dice.rolling import roll, sources
rolled = roll.roll(notation.parse("3d6").tree, sources.SystemSource())
assert rolled.total == sum(rolled.faces)
print(*sorted(set(sys.modules) - before))
"""


def test_rolling_imports_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "combatcli.dice.rolling.roll" in loaded
    assert not loaded & FORBIDDEN
    assert not any("odds" in name or "distribution" in name for name in loaded)


TOLD = """
import sys
before = set(sys.modules)
from combatcli.__main__ import main
try:
    main()
finally:
    print(*sorted(set(sys.modules) - before))
"""


def test_a_roll_that_tells_its_dice_imports_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", TOLD, "roll", "3d6", "-v"], check=True, capture_output=True, text=True)
    told, loaded = done.stdout.splitlines()
    assert told.startswith("3d6")
    assert "combatcli.report.rolls" in loaded.split()
    assert not set(loaded.split()) & FORBIDDEN


ODDS = """
import sys
before = set(sys.modules)
from combatcli.dice.notation import parse
from combatcli.dice.exact.expression import odds
assert odds(parse("3d6+2")).denominator == 216
print(*sorted(name.rpartition(".")[2] for name in set(sys.modules) - before if "exact" in name))
"""


def test_the_odds_of_a_sum_import_no_more_than_sums() -> None:
    done = subprocess.run([sys.executable, "-c", ODDS], check=True, capture_output=True, text=True)
    assert done.stdout.split() == [
        "budget",
        "distribution",
        "exact",
        "expression",
        "polynomials",
        "sums",
        "terms",
    ]


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
    files = sorted({*(HOUSE / room).glob("*.py")} - {HOUSE / "__init__.py", HOUSE / "python.py"})
    assert len(files) > 3
    names = {name for path in files for name in imported(path)}
    assert [
        name for name in sorted(names) if name.startswith(tuple(f"combatcli.dice.{other}" for other in closed))
    ] == []
