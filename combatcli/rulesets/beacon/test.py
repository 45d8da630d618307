"""`test` (E1–E3, E10, E50): an action against a position, or against somebody's own; surprise; goals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, id_of
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.records import Record
from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.beacon import afflict, events, state
from combatcli.rulesets.beacon.action_roll import (
    MOST_STEPS,
    POSITIONS,
    STEP,
    ActionRoll,
    RolledAction,
    position_or_risky,
    roll_action,
    roll_opposed,
    thresholds,
)
from combatcli.rulesets.beacon.aid import aid_parts, check_reroll, consume_failures, remember_failure, take_aid
from combatcli.rulesets.beacon.budget import check_push, pay
from combatcli.rulesets.beacon.conditions import Part, fails_unseen, from_base, nonzero_parts, tier_parts, total
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.words import ActionWord, PositionWord, PushedRequest
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.rulesets.steps import Step, chain
from combatcli.rulesets.tasks import DisplayOnly

OPENED = "opened "
"""How the path that a failure opened is remembered."""


class Contestant(Record):
    """Who rolls what in an opposed test; who ``fails`` has lost the sense that it takes, and rolls nothing (E41)."""

    who: str
    action: str
    tier: list[Part]
    roll: ActionRoll
    fails: bool = False


class Contested(Record):
    """Whether a watcher reaches the one they watch for, in how many critical steps, and what they rolled, if at all."""

    success: bool
    steps: int
    rolled: DisplayOnly[RolledAction | None]


class TestRequest(PushedRequest, frozen=True):
    """Who tests which action: against a position and Tier, or somebody's action; toward a goal."""

    who: list[CombatantId]
    trait: ActionWord
    position: PositionWord | None = None
    tier: int = 0
    against: str | None = None
    not_watching: bool = False
    goal: str | None = None
    path: str | None = None
    aid: CombatantId | None = None
    reroll: bool = False
    sight: bool = False
    sight_only: bool = False
    hearing: bool = False
    hearing_only: bool = False


def test(context: CombatContext[Fight], request: TestRequest) -> Step[Fight] | None:
    """Test an action, for each in turn."""
    state.attribute_of(request.trait)
    check_push(request.pushes, "tier")
    check_reroll(request, "test A ACTION")
    if request.path is not None and request.goal is None:
        raise UsageError("--path needs a goal", "Add --goal NAME.")
    if request.against is not None and (request.position is not None or request.tier):
        raise UsageError("--against excludes --position and --tier", "Give the one or the other.")
    _check_goal(context, request.goal)
    asked = {who: _pay_for_test(context, who, request) for who in dict.fromkeys(request.who)}
    if request.against is not None:
        return opposed(context, request)
    needed = target(request)
    return chain(context, list(asked), lambda context, who: _one(context, who, request=asked[who], needed=needed))


def _pay_for_test(context: CombatContext[Fight], who: str, request: TestRequest) -> TestRequest:
    """Charge somebody for a test; return it with what they pushed it for before, where they roll again (E5, E14).

    A path that the failure opened stays with it (E50).
    """
    ROSTER.require_able(context.fight, who)
    if "tier" in request.pushes:
        pay(context, who, "+1 tier")
    failed = context.fight.combatants[who].failed
    opened = next((mark.removeprefix(OPENED) for mark in failed if mark.startswith(OPENED)), None)
    kept = consume_failures(context, who, request, {f"test {request.trait}": f"test of {who}'s {request.trait}"})
    if request.aid is not None:
        take_aid(context, who, request.aid)
    path = opened if request.reroll and request.path is None else request.path
    return replace(request, push=[*request.push, *kept], path=path)


def _check_goal(context: CombatContext[Fight], name: str | None) -> None:
    """Refuse an unknown goal; one that is reached, or whose time is out, is irregular (E50)."""
    if name is None:
        return
    goal = context.fight.goals.get(name)
    if goal is None:
        raise RefusedError(f'there is no goal "{name}" (E50)', nearest(name, context.fight.goals))
    if goal.done >= goal.needed:
        context.warn_or_refuse(f"{name} is reached already (E50)")
    elif goal.rounds_left == 0:
        context.warn_or_refuse(f"there was no time left for {name} (E50)")


