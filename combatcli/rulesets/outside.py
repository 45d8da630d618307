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


def entries() -> dict[str, EntryPoint]:
    """Return the entry points of outside games by name."""
    by_name: dict[str, EntryPoint] = {}
    for entry in _offered():
        if not isinstance(entry, InvalidError) and entry.name not in OURS:
            by_name.setdefault(entry.name, entry)
    return by_name


def _offered() -> Iterator[EntryPoint | InvalidError]:
    """Yield the entry points of games, or what is wrong with packages whose entry points cannot be read."""
    from importlib.metadata import distributions

    for package in distributions():
        try:
            yield from list(package.entry_points.select(group=GROUP))
        except Exception as error:  # noqa: BLE001  (whatever a package's files do)
            yield InvalidError(f"the entry points of {_called(package)} cannot be read: {_said(error)}", MEND)


def loaded(name: str, entry: EntryPoint) -> Game:
    """Return an outside game; InvalidError says what is wrong, and in which package."""
    from combatcli.rulesets.game import INTERFACE

    whose = f'the package of "{name}" ({_called(entry.dist)})'
    with _fence(whose):
        game: Game = entry.load()
        named, api = game.name, game.api
    if api != INTERFACE:
        message = f"{whose} is written for interface {api} of games, and this combatcli has {INTERFACE}"
        raise InvalidError(f"ruleset: {message}", "Install a version that fits.")
    if named != name:
        message = f'{whose} calls its game "{named}"'
        raise InvalidError(f"ruleset: {message}", "Its entry point and its Game must have the same name.")
    with _fence(whose):
        _look_at(game)
    return game


def sound() -> dict[str, Game]:
    """Return the usable outside games; broken ones are among the `troubles`."""
    return {name: game for name, game in _every() if not isinstance(game, InvalidError)}


def troubles() -> list[str]:
    """Return a sentence for each package with unusable games."""
    sentences = [
        f"{error.what.removeprefix('ruleset: ')}; {error.hint[:1].lower()}{error.hint[1:].rstrip('.')}"
        for _, error in _every()
        if isinstance(error, InvalidError)
    ]
    return list(dict.fromkeys(sentences))


def _every() -> Iterator[tuple[str, Game | InvalidError]]:
    """Yield each game's name with the game, or with its error."""
    yield from [("", error) for error in _offered() if isinstance(error, InvalidError)]
    for name, entry in entries().items():
        try:
            yield name, loaded(name, entry)
        except InvalidError as error:
            yield name, error


@contextlib.contextmanager
def _fence(whose: str) -> Iterator[None]:
    """Turn every exception of a package's code, even an exit or an interrupt, into InvalidError."""
    try:
        yield
    except BaseException as error:
        raise InvalidError(f"ruleset: {whose} cannot be loaded: {_said(error)}", MEND) from error


def _look_at(game: Game) -> None:
    """Read everything of a game that is read of all games: help, command lines, rules."""
    for command in game.parts.commands():
        added = game.addition(command)
        _ = added and [(option.name, option.key, option.short, option.kind, option.help) for option in added.options]
    _ = [(rule["title"], rule["text"]) for rule in game.parts.rules.values()]
    game.has("attack")


def _called(package: Distribution | None) -> str:
    """Return a package's name and version, as far as known."""
    try:
        metadata = package.metadata if package is not None else {"Name": "unknown"}
        return escape(truncated(f"{metadata['Name']} {metadata['Version']}"))
    except (LookupError, OSError, ValueError, TypeError, AttributeError):
        return "a package without a name"


def _said(error: BaseException) -> str:
    """Return an exception's message, even if making it fails."""
    from traceback import format_exception_only

    return escape(format_exception_only(error)[-1].strip())
