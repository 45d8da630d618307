"""Polynomials with natural coefficients, as lists with the constant first: the arithmetic of exact odds.

Two are multiplied as single large integers with a fixed number of bytes a coefficient (Kronecker substitution), which
leaves the work to Python's multiplication: ``(1 + 2x)(3 + x)`` is ``0x0201 * 0x0103 = 0x020703``, ``3 + 7x + 2x**2``.

A product of powers follows from one recurrence: with ``P`` for the product of ``A ** n``, ``P' / P`` is the sum of
``n A' / A``, which gives its coefficients one after another. For ``P = (1 + x) ** 3`` it is ``P' (1 + x) = 3 P``, so
``k P[k] = (4 - k) P[k - 1]``: 1, 3, 3, 1. Factors are thinned for it: a plain die times ``1 - x`` has two terms.
"""

from __future__ import annotations

from math import comb, prod

from combatcli.dice.exact.budget import BUDGET, product_work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Sparse = dict[int, int]
    """Coefficients by exponent, without zeros."""
    Factor = tuple[Sparse, int]
    """A polynomial and the exponent of its power, which may be negative."""
    Term = tuple[int, int, int]
    """A term ``(j, u, v)`` of a recurrence: ``u - k v`` times the coefficient ``j`` before the ``k``-th."""

_SMALL = 600
"""The largest powers, in bytes, that are multiplied out."""
FREE, _FEW = 600, 20
"""Products of fewer bits, and binomials of fewer, are not counted: their callers' work covers them."""
_COEFFICIENT = 250
"""The bytes that a coefficient takes during its computation, on top of its digits."""


def counted_product(left: int, right: int) -> int:
    """Return the product of two packed polynomials, and count its work."""
    bits = left.bit_length(), right.bit_length()
    if sum(bits) > FREE:
        BUDGET.product(*bits)
    return left * right


def counted_power(base: int, exponent: int) -> int:
    """Return a power of a packed polynomial, and count its work."""
    half = base.bit_length() * exponent / 2
    if half > FREE:
        BUDGET.product(half, half)
    return int(base**exponent)


def binomial(n: int, k: int) -> int:
    """Return the binomial coefficient of ``n`` over ``k``."""
    few = min(k, n - k)
    if few > _FEW:
        BUDGET.product(min(n, few * n.bit_length()), 0, few)
    return comb(n, k)


def width(most: int) -> int:
    """Return the number of bytes that hold ``most``."""
    return most.bit_length() // 8 + 1


def pack(coefficients: Sequence[int], size: int) -> int:
    """Return the integer that holds each coefficient in ``size`` bytes."""
    return int.from_bytes(b"".join([c.to_bytes(size, "little") for c in coefficients]), "little")


def unpack(packed: int, size: int) -> list[int]:
    """Return the coefficients of a packed polynomial, without trailing zeros."""
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    read = int.from_bytes
    return [read(data[start : start + size], "little") for start in range(0, len(data), size)]


