"""Polynomials with natural coefficients, as lists with the constant first: the arithmetic beneath exact odds.

Two are multiplied as single large integers, a coefficient to every so many bytes (Kronecker substitution), which leaves
the work to Python's own multiplication. A product of powers follows from one recurrence: with ``P`` for the product of
``A ** n``, ``P' / P`` is the sum of ``n A' / A``, which gives its coefficients one after another. Factors are thinned
for it: by ``1 - x``, which leaves two terms of a plain die.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod

from combatcli.dice.odds.budget import BUDGET, hold, product_work, room, spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Sparse = dict[int, int]
    """Coefficients by their places, without zeros."""
    Factor = tuple[Sparse, int]
    """A polynomial with its exponent, which may be negative."""
    Step = tuple[int, int, int]

_SMALL = 600
"""Up to so many bytes a power is soonest multiplied out."""
_WIDE = 60
"""Factors of more bits take more work than going through what they multiply."""
_SERIES = 60_000
"""What a recurrence costs, however short."""
_MOST_TERMS = 40
"""Factors are brought together in one recurrence up to so many terms."""


def width(most: int) -> int:
    """Return how many bytes hold each natural number up to ``most``."""
    return most.bit_length() // 8 + 1


def pack(coefficients: Sequence[int], size: int) -> int:
    """Return one integer that has each coefficient in ``size`` bytes."""
    return int.from_bytes(b"".join([c.to_bytes(size, "little") for c in coefficients]), "little")


def unpack(packed: int, size: int) -> list[int]:
    """Return the coefficients of a packed polynomial, without zeros after the last."""
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    read = int.from_bytes
    return [read(data[start : start + size], "little") for start in range(0, len(data), size)]


def multiply(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the product of two polynomials."""
    size = width(sum(left) * sum(right))
    room(len(left) + len(right), size * 8)
    BUDGET.spend(product_work(len(left) * size * 8, len(right) * size * 8))
    spend(4 * (len(left) + len(right)), size * 8)
    return unpack(pack(left, size) * pack(right, size), size)


def product(powers: Sequence[tuple[Sequence[int], int]]) -> list[int]:
    """Return the product of powers; constants and leading coefficients are not zero, exponents positive."""
    if len(powers) == 1:
        ((base, exponent),) = powers
        size = (sum(base).bit_length() * exponent >> 3) + 1
        if len(base) * exponent * size < _SMALL:
            return unpack(pack(base, size) ** exponent, size)
    found = [1]
    for group in _groups(powers):
        found = multiply(found, group) if len(found) > 1 else group
    return found


def _groups(powers: Sequence[tuple[Sequence[int], int]]) -> Iterable[list[int]]:
    """Return products of as many of the powers as one recurrence takes well."""
    together: list[Factor] = []
    bases: list[tuple[Sequence[int], int]] = []
    for base, exponent in powers:
        thin = thinned({place: c for place, c in enumerate(base) if c}, exponent)
        if exponent == 1 and len(thin[0][0]) > _MOST_TERMS:
            yield list(base)
            continue
        if together:
            both = merged(together + thin)
            if prod([len(factor) for factor, _ in both]) > _MOST_TERMS:
                yield _product(bases, together)
                both, bases = thin, []
            thin = both
        together = thin
        bases.append((base, exponent))
    if bases:
        yield _product(bases, together)


