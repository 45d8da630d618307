"""A round (Q10–Q12): `next` goes from phase to phase, `order` draws who activates, `declare` says who acts."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, Name
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, AnyAction, OddsQuery, Request, action
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Declare, Order, Phase
from combatcli.rulesets.arq.schema import Activation, Combatant, Declaration, Fight
from combatcli.rulesets.arq.state import PHASES, ROSTER, Context
from combatcli.rulesets.asked import flag
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.shared.again import declare_again
from combatcli.rulesets.shared.cards import draw_card
from combatcli.rulesets.shared.clock import NextRequest, go_on
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import do, roll

DEEDS = ("act", "pass")


class OrderRequest(Request, frozen=True):
    """The next card, or ``all`` that are left; by the ``table`` the file's order takes the place of the cards."""

    all: Annotated[bool, flag("draw all cards that are left in this phase")] = False
    table: Annotated[bool, flag("take turns in file order, without cards")] = False


class DeclareRequest(Request, frozen=True):
    """Who acts, in words; passes; or, with nothing said, has been activated."""

    who: CombatantId | None = None
    action: Annotated[str, Meta(extra={"name": Name((), DEEDS)})] | None = None
    targets: list[str] = []
    again: list[CombatantId] | None = None


def next_phase(context: Context, request: NextRequest) -> None:
    """Go on to the next phase, or through the rest of the round."""
    go_on(context, request, _advance)


def _advance(context: Context) -> None:
    before, number = context.fight, PHASES.index(context.fight.phase) + 1
    last = number == len(PHASES)
    untested = [] if context.silent else _warn_of_what_is_open(context)
    new_round = {"round": before.round + 1, "tested": [], "melee": []} if last else {}
    combatants = {who: _over(combatant) for who, combatant in before.combatants.items()}
    context.update_fight(phase=PHASES[number % len(PHASES)], activation=None, combatants=combatants, **new_round)
    if context.silent:
        return
    fight, pending = context.fight, len(before.pending)
    number = PHASES.index(fight.phase) + 1
    undone = [who for who in ROSTER.able(before) if not (last or before.combatants[who].acted)]
    context.emit(
        Phase(round=fight.round, phase=fight.phase, number=number, undone=undone, untested=untested, pending=pending)
    )


def _warn_of_what_is_open(context: Context) -> list[list[str]]:
    """Warn of answers to a move that nobody gave, and of pairs that have not been tested; return those (Q22, Q35)."""
    if context.fight.phase == "melee":
        from combatcli.rulesets.arq.attack import warn_of_untested

        return warn_of_untested(context)
    for who, combatant in context.fight.combatants.items():
        for foe in combatant.threats if context.fight.phase == "movement" else ():
            if ROSTER.can_fight(context.fight, who) and ROSTER.can_fight(context.fight, foe):
                context.warn(f"{foe} can no longer answer the move of {who} (Q22)")
    return []


def _over(combatant: Combatant) -> Combatant:
    """Return somebody as they are when a phase is over; what a void test gives back in it is over, too (Q5)."""
    last = combatant.last and replace(combatant.last, acted=None, answered=False)
    over = replace(combatant, acted=False, activated=False, plan="", threats=[], steps=0, stopped=[], last=last)
    return combatant if over == combatant else over


def waiting(fight: Fight) -> list[str]:
    """Return who can act and has not been activated in this phase; who came in since has a card at the next (Q12)."""
    cards = None if fight.activation is None else {*fight.activation.cards}
    late = [who for who in ROSTER.able(fight) if not fight.combatants[who].activated]
    return late if cards is None else [who for who in late if who in cards]


def _activated(fight: Fight) -> dict[str, Any]:
    """Return who can act and has been activated in this phase, and who has not, as events tell it."""
    late = waiting(fight)
    return {"activated": [who for who in ROSTER.able(fight) if who not in late], "waiting": late}


def order(context: Context, request: OrderRequest) -> None:
    """Draw which side activates next: a card for each player, and one for each foe or group of foes (Q12)."""
    if context.fight.phase == "melee":
        raise RefusedError("melee needs no order: all pairs fight at the same time (Q12)", "`combatcli attack --all`")
    if request.all and request.table:
        raise UsageError(
            "--all and --table exclude each other", "One draws cards, the other follows the order of the file."
        )
    if request.table:
        late = waiting(context.fight)
        context.emit(Order(order=late, faces=[], left={}, table=True, **_activated(context.fight)))
        return
    activation = _activation(context.fight)
    context.update_fight(activation=activation)
    left = len(_left(context.fight))
    if not left:
        context.warn("the activation deck is empty until the next phase (Q12)")
    do(context, *[(_draw,)] * (left if request.all else min(left, 1)), (_tell_drawn, len(activation.drawn)))


