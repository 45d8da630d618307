"""The parts of a game that only some commands need: given at once, or loaded from its package."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from combatcli.events import Table as Json
from combatcli.events import kinds_of
from combatcli.records import Event, Record

if TYPE_CHECKING:
    from combatcli.report.blocks import Column, View
    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.coming import FromFight
    from combatcli.rulesets.context import AnyContext
    from combatcli.rulesets.shared.pairings.touching import Touching
    from combatcli.rulesets.tactics import AnyTactics

    Follow: TypeAlias = Callable[[AnyContext, str, Any], None]


class RuleTable(Record):
    """A table of a rule, made from the engine's data; "#" ends the heading of a column of numbers."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]


def table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> list[RuleTable]:
    """Return a rule's only table."""
    return [RuleTable(title, headings, rows)]


class Parts(Record):
    """The parts of a small game, given at once; an unknown name is a TypeError."""

    actions: Mapping[str, AnyAction] = {}
    """Its action for each command, such as `attack` or `arena list`."""
    events: Sequence[type[Event]] = ()
    """The types of its own events; the method ``say`` has their sentences."""
    columns: Sequence[Column] = ()
    """The columns of `show`."""
    view: View | None = None
    """The texts of `show` around the combatants."""
    tables: Mapping[str, Callable[[], Sequence[RuleTable]]] = {}
    """The tables of its rules by id."""
    rules: Json = {}
    """Its rules by id."""
    touching: Touching | None = None
    """Who may be paired in a melee."""
    tactics: AnyTactics | None = None
    """How its fights play themselves."""
    coming: FromFight | None = None
    """Returns what comes next; by default those still to act in `show`."""
    follow: Follow | None = None
    """Applies what follows from the change of one combatant, given who, and what they were."""
    example: str = ""
    """The TOML text of an example fight, without its first line."""
    schema: str = ""
    """The JSON Schema of its encounters; empty if it is to be made."""

    def action(self, command: str) -> AnyAction | None:
        """Return its action for a command; None if there is none."""
        return self.actions.get(command)

    def commands(self) -> list[str]:
        """Return its commands."""
        return [*self.actions]

    def subcommands(self, group: str) -> list[str]:
        """Return the subcommands of a group, such as `arena list`."""
        return [command for command in self.actions if command.startswith(f"{group} ")]

    def has(self, command: str) -> bool:
        """Tell whether the game has a command, or any that begins with this word."""
        return any(command in (action, action.partition(" ")[0]) for action in self.actions)


def _defined(module: str, name: str, default: object = None) -> Any:
    """Return a property with the value that a module of the package defines, or the default."""
    return property(lambda package: package.module(module).get(name, default))


def _read(file: str) -> Any:
    """Return a property with the text of a file of the package, empty if there is none."""
    return property(lambda package: package.text(file))


class PackageParts:
    """The parts of a package: its files are listed once, and each is loaded at its first use.

    A command's rules are in the module of its name, or in the one that ``where`` names.
    """

    tables: Mapping[str, Callable[[], Sequence[RuleTable]]] = _defined("tables", "TABLES", {})
    tactics: AnyTactics | None = _defined("tactics", "TACTICS")
    columns: Sequence[Column] = _defined("show", "COLUMNS", ())
    view: View | None = _defined("show", "VIEW")
    touching: Touching | None = _defined("pairings", "TOUCHING")
    coming: FromFight | None = _defined("coming", "coming")
    follow: Follow | None = _defined("follow", "follow")
    example: str = _read("example.toml")
    schema: str = _read("schema.json")

    def __init__(self, package: str, **where: str) -> None:
        self._package = package
        self._where = where
        self._folder: str = import_module(package).__path__[0]
        self._files = frozenset(os.listdir(self._folder))

    def module(self, name: str) -> Json:
        """Return the definitions of a module of the package; empty without such a module."""
        name = self._where.get(name, name)
        return vars(import_module(f"{self._package}.{name}")) if f"{name}.py" in self._files else {}

    def text(self, name: str) -> str:
        """Return the text of a file of the package; empty without such a file."""
        if name not in self._files:
            return ""
        with open(f"{self._folder}{os.sep}{name}", encoding="utf-8") as file:
            return file.read()

    def action(self, command: str) -> AnyAction | None:
        """Return its action for a command; None if there is none."""
        found: AnyAction | None = self._actions(command.partition(" ")[0]).get(command)
        return found

    def _actions(self, command: str) -> Mapping[str, AnyAction]:
        """Return the actions of a command's or group's module."""
        actions: Mapping[str, AnyAction] = self.module(command).get("ACTIONS", {})
        return actions

    def subcommands(self, group: str) -> list[str]:
        """Return the subcommands of a group, such as `arena list`."""
        return [command for command in self._actions(group) if command.startswith(f"{group} ")]

    def has(self, command: str) -> bool:
        """Tell whether the game has a command, or any that begins with this word."""
        if " " in command:
            return self.action(command) is not None
        return f"{self._where.get(command, command)}.py" in self._files

    def commands(self) -> list[str]:
        """Return the commands with a module of their own or a place in ``where``."""
        return [*self._where, *(name.removesuffix(".py") for name in self._files if name.endswith(".py"))]

    @property
    def events(self) -> Sequence[type[Event]]:
        """The event types of events.py and of other modules that end like it."""
        names = [name.removesuffix(".py") for name in sorted(self._files) if name.endswith("events.py")]
        return [*kinds_of(*[import_module(f"{self._package}.{name}") for name in names]).values()]

    @property
    def rules(self) -> Json:
        """The rules in rules.toml."""
        from combatcli import toml

        return toml.loads(self.text("rules.toml"))
