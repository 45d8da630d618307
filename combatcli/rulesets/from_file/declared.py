"""The content of a game's file: each key with its type and default."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from combatcli.rulesets.from_file.expressions import LARGEST

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Formula: TypeAlias = Whole | bool | str
"""An expression, or a plain value for one."""
Keys: TypeAlias = dict[str, Formula | list[str] | dict[str, Any]]
"""Keys, options or switches, by name."""
Entries: TypeAlias = dict[str, Formula | dict[str, Any]]
"""A command's table: values, look-ups, and tables of changes."""


class Points(Struct, frozen=True):
    """A key with points."""

    full: Formula = 0
    least: Whole = 0
    help: str = ""


class Described(Struct, frozen=True):
    """A key or an option with its meaning."""

    default: Formula | list[str] = 0
    help: str = ""


class Options(Struct, frozen=True):
    """The options that commands take besides their own."""

    attack: Keys = {}
    test: Keys = {}
    recover: Keys = {}


class Contest(Struct, frozen=True):
    """Two opposed tests."""

    success: Formula


class Order(Struct, frozen=True):
    """The initiative order."""

    roll: Formula
    by: Literal["combatant", "side"] = "combatant"
    again: Literal["never", "each round"] = "never"
    low: bool = False


class Show(Struct, frozen=True):
    """What `show` lists."""

    columns: list[str] = []


class Rule(Struct, frozen=True):
    """A rule to look up."""

    title: str
    text: str
    words: str = ""
    related: list[str] = []


class GameFile(Struct, frozen=True):
    """A whole game file."""

    game: str = ""
    about: str = ""
    out: Formula = False
    able: Formula = True
    pending: bool = True
    most: Annotated[int, Meta(ge=1, le=LARGEST)] | None = None
    traits: list[str] | None = None
    tactics: list[str] | str = []
    combatant: Keys = {}
    weapon: Keys = {}
    options: Options = Options()
    attack: Entries = {}
    attacks: dict[str, Entries] = {}
    wound: Entries = {}
    test: Entries | None = None
    contest: Contest | None = None
    recover: Entries | None = None
    turn: Entries | None = None
    order: Order | None = None
    status: dict[str, Formula] = {}
    conditions: dict[str, str] = {}
    house: Keys = {}
    show: Show = Show()
    rules: dict[str, Rule] = {}
    example: dict[str, Any] = {}
