"""What somebody does in a round: held against what they declared (R7), focused on (R24), paid for (R4, R51)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.events import Awesome, Done, Focused
from combatcli.rulesets.realm.schema import Declaration, Fight
from combatcli.rulesets.realm.state import PHASE_OF, PHASES, ROSTER, by_initiative, standing
from combatcli.rulesets.shared.conditions import gain, lose

FOCUSED = len(PHASES)
IN_PLACE = ("attack", "aim")
"""What breaking free takes the place of (R26)."""


def begin_round(context: CombatContext[Fight]) -> None:
    """Remember that the round has seen a deed: from now on a change of plan brings a warning (R7)."""
    if context.fight.begun != context.fight.round:
        context.update_fight(begun=context.fight.round)


def has_begun(fight: Fight) -> bool:
    """Return whether the round has seen its first deed (R7)."""
    return fight.begun == fight.round


def act(context: CombatContext[Fight], who: str) -> None:
    """Remember that somebody has done their one action of the round, declared or not (R7)."""
    begin_round(context)
    declared = context.fight.combatants[who].declared
    done = replace(declared, done=True) if declared is not None else None
    context.update_combatant(who, acted=context.fight.round, declared=done)


def break_free_instead(context: CombatContext[Fight], who: str) -> None:
    """Remember an attack to break free, which takes the place of the one of phase 5 (R7, R26)."""
    begin_round(context)
    combatant = context.fight.combatants[who]
    if combatant.struggled == context.fight.round:
        context.warn_or_refuse(f"{who} has already tried to break free this round (R26)")
    declared = combatant.declared
    if declared is not None and declared.action in IN_PLACE:
        declared = replace(declared, done=True)
    context.update_combatant(who, struggled=context.fight.round, declared=declared)


def use_action(context: CombatContext[Fight], who: str, *actions: str, on: Sequence[str]) -> None:
    """Spend a combatant's one declared action of the round (R7); in 7 it may be what they focused on (R24).

    Warn, or refuse if strict, where it is undeclared, declared otherwise or on somebody else, done already, or out of
    phase.
    """
    if acts_on_focus(context.fight, who):
        complete_focus(context, who)
        return
    for sentence in irregularities(context.fight, who, actions, on):
        context.warn_or_refuse(sentence)
    act(context, who)


def irregularities(fight: Fight, who: str, actions: Sequence[str], on: Sequence[str]) -> Iterator[str]:
    """Yield a warning for each way in which a deed is not what was declared, or not in its phase (R7)."""
    combatant, action = fight.combatants[who], " or ".join(actions)
    declared, phases = combatant.declared, sorted({PHASE_OF[action] for action in actions})
    now = state.phase_number(fight.phase)
    second, struggled = combatant.acted == fight.round, combatant.struggled == fight.round
    if struggled and not second and set(actions) & set(IN_PLACE):
        yield f"{who} has attacked already this round, to break free (R26)"
    if declared is None:
        yield f"{who} has not declared {action} (R7)"
        second_action = second
    else:
        other = _otherwise(who, declared, actions, on)
        second_action = second or (declared.done and not (struggled and declared.action in IN_PLACE))
        if other:
            yield other
    if second_action:
        yield f"{who} has already acted this round (R7)"
    if now not in phases:
        where = " or ".join(f"{number} {PHASES[number - 1]}" for number in phases)
        yield f"this is phase {now} {PHASES[now - 1]}; {action} belongs to {where} (R2)"


def _otherwise(who: str, declared: Declaration, actions: Sequence[str], on: Sequence[str]) -> str:
    """Return a warning where something else was declared than is done, else ""; what is secret stays so (R4)."""
    action = " or ".join(actions)
    phases = {PHASE_OF[action] for action in actions}
    whom = f" {' '.join(on)}" if declared.secret and on else ""
    if declared.action and declared.action not in actions:
        return f"{who} declared {'something else' if declared.secret else declared.action}, not {action}{whom} (R7)"
    if declared.phase not in phases and declared.action != "aim":
        return f"{who} declared phase {declared.phase}, not {action} (R7)"
    if on and declared.targets and not declared.done and not set(on) <= set(declared.targets):
        if declared.secret:
            return f"{who} declared something else, not {action}{whom} (R7)"
        whom = "other targets" if declared.hidden else " ".join(declared.targets)
        return f"{who} declared {action} {whom}, not {' '.join(on)} (R7)"
    return ""


def use_test(context: CombatContext[Fight], who: str) -> None:
    """Count a test as an action: what was planned or focused on, or something else than was declared (R7, R24)."""
    declared = context.fight.combatants[who].declared
    if acts_on_focus(context.fight, who):
        complete_focus(context, who)
        return
    if declared is not None and declared.done:
        context.warn_or_refuse(f"{who} has already acted this round (R7)")
    elif declared is not None and declared.action:
        context.warn_or_refuse(
            f"{who} declared {'something else' if declared.secret else declared.action}, not a test (R7)"
        )
        context.update_combatant(who, acted=context.fight.round)
    elif declared is not None:
        do_as_planned(context, who, declared)
    begin_round(context)


def do_as_planned(context: CombatContext[Fight], who: str, declared: Declaration) -> None:
    """Do what was declared, in the phase that it was declared for (R7)."""
    now = state.phase_number(context.fight.phase)
    if declared.phase != now:
        context.warn_or_refuse(
            f"this is phase {now} {PHASES[now - 1]}; "
            f"{who} declared for {declared.phase} {PHASES[declared.phase - 1]} (R2)"
        )
    act(context, who)


def finish(context: CombatContext[Fight], who: str) -> None:
    """Mark as done what somebody declared (R7), or what they focused on (R24)."""
    declared = ROSTER.require_able(context.fight, who).declared
    if acts_on_focus(context.fight, who):
        complete_focus(context, who)
        return
    if declared is None:
        context.warn_or_refuse(f"{who} has not declared anything (R7)")
        act(context, who)
    elif declared.done:
        context.warn_or_refuse(f"{who} has already acted this round (R7)")
    else:
        do_as_planned(context, who, declared)
    context.emit(Done(who=who))


def has_focus(fight: Fight, who: str) -> bool:
    """Return whether somebody has declared a focus that is neither broken nor done (R24)."""
    declared = fight.combatants[who].declared
    return declared is not None and declared.action == "focus" and not (declared.done or declared.broken)


def focusers(fight: Fight) -> list[str]:
    """Return whose focus is still to be acted on, in initiative's order (R24)."""
    focusing = [who for who in fight.combatants if has_focus(fight, who) and ROSTER.is_able(fight, who)]
    return by_initiative(fight, focusing)


