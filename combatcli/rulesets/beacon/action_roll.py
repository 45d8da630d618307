"""The action roll (E1–E3, E5): d20s and attribute dice, of each size one kept, which explodes at its maximum."""

from __future__ import annotations

from typing import NamedTuple

from combatcli.dice.rolling.results import Opening
from combatcli.errors import UsageError, nearest
from combatcli.rulesets.play import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    marks: tuple[int, ...]
    """Which totals something depends on, the lowest first: of a total only which of them it reaches may be used."""

    def pool(self) -> list[str]:
        """Return the dice that are rolled before any explodes, and which is kept of each size: 3d20kh1 2d8kh1 (E1)."""
        sizes = [(self.tier, D20), *([(self.rating, self.sides)] if self.sides else [])]
        return [f"{number}d{sides}kh1" if number > 0 else f"2d{sides}kl1" for number, sides in sizes]


OPPOSED = tuple(range(1, 121))
"""The totals of one who rolls against another; where all outcomes are gone through, those beyond are alike."""


def marks(*needed: int, steps: int = MOST_STEPS) -> tuple[int, ...]:
    """Return on which totals it depends which numbers are reached, and the lowest by how many critical steps (E2)."""
    return tuple(sorted({*needed, *range(min(needed), max(needed) + STEP * steps + 1, STEP)}))


def opposing(*marks: int) -> tuple[int, ...]:
    """Return those marks on the total of another that lie within what two who roll against each other tell apart."""
    return tuple([mark for mark in sorted(set(marks)) if OPPOSED[0] <= mark <= OPPOSED[-1]])


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
    tier, rating, sides, marks = wanted

    def opens(source: Source) -> Opening:
        d20, faces, one = _d20s(source, tier)
        if not sides:
            return Opening(faces, (d20,), (D20,) if d20 == D20 else (), one)
        attribute, more = _attribute_dice(source, rating, sides)
        again = tuple([die for die, face in ((D20, d20), (sides, attribute)) if face == die])
        return Opening((*faces, *more), (d20, attribute), again, one)

    found = source.exploded(opens, (tier, rating, sides), marks)
    opening, more = found.opening, found.more
    return Rolled(found.total, opening.note is True, Shown((*opening.faces, *more)), Shown((*opening.kept, *more)))


def _d20s(source: Source, tier: int) -> tuple[int, tuple[int, ...], bool]:
    """Roll the d20s of a Tier; of two at 0 or less the lower is kept, and both count for a botch (E1, E2)."""
    if tier > 0:
        pool = source.highest(tier, D20, 1)
        return pool.total, pool.faces, pool.total == 1
    faces = source.dice(2, D20)
    return min(faces), faces, max(faces) == 1


def _attribute_dice(source: Source, rating: int, sides: int) -> tuple[int, tuple[int, ...]]:
    """Roll the attribute dice of a rating; of two at 0 or less the lower is kept (E1)."""
    pool = source.highest(rating, sides, 1) if rating > 0 else source.lowest(2, sides, 1)
    return pool.total, pool.faces
