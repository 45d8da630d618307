"""The events of `beacon`: its own kinds, and the keys that it adds to those that all games share."""

from msgspec import UNSET, Struct, UnsetType

from combatcli import events
from combatcli.events import Event, Table
from combatcli.rulesets.beacon.conditions import Part


class Attack(events.Attack, kw_only=True):
    """Somebody attacked; `needs` and `hits` have an entry for each defense that was attacked."""

    action: str
    pool: list[str]
    """The dice before any explodes, and which of each size is kept: 3d20kh1, 2d8kh1."""
    tier: list[Part]
    needs: dict[str, list[Part]]
    hits: dict[str, bool]
    steps: int
    """The critical steps."""
    botch: bool
    dice: list[Part]
    """The number of effect dice."""
    types: list[str]
    """The types of its damage."""
    inflicts: list[str]
    """The wounds that it brings beside the damage."""
    reroll: bool = False
    """Whether a failed attack is rolled again with an ally's aid."""


class Wound(events.Wound, kw_only=True):
    """Damage was applied; `how` lists what changed the amount."""

    marked: dict[str, int]
    """The hit points that were lost."""
    types: list[str]
    how: list[Part]
    hp: int
    """The hit points that are left."""


class Recover(events.Recover, kw_only=True):
    """Somebody rested."""

    cleared: dict[str, int]
    """The hit points that were gained."""
    hp: int
    status: list[str]


class Test(events.Test, kw_only=True):
    """Somebody tested an action, or resisted a wound or, as a React, a pending hit."""

    needs: list[Part]
    tier: list[Part]
    purpose: str = ""
    """Empty, or resist, or react."""
    steps: int | UnsetType = UNSET
    botch: bool | UnsetType = UNSET
    stress: int | UnsetType = UNSET
    pending: int | UnsetType = UNSET
    """The damage that is still pending."""
    averted: list[str] = []
    """The wounds that are no longer pending."""
    reroll: bool = False
    """Whether a failed test is rolled again with an ally's aid."""


class Contest(events.Contest, kw_only=True):
    """Two combatants rolled against each other."""

    against_trait: str
    against_faces: list[int] = []
    """The last of the faces: those of the other."""
    tier: list[Part]
    against_tier: list[Part]


class Condition(events.Condition, kw_only=True):
    """A condition began, changed or ended."""

    severity: int | None = None
    quality: int | None = None
    against: str | list[str] = ""
    """What it is about: a defense, a type of damage, or who is hidden from."""
    lowered: bool = False
    """Whether its severity went down by one."""
    stands: bool = False
    """Whether an equal or stronger one stays instead."""
    deed: str = ""
    """What it does at once, as it does not last."""


class Encounter(events.Encounter, kw_only=True):
    """What `show` reports about the encounter."""

    number: int
    phases: int
    turn_of: str | None
    over: str = ""
    """How the fight ended, if it has."""


class Combatant(events.Combatant, kw_only=True):
    """What `show` reports about a combatant; `acts` and `reacts` are those left, and `budget` lists their parts."""

    note: str | UnsetType = UNSET
    rolls: dict[str, str] | UnsetType = UNSET
    tier: int | UnsetType = UNSET
    body: int | UnsetType = UNSET
    mind: int | UnsetType = UNSET
    will: int | UnsetType = UNSET
    actions: dict[str, int] | UnsetType = UNSET
    archetype: str | UnsetType | None = UNSET
    hp: int | UnsetType = UNSET
    max_hp: int | UnsetType = UNSET
    stress: int | UnsetType = UNSET
    max_stress: int | UnsetType = UNSET
    iron: int | UnsetType = UNSET
    ward: int | UnsetType = UNSET
    grit: int | UnsetType = UNSET
    stride: int | float | UnsetType = UNSET
    soak: int | UnsetType = UNSET
    stance: str | UnsetType | None = UNSET
    ambushing: bool | UnsetType = UNSET
    living: bool | UnsetType = UNSET
    conditions: list[str] | UnsetType = UNSET
    weapons: dict[str, Table] | UnsetType = UNSET
    wielding: str | UnsetType = UNSET
    early: bool | UnsetType = UNSET
    acts: int | UnsetType = UNSET
    reacts: int | UnsetType = UNSET
    pushes: list[str] | UnsetType = UNSET
    resisted: bool | UnsetType = UNSET
    protects: str | UnsetType | None = UNSET
    aids: str | UnsetType | None = UNSET
    reactions: list[str] | UnsetType = UNSET
    failed: list[str] | UnsetType = UNSET
    budget: dict[str, list[Part]] | UnsetType = UNSET


