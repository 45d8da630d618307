"""Conditions that begin and end (E40–E45); deeds happen at once and do not last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.beacon import conditions, events, state
from combatcli.rulesets.beacon.conditions import ABOUT, FELLED, degree_of, identity, is_wound, row
from combatcli.rulesets.beacon.schema import Combatant, Condition
from combatcli.rulesets.beacon.state import Context
from combatcli.text import is_number


def read(word: str) -> Condition:
    """Return the condition of a word such as `burning:3` or `exposed:ward`; UsageError for an unknown one (E45)."""
    name, colon, detail = word.casefold().partition(":")
    if not colon or is_number(detail):
        return conditions.made(name, int(detail) if colon else None)
    if "about" not in row(name):
        scaled = f"As in {name}:2, from 1 to {conditions.MOST}. Give one condition at a time."
        hint = f"Write {name} alone." if row(name)["degree"] else scaled
        raise UsageError(f'{word}: "{detail}" is not a severity or quality', hint)
    check_about(name, detail)
    return conditions.made(name, against=detail)


def check_about(name: str, against: str, form: str = "") -> None:
    """Refuse a condition that lacks what it must be about, or is about something unknown (E41, E43)."""
    about = row(name).get("about")
    if about is not None and against not in ABOUT[about]:
        mistake = f"not {against}" if against else "and none is given"
        hint = nearest(against, ABOUT[about]) if against or not form else form.format(ABOUT[about][0])
        raise UsageError(f"{name} is about one {about} of {', '.join(ABOUT[about])}, {mistake}", hint)


def gain(context: Context, who: str, new: Condition, items: Sequence[str] = ()) -> None:
    """Give a combatant a condition; the stronger of two equal ones stays, a deed happens at once (E41, E43, E44).

    A disarmed combatant drops the given ``items``, or all that it holds.
    """
    if new.rounds is not None and new.rounds < 1:
        raise UsageError(f"--rounds {new.rounds}: expected 1 or more")
    deed = row(new.name).get("deed", "")
    if deed and new.rounds is not None:
        raise UsageError(f"--rounds {new.rounds}: {new.name} happens at once, and does not last (E41)")
    if items and deed != "disarm":
        raise UsageError(f"--item names what is dropped, and {new.name} drops nothing (E41)")
    combatant = combatant_named(context.fight, who)
    if deed == "disarm":
        emit(context, who, new, deed=deed, fell=_drop(context, who, items))
    elif deed in ("push", "slam"):
        _shove(context, who, new, deed)
    elif deed:
        emit(context, who, new, deed=deed)
    else:
        after = conditions.joined(combatant.conditions, new)
        context.update_combatant(who, conditions=after)
        stands = next(other for other in after if identity(other) == identity(new))
        emit(context, who, stands, stands=stands is not new)


def _drop(context: Context, who: str, items: Sequence[str]) -> list[str]:
    """Drop the named items, or all that are held; they must be picked up, not drawn, again (E13, E41)."""
    combatant = context.fight.combatants[who]
    held = state.held(combatant)
    missing = [item for item in items if item not in held]
    if missing:
        raise RefusedError(f"{context.fight.subject(who):does} not hold {missing[0]} (E41)", nearest(missing[0], held))
    fell = [*items] or held
    if not fell:
        context.warn(f"{context.fight.subject(who):holds} nothing that could fall (E41)")
    dropped = dict.fromkeys([*combatant.dropped, *(item for item in fell if item in combatant.weapons)])
    wielding = state.in_hands([item for item in held if item not in fell])
    context.update_combatant(who, wielding=wielding, dropped=[*dropped])
    return fell


def _shove(context: Context, who: str, new: Condition, deed: str) -> None:
    """Emit how a combatant is pushed or slammed; the move is still to be made, and the rooted stay (E21, E22)."""
    subject = context.fight.subject(who)
    if conditions.is_any(context.fight.combatants[who], "rooted"):
        context.warn(f"{subject:is} rooted and {subject.verb('is')} not {new.name} (E22)")
        return
    emit(context, who, new, deed=deed)
    how = " --slam" if deed == "slam" else ""
    context.warn(f"{subject:has} not moved yet (E21): combatcli push {new.source or 'WHO'} {who} --feet N{how}")


def emit(context: Context, who: str, condition: Condition, *, ended: bool = False, **more: Any) -> None:
    """Emit that a condition begins, changes or ends, with its degree and ``more`` keys."""
    degree = {"quality" if row(condition.name)["kind"] == "boon" else "severity": degree_of(condition)}
    event = events.Condition(
        who=who,
        name=condition.name,
        ended=ended,
        against=condition.against,
        by=condition.source or None,
        rounds=None if ended else condition.rounds,
        **{**degree, **more},
    )
    context.emit(event)


def end(context: Context, who: str, name: str, reason: str, *, rule: str = "E45") -> None:
    """End a condition; RefusedError, by a rule, names the nearest one if the combatant does not have it."""
    combatant, subject = combatant_named(context.fight, who), context.fight.subject(who)
    had = [condition for condition in combatant.conditions if condition.name == name]
    left = [condition for condition in combatant.conditions if condition.name != name]
    if not had:
        row(name)
        raise RefusedError(f"{subject:is} not {name} ({rule})", nearest(name, [condition.name for condition in left]))
    if name == FELLED.name and state.hp(combatant) <= 0:
        message = f"{subject:has} {state.hp(combatant)} hit points and {subject.verb('stays')} incapacitated (E34)"
        raise RefusedError(message)
    context.update_combatant(who, conditions=left)
    for condition in had:
        emit(context, who, condition, ended=True, reason=reason)


def resistible(combatant: Combatant) -> list[Condition]:
    """Return the wounds that a combatant may resist; at 0 hit points, not the incapacity (E34, E42)."""
    dying = state.hp(combatant) <= 0
    wounds = [condition for condition in combatant.conditions if is_wound(condition.name)]
    return [condition for condition in wounds if not (dying and condition.name == FELLED.name)]


def lower(context: Context, who: str, condition: Condition) -> None:
    """Lower a wound's severity by one; at 0 it ends (E42)."""
    conditions = context.fight.combatants[who].conditions
    index, severity = conditions.index(condition), degree_of(condition) - 1
    lowered = [replace(condition, severity=severity)] if severity else []
    context.update_combatant(who, conditions=[*conditions[:index], *lowered, *conditions[index + 1 :]])
    if lowered:
        emit(context, who, *lowered, lowered=True)
    else:
        emit(context, who, condition, ended=True, reason="resisted")


def count_down(context: Context, who: str) -> None:
    """Lower the rounds left of a combatant's conditions by one, and end those at 0 (E43)."""
    conditions = context.fight.combatants[who].conditions
    counted = [
        condition if condition.rounds is None else replace(condition, rounds=max(0, condition.rounds - 1))
        for condition in conditions
    ]
    for condition in counted:
        if condition.rounds == 0:
            emit(context, who, condition, ended=True, reason="over")
    if counted != conditions:
        context.update_combatant(who, conditions=[condition for condition in counted if condition.rounds != 0])
