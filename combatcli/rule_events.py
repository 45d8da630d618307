"""The events of `rules`: rules and switches that were looked up."""

from typing import Any

from combatcli.records import Event

Keys = dict[str, Any]
Setting = str | int | float | bool


class Rule(Event):
    """A rule that was looked up; `form` says how much of it the report shows."""

    id: str
    ruleset: str | None
    title: str
    text: str
    house: str
    switches: list[Keys]
    commands: list[str]
    related: dict[str, str]
    tables: list[Keys]
    form: str


class UnansweredQuestion(Event):
    """A question that no rule answers; `nearest` lists the closest rules, each with id, ruleset and title."""

    event = "unanswered"
    question: str
    ruleset: str | None
    answers: list[str]
    nearest: list[Keys]


class HouseSwitch(Event):
    """An option of the encounter's [house] table, with its value."""

    event = "switch"
    name: str
    default: Setting
    set: Setting | None
    what: str
    rules: list[str]


class KnownGame(Event):
    """A game that can be played: the name for encounters, and where the game comes from."""

    event = "known"
    name: str
    about: str
    source: str


class PlayableGame(Event):
    """A game in a file is valid; `commands` are those that it has."""

    event = "playable"
    game: str
    commands: list[str]
