"""The shape of a `beacon` encounter (E0): who fights, with what tier and attributes, under which conditions."""

from typing import Annotated, Literal

from msgspec import Meta, field

from combatcli.encounter import schema
from combatcli.encounter.references import Author, CombatantId, PerhapsCombatant, WeaponName, reference_mark
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive
from combatcli.rulesets.context import CombatContext

Attribute = Annotated[int, Meta(ge=0, le=5)]
Defense = Annotated[int, Meta(ge=-1000, le=1000)]
Feet = Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)]
Distance = Annotated[float, Meta(ge=0)]
Stance = Literal["rash", "cautious"]
Energy = Literal[
    "chemical", "electrical", "entropic", "glacial", "kinetic", "plasmic", "psychic", "radiant", "temporal", "thermal"
]
Degree = Annotated[int, Meta(ge=1, le=5)]


class Weapon(Model, frozen=True):
    """A weapon (E30–E32)."""

    effect: str = "d6"
    """Its effect die."""
    reach: Feet = 5
    """How far it threatens, in feet."""
    range: Feet | None = None
    """Its range in feet; farther shots are harder (E31)."""
    hands: Literal[1, 2] = 1
    """The hands it needs."""
    type: Energy = "kinetic"
    """Its damage type (E33)."""
    properties: list[Literal["agile", "powerful", "defensive", "reload"]] = []
    """Its special properties (E31)."""
    loaded: bool = True
    """Whether it is ready to shoot without reloading."""

    @property
    def farthest(self) -> float:
        """The feet of its range, else of its reach (E23, E30)."""
        return self.reach if self.range is None else self.range


class Condition(Model, frozen=True):
    """A wound, another condition or a boon (E40–E44)."""

    name: str
    """Its name in the list of conditions."""
    severity: Degree | None = None
    """Its severity, 1 to 5."""
    quality: Degree | None = None
    """The quality of a boon, 1 to 5."""
    source: Author = ""
    """Who caused it."""
    against: PerhapsCombatant | list[PerhapsCombatant] = ""
    """What it applies to: a defense, a damage type, or the combatants it is hidden from."""
    rounds: Natural | None = None
    """The rounds that are left."""


class Combatant(Member, frozen=True):
    """A combatant (E0)."""

    tier: Annotated[int, Meta(ge=-100, le=100)] = 1
    """The number of d20s in its action rolls (E1)."""
    body: Attribute = 1
    """An attribute, 0 to 5."""
    mind: Attribute = 1
    """An attribute, 0 to 5."""
    will: Attribute = 1
    """An attribute, 0 to 5."""
    actions: dict[str, Attribute] = {}
    """Points in each of the twelve actions, 0 to 5, by name."""
    archetype: Literal["wizard", "rogue", "technician", "warrior"] | None = None
    """The archetype, which sets its hit points (E6); without it, give hp or max_hp."""
    hp: int | None = None
    """Remaining hit points; full if the key is missing."""
    max_hp: Positive | None = None
    """Maximum hit points; by default those of the archetype (E6), or else the value of hp."""
    stress: Natural = 0
    """Stress taken (E5)."""
    max_stress: Natural | None = None
    """Maximum stress; by default 10 for a player's character and 0 for others (E5)."""
    iron: Defense | None = None
    """A defense; computed if the key is missing (E6)."""
    ward: Defense | None = None
    """A defense; computed if the key is missing (E6)."""
    grit: Defense | None = None
    """A defense; computed if the key is missing (E6)."""
    stride: Feet = 25
    """The length of an Advance in feet (E20)."""
    soak: Natural = 0
    """Remaining boxes of soak; each stops 10 points of damage or a wound (E33)."""
    position: Annotated[list[int | float], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})] | None = None
    """Where it is: two numbers of feet."""
    stance: Stance | None = None
    """The stance, which decides when a player's character acts (E11)."""
    last_declared: Stance | None = None
    """Its stance of the last round, which may be taken again."""
    ambushing: bool = False
    """Whether it acts first in round 1; over with the round (E11)."""
    living: bool = True
    """Whether it is a living creature; others do not bleed (E40)."""
    conditions: list[Condition] = []
    """Its wounds, other conditions and boons (E40–E44)."""
    weapons: dict[str, Weapon] = {}
    """Its weapons, by name."""
    wielding: Annotated[str, reference_mark("weapon", words=("", "unarmed"))] | list[WeaponName] | None = None
    """The weapon in hand, or a list of several."""
    dropped: list[WeaponName] = []
    """What fell from its hands and has to be picked up (E41)."""
    acted: bool = False
    """Whether it has had its turn this round."""
    early: bool = False
    """Whether that turn came before its step."""
    acts: Natural = 0
    """Acts spent this round (E12)."""
    reacts: Natural = 0
    """Reacts spent this round (E12)."""
    pushes: list[str] = []
    """What it paid for with stress this turn (E5)."""
    resisted: bool = False
    """Whether it used its free roll this turn (E42)."""
    protects: CombatantId | None = None
    """The ally whose next consequence it suffers (E14)."""
    aids: CombatantId | None = None
    """The ally whose next roll gets +1 Tier, until its own next turn (E14)."""
    reactions: list[CombatantId] = []
    """Who may strike because of its last Advance (E23)."""
    failed: list[str] = []
    """What its last roll failed at; an ally's aid may allow a reroll (E14)."""

    @property
    def held_items(self) -> list[str]:
        """The held items: the one or two that are written, else the first weapon (E0, E13)."""
        if self.wielding is None:
            return list(self.weapons)[:1]
        names = [self.wielding] if isinstance(self.wielding, str) else self.wielding
        return [name for name in names if name not in ("", "unarmed")]


def items_as_written(items: list[str]) -> str | list[str]:
    """Return held items as the file writes them: one item, or a list (E0)."""
    return items if len(items) > 1 else "".join(items)


class Hit(schema.Hit, frozen=True):
    """A pending hit."""

    damage: Natural = 0
    """The damage as rolled, before any reduction."""
    types: list[str] = field(default_factory=lambda: ["kinetic"])
    """The damage types (E33)."""
    inflicts: list[Condition] = []
    """The wounds it inflicts besides damage (E32)."""
    total: int = 0
    """The total of the attack, which resisting uses (E42)."""
    resisted: bool = False
    """Whether a React has halved its damage (E42)."""
    sheltered: bool = False
    """Whether the target was sheltered (E47)."""


class Goal(Model, frozen=True):
    """A goal of a skill encounter (E50)."""

    needed: Natural = 1
    """The successes needed (E50)."""
    done: Natural = 0
    """The successes so far."""
    rounds_left: Natural | None = None
    """The rounds that are left."""
    path: str = ""
    """Another path that a failure opened, in free text."""


class Fight(Encounter, frozen=True):
    """A `beacon` encounter."""

    phase: str = "declare"
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    goals: dict[str, Goal] = {}
    """The goals of skill tests, by name (E50)."""
    turn: CombatantId | None = None
    """Whose turn it is (E11)."""
    over: str = ""
    """How the fight ended (E15)."""


Context = CombatContext[Fight]
