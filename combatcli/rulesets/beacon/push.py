"""`push` (E21, E22): forced movement: push, pull, slide, slam, teleport."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.conditions import hides_from, is_rooted
from combatcli.rulesets.beacon.rolls import dice_total
from combatcli.rulesets.beacon.schema import Fight, Hit
from combatcli.rulesets.beacon.squares import SQUARE, Point, feet, forced, way
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, sum_of_events
from combatcli.rulesets.shared.grids import as_point, read_point
from combatcli.rulesets.shared.pending import add_pending
from combatcli.rulesets.tasks import do, roll

KINDS = ("pull", "slide", "slam", "teleport")
DIE, FULL = 10, 10
MOST_FEET = 5_000


class PushRequest(Request, frozen=True):
    """Who moves whom, how many feet and how; ``hits`` says that something stops it, ``to`` where it goes."""

    who: CombatantId
    targets: list[CombatantId]
    feet: float = 0
    pull: bool = False
    slide: bool = False
    slam: bool = False
    teleport: bool = False
    hits: bool = False
    to: str | None = None

    @property
    def kind(self) -> str:
        """Push, unless another way is said."""
        return next((kind for kind in KINDS if getattr(self, kind)), "push")


def push(context: CombatContext[Fight], request: PushRequest) -> None:
    """Move somebody against their will."""
    if sum(getattr(request, kind) for kind in KINDS) > 1:
        raise UsageError(
            "--pull, --slide, --slam and --teleport exclude each other", "Without any of them it is a push."
        )
    if not 0 < request.feet <= MOST_FEET:
        raise UsageError(f"push needs --feet N, more than 0 and at most {MOST_FEET:,}", "Write: push A B --feet 10")
    ROSTER.require_alive(context.fight, request.who)
    do(context, *[(push_one, request, target) for target in request.targets])


def push_one(context: CombatContext[Fight], request: PushRequest, target: str) -> None:
    """Move one of them; a slam that something stops does damage."""
    moved = combatant_named(context.fight, target)
    if target == request.who and request.kind != "teleport":
        raise RefusedError(f"{target} cannot {request.kind} themselves (E21)")
    if hides_from(moved, request.who):
        raise RefusedError(f"{target} is hidden and cannot be targeted (E46)")
    if is_rooted(moved) and request.kind != "teleport":
        raise RefusedError(f"{target} is rooted and can only be teleported (E22)")
    start, origin = as_point(moved.position), as_point(context.fight.combatants[request.who].position)
    gone, stopped = _way(context.fight, request, target, start, origin)
    end = gone[-1] if gone else start
    length = (len(gone) * SQUARE if request.kind != "teleport" else 0) if start is not None else request.feet
    if end is not None and gone:
        context.update_combatant(target, position=list(end))
    context.emit(
        events.Move(
            who=target,
            from_=list(start) if start is not None else None,
            to=list(end) if end is not None else None,
            stopped_by=[stopped] if stopped else None,
            reactions=[],
            feet=length,
            kind=request.kind,
            pushed=True,
        )
    )
    dice = int(length // FULL) if request.kind == "slam" and (request.hits or stopped) else 0
    if dice:
        do(context, (slam, request.who, target, dice))


def slam(context: CombatContext[Fight], who: str, target: str, dice: int) -> None:
    """Roll the damage of a slam, which waits (E21)."""
    damage, faces = roll(context, f"the slam of {target}", dice_total, dice, DIE)
    add_pending(context, Hit(attacker=who, target=target, damage=damage))
    context.emit(events.Slammed(who=target, by=who, faces=list(faces.value), damage=damage))


def _way(
    fight: Fight, request: PushRequest, target: str, start: Point | None, origin: Point | None
) -> tuple[list[Point], str]:
    """Return the squares somebody is moved over, and who stops it (E21)."""
    end = read_point(request.to) if request.to is not None else None
    if request.to is not None and end is None:
        raise UsageError(f'--to {request.to}: "{request.to}" is not a point', "As in 25,-5")
    if start is None:
        return [], ""
    if request.kind == "teleport":
        if end is None or feet(start, end) > request.feet:
            raise RefusedError(f"a teleport needs --to X,Y within {request.feet:g} feet (E21)")
        other = state.PLACES.at(fight, end, target)
        if other is not None:
            raise RefusedError(f"{other} is already there (E21)")
        return [end], ""
    if end is not None:
        squares = iter(way(start, end))
    elif origin is not None and request.kind != "slide":
        squares = _straight(start, origin, request.kind)
    else:
        hint = "As in --to 25,-5" if request.kind == "slide" else "Or give both combatants a position."
        raise UsageError(f"a {request.kind} needs --to X,Y", hint)
    gone: list[Point] = []
    here = start
    for there in islice(squares, int(request.feet // SQUARE)):
        _check_direction(request, here, there, origin)
        other = state.PLACES.at(fight, there, target)
        if other is not None:
            return gone, other
        gone.append(there)
        here = there
    return gone, ""


def _straight(here: Point, origin: Point, kind: str) -> Iterator[Point]:
    """Yield the squares straight away from the origin; of a pull, to beside it."""
    while kind != "pull" or feet(here, origin) > SQUARE:
        here = forced(here, origin, away=kind != "pull")
        yield here


def _check_direction(request: PushRequest, here: Point, there: Point, origin: Point | None) -> None:
    """Refuse a push that leads nearer, or a pull that leads farther (E21)."""
    if origin is None or request.kind == "slide":
        return
    change = feet(there, origin) - feet(here, origin)
    if (change < 0) if request.kind == "pull" else (change > 0):
        return
    raise RefusedError(
        f"a {request.kind} must lead {'nearer' if request.kind == 'pull' else 'farther'} with each square (E21)"
    )


def metrics(fight: Fight, request: PushRequest) -> list[Metric]:
    """Look at the damage of a slam."""
    return [
        sum_of_events("damage", {"who": who}, events.Slammed, lambda event: event.damage) for who in request.targets
    ]


ACTION = action(PushRequest, push, metrics)
