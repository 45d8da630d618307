"""Every command that takes an encounter, in every game, on 20, 200 and 1,000 combatants, in a pipe and in place.

What is printed are ratios: the CPU time of each command to that of tomllib and tomli-w alone on the same file, both as
programs of their own. In place there is a journal of 1,000 lines. `python benchmarks/sizes.py > benchmarks/sizes.txt`
keeps the table, so that a change shows; ROUNDS=5 measures more often, and names after it measure these games alone.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import tomli_w

from combatcli.encounter.files import write_atomically
from combatcli.encounter.journal import CommandToRecord, record_command
from combatcli.rulesets import load

ROUNDS = int(os.environ.get("ROUNDS", "3"))
PROGRAM = str(Path(sys.executable).with_name("combatcli"))
SIZES = (20, 200, 1000)
MOST = 4
LINES = 1000
APART = 1000
ALONE = "import sys, tomllib, tomli_w; tomli_w.dumps(tomllib.loads(open(sys.argv[1]).read()))"
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
SHARED = """\
show
show {a}
check
set {a} note=hurt
set --side {side} note=hurt
add x --like {a}
drop {a}
condition {a} lucky
next
order
pairings
arena list
arena map
dashtest {a} {b}
rules how far may I move"""
HISTORY = ["log", "undo", "redo"]
"""What there is of a file alone, not of a pipe."""
GAMES: dict[str, tuple[dict[str, str], str]] = {
    "realm": (
        {"a": "mira", "b": "ruffian", "side": "heroes"},
        """\
order --board
attack mira ruffian
attack mira ruffian --apply
attack mira ruffian --odds
wound mira 2
declare mira attack ruffian
move mira alley
recover mira --heal 1
test mira daring
push mira ruffian --to alley
impede mira ruffian
arena add square --link alley
arena unlink alley roofs""",
    ),
    "blade": (
        {"a": "darna", "b": "orc1", "side": "heroes"},
        """\
attack darna orc1
attack darna orc1 --odds
wound darna 2
declare darna attack orc1
recover darna --health 1
test darna strength
move ilvar stairs""",
    ),
    "arq": (
        {"a": "bran", "b": "gob1", "side": "heroes"},
        """\
attack bran gob1
attack bran gob1 --odds
wound bran 1
declare bran act
move bran 1,1
recover bran --heal 1
test bran melee --against gob1""",
    ),
    "beacon": (
        {"a": "osric", "b": "wight", "side": "heroes"},
        """\
attack vela wight
attack vela wight --odds
wound osric 2
declare osric cautious
move osric 5,0
test osric skirmish
push osric wight --feet 5
boon osric hidden""",
    ),
}
"""Of each game the words that stand in the shared lines, and lines of its own."""


def many(game: str, combatants: int) -> str:
    """Return so many combatants: the game's example again and again, each time with names of its own, and apart."""
    example = tomllib.loads(load(game).parts.example)
    names = {*example["combatants"], *example.get("arenas", {})}
    whole: dict[str, Any] = {"ruleset": game, **example}
    scene = 0
    while len(whole["combatants"]) < combatants:
        scene += 1
        again = _renamed(example, names, scene)
        for table in ("arenas", "combatants"):
            whole[table] = {**whole.get(table, {}), **again.get(table, {})}
    whole["combatants"] = dict(list(whole["combatants"].items())[:combatants])
    left = {*whole["combatants"], *whole["arenas"]} if "arenas" in whole else {*whole["combatants"]}
    return tomli_w.dumps(_without_strangers(whole, names, left))


def _renamed(value: Any, names: set[str], scene: int) -> Any:
    if isinstance(value, dict):
        moved = {
            (f"{key}-{scene}" if key in names else key): _renamed(each, names, scene) for key, each in value.items()
        }
        if "position" in moved:
            moved["position"] = [moved["position"][0] + APART * scene, *moved["position"][1:]]
        return moved
    if isinstance(value, list):
        return [_renamed(each, names, scene) for each in value]
    return f"{value}-{scene}" if value in names else value


def _without_strangers(value: Any, names: set[str], left: set[str]) -> Any:
    """Return a value without those who were cut off at the end."""

    def gone(word: object) -> bool:
        return isinstance(word, str) and word.rpartition("-")[0] in names and word not in left

    if isinstance(value, dict):
        return {key: _without_strangers(each, names, left) for key, each in value.items() if not gone(each)}
    return [each for each in value if not gone(each)] if isinstance(value, list) else value


def journal(file: Path, text: str) -> None:
    """Give a file a journal of many lines, and its text again."""
    other = text.replace("round = 1", "round = 2", 1)
    write_atomically(str(file), text)
    for number in range(LINES):
        before, after = (other, text) if number % 2 else (text, other)
        record_command(str(file), CommandToRecord(["set", ".", f"round={1 + number % 2}"]), before, after)
    write_atomically(str(file), text)


def once(command: list[str], stdin: Path | None) -> float:
    """Run a command and return the seconds of CPU that it took; an error is the end."""
    with (stdin or Path(os.devnull)).open("rb") as given:
        running = subprocess.Popen(
            command, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
        said = running.stderr.read() if running.stderr else b""
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        sys.exit(f"{' '.join(command)}: {said.decode()}")
    return used.ru_utime + used.ru_stime


def measured(game: str, size: int, folder: Path) -> tuple[int, dict[str, float]]:
    """Return how long a file of so many combatants is, and the ratio of each line on it."""
    text = many(game, size)
    file, kept = folder / "fight.toml", folder / "kept.toml"
    kept.write_text(text, encoding="utf-8")
    journal(file, text)
    notes = file.with_name("fight.toml.journal")
    shutil.copy(notes, folder / "kept.journal")
    words, own = GAMES[game]
    lines = [*SHARED.format(**words).splitlines(), *own.splitlines()]
    ways = {f"{line}, pipe": (line, kept) for line in lines} | {f"{line}, file": (line, None) for line in lines}
    ways |= {f"{line}, file": (line, None) for line in HISTORY}
    times: dict[str, list[float]] = {name: [] for name in ["", *ways]}
    for _ in range(ROUNDS):
        times[""].append(once([sys.executable, "-c", ALONE, str(kept)], None))
        for name, (line, stdin) in ways.items():
            if stdin is None:
                shutil.copy(kept, file)
                shutil.copy(folder / "kept.journal", notes)
            if line == "redo":
                once([PROGRAM, "undo", "-f", str(file)], None)
            given = ["-f", str(file)] if stdin is None else []
            times[name].append(once([PROGRAM, *line.split(), *given], stdin))
    base = statistics.median(times.pop(""))
    return len(text), {name: statistics.median(each) / base for name, each in times.items()}


def main() -> None:
    """Measure, and print one table."""
    print(f"CPU time to tomllib + tomli-w on the same file: medians of {ROUNDS}; over {MOST} at 1,000 is marked")
    for game in sys.argv[1:] or GAMES:
        with tempfile.TemporaryDirectory() as name:
            found = {size: measured(game, size, Path(name)) for size in SIZES}
        print(f"\n{game + ', kB':44}{''.join(f'{length // 1000:9}' for length, _ in found.values())}")
        for line in found[SIZES[0]][1]:
            ratios = [ratio[line] for _, ratio in found.values()]
            print(f"{line:44}{''.join(f'{ratio:9.1f}' for ratio in ratios)}{'  !' if ratios[-1] > MOST else ''}")


if __name__ == "__main__":
    main()
