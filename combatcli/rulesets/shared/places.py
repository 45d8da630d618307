"""Places on a plane: who stands at a point, around it, and nearest to it; how far others are, in steps or arenas."""

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from math import trunc
from typing import Any, TypeVar

from combatcli.encounter.references import arena_named
from combatcli.encounter.schema import Encounter, Member
from combatcli.errors import UsageError
from combatcli.rulesets.shared.arenas import Links, distance, fixed_links, steps_from
from combatcli.rulesets.shared.grids import Point, as_point, rounded, straight_distance
from combatcli.rulesets.shared.index import Index
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import may_share_arena

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


def king_distance(one: Point, other: Point) -> float:
    """Return the distance between two points, a diagonal step counted as one."""
    across, along = one[0] - other[0], one[1] - other[1]
    return max(across, -across, along, -along)


class Places(Index[Point | None]):
    """The places of the combatants who ``stand``; those without a position are under None.

    ``rank`` orders those at the same distance, before the file's order does.
    """

    def __init__(self, stands: Callable[..., bool], rank: Callable[..., int] = lambda _: 0) -> None:
        super().__init__(lambda fight, each: (as_point(each.position),) if stands(fight, each) else (), rank)

    def who_is_at(self, fight: Encounter, point: Point, but: str = "") -> str | None:
        """Return who stands at a point, the last in the file of several; None if nobody but ``but`` does."""
        occupants = [(number, who) for _, number, who in self.groups(fight).get(point, ()) if who != but]
        return max(occupants)[1] if occupants else None

    def who_is_within(self, fight: Encounter, point: Point, away: float) -> list[str]:
        """Return the ids of those within a distance of a point, by `king_distance`, in the file's order."""
        (x, y), groups = point, self.groups(fight)
        places = [at for at in groups if at is not None and abs(at[0] - x) <= away and abs(at[1] - y) <= away]
        return [who for _, who in sorted([(number, who) for place in places for _, number, who in groups[place]])]

    def standing_without_position(self, fight: Encounter) -> list[Near]:
        """Return the standing combatants without a position; they count as near as possible."""
        return [(0, (rank, number), who) for rank, number, who in self.groups(fight).get(None, ())]

    def nearest(
        self, fight: Encounter, here: Point, measure: Callable[[Point, Point], float] = king_distance
    ) -> Iterator[Near]:
        """Yield all who stand at a point, the nearest first."""
        groups = [(place, entries) for place, entries in self.groups(fight).items() if place is not None]
        near = [(measure(here, place), entries) for place, entries in groups]
        yield from sorted([(away, (rank, number), who) for away, entries in near for rank, number, who in entries])


def distance_apart(one: Member, other: Member) -> float | None:
    """Return the distance of two combatants as the crow flies; None without positions."""
    here = as_point(getattr(one, "position", None))
    end = as_point(getattr(other, "position", None)) if here is not None else None
    return straight_distance(here, end) if here is not None and end is not None else None


def distance_to(fight: Any, who: str, other: str, links: Links | None = None) -> float:
    """Return the distance to another combatant; without positions, the number of arenas to cross, by their links."""
    one, two = fight.combatants[who], fight.combatants[other]
    far = distance_apart(one, two)
    if far is not None or may_share_arena(one, two):
        return far or 0
    steps = distance(fixed_links(fight.arenas) if links is None else links, one.arena or "", two.arena or "")
    return len(fight.arenas) if steps is None else steps


def foes_by_distance(
    fight: Any, who: str, places: Places, foes: Callable[[], Sequence[str]]
) -> Iterator[tuple[float, str]]:
    """Yield each foe with their distance, the nearest first; an unknown distance counts as near.

    Without positions, ``foes`` is called: those in the nearest arena come first, and those that no way leads to last.
    """
    mover = fight.combatants[who]
    here = as_point(mover.position)
    if here is not None:
        for feet, _, foe in merge(
            places.nearest(fight, here, straight_distance), places.standing_without_position(fight)
        ):
            if are_enemies(mover, fight.combatants[foe]):
                yield feet, foe
        return
    steps = steps_from(fixed_links(fight.arenas))(mover.arena or "")

    def arenas(foe: str) -> int:
        other = fight.combatants[foe]
        return 0 if may_share_arena(mover, other) else steps.get(other.arena or "", len(fight.arenas))

    yield from ((0, foe) for foe in sorted(foes(), key=arenas))


def point_toward(one: Member, other: Member, limit: float) -> str:
    """Return the point at most ``limit`` feet toward another, as it is entered; empty without positions."""
    here, goal = (as_point(getattr(each, "position", None)) for each in (one, other))
    if here is None or goal is None or here == goal:
        return ""
    share = min(1, limit / straight_distance(here, goal))
    x, y = [start + trunc((end - start) * share * 100) / 100 for start, end in zip(here, goal, strict=True)]
    return f"{rounded(x):g},{rounded(y):g}"