def target(request: TestRequest) -> list[Part]:
    """Return what a test needs, in parts: by its position, plus the opposing Tier (E3)."""
    position = position_or_risky(request.position)
    return [Part(position, POSITIONS[position]), Part("tier", request.tier)]


def tier_of(fight: Fight, who: str, request: TestRequest) -> list[Part]:
    """Return the Tier of a test, in parts."""
    present = state.present(fight, who)
    combatant = fight.combatants[who]
    return [
        Part("tier", combatant.tier),
        *([Part("pushed", 1)] if "tier" in request.pushes else []),
        *([Part("aid", 1)] if request.aid is not None and not request.reroll else []),
        *([Part("not watching", -1)] if request.not_watching else []),
        *tier_parts(combatant, sight=request.sight, hearing=request.hearing, present=present),
    ]


def action_roll(fight: Fight, who: str, action: str, tier: list[Part], thresholds: tuple[int, ...] = ()) -> ActionRoll:
    """Return what an action rolls (E1)."""
    combatant = fight.combatants[who]
    sides = state.face(combatant, state.attribute_of(action))
    return ActionRoll(total(tier), combatant.actions.get(action, 0), sides, thresholds)


def _one(context: CombatContext[Fight], who: str, *, request: TestRequest, needed: list[Part]) -> Step[Fight] | None:
    most = total(needed)
    tier = [*tier_of(context.fight, who, request), *aid_parts(context, who)]

    def apply(context: CombatContext[Fight], rolled: RolledAction | None) -> None:
        success = rolled is not None and rolled.total >= most
        steps = rolled.critical_steps(most) if rolled is not None and success else 0
        context.emit(
            events.Test(
                who=who,
                against=None,
                trait=request.trait,
                faces=list(rolled.shown.value) if rolled is not None else [],
                total=rolled.total if rolled is not None else 0,
                needed=most,
                needs=nonzero_parts(needed),
                tier=from_base(tier),
                success=success,
                steps=steps,
                botch=rolled is not None and rolled.botched(most),
                reroll=request.reroll,
            )
        )
        if not success and rolled is not None and not request.reroll:
            opened = [f"{OPENED}{request.path}"] if request.path else []
            remember_failure(context, who, request, f"test {request.trait}", *opened)
        if request.goal is not None:
            _toward_goal(context, request.goal, 1 + steps if success else 0, request)

    if fails_unseen(context, who, request):
        apply(context, None)
        return None
    roll = action_roll(context.fight, who, request.trait, tier, thresholds(most))
    return Step(lambda source: roll_action(source, roll), apply, key=("test", who, roll, most), purpose=f"{who}'s test")


def _toward_goal(context: CombatContext[Fight], name: str, counts: int, request: TestRequest) -> None:
    """Count a success and its critical steps, up to what a goal needs; a failure may open another path (E50).

    The path of a failure that is rolled again, and succeeds, was never opened (E14).
    """
    goal = context.fight.goals[name]
    done = max(goal.done, min(goal.needed, goal.done + counts))
    path = goal.path if counts else request.path or goal.path
    if counts and request.reroll and request.path == goal.path:
        path = ""
    after = replace(goal, done=done, path=path)
    context.update_fight(goals={**context.fight.goals, name: after})
    context.emit(
        events.Goal(
            name=name,
            needed=goal.needed,
            done=done,
            rounds_left=goal.rounds_left,
            reached=done >= goal.needed,
            over=False,
            path=after.path,
            reroll=request.reroll,
        )
    )


def opposed(context: CombatContext[Fight], request: TestRequest) -> Step[Fight]:
    """Roll for each watcher, then once for the one they watch for; who of them falls short is surprised (E10)."""
    other, action = _opponent(context, request)
    if other in request.who:
        raise RefusedError(f"{other} cannot be tested against themselves (E10)")
    watchers = [_watcher(context, who, request) for who in dict.fromkeys(request.who)]
    tier = [
        *tier_of(context.fight, other, replace(request, push=[], aid=None, not_watching=False)),
        *aid_parts(context, other),
    ]
    opponent = Contestant(other, action, tier, action_roll(context.fight, other, action, tier))
    return Step(
        partial(_roll_opposed, request=request, watchers=watchers, opponent=opponent),
        partial(_apply_opposed, request=request, watchers=watchers, opponent=opponent),
        key=("opposed", tuple([None if watcher.fails else watcher.roll for watcher in watchers]), opponent.roll),
        purpose=f"{', '.join([watcher.who for watcher in watchers])} against {other}",
    )


