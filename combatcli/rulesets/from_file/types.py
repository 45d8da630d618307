"""The types of a game's file, and those of its encounters and requests, made when the game is loaded."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, defstruct

from combatcli.encounter import schema
from combatcli.encounter.references import CombatantId, PerhapsCombatant, WeaponName, reference_mark
from combatcli.rulesets.actions import AttackRequest, Request
from combatcli.rulesets.asked import flag, number, text
from combatcli.rulesets.from_file.expressions import LARGEST
from combatcli.rulesets.from_file.keys import FLAG, FORMULA, WHOLE, WORD, KeyTable

if TYPE_CHECKING:
    from combatcli.rulesets.from_file.tables import Rules

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Formula = Whole | bool | str
"""An expression, or a plain value for one."""
Keys = dict[str, Formula | list[str] | dict[str, Any]]
"""Keys, options or switches, by name."""
Entries = dict[str, Formula | dict[str, Any]]
"""A command's table: values, look-ups, and tables of changes."""
_made: Callable[..., type[Any]] = partial(defstruct, module=__name__, frozen=True, kw_only=True)
Points = _made("Points", [("full", Formula, 0), ("least", Whole, 0), ("help", str, "")])
"""A key with points."""
Described = _made("Described", [("default", Formula | list[str], 0), ("help", str, "")])
"""A key or an option with its meaning."""
Options = _made("Options", [("attack", Keys, {}), ("test", Keys, {}), ("recover", Keys, {})])
"""The options that commands take besides their own."""
_BY, _AGAIN = Literal["combatant", "side"], Literal["never", "each round"]
Order = _made("Order", [("roll", Formula), ("by", _BY, "combatant"), ("again", _AGAIN, "never"), ("low", bool, False)])
"""The initiative order."""
Show = _made("Show", [("columns", list[str], [])])
"""What `show` lists."""
Rule = _made("Rule", [("title", str), ("text", str), ("words", str, ""), ("related", list[str], [])])
"""A rule to look up."""
GameFile = _made(
    "GameFile",
    [
        ("game", str, ""),
        ("about", str, ""),
        ("out", Formula, False),
        ("able", Formula, True),
        ("pending", bool, True),
        ("most", Annotated[int, Meta(ge=1, le=LARGEST)] | None, None),
        ("traits", list[str] | None, None),
        ("tactics", list[str] | str, []),
        ("options", Options, Options()),
        *[(name, Keys, {}) for name in ("combatant", "weapon", "house")],
        *[(name, Entries, {}) for name in ("attack", "wound", "turn")],
        *[(name, Entries | None, None) for name in ("test", "recover")],
        ("attacks", dict[str, Entries], {}),
        ("contest", _made("Contest", [("success", Formula)]) | None, None),
        ("order", Order | None, None),
        ("status", dict[str, Formula], {}),
        ("conditions", dict[str, str], {}),
        ("show", Show, Show()),
        ("rules", dict[str, Rule], {}),  # type: ignore[valid-type]
        ("example", dict[str, Any], {}),
    ],
)
"""A whole game file."""


class Hit(schema.Hit, frozen=True):
    """A hit that waits, with what the attack came to."""

    damage: int = 0
    """Its damage."""
    values: dict[str, int] = {}
    """What else of the attack a wound asks for."""


def model_types(rules: "Rules") -> tuple[type[Any], type[Any], type[Any]]:
    """Return the types of a weapon, of a combatant and of an encounter."""
    turn = str if rules.by_side else CombatantId
    kind = _field("kind", str, "", "The table under [attacks] that its attacks follow.")
    weapon = _made("Weapon", [*_fields(rules.weapon), kind], bases=(schema.Model,))
    more = [
        _field("weapons", dict[str, weapon], {}, "Its weapons, by name."),  # type: ignore[valid-type]
        _field("wielding", WeaponName | None, None, "The weapon in hand; without it the first."),
    ]
    combatant = _made("Combatant", [*_fields(rules.combatant), *more], bases=(schema.Member,))
    fields: list[Any] = [
        ("phase", str, rules.phase),
        ("combatants", dict[str, combatant], {}),  # type: ignore[valid-type]
        ("pending", list[Hit], []),
        _field("order", list[turn], [], "Who acts in a round, the first first."),  # type: ignore[valid-type]
        _field("turn", turn | None, None, "Whose turn it is."),
        _field("waiting", list[turn], [], "Whose turn is still to come."),  # type: ignore[valid-type]
        _field("acted", list[CombatantId], [], "Who has attacked in this turn."),
    ]
    encounter = _made("Fight", fields, bases=(schema.Encounter,))
    encounter.usual_tactics = rules.tactics
    return weapon, combatant, encounter


def request_of(rules: "Rules", command: str) -> type[Any]:
    """Return the request of `attack`, `test` or `recover`, with the options of the game's file."""
    trait = Annotated[str, reference_mark(words=tuple(rules.traits))]
    against = ("against", CombatantId | None, None)
    fields: dict[str, list[Any]] = {
        "attack": [("weapon", WeaponName | None, None), ("apply", bool, False), ("bonus", Whole, 0)],
        "test": [("who", CombatantId, ""), ("trait", trait, ""), ("bonus", Whole, 0), against],
        "recover": [("who", list[PerhapsCombatant], [])],
    }
    base = AttackRequest if command == "attack" else Request
    return _made(f"{command.title()}Request", [*fields[command], *_options(rules, command)], bases=(base,))


def _field(name: str, type_: Any, default: Any, about: str) -> tuple[str, Any, Any]:
    return name, Annotated[type_, Meta(description=about or None)], default


def _options(rules: "Rules", command: str) -> Iterator[tuple[str, Any, Any]]:
    for name, option in rules.options[command].items():
        about, words = option.help or name.replace("_", " "), ", ".join(option.words)
        takes = f"{about}{f': {words}' if words else ''} [default: {option.default}]"
        kinds: Any = {FLAG: (bool, flag(about)), WHOLE: (Whole, number(takes))}
        written = str, text("WORD" if words else "DICE", takes, offers=option.words)
        yield name, Annotated[kinds.get(option.type, written)], option.default


def _fields(table: KeyTable) -> Iterator[tuple[str, Any, Any]]:
    types: dict[str, Any] = {FLAG: bool, WHOLE: Whole, FORMULA: Whole | str | None}
    for name, key in table.keys.items():
        type_ = Literal[key.words] if key.type == WORD else types.get(key.type, Whole | None)
        default = key.default if key.type in (WORD, FLAG, WHOLE) else None
        yield _field(name, type_, default, key.help)
