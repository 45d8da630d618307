"""What somebody does in a round: held against what they declared (R7), focused on (R24), paid for (R4, R51)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.schema import Context, Declaration, Fight
from combatcli.rulesets.shared.conditions import gain, lose

FOCUSED = len(state.PHASES)
IN_PLACE = ("attack", "aim")
"""What breaking free takes the place of (R26)."""


def act(context: Context, who: str) -> None:
    """Remember that somebody has done their one action of the round, declared or not (R7)."""
    context.update_fight(begun=context.fight.round)
    declared = context.fight.combatants[who].declared
    done = replace(declared, done=True) if declared is not None else None
    context.update_combatant(who, acted=context.fight.round, declared=done)


def break_free_instead(context: Context, who: str) -> None:
    """Remember an attack to break free, which takes the place of the one of phase 5 (R7, R26)."""
    context.update_fight(begun=context.fight.round)
    combatant = context.fight.combatants[who]
    if combatant.struggled == context.fight.round:
        context.warn_or_refuse(f"{who} has already tried to break free this round (R26)")
    declared = combatant.declared
    if declared is not None and declared.action in IN_PLACE:
        declared = replace(declared, done=True)
    context.update_combatant(who, struggled=context.fight.round, declared=declared)


def use_action(context: Context, who: str, *actions: str, on: Sequence[str]) -> None:
    """Spend a combatant's one declared action of the round (R7); in 7 it may be what they focused on (R24).

    Warn, or refuse if strict, where it is undeclared, declared otherwise or on somebody else, done already, or out of
    phase.
    """
    if not complete_focus(context, who):
        for sentence in irregularities(context.fight, who, actions, on):
            context.warn_or_refuse(sentence)
        act(context, who)


def irregularities(fight: Fight, who: str, actions: Sequence[str], on: Sequence[str]) -> Iterator[str]:
    """Yield a warning for each way in which a deed is not what was declared, or not in its phase (R7)."""
    combatant, action = fight.combatants[who], " or ".join(actions)
    declared, phases = combatant.declared, sorted({state.PHASE_OF[action] for action in actions})
    now = state.now(fight)
    second, struggled = combatant.acted == fight.round, combatant.struggled == fight.round
    if struggled and not second and set(actions) & set(IN_PLACE):
        yield f"{who} has attacked already this round, to break free (R26)"
    if declared is None:
        yield f"{who} has not declared {action} (R7)"
    elif other := _otherwise(who, declared, actions, on):
        yield other
    done = declared is not None and declared.done and not (struggled and declared.action in IN_PLACE)
    if second or done:
        yield f"{who} has already acted this round (R7)"
    if now not in phases:
        where = " or ".join(f"{number} {state.PHASES[number - 1]}" for number in phases)
        yield f"this is phase {now} {state.PHASES[now - 1]}; {action} belongs to {where} (R2)"


def _otherwise(who: str, declared: Declaration, actions: Sequence[str], on: Sequence[str]) -> str:
    """Return a warning where something else was declared than is done, else ""; what is secret stays so (R4)."""
    action = " or ".join(actions)
    phases = {state.PHASE_OF[action] for action in actions}
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


def use_test(context: Context, who: str) -> None:
    """Count a test as an action: what was planned or focused on, or something else than was declared (R7, R24)."""
    declared = context.fight.combatants[who].declared
    if complete_focus(context, who):
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
    context.update_fight(begun=context.fight.round)


def do_as_planned(context: Context, who: str, declared: Declaration) -> None:
    """Do what was declared, in the phase that it was declared for (R7)."""
    now = state.now(context.fight)
    if declared.phase != now:
        context.warn_or_refuse(
            f"this is phase {now} {state.PHASES[now - 1]}; "
            f"{who} declared for {declared.phase} {state.PHASES[declared.phase - 1]} (R2)"
        )
    act(context, who)


def finish(context: Context, who: str) -> None:
    """Mark as done what somebody declared (R7), or what they focused on (R24)."""
    declared = state.ROSTER.require_able(context.fight, who).declared
    if complete_focus(context, who):
        return
    if declared is None:
        context.warn_or_refuse(f"{who} has not declared anything (R7)")
        act(context, who)
    elif declared.done:
        context.warn_or_refuse(f"{who} has already acted this round (R7)")
    else:
        do_as_planned(context, who, declared)
    context.emit(events.Done(who=who))


def has_focus(fight: Fight, who: str) -> bool:
    """Return whether somebody has declared a focus that is neither broken nor done (R24)."""
    declared = fight.combatants[who].declared
    return declared is not None and declared.action == "focus" and not (declared.done or declared.broken)


def focusers(fight: Fight) -> list[str]:
    """Return whose focus is still to be acted on, in initiative's order (R24)."""
    focusing = [who for who in fight.combatants if has_focus(fight, who) and state.ROSTER.is_able(fight, who)]
    return state.by_initiative(fight, focusing)


