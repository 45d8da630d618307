"""How a `blade` fight plays itself: shooters shoot, casters cast, others go to the nearest foe, all strike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from combatcli.rulesets import tactic_lines
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.melee import melee_reach_feet, weapon_reaches
from combatcli.rulesets.blade.move import MoveRequest
from combatcli.rulesets.blade.rounds import CHOICES, DeclareRequest, OrderRequest
from combatcli.rulesets.blade.schema import Combatant, Fight
from combatcli.rulesets.blade.state import ROSTER, STEP, combat_movement, engaged_foes
from combatcli.rulesets.blade.strike import AttackRequest
from combatcli.rulesets.blade.test import TestRequest
from combatcli.rulesets.blade.weapons import holds_shooting_weapon, weapons_in_hand
from combatcli.rulesets.shared.grids import is_within
from combatcli.rulesets.shared.pending import WoundRequest
from combatcli.rulesets.shared.places import distance_apart, distance_to, point_toward
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.shared.touching import may_share_arena
from combatcli.rulesets.tactic_lines import TacticLine, line_targets, lines_of, parse_line, side_choosers
from combatcli.rulesets.tactics import Tactics, WayToAnswer, foes_of, strike_at_once

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import ActionDeeds, Deed, LiveFight

ORDER = ("order", OrderRequest())
WOUND = ("wound", WoundRequest())


def actions(live: LiveFight[Fight]) -> Iterator[ActionDeeds]:
    """Yield the actions of a phase (B1)."""
    phase = live.fight.phase
    if any(phase != "melee" or not state.is_hit_of_this_melee(live.fight, hit) for hit in live.fight.pending):
        yield "", [WOUND]
    if phase == "initiative" and not live.fight.initiative:
        yield "", [ORDER]
        yield "", _initiative_choice(live)
    elif phase == "melee":
        held_back = []
        for who in [*ROSTER.able(live.fight)]:
            if _chooses_melee_target(live.fight, who):
                yield who, ()
                if not _has_strike_line(live, who):
                    held_back.append(who)
        yield "", [("attack", AttackRequest(all=True, without=held_back, apply=True))]
    else:
        for who in _combatants_in_turn(live.fight):
            yield from _actions_in_turn(live, who)
    if live.fight.pending:
        yield "", [WOUND]


def _combatants_in_turn(fight: Fight) -> list[str]:
    """Return all who act in the phase, by the initiative of their sides; the engaged wait to be freed (B1, B2)."""
    places = {side: place for place, side in enumerate(fight.initiative)}
    acting = {who: each for who, each in fight.combatants.items() if fight.phase in state.phases_of_side(fight, who)}
    return sorted(acting, key=lambda who: (places.get(side_of(acting[who]), len(places)), bool(acting[who].engaged)))


def _actions_in_turn(live: LiveFight[Fight], who: str) -> Iterator[ActionDeeds]:
    """Yield a combatant's actions in its side's phase; after a move it may still shoot (B14)."""
    if not _has_spell_to_cast(live.fight, who):
        yield who, _shots_and_moves(live.fight, who)
        if state.deeds(live.fight.combatants[who]).moved:
            yield who, _shots(live.fight, who)
    if _has_spell_to_cast(live.fight, who):
        yield "", [("test", TestRequest(who=who, trait="mind"))]


def _initiative_choice(live: LiveFight[Fight]) -> list[Deed]:
    """Return the winner's choice, by the first combatant whose tactics make one; else to act (B2)."""
    fight = live.fight
    able = (who for who in ROSTER.able(fight) if [side_of(fight.combatants[who])] == fight.initiative[:1])
    return [("order", OrderRequest(choose=line.target)) for _, line in islice(side_choosers(live, able, TACTICS), 1)]


def _chooses_melee_target(fight: Fight, who: str) -> bool:
    """Tell whether a combatant's own lines choose a melee target, of several in reach or of none (B30)."""
    combatant = fight.combatants[who]
    acts = any(tactic_lines.is_action(parse_line(line)) for line in lines_of(fight, combatant))
    return acts and not state.has_declared(combatant, "attack") and bool(_foes_in_reach(fight, who))


def _foes_in_reach(fight: Fight, who: str) -> list[str]:
    return [foe for foe in engaged_foes(fight, who) if weapon_reaches(fight, who, foe)]


def _declare_melee_target(live: LiveFight[Fight], who: str, line: TacticLine) -> list[Deed] | None:
    """Return the declaration of a melee target in reach; None in other phases (B30)."""
    if live.fight.phase != "melee":
        return None
    foes = _targets_in_reach(live, who, line)
    return [("declare", DeclareRequest(who=who, action="attack", targets=[foe])) for foe in foes]


def _targets_in_reach(live: LiveFight[Fight], who: str, line: TacticLine) -> list[str]:
    if line.verb != "attack":
        return []
    return [*line_targets(live, who, TACTICS, line, _foes_in_reach(live.fight, who))]


