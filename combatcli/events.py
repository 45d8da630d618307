"""Events: what happened, in the words of the rules. Reports are made from them, and scripts read them as JSON.

Each kind is a type here or in a game's ``events.py``, which adds keys in a subclass of the same name; the manual prints
its docstring. A key that has its default is left out of the event; a key without a default is always there.
"""

from typing import Any

from msgspec import UNSET, UnsetType

from combatcli.records import Event

Table = dict[str, Any]
Place = str | list[float]
"""An arena, or a point."""


class NamedRoll(Event):
    """A named roll."""

    name: str
    expression: str
    where: str


class Attack(Event):
    """Somebody attacked."""

    attacker: str
    target: str
    weapon: str
    faces: list[int]
    kept: list[int]
    total: int
    needed: int | None
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
        """How the attack was made: "shot", or "both" where the target attacked too; else empty, as the weapon says."""
        return ""


class Wound(Event):
    """A wound or damage was applied; `by` is who dealt it."""

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
        """The points lost, or the wounds marked; the wound's number where boxes are marked by number."""
        if not isinstance(self.marked, dict):
            return self.amount
        return sum(max(0, points) for points in self.marked.values()) or -sum(self.marked.values())


class NoHitPending(Event):
    """No hit was pending."""

    event = "unhurt"
    targets: list[str]


class DiscardedHit(Event):
    """A pending hit was discarded, so that no wound comes of it."""

    event = "discard"
    attacker: str
    target: str


class GroupLoss(Event):
    """A group lost a member."""

    event = "loss"
    who: str
    left: int


class Recover(Event):
    """Somebody recovered."""

    who: str
    faces: list[int]
    cleared: list[int] | dict[str, int]


class Test(Event):
    """Somebody tested a trait."""

    who: str
    against: str | None
    trait: str
    faces: list[int]
    total: int
    needed: int | None
    success: bool | None
    purpose: str | UnsetType | None = UNSET


class Contest(Event):
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


class Condition(Event):
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


class Encounter(Event):
    """What `show` reports about the encounter."""

    ruleset: str
    round: int
    phase: str
    number: int | UnsetType | None = UNSET
    phases: int | UnsetType | None = UNSET
    seconds: int | UnsetType | None = UNSET
    turn: int | UnsetType | None = UNSET


class Combatant(Event):
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


class Pending(Event):
    """A pending hit."""

    number: int
    attacker: str
    target: str
    weapon: str
    damage: int | UnsetType | None = UNSET
    seen: bool = False


class Phase(Event):
    """A phase of the round began."""

    round: int
    phase: str
    number: int | UnsetType | None = UNSET
    seconds: int | UnsetType | None = UNSET
    turn: int | UnsetType | None = UNSET


class Order(Event):
    """Who acts first."""

    order: list[str]
    faces: list[int]
    totals: dict[str, list[int]] | UnsetType = UNSET
    ties: list[list[str]] | UnsetType = UNSET


class Declare(Event):
    """Somebody declared something, or changed a declaration."""

    who: str
    action: str | UnsetType | None = UNSET
    secret: bool | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET


class Move(Event):
    """Somebody moved or was moved."""

    who: str
    from_: Place | None
    to: Place | None
    stopped_by: list[str] | None
    reactions: list[str]
    pushed: bool = False
    displaced: bool = False


class Arena(Event):
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


class Pairings(Event):
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


class NewEncounter(Event):
    """An encounter was made."""

    event = "new"
    ruleset: str
    combatants: list[str]
    file: str = ""
    schema: str = ""


class ChangedKeys(Event):
    """Keys were set."""

    event = "change"
    who: str
    added: bool = False
    changes: Table


class Rename(Event):
    """Somebody got a new id; `was` is the old one."""

    who: str
    was: str


class DroppedCombatant(Event):
    """A combatant was removed."""

    event = "drop"
    who: str
    pending: int


class Problem(Event):
    """Something is wrong in the encounter."""

    path: str
    message: str
    hint: str


class UnknownKey(Event):
    """A key of the encounter that is not known, so that it has no effect."""

    event = "unknown"
    path: str
    hint: str


class ValidEncounter(Event):
    """The encounter is valid; `unknown` is the number of its keys that have no effect."""

    event = "checked"
    ruleset: str
    combatants: int
    arenas: int
    unknown: int = 0


class LoggedCommand(Event):
    """A command in the journal.

    For a game in a file, `rules` are the first 12 digits of the file's SHA-256.
    """

    event = "log"
    number: int
    when: str
    command: str
    events: list[Any]
    undone: bool
    outcome: list[str]
    rules: str = ""


class Story(Event):
    """The story of a round, in sentences; with the number of its `chapter` if there are several."""

    round: int
    text: str
    chapter: int | UnsetType = UNSET


class Stats(Event):
    """What somebody did in the whole fight."""

    who: str
    attacks: int
    hits: int
    misses: int
    damage: int
    felled: int
    luck: float | None


class Remark(Event):
    """The GM put a sentence into the story."""

    text: str


class Restored(Event):
    """The file is as it was before or after a command; `back` lists the keys that got their values back.

    The last of several has a list `seen`: all that they change on the board.
    """

    number: int
    command: str
    back: list[Table]
    seen: list[Table] | None = None


class Undo(Restored):
    """A command was undone."""


class Redo(Restored):
    """A command was redone."""


def event_types_in(*modules: Any) -> dict[str, type[Event]]:
    """Return the event types that modules define, without base classes, by kind; a later module wins."""
    types: dict[str, type[Event]] = {}
    for module in modules:
        own = [var for var in vars(module).values() if isinstance(var, type) and var.__module__ == module.__name__]
        kinds = [each for each in own if issubclass(each, Event) and not any(each in other.__bases__ for other in own)]
        types |= {kind.event: kind for kind in kinds}
    return types
