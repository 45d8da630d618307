"""Pools with names, against every throw of their dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Run

    Throw = tuple[int, ...]


def _every(count: int, sides: int, value: Callable[[Throw], int]) -> dict[int, Fraction]:
    found = Counter(value(throw) for throw in product(range(1, sides + 1), repeat=count))
    return {total: Fraction(ways, sides**count) for total, ways in found.items()}


def _odds(text: str) -> dict[int, Fraction]:
    outcomes = odds(parse(text))
    return {total: outcomes.fraction(total) for total in outcomes}


def _largest_set(throw: Throw) -> int:
    return max(Counter(throw).values())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("p={4d6}; if((p=6)>=2, 7, p kh1)", lambda t: 7 if t.count(6) >= 2 else max(t)),
        ("p={4d6}; p kh1 - p kl1", lambda t: max(t) - min(t)),
        ("p={4d6}; p kh2", lambda t: sum(sorted(t)[2:])),
        ("p={4d6}; p + (p)", lambda t: 2 * sum(t)),
        ("p={4d6}; (p) >= 14", lambda t: int(sum(t) >= 14)),
        ("p={4d6}; p >= 5", lambda t: sum(x >= 5 for x in t)),
        ("p={4d6}; {p}>=5", lambda t: sum(x >= 5 for x in t)),
        ("{{4d6}}>=5", lambda t: sum(x >= 5 for x in t)),
        ("{{{4d6+1}kh3}}kl2>=5", lambda t: sum(x >= 4 for x in sorted(t)[1:3])),
        ("p={{{4d6}kh3}}; p>=5", lambda t: sum(x >= 5 for x in sorted(t)[1:])),
        ("p={4d6}; if(p ms >= 3, 18, p dl1)", lambda t: 18 if _largest_set(t) >= 3 else sum(t) - min(t)),
        ("p={4d6+1}; 10*(p>=5) + p kh2", lambda t: 10 * sum(x >= 4 for x in t) + sum(sorted(t)[2:]) + 1),
        ("p={4d6}; q={p kh3}; (q=6) + 10*q", lambda t: sorted(t)[1:].count(6) + 10 * sum(sorted(t)[1:])),
        ("p={4d6}kh3; p=6", lambda t: sorted(t)[1:].count(6)),
        ("p={4d6kh3}; 100*(p=6) + p", lambda t: 100 * sorted(t)[1:].count(6) + sum(sorted(t)[1:])),
        ("p={3d6}; {p+1d6}kh2 + p kl1", lambda t: sum(sorted(t)[2:]) + min(t[:3])),
        ("p={3d6}; if((p=6)>=1, 1d6, p kl1)", lambda t: t[3] if 6 in t[:3] else min(t[:3])),
        ("p={2d6}; q={2d6}; {p+q}ms + 10*(p=6)", lambda t: _largest_set(t) + 10 * t[:2].count(6)),
        ("a=1d6; p={3d6+a}; (p>=8) + 10*p", lambda t: sum(x + t[3] >= 8 for x in t[:3]) + 10 * sum(t)),
        ("p={3d6-1d6}; (p>=3) + 10*p", lambda t: sum(x >= 3 for x in t[:3]) + 10 * (sum(t) - 2 * t[3])),
    ],
)
def test_a_pool_with_a_name_keeps_its_dice(text: str, value: Callable[[Throw], int]) -> None:
    assert _odds(text) == _every(4, 6, value)


_ASKED: dict[str, Callable[[Throw], int]] = {
    "(p)": sum,
    "(p kh1)": max,
    "(p kl2)": lambda t: sum(sorted(t)[:2]),
    "(p dl1)": lambda t: sum(sorted(t)[1:]),
    "(p>=2)": lambda t: sum(x >= 2 for x in t),
    "(p=2f1)": lambda t: t.count(2) - t.count(1),
    "(p mt)": lambda t: sum(number > 1 for number in Counter(t).values()),
    "(p kh2 ms)": lambda t: _largest_set(tuple(sorted(t)[-2:])),
}


@settings(max_examples=60, deadline=None)
@given(
    count=st.integers(1, 4),
    sides=st.integers(2, 5),
    asked=st.lists(st.sampled_from(sorted(_ASKED)), min_size=3, max_size=3),
)
def test_what_is_asked_of_one_throw_is_asked_of_the_same_dice(count: int, sides: int, asked: list[str]) -> None:
    one, two, three = (_ASKED[each] for each in asked)
    assume(count > 1 or not any("kl2" in each or "kh2" in each for each in asked))
    text = f"p={{{count}d{sides}}}; if({asked[0]} >= 2, {asked[1]}, 100+{asked[2]})"
    assert _odds(text) == _every(count, sides, lambda t: two(t) if one(t) >= 2 else 100 + three(t))


def test_a_breakdown_shows_what_was_asked_of_the_dice(run: Run) -> None:
    shown = run("roll", "-v", "p={3d6}; (p=6) + p kh1", "--dice", "6,2,3").out
    assert shown.endswith("p: ({[6, 2, 3]} = 11); ({[6*, 2, 3]} = 6 = 1) + {[6, (2), (3)]} = 7\n")
