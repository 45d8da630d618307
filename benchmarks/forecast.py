"""Fights a second of each game's example, on one core and with two processes: ``python benchmarks/forecast.py [runs]``.

Each run is a command of its own, start-up included; medians are shown. The ratio is that of two processes to one.
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

FIGHTS = 400


def main(runs: int) -> None:
    """Print a line for each game."""
    print(f"{'fights a second':16}{'one':>8}{'--jobs 2':>10}{'ratio':>7}")
    with TemporaryDirectory() as folder:
        for game in NAMES:
            path = Path(folder) / f"{game}.toml"
            path.write_text(f'ruleset = "{game}"\n{load(game).example()}', encoding="utf-8")
            one, two = [median([_speed(path, jobs) for _ in range(runs)]) for jobs in (1, 2)]
            print(f"{game:16}{one:8.0f}{two:10.0f}{two / one:7.2f}", flush=True)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, medians of {runs}")


def _speed(path: Path, jobs: int) -> float:
    words = ["forecast", "-f", str(path), "--seed", "s", "--times", str(FIGHTS), "--jobs", str(jobs)]
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "combatcli", *words], check=True, capture_output=True)
    return FIGHTS / (time.perf_counter() - begun)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
