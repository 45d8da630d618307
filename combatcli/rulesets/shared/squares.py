"""Squares: the eight neighbors, straight legs, and the shortest way to a square beside somebody."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeVar

from combatcli.rulesets.shared.grids import read_point
from combatcli.rulesets.shared.places import king_distance

Square = tuple[int, int]
N = TypeVar("N", int, float)

MOST = 2_000
"""The number of squares among which a way is searched."""


def square_of(position: Sequence[int]) -> Square:
    """Return a position as a square."""
    return position[0], position[1]


def read_square(word: str) -> Square | None:
    """Return the square of a word X,Y; None if it is not one."""
    point = read_point(word)
    whole = point is not None and all(float(number).is_integer() for number in point)
    return (int(point[0]), int(point[1])) if point is not None and whole else None


def as_entered(square: Square) -> str:
    """Write a square as it is entered."""
    return f"{square[0]},{square[1]}"


@lru_cache(4096)
def neighbors(square: Square) -> Sequence[Square]:
    """Return the eight neighbors of a square."""
    x, y = square
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def leg_points(start: tuple[N, N], end: tuple[N, N], step: N) -> Iterator[tuple[N, N]]:
    """Yield the points of a straight leg, or else of a shortest way, diagonals first; the last step may be shorter."""
    x, y = start
    while (x, y) != end:
        x += max(-step, min(step, end[0] - x))
        y += max(-step, min(step, end[1] - y))
        yield x, y


def leg_ends(here: Square, way: Sequence[Square]) -> list[Square]:
    """Return the ends of the fewest straight legs that make up a way."""
    ends: list[Square] = []
    start = 0
    for end, square in enumerate(way):
        if [*leg_points(ends[-1] if ends else here, square, 1)] != way[start : end + 1]:
            ends.append(way[end - 1])
            start = end
    return [*ends, way[-1]]


def way_beside(
    here: Square, goal: Square, speed: int, taken: Collection[Square], foes: Collection[Square]
) -> list[Square]:
    """Return the first squares, at most ``speed``, of the shortest way beside a square; empty if none leads nearer.

    The way avoids foes, ends where it comes beside one, and never ends on a taken square.
    """
    beside: dict[Square, set[Square]] = {}
    for foe in foes:
        for square in neighbors(foe):
            beside.setdefault(square, set()).add(foe)
    came_from, best = {here: here}, here
    waiting = [(king_distance(here, goal), 0, 0, here)]
    while waiting and len(came_from) < MOST:
        *_, steps, square = heappop(waiting)
        if square not in taken and king_distance(square, goal) < king_distance(best, goal):
            best = square
            if steps >= speed or king_distance(square, goal) <= 1:
                break
        if steps >= speed:
            continue
        for step in neighbors(square):
            if step in came_from or step in foes:
                continue
            came_from[step] = square
            entered = step in beside and beside[step] - beside.get(square, set())
            long = steps + 1 + king_distance(step, goal)
            off = (step[0] - goal[0]) ** 2 + (step[1] - goal[1]) ** 2
            heappush(waiting, (long, off, speed if entered else steps + 1, step))
    way = []
    while best != here:
        way.append(best)
        best = came_from[best]
    return way[::-1]
