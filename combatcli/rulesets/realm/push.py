"""`push` (R29): a contest that moves opponents into an adjacent arena."""

from __future__ import annotations

from combatcli.encounter.references import ArenaName, CombatantId, arena_named
from combatcli.errors import RefusedError
from combatcli.rulesets.play import Action, Question, Request, Shown, Step, happens, in_turn, looking_at
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.deeds import use_action
from combatcli.rulesets.realm.ground import carried_along, check_not_carried, touching
from combatcli.rulesets.realm.holds import holders, may_turn_on
from combatcli.rulesets.realm.impede import holding_trait, opponent
from combatcli.rulesets.realm.test import DIE, attribute, tell_contest
from combatcli.rulesets.shared.conditions import gain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.events import Event
    from combatcli.rulesets.play import Play
    from combatcli.rulesets.realm.schema import Fight

    Side = tuple[str, str, int]


class PushRequest(Request, frozen=True):
    """Who pushes whom into which adjacent arena; ``to`` may be left out where only one is adjacent."""

    who: CombatantId
    targets: list[CombatantId]
    to: ArenaName | None = None
    with_: str | None = None
    against: str | None = None


def push(play: Play[Fight], request: PushRequest) -> Step[Fight]:
    """Push opponents into an adjacent arena; those beaten are moved and cannot move next round."""
    pusher, others = _sides(play.fight, request)
    to = _destination(play.fight, request)
    use_action(play, request.who, "push", on=request.targets)
    for target in dict.fromkeys(request.targets):
        if state.are_allies(play.fight.combatants[request.who], play.fight.combatants[target]):
            play.irregular(f"{target} is on {request.who}'s own side (R29)")

    def against_each(play: Play[Fight], face: int) -> Step[Fight] | None:
        return in_turn(play, others, lambda _, other: _against(pusher, face, other, to))

    return Step(lambda source: source.die(DIE), against_each, key=("push", pusher), purpose=f"{request.who}'s push")


def _sides(fight: Fight, request: PushRequest) -> tuple[Side, list[Side]]:
    """Return who pushes, and each who is pushed: by which trait, and what they add to a d10 (R29)."""
    pusher = state.actor(fight, request.who)
    targets = list(dict.fromkeys(request.targets))
    if not may_turn_on(pusher, targets):
        impeders = " and ".join(holders(pusher, "impeded"))
        raise RefusedError(f"{request.who} is impeded by {impeders} and may push nobody else (R25)")
    opponents = {target: opponent(fight, request.who, target, "R29") for target in targets}
    trait = holding_trait(pusher, request.with_)
    others = [
        (target, other := holding_trait(each, request.against), attribute(each, other))
        for target, each in opponents.items()
    ]
    return (request.who, trait, attribute(pusher, trait) - (len(targets) - 1)), others


def _against(pusher: Side, face: int, other: Side, to: str | None) -> Step[Fight]:
    """Return the roll of one who is pushed, against what the pusher has rolled."""

    def roll(source: Source) -> tuple[bool, Shown[int]]:
        theirs = source.die(DIE)
        return face + pusher[2] > theirs + other[2], Shown(theirs)

    def apply(play: Play[Fight], outcome: tuple[bool, Shown[int]]) -> None:
        beaten, theirs = outcome
        tell_contest(play, pusher, other, (face, theirs.value))
        if beaten:
            _shove(play, other[0], to)

    return Step(roll, apply, key=("pushed", pusher, face, other), purpose=f"{other[0]} against {pusher[0]}")


def _destination(fight: Fight, request: PushRequest) -> str | None:
    placed = [arena for each in (*request.targets, request.who) if (arena := fight.combatants[each].arena) is not None]
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


def _shove(play: Play[Fight], who: str, to: str | None) -> None:
    start = play.fight.combatants[who].arena
    play.change(who, arena=to)
    play.tell("move", who=who, **{"from": start}, to=to, stopped_by=None, reactions=[], pushed=True)
    carried_along(play, who)
    gain(play, who, "hurled", until=play.fight.round + 1)


def questions(fight: Fight, request: PushRequest) -> list[Question]:
    """Look at success against each of those who are pushed."""

    def success(target: str) -> Question:
        def holds(event: Event) -> bool | None:
            return bool(event["success"]) if event["against"] == target else None

        return happens("success", {"who": request.who, "against": target}, "contest", holds)

    return [success(target) for target in dict.fromkeys(request.targets)]


ACTION = Action(PushRequest, push, looking_at(push, questions))
