"""Every outcome: a rule's exact odds, by running the rule itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.exact import outcomes
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll, roll_total
from combatcli.errors import DiceError, RefusedError
from support import every_outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.sources import Source


def counted(count: int, sides: int, rule: Callable[[tuple[int, ...]], object]) -> Distribution[object]:
    """Return the odds of a rule over all faces of a pool."""
    found: dict[object, int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        result = rule(faces)
        found[result] = found.get(result, 0) + 1
    return Distribution(found)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 1), (3, 2), (4, 6)])
@pytest.mark.parametrize("keep", [1, 2, 3])
def test_kept_dice_have_the_odds_of_all_faces(count: int, keep: int, sides: int) -> None:
    highest = every_outcome(lambda source: source.highest(count, sides, keep)[1])
    assert highest == counted(count, sides, lambda faces: tuple(sorted(faces, reverse=True)[:keep]))


def test_no_dice_kept() -> None:
    assert every_outcome(lambda source: source.highest(3, 6, 0)[1]).keys() == {()}
    assert every_outcome(lambda source: source.highest(0, 6, 2)[1]).keys() == {()}


def test_dice_one_by_one() -> None:
    assert every_outcome(lambda source: source.dice(2, 4)) == counted(2, 4, tuple)
    assert dict(every_outcome(lambda source: source.face((1, 1, 2)))) == {1: 2, 2: 1}
    assert every_outcome(lambda source: roll(parse("4d4kh3").tree, source).total) == odds(parse("4d4kh3"))


def test_totals_come_from_the_odds() -> None:
    tree = parse("100d6").tree
    found = every_outcome(lambda source: (roll_total(tree, source).total, roll_total(parse("d2").tree, source).total))
    assert len(found) == 1002
    assert found.map(lambda pair: int(pair[0] >= 350)).at_least(1) == odds(tree).at_least(350)


def test_totals_without_end_need_a_ceiling() -> None:
    tree = parse("2d6!").tree
    assert every_outcome(lambda source: roll_total(tree, source, 9).total).at_least(9) == odds(tree).at_least(9)
    with pytest.raises(DiceError, match="a rule that asks for the total"):
        every_outcome(lambda source: roll_total(tree, source).total)


@pytest.mark.parametrize("text", ["2d6!o", "{1d6!,1d8}kl1"])
@pytest.mark.parametrize("ceiling", [None, 0, 7])
def test_a_ceiling_leaves_totals_with_an_end_alone(text: str, ceiling: int | None) -> None:
    tree = parse(text).tree
    assert every_outcome(lambda source: roll_total(tree, source, ceiling).total) == odds(tree)


def attack(source: Source) -> tuple[bool, int]:
    """Roll to hit, with a die more where the first one is high, and damage on a hit."""
    first = source.die(4)
    _, best = source.highest(3 if first >= 3 else 2, 4, 2)
    if first + sum(best) < 8:
        return False, 0
    return True, source.die(3)


def test_paths_of_different_length_are_weighted_exactly() -> None:
    found: dict[tuple[bool, int], Fraction] = {}
    for first in range(1, 5):
        count = 3 if first >= 3 else 2
        for faces in product(range(1, 5), repeat=count):
            hit = first + sum(sorted(faces)[-2:]) >= 8
            for damage in range(1, 4) if hit else [0]:
                weight = Fraction(1, 4 * 4**count * (3 if hit else 1))
                found[hit, damage] = found.get((hit, damage), Fraction(0)) + weight
    result = every_outcome(attack)
    assert {outcome: result.fraction(outcome) for outcome in result} == found


def test_a_rule_without_dice_has_one_outcome() -> None:
    assert dict(every_outcome(lambda _: "sure")) == {"sure": 1}


def test_what_a_rule_refuses_is_refused() -> None:

    def refused(source: Source) -> int:
        if source.die(6) == 6:
            raise RefusedError("no sixes")
        return 0

    with pytest.raises(RefusedError, match="no sixes"):
        every_outcome(refused)


def test_too_many_paths_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "MOST_PATHS", 35)
    with pytest.raises(DiceError, match="more than 35 outcomes"):
        every_outcome(lambda source: source.dice(2, 6))


@pytest.mark.parametrize("ask", [lambda s: s.die(0), lambda s: s.highest(40, 100, 20)])
def test_impossible_requests_are_errors(ask: Callable[[Source], int]) -> None:
    with pytest.raises(DiceError):
        every_outcome(ask)


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(1, 2), st.integers(1, 3)), max_size=3))
def test_any_dice_sum_up(pools: list[tuple[int, int]]) -> None:
    text = "+".join(["0", *[f"{count}d{sides}" for count, sides in pools]])
    found = every_outcome(lambda source: sum([sum(source.dice(count, sides)) for count, sides in pools]))
    assert found == odds(parse(text))
