"""Conditions that begin and end (E40–E45); deeds happen at once and do not last."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.beacon import state
from combatcli.rulesets.beacon.conditions import ABOUT, MOST, degree_of, joined, made, row
from combatcli.text import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.schema import Condition, Fight
    from combatcli.rulesets.context import CombatContext


def read(word: str) -> tuple[str, int | None, str]:
    """Return what `burning:3` and `exposed:ward` name: which, of what degree, about what.

    UsageError if there is no such condition (E45).
    """
    name, colon, said = word.casefold().partition(":")
    about = row(name).get("about")
    if about is not None and colon and not is_number(said):
        check_about(name, said)
        return name, None, said
    if colon and not is_number(said):
        raise UsageError(
            f'{word}: "{said}" is no severity or quality', f"As in {name}:2, from 1 to {MOST}; one condition a time."
        )
    degree = int(said) if colon else None
    made(name, degree)
    return name, degree, ""


def check_about(name: str, against: str, form: str = "") -> None:
    """Refuse a condition by word that has to be about something, and is not, or about nothing there is (E41, E43)."""
    about = row(name).get("about")
    if about is not None and against not in ABOUT[about]:
        found = f"not {against}" if against else "and none is given"
        hint = nearest(against, ABOUT[about]) if against or not form else form.format(ABOUT[about][0])
        raise UsageError(f"{name} is about one {about} of {', '.join(ABOUT[about])}, {found}", hint)


def gain(context: CombatContext[Fight], who: str, name: str, degree: int | None = None, **more: Any) -> None:  # noqa: ANN401
    """Give somebody a condition; of two alike the stronger stands, and a deed happens at once (E41, E43, E44)."""
    if more.get("rounds") is not None and more["rounds"] < 1:
        raise UsageError(f"--rounds {more['rounds']}: expected 1 or more")
    new = made(name, degree, **more)
    combatant = combatant_named(context.fight, who)
    deed = row(name).get("deed")
    if deed is None:
        after = joined(combatant.conditions, new)
        context.update_combatant(who, conditions=after)
        if new not in after:
            stands = next(each for each in after if (each.name, each.against) == (new.name, new.against))
            emit(context, who, stands, ended=False, stands=True)
            return
    elif deed == "disarm":
        context.update_combatant(who, wielding="")
    emit(context, who, new, ended=False, **({"deed": deed} if deed else {}))


def emit(context: CombatContext[Fight], who: str, condition: Condition, *, ended: bool, **more: object) -> None:
    """Tell a condition that begins or ends, with its severity or quality."""
    key = "quality" if row(condition.name)["kind"] == "boon" else "severity"
    about = {"against": condition.against} if condition.against else {}
    source = {"by": condition.source} if condition.source else {}
    rounds = {"rounds": condition.rounds} if condition.rounds is not None and not ended else {}
    said = {key: degree_of(condition), "ended": ended, **about, **source, **rounds, **more}
    context.emit("condition", who=who, name=condition.name, **said)


def end(context: CombatContext[Fight], who: str, name: str, reason: str, *, rule: str = "E45") -> None:
    """End a condition; RefusedError, by a rule, names the nearest one if somebody has none of that name."""
    combatant = combatant_named(context.fight, who)
    had = [each for each in combatant.conditions if each.name == name]
    if not had:
        row(name)
        raise RefusedError(f"{who} is not {name} ({rule})", nearest(name, [each.name for each in combatant.conditions]))
    if name == "incapacitated" and state.hp(combatant) <= 0:
        raise RefusedError(f"{who} has {state.hp(combatant)} hit points, and stays incapacitated (E34)")
    context.update_combatant(who, conditions=[each for each in combatant.conditions if each.name != name])
    for each in had:
        emit(context, who, each, ended=True, reason=reason)


def lower(context: CombatContext[Fight], who: str, condition: Condition) -> None:
    """Take one off a wound's severity; at 0 it ends (E42)."""
    combatant = context.fight.combatants[who]
    left = degree_of(condition) - 1
    others = [each for each in combatant.conditions if each is not condition]
    if left < 1:
        context.update_combatant(who, conditions=others)
        emit(context, who, condition, ended=True, reason="resisted")
        return
    place = combatant.conditions.index(condition)
    lowered = replace(condition, severity=left)
    context.update_combatant(
        who, conditions=[*combatant.conditions[:place], lowered, *combatant.conditions[place + 1 :]]
    )
    emit(context, who, lowered, ended=False, lowered=True)


def count_down(context: CombatContext[Fight], who: str) -> None:
    """Let conditions that last so many rounds come one nearer to their end (E43)."""
    combatant = context.fight.combatants[who]
    kept = []
    for each in combatant.conditions:
        if each.rounds is None:
            kept.append(each)
        elif each.rounds > 1:
            kept.append(replace(each, rounds=each.rounds - 1))
        else:
            emit(context, who, each, ended=True, reason="over")
    if kept != combatant.conditions:
        context.update_combatant(who, conditions=kept)
