"""Places on a plane: who stands at a point and around it; how far others are, in feet or arenas."""

from collections.abc import Callable
from math import trunc
from typing import Any, TypeVar

from combatcli.encounter.schema import Encounter, Member
from combatcli.errors import RefusedError, nearest
from combatcli.rulesets.shared.arenas import Links, distance, fixed_links
from combatcli.rulesets.shared.grids import Point, as_point, rounded, straight_distance
from combatcli.rulesets.shared.index import Index
from combatcli.rulesets.shared.touching import may_share_arena

P = TypeVar("P")


def point_of(fight: Encounter, word: str, read: Callable[[str], P | None], what: str, example: str) -> P:
    """Return the point of a word; RefusedError says what it is not, and names the nearest arena or combatant."""
    point = read(word)
    if point is None:
        hint = nearest(word, [*fight.arenas, *fight.combatants]) if "," not in word else ""
        raise RefusedError(f'"{word}" is not a {what}, an arena or a combatant', hint or f"As in {example}")
    return point


def king_distance(one: Point, other: Point) -> float:
    """Return the distance between two points, a diagonal step counted as one."""
    across, along = one[0] - other[0], one[1] - other[1]
    return max(across, -across, along, -along)


class Places(Index[Point | None]):
    """The places of the combatants who ``stand``; those without a position are under None."""

    def __init__(self, stands: Callable[..., bool]) -> None:
        super().__init__(lambda fight, each: (as_point(each.position),) if stands(fight, each) else ())

    def who_is_at(self, fight: Encounter, point: Point, but: str = "") -> str | None:
        """Return who stands at a point, the last in the file of several; None if nobody but ``but`` does."""
        occupants = [(number, who) for _, number, who in self.groups(fight).get(point, ()) if who != but]
        return max(occupants)[1] if occupants else None

    def who_is_within(self, fight: Encounter, point: Point, away: float) -> list[str]:
        """Return the ids of those within a distance of a point, by `king_distance`, in the file's order."""
        (x, y), groups = point, self.groups(fight)
        places = [at for at in groups if at is not None and abs(at[0] - x) <= away and abs(at[1] - y) <= away]
        return [who for _, who in sorted([(number, who) for place in places for _, number, who in groups[place]])]


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


def point_toward(one: Member, other: Member, limit: float) -> str:
    """Return the point at most ``limit`` feet toward another, as it is entered; empty without positions."""
    here, goal = (as_point(getattr(each, "position", None)) for each in (one, other))
    if here is None or goal is None or here == goal:
        return ""
    share = min(1, limit / straight_distance(here, goal))
    x, y = [start + trunc((end - start) * share * 100) / 100 for start, end in zip(here, goal, strict=True)]
    return f"{rounded(x):g},{rounded(y):g}"
