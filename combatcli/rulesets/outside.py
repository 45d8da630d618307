"""Games of other packages, isolated: errors in one package do not affect the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combatcli.errors import InvalidError
from combatcli.text import escape

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from combatcli.rulesets.game import Game

OURS = ("realm", "blade", "arq", "beacon")
"""The built-in games that are packages."""
GROUP = "combatcli.rulesets"
"""The entry point group of outside games; each entry point names a `Game`."""


def entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of outside games by name."""
    from importlib import metadata

    return {entry.name: entry for entry in metadata.entry_points(group=GROUP) if entry.name not in OURS}


def load_game(name: str, entry: EntryPoint) -> Game:
    """Return an outside game; InvalidError says what is wrong, and in which package."""
    from combatcli.rulesets.game import INTERFACE

    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "unknown"
    whose = f'the package of "{name}" ({escape(package)})'
    try:
        game: Game = entry.load()
        named, api = game.name, game.api
        game.has_command("attack")
    except Exception as error:
        message = escape(f"{type(error).__name__}: {error}")
        raise InvalidError(f"ruleset: {whose} cannot be loaded: {message}", "Mend or uninstall it.") from error
    if api != INTERFACE:
        message = f"{whose} is written for interface {api} of games, and this combatcli has {INTERFACE}"
        raise InvalidError(f"ruleset: {message}", "Install a version that fits.")
    if named != name:
        message = f'{whose} calls its game "{named}"'
        raise InvalidError(f"ruleset: {message}", "Its entry point and its Game must have the same name.")
    return game


def usable() -> dict[str, Game]:
    """Return the usable outside games; broken ones are among the `unusable_game_sentences`."""
    return {name: game for name, game in _games_or_errors() if not isinstance(game, InvalidError)}


def unusable_game_sentences() -> list[str]:
    """Return a sentence for each package with unusable games."""
    errors = [error for _, error in _games_or_errors() if isinstance(error, InvalidError)]
    return [f"{error.what.removeprefix('ruleset: ')}; {error.hint.rstrip('.')}" for error in errors]


def _games_or_errors() -> Iterator[tuple[str, Game | InvalidError]]:
    """Yield each game's name with the game, or with its error."""
    for name, entry in entry_points().items():
        try:
            yield name, load_game(name, entry)
        except InvalidError as error:
            yield name, error
