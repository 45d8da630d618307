"""Start-up and whole commands, against `python -c pass` and a minimal typer program of the same interpreter.

Everything is run as installed, in turn in one run, and what is printed are medians and their ratios. The pip of a new
virtual environment may be an old one, whose wrapper of a program imports `re`, a third of `python -c pass`: upgrade it
first. Install nothing else: mypy brings typing_extensions, which msgspec then imports, nearly as much as Python itself.
`python benchmarks/start.py > benchmarks/start.txt` keeps the table.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sizes import GAMES, SHARED, many

ROUNDS = int(os.environ.get("ROUNDS", "31"))
PROGRAM = str(Path(sys.executable).with_name("combatcli"))
MINIMAL = """\
import typer

app = typer.Typer(add_completion=False)


@app.command()
def main(name: str) -> None:
    '''Say hello.'''
    print("hello", name)


app()
"""
ALONE = ("roll 3d6", "odds 3d6", "roll 4d6kh3+1 --seed a", "odds 10d6!kh3", "attack --help", "rules R24")
BARE = [sys.executable, "-c", "pass"]
FIGHTERS = 20
PROMISED = {"roll 3d6": 2, "odds 3d6": 3}
OTHERS = 6
# Bytecode is cached as it is for everybody who installs a program.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def once(command: list[str], stdin: bytes) -> float:
    """Run a command and return the seconds it took."""
    begun = time.perf_counter()
    subprocess.run(command, input=stdin, capture_output=True, check=True, env=ENVIRONMENT)
    return time.perf_counter() - begun


def medians(commands: dict[str, tuple[list[str], bytes]], rounds: int = ROUNDS) -> dict[str, float]:
    """Run all commands in turn, often, and return the median of each in seconds."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds + 1):
        for name, (command, stdin) in commands.items():
            # What comes after a large program is slower, as its memory is still being cleared.
            once(BARE, b"")
            times[name].append(once(command, stdin))
    return {name: statistics.median(values[1:]) for name, values in times.items()}


def main() -> None:
    """Measure, and print one table."""
    with tempfile.TemporaryDirectory() as name:
        small = Path(name) / "minimal.py"
        small.write_text(MINIMAL, encoding="utf-8")
        commands = {
            "python -c pass": (BARE, b""),
            "minimal typer": ([sys.executable, str(small), "bob"], b""),
            **{line: ([PROGRAM, *line.split()], b"") for line in ALONE},
        }
        for game, (words, own) in GAMES.items():
            given = many(game, FIGHTERS).encode()
            lines = [*SHARED.format(**words).splitlines(), *own.splitlines()]
            commands |= {f"{game}: {line}": ([PROGRAM, *line.split()], given) for line in lines}
        times = medians(commands)
    plain, typer = times["python -c pass"], times["minimal typer"]
    print(f"medians of {ROUNDS}, in turn; a game's commands on {FIGHTERS} fighters, from a pipe to a pipe")
    print(f"{'command':44}{'ms':>9}{'x python':>10}{'x typer':>10}   promised")
    for label, seconds in times.items():
        most = PROMISED.get(label, OTHERS if ":" in label else None)
        promise = f"<= {most}{'  !' if seconds > most * plain else ''}" if most else ""
        print(f"{label:44}{1000 * seconds:9.1f}{seconds / plain:10.2f}{seconds / typer:10.2f}   {promise}")


if __name__ == "__main__":
    main()
