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
            "show, example": ([PROGRAM, "show"], example),
            "attack, example": ([PROGRAM, *attack], example),
            "attack, in place": ([PROGRAM, *attack, "-f", str(file)], b""),
            "show, 20 fighters": ([PROGRAM, "show"], twenty),
            "attack, 20 fighters": ([PROGRAM, "attack", "fighter-1", "fighter-5"], twenty),
            "rules, by id": ([PROGRAM, "rules", "R24"], b""),
            "rules, a question": ([PROGRAM, "rules", "how", "do", "I", "shov", "somebody"], b""),
            "wound, 20 fighters": ([PROGRAM, "wound", "fighter-1", "2"], twenty),
        }
        times = medians(commands)
        plain, typer = times["python -c pass"], times["minimal typer"]
        print(f"{'command':24}{'ms':>9}{'x python':>10}{'x typer':>10}   promised")
        for label, seconds in times.items():
            promise = "<= 1.8 x python" if label == "roll 3d6" else "<= 1.25 x typer" if "," in label else ""
            print(f"{label:24}{1000 * seconds:9.1f}{seconds / plain:10.2f}{seconds / typer:10.2f}   {promise}")
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
