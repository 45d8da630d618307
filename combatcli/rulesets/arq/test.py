"""Tests (Q1, Q4–Q6, Q13, Q34): players draw, foes stand; the higher number wins, equal is level."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Annotated, Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Contest, Shuffle, Test, Void
from combatcli.rulesets.arq.schema import Combatant, Fight, LastTest
from combatcli.rulesets.arq.state import ROSTER, Context
from combatcli.rulesets.asked import number, text
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.rulesets.shared import dash
from combatcli.rulesets.shared.cards import Drawn, Hand
from combatcli.rulesets.tasks import DisplayOnly, roll

ToVoid = Annotated[
    CombatantId | None, text("WHO", "undo the last test of WHO, with nothing else in the line", enough=True)
]


class TestRequest(Request, frozen=True):
    """A test of a trait; ``against`` is WHO or WHO:TRAIT, ``target`` a number; ``void`` undoes the last test."""

    who: CombatantId = ""
    trait: str = ""
    against: str | None = None
    target: Annotated[int | None, number("test against N instead of an opponent")] = None
    void: ToVoid = None


class DashRequest(dash.DashRequest, frozen=True):
    """A dash of two; ``void`` undoes the last test."""

    who: CombatantId = ""
    other: CombatantId = ""
    void: ToVoid = None


class Contestant(Struct, frozen=True, gc=False):
    """One side of a test: combatant, trait and edge over the other side (Q34); or only a ``number`` (Q6)."""

    who: str = ""
    trait: str = ""
    edge: int = 0
    number: int | None = None


def or_void_last_test(rule: Callable[[Context, Any], None]) -> Callable[[Context, Any], None]:
    """Return a rule that --void turns into undoing a test (Q5)."""
    return lambda context, request: (rule if request.void is None else void_last_test)(context, request)


def test(context: Context, request: TestRequest) -> None:
    """Test a trait against FOE or FOE:TRAIT, or against a number (Q6)."""
    if (request.against is None) == (request.target is None):
        raise UsageError("test needs either --against FOE[:TRAIT] or --target N", "Give one of the two.")
    other = Contestant(number=request.target)
    if request.against is not None:
        foe, _, own_trait = request.against.partition(":")
        other = Contestant(foe, own_trait or request.trait)
        ROSTER.refuse_oneself(request.who, foe, "be tested against", "Q6")
    contest(context, f"{context.fight.subject(request.who):'s} test", Contestant(request.who, request.trait), other)


def dashtest(context: Context, request: DashRequest) -> None:
    """Find out which of two comes first, by movement unless told otherwise (Q13)."""
    ROSTER.refuse_oneself(request.who, request.other, "race", "Q13")
    trait = request.trait or "movement"
    actor, other = Contestant(request.who, trait), Contestant(request.other, request.against or trait)
    contest(context, f"the dash of {actor.who} and {other.who}", actor, other, dash=True)


def contest(context: Context, purpose: str, actor: Contestant, other: Contestant, *, dash: bool = False) -> None:
    """Test a combatant against another or against a number, and emit the result."""
    for side in (actor, other):
        if side.number is None:
            ROSTER.require_able(context.fight, side.who)
    sign, keys = draw_for_test(context, purpose, actor, other, LastTest())
    success = sign > 0 if sign else None
    if other.number is not None:
        context.emit(Test(who=actor.who, against=None, trait=actor.trait, success=success, **keys))
        return
    first = {1: actor.who, -1: other.who}.get(sign) if dash else UNSET
    keys |= {"trait": actor.trait, "against_trait": other.trait, "first": first}
    context.emit(Contest(who=actor.who, against=other.who, success=success, dash=dash, **keys))


def draw_both_sides(source: Source, *sides: Hand | Drawn) -> tuple[int, tuple[object, ...], DisplayOnly[list[Drawn]]]:
    """Draw for each `Hand`; return the winner's sign (1: the first), the drawn cards' kinds, and both hands."""
    one, two = drawn = [side if isinstance(side, Drawn) else source.throw(side) for side in sides]
    sign = (one.reading > two.reading) - (one.reading < two.reading)
    return sign, (one.matters, two.matters), DisplayOnly(drawn)


def draw_for_test(
    context: Context,
    purpose: str,
    actor: Contestant,
    other: Contestant,
    last_test: LastTest,
    wounds: Collection[int] = (),
    *,
    last: bool = True,
) -> tuple[int, dict[str, Any]]:
    """Draw for a test; return 1 if the actor wins, -1 if they lose, 0 if level, and the keys of its event.

    ``total`` is the reading of the side that drew, else the actor's. ``last_test`` is kept with all that voiding it
    takes, where somebody might (Q1, Q3–Q5). With ``last`` no test of the command follows it.
    """
    fight, last = context.fight, last and context.lean and not context.silent
    first, second = _standing_number(fight, actor, other), _standing_number(fight, other, actor)
    sides = _hand(fight, actor, first, second, last=last), _hand(fight, other, second, first, last=last)
    sign, _, shown = roll(context, purpose, draw_both_sides, *sides)
    one, two = drawn = shown.value
    faces = [*one.cards, *two.cards]
    hands = {hand.who: (hand, cards) for hand, cards in zip(sides, drawn, strict=True) if isinstance(hand, Hand)}
    for who, (hand, cards) in hands.items():
        if hand.spends_deck:
            context.emit(Shuffle(who=who, back=sorted(hand.out), cards=len(hand.out)))
        if not context.silent:
            against = (other if who == actor.who else actor).who or None
            last_test = replace(last_test, drawn=[*hand.out], cards=[*faces], other=against, hit=sign in wounds)
        context.update_combatant(who, drawn=[*cards.out], last=last_test)
    if hands and actor.who not in hands:
        one, two = two, one
    numbers = {"total": one.reading, "needed": two.reading}
    return sign, {"faces": faces, "counted": [*one.counted, *two.counted], **numbers, "drew": [*hands]}


def _hand(fight: Fight, side: Contestant, own: int | None, against: int | None, *, last: bool) -> Hand | Drawn:
    """Return the hand that a player draws, larger with an edge (Q34), or the number at which a side stands.

    RefusedError if a card lacks the rank (Q2). In the ``last`` test of odds it does not matter which cards are out.
    """
    if own is not None:
        return Drawn(own)
    who, combatant = side.who, fight.combatants[side.who]
    rows, place = state.card_rows(fight, combatant), combatant.traits.get(side.trait, 0)
    readings = state.readings_by_rank(rows)
    if place >= len(readings):
        card = next(card for card, row in enumerate(rows, 1) if place >= len(row))
        message = f"card {card} of {fight.subject(who):'s} deck has no value for rank {place} (Q2)"
        raise RefusedError(message, f"Its row ends at rank {len(rows[card - 1]) - 1}.")
    kinds: Callable[[], tuple[int, ...]] = partial(state.kind_of_each_card, fight, who, shots=side.trait != "melee")
    wanted = min(1 + abs(side.edge), len(rows))
    matters = None if last else DisplayOnly(kinds)
    return Hand(who, readings[place], tuple(combatant.drawn), wanted, side.edge > 0, matters, against)


def _standing_number(fight: Fight, side: Contestant, other: Contestant) -> int | None:
    """Return the number at which a side stands, in the opposing player's deck; None for a player, who draws (Q2)."""
    combatant, opponent = fight.combatants.get(side.who), fight.combatants.get(other.who)
    if combatant is None or combatant.player:
        return side.number
    deck = combatant.deck or (opponent.deck if opponent is not None and opponent.player else "")
    row, rank = state.foe_numbers(fight, deck), combatant.traits.get(side.trait, 0)
    if rank >= len(row):
        message = f"there is no foe of rank {rank} in deck {deck or state.HOUSE} (Q2)"
        raise RefusedError(message, f"Its row ends at rank {len(row) - 1}.")
    return row[rank]


