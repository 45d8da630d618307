"""What a shell may complete on which line, from the declarations, the requests' types and the games' own data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.commands.completion import SHELLS
from combatcli.declarations import Command, CommandGroup
from combatcli.pipeline.offers import NO_GAME, Item, Offer, Place, keys_of_fight, options_in, places_in
from combatcli.rulesets import NAMES, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from combatcli.rulesets.game import Game

T = TypeVar("T")
Thing = TypeVar("Thing", "Item", "Place")


class Line(NamedTuple):
    """A command: its options, and its places, each with the states in which it is so; ``of`` games that have it."""

    name: str
    summary: str
    of: tuple[str, ...]
    items: dict[Item, tuple[str, ...]]
    places: dict[Place, tuple[str, ...]]


def states() -> tuple[str, ...]:
    """Return the states of a line: no game known, or one of them."""
    return (NO_GAME, *NAMES)


def lines() -> list[Line]:
    """Return all commands and subcommands."""
    found: list[Line] = []
    for name in SUMMARIES:
        command = command_named(name)
        found += map(_line, command.commands.values() if isinstance(command, CommandGroup) else [command])
    return found


def groups() -> dict[str, str]:
    """Return the commands that have subcommands, with their summaries."""
    return {name: text for name, text in SUMMARIES.items() if isinstance(command_named(name), CommandGroup)}


def offers_by_pattern(found: Sequence[Line]) -> Iterator[tuple[list[tuple[str, str, str | None]], Offer]]:
    """Return each offer with where it is made: command, option or place, and state; None is every state.

    A place is a number, or as [2-9] the rest of them; those past the ninth are counted as the ninth.
    """
    grouped: dict[Offer, list[tuple[str, str, str | None]]] = {}
    for state, offer in own_keys().items():
        grouped.setdefault(offer, []).append(("set .", "[2-9]", state))
    for line in found:
        slots = [(name, item.offer, where) for item, where in line.items.items() for name in item.names]
        for place, where in line.places.items():
            slots.append((f"[{place.number}-9]" if place.rest else str(place.number), place.offer, where))
        for slot, offer, where in slots:
            if offer != Offer():
                every: Sequence[str | None] = [None] if where == states() else where
                grouped.setdefault(offer, []).extend((line.name, slot, state) for state in every)
    return ((patterns, offer) for offer, patterns in grouped.items())


def _line(command: Command) -> Line:
    games = [load(name) for name in NAMES]
    having = [game for game in games if " " not in command.name or game.has(command.name)]
    views = {game.name: list(options_in(command, game)) for game in having}
    places = {game.name: list(_places(command, game)) for game in having}
    every_item, every_place = list(_merged(views.values(), _item_key)), list(_merged(places.values(), _place_key))
    items = _by_state({state: views.get(state, every_item) for state in states()})
    found = _by_state({state: places.get(state, every_place) for state in states()})
    of = tuple(state for state in states() if state in (NO_GAME, *views))
    return Line(command.name, command.summary or SUMMARIES[command.name], of, items, found)


def _item_key(item: Item) -> str:
    return item.names[0]


def _place_key(place: Place) -> tuple[int, bool]:
    return place.number, place.rest


def _by_state(views: dict[str, list[T]]) -> dict[T, tuple[str, ...]]:
    found: dict[T, list[str]] = {}
    for state in states():
        for each in views[state]:
            found.setdefault(each, []).append(state)
    return {each: tuple(where) for each, where in found.items()}


def _merged(views: Iterable[Sequence[Thing]], key: Callable[[Thing], object]) -> Iterator[Thing]:
    """Return each option, or place, once, with what any game offers for it; keys to be set are a game's own."""
    found: dict[object, Thing] = {}
    for each in (each for view in views for each in view):
        old = found.get(key(each), each)
        both = old.offer | each.offer
        words = tuple(word for word in both.words if "=" not in word)
        found[key(each)] = old._replace(offer=Offer(both.kinds, words))
    return iter(found.values())


def own_keys() -> dict[str, Offer]:
    """Return what `set .` may set of the encounter itself, for each state of a line."""
    return {state: Offer(words=keys_of_fight(state)) for state in states()}


def _places(command: Command, game: Game) -> Iterator[Place]:
    for place in places_in(command, game):
        shell = (command.name, place.label) == ("completion", "shell")
        yield place._replace(offer=Offer(words=SHELLS)) if shell else place
