"""Two dice under a number (B20, B21)."""

from combatcli.dice.rolling.roll import roll_total
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import plain_dice
from combatcli.rulesets.tasks import DisplayOnly

TWO_DICE = plain_dice(2, 6)
ALWAYS = 2
NEVER = 12


def roll_under(source: Source, needed: int) -> tuple[bool, bool, DisplayOnly[tuple[int, ...]]]:
    """Roll 2d6 under a number (B20); return success, whether it is a hopeless 12 (B21), and the faces."""
    rolled = roll_total(TWO_DICE, source)
    total = rolled.total
    never = total == NEVER
    success = total == ALWAYS or (total <= needed and not never)
    return success, never, DisplayOnly(rolled.faces)
