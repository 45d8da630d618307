"""Exact odds beside icepool's and dyce's: ``python benchmarks/odds.py [runs]``.

Each case is the first call in a fresh process, timed with what has to be imported for it and without; all take turns,
and medians are shown in milliseconds. Ours reads the expression, as a command does: how much of the time that takes
stands beside it, and is not held against it: theirs are written in Python, which is compiled beforehand. Garbage of the
imports is collected in between, untimed. Bytecode is compiled beforehand, as it is when installed. Results are compared
fraction by fraction. dyce is left out where it is not installed, and a case where a library has no word for it; what
takes longer than a few seconds is run once. The last table is kept beside this in ``odds.txt``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Case(NamedTuple):
    """An expression, and what icepool and dyce call it."""

    text: str
    icepool: str = ""
    dyce: str = ""
    name: str = ""
    until: int = 0


def _group(number: int, *sides: int, modifiers: str, cut: str = "") -> Case:
    """Return a group of so many dice of each size; ``cut`` is the slice that is kept."""
    dice = [each for each in sides for _ in range(number)]
    return Case(
        "{" + ",".join([f"1d{each}" for each in dice]) + "}" + modifiers,
        f"icepool.Pool([{','.join([f'icepool.d{each}' for each in dice])}])[{cut}].sum()",
        f"dyce.P({','.join(map(str, dice))}).at(slice({cut.replace(':', ',')}))",
        "{" + ",".join([f"{number} x 1d{each}" for each in sides]) + "}" + modifiers,
    )


def _sums(count: int) -> Case:
    """Return a group of sums of so many dice."""
    sides = (6, 8, 10)
    return Case(
        "{" + ",".join([f"{count}d{each}" for each in sides]) + "}kh2",
        f"icepool.Pool([{','.join([f'{count} @ icepool.d{each}' for each in sides])}])[1:].sum()",
        f"dyce.P({','.join([f'{count} @ dyce.H({each})' for each in sides])}).at(slice(1, 3))",
    )


def _pool(count: int, sides: int, modifiers: str, cut: str) -> Case:
    return Case(
        f"{count}d{sides}{modifiers}",
        f"icepool.d{sides}.pool({count})[{cut}].sum()",
        f"({count} @ dyce.P({sides})).at(slice({cut.replace(':', ',')}))",
    )


ODD = "1,100000,7,13,9999"
CASES = [
    Case("3d6", "3 @ icepool.d6", "3 @ dyce.H(6)"),
    Case("10d6", "10 @ icepool.d6", "10 @ dyce.H(6)"),
    Case("100d6", "100 @ icepool.d6", "100 @ dyce.H(6)"),
    Case("1000d6", "1000 @ icepool.d6", "1000 @ dyce.H(6)"),
    Case("10000d6"),
    Case("333d6+333d8", "333 @ icepool.d6 + 333 @ icepool.d8", "333 @ dyce.H(6) + 333 @ dyce.H(8)"),
    Case("15d10>=7", "15 @ (icepool.d10 >= 7)", "15 @ dyce.H(10).ge(7)"),
    Case("30d10!o", "30 @ icepool.d10.explode(depth=1)"),
    Case("100d6!!"),
    Case("4d{1,10,100,1000}", "4 @ icepool.Die([1,10,100,1000])", "4 @ dyce.H([1,10,100,1000])"),
    Case("p={12d6};if((p=6)>=2,7,p kh1)"),
    Case("p={8d10};(p>=8)-(p=1)"),
    Case("3d6", name="3d6 --until 300", until=300),
    Case("if(1d20+5>=15,1d8+3,0)", name="an attack, --until 60", until=60),
    Case("(3d6)*(2d8)", "(3 @ icepool.d6) * (2 @ icepool.d8)", "(3 @ dyce.H(6)) * (2 @ dyce.H(8))"),
    Case("1d100*1d100*1d100", "icepool.d100 * icepool.d100 * icepool.d100", "dyce.H(100) * dyce.H(100) * dyce.H(100)"),
    _pool(4, 6, "kh3", "1:4"),
    _pool(20, 10, "kh5", "15:20"),
    _pool(100, 6, "dl5dh80", "5:20"),
    _pool(100, 20, "dl25dh25", "25:75"),
    _pool(100, 6, "kh50", "50:100"),
    Case(
        f"6d{{{ODD}}}kh3", f"icepool.Die([{ODD}]).pool(6)[3:].sum()", f"(6 @ dyce.P(dyce.H([{ODD}]))).at(slice(3, 6))"
    ),
    _group(5, 12, 20, modifiers="kh5", cut="5:10"),
    _group(10, 6, 8, modifiers="kh10", cut="10:20"),
    _group(2, 6, 8, 10, 12, 20, modifiers="dl3dh3", cut="3:7"),
    _group(5, 6, 8, modifiers="dl3dh3", cut="3:7"),
    _group(1, 4, 6, 8, 10, 12, modifiers="dl1dh1", cut="1:4"),
    _sums(10),
    _sums(100),
    Case("10d6!okh3"),
    Case("10d10!o>=8kh5"),
    Case("4d6!>=5kh3"),
    Case("4d6!dl1"),
    Case("4d6!pkh3"),
]
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
LONG = 1.0
"""What takes longer, in seconds, is run once."""
LONGEST = 20
TABLE = Path(__file__).with_suffix(".txt")

ALONE = """
import gc
import pkgutil
from importlib import import_module
from time import perf_counter
import combatcli.dice.exact
for each in pkgutil.iter_modules(combatcli.dice.exact.__path__, "combatcli.dice.exact."):
    import_module(each.name)
