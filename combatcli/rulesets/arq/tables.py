"""The tables of `arq`'s rules, made from what the engine reads."""

from __future__ import annotations

from combatcli.rulesets.arq import cards, schema, state
from combatcli.rulesets.lookup.catalog import Table


def figure() -> list[Table]:
    """Return what a figure has where nothing is said."""
    plain = schema.Combatant()
    rows = [("speed", plain.speed), ("wounds", plain.wounds)]
    return [Table("Where nothing is said", ("", "is#"), rows)]


def house_deck() -> list[Table]:
    """Return what the cards of the house deck read, and where foes stand."""
    deck, foes = cards.house_deck()
    ranks = [f"rank {rank}#" for rank in range(max(map(len, (*deck, foes))))]
    rows = [(str(card), *row) for card, row in enumerate(deck, 1)]
    return [Table("The house deck", ("card#", *ranks), [*rows, ("a foe", *foes)])]


def phases() -> list[Table]:
    """Return the phases of a round."""
    return [Table("Phases", ("phase#", "name"), list(enumerate(state.PHASES, 1)))]


def gifts() -> list[Table]:
    """Return the gifts that rules know."""
    return [Table("Gifts that rules know", ("gift",), [(state.CONTEMPT,)])]


TABLES = {"Q0": figure, "Q2": house_deck, "Q10": phases, "Q31": gifts}
