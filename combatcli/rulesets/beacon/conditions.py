"""What conditions do (E40–E47): their only effects on rolls, defenses, budgets, movement and damage.

The table of conditions is data, in conditions.toml; each effect is returned as a part with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from combatcli import toml
from combatcli.errors import RefusedError, UsageError, require_known
from combatcli.rulesets.beacon.schema import Combatant, Condition, Energy
from combatcli.rulesets.shared.memory import found_once

Row = Mapping[str, Any]
MOST = 5
DEFENSES = ("iron", "ward", "grit")
TYPES: tuple[str, ...] = get_args(Energy)
"""The types of energy (E0)."""
ABOUT = {"defense": DEFENSES, "type": TYPES}
"""What conditions may be about (E41, E43)."""
FELLED = Condition(name="incapacitated", severity=5)
"""The condition of a combatant at 0 hit points (E34)."""


class Part(Struct, frozen=True):
    """A part of a number, with its reason."""

    reason: str
    value: int


def nonzero_parts(parts: Iterable[Part]) -> list[Part]:
    """Return the parts other than 0."""
    return [part for part in parts if part.value]


def from_base(parts: Sequence[Part]) -> list[Part]:
    """Return the first part, even if 0, and the other parts that are not 0."""
    return [*parts[:1], *nonzero_parts(parts[1:])]


def total(parts: Iterable[Part]) -> int:
    """Return the sum of the parts."""
    return sum([part.value for part in parts])


@cache
def table() -> dict[str, Row]:
    """Return the table of conditions, by name."""
    return toml.read_beside(__file__, "conditions.toml")


def kind(name: str) -> tuple[str, ...]:
    """Return the names of the conditions of a kind: wounds, boons, others."""
    return tuple(each for each, effects in table().items() if effects["kind"] == name)


def row(name: str) -> Row:
    """Return a condition's row; UsageError names the nearest if there is none (E45)."""
    require_known(name, table(), f'beacon has no condition "{name}" (E45)')
    return table()[name]


def is_wound(name: str) -> bool:
    """Tell whether a condition is a wound, which may be resisted (E40–E42)."""
    return bool(row(name)["kind"] == "wound")


def degree_of(condition: Condition) -> int:
    """Return a condition's severity or quality; the table's if it is fixed (E40, E41, E43)."""
    degree = condition.severity if condition.severity is not None else condition.quality
    return degree if degree is not None else int(row(condition.name)["degree"]) or 1


def in_words(condition: Condition) -> str:
    """Return a condition in brief: exposed 1 ward, terrified 3 by wight, resistant 3 thermal (2 rounds)."""
    by = ["by", condition.source] if condition.source else []
    words = [condition.name, str(degree_of(condition)), *about(condition), *by]
    rounds = f" ({condition.rounds} round{'s' if condition.rounds > 1 else ''})" if condition.rounds else ""
    return " ".join(words) + rounds


def made(name: str, degree: int | None = None, **keys: Any) -> Condition:
    """Return a condition of a degree; UsageError if the table fixes another one (E40, E41, E43)."""
    effects = row(name)
    fixed_degree = int(effects["degree"])
    if degree is not None and not 1 <= degree <= MOST:
        raise UsageError(f"{name}:{degree}: severity and quality go from 1 to {MOST}")
    key, rule = ("quality", "E43") if effects["kind"] == "boon" else ("severity", "E41")
    if fixed_degree and degree not in (None, fixed_degree):
        hint = f"Write {name} alone."
        raise RefusedError(f"{name}:{degree}: the {key} of {name} is always {fixed_degree} ({rule})", hint)
    degrees: dict[str, Any] = {key: degree if degree is not None else fixed_degree or 1}
    return Condition(name=name, **degrees, **keys)


def identity(condition: Condition) -> tuple[str, str, str]:
    """Return the identity of a condition: its name, what it is about, and for some its source.

    Two sources that terrify, charm or dominate a combatant do not replace each other (E41, E44).
    """
    source = condition.source if row(condition.name).get("each_source") else ""
    return condition.name, str(condition.against), source


def effective(combatant: Combatant) -> Sequence[tuple[Condition, Row]]:
    """Return a combatant's conditions with those that they imply, the stronger of equal ones.

    At 0 hit points it is incapacitated even if that is not written (E34); the newest of several goads counts (E44).
    """
    if not combatant.conditions and (combatant.hp is None or combatant.hp > 0):
        return ()
    return _effective(combatant)


@found_once
def _effective(combatant: Combatant) -> Sequence[tuple[Condition, Row]]:
    felled = [FELLED] if combatant.hp is not None and combatant.hp <= 0 else []
    strongest: dict[tuple[str, str, str], Condition] = {}
    for condition in (*combatant.conditions, *felled):
        also = [replace(condition, name=name, severity=1, quality=None) for name in row(condition.name).get("as", ())]
        for candidate in (condition, *also):
            key = identity(candidate)
            if key not in strongest or degree_of(candidate) > degree_of(strongest[key]) or candidate.name == "goaded":
                strongest[key] = candidate
    return [(candidate, row(candidate.name)) for candidate in strongest.values()]


