"""`wound` and `recover`: hits take stamina, then health; death at 0 health (B42); recovery (B43)."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.encounter.schema import Natural
from combatcli.errors import RefusedError
from combatcli.events import Condition
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.asked import flag, number
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.schema import Combatant, Hit
from combatcli.rulesets.blade.state import ROSTER, Context
from combatcli.rulesets.shared.pending import WoundRequest, apply_at_once, positive_amount, wound_command
from combatcli.rulesets.shared.roster import lose_member
from combatcli.text import shell_word


def _read_hit(amount: str) -> Hit:
    damage = positive_amount(amount, "amount of damage", "combatcli wound TARGET… AMOUNT")
    return Hit(attacker="", target="", damage=damage)


def apply_hits(context: Context, hits: Sequence[Hit], cause: str = "") -> None:
    """Apply several hits at the same time (B30): their order changes nothing.

    A group takes its heaviest hit first, so that the same hits always cost it the same members.
    """
    targets = [hit.target for hit in hits]
    groups = {who for who in targets if combatant_named(context.fight, who).count > 1}
    in_order = sorted(hits, key=lambda hit: (targets.index(hit.target), -hit.damage if hit.target in groups else 0))
    apply_at_once(context, in_order, ROSTER, partial(_lose_stamina_then_health, cause=cause), state.status_words)


def _lose_stamina_then_health(context: Context, hit: Hit, cause: str) -> None:
    """Take a hit off a combatant, stamina first (B42); one that falls in its own melee step still strikes (B31)."""
    who, amount = hit.target, hit.damage
    before = context.fight.combatants[who]
    earlier = state.points(before)
    off_stamina = min(amount, earlier["stamina"])
    marked = {"stamina": off_stamina, "health": min(amount - off_stamina, earlier["health"])}
    left = {points: earlier[points] - marked[points] for points in earlier}
    context.update_combatant(who, **{points: left[points] for points in left if marked[points]})
    _write_maximum(context, who, before)
    context.tell(lambda: events.Wound(target=who, amount=amount, marked=marked, left=left, status=[], cause=cause))
    if not left["health"] and not state.is_dead(before):
        _mark_fallen(context, who, hit.step)


def _write_maximum(context: Context, who: str, before: Combatant) -> None:
    """Write an unwritten maximum before it would fall with the points (B0)."""
    combatant = context.fight.combatants[who]
    if (combatant.player, combatant.stamina, combatant.health) == (before.player, before.stamina, before.health):
        return
    now = state.maximum_points(combatant)
    for points, most in state.maximum_points(before).items():
        lost = now[points] != most and getattr(combatant, points) in range(most)
        if lost and getattr(combatant, f"max_{points}") is None and getattr(before, f"max_{points}") is None:
            context.update_combatant(who, **{f"max_{points}": most})


def _mark_fallen(context: Context, who: str, step: str) -> None:
    combatant = context.fight.combatants[who]
    if not lose_member(context, who, **state.maximum_points(combatant)):
        context.emit(Condition(who=who, name="dead", ended=False))
        if step:
            state.note_deed(context, who, fell=step)


def follow(context: Context, who: str, before: Combatant | None) -> None:
    """Write a missing maximum, and let a combatant without health fall once (B0, B42)."""
    if before is None:
        return
    _write_maximum(context, who, before)
    fell = state.is_dead(context.fight.combatants[who]) and not state.is_dead(before)
    if fell and not any(isinstance(one, Condition) and (one.who, one.name) == (who, "dead") for one in context.events):
        _mark_fallen(context, who, "")


TAKE_OFF = "To take points off, write: combatcli wound WHO AMOUNT"


class RecoverRequest(Request, frozen=True):
    """The points that come back; ``sleep`` also refreshes all spells (B29)."""

    who: CombatantId
    stamina: Annotated[Natural | None, number("restore N points of stamina, if the GM says so", beyond=TAKE_OFF)] = None
    health: Annotated[Natural | None, number("restore N points of health, if the GM says so", beyond=TAKE_OFF)] = None
    sleep: Annotated[bool, flag("sleep, which clears the lists of cast and failed spells")] = False


def recover(context: Context, request: RecoverRequest) -> None:
    """Give points back, up to the maximum; the dead stay dead (B43)."""
    combatant = combatant_named(context.fight, request.who)
    if state.is_dead(combatant):
        raise RefusedError(f"{context.fight.subject(request.who):is} dead, and there is no return (B43)")
    if request.stamina is None and request.health is None and not request.sleep:
        hint = f"If the GM allows it, write: recover {shell_word(request.who)} --stamina N --health N"
        raise RefusedError("blade's rules give no recovery (B43)", hint)
    earlier, most = state.points(combatant), state.maximum_points(combatant)
    now = {points: min(most[points], earlier[points] + (getattr(request, points) or 0)) for points in earlier}
    cleared = {points: now[points] - earlier[points] for points in earlier}
    context.update_combatant(request.who, **{points: now[points] for points in now if cleared[points]})
    if request.sleep:
        context.update_combatant(request.who, casts={}, failed=[])
        state.note_deed(context, request.who, unforced=None)
    recovered = events.Recover(who=request.who, faces=[], cleared=cleared, left=now, by_word=True, slept=request.sleep)
    context.emit(recovered)


ACTIONS: dict[str, AnyAction] = {
    "wound": action(
        WoundRequest,
        partial(wound_command, roster=ROSTER, hit_of=_read_hit, apply=apply_hits),
        words="AMOUNT is points",
    ),
    "recover": action(RecoverRequest, recover),
}
