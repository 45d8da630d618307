"""Limits of dice expressions, and the errors for limits that several modules check."""

from combatcli.errors import DiceError

MOST_DICE = 10_000
MOST_CHARACTERS = 4_096
MOST_DEPTH = 100
MOST_SIDES = 1_000_000
MOST_NUMBER = 999_999_999
MOST_ADDED_BY_DIE = 1_000
"""The most explosions and rerolls of one die."""
MOST_ADDED_DICE = 100_000
"""The most dice that all explosions and rerolls of an expression may add."""

MOST_VALUE = 10**4_000
"""The largest product or power."""


def check_sides(sides: int, column: int = 0) -> None:
    """Raise DiceError if no die may have this number of sides."""
    if not 1 <= sides <= MOST_SIDES:
        raise DiceError(f"a die has 1 to {MOST_SIDES:,} sides, not {sides:,}", column=column)


def check_drawn(count: int, faces: int, column: int = 0) -> None:
    """Raise DiceError if ``count`` dice cannot be drawn from this number of faces."""
    if count > faces or faces > MOST_DICE:
        what = f"{count:,} dice draw from {faces:,} faces"
        hint = f"Each face is drawn once: draw no more dice than faces, and draw from {MOST_DICE:,} faces or fewer."
        raise DiceError(what, hint, column=column)


def check_added(by_die: int, in_all: int) -> None:
    """Raise DiceError if rerolls and explosions add more dice than those of a die, or all of them, may."""
    if by_die > MOST_ADDED_BY_DIE:
        message = f"a die exploded or was rerolled more than {MOST_ADDED_BY_DIE:,} times"
        raise DiceError(message, "Write !o or ro to explode or reroll at most once.")
    if in_all > MOST_ADDED_DICE:
        message = f"rerolls and explosions add more than {MOST_ADDED_DICE:,} dice"
        raise DiceError(message, "Roll fewer dice, or write !o or ro.")


def check_most_dice(count: int, column: int = 0) -> None:
    """Raise DiceError if ``count`` is more dice than an expression may roll."""
    if count > MOST_DICE:
        raise DiceError(f"{count:,} dice are too many: an expression rolls at most {MOST_DICE:,}", column=column)
