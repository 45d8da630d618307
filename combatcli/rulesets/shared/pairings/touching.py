"""Who touches whom in an encounter (P1), in which camp (P2), and whose pairs cross (P3 c)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, combinations, product
from math import floor
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from combatcli.encounter.schema import Encounter
from combatcli.records import Record
from combatcli.rulesets.shared.grids import Point, as_point, is_within, straight_distance
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.pairings.graph import Pair, TouchGraph
from combatcli.rulesets.shared.places import king_distance
from combatcli.rulesets.shared.sides import side_of


class TouchingRules(Record):
    """A game's own rules of who touches whom."""

    able: Callable[[Any, str], bool]
    """Tells whether a combatant is able to fight."""
    feet: float = 5
    """The distance in feet within which two are adjacent."""
    measured: Callable[[Point, Point], float] = straight_distance
    squares: bool = False
    """Whether positions are squares, adjacent to the eight around each, and not feet."""
    beneath: Callable[[Any], bool] = lambda _: False
    """Tells whether a combatant is beneath contempt."""

    @cached_property
    def graph(self) -> Callable[[Encounter], TouchGraph]:
        """Returns the graph of those able to fight, the same object as long as nothing relevant changes."""
        return computed_once(lambda fight: _graph(able_figures(fight, self), self))


class Figure(Struct, frozen=True, gc=False):
    """A combatant able to fight, and what matters for pairing; a position counts only for those not engaged."""

    name: str
    side: str
    camp: int
    engaged: tuple[str, ...]
    place: Point | None
    arena: str | None
    beneath: bool


def camps(fight: Encounter) -> dict[str, int]:
    """Return each combatant's camp: 1 for the players' or the file's first side, 2 for the others (P2)."""
    sides = {who: side_of(combatant) for who, combatant in fight.combatants.items()}
    players = {sides[who] for who, combatant in fight.combatants.items() if combatant.player}
    first = players or set(list(sides.values())[:1])
    return {who: 1 if side in first else 2 for who, side in sides.items()}


def able_figures(fight: Encounter, touching: TouchingRules) -> tuple[Figure, ...]:
    """Return the combatants able to fight, in the file's order."""
    camp = camps(fight)
    return tuple(
        Figure(
            who,
            side_of(each),
            camp[who],
            tuple(each.engaged),
            as_point(getattr(each, "position", None)),
            each.arena,
            touching.beneath(each),
        )
        for who, each in fight.combatants.items()
        if touching.able(fight, who)
    )


@lru_cache(64)
def _graph(figures: tuple[Figure, ...], touching: TouchingRules) -> TouchGraph:
    names, sides = [figure.name for figure in figures], [figure.camp for figure in figures]
    touched: list[set[int]] = [set() for _ in figures]
    number = {name: one for one, name in enumerate(names)}
    engaged = ((one, number[name]) for one, figure in enumerate(figures) for name in figure.engaged if name in number)
    for one, other in chain(engaged, _adjacent_pairs(figures, touching), _pairs_in_one_arena(figures)):
        if sides[one] != sides[other]:
            touched[one].add(other)
            touched[other].add(one)
    crossing = dict(_crossing_pairs(figures)) if touching.squares else {}
    beneath = [one for one, figure in enumerate(figures) if figure.beneath]
    return TouchGraph(names, sides, touched, crossing, beneath)


def touch_in_any_camp(fight: Encounter, one: str, other: str, touching: TouchingRules) -> bool:
    """Tell whether two touch, whichever camps they are in (P1)."""
    members: dict[str, Any] = {**fight.combatants}
    two = {one: replace(members[one], side="1", player=True), other: replace(members[other], side="2", player=False)}
    return any(touching.graph(fight.changed(combatants=two)).touching)


def _positions(figures: Iterable[Figure]) -> dict[int, Point]:
    """Return the positions of those who may touch by them."""
    return {one: each.place for one, each in enumerate(figures) if each.place is not None and not each.engaged}


def _adjacent_pairs(figures: Sequence[Figure], touching: TouchingRules) -> Iterator[Pair]:
    """Yield the pairs that stand side by side; each is compared with its own cell and those around it."""
    reach, measured = (1, king_distance) if touching.squares else (touching.feet, touching.measured)
    size = reach or 1
    placed = _positions(figures)
    cells: dict[tuple[int, int], list[int]] = {}
    for one, (x, y) in placed.items():
        cells.setdefault((floor(x / size), floor(y / size)), []).append(one)
    for (column, row), here in cells.items():
        for across, along in product((-1, 0, 1), repeat=2):
            for one, other in product(here, cells.get((column + across, row + along), ())):
                if one < other and is_within(measured(placed[one], placed[other]), reach):
                    yield one, other


def _pairs_in_one_arena(figures: Iterable[Figure]) -> Iterator[Pair]:
    """Yield the pairs in one arena without a position."""
    here: dict[str, list[int]] = {}
    for one, figure in enumerate(figures):
        if figure.arena is not None and figure.place is None and not figure.engaged:
            here.setdefault(figure.arena, []).append(one)
    for members in here.values():
        yield from combinations(members, 2)


def _crossing_pairs(figures: Sequence[Figure]) -> Iterator[tuple[Pair, Pair]]:
    """Yield each pair on one diagonal of four squares with the pair on the other one (P3 c)."""
    placed = _positions(figures)
    at = {place: one for one, place in placed.items()}
    for near, (x, y) in placed.items():
        for across, along in product((-1, 1), repeat=2):
            far, one, other = (at.get(place) for place in ((x + across, y + along), (x + across, y), (x, y + along)))
            if far is None or one is None or other is None:
                continue
            if figures[near].camp < figures[far].camp and figures[one].camp != figures[other].camp:
                yield (near, far), ((one, other) if figures[one].camp == 1 else (other, one))


def irregularities(fight: Encounter, touching: TouchingRules) -> Iterator[str]:
    """Yield a sentence for each useless name in `engaged`, and for each two of one camp that touch (P1, P2)."""
    camp, sides = camps(fight), {who: side_of(member) for who, member in fight.combatants.items()}
    for who, combatant in fight.combatants.items():
        engaged = f"{fight.subject(who):is} engaged with"
        for other in combatant.engaged:
            if sides[who] == sides[other] or not (touching.able(fight, other) and touching.able(fight, who)):
                yield f"{engaged} {other}, which is a touch only of two sides and of the able (P1)"
            elif camp[who] == camp[other]:
                yield f"{engaged} {other}, and touching inside a camp is not judged (P2)"
    figures = able_figures(fight, touching)
    allies = len({*sides.values()}) > len({*camp.values()})
    for near, by in chain(_adjacent_pairs(figures, touching), _pairs_in_one_arena(figures)) if allies else ():
        one, two = figures[near], figures[by]
        if one.camp == two.camp and one.side != two.side:
            yield f"{one.name} and {two.name} touch, and touching inside a camp is not judged (P2)"
            return
