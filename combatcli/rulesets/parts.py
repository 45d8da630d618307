"""The parts of a game that a command loads only where it needs them: given at once, or read from the game's package."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from combatcli.events import Event, kinds_of
from combatcli.events import Table as Json
from combatcli.records import Record

if TYPE_CHECKING:
    from combatcli.report.blocks import Column, View
    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.coming import FromFight
    from combatcli.rulesets.lookup.catalog import RuleTable
    from combatcli.rulesets.shared.pairings.touching import Touching
    from combatcli.rulesets.tactics import AnyTactics


class Parts(Record):
    """The parts of a small game, given at once; a name that is none of these is refused by a TypeError."""

    actions: Mapping[str, AnyAction] = {}
    """What it does for each command, as `attack` or `arena list`."""
    events: Sequence[type[Event]] = ()
    """The types of its own events; how one is told is its method ``say``."""
    columns: Sequence[Column] = ()
    """What `show` lists of each combatant."""
    view: View | None = None
    """What `show` says around them."""
    tables: Mapping[str, Callable[[], Sequence[RuleTable]]] = {}
    """The tables of its rules by their ids."""
    rules: Json = {}
    """Those rules."""
    touching: Touching | None = None
    """Who may be paired in a melee."""
    tactics: AnyTactics | None = None
    """How a fight is fought by itself."""
    coming: FromFight | None = None
    """Who is to do something now, and what; without it that is asked of `show`."""
    example: str = ""
    """The TOML text of a fight to try, without its first line."""
    schema: str = ""
    """The JSON Schema of its encounters; empty where it is made anew."""

    def action(self, command: str) -> AnyAction | None:
        """Return what the game does for a command; None if it has nothing of the kind."""
        return self.actions.get(command)

    def commands(self) -> list[str]:
        """Return the commands that it resolves."""
        return [*self.actions]

    def subcommands(self, group: str) -> list[str]:
        """Return the subcommands of a group, as `arena list`."""
        return [command for command in self.actions if command.startswith(f"{group} ")]

    def has(self, command: str) -> bool:
        """Tell whether the game resolves a command, of which the first word is enough."""
        return any(command in (action, action.partition(" ")[0]) for action in self.actions)


def _defined(module: str, name: str, default: object = None) -> Any:
    """Return a property of a package: what one of its modules defines, or else the default."""
    return property(lambda package: package.module(module).get(name, default))


def _read(file: str) -> Any:
    """Return a property of a package: the text of one of its files, empty if there is no such file."""
    return property(lambda package: package.text(file))


class PackageParts:
    """The parts of a game that is a package: its files are listed once, and each is loaded when it is first used.

    A command's rules are in the module of its name, or in the one that ``where`` names.
    """

    tables: Mapping[str, Callable[[], Sequence[RuleTable]]] = _defined("tables", "TABLES", {})
    tactics: AnyTactics | None = _defined("tactics", "TACTICS")
    columns: Sequence[Column] = _defined("show", "COLUMNS", ())
    view: View | None = _defined("show", "VIEW")
    touching: Touching | None = _defined("pairings", "TOUCHING")
    coming: FromFight | None = _defined("coming", "coming")
    example: str = _read("example.toml")
    schema: str = _read("schema.json")

    def __init__(self, package: str, **where: str) -> None:
        self._package = package
        self._where = where
        self._folder: str = import_module(package).__path__[0]
        self._files = frozenset(os.listdir(self._folder))

    def module(self, name: str) -> Json:
        """Return what a module of the package defines; nothing if there is no such module."""
        name = self._where.get(name, name)
        return vars(import_module(f"{self._package}.{name}")) if f"{name}.py" in self._files else {}

    def text(self, name: str) -> str:
        """Return the text of a file of the package; empty if there is no such file."""
        if name not in self._files:
            return ""
        with open(f"{self._folder}{os.sep}{name}", encoding="utf-8") as file:
            return file.read()

    def action(self, command: str) -> AnyAction | None:
        """Return what the game does for a command; None if it has nothing of the kind."""
        found: AnyAction | None = self._actions(command.partition(" ")[0]).get(command)
        return found

    def _actions(self, command: str) -> Mapping[str, AnyAction]:
        """Return what the module of a command, or of a group of them, does."""
        actions: Mapping[str, AnyAction] = self.module(command).get("ACTIONS", {})
        return actions

    def subcommands(self, group: str) -> list[str]:
        """Return the subcommands of a group, as `arena list`."""
        return [command for command in self._actions(group) if command.startswith(f"{group} ")]

    def has(self, command: str) -> bool:
        """Tell whether the game resolves a command, of which the first word is enough."""
        if " " in command:
            return self.action(command) is not None
        return f"{self._where.get(command, command)}.py" in self._files

    def commands(self) -> list[str]:
        """Return the commands whose rules are in modules of their names, or where it says."""
        return [*self._where, *(name.removesuffix(".py") for name in self._files if name.endswith(".py"))]

    @property
    def events(self) -> Sequence[type[Event]]:
        """The types of events that events.py defines, and other modules whose names end like it."""
        names = [name.removesuffix(".py") for name in sorted(self._files) if name.endswith("events.py")]
        return [*kinds_of(*[import_module(f"{self._package}.{name}") for name in names]).values()]

    @property
    def rules(self) -> Json:
        """The rules in rules.toml."""
        from combatcli import toml

        return toml.loads(self.text("rules.toml"))
