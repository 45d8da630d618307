"""The shape of a `blade` encounter (B0): fighters with stamina and health, their arms, and what they did this round."""

from __future__ import annotations

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


class Piercing(Model, frozen=True):
    """What a weapon bypasses of one category of armor (B41)."""

    category: str
    value: Natural = 1


class Armor(Model, frozen=True):
    """What is worn: a category in the game's own word, and the Protection that is taken off each hit (B41)."""

    category: str = ""
    protection: Natural = 0


class Weapon(Model, frozen=True):
    """A weapon; one that has a range is shot or thrown (B23), any other is used in melee, some both (B30)."""

    attribute: Attribute | None = None
    hands: Literal[1, 2] | None = None
    damage: str | None = None
    length: Length | None = None
    reach: Feet = 5
    close: Feet | None = None
    medium: Feet | None = None
    far: Feet | None = None
    piercing: list[Piercing] = []
    stops_charge: bool = False

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
    """What someone said they do this round (B25, B26); ``done`` once it was rolled for."""

    action: Act
    what: str = ""
    outcome: str = ""
    targets: list[CombatantId] = []
    done: bool = False


class Unforced(Model, frozen=True):
    """A spell that was tried, with its roll: one that failed may be forced until the phase ends (B29)."""

    name: str
    difficulty: Natural = 0
    bonus: int = 0
    needed: int = 0
    faces: list[int] = []


class Deeds(Model, frozen=True):
    """What someone has done this round, and what that brings them.

    ``moved`` counts the feet before a shot, or all where none was made; ``moved_after`` those after it. ``met`` are
    the foes of a melee that began this round, ``opportunity`` those who may strike at once (B11, B25), ``unforced`` is
    the spell that may be forced yet (B29), ``fell`` the step of the melee in which they fell (B31).
    """

    moved: Feet = 0
    moved_after: Feet = 0
    ran: bool = False
    charged: CombatantId | None = None
    first_strike: bool = False
    shot: bool = False
    struck: bool = False
    met: list[CombatantId] = []
    opportunity: list[CombatantId] = []
    unforced: Unforced | None = None
    fell: str = ""


class Arena(schema.Arena, frozen=True):
    """An arena of a `blade` fight; a tight one is confined, and one of which it is said (B28)."""

    kind: Kind = "neutral"
    confined: bool = False


class Combatant(Member, frozen=True):
    """A fighter (B0). Points left out are full.

    ``casts`` counts since sleep how often each spell was cast, ``failed`` lists those that failed (B29).
    """

    strength: Score = 7
    agility: Score = 7
    mind: Score = 7
    personality: Score = 7
    stamina: Natural | None = None
    max_stamina: Natural | None = None
    health: Natural | None = None
    max_health: Positive | None = None
    movement: Positive = 120
    armor: Armor = Armor()
    weapons: dict[str, Weapon] = {}
    wielding: WeaponName | list[WeaponName] | None = None
    mounted: bool = False
    mount_trained: bool = False
    confined: bool = False
    position: list[int | float] | None = None
    target: CombatantId | None = None
    casts: dict[str, Natural] = {}
    failed: list[str] = []
    declared: Declaration | None = None
    deeds: Deeds | None = None


class Hit(schema.Hit, frozen=True):
    """An attack that struck, what it takes off after Protection, and the step of the melee it was struck in (B31)."""

    damage: Natural = 0
    step: str = ""


class Rolled(Model, frozen=True):
    """What was rolled for initiative this round: the sides in falling order, of whom the first may choose (B2)."""

    order: list[str] = []
    faces: list[int] = []
    totals: dict[str, list[int]] = {}


class Fight(Encounter, frozen=True):
    """A `blade` encounter; ``initiative`` lists the sides as they act this round, ``surprised`` those who do not."""

    phase: str = "initiative"
    arenas: dict[str, Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    initiative: list[str] = []
    rolled: Rolled | None = None
    surprised: list[str] = []
    confined: bool = False
