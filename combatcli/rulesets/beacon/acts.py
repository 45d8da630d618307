"""`declare` (E11, E13, E14) and `recover` (E35, E42, E45): stances, and Acts and Reacts besides attacks and moves.

What is declared takes no roll. To recover is to resist a wound, or as a React a pending hit; to rest; or to end a
condition by word.
"""

from collections.abc import Callable
from math import inf
from typing import Annotated

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, combatant_named, id_or_word, reference_mark
from combatcli.errors import RefusedError, UsageError, nearest, require_known
from combatcli.rulesets.actions import AnyAction, action
from combatcli.rulesets.asked import flag, text
from combatcli.rulesets.beacon import budget, conditions, events, rolls, state
from combatcli.rulesets.beacon.conditions import budget_parts, sum_of
from combatcli.rulesets.beacon.round import begin_turn_if_due
from combatcli.rulesets.beacon.schema import Combatant, Context, Fight, Hit, items_as_written
from combatcli.rulesets.beacon.test import Side, number_at_position, roll_test
from combatcli.rulesets.beacon.wound import WOUNDS, heal_hp
from combatcli.rulesets.metrics import Metric, chance_of_success
from combatcli.rulesets.shared.again import declare_again
from combatcli.rulesets.shared.sides import are_enemies


def _draw_items(context: Context, who: str, words: list[str]) -> None:
    """Draw readied items; items on the ground must be picked up (E13)."""
    for item in words:
        if item in context.fight.combatants[who].dropped:
            raise RefusedError(f"{who} dropped {item} (E13)", f"Pick it up: combatcli declare {who} pick {item}")
    _hold_items(context, who, words)


def _pick_up(context: Context, who: str, words: list[str]) -> None:
    """Pick an item up; one that is not a weapon is only reported (E13)."""
    combatant = context.fight.combatants[who]
    if words[0] in combatant.weapons:
        _hold_items(context, who, words)
        context.update_combatant(who, dropped=[item for item in combatant.dropped if item != words[0]])


def _hold_items(context: Context, who: str, words: list[str]) -> None:
    """Hold more items; RefusedError names what to stow if two hands are not enough (E13)."""
    combatant = context.fight.combatants[who]
    items, before = [state.weapon_named(context.fight, who, word)[0] for word in words], combatant.held_items
    if set(items) <= set(before):
        raise RefusedError(f"{context.fight.subject(who):holds} {', '.join(items)} already (E13)")
    holding = list(dict.fromkeys([*before, *(item for item in items if item != "unarmed")]))
    hands = sum(combatant.weapons[item].hands for item in holding if item in combatant.weapons)
    if hands > 2:
        message = f"{context.fight.subject(who):has} 2 hands, but holding {', '.join(holding)} takes {hands} (E13)"
        stow = f"Stow first: combatcli declare {who} stow {' '.join(before[:2])}"
        raise RefusedError(message, stow if before else "Draw one at a time.")
    context.update_combatant(who, wielding=items_as_written(holding))


def _stow_items(context: Context, who: str, items: list[str]) -> None:
    held = context.fight.combatants[who].held_items
    missing = [item for item in items if item not in held]
    if not held or missing:
        raise RefusedError(f"{context.fight.subject(who):does} not hold {missing[0] if missing else 'anything'} (E13)")
    still_held = [item for item in held if items and item not in items]
    context.update_combatant(who, wielding=items_as_written(still_held))


def _reload_weapons(context: Context, who: str, items: list[str]) -> None:
    combatant = context.fight.combatants[who]
    name, weapon = state.weapon_named(context.fight, who, items[0] if items else None)
    if weapon.loaded or "reload" not in weapon.properties:
        hint = "Only weapons with the property reload need it, after a shot."
        raise RefusedError(f"{context.fight.subject(who):'s} {name} needs no reloading (E31)", hint)
    context.update_combatant(who, weapons={**combatant.weapons, name: replace(weapon, loaded=True)})


