"""Who stands where on a plane: at a point, about it, and nearest to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from combatcli.encounter.schema import Encounter
from combatcli.rulesets.shared.grids import Point, as_point
from combatcli.rulesets.shared.index import Index

Near = tuple[float, tuple[int, int], str]
"""How far somebody is, their rank and place in the file, and their id."""
STEPS = (-1, 0, 1)


def king(one: Point, other: Point) -> float:
    """Return the distance between two points, a diagonal counted as one side."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class Places(Index[Point | None]):
    """The places of those of a game who ``stand``, and under None who of them is at no place.

    ``rank`` tells who comes first of those who are equally far, before the file's order does.
    """

    def __init__(self, stands: Callable[..., bool], rank: Callable[..., int] = lambda _: 0) -> None:
        super().__init__(lambda fight, each: (as_point(each.position),) if stands(fight, each) else (), rank)

    def at(self, fight: Encounter, point: Point, but: str = "") -> str | None:
        """Return who stands at a point, of several the last in the file; None if nobody, or nobody else, does."""
        there = [(number, who) for _, number, who in self.groups(fight).get(point, ()) if who != but]
        return max(there)[1] if there else None

    def about(self, fight: Encounter, point: Point, away: float) -> list[str]:
        """Return who stands no farther from a point, by `king`, in the file's order."""
        (x, y), groups = point, self.groups(fight)
        places = [at for at in groups if at is not None and abs(at[0] - x) <= away and abs(at[1] - y) <= away]
        return [who for _, who in sorted([(number, who) for place in places for _, number, who in groups[place]])]

    def nowhere(self, fight: Encounter) -> list[Near]:
        """Return who stands, but not at any point: as near as may be."""
        return [(0, (rank, number), who) for rank, number, who in self.groups(fight).get(None, ())]

    def nearest(self, fight: Encounter, here: Point, measure: Callable[[Point, Point], float] = king) -> Iterator[Near]:
        """Go through all who stand somewhere, the nearest first."""
        groups = [(place, entries) for place, entries in self.groups(fight).items() if place is not None]
        near = [(measure(here, place), entries) for place, entries in groups]
        yield from sorted([(away, (rank, number), who) for away, entries in near for rank, number, who in entries])


def beside(
    near: Iterable[tuple[float, object, Point]], step: int, key: Callable[[Point], tuple[float, ...]]
) -> Iterator[tuple[Point, Point]]:
    """Go through the nine squares at and about each of some points, with the point, by what a ``key`` makes of them.

    The points come with how far they are, the nearest first, and with what orders them where keys are alike. A key
    begins with the distance, to which a square beside somebody adds or takes no more than a step.
    """
    waiting: list[tuple[tuple[float, ...], object, int, Point, Point]] = []
    for away, order, (x, y) in near:
        while waiting and waiting[0][0][0] < away - step - 1:
            yield heappop(waiting)[3:]
        ends = [(x + dx * step, y + dy * step) for dx in STEPS for dy in STEPS]
        for number, end in enumerate(ends):
            heappush(waiting, (key(end), order, number, end, (x, y)))
    while waiting:
        yield heappop(waiting)[3:]
