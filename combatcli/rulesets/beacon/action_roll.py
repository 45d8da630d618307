"""The action roll (E1–E3, E5): d20s and attribute dice, of each size one kept, which explodes at its maximum."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.dice.rolling.sources import Source
from combatcli.errors import UsageError, nearest
from combatcli.records import Record
from combatcli.rulesets.beacon.odds.throws import ActionResult, ActionThrow, KeptDie, OpposedThrow
from combatcli.rulesets.tasks import DisplayOnly

D20 = 20
STEP = 10
MOST_STEPS = 3
"""How many critical steps odds are asked for; whatever is above that is alike (E2)."""
POSITIONS = {"controlled": 6, "risky": 11, "desperate": 16}
AGAINST_DEFENSE = {"controlled": -5, "risky": 0, "desperate": 5}


def position_or_risky(word: str | None) -> str:
    """Return a position, by default risky; UsageError for a word that is none (E3)."""
    position = word or "risky"
    if position not in POSITIONS:
        raise UsageError(f'--position {position}: there is no position "{position}"', nearest(position, POSITIONS))
    return position


class ActionRoll(Record):
    """What is rolled: the Tier in d20s, the rating in dice of so many sides; 0 sides mean no attribute dice."""

    tier: int
    rating: int
    sides: int
    thresholds: tuple[int, ...] = ()
    """Which totals something depends on, the lowest first: of a total only which of them it reaches may be used."""

    def pools(self) -> tuple[KeptDie, ...]:
        """Return the pools; of two dice at 0 or less the lower is kept (E1)."""
        sizes = [(self.tier, D20), *([(self.rating, self.sides)] if self.sides else [])]
        return tuple(
            [KeptDie(number, sides) if number > 0 else KeptDie(2, sides, highest=False) for number, sides in sizes]
        )

    def pool(self) -> list[str]:
        """Return the dice that are rolled before any explodes, and which is kept of each size: 3d20kh1 2d8kh1 (E1)."""
        return [f"{pool.count}d{pool.sides}k{'h' if pool.highest else 'l'}1" for pool in self.pools()]


def thresholds(*needed: int, steps: int = MOST_STEPS) -> tuple[int, ...]:
    """Return on which totals it depends which numbers are reached, and the lowest by how many critical steps (E2)."""
    return tuple(sorted({*needed, *range(min(needed), max(needed) + STEP * steps + 1, STEP)}))


class RolledAction(Record):
    """What came of it: the total, whether the highest d20 shows a 1, and what a report shows: all faces, those kept."""

    total: int
    one: bool
    shown: DisplayOnly[tuple[int, ...]]
    kept: DisplayOnly[tuple[int, ...]]

    def critical_steps(self, needed: int) -> int:
        """Return the critical steps: each whole 10 above the target (E2)."""
        return max(0, (self.total - needed) // STEP)

    def botched(self, needed: int) -> bool:
        """Tell whether it is a botch: a failure whose highest d20 shows 1 (E2)."""
        return self.total < needed and self.one


def roll_action(source: Source, action: ActionRoll) -> RolledAction:
    """Roll: d20s, attribute dice, then the explosions of the d20, then of the attribute die (E1)."""
    return as_rolled(source.throw(ActionThrow(action.pools(), action.thresholds)))


def roll_opposed(
    source: Source, several: Sequence[ActionRoll], one: ActionRoll, thresholds: tuple[int, ...]
) -> tuple[list[RolledAction], RolledAction]:
    """Roll for each, then for the one against them; how far they are above it may be used as ``thresholds`` have it."""
    pools = tuple([action.pools() for action in several])
    seen, hidden = source.throw(OpposedThrow(pools, one.pools(), thresholds))
    return [as_rolled(result) for result in seen], as_rolled(hidden)


def as_rolled(result: ActionResult) -> RolledAction:
    """Return what dice came to, as an action roll."""
    return RolledAction(result.total, result.ones, DisplayOnly(result.faces), DisplayOnly(result.kept))
