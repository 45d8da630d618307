"""The events of `arq`: its own kinds, and the keys that it adds to those that all games share.

Cards are numbers that count from 1 in their deck; squares are [x, y]. A status is the name of a condition.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from combatcli import events


class Attack(events.Attack, kw_only=True):
    """Somebody attacked; `faces` are the cards drawn, and `kept` are those that count."""

    kind: str
    """melee, missile or reaction."""
    drew: list[str]
    """Who drew cards: the players of the two."""
    level: bool
    """Whether nothing was settled."""
    wounded: str | None
    """Who takes a wound by it."""

    @property
    def shot(self) -> bool:
        """Whether it was a shot (Q35)."""
        return self.kind == "missile"


class Wound(events.Wound, kw_only=True):
    """Wounds were applied; `marked` has those that counted."""

    marked: dict[str, int]
    left: int
    """How many more until they fall."""


class Discard(events.Discard, kw_only=True):
    """A pending hit was discarded."""

    weapon: str
    wounds: int
    cards: list[int]


class Recover(events.Recover, kw_only=True):
    """Wounds healed."""

    cleared: dict[str, int]
    left: int
    """How many wounds are left."""


class Test(events.Test, kw_only=True):
    """Somebody tested a trait against a number; `faces` are the cards drawn."""

    counted: list[int]
    """The cards that count."""
    drew: list[str]
    """Who drew cards."""


class Contest(events.Contest, kw_only=True):
    """Two combatants tested against each other; `faces` are the cards drawn."""

    counted: list[int]
    """The cards that count."""
    drew: list[str]
    """Who drew cards."""


class Encounter(events.Encounter, kw_only=True):
    """What `show` reports about the encounter."""

    number: int
    phases: int
    pairs: list[list[str]]


class Combatant(events.Combatant, kw_only=True):
    """What `show` reports about a combatant."""

    traits: dict[str, int] | UnsetType = UNSET
    speed: int | UnsetType = UNSET
    wounds_taken: int | UnsetType = UNSET
    wounds: int | UnsetType = UNSET
    gifts: list[str] | UnsetType = UNSET
    cards_left: int | UnsetType | None = UNSET
    """How many cards are left in a player's deck."""
    threats: list[str] | UnsetType = UNSET
    """The foes that may answer its last move."""
    deck: str = ""
    drawn: list[int] = []
    extra: list[list[int]] = []
    way: list[list[int]] = []
    activated: bool = False
    plan: str = ""
    last: events.Table | UnsetType = UNSET
    note: str = ""
    rolls: dict[str, str] = {}


class Pending(events.Pending, kw_only=True):
    """A pending hit, with the cards of the test that brought it."""

    wounds: int
    cards: list[int]


class Phase(events.Phase, kw_only=True):
    """A phase of the round began."""

    number: int
    undone: list[str]
    """Who has not acted in the phase that ends."""
    untested: list[list[str]]
    """The pairs of the melee that have not been tested."""
    pending: int


class Order(events.Order, kw_only=True):
    """Cards were drawn to decide which sides activate, or the sides take turns in file order."""

    left: dict[str, int]
    """How many cards of each side are left."""
    table: bool
    activated: list[str]
    waiting: list[str]
    """Who has not been activated."""


class Declare(events.Declare, kw_only=True):
    """Somebody acted, passed or was activated."""

    phase: str
    action: str
    """act, pass or activated."""
    plan: str
    activated: list[str]
    waiting: list[str]
    """Who has not been activated."""


class Move(events.Move, kw_only=True):
    """Somebody moved or was moved."""

    steps: int
    way: list[list[int]] | UnsetType = UNSET
    """The squares that were entered."""
    back: int = 0
    """How many squares of the last move were taken back."""


class Shuffle(events.Event, kw_only=True):
    """A deck ran out in a test, and all cards except those that the test had drawn by then went back."""

    who: str
    back: list[int]
    """The cards that went back."""
    cards: int
    """How many cards were in the deck again before the next was drawn."""


class Void(events.Event, kw_only=True):
    """A test was voided."""

    who: str
    against: str | None
    faces: list[int]
    """The cards that go back."""
    other_faces: list[int] = []
    """The cards of `against` that go back, where that drew as well."""
    out: list[int] = []
    """The cards that are out again, where the test had shuffled the deck."""
    dropped: bool
    """Whether a hit that it left was dropped."""
