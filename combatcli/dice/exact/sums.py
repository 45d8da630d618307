"""Values of one die, and sums: products of powers of polynomials, or pair by pair where outcomes are far apart.

``counts`` are a mapping from outcomes to ways.
"""

from __future__ import annotations

from math import comb, gcd
from operator import add

from combatcli.dice.exact.budget import BUDGET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from typing import TypeVar

    from combatcli.dice.tree import Modifiers

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U", bound=Hashable)

    Counts = dict[int, int]
    Power = tuple[Counts, int]
    """Counts, and how many times they are added up."""

_MANY = 10_000
"""The number of new sums after which they are counted as listed outcomes."""
_WIDE, _FEW = 1_000, 100
"""Polynomials have no more coefficients than so many and 50 for each term, and are not worth it for so few pairs."""


def summed(powers: Iterable[Power]) -> Counts:
    """Return the counts of the sum of independent outcomes, each added up as often as its power says.

    A single power of 1 returns its own counts, which must not be changed.
    """
    offset, ways = 0, 1
    parts: list[Counts] = []
    for counts, exponent in merge_equal(powers):
        if len(counts) == 1:
            ((outcome, weight),) = counts.items()
            offset += outcome * exponent
            ways *= weight**exponent
        elif exponent:
            parts.append(_repeated(counts, exponent))
    total = parts[0] if parts else {0: 1}
    for part in parts[1:]:
        total = _plus(total, part)
    if (offset, ways) == (0, 1):
        return total
    return {outcome + offset: count * ways for outcome, count in total.items()}


def _repeated(counts: Counts, exponent: int) -> Counts:
    """Return the counts of the sum of equal dice, by a power of their polynomial unless they are far apart."""
    if exponent == 1:
        return counts
    lowest, step = min(counts), spacing(counts)
    span = (max(counts) - lowest) // step
    if span <= _WIDE + 50 * len(counts) and span * exponent < len(counts) * comb(exponent + len(counts) - 1, exponent):
        from combatcli.dice.exact.polynomials import power

        coefficients = power(spread(counts, step), exponent)
        return {lowest * exponent + place * step: c for place, c in enumerate(coefficients) if c}
    total = counts
    for _ in range(exponent - 1):
        total = _plus(total, counts)
    return total


def _plus(left: Counts, right: Counts) -> Counts:
    """Return the counts of the sum of two outcomes, by a product of polynomials if that takes less than all pairs."""
    step = gcd(spacing(left), spacing(right))
    lowest = min(left) + min(right)
    if (max(left) + max(right) - lowest) // step + _FEW > len(left) * len(right):
        return pairs(left, right, add)
    from combatcli.dice.exact.polynomials import multiply

    coefficients = multiply(spread(left, step), spread(right, step))
    return {lowest + place * step: c for place, c in enumerate(coefficients) if c}


def merge_equal(powers: Iterable[Power]) -> list[Power]:
    """Merge the powers of equal counts."""
    powers = list(powers)
    if len(powers) < 2:
        return powers
    merged: list[Power] = []
    for counts, exponent in powers:
        for place, (other, number) in enumerate(merged):
            if counts is other or (len(counts) == len(other) and counts == other):
                merged[place] = (counts, number + exponent)
                break
        else:
            merged.append((counts, exponent))
    return merged


def spacing(counts: Counts) -> int:
    """Return the greatest common divisor of the distances between outcomes; 0 for a single outcome."""
    lowest = min(counts)
    return gcd(*[outcome - lowest for outcome in counts])


def spread(counts: Counts, step: int) -> list[int]:
    """Return counts as coefficients, one for each ``step`` from the lowest outcome on."""
    lowest = min(counts)
    coefficients = [0] * ((max(counts) - lowest) // step + 1)
    for outcome, count in counts.items():
        coefficients[(outcome - lowest) // step] = count
    return coefficients


def negated(counts: Counts) -> Counts:
    """Return the counts of outcomes with their signs changed."""
    return {-outcome: ways for outcome, ways in counts.items()}


def mapped(counts: dict[T, int], function: Callable[[T], U], bits: float = 0) -> dict[U, int]:
    """Return the counts of a function of outcomes whose ways have ``bits`` bits."""
    BUDGET.outcomes(len(counts), bits)
    ways_of: dict[U, int] = {}
    for outcome, ways in counts.items():
        image = function(outcome)
        ways_of[image] = ways_of.get(image, 0) + ways
    return ways_of


def pairs(left: dict[T, int], right: dict[T, int], join: Callable[[T, T], T]) -> dict[T, int]:
    """Return the counts of ``join`` over each pair of outcomes."""
    bits = max(left.values()).bit_length(), max(right.values()).bit_length()
    BUDGET.pairs(len(left) * len(right), *bits)
    joined: dict[T, int] = {}
    listed = 0
    for a, m in left.items():
        for b, n in right.items():
            outcome = join(a, b)
            joined[outcome] = joined.get(outcome, 0) + m * n
        if len(joined) > listed + _MANY:
            BUDGET.outcomes(len(joined) - listed, sum(bits))
            listed = len(joined)
    return joined


def weights_of(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each face of a die after its rerolls.

    Faces that are rerolled for ever are left out. With ``ro<=2`` on a d6, 1 and 2 weigh 2 each, and 3 to 6 weigh 2 + 6
    each, as a face may come first or after one of the two.
    """
    BUDGET.outcomes(len(faces) * (2 if modifiers.rerolls_once else 1))
    if isinstance(faces, range) and not modifiers.rerolls:
        weights = dict.fromkeys(faces, 1)
    else:
        weights = {}
        for face in faces:
            if not modifiers.rerolled(face):
                weights[face] = weights.get(face, 0) + 1
    if not modifiers.rerolls_once:
        return weights
    whole = sum(weights.values())
    again = sum([weight for face, weight in weights.items() if modifiers.rerolled_once(face)])
    return {
        face: weight * (again + (0 if modifiers.rerolled_once(face) else whole)) for face, weight in weights.items()
    }


def values_of(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each value of a die after rerolls and bounds."""
    weights = weights_of(faces, modifiers)
    return weights if modifiers.low is None and modifiers.high is None else mapped(weights, modifiers.bounded)


def counted_of(values: Counts, modifiers: Modifiers) -> Counts:
    """Return the weight of each number that a die adds to the total, from the weights of its values."""
    return values if modifiers.success is None else mapped(values, modifiers.counted)
