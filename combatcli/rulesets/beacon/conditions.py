"""What conditions do, and how they begin and end (E40–E47).

The table of conditions is data, in conditions.toml. Its effects on rolls, defenses, budgets, movement and damage are
returned as parts with their reasons. Deeds happen at once and do not last.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, get_args

from msgspec.structs import replace

from combatcli import toml
from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError, nearest, require_known
from combatcli.rulesets.beacon import events
from combatcli.rulesets.beacon.schema import Combatant, Condition, Context, Energy, items_as_written
from combatcli.rulesets.shared.memory import computed_once
from combatcli.text import is_number

Row = Mapping[str, Any]
MOST = 5
DEFENSES = ("iron", "ward", "grit")
TYPES: tuple[str, ...] = get_args(Energy)
"""The types of energy (E0)."""
ABOUT = {"defense": DEFENSES, "type": TYPES}
"""What conditions may be about (E41, E43)."""
FORCED = {"push": "", "slam": " --slam"}
"""The deeds that are forced moves, with the option of `push`."""
VALUE = attrgetter("value")
FELLED = Condition(name="incapacitated", severity=5)
"""The condition of a combatant at 0 hit points (E34)."""


def nonzero_parts(parts: Iterable[events.Part]) -> list[events.Part]:
    """Return the parts other than 0."""
    return [part for part in parts if part.value]


def sum_of(parts: Iterable[events.Part]) -> int:
    """Return the sum of the parts."""
    return sum(map(VALUE, parts))


@cache
def table() -> dict[str, Row]:
    """Return the table of conditions, by name."""
    return toml.read_beside(__file__, "conditions.toml")


def names_of_kind(name: str) -> tuple[str, ...]:
    """Return the names of the conditions of a kind: wounds, boons, others."""
    return tuple(each for each, effects in table().items() if effects["kind"] == name)


def row(name: str) -> Row:
    """Return a condition's row; UsageError names the nearest if there is none (E45)."""
    require_known(name, table(), f'beacon has no condition "{name}" (E45)')
    return table()[name]


def degree_of(condition: Condition) -> int:
    """Return a condition's severity or quality; the table's if it is fixed (E40, E41, E43)."""
    degree = condition.severity if condition.severity is not None else condition.quality
    return degree if degree is not None else int(row(condition.name)["degree"]) or 1


def in_words(condition: Condition) -> str:
    """Return a condition in brief: exposed 1 ward, terrified 3 by wight, resistant 3 thermal (2 rounds)."""
    by = ["by", condition.source] if condition.source else []
    words = [condition.name, str(degree_of(condition)), *subject_words(condition), *by]
    rounds = f" ({condition.rounds} round{'s' if condition.rounds > 1 else ''})" if condition.rounds else ""
    return " ".join(words) + rounds


def identity(condition: Condition) -> tuple[str, str, str]:
    """Return the identity of a condition: its name, what it is about, and for some its source.

    Two sources that terrify, charm or dominate a combatant do not replace each other (E41, E44).
    """
    source = condition.source if row(condition.name).get("each_source") else ""
    return condition.name, str(condition.against), source


def is_down(combatant: Combatant) -> bool:
    """Tell whether a combatant has no hit points left (E34)."""
    return combatant.hp is not None and combatant.hp <= 0


def effective(combatant: Combatant) -> Sequence[tuple[Condition, Row]]:
    """Return a combatant's conditions with those that they imply, the stronger of equal ones.

    At 0 hit points it is incapacitated even if that is not written (E34); the newest of several goads counts (E44).
    """
    if combatant.conditions or (combatant.hp is not None and combatant.hp <= 0):
        return _strongest_conditions(combatant)
    return ()


@computed_once
def _strongest_conditions(combatant: Combatant) -> Sequence[tuple[Condition, Row]]:
    felled = [FELLED] if is_down(combatant) else []
    strongest: dict[tuple[str, str, str], Condition] = {}
    for condition in (*combatant.conditions, *felled):
        also = [replace(condition, name=name, severity=1, quality=None) for name in row(condition.name).get("as", ())]
        for candidate in (condition, *also):
            key = identity(candidate)
            if key not in strongest or degree_of(candidate) > degree_of(strongest[key]) or candidate.name == "goaded":
                strongest[key] = candidate
    return [(candidate, row(candidate.name)) for candidate in strongest.values()]


def has_or_implies(combatant: Combatant, name: str) -> bool:
    """Tell whether a combatant has a condition, directly or implied."""
    lasting = effective(combatant)
    return bool(lasting) and name in [condition.name for condition, _ in lasting]


def subject_words(condition: Condition) -> list[str]:
    """Return what a condition is about, as words."""
    against = condition.against
    return list(filter(None, [against] if isinstance(against, str) else against))


