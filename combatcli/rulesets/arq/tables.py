"""The tables of `arq`'s rules, made from what the engine reads."""

from __future__ import annotations

from collections.abc import Callable

from combatcli.rulesets.arq import schema, state
from combatcli.rulesets.lookup.catalog import RuleTable, table


def _house_deck() -> list[RuleTable]:
    deck, foes = state.house_deck()
    ranks = [f"rank {rank}#" for rank in range(max(map(len, (*deck, foes))))]
    rows = [(str(card), *row) for card, row in enumerate(deck, 1)]
    return table("The house deck", ("card#", *ranks), [*rows, ("a foe", *foes)])


PLAIN = schema.Combatant()
TABLES: dict[str, Callable[[], list[RuleTable]]] = {
    "Q0": lambda: table("Where nothing is said", ("", "is#"), [("speed", PLAIN.speed), ("wounds", PLAIN.wounds)]),
    "Q2": _house_deck,
    "Q10": lambda: table("Phases", ("phase#", "name"), list(enumerate(state.PHASES, 1))),
    "Q31": lambda: table("Gifts that rules know", ("gift",), [(state.CONTEMPT,)]),
}
