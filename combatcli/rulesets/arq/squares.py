"""Ways over squares (Q20–Q23): legs of king's moves, who stands in the way, and whose threat a step enters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.shared.places import Places
from combatcli.rulesets.shared.sides import are_enemies

Square = tuple[int, int]
MOST_STEPS = 10_000
"""How far a way is followed square by square."""


class Walk(Record):
    """A way as it was gone: each square, the last included; who stopped it; whose threat was ignored on it."""

    squares: list[Square]
    stopped_by: list[str] | None
    ignored: list[str]


def leg(start: Square, end: Square) -> Iterator[Square]:
    """Go the squares of a straight leg, or else of as few king's moves as reach its end, diagonals first (Q20)."""
    x, y = start
    while (x, y) != end:
        x += (end[0] > x) - (end[0] < x)
        y += (end[1] > y) - (end[1] < y)
        yield x, y


def path_length(start: Square, points: Sequence[Square]) -> int:
    """Return how many steps a way over several points takes."""
    return sum(distance(one, other) for one, other in zip([start, *points], points, strict=False))


def way(start: Square, points: Sequence[Square]) -> list[Square]:
    """Return all squares of a way over several points."""
    squares: list[Square] = []
    for point in points:
        squares += leg(squares[-1] if squares else start, point)
    return squares


def distance(one: Square, other: Square) -> int:
    """Return how many king's moves lie between two squares; a diagonal step costs one (Q20)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def square_of(position: Sequence[int]) -> Square:
    """Return the square that a position is."""
    return position[0], position[1]


def around(square: Square) -> list[Square]:
    """Return the eight squares adjacent to one (Q21)."""
    x, y = square
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


PLACES = Places(lambda _, combatant: not state.is_fallen(combatant), lambda combatant: state.left(combatant)[0])
"""Who stands where, of those able to fight, the weakest first; the fallen block nobody (Q20)."""


def threatening(fight: Fight, who: str, square: Square) -> set[str]:
    """Return the foes able to fight who are adjacent to a square (Q21)."""
    mover = fight.combatants[who]
    return {name for name in PLACES.about(fight, square, 1) if are_enemies(mover, fight.combatants[name])}


def walk(fight: Fight, who: str, start: Square, squares: Sequence[Square], *, blunder: bool) -> Walk:
    """Go a way until a threat stops it (Q21), or on, and name whose threats were ignored (Q22).

    Raises RefusedError where it leads through a foe, or ends on another's square (Q20).
    """
    mover = fight.combatants[who]
    gone: list[Square] = []
    ignored: dict[str, None] = {}
    last = threatening(fight, who, start)
    for index, square in enumerate(squares):
        other = PLACES.at(fight, square, who)
        if other is not None and are_enemies(mover, fight.combatants[other]):
            raise RefusedError(
                f"the way of {who} leads through {other} at {shown(square)} (Q20)",
                "You can pass friends, but not foes.",
            )
        gone.append(square)
        now = threatening(fight, who, square)
        entered = sorted(now - last, key=list(fight.combatants).index) if now - last else []
        last = now
        if index == len(squares) - 1 or not entered:
            continue
        if not blunder:
            return Walk(_free_at_end(fight, who, gone), entered, [])
        ignored.update(dict.fromkeys(entered))
    return Walk(_free_at_end(fight, who, gone), None, list(ignored))


def _free_at_end(fight: Fight, who: str, gone: list[Square]) -> list[Square]:
    other = PLACES.at(fight, gone[-1], who) if gone else None
    if other is not None:
        raise RefusedError(f"{who} would end on {other}, at {shown(gone[-1])} (Q20)", "Move farther, or stop earlier.")
    return gone


def shown(square: Square) -> str:
    """Write a square as it is entered."""
    return f"{square[0]},{square[1]}"
