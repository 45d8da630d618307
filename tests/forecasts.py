"""What the tests of forecasts share: a duel in which both strike at once and a hit kills, and how it is asked about."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support import run_in_process


def side_of(who: str) -> str:
    """Return the side of a name: ours for those that begin with an a, a third one with a z, else theirs."""
    return {"a": "ours", "z": "alone"}.get(who[0], "theirs")


def fight_of(game: str, top: str, **combatants: str) -> str:
    """Return an encounter whose combatants are on the sides that their names say."""
    tables = (f'[combatants.{who}]\nside = "{side_of(who)}"\n{keys}\n' for who, keys in combatants.items())
    return f'ruleset = "{game}"\n{top}\n{"".join(tables)}'


FIGHTER = """strength = {}
health = 1
max_health = 1
weapons.knife = {{ length = "short" }}
wielding = "knife"
engaged = ["{}"]""".format
DUEL = fight_of("blade", 'round = 1\nphase = "melee"', ann=FIGHTER(7, "bob"), bob=FIGHTER(5, "ann"))


def run(*words: str, path: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command on a file; `play` reads a script."""
    script = text if words[0] == "play" else None
    line = (*words, "-f", path) if script is None else (*words, path)
    with pytest.MonkeyPatch.context() as patch:
        done = run_in_process(patch, path.parent, *line, stdin=script)
    return subprocess.CompletedProcess(words, done.code, done.out, done.err)


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
