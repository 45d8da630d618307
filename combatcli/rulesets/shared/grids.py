"""Points on a plane and the ways between them, in the game's own unit (feet or squares)."""

from collections.abc import Sequence
from math import ceil, floor, hypot, isfinite

Point = tuple[float, float]
CLOSE_ENOUGH = 1e-9
"""The tolerance of rounded positions."""


def as_point(position: Sequence[float] | None) -> Point | None:
    """Return a position as a point; None if it is missing or not a number."""
    if position is None:
        return None
    across, along = position[0], position[1]
    return (across, along) if isfinite(across + along) else None


def read_point(word: str) -> Point | None:
    """Return the point of a word such as X,Y or [X, Y]; None if it is not one."""
    if not word.isascii() or "_" in word:
        return None
    parts = word.strip("[]() ").split(",")
    try:
        across, along = (float(part) if "." in part else int(part) for part in parts)
    except ValueError:
        return None
    return across, along


def straight_distance(one: Point, other: Point) -> float:
    """Return the straight-line distance between two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


def is_within(distance: float, limit: float) -> bool:
    """Tell whether a distance is within a limit, but for rounding."""
    return distance <= limit + CLOSE_ENOUGH


def nearest_approach(start: Point, end: Point, to: Point) -> float:
    """Return the smallest distance between a point and the straight way from start to end."""
    length = straight_distance(start, end)
    if not length:
        return straight_distance(start, to)
    along = ((to[0] - start[0]) * (end[0] - start[0]) + (to[1] - start[1]) * (end[1] - start[1])) / length**2
    share = min(max(along, 0.0), 1.0)
    passing = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    return straight_distance(passing, to)


def avoids_or_leaves_reach(start: Point, end: Point, foe: Point, reach: float) -> bool:
    """Tell whether a straight way keeps out of a foe's reach, or leads out of it without coming nearer."""
    closest = nearest_approach(start, end, foe)
    return not is_within(closest, reach) or (
        is_within(straight_distance(start, foe), closest) and not is_within(straight_distance(end, foe), reach)
    )


def first_point_in_reach(start: Point, end: Point, reach: float) -> Point:
    """Return the first point on the straight way from which a reach extends to its end."""
    away = straight_distance(start, end)
    share = max(0.0, away - reach) / away if away else 0.0
    exact = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    return (_rounded_toward_end(exact[0], end[0]), _rounded_toward_end(exact[1], end[1]))


def _rounded_toward_end(coordinate: float, end: float) -> float:
    """Round a coordinate to two digits toward the way's end, so that the way is not too short."""
    hundreds, off = coordinate * 100, CLOSE_ENOUGH * 100
    nearer = (floor(hundreds + off) if end < coordinate else ceil(hundreds - off)) / 100
    return rounded(min(nearer, end) if end > coordinate else max(nearer, end))


def rounded(distance: float) -> float:
    """Round a distance to two digits; a whole one becomes an int."""
    tidy = round(distance, 2)
    return int(tidy) if tidy == int(tidy) else tidy
