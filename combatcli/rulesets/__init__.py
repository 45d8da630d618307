"""The games, one package each, found by name; only the one in use is imported."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from combatcli.declarations import Addition
from combatcli.errors import InvalidError, RefusedError, UsageError, nearest
from combatcli.rulesets import game_files, outside

if TYPE_CHECKING:
    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.game import Game

NAMES = outside.OURS
FILES = game_files.OURS
"""The games in files that are there from the start."""


def asked_for(name: str) -> Game:
    """Return the game that a command line names, or whose file; UsageError names the nearest if there is none."""
    for meant in (name, name.casefold()):
        if meant in NAMES or meant in outside.entries():
            return load(meant)
    game = game_files.named(name) or game_files.named(name.casefold())
    if game is not None:
        return game
    raise UsageError(f'there is no ruleset "{name}"', nearest(name.casefold(), [*NAMES, *FILES, *outside.entries()]))


def load(name: str, folder: str | None = None, *, text: str = "") -> Game:
    """Return a game by its name, or by its file beside an encounter in a folder; InvalidError if there is none.

    Of a game that is a file the ``text`` may be given in its place. Without a folder it is the one that was loaded last
    under its name, if any was.
    """
    if text:
        return game_files.of_text(text, name)
    if name in NAMES:
        ours: Game = import_module(f"{__name__}.{name}.game").GAME
        return ours
    entries = {} if name in FILES or game_files.is_file(name) else outside.entries()
    if name in entries:
        return outside.loaded(name, entries[name])
    game = game_files.found(name, folder)
    if game is None:
        raise InvalidError(f'ruleset: there is no ruleset "{name}"', nearest(name, [*NAMES, *FILES, *entries]))
    return game


def every_game(*, from_outside: bool = True) -> dict[str, Game]:
    """Return the games by their names: ours, and those from outside that can be used."""
    return {name: load(name) for name in NAMES} | (outside.sound() if from_outside else {})


def actions_for(command: str) -> dict[str, AnyAction]:
    """Return what games do for a command, by their names."""
    found = {name: game.action(command) for name, game in every_game().items()}
    return {name: action for name, action in found.items() if action is not None}


def action(game: Game, command: str) -> AnyAction:
    """Return what a game does for a command; RefusedError names the games that have it where this one has not."""
    found = game.action(command)
    if found is not None:
        return found
    others = actions_for(command)
    hint = f"It is part of {' and '.join(others)}." if others else "No game that is built so far has it."
    raise RefusedError(f"{game.name} has no {command}", hint)


def additions(command: str, *, from_outside: bool = False) -> dict[str, Addition]:
    """Return what games add to a command's line, by their names; those from outside only if asked for."""
    added = {name: game.addition(command) for name, game in every_game(from_outside=from_outside).items()}
    return {name: addition for name, addition in added.items() if addition is not None}