class Pending(events.Pending, kw_only=True):
    """A pending hit, with its damage before any reduction."""

    damage: int | UnsetType = UNSET
    types: list[str] | UnsetType = UNSET
    inflicts: list[Table] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    resisted: bool | UnsetType = UNSET
    sheltered: bool | UnsetType = UNSET


class Discard(events.Discard, kw_only=True):
    """A pending hit was discarded."""

    weapon: str
    damage: int
    types: list[str]
    inflicts: list[Table]
    total: int
    resisted: bool
    sheltered: bool


class Declare(events.Declare, kw_only=True):
    """Somebody took a stance, or spent an Act."""

    action: str
    targets: list[str]


class Move(events.Move, kw_only=True):
    """Somebody moved or was moved."""

    feet: int | float | None = None
    cost: int | float | None = None
    """The feet that it takes off the stride."""
    kind: str = ""


class OrderedCombatant(Struct):
    """Somebody in a step of the round, with the Acts and Reacts that are left."""

    who: str
    acted: bool
    in_turn: bool
    acts: int
    reacts: int
    budget: dict[str, list[Part]]
    status: list[str]


class OrderedStep(Struct):
    """A step of the round, and who belongs to it."""

    step: str
    who: list[OrderedCombatant]


class Order(events.Order, kw_only=True):
    """Who acts in which step of the round."""

    steps: list[OrderedStep]
    phase: str
    turn: str | None


class Phase(events.Phase, kw_only=True):
    """A step of the round began."""

    number: int
    acting: list[str]
    """Who of the step has not acted yet; in the phase declare, who has no stance."""
    pending: int
    """How many hits wait."""


class Reminder(Struct):
    """A condition that limits what its bearer may do."""

    name: str
    by: str
    """Who brought it about."""
    says: str


class Turn(Event, kw_only=True):
    """A turn began or ended."""

    who: str
    step: str
    round: int
    ended: bool
    left: list[str] | UnsetType = UNSET
    """Who of the step has not acted yet."""
    reminders: list[Reminder] = []
    """What the turn's owner may not do."""


class Protects(Event, kw_only=True):
    """Somebody took a hit in place of another."""

    who: str
    target: str
    attacker: str


class Soaked(Event, kw_only=True):
    """Soak stopped a wound."""

    who: str
    name: str
    """The wound."""
    soak: int
    """The boxes that are left."""


class Suffers(Event, kw_only=True):
    """A wound did damage at the start of a turn."""

    who: str
    name: str
    faces: list[int]


class Healed(Event, kw_only=True):
    """Hit points were restored."""

    who: str
    faces: list[int]
    gained: int
    hp: int
    quality: int
    status: list[str]


class Stress(Event, kw_only=True):
    """Stress was taken or shed."""

    who: str
    change: int
    stress: int
    """How much there is now."""
    purpose: str


class Slammed(Event, kw_only=True):
    """Something stopped a slam."""

    who: str
    by: str
    faces: list[int]
    damage: int


class Goal(Event, kw_only=True):
    """The progress toward a goal."""

    name: str
    needed: int
    done: int
    rounds_left: int | None
    reached: bool
    over: bool
    path: str | UnsetType = UNSET
    reroll: bool = False
    """Whether this is of a failed test that is rolled again with an ally's aid."""


class SummedUp(Event, kw_only=True, tag="summed up"):
    """The state of a combatant when the fight is over."""

    who: str
    hp: int
    max_hp: int
    status: list[str]
    how: str