def has(combatant: Combatant, name: str) -> bool:
    """Tell whether a combatant has a condition, directly or implied."""
    return name in [condition.name for condition, _ in effective(combatant)]


def about(condition: Condition) -> list[str]:
    """Return the words of a condition's ``against``."""
    against = condition.against
    return list(filter(None, [against] if isinstance(against, str) else against))


def is_about(condition: Condition, *words: str) -> bool:
    """Tell whether a condition is about any of some words; one without ``against`` is about all."""
    names = about(condition)
    return not names or any(word in names for word in words)


def parts_of(combatant: Combatant, key: str, applies: Callable[[Condition, Row], bool] = lambda *_: True) -> list[Part]:
    """Return a table key's numbers for each condition of a combatant that ``applies``."""
    having = [(condition, effects) for condition, effects in effective(combatant) if key in effects]
    return [Part(condition.name, effects[key]) for condition, effects in having if applies(condition, effects)]


def is_any(combatant: Combatant, key: str) -> bool:
    """Tell whether a table key is set for any condition of a combatant."""
    return any(effects.get(key, False) for _, effects in effective(combatant))


def tier_parts(
    combatant: Combatant,
    *,
    attack_on: Collection[str] = (),
    target: str = "",
    sight: bool = False,
    hearing: bool = False,
    present: Collection[str] = (),
) -> list[Part]:
    """Return how conditions change the Tier of a combatant's roll (E41, E43).

    ``attack_on`` has all targets of an attack, ``target`` that of this roll, ``present`` those who are there.
    """
    if not effective(combatant):
        return []
    applies: dict[str, Callable[[Condition], object]] = {
        "": lambda _: True,
        "sight": lambda _: sight,
        "hearing": lambda _: hearing,
        "attack": lambda condition: attack_on and is_about(condition, target),
        "source left out": lambda condition: attack_on and condition.source and condition.source not in attack_on,
        "source there": lambda condition: condition.source in present,
    }
    changes = {
        condition.name: Part(condition.name, effects["tier"])
        for condition, effects in effective(combatant)
        if "tier" in effects and applies[effects.get("tier_when", "")](condition)
    }
    return list(changes.values())


def obeyed_by(combatant: Combatant) -> dict[str, str]:
    """Return whom a combatant obeys, with the condition (E41)."""
    return {condition.source: condition.name for condition, effects in effective(combatant) if effects.get("obeys")}


def defense_parts(target: Combatant, defense: str, types: Collection[str]) -> list[Part]:
    """Return how conditions change a defense against damage of some types (E41, E43)."""
    wanted = {"defense": [defense], "type": types, "": [""]}
    return parts_of(target, "defense", lambda each, effects: is_about(each, *wanted[effects.get("about", "")]))


def budget_parts(combatant: Combatant, what: str) -> list[Part] | None:
    """Return how conditions change the Acts or Reacts of a turn; None if they take all (E12)."""
    if any(effects.get(what) == "none" for _, effects in effective(combatant)):
        return None
    return parts_of(combatant, what)


def may_threaten(combatant: Combatant, *, own_turn: bool) -> bool:
    """Tell whether conditions allow a combatant to threaten, in its own turn or another's (E23)."""
    kinds = {effects.get("threat", "") for _, effects in effective(combatant)}
    return "none" not in kinds and (own_turn or "own turn" not in kinds)


def hides_from(target: Combatant, attacker: str) -> bool:
    """Tell whether a target is hidden from an attacker (E46)."""
    return any(
        effects.get("untargeted", False) and is_about(condition, attacker) for condition, effects in effective(target)
    )


def taken_otherwise(combatant: Combatant, types: Collection[str]) -> dict[str, set[str]]:
    """Return the damage types that a combatant takes double, half or not at all, by these words (E33)."""
    types_by_effect: dict[str, set[str]] = {}
    for condition, effects in effective(combatant):
        if "damage" in effects:
            taken = {type_ for type_ in types if is_about(condition, type_)}
            if taken:
                types_by_effect.setdefault(effects["damage"], set()).update(taken)
    return types_by_effect


def joined(conditions: list[Condition], new: Condition) -> list[Condition]:
    """Return conditions with a new one; the stronger of two equal ones stays, of goads the newest (E44)."""
    same = [condition for condition in conditions if identity(condition) == identity(new)]
    if new.name == "goaded":
        return [*(condition for condition in conditions if condition.name != "goaded"), new]
    lasting = [(degree_of(one), one.rounds is None, one.rounds or 0) for one in (*same, new)]
    if max(lasting) > lasting[-1]:
        return conditions
    return [*(condition for condition in conditions if condition not in same), new]
