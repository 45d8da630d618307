"""Fights a second of each game's example, on one core and with two processes: ``python benchmarks/forecast.py [runs]``.

Each run is a command of its own, start-up included; medians are shown. The ratio is that of two processes to one. On a
machine that does other things, too, fights a second of CPU time say more; a ratio says something on a quiet one alone.
The last line says how fast the machine is: how often Python adds to a dictionary in a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from combatcli.rulesets import NAMES, load

FIGHTS = 2000
ADDITIONS = 1_000_000


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
    loads = f"load {begun:.1f} before and {os.getloadavg()[0]:.1f} after"
    print(f"{loads}, on {os.cpu_count()} cores; medians of {runs}")
    print(f"{_additions() / 1e6:.1f} million additions a second")


def _additions() -> float:
    counts: dict[int, int] = {}
    begun = time.process_time()
    for number in range(ADDITIONS):
        counts[number & 1023] = counts.get(number & 1023, 0) + number
    return ADDITIONS / (time.process_time() - begun)


def _speeds(path: Path, jobs: int) -> tuple[float, float]:
    """Return the fights a second of a clock on the wall, and of CPU time."""
    words = ["forecast", "-f", str(path), "--seed", "s", "--times", str(FIGHTS), "--jobs", str(jobs)]
    begun, used = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "combatcli", *words], check=True, capture_output=True)
    wall, now = time.perf_counter() - begun, os.times()
    cpu = now.children_user + now.children_system - used.children_user - used.children_system
    return FIGHTS / wall, FIGHTS / cpu


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
