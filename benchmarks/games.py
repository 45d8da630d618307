"""Games in one file beside one that is built in, in one run: commands, odds of attacks, and fights a second.

``python benchmarks/games.py [ROUNDS] > benchmarks/games.txt`` keeps the table. All is CPU time of commands as
installed, start-up included, in turn, on each game's example; medians are shown. A command that a game has may take 1.5
times that of the built-in game, an attack's odds half a second, and a forecast twice as long for as many fights.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tomllib
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from combatcli.rulesets.game_files import OURS

PROGRAM = str(Path(sys.executable).with_name("combatcli"))
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
BUILT_IN = "blade"
FIGHTS = 500
LINES = """\
show
check
order
next
set {a} note=hurt
attack {a} {b}
wound {a} 2
attack {a} {b} --odds""".splitlines()
MOST_TIMES, MOST_SECONDS, LEAST_SHARE = 1.5, 0.5, 0.5


def run(words: list[str], file: Path) -> int:
    """Run a command on an encounter, and return its exit code."""
    command = [PROGRAM, *words, "-f", str(file)]
    return subprocess.run(command, capture_output=True, check=False, env=ENVIRONMENT).returncode


def cpu(words: list[str], file: Path) -> float:
    """Run a command on an encounter, and return the seconds of CPU it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(words, file)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def two_foes(file: Path) -> dict[str, str]:
    """Return the first combatant of an encounter, and the first on another side."""
    combatants = tomllib.loads(file.read_text(encoding="utf-8"))["combatants"]
    first, *others = combatants
    side = combatants[first].get("side")
    return {"a": first, "b": next((who for who in others if combatants[who].get("side") != side), first)}


def main(rounds: int) -> None:
    """Measure, and print one table."""
    with TemporaryDirectory() as folder:
        files = {game: Path(folder) / f"{game}.toml" for game in (BUILT_IN, *OURS)}
        for game, file in files.items():
            subprocess.run([PROGRAM, "new", game, "--example", "-o", str(file)], capture_output=True, check=True)
        dice = Path(folder) / "dice.toml"
        dice.write_text(files["pool"].read_text(encoding="utf-8"), encoding="utf-8")
        run(_words("set {a} skill=20", dice), dice)
        rows = [(game, line, file, [*_words(line, file), "-n"]) for game, file in files.items() for line in LINES]
        rows = [row for row in rows if run(row[-1], row[-2]) == 0]
        rows.append(("pool", "attack {a} {b} --odds, 20 dice", dice, _words("attack {a} {b} --odds", dice)))
        forecast = ["forecast", "--times", str(FIGHTS), "--jobs", "1"]
        rows += [(game, f"{FIGHTS} fights", file, forecast) for game, file in files.items()]
        times = [[cpu(words, file) for *_, file, words in rows] for _ in range(rounds)]
    each_time = zip(rows, zip(*times, strict=True), strict=True)
    medians = {(game, line): median(each) for (game, line, *_), each in each_time}
    print(f"medians of {rounds}, CPU; each game's example\n{'':44}{'ms':>9}{f'x {BUILT_IN}':>10}   promised")
    for (game, line), seconds in medians.items():
        times_of_built_in = seconds / medians.get((BUILT_IN, line), seconds)
        if line.endswith("fights"):
            promise, is_late = f"<= {1 / LEAST_SHARE}", times_of_built_in > 1 / LEAST_SHARE
        elif "--odds" in line:
            promise, is_late = f"<= {1000 * MOST_SECONDS:.0f} ms", seconds > MOST_SECONDS
        else:
            promise, is_late = f"<= {MOST_TIMES}", times_of_built_in > MOST_TIMES
        text = f"{game}: {line}"
        print(f"{text:44}{1000 * seconds:9.1f}{times_of_built_in:10.2f}   {promise}{'  !' * is_late}")


def _words(line: str, file: Path) -> list[str]:
    return line.format(**two_foes(file)).split()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 7)
