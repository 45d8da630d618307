"""References in an encounter to combatants, arenas and weapons, identified by the types of the keys.

So a dropped combatant is removed everywhere, a renamed thing is renamed everywhere, and a dangling name is found,
without code in any game.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo, fields, replace

from combatcli.errors import FEW, MOST_LISTED, RefusedError, nearest
from combatcli.records import Record
from combatcli.text import shortlist

if TYPE_CHECKING:
    from combatcli.encounter.schema import Arena, Encounter, Member
    from combatcli.toml import Value

    A_co = typing.TypeVar("A_co", bound=Arena, covariant=True)
    C_co = typing.TypeVar("C_co", bound=Member, covariant=True)
    E = typing.TypeVar("E", bound=Encounter)
    R = typing.TypeVar("R", bound=Struct)
    Renamed = Callable[["Name", str], str | None]
    Holds: typing.TypeAlias = "Name | _Each | _Either | type[Struct]"

    class HasArenas(typing.Protocol[A_co]):
        """An encounter with arenas of a game's own type."""

        @property
        def arenas(self) -> Mapping[str, A_co]:
            """By name."""

    class HasCombatants(typing.Protocol[C_co]):
        """An encounter with combatants of a game's own type."""

        @property
        def combatants(self) -> Mapping[str, C_co]:
            """By id."""


HERE = "this encounter"
PATTERN = "*?["
"""The characters that make a word a pattern."""


class Name(Record):
    """A reference in a key's text: to something of a ``kind``, or one of the words that mean something ``else_``.

    A ``lasting`` reference may stay when its combatant is gone.
    """

    kinds: tuple[str, ...]
    else_: tuple[str, ...] = ()
    lasting: bool = False


def named(*kinds: str, words: Iterable[str] = (), lasting: bool = False) -> Meta:
    """Return the mark of a key whose text names something of a kind, or is one of some words, in any letter case."""
    return Meta(extra={"name": Name(kinds, tuple(words), lasting)})


CombatantId = Annotated[str, named("combatant")]
ArenaName = Annotated[str, named("arena")]
WeaponName = Annotated[str, named("weapon", words=("unarmed",))]
CombatantOrArena = Annotated[str, named("combatant", "arena")]
PerhapsCombatant = Annotated[str, named("combatant", lasting=True)]
"""A word of a command that may be a combatant or something else."""
Author = Annotated[str, named("combatant", words=("",), lasting=True)]
"""The combatant who caused something, who may have left since; empty for nobody."""


class Problem(Record):
    """An inconsistency in an encounter: its path and its message.

    ``quoted`` is the wrong text, one of several under the same key; a message names its line.
    """

    path: str
    message: str
    hint: str = ""
    quoted: str | None = None


class _Field(Record):
    attribute: str
    key: str
    required: bool
    default: object
    holds: Holds


class _Each(Record):
    """A list or table whose values hold references; ``key`` is the reference in each of its keys."""

    holds: Holds
    key: Name | None = None


class _Either(Record):
    """A value of one of several types."""

    options: tuple[Holds, ...]


@cache
def _fields(type_: type[Struct]) -> tuple[_Field, ...]:
    """Return the fields of a table that hold references at any depth."""
    return tuple(
        _Field(field.name, field.encode_name, field.required, default_of(field), held)
        for field in fields(type_)
        if (held := _holds(field.type)) is not None
    )


def default_of(field: FieldInfo) -> object:
    """Return the default of a field; None where it is required."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return None if field.default is NODEFAULT else field.default


def _holds(type_: Any) -> Holds | None:
    """Return the references that a type holds; None if it holds none."""
    origin = typing.get_origin(type_)
    if origin is None:
        return type_ if isinstance(type_, type) and issubclass(type_, Struct) and _fields(type_) else None
    if origin is Annotated:
        marks = [mark.extra["name"] for mark in type_.__metadata__ if isinstance(mark, Meta) and mark.extra]
        return marks[0] if marks else _holds(type_.__origin__)
    arguments = typing.get_args(type_)
    if origin in (typing.Union, types.UnionType):
        options = tuple(held for argument in arguments if (held := _holds(argument)) is not None)
        return _Either(options) if options else None
    if not arguments or origin is typing.Literal:
        return None
    held = _holds(arguments[-1])
    key = _holds(arguments[0]) if origin is dict else None
    if isinstance(key, Name):
        return _Each(held or _Either(()), key)
    return _Each(held) if held is not None else None


def _fitting(holds: Holds, value: object) -> Name | _Each | type[Struct] | None:
    """Return the type of a union that fits a value; None if it holds no references."""
    options = holds.options if isinstance(holds, _Either) else (holds,)
    for option in options:
        if isinstance(option, _Either):
            continue
        wanted: Any = str if isinstance(option, Name) else (list, dict) if isinstance(option, _Each) else option
        if isinstance(value, wanted):
            return option
    return None


def find_dangling(fight: Encounter) -> Iterator[Problem]:
    """Yield the dangling references."""
    number = 0
    for path, name, word, owner in _names(fight, type(fight), "", fight):
        if name.lasting or word in name.else_ or any(word in table for table in _tables(fight, name, owner)):
            continue
        number += 1
        # The nearest name takes longest to find; problems that are not listed do without.
        hint = nearest(word, _known(fight, name, owner)) if number <= MOST_LISTED else ""
        yield Problem(path, f'there is no {" or ".join(name.kinds)} "{word}"', hint)


def _tables(fight: Encounter, name: Name, owner: object) -> Iterator[Collection[str]]:
    """Yield the tables that a reference may point into; a weapon is its owner's."""
    for kind in name.kinds:
        if kind == "combatant":
            yield fight.combatants
        else:
            yield fight.arenas if kind == "arena" else getattr(owner, "weapons", {})


