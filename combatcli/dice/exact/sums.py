"""Values of one die, and sums: products of powers of polynomials, or pair by pair where outcomes are far apart.

``counts`` are a mapping from outcomes to ways.
"""

from __future__ import annotations

from math import comb, gcd
from operator import add

from combatcli.dice.exact.budget import BUDGET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from typing import TypeVar

    from combatcli.dice.tree import Modifiers

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U", bound=Hashable)

    Counts = dict[int, int]
    Power = tuple[Counts, int]
    """Counts, and how many times they are added up."""

_MANY = 10_000
"""The number of new sums after which they are counted as listed outcomes."""


def summed(powers: Iterable[Power]) -> Counts:
    """Return the counts of the sum of independent outcomes, each added up as often as its power says.

    A single power of 1 returns its own counts, which must not be changed.
    """
    offset, ways = 0, 1
    many: list[Power] = []
    for counts, exponent in merge_equal(powers):
        if len(counts) == 1:
            ((outcome, weight),) = counts.items()
            offset += outcome * exponent
            ways *= weight**exponent
        elif exponent:
            many.append((counts, exponent))
    if not many:
        return {offset: ways}
    if len(many) == 1 and many[0][1] == 1:
        return _shifted(many[0][0], offset, ways)
    step = gcd(*[spacing(counts) for counts, _ in many])
    dense = [power for power in many if _is_dense(*power, step)]
    parts = [_multiplied(dense)] if dense else []
    parts += [_pair_by_pair(*power) for power in many if power not in dense]
    joined = parts[0]
    for part in parts[1:]:
        joined = pairs(joined, part, add)
    return _shifted(joined, offset, ways)


def _shifted(counts: Counts, offset: int, ways: int) -> Counts:
    """Add an offset to each outcome, and multiply its ways."""
    if (offset, ways) == (0, 1):
        return counts
    if ways == 1:
        return {outcome + offset: count for outcome, count in counts.items()}
    return {outcome + offset: count * ways for outcome, count in counts.items()}


def _is_dense(counts: Counts, exponent: int, step: int) -> bool:
    """Return whether the possible sums are fewer than the pairs that adding pair by pair would take."""
    span = (max(counts) - min(counts)) // step
    if span > 1000 + 50 * len(counts):
        return False
    few = exponent == 1 or span < 2 * len(counts)
    return few or span * exponent < len(counts) * comb(exponent + len(counts) - 1, len(counts))


def _multiplied(powers: Sequence[Power]) -> Counts:
    """Return the counts of a sum by a product of powers of polynomials, a coefficient for each ``step``."""
    from combatcli.dice.exact.polynomials import product

    lowest = sum([min(counts) * exponent for counts, exponent in powers])
    step = gcd(*[spacing(counts) for counts, _ in powers])
    coefficients = product([(spread(counts, step), exponent) for counts, exponent in powers])
    return {lowest + place * step: c for place, c in enumerate(coefficients) if c}


def _pair_by_pair(counts: Counts, exponent: int) -> Counts:
    """Return the counts of a sum of far-apart outcomes."""
    if exponent > 1 and _is_dense(counts, exponent, spacing(counts)):
        return _multiplied([(counts, exponent)])
    joined = counts
    for _ in range(exponent - 1):
        joined = pairs(joined, counts, add)
    return joined


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
