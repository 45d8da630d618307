"""How a `beacon` fight plays itself, and what comes next in it (E11, E12).

Everybody strikes the weakest foe in reach, or goes to the nearest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from combatcli.rulesets.beacon import budget, state
from combatcli.rulesets.beacon.acts import WORDS, DeclareRequest, RecoverRequest
from combatcli.rulesets.beacon.attack import AttackRequest
from combatcli.rulesets.beacon.conditions import (
    conditions_by_obeyed,
    has_effect,
    has_or_implies,
    hides_from,
    resistible_wounds,
)
from combatcli.rulesets.beacon.move import MoveRequest, as_entered, free_square_beside
from combatcli.rulesets.beacon.round import NextRequest, left_by_step, who_may_be_next, who_may_take_stance
from combatcli.rulesets.beacon.schema import Combatant, Fight, Weapon
from combatcli.rulesets.beacon.wound import BOX, WoundRequest
from combatcli.rulesets.coming import NEXT, TELLS, LineToType, NextToAct, to_declare
from combatcli.rulesets.shared.grids import Point, as_point
from combatcli.rulesets.shared.places import king_distance
from combatcli.rulesets.shared.squares import leg_points
from combatcli.rulesets.shared.touching import may_share_arena
from combatcli.rulesets.tactic_lines import TARGETS, applies_hit_at_once, line_targets, side_choosers
from combatcli.rulesets.tactics import EquallyLikely, Tactics, WayToAnswer, foes_of, strike_at_once
from combatcli.text import shell_word

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import ActionDeeds, Deed, LiveFight

WOUND = ("wound", WoundRequest())
TRIES = 3
"""The most Acts that are tried for attacks in a turn."""


def actions(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the actions of the present turn, or of the step's next one; stances come before them (E11).

    Whose turn is next their tactics choose, else chance.
    """
    if live.fight.phase == state.PHASES[0]:
        yield from _stances(live)
    to_act = left_by_step(live.fight).get(live.fight.phase, []) if live.fight.turn is None else []
    if to_act:
        chosen = [*islice(side_choosers(live, to_act, TACTICS), 1)]
        best = [each for who, line in chosen for each in line_targets(live, who, TACTICS, line, to_act)]
        deeds: list[Deed] = [("next", NextRequest(who=who)) for who in (*best, *to_act)]
        yield "", deeds if chosen else EquallyLikely(deeds)
    who = live.fight.turn
    if who is None:
        return
    for _ in range(TRIES):
        before = live.fight
        yield who, _acts_of_turn(live, who)
        if live.fight.pending:
            yield "", [WOUND]
        if live.fight is before:
            break
    combatant = live.fight.combatants[who]
    if resistible_wounds(combatant) and not combatant.resisted:
        yield "", [("recover", RecoverRequest(who=[who]))]


def _acts_of_turn(live: LiveFight[Fight], who: str) -> Iterator[Deed]:
    """Yield the Acts of a turn, the best first: stand, strike, load, go to a foe, resist (E13)."""
    fight, combatant = live.fight, live.fight.combatants[who]
    acts = budget.acts_left(combatant)
    if not acts:
        return
    if has_or_implies(combatant, "downed"):
        yield "declare", DeclareRequest(who=who, action="stand")
    for name in () if combatant.held_items else combatant.weapons:
        action = "pick" if name in combatant.dropped else "draw"
        yield "declare", DeclareRequest(who=who, action=action, targets=[name])
    reached, weapon = foes_in_reach(fight, who), _weapon(combatant)
    if not reached and acts == 1 and weapon.range is not None:
        reached = foes_in_reach(fight, who, 2)
    if reached:
        for foe in reached:
            yield "attack", AttackRequest(attacker=who, targets=[foe], apply=applies_hit_at_once(live, foe, TACTICS))
        if "reload" in weapon.properties and not weapon.loaded:
            yield "declare", DeclareRequest(who=who, action="reload")
    else:
        yield from _moves_to_foes(fight, who)
    if resistible_wounds(combatant):
        yield "recover", RecoverRequest(who=[who], act=True)


