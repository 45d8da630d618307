"""What may stand where on a line, from the declarations, the requests' types and the games' own data.

The shells' completion and `play` read the same.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import fields

from combatcli.declarations import CARDS, COLORS, Command, Option
from combatcli.encounter.references import names_by_key
from combatcli.pipeline.resolution import resolve
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.game import Game
from combatcli.rulesets.tactic_lines import verbs_of

NO_GAME = ""
"""The state of a line that no game is known of: whatever any of them takes is offered."""
FILES = "files"
BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that needs no quotes."""


class Offer(NamedTuple):
    """What may stand somewhere: names of these ``kinds`` from the encounter, and fixed words."""

    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __or__(self, other: Offer) -> Offer:
        """Return either."""
        return Offer(once(self.kinds, other.kinds), once(self.words, other.words))


class Item(NamedTuple):
    """An option of a line, as one or several games have it."""

    names: tuple[str, ...]
    help: str
    kind: str
    metavar: str
    many: bool
    offer: Offer

    @property
    def is_valued(self) -> bool:
        """Whether the next word is always its value."""
        return self.kind not in ("flag", "number or nothing")

    @property
    def takes_words(self) -> bool:
        """Whether it is a flag by which all words of the line are names, as WHO… after `declare --again`."""
        return self.kind == "flag" and bool(self.offer.kinds)


class Place(NamedTuple):
    """The words that may stand in a place among the plain words of a line; ``rest`` is all places from there on."""

    number: int
    rest: bool
    label: str
    offer: Offer


def is_fallen(member: Struct, game: Game) -> bool:
    """Tell whether somebody is fallen by what stands in the file."""
    for key, values in game.gone.items():
        state = getattr(member, key, None)
        words = state if isinstance(state, list) else [max(state, 0) if isinstance(state, int) else state]
        if any(str(word) in values for word in words):
            return True
    return False


def keys_to_vary(combatants: Mapping[str, object]) -> Iterator[str]:
    """Go through what a forecast may vary: tactics, and the numbers that stand in the file, as mira.wounds."""
    for who, member in combatants.items():
        if isinstance(member, dict):
            numbers = (path for key, value in member.items() for path in _numbers([key], value))
            for path in (["tactics"], *numbers):
                if all(BARE.fullmatch(key) for key in (who, *path)):
                    yield f"{who}.{'.'.join(path)}"