def _product(bases: Sequence[tuple[Sequence[int], int]], factors: list[Factor]) -> list[int]:
    """Return a product of powers, by the recurrence of its factors or by multiplying it out."""
    length = 1 + sum([(len(base) - 1) * exponent for base, exponent in bases])
    size = width(prod([sum(base) ** exponent for base, exponent in bases]))
    symmetric = all(base == base[::-1] for base, _ in bases)
    room(length / 2 if symmetric else length, size * 8)
    recurrence = length * prod([len(factor) for factor, _ in factors]) * (160 + size / 2)
    multiplied = 2 * product_work(length * size * 4, length * size * 4) + length * (100 + size)
    if len(bases) == 1 and multiplied < recurrence:
        BUDGET.spend(multiplied)
        ((base, exponent),) = bases
        return unpack(pack(base, size) ** exponent, size)
    half = series(factors, (length + 1) // 2 if symmetric else length, size * 8)
    return half + half[: length // 2][::-1] if symmetric else half


def merged(factors: Iterable[Factor]) -> list[Factor]:
    """Return the factors with those of the same polynomial brought together."""
    found: dict[tuple[tuple[int, int], ...], int] = {}
    for factor, exponent in factors:
        key = tuple(factor.items())
        found[key] = found.get(key, 0) + exponent
    return [(dict(key), exponent) for key, exponent in found.items() if exponent]


def thinned(thin: Sparse, exponent: int) -> list[Factor]:
    """Return factors of a power, with as few terms as multiplying by ``1 - x`` leaves."""
    divided = 0
    while True:
        other = _times_one_less(thin)
        if len(other) >= len(thin):
            break
        thin, divided = other, divided + 1
    factors = [(thin, exponent)]
    return [*factors, ({0: 1, 1: -1}, -divided * exponent)] if divided else factors


def _times_one_less(factor: Sparse) -> Sparse:
    hold(2 * len(factor))
    spend(10 * len(factor))
    found = factor.copy()
    for place, c in factor.items():
        found[place + 1] = found.get(place + 1, 0) - c
    return {place: found[place] for place in sorted(found) if found[place]}


def _recurring(factors: Sequence[Factor]) -> tuple[int, list[Step]]:
    """Return ``q`` and the steps of ``q k P[k] = sum of (u - k v) P[k - j]`` as ``(j, u, v)``, ascending."""
    whole: Sparse = {0: 1}
    slope: Sparse = {}
    for factor, exponent in factors:
        derived = {place - 1: place * c * exponent for place, c in factor.items() if place}
        slope = _added(_multiplied(slope, factor), _multiplied(whole, derived))
        whole = _multiplied(whole, factor)
    places = sorted({*[place for place in whole if place], *[place + 1 for place in slope]})
    steps = [
        (place, slope.get(place - 1, 0) + place * whole.get(place, 0), whole.get(place, 0)) for place in places if place
    ]
    return whole[0], [step for step in steps if step[1] or step[2]]


def _multiplied(left: Sparse, right: Sparse) -> Sparse:
    found: Sparse = {}
    for place, c in left.items():
        for other, d in right.items():
            found[place + other] = found.get(place + other, 0) + c * d
    return found


def _added(left: Sparse, right: Sparse) -> Sparse:
    return {place: left.get(place, 0) + right.get(place, 0) for place in {**left, **right}}


def series(factors: Sequence[Factor], length: int, bits: float, weight: int = 1, step: int = 1) -> list[int]:
    """Return the first coefficients of a product of powers, in which about so many bits are gone through.

    Constants under negative exponents are ``weight``, which divides a coefficient as often as they say, and once more
    at every ``step`` places: all are multiplied by the highest of these powers.
    """
    lead, steps = _recurring(factors)
    steps = [each for each in steps if each[0] < length]
    BUDGET.spend(_SERIES)
    spend(length * (len(steps) + 2) * 2, bits)
    wide = max([max(u.bit_length(), v.bit_length()) for _, u, v in steps], default=0)
    if wide > _WIDE:
        BUDGET.spend(length * len(steps) * product_work(bits, wide))
    if weight > 1:
        BUDGET.spend(3 * length * product_work(bits, bits))
    rows = _by_place(steps, weight, step, min(step, length))
    found = [prod([factor[0] ** exponent for factor, exponent in factors if exponent > 0])]
    for k in range(1, length):
        value = 0
        for j, u, v in rows[k % step]:
            if j > k:
                break
            value += (u - k * v) * found[k - j]
        found.append(value // (k * lead))
    if weight == 1:
        return found
    highest = (length - 1) // step
    powers = [weight**exponent for exponent in range(highest + 1)]
    return [c * powers[highest - k // step] for k, c in enumerate(found)]


def _by_place(steps: list[Step], weight: int, step: int, places: int) -> list[list[Step]]:
    """Return the steps for each place within a step: it tells how much more the weight divides than ``j`` before."""
    rows: list[list[Step]] = []
    edges = sorted({0, places, *[j % step for j, _, _ in steps if j % step < places]})
    for first, last in pairwise(edges):
        scales = [weight ** -((first - j) // step) for j, _, _ in steps]
        row = [(j, u * scale, v * scale) for (j, u, v), scale in zip(steps, scales, strict=True)]
        rows += [row] * (last - first)
    return rows


def truncated_power(base: Sequence[int], exponent: int, length: int) -> list[int]:
    """Return the first ``length`` coefficients of a power, the exponent of which is positive."""
    half = truncated_power(base, exponent // 2, length) if exponent > 1 else [1]
    found = multiply(half, half)[:length] if exponent > 1 else half
    return multiply(found, base)[:length] if exponent % 2 else found
