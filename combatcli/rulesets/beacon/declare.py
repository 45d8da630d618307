"""`declare` (E11, E13, E14): a stance, or an Act without a roll: draw, stow, pick up, stand, aid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, combatant_named, id_of, named
from combatcli.errors import RefusedError, UsageError, require_known
from combatcli.rulesets.actions import action
from combatcli.rulesets.beacon import conditions, events, state
from combatcli.rulesets.beacon.budget import PushedRequest, ReactOption, check_push, promise_aid, refuse_idle, spend
from combatcli.rulesets.beacon.conditions import budget_parts
from combatcli.rulesets.beacon.round import takes_turn
from combatcli.rulesets.beacon.schema import Combatant, Context, Fight, in_hands
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.shared.again import declare_again
from combatcli.rulesets.shared.sides import are_enemies

STANCES = ("rash", "cautious")
ACTS = ("act", "draw", "stow", "pick", "stand", "reload", "protect", "aid")
HANDS = 2
TAKES = {
    "draw": (1, 2, "one or two items", "E13"),
    "stow": (0, 2, "one or two items", "E13"),
    "pick": (1, 1, "one item", "E13"),
    "stand": (0, 0, "no more words", "E13"),
    "reload": (0, 1, "one weapon", "E31"),
    "protect": (1, 1, "one ally", "E14"),
    "aid": (1, 1, "one ally", "E14"),
}
"""The least and the most words of an Act, and what they are."""
REACTS = ("act", "protect")


class DeclareRequest(PushedRequest, frozen=True):
    """A declaration; ``targets`` are items, an ally or free text; ``react`` makes it a React in another's turn."""

    who: CombatantId | None = None
    action: Annotated[str, named(words=(*STANCES, *ACTS))] | None = None
    targets: list[Annotated[str, named("combatant", "weapon")]] = []
    react: ReactOption = False
    again: list[CombatantId] | None = None


def declare(context: Context, request: DeclareRequest) -> None:
    """Take a stance or spend an Act; only stances are repeated by --again, for Acts belong to a turn."""
    if request.again is not None:
        declare_again(context, request.again, context.fight.combatants, _last_stance, declare)
        return
    words = (*STANCES, *ACTS)
    if request.who is None or request.action is None:
        raise UsageError("declare needs WHO and what", f"One of {', '.join(words)}.")
    require_known(request.action, words, f'beacon has no action "{request.action}"')
    combatant = ROSTER.require_able(context.fight, request.who)
    if request.action in STANCES:
        more = request.react or request.pushes or request.targets
        refuse_idle(more, f"declare {request.who} {request.action} is a stance, and takes no more words (E11)")
        _take_stance(context, request.who, combatant, request.action)
    else:
        if request.react and request.action not in REACTS:
            aids = request.action == "aid"
            hint = "As a React: the ally's attack or test with --aid." if aids else "As a React: act, protect."
            raise RefusedError(f"{request.action} takes an Act and cannot be a React (E13)", hint)
        waits = context.fight.turn is None and bool(context.fight.pending)
        out_of_turn = request.action == "protect" and (waits or context.fight.turn not in (None, request.who))
        if not (request.react or out_of_turn) and takes_turn(context, request.who, (declare, request)):
            return
        if request.react and context.fight.turn is None and not waits:
            sentence = f"no turn is on; {context.fight.subject(request.who):has} Reacts only in others' turns (E12)"
            context.warn_or_refuse(sentence)
        check_push(request.pushes, "act")
        least, most, what, rule = TAKES.get(request.action, (0, len(request.targets), "", ""))
        if not least <= len(request.targets) <= most:
            raise RefusedError(f"declare {request.who} {request.action}: {what}, not {len(request.targets)} ({rule})")
        spend(context, request.who, react=request.react or out_of_turn, push="act" in request.pushes)
        DO[request.action](context, request.who, request.targets)
    context.emit(events.Declare(who=request.who, action=request.action, targets=request.targets))


def _last_stance(fight: Fight, who: str) -> DeclareRequest | None:
    """Return the stance of the last round (E11)."""
    combatant = fight.combatants[who]
    if combatant.last_declared is None or combatant.stance is not None:
        return None
    return DeclareRequest(who=who, action=combatant.last_declared)


def _take_stance(context: Context, who: str, combatant: Combatant, stance: str) -> None:
    if not combatant.player:
        raise RefusedError(f"{who} cannot take a stance, which only players' characters have (E11)")
    if budget_parts(combatant, "acts") is None:
        raise RefusedError(f"{who} cannot act, so cannot take a stance (E11)")
    if combatant.acted:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already had a turn this round (E11)")
    elif context.fight.phase != "declare":
        context.warn_or_refuse("stances must be chosen before anybody's turn (E11)")
    context.update_combatant(who, stance=stance)


