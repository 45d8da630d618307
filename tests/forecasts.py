"""What the tests of forecasts share: a duel in which both strike at once and a hit kills, and how it is asked about."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from combatcli.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = [sys.executable, "-m", "combatcli"]
DUEL = """ruleset = "blade"
round = 1
phase = "melee"
[combatants.ann]
side = "ours"
strength = 7
health = 1
max_health = 1
weapons.knife = { length = "short" }
wielding = "knife"
engaged = ["bob"]
[combatants.bob]
side = "theirs"
strength = 5
health = 1
max_health = 1
weapons.knife = { length = "short" }
wielding = "knife"
engaged = ["ann"]
"""


def run(*words: str, path: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command on a file, in this process; `play` as a process of its own, which reads a script."""
    if words[0] == "play":
        line = [*COMMAND, *words, str(path)]
        return subprocess.run(line, input=text, capture_output=True, text=True, check=False)
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8"))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8"))
        code = main([*words, "-f", str(path)])
        sys.stdout.flush()
        sys.stderr.flush()
        return subprocess.CompletedProcess(words, code, out.getvalue().decode(), err.getvalue().decode())


def asked(*words: str, path: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for event in json.loads(run("forecast", "--json", *words, path=path).stdout)["events"]:
        found.setdefault(event["event"], []).append(event)
    return found


def lines_played(path: Path, text: str, rounds: int = 1, seed: str = "s") -> list[str]:
    """Return the script of the first fight of an encounter, which `play` plays to its end."""
    path.write_text(text, encoding="utf-8")
    words = ("--seed", seed, "--fight", "1", "--rounds", str(rounds), "--script")
    script = run("forecast", *words, path=path)
    assert run("play", path=path, text=script.stdout).returncode == 0, script
    return script.stdout.splitlines()


FEW = ("--seed", "s", "--times", "40", "--jobs", "1")
