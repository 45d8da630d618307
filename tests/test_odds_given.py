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
from support import Run

DICE = [(one, other) for one in range(1, 7) for other in range(1, 7)]


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


def test_a_picture_of_several_says_what_is_given(run: Run, tmp_path: Path) -> None:
    svg = tmp_path / "odds.svg"
    assert run("odds", "a=1d4; a", "a=1d6; a", "--given", "a>=4", "--svg", svg).code == 0
    assert ">a=1d6; a given a&gt;=4</text>" in svg.read_text(encoding="utf-8")


def test_a_refusal_as_json_has_its_column_in_what_was_given(run: Run) -> None:
    done = run("odds", "a=1d6; a", "--given", "a+%", "--json")
    assert json.loads(done.out or done.err)["error"]["column"] == 3
