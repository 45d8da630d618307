"""The parts of a game that a command loads only where it needs them: given at once, or read from the game's package."""

from __future__ import annotations

import os
from functools import cached_property
from importlib import import_module

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combatcli.declarations import Addition
    from combatcli.events import Event
    from combatcli.events import Table as Json
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
        return any(command in (each, each.partition(" ")[0]) for each in self.actions)


class PackageParts:
    """The parts of a game that is a package: its files are listed once, and each is loaded when it is first used."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._folder: str = import_module(package).__path__[0]
        self._files = frozenset(os.listdir(self._folder))

    def _module(self, name: str) -> Json:
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
        module = self._module(word)
        found: AnyAction | None = module.get("ACTIONS", {}).get(subcommand) if subcommand else module.get("ACTION")
        return found

    def has(self, command: str) -> bool:
        """Tell whether the game resolves a command, of which the first word is enough."""
        return self.action(command) is not None if " " in command else f"{command}.py" in self._files

    @property
    def additions(self) -> Mapping[str, Addition]:
        """What options.py adds to command lines."""
        found: Mapping[str, Addition] = self._module("options").get("ADDITIONS", {})
        return found

    @property
    def sentences(self) -> Sentences:
        """How report.py tells the game's own events."""
        found: Sentences = self._module("report").get("SENTENCES", {})
        return found

    @property
    def columns(self) -> Sequence[Column]:
        """What report.py lists of each combatant."""
        found: Sequence[Column] = self._module("report").get("COLUMNS", ())
        return found

    @property
    def view(self) -> View | None:
        """What report.py says around the combatants."""
        found: View | None = self._module("report").get("VIEW")
        return found

    @property
    def events(self) -> Mapping[str, type[Event]]:
        """The types of events that events.py defines, by their kinds."""
        from combatcli.events import kinds_of

        return kinds_of(import_module(f"{self._package}.events")) if "events.py" in self._files else {}

    @property
    def offers(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """The words that offers.py has for completion."""
        found: Mapping[str, Mapping[str, Sequence[str]]] = self._module("offers").get("OFFERS", {})
        return found

    @property
    def gone(self) -> Mapping[str, Sequence[str]]:
        """The keys and values in offers.py by which somebody is fallen."""
        found: Mapping[str, Sequence[str]] = self._module("offers").get("GONE", {})
        return found

    @property
    def tables(self) -> Mapping[str, Callable[[], Sequence[Table]]]:
        """The tables of the rules, in tables.py."""
        found: Mapping[str, Callable[[], Sequence[Table]]] = self._module("tables").get("TABLES", {})
        return found

    @cached_property
    def touching(self) -> Touching | None:
        """Who may be paired in a melee, in pairings.py."""
        found: Touching | None = self._module("pairings").get("TOUCHING")
        return found

    @property
    def tactics(self) -> AnyTactics | None:
        """How a fight is fought by itself, in tactics.py."""
        found: AnyTactics | None = self._module("tactics").get("TACTICS")
        return found

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
