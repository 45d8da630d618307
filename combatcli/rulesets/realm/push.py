"""`push` (R29): a contest that moves opponents into an adjacent arena."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import ArenaName, CombatantId, arena_named
from combatcli.errors import RefusedError
from combatcli.events import Move
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.realm.deeds import use_action
from combatcli.rulesets.realm.events import Contest
from combatcli.rulesets.realm.ground import carried_along, check_not_carried, touching
from combatcli.rulesets.realm.holds import holders, may_turn_on
from combatcli.rulesets.realm.impede import holding_trait, opponent
from combatcli.rulesets.realm.schema import Fight
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.realm.test import DIE, Contestant, attribute, tell_contest
from combatcli.rulesets.shared.conditions import gain
from combatcli.rulesets.tasks import DisplayOnly, do, roll


class PushRequest(Request, frozen=True):
    """Who pushes whom into which adjacent arena; ``to`` may be left out where only one is adjacent."""

    who: CombatantId
    targets: list[CombatantId]
    to: ArenaName | None = None
    with_: str | None = None
    against: str | None = None


def push(context: CombatContext[Fight], request: PushRequest) -> None:
    """Push opponents into an adjacent arena; those beaten are moved and cannot move next round."""
    pusher, others = _contestants(context.fight, request)
    to = _destination(context.fight, request)
    use_action(context, request.who, "push", on=request.targets)
    for target in dict.fromkeys(request.targets):
        ROSTER.warn_of_allies(context, request.who, target, "R29")
    face = roll(context, f"{request.who}'s push", _one_die)
    do(context, *[(_push_one, pusher, face, other, to, len(others) - 1) for other in others])


def _contestants(fight: Fight, request: PushRequest) -> tuple[Contestant, list[Contestant]]:
    """Return who pushes, and each who is pushed: by which trait, and what they add to a d10 (R29)."""
    pusher = ROSTER.require_able(fight, request.who)
    targets = list(dict.fromkeys(request.targets))
    if not may_turn_on(pusher, targets):
        impeders = " and ".join(holders(pusher, "impeded"))
        raise RefusedError(f"{request.who} is impeded by {impeders} and may push nobody else (R25)")
    opponents = {target: opponent(fight, request.who, target, "R29") for target in targets}
    trait = holding_trait(pusher, request.with_)
    others = [
        (target, other := holding_trait(combatant, request.against), attribute(combatant, other))
        for target, combatant in opponents.items()
    ]
    return (request.who, trait, attribute(pusher, trait) - (len(targets) - 1)), others


def _one_die(source: Source) -> int:
    return source.die(DIE)


def _resist(source: Source, total: int, value: int) -> tuple[bool, DisplayOnly[int]]:
    """Roll a value against the pusher's total; return whether the pusher wins."""
    face = source.die(DIE)
    return total > face + value, DisplayOnly(face)


def _push_one(
    context: CombatContext[Fight], pusher: Contestant, face: int, other: Contestant, to: str | None, less: int
) -> None:
    """Let one opponent roll against what the pusher rolled; the beaten go where they are pushed."""
    who = other[0]
    beaten, theirs = roll(context, f"{who} against {pusher[0]}", _resist, face + pusher[2], other[2])
    tell_contest(context, pusher, other, (face, theirs.value), less)
    if beaten:
        start = context.fight.combatants[who].arena
        context.update_combatant(who, arena=to)
        context.emit(Move(who=who, from_=start, to=to, stopped_by=None, reactions=[], pushed=True))
        carried_along(context, who)
        gain(context, who, "hurled", until=context.fight.round + 1)


def _destination(fight: Fight, request: PushRequest) -> str | None:
    placed = [arena for who in (*request.targets, request.who) if (arena := fight.combatants[who].arena) is not None]
    here = next(iter(placed), None)
    if here is None:
        if request.to is not None:
            arena_named(fight, request.to)
        return request.to
    adjacent = touching(fight)[here]
    if request.to is None:
        if len(adjacent) != 1:
            raise RefusedError(
                f"{here} has {len(adjacent)} adjacent arenas (R29)",
                f"Say which one with --to: {', '.join(adjacent)}." if adjacent else "There is nowhere to push to.",
            )
        return adjacent[0]
    arena_named(fight, request.to)
    check_not_carried(fight, request.to, request.targets)
    if request.to not in adjacent:
        raise RefusedError(
            f"{request.to} is not adjacent to {here} (R29)", f"Adjacent: {', '.join(adjacent) or 'none'}."
        )
    return request.to


def metrics(fight: Fight, request: PushRequest) -> list[Metric]:
    """Return the chances of success against each of those who are pushed."""

    def success(target: str) -> Metric:
        about = {"who": request.who, "against": target}
        return chance_of_event(
            "success", about, Contest, lambda event: bool(event.success) if event.against == target else None
        )

    return [*map(success, dict.fromkeys(request.targets))]


ACTION = action(PushRequest, push, metrics)
