"""What follows from any change (R21, R25): who is free because the impeder is gone, whose protection ended or began."""

from __future__ import annotations

from combatcli.encounter.references import without
from combatcli.encounter.schema import keys_of
from combatcli.encounter.versions import changed
from combatcli.events import Move
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.holds import holders, release
from combatcli.rulesets.realm.schema import Declaration, Fight
from combatcli.rulesets.shared.conditions import lose
from combatcli.rulesets.shared.index import those_who

_held = those_who(lambda _, combatant: combatant.by and holders(combatant))
"""Whom somebody holds (R25)."""


def apply_consequences(context: CombatContext[Fight]) -> None:
    """Apply what follows from a change: free whom a gone or fallen impeder held, emit which protections ended."""
    name_phase(context)
    set_riders_down(context)
    for who in changed(context.fight.combatants, context.before.combatants):
        if context.fight.combatants[who] != context.before.combatants.get(who):
            follow_boxes(context, who)
    for who in _held(context.fight):
        for holder in holders(context.fight.combatants[who]):
            if reason := _gone(context.fight, who, holder):
                release(context, who, holder, reason)
    if not context.silent:
        tell_protections(context)
        tell_defenses(context)


def tell_protections(context: CombatContext[Fight]) -> None:
    """Emit which protections ended, and which hold again though nobody declared anything (R21)."""
    held, before = state.protections(context.fight), state.protections(context.before)
    for protector, friend in sorted(held - before):
        declared = context.fight.combatants[protector].declared
        was = context.before.combatants.get(protector)
        if declared is not None and was is not None and declared == was.declared and not _unseen(declared):
            context.emit(events.Condition(who=protector, name="protecting", ended=False, of=friend))
    for protector, friend in sorted(before - held):
        if _unseen(context.before.combatants[protector].declared):
            continue
        reason = _broken(context, protector, friend)
        context.emit(events.Condition(who=protector, name="protecting", ended=True, of=friend, reason=reason))


def tell_defenses(context: CombatContext[Fight]) -> None:
    """Emit whose defense ended (R20), as that of a protection is."""
    for who in changed(context.before.combatants, context.fight.combatants):
        was = context.before.combatants[who]
        if not state.has_declared(was, "defend") or state.is_fallen(was) or _unseen(was.declared):
            continue
        now = context.fight.combatants.get(who)
        if now is None or (state.has_declared(now, "defend") and not state.is_fallen(now)):
            continue
        reason = state.disabled_by(now) or ("over" if now.declared is None else "declared something else")
        context.emit(events.Condition(who=who, name="defending", ended=True, reason=reason))


def _unseen(declared: Declaration | None) -> bool:
    return declared is not None and (declared.secret or declared.hidden)


def name_phase(context: CombatContext[Fight]) -> None:
    """Name the phase in full, however it was set (R6); with another phase the order of the last one ends (R5)."""
    number = state.phase_number(context.fight.phase)
    if number and context.fight.phase != state.PHASES[number - 1]:
        context.update_fight(phase=state.PHASES[number - 1])
    if context.fight.order is not None and number != state.phase_number(context.before.phase):
        context.update_fight(order=None)


def set_riders_down(context: CombatContext[Fight]) -> None:
    """Put those who were on somebody who left where that one was; what they rode on is gone (R14)."""
    for name, on in state.carried(context.before.arenas):
        if on in context.fight.combatants or name not in context.fight.arenas:
            continue
        from combatcli.rulesets.shared.arenas import occupants

        there = context.before.combatants[on].arena
        there = there if there in context.fight.arenas else None
        for who in occupants(context.fight, name):
            context.update_combatant(who, arena=there)
            context.emit(Move(who=who, from_=name, to=there, stopped_by=None, reactions=[], displaced=True))
        gone = {**keys_of(context.fight.arenas[name]), "links": [], "occupants": []}
        context.fight = without(context.fight, "arena", name)
        context.emit(events.Arena(name=name, **gone, change="removed"))


def follow_boxes(context: CombatContext[Fight], who: str) -> None:
    """Update death and incapacity by the boxes, however those changed; a group loses a member (R0, R42, R43)."""
    combatant = context.fight.combatants[who]
    follows = state.from_boxes(combatant)
    if follows and follows not in combatant.status and "dead" not in combatant.status:
        from combatcli.rulesets.realm.wound import fall

        fall(context, who, follows)
    now = context.fight.combatants[who]
    for word, boxes in (("dead", "not all boxes are marked"), ("incapacitated", "not both of the highest are marked")):
        if word in now.status and state.from_boxes(now) not in ("dead", word):
            lose(context, who, word, boxes)


def _gone(fight: Fight, held: str, impeder: str) -> str:
    other = fight.combatants.get(impeder)
    if other is None:
        return f"{impeder} is gone"
    if reason := state.disabled_by(other):
        return f"{impeder} is {reason}"
    return "" if state.together(fight, held, impeder) else f"{impeder} is elsewhere"


def _broken(context: CombatContext[Fight], protector: str, friend: str) -> str:
    if protector not in context.fight.combatants or friend not in context.fight.combatants:
        return "gone"
    guard = context.fight.combatants[protector]
    if reason := state.disabled_by(guard):
        return reason
    if guard.declared is None:
        return "over"
    return "declared something else" if state.together(context.fight, protector, friend) else "no longer in one arena"
