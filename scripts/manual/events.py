"""Section 7: the JSON that scripts read, from the types of the events."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import get_annotations
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from combatcli import dice_events, events, forecast_events
from combatcli.commands import SUMMARIES
from combatcli.errors import CombatError, DiceError, ExitCode, InvalidError, RefusedError, StreamError, UsageError
from combatcli.records import Event, json_key
from combatcli.report.envelope import VERSION
from combatcli.rule_events import HouseSwitch, Rule, UnansweredQuestion
from combatcli.rulesets import NAMES, load
from manual.common import CODES, commands_of, environment, exit_status, files, release_date
from manual.mdoc import literal, page, paragraph, paragraphs, section, see_also, subsection, tagged

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS: dict[type[CombatError], str] = {
    UsageError: "The command line is wrong.",
    DiceError: "A dice expression cannot be read or rolled; `column` counts from 1.",
    RefusedError: "The rules, or the state of the fight, do not allow it.",
    InvalidError: "The encounter is not valid.",
    StreamError: "A file or stream cannot be found, read or written.",
}
ENVELOPE = {
    "version": f"The version of this format, {VERSION}.",
    "command": "The command, such as `attack` or `arena list`. After an error it may be null.",
    "ruleset": "The game, or null.",
    "events": "What happened, in order.",
    "warnings": "A list of sentences. Each warns of something that the command did anyway.",
    "dice": "A table with the `seed` and `step` of replayable dice. Each is null for random dice.",
}
COMMON = {
    "who, against": "The ids of the combatant who acts and of the opponent.",
    "attacker, target": "The ids of the two sides of an attack, a hit or a wound.",
    "faces": "All dice, in the order rolled. For an attack, only the attack dice.",
    "kept": "The dice that count.",
    "total": "The sum of the kept dice and the bonuses.",
    "needed": "The number that the total is compared with.",
    "hit, success": "Whether it succeeded. `success` is null if neither side won.",
    "damage, damage_faces": "The damage of the hit, or null, and its dice in the order rolled.",
    "amount": "The amount that was applied.",
    "label": "The text after # in an expression. For odds by label, the label of the dice.",
    "marked": "What the amount did to the target.",
    "status": "The conditions of a combatant: a list of words.",
    "chance, percent": "An exact fraction as text, such as 79/100, and a rounded number.",
    "outcomes": 'Each outcome with its chance, such as {"3": "1/216"}.',
}
"""Keys that mean the same in every event that has them."""
TYPES = {str: "text", int: "number", float: "number", bool: "true or false", NoneType: "null"}


COMMON_TYPES: dict[str, type[Event]] = {
    **events.event_types_in(dice_events, events, forecast_events),
    **{type_.event: type_ for type_ in (Rule, HouseSwitch, UnansweredQuestion)},
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
                "With `--json` a command prints one JSON document, on one line, in place of its report. "
                f"{_listed(_without_json())} do not take it, but the commands that `play` runs do."
            ),
            subsection("The envelope", _terms(ENVELOPE)),
            subsection(
                "Errors",
                paragraph(
                    "After an error the document has `version`, `command` and `error`, and goes to standard error. The "
                    "`error` table has a `kind`, a `message` and a `hint`. The message is a sentence. The hint says "
                    "what to do, and may be empty. If rolls take more than a second or a megabyte, an unfinished "
                    "document may already be on standard output. The kinds are:"
                ),
                _terms({kind.kind: f"{said} Exit code {kind.exit_code}." for kind, said in KINDS.items()}),
                _terms({"internal": f"{CODES[ExitCode.INTERNAL]} Exit code {ExitCode.INTERNAL}."}),
                paragraph(
                    "An error of kind `dice` may also have a `column`, the place of the mistake. An error of `check` "
                    "also has `problems`, a list of everything that is wrong. Each problem is a table with `path`, "
                    "`message` and `hint`. The `message` and `hint` of the error itself describe the first problem."
                ),
            ),
            subsection(
                "Events",
                paragraphs(
                    "An event is a flat object whose first key is `event`, its kind. Keys and values use the words of "
                    "the rules. An event has at least the keys that are listed here. Later releases may add keys, but "
                    "none goes away within a version of the format. The keys that a game adds to a kind are listed "
                    "under that game.",
                    "These keys mean the same in every event:",
                ),
                _terms(COMMON),
            ),
            subsection("Events of every game", _described(COMMON_TYPES)),
            *(subsection(f"Events of {name}", _additions(load(name).event_types)) for name in NAMES),
        ),
        section(
            "OPTIONS",
            tagged(
                [
                    ("Fl -json", paragraph("Print this document in place of the report.")),
                    ("Fl q , Fl -quiet", paragraph("Print nothing except errors.")),
                ]
            ),
        ),
        environment([]) + "\n" + paragraph("No environment variable changes the document."),
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
    shared = {name: [option.name for each in commands_of(name) for option in each.shared] for name in SUMMARIES}
    return [name for name, options in shared.items() if "--json" not in options]


def _listed(names: Sequence[str]) -> str:
    words = [f"`{name}`" for name in names]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _terms(said: Mapping[str, str]) -> str:
    return tagged([(term, paragraph(text)) for term, text in said.items()], macro="Ic")


def _described(types: Mapping[str, type[Event]]) -> str:
    return _terms({kind: f"{meaning(type_)} {_keys(required_keys(type_))}" for kind, type_ in types.items()})


def _additions(types: Mapping[str, type[Event]]) -> str:
    """Return what a game has beyond the types that all games share: kinds, and keys of the common ones."""
    return _terms(
        {
            kind: " ".join(filter(None, (_own_meaning(type_), _keys(added_keys(kind, type_)))))
            for kind, type_ in types.items()
            if type_ is not COMMON_TYPES.get(kind)
        }
    )


def added_keys(kind: str, type_: type[Event]) -> dict[str, str]:
    """Return the keys that every event of a game's type has, without those that are the same in every game."""
    common = required_keys(COMMON_TYPES[kind]) if kind in COMMON_TYPES else {}
    return {key: said for key, said in required_keys(type_).items() if common.get(key) != said}


def meaning(type_: type[Event]) -> str:
    """Return what a kind of event tells: its own words, or those of the type that it adds keys to."""
    return next((said for each in type_.__mro__ if (said := _own_meaning(each))), "")


def _own_meaning(type_: type) -> str:
    return " ".join((vars(type_).get("__doc__") or "").split())


def required_keys(type_: type[Event]) -> dict[str, str]:
    """Return the keys that every event of a type has, with what their values are."""
    hints = get_type_hints(type_)
    return {
        json_key(name): "chance as text" if _is_chance(type_, name) else type_in_words(hints[name])
        for name in type_.required()
    }


def _is_chance(type_: type[Event], name: str) -> bool:
    return any(get_annotations(each).get(name) == "Chance" for each in type_.__mro__)


def type_in_words(type_: Any) -> str:
    """Return what values of a type are called."""
    origin = get_origin(type_) or type_
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(type_in_words, get_args(type_))))
    if origin is Literal:
        origin = type(get_args(type_)[0])
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
    return f"Keys: {', '.join(told)}." if told else "No key is in every event of this kind."
