"""Fights a second of each game's example, on one core and with two processes: ``python benchmarks/forecast.py [runs]``.

Then the seconds of one fight of 1,000, made of those in the example, on 100 by 100 squares or in 10 by 10 arenas.

Each run is a command of its own, start-up included; medians are shown. The ratio is that of two processes to one. On a
machine that does other things, too, fights a second of CPU time say more; a ratio says something on a quiet one alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from math import gcd
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import tomli_w

from combatcli.rulesets import NAMES, load

FIGHTS = 400
MANY, SIDE = 1_000, 100


def main(runs: int) -> None:
    """Print a line for each game."""
    begun = os.getloadavg()[0]
    print(f"{'fights a second':16}{'of CPU':>8}{'one':>8}{'--jobs 2':>10}{'ratio':>7}")
    with TemporaryDirectory() as folder:
        for game in NAMES:
            path = Path(folder) / f"{game}.toml"
            path.write_text(f'ruleset = "{game}"\n{load(game).example()}', encoding="utf-8")
            measured = [[_speeds(path, jobs) for _ in range(runs)] for jobs in (1, 2)]
            one, two = [median([wall for wall, _ in speeds]) for speeds in measured]
            cpu = median([cpu for _, cpu in measured[0]])
            print(f"{game:16}{cpu:8.0f}{one:8.0f}{two:10.0f}{two / one:7.2f}", flush=True)
        print(f"{f'one fight of {MANY:,}':16}{'of CPU':>8}{'seconds':>9}")
        for game in NAMES:
            path = Path(folder) / f"{game}-{MANY}.toml"
            path.write_text(tomli_w.dumps(_many(game)), encoding="utf-8")
            wall, cpu = _seconds(path, "--times", "1")
            print(f"{game:16}{cpu:8.1f}{wall:9.1f}", flush=True)
    loads = f"load {begun:.1f} before and {os.getloadavg()[0]:.1f} after"
    print(f"{loads}, on {os.cpu_count()} cores; medians of {runs}")


def _speeds(path: Path, jobs: int) -> tuple[float, float]:
    """Return the fights a second of a clock on the wall, and of CPU time."""
    wall, cpu = _seconds(path, "--times", str(FIGHTS), "--jobs", str(jobs))
    return FIGHTS / wall, FIGHTS / cpu


def _seconds(path: Path, *options: str) -> tuple[float, float]:
    """Return how long a forecast takes by a clock on the wall, and in CPU time."""
    words = ["forecast", "-f", str(path), "--seed", "s", *options]
    begun, used = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "combatcli", *words], check=True, capture_output=True)
    wall, now = time.perf_counter() - begun, os.times()
    return wall, now.children_user + now.children_system - used.children_user - used.children_system


def _many(game: str) -> dict[str, Any]:
    """Return an encounter of copies of those in a game's example, each in a place of their own, as its round begins."""
    example = tomllib.loads(load(game).example())
    names = re.compile("|".join(f"'{name}'" for name in example["combatants"]))
    kinds = [each["kind"] for each in example.get("arenas", {}).values()]
    models = [
        {key: value for key, value in each.items() if key not in ("count", "name") and not names.search(repr(value))}
        for each in example["combatants"].values()
    ]
    square = gcd(*[number for each in models for number in each.get("position", ())])
    draw = Random("places")
    places = draw.sample(range(SIDE * SIDE), MANY)
    combatants = {}
    for number, place in enumerate(places):
        model = models[number % len(models)]
        x, y = divmod(place, SIDE)
        where = {"position": [x * square, y * square]} if "position" in model else {"arena": f"a{x // 10}{y // 10}"}
        combatants[f"c{number}"] = {**model, **where}
    arenas = {
        f"a{x}{y}": {"kind": draw.choice(kinds), "links": [f"a{x + 1}{y}"] * (x < 9) + [f"a{x}{y + 1}"] * (y < 9)}
        for x in range(10 if kinds else 0)
        for y in range(10)
    }
    return {"ruleset": game, "arenas": arenas, "combatants": combatants}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
