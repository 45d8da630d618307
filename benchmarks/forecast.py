"""Fights a second of each game's example: on one core, with two processes, and with two workers of a Dask cluster.

``python benchmarks/forecast.py [runs]``. Each run is a command of its own, start-up included; medians are shown.
A ratio compares two processes, or two workers, with one process; it says something on a quiet machine alone. On a
machine that does other things, too, read the fights a second of CPU time. Memory is the most that one process had, for
a tenth of the fights and for all of them. Then come the seconds of one fight of 1,000, made of those in the example, on
100 by 100 squares or in 10 by 10 arenas. The last line says how fast the machine is: how often Python adds to a
dictionary in a second.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from contextlib import contextmanager
from math import gcd
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from combatcli.rulesets import NAMES, load

if TYPE_CHECKING:
    from collections.abc import Iterator

FIGHTS = 2000
MANY, SIDE = 1_000, 100
ADDITIONS = 1_000_000
DASK = "import sys; from distributed.cli.{0} import main; sys.argv[0] = '{0}'; main()"
WORKER = ("--no-dashboard", "--no-nanny", "--nthreads", "1")


class Run(NamedTuple):
    """What a command took: seconds by the clock, seconds of CPU, and megabytes at most."""

    wall: float
    cpu: float
    memory: float


def main(runs: int) -> None:
    """Print a line for each game."""
    begun = os.getloadavg()[0]
    heads = (("of CPU", 8), ("one", 7), ("--jobs 2", 10), ("ratio", 7), ("2 workers", 11), ("ratio", 7), ("MB", 10))
    print(f"{'fights a second':16}", *[f"{head:>{width}}" for head, width in heads], sep="")
    with TemporaryDirectory() as folder, _cluster() as address:
        for game in NAMES:
            path = Path(folder) / f"{game}.toml"
            path.write_text(f'ruleset = "{game}"\n{load(game).example()}', encoding="utf-8")
            few = _run(path, FIGHTS // 10, "--jobs", "1").memory
            alone = [_run(path, FIGHTS, "--jobs", "1") for _ in range(runs)]
            cpu = FIGHTS / median(run.cpu for run in alone)
            one = FIGHTS / median(run.wall for run in alone)
            row = [f"{game:16}{cpu:8.0f}{one:7.0f}"]
            for words, width in ((("--jobs", "2"), 10), (("--cluster", address), 11)):
                two = FIGHTS / median(_run(path, FIGHTS, *words).wall for _ in range(runs))
                row.append(f"{two:{width}.0f}{two / one:7.2f}")
            memory = f"{few:.0f} to {max(run.memory for run in alone):.0f}"
            print(*row, f"{memory:>10}", sep="", flush=True)
        print(f"{f'one fight of {MANY:,}':16}{'of CPU':>8}{'seconds':>9}")
        for game in NAMES:
            path = Path(folder) / f"{game}-{MANY}.toml"
            path.write_text(tomli_w.dumps(_many(game)), encoding="utf-8")
            run = _run(path, 1)
            print(f"{game:16}{run.cpu:8.1f}{run.wall:9.1f}", flush=True)
    loads = f"load {begun:.1f} before and {os.getloadavg()[0]:.1f} after"
    print(f"{loads}, on {os.cpu_count()} cores; medians of {runs}")
    print(f"{_additions() / 1e6:.1f} million additions a second")


def _run(path: Path, fights: int, *words: str) -> Run:
    command = ["forecast", "-f", str(path), "--seed", "s", "--times", str(fights), *words]
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "combatcli", *command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Run(time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


@contextmanager
def _cluster() -> Iterator[str]:
    """Start a scheduler and two workers, and yield its address; they are ended after it."""
    started = [_started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
    try:
        address = _told(started[0], r"Scheduler at:\s+(\S+)")
        started += [_started("dask_worker", address, *WORKER) for _ in range(2)]
        for worker in started[1:]:
            _told(worker, r"Registered to:\s+(\S+)")
        yield address
    finally:
        for process in started:
            process.kill()
            process.communicate()


def _started(role: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", DASK.format(role), *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _told(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stderr is not None
    return next(found[1] for line in process.stderr if (found := re.search(pattern, line)))


def _additions() -> float:
    counts: dict[int, int] = {}
    begun = time.process_time()
    for number in range(ADDITIONS):
        counts[number & 1023] = counts.get(number & 1023, 0) + number
    return ADDITIONS / (time.process_time() - begun)


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
