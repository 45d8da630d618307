"""`order` (Q12): the activation deck, a card for each player, and one for each foe or group of foes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, OddsQuery, Request
from combatcli.rulesets.arq.events import Order
from combatcli.rulesets.arq.schema import Activation, Fight
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.shared.cards import draw_card
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import do, roll


class OrderRequest(Request, frozen=True):
    """The next card, or ``all`` that are left; by the ``table`` the file's order takes the place of the cards."""

    all: bool = False
    table: bool = False


def order(context: CombatContext[Fight], request: OrderRequest) -> None:
    """Draw which side activates next."""
    if context.fight.phase == "melee":
        raise RefusedError("melee needs no order: all pairs fight at the same time (Q12)", "`combatcli attack --all`")
    if request.all and request.table:
        raise UsageError(
            "--all and --table exclude each other", "One draws cards, the other follows the order of the file."
        )
    if request.table:
        _tell(context, waiting(context.fight), [], table=True)
        return
    activation = _activation(context.fight)
    context.update_fight(activation=activation)
    cards_left = len(left_of(context.fight))
    if not cards_left:
        context.warn("the activation deck is empty until the next phase (Q12)")
    drawn = cards_left if request.all else min(cards_left, 1)
    do(context, *[(_draw,)] * drawn, (_tell_drawn, len(activation.drawn)))


def _draw(context: CombatContext[Fight]) -> None:
    activation = _activation(context.fight)
    card = roll(context, "the activation", draw_card, tuple(left_of(context.fight)), len(activation.cards))
    context.update_fight(activation=replace(activation, drawn=[*activation.drawn, card]))


def _tell_drawn(context: CombatContext[Fight], before: int) -> None:
    cards = _activation(context.fight).drawn[before:]
    _tell(context, [_side(context.fight, card) for card in cards], cards)


def _activation(fight: Fight) -> Activation:
    return fight.activation or Activation(cards=list(ROSTER.able(fight)))


def left_of(fight: Fight) -> list[int]:
    """Return the cards that are left, by their places in the file's order."""
    activation = _activation(fight)
    present = [card for card, who in enumerate(activation.cards, 1) if who in fight.combatants]
    return [card for card in present if card not in activation.drawn]


def _side(fight: Fight, card: int) -> str:
    return side_of(fight.combatants[_activation(fight).cards[card - 1]])


def waiting(fight: Fight) -> list[str]:
    """Return who can act and has not been activated in this phase."""
    return [who for who in ROSTER.able(fight) if not fight.combatants[who].activated]


def _tell(context: CombatContext[Fight], sides: Sequence[str], cards: Sequence[int], *, table: bool = False) -> None:
    cards_left = [] if table else left_of(context.fight)
    able = list(ROSTER.able(context.fight))
    late = waiting(context.fight)
    context.emit(
        Order(
            order=list(sides),
            faces=list(cards),
            left=dict(Counter(_side(context.fight, card) for card in cards_left)),
            table=table,
            activated=[who for who in able if who not in late],
            waiting=late,
        )
    )


def metrics(fight: Fight, request: OrderRequest) -> list[Metric]:
    """Return the chance of each side to activate next."""
    if request.table:
        return []
    sides = dict.fromkeys(_side(fight, card) for card in left_of(fight))

    def first(side: str) -> Metric:
        return chance_of_event("first", {"who": side}, Order, lambda event: event.order[:1] == [side])

    return [first(side) for side in sides]


def odds(fight: Fight, request: OrderRequest) -> list[OddsQuery[Fight]]:
    """Look at who comes first."""
    return [OddsQuery((order, replace(request, all=False)), metrics(fight, request))]


ACTION = Action(OrderRequest, order, odds)
