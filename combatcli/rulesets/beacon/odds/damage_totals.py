"""Totals of damage dice, one more of which is rolled for each step that an action roll is above its target.

With ``w[n]`` for the ways to be ``n`` steps above and ``e`` for the polynomial of one die, the total of ``d`` dice and
one more at each step is ``e**d (w[0] + e (w[1] + e (w[2] + ...)))``. Each factor ``e`` raises the total by 1 at least:
a total below ``n`` needs no step from ``n`` on. What lies beyond the listed totals has moments all the same: those of
all totals less those of the listed ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import exp, log, log2, prod
from operator import sub

from combatcli.dice.odds.budget import BUDGET
from combatcli.rulesets.beacon.odds.action_totals import ActionTotals, totals_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.odds.throws import DamageThrow

    Part = tuple[int, int, tuple[float, float] | None]
    """The least total of a part of the tail, its ways, and the moments of its totals as multiples of the least."""

_NOTHING = 10**20
"""More steps than come once in so many hits make no difference to a mean."""
_STEPS = 32
"""How many steps are looked at first."""
_RARE = 10**6
"""Totals are listed until less than one hit in so many is left."""
_TWELVE = 12
"""Times so many the moments of dice are whole numbers."""
_SLOPES = [quarter / 4 for quarter in range(1, 33)]
"""The exponents at which a bound is looked for, for faces from 0 to 1."""


def damage_of(throw: DamageThrow) -> tuple[int, list[int], list[Part]]:
    """Return the ways to miss, the ways of each total, 0 first, and the parts of the tail beyond.

    Totals are listed until less than one hit in a million is left; the tail is parted at the thresholds in it.
    """
    totals = totals_of(throw.pools)
    steps = _steps(throw, totals, _STEPS)
    while steps[0][-1] * _NOTHING > steps[0][0]:
        steps = _steps(throw, totals, 2 * len(steps[0]))
    far = _far(throw, steps) if throw.sides else sum(throw.also) + 1
    most = max(far, *throw.thresholds, 1)
    _check_work(throw, most)
    if most >= throw.number + len(steps[0]):
        steps = _steps(throw, totals, most - throw.number + 1)
    reached, whole = steps
    counts, total = _added_up(throw, reached, whole, most)
    hits = reached[0] * (total // whole)
    end, remaining = 0, hits
    while end < len(counts) and remaining * _RARE >= hits:
        remaining -= counts[end]
        end += 1
    return total - hits, counts[:end], _tail(throw, steps, counts, total, end)


def _check_work(throw: DamageThrow, most: int) -> None:
    """Raise DiceError where so many totals, each with as many steps as lead to it, take too much work."""
    bits = most * (throw.every * sum([log2(pool.sides) / pool.sides for pool in throw.pools]) + log2(throw.sides or 1))
    BUDGET.product(bits, 0, most * (2 * throw.every + most))


def _steps(throw: DamageThrow, totals: ActionTotals, count: int) -> tuple[list[int], int]:
    """Return the ways to be each number of steps above the target or more, 0 first, and the number of all ways."""
    thresholds = [throw.target + throw.every * step for step in range(max(count, 1))]
    return totals.reaching(thresholds)


def _exactly(reached: Sequence[int]) -> list[int]:
    """Return the ways of exactly each number of steps; the last one stands for itself and more."""
    return [*[here - above for here, above in pairwise(reached)], reached[-1]]


def _far(throw: DamageThrow, steps: tuple[list[int], int]) -> int:
    """Return a total that hardly any way reaches, by a bound on what grows as powers of it do (Chernoff's)."""
    reached = steps[0]
    weights = [(ways / reached[0], throw.dice_at(step)) for step, ways in enumerate(_exactly(reached))]
    best = float(sum([throw.dice_at(len(reached)) * throw.sides, *throw.also]))
    widest = max(throw.sides, *throw.also, 1)
    for slope in [exponent / widest for exponent in _SLOPES]:
        one = sum([exp(slope * face) for face in range(1, throw.sides + 1)]) / throw.sides
        fixed_power = prod([sum([exp(slope * face) for face in range(1, sides + 1)]) / sides for sides in throw.also])
        if one * one * (reached[-1] / reached[0]) > reached[-3] / reached[0]:
            break
        power = sum([weight * one**dice for weight, dice in weights]) * fixed_power
        best = min(best, (log(power) + log(_RARE)) / slope)
    return int(best) + 2


def _added_up(throw: DamageThrow, reached: Sequence[int], whole: int, most: int) -> tuple[list[int], int]:
    """Return the ways of each total below ``most``, 0 first, and the number of all ways.

    ``reached`` has the ways to be each number of steps above the target or more, of so many in a ``whole``.
    """
    weights = _exactly(reached)
    sides, first = throw.sides, throw.dice_at(0)
    # Dice that are not there, as their number is below 0, are those of the first step.
    none = max(0, -throw.number) if sides else len(weights) - 1
    *fewer, furthest = [sum(weights[: none + 1]), *weights[none + 1 :]][:most]
    counts = [furthest, *[0] * (most - len(fewer) - 1)]
    scale = 1
    for ways in reversed(fewer):
        counts = _one_more(counts, sides)
        scale *= sides
        counts[0] = ways * scale
    for die in (*[sides] * first, *throw.also):
        counts = _one_more(counts[:-1], die)
        scale *= die
    return counts, whole * scale


def _one_more(counts: Sequence[int], sides: int) -> list[int]:
    """Return the ways of each total, 0 first, with one more die, up to one total farther."""
    below = [0, *accumulate(counts)]
    return [*below[:sides], *map(sub, below[sides:], below)]


def _tail(throw: DamageThrow, steps: tuple[list[int], int], counts: Sequence[int], total: int, end: int) -> list[Part]:
    """Return the totals from ``end`` on, up to each threshold there and from the last one on."""
    reached, whole = steps
    factor = total // whole
    below = _sums(counts, 0, end)
    ways, first, square = (factor * every - some for every, some in zip(_every_sum(throw, reached), below, strict=True))
    parts: list[Part] = []
    edges = [end, *sorted({threshold for threshold in throw.thresholds if threshold > end})]
    for low, high in zip(edges, [*edges[1:], 0], strict=True):
        here, one, two = _sums(counts, low, high) if high else (ways, first, square)
        ways, first, square = ways - here, first - one, square - two
        if here:
            parts.append((low, here // _TWELVE, (one / (here * low), two / (here * low * low)) if low else None))
    return parts


def _sums(counts: Sequence[int], low: int, high: int) -> tuple[int, int, int]:
    """Return twelve times the ways of some totals, the sum of these totals, and the sum of their squares."""
    some = list(enumerate(counts[low:high], low))
    return (
        _TWELVE * sum(counts[low:high]),
        _TWELVE * sum([value * count for value, count in some]),
        _TWELVE * sum([value * value * count for value, count in some]),
    )


def _every_sum(throw: DamageThrow, reached: Sequence[int]) -> tuple[int, int, int]:
    """Return these sums over all totals, by mean and variance: of a die (s + 1) / 2 and (s * s - 1) / 12."""
    fixed_mean, spread = sum([sides + 1 for sides in throw.also]), sum([sides * sides - 1 for sides in throw.also])
    means = squares = 0
    for step, ways in enumerate(_exactly(reached)):
        dice = throw.dice_at(step)
        doubled = dice * (throw.sides + 1) + fixed_mean
        means += 6 * ways * doubled
        squares += ways * (dice * (throw.sides**2 - 1) + spread + 3 * doubled**2)
    return _TWELVE * reached[0], means, squares
