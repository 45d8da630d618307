"""Decks (Q1–Q3): what a card reads, which are left, and how a hand is drawn when the deck is spent in the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import comb, prod

from combatcli import toml
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.shared.cards import draw_card
from combatcli.rulesets.shared.memory import found_once

Rows = tuple[tuple[int, ...], ...]

HOUSE = "house"


class Drawn(Record):
    """What one side of a test reads; of who draws also the cards in order, the one that counts, and all that are out.

    Who stands draws none. Those that are out have an order; ``matters`` has them sorted, where odds tell them apart.
    """

    reading: int
    cards: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    matters: tuple[int, ...] = ()

    def draw(self, _: Source) -> Drawn:
        """Stand."""
        return self


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
    return tuple(tuple(row) for row in (*own, *combatant.extra))


def reads(who: str, rows: Sequence[Sequence[int]], card: int, rank: int) -> int:
    """Return what a card reads for a rank; RefusedError past its row's end (Q2)."""
    row = rows[card - 1]
    if rank >= len(row):
        raise RefusedError(
            f"card {card} of {who}'s deck has no value for rank {rank} (Q2)", f"Its row ends at rank {len(row) - 1}."
        )
    return row[rank]


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


class Hand(Throw):
    """What is to be drawn: of which deck, for which rank, with what edge, which is that of a `Contestant`.

    One that is ``whole`` is drawn card by card for odds too: what follows depends on which cards are left.
    """

    who: str
    rows: Rows
    out: tuple[int, ...]
    rank: int
    edge: int
    whole: bool

    @property
    def wanted(self) -> int:
        """How many cards it has."""
        return 1 + abs(self.edge)

    def checked(self) -> Hand:
        """Return it; refuse a hand that is larger than the deck, or a rank past a row's end (Q2, Q3)."""
        if self.wanted > len(self.rows):
            raise RefusedError(
                f"{self.who}'s deck is too small to draw {self.wanted} cards: it has {len(self.rows)} (Q3)"
            )
        most = len(self.rows)
        beyond = [card for card in self.out if card > most]
        if beyond:
            raise RefusedError(
                f"combatants.{self.who}.drawn: there is no card {beyond[0]} in this deck (Q3)",
                f"Its cards are 1 to {most}.",
            )
        if self.rank >= min(map(len, self.rows)):
            for card in range(1, len(self.rows) + 1):
                reads(self.who, self.rows, card, self.rank)
        return self

    def draw(self, source: Source) -> Drawn:
        """Draw as a whole, or as far as a rule may tell results apart."""
        drawn: Drawn = self.roll(source) if self.whole else source.throw(self)
        return drawn

    def roll(self, source: Source) -> Drawn:
        """Draw: what is left, and if that is not enough all else shuffled in (Q3)."""
        drawn: list[int] = []
        for cards, count in self._stages():
            undrawn = list(cards)
            for _ in range(count):
                drawn.append(draw_card(source, undrawn, len(self.rows)))
                undrawn.remove(drawn[-1])
        return self._drawn(drawn)

    def ways(self) -> dict[Drawn, int]:
        """Return the ways of the best card of each stage, as the only ones drawn: a rule may use which counts."""
        best = [
            {
                card: comb(len(cards) - before - 1, count - 1)
                for before, card in enumerate(cards)
                if before + count <= len(cards)
            }
            for cards, count in self._stages()
        ]
        return {self._drawn(cards): prod(map(dict.__getitem__, best, cards)) for cards in product(*best)}

    def _stages(self) -> list[tuple[tuple[int, ...], int]]:
        """Return the cards that are drawn from, one deck after the other, and how many of each."""
        cards, out = _by_rank(self.rows)(self.rank, self.edge > 0), set(self.out)
        left = tuple([card for card in cards if card not in out])
        if self.wanted <= len(left):
            return [(left, self.wanted)]
        rest = tuple([card for card in cards if card in out])
        return [*([(left, len(left))] if left else []), (rest, self.wanted - len(left))]

    @property
    def spends(self) -> bool:
        """Whether the deck is spent before its last card is drawn."""
        return self.wanted > len(self.rows) - len(self.out)

    def _drawn(self, cards: Sequence[int]) -> Drawn:
        best = min(cards, key=lambda card: (-1 if self.edge > 0 else 1) * self.rows[card - 1][self.rank])
        out = (*(() if self.spends else self.out), *cards)
        matters = tuple(sorted(out)) if self.whole else ()
        return Drawn(reads(self.who, self.rows, best, self.rank), tuple(cards), (best,), out, matters)


@found_once
def _by_rank(rows: Rows) -> Callable[[int, bool], list[int]]:
    """Return what sorts a deck's cards by a rank, those first that would count: the greatest, or the least."""
    cards = range(1, len(rows) + 1)
    return cache(lambda rank, greatest: sorted(cards, key=lambda card: (-1 if greatest else 1) * rows[card - 1][rank]))
