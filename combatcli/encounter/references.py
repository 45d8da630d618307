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
    Renamed = Callable[["Reference", str], str | None]
    Holds: typing.TypeAlias = "Reference | _ReferencesInEach | _ReferencesInUnion | type[Struct]"

    class HasArenas(typing.Protocol[A_co]):
        """An encounter with arenas of a game's own type."""

        @property
        def arenas(self) -> Mapping[str, A_co]:
            """The arenas by name."""

    class HasCombatants(typing.Protocol[C_co]):
        """An encounter with combatants of a game's own type."""

        @property
        def combatants(self) -> Mapping[str, C_co]:
            """The combatants by id."""


HERE = "this encounter"
PATTERN = "*?["
"""The characters that make a word a pattern."""


class Reference(Record):
    """A reference in a key's text: to something of a ``kind``, or one of the words that mean something ``else_``.

    A ``lasting`` reference may stay when its combatant is gone.
    """

    kinds: tuple[str, ...]
    else_: tuple[str, ...] = ()
    lasting: bool = False


def reference_mark(*kinds: str, words: Iterable[str] = (), lasting: bool = False) -> Meta:
    """Return the mark of a key whose text names something of a kind, or is one of some words, in any letter case."""
    return Meta(extra={"name": Reference(kinds, tuple(words), lasting)})


CombatantId = Annotated[str, reference_mark("combatant")]
ArenaName = Annotated[str, reference_mark("arena")]
WeaponName = Annotated[str, reference_mark("weapon", words=("unarmed",))]
CombatantOrArena = Annotated[str, reference_mark("combatant", "arena")]
PerhapsCombatant = Annotated[str, reference_mark("combatant", lasting=True)]
"""A word of a command that may be a combatant or something else."""
Author = Annotated[str, reference_mark("combatant", words=("",), lasting=True)]
"""The combatant who caused something, who may have left since; empty for nobody."""


class Problem(Record):
    """An inconsistency in an encounter: its path and its message.

    ``quoted`` is the wrong text, one of several under the same key; a message names its line.
    """

    path: str
    message: str
    hint: str = ""
    quoted: str | None = None


class _FieldWithReferences(Record):
    attribute: str
    key: str
    required: bool
    default: object
    holds: Holds


class _ReferencesInEach(Record):
    """A list or table whose values hold references; ``key`` is the reference in each of its keys."""

    holds: Holds
    key: Reference | None = None


class _ReferencesInUnion(Record):
    """A value of one of several types."""

    options: tuple[Holds, ...]


@cache
def _fields_with_references(type_: type[Struct]) -> tuple[_FieldWithReferences, ...]:
    """Return the fields of a table that hold references at any depth."""
    return tuple(
        _FieldWithReferences(field.name, field.encode_name, field.required, default_of_field(field), references)
        for field in fields(type_)
        if (references := _references_in_type(field.type)) is not None
    )


def default_of_field(field: FieldInfo) -> object:
    """Return the default of a field; None where it is required."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return None if field.default is NODEFAULT else field.default


def defaults_by_key(type_: type[Struct]) -> dict[str, object]:
    """Return the default of each key of a table."""
    return {field.encode_name: default_of_field(field) for field in fields(type_)}


def _references_in_type(type_: Any) -> Holds | None:
    """Return the references that a type holds; None if it holds none."""
    origin = typing.get_origin(type_)
    if origin is None:
        return (
            type_ if isinstance(type_, type) and issubclass(type_, Struct) and _fields_with_references(type_) else None
        )
    if origin is Annotated:
        marks = [mark.extra["name"] for mark in type_.__metadata__ if isinstance(mark, Meta) and mark.extra]
        return marks[0] if marks else _references_in_type(type_.__origin__)
    arguments = typing.get_args(type_)
    if origin in (typing.Union, types.UnionType):
        options = tuple(
            references for argument in arguments if (references := _references_in_type(argument)) is not None
        )
        return _ReferencesInUnion(options) if options else None
    if not arguments or origin is typing.Literal:
        return None
    references = _references_in_type(arguments[-1])
    key = _references_in_type(arguments[0]) if origin is dict else None
    if isinstance(key, Reference):
        return _ReferencesInEach(references or _ReferencesInUnion(()), key)
    return _ReferencesInEach(references) if references is not None else None


def _fitting_type(holds: Holds, value: object) -> Reference | _ReferencesInEach | type[Struct] | None:
    """Return the type of a union that fits a value; None if it holds no references."""
    options = holds.options if isinstance(holds, _ReferencesInUnion) else (holds,)
    for option in options:
        if isinstance(option, _ReferencesInUnion):
            continue
        wanted: Any = (
            str if isinstance(option, Reference) else (list, dict) if isinstance(option, _ReferencesInEach) else option
        )
        if isinstance(value, wanted):
            return option
    return None


def dangling_references(fight: Encounter) -> Iterator[Problem]:
    """Yield the dangling references."""
    number = 0
    for path, name, word, owner in _references_in_value(fight, type(fight), "", fight):
        if (
            name.lasting
            or word in name.else_
            or any(word in table for table in _tables_pointed_into(fight, name, owner))
        ):
            continue
        number += 1
        # The nearest name takes longest to find; problems that are not listed do without.
        hint = nearest(word, _names_pointed_to(fight, name, owner)) if number <= MOST_LISTED else ""
        yield Problem(path, f'there is no {" or ".join(name.kinds)} "{word}"', hint)


def _tables_pointed_into(fight: Encounter, name: Reference, owner: object) -> Iterator[Collection[str]]:
    """Yield the tables that a reference may point into; a weapon is its owner's."""
    for kind in name.kinds:
        if kind == "combatant":
            yield fight.combatants
        else:
            yield fight.arenas if kind == "arena" else getattr(owner, "weapons", {})


