"""The games, one package each, found by name; only the one in use is imported."""

from __future__ import annotations

from importlib import import_module

from combatcli.declarations import Addition
from combatcli.errors import InvalidError, RefusedError, UsageError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.game import Game

NAMES = ("realm", "blade", "arq", "beacon")


def outside_games(troubles: list[str] | None = None) -> dict[str, EntryPoint]:
    """Return the entry points of games that are not ours, by their names; looked up only where no name of ours fits.

    What is wrong with packages whose entry points cannot be read is added to the ``troubles``.
    """
    from combatcli.rulesets.outside import entries

    return entries(NAMES, troubles)


def outside_troubles() -> list[str]:
    """Return a sentence for each package with games that cannot be used."""
    troubles: list[str] = []
    sound_outside_games(troubles)
    return troubles


def sound_outside_games(troubles: list[str] | None = None) -> dict[str, Game]:
    """Return the games from outside that can be used: a broken one is no hindrance to the others, but a trouble."""
    from combatcli.rulesets.outside import sound

    return sound(outside_games(troubles), troubles)


def asked_for(name: str) -> Game:
    """Return the game that a command line names; UsageError names the nearest if there is none."""
    for meant in (name, name.casefold()):
        if meant in NAMES or meant in outside_games():
            return load(meant)
    raise UsageError(f'there is no ruleset "{name}"', nearest(name.casefold(), [*NAMES, *outside_games()]))


def load(name: str) -> Game:
    """Return a game by its name; InvalidError if there is none."""
    if name not in NAMES:
        outside = outside_games()
        if name not in outside:
            raise InvalidError(f'ruleset: there is no ruleset "{name}"', nearest(name, [*NAMES, *outside]))
        from combatcli.rulesets.outside import loaded

        return loaded(name, outside[name])
    ours: Game = import_module(f"{__name__}.{name}.game").GAME
    return ours


def every_game(*, outside: bool = True) -> dict[str, Game]:
    """Return the games by their names: ours, and those from outside that can be used."""
    return {name: load(name) for name in NAMES} | (sound_outside_games() if outside else {})


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
    raise RefusedError(
        f"{game.name} has no {command}",
        f"It is part of {' and '.join(others)}." if others else "No game that is built so far has it.",
    )


def additions(command: str, *, outside: bool = False) -> dict[str, Addition]:
    """Return what games add to a command's line, by their names; those from outside only if asked for."""
    added = {name: game.addition(command) for name, game in every_game(outside=outside).items()}
    return {name: addition for name, addition in added.items() if addition is not None}
