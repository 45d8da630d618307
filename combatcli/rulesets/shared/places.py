"""Places on a plane: who stands at a point, around it, and nearest to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from combatcli.encounter.references import arena_named
from combatcli.encounter.schema import Encounter
from combatcli.errors import UsageError
from combatcli.rulesets.shared.grids import Point, as_point
from combatcli.rulesets.shared.index import Index

Near = tuple[float, tuple[int, int], str]
"""A distance, a combatant's rank and place in the file, and their id."""
P = TypeVar("P")


def point_of(fight: Encounter, word: str, read: Callable[[str], P | None], what: str, example: str) -> P:
    """Return the point of a word; UsageError says what it is not, and names the nearest arena where there are any."""
    point = read(word)
    if point is None:
        if fight.arenas and "," not in word:
            arena_named(fight, word)
        raise UsageError(f'"{word}" is not a {what}, an arena or a combatant', f"As in {example}")
    return point


def king(one: Point, other: Point) -> float:
    """Return the distance between two points, a diagonal step counted as one."""
    across, along = one[0] - other[0], one[1] - other[1]
    return max(across, -across, along, -along)


class Places(Index[Point | None]):
    """The places of the combatants who ``stand``; those without a position are under None.

    ``rank`` orders those at the same distance, before the file's order does.
    """

    def __init__(self, stands: Callable[..., bool], rank: Callable[..., int] = lambda _: 0) -> None:
        super().__init__(lambda fight, each: (as_point(each.position),) if stands(fight, each) else (), rank)

    def at(self, fight: Encounter, point: Point, but: str = "") -> str | None:
        """Return who stands at a point, the last in the file of several; None if nobody but ``but`` does."""
        occupants = [(number, who) for _, number, who in self.groups(fight).get(point, ()) if who != but]
        return max(occupants)[1] if occupants else None

    def about(self, fight: Encounter, point: Point, away: float) -> list[str]:
        """Return who stands within a distance of a point, by `king`, in the file's order."""
        (x, y), groups = point, self.groups(fight)
        places = [at for at in groups if at is not None and abs(at[0] - x) <= away and abs(at[1] - y) <= away]
        return [who for _, who in sorted([(number, who) for place in places for _, number, who in groups[place]])]

    def nowhere(self, fight: Encounter) -> list[Near]:
        """Return the standing combatants without a position; they count as near as possible."""
        return [(0, (rank, number), who) for rank, number, who in self.groups(fight).get(None, ())]

    def nearest(self, fight: Encounter, here: Point, measure: Callable[[Point, Point], float] = king) -> Iterator[Near]:
        """Yield all who stand at a point, the nearest first."""
        groups = [(place, entries) for place, entries in self.groups(fight).items() if place is not None]
        near = [(measure(here, place), entries) for place, entries in groups]
        yield from sorted([(away, (rank, number), who) for away, entries in near for rank, number, who in entries])
