"""The shape of a `beacon` encounter (E0): who fights, with what tier and attributes, under which conditions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from combatcli.encounter import schema
from combatcli.encounter.references import Author, CombatantId, Name, WeaponName
from combatcli.encounter.schema import Encounter, Member, Model, Natural

Attribute = Annotated[int, Meta(ge=0, le=5)]
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


class Weapon(Model, frozen=True):
    """A weapon: its effect die, how far it reaches in feet, and, where it is shot, its range (E30–E32)."""

    effect: str = "d6"
    reach: Feet = 5
    range: Feet | None = None
    hands: Literal[1, 2] = 1
    type: Energy = "kinetic"
    properties: list[Property] = []
    loaded: bool = True


class Condition(Model, frozen=True):
    """A wound, another condition or a boon (E40–E44); ``against`` is a defence, a type or, of who is hidden, people."""

    name: str
    severity: Natural | None = None
    quality: Natural | None = None
    source: Author = ""
    against: str | list[str] = ""
    rounds: Natural | None = None


class Combatant(Member, frozen=True):
    """Who fights (E0). ``acts`` and ``reacts`` are those spent, ``pushes`` what stress has paid for in this turn.

    ``early`` is who has had their turn out of its step; ``reactions`` who may strike at the last Advance; ``failed``
    what the last roll failed at, which may be rolled again with help.
    """

    tier: int = 1
    body: Attribute = 1
    mind: Attribute = 1
    will: Attribute = 1
    actions: dict[str, Attribute] = {}
    archetype: Archetype | None = None
    hp: int | None = None
    max_hp: Natural | None = None
    stress: Natural = 0
    max_stress: Natural | None = None
    iron: int | None = None
    ward: int | None = None
    grit: int | None = None
    stride: Feet = 25
    soak: Natural = 0
    position: list[int | float] | None = None
    stance: Stance | None = None
    ambushing: bool = False
    living: bool = True
    conditions: list[Condition] = []
    weapons: dict[str, Weapon] = {}
    wielding: Wielding | list[WeaponName] | None = None
    acted: bool = False
    early: bool = False
    acts: Natural = 0
    reacts: Natural = 0
    pushes: list[str] = []
    resisted: bool = False
    protects: CombatantId | None = None
    reactions: list[CombatantId] = []
    failed: list[str] = []


class Inflicted(Model, frozen=True):
    """A wound that a hit brings beside its damage (E32), about what ``against`` names."""

    name: str
    severity: Natural | None = None
    against: str = ""


class Hit(schema.Hit, frozen=True):
    """A hit that waits: its damage as it was rolled, of which types; the attack's total, for who resists it (E42)."""

    damage: Natural = 0
    types: list[str] = field(default_factory=lambda: ["kinetic"])
    inflicts: list[Inflicted] = []
    total: int = 0
    resisted: bool = False
    sheltered: bool = False


class Goal(Model, frozen=True):
    """What a skill encounter is about (E50)."""

    needed: Natural = 1
    done: Natural = 0
    rounds_left: Natural | None = None
    path: str = ""


class Fight(Encounter, frozen=True):
    """A `beacon` encounter; ``turn`` is whose turn it is, ``over`` how the fight ended (E11, E15)."""

    phase: str = "declare"
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    goals: dict[str, Goal] = {}
    turn: CombatantId | None = None
    over: str = ""
