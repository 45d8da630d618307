"""`wound` (B42): applies what is pending, or what it is told; stamina first, then health, and at no health death."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from combatcli.encounter.references import combatant_named
from combatcli.events import Condition
from combatcli.rulesets.actions import Action
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.schema import Combatant, Fight, Hit
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.pending import WoundRequest, positive, wound_command
from combatcli.rulesets.shared.roster import lose_member

_MAXIMA = (("stamina", "max_stamina", state.max_stamina), ("health", "max_health", state.max_health))


def wound(context: CombatContext[Fight], request: WoundRequest) -> None:
    """Take points off: pending hits, at once, or as many as are said."""
    wound_command(context, request, ROSTER, _hit_of, apply_hits, events.Discard)


def _hit_of(amount: str) -> Hit:
    return Hit(attacker="", target="", damage=positive(amount, "amount of damage", "combatcli wound TARGET… AMOUNT"))


def apply_hits(context: CombatContext[Fight], hits: Sequence[Hit]) -> None:
    """Take off what several hits do at the same time (B30): their order changes nothing.

    Of a group's hits the heaviest comes first, so that the same hits always cost it the same members.
    """
    before = context.fight.combatants
    wounds: list[events.Wound] = []
    targets = dict.fromkeys(hit.target for hit in hits)
    for target in targets:
        if state.is_dead(combatant_named(context.fight, target)):
            context.warn(f"{target} is already dead; a pending hit on them was discarded (B42)")
            continue
        on_target = [hit for hit in hits if hit.target == target]
        if before[target].count > 1:
            on_target.sort(key=lambda hit: -hit.damage)
        wounds += [
            context.dealt_by(hit.attacker, partial(hurt, context, target, hit.damage, hit.step)) for hit in on_target
        ]
    for event in wounds if not context.silent else ():
        event.status = state.status(context.fight, context.fight.combatants[event.target])


def hurt(context: CombatContext[Fight], who: str, amount: int, step: str = "", *, cause: str = "") -> events.Wound:
    """Take one hit off somebody: stamina first, the rest of it off health; return the event (B42).

    ``step`` is the one of the melee it was struck in: who falls in their own still strikes (B31); ``cause`` is what it
    comes of that is no blow.
    """
    before = context.fight.combatants[who]
    had = {"stamina": state.stamina(before), "health": state.health(before)}
    off_stamina = min(amount, had["stamina"])
    marked = {"stamina": off_stamina, "health": min(amount - off_stamina, had["health"])}
    left = {points: had[points] - marked[points] for points in had}
    context.update_combatant(who, **{points: left[points] for points in left if marked[points]})
    _keep_maximum(context, who, before)
    event = events.Wound(target=who, amount=amount, marked=marked, left=left, status=[], cause=cause)
    context.emit(event)
    if not left["health"] and not state.is_dead(before):
        _fall(context, who, step)
    if not context.silent:
        event.status = state.status(context.fight, context.fight.combatants[who])
    return event


def _keep_maximum(context: CombatContext[Fight], who: str, before: Combatant) -> None:
    """Write down a maximum that nobody wrote, where it would fall with the points (B0)."""
    combatant = context.fight.combatants[who]
    for points, key, most in _MAXIMA:
        unsaid = getattr(combatant, key) is None and getattr(before, key) is None
        if unsaid and most(combatant) != most(before) and getattr(combatant, points) in range(most(before)):
            context.update_combatant(who, **{key: most(before)})


def _fall(context: CombatContext[Fight], who: str, step: str) -> None:
    combatant = context.fight.combatants[who]
    if not lose_member(context, who, stamina=state.max_stamina(combatant), health=state.max_health(combatant)):
        context.emit(Condition(who=who, name="dead", ended=False))
        if step:
            state.note(context, who, fell=step)


_points = attrgetter("stamina", "health", "max_stamina", "max_health", "player")
"""What somebody's points depend on."""


def follow_points(context: CombatContext[Fight], who: str, before: Combatant) -> None:
    """Keep a maximum that nobody wrote; let who has no health left, and is not told to be dead yet, fall (B0, B42)."""
    combatant = context.fight.combatants[who]
    if _points(combatant) == _points(before):
        return
    _keep_maximum(context, who, before)
    told = (event.who for event in context.events if isinstance(event, Condition) and event.name == "dead")
    if state.is_dead(combatant) and not state.is_dead(before) and who not in told:
        _fall(context, who, "")


ACTION = Action(WoundRequest, wound)
