"""The games, one package each, loaded by name; only the one in use is imported."""

from __future__ import annotations

from importlib import import_module

from combatcli.errors import InvalidError, RefusedError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combatcli.rulesets.base import Action, Ruleset

NAMES = ("realm", "blade", "arq", "beacon")

COMMANDS = {
    "realm": frozenset(
        (
            "show",
            "order",
            "declare",
            "next",
            "move",
            "attack",
            "wound",
            "recover",
            "test",
            "dashtest",
            "push",
            "impede",
            "arena",
            "bowl",
        ),
    ),
    "blade": frozenset(
        ("show", "order", "declare", "next", "move", "attack", "wound", "recover", "test", "dashtest"),
    ),
}


def load(name: str) -> Ruleset:
    """Return a game by its name; InvalidError if there is none, RefusedError if it is not built yet."""
    if name not in NAMES:
        raise InvalidError(f'ruleset: there is no ruleset "{name}"', nearest(name, NAMES))
    if name not in COMMANDS:
        raise RefusedError(f"{name} is not built yet", f"Built so far: {', '.join(COMMANDS)}.")
    package: Any = import_module(f"combatcli.rulesets.{name}")
    ruleset: Ruleset = package
    return ruleset


def action(name: str, command: str) -> Action[Any, Any]:
    """Return what a game does for a command; RefusedError names the games that have it where this one has not."""
    if command.partition(" ")[0] in COMMANDS[name]:
        return load(name).action(command)
    having = [game for game, commands in COMMANDS.items() if command.partition(" ")[0] in commands]
    raise RefusedError(
        f"{name} has no {command}",
        f"It is part of {' and '.join(having)}." if having else "No game that is built so far has it.",
    )
