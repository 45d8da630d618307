"""The shape of an `arq` encounter (Q0, Q2): figures on squares, their decks of cards, and who is paired."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from combatcli.encounter import schema
from combatcli.encounter.references import Author, CombatantId
from combatcli.encounter.schema import Encounter, Member, Model, Natural, Positive

Rank = Annotated[int, Meta(ge=0, le=5)]
Boxes = Annotated[int, Meta(ge=1, le=100)]


class LastTest(Model, frozen=True):
    """The last test that somebody drew for, and what voids it (Q5): ``drawn`` as it was before, ``other`` the opponent.

    ``cards`` are those of the test, ``pair`` says that it was the first of a pair of the melee, ``hit`` that it left a
    wound to apply, ``acted`` whom it marked as having acted, ``answered`` that it spent an answer to a move.
    """

    drawn: list[Positive] = []
    cards: list[Positive] = []
    other: CombatantId | None = None
    pair: bool = False
    hit: bool = False
    acted: CombatantId | None = None
    answered: bool = False


class Combatant(Member, frozen=True):
    """A figure (Q0). ``extra`` are rows of cards that came into its deck (Q2), ``drawn`` the cards that are out (Q3).

    ``way`` are the squares that its last move left behind (Q24), ``threats`` the foes that may answer it (Q22);
    ``acted`` and ``activated`` hold for the phase.
    """

    traits: dict[str, Rank] = {}
    speed: Natural = 6
    position: list[int] | None = None
    gifts: list[str] = []
    wounds: Boxes = 6
    wounds_taken: Natural = 0
    status: list[str] = []
    deck: str = ""
    drawn: list[Positive] = []
    extra: list[list[int]] = []
    way: list[list[int]] = []
    threats: list[CombatantId] = []
    acted: bool = False
    activated: bool = False
    plan: str = ""
    last: LastTest | None = None


class Deck(Model, frozen=True):
    """A deck (Q2): of each card what it reads, rank 0 first; ``foes`` is where a foe of each rank stands."""

    cards: list[list[int]]
    foes: list[int] = []


class Activation(Model, frozen=True):
    """The activation deck of a phase (Q12): whose card is whose, in the file's order, and which are drawn."""

    cards: list[Author] = []
    drawn: list[Positive] = []


class Hit(schema.Hit, frozen=True):
    """So many wounds that wait; the ``attacker`` is whoever won the test, with these ``cards`` (Q5, Q35)."""

    wounds: Positive = 1
    cards: list[Positive] = []


class Fight(Encounter, frozen=True):
    """An `arq` encounter; ``tested`` are the pairs of the melee that have been tested this round (Q35)."""

    phase: str = "action"
    arenas: dict[str, schema.Arena] = {}
    combatants: dict[str, Combatant] = {}
    pending: list[Hit] = []
    decks: dict[str, Deck] = {}
    activation: Activation | None = None
    tested: list[list[CombatantId]] = []
