"""`test` (E1–E3, E10, E50): an action against a position, or against somebody's own; surprise; goals."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, id_of
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, OddsQuery, Request
from combatcli.rulesets.beacon import afflict, state
from combatcli.rulesets.beacon.action_roll import (
    MOST_STEPS,
    POSITIONS,
    STEP,
    ActionRoll,
    known_position,
    roll_action,
    roll_opposed,
    thresholds,
)
from combatcli.rulesets.beacon.aid import check_reroll, take_aid, use_failures
from combatcli.rulesets.beacon.budget import check_push, pay
from combatcli.rulesets.beacon.conditions import Part, fails_unseen, parts_told, tier_parts, total
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.words import ActionWord, PositionWord, PushWord
from combatcli.rulesets.metrics import chance_of_event
from combatcli.rulesets.steps import DisplayOnly, Step, chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.sources import Source
    from combatcli.events import Event
    from combatcli.rulesets.beacon.action_roll import Rolled
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.metrics import Metric

    Contested = tuple[tuple[tuple[bool, int], ...], DisplayOnly[tuple[list[Rolled | None], Rolled]]]
    """Whether each watcher reaches the one they watch for, and in how many critical steps; and what all rolled."""

NOTHING = (False, 0)
"""What comes of an action that fails without a roll."""


class TestRequest(Request, frozen=True):
    """Who tests which action: against a position and Tier, or somebody's action; toward a goal."""

    __test__ = False

    who: list[CombatantId]
    trait: ActionWord
    position: PositionWord | None = None
    tier: int = 0
    against: str | None = None
    not_watching: bool = False
    goal: str | None = None
    path: str | None = None
    push: list[PushWord] = []
    aid: CombatantId | None = None
    reroll: bool = False
    sight: bool = False
    sight_only: bool = False
    hearing: bool = False
    hearing_only: bool = False


def test(context: CombatContext[Fight], request: TestRequest) -> Step[Fight] | None:
    """Test an action, for each in turn."""
    state.attribute_of(request.trait)
    check_push(request.push, "tier")
    check_reroll(request, "test A ACTION")
    if request.against is not None and (request.position is not None or request.tier):
        raise UsageError("--against rolls in place of a --position and its --tier", "Give the one or the other.")
    for who in request.who:
        _check(context, who, request)
    if request.against is not None:
        return opposed(context, request)
    needed = target(request)
    return chain(context, list(dict.fromkeys(request.who)), partial(_one, request=request, needed=needed))


def _check(context: CombatContext[Fight], who: str, request: TestRequest) -> None:
    ROSTER.require_able(context.fight, who)
    if request.goal is not None and request.goal not in context.fight.goals:
        raise RefusedError(f'there is no goal "{request.goal}" (E50)', nearest(request.goal, context.fight.goals))
    if "tier" in request.push:
        pay(context, who, "+1 tier")
    use_failures(context, who, request, {f"test {request.trait}": f"test of {who}'s {request.trait}"})
    if request.aid is not None:
        take_aid(context, who, request.aid)


def target(request: TestRequest) -> list[Part]:
    """Return what a test needs, in parts: by its position, plus the opposing Tier (E3)."""
    position = known_position(request.position)
    return [Part(position, POSITIONS[position]), Part("tier", request.tier)]