def void_last_test(context: Context, request: Any) -> None:
    """Undo a combatant's last test: its cards, its pending hit, and its marks (Q5)."""
    who = request.void
    if request != type(request)(void=who):
        raise UsageError("--void takes no other arguments or options", f"Write: combatcli test --void {who}")
    combatant = combatant_named(context.fight, who)
    last = combatant.last
    if last is None:
        drew = [name for name, each in context.fight.combatants.items() if each.last and each.last.other == who]
        hint = f"{drew[0]} drew in the last test against them: --void {drew[0]}" if drew else ""
        raise RefusedError(f"{context.fight.subject(who):has} drawn for no test that could be void (Q5)", hint)
    out = [] if combatant.drawn[: len(last.drawn)] == last.drawn else last.drawn
    back, other_back = _put_cards_back(context, who, last.other), _put_cards_back(context, last.other or "", who)
    both, pending = {who, last.other}, context.fight.pending
    hits = [hit for hit in pending if last.hit and hit.cards == last.cards and {hit.attacker, hit.target} == both]
    if hits:
        context.update_fight(pending=[hit for hit in pending if hit is not hits[-1]])
    elif last.hit:
        gone = f"the hit of {context.fight.subject(who):'s} last test is no longer pending"
        context.warn(f"{gone} (Q5); if it was applied, `undo` or `recover WHO --heal 1` takes it back")
    if last.pair:
        tested = [pair for pair in context.fight.tested if {*pair} != both]
        context.update_fight(tested=tested, melee=context.fight.melee if tested else [])
    if last.acted is not None and last.acted in context.fight.combatants:
        context.update_combatant(last.acted, acted=False, activated=False)
    if last.answered and last.other is not None:
        mover, foe = (who, last.other) if combatant.way else (last.other, who)
        context.update_combatant(mover, threats=[*context.fight.combatants[mover].threats, foe])
    context.emit(Void(who=who, against=last.other, faces=back, other_faces=other_back, out=out, dropped=bool(hits)))


def _put_cards_back(context: Context, who: str, other: str | None) -> list[int]:
    """Put back the cards of the combatant's last test if it was against ``other``, and return them."""
    combatant = context.fight.combatants.get(who, Combatant())
    last = combatant.last
    if last is None or last.other != other:
        return []
    context.update_combatant(who, drawn=[*last.drawn], last=None)
    return [card for card in combatant.drawn if card not in last.drawn]


def metrics(_: Fight, request: TestRequest) -> list[Metric]:
    """Return the chances of success and of a level test; none for --void."""
    event: type[Test | Contest] = Test if request.against is None else Contest
    against = {"against": request.against.partition(":")[0]} if request.against is not None else {}
    about = {"who": request.who, **against}
    level = chance_of_event("level", about, event, lambda outcome: outcome.success is None)
    return [chance_of_success(about, event), level] if request.void is None else []


ACTIONS: dict[str, AnyAction] = {
    "test": action(TestRequest, or_void_last_test(test), metrics, words="--against takes FOE or FOE:TRAIT"),
    "dashtest": action(
        DashRequest,
        or_void_last_test(dashtest),
        lambda fight, request: [] if request.void else dash.dash_metrics(fight, request),
    ),
}
