"""Further dice, more of them the farther a total is above its target: what they add up to, as far out as matters.

So many steps above have ``w`` ways each; the sum of ``n`` dice and one more at each step is then the polynomial
``e**n (w[0] + e (w[1] + e (w[2] + ...)))``, where each factor ``e`` moves it up by 1 at least. What lies beyond the
totals that are told apart has a mean all the same: that of all, less theirs.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import exp, log, log2, prod
from operator import sub

from combatcli.dice.odds.budget import spend
from combatcli.dice.odds.chained import totals_of
from combatcli.dice.rolling.results import Beyond, Exploded, Heap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.odds.chained import ChainedTotals
    from combatcli.dice.rolling.throws import Piled

    Ways = dict[Any, int]

_NOTHING = 10**20
"""Steps that come less than once in so many hits make no difference to a mean."""
_STEPS = 32
"""How many steps are looked at first."""
_RARE = 10**6
"""Totals are told apart up to where less than one hit in so many is left."""
_TWELVE = 12
"""Times so many the moments of dice are whole."""
_SLOPES = [place / 4 for place in range(1, 33)]
"""At which powers of totals a bound on them is looked for, for faces from 0 to 1."""


def piled(throw: Piled) -> Ways:
    """Return in how many ways the target is missed, and the further dice add up to what."""
    totals = totals_of(throw.pools)
    steps = _steps(throw, totals, _STEPS)
    while steps[0][-1] * _NOTHING > steps[0][0]:
        steps = _steps(throw, totals, 2 * len(steps[0]))
    far = _far(throw, steps) if throw.sides else sum(throw.also) + 1
    most = max(far, *throw.marks, 1)
    _check(throw, most)
    if most >= throw.number + len(steps[0]):
        steps = _steps(throw, totals, most - throw.number + 1)
    reached, whole = steps
    counts, total = _added_up(throw, reached, whole, most)
    factor = total // whole
    miss = Exploded((), (), throw.target - 1), Heap((), 0)
    found: dict[Any, int] = {miss: total - reached[0] * factor}
    hits = reached[0] * factor
    end, left = 0, hits
    while end < len(counts) and left * _RARE >= hits:
        left -= counts[end]
        end += 1
    hit = Exploded((), (), throw.target)
    for value, ways in enumerate(counts[:end]):
        found[hit, Heap((), value)] = ways
    found |= {(hit, heap): ways for heap, ways in _lumps(throw, (reached, whole), counts, total, end)}
    return found


def _check(throw: Piled, most: int) -> None:
    """Raise DiceError where so many totals, each with as many steps as lead to it, take too much work."""
    bits = most * (throw.every * sum([log2(pool.sides) / pool.sides for pool in throw.pools]) + log2(throw.sides or 1))
    spend(most * (2 * throw.every + most), bits)


def _steps(throw: Piled, totals: ChainedTotals, count: int) -> tuple[list[int], int]:
    """Return in how many ways each number of steps is reached, and of how many."""
    marks = [throw.target + throw.every * step for step in range(max(count, 1))]
    return totals.reaching(marks)


def _exactly(reached: Sequence[int]) -> list[int]:
    """Return the ways of each number of steps; those of the last and more are one."""
    return [*[here - above for here, above in pairwise(reached)], reached[-1]]


def _far(throw: Piled, steps: tuple[list[int], int]) -> int:
    """Return a total that hardly any way reaches, by a bound on what grows as powers of it do (Chernoff's)."""
    reached = steps[0]
    weights = [(ways / reached[0], throw.dice_at(step)) for step, ways in enumerate(_exactly(reached))]
    best = float(sum([throw.dice_at(len(reached)) * throw.sides, *throw.also]))
    widest = max(throw.sides, *throw.also, 1)
    for slope in [each / widest for each in _SLOPES]:
        one = sum([exp(slope * face) for face in range(1, throw.sides + 1)]) / throw.sides
        more = prod([sum([exp(slope * face) for face in range(1, each + 1)]) / each for each in throw.also])
        if one * one * (reached[-1] / reached[0]) > reached[-3] / reached[0]:
            break
        power = sum([weight * one**dice for weight, dice in weights]) * more
        best = min(best, (log(power) + log(_RARE)) / slope)
    return int(best) + 2


def _added_up(throw: Piled, reached: Sequence[int], whole: int, most: int) -> tuple[list[int], int]:
    """Return in how many ways the dice come to each total below ``most``, and of how many."""
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
    for each in (*[sides] * first, *throw.also):
        counts = _one_more(counts[:-1], each)
        scale *= each
    return counts, whole * scale


def _one_more(counts: Sequence[int], sides: int) -> list[int]:
    """Return the ways of totals with one more die, of one total more."""
    below = [0, *accumulate(counts)]
    return [*below[:sides], *map(sub, below[sides:], below)]


def _lumps(
    throw: Piled, steps: tuple[list[int], int], counts: Sequence[int], total: int, end: int
) -> list[tuple[Heap, int]]:
    """Return what lies beyond the totals told apart, up to each mark there and from the last on."""
    reached, whole = steps
    factor = total // whole
    below = _sums(counts, 0, end)
    ways, first, square = (factor * every - some for every, some in zip(_every_sum(throw, reached), below, strict=True))
    found = []
    edges = [end, *sorted({mark for mark in throw.marks if mark > end})]
    for low, high in zip(edges, [*edges[1:], 0], strict=True):
        here, one, two = _sums(counts, low, high) if high else (ways, first, square)
        ways, first, square = ways - here, first - one, square - two
        if here:
            beyond = Beyond(one / (here * low), two / (here * low * low), decided=throw.decided) if low else None
            found.append((Heap((), low, beyond), here // _TWELVE))
    return found


def _sums(counts: Sequence[int], low: int, high: int) -> tuple[int, int, int]:
    """Return the ways of some totals, these times the totals, and times their squares; twelve times as much."""
    some = list(enumerate(counts[low:high], low))
    return (
        _TWELVE * sum(counts[low:high]),
        _TWELVE * sum([value * count for value, count in some]),
        _TWELVE * sum([value * value * count for value, count in some]),
    )


def _every_sum(throw: Piled, reached: Sequence[int]) -> tuple[int, int, int]:
    """Return the same of all totals, from mean and variance: of a die half of ``s + 1``, a twelfth of ``s * s - 1``."""
    more, spread = sum([each + 1 for each in throw.also]), sum([each * each - 1 for each in throw.also])
    means = squares = 0
    for step, ways in enumerate(_exactly(reached)):
        dice = throw.dice_at(step)
        doubled = dice * (throw.sides + 1) + more
        means += 6 * ways * doubled
        squares += ways * (dice * (throw.sides**2 - 1) + spread + 3 * doubled**2)
    return _TWELVE * reached[0], means, squares
