"""The shape of a `beacon` encounter (E0): who fights, with what tier and attributes, under which conditions."""

from typing import Annotated, Literal

from msgspec import Meta, field

from combatcli.encounter import schema
from combatcli.encounter.references import Author, CombatantId, Name, WeaponName
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive

Attribute = Annotated[int, Meta(ge=0, le=5)]
Tier = Annotated[int, Meta(ge=-100, le=100)]
Defense = Annotated[int, Meta(ge=-1000, le=1000)]
Feet = Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)]
Wielding = Annotated[str, Meta(extra={"name": Name(("weapon",), ("", "unarmed"))})]
Archetype = Literal["wizard", "rogue", "technician", "warrior"]
Stance = Literal["rash", "cautious"]
Energy = Literal[
    "chemical",
    "electrical",
    "entropic",
    "glacial",
    "kinetic",
    "plasmic",
    "psychic",
    "radiant",
    "temporal",
    "thermal",
]
Property = Literal["agile", "powerful", "defensive", "reload"]

Degree = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": 5})]
Position = Annotated[list[int | float], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]


class Weapon(Model, frozen=True):
    """A weapon (E30–E32)."""

    effect: str = "d6"
    """Its effect die."""
    reach: Feet = 5
    """How far it threatens, in feet."""
    range: Feet | None = None
    """How far it is shot, in feet; beyond it is harder (E31)."""
    hands: Literal[1, 2] = 1
    """How many hands it takes."""
    type: Energy = "kinetic"
    """The type of its damage (E33)."""
    properties: list[Property] = []
    """What else is true of it (E31)."""
    loaded: bool = True
    """Whether it need not be reloaded before it is shot."""


class Condition(Model, frozen=True):
    """A wound, another condition or a boon (E40–E44)."""

    name: str
    """Which one, of the table of conditions."""
    severity: Degree | None = None
    """How bad it is, 1 to 5."""
    quality: Degree | None = None
    """How good a boon is, 1 to 5."""
    source: Author = ""
    """Who brought it about."""
    against: str | list[str] = ""
    """What it is about: a defense, a type of damage, or who is hidden from."""
    rounds: Natural | None = None
    """The rounds that are left of it."""


class Combatant(Member, frozen=True):
    """Who fights (E0)."""

    tier: Tier = 1
    """The d20s of its action rolls (E1)."""
    body: Attribute = 1
    """An attribute, 0 to 5."""
    mind: Attribute = 1
    """An attribute, 0 to 5."""
    will: Attribute = 1
    """An attribute, 0 to 5."""
    actions: dict[str, Attribute] = {}
    """Points in each of the twelve actions, 0 to 5, by name."""
    archetype: Archetype | None = None
    """What its hit points are computed by (E6); without it, hp or max_hp must be there."""
    hp: int | None = None
    """Hit points left; unsaid they are full, of max_hp or those that the archetype gives."""
    max_hp: Positive | None = None
    """All hit points; unsaid they are computed by the archetype (E6), or what hp says."""
    stress: Natural = 0
    """Stress taken (E5)."""
    max_stress: Natural | None = None
    """The most stress it can take; unsaid 10 for a player's character, none for others (E5)."""
    iron: Defense | None = None
    """A defense; unsaid it is computed (E6)."""
    ward: Defense | None = None
    """A defense; unsaid it is computed (E6)."""
    grit: Defense | None = None
    """A defense; unsaid it is computed (E6)."""
    stride: Feet = 25
    """How far an Advance goes, in feet (E20)."""
    soak: Natural = 0
    """Boxes of soak left, each 10 points off or a wound (E33)."""
    position: Position | None = None
    """Where it stands: two numbers of feet."""
    stance: Stance | None = None
    """When a player's character acts (E11)."""
    last_declared: Stance | None = None
    """Its stance of the last round, which may be taken again."""
    ambushing: bool = False
    """Whether it acts first in round 1 (E11)."""
    living: bool = True
    """Whether it is alive; what is not does not bleed (E40)."""
    conditions: list[Condition] = []
    """Wounds, other conditions and boons that it has (E40–E44)."""
    weapons: dict[str, Weapon] = {}
    """Its weapons, by name."""
    wielding: Wielding | list[WeaponName] | None = None
    """What is in hand: a weapon, or several."""
    acted: bool = False
    """Whether it has had its turn in this round."""
    early: bool = False
    """Whether that turn was out of its step."""
    acts: Natural = 0
    """Acts spent in this round (E12)."""
    reacts: Natural = 0
    """Reacts spent in this round (E12)."""
    pushes: list[str] = []
    """What stress has paid for in this turn (E5)."""
    resisted: bool = False
    """Whether it has used its free roll of this turn (E42)."""
    protects: CombatantId | None = None
    """For whom it suffers the next consequence (E14)."""
    aids: CombatantId | None = None
    """Whose next roll has a Tier more of its help, until its own next turn (E14)."""
    reactions: list[CombatantId] = []
    """Who may strike at its last Advance (E23)."""
    failed: list[str] = []
    """What its last roll failed at, which may be rolled again with help (E14)."""


class Inflicted(Model, frozen=True):
    """A wound that a hit brings beside its damage (E32)."""

    name: str
    """Which condition."""
    severity: Degree | None = None
    """How bad it is, 1 to 5."""
    against: str = ""
    """What it is about, where that has to be said."""


class Hit(schema.Hit, frozen=True):
    """A pending hit."""

    damage: Natural = 0
    """What was rolled, before anything takes off from it."""
    types: list[str] = field(default_factory=lambda: ["kinetic"])
    """The types of the damage (E33)."""
    inflicts: list[Inflicted] = []
    """Wounds that it brings beside the damage (E32)."""
    total: int = 0
    """The total of the attack, for who resists it (E42)."""
    resisted: bool = False
    """Whether a React has halved its damage (E42)."""
    sheltered: bool = False
    """Whether shelter stood between (E47)."""


class Goal(Model, frozen=True):
    """What a skill encounter is about (E50)."""

    needed: Natural = 1
    """How many successes it takes (E50)."""
    done: Natural = 0
    """How many there are."""
    rounds_left: Natural | None = None
    """The rounds that are left for it."""
    path: str = ""
    """Another path that a failure opened, in free words."""


class Fight(Encounter, frozen=True):
    """A `beacon` encounter."""

    phase: str = "declare"
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    goals: dict[str, Goal] = {}
    """What skills work at, by name (E50)."""
    turn: CombatantId | None = None
    """Whose turn it is (E11)."""
    over: str = ""
    """How the fight ended (E15)."""
