"""References in an encounter to combatants, arenas and weapons, identified by the types of the keys.

So a dropped combatant is removed everywhere, a renamed thing is renamed everywhere, and a dangling name is found,
without code in any game.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
    S = typing.TypeVar("S", bound=Struct)
    Visit: typing.TypeAlias = "Callable[[Reference, str, str, object], str | None]"
    """A function of a reference, its word, its path and its owner; it returns the new word, None to remove it."""

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


_GONE = object()


class _Holder(Record):
    """What holds references: the types of such values, the references, and a function that visits those in a value.

    The function returns the value with the new words: the same object if all stay, _GONE if a needed one is removed.
    """

    types: tuple[type, ...]
    references: list[Reference]
    visited: Callable[[Value, Visit, str, object], Value]

    def visited_if_it_fits(self, value: Value, visit: Visit, path: str, owner: object) -> Value:
        """Return a value with its references visited; one of another type as it is."""
        return self.visited(value, visit, path, owner) if isinstance(value, self.types) else value


@cache
def _fields_with_references(type_: type[Struct]) -> list[tuple[FieldInfo, _Holder]]:
    """Return the fields of a table that hold references at any depth."""
    return [(field, holder) for field in fields(type_) if (holder := _holder_of_type(field.type)) is not None]


def default_of_field(field: FieldInfo) -> object:
    """Return the default of a field; None where it is required."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return None if field.default is NODEFAULT else field.default


def defaults_by_key(type_: type[Struct]) -> dict[str, object]:
    """Return the default of each key of a table."""
    return {field.encode_name: default_of_field(field) for field in fields(type_)}


def _holder_of_type(type_: Any) -> _Holder | None:
    """Return what holds the references in values of a type; None if there are none."""
    origin, arguments = typing.get_origin(type_), typing.get_args(type_)
    if origin is None:
        is_table = isinstance(type_, type) and issubclass(type_, Struct) and bool(_fields_with_references(type_))
        return _table_holder(type_) if is_table else None
    if origin is Annotated:
        marks = [mark.extra["name"] for mark in type_.__metadata__ if isinstance(mark, Meta) and mark.extra]
        return _text_holder(marks[0]) if marks else _holder_of_type(type_.__origin__)
    if origin in (typing.Union, types.UnionType):
        options = [holder for each in arguments if (holder := _holder_of_type(each)) is not None]
        return _union_holder(options) if options else None
    if not arguments or origin is typing.Literal:
        return None
    item = _holder_of_type(arguments[-1])
    key = _holder_of_type(arguments[0]) if origin is dict else None
    return _collection_holder(item or _union_holder([]), key) if item is not None or key is not None else None


def _text_holder(reference: Reference) -> _Holder:
    def visited(word: Value, visit: Visit, path: str, owner: object) -> Value:
        new = visit(reference, word, path, owner)
        return _GONE if new is None else new

    return _Holder((str,), [reference], visited)


def _union_holder(options: Sequence[_Holder]) -> _Holder:
    def visited(value: Value, visit: Visit, path: str, owner: object) -> Value:
        fitting = next(holder for holder in options if isinstance(value, holder.types))
        return fitting.visited(value, visit, path, owner)

    types_ = [type_ for holder in options for type_ in holder.types]
    return _Holder((*types_,), [each for holder in options for each in holder.references], visited)


def _collection_holder(item: _Holder, key: _Holder | None) -> _Holder:
    """Return the holder of a list or table by its items, and by its keys if these are references."""

    def visited_table(table: Value, visit: Visit, path: str, owner: object) -> Value:
        new = {}
        for name, value in table.items():
            called = name if key is None else key.visited(name, visit, path, owner)
            inner = item.visited_if_it_fits(value, visit, f"{path}.{name}".lstrip("."), owner)
            if called is not _GONE and inner is not _GONE:
                new[called] = inner
        same = new.keys() == table.keys() and all(new[name] is value for name, value in table.items())
        return table if same else new

    def visited(value: Value, visit: Visit, path: str, owner: object) -> Value:
        if isinstance(value, dict):
            return visited_table(value, visit, path, owner)
        items = [
            item.visited_if_it_fits(each, visit, path if isinstance(each, str) else f"{path}.{place}", owner)
            for place, each in enumerate(value, 1)
        ]
        if all(new is old for new, old in zip(items, value, strict=True)):
            return value
        remaining = [each for each in items if each is not _GONE]
        return list(dict.fromkeys(remaining)) if all(isinstance(each, str) for each in remaining) else remaining

    return _Holder((list, dict), item.references, visited)


