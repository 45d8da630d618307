"""What a source is asked for as a whole: an action roll, one against another, a roll with its damage.

Rolled, each is dice one after the other. Enumerated, each is a choice among results that stand for many: what of a
result a rule may use, each class says.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from combatcli.dice.limits import MOST_ADDED_BY_DIE
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.errors import DiceError
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.odds.tails import Tail


class KeptDie(Record):
    """A pool of ``count`` dice of which one is kept, the highest or the lowest; that die explodes at its maximum."""

    count: int
    sides: int
    highest: bool = True


class ActionResult(Record):
    """All faces in the order rolled, those that count, their sum; ``ones``: all dice of the first pool show 1."""

    faces: tuple[int, ...]
    kept: tuple[int, ...]
    total: int
    ones: bool = False


def _reaching(total: int, *, ones: bool = False) -> ActionResult:
    """Return a result that stands for all of this total, up to the next threshold."""
    return ActionResult((), (), total, ones=ones)


class DamageResult(Record):
    """The faces of damage dice and their sum; where a ``tail`` is given, the sum stands for all from it on."""

    faces: tuple[int, ...]
    total: int
    tail: Tail | None = None


def explode(source: Source, sides: int) -> list[int]:
    """Return the faces of a die that is rolled again as long as it shows its maximum, in the order rolled.

    Raises DiceError if it has one side, or explodes more often than `MOST_ADDED_BY_DIE` times.
    """
    if sides < 2:
        raise DiceError("a die with one side would explode forever")
    faces = [source.die(sides)]
    while faces[-1] == sides:
        if len(faces) > MOST_ADDED_BY_DIE:
            raise DiceError(f"a die exploded more than {MOST_ADDED_BY_DIE:,} times")
        faces.append(source.die(sides))
    return faces


class ActionThrow(Throw):
    """Pools whose kept dice are added up: all of them are rolled, then what explodes, in order.

    Of the total a rule may use only which of the ascending ``thresholds`` it reaches; where it reaches none, also
    whether all dice of the first pool show 1.
    """

    pools: tuple[KeptDie, ...]
    thresholds: tuple[int, ...] = ()

    def roll(self, source: Source) -> ActionResult:
        """Roll the pools, then their explosions."""
        opened = [source.dice(pool.count, pool.sides) for pool in self.pools]
        kept = tuple([(max if pool.highest else min)(dice) for pool, dice in zip(self.pools, opened, strict=True)])
        again = [pool.sides for pool, face in zip(self.pools, kept, strict=True) if face == pool.sides]
        exploded = tuple([face for sides in again for face in explode(source, sides)])
        faces = tuple([face for dice in opened for face in dice])
        ones = bool(opened) and max(opened[0]) == 1
        return ActionResult((*faces, *exploded), (*kept, *exploded), sum(kept) + sum(exploded), ones=ones)

    def ways(self) -> Mapping[ActionResult, int]:
        """Return the ways of each threshold as the highest reached; below the first the total is one less."""
        from combatcli.rulesets.beacon.odds.action_totals import totals_of

        below = self.thresholds[0] - 1 if self.thresholds else 0
        totals = totals_of(self.pools)
        reached, whole = totals.reaching(self.thresholds)
        ones = totals.ones(whole, *self.thresholds[:1])
        first = reached[0] if self.thresholds else 0
        outcomes = {_reaching(below, ones=True): ones, _reaching(below): whole - first - ones}
        for threshold, (ways, above) in zip(self.thresholds, pairwise([*reached, 0]), strict=True):
            outcomes[_reaching(threshold)] = ways - above
        return outcomes


class OpposedThrow(Throw):
    """Some who roll, in order, against one who rolls after them, and once.

    Of the totals a rule may use only by which of the ascending ``thresholds`` each is above the one.
    """

    several: tuple[tuple[KeptDie, ...], ...]
    one: tuple[KeptDie, ...]
    thresholds: tuple[int, ...]

    def roll(self, source: Source) -> tuple[tuple[ActionResult, ...], ActionResult]:
        """Roll for each, and for the one."""
        return tuple([ActionThrow(pools).roll(source) for pools in self.several]), ActionThrow(self.one).roll(source)

    def ways(self) -> Mapping[tuple[tuple[ActionResult, ...], ActionResult], int]:
        """Return the ways of each difference, with 0 for the one; DiceError where several are against it."""
        from combatcli.dice.odds.recurring import chance_of_lead
        from combatcli.rulesets.beacon.odds.action_totals import totals_of

        if not self.several:
            return {((), _reaching(0)): 1}
        if len(self.several) > 1:
            raise DiceError(
                "the odds of several combatants against one cannot be computed together",
                "Ask about each of them separately.",
            )
        totals, other_totals = totals_of(self.several[0]), totals_of(self.one)
        common, chances = 1, [chance_of_lead(totals, other_totals, threshold) for threshold in self.thresholds]
        for _, total in chances:
            common *= total
        reached = [ways * (common // total) for ways, total in chances]
        missed: tuple[ActionResult, ...] = (_reaching(self.thresholds[0] - 1),)
        outcomes = {(missed, _reaching(0)): common - reached[0]}
        for threshold, (ways, above) in zip(self.thresholds, pairwise([*reached, 0]), strict=True):
            outcomes[(_reaching(threshold),), _reaching(0)] = ways - above
        return outcomes


class DamageThrow(Throw):
    """An action roll, and where it reaches a target the dice of its damage: the more, the farther above it is.

    ``number`` dice of so many ``sides`` are one more for each whole ``every`` above the target, and not below 0; the
    dice ``also`` are rolled whenever it is reached. A rule may use whether it is, and of the damage which of the
    ``thresholds`` it reaches, or what it is up to where hardly any way is left. What is beyond comes with a `Tail`,
    which is ``decided`` if all that depends on the damage is among the thresholds.
    """

    pools: tuple[KeptDie, ...]
    target: int
    every: int
    number: int
    sides: int
    also: tuple[int, ...] = ()
    thresholds: tuple[int, ...] = ()
    decided: bool = True
    purpose: str = ""

    def roll(self, source: Source) -> tuple[ActionResult, DamageResult]:
        """Roll the pools, then the dice of the damage, those of so many sides first."""
        rolled = ActionThrow(self.pools).roll(source)
        if rolled.total < self.target:
            return rolled, DamageResult((), 0)
        source.purpose = self.purpose or source.purpose
        faces = source.dice(self.dice_at((rolled.total - self.target) // self.every), self.sides)
        faces += tuple([source.die(sides) for sides in self.also])
        return rolled, DamageResult(faces, sum(faces))

    def dice_at(self, steps: int) -> int:
        """Return how many dice there are so many steps above the target."""
        return max(0, self.number + steps) if self.sides else 0

    def ways(self) -> Mapping[tuple[ActionResult, DamageResult], int]:
        """Return the ways to miss, of each damage that is listed, and of each part of its tail."""
        from combatcli.rulesets.beacon.odds.damage_totals import damage_of

        miss, listed, parts = damage_of(self)
        hit = _reaching(self.target)
        outcomes = {(_reaching(self.target - 1), DamageResult((), 0)): miss}
        for damage, ways in enumerate(listed):
            outcomes[hit, DamageResult((), damage)] = ways
        for low, ways, moments in parts:
            outcomes[hit, DamageResult((), low, self._tail(moments))] = ways
        return outcomes

    def _tail(self, moments: tuple[float, float] | None) -> Tail | None:
        from combatcli.rulesets.beacon.odds.tails import Tail

        return Tail(*moments, decided=self.decided) if moments else None