def _stances(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the stances; cautious, the rule's default, unless a combatant's own tactics name one."""
    for who in who_may_take_stance(live.fight):
        cautious: Deed = ("declare", DeclareRequest(who=who, action="cautious"))
        yield who, [cautious]
        if live.fight.combatants[who].stance is None:
            yield "", [cautious]


def _weapon(combatant: Combatant) -> Weapon:
    return combatant.weapons.get(state.weapon_in_hand(combatant), state.UNARMED)


def foes_in_reach(fight: Fight, who: str, times: int = 1) -> list[str]:
    """Return foes within reach, N times the range, or at an unknown place, the weakest first (E20, E23, E31)."""
    one, weapon = fight.combatants[who], _weapon(fight.combatants[who])
    feet = times * weapon.farthest
    foes = [foe for foe in _visible_foes(fight, who) if _feet_to(fight, who, foe) <= feet]
    return foes if weapon.range is not None else [foe for foe in foes if may_share_arena(one, fight.combatants[foe])]


def _visible_foes(fight: Fight, who: str) -> list[str]:
    """Return the foes that neither hide nor are obeyed, the weakest first (E41, E46)."""
    obeyed = conditions_by_obeyed(fight.combatants[who])
    foes = foes_of(fight, who, TACTICS)
    return [foe for foe in foes if foe not in obeyed and not hides_from(fight.combatants[foe], who)]


def _moves_to_foes(fight: Fight, who: str, foes: Iterable[str] | None = None) -> Iterator[Deed]:
    """Yield the moves up to the nearest foe, surrounded ones last, then to other foes' arenas (E20).

    The foe is any that does not hide, unless ``foes`` are named.
    """
    mover = fight.combatants[who]
    here = as_point(mover.position)
    if has_effect(mover, "rooted"):
        return
    named = [*(_visible_foes(fight, who) if foes is None else foes)]
    here_too = [foe for foe in named if may_share_arena(mover, fight.combatants[foe])]
    surrounded = list[tuple[Point, Point]]()
    for foe in sorted(here_too, key=partial(_feet_to, fight, who)):
        place = as_point(fight.combatants[foe].position)
        if here is None or place is None:
            continue
        end = free_square_beside(fight, who, here, place)
        if end is not None:
            yield from _moves_toward_side(mover, who, here, end, place)
        else:
            surrounded.append((here, place))
    for start, place in surrounded[:1]:
        yield from _moves_toward_side(mover, who, start, place, place)
    for arena in dict.fromkeys(fight.combatants[foe].arena for foe in named if foe not in here_too):
        if arena is not None:
            yield "move", MoveRequest(who=who, way=[arena])


def _moves_toward_side(mover: Combatant, who: str, here: Point, end: Point, place: Point) -> Iterator[Deed]:
    """Yield the moves on the way to a foe's side: to the first point with the foe in reach, or the farthest (E20)."""
    stops = [next(leg_points(here, end, feet), end) for feet in range(int(mover.stride), 0, -state.SQUARE)]
    reach = _weapon(mover).farthest
    if king_distance(here, place) > reach:
        stops = [*[stop for stop in stops[::-1] if king_distance(stop, place) <= reach], *stops]
    for stop in dict.fromkeys(stops):
        move = MoveRequest(who=who, way=[as_entered(stop)])
        if king_distance(here, stop) <= state.SQUARE:
            yield "move", replace(move, maneuver=True)
        yield "move", move


def _resist_by_best_die(fight: Fight, who: str, _: str) -> Deed:
    best = max(state.ATTRIBUTES, key=lambda name: state.die_sides(fight.combatants[who], name))
    return "recover", RecoverRequest(who=[who], react=True, with_=best)


def _who_may_soak(fight: Fight, _: Collection[str]) -> list[tuple[str, str]]:
    """Return who may soak to full effect, or to stay on their feet (E33)."""
    hits = [(hit, fight.combatants[hit.target]) for hit in fight.pending]
    hurt = [hit for hit, each in hits if each.soak and hit.damage >= min(BOX, max(1, state.hp_left(each)))]
    return [(hit.target, hit.attacker) for hit in hurt]


def _soak_deed(fight: Fight, who: str, _: str) -> Deed:
    """Return the deed that spends the boxes of soak with full effect, at least one (E33)."""
    damage = sum(hit.damage for hit in fight.pending if hit.target == who)
    return "wound", WoundRequest(what=[who], soak=min(fight.combatants[who].soak, max(1, damage // BOX)))


def _feet_to(fight: Fight, who: str, other: str) -> float:
    """Return the feet to another combatant; 0 without positions."""
    return state.feet_between(fight.combatants[who], fight.combatants[other]) or 0


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda fight, each: state.is_dead(fight, each) or has_or_implies(each, "incapacitated"),
    lambda each: (max(0, state.hp_left(each)), state.max_hp(each)),
    actions,
    _moves_to_foes,
    _feet_to,
    WORDS,
    numbers={"hp": state.hp_left, "max_hp": state.max_hp},
    answers={
        "react": strike_at_once(lambda each: each.reactions, partial(AttackRequest, react=True, apply=True)),
        "resist": WayToAnswer(
            lambda fight, _: [(hit.target, hit.attacker) for hit in fight.pending if hit.damage and not hit.resisted],
            _resist_by_best_die,
            usual="answer resist if hurt",
            keeps=lambda fight, who: state.has_room_for_stress(fight.combatants[who]),
        ),
        "soak": WayToAnswer(_who_may_soak, _soak_deed, keeps=lambda fight, who: fight.combatants[who].soak > 0),
    },
    by_word=("push", "recover --rest", "recover --end"),
    free_text=("act", "draw", "stow", "pick", "reload"),
    choices=TARGETS,
    engaged=lambda fight, who: [foe for foe in foes_of(fight, who, TACTICS) if state.are_in_melee(fight, who, foe)],
    unused=lambda each, lines: "pushes" if state.has_room_for_stress(each) and "--push" not in " ".join(lines) else "",
)


def coming(fight: Fight) -> NextToAct:
    """Return who is without a stance, whose turn it is and what they have left, or who may take the next one."""
    if fight.over:
        return NextToAct(else_=[f"The fight has ended by {fight.over}"], steps=[*TELLS])
    if fight.turn is not None:
        return _coming_in_turn(fight, fight.turn)
    bare, late = who_may_take_stance(fight), who_may_be_next(fight)
    if fight.phase == state.PHASES[0] and bare:
        return to_declare(bare, "rash|cautious", open_="without a stance")
    begins = [LineToType(f"next {shell_word(who)}", f"begins the turn of {who}") for who in late[:3]]
    acts = [LineToType(f"attack {shell_word(who)}", "begins their turn by it", "TARGET") for who in late[:1]]
    order = [LineToType("order", "lists turns, Acts and Reacts")][: len(late)]
    return NextToAct(who=late, open="to take a turn", steps=[*begins, *acts, *order])


def _coming_in_turn(fight: Fight, who: str) -> NextToAct:
    combatant, name = fight.combatants[who], shell_word(who)
    acts, reacts = (budget.remaining(combatant, what) for what in (budget.ACTS, budget.REACTS))
    left = [f"{many} {what}{'' if many == 1 else 's'}" for many, what in ((acts, "Act"), (reacts, "React"))]
    resists = resistible_wounds(combatant) if not combatant.resisted else []
    free = [LineToType(f"recover {name}", "resists, for free", f"[{wound.name}]") for wound in resists[:1]]
    strikes, goes = LineToType(f"attack {name}", "attacks", "TARGET"), LineToType(f"move {name}", "goes", "FOE|X,Y")
    does = [
        *([strikes, goes] if foes_in_reach(fight, who) else [goes, strikes]),
        LineToType(f"declare {name}", "does something else", "draw|stow|stand|protect|aid|act WHAT"),
    ]
    last = "" if any(left_by_step(fight).values()) else " and the round"
    end = NEXT.changed(does=f"ends the turn of {who}{last}")
    return NextToAct(who=[who], open=f"{', '.join(left)} left", steps=[*(does if acts else []), *free, end])
