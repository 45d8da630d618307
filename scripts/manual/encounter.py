"""Section 5: the encounter's file, every key of every game, from the JSON Schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import fields

from combatcli.encounter import schema
from combatcli.rulesets import NAMES, load, tactic_lines
from combatcli.rulesets.jsonschema import key_descriptions
from combatcli.rulesets.lookup.catalog import rules_of
from manual.common import USUAL, environment, exit_status, files, release_date
from manual.mdoc import escape, literal, page, paragraph, paragraphs, section, see_also, subsection, tagged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.game import Game

PLACEHOLDERS = {"combatants": "ID", "arenas": "ARENA"}
"""What stands for the name of a table's member; NAME, where nothing is said."""
SHARED: dict[str, type[schema.Model]] = {
    "": schema.Encounter,
    "[dice]": schema.SeededDice,
    "[arenas.ARENA]": schema.Arena,
    "[combatants.ID]": schema.Member,
    "[[combatants.ID.notes]]": schema.Note,
    "[[pending]]": schema.Hit,
}
"""The tables that every game has, and whose keys are told once."""
TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a table",
}
EXAMPLE = Path(__file__).with_name("encounter.toml").read_text(encoding="utf-8")
"""A whole encounter, with which the page begins."""


class Table(NamedTuple):
    """A table of the file: how its header is written, its class's own words, its keys as the schema has them."""

    header: str
    about: str
    keys: dict[str, Any]
    required: Sequence[str]


def tables_of(document: dict[str, Any]) -> Iterator[Table]:
    """Go through the tables of a JSON Schema, each under the header that a file gives it."""
    left = [("", document)]
    while left:
        header, part = left.pop(0)
        table = document["$defs"][part["$ref"].rpartition("/")[2]]
        yield Table(header, table["description"], table["properties"], table.get("required", ()))
        for key, value in table["properties"].items():
            left += [(_header(header, key, kind), inner) for kind, inner in _inner(value)]


def _header(outer: str, key: str, kind: str) -> str:
    path = f"{outer.strip('[]')}.{key}".lstrip(".")
    if kind == "each":
        return f"[[{path}]]"
    return f"[{path}.{PLACEHOLDERS.get(key, 'NAME')}]" if kind == "named" else f"[{path}]"