def begin_focus(context: Context, who: str) -> None:
    """Begin a declared focus, in phase 3 (R24)."""
    combatant = context.fight.combatants[who]
    if has_focus(context.fight, who) and "focusing" not in combatant.status and not state.is_fallen(combatant):
        gain(context, who, "focusing", until=context.fight.round, secret=state.is_secret(combatant))


def end_focus(context: Context, who: str, reason: str) -> None:
    """End a focus, and emit it unless it is secret (R4, R24)."""
    lose(context, who, "focusing", reason, secret=state.is_secret(context.fight.combatants[who]))


def break_focus(context: Context, who: str, reason: str) -> None:
    """Break a focus that has begun (R24)."""
    declared = context.fight.combatants[who].declared
    begun = has_focus(context.fight, who) and state.now(context.fight) >= state.PHASE_OF["focus"]
    if begun:
        begin_focus(context, who)
    end_focus(context, who, reason)
    if begun and declared is not None:
        context.update_combatant(who, declared=replace(declared, broken=True))


def acts_at_the_same_time(fight: Fight, by: str, who: str) -> bool:
    """Return whether a blow was struck by a focuser who acts in 7 at the same time, and so breaks nothing (R5, R24)."""
    declared = fight.combatants[by].declared if by in fight.combatants else None
    done = declared is not None and declared.action == "focus" and declared.done
    if not done or state.now(fight) != FOCUSED:
        return False
    return fight.order is None or any({by, who} <= set(tied) for tied in fight.order.places)


def complete_focus(context: Context, who: str) -> bool:
    """Complete what somebody focused on, if that is what they do now (R24); return whether it is.

    Warn, or refuse if strict, where another focus comes first by initiative, or a pending hit may break this one.
    """
    fight, combatant = context.fight, context.fight.combatants[who]
    if state.now(fight) != FOCUSED or not has_focus(fight, who):
        return False
    declared, secret = combatant.declared, state.is_secret(combatant)
    order = state.standing(fight).places
    rank = next((rank for rank, tied in enumerate(order) if who in tied), 0)
    for earlier in [other for tied in order[:rank] for other in tied if has_focus(fight, other)][:1]:
        context.warn_or_refuse(f"{earlier} comes before {who} in this phase (R24)")
    if not all(acts_at_the_same_time(fight, hit.attacker, who) for hit in fight.pending if hit.target == who):
        whom = who if secret else f"{who}, who focuses,"
        context.warn_or_refuse(f"a hit on {whom} is still pending; apply it first with `wound {who}` (R24)")
    end_focus(context, who, "completed")
    act(context, who)
    plan = declared.plan if declared is not None and not secret else ""
    context.emit(events.Focused(who=who, plan=plan, secret=secret))
    return True


def spend_awesome(context: Context, who: str, purpose: str) -> None:
    """Take one Awesome off somebody; RefusedError if none is left (R51)."""
    if combatant_named(context.fight, who).awesome < 1:
        raise RefusedError(f"{who} has no Awesome left to {purpose} (R51)")
    _add_awesomes(context, who, -1, purpose)


def pay_awesome(context: Context, who: str, points: int, purpose: str) -> None:
    """Give somebody Awesomes (R4); RefusedError unless they are a player's."""
    if not combatant_named(context.fight, who).player:
        raise RefusedError(f"{who} is not a player's character; only players can be paid Awesomes (R4)")
    if points < 1:
        raise UsageError(f"you can pay 1 Awesome or more, not {points}", "As in --pay mira=1")
    _add_awesomes(context, who, points, purpose)


def _add_awesomes(context: Context, who: str, change: int, purpose: str) -> None:
    left = context.fight.combatants[who].awesome + change
    context.update_combatant(who, awesome=left)
    context.emit(events.Awesome(who=who, change=change, left=left, purpose=purpose))
