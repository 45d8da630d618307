"""`test` (E1–E3, E10, E50) and `dashtest` (E16): actions against a position or another's action; surprise; goals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, id_or_word
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.records import Record
from combatcli.rulesets.actions import Action, AnyAction, OddsQuery, action
from combatcli.rulesets.asked import flag, number, text
from combatcli.rulesets.beacon import budget, conditions, events, rolls, state
from combatcli.rulesets.beacon.schema import Context, Fight
from combatcli.rulesets.beacon.turn_events import Goal
from combatcli.rulesets.metrics import chance_of_event, chance_of_success
from combatcli.rulesets.shared import dash
from combatcli.rulesets.tasks import do, roll

OPENED = "opened "
"""How a path opened by a failure is noted."""


class TestRequest(budget.ActionRequest, frozen=True):
    """A test of an action, against a position or another's action, perhaps toward a goal."""

    who: list[CombatantId]
    trait: budget.ActionWord
    against: str | None = None
    tier: Annotated[int, number("the opposing Tier")] = 0
    not_watching: Annotated[bool, flag("the watcher is not paying attention: -1 Tier")] = False
    goal: Annotated[str | None, text("NAME", "work toward this goal of a skill encounter")] = None
    path: Annotated[str | None, text("TEXT", "the other path that a failure opens")] = None


def test(context: Context, request: TestRequest) -> None:
    """Test an action for each combatant in turn; a reroll keeps the path that the failure opened (E14, E50)."""
    state.attribute_of_action(request.trait)
    budget.check_push(request.pushes, "tier")
    if request.path is not None and request.goal is None:
        raise UsageError("--path needs a goal", "Add --goal NAME.")
    if request.against is not None and (request.position is not None or request.tier):
        raise UsageError("--against excludes --position and --tier", "Give the one or the other.")
    _check_goal(context, request.goal)
    asked = {}
    for who in dict.fromkeys(request.who):
        failed = state.ROSTER.require_able(context.fight, who).failed
        again = {f"test {request.trait}": f"test of {context.fight.subject(who):'s} {request.trait}"}
        paid = budget.pay_for_roll(context, who, request, again)
        opened = [mark.removeprefix(OPENED) for mark in failed if request.reroll and mark.startswith(OPENED)]
        asked[who] = replace(paid, path=request.path or next(iter(opened), None))
    if request.against is not None:
        test_against_watchers(context, request, asked)
    else:
        do(context, *[(test_against_position, who, own) for who, own in asked.items()])


def _check_goal(context: Context, name: str | None) -> None:
    """Refuse an unknown goal; a reached or expired one is irregular (E50)."""
    if name is None:
        return
    goal = context.fight.goals.get(name)
    if goal is None:
        raise RefusedError(f'there is no goal "{name}" (E50)', nearest(name, context.fight.goals))
    if goal.done >= goal.needed:
        context.warn_or_refuse(f"{name} is reached already (E50)")
    elif goal.rounds_left == 0:
        context.warn_or_refuse(f"there was no time left for {name} (E50)")


class Side(Record):
    """One side of a test: combatant, action, Tier and dice."""

    who: str
    action: str
    tier: list[events.Part]
    dice: rolls.Pools

    @property
    def keys(self) -> dict[str, Any]:
        """The keys that it has in an event."""
        return {"trait": self.action, "tier": self.tier, "pool": list(map(str, self.dice))}


def _side(fight: Fight, who: str, action: str, *more: events.Part, asked: budget.ActionRequest) -> Side:
    """Return the side of a combatant with all that changes its Tier."""
    combatant, tier = fight.combatants[who], budget.tier_in_parts(fight, who, *more, asked=asked)
    sides = state.die_sides(combatant, state.attribute_of_action(action))
    return Side(who, action, tier, rolls.dice_pools(conditions.sum_of(tier), combatant.actions.get(action, 0), sides))


