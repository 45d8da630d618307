"""Polynomials with natural coefficients, as lists with the constant first: the arithmetic beneath exact odds.

Small ones are multiplied as single large integers, a coefficient to every so many bytes (Kronecker substitution), which
leaves the work to Python's own multiplication; powers of large ones by recurrences that take a few short
multiplications for each coefficient.
"""

from __future__ import annotations

from math import gcd

from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_PACKED = 400_000
_PACKED_UNIFORM = 30_000
"""Above so many bits a power is found by recurrence; that of a plain die, by one that is quicker."""
_MOST_PACKED = 1 << 26
"""Above so many bits a product takes too long."""
_MOST_BITS = 4_000_000_000
"""Above so many bits a result is too large to hold."""
_MOST_WORK = 60_000_000_000
"""Above so many bits gone through, a power takes too long."""


def too_large(what: str = "these odds") -> DiceError:
    """Return the error that says so."""
    return DiceError(f"{what} are too large to compute exactly", "Ask for fewer dice, or roll it many times.")


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
    if (len(left) + len(right)) * size * 8 > _MOST_PACKED:
        raise too_large()
    return unpack(pack(left, size) * pack(right, size), size)


def power(base: Sequence[int], exponent: int) -> list[int]:
    """Return a power of a polynomial whose constant and leading coefficient are not zero."""
    if len(base) == 1 or exponent == 0:
        return [base[0] ** exponent]
    size = width(sum(base) ** exponent)
    length = (len(base) - 1) * exponent + 1
    uniform = all(c == base[0] for c in base)
    if length * size * 8 <= (_PACKED_UNIFORM if uniform else _PACKED):
        return unpack(pack(base, size) ** exponent, size)
    _check(length, size, 4 if uniform else len(base))
    if uniform:
        powered = _symmetric(length, _uniform(len(base), exponent, (length + 1) // 2))
        return [c * base[0] ** exponent for c in powered] if base[0] > 1 else powered
    return _recurrence(base, exponent, length)


def truncated_power(base: Sequence[int], exponent: int, length: int) -> list[int]:
    """Return the first ``length`` coefficients of a power."""
    size = width(sum(base) ** exponent)
    if length * size * 8 > _MOST_PACKED:
        raise too_large()
    mask = (1 << (8 * size * length)) - 1
    packed = pack(base[:length], size)
    result = 1
    while exponent:
        if exponent & 1:
            result = result * packed & mask
        exponent >>= 1
        if exponent:
            packed = packed * packed & mask
    coefficients = unpack(result, size)
    return coefficients + [0] * (length - len(coefficients))


def _check(length: int, size: int, terms: int) -> None:
    bits = length * size * 8
    if bits > _MOST_BITS or bits * terms > _MOST_WORK:
        raise too_large()


def _symmetric(length: int, half: list[int]) -> list[int]:
    return half + half[: length // 2][::-1]


def _uniform(sides: int, exponent: int, length: int) -> list[int]:
    """Return the first coefficients of ``(1 + x + … + x**(sides-1)) ** exponent``.

    From ``(1-x)(1-x**s) P' = n (1 - s x**(s-1) + (s-1) x**s) P``, which that power solves.
    """
    found = [1]
    for k in range(length - 1):
        value = (k + exponent) * found[k]
        if k + 1 >= sides:
            value -= (exponent * sides + sides - k - 1) * found[k + 1 - sides]
            if k >= sides:
                value += (exponent * (sides - 1) + sides - k) * found[k - sides]
        found.append(value // (k + 1))
    return found


def _recurrence(base: Sequence[int], exponent: int, length: int) -> list[int]:
    """Return all coefficients of a power, from ``Q P' = n Q' P``."""
    terms = [(place, c) for place, c in enumerate(base) if c and place]
    found = [base[0] ** exponent]
    for k in range(1, length):
        value = 0
        for place, c in terms:
            if place > k:
                break
            value += (place * (exponent + 1) - k) * c * found[k - place]
        found.append(value // (k * base[0]))
    return found


def spacing(counts: dict[int, int]) -> int:
    """Return the greatest step from the lowest outcome that meets all others; 0 if there is but one."""
    lowest = min(counts)
    return gcd(*[outcome - lowest for outcome in counts])


def spread(counts: dict[int, int], step: int) -> list[int] | None:
    """Return counts as coefficients, ``step`` outcomes apart; None where they would be nearly all zeros."""
    lowest = min(counts)
    length = (max(counts) - lowest) // step + 1
    if length > 1000 + 50 * len(counts):
        return None
    coefficients = [0] * length
    for outcome, count in counts.items():
        coefficients[(outcome - lowest) // step] = count
    return coefficients


_MOST_PAIRS = 4_000_000
_FEW = 64
"""Below so many pairs of outcomes a plain loop is quickest."""


def pairs(left: dict[int, int], right: dict[int, int], join: Callable[[int, int], int]) -> dict[int, int]:
    """Return the counts of ``join`` over each pair of outcomes."""
    if len(left) * len(right) > _MOST_PAIRS:
        raise too_large()
    joined: dict[int, int] = {}
    for a, m in left.items():
        for b, n in right.items():
            outcome = join(a, b)
            joined[outcome] = joined.get(outcome, 0) + m * n
    return joined


def convolve(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    """Return the counts of the sum of two independent outcomes."""
    if len(left) > len(right):
        left, right = right, left
    if len(left) == 1:
        ((a, m),) = left.items()
        return {a + b: m * n for b, n in right.items()}
    step = gcd(spacing(left), spacing(right))
    first, second = spread(left, step), spread(right, step)
    if first is None or second is None or len(left) * len(right) < _FEW:
        return pairs(left, right, int.__add__)
    lowest = min(left) + min(right)
    return {lowest + place * step: c for place, c in enumerate(multiply(first, second)) if c}


def repeated(counts: dict[int, int], times: int) -> dict[int, int]:
    """Return the counts of the sum of ``times`` independent outcomes."""
    if times == 0:
        return {0: 1}
    if times == 1:
        return counts
    step = spacing(counts) or 1
    coefficients = spread(counts, step)
    if coefficients is not None:
        lowest = min(counts) * times
        return {lowest + place * step: c for place, c in enumerate(power(coefficients, times)) if c}
    half = repeated(counts, times // 2)
    whole = pairs(half, half, int.__add__)
    return pairs(whole, counts, int.__add__) if times % 2 else whole
