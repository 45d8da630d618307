"""Two dice, not above an attribute (B20–B22): Difficulties of which one counts, and the two that no number changes."""

from __future__ import annotations

from collections.abc import Mapping

from combatcli.dice.rolling.roll import roll_total
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import plain_dice
from combatcli.records import Record
from combatcli.rulesets.tasks import DisplayOnly

TWO_DICE = plain_dice(2, 6)
ALWAYS = 2
NEVER = 12
EVASION = {9: 1, 12: 2}
"""The Difficulty of hitting someone, from which Agility on (B20)."""


class Check(Record):
    """Two dice that were rolled under a number; ``never`` where they show the two that no number helps (B21)."""

    success: bool
    never: bool
    shown: DisplayOnly[tuple[int, ...]]

    @property
    def faces(self) -> list[int]:
        """What the two dice show."""
        return list(self.shown.value)

    @property
    def total(self) -> int:
        """What they add up to."""
        return sum(self.shown.value)


def evasion(agility: int) -> int:
    """Return the Difficulty of hitting someone by their Agility (B20)."""
    return max([value for least, value in EVASION.items() if agility >= least], default=0)


def difficulty(competing: Mapping[str, int], increases: Mapping[str, int]) -> int:
    """Return the Difficulty that counts: the highest of several, and on top of it what increases it (B22)."""
    return max(competing.values(), default=0) + sum(increases.values())


def under(total: int, needed: int) -> bool:
    """Tell whether a roll succeeds: not above what is needed; a 2 always does, and a 12 never (B21)."""
    return total == ALWAYS or (total <= needed and total != NEVER)


def roll_check(source: Source, needed: int) -> Check:
    """Roll two dice under a number (B20)."""
    rolled = roll_total(TWO_DICE, source)
    total = rolled.total
    return Check(under(total, needed), total == NEVER, DisplayOnly(rolled.faces))
