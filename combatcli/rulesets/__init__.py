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
"""The built-in games that are files."""


def requested_game(name: str) -> Game:
    """Return the game of a command line's name or file; UsageError names the nearest if there is none."""
    for spelling in (name, name.casefold()):
        if spelling in NAMES or spelling in outside.entry_points():
            return load(spelling)
    game = game_files.game_named(name) or game_files.game_named(name.casefold())
    if game is not None:
        return game
    known = [*NAMES, *FILES, *outside.entry_points()]
    raise UsageError(f'there is no ruleset "{name}"', nearest(name.casefold(), known))


def load(name: str, folder: str | None = None, *, text: str = "") -> Game:
    """Return a game by name, or by its file beside an encounter; InvalidError if there is none.

    ``text`` replaces the content of a game's file. Without a ``folder``, the last loaded game of the name is returned,
    if any.
    """
    if text:
        return game_files.game_of_text(text, name)
    if name in NAMES:
        ours: Game = import_module(f"{__name__}.{name}.game").GAME
        return ours
    entries = {} if name in FILES or game_files.is_file_name(name) else outside.entry_points()
    if name in entries:
        return outside.load_game(name, entries[name])
    game = game_files.find_game(name, folder)
    if game is None:
        raise InvalidError(f'ruleset: there is no ruleset "{name}"', nearest(name, [*NAMES, *FILES, *entries]))
    return game


def usable_games(*, from_outside: bool = True, from_files: bool = False) -> dict[str, Game]:
    """Return all usable games by name: ours, those from outside, and only if asked for those in files."""
    ours = {name: load(name) for name in (*NAMES, *(FILES if from_files else ()))}
    return ours | (outside.usable() if from_outside else {})


def actions_by_game(command: str) -> dict[str, AnyAction]:
    """Return what each game does for a command, by the game's name."""
    actions = {name: game.action(command) for name, game in usable_games(from_files=True).items()}
    return {name: action for name, action in actions.items() if action is not None}


def action(game: Game, command: str) -> AnyAction:
    """Return a game's action for a command; RefusedError names the games that have it."""
    own_action = game.action(command)
    if own_action is not None:
        return own_action
    *others, last = actions_by_game(command) or [""]
    both = f"{', '.join(others)} and {last}" if others else last
    hint = f"It is part of {both}." if last else "No game that is built so far has it."
    raise RefusedError(f"{game.name} has no {command}", hint)


def additions(command: str, *, from_outside: bool = False) -> dict[str, Addition]:
    """Return the games' additions to a command's line, by name; outside games only if asked for."""
    added = {name: game.addition(command) for name, game in usable_games(from_outside=from_outside).items()}
    return {name: addition for name, addition in added.items() if addition is not None}
