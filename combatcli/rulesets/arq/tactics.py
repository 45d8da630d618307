"""How an `arq` fight plays itself, and what comes next in it: actions, then moves, then the pairs of the melee.

Shooters shoot and stay, others go to the nearest foe, pairs fight (Q10–Q12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.attack import TOUCHING, AttackRequest, pairing_choices, pairs_to_test
from combatcli.rulesets.arq.move import MoveRequest, way_toward
from combatcli.rulesets.arq.round import activating_side, is_activation_card_due, not_activated
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.arq.state import PLACES, ROSTER, Context, threatening_foes
from combatcli.rulesets.coming import LineToType, NextToAct, to_declare
from combatcli.rulesets.shared.pairings.command import PairingsRequest
from combatcli.rulesets.shared.pairings.touching import touch_in_any_camp
from combatcli.rulesets.shared.pending import WoundRequest
from combatcli.rulesets.shared.places import king_distance
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.shared.squares import neighbors, square_of
from combatcli.rulesets.tactic_lines import TARGETS, line_targets, side_choosers
from combatcli.rulesets.tactics import EquallyLikely, Tactics, foes_of, strike_at_once
from combatcli.text import shell_word

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import ActionDeeds, Deed, LiveFight


ATTACK_ALL = ("attack", AttackRequest(all=True, apply=True))


def actions(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the actions of a phase (Q10); in a melee the first open choice is drawn at random (P4)."""
    if live.fight.phase == "melee":
        for who, line in side_choosers(live, ROSTER.able(live.fight), TACTICS):
            foes = line_targets(live, who, TACTICS, line)
            yield "", (("pairings", PairingsRequest(choose=[f"{who}={foe}"])) for foe in foes)
        before = live.fight
        yield "", [ATTACK_ALL]
        for choice in islice(pairing_choices(Context(before)), 1) if live.fight is before else ():
            pairs = [f"{choice.who}={other}" for other in choice.options]
            yield "", EquallyLikely(("pairings", PairingsRequest(choose=[pair], spread=True)) for pair in pairs)
            yield "", [ATTACK_ALL]
    for who in list(live.fight.combatants) if live.fight.phase != "melee" else ():
        mover = live.fight.combatants[who]
        if not (mover.acted or state.is_fallen(mover)):
            yield who, _shots_and_moves(live.fight, who)
    if live.fight.pending:
        yield "", [("wound", WoundRequest())]


def _shots_and_moves(fight: Fight, who: str) -> Iterable[Deed]:
    """Return the shots of a figure that can shoot, the weakest foe first; later the moves to the nearest foe (Q34).

    A figure that shoots better than it fights stays where it is.
    """
    mover = fight.combatants[who]
    rank, here = mover.traits.get, mover.position
    if fight.phase == "action":
        shot = partial(AttackRequest, attacker=who, missile=True, apply=True)
        return [("attack", shot(targets=[foe])) for foe in foes_of(fight, who, TACTICS)] if rank("missile") else ()
    if rank("missile", 0) > rank("melee", 0) or (here and threatening_foes(fight, who, square_of(here))):
        return ()
    return _moves_to(fight, who, sorted(foes_of(fight, who, TACTICS), key=partial(_distance, fight, who)))


def _moves_to(fight: Fight, who: str, targets: Iterable[str]) -> Iterator[Deed]:
    """Yield the moves to the targets in order, up to the first one touched already; surrounded targets last (Q20)."""
    mover = fight.combatants[who]
    if mover.position is None:
        arenas = dict.fromkeys(arena for target in targets if (arena := fight.combatants[target].arena))
        for arena in takewhile(lambda arena: arena != mover.arena, arenas):
            yield "move", MoveRequest(who=who, way=[arena])
        return
    here = square_of(mover.position)
    points = (square_of(at) for target in targets if (at := fight.combatants[target].position) is not None)
    apart, taken = takewhile(lambda point: king_distance(here, point) > 1, points), PLACES.groups(fight).keys()
    for point in sorted(apart, key=lambda point: taken >= {*neighbors(point)}):
        if way := way_toward(fight, who, point):
            yield "move", MoveRequest(who=who, way=way)


def _distance(fight: Fight, who: str, other: str) -> float:
    """Return the distance in squares; without squares, 1 for another arena and 0 for the same."""
    one, two = fight.combatants[who], fight.combatants[other]
    if one.position is None or two.position is None:
        return one.arena != two.arena
    return king_distance(square_of(one.position), square_of(two.position))


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_fallen(each),
    lambda each: (each.wounds * each.count - each.wounds_taken, each.wounds * each.count),
    actions,
    _moves_to,
    _distance,
    answers={"reaction": strike_at_once(lambda each: each.threats, partial(AttackRequest, reaction=True, apply=True))},
    by_word=("recover",),
    choices=TARGETS,
    mutual="melee",
    engaged=lambda fight, who: [
        foe for foe in foes_of(fight, who, TACTICS) if touch_in_any_camp(fight, who, foe, TOUCHING)
    ],
)


ORDER = LineToType("order", "draws which side activates next", "[--cards CARD]")
CARDS = "[--cards CARDS]"


def coming(fight: Fight) -> NextToAct:
    """Return who is still to act in the phase (Q12); in melee the pairs still to be tested (Q35)."""
    if fight.phase == "melee":
        return _coming_in_melee(Context(fight))
    who = [each for each in not_activated(fight) if not fight.combatants[each].acted]
    if not who:
        return NextToAct()
    if is_activation_card_due(fight):
        return NextToAct(who=who, open="a card is to be drawn", steps=[ORDER])
    side = activating_side(fight)
    who = [each for each in who if side in (None, side_of(fight.combatants[each]))]
    one, first = "" if side is None else "one of them ", shell_word(who[0])
    if fight.phase == "action":
        shoots = fight.combatants[who[0]].traits.get("missile")
        shot = [LineToType(f"attack {first}", "shoots", "FOE --missile")] if shoots else []
        idle = LineToType(f"declare {first} pass", "does nothing")
        return to_declare(who, "act WHAT", idle, *shot, ORDER, open_=f"{one}to act")
    steps = [LineToType(f"move {first}", "goes", "X,Y"), LineToType(f"declare {first} pass", "stays"), ORDER]
    return NextToAct(who=who, open=f"{one}to move", steps=steps)


def _coming_in_melee(context: Context) -> NextToAct:
    pairs, choices = pairs_to_test(context), pairing_choices(context)
    if not pairs and not choices:
        return NextToAct()
    chosen = [LineToType("pairings --choose", f"pairs {each.who}", f"{each.who} FOE") for each in choices[:1]]
    one = [LineToType(f"attack {shell_word(who)} {shell_word(foe)}", "tests a pair", CARDS) for who, foe in pairs[:2]]
    every = [LineToType("attack --all", "tests all pairs", CARDS)] if pairs else []
    return NextToAct(
        who=[" and ".join(pair) for pair in pairs] or [each.who for each in choices],
        open="to fight" if pairs else "to be paired",
        steps=[*chosen, *every, *one],
        hits_later=bool(pairs),
    )