def is_about(condition: Condition, *words: str) -> bool:
    """Tell whether a condition is about any of some words; one without ``against`` is about all."""
    names = subject_words(condition)
    return not names or any(word in names for word in words)


def effect_parts(
    combatant: Combatant, key: str, applies: Callable[[Condition, Row], bool] = lambda *_: True
) -> list[events.Part]:
    """Return a table key's numbers for each condition of a combatant that ``applies``."""
    lasting = effective(combatant)
    return [events.Part(each.name, does[key]) for each, does in lasting if key in does and applies(each, does)]


def has_effect(combatant: Combatant, key: str) -> bool:
    """Tell whether any condition of a combatant has an effect, a key of the table."""
    return any(effects.get(key, False) for _, effects in effective(combatant))


def conditions_by_obeyed(combatant: Combatant) -> dict[str, str]:
    """Return the conditions that make a combatant obey, by whom it obeys (E41)."""
    return {condition.source: condition.name for condition, effects in effective(combatant) if effects.get("obeys")}


def budget_parts(combatant: Combatant, what: str) -> list[events.Part] | None:
    """Return how conditions change the Acts or Reacts of a turn; None if they take all (E12)."""
    if "none" in [effects.get(what) for _, effects in effective(combatant)]:
        return None
    return effect_parts(combatant, what)


def hides_from(target: Combatant, attacker: str) -> bool:
    """Tell whether a target is hidden from an attacker (E46)."""
    lasting = effective(target)
    return bool(lasting) and any("untargeted" in effects and is_about(each, attacker) for each, effects in lasting)


def damage_modifiers(combatant: Combatant, type_: str) -> set[str]:
    """Return the words that change damage of a type on a combatant: double, half or none (E33)."""
    having = [(condition, effects["damage"]) for condition, effects in effective(combatant) if "damage" in effects]
    return {way for condition, way in having if is_about(condition, type_)}


def with_added(conditions: list[Condition], new: Condition) -> list[Condition]:
    """Return conditions with a new one added; the stronger of two equal ones stays, of goads the newest (E44)."""
    goads = new.name == "goaded"
    same = [each for each in conditions if identity(each) == identity(new) or (goads and each.name == new.name)]
    lasting = [(degree_of(one), one.rounds is None, one.rounds or 0) for one in (*same, new)]
    if max(lasting) > lasting[-1] and not goads:
        return conditions
    return [*(condition for condition in conditions if condition not in same), new]


def read(word: str) -> Condition:
    """Return the condition of a word such as `burning:3` or `exposed:ward`; UsageError for an unknown one (E45).

    Raises RefusedError for a degree other than the one that the table fixes (E40, E41, E43).
    """
    name, colon, detail = word.casefold().partition(":")
    effects = row(name)
    fixed, numbered = int(effects["degree"]), is_number(detail)
    if colon and not numbered and "about" not in effects:
        hint = f"Write {name} alone." if fixed else f"As in {name}:2, from 1 to {MOST}. Give one condition at a time."
        raise UsageError(f'{word}: "{detail}" is not a severity or quality', hint)
    if colon and not numbered:
        check_subject(name, detail)
    degree = int(detail) if numbered else fixed or 1
    if not 1 <= degree <= MOST:
        raise UsageError(f"{name}:{degree}: severity and quality go from 1 to {MOST}")
    key, rule = ("quality", "E43") if effects["kind"] == "boon" else ("severity", "E41")
    if fixed and degree != fixed:
        raise RefusedError(f"{name}:{degree}: the {key} of {name} is always {fixed} ({rule})", f"Write {name} alone.")
    degrees: dict[str, Any] = {key: degree}
    return Condition(name=name, against="" if numbered else detail, **degrees)


def check_subject(name: str, against: str, form: str = "") -> None:
    """Refuse a condition that lacks what it must be about, or is about something unknown (E41, E43)."""
    about = row(name).get("about")
    if about is not None and against not in ABOUT[about]:
        mistake = f"not {against}" if against else "and none is given"
        hint = nearest(against, ABOUT[about]) if against or not form else form.format(ABOUT[about][0])
        raise UsageError(f"{name} is about one {about} of {', '.join(ABOUT[about])}, {mistake}", hint)


def check_time_of_surprise(context: Context, name: str) -> None:
    """Warn of surprise after the first round, or refuse it under strict rules (E10)."""
    if name == "surprised" and context.fight.round > 1:
        context.warn_or_refuse("surprise happens only in the first round (E10)")


