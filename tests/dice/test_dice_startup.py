"""What rolling imports: nothing that takes longer than the roll."""

from __future__ import annotations

import subprocess
import sys

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
from combatcli.dice import notation, rolling, sources, tree
rolled = rolling.roll(notation.parse("3d6").tree, sources.SystemSource())
assert rolled.total == sum(rolled.faces)
print(*sorted(set(sys.modules) - before))
"""


def test_rolling_imports_nothing_heavy() -> None:
    """Reading and rolling 3d6 with the system's dice loads none of the modules that make a start slow."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "combatcli.dice.rolling" in loaded
    assert not loaded & FORBIDDEN
    assert not any("odds" in name or "distribution" in name for name in loaded)
