"""The shape of a `realm` encounter (R0): fighters with wound boxes, their weapons, and what they declared."""

from typing import Annotated, Literal

from msgspec import Meta, field

from combatcli.encounter import schema
from combatcli.encounter.references import ArenaName, Author, CombatantId, CombatantOrArena, Name
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive

WeaponClass = Literal["light", "hand", "medium", "heavy", "very-heavy", "reach", "ranged", "unarmed"]
Range = Literal["thrown", "sling", "short-bow", "long-bow", "crossbow"]
Act = Literal[
    "", "defend", "protect", "shoot", "throw", "aim", "focus", "impede", "move", "attack", "assist", "push"
]  # fmt: skip
Kind = Literal["neutral", "tight", "hazardous", "open", "dense"]
Attribute = Literal["brawn", "cunning", "daring", "commitment", "awareness"]

Wielding = Annotated[str, Meta(extra={"name": Name(("weapon",), ("", "unarmed"))})]
Parrying = Annotated[str, Meta(extra={"name": Name(("weapon",), ("shield",))})]
Phase = Annotated[int, Meta(ge=1, le=6)]
Boxes = Annotated[int, Meta(ge=1, le=100)]

DEFENSE = 10


class Weapon(Model, frozen=True):
    """A weapon (R30, R40)."""

    class_: WeaponClass | None = field(name="class", default=None)
    """The class, which decides how many attack dice there are (R30); unsaid it is ranged with a range, else medium."""
    damage: str = "1d5"
    """Its damage dice; each marks the wound of its number (R40)."""
    bonus: int = 0
    """Added to the attack."""
    range: Range | None = None
    """How far it goes, of one that is shot or thrown (R23)."""

    @property
    def used_as(self) -> WeaponClass:
        """Its class; unsaid, a weapon with a range is ranged, and any other medium (R0)."""
        return self.class_ or ("ranged" if self.range is not None else "medium")


UNARMED = Weapon(class_="unarmed")


class Declaration(Model, frozen=True):
    """What someone said they would do this round (R2, R3)."""

    phase: Phase
    """The phase that it is for, 1 to 6."""
    action: Act = ""
    """What will be done; empty where only the phase is said."""
    targets: list[CombatantOrArena] = []
    """Whom, or where to."""
    plan: str = ""
    """What will be done, in free words."""
    secret: bool = False
    """Whether all of it is hidden from the board (R4)."""
    hidden: bool = False
    """Whether the target alone is hidden (R4)."""
    done: bool = False
    """Whether it has been done."""
    broken: bool = False
    """Whether a wound broke the focus (R24)."""


class Combatant(Member, frozen=True):
    """A fighter (R0)."""

    brawn: int = 0
    """An attribute (R0)."""
    cunning: int = 0
    """An attribute (R0)."""
    daring: int = 0
    """An attribute (R0); tested to fight on (R41)."""
    commitment: int = 0
    """An attribute (R0); tested to fight on, or against bleeding (R41, R42)."""
    awareness: int = 0
    """An attribute (R0), added to initiative (R5)."""
    awesome: Natural = 0
    """Awesomes left to spend (R51)."""
    wounds: Boxes = 5
    """How many wound boxes there are."""
    marked: list[Positive] = []
    """The numbers of the boxes that are marked."""
    defense: int = DEFENSE
    """The number that attacks must reach."""
    armor: Natural = 0
    """Taken off the number of each wound, which stays at least 1 (R40)."""
    shield: bool = False
    """Whether a shield is carried, by which attacks on a defender are at -4 (R20)."""
    weapons: dict[str, Weapon] = {}
    """Its weapons, by name."""
    wielding: Wielding | None = None
    """The weapon in hand."""
    parrying: Parrying | None = None
    """A light or medium weapon, or "shield", held to parry (R33)."""
    status: list[str] = []
    """What befell it: the names of conditions."""
    until: dict[str, int | list[int]] = {}
    """The last round in which a status holds, by its name; a list has one for each of those in `by` (R25)."""
    by: dict[str, Author | list[Author]] = {}
    """Who brought a status about, by its name; one or several."""
    declared: Declaration | None = None
    """What it will do this round (R2, R3)."""
    counters: list[CombatantId] = []
    """The attackers that it may still answer (R22)."""
    parried: Natural = 0
    """The last round in which the parrying weapon was used."""
    struggled: Natural = 0
    """The last round in which breaking free was tried."""
    acted: Natural = 0
    """The last round in which its action was done."""


class Hit(schema.Hit, frozen=True):
    """A blow that struck."""

    wounds: list[Positive] = []
    """The number of each wound to mark."""
    lowest: bool = False
    """Whether the lowest free box is marked as well, by a parrying weapon (R33)."""


class Arena(schema.Arena, frozen=True):
    """An arena of a `realm` fight."""

    kind: Kind = "neutral"
    """What the place is like, which favors some weapons (R11)."""
    on: CombatantId | None = None
    """Who carries it: it goes where they go (R14)."""


class Proposal(Model, frozen=True):
    """An arena that a player proposed, and that joins when it is accepted (R16)."""

    beside: ArenaName
    """The arena that it would touch."""
    kind: Kind = "neutral"
    """What the place would be like."""
    note: str = ""
    """Its scenery, in free words."""


class Order(Model, frozen=True):
    """Who acts when in a phase (R5)."""

    places: list[list[CombatantId]] = []
    """Who shares each place, the first first."""
    totals: dict[str, list[int]] = {}
    """What each has rolled, with what was rolled to split a tie."""


class Fight(Encounter, frozen=True):
    """A `realm` encounter."""

    phase: str = "defend-protect"
    arenas: dict[str, Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    proposals: dict[str, Proposal] = {}
    """Arenas that players proposed, by name (R16)."""
    bowl: Natural = 0
    """Awesomes in the bowl, which anyone may be given (R4)."""
    begun: Natural = 0
    """The last round in which somebody has acted."""
    order: Order | None = None
    """The order of initiative, until the phase ends (R5)."""
