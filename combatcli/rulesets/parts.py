"""The parts of a game that a command loads only where it needs them: given at once, or read from the game's package."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from combatcli.declarations import Addition
from combatcli.events import Event, kinds_of
from combatcli.events import Table as Json
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.report.blocks import Column, Sentences, View
    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.lookup.catalog import Table
    from combatcli.rulesets.shared.pairings.touching import Touching
    from combatcli.rulesets.tactics import AnyTactics


class Parts(Record):
    """The parts of a small game, given at once; a name that is none of these is refused by a TypeError.

    ``actions`` is what it does for each command, as `attack` or `arena list`; ``additions`` what it adds to command
    lines, by command; ``sentences`` how its own events are told, by kind; ``columns`` what `show` lists of each
    combatant, ``view`` what it says around them; ``events`` the types of its own events, by kind; ``offers`` words that
    a shell may complete, by command and key; ``gone`` the keys and values in a file by which somebody is fallen, and
    offered last; ``tables`` the tables of its rules by their ids; ``rules`` those rules;
    ``touching`` who may be paired in a melee; ``tactics`` how a fight is fought by itself; ``example`` the TOML text of
    a fight to try, without its first line; ``schema`` the JSON Schema of its encounters, empty where it is made anew.
    """

    actions: Mapping[str, AnyAction] = {}
    additions: Mapping[str, Addition] = {}
    sentences: Sentences = {}
    columns: Sequence[Column] = ()
    view: View | None = None
    events: Mapping[str, type[Event]] = {}
    offers: Mapping[str, Mapping[str, Sequence[str]]] = {}
    gone: Mapping[str, Sequence[str]] = {}
    tables: Mapping[str, Callable[[], Sequence[Table]]] = {}
    rules: Json = {}
    touching: Touching | None = None
    tactics: AnyTactics | None = None
    example: str = ""
    schema: str = ""

    def action(self, command: str) -> AnyAction | None:
        """Return what the game does for a command; None if it has nothing of the kind."""
        return self.actions.get(command)

    def has(self, command: str) -> bool:
        """Tell whether the game resolves a command, of which the first word is enough."""
        return any(command in (action, action.partition(" ")[0]) for action in self.actions)


def _defined(module: str, name: str, default: object = None) -> Any:
    """Return a property of a package: what one of its modules defines, or else the default."""
    return property(lambda package: package.module(module).get(name, default))


class PackageParts:
    """The parts of a game that is a package: its files are listed once, and each is loaded when it is first used."""

    additions: Mapping[str, Addition] = _defined("options", "ADDITIONS", {})
    sentences: Sentences = _defined("report", "SENTENCES", {})
    columns: Sequence[Column] = _defined("report", "COLUMNS", ())
    view: View | None = _defined("report", "VIEW")
    offers: Mapping[str, Mapping[str, Sequence[str]]] = _defined("offers", "OFFERS", {})
    gone: Mapping[str, Sequence[str]] = _defined("offers", "GONE", {})
    tables: Mapping[str, Callable[[], Sequence[Table]]] = _defined("tables", "TABLES", {})
    touching: Touching | None = _defined("pairings", "TOUCHING")
    tactics: AnyTactics | None = _defined("tactics", "TACTICS")

    def __init__(self, package: str) -> None:
        self._package = package
        self._folder: str = import_module(package).__path__[0]
        self._files = frozenset(os.listdir(self._folder))

    def module(self, name: str) -> Json:
        """Return what a module of the package defines; nothing if there is no such module."""
        return vars(import_module(f"{self._package}.{name}")) if f"{name}.py" in self._files else {}

    def _text(self, name: str) -> str:
        """Return the text of a file of the package; empty if there is no such file."""
        if name not in self._files:
            return ""
        with open(f"{self._folder}{os.sep}{name}", encoding="utf-8") as file:
            return file.read()

    def action(self, command: str) -> AnyAction | None:
        """Return what the game does for a command; None if it has nothing of the kind."""
        word, _, subcommand = command.partition(" ")
        module = self.module(word)
        found: AnyAction | None = module.get("ACTIONS", {}).get(subcommand) if subcommand else module.get("ACTION")
        return found

    def has(self, command: str) -> bool:
        """Tell whether the game resolves a command, of which the first word is enough."""
        return self.action(command) is not None if " " in command else f"{command}.py" in self._files

    @property
    def events(self) -> Mapping[str, type[Event]]:
        """The types of events that events.py defines, by their kinds."""
        return kinds_of(import_module(f"{self._package}.events")) if "events.py" in self._files else {}

    @property
    def rules(self) -> Json:
        """The rules in rules.toml."""
        from combatcli import toml

        return toml.loads(self._text("rules.toml"))

    @property
    def example(self) -> str:
        """The text of example.toml."""
        return self._text("example.toml")

    @property
    def schema(self) -> str:
        """The text of schema.json."""
        return self._text("schema.json")
