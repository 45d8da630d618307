"""What may stand where on a line, from the declarations, the requests' types and the games' own data."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import fields

from combatcli.declarations import CARDS, COLORS, Argument, Command, Option
from combatcli.encounter.references import names_by_key
from combatcli.pipeline.resolution import resolve
from combatcli.rulesets import FILES as GAME_FILES
from combatcli.rulesets import NAMES, outside
from combatcli.rulesets.game import Game
from combatcli.rulesets.tactic_lines import verbs_of

FILES = "files"
ITSELF = "."
"""What `set` calls the encounter itself."""


class Offer(NamedTuple):
    """What may stand somewhere: names of these ``kinds`` from the encounter, and fixed words."""

    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __or__(self, other: Offer) -> Offer:
        """Return either."""
        return Offer(once(self.kinds, other.kinds), once(self.words, other.words))


def once(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return all words, each once."""
    return tuple(dict.fromkeys(word for group in groups for word in group if word))


def options_in(command: Command, game: Game) -> Iterator[Option]:
    """Return the options that a game takes: those of all games that it has a use for, and its own."""
    action = game.action(command.name) if command.played else None
    keys = {field.encode_name for field in fields(action.request)} if action is not None else set()
    for option in command.options_in(game):
        is_own = action is not None and command.run is resolve and option in command.options
        if (is_own and option.key not in {*keys, "with", "against"}) or (option is CARDS and not game.draws):
            continue
        yield option


def offer_at(command: Command, games: Sequence[Game], plain: Sequence[str]) -> Offer:
    """Return what may stand as the next word after plain ones; after one that takes many, whatever may follow it too.

    Where it is not known which of several games is played, keys to be set are none that all have.
    """
    if command.name == "set" and plain[:1] == [ITSELF]:
        return Offer(words=keys_of_fight(games[0])) if len(games) == 1 else Offer()
    arguments, at = command.arguments, len(plain)
    many = next((number for number, argument in enumerate(arguments) if argument.many), len(arguments))
    return offer_for(command, games, arguments[at : at + 1] if at <= many else arguments[many:])


def offer_for(command: Command, games: Sequence[Game], words: Sequence[Argument | Option]) -> Offer:
    """Return what games offer for words or the values of options; of several that may be played no keys to be set."""
    found = Offer()
    for game in games:
        for word in words:
            found |= _offer(command, game, word)
    if len(games) == 1:
        return found
    return Offer(found.kinds, tuple(word for word in found.words if "=" not in word))


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
WORDS = {
    ("roll", "expressions"): Offer(("rolls",)),
    ("odds", "expressions"): Offer(("rolls",)),
    ("rules", "words"): Offer(("rules",)),
    ("play", "fight"): Offer((FILES,)),
    ("drop", "id"): Offer(("combatants",)),
    ("rename", "old"): Offer(("combatants",)),
    ("set", "id"): Offer(("combatants",)),
}


def _offer(command: Command, game: Game, word: Argument | Option) -> Offer:
    """Return what a game offers for a word or an option's value."""
    key = word.key if isinstance(word, Option) else word.name
    found = Offer(words=tuple(game.offers(command.name).get(key, ())))
    action = game.action(command.name) if command.played else None
    for name in names_by_key(action.request).get(key, ()) if action is not None else ():
        found |= Offer(tuple(KINDS[kind] for kind in name.kinds), name.else_)
    if isinstance(word, Option):
        found |= METAVARS.get(word.metavar, Offer())
    elif word.choices:
        found |= Offer(words=tuple(word.choices))
    if key == "vary":
        found |= Offer(words=tuple(f"house.{name}=" for name in game.switches))
    if key == "against" and any(argument.name == "trait" for argument in command.arguments):
        found |= Offer(("combatants",))
    return found | (WORDS.get((command.name, key)) or _said(command, game, key, found))


def _said(command: Command, game: Game, key: str, found: Offer) -> Offer:
    """Return what stands in the place by the command's own word for it."""
    if key in ("ruleset", "game"):
        return Offer(words=(*NAMES, *GAME_FILES, *outside.entries()))
    if key == "kind" and not found.words:
        hint = typing.get_type_hints(_type_of(command, game)).get(key)
        return Offer(words=once(literal for literal in _literals(hint) if isinstance(literal, str)))
    if key == "keys":
        type_ = _type_of(command, game)
        begun = [f"tactics={verb.partition(' ')[0]}" for verb in verbs_of(game)]
        words = once((part for part in _keys(type_) if part != "tactics=" or not begun), begun)
        return Offer(_naming_keys(command, type_), words)
    if key in ("with", "against") and command.played and command.name != "arena breach":
        return Offer(words=_bare_keys(_type_of(command, game)))
    return Offer()


def _type_of(command: Command, game: Game) -> type[Struct]:
    """Return the type of the arenas of a game, for a command that is about them, else of its combatants."""
    key = "arenas" if command.name.startswith("arena") else "combatants"
    held: type[Struct] = typing.get_args(typing.get_type_hints(game.encounter)[key])[-1]
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


def keys_of_fight(game: Game) -> tuple[str, ...]:
    """Return what `set .` may set of the encounter itself."""
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
