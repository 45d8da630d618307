"""The action roll (E1–E3, E5): d20s and attribute dice, of each size one kept, which explodes at its maximum."""

from __future__ import annotations

from typing import NamedTuple

from combatcli.errors import UsageError, nearest
from combatcli.rulesets.play import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.rolling.sources import Source

D20 = 20
STEP = 10
MOST_STEPS = 12
"""How many critical steps odds tell apart; what lies beyond is less than one in a million, the rest (E2)."""
POSITIONS = {"controlled": 6, "risky": 11, "desperate": 16}
AGAINST_DEFENCE = {"controlled": -5, "risky": 0, "desperate": 5}


def known_position(said: str | None) -> str:
    """Return a position, risky unless said; UsageError for a word that is none (E3)."""
    position = said or "risky"
    if position not in POSITIONS:
        raise UsageError(f'--position {position}: there is no position "{position}"', nearest(position, POSITIONS))
    return position


class ActionRoll(NamedTuple):
    """What is rolled: the Tier in d20s, the rating in dice of so many sides; 0 sides are no attribute dice."""

    tier: int
    rating: int
    sides: int
    most: int
    """From where on totals are alike, where all outcomes are gone through."""

    def pool(self) -> list[str]:
        """Return the dice that are rolled before any explodes, and which is kept of each size: 3d20kh1 2d8kh1 (E1)."""
        sizes = [(self.tier, D20), *([(self.rating, self.sides)] if self.sides else [])]
        return [f"{number}d{sides}kh1" if number > 0 else f"2d{sides}kl1" for number, sides in sizes]


MOST_OPPOSED = 120
"""From where on totals of two who roll against each other are alike, where all outcomes are gone through."""


class Rolled(NamedTuple):
    """What came of it: the total, whether the highest d20 shows a 1, and what a report shows: all faces, those kept."""

    total: int
    one: bool
    shown: Shown[tuple[int, ...]]
    kept: Shown[tuple[int, ...]]

    def steps(self, needed: int) -> int:
        """Return the critical steps: each whole 10 above the target (E2)."""
        return max(0, (self.total - needed) // STEP)

    def botched(self, needed: int) -> bool:
        """Tell whether it is a botch: a failure whose highest d20 shows 1 (E2)."""
        return self.total < needed and self.one


def roll_action(source: Source, wanted: ActionRoll) -> Rolled:
    """Roll: d20s, attribute dice, then the explosions of the d20, then of the attribute die (E1)."""
    kept, faces, one = _d20s(source, wanted.tier)
    attribute, more = _attribute_dice(source, wanted)
    total, shown, counted = kept + attribute, [*faces, *more], [kept, *([attribute] if wanted.sides else [])]
    again = [D20] if kept == D20 else []
    again += [wanted.sides] if wanted.sides and attribute == wanted.sides else []
    if again:
        exploded = source.explosions(tuple(again), max(1, wanted.most - total))
        total += exploded.total
        shown += exploded.faces
        counted += exploded.faces
    return Rolled(total, one, Shown(tuple(shown)), Shown(tuple(counted)))


def roll_opposed(source: Source, wanted: ActionRoll) -> Rolled:
    """Roll where two roll against each other, and nothing but the total matters."""

    def total_alone(source: Source) -> Rolled:
        rolled = roll_action(source, wanted)
        return rolled._replace(one=False)

    return source.result(total_alone, wanted)


def _d20s(source: Source, tier: int) -> tuple[int, Sequence[int], bool]:
    """Roll the d20s of a Tier; of two at 0 or less the lower is kept, and both count for a botch (E1, E2)."""
    if tier > 0:
        pool = source.highest(tier, D20, 1)
        return pool.total, pool.faces, pool.total == 1
    faces = source.dice(2, D20)
    return min(faces), faces, max(faces) == 1


def _attribute_dice(source: Source, wanted: ActionRoll) -> tuple[int, Sequence[int]]:
    """Roll the attribute dice of a rating; of two at 0 or less the lower is kept; without an attribute none (E1)."""
    if not wanted.sides:
        return 0, ()
    rated = wanted.rating > 0
    pool = source.highest(wanted.rating, wanted.sides, 1) if rated else source.lowest(2, wanted.sides, 1)
    return pool.total, pool.faces
