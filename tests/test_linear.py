"""Every command's work grows with the encounter, and no faster: counted in lines of Python, or in instructions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

import growth
from combatcli import toml
from combatcli.encounter import journal_lines
from combatcli.encounter.journal import Noted, record_command
from combatcli.events import Remark
from support import SMALL, FightFile, Run

FEW, MANY = 60, 240
SCRIPT = """
import io, os, sys
import tomli_w
from combatcli.__main__ import main
from growth import encounter

def fight(size):
    if game != "realm":
        return tomli_w.dumps(encounter(game, size))
    lines = ['ruleset = "realm"', 'phase = "attack-assist-aimed"']
    lines += [f'[arenas.a{n}]\\nlinks = ["a{(n + 1) % (size // 10)}"]' for n in range(size // 10)]
    lines += [
        f'[combatants.c{n}]\\nside = "{"foes" if n % 2 else "heroes"}"\\narena = "a{n // 10}"\\nname = "Number {n}"\\n'
        f'marked = [1]\\nengaged = ["c{n + 1 if n % 2 == 0 else n - 1}"]\\nweapons.axe = {{ damage = "1d5" }}'
        for n in range(size)
    ]
    return "\\n".join(lines) + "\\n"

def count(words, text):
    name = f"fight-{len(text)}.toml"
    with open(name, "w") as file:
        file.write(text)
    counted = 0
    def local(frame, event, arg):
        nonlocal counted
        frame.f_trace_opcodes = what == "opcode"
        counted += event == what
        return local
    sys.settrace(local)
    try:
        code = main([*words, "-f", name])
    finally:
        sys.settrace(None)
    assert code == 0, words
    return counted

few, many = (int(each) for each in sys.argv[1:3])
what, game, *words = sys.argv[3:]
count(words, fight(few))
os.remove(f"fight-{len(fight(few))}.toml")
for size in (few, many):
    os.write(2, f"{count(words, fight(size))} ".encode())
"""


@pytest.mark.parametrize(
    "line",
    [
        "show",
        "check",
        "set c4 note=hurt",
        "set --side foes note=hurt",
        "add x side=foes",
        "drop c4",
        "condition c4 lucky",
        "wound c4 2",
        "attack c4 c5 --seed a",
        "next",
        "order",
        "move c4 a1",
        "arena list",
        "arena unlink a0 a1",
    ],
)
def test_the_work_grows_no_faster_than_the_encounter(line: str, tmp_path: Path) -> None:
    few, many = counted(tmp_path, MANY, "line", "realm", line)
    assert many <= 1.1 * MANY / FEW * few


@pytest.mark.parametrize("line", ["undo {}", "redo {}", "log --story --players --last {}"])
def test_the_work_on_past_commands_grows_no_faster_than_their_number(
    run: Run, fight_file: FightFile, line: str
) -> None:
    def work(number: int) -> int:
        """Return how many texts are read, unpacked and parsed for so many past commands."""
        path = fight_file(SMALL)
        path.with_name("fight.toml.journal").unlink(missing_ok=True)
        for mark in range(number):
            before, after = path.read_text(encoding="utf-8"), f"{SMALL}# {mark}\n"
            record_command(str(path), Noted(["log"], [Remark(text="Rain.")]), before, after)
            path.write_text(after, encoding="utf-8")
        if line.startswith("redo"):
            assert run("undo", number, "-f", path).code == 0
        with (
            mock.patch("combatcli.encounter.replay.read", wraps=journal_lines.read) as read,
            mock.patch("combatcli.encounter.replay.unpacked", wraps=journal_lines.unpacked) as unpacked,
            mock.patch("combatcli.toml.loads", wraps=toml.loads) as parsed,
        ):
            assert run(*line.format(number).split(), "-f", path).code == 0
        return read.call_count + unpacked.call_count + parsed.call_count

    assert work(10) < work(20) <= 2 * work(10)


@pytest.mark.parametrize("game", ["realm", "beacon"])
def test_what_show_looks_through_grows_no_faster_than_the_encounter(game: str, tmp_path: Path) -> None:
    few, many = counted(tmp_path, 2 * MANY, "opcode", game, "show")
    assert many <= 1.05 * 2 * MANY / FEW * few


def counted(folder: Path, size: int, what: str, game: str, line: str) -> tuple[int, int]:
    """Return how many lines, or instructions, a command takes on a few and on so many combatants."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(FEW), str(size), what, game, *line.split()],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.path.dirname(growth.__file__)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    few, many = (int(each) for each in done.stderr.split()[-2:])
    return few, many
