"""The keys of a combatant for people: the needed ones first, each with its type and meaning."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combatcli import toml
from combatcli.rulesets.jsonschema import schema_of
from combatcli.toml import Tables

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game

TYPES = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "array": "list",
    "object": "table",
}
MOST_CHOICES = 6


def keys_by_need(game: "Game") -> dict[str, list[str]]:
    """Return a combatant's keys in words under headings: those in the game's example, their tables, all others.

    An optional table is written by commands, and belongs to the others.
    """
    definitions: Tables = schema_of(game)["$defs"]
    combatants = definitions[game.encounter.__name__]["properties"]["combatants"]
    properties = definitions[_table_name(combatants)]["properties"]
    example = toml.loads(game.parts.example).get("combatants", {}).values()
    written = [key for key in properties if any(key in table for table in example)]
    usual = [key for key in written if not (_table_name(properties[key]) and "anyOf" in properties[key])]
    headings = {"Usual": [_key(key, properties[key]) for key in usual]}
    for key in usual:
        inner = _table_name(properties[key])
        if inner:
            start = f"{key}.NAME" if "additionalProperties" in properties[key] else key
            held = definitions[inner]["properties"]
            headings[f"Of {start}"] = [_key(own, held[own], f"{start}.") for own in held]
    headings["Others"] = [_key(key, properties[key]) for key in properties if key not in usual]
    return {heading: keys for heading, keys in headings.items() if keys}


def _table_name(property_: Tables) -> str:
    """Return the name of the table under a key, or of the tables within its table; empty where it has none."""
    held = property_.get("additionalProperties", property_)
    alternatives = held.get("anyOf", [held]) if isinstance(held, dict) else []
    references = [alternative.get("$ref", "") for alternative in alternatives]
    return next((reference.rpartition("/")[2] for reference in references if reference), "")


def _key(name: str, property_: Tables, start: str = "") -> str:
    """Return a key in words: its name, such as wounds or weapons.NAME.damage, its type, and its meaning."""
    words = " or ".join(dict.fromkeys(_accepted_types(property_))).replace("whole number or number", "number")
    default = property_.get("default")
    shown = str(default).lower() if isinstance(default, bool) else default
    by_default = f" [{shown}]" if default not in (None, "", [], {}) and not isinstance(default, dict | list) else ""
    return f"{start}{name}  {words}{by_default}. {property_.get('description', '')}"


def _accepted_types(property_: Tables) -> Iterator[str]:
    for alternative in property_.get("anyOf", [property_]):
        choices = [str(choice) for choice in alternative.get("enum", ()) if choice not in ("", None)]
        if choices:
            yield ", ".join(choices[:MOST_CHOICES]) + (" …" if len(choices) > MOST_CHOICES else "")
        elif "$ref" in alternative:
            yield "table"
        elif alternative.get("type") in TYPES:
            yield TYPES[alternative["type"]]