def _protect_ally(context: Context, who: str, items: list[str]) -> None:
    ally = id_or_word(context.fight, items[0])
    other = combatant_named(context.fight, ally)
    state.ROSTER.refuse_oneself(who, ally, "protect", "E14")
    if are_enemies(context.fight.combatants[who], other):
        context.warn_or_refuse(f"{context.fight.subject(ally):is} not an ally of {who} (E14)")
    waiting = next((hit for hit in context.fight.pending if hit.target == ally), None)
    if waiting is None:
        if context.fight.combatants[who].protects == ally:
            raise RefusedError(f"{context.fight.subject(who):protects} {ally} already, from the next hit (E14)")
        context.update_combatant(who, protects=ally)
        return
    taken = replace(waiting, target=who, sheltered=False)
    context.update_fight(pending=[taken if hit is waiting else hit for hit in context.fight.pending])
    context.emit(events.Protects(who=who, target=ally, attacker=waiting.attacker))


def _promise_aid(context: Context, who: str, items: list[str]) -> None:
    """Record aid for an ally's next roll (E14)."""
    ally = id_or_word(context.fight, items[0])
    budget.pay_for_aid(context, who, ally, spends=False)
    context.update_combatant(who, aids=ally)


def _stand_up(context: Context, who: str, _: list[str]) -> None:
    conditions.end(context, who, "downed", "stood up", rule="E13")


STANCES = ("rash", "cautious")
ACTS: dict[str, tuple[Callable[[Context, str, list[str]], None], int, float, str, str]] = {
    "act": (lambda *_: None, 0, inf, "", ""),  # the players tell it in words
    "draw": (_draw_items, 1, 2, "one or two items", "E13"),
    "stow": (_stow_items, 0, 2, "one or two items", "E13"),
    "pick": (_pick_up, 1, 1, "one item", "E13"),
    "stand": (_stand_up, 0, 0, "no more words", "E13"),
    "reload": (_reload_weapons, 0, 1, "one weapon", "E31"),
    "protect": (_protect_ally, 1, 1, "one ally", "E14"),
    "aid": (_promise_aid, 1, 1, "one ally", "E14"),
}
"""What each Act does; the least and the most words that it takes, what they are, and the rule."""
WORDS = (*STANCES, *ACTS)


class DeclareRequest(budget.PushesRequest, frozen=True):
    """A declaration; ``targets`` are items, an ally or free text; ``react`` makes it a React in another's turn."""

    who: CombatantId | None = None
    action: Annotated[str, reference_mark(words=WORDS)] | None = None
    targets: list[Annotated[str, reference_mark("combatant", "weapon")]] = []
    react: budget.ReactOption = False
    again: list[CombatantId] | None = None


def declare(context: Context, request: DeclareRequest) -> None:
    """Take a stance or spend an Act; only stances are repeated by --again, for Acts belong to a turn."""
    if request.again is not None:
        declare_again(context, request.again, context.fight.combatants, _last_stance, declare)
        return
    if request.who is None or request.action is None:
        raise UsageError("declare needs WHO and what", f"One of {', '.join(WORDS)}.")
    require_known(request.action, WORDS, f'beacon has no action "{request.action}"')
    combatant = state.ROSTER.require_able(context.fight, request.who)
    if request.action in STANCES:
        more = request.react or request.pushes or request.targets
        budget.refuse_idle(more, f"declare {request.who} {request.action} is a stance, and takes no more words (E11)")
        _take_stance(context, request.who, combatant, request.action)
    else:
        if request.react and request.action not in ("act", "protect"):
            hint = "As a React: act, protect, or --aid of an ally's attack or test."
            raise RefusedError(f"{request.action} takes an Act and cannot be a React (E13)", hint)
        waits = context.fight.turn is None and bool(context.fight.pending)
        out_of_turn = request.action == "protect" and (waits or context.fight.turn not in (None, request.who))
        if not (request.react or out_of_turn) and begin_turn_if_due(context, request.who, (declare, request)):
            return
        if request.react and context.fight.turn is None and not waits:
            sentence = f"no turn is on; {context.fight.subject(request.who):has} Reacts only in others' turns (E12)"
            context.warn_or_refuse(sentence)
        budget.check_push(request.pushes, "act")
        does, least, most, what, rule = ACTS[request.action]
        if not least <= len(request.targets) <= most:
            raise RefusedError(f"declare {request.who} {request.action}: {what}, not {len(request.targets)} ({rule})")
        budget.spend(context, request.who, react=request.react or out_of_turn, push="act" in request.pushes)
        does(context, request.who, request.targets)
    context.emit(events.Declare(who=request.who, action=request.action, targets=request.targets))


