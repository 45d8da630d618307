"""`show`: a `beacon` encounter, or one combatant of it, with all that is derived (E0, E6, E34)."""

from __future__ import annotations

from combatcli.encounter.references import combatant_named
from combatcli.encounter.schema import whole
from combatcli.events import Table
from combatcli.rulesets.actions import Action
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.arena import GROUND
from combatcli.rulesets.beacon.budget import ACTS, REACTS, budget_in_parts, remaining
from combatcli.rulesets.beacon.conditions import DEFENSES, hides_from, in_words
from combatcli.rulesets.beacon.damage import status
from combatcli.rulesets.beacon.schema import Combatant, Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.turns import to_act
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.show import SOMEBODY, ShowRequest, harm, is_on_players_side, tell_all, tell_one
from combatcli.rulesets.shared.sides import side_of


def show(context: CombatContext[Fight], request: ShowRequest) -> None:
    """Emit the encounter, or all of one combatant."""
    fight = context.fight
    players = [who for who, member in fight.combatants.items() if member.player]
    if request.who is not None:
        combatant = combatant_named(fight, request.who)
        values = {**whole(combatant), **_brief(fight, request.who, combatant, players)}
        tell_one(context, request, request.who, values, events.Combatant)
        return
    number = state.PHASES.index(fight.phase) + 1
    turn = SOMEBODY if request.players and _is_turn_of_unseen_foe(fight, players) else fight.turn
    clock = {"phase": fight.phase, "number": number, "phases": len(state.PHASES), "turn_of": turn, "over": fight.over}
    waiting = set() if fight.over else set(to_act(fight))

    def brief(who: str, combatant: Combatant) -> Table:
        return {**_brief(fight, who, combatant, players), "to_act": fight.turn == who or who in waiting}

    types = (events.Encounter, events.Combatant, events.Pending)
    tell_all(context, clock, brief, GROUND.tell_all, request, types)
    for name, goal in fight.goals.items():
        context.emit(
            events.Goal(
                name=name,
                needed=goal.needed,
                done=goal.done,
                rounds_left=goal.rounds_left,
                reached=goal.done >= goal.needed,
                over=goal.rounds_left == 0,
                path=goal.path,
            )
        )


def _harm(fight: Fight, who: str, combatant: Combatant) -> str:
    unhurt = state.hp(combatant) >= state.most(combatant)
    return harm(unhurt=unhurt, bloodied=state.is_winded(combatant), out=not ROSTER.can_fight(fight, who))


def _is_unseen_by_players(fight: Fight, combatant: Combatant, players: list[str]) -> bool:
    """Tell whether no player's character sees somebody: hidden from all, or in ambush (E11, E46)."""
    lurks = combatant.ambushing and not combatant.acted and fight.round == 1
    return lurks or all(hides_from(combatant, who) for who in players)


def _is_turn_of_unseen_foe(fight: Fight, players: list[str]) -> bool:
    """Tell whether it is the turn of a foe that no player's character sees."""
    combatant = fight.combatants.get(fight.turn or "")
    return (
        combatant is not None
        and _is_unseen_by_players(fight, combatant, players)
        and not is_on_players_side(fight, combatant)
    )


def _brief(fight: Fight, who: str, combatant: Combatant, players: list[str]) -> Table:
    defenses = {defense: state.base_defense(combatant, defense) for defense in DEFENSES}
    defenses["iron"] += 1 if state.holds_defensive(combatant) else 0
    return {
        "side": side_of(combatant),
        "harm": _harm(fight, who, combatant),
        "position": combatant.position,
        **({"unseen": True} if _is_unseen_by_players(fight, combatant, players) else {}),
        "tier": combatant.tier,
        "hp": state.hp(combatant),
        "max_hp": state.most(combatant),
        "stress": combatant.stress,
        "max_stress": state.max_stress(combatant),
        **defenses,
        "soak": combatant.soak,
        "status": status(fight, combatant),
        "status_openly": ["winded"] if state.is_winded(combatant) else [],
        "conditions": [in_words(condition) for condition in combatant.conditions],
        "wielding": ", ".join(state.held(combatant)),
        "budget": budget_in_parts(combatant),
        "acts": remaining(combatant, ACTS),
        "reacts": remaining(combatant, REACTS),
        "acted": combatant.acted and not (fight.turn and fight.combatants.get(fight.turn) is combatant),
    }


ACTION = Action(ShowRequest, show)