def _has_strike_line(live: LiveFight[Fight], who: str) -> bool:
    """Tell whether a combatant's own lines have it strike; after a spell its declaration stays the spell (B25, B30)."""
    combatant = live.fight.combatants[who]
    if not state.has_cast(combatant):
        return state.has_declared(combatant, "attack")
    lines = map(parse_line, lines_of(live.fight, combatant))
    strikes = (line for line in lines if _targets_in_reach(live, who, line))
    return any(not tactic_lines.failing_condition(live, who, TACTICS, line) for line in strikes)


def _has_spell_to_cast(fight: Fight, who: str) -> bool:
    """Tell whether a combatant has declared a spell that is not cast yet (B25)."""
    return state.open_declaration(fight.combatants[who], "cast") is not None and ROSTER.is_able(fight, who)


def _able(fight: Fight, who: str) -> bool:
    return ROSTER.is_able(fight, who) and state.is_idle(fight.combatants[who])


def _shots_and_moves(fight: Fight, who: str) -> Iterator[Deed]:
    """Yield a combatant's deeds: shots, even in melee, and moves to its engaged foes, or to any."""
    if _able(fight, who):
        yield from _shots(fight, who)
        yield from _moves_to_foes(fight, who)


def _shots(fight: Fight, who: str) -> Iterator[Deed]:
    """Yield the shots with the weapon in hand at foes within its range, the weakest first (B23)."""
    combatant = fight.combatants[who]
    if not holds_shooting_weapon(combatant):
        return
    farthest = max([feet for _, weapon in weapons_in_hand(combatant) for feet in weapon.ranges.values()])
    for foe in foes_of(fight, who, TACTICS):
        other = fight.combatants[foe]
        if may_share_arena(combatant, other) and is_within(distance_apart(combatant, other) or 0, farthest):
            yield "attack", AttackRequest(attacker=who, targets=[foe], apply=True)


def _moves_to_foes(fight: Fight, who: str, foes: Iterable[str] | None = None) -> Iterator[Deed]:
    """Yield the moves to a foe for a combatant that reaches none: charge, move, arena, or toward it (B10, B13).

    The foe is the nearest of those engaged, else of all, unless ``foes`` are named. A shooter goes to the foe's arena
    first and shoots from there (B14).
    """
    mover, engaged = fight.combatants[who], engaged_foes(fight, who)
    if not _able(fight, who) or any(weapon_reaches(fight, who, foe) for foe in engaged):
        return
    if foes is None:
        foes = sorted(engaged or foes_of(fight, who, TACTICS), key=partial(distance_to, fight, who))
    limit = combat_movement(mover.movement) + melee_reach_feet(mover) + STEP
    arenas = dict.fromkeys(fight.combatants[foe].arena for foe in foes) if fight.arenas else {}
    places: list[Deed] = [("move", MoveRequest(who=who, way=[arena])) for arena in arenas if arena]
    shooting = holds_shooting_weapon(mover)
    if shooting:
        yield from places
    for charge in (True, False):
        for foe in foes:
            other = fight.combatants[foe]
            near = (distance_apart(mover, other) or 0) <= limit
            if near and (not charge or mover.position or may_share_arena(mover, other)):
                yield "move", MoveRequest(who=who, charge=foe) if charge else MoveRequest(who=who, way=[foe])
    if not shooting:
        yield from places
    for foe in foes:
        if point := point_toward(mover, fight.combatants[foe], combat_movement(mover.movement)):
            yield "move", MoveRequest(who=who, way=[point])


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_dead(each),
    state.points_left_and_maximum,
    actions,
    _moves_to_foes,
    distance_to,
    acts=("cast", "improvise"),
    answers={
        "opportunity": strike_at_once(
            lambda each: [*each.deeds.opportunity, *each.deeds.spell_opportunity] if each.deeds else (),
            partial(AttackRequest, opportunity=True, apply=True),
        ),
        "force": WayToAnswer(
            lambda fight, _: [
                (who, who) for who, each in fight.combatants.items() if each.deeds and each.deeds.unforced
            ],
            lambda _, who, __: ("test", TestRequest(who=who, trait="mind", force=True)),
            usual="never answer force",
        ),
    },
    by_word=("recover",),
    free_text=("cast", "improvise"),
    unused=lambda each, lines: "spells" if (each.casts or each.failed) and "cast" not in " ".join(lines) else "",
    choices=CHOICES,
    reads=_declare_melee_target,
    numbers={
        "stamina": lambda each: state.points(each)["stamina"],
        "health": lambda each: state.points(each)["health"],
        "max_stamina": lambda each: state.maximum_points(each)["stamina"],
        "max_health": lambda each: state.maximum_points(each)["health"],
    },
)
