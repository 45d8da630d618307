"""`key=value` words: values are TOML, a bare word is text, `+2` and `-1` change a number."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from combatcli import toml
from combatcli.encounter.document import DEEPEST, check_numbers_and_depth
from combatcli.encounter.key_types import key_types, kinds_of_values
from combatcli.encounter.layout import toml_value
from combatcli.encounter.schema import Encounter, all_keys
from combatcli.errors import RefusedError, UsageError, beginning_with, nearest
from combatcli.streams import may_abbreviate_names
from combatcli.text import MOST_DIGITS, is_number
from combatcli.toml import Tables, Value

LONGEST_NUMBER = 25
ITSELF = "."
"""The encounter itself, in the place of a combatant."""


def value_or_word(text: str) -> Value:
    """Parse a value as TOML; return the word itself where it is not TOML."""
    try:
        tables = toml.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return tables["value"] if list(tables) == ["value"] else text


KeyValue = tuple[list[str], str]
"""The parts of a key, and its value as written."""
UP_TO_THE_VALUE = re.compile(r"""((?:[^="']|"[^"]*"|'[^']*')*)(=)(.*)""", re.DOTALL)
SIGNS = re.compile(r""""[^"]*"?|'[^']*'?|[\[\]{}(),]""")
"""What is quoted, and what has a meaning outside of quotes."""
AMERICAN = {"defence": "defense", "armour": "armor"}
"""Keys by their British spellings."""


def split_key_and_value(word: str) -> KeyValue:
    """Return the parts of the key and the value of a word; raise UsageError if it is no `key=value`.

    A part of a key with dots or spaces is in quotes, as in TOML.
    """
    parted = UP_TO_THE_VALUE.match(word)
    key, equals, value = parted.groups() if parted else word.partition("=")
    name, sign = key.rstrip()[:-1].rstrip(), key.rstrip()[-1:]
    if equals and name and sign in ("+", "-"):
        number = is_number(value.strip())
        new = f"{sign}{value.strip()}" if number else f"""'["{value.strip(' []"')}"]'"""
        what = "the number" if number else "the whole list"
        raise UsageError(f"{sign}= does not change a key", f"Write {what}, as in {name}={new}")
    keys = [AMERICAN.get(part, part) for part in _parts_of_key(key)]
    if not equals or not keys:
        hint = "As in side=guards, rolls.sneak=1d20+5, count=+1; without spaces around ="
        raise UsageError(f'"{word}" is not key=value', hint)
    if len(keys) > DEEPEST:
        raise UsageError(f"a key is nested {len(keys):,} tables deep", f"The limit is {DEEPEST}.")
    return keys, value.strip()


def _parts_of_key(key: str) -> list[str]:
    try:
        table: Value = toml.loads(f"{key} = 0")
    except (ValueError, RecursionError):
        parts = [part.strip() for part in key.split(".")]
        return parts if all(parts) else []
    keys: list[str] = []
    while isinstance(table, dict) and len(table) == 1:
        ((name, table),) = table.items()
        keys.append(name)
    return keys


def completed_keys(words: Sequence[KeyValue], table: object, typed: object) -> list[KeyValue]:
    """Return keys with their values; on a terminal unique beginnings of keys are completed.

    ``table`` is the table to change, ``typed`` its typed view. UsageError names all keys with an ambiguous beginning.
    """
    return (
        [(_completed_key(keys, table, typed), value) for keys, value in words] if may_abbreviate_names() else [*words]
    )


def _completed_key(keys: Sequence[str], table: object, typed: object) -> list[str]:
    full_keys: list[str] = []
    for key in keys:
        choices = dict.fromkeys([*(table if isinstance(table, dict) else ()), *_known_keys(typed)])
        begun = [] if key in choices else beginning_with(key, choices)
        if len(begun) > 1:
            raise UsageError(f'there is no key "{key}"', nearest(key, begun))
        full_keys.append(begun[0] if begun else key)
        table = table.get(full_keys[-1]) if isinstance(table, dict) else None
        typed = _typed_value_of_key(typed, full_keys[-1])
    return full_keys


def _known_keys(typed: object) -> Iterable[str]:
    fields: Iterable[str] = getattr(typed, "__struct_encode_fields__", None) or (
        typed if isinstance(typed, dict) else ()
    )
    return fields


def assign(tables: Tables, words: Iterable[KeyValue], where: str, typed: object = None) -> Tables:
    """Return tables with each key set to its value; changed tables are copied.

    ``typed`` is their typed view, which has the defaults of numbers. Without it `-1` is a negative number.
    """
    for keys, value in words:
        tables = _with_value_assigned(tables, keys, value, (f"{where}.{'.'.join(keys)}".lstrip("."), typed))
    return tables


def is_relative_change(value: str) -> bool:
    """Tell whether a value adds to a number or subtracts from it: +2, -1."""
    return value[:1] in ("+", "-") and is_number(value[1:])


def replace_point_changes(
    words: Sequence[KeyValue], points_in_range: Callable[[], Mapping[str, tuple[int, range]]]
) -> tuple[list[KeyValue], list[str]]:
    """Replace each change of points (the current number and its range) in words by the resulting number.

    A note tells where the range limits the result.
    """
    changed: list[KeyValue] = []
    notes: list[str] = []
    points = points_in_range() if any(is_relative_change(value) for _, value in words) else {}
    left = {key: now for key, (now, _) in points.items()}
    for keys, value in words:
        key = ".".join(keys)
        if key not in left or not is_relative_change(value):
            changed.append((keys, value))
            if key in left and is_number(value):
                left[key] = int(value[:LONGEST_NUMBER])
            continue
        allowed = points[key][1]
        wanted = left[key] + int(value[:LONGEST_NUMBER])
        result = left[key] = max(allowed.start, min(max(allowed.stop - 1, left[key]), wanted))
        changed.append((keys, str(result)))
        if result != wanted:
            its_maximum = ", its maximum" if result == allowed.stop - 1 else ""
            notes.append(f"{key} stops at {result}{its_maximum}, and is not {wanted}")
    return changed, notes


def _with_value_assigned(tables: Tables, keys: list[str], value: str, place: tuple[str, object]) -> Tables:
    path, typed = place
    first, *rest = keys
    result = dict(tables)
    default = _typed_value_of_key(typed, first)
    if rest:
        inner = result.get(first, {})
        if not isinstance(inner, dict):
            raise RefusedError(f"{path}: {first} is not a table")
        result[first] = _with_value_assigned(inner, rest, value, (path, default))
    elif value == "":
        if first not in result:
            raise RefusedError(f"{path}: there is no such key to remove")
        del result[first]
    elif typed is not None and is_relative_change(value):
        if first not in result and default is None and first in _known_keys(typed):
            hint = f"Write the number itself, as in {first}=10"
            raise RefusedError(f"{path}: nothing is written for {value} to change", hint)
        result[first] = _number_after_change(result.get(first, default), value, path)
    else:
        parsed = value_or_word(value)
        check_numbers_and_depth(parsed, path)
        if parsed == value and value.isdecimal() and len(value) > MOST_DIGITS:
            raise RefusedError(f"{path}: a number of {len(value):,} digits is too long")
        if parsed == value and value[:1] in ("[", "{"):
            key = path.split(".", 2)[2] if path.startswith("combatants.") else path
            word = f"'{key}={_quote_bare_words(value)}'"
            hint = f"The shell removes quotes unless you put others around them: {word}"
            raise UsageError(f"{path}: {value} is not a valid TOML list or table", hint)
        result[first] = (
            value if isinstance(default, str) and type(parsed) is int else value_as_key_takes(parsed, default)
        )
    return result


def value_as_key_takes(value: Value, default: object) -> Value:
    """Return a value as its key takes it, by the key's default: a number as text, text split at commas into a list."""
    if isinstance(default, str) and type(value) is int:
        return str(value)
    if not isinstance(default, list) or isinstance(value, bool) or not isinstance(value, str | int):
        return value
    return [value_or_word(part) for part in split_at_commas(value)] if isinstance(value, str) else [value]


def _quote_bare_words(value: str) -> str:
    """Put the bare words of a list or table in quotes, as was probably meant; if that is none either, all of it."""
    quoted = re.sub(r"(?<=[\[,=])\s*([A-Za-z][\w -]*?)\s*(?=[\],}])", r'"\1"', value)
    return toml_value(value) if value_or_word(quoted) == quoted else quoted


def _typed_value_of_key(typed: object, key: str) -> object:
    if isinstance(typed, Struct):
        value = all_keys(typed).get(key)
        return [] if value is None and key in keys_that_take_lists(type(typed)) else value
    return typed.get(key) if isinstance(typed, dict) else None


def keys_that_take_lists(type_: type[Struct]) -> list[str]:
    """Return the keys of a table that take lists but no text."""
    return [
        key
        for key, value in key_types(type_).items()
        if list in kinds_of_values(value) and str not in kinds_of_values(value)
    ]


def _number_after_change(old: object, change: str, path: str) -> int:
    """Return a number changed by `+2` or `-1`; an unknown key starts from 0."""
    if old is None:
        old = 0
    if isinstance(old, bool) or not isinstance(old, int):
        raise RefusedError(f"{path}: {change} changes a number, but this is not a number")
    if len(change) > LONGEST_NUMBER:
        raise RefusedError(f"{path}: a number of {len(change) - 1} digits is too long")
    return old + int(change)


def described_combatant(spec: str, encounter: type[Encounter]) -> Tables:
    """Return the combatant that `defense=12,damage=1d6` describes.

    Bare keys that only armor or weapons of the game have belong to its armor, or to its one weapon.
    """
    from combatcli.encounter.explain import keys_of_combatant_armor_weapons

    own, armor_keys, weapon_keys = keys_of_combatant_armor_weapons(encounter)
    combatant: Tables = {}
    armor: Tables = {}
    weapon: Tables = {}
    for word in split_at_commas(spec):
        keys, value = split_key_and_value(word)
        first, *rest = keys
        table = combatant
        if not rest and first not in own:
            table = armor if first in armor_keys else weapon if first in weapon_keys else combatant
        table.update(assign(table, [(keys, value)], ""))
    if armor:
        combatant["armor"] = armor
    if weapon:
        combatant.setdefault("weapons", {})["weapon"] = weapon
        combatant.setdefault("wielding", "weapon")
    return combatant


def split_at_commas(spec: str) -> list[str]:
    """Split at the commas outside of brackets and quotes."""
    parts, depth, start = [], 0, 0
    for sign in SIGNS.finditer(spec):
        if sign[0] in "[{(":
            depth += 1
        elif sign[0] in "]})":
            depth -= 1
        elif sign[0] == "," and depth <= 0:
            parts.append(spec[start : sign.start()])
            start = sign.end()
    return [part.strip() for part in [*parts, spec[start:]] if part.strip()]