def _draw(context: Context, who: str, words: list[str]) -> None:
    """Draw readied items; items on the ground must be picked up (E13)."""
    for item in words:
        if item in context.fight.combatants[who].dropped:
            raise RefusedError(f"{who} dropped {item} (E13)", f"Pick it up: combatcli declare {who} pick {item}")
    _hold(context, who, words)


def _pick(context: Context, who: str, words: list[str]) -> None:
    """Pick an item up; one that is not a weapon is only reported (E13)."""
    combatant = context.fight.combatants[who]
    if words[0] in combatant.weapons:
        _hold(context, who, words)
        context.update_combatant(who, dropped=[item for item in combatant.dropped if item != words[0]])


def _hold(context: Context, who: str, words: list[str]) -> None:
    """Hold more items; RefusedError names what to stow if two hands are not enough (E13)."""
    combatant = context.fight.combatants[who]
    items, before = [state.weapon_named(context.fight, who, word)[0] for word in words], combatant.held
    if set(items) <= set(before):
        raise RefusedError(f"{context.fight.subject(who):holds} {', '.join(items)} already (E13)")
    holding = list(dict.fromkeys([*before, *(item for item in items if item != "unarmed")]))
    hands = sum(combatant.weapons[item].hands for item in holding if item in combatant.weapons)
    if hands > HANDS:
        raise RefusedError(
            f"{context.fight.subject(who):has} {HANDS} hands, but holding {', '.join(holding)} takes {hands} (E13)",
            f"Stow first: combatcli declare {who} stow {' '.join(before[:2])}" if before else "Draw one at a time.",
        )
    context.update_combatant(who, wielding=in_hands(holding))


def _stow(context: Context, who: str, items: list[str]) -> None:
    held = context.fight.combatants[who].held
    missing = [item for item in items if item not in held]
    if not held or missing:
        raise RefusedError(f"{context.fight.subject(who):does} not hold {missing[0] if missing else 'anything'} (E13)")
    kept = [item for item in held if items and item not in items]
    context.update_combatant(who, wielding=in_hands(kept))


def _reload(context: Context, who: str, items: list[str]) -> None:
    combatant = context.fight.combatants[who]
    name, weapon = state.weapon_named(context.fight, who, items[0] if items else None)
    if "reload" not in weapon.properties:
        hint = "Only weapons with the property reload need it."
        raise RefusedError(f"{context.fight.subject(who):'s} {name} needs no reloading (E31)", hint)
    if weapon.loaded:
        raise RefusedError(f"{context.fight.subject(who):'s} {name} is loaded already (E31)")
    context.update_combatant(who, weapons={**combatant.weapons, name: replace(weapon, loaded=True)})


def _protect(context: Context, who: str, items: list[str]) -> None:
    ally = id_of(context.fight, items[0])
    other = combatant_named(context.fight, ally)
    ROSTER.refuse_themselves(who, ally, "protect", "E14")
    if are_enemies(context.fight.combatants[who], other):
        context.warn_or_refuse(f"{context.fight.subject(ally):is} not an ally of {who} (E14)")
    waiting = [index for index, hit in enumerate(context.fight.pending) if hit.target == ally]
    if not waiting:
        if context.fight.combatants[who].protects == ally:
            raise RefusedError(f"{context.fight.subject(who):protects} {ally} already, from the next hit (E14)")
        context.update_combatant(who, protects=ally)
        return
    hits = list(context.fight.pending)
    hits[waiting[0]] = replace(hits[waiting[0]], target=who, sheltered=False)
    context.update_fight(pending=hits)
    context.emit(events.Protects(who=who, target=ally, attacker=hits[waiting[0]].attacker))


DO: dict[str, Callable[[Context, str, list[str]], None]] = {
    "draw": _draw,
    "stow": _stow,
    "pick": _pick,
    "stand": lambda context, who, _: conditions.end(context, who, "downed", "stood up", rule="E13"),
    "reload": _reload,
    "protect": _protect,
    "aid": lambda context, who, items: promise_aid(context, who, id_of(context.fight, items[0])),
    "act": lambda *_: None,  # the table tells it in words
}
ACTIONS = {
    "declare": action(
        DeclareRequest,
        declare,
        words="ACTION is rash, cautious, act, draw, stow, pick, stand, reload, protect or aid; "
        "TARGETS are its items, its ally or free text",
    )
}
