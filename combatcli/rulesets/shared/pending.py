"""Pending hits in ``[[pending]]``: listed, dropped, or applied; and the request of `wound`."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, PerhapsCombatant, combatant_named, id_or_word
from combatcli.encounter.schema import Encounter, Hit, Member, with_all_keys
from combatcli.errors import RefusedError, UsageError
from combatcli.events import NoHitPending, Wound
from combatcli.rulesets.actions import Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.roster import Roster
from combatcli.rulesets.shared.shown import game_event_type
from combatcli.text import is_number

C = TypeVar("C", bound=Member)
H = TypeVar("H", bound=Hit)
R = TypeVar("R")


class WoundRequest(Request, frozen=True):
    """What to wound; without words, apply all pending hits; see `wound_targets_and_amount`."""

    what: list[PerhapsCombatant] = []
    by: CombatantId | None = None
    only: int | None = None
    discard: str | None = None


def wound_command(
    context: CombatContext[E],
    request: WoundRequest,
    roster: Roster[E, C],
    hit_of: Callable[[str], H],
    apply: Callable[[CombatContext[E], Sequence[H]], R],
) -> R | None:
    """Apply the pending hits or those of the request, and return what that brings; or drop them.

    A hit by hand is warned of while another on the same target is pending: it may be the same one.
    ``hit_of`` returns a hit of an amount without a target, or raises UsageError.
    """
    targets, amount = wound_targets_and_amount(context, request)
    if request.discard is not None:
        drop_pending_hits(context, request.discard)
        return None
    if amount is None:
        return apply(context, pop_requested(context, request, targets))
    hit = hit_of(amount)
    for who in targets:
        roster.require_target(context.fight, who)
        if any(each.target == who for each in context.fight.pending):
            context.warn(
                f"another hit on {who} is still pending; `wound {who}` applies it, and `wound --discard` discards it"
            )
    return apply(context, [replace(hit, attacker=request.by or "", target=who) for who in targets])


def positive_amount(text: str, what: str, example: str) -> int:
    """Return an amount of 1 or more; UsageError, with an example, if the text is not such a ``what``."""
    if not is_number(text) or int(text) < 1:
        raise UsageError(f'"{text}" is no {what}', f"Give 1 or more: {example}")
    return int(text)


def wound_targets_and_amount(context: CombatContext[E], request: WoundRequest) -> tuple[list[str], str | None]:
    """Return the targets and the amount of a request; the last word is the amount unless it is an id; +5 never is.

    Without an amount, the pending hits on the targets are meant, or all. Raises UsageError if words and options
    contradict each other.
    """
    options = [name for name in ("only", "discard") if getattr(request, name) is not None]
    if len(options) > 1 or (options and request.what):
        raise UsageError(f"--{options[0]} is for pending hits and takes nothing else", "`show` lists them.")
    words = [id_or_word(context.fight, word) for word in request.what]
    if words and words[-1] not in context.fight.combatants:
        if len(words) == 1 and context.formal:
            raise UsageError(f"wound {words[0]}: no target given", "Write: combatcli wound TARGET… AMOUNT")
        _check_targets(context, words[:-1], words[-1])
        context.author = request.by or ""
        return words[:-1] or ["attacker"], words[-1].removeprefix("+")
    if request.by is not None:
        raise UsageError("--by needs an amount", "Write: combatcli wound WHO N --by WHOM")
    _check_targets(context, words, "")
    return words, None


def _check_targets(context: CombatContext[E], targets: Collection[str], amount: str) -> None:
    """Refuse targets that do not exist, and an amount that stands before its target."""
    for who in targets if context.formal else ():
        if who not in context.fight.combatants and is_number(who) and not amount:
            real_targets = " ".join(target for target in targets if target != who)
            raise UsageError(f"wound {who}: the amount comes last", f"Write: combatcli wound {real_targets} {who}")
        combatant_named(context.fight, who)


def tell_pending(context: CombatContext[E]) -> None:
    """Emit the pending hits, numbered from 1 as for `wound --discard`."""
    event = game_event_type(type(context.fight), "pending")
    for number, hit in enumerate(context.fight.pending, 1):
        context.emit(event(number=number, **with_all_keys(hit)))


def warn_of_pending(context: CombatContext[E]) -> None:
    """Warn of the pending hits when the fight goes on without them."""
    count = len(context.fight.pending)
    if count:
        tell_pending(context)
        hits = f"{count} hit{'s are' if count > 1 else ' is'} still pending"
        context.warn(f"{hits}; apply with `wound`, or discard with `wound --discard`")


def add_pending(context: CombatContext[E], hit: Hit) -> None:
    """Add a hit to the pending ones."""
    context.update_fight(pending=[*context.fight.pending, hit])


def pop_pending(context: CombatContext[E], wanted: Callable[[int, Any], bool]) -> list[Any]:
    """Remove the hits that are ``wanted``, by place and value, from the pending ones, and return them."""
    pending = context.fight.pending
    taken = [hit for place, hit in enumerate(pending) if wanted(place, hit)]
    if taken:
        context.update_fight(pending=[hit for place, hit in enumerate(pending) if not wanted(place, hit)])
    return taken


def apply_from(
    context: CombatContext[E], apply: Callable[[CombatContext[E], Sequence[Any]], object], first: int
) -> None:
    """Apply the pending hits from a place on, if there are any, as a task."""
    pending = context.fight.pending
    if len(pending) > first:
        context.update_fight(pending=pending[:first])
        apply(context, pending[first:])


def apply_at_once(
    context: CombatContext[E],
    hits: Sequence[H],
    roster: Roster[E, C],
    hurt: Callable[[CombatContext[E], H], object],
    status: Callable[[E, Any], list[str]],
) -> None:
    """Apply several hits at the same time; a target that was gone before them is skipped.

    ``hurt`` applies one hit. The events show the ``status`` of each target after all hits.
    """
    before, first = context.fight, len(context.events)
    for hit in hits:
        target: Any = combatant_named(before, hit.target)
        hindrance = roster.hindrance(before, target)
        if hindrance is not None and hindrance.gone:
            reason = f"{before.subject(hit.target):is} already {hindrance.word}"
            context.warn(f"{reason}; a pending hit on them was discarded ({hindrance.already or hindrance.rule})")
        else:
            context.ascribe_wounds(hit.attacker, partial(hurt, context, hit))
    for place, event in enumerate(context.events[first:] if not context.silent else (), first):
        if isinstance(event, Wound):
            context.amend_event(place, status=status(context.fight, context.fight.combatants[event.target]))


def pop_requested(context: CombatContext[E], request: WoundRequest, targets: Collection[str]) -> list[Any]:
    """Remove and return the hits that a `wound` without an amount applies: number N, those on some targets, or all.

    Emits that nothing is pending if so. Raises RefusedError if there is no hit N.
    """
    if request.only is not None:
        only = _place_of_hit(context.fight, str(request.only))
        return pop_pending(context, lambda place, _: place == only)
    taken = pop_pending(context, lambda _, hit: not targets or hit.target in targets)
    if not taken:
        context.emit(NoHitPending(targets=list(targets)))
    return taken


def drop_pending_hits(context: CombatContext[E], which: str) -> None:
    """Remove all pending hits, or hit N, and emit them.

    Raises RefusedError if there is no such hit.
    """
    if not context.fight.pending:
        raise RefusedError("nothing is pending")
    event = game_event_type(type(context.fight), "discard")
    wanted = None if which == "all" else _place_of_hit(context.fight, which)
    for hit in pop_pending(context, lambda place, _: wanted in (None, place)):
        context.emit(event(**with_all_keys(hit)))


def _place_of_hit(fight: Encounter, which: str) -> int:
    """Return the place of pending hit N; RefusedError if there is none."""
    if not is_number(which) or not 1 <= int(which) <= len(fight.pending):
        raise RefusedError(f"there is no pending hit {which}", f"`show` lists {len(fight.pending)} of them.")
    return int(which) - 1
