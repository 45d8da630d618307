"""The shape of a `blade` encounter (B0): fighters with stamina and health, their arms, and what they did this round."""

from typing import Annotated, Literal

from msgspec import Meta

from combatcli.encounter import schema
from combatcli.encounter.references import CombatantId, WeaponName
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive

Attribute = Literal["strength", "agility", "mind", "personality"]
Length = Literal["short", "middle", "long"]
Kind = Literal["neutral", "tight", "hazardous", "open", "dense"]
Act = Literal["attack", "cast", "improvise"]
Score = Annotated[int, Meta(ge=2, le=12)]
Feet = Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0)]
Distance = Annotated[float, Meta(ge=0)]
Position = Annotated[list[int | float], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]


class Piercing(Model, frozen=True):
    """How much of one category of armor a weapon ignores (B41)."""

    category: str
    """The category of armor."""
    value: Natural = 1
    """How much of its Protection is ignored."""


class Armor(Model, frozen=True):
    """The armor that is worn (B41)."""

    category: str = ""
    """The category, in one of the game's own words."""
    protection: Natural = 0
    """Subtracted from the damage of each hit."""


class Weapon(Model, frozen=True):
    """A weapon; one that has a range is shot or thrown (B23), any other is used in melee, some both (B30)."""

    attribute: Attribute | None = None
    """The attribute for attacks; without it, the usual one for this kind of weapon."""
    hands: Literal[1, 2] | None = None
    """The hands it needs."""
    damage: str | None = None
    """Its damage dice; without it, the dice for the hands that hold it (B40)."""
    length: Length | None = None
    """Its length, which matters in confined places (B28)."""
    reach: Feet = 5
    """Its reach in melee, in feet."""
    close: Feet | None = None
    """The close range in feet, at which a shot is easier (B23)."""
    medium: Feet | None = None
    """The medium range in feet, at which a shot is unmodified (B23)."""
    far: Feet | None = None
    """The far range in feet, at which a shot is harder (B23)."""
    piercing: list[Piercing] = []
    """The categories of armor that it pierces, and by how much (B41)."""
    stops_charge: bool = False
    """Whether a charge against it gives no first strike (B13)."""

    @property
    def ranges(self) -> dict[str, float]:
        """The ranges that it has, in feet."""
        ranges = {"close": self.close, "medium": self.medium, "far": self.far}
        return {range_: feet for range_, feet in ranges.items() if feet is not None}

    @property
    def ranged(self) -> bool:
        """Whether it is shot or thrown."""
        return self.close is not None or self.medium is not None or self.far is not None

    @property
    def melee(self) -> bool:
        """Whether it serves in melee: it has no ranges, or says beside them how many hands it takes."""
        return not self.ranged or self.hands is not None


BARE_HANDS = Weapon()


class Declaration(Model, frozen=True):
    """What a combatant declared for this round (B25, B26)."""

    action: Act
    """An attack, a spell, or an improvised action."""
    what: str = ""
    """The spell, or the improvised action."""
    outcome: str = ""
    """The intended outcome."""
    targets: list[CombatantId] = []
    """The targets."""
    done: bool = False
    """Whether it was rolled."""


class CastSpell(Model, frozen=True):
    """A spell that was cast, with its roll; a failed one may be forced until the phase ends (B29)."""

    name: str
    """The spell."""
    difficulty: Natural = 0
    """Its Difficulty."""
    bonus: int = 0
    """Added to the number needed."""
    needed: int = 0
    """The highest total that succeeds."""
    faces: list[int] = []
    """The faces of the dice."""


