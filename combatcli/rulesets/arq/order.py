"""`order` (Q12): the activation deck, a card for each player, and one for each foe or group of foes."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.schema import Activation
from combatcli.rulesets.play import Action, Request, Step, happens, in_turn, looking_at
from combatcli.rulesets.shared.cards import draw_card
from combatcli.rulesets.shared.sides import side_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.arq.schema import Fight
    from combatcli.rulesets.play import Play, Question


class OrderRequest(Request, frozen=True):
    """The next card, or ``all`` that are left; by the ``table`` the file's order takes the place of the cards."""

    all: bool = False
    table: bool = False


def order(play: Play[Fight], request: OrderRequest) -> Step[Fight] | None:
    """Draw which side activates next."""
    if play.fight.phase == "melee":
        raise RefusedError("melee needs no order: all pairs fight at the same time (Q12)", "`combatcli attack --all`")
    if request.all and request.table:
        raise UsageError("--all and --table exclude each other", "The one draws cards, the other goes round the table.")
    if request.table:
        _tell(play, waiting(play.fight), [], table=True)
        return None
    if play.fight.activation is None:
        play.alter(activation=Activation(cards=list(state.who_can_act(play.fight))))
    left = left_of(play.fight)
    if not left:
        play.warn("the activation deck is spent; the next phase has a new one (Q12)")
        _tell(play, [], [])
        return None
    before = len(_activation(play.fight).drawn)

    def at_last(play: Play[Fight]) -> None:
        cards = _activation(play.fight).drawn[before:]
        _tell(play, [_side(play.fight, card) for card in cards], cards)

    return in_turn(play, left if request.all else left[:1], _draw, at_last)


def _draw(play: Play[Fight], _: int) -> Step[Fight]:
    left = left_of(play.fight)
    deck = len(_activation(play.fight).cards)

    def roll(source: Source) -> int:
        return draw_card(source, left, deck)

    def apply(play: Play[Fight], card: int) -> None:
        now = _activation(play.fight)
        play.alter(activation=Activation(cards=now.cards, drawn=[*now.drawn, card]))

    return Step(roll, apply, key=("activation", tuple(left)), purpose="the activation")


def _activation(fight: Fight) -> Activation:
    return fight.activation or Activation(cards=list(state.who_can_act(fight)))


def left_of(fight: Fight) -> list[int]:
    """Return the cards that are left, by their places in the file's order."""
    now = _activation(fight)
    there = [place for place, who in enumerate(now.cards, 1) if who in fight.combatants]
    return [place for place in there if place not in now.drawn]


def _side(fight: Fight, card: int) -> str:
    return side_of(fight.combatants[_activation(fight).cards[card - 1]])


def waiting(fight: Fight) -> list[str]:
    """Return who can act and has not been activated in this phase."""
    return [who for who in state.who_can_act(fight) if not fight.combatants[who].activated]


def _tell(play: Play[Fight], sides: Sequence[str], cards: Sequence[int], *, table: bool = False) -> None:
    left: dict[str, int] = {}
    for card in () if table else left_of(play.fight):
        side = _side(play.fight, card)
        left[side] = left.get(side, 0) + 1
    able = list(state.who_can_act(play.fight))
    late = waiting(play.fight)
    play.tell(
        "order",
        order=list(sides),
        faces=list(cards),
        left=left,
        table=table,
        activated=[who for who in able if who not in late],
        waiting=late,
    )


def questions(fight: Fight, request: OrderRequest) -> list[Question]:
    """Look at which side activates next."""
    if request.table:
        return []
    sides = dict.fromkeys(_side(fight, card) for card in left_of(fight))

    def first(side: str) -> Question:
        return happens("first", {"who": side}, "order", lambda event: event["order"][:1] == [side])

    return [first(side) for side in sides]


def next_card(play: Play[Fight], request: OrderRequest) -> Step[Fight] | None:
    """Draw but one card: what odds look at is who comes first."""
    return order(play, replace(request, all=False))


ACTION = Action(OrderRequest, order, looking_at(next_card, questions))
