"""Cards of a deck: as a source's dice draw them, or as a player drew them on the table."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.errors import RefusedError


class EnteredCards(EnteredSource):
    """Cards that a player drew from a real deck, by their numbers, used in the order given."""

    noun, taken = "card", "drawn"

    def card(self, cards: Sequence[int], deck: int) -> int:
        """Return the next card; RefusedError if it is none of those that are left of a deck of so many."""
        card = self._next("a card")
        if card not in cards:
            if 1 <= card <= deck:
                raise RefusedError(f"card {card}{self._purpose()} is out until the deck runs out", "Draw another card.")
            raise RefusedError(f"there is no card {card} in this deck{self._purpose()}", f"Its cards are 1 to {deck}.")
        return card


def draw_card(source: Source, cards: Sequence[int], deck: int) -> int:
    """Return one of the cards that are left of a deck of so many, by its number."""
    return source.card(cards, deck) if isinstance(source, EnteredCards) else cards[source.die(len(cards)) - 1]