def _table_holder(type_: type[Struct]) -> _Holder:
    held = _fields_with_references(type_)

    def visited(table: Value, visit: Visit, path: str, owner: object) -> Value:
        owner = table if hasattr(table, "weapons") else owner
        changes = {}
        for field, holder in held:
            old = getattr(table, field.name)
            # Most keys of most combatants are empty, and so without references.
            if not old and old != "":
                continue
            new = holder.visited_if_it_fits(old, visit, f"{path}.{field.encode_name}".lstrip("."), owner)
            if new is _GONE and field.required:
                return _GONE
            if new is not old:
                changes[field.name] = default_of_field(field) if new is _GONE else new
        return replace(table, **changes) if changes else table

    return _Holder((type_,), [each for _, holder in held for each in holder.references], visited)


def _with_words_visited(table: S, visit: Visit) -> S:
    """Return a table with the words that ``visit`` returns for its references, at any depth."""
    changed: S = _table_holder(type(table)).visited(table, visit, "", None)
    return changed


def _references_in(table: Struct) -> list[tuple[str, Reference, str, object]]:
    """Return all references in a table: the path, what it may name, the word, and its owner."""
    references: list[tuple[str, Reference, str, object]] = []

    def note(reference: Reference, word: str, path: str, owner: object) -> str:
        references.append((path, reference, word, owner))
        return word

    _with_words_visited(table, note)
    return references


def dangling_references(fight: Encounter) -> Iterator[Problem]:
    """Yield the dangling references."""
    number = 0
    for path, name, word, owner in _references_in(fight):
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


def without_member_or_arena(fight: E, kind: str, gone: str) -> E:
    """Return an encounter without a combatant or an arena and without references to it, except lasting ones.

    A table that needs the reference, such as a pending hit on the combatant, is removed, too.
    """
    table = {"combatant": "combatants", "arena": "arenas"}[kind]
    left = fight.changed(**{table: {name: owner for name, owner in getattr(fight, table).items() if name != gone}})

    def forget(name: Reference, word: str, *_: object) -> str | None:
        return None if word == gone and kind in name.kinds and not name.lasting else word

    forgotten = _with_words_visited(left, forget)
    whole = {key: [pair for pair in getattr(forgotten, key) if len(pair) > 1] for key in ("pairs", "chosen")}
    return forgotten.changed(**whole) if any(whole.values()) or forgotten.pairs or forgotten.chosen else forgotten


def with_references_renamed(fight: E, kind: str, old: str, new: str) -> E:
    """Return an encounter in which all references to one thing of a kind are to another; a list has it once."""

    def rename(name: Reference, word: str, *_: object) -> str:
        return new if word == old and kind in name.kinds else word

    return _with_words_visited(fight, rename)


def with_ids(request: S, fight: Encounter, *, abbreviated: bool = False) -> S:
    """Return a request in which names, and ids in another letter case, are replaced by ids.

    ``abbreviated`` accepts the unique beginning of a name. A weapon is one of the acting combatant's.
    """
    if not _fields_with_references(type(request)):
        return request

    who = getattr(request, "attacker", None) or getattr(request, "who", None)
    owner = fight.combatants.get(id_or_word(fight, who, abbreviated=abbreviated)) if isinstance(who, str) else None

    def to_id(name: Reference, word: str, *_: object) -> str:
        return _id_of(fight, name, word, owner, abbreviated=abbreviated)

    return _with_words_visited(request, to_id)


def check_combatants_exist(request: Struct, fight: Encounter) -> None:
    """Refuse a request with an unknown combatant; RefusedError names the nearest one."""
    for _, name, word, _ in _references_in(request):
        if name.kinds == ("combatant",) and not name.lasting and word:
            combatant_named(fight, word)


def id_or_word(fight: Encounter, word: str, *, abbreviated: bool = False) -> str:
    """Return the id of the combatant with this id in any case, or this display name; else the word itself."""
    return _id_of(fight, Reference(("combatant",)), word, abbreviated=abbreviated)


def references_by_key(type_: type[Struct]) -> dict[str, list[Reference]]:
    """Return the possible references in a request or table, by key."""
    return {field.encode_name: holder.references for field, holder in _fields_with_references(type_)}


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
