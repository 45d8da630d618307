"""How an `arq` fight plays itself: shooters shoot and stay, others go to the nearest foe, pairs fight."""

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
    from combatcli.rulesets.tactics import ActionDeeds, Deed, LiveFight


ATTACK_ALL = ("attack", AttackRequest(all=True, apply=True))
WOUND = ("wound", WoundRequest())


def actions(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the actions of a phase (Q10); in a melee the first open choice is drawn at random (P4)."""
    if live.fight.phase == "melee":
        for who, line in choosing(live, ROSTER.able(live.fight), TACTICS):
            foes = aimed_at(live, who, TACTICS, line)
            yield "", (("pairings", PairingsRequest(choose=[f"{who}={foe}"])) for foe in foes)
        before = live.fight
        yield "", [ATTACK_ALL]
        for choice in islice(open_choices(CombatContext(before)), 1) if live.fight is before else ():
            pairs = [f"{choice.who}={other}" for other in choice.options]
            yield "", Even(("pairings", PairingsRequest(choose=[pair], spread=True)) for pair in pairs)
            yield "", [ATTACK_ALL]
    for who in list(live.fight.combatants) if live.fight.phase != "melee" else ():
        if ROSTER.is_able(live.fight, who) and not live.fight.combatants[who].acted:
            yield who, _shots(live.fight, who) if live.fight.phase == "action" else _approaches(live.fight, who)
    if live.fight.pending:
        yield "", [WOUND]


def _shots(fight: Fight, who: str) -> Iterator[Deed]:
    """Yield the shots of a figure that can shoot, the weakest foe first (Q34)."""
    if state.rank(fight.combatants[who], "missile") > 0:
        for foe in foes_of(fight, who, TACTICS):
            yield "attack", AttackRequest(attacker=who, targets=[foe], missile=True, apply=True)


def _approaches(fight: Fight, who: str) -> Iterator[Deed]:
    """Yield the moves to the nearest foe; a figure that shoots better than it fights stays where it is (Q34)."""
    mover = fight.combatants[who]
    shoots = state.rank(mover, "missile") > state.rank(mover, "melee")
    if not (shoots or (mover.position is not None and threatening(fight, who, square_of(mover.position)))):
        yield from _ways(fight, who, _nearest_foes(fight, who))


def _nearest_foes(fight: Fight, who: str) -> Iterator[str]:
    """Yield the foes, the nearest first, then the weakest; with squares in use, only foes on one."""
    mover = fight.combatants[who]
    if mover.position is None:
        yield from sorted(foes_of(fight, who, TACTICS), key=lambda foe: _away(fight, who, foe))
        return
    for _, _, foe in PLACES.nearest(fight, square_of(mover.position)):
        if are_enemies(mover, fight.combatants[foe]):
            yield foe


def _ways(fight: Fight, who: str, targets: Iterable[str]) -> Iterator[Deed]:
    """Yield the moves to the targets in order, up to the first one touched already; surrounded targets last (Q20)."""
    mover = fight.combatants[who]
    if mover.position is None:
        arenas = dict.fromkeys(arena for target in targets if (arena := fight.combatants[target].arena))
        for arena in takewhile(lambda arena: arena != mover.arena, arenas):
            yield "move", MoveRequest(who=who, way=[arena])
        return
    here = square_of(mover.position)
    points = (square_of(at) for target in targets if (at := fight.combatants[target].position) is not None)
    surrounded = []
    for point in takewhile(lambda point: king(here, point) > 1, points):
        if all(PLACES.at(fight, near, who) for near in around(point)):
            surrounded.append(point)
        else:
            yield from _moves(fight, who, point)
    for point in surrounded:
        yield from _moves(fight, who, point)


def _moves(fight: Fight, who: str, goal: Square) -> Iterator[Deed]:
    if way := way_toward(fight, who, goal):
        yield "move", MoveRequest(who=who, way=way)


def _away(fight: Fight, who: str, other: str) -> float:
    """Return the distance in squares; without squares, 1 for another arena and 0 for the same."""
    one, two = fight.combatants[who], fight.combatants[other]
    if one.position is None or two.position is None:
        return one.arena != two.arena
    return king(square_of(one.position), square_of(two.position))


def _engaged(fight: Fight, who: str) -> list[str]:
    """Return the foes that a combatant touches (Q30, P1)."""
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
