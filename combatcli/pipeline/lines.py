"""Converts lines of `play` to deeds, and deeds to lines."""

from __future__ import annotations

from collections.abc import Callable
from shlex import join
from typing import TYPE_CHECKING, Any

from msgspec.structs import fields

from combatcli.declarations import Command, Invocation, Option, SessionCommandLine
from combatcli.encounter.references import default_of_field
from combatcli.pipeline.input import Input
from combatcli.pipeline.resolution import read_requests
from combatcli.pipeline.session import words_of
from combatcli.rulesets import action
from combatcli.rulesets.game import Game
from combatcli.text import looks_like_option

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import Deed


def deed_parser(game: Game, read: Callable[[list[str], Game], Invocation]) -> Callable[[str], Deed]:
    """Return a function that parses a line of a game to a deed, or raises CombatError."""
    origin = Input("fight", "", {"ruleset": game.name}, game)

    def deed_of(line: str) -> Deed:
        call = read(words_of(line), game)
        return (call.name, *read_requests(action(game, call.name), call, origin))

    return deed_of


def line_of_deed(deed: Deed, game: Game, shell: SessionCommandLine) -> str:
    """Return the line of a deed: its words in order, then each option that is not at its default.

    Options of the game come before those of all games.
    """
    name, *requests = deed
    command = shell.command_named(name)
    assert isinstance(command, Command)
    values = {
        field.encode_name: value
        for field in fields(requests[0])
        if (value := getattr(requests[0], field.name)) != default_of_field(field)
    }
    if len(requests) > 1:
        values[command.each] = [getattr(request, command.each) for request in requests]
    words = [word for argument in command.arguments for word in _as_list(values.pop(argument.name, []))]
    by_key = {option.key: option for option in command.options_with_games(game)}
    keys = sorted(values, key=[option.key for option in command.options].__contains__)
    options = [word for key in keys for value in _as_list(values[key]) for word in _words_of_option(by_key[key], value)]
    return join([name, *options, "--", *words] if any(map(looks_like_option, words)) else [name, *words, *options])


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _words_of_option(option: Option, value: object) -> list[str]:
    """Return the words that give an option a value."""
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value)
    if value is True or (option.empty and text == option.empty):
        return [option.name]
    return [f"{option.name}={text}"] if looks_like_option(text) else [option.name, text]