def multiply(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the product of two polynomials."""
    size = width(sum(left) * sum(right))
    _check_room(len(left) + len(right), size * 8)
    return unpack(counted_product(pack(left, size), pack(right, size)), size)


def _check_room(length: float, bits: float) -> None:
    """Raise TooLargeError if ``length`` unpacked coefficients of ``bits`` bits take too much memory."""
    BUDGET.check_room(length * (_COEFFICIENT + bits / 8))


def product(powers: Sequence[tuple[Sequence[int], int]]) -> list[int]:
    """Return the product of powers; constants and leading coefficients are not zero, exponents positive."""
    if len(powers) == 1 and powers[0][1] == 1:
        return list(powers[0][0])
    length = 1 + sum([(len(base) - 1) * exponent for base, exponent in powers])
    size = width(prod([sum(base) ** exponent for base, exponent in powers]))
    factors = _factors(powers) if length * size >= _SMALL else []
    recurrence = length * prod([len(factor) for factor, _ in factors]) * (160 + size / 2)
    multiplied = 2 * product_work(length * size * 4, length * size * 4) + length * (100 + size)
    if factors and recurrence < multiplied:
        return series(factors, length, size * 8)
    if len(powers) > 1:
        half = len(powers) // 2
        return multiply(product(powers[:half]), product(powers[half:]))
    ((base, exponent),) = powers
    _check_room(length, size * 8)
    return unpack(counted_power(pack(base, size), exponent), size)


def _factors(powers: Sequence[tuple[Sequence[int], int]]) -> list[Factor]:
    """Return the thinned factors of a product; equal polynomials are merged."""
    exponents: dict[tuple[tuple[int, int], ...], int] = {}
    for base, power in powers:
        for factor, exponent in thinned({place: c for place, c in enumerate(base) if c}, power):
            key = tuple(factor.items())
            exponents[key] = exponents.get(key, 0) + exponent
    return [(dict(key), exponent) for key, exponent in exponents.items() if exponent]


def thinned(thin: Sparse, exponent: int) -> list[Factor]:
    """Return factors of a power with as few terms as multiplying by ``1 - x`` leaves."""
    divided = 0
    while True:
        other = _times_one_less(thin)
        if len(other) >= len(thin):
            break
        thin, divided = other, divided + 1
    factors = [(thin, exponent)]
    return [*factors, ({0: 1, 1: -1}, -divided * exponent)] if divided else factors


def _times_one_less(factor: Sparse) -> Sparse:
    """Return a polynomial times ``1 - x``."""
    BUDGET.outcomes(2 * len(factor))
    multiplied = factor.copy()
    for place, c in factor.items():
        multiplied[place + 1] = multiplied.get(place + 1, 0) - c
    return {place: multiplied[place] for place in sorted(multiplied) if multiplied[place]}


def _recurring(factors: Sequence[Factor]) -> tuple[int, list[Term]]:
    """Return ``q`` and the terms of ``q k P[k] = sum of (u - k v) P[k - j]`` as ``(j, u, v)``, ``j`` ascending."""
    whole: Sparse = {0: 1}
    slope: Sparse = {}
    for factor, exponent in factors:
        derived = {place - 1: place * c * exponent for place, c in factor.items() if place}
        slope = added(_multiplied(slope, factor), _multiplied(whole, derived))
        whole = _multiplied(whole, factor)
    places = sorted({*[place for place in whole if place], *[place + 1 for place in slope]})
    terms = [
        (place, slope.get(place - 1, 0) + place * whole.get(place, 0), whole.get(place, 0)) for place in places if place
    ]
    return whole[0], [term for term in terms if term[1] or term[2]]


def _multiplied(left: Sparse, right: Sparse) -> Sparse:
    """Return the product of two sparse polynomials."""
    coefficients: Sparse = {}
    for place, c in left.items():
        for other, d in right.items():
            coefficients[place + other] = coefficients.get(place + other, 0) + c * d
    return coefficients


def added(left: Sparse, right: Sparse) -> Sparse:
    """Return the sum of two sparse polynomials, or of two counts."""
    return {place: left.get(place, 0) + right.get(place, 0) for place in {**left, **right}}


def series(factors: Sequence[Factor], length: int, bits: float, scale: int = 1) -> list[int]:
    """Return the first ``length`` coefficients of a product of powers, which have about ``bits`` bits.

    Where exponents are negative, the coefficients are multiplied by ``scale`` and by the constants of these powers,
    which makes them whole: for ``1 / (2 - x)``, length 3 and scale 4, not 1/2, 1/4, 1/8 but 4, 2, 1.
    """
    lead, terms = _recurring(factors)
    terms = [each for each in terms if each[0] < length]
    _check_room(length, bits)
    wide = max([max(u.bit_length(), v.bit_length()) for _, u, v in terms], default=0)
    BUDGET.product(bits, wide, length * (len(terms) + 2))
    coefficients = [scale * prod([factor[0] ** exponent for factor, exponent in factors if exponent > 0])]
    for k in range(1, length):
        value = 0
        for j, u, v in terms:
            if j > k:
                break
            value += (u - k * v) * coefficients[k - j]
        coefficients.append(value // (k * lead))
    return coefficients


def truncated_power(base: Sequence[int], exponent: int, length: int) -> list[int]:
    """Return the first ``length`` coefficients of a power with a positive exponent."""
    half = truncated_power(base, exponent // 2, length) if exponent > 1 else [1]
    coefficients = multiply(half, half)[:length] if exponent > 1 else half
    return multiply(coefficients, base)[:length] if exponent % 2 else coefficients
