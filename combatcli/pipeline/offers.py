"""Completions for each place on a line, from the declarations, the requests' types and the games' data."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import fields

from combatcli.declarations import CARDS, COLORS, Argument, Command, Option
from combatcli.encounter.references import names_by_key
from combatcli.pipeline.resolution import resolve
from combatcli.records import Record
from combatcli.rulesets import FILES as GAME_FILES
from combatcli.rulesets import NAMES, outside
from combatcli.rulesets.game import Game
from combatcli.rulesets.tactic_lines import verbs_of

FILES = "files"
ITSELF = "."
"""The encounter itself, as a word of `set`."""


class Offer(Record):
    """Completions: names of these ``kinds`` from the encounter, and fixed words."""

    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __or__(self, other: Offer) -> Offer:
        """Return the union."""
        return Offer(once(self.kinds, other.kinds), once(self.words, other.words))


def once(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return all words without duplicates."""
    return tuple(dict.fromkeys(word for group in groups for word in group if word))


def options_in(command: Command, game: Game) -> Iterator[Option]:
    """Yield the options that a game takes: the shared ones that it uses, and its own."""
    action = game.action(command.name) if command.played else None
    keys = {field.encode_name for field in fields(action.request)} if action is not None else set()
    for option in command.options_in(game):
        is_own = action is not None and command.run is resolve and option in command.options
        if (is_own and option.key not in {*keys, "with", "against"}) or (option is CARDS and not game.draws):
            continue
        yield option


def offer_at(command: Command, games: Sequence[Game], plain: Sequence[str]) -> Offer:
    """Return the completions of the word after plain ones; after a repeated argument also those of the next argument.

    With several possible games, keys to set are left out.
    """
    if command.name == "set" and plain[:1] == [ITSELF]:
        return Offer(words=keys_of_fight(games[0])) if len(games) == 1 else Offer()
    arguments, at = command.arguments, len(plain)
    many = next((number for number, argument in enumerate(arguments) if argument.many), len(arguments))
    return offer_for(command, games, arguments[at : at + 1] if at <= many else arguments[many:])


def offer_for(command: Command, games: Sequence[Game], words: Sequence[Argument | Option]) -> Offer:
    """Return the completions of games for arguments or options; with several games no keys to set."""
    offer = Offer()
    for game in games:
        for word in words:
            offer |= _offer(command, game, word)
    if len(games) == 1:
        return offer
    return Offer(offer.kinds, tuple(word for word in offer.words if "=" not in word))


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
    """Return a game's completions for an argument or an option's value."""
    key = word.key if isinstance(word, Option) else word.name
    offer = Offer(words=tuple(word.offers) if isinstance(word, Option) else ())
    action = game.action(command.name) if command.played else None
    for name in names_by_key(action.request).get(key, ()) if action is not None else ():
        offer |= Offer(tuple(KINDS[kind] for kind in name.kinds), name.else_)
    if isinstance(word, Option):
        offer |= METAVARS.get(word.metavar, Offer())
    elif word.choices:
        offer |= Offer(words=tuple(word.choices))
    if key == "vary":
        offer |= Offer(words=tuple(f"house.{name}=" for name in game.switches))
    if key == "against" and any(argument.name == "trait" for argument in command.arguments):
        offer |= Offer(("combatants",))
    return offer | (WORDS.get((command.name, key)) or _by_own_word(command, game, key, offer))


def _by_own_word(command: Command, game: Game, key: str, offer: Offer) -> Offer:
    """Return the completions by the command's own name of the argument."""
    if (command.name, key) == ("condition", "name"):
        return Offer(words=tuple(game.named_conditions))
    if key in ("ruleset", "game"):
        return Offer(words=(*NAMES, *GAME_FILES, *outside.entries()))
    if key == "kind" and not offer.words:
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
    """Return the type of a game's arenas for a command about arenas, else of its combatants."""
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
    """Return the completions of `key=value`: one for each possible value if these are known, else the key."""
    hints = typing.get_type_hints(type_)
    words: list[str] = []
    for field in fields(type_):
        if not _is_plain(hints[field.name]):
            continue
        values = [literal for literal in _literals(hints[field.name]) if literal != ""]
        words += [f"{field.encode_name}={value}" for value in values] or [f"{field.encode_name}="]
    return tuple(words)


def keys_of_fight(game: Game) -> tuple[str, ...]:
    """Return the keys of the encounter that `set .` may set."""
    keys = [key for key in _keys(game.encounter) if not key.startswith(("ruleset=", "phase="))]
    phases = [f"phase={phase}" for phase in game.phases]
    house = [
        f"house.{name}={value}"
        for name, type_ in game.switches.items()
        for value in (("true", "false") if type_ is bool else ("",))
    ]
    return once(keys, phases, house, ["dice.seed="])


def _naming_keys(command: Command, type_: type[Struct]) -> tuple[str, ...]:
    """Return the keys whose values are names, each with their kind; a new combatant has no weapons yet."""
    named = {key: names[0].kinds[0] for key, names in names_by_key(type_).items() if names[0].kinds}
    plain = [key for key in named if f"{key}=" in _keys(type_)]
    sides = ("side=sides",) if "side=" in _keys(type_) else ()
    kinds = [f"{key}={KINDS[named[key]]}" for key in plain if named[key] != "weapon" or command.name == "set"]
    return (*sides, *kinds)


def _is_plain(hint: object) -> bool:
    """Tell whether a value is one word, neither table nor list."""
    parts = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    return any(typing.get_origin(part) is typing.Literal or part in (str, int, float, bool) for part in parts)


def _bare_keys(type_: type[Struct]) -> tuple[str, ...]:
    """Return the keys of a combatant described on the line, including bare keys of weapons and armor."""
    hints = typing.get_type_hints(type_)
    words = _keys(type_)
    for key in ("weapons", "armor"):
        held = hints.get(key)
        inner = typing.get_args(held)[-1] if typing.get_args(held) else held
        if isinstance(inner, type) and issubclass(inner, Struct):
            words = once((word for word in words if word != f"{key}="), _keys(inner))
    return words
