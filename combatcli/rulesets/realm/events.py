"""The events of `realm`: its own kinds, and the keys that it adds to those that all games share."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from combatcli import events
from combatcli.events import Event, Table


class Attack(events.Attack, kw_only=True):
    """Somebody attacked; `faces` begins with the face die, and `kept` has the two best."""

    bonuses: dict[str, int]
    """What was added to the dice, by its reason."""
    wounds: list[int] = []
    """On a hit, the number of each wound to mark (R40)."""
    damage_bonus: int = 0
    """What its notation adds to the damage dice, as in 1d5+1; the first wound is higher by it."""
    face_bonus: int | UnsetType = UNSET
    """On a hit, what the face die added to the damage (R31)."""
    armor: int | UnsetType = UNSET
    """On a hit, what was taken off each wound (R40)."""
    lowest: bool = False
    """Whether the hit marks the lowest free box as well (R33)."""
    assisted_by: list[str] = []
    counter: bool = False
    """Whether it answers a hit (R22)."""


class Wound(events.Wound, kw_only=True):
    """A wound was applied; `amount` is its number."""

    marked: int | None
    """The box that was marked; null where none was left."""


class Discard(events.Discard, kw_only=True):
    """A pending hit was discarded."""

    weapon: str
    wounds: list[int]
    lowest: bool
    """Whether the lowest free box would have been marked as well (R33)."""


class Recover(events.Recover, kw_only=True):
    """Somebody recovered; `cleared` lists the boxes that are free again."""

    cleared: list[int]
    left: list[int]
    """The boxes that are still marked."""
    beyond_rest: list[int]
    """Those of them that rest cannot clear (R44)."""


class Test(events.Test, kw_only=True):
    """Somebody tested an attribute."""

    purpose: str = ""
    """What it is for, where a rule asks for it."""


class Contest(events.Contest, kw_only=True):
    """Two combatants tested against each other; `needed` is the opponent's total."""

    against_trait: str
    less: int = 0
    """What is taken off for several who are pushed at once (R29)."""


class Condition(events.Condition, kw_only=True):
    """A condition began or ended."""

    of: str = ""
    """Who is protected (R21)."""


class Encounter(events.Encounter, kw_only=True):
    """What `show` reports about the encounter."""

    number: int
    seconds: int
    turn: int
    phases: int
    bowl: int


class Combatant(events.Combatant, kw_only=True):
    """What `show` reports about a combatant; every key if `whole`, else only their state."""

    wielding: str | None
    wounds: int | UnsetType = UNSET
    marked: list[int] | UnsetType = UNSET
    awesome: int | UnsetType = UNSET
    until: dict[str, int | list[int]] | UnsetType = UNSET
    """The last round in which a status holds, by its name; a list has one for each of those in `by` (R25)."""
    by: dict[str, str | list[str]] | UnsetType = UNSET
    """Who brought a status about, by its name."""
    note: str | UnsetType = UNSET
    rolls: dict[str, str] | UnsetType = UNSET
    brawn: int | UnsetType = UNSET
    cunning: int | UnsetType = UNSET
    daring: int | UnsetType = UNSET
    commitment: int | UnsetType = UNSET
    awareness: int | UnsetType = UNSET
    defense: int | UnsetType = UNSET
    armor: int | UnsetType = UNSET
    shield: bool | UnsetType = UNSET
    weapons: dict[str, Table] | UnsetType = UNSET
    parrying: str | UnsetType | None = UNSET
    counters: list[str] | UnsetType = UNSET
    parried: int | UnsetType = UNSET
    struggled: int | UnsetType = UNSET


class Pending(events.Pending, kw_only=True):
    """A pending hit, with the number of each wound."""

    wounds: list[int]
    lowest: bool


class Phase(events.Phase, kw_only=True):
    """A phase of the round began."""

    number: int
    seconds: int
    turn: int
    undone: list[Table]
    """What was declared for the last phase and not done."""
    acting: list[str]
    """Who has declared for this phase and not acted."""
    pending: int
    """How many hits wait to be applied."""


class Order(events.Order, kw_only=True):
    """Who acts first in a phase."""

    first: list[str]
    """Who acts first, several at the same time."""
    phase: str
    totals: dict[str, list[int]]
    """What each has rolled, with what was rolled to split a tie."""
    ties: list[list[str]]
    stands: bool = False
    """Whether it was rolled before."""


class Declare(events.Declare, kw_only=True):
    """Somebody declared something, or changed or revealed a declaration; secret parts are empty."""

    phase: int
    action: str | None
    targets: list[str]
    plan: str
    secret: bool
    """Whether all of it is hidden from the board (R4)."""
    hidden: bool
    """Whether the target alone is hidden (R4)."""
    changed: bool
    revealed: bool = False


class Arena(events.Arena, kw_only=True):
    """What is known about an arena."""

    on: str | None
    """Who carries it (R14)."""
    favours: list[str] | UnsetType = UNSET
    """The classes of weapon that have the bonus in it (R11)."""
    bonus: int | UnsetType = UNSET
    proposals_lost: list[str] | UnsetType = UNSET
    """What was proposed beside an arena that was removed."""
    measure: str = ""
    """How large an open arena is (R14)."""


class Board(Event, kw_only=True):
    """A phase on the declaration board."""

    round: int
    phase: str
    number: int
    current: bool
    """Whether the round has come to it."""
    seconds: int
    turn: int
    declared: list[Table]
    undeclared: list[str]


class Awesome(Event, kw_only=True):
    """Awesomes were given or spent."""

    who: str
    change: int
    left: int
    purpose: str


class Focused(Event, kw_only=True):
    """A focus ended."""

    who: str
    plan: str
    secret: bool


class Done(Event, kw_only=True):
    """Somebody did what they declared."""

    who: str


class Released(Event, kw_only=True):
    """Somebody is no longer held."""

    who: str
    holder: str
    reason: str
    left: list[str]


class Proposal(Event, kw_only=True):
    """An arena was proposed."""

    name: str
    beside: str
    kind: str
    note: str


class Suggest(Event, kw_only=True):
    """A kind was suggested for some scenery."""

    words: str
    kind: str
    reason: str
    others: list[str]
    """What else was mentioned, with its kind."""
    barrier: str
    """The wall that makes it no arena; empty if there is none."""
    favours: list[str]


class Rejected(Event, kw_only=True):
    """A proposal was rejected."""

    name: str
    beside: str


class Carried(Event, kw_only=True):
    """An arena moved with its carrier."""

    arena: str
    bearer: str
    links: list[str]
