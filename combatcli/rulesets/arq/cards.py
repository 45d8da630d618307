"""Decks (Q1–Q3): what a card reads, which are left, and how a hand is drawn when the deck is spent in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

from combatcli import toml
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.shared.cards import draw_card

Rows = tuple[tuple[int, ...], ...]

HOUSE = "house"


@cache
def house_deck() -> tuple[Rows, tuple[int, ...]]:
    """Return the house deck: what each card reads for each rank, and where a foe of each rank stands (Q2)."""
    table = toml.read_beside(__file__, "decks.toml")[HOUSE]
    return tuple(map(tuple, table["cards"])), tuple(table["foes"])


def rows_of(fight: Fight, combatant: Combatant) -> Rows:
    """Return the cards of somebody's deck, those that came into it during play last (Q2)."""
    if not combatant.deck and not combatant.extra:
        return house_deck()[0]
    own = fight.decks[combatant.deck].cards if combatant.deck else house_deck()[0]
    return tuple([tuple(row) for row in (*own, *combatant.extra)])


def cards_left(fight: Fight, combatant: Combatant) -> int:
    """Return how many cards of somebody's deck are not drawn (Q3)."""
    return len(rows_of(fight, combatant)) - len(combatant.drawn)


def stands_at(fight: Fight, who: str, rank: int, deck: str) -> int:
    """Return the number at which a foe stands, against somebody's deck: by the foe's own, else by that one (Q2).

    RefusedError where the row of foes has no such rank.
    """
    name = fight.combatants[who].deck or deck
    row = (fight.decks[name].foes if name else ()) or house_deck()[1]
    if rank >= len(row):
        raise RefusedError(
            f"there is no foe of rank {rank} in deck {name or HOUSE} (Q2)", f"Its row ends at rank {len(row) - 1}."
        )
    return row[rank]


class Drawn(Record):
    """What one side of a test reads; of who draws also the cards in order, the one that counts, and all that are out.

    ``matters`` has those that are out once more, sorted, where what follows depends on them.
    """

    reading: int
    cards: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    matters: tuple[int, ...] = ()

    def draw(self, _: Source) -> Drawn:
        """Return it: who stands draws nothing."""
        return self


class Hand(Throw):
    """What is to be drawn: of which deck, for which rank, with what edge.

    One draws as many more cards as the edge is long; the greatest of them counts, or, where it is negative, the least.
    ``joint`` says that what follows depends on which cards are left.
    """

    who: str
    rows: Rows
    out: tuple[int, ...]
    rank: int
    edge: int
    joint: bool

    def checked(self) -> Hand:
        """Return it; RefusedError if it is larger than the deck, or the rank is past a row's end (Q2, Q3)."""
        if self.wanted > len(self.rows):
            raise RefusedError(
                f"{self.who}'s deck is too small to draw {self.wanted} cards: it has {len(self.rows)} (Q3)"
            )
        for card, row in enumerate(self.rows, 1):
            if self.rank >= len(row):
                raise RefusedError(
                    f"card {card} of {self.who}'s deck has no value for rank {self.rank} (Q2)",
                    f"Its row ends at rank {len(row) - 1}.",
                )
        return self

    @property
    def wanted(self) -> int:
        """How many cards are drawn."""
        return 1 + abs(self.edge)

    @property
    def spends(self) -> bool:
        """Whether the deck is spent before the last of them."""
        return self.wanted > len(self.rows) - len(self.out)

    def draw(self, source: Source) -> Drawn:
        """Draw card by card, or as far as a rule may tell the results apart."""
        drawn: Drawn = self.roll(source) if self.joint else source.throw(self)
        return drawn

    def roll(self, source: Source) -> Drawn:
        """Draw: what is left, and if that is not enough all else shuffled in (Q3)."""
        drawn: list[int] = []
        left, out = self._parted()
        for _ in range(self.wanted):
            if not left:
                left, out = out, []
            drawn.append(draw_card(source, left, len(self.rows)))
            left.remove(drawn[-1])
        return self._drawn(drawn)

    def ways(self) -> dict[Drawn, int]:
        """Return the ways of the best card of those that are drawn at random, and of the last of a deck if it is spent.

        These stand for all: a rule may use which card counts.
        """
        left, out = self._parted()
        certain, cards = (left, out) if self.spends else ([], left)
        others = self.wanted - len(certain) - 1
        return {
            self._drawn([*certain[:1], card]): comb(len(cards) - place, others) for place, card in enumerate(cards, 1)
        }

    def _parted(self) -> tuple[list[int], list[int]]:
        """Return the cards that are left, and those that are out; of several that are drawn the first would count."""
        cards, out = sorted(range(1, len(self.rows) + 1), key=self._place), {*self.out}
        return [card for card in cards if card not in out], [card for card in cards if card in out]

    def _place(self, card: int) -> int:
        value = self.rows[card - 1][self.rank]
        return -value if self.edge > 0 else value

    def _drawn(self, cards: Sequence[int]) -> Drawn:
        best = min(cards, key=self._place)
        out = (*(() if self.spends else self.out), *cards)
        reading, matters = self.rows[best - 1][self.rank], tuple(sorted(out)) if self.joint else ()
        return Drawn(reading, tuple(cards), (best,), out, matters)
