"""`wound` (B42): applies what is pending, or what it is told; stamina first, then health, and at no health death."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from combatcli.encounter.references import combatant_named
from combatcli.events import Condition
from combatcli.rulesets.actions import Action
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.schema import Combatant, Fight, Hit
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.shared.groups import lose_member
from combatcli.rulesets.shared.pending import WoundRequest, positive, wound_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.context import CombatContext


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


def loss(combatant: Combatant, amount: int) -> tuple[int, int]:
    """Return what a hit takes off stamina and off health: stamina first, then the rest of the same hit (B42)."""
    off_stamina = min(amount, state.stamina(combatant))
    return off_stamina, min(amount - off_stamina, state.health(combatant))


def hurt(
    context: CombatContext[Fight], who: str, amount: int, step: str = "", by: str = "", *, cause: str = ""
) -> events.Wound:
    """Take one hit off somebody, let them die at no health, or a group lose a member; return the event (B42).

    ``step`` is the one of the melee it was struck in: who falls in their own still strikes (B31); ``by`` dealt it,
    ``cause`` is what else it comes of.
    """
    combatant = context.fight.combatants[who]
    marked = dict(zip(("stamina", "health"), loss(combatant, amount), strict=True))
    remaining = {"stamina": state.stamina(combatant), "health": state.health(combatant)}
    remaining = {points: remaining[points] - marked[points] for points in remaining}
    full = {"max_stamina": state.max_stamina(combatant), "max_health": state.max_health(combatant)}
    context.update_combatant(who, **{points: remaining[points] for points in remaining if marked[points]})
    after = context.fight.combatants[who]
    seen = {"max_stamina": state.max_stamina(after), "max_health": state.max_health(after)}
    if seen != full:
        context.update_combatant(who, **{points: most for points, most in full.items() if seen[points] != most})
    event = events.Wound(target=who, amount=amount, marked=marked, left=remaining, status=[], by=by, cause=cause)
    context.emit(event)
    if not remaining["health"] and not state.is_dead(combatant):
        _fall(context, who, step)
    if not context.silent:
        event.status = state.status(context.fight, context.fight.combatants[who])
    return event


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
    most = {"max_stamina": state.max_stamina, "max_health": state.max_health}
    unsaid = [key for key in most if getattr(combatant, key) is None and getattr(before, key) is None]
    kept = {key: most[key](before) for key in unsaid if most[key](combatant) != most[key](before)}
    points = {key: full for key, full in kept.items() if getattr(combatant, key.removeprefix("max_")) in range(full)}
    if points:
        context.update_combatant(who, **points)
    told = (event.who for event in context.events if isinstance(event, Condition) and event.name == "dead")
    if state.is_dead(combatant) and not state.is_dead(before) and who not in told:
        _fall(context, who, "")


ACTION = Action(WoundRequest, wound)
