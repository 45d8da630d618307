"""The shape of an `arq` encounter (Q0, Q2): figures on squares, their decks of cards, and who is paired."""

from typing import Annotated

from msgspec import Meta

from combatcli.encounter import schema
from combatcli.encounter.references import Author, CombatantId
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive

Row = Annotated[list[int], Meta(extra_json_schema={"minItems": 1})]
Position = Annotated[list[int], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]


class LastTest(Model, frozen=True):
    """The last test of a figure, with what is needed to void it (Q5)."""

    drawn: list[Positive] = []
    """The cards that were already drawn before it."""
    cards: list[Positive] = []
    """The cards of the test."""
    other: CombatantId | None = None
    """The opponent."""
    pair: bool = False
    """Whether it was the first test of a pair in the melee."""
    hit: bool = False
    """Whether it left a pending wound."""
    acted: CombatantId | None = None
    """Who counts as having acted because of it."""
    answered: bool = False
    """Whether it used up an answer to a move."""


class Declaration(Model, frozen=True):
    """What somebody declared in an action phase (Q10)."""

    round: Positive
    """In which round."""
    action: str
    """act or pass."""
    plan: str = ""
    """What it did, in free text."""


class Combatant(Member, frozen=True):
    """A figure (Q0)."""

    traits: dict[str, Annotated[int, Meta(ge=0, le=5)]] = {}
    """The rank of each trait, 0 to 5, by name; unlisted traits are 0."""
    speed: Natural = 6
    """Its speed in squares."""
    position: Position | None = None
    """Its square: two numbers of squares."""
    gifts: list[str] = []
    """Special abilities; the rules use only "beneath contempt" (Q31)."""
    wounds: Annotated[int, Meta(ge=1, le=100)] = 6
    """The number of wounds that incapacitates it (Q36)."""
    wounds_taken: Natural = 0
    """The wounds taken so far."""
    status: list[str] = []
    """The names of its conditions."""
    deck: str = ""
    """The deck that its player draws from; by default the one of the house rules (Q2)."""
    drawn: list[Positive] = []
    """The numbers of the drawn cards, until the deck runs out (Q3)."""
    extra: list[Row] = []
    """Extra cards in its deck, each as a row of values from rank 0 up (Q2)."""
    way: list[list[int]] = []
    """The squares that it left on its last move (Q24)."""
    threats: list[CombatantId] = []
    """The foes that may answer its last move (Q22)."""
    steps: Natural = 0
    """The squares that it has moved in this phase (Q20)."""
    stopped: list[CombatantId] = []
    """The foes that stopped its move in this phase; it may go on with --blunder (Q22)."""
    acted: bool = False
    """Whether it has acted this phase."""
    activated: bool = False
    """Whether a card has activated it this phase (Q12)."""
    plan: str = ""
    """What it plans to do, in free text."""
    declared: Declaration | None = None
    """What it declared in the last action phase in which it did (Q10)."""
    last: LastTest | None = None
    """Its last test, which may still be voided (Q5)."""


class Deck(Model, frozen=True):
    """A deck (Q2)."""

    cards: Annotated[list[Row], Meta(extra_json_schema={"minItems": 1})]
    """The cards, each a row of values from rank 0 up."""
    foes: list[int] = []
    """The value of a foe of each rank, from rank 0 up."""


class ActivationDeck(Model, frozen=True):
    """The activation deck of a phase (Q12)."""

    cards: list[Author] = []
    """The owner of each card, in file order."""
    drawn: list[Positive] = []
    """The numbers of the drawn cards."""


class Hit(schema.Hit, frozen=True):
    """Pending wounds; the attacker is the winner of the test (Q5, Q35)."""

    wounds: Positive = 1
    """The number of wounds."""
    cards: list[Positive] = []
    """The cards of the test that caused it."""


class Fight(Encounter, frozen=True):
    """An `arq` encounter."""

    phase: str = "action"
    arenas: dict[str, schema.Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    decks: dict[str, Deck] = {}
    """Your own decks of cards, by name (Q2)."""
    activation: ActivationDeck | None = None
    """The activation deck of the phase (Q12)."""
    tested: list[list[CombatantId]] = []
    """The melee pairs that were tested this round (Q35)."""
    melee: list[CombatantId] = []
    """The figures able to fight when this melee's tests began; they fight in it to its end (Q35)."""
