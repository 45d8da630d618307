"""Who touches whom in an encounter (P1), in which camp (P2), and who is placed across whom (P3 c)."""

from __future__ import annotations

from itertools import product
from math import floor
from typing import Any

from combatcli.records import Record
from combatcli.rulesets.shared.grids import as_point, between, within
from combatcli.rulesets.shared.pairings.graph import Block, Graph
from combatcli.rulesets.shared.sides import side_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from combatcli.encounter.schema import Encounter
    from combatcli.rulesets.shared.pairings.graph import Pair


def nobody(combatant: Any) -> bool:  # noqa: ANN401, ARG001  (each game has types of its own)
    """Let nobody be beneath contempt."""
    return False


class Touching(Record):
    """What a game says of who touches whom: who is able to fight, how far one reaches, who is beneath contempt.

    Positions are feet, of which ``feet`` are adjacent; or ``squares``, of which the eight around one are.
    """

    able: Callable[[Any, str], bool]
    feet: float = 5
    squares: bool = False
    beneath: Callable[[Any], bool] = nobody


def camps(fight: Encounter) -> dict[str, int]:
    """Return who is in camp 1, with the players or of the file's first side, and who in camp 2 (P2)."""
    sides = {who: side_of(each) for who, each in fight.combatants.items()}
    first = {side_of(each) for each in fight.combatants.values() if each.player} or set(list(sides.values())[:1])
    return {who: 1 if side in first else 2 for who, side in sides.items()}


def graph_of(fight: Any, touching: Touching) -> Graph:  # noqa: ANN401  (each game has types of its own)
    """Return who is able to fight, and who of them touch."""
    camp = camps(fight)
    names = [who for who in fight.combatants if touching.able(fight, who)]
    number = {who: place for place, who in enumerate(names)}
    combatants = [fight.combatants[who] for who in names]
    sides = [camp[who] for who in names]
    pairs: list[Pair] = []
    for place, combatant in enumerate(combatants):
        for name in combatant.engaged:
            other = number.get(name)
            if other is not None and sides[other] != sides[place]:
                pairs.append((place, other) if sides[place] == 1 else (other, place))
    free = [place for place, each in enumerate(combatants) if not each.engaged]
    placed = {
        place: point for place in free if (point := as_point(getattr(combatants[place], "position", None))) is not None
    }
    beside = list(_on_squares(placed) if touching.squares else _within_feet(placed, touching.feet))
    pairs += [pair for pair in beside if sides[pair[0]] == 1 and sides[pair[1]] == 2]
    return Graph(
        names,
        sides,
        pairs=pairs,
        blocks=list(_arenas(combatants, sides, [place for place in free if place not in placed])),
        crossing=dict(_crossings(placed, sides)) if touching.squares else {},
        beneath=[place for place, each in enumerate(combatants) if touching.beneath(each)],
    )


def amiss(fight: Encounter, touching: Touching) -> Iterator[str]:
    """Go through what `engaged` names in vain: oneself, the fallen, one's own camp (P1, P2)."""
    camp, sides = camps(fight), {who: side_of(each) for who, each in fight.combatants.items()}
    for who, combatant in fight.combatants.items():
        for other in combatant.engaged:
            if other == who:
                yield f"{who} is engaged with themselves, which is no touch (P1)"
            elif not touching.able(fight, other) or not touching.able(fight, who):
                yield f"{who} is engaged with {other}, and one of them is not able to fight (P1)"
            elif sides[who] == sides[other]:
                yield f"{who} is engaged with {other} of their own side, which is no touch (P1)"
            elif camp[who] == camp[other]:
                yield f"{who} is engaged with {other}, and touching inside a camp is not judged (P2)"


def inside_a_camp(fight: Any, touching: Touching) -> Iterator[str]:  # noqa: ANN401  (as above)
    """Say that some of one camp but of two sides touch, which is not judged (P2)."""
    camp, sides = camps(fight), {who: side_of(each) for who, each in fight.combatants.items()}
    if len({*zip(sides.values(), camp.values(), strict=False)}) <= len(set(camp.values())):
        return
    free = {who: each for who, each in fight.combatants.items() if not each.engaged and touching.able(fight, who)}
    names = list(free)
    placed = {at: point for at, who in enumerate(names) if (point := as_point(getattr(free[who], "position", None)))}
    beside = _on_squares(placed) if touching.squares else _within_feet(placed, touching.feet)
    for one, other in beside:
        who, whom = names[one], names[other]
        if one < other and camp[who] == camp[whom] and sides[who] != sides[whom]:
            yield f"{who} and {whom} touch, and touching inside a camp is not judged (P2)"
            return
    for who, each in free.items():
        rows = [name for name, other in free.items() if other.arena is not None and other.arena == each.arena]
        whom = next((name for name in rows if camp[name] == camp[who] and sides[name] != sides[who]), None)
        if whom is not None and getattr(each, "position", None) is None:
            yield f"{who} and {whom} touch, and touching inside a camp is not judged (P2)"
            return


def _on_squares(placed: Mapping[int, tuple[float, float]]) -> Iterator[Pair]:
    at = {point: place for place, point in placed.items()}
    for place, (x, y) in placed.items():
        for across, along in product((-1, 0, 1), repeat=2):
            other = at.get((x + across, y + along))
            if other is not None and other != place:
                yield place, other


def _within_feet(placed: Mapping[int, tuple[float, float]], feet: float) -> Iterator[Pair]:
    """Go through those within so many feet; each is held against those in its own and the eight cells around it."""
    cells: dict[tuple[int, int], list[int]] = {}
    size = feet or 1.0
    for place, (x, y) in placed.items():
        cells.setdefault((floor(x / size), floor(y / size)), []).append(place)
    for (column, row), here in cells.items():
        for across, along in product((-1, 0, 1), repeat=2):
            for place, other in product(here, cells.get((column + across, row + along), ())):
                if place != other and within(between(placed[place], placed[other]), feet):
                    yield place, other


def _crossings(placed: Mapping[int, tuple[float, float]], sides: Sequence[int]) -> Iterator[tuple[Pair, Pair]]:
    """Go through the pairs on one diagonal of four squares, each with the pair on the other (P3 c)."""
    at = {point: place for place, point in placed.items()}
    for place, (x, y) in placed.items():
        for across, along in product((-1, 1), repeat=2):
            far, one, other = (at.get(point) for point in ((x + across, y + along), (x + across, y), (x, y + along)))
            if far is None or one is None or other is None:
                continue
            if sides[place] == 1 and sides[far] == 2 and sides[one] != sides[other]:
                yield (place, far), ((one, other) if sides[one] == 1 else (other, one))


def _arenas(combatants: Sequence[Any], sides: Sequence[int], places: Iterable[int]) -> Iterator[Block]:
    """Go through the arenas in which both camps stand: there all touch all."""
    here: dict[str, list[int]] = {}
    for place in places:
        if combatants[place].arena is not None:
            here.setdefault(combatants[place].arena, []).append(place)
    for members in here.values():
        first, second = ([place for place in members if sides[place] == camp] for camp in (1, 2))
        if first and second:
            yield Block(first, second)
