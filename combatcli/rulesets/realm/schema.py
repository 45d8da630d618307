"""The shape of a `realm` encounter (R0): fighters with wound boxes, their weapons, and what they declared."""

from typing import Annotated, Literal

from msgspec import Meta, field

from combatcli.encounter import schema
from combatcli.encounter.references import ArenaName, Author, CombatantId, CombatantOrArena, reference_mark
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive
from combatcli.rulesets.context import CombatContext

WeaponClass = Literal["light", "hand", "medium", "heavy", "very-heavy", "reach", "ranged", "unarmed"]
Range = Literal["thrown", "sling", "short-bow", "long-bow", "crossbow"]
Act = Literal[
    "", "defend", "protect", "shoot", "throw", "aim", "focus", "impede", "move", "attack", "assist", "push", "pass"
]  # fmt: skip
Kind = Literal["neutral", "tight", "hazardous", "open", "dense"]
Attribute = Literal["brawn", "cunning", "daring", "commitment", "awareness"]


class Weapon(Model, frozen=True):
    """A weapon (R30, R40)."""

    class_: WeaponClass | None = field(name="class", default=None)
    """The class, which sets the number of attack dice (R30). Without it: ranged with a range, else medium."""
    damage: str = "1d5"
    """Its damage dice; each die marks the wound of its number (R40)."""
    bonus: int = 0
    """Added to the attack."""
    range: Range | None = None
    """How far it can be shot or thrown (R23)."""

    @property
    def weapon_class(self) -> WeaponClass:
        """Its class; unsaid, a weapon with a range is ranged, and any other medium (R0)."""
        return self.class_ or ("ranged" if self.range is not None else "medium")


UNARMED = Weapon(class_="unarmed")


class Declaration(Model, frozen=True):
    """What a combatant declared for this round (R2, R3)."""

    phase: Annotated[int, Meta(ge=1, le=6)]
    """The phase in which it happens, 1 to 6."""
    action: Act = ""
    """The action; empty if only the phase was declared."""
    targets: list[CombatantOrArena] = []
    """The targets, or the destination."""
    plan: str = ""
    """The action, in free text."""
    secret: bool = False
    """Whether the board hides all of it (R4)."""
    hidden: bool = False
    """Whether the board hides only the target (R4)."""
    done: bool = False
    """Whether the action was carried out."""
    broken: bool = False
    """Whether a wound broke the focus (R24)."""
    broken_by: Author = ""
    """Who dealt the wound that broke it."""
    broken_in: Natural = 0
    """The phase in which it broke."""
    paid: Natural = 0
    """The Awesomes that its secrecy put into the bowl (R4)."""

    @property
    def has_secret(self) -> bool:
        """Whether the board hides some of it (R4)."""
        return self.secret or self.hidden

    @property
    def is_open_focus(self) -> bool:
        """Whether it is a focus that is neither broken nor done (R24)."""
        return self.action == "focus" and not (self.done or self.broken)


NOTHING = Declaration(phase=0)
"""The declaration of those who declared nothing."""


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
    wounds: Annotated[int, Meta(ge=1, le=100)] = 5
    """The number of wound boxes."""
    marked: list[Positive] = []
    """The numbers of the marked boxes."""
    defense: int = 10
    """The number that attacks must reach."""
    armor: Natural = 0
    """Subtracted from the number of each wound, to a minimum of 1 (R40)."""
    shield: bool = False
    """Whether it carries a shield; attacks on it are at -4 while it defends (R20)."""
    weapons: dict[str, Weapon] = {}
    """Its weapons, by name."""
    wielding: Annotated[str, reference_mark("weapon", words=("", "unarmed"))] | None = None
    """The weapon in hand."""
    parrying: Annotated[str, reference_mark("weapon", words=("shield",))] | None = None
    """The light or medium weapon, or "shield", that it parries with (R33)."""
    status: list[str] = []
    """The names of its conditions."""
    until: dict[str, int | list[int]] = {}
    """The last round of a status, by its name; a list has one number for each combatant in `by` (R25)."""
    by: dict[str, Author | list[Author]] = {}
    """For each status, the combatant or combatants that caused it."""
    declared: Declaration | None = None
    """What it declared for this round (R2, R3)."""
    last_declared: Declaration | None = None
    """What it declared in the last round, which may be declared again."""
    counters: list[CombatantId] = []
    """The attackers that it may still counter (R22)."""
    parried: Natural = 0
    """The last round in which it parried."""
    struggled: Natural = 0
    """The last round in which it tried to break free."""
    acted: Natural = 0
    """The last round in which it acted."""

    @property
    def intent(self) -> Declaration:
        """What it declared; NOTHING if it declared nothing."""
        return self.declared or NOTHING


class Hit(schema.Hit, frozen=True):
    """A hit."""

    wounds: list[Positive] = []
    """The number of each wound to mark."""
    lowest: bool = False
    """Whether a parrying weapon also marks the lowest free box (R33)."""


class Arena(schema.Arena, frozen=True):
    """An arena of a `realm` fight."""

    kind: Kind = "neutral"
    """What the place is like; some weapons do better in it (R11)."""
    on: CombatantId | None = None
    """Who carries it; the arena moves with them (R14)."""


class Proposal(Model, frozen=True):
    """An arena that a player proposed; it exists once it is accepted (R16)."""

    beside: ArenaName
    """The arena next to it."""
    kind: Kind = "neutral"
    """What the place is like."""
    note: str = ""
    """Its scenery, in free text."""


class Order(Model, frozen=True):
    """Who acts when in a phase (R5)."""

    places: list[list[CombatantId]] = []
    """The initiative order, as a list of ties."""
    totals: dict[CombatantId, list[int]] = {}
    """What each combatant rolled, including rerolls to break ties."""


class Fight(Encounter, frozen=True):
    """A `realm` encounter."""

    phase: str = "defend-protect"
    arenas: dict[str, Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    proposals: dict[str, Proposal] = {}
    """The arenas that players proposed, by name (R16)."""
    bowl: Natural = 0
    """The Awesomes in the bowl, which anyone may receive (R4)."""
    begun: Natural = 0
    """The last round in which somebody acted."""
    order: Order | None = None
    """The initiative order, which lasts until the phase ends (R5)."""


Context = CombatContext[Fight]
"""A command in progress in such a fight."""
