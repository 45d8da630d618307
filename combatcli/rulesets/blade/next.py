"""`next` (B1): from phase to phase, ten seconds a round; what lasted for the round ends with it."""

from __future__ import annotations

from combatcli.events import Condition
from combatcli.rulesets.actions import Action
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.melee import foe_of, has_to_strike, is_striker, reaches
from combatcli.rulesets.blade.reach import begin_round
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.clock import NextRequest, go_on, seconds


def next_phase(context: CombatContext[Fight], request: NextRequest) -> None:
    """Go on to the next phase, or through the rest of the round."""
    if context.fight.phase == "initiative" and not context.fight.initiative and not request.round:
        context.warn_or_refuse("initiative has not been rolled this round (B2): combatcli order")
    go_on(context, request, _advance, events.Pending)


def _advance(context: CombatContext[Fight]) -> None:
    begin_round(context)
    end_phase(context)
    number = state.PHASES.index(context.fight.phase) + 1
    if number == len(state.PHASES):
        end_round(context)
    else:
        context.update_fight(phase=state.PHASES[number])
    tell_phase(context)


def not_struck(fight: Fight, who: str) -> str:
    """Return what to say of who might strike in the melee, or was to, and has not; empty if there is nothing (B30)."""
    combatant = fight.combatants[who]
    if not is_striker(combatant) or state.deeds(combatant).struck:
        return ""
    foe = foe_of(fight, who) if has_to_strike(fight, who) else None
    if foe is not None and reaches(fight, who, foe):
        return f"{who} is engaged and has not struck (B30): combatcli attack {who} {foe}"
    if state.declares(combatant, "attack"):
        return f"{who} was to strike {combatant.target}, and has not (B30)"
    return ""


def not_done(fight: Fight, who: str) -> str:
    """Return what to say of what someone declared and has not done; empty if there is nothing (B25).

    An improvised deed has a check only if the referee wants one (B26).
    """
    declaration = fight.combatants[who].declared
    if declaration is None or declaration.done or state.is_dead(fight.combatants[who]):
        return ""
    what = f" ({declaration.what})" if declaration.what else ""
    if declaration.action == "cast" and fight.phase in (*state.own_phases(fight, who), "melee"):
        return f"{who} has declared a spell{what} and not cast it (B25): combatcli test {who} mind"
    return ""


def end_phase(context: CombatContext[Fight]) -> None:
    """End a phase: name what was not done in it, and may no longer be: opportunities, forcing (B11, B29)."""
    for who in () if context.silent else context.fight.combatants:
        struck = not_struck(context.fight, who) if context.fight.phase == "melee" else ""
        for sentence in (not_done(context.fight, who), struck):
            if sentence:
                context.warn(sentence)
    for foe, who in state.opportunities(context.fight):
        context.warn(f"{foe} can no longer strike at {who} (B11)")
    for who, combatant in context.fight.combatants.items():
        done = combatant.deeds
        if done is not None and done.unforced is not None:
            context.warn(f"{who} can no longer force {done.unforced.name} (B29)")
        if done is not None and (done.opportunity or done.unforced is not None):
            state.note(context, who, opportunity=[], unforced=None)


def is_to_act(fight: Fight, who: str) -> bool:
    """Tell whether somebody is still to strike, or, in their side's phase, has done nothing yet (B1, B30)."""
    if fight.phase == "melee":
        return bool(not_struck(fight, who))
    combatant = fight.combatants[who]
    able = not state.is_dead(combatant) and not state.is_surprised(fight, combatant)
    return (
        able and state.is_idle(combatant) and bool(fight.initiative) and [fight.phase] == state.own_phases(fight, who)
    )


def tell_phase(context: CombatContext[Fight]) -> None:
    """Tell which phase it is now, and who acts in it."""
    fight = context.fight
    context.tell(
        lambda: events.Phase(
            round=fight.round,
            phase=fight.phase,
            number=state.PHASES.index(fight.phase) + 1,
            seconds=seconds(fight.round),
            acting=[who for who in fight.combatants if is_to_act(fight, who)],
        )
    )


def end_round(context: CombatContext[Fight]) -> None:
    """End a round (B1): tell what is over, forget what was declared and done, and begin the next one."""
    for who, combatant in context.fight.combatants.items():
        if not context.silent and not state.is_dead(combatant):
            for word in state.lasting_deeds(combatant):
                context.emit(Condition(who=who, name=word, ended=True, reason="over"))
        if combatant.declared is not None or combatant.deeds is not None or combatant.last_declared is not None:
            context.update_combatant(who, declared=None, last_declared=combatant.declared, deeds=None)
    for side in context.fight.surprised:
        context.emit(Condition(who=side, name="surprised", ended=True, reason="over"))
    context.update_fight(round=context.fight.round + 1, phase=state.PHASES[0], initiative=[], rolled=None, surprised=[])
    begin_round(context)


ACTION = Action(NextRequest, next_phase)
