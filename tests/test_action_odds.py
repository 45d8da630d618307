"""One way through a game's tasks, or every way: what becomes of rules that a test has made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.encounter.schema import Encounter, Hit
from combatcli.errors import RefusedError
from combatcli.events import GroupLoss
from combatcli.rulesets.action_odds import odds_of
from combatcli.rulesets.actions import Action, OddsQuery, Request, action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, sum_of_events, value_at_end
from combatcli.rulesets.tasks import DisplayOnly, Task, do, play, roll, run_to_first_roll
from support import play_with

GAME = Game("toy", encounter=Encounter, phases=["only"], house={})
FIGHT = Encounter(ruleset="toy")
Table = tuple[tuple[tuple[int, bool], ...], ...]
"""For each state, and each face of its die: how many states further it leads, and whether something happens."""
FACES = st.lists(st.tuples(st.integers(1, 3), st.booleans()), min_size=1, max_size=4).map(tuple)
TABLES = st.lists(FACES, min_size=1, max_size=5).map(tuple)


def told(*asked: Task | Metric) -> list[dict[str, Any]]:
    """Return the odds of a task: it comes first, and what is measured after it."""
    task: Any = asked[0]
    questions: Any = asked[1:]
    doing: Action[Any, Any] = Action(Request, nothing, lambda *_: [OddsQuery(task, questions)])
    return [event.as_table() for event in odds_of(GAME, doing, FIGHT, Request())[0]]


def nothing(context: CombatContext[Any], *_: object) -> None:
    """Do nothing."""


def die_of(source: Source, row: tuple[tuple[int, bool], ...]) -> tuple[tuple[int, bool], DisplayOnly[int]]:
    face = source.die(len(row))
    return row[face - 1], DisplayOnly(face)


def walk(context: CombatContext[Any], table: Table, state: int = 0) -> None:
    """Go through states, each die of which decides how far it goes on."""
    if state < len(table):
        (further, happened), _ = roll(context, "the way", die_of, table[state])
        context.emit(GroupLoss(who="ann", left=int(happened)))
        context.update_fight(round=context.fight.round + 1)
        do(context, (walk, table, state + further))


def run(context: CombatContext[Any], table: Table) -> None:
    """Go through states in one task, with all its dice in its midst."""
    state = 0
    while state < len(table):
        (further, happened), _ = roll(context, "the way", die_of, table[state])
        context.emit(GroupLoss(who="ann", left=int(happened)))
        context.update_fight(round=context.fight.round + 1)
        state += further


WAYS: list[Callable[..., None]] = [walk, run]


def every_way(table: Table, state: int = 0) -> dict[tuple[bool, int, int], Fraction]:
    """Count whether anything happened, how often, and in how many steps: the oracle."""
    if state >= len(table):
        return {(False, 0, 0): Fraction(1)}
    ways: Counter[tuple[bool, int, int]] = Counter()
    for further, happened in table[state]:
        for (any_, often, steps), chance in every_way(table, state + further).items():
            key = (any_ or happened, often + happened, steps + 1)
            ways[key] += chance / len(table[state])  # type: ignore[assignment]
    return dict(ways)  # type: ignore[arg-type]


QUESTIONS = (
    chance_of_event("any", {}, GroupLoss, lambda event: bool(event.left)),
    sum_of_events("often", {}, GroupLoss, lambda event: event.left),
    value_at_end("steps", {}, lambda fight: fight.round - 1),
    chance_at_end("long", {"who": "ann"}, lambda fight: fight.round > 3),
)


@given(TABLES, st.sampled_from(WAYS))
def test_odds_are_those_of_every_way_through_the_tasks(table: Table, way: Callable[..., None]) -> None:
    ways = every_way(table)
    any_, often, steps, long = told((way, table), *QUESTIONS)
    assert Fraction(any_["chance"]) == sum(chance for key, chance in ways.items() if key[0])
    assert (long["who"], Fraction(long["chance"])) == ("ann", sum(each for key, each in ways.items() if key[2] > 2))
    for event, place in ((often, 1), (steps, 2)):
        counted: Counter[str] = Counter()
        for key, chance in ways.items():
            counted[str(key[place])] += chance  # type: ignore[assignment]
        assert {key: Fraction(value) for key, value in event["outcomes"].items()} == counted


@given(TABLES, st.lists(st.integers(1, 4), min_size=5, max_size=5), st.sampled_from(WAYS))
def test_a_play_takes_one_of_the_ways_that_its_odds_count(
    table: Table, faces: list[int], way: Callable[..., None]
) -> None:
    context: CombatContext[Any] = CombatContext(FIGHT)
    try:
        play_with(context, EnteredSource([face for face, _ in zip(faces, table, strict=False)]), (way, table))
    except RefusedError:
        return
    happened = [event.left for event in context.events if isinstance(event, GroupLoss)]
    assert (any(happened), sum(happened), context.fight.round - 1) in every_way(table)


def die(source: Source, sides: int) -> int:
    return source.die(sides)


def again(context: CombatContext[Any]) -> None:
    face = roll(context, "again", die, 6)
    if face <= 2:
        do(context, (again,))
    else:
        context.update_fight(round=face)


def test_a_task_that_leads_back_to_itself_is_rolled_until_it_does_not() -> None:
    # A d6 rolled again on 1 and 2 shows each of the others with 1/4.
    (event,) = told((again,), value_at_end("face", {}, lambda fight: fight.round))
    assert event["outcomes"] == {"3": "1/4", "4": "1/4", "5": "1/4", "6": "1/4"}


def twenty(source: Source) -> tuple[bool, DisplayOnly[int]]:
    face = source.die(20)
    return face == 20, DisplayOnly(face)


def many(context: CombatContext[Any], count: int) -> None:
    best, _ = roll(context, "one of many", twenty)
    context.update_fight(round=min(context.fight.round + best, 3))
    if count > 1:
        do(context, (many, count - 1))


def test_what_is_only_shown_makes_no_difference() -> None:
    (event,) = told((many, 100), chance_at_end("twice", {}, lambda fight: fight.round == 3))
    none, once = Fraction(19, 20) ** 100, 100 * Fraction(1, 20) * Fraction(19, 20) ** 99
    assert Fraction(event["chance"]) == 1 - none - once


def first_two(context: CombatContext[Any], hits: list[Hit]) -> None:
    context.update_fight(round=context.fight.round + roll(context, "first", die, 4))
    do(context, (second, hits))


def second(context: CombatContext[Any], hits: list[Hit]) -> None:
    context.update_fight(round=context.fight.round + roll(context, "second", die, 4) + len(hits))


def test_what_a_task_takes_may_hold_lists_and_is_told_apart_by_its_values() -> None:
    hits = [Hit(attacker="ann", target="bob"), Hit(attacker="ann", target="cyd")]
    one, other, same = [
        run_to_first_roll(CombatContext(FIGHT), (second, each), (first_two, hits)) for each in (hits, hits[:1], [*hits])
    ]
    assert one.key == same.key != other.key
    (event,) = told((first_two, hits), value_at_end("sum", {}, lambda fight: fight.round - 3))
    assert event["outcomes"]["5"] == "1/4"


def test_a_task_begins_anew_with_each_outcome_and_leaves_nothing_of_the_runs_before_it() -> None:
    def twice(context: CombatContext[Any]) -> None:
        context.emit(GroupLoss(who="ann", left=1))
        context.warn("once")
        roll(context, "first", die, 2)
        context.emit(GroupLoss(who="ann", left=1))
        roll(context, "second", die, 2)

    start = run_to_first_roll(CombatContext(FIGHT), (twice,))
    end = start.after(1).after(2)
    assert (start.context.events, start.context.warnings) == ([], [])
    assert (len(end.context.events), end.context.warnings, end.wanted) == (2, ["once"], None)


def test_tasks_are_done_in_order_each_with_all_that_it_puts_on_the_agenda() -> None:
    order: list[str] = []

    def leaf(context: CombatContext[Any], name: str) -> None:
        order.append(name)

    def root(context: CombatContext[Any]) -> None:
        do(context, (leaf, "a"), (branch,))
        do(context, (leaf, "d"))

    def branch(context: CombatContext[Any]) -> None:
        do(context, (leaf, "b"))
        do(context, (leaf, "c"))

    for start in (run_to_first_roll, play):
        order.clear()
        start(CombatContext(FIGHT), (root,), (leaf, "e"))
        assert order == ["a", "b", "c", "d", "e"]


def eight(source: Source) -> int:
    return sum(source.dice(8, 20))


def roll_many(context: CombatContext[Any]) -> None:
    roll(context, "many", eight)


def test_the_dice_of_one_roll_are_refused_where_they_fall_in_too_many_ways() -> None:
    with pytest.raises(RefusedError, match="more than 60,000 outcomes, too many to compute"):
        told((roll_many,), chance_at_end("late", {}, lambda _: True))


def warn(context: CombatContext[Any], number: int) -> None:
    context.warn(f"step {number}")
    face = roll(context, "a coin", die, 2)
    context.warn("in any case")
    if face == 1:
        context.warn("by chance")
    if number == 1:
        do(context, (warn, 2))


def test_what_is_warned_of_whatever_the_dice_show_is_a_warning_of_the_odds() -> None:
    query: OddsQuery[Any] = OddsQuery((warn, 1), [chance_at_end("late", {}, lambda _: True)])
    doing: Action[Any, Any] = Action(Request, nothing, lambda *_: [query])
    assert odds_of(GAME, doing, FIGHT, Request())[1] == ["step 1", "in any case", "step 2"]


def test_without_odds_of_its_own_a_play_that_is_refused_is_refused_all_the_same() -> None:
    def refuse(context: CombatContext[Any], request: Request) -> None:
        raise RefusedError("no such thing")

    for task, message in ((refuse, "no such thing"), (nothing, "rolls no dice")):
        with pytest.raises(RefusedError, match=message):
            odds_of(GAME, action(Request, task), FIGHT, Request())


def scatter(context: CombatContext[Any], number: int) -> None:
    face = roll(context, "scatter", die, 20)
    context.update_fight(house={**context.fight.house, str(number): face})
    if number < 30:
        do(context, (scatter, number + 1))


def test_too_many_joint_outcomes_are_refused_in_a_sentence() -> None:
    with pytest.raises(RefusedError, match="too many joint outcomes to compute") as refused:
        told((scatter, 0), chance_at_end("odd", {}, lambda _: True))
    assert refused.value.hint == "Ask about fewer at once."


def test_what_only_might_be_possible_is_left_out_where_it_is_not() -> None:
    table: Table = (((1, False),),)
    seen = chance_of_event("seen", {}, GroupLoss, lambda event: bool(event.left) or None).changed(possible=True)
    asked = chance_of_event("asked", {}, GroupLoss, lambda event: bool(event.left))
    assert [(event["of"], event["chance"]) for event in told((walk, table), seen, asked)] == [("asked", "0")]


def late(context: CombatContext[Any]) -> None:
    context.update_fight(round=7)


def test_a_play_without_dice_answers_with_certainty_and_without_questions_not_at_all() -> None:
    (event,) = told((late,), chance_at_end("late", {}, lambda fight: fight.round == 7))
    assert event["chance"] == "1"
    with pytest.raises(RefusedError, match="this rolls no dice, so it has no odds"):
        told((late,))


def test_a_thousand_tasks_are_no_depth() -> None:
    context: CombatContext[Any] = CombatContext(FIGHT)
    play_with(context, None, *[(nothing, number) for number in range(5000)])
    assert context.fight is FIGHT
