"""`recover` (E35, E42, E45): resistance rolls, rest, and conditions ended by word."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named, id_of, named
from combatcli.errors import RefusedError, UsageError, nearest, require_known
from combatcli.rulesets.actions import action
from combatcli.rulesets.asked import flag, text
from combatcli.rulesets.beacon import budget, conditions, events, rolls, state
from combatcli.rulesets.beacon.conditions import FELLED, total
from combatcli.rulesets.beacon.events import Part
from combatcli.rulesets.beacon.round import takes_turn
from combatcli.rulesets.beacon.schema import Combatant, Context, Fight, Hit
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.test import Side, roll_side, tell_test
from combatcli.rulesets.beacon.wound import heal_hp
from combatcli.rulesets.metrics import Metric, chance_of_success

QUARTER = 4
COSTS = {"critical success": -1, "success": 2, "failure": 4, "botch": 6}
"""The stress of a React by its result (E42)."""


class RecoverRequest(budget.PushedRequest, frozen=True):
    """A recovery from a wound: free, as an ``act``, or as a ``react`` to a pending hit, by an attribute."""

    who: list[Annotated[str, named("combatant", words=conditions.kind("wound"), lasting=True)]]
    with_: Annotated[str, named(words=state.ATTRIBUTES)] | None = None
    act: Annotated[bool, flag("roll again as an Act, besides the free roll")] = False
    react: budget.ReactOption = False
    position: budget.PositionOption = None
    end: Annotated[str | None, text("NAME", "end a condition without a roll", offers=conditions.kind("wound"))] = None
    rest: Annotated[bool, flag("in downtime, regain a quarter of the maximum for 1 stress")] = False


def recover(context: Context, request: RecoverRequest) -> None:
    """Resist, rest, or end a condition."""
    who, wound = _whom_and_what(context.fight, request.who)
    combatant_named(context.fight, who)
    budget.refuse_idle(request.with_ and not request.react, "--with is the attribute of a React: add --react (E42)")
    budget.refuse_idle(request.act and request.react, "--act and --react exclude each other (E42)")
    rolls_nothing = request.rest or request.end is not None
    rolling = wound or request.act or request.react or request.pushes or request.position
    budget.refuse_idle(rolls_nothing and rolling, "--rest and --end roll nothing and take no more words (E35, E45)")
    budget.refuse_idle(request.rest and request.end is not None, "--rest and --end exclude each other (E35, E45)")
    if request.end is not None:
        conditions.end(context, who, request.end.casefold(), "the table says so")
        return
    if request.act and takes_turn(context, who, (recover, request)):
        return
    combatant = ROSTER.require_alive(context.fight, who)
    if request.rest:
        rest(context, who, combatant)
        return
    budget.check_push(request.pushes, "tier", *(["act"] if request.act else []))
    (react if request.react else resist)(context, who, wound, request)


def _whom_and_what(fight: Fight, words: list[str]) -> tuple[str, str | None]:
    """Return the combatant, and the wound if one is named."""
    if len(words) > 2:
        raise UsageError("recover takes one WHO and one wound", "Write: combatcli recover WHO [WOUND]")
    wound = words[1].casefold() if len(words) > 1 else None
    if wound is not None:
        conditions.row(wound)
    return id_of(fight, words[0]), wound


def rest(context: Context, who: str, combatant: Combatant) -> None:
    """Rest in downtime: regain a quarter of the maximum, rounded up, for 1 stress (E35)."""
    if context.fight.turn is not None:
        context.warn_or_refuse(f"this is the turn of {context.fight.turn}, but rest needs downtime (E35)")
    budget.pay(context, who, "rest")

    def rested(gained: int, **keys: Any) -> events.Recover:
        return events.Recover(faces=[], cleared={"hp": gained}, **keys)

    heal_hp(context, who, -(-state.max_hp(combatant) // QUARTER), rested)


def _tier_of(context: Context, who: str, request: RecoverRequest) -> list[Part]:
    """Return the Tier of a resistance roll in parts, and pay its push (E5, E42)."""
    pushed = Part("pushed", int("tier" in request.pushes))
    if pushed.value:
        budget.pay(context, who, "+1 tier")
    promise = budget.promised(context, who)
    return budget.tier_of(context.fight, who, pushed, promise)


def resist(context: Context, who: str, wound: str | None, request: RecoverRequest) -> None:
    """Roll to resist the named wound, else the first; success lowers its severity by one (E42)."""
    combatant, subject = context.fight.combatants[who], context.fight.subject(who)
    wounds = [condition for condition in combatant.conditions if conditions.is_wound(condition.name)]
    liftable = wounds if wound else conditions.resistible(combatant) or wounds
    resisted = next((condition for condition in liftable if wound in (None, condition.name)), None)
    if resisted is None:
        hint = nearest(wound or "", [condition.name for condition in wounds])
        raise RefusedError(f"{subject:has} no wound{f' {wound}' if wound else ''} to resist (E42)", hint)
    if resisted.name == FELLED.name and state.hp(combatant) <= 0:
        raise RefusedError(f"{subject:has} {state.hp(combatant)} hit points and cannot end that by resisting (E34)")
    position = rolls.position_or_risky(request.position)
    needed = rolls.POSITIONS[position]
    if request.act:
        budget.spend(context, who, push="act" in request.pushes)
    elif context.fight.turn not in (None, who):
        context.warn_or_refuse(
            f"this is the turn of {context.fight.turn}; a free roll is only possible at the end of your own turn (E42)"
        )
    elif context.fight.turn or combatant.acted:
        if combatant.resisted:
            context.warn_or_refuse(f"{subject:has} already made the free resistance roll of this turn (E42)")
        context.update_combatant(who, resisted=True)
    tier = _tier_of(context, who, request)
    side = Side(who, resisted.name, tier, rolls.pools(total(tier), 0, 0))
    rolled = roll_side(context, side, needed, "resistance")
    tell_test(context, side, [Part(position, needed)], rolled, purpose="resist")
    if rolled.total >= needed:
        conditions.lower(context, who, resisted)


def _resisted(hit: Hit, wound: str | None) -> Hit | None:
    """Return a hit with half damage, once, else without the named or first wound; None if neither is possible.

    A named wound comes before the damage (E42).
    """
    if wound is None and hit.damage and not hit.resisted:
        return replace(hit, damage=hit.damage // 2, resisted=True)
    gone = next((inflicted for inflicted in hit.inflicts if wound in (None, inflicted.name)), None)
    return replace(hit, inflicts=[each for each in hit.inflicts if each is not gone]) if gone is not None else None


def _pending_on(fight: Fight, who: str, wound: str | None) -> tuple[Hit, Hit]:
    """Return the first pending hit that can be resisted, and what is left of it (E42)."""
    hits = [hit for hit in fight.pending if hit.target == who]
    if not hits:
        raise RefusedError(f"nothing is pending on {who} that could be resisted (E42)")
    for hit in hits:
        reduced = _resisted(hit, wound)
        if reduced is not None:
            return hit, reduced
    if wound is None:
        raise RefusedError(f"the damage that is pending on {who} is halved already; one React to a hit (E42)")
    wounds = [inflicted.name for hit in hits for inflicted in hit.inflicts]
    raise RefusedError(f"no {wound} is pending on {who} (E42)", nearest(wound, wounds))


def react(context: Context, who: str, wound: str | None, request: RecoverRequest) -> None:
    """Resist a pending hit as a React, for stress: it halves the damage or removes a wound (E42)."""
    attribute = (request.with_ or "").casefold()
    require_known(attribute, state.ATTRIBUTES, "recover --react needs --with body, mind or will")
    hit, reduced = _pending_on(context.fight, who, wound)
    combatant = context.fight.combatants[who]
    if not state.has_stress(combatant):
        raise RefusedError(f"{context.fight.subject(who):has} {combatant.stress} stress and no room for more (E42)")
    striker = context.fight.combatants.get(hit.attacker)
    if striker is not None and conditions.hides_from(striker, who):
        raise RefusedError(f"{context.fight.subject(who):does} not react to {hit.attacker}, who is hidden (E31)")
    budget.spend(context, who, react=True)
    tier = _tier_of(context, who, request)
    combatant = context.fight.combatants[who]
    position = rolls.position_or_risky(request.position)
    budget.refuse_idle(request.position and hit.total, "the attack's total is to be reached, and no --position (E42)")
    against = Part("attack", hit.total) if hit.total else Part(position, rolls.POSITIONS[position])
    needed = against.value
    side = Side(who, attribute, tier, rolls.pools(total(tier), 1, state.face(combatant, attribute)))
    rolled = roll_side(context, side, needed, "React", steps=1)
    success, steps, botch = rolled.total >= needed, rolled.critical_steps(needed), rolled.botched(needed)
    cost = COSTS["critical success" if steps else "success" if success else "botch" if botch else "failure"]
    stress = min(max(0, combatant.stress + cost), state.max_stress(combatant))
    context.update_combatant(who, stress=stress)
    pending = [reduced if waiting is hit else waiting for waiting in context.fight.pending]
    context.update_fight(pending=[waiting for waiting in pending if waiting.damage or waiting.inflicts])
    more = {
        "against": hit.attacker or None,
        "purpose": "react",
        "steps": steps,
        "botch": botch,
        "stress": stress,
        "pending": reduced.damage,
        "averted": [inflicted.name for inflicted in hit.inflicts if inflicted not in reduced.inflicts],
    }
    tell_test(context, side, [against], rolled, **more)


def metrics(fight: Fight, request: RecoverRequest) -> list[Metric]:
    """Query success; ending a condition and resting roll nothing."""
    if request.rest or request.end is not None:
        return []
    who, _ = _whom_and_what(fight, request.who)
    return [chance_of_success({"who": who}, events.Test)]


ACTIONS = {
    "recover": action(
        RecoverRequest,
        recover,
        metrics,
        words="you can add a wound after WHO; --with takes body, mind or will",
    )
}
