"""`odds --given`: chances among the rolls in which something holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import hypothesis
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.given import given as among
from combatcli.dice.notation import parse
from support import Run, refused

DICE = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def test_a_sum_given_one_of_its_dice(run: Run) -> None:
    words = ("odds", "a=1d6; b=1d6; a+b", "--given", "a=6")
    table = run(*words, "--json").event("distribution")
    assert table["outcomes"] == {str(total): "1/6" for total in range(7, 13)}
    assert table["given"] == "a=6"
    assert run(*words, "--at-least", "11").out == "Chance of at least 11 given a=6: 1/3 = 33.33 %.\n"
    assert run(*words, "--at-least", "11", "--plain").out == f"{1 / 3!r}\n"
    assert run(*words, "--mean").out == "9.5\n"
    assert run(*words, "--bands", "low,8:high").out.splitlines() == [
        "Chance of low given a=6: 1/6 = 16.67 %.",
        "Chance of high given a=6: 5/6 = 83.33 %.",
    ]
    assert run(*words, "--quantiles", "50").out == "a=1d6; b=1d6; a+b given a=6: 9 at 50 %\n"
    assert run(*words).out.startswith("a=1d6; b=1d6; a+b given a=6\n")
    assert run(*words, "--csv").out.startswith("outcome,chance,percent\n7,1/6,")


@pytest.mark.parametrize(
    ("expression", "given", "total", "holds"),
    [
        ("a=1d6; b=1d6; a+b", "a>b", sum, lambda dice: dice[0] > dice[1]),
        ("p={2d6}; p", "(p=6)>=1", sum, lambda dice: 6 in dice),
        ("p={2d6}; p kh1", "(p)>=9", max, lambda dice: sum(dice) >= 9),
        ("p={2d6}; p kh1", "q=p kl1; q>=3", max, lambda dice: min(dice) >= 3),
        ("a=2d6; a # fire", "(a)>=4 and not (a)=7 # hurt", sum, lambda dice: sum(dice) >= 4 and sum(dice) != 7),
        ("a=2d6; a-12", "a-7", lambda dice: sum(dice) - 12, lambda dice: sum(dice) != 7),
    ],
)
def test_chances_are_those_among_the_pairs_in_which_it_holds(
    run: Run,
    expression: str,
    given: str,
    total: Callable[[tuple[int, int]], int],
    holds: Callable[[tuple[int, int]], bool],
) -> None:
    totals = [total(dice) for dice in DICE if holds(dice)]
    found = run("odds", expression, "--given", given, "--json").event("distribution")["outcomes"]
    assert {int(each): Fraction(chance) for each, chance in found.items()} == {
        each: Fraction(totals.count(each), len(totals)) for each in totals
    }


@settings(max_examples=40, deadline=None)
@hypothesis.given(count=st.integers(2, 4), sides=st.integers(2, 5), number=st.integers(1, 5), low=st.integers(1, 12))
def test_a_pool_given_what_its_dice_show_is_that_of_every_throw(count: int, sides: int, number: int, low: int) -> None:
    throws = list(product(range(1, sides + 1), repeat=count))
    totals = [max(dice) for dice in throws if number in dice and sum(dice) >= low]
    given = f"(p)>={low} and (p={number})>=1"
    if not totals:
        return
    found = odds(among(parse(f"p={{{count}d{sides}}}; p kh1"), given))
    assert {total: found.fraction(total) for total in found} == {
        total: Fraction(totals.count(total), len(totals)) for total in totals
    }


def test_dice_that_explode_are_exact_at_every_threshold(run: Run) -> None:
    # 6 and 7 or more, which is a six thrown on.
    words = ("odds", "a=1d6; b=1d6!; a+b", "--given", "a=6", "--at-least")
    assert run(*words, "13").out == "Chance of at least 13 given a=6: 1/6 = 16.67 %.\n"
    assert run(*words, "19").out == "Chance of at least 19 given a=6: 1/36 = 2.778 %.\n"
    refused(run("odds", "a=1d6!; a", "--given", "a>=7"), 2, "explode without limit")
    refused(run("odds", "a=1d6; a-1d6!", "--given", "a=6"), 2)


def test_several_are_given_the_same(run: Run) -> None:
    events = run("odds", "a=1d4; a", "a=1d6; a", "--given", "a>=4", "--json").events
    assert [event["outcomes"] for event in events] == [{"4": "1"}, {"4": "1/3", "5": "1/3", "6": "1/3"}]


def test_a_picture_of_several_says_what_is_given(run: Run, tmp_path: Path) -> None:
    svg = tmp_path / "odds.svg"
    assert run("odds", "a=1d4; a", "a=1d6; a", "--given", "a>=4", "--svg", svg).code == 0
    assert ">a=1d6; a given a&gt;=4</text>" in svg.read_text(encoding="utf-8")


def test_what_is_given_goes_on_against_another_roll(run: Run) -> None:
    # 4, 5 or 6 against 1d4: above in 3 + 4 + 4 of 12.
    out = run("odds", "a=1d6; a", "--given", "a>=4", "--against", "1d4").out.splitlines()
    assert out[0] == "Chance to win given a>=4 against 1d4: 11/12 = 91.67 %."


@pytest.mark.parametrize(
    ("expression", "given", "parts"),
    [
        ("a=1d6; a", "a=7", ["a=7 never holds"]),
        ("3d6", "(3d6)>=10", ["no name", "a = 3d6; a"]),
        ("a=3d6; a", "(3d6)>=10", ["no name", "'a=3d6; a'"]),
        ("a=1d6; a", "b=6", ["--given", "b is not a name", "It may use a."]),
        ("a=1d6; a", "a>=", ["--given", "  a>="]),
        ("2xa=1d6; a", "a=6", ["repeated 2 times"]),
        ("a=1d6; a", "2xa", ["--given", "  2xa"]),
    ],
)
def test_what_cannot_be_given_is_refused(run: Run, expression: str, given: str, parts: list[str]) -> None:
    refused(run("odds", expression, "--given", given), 2, *parts)


def test_a_refusal_as_json_has_its_column_in_what_was_given(run: Run) -> None:
    done = run("odds", "a=1d6; a", "--given", "a+%", "--json")
    assert json.loads(done.out or done.err)["error"]["column"] == 3
