"""Sums of independent outcomes: products of powers of polynomials, or pair by pair where outcomes are far apart.

``counts`` are a mapping from outcomes to ways; as a polynomial, they are its coefficients by exponent. Two polynomials
are multiplied as single large integers with a fixed number of bytes a coefficient (Kronecker substitution). This leaves
the work to Python's multiplication: ``(1 + 2x)(3 + x)`` is ``0x0201 * 0x0103 = 0x020703``, ``3 + 7x + 2x**2``.

A power, or a product of powers, follows from one recurrence: with ``P`` for the product of ``A ** n``, ``P' / P`` is
the sum of ``n A' / A``, which gives its coefficients one after another. For ``P = (1 + x) ** 3`` it is
``P' (1 + x) = 3 P``, so ``k P[k] = (4 - k) P[k - 1]``: 1, 3, 3, 1. Factors are thinned for it: a plain die times
``1 - x`` has two terms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import comb, gcd, prod
from operator import add

from combatcli.dice.exact.budget import BUDGET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import TypeVar

    from combatcli.dice.tree import Modifiers

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U", bound=Hashable)

Counts = dict[int, int]
Power = tuple[Counts, int]
"""Counts, and how many times they are added up; as a factor of a product, an exponent that may be negative."""
Term = tuple[int, int, int]
"""A term ``(j, u, v)`` of a recurrence: ``u - k v`` times the coefficient ``j`` before the ``k``-th."""

_MANY = 10_000
"""The number of new sums after which they are counted as listed outcomes."""
_FREE, _FEW = 600, 20
"""Powers of fewer bits, and binomials of fewer, are not counted: their callers' work covers them."""
_PAIRS = 100
"""So few pairs of outcomes take less work one by one than as polynomials."""
_COEFFICIENT = 250
"""The bytes that a coefficient takes during its computation, on top of its digits."""


def summed(powers: Iterable[Power], room: int | None = None) -> Counts:
    """Return the counts of the sum of independent outcomes, each added up as often as its power says.

    Sums ``room`` or more above the lowest may be left out. A single power of 1 returns its own counts, which must not
    be changed.
    """
    total: Counts = {0: 1}
    for counts, exponent in merge_equal(powers):
        total = _joined(total, _repeated(counts, exponent, room))
    return total


def _joined(left: Counts, right: Counts) -> Counts:
    """Return the counts of the sum of two outcomes: by a product of polynomials, or pair by pair if far apart."""
    few, many = sorted([left, right], key=len)
    if few == {0: 1}:
        return many
    step = gcd(spacing(left), spacing(right)) or 1
    near = _is_dense(few, step) and _is_dense(many, step)
    if len(few) * len(many) < _PAIRS or not near:
        return pairs(few, many, add)
    lowest = min(left) + min(right)
    outcomes = [(each, range(min(each), max(each) + 1, step)) for each in (left, right)]
    product = multiply(*[[each.get(outcome, 0) for outcome in every] for each, every in outcomes])
    return {lowest + place * step: c for place, c in enumerate(product) if c}


def _is_dense(counts: Counts, step: int) -> bool:
    """Return whether the steps between the lowest and the highest outcome are not many more than the outcomes."""
    return (max(counts) - min(counts)) // step <= 1000 + 50 * len(counts)


