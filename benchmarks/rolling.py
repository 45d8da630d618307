"""A hundred thousand rolls of expressions as tables have them, to a pipe, and rolldice where it is installed.

What is printed are medians of the processor's time, which other programs on the machine change little, and memory.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROUNDS = int(os.environ.get("ROUNDS", "3"))
TIMES = 100_000
PROGRAM = str(Path(sys.executable).with_name("combatcli"))
EVERYDAY_LIMIT, LIMIT = 3, 15
PROMISED = f"everyday rows {EVERYDAY_LIMIT} s, others {LIMIT} s"
GAMES = "/usr/games"
EVERYDAY = (*("3d6", "1d20+5", "4d6kh3", "2d20kh1+5", "4dF", "3d6!", "4d6r1", "8d10>=7f1", "{2d6,1d8}kh1", "6x4d6kh3"),)
OTHERS = (
    *("1d100", "3d6+1d8", "floor(3d6/2)", "(1d4)d6", "2d1000", "4d6r<3!", "1d20ro1+5", "5d6!>=5", "5d6!!"),
    *("{4d6+3d8}kh4", "{5d6!!}>=8", "{6x4d6kh3}kh1", "5d6mt", "5d6ms", "5d6mr", "1d20+5 >= 15"),
    *("3d6r1ro2", "3d6!!r1", "10d1000", "10d1000kh3", "10d1000r<500", "10d6r1", "10d6!!kh3", "10d6!r1kh3"),
    *("10d6!pro1", "10d6r1ro2", "10d6!!r1ro2>=8f1", "10d6!!>=5kh3", "10d(1d6+2)!r1", "(1d4+6)d6r<3!>=5ms", "8d6mr"),
    *("4d6!ro1kh3", "{5d6!!+5d8!!}kh4", "5d6!!r1 >= 5d6!!"),
    *("a = 1d20; if(a = 20, 4d6+3, if(a+5 >= 15, 2d6+3, 0))", "p = {6d6}; if((p=6) >= 2, 7, p kh1)"),
    *(
        "10d6!",
        "10d6r<6",
        "10d6!>=2",
        "10d6!>=2kh3",
        "10d6!!>=2kh3",
        "10d6r1ro2!!>=5>=5f1",
        "10d6ro<3!!>=5min2max5dl2mr",
    ),
    *("10d6r1ro2!>=5min2max5dl2mr", "10d6r1ro2!pmin2max5kh3mt", "10d6!omin2max5dl2ms", "(1d4+6)d6r<3!!>=5max5"),
    *("10d(1d4+5)r<3!>=5min2max5dl2mt", "10d(1d4+5)ro<3!!mt", "10d{-5,1,2,3,4,5,900}r<3!!>=5min2kh3>=5f1"),
    *("{5d6ro1!!>=5dl2 + 5d8}kl2", "10d1000ro<500!kh3", "10d1000ms", "10d300!ms"),
    *("10d6r1ro2!", "10d6r1!!>=5kh3", "10d6r1!!>=5", "10d6!!>=5>=5f1", "10d20!>=5"),
    *("10d6r1ro2!>=5", "10d6!!>=5ms", "10d6ro1!!>=4"),
)
SHOWN = ("3d6", "4d6kh3", "10d6", "10d1000", "10d6kh3", "10d6!!>=5kh3")


def seconds_and_megabytes(command: list[str]) -> tuple[float, float]:
    """Run a command, read what it writes, and return its processor's time and its largest memory."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while process.stdout.read(1 << 20):
            pass
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def row(name: str, command: list[str], limit: float = LIMIT) -> None:
    """Print the medians of a few runs, and a mark where they are above a limit, or above that of everyday rows."""
    runs = [seconds_and_megabytes(command) for _ in range(ROUNDS)]
    seconds = statistics.median(run[0] for run in runs)
    mark = f"   more than {limit} s" if seconds > limit else "   *" if seconds > EVERYDAY_LIMIT else ""
    print(f"{name:56}{seconds:9.2f}{max(run[1] for run in runs):8.0f}{mark}", flush=True)


def main() -> None:
    """Measure, and print one table."""
    print(f"{f'{TIMES:,} rolls (* more than {EVERYDAY_LIMIT} s)':56}{'seconds':>9}{'MB':>8}   promised: {PROMISED}")
    for expression in EVERYDAY:
        row(expression, [PROGRAM, "roll", "-t", str(TIMES), expression], EVERYDAY_LIMIT)
    for limit, expressions in ((EVERYDAY_LIMIT, EVERYDAY), (LIMIT, OTHERS)):
        for expression in expressions:
            words = [PROGRAM, "roll", "-t", str(TIMES), expression, "--seed", "a"]
            row(f"{expression} --seed a", words, limit)
    row("3d6 --until 30 --seed a", [PROGRAM, "roll", "-t", str(TIMES), "--until", "30", "3d6", "--seed", "a"])
    row("3d6 -q", [PROGRAM, "roll", "-t", str(TIMES), "3d6", "-q"], EVERYDAY_LIMIT)
    for expression in SHOWN:
        for option in ("-v", "--json"):
            row(f"{expression} {option}", [PROGRAM, "roll", "-t", str(TIMES), expression, option])
    rolldice = shutil.which("rolldice", path=f"{os.environ.get('PATH', '')}:{GAMES}")
    if rolldice:
        # It rolls no more than 10,000 times a word.
        row("rolldice: 3d6", [rolldice, *["10000x3d6"] * (TIMES // 10_000)])


if __name__ == "__main__":
    main()