def _draw(context: Context) -> None:
    activation = _activation(context.fight)
    card = roll(context, "the activation", draw_card, tuple(_left(context.fight)), len(activation.cards))
    context.update_fight(activation=replace(activation, drawn=[*activation.drawn, card]))


def _tell_drawn(context: Context, before: int) -> None:
    fight = context.fight
    cards = _activation(fight).drawn[before:]
    left = dict(Counter([_side(fight, card) for card in _left(fight)]))
    sides = [_side(fight, card) for card in cards]
    deck = _activation(fight)
    out = [card for card in range(1, len(deck.cards) + 1) if card not in deck.drawn and _is_of_the_fallen(fight, card)]
    late = {side_of(fight.combatants[who]) for who in waiting(fight)}
    passed = [side for side in dict.fromkeys([*sides, *(_side(fight, card) for card in out)]) if side not in late]
    context.emit(Order(order=sides, faces=[*cards], left=left, passed=passed, table=False, **_activated(fight)))


def _activation(fight: Fight) -> Activation:
    return fight.activation or Activation(cards=list(ROSTER.able(fight)))


def _left(fight: Fight) -> list[int]:
    """Return the cards that are left, by their places in the file's order; who has fallen has none (Q12)."""
    deck, able = _activation(fight), {*ROSTER.able(fight)}
    return [card for card, who in enumerate(deck.cards, 1) if who in able and card not in deck.drawn]


def _is_of_the_fallen(fight: Fight, card: int) -> bool:
    who = _activation(fight).cards[card - 1]
    return who in fight.combatants and not ROSTER.is_able(fight, who)


def _side(fight: Fight, card: int) -> str:
    return side_of(fight.combatants[_activation(fight).cards[card - 1]])


def order_odds(fight: Fight, request: OrderRequest) -> list[OddsQuery[Fight]]:
    """Look at which side activates first."""

    def first(side: str) -> Metric:
        return chance_of_event("first", {"who": side}, Order, lambda event: event.order[:1] == [side])

    sides = [] if request.table else [_side(fight, card) for card in _left(fight)]
    return [OddsQuery((order, replace(request, all=False)), [*map(first, dict.fromkeys(sides))])]


def declare(context: Context, request: DeclareRequest) -> None:
    """Mark somebody as having acted, passed, or been activated."""
    if request.again is not None:
        declare_again(context, request.again, context.fight.combatants, _last, declare)
        return
    if request.who is None:
        raise UsageError("declare: no combatant given", 'Write: combatcli declare WHO act "what", or pass')
    ROSTER.require_able(context.fight, request.who)
    words, phase = " ".join(request.targets), context.fight.phase
    if request.action is None and phase == "melee":
        raise RefusedError("nobody is activated in melee: all pairs fight at the same time (Q12)", "`attack --all`")
    if request.action is None:
        context.update_combatant(request.who, activated=True)
    elif request.action not in DEEDS:
        raise UsageError(f'arq has no action "{request.action}"', nearest(request.action, DEEDS))
    elif phase == "melee":
        raise RefusedError(
            "nobody acts or passes in melee: all pairs fight at the same time (Q10, Q35)", "`attack --all`"
        )
    elif request.action == "act":
        state.use_phase(context, "action", "acting")
        state.act(context, request.who, "action")
        context.update_combatant(request.who, plan=words)
    else:
        state.act(context, request.who, "action", "movement")
    if request.action is not None and phase == "action":
        said = Declaration(round=context.fight.round, action=request.action, plan=words)
        context.update_combatant(request.who, declared=said)
    did = request.action or "activated"
    cards = context.fight.activation is not None
    told = {"plan": words, "cards": cards, **_activated(context.fight)}
    context.emit(Declare(who=request.who, phase=phase, action=did, **told))


def _last(fight: Fight, who: str) -> DeclareRequest | None:
    """Return what somebody declared in the action phase of the last round (Q10)."""
    combatant = fight.combatants[who]
    old = combatant.declared
    if old is None or old.round != fight.round - 1 or (fight.phase == "action" and combatant.acted):
        return None
    if fight.phase != "action":
        raise RefusedError(f"this is the {fight.phase} phase; what is declared belongs to the action phase (Q10)")
    return DeclareRequest(who=who, action=old.action, targets=[old.plan] if old.plan else [])


ACTIONS: dict[str, AnyAction] = {
    "next": action(NextRequest, next_phase),
    "order": Action(OrderRequest, order, order_odds),
    "declare": action(
        DeclareRequest,
        declare,
        words="ACTION is act or pass; without an ACTION, WHO is marked as activated",
    ),
}
