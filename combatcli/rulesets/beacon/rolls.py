"""Action rolls (E1–E3), opposed ones (E10), and damage dice (E32), with their distributions.

For odds, each roll says which totals the rules tell apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from combatcli.dice.limits import MOST_ADDED_BY_DIE
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.errors import DiceError, require_known
from combatcli.rulesets.tasks import DisplayOnly

if TYPE_CHECKING:
    from combatcli.dice.exact.distribution import Distribution

STEP = 10
POSITIONS = {"controlled": 6, "risky": 11, "desperate": 16}
AGAINST_DEFENSE = {"controlled": -5, "risky": 0, "desperate": 5}
NO_FACES: DisplayOnly[tuple[int, ...]] = DisplayOnly(())
MOST_STEPS = 3
"""The critical steps that odds list; more of them count as this many (E2)."""
MOST_DAMAGE_STEPS = 32
"""The critical steps that add damage dice for odds; more are rarer than once in 10**18 hits."""
RARE = 10**7
"""Odds list each damage until less than 1 hit in N is left."""
BLOCK = 64
"""Opposed totals are listed up to a multiple of this, so that a few lists serve many questions."""
FARTHEST = 20_000
"""The highest total of odds."""


def position_or_risky(word: str | None) -> str:
    """Return a position, by default risky; UsageError for an unknown one (E3)."""
    position = word or "risky"
    require_known(position, POSITIONS, f'--position {position}: there is no position "{position}"')
    return position


def critical_totals(*needed: int, steps: int = MOST_STEPS) -> tuple[int, ...]:
    """Return the needed totals, and those at which the lowest gains a critical step (E2)."""
    return tuple(sorted({*needed, *range(min(needed), max(needed) + STEP * steps + 1, STEP)}))


class RolledAction(Struct, frozen=True, gc=False):
    """The result of an action roll; its faces, and the kept ones, are only for display.

    ``one`` tells whether the highest d20 shows a 1. For odds the total is the highest threshold that it reaches.
    """

    total: int
    one: bool = False
    shown: DisplayOnly[tuple[int, ...]] = DisplayOnly(())
    kept: DisplayOnly[tuple[int, ...]] = DisplayOnly(())

    def critical_steps(self, needed: int) -> int:
        """Return the critical steps: one for each full 10 above the target (E2)."""
        return max(0, (self.total - needed) // STEP)

    def botched(self, needed: int) -> bool:
        """Tell whether it is a botch: a failure whose highest d20 shows 1 (E2)."""
        return self.total < needed and self.one


class KeepOnePool(Struct, frozen=True, gc=False):
    """A pool of ``count`` dice, the highest or lowest of which is kept and explodes at its maximum."""

    count: int
    sides: int
    highest: bool = True

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}k{'h' if self.highest else 'l'}1"

    def ways(self) -> list[int]:
        """Return the ways of each face of the kept die, 1 first."""
        upto = [face**self.count for face in range(self.sides + 1)]
        ways = [above - below for below, above in pairwise(upto)]
        return ways if self.highest else ways[::-1]


Pools = tuple[KeepOnePool, ...]


def dice_pools(tier: int, rating: int, sides: int) -> Pools:
    """Return the pools: d20s by Tier, dice of ``sides`` by rating; at 0 or less the lower of two is kept (E1)."""
    pool, more = KeepOnePool(tier if tier > 0 else 2, 20, tier > 0), rating > 0
    return (pool, KeepOnePool(rating if more else 2, sides, more)) if sides else (pool,)


def roll_throw(source: Source, thrown: Throw) -> Any:
    """Return the result of a throw."""
    return source.throw(thrown)


def dice_total(source: Source, count: int, sides: int) -> tuple[int, DisplayOnly[tuple[int, ...]]]:
    """Return the total of plain dice, and their faces."""
    from combatcli.dice.rolling.roll import roll_total
    from combatcli.dice.tree import plain_dice

    rolled = roll_total(plain_dice(count, sides), source)
    return rolled.total, DisplayOnly(rolled.faces)


def _exploding_faces(source: Source, sides: int) -> Iterator[int]:
    """Yield the faces of a die that is rolled again at its maximum."""
    for _ in range(MOST_ADDED_BY_DIE + 1):
        face = source.die(sides)
        yield face
        if face < sides:
            return
    raise DiceError(f"a die exploded more than {MOST_ADDED_BY_DIE:,} times")


def _roll_action(source: Source, rolled: Pools) -> RolledAction:
    """Roll the pools, then the explosions of the kept dice, in order (E1)."""
    opened = [source.dice(pool.count, pool.sides) for pool in rolled]
    kept = [max(dice) if pool.highest else min(dice) for pool, dice in zip(rolled, opened, strict=True)]
    exploded = list[int]()
    for pool, face in zip(rolled, kept, strict=True):
        if face == pool.sides:
            exploded += _exploding_faces(source, face)
    faces, counted = (*chain(*opened), *exploded), (*kept, *exploded)
    return RolledAction(sum(counted), max(opened[0]) == 1, DisplayOnly(faces), DisplayOnly(counted))


class ActionThrow(Throw):
    """An action roll; rules may use only which of the ascending ``thresholds`` its total reaches."""

    pools: Pools
    thresholds: tuple[int, ...]

    def roll(self, source: Source) -> RolledAction:
        """Roll the dice."""
        return _roll_action(source, self.pools)

    def ways(self) -> Mapping[RolledAction, int]:
        """Return the ways of each threshold as the highest reached; a total below the first is given as one less."""
        first = self.thresholds[0]
        reached, whole = _ways_to_reach(self.pools, self.thresholds)
        rest, of_rest = _action_total_ways(self.pools[1:], max(first, 1))
        ones = sum(rest[: max(first - 1, 0)]) * whole // (of_rest * self.pools[0].sides ** self.pools[0].count)
        outcomes = {RolledAction(first - 1, one=True): ones, RolledAction(first - 1): whole - reached[0] - ones}
        for threshold, (ways, above) in zip(self.thresholds, pairwise([*reached, 0]), strict=True):
            outcomes[RolledAction(threshold)] = ways - above
        return outcomes


class OpposedThrow(Throw):
    """Rolls in order against one later roll (E10).

    Rules may use only which of the ascending ``thresholds`` separates each total from that of the one.
    """

    several: tuple[Pools, ...]
    one: Pools
    thresholds: tuple[int, ...]

    def roll(self, source: Source) -> tuple[tuple[RolledAction, ...], RolledAction]:
        """Roll for each, then for the one."""
        return tuple([_roll_action(source, each) for each in self.several]), _roll_action(source, self.one)

    def ways(self) -> Mapping[tuple[tuple[RolledAction, ...], RolledAction], int]:
        """Return the ways of each difference, with 0 for the one; DiceError for several rolls."""
        from combatcli.dice.exact.recurring import chance_of_lead

        if not self.several:
            return {((), RolledAction(0)): 1}
        if len(self.several) > 1:
            hint = "Ask about each of them separately."
            raise DiceError("the odds of several combatants against one cannot be computed together", hint)
        one, other = _action_distribution(self.several[0]), _action_distribution(self.one)
        chances = [chance_of_lead(one, other, threshold) for threshold in self.thresholds]
        common = prod([whole for _, whole in chances])
        reached = [common, *[ways * (common // whole) for ways, whole in chances], 0]
        steps = zip([self.thresholds[0] - 1, *self.thresholds], pairwise(reached), strict=True)
        return {((RolledAction(lead),), RolledAction(0)): ways - above for lead, (ways, above) in steps}


class AttackThrow(Throw):
    """An action roll, and if it reaches ``needed``, its damage dice (E32).

    There are ``number`` dice of ``sides``, one more for each critical step, and the attribute die. Rules may use the
    hit and the damage. For odds the rarest damages are two outcomes, each with its mean: those below ``felling``, and
    the others.
    """

    pools: Pools
    needed: int
    number: int
    sides: int
    attribute: int
    felling: int = 0

    def roll(self, source: Source) -> tuple[RolledAction, int, DisplayOnly[tuple[int, ...]]]:
        """Roll the pools, then the damage dice; return the action, the damage and its faces."""
        rolled = _roll_action(source, self.pools)
        if rolled.total < self.needed:
            return rolled, 0, NO_FACES
        source.purpose = f"the damage of {source.purpose}"
        number = max(0, self.number + rolled.critical_steps(self.needed)) if self.sides else 0
        faces = (*source.dice(number, self.sides), *source.dice(1 if self.attribute else 0, self.attribute))
        return rolled, sum(faces), DisplayOnly(faces)

    def ways(self) -> Mapping[tuple[RolledAction, int, DisplayOnly[tuple[int, ...]]], int]:
        """Return the ways of a miss, and of each damage of a hit."""
        first = max(0, (len(self.pools) - self.needed) // STEP)
        steps = range(first, first + MOST_DAMAGE_STEPS + 1)
        reached, whole = _ways_to_reach(self.pools, [self.needed + STEP * step for step in steps])
        exactly = [here - above for here, above in pairwise([*reached, 0])]
        counts, scale = _ways_of_damage(exactly, self.number + first, self.sides, self.attribute)
        end, left = 0, sum(counts)
        while left * RARE > reached[0] * scale:
            left -= counts[end]
            end += 1
        hit, felling = RolledAction(self.needed), max(end, self.felling)
        outcomes = {(RolledAction(self.needed - 1), 0, NO_FACES): (whole - reached[0]) * scale}
        outcomes |= {(hit, damage, NO_FACES): ways for damage, ways in enumerate(counts[:end])}
        for rare in (range(end, min(felling, len(counts))), range(felling, len(counts))):
            ways = sum([counts[damage] for damage in rare])
            if ways:
                mean = (2 * sum([damage * counts[damage] for damage in rare]) + ways) // (2 * ways)
                outcomes[hit, mean, NO_FACES] = ways
        return outcomes


def _ways_to_reach(rolled: Pools, needed: Sequence[int]) -> tuple[list[int], int]:
    """Return the ways to reach each of the ascending totals, and the number of all ways."""
    counts, whole = _action_total_ways(rolled, max(needed[-1], 1))
    below = [0, *accumulate(counts)]
    return [whole - below[min(max(total, 0), len(below) - 1)] for total in needed], whole


@lru_cache(256)
def _action_total_ways(rolled: Pools, ceiling: int) -> tuple[list[int], int]:
    """Return the ways of each total below a ceiling, 0 first, and the number of all ways.

    A face below a pool's maximum ends it; at the maximum one more die is rolled: no total is a multiple of it.
    """
    from combatcli.dice.exact.budget import too_large
    from combatcli.dice.exact.sums import multiply

    if ceiling > FARTHEST:
        raise too_large(f"the odds of a total of {ceiling:,}")
    counts, whole = [1], 1
    for pool in rolled:
        ways, sides, rounds = pool.ways(), pool.sides, ceiling // pool.sides
        of_pool = [
            ways[min(total, sides) - 1] * sides ** (rounds - total // sides) if total % sides else 0
            for total in range(ceiling)
        ]
        counts, whole = multiply(counts, of_pool)[:ceiling], whole * sides ** (pool.count + rounds)
    return counts, whole


def _action_distribution(rolled: Pools, ceiling: int = BLOCK) -> "Distribution[int]":
    """Return the distribution of an action roll, exact below a ceiling, and farther wherever it is asked."""
    from fractions import Fraction

    from combatcli.dice.exact.distribution import Distribution
    from combatcli.dice.exact.recurring import GeometricTail

    sizes = [pool.sides for pool in rolled]
    series = {((Fraction(size), Fraction(1, size)),): sizes.count(size) for size in sizes}
    counts, whole = _action_total_ways(rolled, ceiling)
    totals = Distribution(dict(enumerate(counts)), whole, ceiling)
    totals.recurrence = GeometricTail(sum(sizes) - len(sizes), series)
    totals.anew = lambda times: _action_distribution(rolled, BLOCK * -int(-ceiling * times // BLOCK))
    return totals


def _ways_of_damage(weights: Sequence[int], number: int, sides: int, attribute: int) -> tuple[list[int], int]:
    """Return the ways of each damage, 0 first, and the factor of the number of all ways.

    ``weights`` are the ways of ``number`` dice, of one more, and so on. With ``e`` for what one die adds, the damage is
    that of ``number`` dice and of ``w[0] + e (w[1] + e (w[2] + ...))``.
    """
    from combatcli.dice.exact.budget import too_large
    from combatcli.dice.exact.sums import multiply

    fewer = max(0, -number) if sides else len(weights) - 1
    weights = [sum(weights[: fewer + 1]), *weights[fewer + 1 :]]
    fixed = [sides] * max(0, number if sides else 0) + [attribute] * bool(attribute)
    if (len(weights) + len(fixed)) * sides > FARTHEST:
        raise too_large(f"the odds of dice with {sides:,} sides")
    counts, scale = [weights[-1]], 1
    for ways in reversed(weights[:-1]):
        counts, scale = multiply(counts, [0, *[1] * sides]), scale * sides
        counts[0] = ways * scale
    for die in fixed:
        counts, scale = multiply(counts, [0, *[1] * die]), scale * die
    return counts, scale
