"""Ways over squares (Q20–Q23): legs of king's moves, who stands in the way, and whose threat a step enters."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.arq import state
from combatcli.rulesets.shared.sides import are_enemies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combatcli.rulesets.arq.schema import Fight

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


def standing_at(fight: Fight, but: str) -> dict[Square, str]:
    """Return who stands where, of those able to fight; the fallen block nobody (Q20)."""
    return {
        (combatant.position[0], combatant.position[1]): who
        for who, combatant in fight.combatants.items()
        if who != but and combatant.position is not None and not state.is_fallen(combatant)
    }


def threatening(fight: Fight, who: str, square: Square, at: Mapping[Square, str] | None = None) -> set[str]:
    """Return the foes able to fight who are adjacent to a square (Q21)."""
    mover = fight.combatants[who]
    return {
        name
        for point, name in (standing_at(fight, who) if at is None else at).items()
        if distance(point, square) <= 1 and are_enemies(mover, fight.combatants[name])
    }


def walk(fight: Fight, who: str, start: Square, squares: Sequence[Square], *, blunder: bool) -> Walk:
    """Go a way until a threat stops it (Q21), or on, and name whose threats were ignored (Q22).

    Raises RefusedError where it leads through a foe, or ends on another's square (Q20).
    """
    at, mover = standing_at(fight, who), fight.combatants[who]
    gone: list[Square] = []
    ignored: dict[str, None] = {}
    last = threatening(fight, who, start, at)
    for index, square in enumerate(squares):
        other = at.get(square)
        if other is not None and are_enemies(mover, fight.combatants[other]):
            raise RefusedError(
                f"the way of {who} leads through {other} at {shown(square)} (Q20)",
                "You can pass friends, but not foes.",
            )
        gone.append(square)
        now = threatening(fight, who, square, at)
        entered = sorted(now - last, key=list(fight.combatants).index)
        last = now
        if index == len(squares) - 1 or not entered:
            continue
        if not blunder:
            return Walk(_free_at_end(at, who, gone), entered, [])
        ignored.update(dict.fromkeys(entered))
    return Walk(_free_at_end(at, who, gone), None, list(ignored))


def _free_at_end(at: dict[Square, str], who: str, gone: list[Square]) -> list[Square]:
    if gone and gone[-1] in at:
        raise RefusedError(
            f"{who} would end on {at[gone[-1]]}, at {shown(gone[-1])} (Q20)", "Move farther, or stop earlier."
        )
    return gone


def shown(square: Square) -> str:
    """Write a square as it is entered."""
    return f"{square[0]},{square[1]}"
