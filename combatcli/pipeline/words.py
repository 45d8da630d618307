"""TAB in `play`: what may stand at the cursor, of this game and of this fight, by the table that the shells read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from combatcli.declarations import Command, CommandGroup, Shell
from combatcli.errors import CombatError
from combatcli.pipeline.offers import Item, Offer, keys_of_fight, options_in, places_in
from combatcli.rulesets.game import Game

NUMBER = re.compile(r"-[0-9.]")
BARE = re.compile(r"[^\s'\"\\#;]*")
ITSELF = "."
"""What `set` calls the encounter itself."""


class Names(NamedTuple):
    """Who is in a fight, the living first, and what else has a name there; ``weapons`` by their owner."""

    game: Game
    combatants: Sequence[str]
    arenas: Sequence[str]
    sides: Sequence[str]
    weapons: Mapping[str, Sequence[str]]
    rolls: Sequence[str] = ()
    keys: Sequence[str] = ()

    def of(self, kind: str, owner: str) -> Iterator[str]:
        """Go through the names of a kind; one with = behind it, or KEY= before it, is written so."""
        key, equals, named = kind.partition("=")
        if equals and named:
            yield from (f"{key}={name}" for name in self.of(named, owner))
        elif equals:
            yield from (f"{name}=" for name in self.of(key, owner))
        elif key == "weapons":
            owners = {owner.casefold()} if owner in self.combatants else {who.casefold() for who in self.weapons}
            yield from dict.fromkeys(
                name for who, held in self.weapons.items() if who.casefold() in owners for name in held
            )
        elif key in self._fields:
            yield from getattr(self, key)


def last_command(line: str) -> tuple[list[str], str, bool] | None:
    """Return the words of the last command of a line, the word that is begun, and whether it is quoted.

    None where it is a remark.
    """
    words: list[str] = []
    word, quote, is_quoted = "", "", False
    for char in line:
        if quote:
            if char == quote:
                quote = ""
            else:
                word += char
        elif char in "'\"":
            quote, is_quoted = char, True
        elif char == "#":
            return None
        elif char == ";":
            words, word, is_quoted = [], "", False
        elif char.isspace():
            words += [word] if word or is_quoted else []
            word, is_quoted = "", False
        else:
            word += char
    return words, word, bool(quote)


class Words:
    """What may stand at the cursor."""

    def __init__(self, shell: Shell, commands: Iterable[str], names: Callable[[], Names | None]) -> None:
        self.shell = shell
        self.commands = sorted([*commands, "help"])
        self.names = names

    def fitting(self, line: str) -> tuple[str, list[str]]:
        """Return the word before the cursor as it is begun, and all that begins so, in the order to be offered."""
        parsed = last_command(line)
        if parsed is None:
            return "", []
        words, begun, _ = parsed
        begun, offered = self._offered(words, begun)
        return begun, [word for word in dict.fromkeys(offered) if word.casefold().startswith(begun.casefold())]

    def _offered(self, words: list[str], begun: str) -> tuple[str, Iterable[str]]:
        if not words or words in (["help"], ["?"]):
            return begun, self.commands
        names = self.names()
        try:
            command = self.shell.command_named(words[0])
        except CombatError:
            return begun, ()
        rest = words[1:]
        if isinstance(command, CommandGroup):
            if not rest:
                has = {name: names is None or names.game.has(sub.name) for name, sub in command.commands.items()}
                return begun, [name for name, is_there in has.items() if is_there]
            if rest[0] not in command.commands:
                return begun, ()
            command, rest = command.commands[rest[0]], rest[1:]
        if names is None:
            return begun, [option.name for option in command.options_in()]
        return _Line(command, names).offered(rest, begun)


class _Line:
    """The line of one command in a fight."""

    def __init__(self, command: Command, names: Names) -> None:
        self.command = command
        self.names = names
        self.items = list(options_in(command, names.game))
        self.by_name: dict[str, Item] = {name: item for item in self.items for name in item.names}

    def offered(self, words: Sequence[str], begun: str) -> tuple[str, Iterable[str]]:
        """Return what may follow the words, and what of it is begun: an option's value, an option, or a word."""
        plain, valued, ended = self._sorted_out(words)
        takers = [item.offer for word in words if (item := self.by_name.get(word)) is not None and item.takes_words]
        if valued is not None:
            return begun, self._of(valued.offer, plain)
        if not ended and begun.startswith("--") and "=" in begun:
            name, _, value = begun.partition("=")
            return value, self._of(self.by_name[name].offer, plain) if name in self.by_name else ()
        if not ended and begun.startswith("-") and not NUMBER.match(begun):
            return begun, [*(item.names[0] for item in self.items), "--help"]
        return begun, self._of(takers[0] if takers else self._place(plain), plain)

    def _sorted_out(self, words: Sequence[str]) -> tuple[list[str], Item | None, bool]:
        """Return the plain words, the option that waits for its value, and whether options are over."""
        plain: list[str] = []
        waiting: Item | None = None
        for at, word in enumerate(words):
            if waiting is not None:
                waiting = None
            elif word == "--":
                return [*plain, *words[at + 1 :]], None, True
            elif word.startswith("-") and len(word) > 1 and not NUMBER.match(word):
                item = self.by_name.get(word)
                waiting = item if item is not None and item.is_valued else None
            else:
                plain.append(word)
        return plain, waiting, False

    def _place(self, plain: Sequence[str]) -> Offer:
        """Return what may stand in the next place."""
        number = len(plain) + 1
        if self.command.name == "set" and plain[:1] == [ITSELF]:
            return Offer(words=keys_of_fight(self.names.game.name))
        for place in places_in(self.command, self.names.game):
            if number == place.number or (place.rest and number > place.number):
                return place.offer
        return Offer()

    def _of(self, offer: Offer, plain: Sequence[str]) -> Iterator[str]:
        owner = plain[0] if plain else ""
        for kind in offer.kinds:
            yield from (name for name in self.names.of(kind, owner) if name not in plain)
        yield from offer.words


def quoted(word: str) -> str:
    """Return a word as a line has it."""
    if BARE.fullmatch(word):
        return word
    import shlex

    return shlex.quote(word)