def _side_of_request(fight: Fight, who: str, request: TestRequest) -> Side:
    watches = events.Part("not watching", -int(request.not_watching))
    return _side(fight, who, request.trait, *budget.tier_bonuses(request), watches, asked=request)


def number_at_position(word: str | None) -> events.Part:
    """Return the number that a position, by default risky, needs (E3)."""
    position = rolls.position_or_risky(word)
    return events.Part(position, rolls.POSITIONS[position])


def roll_test(
    context: Context,
    side: Side,
    needs: Sequence[events.Part],
    what: str,
    *,
    steps: int | None = None,
    fails: bool = False,
    **more: Any,
) -> rolls.RolledAction:
    """Roll a side's dice against a target number in parts, and emit it (E2); no dice if it ``fails`` anyway.

    Odds tell up to ``steps`` critical steps apart; with None there are neither steps nor a botch. ``more`` are keys of
    the event.
    """
    needed = conditions.sum_of(needs)
    rolled = rolls.RolledAction(min(0, needed - 1))
    if not fails:
        thrown = rolls.ActionThrow(side.dice, rolls.critical_totals(needed, steps=steps or 0))
        rolled = roll(context, f"{context.fight.subject(side.who):'s} {what}", rolls.roll_throw, thrown)
    graded = {"steps": rolled.critical_steps(needed), "botch": rolled.botched(needed)} if steps is not None else {}
    test = events.Test(
        who=side.who,
        faces=list(rolled.shown.value),
        total=rolled.total,
        needed=needed,
        needs=conditions.nonzero_parts(needs),
        success=rolled.total >= needed,
        **{"against": None, **side.keys, **({"pool": []} if fails else {}), **graded, **more},
    )
    context.emit(test)
    return rolled


def test_against_position(context: Context, who: str, request: TestRequest) -> None:
    """Roll the test of an action against the number that its position sets (E2, E3)."""
    needs = [number_at_position(request.position), events.Part("tier", request.tier)]
    side, fails = _side_of_request(context.fight, who, request), budget.fails_for_lost_sense(context, who, request)
    rolled = roll_test(context, side, needs, "test", steps=rolls.MOST_STEPS, fails=fails, reroll=request.reroll)
    success = rolled.total >= conditions.sum_of(needs)
    if not (success or fails or request.reroll):
        opened = [f"{OPENED}{request.path}"] if request.path else []
        budget.remember_failure(context, who, request, f"test {request.trait}", *opened)
    if request.goal is not None:
        counts = 1 + rolled.critical_steps(conditions.sum_of(needs)) if success else 0
        _count_toward_goal(context, request.goal, counts, request)


def _count_toward_goal(context: Context, name: str, counts: int, request: TestRequest) -> None:
    """Add ``counts`` to what is done of a goal, or after a failure (0) note the other path that was named (E50).

    A reroll that succeeds closes that path again (E14).
    """
    goal = context.fight.goals[name]
    done = max(goal.done, min(goal.needed, goal.done + counts))
    path = goal.path if counts else request.path or goal.path
    if counts and request.reroll and request.path == goal.path:
        path = ""
    after = replace(goal, done=done, path=path)
    context.update_fight(goals={**context.fight.goals, name: after})
    context.emit(Goal.progress_of(name, after, over=False, path=path, reroll=request.reroll))


