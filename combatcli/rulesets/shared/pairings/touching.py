"""Who touches whom in an encounter (P1), in which camp (P2), and who is placed across whom (P3 c)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import floor
from typing import Any

from combatcli.encounter.schema import Encounter
from combatcli.records import Record
from combatcli.rulesets.shared.grids import as_point, between, within
from combatcli.rulesets.shared.memory import Memory
from combatcli.rulesets.shared.pairings.graph import Block, Graph, Pair
from combatcli.rulesets.shared.sides import side_of


def nobody(combatant: object) -> bool:
    """Return False: nobody is beneath contempt."""
    return False


class Touching(Record):
    """A game's own part in who touches whom: who is able to fight, how far one reaches, who is beneath contempt.

    Positions are feet, of which ``feet``, as ``measured``, are adjacent; or ``squares``, with the eight around one.
    """

    able: Callable[[Any, str], bool]
    feet: float = 5
    measured: Callable[[tuple[float, float], tuple[float, float]], float] = between
    squares: bool = False
    beneath: Callable[[Any], bool] = nobody


def camps(fight: Encounter) -> dict[str, int]:
    """Return who is in camp 1, with the players or of the file's first side, and who in camp 2 (P2)."""
    sides = {who: side_of(combatant) for who, combatant in fight.combatants.items()}
    first = {side_of(combatant) for combatant in fight.combatants.values() if combatant.player} or set(
        list(sides.values())[:1]
    )
    return {who: 1 if side in first else 2 for who, side in sides.items()}


_graphs: Memory[Graph] = Memory(64)
"""The graphs, by what they are made of."""


def graph_of(fight: Encounter, touching: Touching) -> Graph:
    """Return who is able to fight, and who of them touch."""
    made_of = touching, *[_made_of(fight, who, touching) for who in fight.combatants]
    return _graphs.of(made_of, lambda: _graph(fight, touching))


def _made_of(fight: Encounter, who: str, touching: Touching) -> tuple[object, ...]:
    """Return what a graph is made of for somebody."""
    each = fight.combatants[who]
    able = touching.able(fight, who) and (touching.beneath(each), *(getattr(each, "position", None) or ()))
    return who, each.side, each.player, tuple(each.engaged), each.arena, able


def _graph(fight: Encounter, touching: Touching) -> Graph:
    camp, names = camps(fight), [who for who in fight.combatants if touching.able(fight, who)]
    number = {who: index for index, who in enumerate(names)}
    combatants = [fight.combatants[who] for who in names]
    sides = [camp[who] for who in names]
    pairs: list[Pair] = []
    for one, combatant in enumerate(combatants):
        for name in combatant.engaged:
            other = number.get(name)
            if other is not None and sides[other] != sides[one]:
                pairs.append((one, other) if sides[one] == 1 else (other, one))
    free = [one for one, combatant in enumerate(combatants) if not combatant.engaged]
    points = {one: as_point(getattr(combatants[one], "position", None)) for one in free}
    placed = {one: point for one, point in points.items() if point is not None}
    beside = list(_on_squares(placed) if touching.squares else _within_feet(placed, touching))
    pairs += [pair for pair in beside if sides[pair[0]] == 1 and sides[pair[1]] == 2]
    return Graph(
        names,
        sides,
        pairs=pairs,
        blocks=list(_arenas(combatants, sides, [one for one in free if one not in placed])),
        crossing=dict(_crossings(placed, sides)) if touching.squares else {},
        beneath=[one for one, combatant in enumerate(combatants) if touching.beneath(combatant)],
    )


def irregularities(fight: Encounter, touching: Touching) -> Iterator[str]:
    """Yield a sentence for each name in `engaged` that is in vain: oneself, the fallen, one's own camp (P1, P2)."""
    camp, sides = camps(fight), {who: side_of(member) for who, member in fight.combatants.items()}
    for who, combatant in fight.combatants.items():
        for other in combatant.engaged:
            if other == who:
                yield f"{who} is engaged with themselves, which is not a touch (P1)"
            elif not touching.able(fight, other) or not touching.able(fight, who):
                yield f"{who} is engaged with {other}, and one of them is not able to fight (P1)"
            elif sides[who] == sides[other]:
                yield f"{who} is engaged with {other} of their own side, which is not a touch (P1)"
            elif camp[who] == camp[other]:
                yield f"{who} is engaged with {other}, and touching inside a camp is not judged (P2)"