def _repeated(counts: Counts, exponent: int, room: int | None) -> Counts:
    """Return the counts of an outcome added up several times: by a series, or pair by pair if far apart."""
    if exponent == 1:
        return counts
    lowest, step = min(counts), spacing(counts)
    if not (exponent and step):
        return {lowest * exponent: counts[lowest] ** exponent if exponent else 1}
    span = (max(counts) - lowest) // step
    by_pairs = len(counts) * comb(exponent + len(counts) - 1, len(counts))
    if not _is_dense(counts, step) or (span >= 2 * len(counts) and span * exponent >= by_pairs):
        return reduce(lambda total, one: pairs(total, one, add), [counts] * exponent)
    base = {(outcome - lowest) // step: count for outcome, count in counts.items()}
    length = 1 + span * exponent if room is None else min(1 + span * exponent, -(-room // step))
    coefficients = series(sparse_factors(base, exponent), length, exponent * sum(base.values()).bit_length())
    return {lowest * exponent + place * step: c for place, c in enumerate(coefficients) if c}


def merge_equal(powers: Iterable[Power]) -> list[Power]:
    """Merge the powers of equal counts."""
    powers = list(powers)
    if len(powers) < 2:
        return powers
    merged: list[Power] = []
    for counts, exponent in powers:
        for place, (other, number) in enumerate(merged):
            if counts is other or counts.items() == other.items():
                merged[place] = (counts, number + exponent)
                break
        else:
            merged.append((counts, exponent))
    return merged


def spacing(counts: Counts) -> int:
    """Return the greatest common divisor of the distances between outcomes; 0 for a single outcome."""
    lowest = min(counts)
    return gcd(*[outcome - lowest for outcome in counts])


def packed_power(base: int, exponent: int) -> int:
    """Return a power of a packed polynomial, and charge its work to the budget."""
    half = base.bit_length() * exponent / 2
    if half > _FREE:
        BUDGET.charge_product(half, half)
    return int(base**exponent)


def binomial(n: int, k: int) -> int:
    """Return the binomial coefficient of ``n`` over ``k``."""
    few = min(k, n - k)
    if few > _FEW:
        BUDGET.charge_product(min(n, few * n.bit_length()), 0, few)
    return comb(n, k)


def pack(coefficients: Sequence[int], size: int) -> int:
    """Return the integer that holds each coefficient in ``size`` bytes."""
    return int.from_bytes(b"".join([c.to_bytes(size, "little") for c in coefficients]), "little")


def unpack(packed: int, size: int) -> list[int]:
    """Return the coefficients of a packed polynomial, without trailing zeros."""
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    read = int.from_bytes
    return [read(data[start : start + size], "little") for start in range(0, len(data), size)]


def multiply(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the product of two polynomials, given by all their coefficients."""
    size = (sum(left) * sum(right)).bit_length() // 8 + 1
    BUDGET.check_memory((len(left) + len(right)) * (_COEFFICIENT + size))
    one, other = pack(left, size), pack(right, size)
    BUDGET.charge_product(one.bit_length(), other.bit_length())
    return unpack(one * other, size)


def sparse_factors(thin: Counts, exponent: int) -> list[Power]:
    """Return factors of a polynomial's power with as few terms as multiplying by ``1 - x`` leaves."""
    divided = 0
    while len(other := _times_one_less(thin)) < len(thin):
        thin, divided = other, divided + 1
    return [(thin, exponent), *([({0: 1, 1: -1}, -divided * exponent)] if divided else [])]


def _times_one_less(factor: Counts) -> Counts:
    """Return a polynomial times ``1 - x``."""
    BUDGET.charge_outcomes(2 * len(factor))
    multiplied = factor.copy()
    for place, c in factor.items():
        multiplied[place + 1] = multiplied.get(place + 1, 0) - c
    return {place: c for place, c in multiplied.items() if c}


def _recurring(factors: Sequence[Power]) -> tuple[int, list[Term]]:
    """Return ``q`` and the terms of ``q k P[k] = sum of (u - k v) P[k - j]`` as ``(j, u, v)``, ``j`` ascending."""
    whole: Counts = {0: 1}
    slope: Counts = {}
    for factor, exponent in factors:
        derived = {place - 1: place * c * exponent for place, c in factor.items() if place}
        slope = polynomial_sum(pairs(slope, factor, add), pairs(whole, derived, add))
        whole = pairs(whole, factor, add)
    places = sorted({*[place for place in whole if place], *[place + 1 for place in slope]})
    terms = [
        (place, slope.get(place - 1, 0) + place * whole.get(place, 0), whole.get(place, 0)) for place in places if place
    ]
    return whole[0], [term for term in terms if term[1] or term[2]]


def polynomial_sum(left: Counts, right: Counts) -> Counts:
    """Return the sum of two polynomials."""
    return {place: left.get(place, 0) + right.get(place, 0) for place in {**left, **right}}


def series(factors: Sequence[Power], length: int, bits: float, scale: int = 1) -> list[int]:
    """Return the first ``length`` coefficients of a product of powers, which have about ``bits`` bits.

    Where exponents are negative, the coefficients are multiplied by ``scale`` and by the constants of these powers,
    which makes them whole: for ``1 / (2 - x)``, length 3 and scale 4, not 1/2, 1/4, 1/8 but 4, 2, 1.
    """
    lead, terms = _recurring(factors)
    terms = [each for each in terms if each[0] < length]
    BUDGET.check_memory(length * (_COEFFICIENT + bits / 8))
    wide = max([max(u.bit_length(), v.bit_length()) for _, u, v in terms], default=0)
    BUDGET.charge_product(bits, wide, length * (len(terms) + 2))
    coefficients = [scale * prod([factor[0] ** exponent for factor, exponent in factors if exponent > 0])]
    for k in range(1, length):
        value = 0
        for j, u, v in terms:
            if j > k:
                break
            value += (u - k * v) * coefficients[k - j]
        coefficients.append(value // (k * lead))
    return coefficients


def negated(counts: Counts) -> Counts:
    """Return the counts of outcomes with their signs changed."""
    return {-outcome: ways for outcome, ways in counts.items()}


def mapped(counts: dict[T, int], function: Callable[[T], U], bits: float = 0) -> dict[U, int]:
    """Return the counts of a function of outcomes whose ways have ``bits`` bits."""
    BUDGET.charge_outcomes(len(counts), bits)
    ways_of: dict[U, int] = {}
    for outcome, ways in counts.items():
        image = function(outcome)
        ways_of[image] = ways_of.get(image, 0) + ways
    return ways_of


def pairs(left: dict[T, int], right: dict[T, int], join: Callable[[T, T], T]) -> dict[T, int]:
    """Return the counts of ``join`` over each pair of outcomes."""
    bits = [max(ways.values(), default=0).bit_length() for ways in (left, right)]
    BUDGET.charge_pairs(len(left) * len(right), *bits)
    joined: dict[T, int] = {}
    listed = 0
    for a, m in left.items():
        for b, n in right.items():
            outcome = join(a, b)
            joined[outcome] = joined.get(outcome, 0) + m * n
        if len(joined) > listed + _MANY:
            BUDGET.charge_outcomes(len(joined) - listed, sum(bits))
            listed = len(joined)
    return joined


def weights_of(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each face of a die after its rerolls.

    Faces that are rerolled for ever are left out. With ``ro<=2`` on a d6, 1 and 2 weigh 2 each, and 3 to 6 weigh 2 + 6
    each, as a face may come first or after one of the two.
    """
    BUDGET.charge_outcomes(len(faces) * (2 if modifiers.rerolls_once else 1))
    weights: Counts = Counter([face for face in faces if not modifiers.rerolled(face)] if modifiers.rerolls else faces)
    if not modifiers.rerolls_once:
        return weights
    whole = sum(weights.values())
    again = sum([weight for face, weight in weights.items() if modifiers.rerolled_once(face)])
    return {
        face: weight * (again + (0 if modifiers.rerolled_once(face) else whole)) for face, weight in weights.items()
    }


def bounded_weights(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each value of a die after rerolls and bounds."""
    weights = weights_of(faces, modifiers)
    return weights if modifiers.low is None and modifiers.high is None else mapped(weights, modifiers.bounded)


def added_weights(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each number that a die adds to the total."""
    values = bounded_weights(faces, modifiers)
    return values if modifiers.success is None else mapped(values, modifiers.counted)
