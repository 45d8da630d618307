"""`roll --until`: rolls until their sum reaches a goal, and their number."""

from __future__ import annotations

from collections.abc import Iterator

from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Expression
from combatcli.dice_events import RollsUntil
from combatcli.errors import DiceError

MOST_IDLE = 10_000
"""After this many rolls in a row without a higher sum, the goal counts as out of reach."""
MOST_ROLLS = 1_000_000


def rolls_until_goal(expression: Expression, times: int, source: Source, goal: int) -> Iterator[Rolled | RollsUntil]:
    """Yield rolls until their sum is ``goal`` or more, and then a `RollsUntil`; all this ``times`` times.

    Raises DiceError where the sum gets no nearer.
    """
    for _ in range(times * expression.repeat):
        total = highest = rolls = idle = 0
        while total < goal:
            if idle == MOST_IDLE or rolls == MOST_ROLLS:
                raise _goal_out_of_reach_error(expression, goal, highest, idle)
            rolled = roll(expression.tree, source)
            yield rolled
            rolls, total = rolls + 1, total + rolled.total
            idle, highest = (0, total) if total > highest else (idle + 1, highest)
        yield RollsUntil(expression=expression.text, goal=goal, rolls=rolls, total=total, label=expression.label or "")


def _goal_out_of_reach_error(expression: Expression, goal: int, highest: int, idle: int) -> DiceError:
    what = f"{idle:,} rolls brought the sum no higher than" if idle == MOST_IDLE else f"{MOST_ROLLS:,} rolls came to"
    hint = "Ask for less, or roll what is more than 0."
    return DiceError(f"{what} {highest:,}, so --until {goal:,} is out of reach", hint, text=expression.text)
