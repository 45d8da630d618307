"""`roll --until`: rolls until their sum is there, and how many that took."""

from __future__ import annotations

from collections.abc import Iterator

from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Expression
from combatcli.dice_events import Until
from combatcli.errors import DiceError

MOST_IDLE = 10_000
"""So many rolls in a row that bring the sum no higher are taken to go on so for ever."""
MOST_ROLLS = 1_000_000


def runs_until(expression: Expression, times: int, source: Source, goal: int) -> Iterator[Rolled | Until]:
    """Yield rolls until their sum is ``goal`` or more, and then how many they were; so many times.

    Raises DiceError where they get no nearer to it.
    """
    for _ in range(times * expression.repeat):
        total = highest = rolls = idle = 0
        while total < goal:
            if idle == MOST_IDLE or rolls == MOST_ROLLS:
                raise _out_of_reach(expression, goal, highest, idle)
            rolled = roll(expression.tree, source)
            yield rolled
            rolls, total = rolls + 1, total + rolled.total
            idle, highest = (0, total) if total > highest else (idle + 1, highest)
        yield Until(expression=expression.text, goal=goal, rolls=rolls, total=total, label=expression.label or "")


def numbers_until(expression: Expression, times: int, source: Source, goal: int) -> Iterator[list[int]]:
    """Yield, one by one, how many rolls it took."""
    for run in runs_until(expression, times, source, goal):
        if isinstance(run, Until):
            yield [run.rolls]


def _out_of_reach(expression: Expression, goal: int, highest: int, idle: int) -> DiceError:
    what = f"{idle:,} rolls brought the sum no higher than" if idle == MOST_IDLE else f"{MOST_ROLLS:,} rolls came to"
    hint = "Ask for less, or roll what is more than 0."
    return DiceError(f"{what} {highest:,}, so --until {goal:,} is out of reach", hint, text=expression.text)
