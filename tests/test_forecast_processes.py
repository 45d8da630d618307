"""Forecasts in several processes: a bar on a terminal, Ctrl-C, lost processes, and a Dask cluster."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from distributed import Client
from forecasts import DUEL, asked, run

from combatcli.forecast.simulate import tallies_in_parallel
from combatcli.pipeline import cluster
from support import PROGRAM, FightFile

pty = pytest.importorskip("pty")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no terminals of this kind")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_forecast_with_what_is_known_by_then(fight_file: FightFile, jobs: str) -> None:
    path = fight_file(DUEL)
    ours, theirs = pty.openpty()
    words = ["forecast", "--seed", "s", "--within", "0.01", "--jobs", jobs, "--json", "-f", str(path)]
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        seen = b""
        while b" fights  ours " not in seen:
            seen += os.read(ours, 1000)
        os.killpg(process.pid, signal.SIGINT)
        try:
            told, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    os.close(ours)
    assert process.returncode == 130
    head = json.loads(told)["events"][0]
    assert head["cut_short"] is True
    assert head["fights"] >= 100
    assert seen.startswith(b"\r\x1b[K[")


@pytest.mark.skipif(sys.platform != "linux", reason="children are found by /proc")
def test_a_process_that_is_killed_loses_no_fight_and_one_that_is_left_alone_ends(fight_file: FightFile) -> None:
    path = fight_file(DUEL)
    words = [*PROGRAM, "forecast", "--seed", "s", "--times", "2000", "-f", str(path), "--jobs"]
    told = []
    for whom in ("nobody", "a child", "the parent"):
        ours, theirs = pty.openpty()
        with subprocess.Popen([*words, "2"], stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
            os.close(theirs)
            seen = b""
            while b" fights  ours " not in seen:
                seen += os.read(ours, 1000)
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
            if whom == "a child":
                os.kill(int(children[0]), signal.SIGKILL)
            elif whom == "the parent":
                process.kill()
            # The pipe is at its end only once nobody holds it any more.
            told.append(process.communicate(timeout=60)[0])
        os.close(ours)
    assert told == [told[0], told[0], ""]
    assert "2,000 fights of seed s" in told[0]


@pytest.mark.skipif(sys.platform == "win32", reason="it has no terminals of this kind")
def test_the_bar_is_full_at_the_end_and_taken_away(fight_file: FightFile) -> None:
    path = fight_file(DUEL)
    ours, theirs = pty.openpty()
    words = ["forecast", "--seed", "s", "--times", "20", "--jobs", "1", "-f", str(path)]
    subprocess.run([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    drawn = os.read(ours, 10_000)
    os.close(ours)
    assert b"[####################] 20 fights  ours " in drawn
    assert drawn.endswith(b"\r\x1b[K")


WORDS = ("--seed", "s", "--times", "600")
DASK = "import sys; from distributed.cli.{0} import main; sys.argv[0] = '{0}'; main()"


def started(role: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", DASK.format(role), *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


@contextmanager
def scheduling() -> Iterator[str]:
    """Start a scheduler, and give its address."""
    process = started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    try:
        assert process.stderr is not None
        found = next(found for line in process.stderr if (found := re.search(r"Scheduler at:\s+(\S+)", line)))
        yield found[1]
    finally:
        ended(process)


class Cluster(NamedTuple):
    """A scheduler and two workers."""

    address: str
    workers: list[subprocess.Popen[str]]


@pytest.fixture(scope="module")
def two() -> Iterator[Cluster]:
    with scheduling() as address:
        words = (address, "--no-dashboard", "--no-nanny", "--nthreads", "2")
        workers = [started("dask_worker", *words) for _ in range(2)]
        try:
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(2, timeout=60)
            yield Cluster(address, workers)
        finally:
            for worker in workers:
                ended(worker)


@pytest.fixture
def duel(fight_file: FightFile) -> Path:
    return fight_file(DUEL)


def test_the_digits_of_a_cluster_are_those_of_one_process_even_where_a_worker_is_lost(
    two: Cluster, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = asked(*WORDS, "--jobs", "1", path=duel)
    assert asked(*WORDS, "--cluster", two.address, path=duel) == alone

    def losing_one(*given: object) -> Iterator[object]:
        for number, tally in enumerate(tallies_in_parallel(*given)):  # type: ignore[arg-type]
            if number == 1:
                os.kill(two.workers[0].pid, signal.SIGKILL)
            yield tally

    monkeypatch.setattr(cluster, "tallies_in_parallel", losing_one)
    assert asked(*WORDS, "--cluster", two.address, path=duel) == alone
    assert two.workers[0].wait() == -signal.SIGKILL


def test_a_worker_with_another_version_is_refused(two: Cluster, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "99.0")
    done = run("forecast", *WORDS, "--cluster", two.address, path=duel)
    assert (done.returncode, done.stdout) == (3, "")
    assert re.search(r"the worker tcp://\S+ has combatcli \S+, and this is 99.0", done.stderr)


def test_a_scheduler_without_workers_is_told_with_what_to_start(duel: Path) -> None:
    with scheduling() as address:
        done = run("forecast", *WORDS, "--cluster", address, path=duel)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"the scheduler at {address} has no workers" in done.stderr
    assert f"dask worker {address}" in done.stderr


@pytest.mark.parametrize("listens", [False, True])
def test_a_scheduler_that_does_not_answer_is_named_with_what_to_start(
    duel: Path, monkeypatch: pytest.MonkeyPatch, *, listens: bool
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if listens:
            silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        done = run("forecast", *WORDS, "--cluster", address, path=duel)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"no scheduler answers at {address} within 1 s" in done.stderr
    assert f"`dask scheduler`, and on each machine `dask worker {address}`" in done.stderr


def test_an_address_that_is_none_is_refused(duel: Path) -> None:
    done = run("forecast", *WORDS, "--cluster", "nonsense://x", path=duel)
    assert (done.returncode, done.stdout) == (3, "")
    assert "no scheduler answers at nonsense://x" in done.stderr


def test_nothing_of_a_cluster_is_imported_where_none_is_named(duel: Path) -> None:
    words = ["forecast", "--seed", "s", "--times", "5", "-f", str(duel)]
    code = f"import sys; from combatcli.__main__ import main; main({words!r}); sys.exit('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_missing_library_is_named_with_what_installs_it(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run("forecast", *WORDS, "--cluster", "tcp://127.0.0.1:1", path=duel)
    assert (done.returncode, done.stdout) == (3, "")
    assert "pip install 'combatcli[cluster]'" in done.stderr
