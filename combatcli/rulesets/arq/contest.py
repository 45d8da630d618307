"""One test against another (Q1, Q4, Q34): players draw, foes stand; greater wins, less loses, equal settles nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from combatcli.dice.rolling.sources import Source
from combatcli.records import Record
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.cards import Drawn, Hand, rows_of, stands_at
from combatcli.rulesets.arq.events import Shuffle
from combatcli.rulesets.arq.schema import Fight, LastTest
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.steps import Step
from combatcli.rulesets.tasks import DisplayOnly

Outcome = tuple[int, tuple[object, DisplayOnly[tuple["TestResult", dict[str, Drawn]]]]]
"""Who won, as a sign; what is left of the decks; the result and the cards of each."""


class Contestant(Record):
    """One side of a test: who, by which trait; how many cards beside the one, and whether the greatest counts."""

    who: str
    trait: str
    more: int = 0
    greatest: bool = False


class TestResult(Record):
    """How a test went: 1 if the actor won, -1 if they lost, 0 if it is level; the cards of both, and the numbers."""

    sign: int
    cards: tuple[int, ...]
    counted: tuple[int, ...]
    total: int
    needed: int
    drew: tuple[str, ...]

    @property
    def success(self) -> bool | None:
        """Whether the actor won; None if nothing is settled (Q4)."""
        return self.sign > 0 if self.sign else None


def opposed(
    context: CombatContext[Fight],
    actor: Contestant,
    other: Contestant | int,
    emit: Callable[[CombatContext[Fight], TestResult], Mapping[str, Any] | None],
    *,
    purpose: str,
    joint: bool = False,
) -> Step[Fight]:
    """Return a test against somebody, or against a number, and how it is told (Q1, Q4, Q6).

    ``emit`` may return what else is remembered of it.
    ``joint`` says that what follows depends on which cards are left, and not on how the test went alone.
    """
    fight = context.fight
    sides = [side for side in (actor, other) if isinstance(side, Contestant)]
    hands = {side.who: _hand(fight, side) for side in sides if fight.combatants[side.who].player}
    for hand in hands.values():
        hand.check()
    numbers = {side.who: _stands(fight, side, sides) for side in sides if side.who not in hands}

    def roll(source: Source) -> Outcome:
        drawn = {who: hand.roll(source) if joint else source.throw(hand) for who, hand in hands.items()}
        readings = {who: cards.reading for who, cards in drawn.items()} | numbers
        own = readings[actor.who]
        against = other if isinstance(other, int) else readings[other.who]
        result = _result((own > against) - (own < against), actor.who, (own, against), drawn)
        left = tuple((who, tuple(sorted(cards.out))) for who, cards in drawn.items()) if joint else ()
        return result.sign, (left, DisplayOnly((result, drawn)))

    def apply(context: CombatContext[Fight], outcome: Outcome) -> None:
        result, drawn = outcome[1][1].value
        for hand in hands.values():
            if hand.wanted > len(hand.rows) - len(hand.out):  # the test spent the deck before its next card (Q3)
                context.emit(Shuffle(who=hand.who, back=sorted(hand.out), cards=len(hand.out)))
        more = emit(context, result) or {}
        for who, cards in drawn.items():
            opponent = next(iter([side.who for side in sides if side.who != who]), None)
            last = LastTest(drawn=list(hands[who].out), cards=list(result.cards), other=opponent, **more)
            context.update_combatant(who, drawn=list(cards.out), last=last)

    return Step(roll, apply, key=("test", actor, other, tuple(hands.values())), purpose=purpose)


def _hand(fight: Fight, side: Contestant) -> Hand:
    combatant = fight.combatants[side.who]
    out = tuple(combatant.drawn)
    rank = state.rank(combatant, side.trait)
    return Hand(side.who, rows_of(fight, combatant), out, rank, 1 + side.more, side.greatest)


def _stands(fight: Fight, side: Contestant, sides: list[Contestant]) -> int:
    """Return the number at which a foe stands (Q2)."""
    decks = [fight.combatants[other.who].deck for other in sides if fight.combatants[other.who].player]
    return stands_at(fight, side.who, state.rank(fight.combatants[side.who], side.trait), decks[0] if decks else "")


def _result(sign: int, actor: str, numbers: tuple[int, int], drawn: dict[str, Drawn]) -> TestResult:
    """Return a test as it is told: the total is the reading of who drew, and the actor's own where both or none did."""
    own, against = numbers
    turned = bool(drawn) and actor not in drawn
    cards = tuple([card for hand in drawn.values() for card in hand.cards])
    counted = tuple([hand.best for hand in drawn.values()])
    return TestResult(sign, cards, counted, against if turned else own, own if turned else against, tuple(drawn))