def inside_a_camp(fight: Encounter, touching: Touching) -> Iterator[str]:
    """Yield a sentence where two of one camp but of two sides touch, which is not judged (P2); one is enough."""
    camp, sides = camps(fight), {who: side_of(combatant) for who, combatant in fight.combatants.items()}
    if len({*zip(sides.values(), camp.values(), strict=False)}) <= len(set(camp.values())):
        return
    free = {
        who: combatant
        for who, combatant in fight.combatants.items()
        if not combatant.engaged and touching.able(fight, who)
    }
    names = list(free)
    points = {at: as_point(getattr(free[who], "position", None)) for at, who in enumerate(names)}
    placed = {at: point for at, point in points.items() if point}
    beside = _on_squares(placed) if touching.squares else _within_feet(placed, touching)
    for one, other in beside:
        who, whom = names[one], names[other]
        if one < other and camp[who] == camp[whom] and sides[who] != sides[whom]:
            yield f"{who} and {whom} touch, and touching inside a camp is not judged (P2)"
            return
    for who, fighter in free.items():
        rows = [name for name, other in free.items() if other.arena is not None and other.arena == fighter.arena]
        near = next((name for name in rows if camp[name] == camp[who] and sides[name] != sides[who]), None)
        if near is not None and getattr(fighter, "position", None) is None:
            yield f"{who} and {near} touch, and touching inside a camp is not judged (P2)"
            return


def _on_squares(placed: Mapping[int, tuple[float, float]]) -> Iterator[Pair]:
    """Yield those on squares that touch, also by a corner, each two twice."""
    at = {point: one for one, point in placed.items()}
    for one, (x, y) in placed.items():
        for across, along in product((-1, 0, 1), repeat=2):
            other = at.get((x + across, y + along))
            if other is not None and other != one:
                yield one, other


def _within_feet(placed: Mapping[int, tuple[float, float]], touching: Touching) -> Iterator[Pair]:
    """Yield those within so many feet, each two twice; each is compared with its own and the eight cells around it."""
    cells: dict[tuple[int, int], list[int]] = {}
    size = touching.feet or 1.0
    for one, (x, y) in placed.items():
        cells.setdefault((floor(x / size), floor(y / size)), []).append(one)
    for (column, row), here in cells.items():
        for across, along in product((-1, 0, 1), repeat=2):
            for one, other in product(here, cells.get((column + across, row + along), ())):
                if one != other and within(touching.measured(placed[one], placed[other]), touching.feet):
                    yield one, other


def _crossings(placed: Mapping[int, tuple[float, float]], sides: Sequence[int]) -> Iterator[tuple[Pair, Pair]]:
    """Yield the pairs on one diagonal of four squares, each with the pair on the other (P3 c)."""
    at = {point: near for near, point in placed.items()}
    for near, (x, y) in placed.items():
        for across, along in product((-1, 1), repeat=2):
            far, one, other = (at.get(point) for point in ((x + across, y + along), (x + across, y), (x, y + along)))
            if far is None or one is None or other is None:
                continue
            if sides[near] == 1 and sides[far] == 2 and sides[one] != sides[other]:
                yield (near, far), ((one, other) if sides[one] == 1 else (other, one))


def _arenas(combatants: Sequence[Any], sides: Sequence[int], free: Iterable[int]) -> Iterator[Block]:
    """Yield a block for each arena in which both camps are: there all touch all."""
    here: dict[str, list[int]] = {}
    for one in free:
        if combatants[one].arena is not None:
            here.setdefault(combatants[one].arena, []).append(one)
    for members in here.values():
        block = {camp: [one for one in members if sides[one] == camp] for camp in (1, 2)}
        if all(block.values()):
            yield block
