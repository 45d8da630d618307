"""Fights a second of each game's example: on one core, with two processes, and with two workers of a Dask cluster.

``python benchmarks/forecast.py [runs]``. Each run is a command of its own, start-up included; medians are shown.
A ratio compares two processes, or two workers, with one process; it says something on a quiet machine alone. On a
machine that does other things, too, read the fights a second of CPU time. Memory is the most that one process had, for
a tenth of the fights and for all of them. The last line says how fast the machine is: how often Python adds to a
dictionary in a second.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from combatcli.rulesets import NAMES, load

if TYPE_CHECKING:
    from collections.abc import Iterator

FIGHTS = 2000
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


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
