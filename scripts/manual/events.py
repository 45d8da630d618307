"""Section 7: the JSON that scripts read, from the types of the events."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import get_annotations
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

from msgspec.structs import fields

from combatcli import dice_events, events, forecast_events
from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import CommandGroup
from combatcli.errors import CombatError, DiceError, ExitCode, InvalidError, RefusedError, StreamError, UsageError
from combatcli.light_events import LightEvent
from combatcli.report.envelope import VERSION
from combatcli.rule_events import Rule, Switch, Unanswered
from combatcli.rulesets import built_games, load
from manual.common import CODES, environment, exit_status, files, release_date
from manual.mdoc import literal, page, paragraph, paragraphs, section, see_also, subsection, tagged

if TYPE_CHECKING:
    from collections.abc import Sequence

EventType = type[events.Event] | type[LightEvent]

KINDS: dict[type[CombatError], str] = {
    UsageError: "The command line is wrong.",
    DiceError: "A dice expression cannot be read or rolled; `column` counts from 1.",
    RefusedError: "The rules, or the state of the fight, do not allow it.",
    InvalidError: "The encounter does not hold together.",
    StreamError: "A file or stream cannot be found, read or written.",
}
ENVELOPE = {
    "version": f"The version of this format, {VERSION}.",
    "command": "The command, as `attack` or `arena list`; after an error null where none was named.",
    "ruleset": "The game, or null.",
    "events": "What happened, in order.",
    "warnings": "Sentences about what was done all the same.",
    "dice": "A table: `seed` and `step` of dice that can be replayed, each null where there are none.",
}
COMMON = {
    "who, against": "The ids of whoever does something, and of the other side of it.",
    "attacker, target": "The same, of an attack and what it brings.",
    "faces": "All dice, in the order rolled. Of an attack those of the attack alone.",
    "kept": "The dice that count.",
    "total": "What the kept dice come to, with bonuses.",
    "needed": "What the total is held against.",
    "hit, success": "Whether it came off; `success` is null where neither side won.",
    "damage, damage_faces": "What the hit brings, or null, and its dice in the order rolled.",
    "amount": "What was applied.",
    "label": "What follows # in an expression; of odds by label, that of the dice.",
    "marked": "What that did to whoever took it.",
    "status": "What has befallen somebody: a list of the words for it.",
    "chance, percent": "An exact fraction as text, as in 79/100, and a number that is rounded.",
    "outcomes": 'Each outcome with its chance, as in {"3": "1/216"}.',
}
"""Keys that mean the same in every event that has them."""
TYPES = {str: "text", int: "number", float: "number", bool: "true or false", NoneType: "null"}


COMMON_TYPES: dict[str, EventType] = {
    **dice_events.KINDS,
    **events.kinds_of(events),
    **events.kinds_of(forecast_events),
    **{type_.__name__.lower(): type_ for type_ in (Rule, Switch, Unanswered)},
}
"""The types that all games share, by their kinds."""


def json_page() -> str:
    """Return the page."""
    return page(
        "combatcli-json",
        7,
        "the JSON document that scripts read",
        release_date(),
        section("SYNOPSIS", ".Nm combatcli\n.Ar command\n.Op Ar word ...\n.Fl -json"),
        section(
            "DESCRIPTION",
            paragraph(
                "With `--json` a command reports one JSON document, on one line, where its report would go. "
                f"{_listed(_without_json())} have none; the lines that `play` runs may have it."
            ),
            subsection("The envelope", _terms(ENVELOPE)),
            subsection(
                "Errors",
                paragraph(
                    "After an error the document has `version`, `command` and `error`, a table with `kind`, `message`, "
                    "a sentence, and `hint`, what to do about it, which may be empty. It goes to standard error. Of "
                    "rolls that take more than a second or a megabyte a document on standard output may have begun, "
                    "and is then left without an end. The kinds are:"
                ),
                _terms({kind.kind: f"{said} Exit code {kind.exit_code}." for kind, said in KINDS.items()}),
                _terms({"internal": f"{CODES[ExitCode.INTERNAL]} Exit code {ExitCode.INTERNAL}."}),
                paragraph(
                    "Of kind `dice` there is also `column`, where a place is at fault. `check` has also `problems`, a "
                    "list of all that it found wrong, each a table with `path`, `message` and `hint`; `message` and "
                    "`hint` of the error itself are about the first of them."
                ),
            ),
            subsection(
                "Events",
                paragraphs(
                    "An event is a flat object whose first key is `event`, its kind. Keys and values keep the rules' "
                    "own words. An event has at least the keys that are listed here; others may be added, and none is "
                    "taken away within a version. What a game adds to a kind stands under its name.",
                    "These mean the same wherever they stand:",
                ),
                _terms(COMMON),
            ),
            subsection("Events of every game", _described(COMMON_TYPES)),
            *(subsection(f"Events of {name}", _additions(load(name).event_types)) for name in built_games()),
        ),
        section(
            "OPTIONS",
            tagged(
                [
                    ("Fl -json", paragraph("Report as this document.")),
                    ("Fl q , Fl -quiet", paragraph("Report nothing; an error is still told.")),
                ]
            ),
        ),
        environment([]) + "\n" + paragraph("No variable changes the document."),
        files([]),
        exit_status(list(CODES)),
        section(
            "EXAMPLES",
            literal(
                [
                    "combatcli roll 2d6 --seed friday --json",
                    "combatcli odds 2d6 --at-least 9 --json | jq -r '.events[0].chance'",
                    "combatcli show -f fight.toml --json |",
                    "    jq -r '.events[] | select(.event == \"combatant\") | .who'",
                ]
            ),
        ),
        see_also([("combatcli", 1), ("combatcli-encounter", 5), ("combatcli-dice", 7)]),
    )


def _without_json() -> list[str]:
    """Return the commands that have no --json."""
    found = {name: command_named(name) for name in SUMMARIES}
    groups = {
        name: each.commands.values() if isinstance(each, CommandGroup) else [each] for name, each in found.items()
    }
    return [
        name
        for name, commands in groups.items()
        if not any(option.name == "--json" for command in commands for option in command.shared)
    ]


def _listed(names: Sequence[str]) -> str:
    words = [f"`{name}`" for name in names]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _terms(said: Mapping[str, str]) -> str:
    return tagged([(term, paragraph(text)) for term, text in said.items()], macro="Ic")


def _described(types: Mapping[str, EventType]) -> str:
    return _terms({kind: f"{meaning(type_)} {_keys(required_keys(type_))}" for kind, type_ in types.items()})


def _additions(types: Mapping[str, EventType]) -> str:
    """Return what a game has beyond the types that all games share: kinds, and keys of the common ones."""
    return _terms(
        {
            kind: " ".join(filter(None, (_own_meaning(type_), _keys(added_keys(kind, type_)))))
            for kind, type_ in types.items()
            if type_ is not COMMON_TYPES.get(kind)
        }
    )


def added_keys(kind: str, type_: EventType) -> dict[str, str]:
    """Return the keys that every event of a game's type has, without those that are the same in every game."""
    common = required_keys(COMMON_TYPES[kind]) if kind in COMMON_TYPES else {}
    return {key: said for key, said in required_keys(type_).items() if common.get(key) != said}


