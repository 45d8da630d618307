"""The shape of a `realm` encounter (R0): fighters with wound boxes, their weapons, and what they declared."""

from __future__ import annotations

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
    """A weapon: its class decides the attack dice, each die of ``damage`` marks one wound (R30, R40)."""

    class_: WeaponClass | None = field(name="class", default=None)
    damage: str = "1d5"
    bonus: int = 0
    range: Range | None = None

    @property
    def used_as(self) -> WeaponClass:
        """Its class; unsaid, a weapon with a range is ranged, and any other medium (R0)."""
        return self.class_ or ("ranged" if self.range is not None else "medium")


UNARMED = Weapon(class_="unarmed")


class Declaration(Model, frozen=True):
    """What someone said they would do this round (R2, R3); ``done`` once they have done it.

    All of it may be ``secret``, or the target alone ``hidden`` (R4); a focus may be ``broken`` by a wound (R24).
    """

    phase: Phase
    action: Act = ""
    targets: list[CombatantOrArena] = []
    plan: str = ""
    secret: bool = False
    hidden: bool = False
    done: bool = False
    broken: bool = False


class Combatant(Member, frozen=True):
    """A fighter (R0). ``until`` gives the last round in which a status holds, ``by`` who (or several) brought it about.

    ``parried``, ``struggled`` and ``acted`` are the rounds in which the parrying weapon was used, breaking free was
    tried and the action of the round was done last.
    """

    brawn: int = 0
    cunning: int = 0
    daring: int = 0
    commitment: int = 0
    awareness: int = 0
    awesome: Natural = 0
    wounds: Boxes = 5
    marked: list[Positive] = []
    defense: int = DEFENSE
    armor: Natural = 0
    shield: bool = False
    weapons: dict[str, Weapon] = {}
    wielding: Wielding | None = None
    parrying: Parrying | None = None
    status: list[str] = []
    until: dict[str, int] = {}
    by: dict[str, Author | list[Author]] = {}
    declared: Declaration | None = None
    counters: list[CombatantId] = []
    parried: Natural = 0
    struggled: Natural = 0
    acted: Natural = 0


class Hit(schema.Hit, frozen=True):
    """A blow that struck: a number for each wound to mark; ``lowest`` marks one more by a parrying weapon (R33)."""

    wounds: list[Positive] = []
    lowest: bool = False


class Arena(schema.Arena, frozen=True):
    """An arena of a `realm` fight; one that is ``on`` somebody goes where they go (R14)."""

    kind: Kind = "neutral"
    on: CombatantId | None = None


class Proposal(Model, frozen=True):
    """An arena that a player proposed, and that joins when it is accepted (R16)."""

    beside: ArenaName
    kind: Kind = "neutral"
    note: str = ""


class Order(Model, frozen=True):
    """Who acts when in a phase: who shares each place, the first first, and what each rolled (R5)."""

    places: list[list[CombatantId]] = []
    totals: dict[str, list[int]] = {}


class Fight(Encounter, frozen=True):
    """A `realm` encounter; ``bowl`` holds the Awesomes that anyone may be given (R4).

    ``begun`` is the round that somebody acted in last; ``order`` stands until the phase ends (R5).
    """

    phase: str = "defend-protect"
    arenas: dict[str, Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    proposals: dict[str, Proposal] = {}
    bowl: Natural = 0
    begun: Natural = 0
    order: Order | None = None