class Deeds(Model, frozen=True):
    """What a combatant did this round, and what follows from it."""

    moved: Feet = 0
    """The feet moved before a shot, or all feet moved without one."""
    moved_after: Feet = 0
    """The feet moved after a shot."""
    ran: bool = False
    """Whether it ran (B12)."""
    charged: CombatantId | None = None
    """The foe that it charged (B13)."""
    first_strike: bool = False
    """Whether it strikes first in melee (B31)."""
    shot: bool = False
    """Whether it shot or threw."""
    struck: bool = False
    """Whether it has struck in melee."""
    met: list[CombatantId] = []
    """The foes of melees that began this round (B11)."""
    opportunity: list[CombatantId] = []
    """The foes that may strike at it at once, for it moved away (B11)."""
    spell_opportunity: list[CombatantId] = []
    """The foes that may strike at it at once for a spell (B25)."""
    interrupted: list[CombatantId] = []
    """The foes that have struck at it for a spell that is still to be cast (B25)."""
    unforced: CastSpell | None = None
    """The spell that may still be forced (B29)."""
    fell: str = ""
    """The step of the melee in which it fell (B31)."""


class Arena(schema.Arena, frozen=True):
    """An arena of a `blade` fight."""

    kind: Kind = "neutral"
    """What the place is like; a tight arena is confined."""
    confined: bool = False
    """Whether there is no room for long weapons (B28)."""


class Combatant(Member, frozen=True):
    """A fighter (B0)."""

    strength: Score = 7
    """An attribute, 2 to 12."""
    agility: Score = 7
    """An attribute, 2 to 12; a high one makes it hard to hit (B20)."""
    mind: Score = 7
    """An attribute, 2 to 12; used to cast spells (B29)."""
    personality: Score = 7
    """An attribute, 2 to 12."""
    stamina: Natural | None = None
    """Remaining points, which hits reduce first (B42); full if the key is missing."""
    max_stamina: Natural | None = None
    """The maximum stamina; by default 6 for a player's character and 0 for others."""
    health: Natural | None = None
    """Remaining points, which hits reduce when stamina is gone; full if the key is missing."""
    max_health: Positive | None = None
    """The maximum health; by default the value of `health`, or else 6."""
    movement: Positive = 120
    """Exploration speed in feet; a combat round allows a third of it (B10)."""
    armor: Armor = Armor()
    """The armor that is worn."""
    weapons: dict[str, Weapon] = {}
    """Its weapons, by name."""
    wielding: WeaponName | list[WeaponName] | None = None
    """The weapon in hand, or a list of two."""
    mounted: bool = False
    """Whether it rides (B27)."""
    mount_trained: bool = False
    """Whether rider and mount are trained to fight (B27)."""
    confined: bool = False
    """Whether it has no room for long weapons (B28)."""
    position: Position | None = None
    """Where it is: two numbers of feet."""
    target: CombatantId | None = None
    """The foe that it attacks in melee."""
    casts: dict[str, Natural] = {}
    """How often it cast each spell since it slept, by name (B29)."""
    failed: list[str] = []
    """The spells that failed since it slept (B29)."""
    declared: Declaration | None = None
    """What it declared for this round (B25, B26)."""
    last_declared: Declaration | None = None
    """What it declared in the last round, which may be declared again."""
    deeds: Deeds | None = None
    """What it did this round."""


class Hit(schema.Hit, frozen=True):
    """A hit."""

    damage: Natural = 0
    """The damage, after Protection."""
    step: str = ""
    """The step of the melee in which it was rolled (B31)."""


class InitiativeRolls(Model, frozen=True):
    """The initiative rolls of this round (B2)."""

    order: list[str] = []
    """The sides, highest first; the first may choose."""
    faces: list[int] = []
    """The dice, in the order rolled."""
    totals: dict[str, list[int]] = {}
    """What each side rolled, including rerolls to break ties."""


class Fight(Encounter, frozen=True):
    """A `blade` encounter."""

    phase: str = "initiative"
    arenas: dict[str, Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    initiative: list[str] = []
    """The sides in the order in which they act this round (B2)."""
    rolled: InitiativeRolls | None = None
    """The initiative rolls of this round (B2)."""
    surprised: list[str] = []
    """The sides that are surprised and do nothing this round (B3)."""
    confined: bool = False
    """Whether the whole fight has no room for long weapons (B28)."""
