"""A round (Q10–Q12): `next` goes from phase to phase, `order` draws who activates, `declare` says who acts."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, reference_mark
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, AnyAction, OddsQuery, Request, action
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Declare, Order, Phase
from combatcli.rulesets.arq.schema import ActivationDeck, Combatant, Declaration, Fight
from combatcli.rulesets.arq.state import PHASES, ROSTER, Context
from combatcli.rulesets.asked import flag
from combatcli.rulesets.metrics import chance_of_coming_first
from combatcli.rulesets.shared.again import declare_again
from combatcli.rulesets.shared.cards import draw_card
from combatcli.rulesets.shared.clock import NextRequest, advance_phases
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import do, roll

DEEDS = {"act": ("action",), "pass": ("action", "movement")}
"""What can be declared, and the phases that it belongs to."""


class OrderRequest(Request, frozen=True):
    """A request for the next card, or ``all`` remaining cards; with ``table`` the file's order replaces the cards."""

    all: Annotated[bool, flag("draw all cards that are left in this phase")] = False
    table: Annotated[bool, flag("take turns in file order, without cards")] = False


class DeclareRequest(Request, frozen=True):
    """Who acts, with a plan in words, or passes; without an action, who is marked as activated."""

    who: CombatantId | None = None
    action: Annotated[str, reference_mark(words=DEEDS)] | None = None
    targets: list[str] = []
    again: list[CombatantId] | None = None


def _begin_next_phase(context: Context) -> None:
    """Begin the next phase, and warn of what the last one leaves undone (Q10)."""
    before, last = context.fight, context.fight.phase == PHASES[-1]
    number = 1 if last else PHASES.index(before.phase) + 2
    untested = [] if context.silent else _warn_of_open_reactions_and_pairs(context)
    new_round = {"round": before.round + 1, "tested": [], "melee": []} if last else {}
    over = {who: after for who, each in before.combatants.items() if (after := _at_end_of_phase(each)) is not each}
    combatants = {**before.combatants, **over} if over else before.combatants
    context.update_fight(phase=PHASES[number - 1], activation=None, combatants=combatants, **new_round)
    if context.silent:
        return
    fight, pending = context.fight, len(before.pending)
    undone = [who for who in ROSTER.able(before) if not (last or before.combatants[who].acted)]
    clock = {"round": fight.round, "number": number}
    context.emit(Phase(phase=fight.phase, undone=undone, untested=untested, pending=pending, **clock))


def _warn_of_open_reactions_and_pairs(context: Context) -> list[list[str]]:
    """Warn of reactions that were not used and of untested pairs; return these pairs (Q22, Q35)."""
    if context.fight.phase == "melee":
        from combatcli.rulesets.arq.attack import warn_of_untested

        return warn_of_untested(context)
    for who, combatant in context.fight.combatants.items():
        for foe in combatant.threats if context.fight.phase == "movement" else ():
            if ROSTER.can_fight_in_melee(context.fight, who) and ROSTER.can_fight_in_melee(context.fight, foe):
                context.warn(f"{foe} can no longer answer the move of {who} (Q22)")
    return []


def _at_end_of_phase(combatant: Combatant) -> Combatant:
    """Return a combatant at the end of a phase: a void test no longer gives back its action (Q5)."""
    last = combatant.last
    if last is not None and (last.acted or last.answered):
        last = replace(last, acted=None, answered=False)
    did = combatant.acted or combatant.activated or combatant.plan or combatant.steps
    if not (did or combatant.threats or combatant.stopped or last is not combatant.last):
        return combatant
    return replace(combatant, acted=False, activated=False, plan="", threats=[], steps=0, stopped=[], last=last)


def not_activated(fight: Fight) -> list[str]:
    """Return who can act and has not been activated; newcomers get a card in the next phase (Q12)."""
    cards = None if fight.activation is None else {*fight.activation.cards}
    late = [who for who in ROSTER.able(fight) if not fight.combatants[who].activated]
    return late if cards is None else [who for who in late if who in cards]


def activating_side(fight: Fight) -> str | None:
    """Return the side that activates now, that of the last drawn card; None once its drawn cards are used (Q12)."""
    deck, combatants = _activation_deck(fight), fight.combatants
    sides = _sides_of_cards(fight, [card for card in deck.drawn if deck.cards[card - 1] in combatants])
    late = [side_of(combatants[who]) for who in not_activated(fight) if not combatants[who].acted]
    done = [side_of(combatants[who]) for who in deck.cards if who in combatants and combatants[who].activated]
    return sides[-1] if sides and sides[-1] in late and done.count(sides[-1]) < sides.count(sides[-1]) else None


def is_activation_card_due(fight: Fight) -> bool:
    """Tell whether the next card is due, which says which side activates (Q12)."""
    return fight.activation is not None and activating_side(fight) is None and bool(_cards_left(fight))


def _activation_keys(fight: Fight) -> dict[str, Any]:
    """Return the event keys of who has been activated in this phase, and who has not."""
    late = not_activated(fight)
    return {"activated": [who for who in ROSTER.able(fight) if who not in late], "waiting": late}


def _refuse_in_melee(fight: Fight, what: str, rule: str) -> None:
    if fight.phase == "melee":
        raise RefusedError(f"{what}: all pairs fight at the same time ({rule})", "`combatcli attack --all`")