def _known(fight: Encounter, name: Name, owner: object) -> list[str]:
    return [other for table in _tables(fight, name, owner) for other in table]


def _names(value: Value, holds: Holds, path: str, owner: object) -> Iterator[tuple[str, Name, str, object]]:
    """Yield all references: the path, what it may name, the word, and its owner."""
    held = _fitting(holds, value)
    if isinstance(held, Name):
        yield path, held, value, owner
    elif isinstance(held, _Each):
        items = value.items() if isinstance(value, dict) else enumerate(value, 1)
        for place, item in items:
            listed = isinstance(value, list) and isinstance(item, str)
            if held.key is not None:
                yield path, held.key, str(place), owner
            yield from _names(item, held.holds, path if listed else f"{path}.{place}".lstrip("."), owner)
    elif held is not None:
        owner = value if hasattr(value, "weapons") else owner
        for field in _fields(held):
            inner = getattr(value, field.attribute)
            # Most keys of most combatants are empty, and so without references.
            if inner or inner == "":
                yield from _names(inner, field.holds, f"{path}.{field.key}".lstrip("."), owner)


_GONE = object()


def without(fight: E, kind: str, gone: str) -> E:
    """Return an encounter without a combatant or an arena and without references to it, except lasting ones.

    A table that needs the reference, such as a pending hit on the combatant, is removed, too.
    """
    table = {"combatant": "combatants", "arena": "arenas"}[kind]
    left = fight.changed(**{table: {name: owner for name, owner in getattr(fight, table).items() if name != gone}})

    def forget(name: Name, word: str) -> str | None:
        return None if word == gone and kind in name.kinds and not name.lasting else word

    forgotten: E = _rewrite(left, type(left), forget)
    whole = {key: [pair for pair in getattr(forgotten, key) if len(pair) > 1] for key in ("pairs", "chosen")}
    return forgotten.changed(**whole) if any(whole.values()) or forgotten.pairs or forgotten.chosen else forgotten


def rename(fight: E, kind: str, old: str, new: str) -> E:
    """Return an encounter in which all references to one thing of a kind are to another; a list has it once."""

    def rename(name: Name, word: str) -> str:
        return new if word == old and kind in name.kinds else word

    changed: E = _rewrite(fight, type(fight), rename)
    return changed


def with_ids(request: R, fight: Encounter, *, abbreviated: bool = False) -> R:
    """Return a request in which names, and ids in another letter case, are replaced by ids.

    ``abbreviated`` accepts the unique beginning of a name. A weapon is one of the acting combatant's.
    """
    if not _fields(type(request)):
        return request

    who = getattr(request, "attacker", None) or getattr(request, "who", None)
    owner = fight.combatants.get(id_of(fight, who, abbreviated=abbreviated)) if isinstance(who, str) else None

    def to_id(name: Name, word: str) -> str:
        return _id_of(fight, name, word, owner, abbreviated=abbreviated)

    named: R = _rewrite(request, type(request), to_id)
    return named


def check_named(request: Struct, fight: Encounter) -> None:
    """Refuse a request with an unknown combatant; RefusedError names the nearest one."""
    for _, name, word, _ in _names(request, type(request), "", fight):
        if name.kinds == ("combatant",) and not name.lasting and word:
            combatant_named(fight, word)


def id_of(fight: Encounter, word: str, *, abbreviated: bool = False) -> str:
    """Return the id of the combatant with this id in any case, or this display name; else the word itself."""
    return _id_of(fight, Name(("combatant",)), word, abbreviated=abbreviated)


def is_id(word: str) -> bool:
    """Tell whether a word may be an id: it can be typed, has no =, and is not the dot, which means the encounter."""
    return bool(word.strip()) and word != "." and "=" not in word and not has_controls(word)


