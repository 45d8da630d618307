"""Start-up and whole commands, against `python -c pass` and a minimal typer program of the same interpreter.

Everything is run as installed, in turn in one run, and what is printed are medians and their ratios.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

import tomli_w

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
LINES = (
    "show", "check", "set fighter-1 daring=3", "add thug side=foes", "drop fighter-1", "condition fighter-1 lucky",
    "order", "order --board", "declare fighter-1 attack fighter-2", "next", "move fighter-1 arena-2",
    "attack fighter-1 fighter-5", "attack fighter-1 fighter-5 --odds", "wound fighter-1 2",
    "recover fighter-1 --heal 1", "test fighter-1 daring", "dashtest fighter-1 fighter-2", "pairings", "arena list",
    "rules R24", "rules how do I shov somebody",
)  # fmt: skip
"""What is run on 20 fighters, from a pipe to a pipe."""
PROMISED = {"roll 3d6": "<= 1.4 x python", "odds 3d6": "<= 1.8 x python"}
FREE = ("python -c pass", "minimal typer", "attack --help")
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
            times[name].append(once(command, stdin))
    return {name: statistics.median(values[1:]) for name, values in times.items()}


def encounter(combatants: int, arenas: int) -> str:
    """Return an encounter of realm with many combatants, half on each side."""
    tables = {
        "ruleset": "realm",
        "phase": "attack-assist-aimed",
        "arenas": {f"arena-{n}": {"kind": "dense", "links": [f"arena-{(n + 1) % arenas}"]} for n in range(arenas)},
        "combatants": {
            f"fighter-{n}": {
                "side": "heroes" if n % 2 else "foes",
                "name": f"Fighter {n}",
                "brawn": n % 4,
                "daring": n % 3,
                "arena": f"arena-{n % arenas}",
                "weapons": {"axe": {"class": "medium", "damage": "1d5"}},
                "wielding": "axe",
                "marked": [1],
            }
            for n in range(combatants)
        },
    }
    return tomli_w.dumps(tables)


def main() -> None:
    """Measure, and print one table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "minimal.py").write_text(MINIMAL, encoding="utf-8")
        example = subprocess.run([PROGRAM, "new", "realm", "--example"], capture_output=True, check=True).stdout
        file = folder / "fight.toml"
        file.write_bytes(example)
        twenty = encounter(20, 4).encode()
        python, minimal = [sys.executable], [sys.executable, str(folder / "minimal.py"), "bob"]
        attack = ["attack", "mira", "ruffian"]
        commands = {
            "python -c pass": ([*python, "-c", "pass"], b""),
            "minimal typer": (minimal, b""),
            "roll 3d6": ([PROGRAM, "roll", "3d6"], b""),
            "odds 3d6": ([PROGRAM, "odds", "3d6"], b""),
            "attack --help": ([PROGRAM, "attack", "--help"], b""),
            "show, example": ([PROGRAM, "show"], example),
            "attack, in place": ([PROGRAM, *attack, "-f", str(file)], b""),
            **{line: ([PROGRAM, *line.split()], twenty) for line in LINES},
        }
        times = medians(commands)
        plain, typer = times["python -c pass"], times["minimal typer"]
        print(f"{'command':32}{'ms':>9}{'x python':>10}{'x typer':>10}   promised")
        for label, seconds in times.items():
            promise = PROMISED.get(label, "<= 3.5 x python" if label not in FREE else "")
            print(f"{label:32}{1000 * seconds:9.1f}{seconds / plain:10.2f}{seconds / typer:10.2f}   {promise}")
        million = medians({"million": ([PROGRAM, "roll", "-t", "1000000", "3d6"], b"")}, 3)["million"]
        print(f"{'roll -t 1000000 3d6':24}{1000 * million:9.1f}{'':20}   <= 3000 ms")
        thousand(folder)


def thousand(folder: Path) -> None:
    """Measure load, attack and write of 1,000 combatants in 50 arenas against tomllib and tomli-w alone."""
    text = encounter(1000, 50)
    file = folder / "thousand.toml"
    file.write_text(text, encoding="utf-8")
    alone = f"import sys, tomllib, tomli_w; tomli_w.dumps(tomllib.loads(open({str(file)!r}).read()))"
    attack = [PROGRAM, "attack", "fighter-1", "fighter-51", "--dice", "9,8,7,3"]
    times = medians(
        {
            "tomllib + tomli-w": ([sys.executable, "-c", alone], b""),
            "attack, pipe": (attack, text.encode()),
            "attack, in place": ([*attack, "-f", str(file)], b""),
        },
        9,
    )
    base = times["tomllib + tomli-w"]
    print(f"\n1,000 combatants, {len(text) // 1000} kB, {len(tomllib.loads(text)['arenas'])} arenas")
    for label, seconds in times.items():
        print(f"{label:24}{1000 * seconds:9.1f}{seconds / base:10.2f}   {'<= 3' if ',' in label else ''}")


if __name__ == "__main__":
    main()
