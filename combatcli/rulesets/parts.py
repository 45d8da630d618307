"""The parts of a game that only some commands need: given at once, or loaded from its package."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from combatcli.events import Table as Json
from combatcli.events import event_types_in
from combatcli.records import Event

if TYPE_CHECKING:
    from combatcli.report.blocks import Column, Sentences, View
    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.coming import FromFight
    from combatcli.rulesets.context import AnyContext
    from combatcli.rulesets.shared.pairings.touching import TouchingRules
    from combatcli.rulesets.tactics import AnyTactics

    Follow: TypeAlias = Callable[[AnyContext, str, Any], None]


RuleTables: TypeAlias = list[Json]
MakeTables: TypeAlias = "Callable[[], RuleTables]"
"""Makes the tables of a rule from the engine's data."""


def table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> RuleTables:
    """Return the list of a rule's only table, in the keys of an event.

    "#" ends the heading of a column of numbers; ``numbers`` tells which these are.
    """
    names, numbers = [each.rstrip("#") for each in headings], [each.endswith("#") for each in headings]
    return [{"title": title, "headings": names, "numbers": numbers, "rows": [list(row) for row in rows]}]


def _part_of_module(module: str, name: str, default: object = None) -> Any:
    """Return a part as given, else as a module of the package defines it, else the default."""
    return cached_property(lambda parts: parts.definitions(module).get(name, default))


def _part_of_file(file: str) -> Any:
    """Return a part as given, else the text of a file of the package; empty without such a file."""
    return cached_property(lambda parts: parts.file_text(file))


class Parts:
    """The parts of a game, each given at once or else read from its package at its first use.

    A part, and a command's rules, are in the module of its name, unless another one ``holds`` it. An unknown part is a
    TypeError.
    """

    actions: Mapping[str, AnyAction] = {}
    """Its action for each command, such as `attack` or `arena list`; a package has them by module, as ACTIONS."""
    columns: Sequence[Column] = _part_of_module("show", "COLUMNS", ())
    """The columns of `show`."""
    tables: Mapping[str, MakeTables] = _part_of_module("tables", "TABLES", {})
    """The tables of its rules by id."""
    touching: TouchingRules | None = _part_of_module("pairings", "TOUCHING")
    """Who may be paired in a melee."""
    tactics: AnyTactics | None = _part_of_module("tactics", "TACTICS")
    """How its fights play themselves; None if unknown."""
    coming: FromFight | None = _part_of_module("coming", "coming")
    """Returns what comes next."""
    follow: Follow | None = _part_of_module("follow", "follow")
    """Applies what follows from the change of one combatant, given who, and what they were."""
    example: str = _part_of_file("example.toml")
    """The TOML text of an example fight, without its first line."""
    schema: str = _part_of_file("schema.json")
    """The JSON Schema of its encounters; empty if it is to be made."""

    def __init__(self, package: str = "", holds: Mapping[str, str] = MappingProxyType({}), **given: Any) -> None:
        if not all(hasattr(Parts, part) for part in given):
            raise TypeError(f"a game has not all of these parts: {', '.join(given)}")
        self._package = package
        self._where = {part: module for module, parts in holds.items() for part in parts.split()}
        self._folder: str = import_module(package).__path__[0] if package else ""
        self._files = frozenset(os.listdir(self._folder) if package else ())
        vars(self).update(given)

    def definitions(self, name: str) -> Json:
        """Return the definitions of a module of the package; empty without such a module."""
        name = self._where.get(name, name)
        return vars(import_module(f"{self._package}.{name}")) if f"{name}.py" in self._files else {}

    def file_text(self, name: str) -> str:
        """Return the text of a file of the package; empty without such a file."""
        if name not in self._files:
            return ""
        with open(f"{self._folder}{os.sep}{name}", encoding="utf-8") as file:
            return file.read()

    def _actions(self, command: str) -> Mapping[str, AnyAction]:
        """Return the actions of a command's or group's module, or those given."""
        actions: Mapping[str, AnyAction] = self.definitions(command.partition(" ")[0]).get("ACTIONS", self.actions)
        return actions

    def action(self, command: str) -> AnyAction | None:
        """Return its action for a command; None if there is none."""
        return self._actions(command).get(command)

    def subcommands(self, group: str) -> list[str]:
        """Return the subcommands of a group, such as `arena list`."""
        return [command for command in self._actions(group) if command.startswith(f"{group} ")]

    def commands(self) -> list[str]:
        """Return the names of the commands and groups: given ones, and those in a module of this or another name."""
        modules = [name.removesuffix(".py") for name in self._files if name.endswith(".py")]
        return [*dict.fromkeys(command.partition(" ")[0] for command in self.actions), *self._where, *modules]

    def has_command(self, command: str) -> bool:
        """Tell whether the game has a command, or any that begins with this word."""
        return self.action(command) is not None if " " in command else command in self.commands()

    @cached_property
    def events(self) -> Sequence[type[Event]]:
        """The types of its own events, of modules named ..events; the method ``say`` has their sentences."""
        names = [name.removesuffix(".py") for name in sorted(self._files) if name.endswith("events.py")]
        return [*event_types_in(*[import_module(f"{self._package}.{name}") for name in names]).values()]

    @property
    def sentences(self) -> Sentences:
        """The sentences of its own events, by kind."""
        return {type_.event: type_.say for type_ in self.events if hasattr(type_, "say")}

    @cached_property
    def view(self) -> View:
        """The texts of `show` around the combatants."""
        from combatcli.report.blocks import View

        view: View = self.definitions("show").get("VIEW") or View()
        return view

    @cached_property
    def rules(self) -> Json:
        """Its rules by id."""
        from combatcli import toml

        return toml.loads(self.file_text("rules.toml"))
