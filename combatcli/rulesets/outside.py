"""Games of other packages, isolated: errors in one package do not affect the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combatcli.errors import InvalidError
from combatcli.text import escape

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

    from combatcli.rulesets.game import Game

OURS = ("realm", "blade", "arq", "beacon")
"""The built-in games that are packages."""
GROUP = "combatcli.rulesets"
"""The entry point group of outside games; each entry point names a `Game`."""


def entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of outside games by name."""
    entries = [each for each in _entry_points_or_errors() if not isinstance(each, InvalidError)]
    return {entry.name: entry for entry in reversed(entries) if entry.name not in OURS}


def _entry_points_or_errors() -> Iterator[EntryPoint | InvalidError]:
    """Yield the entry points of games, or what is wrong with packages whose entry points cannot be read."""
    from importlib.metadata import distributions

    for package in distributions():
        try:
            yield from list(package.entry_points.select(group=GROUP))
        except Exception as error:  # noqa: BLE001  (whatever a package's files do)
            yield _invalid(f"the entry points of {_name_and_version(package)} cannot be read", error)


def _name_and_version(package: Distribution | None) -> str:
    """Return a package's name and version, as far as they can be read."""
    try:
        return escape(f"{package.name} {package.version}") if package is not None else "an unknown package"
    except (LookupError, OSError, ValueError, TypeError, AttributeError):
        return "a package without a name"


def _invalid(what: str, error: BaseException) -> InvalidError:
    from traceback import format_exception_only

    return InvalidError(f"{what}: {escape(format_exception_only(error)[-1].strip())}", "Mend or uninstall it.")


def load_game(name: str, entry: EntryPoint) -> Game:
    """Return an outside game; InvalidError says what is wrong, and in which package."""
    from combatcli.rulesets.game import INTERFACE

    whose = f'the package of "{name}" ({_name_and_version(entry.dist)})'
    try:
        game: Game = entry.load()
        named, api = game.name, game.api
        _read_all_of(game)
    except BaseException as error:  # also an exit, or an interrupt raised by the package
        raise _invalid(f"ruleset: {whose} cannot be loaded", error) from error
    if api != INTERFACE:
        message = f"{whose} is written for interface {api} of games, and this combatcli has {INTERFACE}"
        raise InvalidError(f"ruleset: {message}", "Install a version that fits.")
    if named != name:
        message = f'{whose} calls its game "{named}"'
        raise InvalidError(f"ruleset: {message}", "Its entry point and its Game must have the same name.")
    return game


def _read_all_of(game: Game) -> None:
    """Read what is read of every game, whichever is played: its help, command lines and rules."""
    for command in game.parts.commands():
        added = game.addition(command)
        _ = added and [(option.name, option.key, option.short, option.kind, option.help) for option in added.options]
    _ = [(rule["title"], rule["text"]) for rule in game.parts.rules.values()]


def usable() -> dict[str, Game]:
    """Return the usable outside games; broken ones are among the `unusable_game_sentences`."""
    return {name: game for name, game in _games_or_errors() if not isinstance(game, InvalidError)}


def unusable_game_sentences() -> list[str]:
    """Return a sentence for each package with unusable games."""
    errors = [error for _, error in _games_or_errors() if isinstance(error, InvalidError)]
    hints = [error.hint[:1].lower() + error.hint[1:].rstrip(".") for error in errors]
    wrong = [error.what.removeprefix("ruleset: ") for error in errors]
    return list(dict.fromkeys([f"{what}; {hint}" for what, hint in zip(wrong, hints, strict=True)]))


def _games_or_errors() -> Iterator[tuple[str, Game | InvalidError]]:
    """Yield each game's name with the game, or with its error."""
    yield from [("", error) for error in _entry_points_or_errors() if isinstance(error, InvalidError)]
    for name, entry in entry_points().items():
        try:
            yield name, load_game(name, entry)
        except InvalidError as error:
            yield name, error
