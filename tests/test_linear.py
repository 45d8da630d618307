"""Every command's work grows with the encounter, and no faster: counted in lines of Python, or in instructions."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import pytest

import growth
from combatcli import toml
from combatcli.encounter import journal_lines
from combatcli.encounter.journal import CommandToRecord, record_command
from combatcli.events import Remark
from support import SMALL, FightFile, Run

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
    for left in (name, f"{name}.journal"):
        if os.path.exists(left):
            os.remove(left)
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

what, game, size, *lines = sys.argv[1:]
few, many = int(size) // 4, int(size)
count(lines[0].split(), fight(few))
for line in lines:
    print(line, *[count(line.split(), fight(size)) for size in (few, many)], sep=";", file=sys.__stderr__)
"""
LINES = (
    *("show", "check", "set c4 note=hurt", "set --side foes note=hurt", "add x side=foes", "drop c4", "wound c4 2"),
    *("condition c4 lucky", "attack c4 c5 --seed a", "next", "order", "move c4 a1", "arena list", "arena unlink a0 a1"),
)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("what", "game", "size", "lines", "most"),
    [
        ("line", "realm", 120, LINES, 1.1),
        ("opcode", "realm", 240, ["show"], 1.05),
        ("opcode", "beacon", 240, ["show"], 1.05),
    ],
)
def test_the_work_grows_no_faster_than_the_encounter(
    tmp_path: Path, what: str, game: str, size: int, lines: Sequence[str], most: float
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, what, game, str(size), *lines],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.path.dirname(growth.__file__)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    counted = [line.split(";") for line in done.stderr.splitlines() if ";" in line]
    grown = {line: int(many) / int(few) for line, few, many in counted}
    assert [*grown] == [*lines]
    assert [line for line, times in grown.items() if times > 4 * most] == []


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
            record_command(str(path), CommandToRecord(["log"], [Remark(text="Rain.")]), before, after)
            path.write_text(after, encoding="utf-8")
        if line.startswith("redo"):
            assert run("undo", number, "-f", path).code == 0
        with (
            mock.patch("combatcli.encounter.replay.read_journal", wraps=journal_lines.read_journal) as read,
            mock.patch("combatcli.encounter.replay.decompress", wraps=journal_lines.decompress) as unpacked,
            mock.patch("combatcli.toml.loads", wraps=toml.loads) as parsed,
        ):
            assert run(*line.format(number).split(), "-f", path).code == 0
        return read.call_count + unpacked.call_count + parsed.call_count

    assert work(10) < work(20) <= 2 * work(10)
