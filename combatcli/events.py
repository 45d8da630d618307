"""Events: what happened, in the words of the rules. Reports are made from them, and scripts read them as JSON.

Each kind is a type here or in a game's ``events.py``, which adds keys in a subclass of the same name; the manual prints
its docstring. A key that has its default is left out of the event; a key without a default is always there.
"""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from combatcli.light_events import LightEvent

AnyEvent: TypeAlias = "Event | LightEvent"
Table = dict[str, Any]
Place = str | list[float]
"""An arena, or a point."""


def _kind(name: str) -> str:
    """Return the kind of a type: `named_roll` of NamedRoll."""
    return "".join([f"_{letter.lower()}" if letter.isupper() else letter for letter in name])[1:]


class Event(Struct, tag_field="event", tag=_kind, rename=lambda key: key.strip("_"), kw_only=True, omit_defaults=True):
    """Something that happened."""

    @property
    def event(self) -> str:
        """The kind of the event, as in JSON."""
        return str(type(self).__struct_config__.tag)

    def as_table(self) -> Table:
        """Return the event as it is in JSON."""
        table: Table = msgspec.to_builtins(self, builtin_types=(date, time, datetime), enc_hook=str)
        return table


class NamedRoll(Event, kw_only=True):
    """A named roll."""

    name: str
    expression: str
    where: str


class Attack(Event, kw_only=True):
    """Somebody attacked."""

    attacker: str
    target: str
    weapon: str
    faces: list[int]
    kept: list[int]
    total: int
    needed: int
    hit: bool
    damage: int | None
    damage_faces: list[int]
    inflicts: list[Any] | UnsetType = UNSET
    level: bool | UnsetType = UNSET
    wounded: str | UnsetType | None = UNSET
    instead_of: str = ""
    """The original target, where somebody else takes the attack."""
    waits: bool = False
    """Whether the hit still waits to be applied; for the report alone."""

    @property
    def manner(self) -> str:
        """How the attack was made: a shot, or by both where the target attacked too; else as the weapon says."""
        return ""


class Wound(Event, kw_only=True):
    """A wound or damage was applied; `by` dealt it."""

    target: str
    amount: int
    marked: int | dict[str, int] | None
    status: list[str]
    by: str = ""
    cause: str = ""
    """The cause where it is not a blow: bleeding."""
    was: list[str] = []
    """The parts of the status that held before."""

    @property
    def lost(self) -> int:
        """The points lost, or the wound's number where boxes are marked by number."""
        return sum(self.marked.values()) if isinstance(self.marked, dict) else self.amount


class Unhurt(Event, kw_only=True):
    """No hit was pending."""

    targets: list[str]


class Discard(Event, kw_only=True):
    """A pending hit was discarded."""

    attacker: str
    target: str


class Loss(Event, kw_only=True):
    """A group lost a member."""

    who: str
    left: int


class Recover(Event, kw_only=True):
    """Somebody recovered."""

    who: str
    faces: list[int]
    cleared: list[int] | dict[str, int]


class Test(Event, kw_only=True):
    """Somebody tested a trait."""

    who: str
    against: str | None
    trait: str
    faces: list[int]
    total: int
    needed: int
    success: bool | None
    purpose: str | UnsetType | None = UNSET


class Contest(Event, kw_only=True):
    """Two combatants tested against each other."""

    who: str
    against: str
    trait: str
    against_trait: str
    faces: list[int]
    total: int
    needed: int
    success: bool | None
    first: str | UnsetType | None = UNSET
    dash: bool = False


class Condition(Event, kw_only=True):
    """A condition began, changed or ended."""

    who: str
    name: str
    ended: bool
    rounds: int | None = None
    note: str = ""
    by: str | None = None
    reason: str = ""
    severity: int | UnsetType | None = UNSET
    quality: int | UnsetType | None = UNSET
    of: str | UnsetType | None = UNSET
    stands: bool | UnsetType = UNSET


class Encounter(Event, kw_only=True):
    """What `show` reports about the encounter."""

    ruleset: str
    round: int
    phase: str
    number: int | UnsetType | None = UNSET
    phases: int | UnsetType | None = UNSET
    seconds: int | UnsetType | None = UNSET
    turn: int | UnsetType | None = UNSET


