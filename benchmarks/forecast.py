"""Fights a second of each game's example beside those of an earlier commit, in one run; and what a large fight takes.

``python benchmarks/forecast.py [COMMIT [RUNS]]``. Each run is a command of its own, start-up included; medians are
shown. Fights a second are those of CPU time, which other work on the machine disturbs least. The ratios of two
processes, and of two workers of a Dask cluster, to one process are by the clock: they need a quiet machine. Memory is
the most that one process had, for a tenth of the fights and for all of them. The last column is the CPU time of one
round of 200, made of those in the example, on 100 by 100 squares or in 10 by 10 arenas.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
from contextlib import contextmanager
from io import BytesIO
from math import gcd
from pathlib import Path
from random import Random
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from combatcli.rulesets import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

FEW, ALL = 1_000, 10_000
MANY, SIDE = 200, 100
ROOT, GIT = Path(__file__).parents[1], which("git") or "git"
DASK = "import sys; from distributed.cli.{0} import main; sys.argv[0] = '{0}'; main()"
WORKER = ("--no-dashboard", "--no-nanny", "--nthreads", "1")
HEADS = {"before": 8, "now": 6, "ratio": 7, "--jobs 2": 10, "2 workers": 11, "MB": 11, f"a round of {MANY}": 16}


class Run(NamedTuple):
    """What a command took: seconds by the clock, seconds of CPU, and megabytes at most."""

    wall: float
    cpu: float
    memory: float


def main(commit: str, runs: int) -> None:
    """Print a line for each game."""
    print(f"{'fights a second':16}", *[f"{head:>{width}}" for head, width in HEADS.items()], sep="")
    with TemporaryDirectory() as folder, _cluster() as address:
        before, path = Path(folder) / "before", Path(folder) / "fight.toml"
        archive = subprocess.run(
            [GIT, "archive", commit, "combatcli"], cwd=ROOT, capture_output=True, check=True
        ).stdout
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(before, filter="data")
        for game in NAMES:
            example = _started(before, "new", game, "--example").communicate()[0]
            path.write_text(example, encoding="utf-8")
            pairs = [[_run(tree, path, FEW, "--jobs", "1") for tree in (before, ROOT)] for _ in range(runs)]
            then, now = [FEW / median(pair[place].cpu for pair in pairs) for place in (0, 1)]
            one = median(run.wall for _, run in pairs)
            two = [
                one / median(_run(ROOT, path, FEW, *words).wall for _ in range(runs))
                for words in (("--jobs", "2"), ("--cluster", address))
            ]
            memory = f"{pairs[0][1].memory:.0f} to {_run(ROOT, path, ALL, '--jobs', '1').memory:.0f}"
            path.write_text(tomli_w.dumps(_many(tomllib.loads(example))), encoding="utf-8")
            large = _run(ROOT, path, 1, "--rounds", "1").cpu
            shown = [f"{then:.0f}", f"{now:.0f}", *[f"{ratio:.2f}" for ratio in (now / then, *two)], memory]
            columns = zip([*shown, f"{large:.1f} s"], HEADS.values(), strict=True)
            print(f"{game:16}", *[f"{each:>{width}}" for each, width in columns], sep="", flush=True)


def _run(tree: Path, path: Path, fights: int, *words: str) -> Run:
    begun = time.perf_counter()
    process = _started(tree, "forecast", "-f", str(path), "--seed", "s", "--times", str(fights), *words, quiet=True)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Run(time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _started(tree: Path, *words: str, quiet: bool = False) -> subprocess.Popen[str]:
    """Start a command of a tree of files."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": ""}
    stdout = subprocess.DEVNULL if quiet else subprocess.PIPE
    command = [sys.executable, "-m", "combatcli", *words]
    return subprocess.Popen(command, cwd=tree, env=environment, stdout=stdout, stderr=subprocess.DEVNULL, text=True)


@contextmanager
def _cluster() -> Iterator[str]:
    """Start a scheduler and two workers, and yield its address; they are ended after it."""
    started = [_dask("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
    try:
        address = _told(started[0], r"Scheduler at:\s+(\S+)")
        started += [_dask("dask_worker", address, *WORKER) for _ in range(2)]
        for worker in started[1:]:
            _told(worker, r"Registered to:\s+(\S+)")
        yield address
    finally:
        for process in started:
            process.kill()
            process.communicate()


def _dask(role: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", DASK.format(role), *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _told(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stderr is not None
    return next(found[1] for line in process.stderr if (found := re.search(pattern, line)))


def _many(example: dict[str, Any]) -> dict[str, Any]:
    """Return an encounter of copies of those in an example, each in a place of their own, as its round begins."""
    names = re.compile("|".join(f"'{name}'" for name in example["combatants"]))
    kinds = [each["kind"] for each in example.get("arenas", {}).values()]
    models = [
        {key: value for key, value in each.items() if key not in ("count", "name") and not names.search(repr(value))}
        for each in example["combatants"].values()
    ]
    square = gcd(*[number for each in models for number in each.get("position", ())])
    draw = Random("places")
    combatants = {}
    for number, place in enumerate(draw.sample(range(SIDE * SIDE), MANY)):
        model = models[number % len(models)]
        x, y = divmod(place, SIDE)
        where = {"position": [x * square, y * square]} if "position" in model else {"arena": f"a{x // 10}{y // 10}"}
        combatants[f"c{number}"] = {**model, **where}
    arenas = {
        f"a{x}{y}": {"kind": draw.choice(kinds), "links": [f"a{x + 1}{y}"] * (x < 9) + [f"a{x}{y + 1}"] * (y < 9)}
        for x in range(10 if kinds else 0)
        for y in range(10)
    }
    return {"ruleset": example["ruleset"], "arenas": arenas, "combatants": combatants}


if __name__ == "__main__":
    commit, runs = [*sys.argv[1:], *("a2aadd19", "3")[len(sys.argv) - 1 :]]
    main(commit, int(runs))