def gain(context: Context, who: str, new: Condition, items: Sequence[str] = ()) -> None:
    """Give a condition, keeping the stronger of two equal ones, or carry out one that is a deed (E41, E43, E44).

    A disarmed combatant drops the given ``items``, or all that it holds. A forced move is still to be made, and the
    rooted stay (E21, E22).
    """
    deed = row(new.name).get("deed", "")
    if deed and new.rounds is not None:
        raise UsageError(f"--rounds {new.rounds}: {new.name} happens at once, and does not last (E41)")
    if items and deed != "disarm":
        raise UsageError(f"--item names what is dropped, and {new.name} drops nothing (E41)")
    combatant, subject, option = combatant_named(context.fight, who), context.fight.subject(who), FORCED.get(deed)
    if not deed:
        after = with_added(combatant.conditions, new)
        context.update_combatant(who, conditions=after)
        current = next(other for other in after if identity(other) == identity(new))
        emit(context, who, current, stands=current is not new)
    elif option is not None and has_effect(combatant, "rooted"):
        context.warn(f"{subject:is} rooted and {subject.verb('is')} not {new.name} (E22)")
    else:
        fell = _drop_items(context, who, items) if deed == "disarm" else []
        emit(context, who, new, deed=deed, fell=fell)
        if option is not None:
            push = f"combatcli push {new.source or 'WHO'} {who} --feet N{option}"
            context.warn(f"{subject:has} not moved yet (E21): {push}")


def _drop_items(context: Context, who: str, items: Sequence[str]) -> list[str]:
    """Drop the named items, or all that are held; they must be picked up, not drawn, again (E13, E41)."""
    combatant = context.fight.combatants[who]
    held = combatant.held_items
    missing = [item for item in items if item not in held]
    if missing:
        raise RefusedError(f"{context.fight.subject(who):does} not hold {missing[0]} (E41)", nearest(missing[0], held))
    fell = [*items] or held
    if not fell:
        context.warn(f"{context.fight.subject(who):holds} nothing that could fall (E41)")
    dropped = dict.fromkeys([*combatant.dropped, *(item for item in fell if item in combatant.weapons)])
    wielding = items_as_written([item for item in held if item not in fell])
    context.update_combatant(who, wielding=wielding, dropped=[*dropped])
    return fell


def emit(context: Context, who: str, condition: Condition, *, ended: bool = False, **more: Any) -> None:
    """Emit that a condition begins, changes or ends, with its degree and ``more`` keys."""
    degree = "quality" if row(condition.name)["kind"] == "boon" else "severity"
    about = {degree: degree_of(condition), "against": condition.against, "by": condition.source or None}
    left = None if ended else condition.rounds
    context.emit(events.Condition(who=who, name=condition.name, ended=ended, rounds=left, **{**about, **more}))


def end(context: Context, who: str, name: str, reason: str, *, rule: str = "E45") -> None:
    """End a condition; RefusedError, by a rule, names the nearest one if the combatant does not have it."""
    combatant, subject = combatant_named(context.fight, who), context.fight.subject(who)
    matching = [condition for condition in combatant.conditions if condition.name == name]
    left = [condition for condition in combatant.conditions if condition.name != name]
    if not matching:
        row(name)
        raise RefusedError(f"{subject:is} not {name} ({rule})", nearest(name, [condition.name for condition in left]))
    if name == FELLED.name and is_down(combatant):
        raise RefusedError(f"{subject:has} {combatant.hp} hit points and {subject.verb('stays')} incapacitated (E34)")
    context.update_combatant(who, conditions=left)
    for condition in matching:
        emit(context, who, condition, ended=True, reason=reason)


def resistible_wounds(combatant: Combatant) -> list[Condition]:
    """Return the wounds that a combatant may resist; at 0 hit points, not the incapacity (E34, E42)."""
    lasting = FELLED.name if is_down(combatant) else ""
    return [each for each in combatant.conditions if row(each.name)["kind"] == "wound" and each.name != lasting]


def lower_severity(context: Context, who: str, condition: Condition) -> None:
    """Lower a wound's severity by one; at 0 it ends (E42)."""
    lowered = replace(condition, severity=degree_of(condition) - 1)
    after = [lowered if each is condition else each for each in context.fight.combatants[who].conditions]
    context.update_combatant(who, conditions=[each for each in after if each.severity != 0])
    how: dict[str, Any] = {"lowered": True} if lowered.severity else {"ended": True, "reason": "resisted"}
    emit(context, who, lowered if lowered.severity else condition, **how)


def count_down_rounds(context: Context, who: str) -> None:
    """Lower the rounds left of a combatant's conditions by one, and end those at 0 (E43)."""
    conditions = context.fight.combatants[who].conditions
    counted = [each if each.rounds is None else replace(each, rounds=max(0, each.rounds - 1)) for each in conditions]
    for condition in [each for each in counted if each.rounds == 0]:
        emit(context, who, condition, ended=True, reason="over")
    if counted != conditions:
        context.update_combatant(who, conditions=[each for each in counted if each.rounds != 0])
