"""The shape of an `arq` encounter (Q0, Q2): figures on squares, their decks of cards, and who is paired."""

from typing import Annotated

from msgspec import Meta

from combatcli.encounter import schema
from combatcli.encounter.references import Author, CombatantId
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive

Rank = Annotated[int, Meta(ge=0, le=5)]
Boxes = Annotated[int, Meta(ge=1, le=100)]

Row = Annotated[list[int], Meta(extra_json_schema={"minItems": 1})]
Position = Annotated[list[int], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]


class LastTest(Model, frozen=True):
    """The last test that somebody drew for, and what voids it (Q5)."""

    drawn: list[Positive] = []
    """The cards that were out before it."""
    cards: list[Positive] = []
    """The cards of the test."""
    other: CombatantId | None = None
    """The opponent."""
    pair: bool = False
    """Whether it was the first of a pair of the melee."""
    hit: bool = False
    """Whether it left a wound to apply."""
    acted: CombatantId | None = None
    """Whom it marked as having acted."""
    answered: bool = False
    """Whether it spent an answer to a move."""


class Declaration(Model, frozen=True):
    """What somebody declared in an action phase (Q10)."""

    round: Positive
    """In which round."""
    action: str
    """act or pass."""
    plan: str = ""
    """What it did, in free words."""


class Combatant(Member, frozen=True):
    """A figure (Q0)."""

    traits: dict[str, Rank] = {}
    """The rank of each trait, 0 to 5, by name; what is not listed is 0."""
    speed: Natural = 6
    """How many squares it may move."""
    position: Position | None = None
    """Its square: two numbers of squares."""
    gifts: list[str] = []
    """What it can do beside its traits; the rules read "beneath contempt" (Q31)."""
    wounds: Boxes = 6
    """How many wounds incapacitate it (Q36)."""
    wounds_taken: Natural = 0
    """The wounds that it has."""
    status: list[str] = []
    """What befell it: the names of conditions."""
    deck: str = ""
    """The deck that its player draws from; by default that of the house rules (Q2)."""
    drawn: list[Positive] = []
    """The cards that are out, by number, until the deck is spent (Q3)."""
    extra: list[Row] = []
    """Cards that came into its deck: what each reads, rank 0 first (Q2)."""
    way: list[list[int]] = []
    """The squares that its last move left behind (Q24)."""
    threats: list[CombatantId] = []
    """The foes that may answer its last move (Q22)."""
    acted: bool = False
    """Whether it has acted in this phase."""
    activated: bool = False
    """Whether a card activated it in this phase (Q12)."""
    plan: str = ""
    """What it will do, in free words."""
    declared: Declaration | None = None
    """What it declared in the last action phase in which it did (Q10)."""
    last: LastTest | None = None
    """The last test drawn for it, by which it may be voided (Q5)."""


class Deck(Model, frozen=True):
    """A deck (Q2)."""

    cards: Annotated[list[Row], Meta(extra_json_schema={"minItems": 1})]
    """What each card reads, rank 0 first."""
    foes: list[int] = []
    """Where a foe of each rank stands, rank 0 first."""


class Activation(Model, frozen=True):
    """The activation deck of a phase (Q12)."""

    cards: list[Author] = []
    """Whose card each is, in the order of the file."""
    drawn: list[Positive] = []
    """The numbers of the cards that are drawn."""


class Hit(schema.Hit, frozen=True):
    """Wounds that wait; the attacker is whoever won the test (Q5, Q35)."""

    wounds: Positive = 1
    """How many wounds it brings."""
    cards: list[Positive] = []
    """The cards of the test that brought it."""


class Fight(Encounter, frozen=True):
    """An `arq` encounter."""

    phase: str = "action"
    arenas: dict[str, schema.Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    decks: dict[str, Deck] = {}
    """Decks of cards beside the one of the house, by name (Q2)."""
    activation: Activation | None = None
    """The activation deck of the phase (Q12)."""
    tested: list[list[CombatantId]] = []
    """The pairs of the melee that have been tested this round (Q35)."""
