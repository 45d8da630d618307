"""How an `arq` fight is fought by itself: shooters shoot and stay, others go to the nearest foe, pairs fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.attack import TOUCHING, AttackRequest, open_choices
from combatcli.rulesets.arq.move import MoveRequest, way_toward
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.arq.state import PLACES, ROSTER, threatening
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.pairings.command import PairingsRequest
from combatcli.rulesets.shared.pairings.touching import touch_anyhow
from combatcli.rulesets.shared.pending import WoundRequest
from combatcli.rulesets.shared.places import king
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.squares import Square, around, square_of
from combatcli.rulesets.tactic_lines import TARGETS, aimed_at, choosing
from combatcli.rulesets.tactics import Even, Tactics, foes_of, strike_at_once

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import ActionDeeds, Deed, Table


ATTACK_ALL = ("attack", AttackRequest(all=True, apply=True))
WOUND = ("wound", WoundRequest())


def actions(table: Table[Fight]) -> Iterator[ActionDeeds]:
    """Go through the actions of a phase (Q10); of what is open in a melee, the first choice is drawn (P4)."""
    if table.fight.phase == "melee":
        for who, line in choosing(table, ROSTER.able(table.fight), TACTICS):
            foes = aimed_at(table, who, TACTICS, line)
            yield "", (("pairings", PairingsRequest(choose=[f"{who}={foe}"])) for foe in foes)
        before = table.fight
        yield "", [ATTACK_ALL]
        for who, options, _ in islice(open_choices(CombatContext(before)), 1) if table.fight is before else ():
            pairs = [f"{who}={other}" for other in options]
            yield "", Even(("pairings", PairingsRequest(choose=[pair], spread=True)) for pair in pairs)
            yield "", [ATTACK_ALL]
    for who in list(table.fight.combatants) if table.fight.phase != "melee" else ():
        if ROSTER.is_able(table.fight, who) and not table.fight.combatants[who].acted:
            yield who, _shots(table.fight, who) if table.fight.phase == "action" else _approaches(table.fight, who)
    if table.fight.pending:
        yield "", [WOUND]


def _shots(fight: Fight, who: str) -> Iterator[Deed]:
    """Go through the shots of somebody who knows how to shoot, at the weakest first (Q34)."""
    if state.rank(fight.combatants[who], "missile") > 0:
        for foe in foes_of(fight, who, TACTICS):
            yield "attack", AttackRequest(attacker=who, targets=[foe], missile=True, apply=True)


def _approaches(fight: Fight, who: str) -> Iterator[Deed]:
    """Go through the ways to the nearest foe; who shoots better than they fight stays: a shot goes everywhere (Q34)."""
    mover = fight.combatants[who]
    shoots = state.rank(mover, "missile") > state.rank(mover, "melee")
    if not (shoots or (mover.position is not None and threatening(fight, who, square_of(mover.position)))):
        yield from _ways(fight, who, _nearest_foes(fight, who))


def _nearest_foes(fight: Fight, who: str) -> Iterator[str]:
    """Go through somebody's foes, the nearest first, then the weakest; where squares are kept, those who are on one."""
    mover = fight.combatants[who]
    if mover.position is None:
        yield from sorted(foes_of(fight, who, TACTICS), key=lambda foe: _away(fight, who, foe))
        return
    for _, _, foe in PLACES.nearest(fight, square_of(mover.position)):
        if are_enemies(mover, fight.combatants[foe]):
            yield foe


def _ways(fight: Fight, who: str, others: Iterable[str]) -> Iterator[Deed]:
    """Go through the ways to the first of some others, or toward them, up to one who is touched already (Q20).

    Those beside whom no square is free come last.
    """
    mover = fight.combatants[who]
    if mover.position is None:
        places = dict.fromkeys(place for other in others if (place := fight.combatants[other].arena))
        for place in takewhile(lambda place: place != mover.arena, places):
            yield "move", MoveRequest(who=who, way=[place])
        return
    here = square_of(mover.position)
    points = (square_of(at) for other in others if (at := fight.combatants[other].position) is not None)
    surrounded = []
    for point in takewhile(lambda point: king(here, point) > 1, points):
        if all(PLACES.at(fight, near, who) for near in around(point)):
            surrounded.append(point)
        else:
            yield from _moves(fight, who, point)
    for point in surrounded:
        yield from _moves(fight, who, point)


def _moves(fight: Fight, who: str, goal: Square) -> Iterator[Deed]:
    """Yield the move toward a square, if there is any."""
    if way := way_toward(fight, who, goal):
        yield "move", MoveRequest(who=who, way=way)


def _away(fight: Fight, who: str, other: str) -> float:
    """Return the squares to somebody; where none are kept, whether they are in another arena."""
    one, two = fight.combatants[who], fight.combatants[other]
    if one.position is None or two.position is None:
        return one.arena != two.arena
    return king(square_of(one.position), square_of(two.position))


def _engaged(fight: Fight, who: str) -> list[str]:
    """Return the foes whom somebody touches (Q30, P1)."""
    return [foe for foe in foes_of(fight, who, TACTICS) if touch_anyhow(fight, who, foe, TOUCHING)]


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_fallen(each),
    state.left,
    actions,
    _ways,
    _away,
    answers={"reaction": strike_at_once(lambda each: each.threats, partial(AttackRequest, reaction=True, apply=True))},
    choices=TARGETS,
    mutual=True,
    engaged=_engaged,
)
