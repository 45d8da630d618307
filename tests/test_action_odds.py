"""One way through a game's steps, or every way: what the runner makes of steps that a test has made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any
from unittest.mock import MagicMock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.rolling.sources import EnteredSource
from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError
from combatcli.events import Loss
from combatcli.rulesets.action_odds import odds_of
from combatcli.rulesets.actions import Action, OddsQuery, Request
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, sum_of_events, value_at_end
from combatcli.rulesets.steps import DisplayOnly, Step, chain, run_steps

Begin = Callable[[CombatContext[Any]], Step[Any] | None]


GAME = Game("toy", encounter=Encounter, phases=["only"], switches={})
FIGHT = Encounter(ruleset="toy")
Table = list[list[tuple[int, bool]]]
"""For each state, and each face of its die: how many states further it leads, and whether something happens."""
TABLES = st.lists(st.lists(st.tuples(st.integers(1, 3), st.booleans()), min_size=1, max_size=4), min_size=1, max_size=5)


def told(begin: Begin, *questions: Metric) -> list[dict[str, Any]]:
    action = Action(Request, lambda context, _: begin(context), lambda *_: [OddsQuery(begin, questions)])
    return [event.as_table() for event in odds_of(GAME, action, FIGHT, Request())[0]]


def walk(table: Table, state: int = 0) -> Step[Any] | None:
    """Return the steps of a walk through states, each die of which decides how far it goes on."""
    if state >= len(table):
        return None

    def apply(context: CombatContext[Any], outcome: tuple[tuple[int, bool], DisplayOnly[int]]) -> Step[Any] | None:
        further, happened = outcome[0]
        context.emit(Loss(who="ann", left=int(happened)))
        context.update_fight(round=context.fight.round + 1)
        return walk(table, state + further)

    def roll(source: Any) -> tuple[tuple[int, bool], DisplayOnly[int]]:
        face = source.die(len(table[state]))
        return table[state][face - 1], DisplayOnly(face)

    return Step(roll, apply, key=state)


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
    chance_of_event("any", {}, Loss, lambda event: bool(event.left)),
    sum_of_events("often", {}, Loss, lambda event: event.left),
    value_at_end("steps", {}, lambda fight: fight.round - 1),
    chance_at_end("long", {"who": "ann"}, lambda fight: fight.round > 3),
)


@given(TABLES)
def test_odds_are_those_of_every_way_through_the_steps(table: Table) -> None:
    ways = every_way(table)
    any_, often, steps, long = told(lambda _: walk(table), *QUESTIONS)
    assert Fraction(any_["chance"]) == sum(chance for key, chance in ways.items() if key[0])
    assert (long["who"], Fraction(long["chance"])) == ("ann", sum(each for key, each in ways.items() if key[2] > 2))
    for event, place in ((often, 1), (steps, 2)):
        counted: Counter[str] = Counter()
        for key, chance in ways.items():
            counted[str(key[place])] += chance  # type: ignore[assignment]
        assert {key: Fraction(value) for key, value in event["outcomes"].items()} == counted


@given(TABLES, st.lists(st.integers(1, 4), min_size=5, max_size=5))
def test_a_play_takes_one_of_the_ways_that_its_odds_count(table: Table, faces: list[int]) -> None:
    source = EnteredSource([face for face, _ in zip(faces, table, strict=False)])
    context: CombatContext[Any] = CombatContext(FIGHT)
    try:
        run_steps(context, walk(table), source)
    except RefusedError:
        return
    happened = [event.left for event in context.events if isinstance(event, Loss)]
    assert (any(happened), sum(happened), context.fight.round - 1) in every_way(table)


def test_a_step_that_leads_back_to_itself_is_rolled_until_it_does_not() -> None:
    # A d6 rolled again on 1 and 2 shows each of the others with 1/4.

    def again(face: int) -> Step[Any] | None:
        return step() if face <= 2 else None

    def step() -> Step[Any]:
        def apply(context: CombatContext[Any], face: int) -> Step[Any] | None:
            context.update_fight(round=face if face > 2 else 1)
            return again(face)

        return Step(lambda source: source.die(6), apply, key="again")

    (event,) = told(lambda _: step(), value_at_end("face", {}, lambda fight: fight.round))
    assert event["outcomes"] == {"3": "1/4", "4": "1/4", "5": "1/4", "6": "1/4"}


def test_what_is_only_shown_makes_no_difference() -> None:
    def begin(context: CombatContext[Any], number: int) -> Step[Any]:
        def apply(context: CombatContext[Any], outcome: tuple[bool, DisplayOnly[int]]) -> None:
            context.update_fight(round=min(context.fight.round + outcome[0], 3))

        def roll(source: Any) -> tuple[bool, DisplayOnly[int]]:
            face = source.die(20)
            return face == 20, DisplayOnly(face)

        return Step(roll, apply, key="one")

    many = list(range(100))
    (event,) = told(
        lambda context: chain(context, many, begin), chance_at_end("twice", {}, lambda fight: fight.round == 3)
    )
    none, once = Fraction(19, 20) ** 100, 100 * Fraction(1, 20) * Fraction(19, 20) ** 99
    assert Fraction(event["chance"]) == 1 - none - once


def test_the_dice_of_one_step_are_refused_where_they_fall_in_too_many_ways() -> None:
    def begin(_: CombatContext[Any]) -> Step[Any]:
        return Step(lambda source: sum(source.dice(8, 20)), lambda *_: None, key="many")

    with pytest.raises(RefusedError, match="more than 60,000 outcomes, too many to compute"):
        told(begin, chance_at_end("late", {}, lambda _: True))


def test_what_is_warned_of_whatever_the_dice_show_is_a_warning_of_the_odds() -> None:
    def begin(context: CombatContext[Any], number: int) -> Step[Any]:
        context.warn(f"step {number}")

        def apply(context: CombatContext[Any], face: int) -> None:
            context.warn("in any case")
            if face == 1:
                context.warn("by chance")

        return Step(lambda source: source.die(2), apply, key=number)

    query: OddsQuery[Any] = OddsQuery(
        lambda context: chain(context, [1, 2], begin), [chance_at_end("late", {}, lambda _: True)]
    )
    action = Action(Request, lambda *_: None, lambda *_: [query])
    assert odds_of(GAME, action, FIGHT, Request())[1] == ["step 1", "in any case", "step 2"]


def test_without_odds_of_its_own_a_play_that_is_refused_is_refused_all_the_same() -> None:
    def refuse(context: CombatContext[Any], request: Request) -> None:
        raise RefusedError("no such thing")

    for prepare, message in ((refuse, "no such thing"), (lambda *_: None, "rolls no dice")):
        with pytest.raises(RefusedError, match=message):
            odds_of(GAME, Action(Request, prepare), FIGHT, Request())


def test_too_many_joint_outcomes_are_refused_in_a_sentence() -> None:
    def begin(context: CombatContext[Any], number: int) -> Step[Any]:
        def apply(context: CombatContext[Any], face: int) -> None:
            context.update_fight(house={**context.fight.house, str(number): face})

        return Step(lambda source: source.die(20), apply, key=number)

    with pytest.raises(RefusedError, match="too many joint outcomes to compute") as refused:
        told(lambda context: chain(context, list(range(30)), begin), chance_at_end("odd", {}, lambda _: True))
    assert refused.value.hint == "Ask about fewer at once."


def test_what_only_might_be_possible_is_left_out_where_it_is_not() -> None:
    table: Table = [[(1, False)]]
    seen = chance_of_event("seen", {}, Loss, lambda event: bool(event.left) or None, possible=True)
    asked = chance_of_event("asked", {}, Loss, lambda event: bool(event.left))
    assert [(event["of"], event["chance"]) for event in told(lambda _: walk(table), seen, asked)] == [("asked", "0")]


def test_a_play_without_dice_answers_with_certainty_and_without_questions_not_at_all() -> None:
    def nothing(context: CombatContext[Any]) -> None:
        context.update_fight(round=7)

    (event,) = told(nothing, chance_at_end("late", {}, lambda fight: fight.round == 7))
    assert event["chance"] == "1"
    with pytest.raises(RefusedError, match="this rolls no dice, so it has no odds"):
        told(nothing)


@given(st.lists(st.booleans(), max_size=6))
def test_items_begin_in_turn_whether_they_roll_or_not(rolls: Sequence[bool]) -> None:
    order: list[int] = []

    def begin(context: CombatContext[Any], item: tuple[int, bool]) -> Step[Any] | None:
        number, rolling = item
        if not rolling:
            order.append(number)
            return None
        return Step(lambda source: source.die(6), lambda *_: order.append(number), key=number)

    context: CombatContext[Any] = CombatContext(FIGHT)
    first = chain(context, list(enumerate(rolls)), begin, lambda _: order.append(99))
    run_steps(context, first, EnteredSource([1] * sum(rolls)))
    assert order == [*range(len(rolls)), 99]


def test_a_thousand_items_without_dice_are_no_depth() -> None:
    context: CombatContext[Any] = CombatContext(FIGHT)
    assert chain(context, list(range(5000)), lambda *_: None) is None


@pytest.mark.parametrize("game", ["realm.attack_roll", "blade.difficulty"])
def test_a_new_part_of_an_attack_tells_its_odds_apart(game: str) -> None:
    roll: Any = import_module(f"combatcli.rulesets.{game}").AttackRoll
    wider: Any = type("Wider", (roll,), {"__annotations__": {"newcomer": "int"}})
    parts = {name: {} if "dict" in kind else MagicMock() for name, kind in roll.__annotations__.items()}
    parts |= {name: 0 for name, kind in roll.__annotations__.items() if kind == "int"}
    assert wider(**parts, newcomer=1).key != wider(**parts, newcomer=2).key
    assert wider(**parts, newcomer=1).key == wider(**parts, newcomer=1).key
