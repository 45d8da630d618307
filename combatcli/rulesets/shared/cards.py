"""Cards of a deck, by their numbers: how they are drawn, by a source's dice or on the table, one or a hand of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from math import comb

from combatcli.dice.rolling.sources import EnteredSource, Source, Throw
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.tasks import DisplayOnly

Rows = tuple[tuple[int, ...], ...]
"""What each card of a deck reads, in a row."""


class EnteredCards(EnteredSource):
    """Cards that a player drew from a real deck, by their numbers, used in the order given."""

    noun, verb, taken = "card", "draw", "drawn"

    def card(self, cards: Sequence[int], deck: int) -> int:
        """Return the next card; RefusedError if it is none of those that are left of a deck of so many."""
        card = self._next("a card", cards)
        if card not in cards:
            if 1 <= card <= deck:
                raise RefusedError(f"card {card}{self._purpose()} is out until the deck runs out", "Draw another card.")
            raise RefusedError(f"there is no card {card} in this deck{self._purpose()}", f"Its cards are 1 to {deck}.")
        return card


def draw_card(source: Source, cards: Sequence[int], deck: int) -> int:
    """Return one of the cards that are left of a deck of so many, by its number."""
    return source.card(cards, deck) if isinstance(source, EnteredCards) else cards[source.die(len(cards)) - 1]


class Drawn(Record):
    """What one side of a test reads; of who draws also the cards in order, the one that counts, and all that are out.

    ``matters`` are the kinds of those that are out: on them depends what may follow.
    """

    reading: int
    cards: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    matters: tuple[int, ...] = ()


class Hand(Throw):
    """What is to be drawn of a deck: what each card reads, which are ``out``, how many are ``wanted``.

    The ``greatest`` of them counts, or else the least. ``kinds`` tells of each card of which kind it is; ``against`` is
    the number that is to be reached, where that is known.
    """

    who: str
    readings: tuple[int, ...]
    out: tuple[int, ...]
    wanted: int
    greatest: bool
    kinds: DisplayOnly[Callable[[], tuple[int, ...]]]
    against: int | None

    @property
    def spends(self) -> bool:
        """Whether the deck is spent before the last of them."""
        return self.wanted > len(self.readings) - len(self.out)

    def roll(self, source: Source) -> Drawn:
        """Draw: what is left, and if that is not enough all else shuffled in."""
        drawn: list[int] = []
        left, out = self._parted()
        for _ in range(self.wanted):
            if not left:
                left, out = out, []
            drawn.append(draw_card(source, left, len(self.readings)))
            left.remove(drawn[-1])
        return self._drawn(drawn, ())

    def ways(self) -> dict[Drawn, int]:
        """Return the ways of each hand; of cards that do the same the first stand for all, and a rule may use those."""
        left, out = self._parted()
        certain, cards = (left, out) if self.spends else ([], left)
        kinds = self.kinds.value()
        alike: dict[tuple[int, int], list[int]] = {}
        for card in cards:
            alike.setdefault((kinds[card - 1], self._comes_to(card)), []).append(card)
        hands: list[tuple[list[int], int]] = [(certain, 1)]
        for group in alike.values():
            hands = [
                ([*hand, *group[:more]], ways * comb(len(group), more))
                for hand, ways in hands
                for more in range(min(len(group), self.wanted - len(hand)) + 1)
            ]
        return {self._drawn(hand, kinds): ways for hand, ways in hands if len(hand) == self.wanted}

    def _comes_to(self, card: int) -> int:
        reading = self.readings[card - 1]
        return reading if self.against is None else (reading > self.against) - (reading < self.against)

    def _parted(self) -> tuple[list[int], list[int]]:
        """Return the cards that are left, and those that are out; of several that are drawn the first would count."""
        out, readings = {*self.out}, self.readings
        places = sorted(range(len(readings)), key=readings.__getitem__, reverse=self.greatest)
        cards = [place + 1 for place in places]
        return [card for card in cards if card not in out], [card for card in cards if card in out]

    def _place(self, card: int) -> int:
        return -self.readings[card - 1] if self.greatest else self.readings[card - 1]

    def _drawn(self, cards: Sequence[int], kinds: Sequence[int]) -> Drawn:
        best = min(cards, key=self._place)
        out = (*(() if self.spends else self.out), *cards)
        matters = tuple(sorted([kinds[card - 1] for card in out])) if kinds else ()
        return Drawn(self.readings[best - 1], tuple(cards), (best,), out, matters)


def numbered(some: Sequence[Hashable]) -> tuple[int, ...]:
    """Return the kind of each of some values by a number, the same for equal ones."""
    numbers: dict[Hashable, int] = {}
    return tuple([numbers.setdefault(each, len(numbers)) for each in some])


@lru_cache
def results_of(rows: Rows, tests: Sequence[tuple[int, int]]) -> tuple[Hashable, ...]:
    """Return how each card comes out in tests, each by a place in its row against a number."""

    def result(row: Sequence[int], place: int, number: int) -> int:
        return (row[place] > number) - (row[place] < number) if place < len(row) else 0

    return tuple([tuple([result(row, *test) for test in tests]) for row in rows])
