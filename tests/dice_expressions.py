"""What dice come to by going through all throws, and the odds of an expression, for comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

Throw = tuple[int, ...]
Chances = dict[int, Fraction]
Value = Callable[[Throw], int]


def every(dice: Sequence[int | Sequence[int]], value: Value, if_: Callable[[Throw], bool] = lambda _: True) -> Chances:
    """Return the chances of a value of dice, each given by its sides or its faces, of those throws that count."""
    throws = [*filter(if_, product(*[range(1, die + 1) if isinstance(die, int) else die for die in dice]))]
    counts = Counter(int(value(throw)) for throw in throws)
    return {outcome: Fraction(ways, len(throws)) for outcome, ways in counts.items()}


def chances(text: str) -> Chances:
    """Return the odds of an expression."""
    found = odds(parse(text))
    return {outcome: found.fraction(outcome) for outcome in found}


def hint_of(text: str) -> str:
    """Return what the refusal of a text offers."""
    try:
        parse(text)
    except DiceError as error:
        return error.hint
    return ""


def is_meant(text: str) -> bool:
    """Return whether a text asks nothing that is refused because it may be meant otherwise."""
    try:
        parse(text)
    except DiceError as error:
        return not any(said in error.message for said in SLIPS)
    return True


SLIPS = (
    *(" shows ", "no set or run", "be meant", '"!="', "asks for more dice", "a sum after a count"),
    *("is about one", "changes no odds", "succeeds fails too"),
)
