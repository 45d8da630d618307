"""`impede` and `push` (R25, R29): contests of Brawn, Cunning or Daring that hold or move somebody."""

from __future__ import annotations

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.base import Action, Order, chance
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.move import carried_along, check_not_carried
from combatcli.rulesets.realm.places import arena_named, neighbours
from combatcli.rulesets.realm.trials import attribute, beaten, contest
from combatcli.rulesets.realm.wounds import trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.realm.schema import Combatant, Fight

HOLDING = ("brawn", "cunning", "daring")


class ImpedeOrder(Order, frozen=True):
    """Who impedes whom, each by an attribute of their own, the highest unless said."""

    who: str
    target: str
    with_: str | None = None
    against: str | None = None


class PushOrder(Order, frozen=True):
    """Who pushes whom into which adjacent arena; ``to`` may be left out where only one is adjacent."""

    who: str
    targets: list[str]
    to: str | None = None
    with_: str | None = None
    against: str | None = None


def holding_trait(combatant: Combatant, wanted: str | None) -> str:
    """Return what someone impedes or pushes with: what was asked for, else the highest of three (R25)."""
    if wanted is not None and wanted not in HOLDING:
        raise UsageError(f'"{wanted}" does not impede or push', f"One of {', '.join(HOLDING)} does.")
    return wanted or max(HOLDING, key=lambda trait: attribute(combatant, trait))


def impede(play: Play[Fight], order: ImpedeOrder) -> None:
    """Hold somebody: beaten, they are impeded this round and cornered the next."""
    actor, other = _impeding(play.fight, order)
    state.use_action(play, order.who, "impede", whom=order.target)
    if contest(play, actor, other):
        now = play.fight.round
        held = play.fight.combatants[order.target].by.get("impeded", order.who)
        if held != order.who:
            play.warn(f"{order.target} was impeded by {held}; the new hold takes the place of that one")
        state.gain(play, order.target, "impeded", until=now, by=order.who)
        state.gain(play, order.target, "cornered", until=now + 1, by=order.who)


def _impeding(fight: Fight, order: ImpedeOrder) -> tuple[tuple[str, str, int], tuple[str, str, int]]:
    actor, target = state.actor(fight, order.who), _opponent(fight, order.who, order.target)
    trait, other = holding_trait(actor, order.with_), holding_trait(target, order.against)
    return (order.who, trait, attribute(actor, trait)), (order.target, other, attribute(target, other))


def _opponent(fight: Fight, who: str, target: str) -> Combatant:
    combatant = state.standing_target(fight, target)
    if who == target:
        raise RefusedError(f"{who} cannot do that to themselves")
    if not state.together(fight.combatants[who], combatant):
        raise RefusedError(f"{target} is not in one arena with {who}", "Move there first: combatcli move WHO ARENA")
    return combatant


def push(play: Play[Fight], order: PushOrder) -> None:
    """Push opponents into an adjacent arena; those beaten are moved and cannot move next round."""
    targets, values = _pushing(play.fight, order)
    to = _destination(play.fight, order)
    state.use_action(play, order.who, "push")
    trait = holding_trait(play.fight.combatants[order.who], order.with_)
    face, total = trial(play.source, values[0])
    for target, value in zip(targets, values[1:], strict=True):
        other_face, needed = trial(play.source, value)
        play.tell(
            "contest",
            who=order.who,
            against=target,
            trait=trait,
            against_trait=holding_trait(play.fight.combatants[target], order.against),
            faces=[face, other_face],
            total=total,
            needed=needed,
            success=total > needed,
        )
        if total > needed:
            _shove(play, target, to)


def _pushing(fight: Fight, order: PushOrder) -> tuple[list[str], list[int]]:
    """Return the targets, and what the pusher and each of them add to a d10 (R29)."""
    pusher = state.actor(fight, order.who)
    targets = list(dict.fromkeys(order.targets))
    impeder = pusher.by.get("impeded")
    if "impeded" in pusher.status and impeder is not None and targets != [impeder]:
        raise RefusedError(f"{order.who} is impeded by {impeder} and may push nobody else")
    opponents = [_opponent(fight, order.who, target) for target in targets]
    own = attribute(pusher, holding_trait(pusher, order.with_)) - (len(targets) - 1)
    return targets, [own, *(attribute(each, holding_trait(each, order.against)) for each in opponents)]


def _destination(fight: Fight, order: PushOrder) -> str | None:
    here = fight.combatants[order.who].arena or next(
        (arena for target in order.targets if (arena := fight.combatants[target].arena) is not None), None
    )
    if here is None:
        if order.to is not None:
            arena_named(fight, order.to)
        return order.to
    adjacent = neighbours(fight)[here]
    if order.to is None:
        if len(adjacent) != 1:
            raise RefusedError(
                f"{here} has {len(adjacent)} adjacent arenas",
                f"Say which one with --to: {', '.join(adjacent)}." if adjacent else "There is nowhere to push to.",
            )
        return adjacent[0]
    arena_named(fight, order.to)
    check_not_carried(fight, order.to, order.targets)
    if order.to not in adjacent:
        raise RefusedError(f"{order.to} is not adjacent to {here}", f"Adjacent: {', '.join(adjacent) or 'none'}.")
    return order.to


def _shove(play: Play[Fight], who: str, to: str | None) -> None:
    start = play.fight.combatants[who].arena
    play.change(who, arena=to)
    play.tell("move", who=who, **{"from": start}, to=to, stopped_by=None, pushed=True)
    carried_along(play, who)
    state.gain(play, who, "hurled", until=play.fight.round + 1)


def impede_odds(fight: Fight, order: ImpedeOrder) -> list[Event]:
    """Return the exact chance to impede."""
    from combatcli.dice.odds.outcomes import every_outcome

    actor, other = _impeding(fight, order)
    rolled = every_outcome(beaten(actor[2], other[2]))
    return [chance("success", rolled, lambda totals: totals[0] > totals[1], who=order.who, against=order.target)]


def push_odds(fight: Fight, order: PushOrder) -> list[Event]:
    """Return the exact chance to push each target; the pusher rolls once for all of them."""
    from combatcli.dice.odds.outcomes import every_outcome

    targets, values = _pushing(fight, order)
    _destination(fight, order)
    return [
        chance(
            "success",
            every_outcome(beaten(values[0], value)),
            lambda totals: totals[0] > totals[1],
            who=order.who,
            against=target,
        )
        for target, value in zip(targets, values[1:], strict=True)
    ]


ACTIONS = {"impede": Action(ImpedeOrder, impede, impede_odds), "push": Action(PushOrder, push, push_odds)}