def acts_on_focus(fight: Fight, who: str) -> bool:
    """Return whether what somebody does now is what they focused on (R24)."""
    return state.phase_number(fight.phase) == FOCUSED and has_focus(fight, who)


def begin_focus(context: CombatContext[Fight], who: str) -> None:
    """Begin a declared focus, in phase 3 (R24)."""
    combatant = context.fight.combatants[who]
    if has_focus(context.fight, who) and "focusing" not in combatant.status and not state.is_fallen(combatant):
        gain(context, who, "focusing", until=context.fight.round, secret=state.is_secret(combatant))


def end_focus(context: CombatContext[Fight], who: str, reason: str) -> None:
    """End a focus, and emit it unless it is secret (R4, R24)."""
    lose(context, who, "focusing", reason, secret=state.is_secret(context.fight.combatants[who]))


def break_focus(context: CombatContext[Fight], who: str, reason: str) -> None:
    """Break a focus that has begun (R24)."""
    declared = context.fight.combatants[who].declared
    begun = has_focus(context.fight, who) and state.phase_number(context.fight.phase) >= PHASE_OF["focus"]
    if begun:
        begin_focus(context, who)
    end_focus(context, who, reason)
    if begun and declared is not None:
        context.update_combatant(who, declared=replace(declared, broken=True))


def acts_at_the_same_time(fight: Fight, by: str, who: str) -> bool:
    """Return whether a blow was struck by a focuser who acts in 7 at the same time, and so breaks nothing (R5, R24)."""
    declared = fight.combatants[by].declared if by in fight.combatants else None
    done = declared is not None and declared.action == "focus" and declared.done
    if not done or state.phase_number(fight.phase) != FOCUSED:
        return False
    return fight.order is None or any({by, who} <= set(tied) for tied in fight.order.places)


def comes_before(fight: Fight, who: str) -> str:
    """Return who is still to act on a focus before somebody, in the order that stands; empty if nobody is (R24)."""
    ranking = standing(fight).places
    rank = next((index for index, tied in enumerate(ranking) if who in tied), 0)
    return next((other for tied in ranking[:rank] for other in tied if has_focus(fight, other)), "")


def complete_focus(context: CombatContext[Fight], who: str) -> None:
    """Complete what somebody focused on (R24).

    Warn, or refuse if strict, where another focus comes first by initiative, or a pending hit may break this one.
    """
    combatant = context.fight.combatants[who]
    declared, secret = combatant.declared, state.is_secret(combatant)
    if earlier := comes_before(context.fight, who):
        context.warn_or_refuse(f"{earlier} comes before {who} in this phase (R24)")
    hits = [hit for hit in context.fight.pending if hit.target == who]
    if not all(acts_at_the_same_time(context.fight, hit.attacker, who) for hit in hits):
        whom = who if secret else f"{who}, who focuses,"
        context.warn_or_refuse(f"a hit on {whom} is still pending; apply it first with `wound {who}` (R24)")
    end_focus(context, who, "completed")
    act(context, who)
    plan = declared.plan if declared is not None and not secret else ""
    context.emit(Focused(who=who, plan=plan, secret=secret))


def spend_awesome(context: CombatContext[Fight], who: str, purpose: str) -> None:
    """Take one Awesome off somebody; RefusedError if none is left (R51)."""
    combatant = combatant_named(context.fight, who)
    if combatant.awesome < 1:
        raise RefusedError(f"{who} has no Awesome left to {purpose} (R51)")
    context.update_combatant(who, awesome=combatant.awesome - 1)
    context.emit(Awesome(who=who, change=-1, left=combatant.awesome - 1, purpose=purpose))


def pay_awesome(context: CombatContext[Fight], who: str, points: int, purpose: str) -> None:
    """Give somebody Awesomes (R4); RefusedError unless they are a player's."""
    combatant = combatant_named(context.fight, who)
    if not combatant.player:
        raise RefusedError(f"{who} is not a player's character; only players can be paid Awesomes (R4)")
    if points < 1:
        raise UsageError(f"you can pay 1 Awesome or more, not {points}", "As in --pay mira=1")
    context.update_combatant(who, awesome=combatant.awesome + points)
    context.emit(Awesome(who=who, change=points, left=combatant.awesome + points, purpose=purpose))