def _names_pointed_to(fight: Encounter, name: Reference, owner: object) -> list[str]:
    return [other for table in _tables_pointed_into(fight, name, owner) for other in table]


def _references_in_value(
    value: Value, holds: Holds, path: str, owner: object
) -> Iterator[tuple[str, Reference, str, object]]:
    """Yield all references: the path, what it may name, the word, and its owner."""
    fitting = _fitting_type(holds, value)
    if isinstance(fitting, Reference):
        yield path, fitting, value, owner
    elif isinstance(fitting, _ReferencesInEach):
        items = value.items() if isinstance(value, dict) else enumerate(value, 1)
        for place, item in items:
            listed = isinstance(value, list) and isinstance(item, str)
            if fitting.key is not None:
                yield path, fitting.key, str(place), owner
            yield from _references_in_value(
                item, fitting.holds, path if listed else f"{path}.{place}".lstrip("."), owner
            )
    elif fitting is not None:
        owner = value if hasattr(value, "weapons") else owner
        for field in _fields_with_references(fitting):
            inner = getattr(value, field.attribute)
            # Most keys of most combatants are empty, and so without references.
            if inner or inner == "":
                yield from _references_in_value(inner, field.holds, f"{path}.{field.key}".lstrip("."), owner)


_GONE = object()


def without_member_or_arena(fight: E, kind: str, gone: str) -> E:
    """Return an encounter without a combatant or an arena and without references to it, except lasting ones.

    A table that needs the reference, such as a pending hit on the combatant, is removed, too.
    """
    table = {"combatant": "combatants", "arena": "arenas"}[kind]
    left = fight.changed(**{table: {name: owner for name, owner in getattr(fight, table).items() if name != gone}})

    def forget(name: Reference, word: str) -> str | None:
        return None if word == gone and kind in name.kinds and not name.lasting else word

    forgotten: E = _rename_in_value(left, type(left), forget)
    whole = {key: [pair for pair in getattr(forgotten, key) if len(pair) > 1] for key in ("pairs", "chosen")}
    return forgotten.changed(**whole) if any(whole.values()) or forgotten.pairs or forgotten.chosen else forgotten


def with_references_renamed(fight: E, kind: str, old: str, new: str) -> E:
    """Return an encounter in which all references to one thing of a kind are to another; a list has it once."""

    def rename(name: Reference, word: str) -> str:
        return new if word == old and kind in name.kinds else word

    changed: E = _rename_in_value(fight, type(fight), rename)
    return changed


def with_ids(request: R, fight: Encounter, *, abbreviated: bool = False) -> R:
    """Return a request in which names, and ids in another letter case, are replaced by ids.

    ``abbreviated`` accepts the unique beginning of a name. A weapon is one of the acting combatant's.
    """
    if not _fields_with_references(type(request)):
        return request

    who = getattr(request, "attacker", None) or getattr(request, "who", None)
    owner = fight.combatants.get(id_or_word(fight, who, abbreviated=abbreviated)) if isinstance(who, str) else None

    def to_id(name: Reference, word: str) -> str:
        return _id_of(fight, name, word, owner, abbreviated=abbreviated)

    named: R = _rename_in_value(request, type(request), to_id)
    return named