def test_against_watchers(context: Context, request: TestRequest, asked: Mapping[str, TestRequest]) -> None:
    """Roll for each watcher, then once for the one watched; watchers below that roll are surprised (E10).

    The watched one is WHO:ACTION, or WHO for the watchers' own action.
    """
    word, _, action = (request.against or "").rpartition(":")
    if not word:
        word, action = action, ""
    other, action = id_or_word(context.fight, word), action.casefold() or request.trait
    for who in asked:
        state.ROSTER.refuse_oneself(who, other, "be tested against", "E10")
    sides = [_side_of_request(context.fight, who, own) for who, own in asked.items()]
    seeing = [side for side in sides if not budget.fails_for_lost_sense(context, side.who, request)]
    opponent = _opposing_side(context, other, action, request)
    margins = tuple(range(0, rolls.STEP * rolls.MOST_STEPS + 1, rolls.STEP)) if request.goal is not None else (0,)
    thrown = rolls.OpposedThrow(tuple([side.dice for side in seeing]), opponent.dice, margins)
    seen, hidden = roll(context, f"{', '.join(asked)} against {other}", rolls.roll_throw, thrown)
    seen_by = {side.who: rolled for side, rolled in zip(seeing, seen, strict=True)}
    for side in sides:
        rolled = seen_by.get(side.who, rolls.RolledAction(0))
        success = side.who in seen_by and rolled.total >= hidden.total
        _tell_contest(context, side, opponent, rolled, hidden, success=success)
        if request.goal is not None:
            counts = 1 + rolled.critical_steps(hidden.total) if success else 0
            _count_toward_goal(context, request.goal, counts, request)
        if (request.trait, action) == ("survey", "prowl") and not success:
            conditions.check_time_of_surprise(context, "surprised")
            conditions.gain(context, side.who, replace(conditions.read("surprised"), source=other))


def _opposing_side(context: Context, who: str, action: str, asked: budget.ActionRequest = budget.PLAIN) -> Side:
    """Return the side of somebody who rolls against another, with the aid that was declared (E14)."""
    state.ROSTER.require_able(context.fight, who)
    return _side(context.fight, who, action, budget.declared_aid(context, who), asked=asked)


def _tell_contest(
    context: Context, one: Side, other: Side, rolled: rolls.RolledAction, opposing: rolls.RolledAction, **outcome: Any
) -> None:
    contest = events.Contest(
        who=one.who,
        against=other.who,
        faces=[*rolled.shown.value, *opposing.shown.value],
        total=rolled.total,
        needed=opposing.total,
        against_faces=list(opposing.shown.value),
        **one.keys,
        **{f"against_{key}": value for key, value in other.keys.items()},
        **outcome,
    )
    context.emit(contest)


def odds_queries(_: Fight, request: TestRequest) -> Iterator[OddsQuery[Fight]]:
    """Query each combatant by itself: success, a botch and critical steps."""
    for who in dict.fromkeys(request.who):
        about = {"who": who}
        metrics = [chance_of_success(about, events.Test if request.against is None else events.Contest)]
        if request.against is None:
            metrics.append(chance_of_event("botch", about, events.Test, lambda event: event.botch is True))
            of = "1 critical step or more"
            metrics.append(chance_of_event(of, about, events.Test, lambda event: bool(event.steps)))
        yield OddsQuery((test, replace(request, who=[who])), metrics)


def dashtest(context: Context, request: dash.DashRequest) -> None:
    """Find out which of two comes first, by Traverse unless told otherwise; equal is the same time (E16)."""
    who, other = request.who, request.other
    state.ROSTER.refuse_oneself(who, other, "race", "E16")
    trait = request.trait or "traverse"
    own, opponent = _opposing_side(context, who, trait), _opposing_side(context, other, request.against or trait)
    thrown = rolls.OpposedThrow((own.dice,), opponent.dice, (0, 1))
    (rolled,), opposing = roll(context, f"the dash of {who} and {other}", rolls.roll_throw, thrown)
    lead = rolled.total - opposing.total
    first, success = who if lead > 0 else other if lead < 0 else None, lead > 0 if lead else None
    _tell_contest(context, own, opponent, rolled, opposing, success=success, first=first, dash=True)


ACTIONS: dict[str, AnyAction] = {
    "test": Action(TestRequest, test, odds_queries, words="TRAIT is an action; --against takes WHO:ACTION"),
    "dashtest": action(dash.dash_request(tuple(state.ATTRIBUTE_OF)), dashtest, dash.dash_metrics),
}
