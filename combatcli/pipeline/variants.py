"""Variants of an encounter for a forecast: other values of keys, or without some combatants."""

import re
from collections.abc import Sequence
from itertools import product
from math import prod

from combatcli.encounter import document
from combatcli.encounter.layout import toml_key
from combatcli.encounter.references import id_or_word
from combatcli.encounter.references import without_member_or_arena as left_out
from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError, UsageError
from combatcli.pipeline.edits import finish_edit, new_unknown_keys
from combatcli.pipeline.input import Input
from combatcli.pipeline.key_values import assign, split_at_commas, split_key_and_value, value_or_word
from combatcli.pipeline.several import ids_of_words
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.tactic_lines import rename_in_lines
from combatcli.text import escape
from combatcli.toml import Tables

MOST_KEYS = 2
MOST_VALUES = 200
"""The most variants of one question."""


def values_and_tables_of_variants(origin: Input, asked: Sequence[str]) -> list[tuple[Tables, Tables]]:
    """Return each combination's values by key, the last key fastest, and the tables with them, as after `set`."""
    if len(asked) > MOST_KEYS:
        raise UsageError(f"--vary takes at most {MOST_KEYS} keys, not {len(asked)}")
    axes = [_key_and_values(origin.encounter, text) for text in asked]
    if len({keys for keys, _ in axes}) < len(axes):
        raise UsageError(f"--vary names {escape(_dotted_key(axes[0][0]))} twice", "Give all its values at once.")
    count = prod([len(values) for _, values in axes])
    if count > MOST_VALUES:
        raise UsageError(f"--vary asks for {count:,} variants", f"The limit is {MOST_VALUES}.")
    combinations = []
    for combination in product(*[values for _, values in axes]):
        values: Tables = {}
        tables = origin.tables
        for (keys, _), value in zip(axes, combination, strict=True):
            values[_dotted_key(keys)] = value_or_word(value)
            tables = _with_value(tables, origin.encounter, keys, value)
        for path, hint in new_unknown_keys(origin.tables, tables, origin.game):
            raise RefusedError(f"--vary: {path} is an unknown key, so its values change nothing", hint)
        result = finish_edit(origin, tables, [])
        combinations.append((values, result.tables or tables))
    return combinations


def _dotted_key(keys: Sequence[str]) -> str:
    return ".".join([toml_key(part) for part in keys])


def _key_and_values(fight: Encounter, asked: str) -> tuple[tuple[str, ...], list[str]]:
    """Return the parts of a key, and its values as written."""
    keys, value = split_key_and_value(asked if "=" in asked else f"{asked}=")
    if len(keys) > 1:
        keys = [id_or_word(fight, keys[0]), *keys[1:]]
    values: list[str] = []
    for part in split_at_commas(value):
        ends = re.fullmatch(r"(-?\d{1,25})\.\.(-?\d{1,25})", part)
        if ends is None:
            values.append(part)
            continue
        first, last = int(ends[1]), int(ends[2])
        if last < first:
            hint = f"Write the lower number first, as in {last}..{first}."
            raise UsageError(f"--vary {escape(asked)}: {part} is not a range", hint)
        if last - first >= MOST_VALUES:
            raise UsageError(f"--vary {escape(asked)}: {part} has more than {MOST_VALUES} values", "As in 1..6.")
        values += map(str, range(first, last + 1))
    if not values:
        raise UsageError(f"--vary {escape(asked)}: no value is given", "As in --vary thugs.count=1..6")
    return (*keys,), list(dict.fromkeys(values))


def _with_value(tables: Tables, fight: Encounter, keys: Sequence[str], value: str) -> Tables:
    """Set a key of a combatant, `mira.armor`, or of the encounter, `house.strict`, in tables."""
    first, *rest = keys
    if first in fight.combatants and rest:
        combatants = dict(tables.get("combatants", {}))
        combatants[first] = assign(combatants[first], [(rest, value)], f"combatants.{first}")
        return {**tables, "combatants": combatants}
    if rest and first not in fight.__struct_encode_fields__ and first not in tables:
        ids_of_words(fight, [first])
    return assign(tables, [([*keys], value)], "")


def each_on_own_side(tables: Tables) -> dict[str, str]:
    """Return the sides of a fight without sides in its file, by combatant: each is a side of its own."""
    members = tables.get("combatants", {})
    if (
        any("side" in member for member in members.values())
        or len({bool(member.get("player")) for member in members.values()}) > 1
    ):
        return {}
    return {who: who for who in members}


def with_sides(tables: Tables, sides: dict[str, str]) -> Tables:
    """Return tables with these sides of combatants."""
    members = tables.get("combatants", {}).items()
    members = {who: {**table, "side": sides[who]} if who in sides else table for who, table in members}
    return {**tables, "combatants": members}


def tables_without_combatants(origin: Input, words: Sequence[str]) -> Tables:
    """Return the tables without the combatants that words name and without references to them, as after `drop`.

    Raises InvalidError if the encounter is invalid.
    """
    context = CombatContext(origin.encounter)
    for who in ids_of_words(context.fight, words):
        context.fight = rename_in_lines(left_out(context.fight, "combatant", who), who, "")
    if words:
        origin.game.apply_consequences(context)
    return document.merge_changes_into_tables(origin.tables, context.before, context.fight)
