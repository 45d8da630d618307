"""Cards of a deck, by number: drawn by a source's dice or entered by hand, one or a hand of them."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import filterfalse
from math import comb

from msgspec import Struct

from combatcli.dice.rolling.sources import EnteredSource, Source, Throw
from combatcli.errors import RefusedError
from combatcli.rulesets.tasks import DisplayOnly

Rows = tuple[tuple[int, ...], ...]
"""The values of each card of a deck, one row per card."""


class EnteredCards(EnteredSource):
    """Cards that a player drew from a real deck, by their numbers, used in the order given."""

    noun, verb, taken = "card", "draw", "drawn"

    def card(self, cards: Sequence[int], deck: int) -> int:
        """Return the next entered card; RefusedError unless it is one of ``cards``, those left of ``deck`` cards."""
        card = self._next("a card", cards)
        if card not in cards:
            if 1 <= card <= deck:
                raise RefusedError(f"card {card}{self._purpose()} is out until the deck runs out", "Draw another card.")
            raise RefusedError(f"there is no card {card} in this deck{self._purpose()}", f"Its cards are 1 to {deck}.")
        return card


def draw_card(source: Source, cards: Sequence[int], deck: int) -> int:
    """Draw one of ``cards``, the numbers left of a ``deck`` of N cards."""
    return source.card(cards, deck) if isinstance(source, EnteredCards) else cards[source.die(len(cards)) - 1]


class Drawn(Struct, frozen=True, gc=False):
    """The result of one side of a test: its reading; for a drawing player also the cards drawn, counted and out.

    ``matters`` has the kinds of the cards that are out: the rest of the fight depends on nothing else.
    """

    reading: int
    cards: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    matters: tuple[int, ...] = ()


class Hand(Throw):
    """A hand to draw from a deck."""

    who: str
    readings: tuple[int, ...]
    """The number that each card of the deck reads."""
    out: tuple[int, ...]
    """The cards that are out of the deck."""
    wanted: int
    greatest: bool
    """Whether the greatest card counts, or else the least."""
    kinds: DisplayOnly[Callable[[], tuple[int, ...]]] | None
    """Returns each card's kind; None if no later test asks which cards are out."""
    against: int | None
    """The number to beat, if it is known."""

    @property
    def spends_deck(self) -> bool:
        """Whether the deck runs out before the hand is complete."""
        return self.wanted > len(self.readings) - len(self.out)

    def roll(self, source: Source) -> Drawn:
        """Draw the hand; if the deck runs out, all other cards are shuffled in."""
        drawn: list[int] = []
        left = self._cards_left()
        for _ in range(self.wanted):
            if not left:
                left = self._cards_out()
            drawn.append(draw_card(source, left, len(self.readings)))
            left.remove(drawn[-1])
        return self._result_of(drawn, ())

    def ways(self) -> dict[Drawn, int]:
        """Return the ways of each result; one hand stands for all of its kind, and a rule may use nothing but kinds."""
        certain, cards = (self._cards_left(), self._cards_out()) if self.spends_deck else ([], self._cards_left())
        kinds = self.kinds.value() if self.kinds is not None else (0,) * len(self.readings)
        alike: dict[tuple[int, int], list[int]] = {}
        for card in cards:
            alike.setdefault((kinds[card - 1], self._reading_of(card)), []).append(card)
        hands: list[tuple[list[int], int]] = [(certain, 1)]
        for group in alike.values():
            hands = [
                ([*hand, *group[:more]], ways * comb(len(group), more))
                for hand, ways in hands
                for more in range(min(len(group), self.wanted - len(hand)) + 1)
            ]
        results: dict[Hashable, tuple[Drawn, int]] = {}
        for hand, ways in hands:
            if len(hand) == self.wanted:
                drawn = self._result_of(hand, kinds)
                key = self._reading_of(drawn.counted[0]), drawn.matters
                results[key] = drawn, ways + results.get(key, (drawn, 0))[1]
        return dict(results.values())

    def _reading_of(self, card: int) -> int:
        reading = self.readings[card - 1]
        return reading if self.against is None else (reading > self.against) - (reading < self.against)

    def _cards_left(self) -> list[int]:
        """Return the cards left, those first that would count among several."""
        return [*filterfalse({*self.out}.__contains__, _cards_in_order(self.readings, self.greatest))]

    def _cards_out(self) -> list[int]:
        """Return the cards out, in the same order."""
        return [*filter({*self.out}.__contains__, _cards_in_order(self.readings, self.greatest))]

    def _result_of(self, cards: Sequence[int], kinds: Sequence[int]) -> Drawn:
        best = (max if self.greatest else min)(cards, key=lambda card: self.readings[card - 1])
        out = (*(() if self.spends_deck else self.out), *cards)
        matters = tuple(sorted([kinds[card - 1] for card in out])) if kinds else ()
        return Drawn(self.readings[best - 1], tuple(cards), (best,), out, matters)


@lru_cache
def _cards_in_order(readings: Sequence[int], greatest: bool) -> Sequence[int]:  # noqa: FBT001  (a cache takes all by place)
    return [place + 1 for place in sorted(range(len(readings)), key=readings.__getitem__, reverse=greatest)]


def numbers_of_values(values: Sequence[Hashable]) -> tuple[int, ...]:
    """Return a number for each value; equal values have the same number."""
    numbers: dict[Hashable, int] = {}
    return tuple([numbers.setdefault(each, len(numbers)) for each in values])


@lru_cache
def card_results(rows: Rows, tests: Sequence[tuple[int, int]]) -> tuple[Hashable, ...]:
    """Return each card's result in some tests; a test is a place in the row and the number to beat."""

    def result(row: Sequence[int], place: int, number: int) -> int:
        return (row[place] > number) - (row[place] < number) if place < len(row) else 0

    return tuple([tuple([result(row, *test) for test in tests]) for row in rows])
