"""Odds of beacon, against counts of all faces as far as these go."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from support import fight, odds

FAR = 260
RARE = Fraction(1, 10**14)
FACES = (0, 4, 6, 8, 10, 12)


def kept(count: int, sides: int, most: int) -> tuple[list[int], int]:
    """Return the ways of each total below ``most`` of the kept die, which explodes at its maximum; of how many."""
    dice = count if count > 0 else 2
    upto = [face**count if count > 0 else sides**2 - (sides - face) ** 2 for face in range(sides + 1)]
    rounds = most // sides
    found = [0] * most
    for total in range(1, most):
        if total % sides:
            shown = min(sides, total)
            found[total] = (upto[shown] - upto[shown - 1]) * sides ** (rounds - total // sides)
    return found, sides ** (dice + rounds)


@cache
def action(tier: int, rating: int, body: int, most: int) -> tuple[list[int], int]:
    """Return the ways of each total of an action roll below ``most``, and of how many (E1)."""
    (own, whole), sides = kept(tier, 20, most), FACES[body]
    if not sides:
        return own, whole
    other, of = kept(rating, sides, most)
    found = [sum([own[first] * other[total - first] for first in range(1, total)]) for total in range(most)]
    return found, whole * of


def racers(*fighters: tuple[int, int, int]) -> Any:
    people = {
        who: {
            "side": who,
            "tier": tier,
            "body": body,
            "mind": body,
            "hp": 9,
            "max_hp": 9,
            "actions": dict.fromkeys(("traverse", "survey", "prowl"), rating),
        }
        for who, (tier, rating, body) in zip("ab", fighters, strict=False)
    }
    return fight("beacon", combatants=people)


def chances(told: list[dict[str, Any]]) -> dict[str, Fraction]:
    return {each["of"]: Fraction(each["chance"]) for each in told if each["event"] == "odds"}


RACES = [
    ((1, 1, 2), (1, 1, 2)),
    ((2, 3, 3), (1, 2, 1)),
    ((0, 0, 4), (3, 4, 5)),
    ((-1, 2, 0), (1, 0, 3)),
    ((1, 2, 5), (2, 1, 4)),
    ((1, 0, 0), (1, 5, 1)),
]


@pytest.mark.rule("E16")
@pytest.mark.parametrize(("own", "other"), RACES)
def test_a_dash_has_the_odds_of_going_through_the_dice_far_out(
    own: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    told = chances(odds(racers(own, other), "dashtest", who="a", other="b"))
    (mine, whole), (theirs, of) = action(*own, FAR), action(*other, FAR)
    below = first = level = 0
    for total in range(FAR):
        first, level, below = first + mine[total] * below, level + mine[total] * theirs[total], below + theirs[total]
    assert 0 <= told["success"] - Fraction(first, whole * of) < RARE
    assert 0 <= told["same time"] - Fraction(level, whole * of) < RARE
    back = chances(odds(racers(own, other), "dashtest", who="b", other="a"))
    assert told["success"] + told["same time"] + back["success"] == 1
    watched = chances(odds(racers(own, other), "test", who=["a"], trait="survey", against="b:prowl"))
    assert watched["success"] == told["success"] + told["same time"]


@pytest.mark.rule("E16")
def test_two_d20s_tie_once_in_21() -> None:
    told = chances(odds(racers((1, 0, 0), (1, 0, 0)), "dashtest", who="a", other="b"))
    assert told == {"success": Fraction(10, 21), "same time": Fraction(1, 21)}


def struck(own: dict[str, Any], other: dict[str, Any]) -> Any:
    attacker = {"side": "x", "tier": 1, "body": 2, "hp": 9, "max_hp": 9, "actions": {"skirmish": 3}, "wielding": "axe"}
    axe = {"axe": {"effect": "d6"}}
    target = {"side": "y", "iron": 14, "ward": 17, "hp": 20, "max_hp": 40}
    return fight("beacon", combatants={"a": {**attacker, "weapons": axe, **own}, "b": {**target, **other}})


def condition(name: str, **keys: object) -> dict[str, Any]:
    return {"conditions": [{"name": name, **keys}]}


MILLIONTH = Fraction(1, 10**6)


def misses(tier: int, rating: int, body: int, needed: int) -> Fraction:
    ways, whole = action(tier, rating, body, FAR * (1 + max(needed, 0) // FAR))
    return Fraction(sum(ways[: max(needed, 0)]), whole)


def more_dice(sums: list[int], whole: int, sides: int) -> tuple[list[int], int]:
    return [sum(sums[max(0, value - sides) : value]) for value in range(len(sums))], whole * sides


def damages(tier: int, needed: int, number: int, effect: int, most: int) -> list[Fraction]:
    """Return how likely each damage below ``most`` of a hit is, with more dice at each critical step (E2, E32)."""
    found = [Fraction(0)] * most
    sums, whole = more_dice([1] + [0] * (most - 1), 1, 6)
    for _ in range(number):
        sums, whole = more_dice(sums, whole, effect)
    for step in range(most + max(0, -number) + 1):
        here = misses(tier, 3, 2, needed + 10 * step + 10) - misses(tier, 3, 2, needed + 10 * step)
        found = [old + here * Fraction(ways, whole) if ways else old for old, ways in zip(found, sums, strict=True)]
        if number + step >= 0:
            sums, whole = more_dice(sums, whole, effect)
    return found


BLOWS = [
    ({}, {}, {}, (1, 14, 2, 6)),
    (condition("weakened", severity=4), {}, {}, (1, 14, -2, 6)),
    (condition("strengthened", quality=2), {}, {"position": "desperate"}, (1, 19, 4, 6)),
    (condition("distracted"), {}, {"position": "controlled"}, (0, 9, 2, 6)),
    (condition("focused"), condition("exposed", against="iron"), {}, (2, 9, 2, 6)),
    ({}, {}, {"versus": "iron,ward"}, (1, 14, 2, 6)),
    ({}, {}, {"effect": "d10", "push": ["effect"]}, (1, 14, 3, 10)),
]


@pytest.mark.rule("E2", "E30", "E32")
@pytest.mark.parametrize(("own", "other", "said", "roll"), BLOWS)
def test_each_damage_that_is_listed_is_exact(
    own: dict[str, Any], other: dict[str, Any], said: dict[str, Any], roll: tuple[int, int, int, int]
) -> None:
    tier, needed, number, effect = roll
    player = {"player": True, "max_stress": 10} if "push" in said else {}
    told = odds(struck({**own, **player}, other), "attack", attacker="a", targets=["b"], **said)
    table = next(each for each in told if each["of"] == "damage")
    listed = {int(damage): Fraction(chance) for damage, chance in table["outcomes"].items()}
    expected = damages(tier, needed, number, effect, 24)
    expected[0] += misses(tier, 3, 2, needed)
    assert [listed.get(damage, Fraction(0)) for damage in range(24)] == expected
    assert sum(listed.values()) + Fraction(table["rest"]) == 1
    assert Fraction(table["rest"]) < MILLIONTH
    assert chances(told)["hit"] == 1 - misses(tier, 3, 2, needed)
    assert chances(told)["3 critical steps or more"] == 1 - misses(tier, 3, 2, needed + 30)


TAKEN: list[tuple[dict[str, Any], Callable[[int], int]]] = [
    ({}, lambda damage: damage),
    (condition("resistant", quality=3, against="kinetic"), lambda damage: damage // 2),
    (condition("vulnerable", severity=4, against="kinetic"), lambda damage: 2 * damage),
    (condition("immune", quality=5, against="kinetic"), lambda _: 0),
]


@pytest.mark.rule("E33", "E34")
@pytest.mark.parametrize(("other", "taken"), TAKEN, ids=["plain", "half", "double", "none"])
@pytest.mark.parametrize("hp", [1, 2, 7, 20])
def test_felled_is_as_likely_as_the_least_damage_that_fells(
    other: dict[str, Any], taken: Callable[[int], int], hp: int
) -> None:
    told = odds(struck({}, {**other, "hp": hp}), "attack", attacker="a", targets=["b"])
    hit = 1 - misses(1, 3, 2, 14)
    short = sum(
        [chance for damage, chance in enumerate(damages(1, 14, 2, 6, 2 * hp)) if taken(damage) < hp], Fraction(0)
    )
    assert abs(chances(told)["felled"] - (hit - short if taken(2 * hp) >= hp else 0)) < RARE
    rolled, after = [each for each in told if each["event"] == "distribution"]
    images: dict[int, Fraction] = {}
    for damage, chance in rolled["outcomes"].items():
        images[taken(int(damage))] = images.get(taken(int(damage)), Fraction(0)) + Fraction(chance)
    if "rest" in after:
        # Of what the first damage that is not listed comes to, the table above has no more than a part.
        beyond = taken(1 + max(map(int, rolled["outcomes"])))
        listed = {int(damage): Fraction(chance) for damage, chance in after["outcomes"].items()}
        known = {damage: chance for damage, chance in images.items() if damage < beyond}
        assert {damage: chance for damage, chance in listed.items() if damage < beyond} == known
        assert sum(listed.values()) + Fraction(after["rest"]) == 1
    else:
        assert after["outcomes"] == {"0": "1"}


@pytest.mark.rule("E34")
@pytest.mark.parametrize("hp", [40, 100, 3000])
def test_who_has_many_hit_points_is_felled_as_rarely_as_the_dice_go_so_far(hp: int) -> None:
    told = odds(struck({}, {"hp": hp, "max_hp": 3000}), "attack", attacker="a", targets=["b"])
    if hp == 3000:  # so many critical steps never come
        assert chances(told)["felled"] == 0
    else:
        fatal = 1 - misses(1, 3, 2, 14) - sum(damages(1, 14, 2, 6, hp), Fraction(0))
        assert float(chances(told)["felled"]) == pytest.approx(float(fatal), rel=1e-8)


@pytest.mark.rule("E32")
def test_the_mean_counts_what_is_not_listed() -> None:
    reached = [float(1 - misses(1, 3, 2, 14 + 10 * step)) for step in range(25)]
    mean = reached[0] * (2 * 3.5 + 3.5) + 3.5 * sum(reached[1:])
    for other, times in (({}, 1), (condition("vulnerable", severity=4, against="kinetic"), 2)):
        told = odds(struck({}, other), "attack", attacker="a", targets=["b"])
        means = [each["mean"] for each in told if each["event"] == "distribution"]
        assert means == pytest.approx([mean, times * mean], rel=1e-8)


@pytest.mark.rule("E32")
def test_damage_that_has_an_end_is_listed_to_it() -> None:
    told = odds(struck({"wielding": []}, {}), "attack", attacker="a", targets=["b"])
    table = next(each for each in told if each["of"] == "damage")
    assert list(table["outcomes"]) == ["0", "1", "2", "3", "4", "5", "6"]
    assert "rest" not in table


@pytest.mark.rule("E32")
@pytest.mark.parametrize("hp", [1, 12, 200])
def test_a_hit_that_hardly_ever_comes_has_its_damage_all_the_same(hp: int) -> None:
    told = odds(struck({}, {"iron": 150, "hp": hp, "max_hp": 200}), "attack", attacker="a", targets=["b"])
    table = next(each for each in told if each["of"] == "damage")
    hit = 1 - misses(1, 3, 2, 150)
    listed = {int(damage): Fraction(chance) for damage, chance in table["outcomes"].items()}
    assert listed[0] == misses(1, 3, 2, 150)
    assert [listed.get(damage, Fraction(0)) for damage in range(1, 24)] == damages(1, 150, 2, 6, 24)[1:]
    assert Fraction(table["rest"]) < hit * MILLIONTH
    assert table["mean"] > 3 * hit
