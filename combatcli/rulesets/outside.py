"""Games from outside, behind a fence: whatever a package does when it is looked at, the others go on without it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection, Iterator

from combatcli.errors import InvalidError
from combatcli.text import escape, truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

    from combatcli.rulesets.game import Game

GROUP = "combatcli.rulesets"
"""The group of entry points by which games that are not ours join; each names a `Game`."""
MEND = "Mend or uninstall it."


def entries(ours: Collection[str], troubles: list[str] | None = None) -> dict[str, EntryPoint]:
    """Return the entry points of games that are not ours, by their names; looked up only where some may be.

    A sentence for each package whose entry points cannot be read is added to the ``troubles``.
    """
    if not _offered():
        return {}
    from importlib.metadata import distributions

    found: dict[str, EntryPoint] = {}
    for package in distributions():
        try:
            for entry in _entries_of(package):
                found.setdefault(entry.name, entry)
        except InvalidError as error:
            _note(troubles, error)
    return {name: entry for name, entry in found.items() if name not in ours}


def _entries_of(package: Distribution) -> list[EntryPoint]:
    try:
        return list(package.entry_points.select(group=GROUP))
    except Exception as error:
        raise InvalidError(f"the entry points of {_called(package)} cannot be read: {_said(error)}", MEND) from error


def loaded(name: str, entry: EntryPoint) -> Game:
    """Return a game from outside; InvalidError says what is wrong, and of which package."""
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


def sound(found: dict[str, EntryPoint], troubles: list[str] | None) -> dict[str, Game]:
    """Return the games that can be used; a sentence for each of the others is added to the ``troubles``."""
    games: dict[str, Game] = {}
    for name, entry in found.items():
        try:
            games[name] = loaded(name, entry)
        except InvalidError as error:
            _note(troubles, error)
    return games


@contextlib.contextmanager
def _fence(whose: str) -> Iterator[None]:
    """Make one error of whatever comes of a package's code, an end of the program and an interrupt among them."""
    try:
        yield
    except BaseException as error:
        raise InvalidError(f"ruleset: {whose} cannot be loaded: {_said(error)}", MEND) from error


def _look_at(game: Game) -> None:
    """Look at all that is read of a game where all are looked at: help, command lines, rules."""
    for command in game.parts.commands():
        added = game.addition(command)
        _ = added and [(option.name, option.key, option.short, option.kind, option.help) for option in added.options]
    _ = [(rule["title"], rule["text"]) for rule in game.parts.rules.values()]
    game.has("attack")


def _note(troubles: list[str] | None, error: InvalidError) -> None:
    sentence = f"{error.what.removeprefix('ruleset: ')}; {error.hint[:1].lower()}{error.hint[1:].rstrip('.')}"
    if troubles is not None and sentence not in troubles:
        troubles.append(sentence)


def _called(package: Distribution | None) -> str:
    """Return the name and version of a package, as far as it tells them."""
    try:
        known = package.metadata if package is not None else {"Name": "unknown"}
        return escape(truncated(f"{known['Name']} {known['Version']}"))
    except (LookupError, OSError, ValueError, TypeError, AttributeError):
        return "a package without a name"


def _said(error: BaseException) -> str:
    """Return what an exception says, whatever it is made of."""
    from traceback import format_exception_only

    return escape(format_exception_only(error)[-1].strip())


def _offered() -> bool:
    """Tell whether an installed package may have such an entry point: to look for their group in files is quick.

    What lies in zips and eggs, or is found by other finders than Python's own, is left to importlib.metadata.
    """
    if sum(hasattr(finder, "find_distributions") for finder in sys.meta_path) > 1:
        return True
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except NotADirectoryError:
            return True
        except OSError:
            continue
        for name in [name for name in names if name.endswith((".dist-info", ".egg-info", ".egg"))]:
            if name.endswith(".egg"):
                return True
            with contextlib.suppress(OSError), open(f"{folder or '.'}/{name}/entry_points.txt", "rb") as file:
                if GROUP.encode() in file.read():
                    return True
    return False