def _inner(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Go through the tables that a key holds: one, one for each name, or a list of them."""
    if "$ref" in value:
        yield "one", value
    for option in value.get("anyOf", ()):
        yield from _inner(option)
    for kind, part in (("named", "additionalProperties"), ("each", "items")):
        if "$ref" in value.get(part, {}):
            yield kind, value[part]


def type_of(value: dict[str, Any]) -> str:
    """Return in words what a key may hold."""
    options = [each for each in value.get("anyOf", ()) if each.get("type") != "null"]
    if options:
        return _either(list(map(type_of, options)))
    if "enum" in value:
        listed = [json.dumps(each) for each in value["enum"] if each not in ("", None)]
        return " or ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))
    kind = value.get("type")
    if kind == "array":
        inner = type_of(value["items"]) if value.get("items") else "anything"
        return f"a list of {_several(inner)}"
    if kind == "object" and value.get("additionalProperties"):
        inner = type_of(value["additionalProperties"])
        return "a table of tables" if inner == "a table" else f"a table in which each value is {inner}"
    return f"{TYPES.get(str(kind), 'a table')}{_bounds(value)}"


def _either(kinds: list[str]) -> str:
    """Return several types as one; a whole number is a number."""
    return " or ".join([kind for kind in kinds if "whole " not in kind or kind.replace("whole ", "") not in kinds])


def _several(kind: str) -> str:
    if kind.startswith("a list of "):
        return f"lists of {kind.removeprefix('a list of ')}"
    if "number" in kind:
        return kind.removeprefix("a ").replace("number", "numbers", 1)
    return {"text": "texts", "a table": "tables"}.get(kind, kind)


def _bounds(value: dict[str, Any]) -> str:
    least, most = value.get("minimum"), value.get("maximum")
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" from {least}" if least is not None else ""


def _said(value: dict[str, Any], *, required: bool) -> str:
    default = value.get("default")
    unsaid = f" Default: {json.dumps(default)}." if default not in (None, "", [], {}, False) else ""
    kind = type_of(value)
    must = " Required." if required else ""
    return paragraph(f"{value['description']} {kind[0].upper()}{kind[1:]}.{unsaid}{must}")


def _keys(keys: dict[str, Any], required: Sequence[str]) -> str:
    return tagged([(key, _said(value, required=key in required)) for key, value in keys.items()], macro="Ic")


def encounter_page() -> str:
    """Return the page."""
    games = [load(name) for name in NAMES]
    return page(
        "combatcli-encounter",
        5,
        "the file of a fight",
        release_date(),
        section("SYNOPSIS", literal(EXAMPLE.splitlines())),
        section(
            "DESCRIPTION",
            paragraphs(
                "An encounter is one TOML file in UTF-8 that you can read and edit by hand. It says who fights, where, "
                "in which game, and which hits are pending. A key that you leave out has its default. Unknown keys are "
                "kept as they are. `check` lists them, each with the nearest known key.",
                "The name of a combatant's table is its id, which commands and reports use. If a key names a "
                "combatant, an arena or a weapon, it must exist. Write a link between two arenas at only one of them.",
                "Commands that change the file in place keep your comments, order and layout.",
                "The first line may name a JSON Schema, by its path relative to the file. Your editor can then "
                "complete and check the keys. `new --schema` writes both. The commands do not need it.",
            ),
            literal(["#:schema ./GAME.schema.json"]),
            subsection("Keys that every game has", "\n.Pp\n".join(_shared(games[0]))),
            *(subsection(f"In {game.name}", "\n.Pp\n".join(_own(game))) for game in games),
            subsection(
                "Tactics",
                _tactics(),
                tagged([(game.name, paragraph(_words_of_tactics(game))) for game in games], macro="Ic"),
                literal(["[tactics]", 'heroes = ["never answer counter if foes < 2", "attack weakest"]']),
            ),
        ),
        section(
            "OPTIONS",
            paragraph("The [house] table sets the house rules of your group:"),
            tagged([("strict", paragraph(_strict()))], macro="Ic"),
            *(_house(game) for game in games),
        ),
        environment(["COMBATCLI_FILE"]),
        files(["FILE", "FILE.journal", "FILE.journal.1", "GAME.schema.json"]),
        exit_status(USUAL, "These are the exit codes of `combatcli check`. combatcli(1) lists the other codes."),
        section(
            "EXAMPLES",
            literal(
                [
                    "combatcli new GAME --example --schema -o fight.toml",
                    "combatcli check -f fight.toml",
                    "combatcli set mira arena=alley note='out of breath' -f fight.toml",
                ]
            ),
        ),
        see_also([("combatcli", 1), *((f"combatcli-{name}", 1) for name in ("new", "add", "set", "check", "schema"))]),
    )


def _tactics() -> str:
    """Tell what lines of tactics are made of, in every game."""
    return paragraphs(
        "In a forecast everybody follows the lines of their own `tactics`, else those of their side in the table "
        "[tactics], else those of the game. In each phase or turn they do the first line whose conditions hold and "
        "that the rules allow. `forecast --tactics` shows this line for everybody now, and why earlier lines fail.",
        "A line begins with what you would type after `declare WHO`, or with a command, without the actor. The target "
        f"comes next: an id, or {', '.join(f'`{word}`' for word in tactic_lines.TARGETS)}. `weakest` and `strongest` "
        "compare what is left of each. Of several that are equally near or far, the weakest is the target, and of "
        "several that are equally weak, the first in the file. `attacker` is who attacked them last, `same` is whom "
        "they attacked last, and `any` is drawn at random. `engaged` is a foe whom they fight hand to hand: in a pair "
        "with them, named in `engaged` by either of the two, or near enough by the rules of the game. With `ally` "
        "before the word, the target is of their own side.",
        "Conditions come after `if`, with `and` between them: `hurt` (half or less is left), `fresh` (nothing is "
        "lost), `alone`, `outnumbered`, `engaged`, and in some games `cornered`. A condition may also compare a number "
        "by =, !=, <, <=, > or >=: `round`, `allies`, `foes`, or any key of the combatant that is a number.",
        "`answer WORD` and `never answer WORD` say how a combatant reacts to others, and `choose WORD` says what a "
        "side chooses. You can put such lines anywhere in the list. A reaction that costs nothing happens unless a "
        "line forbids it. A reaction with a price happens by the line of the game that is in parentheses here:",
    )


def _words_of_tactics(game: Game) -> str:
    """Return the words of a game's lines: what they begin with, answer with, and choose."""
    tactics = game.parts.tactics
    assert tactics is not None
    verbs = [verb for verb in tactic_lines.verbs_of(game) if verb in (*tactics.acts, *tactic_lines.COMMANDS)]
    answers = [f"`{word}`{f' (`{each.usual}`)' if each.usual else ''}" for word, each in tactics.answers.items()]
    choices = (
        ["anybody"] if [*tactics.choices] == [*tactic_lines.TARGETS] else [f"`{word}`" for word in tactics.choices]
    )
    chosen = f" It chooses {' or '.join(choices)}." if choices else ""
    return f"A line begins with {', '.join(f'`{verb}`' for verb in verbs)}. It answers {', '.join(answers)}.{chosen}"


def _strict() -> str:
    return (
        "Strict mode: refuse actions that are out of phase or undeclared, instead of printing a warning. True or "
        "false. Default: false."
    )


def _shared(game: Game) -> Iterator[str]:
    for table in tables_of(json.loads(game.schema())):
        if table.header in SHARED:
            struct = SHARED[table.header]
            known = {key: {**table.keys[key], "description": said} for key, said in key_descriptions(struct).items()}
            plain = {key: {**value, "default": _default(struct, key)} for key, value in known.items()}
            yield _told(table, _in_general(plain))


def _default(struct: type[schema.Model], key: str) -> object:
    """Return what a key is in every game by default; nothing where each game has a value of its own."""
    value = next(field.default for field in fields(struct) if field.encode_name == key)
    return value if isinstance(value, (int, str)) else None


def _in_general(keys: dict[str, Any]) -> dict[str, Any]:
    """Return shared keys without the words of one game that some of them may have in it."""
    return {
        key: {"type": _type_of(value["enum"]), **_bare(value)} if "enum" in value else value
        for key, value in keys.items()
    }


def _bare(value: dict[str, Any]) -> dict[str, Any]:
    words = ("", "difficult", "impassable")
    return value if set(value["enum"]) == set(words) else {"description": value["description"]}


def _told(table: Table, keys: dict[str, Any]) -> str:
    header = f".Sy {escape(table.header)}" if table.header else "Before the first table:"
    return f"{header}\n{_keys(keys, table.required)}"


def _own(game: Game) -> Iterator[str]:
    """Tell the keys that a game has beside those of every game, or in a way of its own."""
    for table in tables_of(json.loads(game.schema())):
        shared = key_descriptions(SHARED[table.header]) if table.header in SHARED else {}
        own = {key: value for key, value in table.keys.items() if value["description"] != shared.get(key)}
        if not table.header:
            own = {"phase": _phases(game, table.keys["phase"]), **own}
        if own:
            yield _told(table, own)


def _phases(game: Game, value: dict[str, Any]) -> dict[str, Any]:
    return {**value, "enum": list(game.phases), "description": "The phase of the round."}


def _house(game: Game) -> str:
    told = [
        (name, paragraph(f"{rule.title} ({rule.id}): {rule.text} {rule.house} Default: {json.dumps(default)}."))
        for rule in rules_of(game.name)
        for name, default in rule.switches.items()
    ]
    return subsection(f"House rules of {game.name}", tagged(told, macro="Ic"))


def _type_of(values: Sequence[object]) -> str:
    return "integer" if all(type(value) is int for value in values) else "string"
