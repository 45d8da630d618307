"""One test against another (Q1, Q4, Q34): players draw, foes stand; greater wins, less loses, equal settles nothing."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from combatcli.dice.rolling.sources import Source
from combatcli.records import Record
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.cards import Drawn, Hand, rows_of, stands_at
from combatcli.rulesets.arq.events import Shuffle
from combatcli.rulesets.arq.schema import Fight, LastTest
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.tasks import DisplayOnly, roll

UNMARKED = LastTest()


class Contestant(Record):
    """One side of a test: who, by which trait, and with what edge.

    One draws as many more cards as the edge is long; the greatest of them counts, or, where it is negative, the least.
    """

    who: str
    trait: str
    edge: int = 0


class TestResult(Record):
    """How a test went: 1 if the actor won, -1 if they lost, 0 if it is level; the cards of both, and the numbers.

    The total is the reading of who drew; where both or none did, it is the actor's.
    """

    sign: int
    faces: list[int]
    counted: list[int]
    total: int
    needed: int
    drew: list[str]


Outcome = tuple[int, tuple[int, ...], tuple[int, ...], DisplayOnly[tuple[Drawn, Drawn]]]
"""Who won, as a sign; which cards are out where that matters; what both sides drew."""


def draw(source: Source, one: Hand | Drawn, other: Hand | Drawn) -> Outcome:
    """Draw for each side that does not stand."""
    own, against = one.draw(source), other.draw(source)
    sign = (own.reading > against.reading) - (own.reading < against.reading)
    return sign, own.matters, against.matters, DisplayOnly((own, against))


def settle(
    context: CombatContext[Fight],
    purpose: str,
    actor: Contestant,
    other: Contestant | int,
    marks: LastTest = UNMARKED,
    *,
    wounds: Collection[int] = (),
    joint: bool = False,
) -> TestResult:
    """Test somebody against somebody, or against a number, and remember what is needed to void it (Q1, Q4-Q6).

    Of that the caller knows the ``marks``, and the signs of results that leave ``wounds``. ``joint`` says that what
    follows depends on which cards are left, and not on how the test went alone.
    """
    sides = _side(context.fight, actor, other, joint=joint), _side(context.fight, other, actor, joint=joint)
    sign, *_, shown = roll(context, purpose, draw, *sides)
    drawn = shown.value
    faces = [card for each in drawn for card in each.cards]
    hands = {hand.who: (hand, cards) for hand, cards in zip(sides, drawn, strict=True) if isinstance(hand, Hand)}
    for who, (hand, cards) in hands.items():
        if hand.spends:
            context.emit(Shuffle(who=who, back=sorted(hand.out), cards=len(hand.out)))
        opponent = other if who == actor.who else actor
        against = opponent.who if isinstance(opponent, Contestant) else None
        last = replace(marks, drawn=[*hand.out], cards=[*faces], other=against, hit=sign in wounds)
        context.update_combatant(who, drawn=[*cards.out], last=last)
    counted = [card for each in drawn for card in each.counted]
    first, second = drawn if actor.who in hands or not hands else drawn[::-1]
    return TestResult(sign, faces, counted, first.reading, second.reading, [*hands])


def _side(fight: Fight, side: Contestant | int, other: Contestant | int, *, joint: bool) -> Hand | Drawn:
    """Return what a player is to draw, or where a foe stands, against a player by that one's deck (Q2)."""
    if isinstance(side, int):
        return Drawn(side)
    combatant = fight.combatants[side.who]
    rank = state.rank(combatant, side.trait)
    if combatant.player:
        rows, out = rows_of(fight, combatant), tuple(combatant.drawn)
        return Hand(side.who, rows, out, rank, side.edge, joint).checked()
    against = None if isinstance(other, int) else fight.combatants[other.who]
    deck = against.deck if against is not None and against.player else ""
    return Drawn(stands_at(fight, side.who, rank, deck))
