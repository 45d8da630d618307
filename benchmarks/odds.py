"""Exact odds beside icepool's: ``python benchmarks/odds.py [runs]``.

Each case is the first call in a fresh process, timed with what has to be imported for it and without; the two take
turns, and medians are shown. Bytecode of both is compiled beforehand, as it is when installed. Results are compared
fraction by fraction.
"""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

CASES = {
    "10d6": "10 @ icepool.d6",
    "100d6": "100 @ icepool.d6",
    "300d6": "300 @ icepool.d6",
    "4d6kh3": "icepool.d6.highest(4, 3)",
    "20d10kh5": "icepool.d10.highest(20, 5)",
    "30d10!o": "30 @ icepool.d10.explode(depth=1)",
    "15d10>=7": "15 @ (icepool.d10 >= 7)",
}
ALONE = "1000d6"
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}

OURS = """
from time import perf_counter
start = perf_counter()
from combatcli.dice.notation import parse
from combatcli.dice.odds.expression import odds
imported = perf_counter()
result = odds(parse({expression!r}))
end = perf_counter()
print(end - imported, end - start)
"""

THEIRS = """
from time import perf_counter
start = perf_counter()
import icepool
imported = perf_counter()
result = {expression}
result.items()
end = perf_counter()
print(end - imported, end - start)
"""


def main(runs: int) -> int:
    """Print the table; return 1 if a result differs or icepool is faster somewhere."""
    failed = False
    _run(OURS, ALONE)
    _run(THEIRS, "icepool.d6")
    print(f"{'':10} {'first call':^27} {'with imports':^27}")
    print(f"{'':10}" + f" {'ours':>9} {'icepool':>9} {'ratio':>7}" * 2)
    for text, expression in CASES.items():
        ours, theirs = _measured(text, expression, runs)
        ratios = [own / other for own, other in zip(ours, theirs, strict=True)]
        same = _same(text, expression)
        columns = [
            f" {own * 1e3:6.2f} ms {other * 1e3:6.2f} ms {ratio:7.3f}"
            for own, other, ratio in zip(ours, theirs, ratios, strict=True)
        ]
        print(f"{text:10}{''.join(columns)}  {'equal' if same else 'DIFFERENT'}")
        failed = failed or not same or max(ratios) >= 1
    own = _medians([_run(OURS, ALONE) for _ in range(runs)])
    print(f"{ALONE:10} {own[0] * 1e3:6.2f} ms {'':17} {own[1] * 1e3:6.2f} ms")
    return int(failed)


def _measured(text: str, expression: str, runs: int) -> tuple[list[float], list[float]]:
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(_run(OURS, text))
        theirs.append(_run(THEIRS, expression))
    return _medians(ours), _medians(theirs)


def _medians(times: list[list[float]]) -> list[float]:
    return [median(column) for column in zip(*times, strict=True)]


def _run(script: str, expression: str) -> list[float]:
    home = Path(__file__).resolve().parent.parent
    command = [sys.executable, "-c", script.format(expression=expression)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=home, env=ENVIRONMENT)
    return [float(number) for number in done.stdout.split()]


def _same(text: str, expression: str) -> bool:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    import icepool  # type: ignore[import-untyped] # it has no stubs

    from combatcli.dice.notation import parse
    from combatcli.dice.odds.expression import odds

    ours = odds(parse(text))
    theirs = eval(expression, {"icepool": icepool})  # noqa: S307 - one of the expressions above
    there = {int(outcome): Fraction(count, theirs.denominator()) for outcome, count in theirs.items() if count}
    return {outcome: Fraction(count, ours.total) for outcome, count in ours.items()} == there


if __name__ == "__main__":
    with TemporaryDirectory() as cache:
        ENVIRONMENT["PYTHONPYCACHEPREFIX"] = cache
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 11))
