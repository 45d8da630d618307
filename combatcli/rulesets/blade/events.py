"""The events of `blade`: its own kinds, and the keys that it adds to those that all games share."""

from msgspec import UNSET, UnsetType

from combatcli import events
from combatcli.events import Event, Table

Points = dict[str, int]
"""Points of stamina and of health."""


class Attack(events.Attack, kw_only=True):
    """Somebody attacked; the keys from `rolled_damage` to `armor` apply to hits."""

    step: str
    """The step of the melee, or shot, or at once."""
    attribute: str
    value: int
    difficulty: int
    """The Difficulty that counts."""
    reason: list[str]
    """What makes it up."""
    difficulties: dict[str, int]
    """All that might, by reason."""
    bonus: int
    bonuses: dict[str, int]
    """What makes it up, by reason."""
    distance: float | UnsetType | None = UNSET
    """The feet of a shot; null where nobody said."""
    range: str = ""
    """Close, medium, or far, of a shot."""
    called: str = ""
    """The part that was aimed at."""
    rolled_damage: int | None = None
    """The damage as it was rolled."""
    extra_damage: int | None = None
    """What a mounted charge adds to it."""
    protection: int | None = None
    """What is taken off it."""
    armor: str | None = None
    """The category of what does so."""


class Idle(Event, kw_only=True):
    """Somebody did not strike."""

    who: str
    reason: str


class Wound(events.Wound, kw_only=True):
    """A wound or damage was applied; `left` has the remaining points."""

    marked: Points
    left: Points


class Discard(events.Discard, kw_only=True):
    """A pending hit was discarded."""

    weapon: str
    damage: int
    step: str


class Recover(events.Recover, kw_only=True):
    """Somebody recovered; `left` has their points now."""

    cleared: Points
    left: Points
    by_word: bool
    """Whether the referee's word gave them back, for the rules do not."""
    slept: bool


class Test(events.Test, kw_only=True):
    """Somebody tested an attribute; the keys from `spell` on apply to spells."""

    success: bool
    value: int
    difficulty: int
    bonus: int
    purpose: str
    """The spell, or what was improvised."""
    reactions: list[str]
    """Who may strike at once for it."""
    spell: str = ""
    casts: int | None = None
    """How often it was cast since sleep."""
    doubled: bool | UnsetType = UNSET
    forced: bool | UnsetType = UNSET
    may_force: bool = False
    """Whether it failed and may be forced in this phase."""
    damage: int | None = None
    """What forcing it costs."""
    damage_faces: list[int] = []
    critical: bool | UnsetType = UNSET
    """Whether its caster dies of that."""
    mishap: int | None = None
    """What to look up in the referee's table of mishaps."""
    mishap_faces: list[int] = []
    beyond_forcing: bool = False


class Contest(events.Contest, kw_only=True):
    """Two combatants tested to see who comes first."""

    against_trait: str
    own_success: bool
    against_total: int
    against_needed: int
    against_success: bool


class Opportunity(Event, kw_only=True):
    """Somebody may strike at once."""

    who: str
    target: str


class Declare(events.Declare, kw_only=True):
    """Somebody declared what they do this round."""

    action: str
    targets: list[str]
    plan: str
    """The spell, or the deed."""
    outcome: str
    """What an improvised action hopes for."""
    opportunity: list[str]
    """Who may strike at once for it."""


class Move(events.Move, kw_only=True):
    """Somebody moved or was moved; `reactions` lists who may strike at once because of it."""

    kind: str
    """Move, run or charge; or taken, where an arena was removed."""
    feet: float
    metres: float
    up_to: str | None
    left: list[str]
    """Who is no longer fought in melee."""
    met: list[str]
    """Who is, from now on."""
    charged: str = ""
    first_strike: bool | UnsetType = UNSET


class Surprise(Event, kw_only=True):
    """Surprise was rolled."""

    sides: list[str]
    faces: list[int]
    surprised: list[str]


class Order(events.Order, kw_only=True):
    """Which side acts first."""

    totals: dict[str, list[int]]
    """What each side rolled, with what was rolled to split a tie."""
    ties: list[list[str]]
    winner: str
    """The side that may choose."""
    choose: str
    """Act or react."""
    chosen: bool
    may_choose: bool
    surprised: list[str]


class Phase(events.Phase, kw_only=True):
    """A phase of the round began; `seconds` counts from the start of the fight, `acting` have yet to act."""

    number: int
    seconds: int
    acting: list[str]


class Encounter(events.Encounter, kw_only=True):
    """What `show` reports about the encounter."""

    number: int
    phases: int
    seconds: int
    initiative: list[str]
    surprised: list[str]


class Combatant(events.Combatant, kw_only=True):
    """What `show` reports about a combatant; a brief report has fewer keys, and a foe shown to players has fewest."""

    stamina: int | None = None
    max_stamina: int | None = None
    health: int | None = None
    max_health: int | None = None
    armor: Table | UnsetType | None = UNSET
    wielding: str | list[str] | UnsetType = UNSET
    target: str | UnsetType | None = UNSET
    weapons: dict[str, Table] = {}
    strength: int | None = None
    agility: int | None = None
    mind: int | None = None
    personality: int | None = None
    movement: int | None = None
    combat_movement: int | None = None
    combat_metres: float | None = None
    mounted: bool = False
    mount_trained: bool = False
    confined: bool = False
    casts: dict[str, int] = {}
    failed: list[str] = []
    rolls: dict[str, str] = {}
    note: str = ""
    deeds: Table | None = None


class Pending(events.Pending, kw_only=True):
    """A pending hit."""

    damage: int | None = None
    step: str | UnsetType = UNSET


class Arena(events.Arena, kw_only=True):
    """What is known about an arena."""

    confined: bool