def tier_of(fight: Fight, who: str, request: TestRequest) -> list[Part]:
    """Return the Tier of a test, in parts."""
    present = state.present(fight, who)
    combatant = fight.combatants[who]
    return [
        Part("tier", combatant.tier),
        *([Part("pushed", 1)] if "tier" in request.push else []),
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
    tier = tier_of(context.fight, who, request)

    def apply(context: CombatContext[Fight], rolled: Rolled | None) -> None:
        success = rolled is not None and rolled.total >= most
        steps = rolled.steps(most) if rolled is not None and success else 0
        context.emit(
            "test",
            who=who,
            against=None,
            trait=request.trait,
            faces=list(rolled.shown.value) if rolled is not None else [],
            total=rolled.total if rolled is not None else 0,
            needed=most,
            needs=parts_told(needed),
            tier=parts_told(tier),
            success=success,
            steps=steps,
            botch=rolled is not None and rolled.botched(most),
        )
        if not success and rolled is not None and not request.reroll:
            context.update_combatant(who, failed=[f"test {request.trait}"])
        if request.goal is not None:
            toward_goal(context, request.goal, 1 + steps if success else 0, request.path or "")

    if fails_unseen(context, who, request):
        apply(context, None)
        return None
    wanted = action_roll(context.fight, who, request.trait, tier, thresholds(most))
    return Step(
        lambda source: roll_action(source, wanted), apply, key=("test", who, wanted, most), purpose=f"{who}'s test"
    )


def toward_goal(context: CombatContext[Fight], name: str, counts: int, path: str) -> None:
    """Count a success and its critical steps toward a goal; a failure may open another path (E50)."""
    goal = context.fight.goals[name]
    if goal.rounds_left == 0:
        context.warn(f"time was out for {name} already (E50)")
    done = goal.done + counts
    after = replace(goal, done=done, path=path if not counts and path else goal.path)
    context.update_fight(goals={**context.fight.goals, name: after})
    context.emit(
        "goal",
        name=name,
        needed=goal.needed,
        done=done,
        rounds_left=goal.rounds_left,
        reached=done >= goal.needed,
        over=False,
        path=after.path,
    )


def opposed(context: CombatContext[Fight], request: TestRequest) -> Step[Fight]:
    """Let watchers roll, then the one they watch for: one roll each; who of them falls short is surprised (E10)."""
    other, _, action = (request.against or "").rpartition(":")
    if not other:
        other, action = action, ""
    other, action = id_of(context.fight, other), action.casefold() or request.trait
    ROSTER.require_able(context.fight, other)
    watchers = list(dict.fromkeys(request.who))
    if other in watchers:
        raise RefusedError(f"{other} cannot be tested against themselves (E10)")
    tiers = {who: tier_of(context.fight, who, request) for who in watchers}
    unseen = [who for who in watchers if fails_unseen(context, who, request)]
    alone = replace(request, push=[], aid=None, not_watching=False)
    theirs = tier_of(context.fight, other, alone)
    rolls = [
        action_roll(context.fight, who, request.trait, tiers[who]) if who not in unseen else None for who in watchers
    ]
    against = action_roll(context.fight, other, action, theirs)
    above = tuple(range(0, STEP * MOST_STEPS + 1, STEP)) if request.goal is not None else (0,)

    def roll(source: Source) -> Contested:
        found, hidden = roll_opposed(source, [each for each in rolls if each is not None], against, above)
        rolling = iter(found)
        seen = [next(rolling) if each is not None else None for each in rolls]
        reached = [(rolled.total >= hidden.total, rolled.steps(hidden.total)) if rolled else NOTHING for rolled in seen]
        return tuple(reached), DisplayOnly((seen, hidden))

    def apply(context: CombatContext[Fight], outcome: Contested) -> None:
        reached, shown = outcome
        seen, hidden = shown.value
        for who, rolled, (success, steps) in zip(watchers, seen, reached, strict=True):
            context.emit(
                "contest",
                who=who,
                against=other,
                trait=request.trait,
                against_trait=action,
                faces=[*(rolled.shown.value if rolled is not None else ()), *hidden.shown.value],
                total=rolled.total if rolled is not None else 0,
                needed=hidden.total,
                tier=parts_told(tiers[who]),
                against_tier=parts_told(theirs),
                success=success,
            )
            if request.goal is not None:
                toward_goal(context, request.goal, 1 + steps if success else 0, request.path or "")
            if (request.trait, action) == ("survey", "prowl") and not success:
                if context.fight.round > 1:
                    context.warn_or_refuse("only the first round knows surprise (E10)")
                afflict.gain(context, who, "surprised", source=other)

    return Step(roll, apply, key=("opposed", tuple(rolls), against), purpose=f"{', '.join(watchers)} against {other}")


def odds(_: Fight, request: TestRequest) -> list[OddsQuery[Fight]]:
    """Look at each by themselves: success, a botch and critical steps."""
    kind = "contest" if request.against is not None else "test"
    return [
        OddsQuery(partial(test, request=replace(request, who=[who])), _of_one(who, kind))
        for who in dict.fromkeys(request.who)
    ]


def _of_one(who: str, kind: str) -> list[Metric]:
    def asks(of: str, holds: Callable[[Event], bool]) -> Metric:
        def read(event: Event) -> bool | None:
            return holds(event) if event["who"] == who else None

        return chance_of_event(of, {"who": who}, kind, read)

    found = [asks("success", lambda event: bool(event["success"]))]
    if kind == "test":
        found += [
            asks("botch", lambda event: bool(event["botch"])),
            asks("1 critical step or more", lambda event: int(event["steps"]) >= 1),
        ]
    return found


ACTION = Action(TestRequest, test, odds)
