"""Decks (Q1–Q3): what a card reads, which are left, and how a hand is drawn when the deck is spent in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
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
    own = fight.decks[combatant.deck].cards if combatant.deck else house_deck()[0]
    return tuple([tuple(row) for row in (*own, *combatant.extra)])


def cards_left(fight: Fight, combatant: Combatant) -> int:
    """Return how many cards of somebody's deck are not drawn (Q3)."""
    return len(rows_of(fight, combatant)) - len(combatant.drawn)


def stands_at(fight: Fight, deck: str, rank: int) -> int:
    """Return the number at which a foe of a rank stands in a deck; RefusedError if there is none of that rank (Q2)."""
    row = (fight.decks[deck].foes if deck else ()) or house_deck()[1]
    if rank >= len(row):
        message = f"there is no foe of rank {rank} in deck {deck or HOUSE} (Q2)"
        raise RefusedError(message, f"Its row ends at rank {len(row) - 1}.")
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


class Hand(Throw):
    """What is to be drawn of a deck: what each card reads, which are ``out``, how many are ``wanted``.

    The ``greatest`` of them counts, or else the least. ``joint`` says that what follows depends on which are left.
    """

    who: str
    readings: tuple[int, ...]
    out: tuple[int, ...]
    wanted: int
    greatest: bool
    joint: bool

    @property
    def spends(self) -> bool:
        """Whether the deck is spent before the last of them."""
        return self.wanted > len(self.readings) - len(self.out)

    def roll(self, source: Source) -> Drawn:
        """Draw: what is left, and if that is not enough all else shuffled in (Q3)."""
        drawn: list[int] = []
        left, out = self._parted()
        for _ in range(self.wanted):
            if not left:
                left, out = out, []
            drawn.append(draw_card(source, left, len(self.readings)))
            left.remove(drawn[-1])
        return self._drawn(drawn)

    def ways(self) -> dict[Drawn, int]:
        """Return the ways of each best card of those drawn at random, as if it were the only one: a rule may use those.

        Where what follows depends on all of them, these are all hands.
        """
        left, out = self._parted()
        certain, cards = (left, out) if self.spends else ([], left)
        count = self.wanted - len(certain)
        if self.joint:
            return {self._drawn([*certain, *chosen]): 1 for chosen in combinations(cards, count)}
        best = {card: comb(len(cards) - place, count - 1) for place, card in enumerate(cards, 1)}
        return {self._drawn([*certain[:1], card]): ways for card, ways in best.items()}

    def _parted(self) -> tuple[list[int], list[int]]:
        """Return the cards that are left, and those that are out; of several that are drawn the first would count."""
        cards, out = sorted(range(1, len(self.readings) + 1), key=self._place), {*self.out}
        return [card for card in cards if card not in out], [card for card in cards if card in out]

    def _place(self, card: int) -> int:
        return -self.readings[card - 1] if self.greatest else self.readings[card - 1]

    def _drawn(self, cards: Sequence[int]) -> Drawn:
        best = min(cards, key=self._place)
        out = (*(() if self.spends else self.out), *cards)
        return Drawn(self.readings[best - 1], tuple(cards), (best,), out, tuple(sorted(out)) if self.joint else ())


def hand_of(fight: Fight, who: str, rank: int, edge: int, *, joint: bool) -> Hand:
    """Return what somebody is to draw: with an edge more cards, of which it says which counts (Q34).

    RefusedError where the deck is too small, or a card has no value for a rank (Q2, Q3).
    """
    combatant = fight.combatants[who]
    rows = rows_of(fight, combatant)
    wanted = 1 + abs(edge)
    if wanted > len(rows):
        raise RefusedError(f"{who}'s deck is too small to draw {wanted} cards: it has {len(rows)} (Q3)")
    for card, row in enumerate(rows, 1):
        if rank >= len(row):
            raise RefusedError(
                f"card {card} of {who}'s deck has no value for rank {rank} (Q2)",
                f"Its row ends at rank {len(row) - 1}.",
            )
    return Hand(who, tuple([row[rank] for row in rows]), tuple(combatant.drawn), wanted, edge > 0, joint)