def meaning(type_: EventType) -> str:
    """Return what a kind of event tells: its own words, or those of the type that it adds keys to."""
    return next((said for each in type_.__mro__ if (said := _own_meaning(each))), "")


def _own_meaning(type_: type) -> str:
    return " ".join((vars(type_).get("__doc__") or "").split())


def required_keys(type_: EventType) -> dict[str, str]:
    """Return the keys that every event of a type has, with what their values are."""
    hints = get_type_hints(type_)
    if issubclass(type_, events.Event):
        names = {each.name: each.encode_name for each in fields(type_) if each.required}
    else:
        names = {name: name for name in type_.required()}
    return {
        key: "chance as text" if _is_chance(type_, name) else type_in_words(hints[name]) for name, key in names.items()
    }


def _is_chance(type_: EventType, name: str) -> bool:
    return any(get_annotations(each).get(name) == "Chance" for each in type_.__mro__)


def type_in_words(type_: Any) -> str:
    """Return what values of a type are called."""
    origin = get_origin(type_) or type_
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(type_in_words, get_args(type_))))
    if origin in TYPES:
        return TYPES[origin]
    if issubclass(origin, Mapping):
        return "table"
    return (
        "list of tables"
        if [type_in_words(each) for each in get_args(type_) if each is not Any] == ["table"]
        else "list"
    )


def _keys(keys: Mapping[str, str]) -> str:
    told = [f"{key} ({said})" for key, said in keys.items()]
    return f"Keys: {', '.join(told)}." if told else "It has no keys that are always there."
