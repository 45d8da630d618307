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

Position = Annotated[list[int | float], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]


class Piercing(Model, frozen=True):
    """What a weapon bypasses of one category of armor (B41)."""

    category: str
    """The category of armor."""
    value: Natural = 1
    """How much of its Protection counts for nothing."""


class Armor(Model, frozen=True):
    """What is worn (B41)."""

    category: str = ""
    """A category in the game's own word."""
    protection: Natural = 0
    """What is taken off each hit."""


class Weapon(Model, frozen=True):
    """A weapon; one that has a range is shot or thrown (B23), any other is used in melee, some both (B30)."""

    attribute: Attribute | None = None
    """What is checked to hit; unsaid, the common one for its kind."""
    hands: Literal[1, 2] | None = None
    """How many hands it takes."""
    damage: str | None = None
    """Its damage dice; unsaid, those for the hands that hold it (B40)."""
    length: Length | None = None
    """How long it is, which matters where there is no room (B28)."""
    reach: Feet = 5
    """How far it reaches in melee, in feet."""
    close: Feet | None = None
    """Up to how many feet a shot is easier (B23)."""
    medium: Feet | None = None
    """Up to how many feet a shot is plain (B23)."""
    far: Feet | None = None
    """Up to how many feet it can be shot, which is harder (B23)."""
    piercing: list[Piercing] = []
    """What it bypasses of categories of armor (B41)."""
    stops_charge: bool = False
    """Whether a charge against it brings no first strike (B13)."""

    @property
    def ranged(self) -> bool:
        """Whether it is shot or thrown."""
        return any(feet is not None for feet in (self.close, self.medium, self.far))

    @property
    def melee(self) -> bool:
        """Whether it serves in melee: whatever is not shot, and what says beside its ranges how many hands it takes."""
        return not self.ranged or self.hands is not None


BARE_HANDS = Weapon()


class Declaration(Model, frozen=True):
    """What someone said they do this round (B25, B26)."""

    action: Act
    """An attack, a spell, or something improvised."""
    what: str = ""
    """The spell, or the deed."""
    outcome: str = ""
    """What it is to bring."""
    targets: list[CombatantId] = []
    """Whom it is aimed at."""
    done: bool = False
    """Whether it was rolled for."""


class Unforced(Model, frozen=True):
    """A spell that was tried, with its roll: one that failed may be forced until the phase ends (B29)."""

    name: str
    """The spell."""
    difficulty: Natural = 0
    """Its Difficulty."""
    bonus: int = 0
    """Added to what was needed."""
    needed: int = 0
    """What the dice may not exceed."""
    faces: list[int] = []
    """What they showed."""


class Deeds(Model, frozen=True):
    """What someone has done this round, and what that brings them."""

    moved: Feet = 0
    """The feet that were gone before a shot, or all where none was made."""
    moved_after: Feet = 0
    """The feet that were gone after a shot."""
    ran: bool = False
    """Whether it ran (B12)."""
    charged: CombatantId | None = None
    """Whom it charged at (B13)."""
    first_strike: bool = False
    """Whether it strikes first in melee (B31)."""
    shot: bool = False
    """Whether it shot or threw."""
    struck: bool = False
    """Whether its strike in melee is done."""
    met: list[CombatantId] = []
    """The foes of a melee that began this round (B11)."""
    opportunity: list[CombatantId] = []
    """The foes that may strike at it at once (B11, B25)."""
    unforced: Unforced | None = None
    """The spell that may be forced yet (B29)."""
    fell: str = ""
    """The step of the melee in which it fell (B31)."""


class Arena(schema.Arena, frozen=True):
    """An arena of a `blade` fight."""

    kind: Kind = "neutral"
    """What the place is like; a tight one is confined."""
    confined: bool = False
    """Whether there is no room for long weapons (B28)."""


class Combatant(Member, frozen=True):
    """A fighter (B0)."""

    strength: Score = 7
    """An attribute, 2 to 12."""
    agility: Score = 7
    """An attribute, 2 to 12; a high one makes it hard to hit (B20)."""
    mind: Score = 7
    """An attribute, 2 to 12; spells are checked by it (B29)."""
    personality: Score = 7
    """An attribute, 2 to 12."""
    stamina: Natural | None = None
    """Points left that hits go to first (B42); unsaid they are full."""
    max_stamina: Natural | None = None
    """The most of them; unsaid 6 for a player's character, none for others."""
    health: Natural | None = None
    """Points left that hits go to when stamina is gone; unsaid they are full."""
    max_health: Positive | None = None
    """The most of it; unsaid what health says, or 6."""
    movement: Positive = 120
    """Exploration speed in feet; a third of it is gone in a round of combat (B10)."""
    armor: Armor = Armor()
    """What is worn."""
    weapons: dict[str, Weapon] = {}
    """Its weapons, by name."""
    wielding: WeaponName | list[WeaponName] | None = None
    """What is in hand: a weapon, or two."""
    mounted: bool = False
    """Whether it rides (B27)."""
    mount_trained: bool = False
    """Whether rider and mount are trained to fight (B27)."""
    confined: bool = False
    """Whether it has no room for long weapons (B28)."""
    position: Position | None = None
    """Where it stands: two numbers of feet."""
    target: CombatantId | None = None
    """Whom it attacks in melee."""
    casts: dict[str, Natural] = {}
    """How often each spell was cast since sleep, by name (B29)."""
    failed: list[str] = []
    """The spells that failed since sleep (B29)."""
    declared: Declaration | None = None
    """What it will do this round (B25, B26)."""
    last_declared: Declaration | None = None
    """What it declared in the last round, which may be declared again."""
    deeds: Deeds | None = None
    """What it has done this round."""


class Hit(schema.Hit, frozen=True):
    """An attack that struck."""

    damage: Natural = 0
    """What it takes off, after Protection."""
    step: str = ""
    """The step of the melee that it was struck in (B31)."""


class Rolled(Model, frozen=True):
    """What was rolled for initiative this round (B2)."""

    order: list[str] = []
    """The sides, the highest first; the first of them may choose."""
    faces: list[int] = []
    """The dice, in the order rolled."""
    totals: dict[str, list[int]] = {}
    """What each side rolled, with what was rolled to split a tie."""


class Fight(Encounter, frozen=True):
    """A `blade` encounter."""

    phase: str = "initiative"
    arenas: dict[str, Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    initiative: list[str] = []
    """The sides in the order in which they act this round (B2)."""
    rolled: Rolled | None = None
    """What was rolled for initiative this round (B2)."""
    surprised: list[str] = []
    """The sides that do nothing in this round (B3)."""
    confined: bool = False
    """Whether there is no room for long weapons anywhere (B28)."""