def _opponent(context: CombatContext[Fight], request: TestRequest) -> tuple[str, str]:
    """Return whom `WHO:ACTION` or `WHO` names, and their action: the watchers' own, unless another is named."""
    word, _, action = (request.against or "").rpartition(":")
    if not word:
        word, action = action, ""
    who = id_of(context.fight, word)
    ROSTER.require_able(context.fight, who)
    return who, action.casefold() or request.trait


def _watcher(context: CombatContext[Fight], who: str, request: TestRequest) -> Contestant:
    tier = [*tier_of(context.fight, who, request), *aid_parts(context, who)]
    roll = action_roll(context.fight, who, request.trait, tier)
    return Contestant(who, request.trait, tier, roll, fails=fails_unseen(context, who, request))


def _roll_opposed(
    source: Source, *, request: TestRequest, watchers: Sequence[Contestant], opponent: Contestant
) -> tuple[tuple[Contested, ...], DisplayOnly[RolledAction]]:
    margins = tuple(range(0, STEP * MOST_STEPS + 1, STEP)) if request.goal is not None else (0,)
    rolls = [watcher.roll for watcher in watchers if not watcher.fails]
    rolled, hidden = roll_opposed(source, rolls, opponent.roll, margins)
    needed = hidden.total
    reached = [Contested(one.total >= needed, one.critical_steps(needed), DisplayOnly(one)) for one in rolled]
    remaining, failed = iter(reached), Contested(success=False, steps=0, rolled=DisplayOnly(None))
    return tuple([failed if watcher.fails else next(remaining) for watcher in watchers]), DisplayOnly(hidden)


def _apply_opposed(
    context: CombatContext[Fight],
    outcome: tuple[tuple[Contested, ...], DisplayOnly[RolledAction]],
    *,
    request: TestRequest,
    watchers: Sequence[Contestant],
    opponent: Contestant,
) -> None:
    results, shown = outcome
    for watcher, result in zip(watchers, results, strict=True):
        context.emit(_contest(watcher, opponent, result, shown.value))
        if request.goal is not None:
            _toward_goal(context, request.goal, 1 + result.steps if result.success else 0, request)
        if (request.trait, opponent.action) == ("survey", "prowl") and not result.success:
            if context.fight.round > 1:
                context.warn_or_refuse("surprise happens only in the first round (E10)")
            afflict.gain(context, watcher.who, "surprised", source=opponent.who)


def _contest(watcher: Contestant, opponent: Contestant, result: Contested, hidden: RolledAction) -> events.Contest:
    rolled = result.rolled.value
    return events.Contest(
        who=watcher.who,
        against=opponent.who,
        trait=watcher.action,
        against_trait=opponent.action,
        faces=[*(rolled.shown.value if rolled is not None else ()), *hidden.shown.value],
        total=rolled.total if rolled is not None else 0,
        needed=hidden.total,
        against_faces=list(hidden.shown.value),
        tier=from_base(watcher.tier),
        against_tier=from_base(opponent.tier),
        success=result.success,
    )


def odds(_: Fight, request: TestRequest) -> list[OddsQuery[Fight]]:
    """Look at each by themselves: success, a botch and critical steps."""
    return [
        OddsQuery(partial(test, request=replace(request, who=[who])), _metrics(request, {"who": who}))
        for who in dict.fromkeys(request.who)
    ]


def _metrics(request: TestRequest, about: dict[str, str]) -> list[Metric]:
    if request.against is not None:
        return [chance_of_success(about, events.Contest)]
    return [
        chance_of_success(about, events.Test),
        chance_of_event("botch", about, events.Test, lambda event: event.botch is True),
        chance_of_event(
            "1 critical step or more", about, events.Test, lambda event: event.steps is not UNSET and event.steps >= 1
        ),
    ]


ACTION = Action(TestRequest, test, odds)