def _last_stance(fight: Fight, who: str) -> DeclareRequest | None:
    """Return the stance of the last round (E11)."""
    combatant = fight.combatants[who]
    last = combatant.last_declared if combatant.stance is None else None
    return DeclareRequest(who=who, action=last) if last is not None else None


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


class RecoverRequest(budget.PushesRequest, frozen=True):
    """A recovery from a wound: free, as an ``act``, or as a ``react`` to a pending hit, by an attribute."""

    who: list[Annotated[str, reference_mark("combatant", words=WOUNDS, lasting=True)]]
    with_: Annotated[str, reference_mark(words=state.ATTRIBUTES)] | None = None
    act: Annotated[bool, flag("roll again as an Act, besides the free roll")] = False
    react: budget.ReactOption = False
    position: budget.PositionOption = None
    end: Annotated[str | None, text("NAME", "end a condition without a roll", offers=WOUNDS)] = None
    rest: Annotated[bool, flag("in downtime, regain a quarter of the maximum for 1 stress")] = False


def recover(context: Context, request: RecoverRequest) -> None:
    """Resist; rest in downtime, for a quarter of the maximum and 1 stress (E35); or end a condition."""
    first, *more = request.who
    if more[1:]:
        raise UsageError("recover takes one WHO and one wound", "Write: combatcli recover WHO [WOUND]")
    who, wound = id_or_word(context.fight, first), more[0].casefold() if more else None
    combatant_named(context.fight, who)
    if wound is not None:
        conditions.row(wound)
    budget.refuse_idle(request.with_ and not request.react, "--with is the attribute of a React: add --react (E42)")
    budget.refuse_idle(request.act and request.react, "--act and --react exclude each other (E42)")
    rolling = wound or request.act or request.react or request.pushes or request.position
    several = sum([request.rest, request.end is not None, bool(rolling)]) > 1
    budget.refuse_idle(several, "--rest and --end roll nothing and take no more words (E35, E45)")
    if request.end is not None:
        conditions.end(context, who, request.end.casefold(), "the table says so")
        return
    if request.act and begin_turn_if_due(context, who, (recover, request)):
        return
    combatant = state.ROSTER.require_not_gone(context.fight, who)
    if request.rest:
        if context.fight.turn is not None:
            context.warn_or_refuse(f"this is the turn of {context.fight.turn}, but rest needs downtime (E35)")
        budget.pay_stress(context, who, "rest")
        keys = heal_hp(context, who, -(-state.max_hp(combatant) // 4))
        context.emit(events.Recover(faces=[], cleared={"hp": keys.pop("gained")}, **keys))
        return
    budget.check_push(request.pushes, "tier", *(["act"] if request.act else []))
    (resist_pending_hit if request.react else roll_to_lower_wound)(context, who, wound, request)


def _resistance_tier(context: Context, who: str, request: RecoverRequest) -> list[events.Part]:
    """Return the Tier of a resistance roll in parts, and pay its push (E5, E42)."""
    pushed = events.Part("pushed", int("tier" in request.pushes))
    if pushed.value:
        budget.pay_stress(context, who, "+1 tier")
    return budget.tier_in_parts(context.fight, who, pushed, budget.declared_aid(context, who))


def roll_to_lower_wound(context: Context, who: str, wound: str | None, request: RecoverRequest) -> None:
    """Roll to resist the named wound, else the first; success lowers its severity by one (E42)."""
    combatant, subject, turn = context.fight.combatants[who], context.fight.subject(who), context.fight.turn
    wounds = conditions.resistible_wounds(combatant)
    resisted = next((condition for condition in wounds if wound in (None, condition.name)), None)
    if resisted is None:
        hint = nearest(wound or "", [condition.name for condition in wounds])
        down = ", and incapacity at 0 hit points is none (E34)" if conditions.is_down(combatant) else ""
        raise RefusedError(f"{subject:has} no wound{f' {wound}' if wound else ''} to resist (E42){down}", hint)
    if request.act:
        budget.spend(context, who, push="act" in request.pushes)
    elif turn not in (None, who):
        only = "a free roll is only possible at the end of your own turn"
        context.warn_or_refuse(f"this is the turn of {turn}; {only} (E42)")
    elif turn or combatant.acted:
        if combatant.resisted:
            context.warn_or_refuse(f"{subject:has} already made the free resistance roll of this turn (E42)")
        context.update_combatant(who, resisted=True)
    tier = _resistance_tier(context, who, request)
    side = Side(who, resisted.name, tier, rolls.dice_pools(sum_of(tier), 0, 0))
    needs = [number_at_position(request.position)]
    if roll_test(context, side, needs, "resistance", purpose="resist").total >= sum_of(needs):
        conditions.lower_severity(context, who, resisted)


def _resistible_hit(fight: Fight, who: str, wound: str | None) -> tuple[Hit, Hit]:
    """Return the first pending hit that can be resisted, and what is left of it (E42).

    That is half the damage, once; else all but the named or first wound. A named wound is resisted before the damage.
    """
    hits = [hit for hit in fight.pending if hit.target == who]
    for hit in hits:
        if wound is None and hit.damage and not hit.resisted:
            return hit, replace(hit, damage=hit.damage // 2, resisted=True)
        for resisted in hit.inflicts:
            if wound in (None, resisted.name):
                return hit, replace(hit, inflicts=[each for each in hit.inflicts if each is not resisted])
    wounds = [inflicted.name for hit in hits for inflicted in hit.inflicts]
    what = f"no {wound} is pending on {who}" if wound else f"nothing is pending on {who} that a React still resists"
    raise RefusedError(f"{what} (E42)", nearest(wound or "", wounds))


def resist_pending_hit(context: Context, who: str, wound: str | None, request: RecoverRequest) -> None:
    """Resist a pending hit as a React, for stress: halve its damage or remove one of its wounds (E42)."""
    attribute = (request.with_ or "").casefold()
    require_known(attribute, state.ATTRIBUTES, "recover --react needs --with body, mind or will")
    hit, reduced = _resistible_hit(context.fight, who, wound)
    combatant = context.fight.combatants[who]
    if not state.has_room_for_stress(combatant):
        raise RefusedError(f"{context.fight.subject(who):has} {combatant.stress} stress and no room for more (E42)")
    striker = context.fight.combatants.get(hit.attacker)
    if striker is not None and conditions.hides_from(striker, who):
        raise RefusedError(f"{context.fight.subject(who):does} not react to {hit.attacker}, who is hidden (E31)")
    budget.spend(context, who, react=True)
    tier = _resistance_tier(context, who, request)
    budget.refuse_idle(request.position and hit.total, "the attack's total is to be reached, and no --position (E42)")
    against = events.Part("attack", hit.total) if hit.total else number_at_position(request.position)
    combatant = context.fight.combatants[who]
    side = Side(who, attribute, tier, rolls.dice_pools(sum_of(tier), 1, state.die_sides(combatant, attribute)))
    rolled = roll_test(context, side, [against], "React", steps=1, purpose="react", against=hit.attacker or None)
    cost = 6 if rolled.botched(against.value) else 4
    if rolled.total >= against.value:
        cost = -1 if rolled.critical_steps(against.value) else 2
    stress = min(max(0, combatant.stress + cost), state.max_stress(combatant))
    context.update_combatant(who, stress=stress)
    pending = [reduced if waiting is hit else waiting for waiting in context.fight.pending]
    context.update_fight(pending=[waiting for waiting in pending if waiting.damage or waiting.inflicts])
    averted = [inflicted.name for inflicted in hit.inflicts if inflicted not in reduced.inflicts]
    context.amend_event(-1, stress=stress, pending=reduced.damage, averted=averted)


def recover_metrics(fight: Fight, request: RecoverRequest) -> list[Metric]:
    """Query success; ending a condition and resting roll nothing."""
    rolls_nothing = request.rest or request.end is not None
    return [] if rolls_nothing else [chance_of_success({"who": id_or_word(fight, request.who[0])}, events.Test)]


ACTIONS: dict[str, AnyAction] = {
    "declare": action(
        DeclareRequest,
        declare,
        words=f"ACTION is {', '.join(WORDS[:-1])} or {WORDS[-1]}; TARGETS are its items, its ally or free text",
    ),
    "recover": action(
        RecoverRequest, recover, recover_metrics, words="you can add a wound after WHO; --with takes body, mind or will"
    ),
}
