"""Who stands where on a plane: at a point, about it, and nearest to it, without going through everybody."""

from __future__ import annotations

from heapq import heappop, heappush
from math import floor
from typing import Any

from combatcli.rulesets.shared.grids import as_point
from combatcli.rulesets.shared.index import FEW, Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from combatcli.encounter.schema import Encounter
    from combatcli.rulesets.shared.grids import Point
    from combatcli.rulesets.shared.index import Entry

    Near = tuple[float, tuple[int, int], str]
    """How far somebody is, their rank and place in the file, and their id."""

ALL, NOWHERE = "all", "nowhere"
STEPS = (-1, 0, 1)


def king(one: Point, other: Point) -> float:
    """Return the distance between two points, a diagonal counted as one side."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class Places:
    """The places of those of a game who ``stand``, as long as a fight says where, by cells of some ``size``.

    ``rank`` tells who comes first of those who are equally far, before the file's order does.
    """

    def __init__(self, stands: Callable[..., bool], size: float, rank: Callable[..., int] | None = None) -> None:
        self._stands = stands
        self._size = size
        self._index: Index[object] = Index(self._keys, rank)

    def at(self, fight: Encounter, point: Point, but: str = "") -> str | None:
        """Return who stands at a point, of several the last in the file; None if nobody, or nobody else, does."""
        there = [entry[1:] for entry in self._index.groups(fight).get(point, ()) if entry[2] != but]
        return max(there)[1] if there else None

    def about(self, fight: Encounter, point: Point, away: float) -> list[str]:
        """Return who stands no farther from a point, by `king`, in the file's order."""
        groups = self._index.groups(fight)
        found = groups.get(ALL, ())
        if len(found) > FEW and away < self._size * len(found):
            first = self._cell((point[0] - away, point[1] - away))
            last = self._cell((point[0] + away, point[1] + away))
            columns, rows = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
            if len(columns) * len(rows) < len(found):
                found = [each for x in columns for y in rows for each in groups.get((ALL, x, y), ())]
        (x, y), places = point, [(_place(fight, key), key) for key in found]
        near = [key[1:] for place, key in places if abs(x - place[0]) <= away and abs(y - place[1]) <= away]
        return [who for _, who in sorted(near)]

    def nowhere(self, fight: Encounter) -> list[Near]:
        """Return who stands, but not at any point: as near as may be."""
        return [(0, (rank, number), who) for rank, number, who in self._index.groups(fight).get(NOWHERE, ())]

    def nearest(self, fight: Encounter, here: Point, measure: Callable[[Point, Point], float] = king) -> Iterator[Near]:
        """Go through all who stand somewhere, the nearest first; no measure is less than `king`."""
        everybody = self._index.groups(fight).get(ALL, ())
        if len(everybody) <= FEW:
            yield from sorted([(measure(here, _place(fight, key)), key[:2], key[2]) for key in everybody])
            return
        waiting: list[Near] = []
        for certain, found in self._rings(fight, here):
            near = [(measure(here, _place(fight, key)), key[:2], key[2]) for key in found]
            if certain is None and not waiting:
                yield from sorted(near)
                return
            for found_near in near:
                heappush(waiting, found_near)
            while waiting and (certain is None or waiting[0][0] <= certain):
                yield heappop(waiting)

    def _rings(self, fight: Encounter, here: Point) -> Iterator[tuple[float | None, list[Entry]]]:
        """Go through the rings of cells about a point: within how far nobody is left, None at last, and who is there.

        Where a look at everybody is less work than at more cells, they are the last.
        """
        column, row = self._cell(here)
        looked_at, seen = 0, set[str]()
        for ring in range(len(fight.combatants) + 1):
            groups = self._index.groups(fight)
            everybody = groups.get(ALL, ())
            looked_at += 8 * ring + 1
            if looked_at > len(everybody):
                yield None, [each for each in everybody if each[2] not in seen]
                return
            found = [each for x, y in _ring(column, row, ring) for each in groups.get((ALL, x, y), ())]
            seen.update([key[2] for key in found])
            yield ring * self._size, found

    def _keys(self, fight: Encounter, combatant: Any) -> tuple[object, ...]:
        if not self._stands(fight, combatant):
            return ()
        point = as_point(combatant.position)
        return (point, (ALL, *self._cell(point)), ALL) if point is not None else (NOWHERE,)

    def _cell(self, point: Point) -> tuple[int, int]:
        return floor(point[0] / self._size), floor(point[1] / self._size)


def _place(fight: Any, entry: Entry) -> Point:
    position: Point = fight.combatants[entry[2]].position
    return position


def _ring(column: int, row: int, ring: int) -> list[tuple[int, int]]:
    """Return the cells so many steps from one."""
    if not ring:
        return [(column, row)]
    along = range(-ring, ring + 1)
    ends = [(column + x, row + y) for x in along for y in (-ring, ring)]
    return ends + [(column + x, row + y) for x in (-ring, ring) for y in along[1:-1]]


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
