"""The types of a game file's encounters and requests, made when the game is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct, defstruct

from combatcli.encounter import schema
from combatcli.encounter.references import CombatantId, Name, PerhapsCombatant, WeaponName
from combatcli.rulesets.actions import AttackRequest, Request
from combatcli.rulesets.asked import flag, number, offered, text
from combatcli.rulesets.from_file.keys import FLAG, FORMULA, WHOLE, WORD, Kind
from combatcli.rulesets.from_file.reader import Whole

if TYPE_CHECKING:
    from combatcli.rulesets.from_file.tables import Rules

S = TypeVar("S", bound=Struct)
Fields = list[tuple[str, Any, Any]]


class Hit(schema.Hit, frozen=True):
    """A hit that waits, with what the attack came to."""

    damage: int = 0
    """Its damage."""
    values: dict[str, int] = {}
    """What else of the attack a wound asks for."""


def weapon_of(rules: Rules) -> type[schema.Model]:
    """Return the type of a weapon."""
    kind = Annotated[str, Meta(description="The table under [attacks] that its attacks follow.")]
    return _made("Weapon", [*_fields(rules.weapon), ("kind", kind, "")], schema.Model)


def combatant_of(rules: Rules, weapon: type[schema.Model]) -> type[schema.Member]:
    """Return the type of a combatant."""
    weapons = Annotated[dict[str, weapon], Meta(description="Its weapons, by name.")]  # type: ignore[valid-type]
    wielding = Annotated[WeaponName | None, Meta(description="The weapon in hand; without it the first.")]
    more: Fields = [("weapons", weapons, {}), ("wielding", wielding, None)]
    return _made("Combatant", [*_fields(rules.combatant), *more], schema.Member)


def encounter_of(rules: Rules, combatant: type[schema.Member]) -> type[schema.Encounter]:
    """Return the type of an encounter."""
    turns = str if rules.by_side else CombatantId
    fields: Fields = [
        ("phase", str, rules.phase),
        ("combatants", dict[str, combatant], {}),  # type: ignore[valid-type]
        ("pending", list[Hit], []),
        ("order", Annotated[list[turns], Meta(description="Who acts in a round, the first first.")], []),  # type: ignore[valid-type]
        ("turn", Annotated[turns | None, Meta(description="Whose turn it is.")], None),
        ("waiting", Annotated[list[turns], Meta(description="Whose turn is still to come.")], []),  # type: ignore[valid-type]
        ("acted", Annotated[list[CombatantId], Meta(description="Who has attacked in this turn.")], []),
    ]
    made = _made("Fight", fields, schema.Encounter)
    made.usual_tactics = rules.tactics
    return made


def request_of(rules: Rules, command: str) -> type[Any]:
    """Return the request of `attack`, `test` or `recover`, with the options of the game's file."""
    trait = Annotated[str, Meta(extra={"name": Name((), tuple(rules.traits))}), offered(*rules.traits)]
    against = ("against", CombatantId | None, None)
    fields: dict[str, Fields] = {
        "attack": [("weapon", WeaponName | None, None), ("apply", bool, False), ("bonus", Whole, 0)],
        "test": [("who", CombatantId, ""), ("trait", trait, ""), ("bonus", Whole, 0), against],
        "recover": [("who", list[PerhapsCombatant], [])],
    }
    base = AttackRequest if command == "attack" else Request
    return _made(f"{command.title()}Request", [*fields[command], *_options(rules, command)], base)


def _made(name: str, fields: Fields, base: type[S]) -> type[S]:
    made: Any = defstruct(name, fields, bases=(base,), module=__name__, frozen=True, kw_only=True)
    return made  # type: ignore[no-any-return]


def _options(rules: Rules, command: str) -> Iterator[tuple[str, Any, Any]]:
    for name, option in rules.options[command].items():
        about, words = option.help or name.replace("_", " "), ", ".join(option.words)
        takes = f"{about}{f': {words}' if words else ''} [default: {option.default}]"
        kinds: Any = {
            FLAG: (bool, flag(about)),
            WHOLE: (Whole, number(takes)),
            WORD: (str, text("WORD", takes, offers=option.words)),
            FORMULA: (str, text("DICE", takes)),
        }
        yield name, Annotated[kinds[option.type]], option.default


def _fields(kind: Kind) -> Iterator[tuple[str, Any, Any]]:
    types: dict[str, Any] = {FLAG: bool, WHOLE: Whole, FORMULA: Whole | str | None}
    for name, key in kind.keys.items():
        type_ = Literal[key.words] if key.type == WORD else types.get(key.type, Whole | None)
        default = key.default if key.type in (WORD, FLAG, WHOLE) else None
        yield name, Annotated[type_, Meta(description=key.help or None)], default
