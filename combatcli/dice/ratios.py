"""Arithmetic of ratios (numerator, denominator), shared by rolls, odds and the parser."""

from combatcli.dice.limits import MOST_VALUE
from combatcli.errors import DiceError

_MOST_BITS = MOST_VALUE.bit_length() - 2


def operate(
    operator: str, left: tuple[int, int], right: tuple[int, int], *, exact: bool, column: int = 0
) -> tuple[int, int]:
    """Return ``left operator right`` as a ratio; ``/`` is floored unless ``exact``. Division by 0 raises DiceError."""
    a, b = left
    c, d = right
    if operator in ("+", "-"):
        c = c if operator == "+" else -c
        return (a + c, 1) if b == d == 1 else (a * d + c * b, b * d)
    if operator == "*":
        product = a * c
        if not -MOST_VALUE < product < MOST_VALUE:
            raise too_large_number(column)
        return product, b * d
    if operator == "**":
        return _power(left, right, column)
    if c == 0:
        raise DiceError("modulo by zero" if operator == "%" else "division by zero", column=column)
    if operator == "/" and exact:
        return (a * d, b * c) if c > 0 else (-a * d, -b * c)
    quotient = (a * d) // (b * c)
    return (a * d - quotient * b * c, b * d) if operator == "%" else (quotient, 1)


def _power(base: tuple[int, int], exponent: tuple[int, int], column: int) -> tuple[int, int]:
    power, rest = divmod(exponent[0], exponent[1])
    if power < 0 or rest:
        raise DiceError("an exponent must be a whole number of 0 or more", "Write max(0, …) around it.", column=column)
    # Checked before it is computed: a power of two small numbers may take all memory.
    if max(abs(base[0]), base[1]) > 1 and power * (max(abs(base[0]), base[1]).bit_length() - 1) > _MOST_BITS:
        raise too_large_number(column)
    return base[0] ** power, base[1] ** power


def too_large_number(column: int) -> DiceError:
    """Return the error for a number of too many digits."""
    return DiceError("the number becomes too large", "The limit is 4,000 digits.", column=column)


def call_function(name: str, arguments: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the value of a function."""
    numerator, denominator = arguments[0]
    if name == "floor":
        return numerator // denominator, 1
    if name == "ceil":
        return -(-numerator // denominator), 1
    if name == "abs":
        return abs(numerator), denominator
    for other in arguments[1:]:
        larger = other[0] * denominator > numerator * other[1]
        if larger == (name == "max"):
            numerator, denominator = other
    return numerator, denominator
