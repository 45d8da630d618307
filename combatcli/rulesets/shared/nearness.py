"""Distances to other combatants: by their positions, or by the arenas in between where there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from math import trunc
from typing import Any

from combatcli.encounter.schema import Member
from combatcli.rulesets.shared.arenas import Links, distance, fixed_links, rings
from combatcli.rulesets.shared.grids import as_point, between, rounded
from combatcli.rulesets.shared.places import Places
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import in_one_arena


def apart(one: Member, other: Member) -> float | None:
    """Return the distance of two combatants as the crow flies; None without positions."""
    here, end = as_point(getattr(one, "position", None)), as_point(getattr(other, "position", None))
    return between(here, end) if here is not None and end is not None else None


def away(fight: Any, who: str, other: str, links: Links | None = None) -> float:
    """Return the distance to another combatant; without positions, the number of arenas to cross, by their links."""
    one, two = fight.combatants[who], fight.combatants[other]
    far = apart(one, two)
    if far is not None or in_one_arena(one, two):
        return far or 0
    steps = distance(fixed_links(fight.arenas) if links is None else links, one.arena or "", two.arena or "")
    return len(fight.arenas) if steps is None else steps


def foes_near(fight: Any, who: str, places: Places, foes: Callable[[], Sequence[str]]) -> Iterator[tuple[float, str]]:
    """Yield each foe with their distance, the nearest first; an unknown distance counts as near.

    Without positions, ``foes`` is called: those in the nearest arena come first, and those that no way leads to last.
    """
    mover = fight.combatants[who]
    here = as_point(mover.position)
    if here is not None:
        for feet, _, foe in merge(places.nearest(fight, here, between), places.nowhere(fight)):
            if are_enemies(mover, fight.combatants[foe]):
                yield feet, foe
        return
    around = rings(fixed_links(fight.arenas), [mover.arena or ""])
    steps = {arena: number for number, ring in enumerate(around) for arena in ring}

    def arenas(foe: str) -> int:
        other = fight.combatants[foe]
        return 0 if in_one_arena(mover, other) else steps.get(other.arena or "", len(fight.arenas))

    yield from ((0, foe) for foe in sorted(foes(), key=arenas))


def point_toward(one: Member, other: Member, limit: float) -> str:
    """Return the point at most ``limit`` feet toward another, as it is entered; empty without positions."""
    here, goal = (as_point(getattr(each, "position", None)) for each in (one, other))
    if here is None or goal is None or here == goal:
        return ""
    share = min(1, limit / between(here, goal))
    x, y = [start + trunc((end - start) * share * 100) / 100 for start, end in zip(here, goal, strict=True)]
    return f"{rounded(x):g},{rounded(y):g}"