def _numbers(path: list[str], value: object) -> Iterator[list[str]]:
    """Go through the paths of the numbers in a value; of tables only weapons have any."""
    if isinstance(value, dict) and path[0] == "weapons":
        for key, inner in value.items():
            yield from _numbers([*path, key], inner)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def once(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return all words, each once."""
    return tuple(dict.fromkeys(word for group in groups for word in group if word))


def options_in(command: Command, game: Game) -> Iterator[Item]:
    """Return the options that a game takes: those of all games that it has a use for, and its own."""
    action = game.action(command.name) if command.played else None
    keys = {field.encode_name for field in fields(action.request)} if action is not None else set()
    for option in command.options_in(game):
        unused = action is not None and command.run is resolve and option in command.options
        if unused and option.key not in {*keys, "with", "against"}:
            continue
        if option is CARDS and not game.draws:
            continue
        yield _item(option, _offer(command, game, option.key, option))


def _item(option: Option, offer: Offer) -> Item:
    names = (option.name, option.short) if option.short else (option.name,)
    return Item(names, option.help, option.kind, option.metavar, option.many, offer)


def places_in(command: Command, game: Game) -> Iterator[Place]:
    """Return what may stand in each place; after one that takes many, whatever may follow it too."""
    arguments = command.arguments
    for number, argument in enumerate(arguments, 1):
        offer = _offer(command, game, argument.name)
        if not argument.many:
            yield Place(number, rest=False, label=argument.name, offer=offer)
            continue
        after = arguments[number:]
        if after:
            yield Place(number, rest=False, label=argument.name, offer=offer)
        for other in after:
            offer |= _offer(command, game, other.name)
        label = " or ".join(one.name for one in (argument, *after))
        yield Place(number + bool(after), rest=True, label=label, offer=offer)
        return


KINDS = {"combatant": "combatants", "arena": "arenas", "weapon": "weapons"}
METAVARS = {
    **dict.fromkeys(("WHO", "FOE", "NPC"), Offer(("combatants",))),
    **dict.fromkeys(("WHO=WHOM", "WHO=N"), Offer(("combatants=",))),
    "ARENA": Offer(("arenas",)),
    "KEY=VALUES": Offer(("keys=",)),
    "SIDE": Offer(("sides",)),
    "FILE": Offer((FILES,)),
    "WHEN": Offer(words=COLORS),
}


def _offer(command: Command, game: Game, key: str, option: Option | None = None) -> Offer:
    """Return what a game offers for a word or an option's value."""
    found = Offer(words=tuple(game.offers(command.name).get(key, ())))
    action = game.action(command.name) if command.played else None
    for name in names_by_key(action.request).get(key, ()) if action is not None else ():
        found |= Offer(tuple(KINDS[kind] for kind in name.kinds), name.else_)
    if option is not None:
        found |= METAVARS.get(option.metavar, Offer())
    if key == "vary":
        found |= Offer(words=tuple(f"house.{name}=" for name in game.switches))
    if key == "against" and any(argument.name == "trait" for argument in command.arguments):
        found |= Offer(("combatants",))
    return found | _said(command, game, key, found)


WORDS = {
    ("roll", "expressions"): Offer(("rolls",)),
    ("odds", "expressions"): Offer(("rolls",)),
    ("play", "fight"): Offer((FILES,)),
    ("drop", "id"): Offer(("combatants",)),
    ("rename", "old"): Offer(("combatants",)),
    ("set", "id"): Offer(("combatants",)),
}


def _said(command: Command, game: Game, key: str, found: Offer) -> Offer:
    """Return what stands in the place by the command's own word for it."""
    type_ = _type_of(game.encounter, "arenas" if command.name.startswith("arena") else "combatants")
    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    if key in ("ruleset", "game"):
        words = NAMES
    elif key == "kind" and not found.words:
        literals = _literals(typing.get_type_hints(type_).get(key))
        words = once(literal for literal in literals if isinstance(literal, str))
    elif key == "keys":
        begun = [f"tactics={verb.partition(' ')[0]}" for verb in verbs_of(game)]
        words = once((part for part in _keys(type_) if part != "tactics=" or not begun), begun)
        kinds = _naming_keys(command, type_)
    elif key in ("with", "against") and command.played and command.name != "arena breach":
        words = _bare_keys(type_)
    return WORDS.get((command.name, key), Offer(kinds, words))


def _type_of(type_: type[Struct], key: str) -> type[Struct]:
    """Return the type of the tables that stand in a table of them."""
    held: type[Struct] = typing.get_args(typing.get_type_hints(type_)[key])[-1]
    return held


def _literals(hint: object) -> list[object]:
    if typing.get_origin(hint) is typing.Literal:
        return list(typing.get_args(hint))
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return [literal for part in typing.get_args(hint) for literal in _literals(part)]
    return ["true", "false"] if hint is bool else []


def _keys(type_: type[Struct]) -> tuple[str, ...]:
    """Return what `key=value` may begin with: a word for each value where they are known, else the key alone."""
    hints = typing.get_type_hints(type_)
    found: list[str] = []
    for field in fields(type_):
        if not _is_plain(hints[field.name]):
            continue
        values = [literal for literal in _literals(hints[field.name]) if literal != ""]
        found += [f"{field.encode_name}={value}" for value in values] or [f"{field.encode_name}="]
    return tuple(found)


def keys_of_fight(state: str) -> tuple[str, ...]:
    """Return what `set .` may set of the encounter itself."""
    if state == NO_GAME:
        return ("round=", "phase=", "dice.seed=")
    game = load(state)
    keys = [key for key in _keys(game.encounter) if not key.startswith(("ruleset=", "phase="))]
    phases = [f"phase={phase}" for phase in game.phases]
    house = [
        f"house.{name}={value}"
        for name, type_ in game.switches.items()
        for value in (("true", "false") if type_ is bool else ("",))
    ]
    return once(keys, phases, house, ["dice.seed="])


def _naming_keys(command: Command, type_: type[Struct]) -> tuple[str, ...]:
    """Return the keys to be set whose values are names, each with the kind of them; who is new has no weapons yet."""
    named = {key: names[0].kinds[0] for key, names in names_by_key(type_).items() if names[0].kinds}
    plain = [key for key in named if f"{key}=" in _keys(type_)]
    sides = ("side=sides",) if "side=" in _keys(type_) else ()
    kinds = [f"{key}={KINDS[named[key]]}" for key in plain if named[key] != "weapon" or command.name == "set"]
    return (*sides, *kinds)


def _is_plain(hint: object) -> bool:
    """Tell whether a value is one word, no table and no list."""
    parts = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    return any(typing.get_origin(part) is typing.Literal or part in (str, int, float, bool) for part in parts)


def _bare_keys(type_: type[Struct]) -> tuple[str, ...]:
    """Return the keys of somebody who is described on the line, whose weapon's and armor's keys may stand bare."""
    hints = typing.get_type_hints(type_)
    found = _keys(type_)
    for key in ("weapons", "armor"):
        held = hints.get(key)
        inner = typing.get_args(held)[-1] if typing.get_args(held) else held
        if isinstance(inner, type) and issubclass(inner, Struct):
            found = once((word for word in found if word != f"{key}="), _keys(inner))
    return found