def check_combatants_exist(request: Struct, fight: Encounter) -> None:
    """Refuse a request with an unknown combatant; RefusedError names the nearest one."""
    for _, name, word, _ in _references_in_value(request, type(request), "", fight):
        if name.kinds == ("combatant",) and not name.lasting and word:
            combatant_named(fight, word)


def id_or_word(fight: Encounter, word: str, *, abbreviated: bool = False) -> str:
    """Return the id of the combatant with this id in any case, or this display name; else the word itself."""
    return _id_of(fight, Reference(("combatant",)), word, abbreviated=abbreviated)


def references_by_key(type_: type[Struct]) -> dict[str, list[Reference]]:
    """Return the possible references in a request or table, by key."""
    return {field.key: _all_references(field.holds) for field in _fields_with_references(type_)}


def _all_references(holds: Holds) -> list[Reference]:
    if isinstance(holds, Reference):
        return [holds]
    if isinstance(holds, _ReferencesInEach):
        return _all_references(holds.holds)
    parts = (
        holds.options
        if isinstance(holds, _ReferencesInUnion)
        else [field.holds for field in _fields_with_references(holds)]
    )
    return [name for part in parts for name in _all_references(part)]


def _id_of(fight: Encounter, name: Reference, word: str, owner: object = None, *, abbreviated: bool = False) -> str:
    options = [*_names_pointed_to(fight, name, owner), *name.else_]
    if not word or word in options:
        return word
    called = fight.names() if "combatant" in name.kinds else {}
    names_of = {option: (option.casefold(), called.get(option, option).casefold()) for option in options}
    wanted = word.casefold()
    matches = [who for who, names in names_of.items() if wanted in names]
    if not matches and abbreviated and not word.isdecimal():
        matches = [who for who, names in names_of.items() if any(own.startswith(wanted) for own in names)]
    return matches[0] if len(matches) == 1 else word


def _rename_in_value(value: Value, holds: Holds, rename: Renamed) -> Value:
    """Return a value with its references renamed: the same object if none is, _GONE if a needed one is removed."""
    fitting = _fitting_type(holds, value)
    if isinstance(fitting, Reference):
        word = rename(fitting, value)
        return _GONE if word is None else word
    if isinstance(fitting, _ReferencesInEach):
        return _rename_in_each(value, fitting, rename)
    if fitting is None:
        return value
    changes = {}
    for field in _fields_with_references(fitting):
        old = getattr(value, field.attribute)
        new = _rename_in_value(old, field.holds, rename)
        if new is _GONE and field.required:
            return _GONE
        if new is not old:
            changes[field.attribute] = field.default if new is _GONE else new
    return replace(value, **changes) if changes else value


def _rename_in_each(value: Value, references: _ReferencesInEach, rename: Renamed) -> Value:
    if isinstance(value, dict):
        keys = {key: rename(references.key, key) if references.key is not None else key for key in value}
        table = {key: _rename_in_value(item, references.holds, rename) for key, item in value.items()}
        same = all(keys[key] == key and table[key] is item for key, item in value.items())
        return value if same else {keys[key]: inner for key, inner in table.items() if keys[key] and inner is not _GONE}
    items = [_rename_in_value(item, references.holds, rename) for item in value]
    if all(new is old for new, old in zip(items, value, strict=True)):
        return value
    remaining = [item for item in items if item is not _GONE]
    return list(dict.fromkeys(remaining)) if all(isinstance(name, str) for name in remaining) else remaining


def combatant_named(fight: HasCombatants[C_co], who: str, where: str = HERE) -> C_co:
    """Return the combatant of an id; RefusedError names the nearest one, and ``where`` it was looked for."""
    try:
        return fight.combatants[who]
    except KeyError:
        bearers = [other for other, one in fight.combatants.items() if one.name.casefold() == who.casefold()]
        if who and len(bearers) > 1:
            raise RefusedError(f'several are called "{who}"', f"Write who: {shortlist(bearers, FEW)}.") from None
        if fits := ids_matching(who, fight.combatants):
            raise RefusedError(
                f'"{who}" is a pattern, and here one combatant is named', f"Fits: {shortlist(fits, FEW)}."
            ) from None
        is_face = who.replace(",", "").isdecimal() and not any(map(str.isdecimal, fight.combatants))
        hint = "Faces have commas between: --dice 10,4,3" if is_face else nearest(who, fight.combatants)
        raise RefusedError(f'there is no combatant "{who}" in {where}', hint) from None


def ids_matching(pattern: str, ids: Collection[str]) -> list[str]:
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