class Combatant(Event, kw_only=True):
    """What `show` reports about a combatant."""

    who: str
    name: str
    side: str
    player: bool
    arena: str | UnsetType | None = UNSET
    count: int | UnsetType | None = UNSET
    position: list[float] | UnsetType | None = UNSET
    whole: bool = False
    seen: bool = False
    unseen: bool = False
    harm: str = ""
    to_act: bool | UnsetType = UNSET
    engaged: list[str] | UnsetType = UNSET
    status: list[str] | UnsetType = UNSET
    notes: list[Table] | UnsetType = UNSET
    tactics: str | list[str] | UnsetType = UNSET
    declared: Table | UnsetType | None = UNSET
    acted: bool | int | UnsetType = UNSET
    waits: list[str] = []
    """The pending hits on it; for the report alone."""


class Pending(Event, kw_only=True):
    """A pending hit."""

    number: int
    attacker: str
    target: str
    weapon: str
    damage: int | UnsetType | None = UNSET
    seen: bool = False


class Phase(Event, kw_only=True):
    """A phase of the round began."""

    round: int
    phase: str
    number: int | UnsetType | None = UNSET
    seconds: int | UnsetType | None = UNSET
    turn: int | UnsetType | None = UNSET


class Order(Event, kw_only=True):
    """Who acts first."""

    order: list[str]
    faces: list[int]
    totals: dict[str, list[int]] | UnsetType = UNSET
    ties: list[list[str]] | UnsetType = UNSET


class Declare(Event, kw_only=True):
    """Somebody declared something, or changed a declaration."""

    who: str
    action: str | UnsetType | None = UNSET
    secret: bool | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET


class Move(Event, kw_only=True):
    """Somebody moved or was moved."""

    who: str
    from_: Place | None
    to: Place | None
    stopped_by: list[str] | None
    reactions: list[str]
    pushed: bool = False
    displaced: bool = False


class Arena(Event, kw_only=True):
    """What is known about an arena."""

    name: str
    kind: str
    note: str
    size: str
    terrain: str
    links: list[str]
    occupants: list[str]
    change: str | None
    was: Table = {}
    view: str = ""
    on: str | UnsetType | None = UNSET
    proposals_lost: list[str] | UnsetType = UNSET


class Pairings(Event, kw_only=True):
    """Who is paired with whom in a melee."""

    pairs: list[Any]
    forced: list[Any]
    open: list[Table]
    count: int | None
    at_least: int | None = None
    left: int | None = None
    all: list[Any] | None = None
    listed: int | None = None
    chains: list[Table]


class New(Event, kw_only=True):
    """An encounter was made."""

    ruleset: str
    combatants: list[str]
    file: str = ""
    schema: str = ""


class Change(Event, kw_only=True):
    """Keys were set."""

    who: str
    added: bool = False
    changes: Table


class Rename(Event, kw_only=True):
    """Somebody got a new id; `was` is the old one."""

    who: str
    was: str


class Drop(Event, kw_only=True):
    """A combatant was removed."""

    who: str
    pending: int


class Problem(Event, kw_only=True):
    """Something is wrong in the encounter."""

    path: str
    message: str
    hint: str


class Unknown(Event, kw_only=True):
    """A key that is not known."""

    path: str
    hint: str


class Checked(Event, kw_only=True):
    """The encounter is valid; `unknown` is the number of keys that have no effect."""

    ruleset: str
    combatants: int
    arenas: int
    unknown: int = 0


class Log(Event, kw_only=True):
    """A command in the journal; `rules` are the first 12 digits of the SHA-256 of a game in a file."""

    number: int
    when: str
    command: str
    events: list[Any]
    undone: bool
    outcome: list[str]
    rules: str = ""


class Story(Event, kw_only=True):
    """The story of a round, in sentences."""

    round: int
    text: str


class Stats(Event, kw_only=True):
    """What somebody did in the whole fight."""

    who: str
    attacks: int
    hits: int
    misses: int
    damage: int
    felled: int
    luck: float | None


class Remark(Event, kw_only=True):
    """The GM put a sentence into the story."""

    text: str


class Undo(Event, kw_only=True):
    """A command was undone; `back` lists keys, and the last of several has in `seen` what all changed on the board."""

    number: int
    command: str
    back: list[Table]
    seen: list[Table] | None = None


class Redo(Undo, kw_only=True):
    """A command was redone."""


def kinds_of(*modules: Any) -> dict[str, type[Event]]:
    """Return the event types that modules define, without base classes, by kind; a later module wins."""
    types: dict[str, type[Event]] = {}
    for module in modules:
        own = [var for var in vars(module).values() if isinstance(var, type) and var.__module__ == module.__name__]
        kinds = [each for each in own if issubclass(each, Event) and not any(each in other.__bases__ for other in own)]
        types |= {str(kind.__struct_config__.tag): kind for kind in kinds}
    return types
