"""A forecast on a terminal: a bar on standard error meanwhile, and Ctrl-C that ends it with what is known by then."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from forecasts import DUEL

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
