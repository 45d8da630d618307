"""Whatever fails, and however broken an encounter is: nothing is lost, and nothing is a mistake of our own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import fuzz

SCRIPTS = Path(fuzz.__file__).parent


def test_whatever_call_fails_nothing_is_lost_and_nothing_untrue_is_said() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "faults.py"), "23"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    tries, failed = next(line.split()[1:] for line in done.stdout.splitlines() if line.startswith("all "))
    assert int(tries) > 150
    assert failed == "0"


@pytest.mark.parametrize("part", range(4))
def test_however_broken_an_encounter_is_no_command_breaks(part: int) -> None:
    tries, failed = fuzz.failures(125, part, each=3)
    assert tries == 375
    assert failed == []