def has_controls(word: str) -> bool:
    """Tell whether a word has characters that nobody types on a command line: NUL, tabs, line breaks."""
    return any(letter < " " or letter == "\x7f" for letter in word)


def names_by_key(type_: type[Struct]) -> dict[str, list[Name]]:
    """Return the possible references in a request or table, by key."""
    return {field.key: _all_names(field.holds) for field in _fields(type_)}


def _all_names(holds: Holds) -> list[Name]:
    if isinstance(holds, Name):
        return [holds]
    if isinstance(holds, _Each):
        return _all_names(holds.holds)
    parts = holds.options if isinstance(holds, _Either) else [field.holds for field in _fields(holds)]
    return [name for part in parts for name in _all_names(part)]


def _id_of(fight: Encounter, name: Name, word: str, owner: object = None, *, abbreviated: bool = False) -> str:
    options = [*_known(fight, name, owner), *name.else_]
    if not word or word in options:
        return word
    called = fight.names() if "combatant" in name.kinds else {}
    names_of = {option: (option.casefold(), called.get(option, option).casefold()) for option in options}
    wanted = word.casefold()
    matches = [who for who, names in names_of.items() if wanted in names]
    if not matches and abbreviated and not word.isdecimal():
        matches = [who for who, names in names_of.items() if any(own.startswith(wanted) for own in names)]
    return matches[0] if len(matches) == 1 else word


def _rewrite(value: Value, holds: Holds, rename: Renamed) -> Value:
    """Return a value with its references renamed: the same object if none is, _GONE if a needed one is removed."""
    held = _fitting(holds, value)
    if isinstance(held, Name):
        word = rename(held, value)
        return _GONE if word is None else word
    if isinstance(held, _Each):
        return _rewrite_each(value, held, rename)
    if held is None:
        return value
    changes = {}
    for field in _fields(held):
        old = getattr(value, field.attribute)
        new = _rewrite(old, field.holds, rename)
        if new is _GONE and field.required:
            return _GONE
        if new is not old:
            changes[field.attribute] = field.default if new is _GONE else new
    return replace(value, **changes) if changes else value


def _rewrite_each(value: Value, held: _Each, rename: Renamed) -> Value:
    if isinstance(value, dict):
        keys = {key: rename(held.key, key) if held.key is not None else key for key in value}
        table = {key: _rewrite(item, held.holds, rename) for key, item in value.items()}
        same = all(keys[key] == key and table[key] is item for key, item in value.items())
        return value if same else {keys[key]: inner for key, inner in table.items() if keys[key] and inner is not _GONE}
    items = [_rewrite(item, held.holds, rename) for item in value]
    if all(new is old for new, old in zip(items, value, strict=True)):
        return value
    kept = [item for item in items if item is not _GONE]
    return list(dict.fromkeys(kept)) if all(isinstance(name, str) for name in kept) else kept


def combatant_named(fight: HasCombatants[C_co], who: str, where: str = HERE) -> C_co:
    """Return the combatant of an id; RefusedError names the nearest one, and ``where`` it was looked for."""
    try:
        return fight.combatants[who]
    except KeyError:
        bearers = [other for other, one in fight.combatants.items() if one.name.casefold() == who.casefold()]
        if who and len(bearers) > 1:
            raise RefusedError(f'several are called "{who}"', f"Write who: {shortlist(bearers, FEW)}.") from None
        if fits := matching(who, fight.combatants):
            raise RefusedError(
                f'"{who}" is a pattern, and here one combatant is named', f"Fits: {shortlist(fits, FEW)}."
            ) from None
        is_face = who.replace(",", "").isdecimal() and not any(map(str.isdecimal, fight.combatants))
        hint = "Faces have commas between: --dice 10,4,3" if is_face else nearest(who, fight.combatants)
        raise RefusedError(f'there is no combatant "{who}" in {where}', hint) from None


def matching(pattern: str, ids: Collection[str]) -> list[str]:
    """Return the ids that a pattern as in a shell matches, in any case: goblin*; none for a word that is no pattern."""
    if not set(pattern) & set(PATTERN):
        return []
    from fnmatch import fnmatchcase

    plain = pattern.casefold().replace("[^", "[!")
    return [who for who in ids if fnmatchcase(who.casefold(), plain)]


def arena_named(fight: HasArenas[A_co], name: str) -> A_co:
    """Return the arena of a name; RefusedError names the nearest one."""
    try:
        return fight.arenas[name]
    except KeyError:
        hint = nearest(name, fight.arenas) or "`combatcli arena add NAME` makes one."
        raise RefusedError(f'there is no arena "{name}" in {HERE}', hint) from None
