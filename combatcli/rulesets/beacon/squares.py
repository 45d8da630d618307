"""Feet in squares of five (E20, E21): the squares of a way, forced movement square by square."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from combatcli.errors import RefusedError
from combatcli.rulesets.beacon.state import SQUARE
from combatcli.rulesets.shared.grids import Point
from combatcli.rulesets.shared.places import king

FARTHEST = 100_000
"""The feet of the longest way that is looked at square by square."""
CLOCKWISE = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight neighbors of a square, clockwise from where Y grows."""


def way(start: Point, end: Point) -> Iterator[Point]:
    """Go from one point to another in steps of a square, diagonals first; the last step may be shorter.

    Raises RefusedError where that is farther than anybody goes.
    """
    if not king(start, end) <= FARTHEST:
        raise RefusedError(f"{king(start, end):,.0f} feet are farther than anybody goes (E20)")
    x, y = start
    while (x, y) != end:
        x += max(-SQUARE, min(SQUARE, end[0] - x))
        y += max(-SQUARE, min(SQUARE, end[1] - y))
        yield x, y


def forced(here: Point, origin: Point, *, away: bool) -> Point:
    """Return the neighboring square that changes the distance from an origin most; of ties the straightest (E21)."""
    direction = (here[0] - origin[0], here[1] - origin[1])
    length = hypot(*direction) or 1.0
    sign = 1 if away else -1

    def rank(step: tuple[int, int]) -> tuple[float, float, int]:
        there = (here[0] + step[0] * SQUARE, here[1] + step[1] * SQUARE)
        changed = sign * (king(there, origin) - king(here, origin))
        straight = sign * (step[0] * direction[0] + step[1] * direction[1]) / (length * hypot(*step))
        return round(changed, 6), round(straight, 6), -CLOCKWISE.index(step)

    best = max(CLOCKWISE, key=rank)
    return here[0] + best[0] * SQUARE, here[1] + best[1] * SQUARE
