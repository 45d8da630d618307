"""Ctrl-C ends the program with 130 and without a word, from its first line to its last; so does a signal to end."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

AT_EVERY_IMPORT = """
import os, signal, sys

class Interrupting:
    def __init__(self, at):
        self.left = at

    def find_spec(self, *_):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
step, *words = sys.argv[1:]
sys.argv = ["/usr/bin/combatcli", *words]
at = 1
ends = []
while not ends or ends[-1] == 130:
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        from combatcli.start import run
        sys.meta_path.insert(0, Interrupting(at))
        run()
    ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    at += int(step)
print(len(ends), ends[-1])
"""
FIGHT = """ruleset = "realm"
[combatants.mira]
side = "heroes"
"""


@pytest.mark.parametrize(
    ("step", "words"), [(2, ["roll", "3d6"]), (11, ["show", "-f", "fight.toml"]), (9, ["--help"]), (4, ["nonsense"])]
)
def test_an_interrupt_at_any_import_is_quiet(tmp_path: Path, step: int, words: list[str]) -> None:
    (tmp_path / "fight.toml").write_text(FIGHT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", AT_EVERY_IMPORT, str(step), *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    tries, last = map(int, done.stdout.split())
    assert tries > 3
    assert last == (2 if words == ["nonsense"] else 0)
    assert [line for line in done.stderr.splitlines() if "nonsense" not in line and not line.startswith("  ")] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("words", [["show", "-f", "-"], ["roll"]])
def test_a_signal_while_it_waits_for_its_input_is_quiet(tmp_path: Path, words: list[str], number: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "combatcli", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdin is not None
    # More than a pipe holds: once it is written, reading has begun.
    process.stdin.write(b"#\n" * (1 << 18))
    process.stdin.flush()
    process.send_signal(number)
    out, errors = process.communicate()
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert (out, errors) == (b"", b"")


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "sys.argv = ['combatcli', 'roll', '3d6', '--dice', '1,2,3']\n"
        "from combatcli.start import run\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "run()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "6\n", "")


def test_a_library_leaves_interrupts_alone() -> None:
    script = (
        "import signal, sys\n"
        "sys.argv = ['other']\n"
        "import combatcli.__main__\n"
        "print(signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_IGN))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n"
