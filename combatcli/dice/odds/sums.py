"""Sums of independent outcomes: one product of powers of polynomials, or a walk over outcomes far apart."""

from __future__ import annotations

from itertools import accumulate
from math import comb, gcd
from operator import add, sub

from combatcli.dice.odds.budget import BUDGET, hold, product_work, room, spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from typing import TypeVar

    T = TypeVar("T", bound=Hashable)
    U = TypeVar("U", bound=Hashable)

    Counts = dict[int, int]
    Power = tuple[Counts, int]
    """Outcomes with their ways, and how many times they are added up."""

_PAIR = 220
"""What a pair of outcomes costs beside the product of their ways."""
_FAR = 100_000
"""With more pairs each costs more, for the mapping of them lies in far memory."""
_MANY = 10_000
"""Up to so many outcomes fit into memory in any case."""


def summed(powers: Iterable[Power]) -> Counts:
    """Return the counts of the sum of independent outcomes, each added up as often as it says.

    Of one alone they are its own counts, and not to be changed.
    """
    offset, ways = 0, 1
    many: list[Power] = []
    for counts, times in alike(powers):
        if len(counts) == 1:
            ((outcome, weight),) = counts.items()
            offset += outcome * times
            ways *= weight**times
        elif times:
            many.append((counts, times))
    if not many:
        return {offset: ways}
    if len(many) == 1 and many[0][1] == 1:
        return _shifted(many[0][0], offset, ways)
    step = gcd(*[spacing(counts) for counts, _ in many])
    dense = [power for power in many if _is_dense(*power, step)]
    parts = [_multiplied(dense)] if dense else []
    parts += [_apart(*power) for power in many if power not in dense]
    found = parts[0]
    for part in parts[1:]:
        found = pairs(found, part, add)
    return _shifted(found, offset, ways)


def _shifted(counts: Counts, offset: int, ways: int) -> Counts:
    if (offset, ways) == (0, 1):
        return counts
    hold(len(counts))
    if ways == 1:
        return {outcome + offset: count for outcome, count in counts.items()}
    return {outcome + offset: count * ways for outcome, count in counts.items()}


def _is_dense(counts: Counts, times: int, step: int) -> bool:
    """Return whether the sums from the lowest to the highest are fewer than pairs would be gone through."""
    span = (max(counts) - min(counts)) // step
    if span > 1000 + 50 * len(counts):
        return False
    few = times == 1 or span < 2 * len(counts)
    return few or span * times < len(counts) * comb(times + len(counts) - 1, len(counts))


def _multiplied(powers: Sequence[Power]) -> Counts:
    """Return a sum as a product of polynomials."""
    lowest = sum([min(counts) * times for counts, times in powers])
    step = gcd(*[spacing(counts) for counts, _ in powers])
    spans = [(max(counts) - min(counts)) // step for counts, _ in powers]
    hold(sum(spans) / 9 + sum([span * times for span, (_, times) in zip(spans, powers, strict=True)]))
    from combatcli.dice.odds.polynomials import product

    found = product([(spread(counts, step), times) for counts, times in powers])
    return {lowest + place * step: c for place, c in enumerate(found) if c}


def _apart(counts: Counts, times: int) -> Counts:
    """Return the sum of outcomes some of which lie far apart."""
    if times > 1 and _is_dense(counts, times, spacing(counts)):
        return _multiplied([(counts, times)])
    found = counts
    held = BUDGET.room
    for _ in range(times - 1):
        BUDGET.room = held
        found = pairs(found, counts, add)
    return found


def alike(powers: Iterable[Power]) -> list[Power]:
    """Return the same sum with equal outcomes brought together."""
    powers = list(powers)
    if len(powers) < 2:
        return powers
    found: list[Power] = []
    for counts, times in powers:
        spend(len(found) + len(counts) / 2)
        for place, (other, number) in enumerate(found):
            if counts is other or (len(counts) == len(other) and counts == other):
                found[place] = (counts, number + times)
                break
        else:
            found.append((counts, times))
    return found


def spacing(counts: Counts) -> int:
    """Return the greatest step from the lowest outcome that meets all others; 0 if there is but one."""
    lowest = min(counts)
    return gcd(*[outcome - lowest for outcome in counts])


def spread(counts: Counts, step: int) -> list[int]:
    """Return counts as coefficients, ``step`` outcomes apart, the lowest first."""
    lowest = min(counts)
    coefficients = [0] * ((max(counts) - lowest) // step + 1)
    for outcome, count in counts.items():
        coefficients[(outcome - lowest) // step] = count
    return coefficients


def images(counts: dict[T, int], function: Callable[[T], U], bits: float = 0) -> dict[U, int]:
    """Return the counts of a function of outcomes, whose ways take so many bits."""
    hold(len(counts), bits)
    spend(4 * len(counts))
    found: dict[U, int] = {}
    for outcome, ways in counts.items():
        image = function(outcome)
        found[image] = found.get(image, 0) + ways
    return found


def pairs(left: dict[T, int], right: dict[T, int], join: Callable[[T, T], T]) -> dict[T, int]:
    """Return the counts of ``join`` over each pair of outcomes."""
    number = len(left) * len(right)
    bits = max(left.values()).bit_length(), max(right.values()).bit_length()
    BUDGET.spend(number * ((_PAIR if number < _FAR else 3 * _PAIR) + product_work(*bits)))
    joined: dict[T, int] = {}
    held = 0
    for a, m in left.items():
        for b, n in right.items():
            outcome = join(a, b)
            joined[outcome] = joined.get(outcome, 0) + m * n
        if len(joined) > held + _MANY:
            room(len(joined), sum(bits))
            hold(len(joined) - held, sum(bits))
            held = len(joined)
    return joined


def _composed_of_plain(times: Counts, sides: int) -> Counts:
    """Return the same of plain dice: one die more makes each way the sum of ``sides`` that lie before it."""
    last = max(times)
    bits = last * sides.bit_length() + sum(times.values()).bit_length()
    room(last * sides, bits)
    found: list[int] = []
    for number in range(last, -1, -1):
        if found:
            spend(2 * (len(found) + sides), bits * (last - number) / last)
            upto = list(accumulate(found))
            past = [0] * (sides + 1) + upto[:-1]
            found = list(map(sub, [0, *upto, *[upto[-1]] * (sides - 1)], past))
        if number in times:
            found = found or [0]
            found[0] += times[number] * sides ** (last - number)
    hold(len(found), bits)
    return {outcome: ways for outcome, ways in enumerate(found) if ways}


def composed(times: Counts, counts: Counts) -> Counts:
    """Return the counts of the sum of as many independent outcomes as ``times`` has it, by Horner's rule.

    All weights add up to those of ``times``, with the highest number of times as power of the other's.
    """
    whole = sum(counts.values())
    found: Counts = {}
    last = max(times)
    if len(counts) == whole == max(counts) and min(counts) == 1:
        return _composed_of_plain(times, whole)
    held = BUDGET.room
    for number in range(last, -1, -1):
        BUDGET.room = held
        if found:
            found = summed([(found, 1), (counts, 1)])
        if number in times:
            found = found.copy() if found is counts else found
            found[0] = found.get(0, 0) + times[number] * whole ** (last - number)
    return found
