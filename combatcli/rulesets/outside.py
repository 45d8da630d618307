"""Games of other packages, isolated: errors in one package do not affect the others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from combatcli.errors import InvalidError
from combatcli.text import escape, truncated

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

    from combatcli.rulesets.game import Game

OURS = ("realm", "blade", "arq", "beacon")
"""The built-in games that are packages."""
GROUP = "combatcli.rulesets"
"""The entry point group of outside games; each entry point names a `Game`."""
MEND = "Mend or uninstall it."


def entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of outside games by name."""
    by_name: dict[str, EntryPoint] = {}
    for entry in _entry_points_or_errors():
        if not isinstance(entry, InvalidError) and entry.name not in OURS:
            by_name.setdefault(entry.name, entry)
    return by_name


def _entry_points_or_errors() -> Iterator[EntryPoint | InvalidError]:
    """Yield the entry points of games, or what is wrong with packages whose entry points cannot be read."""
    from importlib.metadata import distributions

    for package in distributions():
        try:
            yield from list(package.entry_points.select(group=GROUP))
        except Exception as error:  # noqa: BLE001  (whatever a package's files do)
            yield InvalidError(
                f"the entry points of {_name_and_version(package)} cannot be read: {_message_of(error)}", MEND
            )


def load_game(name: str, entry: EntryPoint) -> Game:
    """Return an outside game; InvalidError says what is wrong, and in which package."""
    from combatcli.rulesets.game import INTERFACE

    whose = f'the package of "{name}" ({_name_and_version(entry.dist)})'
    with _exceptions_as_invalid(whose):
        game: Game = entry.load()
        named, api = game.name, game.api
    if api != INTERFACE:
        message = f"{whose} is written for interface {api} of games, and this combatcli has {INTERFACE}"
        raise InvalidError(f"ruleset: {message}", "Install a version that fits.")
    if named != name:
        message = f'{whose} calls its game "{named}"'
        raise InvalidError(f"ruleset: {message}", "Its entry point and its Game must have the same name.")
    with _exceptions_as_invalid(whose):
        _read_all_of(game)
    return game


def usable() -> dict[str, Game]:
    """Return the usable outside games; broken ones are among the `unusable_game_sentences`."""
    return {name: game for name, game in _games_or_errors() if not isinstance(game, InvalidError)}


def unusable_game_sentences() -> list[str]:
    """Return a sentence for each package with unusable games."""
    sentences = [
        f"{error.what.removeprefix('ruleset: ')}; {error.hint[:1].lower()}{error.hint[1:].rstrip('.')}"
        for _, error in _games_or_errors()
        if isinstance(error, InvalidError)
    ]
    return list(dict.fromkeys(sentences))


def _games_or_errors() -> Iterator[tuple[str, Game | InvalidError]]:
    """Yield each game's name with the game, or with its error."""
    yield from [("", error) for error in _entry_points_or_errors() if isinstance(error, InvalidError)]
    for name, entry in entry_points().items():
        try:
            yield name, load_game(name, entry)
        except InvalidError as error:
            yield name, error


@contextlib.contextmanager
def _exceptions_as_invalid(whose: str) -> Iterator[None]:
    """Turn every exception of a package's code, even an exit or an interrupt, into InvalidError."""
    try:
        yield
    except BaseException as error:
        raise InvalidError(f"ruleset: {whose} cannot be loaded: {_message_of(error)}", MEND) from error


def _read_all_of(game: Game) -> None:
    """Read what is read of every game, whichever is played: its help, command lines and rules."""
    for command in game.parts.commands():
        added = game.addition(command)
        _ = added and [(option.name, option.key, option.short, option.kind, option.help) for option in added.options]
    _ = [(rule["title"], rule["text"]) for rule in game.parts.rules.values()]
    game.has_command("attack")


def _name_and_version(package: Distribution | None) -> str:
    """Return a package's name and version, as far as known."""
    try:
        metadata = package.metadata if package is not None else {"Name": "unknown"}
        return escape(truncated(f"{metadata['Name']} {metadata['Version']}"))
    except (LookupError, OSError, ValueError, TypeError, AttributeError):
        return "a package without a name"


def _message_of(error: BaseException) -> str:
    """Return an exception's message, even if making it fails."""
    from traceback import format_exception_only

    return escape(format_exception_only(error)[-1].strip())
