"""Where somebody is: on a square (Q20, Q21), or, at tables that keep no squares, in an arena (P1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatcli.encounter.schema import Arena
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Move
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.shared.arenas import arena_actions, plain_ground
from combatcli.rulesets.shared.places import Places, king
from combatcli.rulesets.shared.sides import are_enemies

Square = tuple[int, int]

GROUND = plain_ground(Arena, move=lambda **told: Move(steps=0, **told))
ACTIONS = arena_actions(GROUND)

distance = king
"""How many king's moves lie between two squares; a diagonal step costs one (Q20)."""
PLACES = Places(lambda _, combatant: not state.is_fallen(combatant), lambda combatant: state.left(combatant)[0])
"""Who stands where, of those able to fight, the weakest first; the fallen block nobody (Q20)."""


def leg(start: Square, end: Square) -> Iterator[Square]:
    """Go the squares of a straight leg, or else of as few king's moves as reach its end, diagonals first (Q20)."""
    x, y = start
    while (x, y) != end:
        x += (end[0] > x) - (end[0] < x)
        y += (end[1] > y) - (end[1] < y)
        yield x, y


def square_of(position: Sequence[int]) -> Square:
    """Return the square that a position is."""
    return position[0], position[1]


def shown(square: Square) -> str:
    """Write a square as it is entered."""
    return f"{square[0]},{square[1]}"


def around(square: Square) -> list[Square]:
    """Return the eight squares adjacent to one (Q21)."""
    x, y = square
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def threatening(fight: Fight, who: str, square: Square) -> list[str]:
    """Return the foes able to fight who are adjacent to a square, in the file's order (Q21)."""
    mover = fight.combatants[who]
    return [name for name in PLACES.about(fight, square, 1) if are_enemies(mover, fight.combatants[name])]