from combatcli.dice.notation import parse
from combatcli.dice.exact.expression import odds
from combatcli.dice.exact.until import rolls_until
gc.collect()
start = perf_counter()
tree = parse({expression!r})
reading = perf_counter() - start
result = odds(tree)
if {until}:
    result = rolls_until(result, {until})
print(perf_counter() - start, reading)
"""

WHOLE = """
from time import perf_counter
start = perf_counter()
from combatcli.dice.notation import parse
from combatcli.dice.exact.expression import odds
result = odds(parse({expression!r}))
if {until}:
    from combatcli.dice.exact.until import rolls_until
    result = rolls_until(result, {until})
print(perf_counter() - start)
"""

THEIRS = """
import gc
from time import perf_counter
start = perf_counter()
import {library}
importing = perf_counter() - start
gc.collect()
start = perf_counter()
result = {expression}
result.items()
computing = perf_counter() - start
print(computing, importing + computing)
"""

SAME = """
import sys
from fractions import Fraction
import {library}
from combatcli.dice.notation import parse
from combatcli.dice.exact.expression import odds
ours = odds(parse({text!r}))
theirs = {{int(outcome): int(count) for outcome, count in ({expression}).items() if count}}
total = sum(theirs.values())
there = {{outcome: Fraction(count, total) for outcome, count in theirs.items()}}
sys.exit({{outcome: Fraction(count, ours.denominator) for outcome, count in ours.items()}} != there)
"""


def main(runs: int) -> int:
    """Print the table and keep it; return 1 if a result differs or another is faster somewhere."""
    libraries = [name for name in ("icepool", "dyce") if find_spec(name)]
    failed = False
    for library in libraries:
        _run(THEIRS.format(library=library, expression=f"3 @ {library}.{'d6' if library == 'icepool' else 'H(6)'}"))
    _ours("1000d6")
    names = ["ours", *libraries]
    head = f"{'milliseconds':26}" + "".join([f"{name:>10}" for name in names]) + "   reading"
    lines = [head + "   with imports:" + "".join([f"{name:>10}" for name in names]) + "   results"]
    print(lines[0])
    for case in CASES:
        times = _measured(case, libraries, runs)
        if not times[0]:
            lines.append(f"{case.name or case.text:26}   no answer in {LONGEST} s")
            print(lines[-1], flush=True)
            failed = True
            continue
        least = [min([time[place] for time in times[1:] if time], default=float("inf")) for place in (0, 1)]
        same = all(_same(case, library) for library, time in zip(libraries, times[1:], strict=True) if time)
        slower = times[0][0] - times[0][2] >= least[0] or times[0][1] >= least[1]
        verdict = ("equal" if same else "DIFFERENT") + (", SLOWER" if slower else "")
        columns = (
            "".join([_column(time, 0) for time in times])
            + _column(times[0], 2)
            + " " * 16
            + "".join([_column(time, 1) for time in times])
        )
        lines.append(f"{case.name or case.text:26}{columns}   {verdict}")
        print(lines[-1], flush=True)
        failed = failed or slower or not same
    lines.append(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, medians of {runs}")
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(failed)


def _column(time: list[float], place: int) -> str:
    return f"{time[place] * 1e3:10.2f}" if time else f"{'-':>10}"


def _measured(case: Case, libraries: list[str], runs: int) -> list[list[float]]:
    """Return the medians of each, without imports and with; nothing where it has no word or takes too long."""
    runs_of: list[Callable[[], list[float]]] = [partial(_ours, case.text, case.until)]
    for library in libraries:
        expression = getattr(case, library)
        script = THEIRS.format(library=library, expression=expression) if expression else ""
        runs_of.append(partial(_run, script) if script else list)
    times: list[list[list[float]]] = [[] for _ in runs_of]
    for _ in range(runs):
        for run, found in zip(runs_of, times, strict=True):
            if not found or (found[0] and found[0][0] < LONG):
                found.append(run())
    return [[median(column) for column in zip(*found, strict=True)] if found and found[0] else [] for found in times]


def _ours(expression: str, until: int = 0) -> list[float]:
    """Return what an expression takes, with its imports, and to read; nothing if it takes too long."""
    alone, whole = [_run(script.format(expression=expression, until=until)) for script in (ALONE, WHOLE)]
    return [alone[0], whole[0], alone[1]] if alone and whole else []


def _run(script: str) -> list[float]:
    """Run a script in a fresh process; return what it measured, nothing if it takes too long or gives up."""
    home = Path(__file__).resolve().parent.parent
    try:
        done = subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            cwd=home,
            env=ENVIRONMENT,
            timeout=LONGEST,
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return []
    return [float(number) for number in done.stdout.split()]


def _same(case: Case, library: str) -> bool:
    script = SAME.format(library=library, text=case.text, expression=getattr(case, library))
    home = Path(__file__).resolve().parent.parent
    try:
        done = subprocess.run(
            [sys.executable, "-c", script], check=False, cwd=home, env=ENVIRONMENT, timeout=3 * LONGEST
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    with TemporaryDirectory() as cache:
        ENVIRONMENT["PYTHONPYCACHEPREFIX"] = cache
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
