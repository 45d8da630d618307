"""Lasting effects and consequences: holds (R25, R26), falls (R41–R43), protections (R20, R21)."""

from collections.abc import Collection, Mapping

from combatcli.encounter.references import without_member_or_arena
from combatcli.encounter.schema import all_keys
from combatcli.errors import RefusedError
from combatcli.events import Move, Table
from combatcli.rulesets.realm import deeds, events, state
from combatcli.rulesets.realm.schema import Combatant, Context, Fight
from combatcli.rulesets.realm.state import HELD, holders
from combatcli.rulesets.shared.arenas import occupants
from combatcli.rulesets.shared.conditions import gain, lose
from combatcli.rulesets.shared.roster import lose_member

HINDERING = (*HELD, "hurled")
"""The statuses that keep from moving, and end with death (R25, R29)."""
MISSING_BOXES = {"dead": "not all boxes are marked", "incapacitated": "not both of the highest are marked"}
"""The statuses that follow from the boxes, and why they end (R42, R43)."""


def last_rounds(combatant: Combatant, word: str, now: int) -> dict[str, int]:
    """Return the last round of a status by each holder, "" where nobody holds (R25); by default the present one."""
    if word not in combatant.status:
        return {}
    until, by = combatant.until.get(word, now), holders(combatant, word) or [""]
    ends = until if isinstance(until, list) else [until] * len(by)
    return dict.fromkeys(by, now) | dict(zip(by, ends, strict=False))


def statuses_barring_move(combatant: Combatant, now: int) -> dict[str, list[str]]:
    """Return the statuses that keep a combatant from moving in this round, each with its holders (R25, R29)."""
    limiting: dict[str, list[str]] = {}
    for word in HINDERING if combatant.status else ():
        ends = last_rounds(combatant, word, now)
        if by := [holder for holder, last in ends.items() if word == "impeded" or last <= now]:
            limiting[word] = [*filter(None, by)]
    return limiting


def may_act_against(combatant: Combatant, opponents: Collection[str]) -> bool:
    """Tell whether a combatant may act against others: the impeded only against their impeders (R25)."""
    impeders = holders(combatant, "impeded")
    return not impeders or set(opponents) <= set(impeders)


def check_may_act_against(fight: Fight, who: str, opponents: Collection[str], deed: str) -> None:
    """Refuse a deed of an impeded combatant against anybody but those who impede it (R25)."""
    combatant = fight.combatants[who]
    if combatant.by and not may_act_against(combatant, opponents):
        impeders = " and ".join(holders(combatant, "impeded"))
        raise RefusedError(f"{fight.subject(who):is} impeded by {impeders} and may {deed} nobody else (R25)")


def impede_and_corner(context: Context, who: str, by: str) -> None:
    """Impede a combatant this round and corner them the next, beside all earlier holders (R25)."""
    now = context.fight.round
    for word, until in (("impeded", now), ("cornered", now + 1)):
        ends = last_rounds(context.fight.combatants[who], word, now) | {by: until}
        gain(context, who, word, until=until, by=by)
        _write_holds(context, who, word, ends)


def _write_holds(context: Context, who: str, word: str, ends: Mapping[str, int]) -> None:
    """Write the holders and the last round of their holds: one number if all are equal, else one each."""
    combatant = context.fight.combatants[who]
    by = [holder for holder in ends if holder]
    until = [ends[holder] for holder in by]
    context.update_combatant(
        who,
        by={**combatant.by, word: by[0] if len(by) == 1 else by},
        until={**combatant.until, word: until[0] if len(set(until)) == 1 else until},
    )


def release_from_hold(context: Context, who: str, reason: str, holder: str = "") -> None:
    """Free a combatant of one holder, or of the holds that last until this round (R25)."""
    now = context.fight.round
    freed: list[str] = []
    for word in [word for word in HELD if word in context.fight.combatants[who].status]:
        ends = last_rounds(context.fight.combatants[who], word, now)
        left = {by: last for by, last in ends.items() if (by != holder if holder else last > now)}
        if not left:
            lose(context, who, word, reason)
        elif left != ends:
            _write_holds(context, who, word, left)
            freed += [by for by in ends if by not in left]
    still = holders(context.fight.combatants[who])
    for by in [by for by in dict.fromkeys(freed) if by not in still]:
        context.emit(events.Released(who=who, holder=by, reason=reason, left=still))


