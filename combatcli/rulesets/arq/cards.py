"""Decks (Q1–Q3): what a card reads, which are left, and how a hand is drawn when the deck is spent in the middle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache, partial
from math import comb

from combatcli import toml
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.shared.cards import draw_card
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.tactic_lines import lines_of
from combatcli.rulesets.tasks import DisplayOnly

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
    row = _foes(fight, deck)
    if rank >= len(row):
        message = f"there is no foe of rank {rank} in deck {deck or HOUSE} (Q2)"
        raise RefusedError(message, f"Its row ends at rank {len(row) - 1}.")
    return row[rank]


def _foes(fight: Fight, deck: str) -> Sequence[int]:
    """Return where foes of each rank stand in a deck (Q2)."""
    return (fight.decks[deck].foes if deck else ()) or house_deck()[1]


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
        """Draw: what is left, and if that is not enough all else shuffled in (Q3)."""
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
        cards, out = sorted(range(1, len(self.readings) + 1), key=self._place), {*self.out}
        return [card for card in cards if card not in out], [card for card in cards if card in out]

    def _place(self, card: int) -> int:
        return -self.readings[card - 1] if self.greatest else self.readings[card - 1]

    def _drawn(self, cards: Sequence[int], kinds: Sequence[int]) -> Drawn:
        best = min(cards, key=self._place)
        out = (*(() if self.spends else self.out), *cards)
        matters = tuple(sorted([kinds[card - 1] for card in out])) if kinds else ()
        return Drawn(self.readings[best - 1], tuple(cards), (best,), out, matters)


def kinds_of(fight: Fight, who: str, *, shots: bool) -> tuple[int, ...]:
    """Return of which kind each card of somebody's deck is: cards of one kind do the same in all tests that may follow.

    They win, lose and settle nothing alike in every test of melee, and of ``shots`` where these or somebody may shoot,
    against whatever foe; where foes draw too, they read the same.
    """
    own = fight.combatants[who]
    rows, foes = rows_of(fight, own), [each for each in fight.combatants.values() if are_enemies(own, each)]
    if any(foe.player for foe in foes):
        return _numbered(rows)
    shots = shots or fight.phase != "melee"
    tests = [("melee", foe, "melee") for foe in foes]
    tests += [("missile", foe, "movement") for foe in foes if shots or _may_shoot(fight, own)]
    tests += [("movement", foe, "missile") for foe in foes if shots or _may_shoot(fight, foe)]
    told = set()
    for trait, foe, against in tests:
        row, rank = _foes(fight, foe.deck or own.deck), state.rank(foe, against)
        told |= {(state.rank(own, trait), number) for number in row[rank : rank + 1]}
    return _numbered(_results(rows, tuple(sorted(told))))


def _may_shoot(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether somebody knows how to shoot, or is told to (Q34)."""
    return state.rank(combatant, "missile") > 0 or any("missile" in line for line in lines_of(fight, combatant))


@lru_cache
def _results(rows: Rows, tests: Sequence[tuple[int, int]]) -> tuple[Hashable, ...]:
    """Return how each card comes out in tests, each by a rank against a number."""

    def result(row: Sequence[int], rank: int, number: int) -> int:
        return (row[rank] > number) - (row[rank] < number) if rank < len(row) else 0

    return tuple([tuple([result(row, *test) for test in tests]) for row in rows])


def _numbered(some: Sequence[Hashable]) -> tuple[int, ...]:
    """Return numbers in place of values, the same for equal ones."""
    numbers: dict[Hashable, int] = {}
    return tuple([numbers.setdefault(each, len(numbers)) for each in some])


def hand_of(fight: Fight, who: str, trait: str, edge: int, against: int | None) -> Hand:
    """Return what somebody is to draw: with an edge more cards, of which it says which counts (Q34).

    RefusedError where the deck is too small, or a card has no value for a rank (Q2, Q3).
    """
    combatant = fight.combatants[who]
    rows, rank, wanted = rows_of(fight, combatant), state.rank(combatant, trait), 1 + abs(edge)
    if wanted > len(rows):
        raise RefusedError(f"{who}'s deck is too small to draw {wanted} cards: it has {len(rows)} (Q3)")
    for card, row in enumerate(rows, 1):
        if rank >= len(row):
            message = f"card {card} of {who}'s deck has no value for rank {rank} (Q2)"
            raise RefusedError(message, f"Its row ends at rank {len(row) - 1}.")
    kinds: DisplayOnly[Callable[[], tuple[int, ...]]] = DisplayOnly(
        partial(kinds_of, fight, who, shots=trait != "melee")
    )
    return Hand(who, tuple([row[rank] for row in rows]), tuple(combatant.drawn), wanted, edge > 0, kinds, against)