def order(context: Context, request: OrderRequest) -> None:
    """Draw the side that activates next: one card for each player, foe and group of foes (Q12)."""
    _refuse_in_melee(context.fight, "melee needs no order", "Q12")
    if request.all and request.table:
        hint = "One draws cards, the other follows the order of the file."
        raise UsageError("--all and --table exclude each other", hint)
    if request.table:
        activated = _activation_keys(context.fight)
        context.emit(Order(order=activated["waiting"], faces=[], left={}, table=True, **activated))
        return
    deck = _activation_deck(context.fight)
    context.update_fight(activation=deck)
    left = len(_cards_left(context.fight))
    if not left:
        context.warn("the activation deck is empty until the next phase (Q12)")
    drawing = [(_draw_activation_card,)] * (left if request.all else min(left, 1))
    do(context, *drawing, (_tell_drawn_cards, len(deck.drawn)))


def _draw_activation_card(context: Context) -> None:
    deck = _activation_deck(context.fight)
    card = roll(context, "the activation", draw_card, tuple(_cards_left(context.fight)), len(deck.cards))
    context.update_fight(activation=replace(deck, drawn=[*deck.drawn, card]))


def _tell_drawn_cards(context: Context, before: int) -> None:
    fight, deck, left = context.fight, _activation_deck(context.fight), _cards_left(context.fight)
    faces = deck.drawn[before:]
    fallen = {who for who in deck.cards if who in fight.combatants and not ROSTER.is_able(fight, who)}
    out = [card for card, who in enumerate(deck.cards, 1) if who in fallen and card not in deck.drawn]
    late = {side_of(fight.combatants[who]) for who in not_activated(fight)}
    passed = [side for side in dict.fromkeys(_sides_of_cards(fight, [*faces, *out])) if side not in late]
    cards: dict[str, Any] = {"faces": faces, "left": dict(Counter(_sides_of_cards(fight, left))), "passed": passed}
    context.emit(Order(order=_sides_of_cards(fight, faces), table=False, **cards, **_activation_keys(fight)))


def _activation_deck(fight: Fight) -> ActivationDeck:
    return fight.activation or ActivationDeck(cards=list(ROSTER.able(fight)))


def _cards_left(fight: Fight) -> list[int]:
    """Return the numbers of the remaining cards; the fallen have none (Q12)."""
    deck, able = _activation_deck(fight), {*ROSTER.able(fight)}
    return [card for card, who in enumerate(deck.cards, 1) if who in able and card not in deck.drawn]


def _sides_of_cards(fight: Fight, cards: Sequence[int]) -> list[str]:
    owners = _activation_deck(fight).cards
    return [side_of(fight.combatants[owners[card - 1]]) for card in cards]


def first_activation_odds(fight: Fight, request: OrderRequest) -> list[OddsQuery[Fight]]:
    """Query the chance of each side to activate first."""
    sides = [] if request.table else _sides_of_cards(fight, _cards_left(fight))
    return [OddsQuery((order, replace(request, all=False)), [*map(chance_of_coming_first, dict.fromkeys(sides))])]


def mark_acted(context: Context, request: DeclareRequest) -> None:
    """Mark a combatant as having acted, passed or been activated."""
    if request.again is not None:
        declare_again(context, request.again, context.fight.combatants, _last_declaration, mark_acted)
        return
    who, deed, plan, fight = request.who, request.action, " ".join(request.targets), context.fight
    if who is None:
        raise UsageError("declare: no combatant given", 'Write: combatcli declare WHO act "what", or pass')
    ROSTER.require_able(fight, who)
    if deed is not None and deed not in DEEDS:
        raise UsageError(f'arq has no action "{deed}"', nearest(deed, DEEDS))
    if deed is None:
        _refuse_in_melee(fight, "nobody is activated in melee", "Q12")
        context.update_combatant(who, activated=True)
    else:
        _refuse_in_melee(fight, "nobody acts or passes in melee", "Q10, Q35")
        if deed == "act":
            state.warn_or_refuse_outside_phase(context, "action", "acting")
            context.update_combatant(who, plan=plan)
        state.mark_acted(context, who, *DEEDS[deed])
        if fight.phase == "action":
            context.update_combatant(who, declared=Declaration(round=fight.round, action=deed, plan=plan))
    keys = {"plan": plan, "cards": fight.activation is not None, **_activation_keys(context.fight)}
    context.emit(Declare(who=who, phase=fight.phase, action=deed or "activated", **keys))


def _last_declaration(fight: Fight, who: str) -> DeclareRequest | None:
    """Return the combatant's declaration in the last round's action phase (Q10)."""
    combatant = fight.combatants[who]
    old = combatant.declared
    if old is None or old.round != fight.round - 1 or (fight.phase == "action" and combatant.acted):
        return None
    if fight.phase != "action":
        raise RefusedError(f"this is the {fight.phase} phase; what is declared belongs to the action phase (Q10)")
    return DeclareRequest(who=who, action=old.action, targets=[old.plan] if old.plan else [])


ACTIONS: dict[str, AnyAction] = {
    "next": action(NextRequest, partial(advance_phases, advance=_begin_next_phase)),
    "order": Action(OrderRequest, order, first_activation_odds),
    "declare": action(
        DeclareRequest, mark_acted, words="ACTION is act or pass; without one, WHO is marked as activated"
    ),
}