def move_into(context: Context, who: str, to: str | None, **how: bool) -> None:
    """Move a combatant into an arena, or into none; ``how`` marks it as pushed or displaced."""
    start = context.fight.combatants[who].arena
    context.update_combatant(who, arena=to)
    context.emit(Move(who=who, from_=start, to=to, stopped_by=None, reactions=[], **how))


def fall_or_lose_member(context: Context, who: str, status: str) -> bool:
    """Mark a combatant as fallen, and return whether it fell; a group loses a member instead."""
    if lose_member(context, who, marked=[]):
        return False
    combatant = context.fight.combatants[who]
    gain(context, who, status)
    dead = "dead" in (status, *combatant.status)
    for word in HINDERING if dead else ():
        lose(context, who, word, "dead")
    deeds.break_focus(context, who, "dead" if dead else status)
    return True


def apply_consequences(context: Context) -> None:
    """Apply what follows from a change: the phase's full name, an ended order (R5), riders set down, the held freed."""
    if context.fight.phase not in state.DONE_IN and (number := state.phase_now(context.fight)):
        context.update_fight(phase=state.PHASES[number - 1])
    phase, before = context.fight.phase, context.before.phase
    if context.fight.order is not None and phase != before and state.phase_number(before) != state.phase_number(phase):
        context.update_fight(order=None)
    for arena, bearer in state.carried_arenas(context.before.arenas):
        _set_riders_down(context, arena, bearer)
    for who, each in context.fight.combatants.items():
        if each.by:
            for holder in holders(each):
                if reason := _why_freed(context.fight, who, holder):
                    release_from_hold(context, who, reason, holder)
    if not context.silent:
        tell_changed_defenses(context)


def tell_changed_defenses(context: Context) -> None:
    """Emit who no longer defends or protects, and who does again without a declaration (R20, R21)."""
    held, before = state.protections(context.fight), state.protections(context.before)
    for who, friend in sorted({*held} ^ {*before}):
        was, now = context.before.combatants.get(who), context.fight.combatants.get(who)
        ended, own = (who, friend) in before, who == friend
        same = was is not None and now is not None and was.declared == now.declared
        if was is None or was.intent.has_secret or not (same or ended) or (own and now is None):
            continue
        about: Table = {"name": "defending"} if own else {"name": "protecting", "of": friend}
        reason = _why_protection_ended(context.fight, who, friend) if ended else ""
        context.emit(events.Condition(who=who, ended=ended, reason=reason, **about))


def _why_protection_ended(fight: Fight, who: str, friend: str) -> str:
    """Return why a combatant no longer protects a friend, or no longer defends."""
    now = fight.combatants.get(who)
    if now is None or friend not in fight.combatants:
        return "gone"
    otherwise = "over" if now.declared is None else "declared something else"
    together = now.declared is None or state.share_arena(fight, who, friend)
    return state.disabled_by(now) or (otherwise if together else "no longer in one arena")


def _set_riders_down(context: Context, arena: str, bearer: str) -> None:
    """Put the riders of an arena down if its bearer left the fight (R14)."""
    if bearer in context.fight.combatants or arena not in context.fight.arenas:
        return
    below = context.before.combatants[bearer].arena
    for who in occupants(context.fight, arena):
        move_into(context, who, below if below in context.fight.arenas else None, displaced=True)
    gone = {**all_keys(context.fight.arenas[arena]), "links": [], "occupants": []}
    context.fight = without_member_or_arena(context.fight, "arena", arena)
    context.emit(events.Arena(name=arena, **gone, change="removed"))


def follow(context: Context, who: str, was: Combatant | None) -> None:
    """Update death and incapacity by the boxes; a group loses a member instead (R0, R42, R43)."""
    combatant = context.fight.combatants[who]
    if not (combatant.marked or combatant.status):
        return
    follows = state.status_from_boxes(combatant)
    is_new = follows and follows not in combatant.status and "dead" not in combatant.status
    if not (is_new or combatant.status) or combatant == was:
        return
    if is_new and (was is None or combatant.count > 1 or state.disabled_by(was) != follows):
        fall_or_lose_member(context, who, follows)
    now = context.fight.combatants[who]
    for word, boxes in MISSING_BOXES.items():
        if word in now.status and state.status_from_boxes(now) not in ("dead", word):
            lose(context, who, word, boxes)


def _why_freed(fight: Fight, held: str, impeder: str) -> str:
    other = fight.combatants.get(impeder)
    if other is None:
        return f"{fight.subject(impeder):is} gone"
    word = state.disabled_by(other) or ("" if state.share_arena(fight, held, impeder) else "elsewhere")
    return word and f"{fight.subject(impeder):is} {word}"
