"""The JSON Schema of a game's encounters, for editors; made from the structs that read them."""

from __future__ import annotations

import ast
import inspect
import json
import typing
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import fields

from combatcli.rulesets.tactic_lines import pattern_of

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game
    from combatcli.toml import Tables

MARK = "Made by combatcli"
KINDS = {bool: "boolean", int: "integer", str: "string"}
"""The types of the switches of a [house] table."""
COMMENT = f"{MARK}, which puts a newer one in its place; without this line it is yours, and stays."


def is_own_schema(text: str) -> bool:
    """Tell whether a text is a JSON Schema of combatcli, which a newer one may replace."""
    return f'"$comment": "{MARK}' in text


def schema_text(game: Game) -> str:
    """Return the text of the JSON Schema of a game's encounters, which allows unknown keys."""
    return json.dumps(schema_of(game), indent=2, sort_keys=False, ensure_ascii=False) + "\n"


def schema_of(game: Game) -> Tables:
    """Return the JSON Schema as a table. The description of a key is the string below it in its class."""
    (schema,), components = msgspec.json.schema_components([game.encounter], ref_template="#/$defs/{name}")
    for component in components.values():
        # Line breaks and indentation of docstrings, which differ between Pythons, mean nothing to an editor.
        component["description"] = " ".join(component.get("description", "").split())
    for struct in _structs_within(game.encounter, set()):
        properties = components[struct.__name__]["properties"]
        for key, meaning in key_descriptions(struct).items():
            properties[key] = {"description": meaning, **properties[key]}
    _narrow_to_game(components[game.encounter.__name__]["properties"], game)
    # Tactics, a line or a list of lines, belong to a combatant or to a side.
    for component in components.values() if game.parts.tactics is not None else ():
        lines = component.get("properties", {}).get("tactics", {})
        for either in lines.get("additionalProperties", lines).get("anyOf", ()):
            either.get("items", either)["pattern"] = pattern_of(game)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": COMMENT,
        "title": f"{'An' if game.name[0] in 'aeiou' else 'A'} {game.name} encounter",
        **schema,
        "$defs": components,
    }


def _narrow_to_game(properties: Tables, game: Game) -> None:
    """Narrow the keys that every game has to the values of this game."""
    properties["ruleset"]["const"] = game.name
    properties["phase"]["enum"] = [*game.phases, *game.phase_words]
    rows = r"^(roll|\s*-?\d+(\s*(-|–|\.\.)\s*-?\d+)?\s*)$"
    properties["tables"]["additionalProperties"] |= {"required": ["roll"], "propertyNames": {"pattern": rows}}
    properties["house"]["properties"] = {name: {"type": KINDS[type_]} for name, type_ in game.house_keys.items()}


def key_descriptions(struct: type[msgspec.Struct]) -> dict[str, str]:
    """Return the descriptions of a table's keys: the strings below them in its class and base classes."""
    descriptions: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            descriptions |= dict(_strings_below(base))
    return {field.encode_name: descriptions[field.name] for field in fields(struct) if field.name in descriptions}


def _strings_below(struct: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a class with the strings below them; nothing where the source is missing."""
    try:
        parsed = ast.parse(dedent(inspect.getsource(struct)))
    except (OSError, TypeError, SyntaxError):
        return
    lines = [line for class_ in parsed.body if isinstance(class_, ast.ClassDef) for line in class_.body]
    for line, below in pairwise(lines):
        match line, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(text.split())


def _structs_within(type_: object, known: set[type[msgspec.Struct]]) -> set[type[msgspec.Struct]]:
    """Return the ``known`` structs and all in a type, at any depth."""
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct) and type_ not in known:
        known.add(type_)
        for hint in typing.get_type_hints(type_).values():
            _structs_within(hint, known)
    for part in typing.get_args(type_):
        _structs_within(part, known)
    return known
