"""Odds of beacon, and the throws that they are made of, against counts of all faces as far as these go."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.errors import DiceError
from combatcli.rulesets.beacon.rolls import ActionThrow, AttackThrow, KeepOnePool, OpposedThrow
from support import every_outcome, fight, odds

pytestmark = pytest.mark.untraced

FAR = 260
RARE = Fraction(1, 10**14)
MILLIONTH = Fraction(1, 10**6)
FACES = (0, 4, 6, 8, 10, 12)
Pools = tuple[KeepOnePool, ...]
Ways = tuple[list[int], int]
"""The ways of each total from 0 on, and of how many."""


def kept(die: KeepOnePool, most: int) -> Ways:
    """Return the ways of each total below ``most`` of the kept die, which explodes at its maximum."""
    whole = die.sides**die.count
    upto = [
        face**die.count if die.highest else whole - (die.sides - face) ** die.count for face in range(die.sides + 1)
    ]
    rounds = most // die.sides
    found = [0] * most
    for total in range(1, most):
        if total % die.sides:
            shown = min(die.sides, total)
            found[total] = (upto[shown] - upto[shown - 1]) * die.sides ** (rounds - total // die.sides)
    return found, whole * die.sides**rounds


@cache
def totals(pools: Pools, most: int) -> Ways:
    """Return the same of pools that are added up."""
    ways, whole = [1] + [0] * (most - 1), 1
    for die in pools:
        own, of = kept(die, most)
        ways = [sum([own[part] * ways[total - part] for part in range(1, total + 1)]) for total in range(most)]
        whole *= of
    return ways, whole


def below(pools: Pools, threshold: int) -> Fraction:
    ways, whole = totals(pools, FAR * (1 + max(threshold, 0) // FAR))
    return Fraction(sum(ways[: max(threshold, 0)]), whole)


def action(tier: int, rating: int, body: int) -> Pools:
    """Return the dice of an action roll (E1)."""
    each = [(tier, 20), (rating, FACES[body])]
    return tuple(KeepOnePool(count if count > 0 else 2, sides, highest=count > 0) for count, sides in each if sides)


def add_die(sums: list[int], whole: int, sides: int) -> Ways:
    return [sum(sums[max(0, value - sides) : value]) for value in range(len(sums))], whole * sides


def damages(throw: AttackThrow, most: int) -> list[Fraction]:
    """Return how likely each damage below ``most`` of a hit is, with more dice at each critical step (E2, E32)."""
    found = [Fraction(0)] * most
    sums, whole = [1] + [0] * (most - 1), 1
    for sides in [throw.attribute] * (throw.attribute > 0) + [throw.sides] * max(0, throw.number):
        sums, whole = add_die(sums, whole, sides)
    for step in range(most + max(0, -throw.number) + 1):
        needed = throw.needed + 10 * step
        here = below(throw.pools, needed + 10) - below(throw.pools, needed)
        found = [old + here * Fraction(ways, whole) if ways else old for old, ways in zip(found, sums, strict=True)]
        if throw.sides and throw.number + step >= 0:
            sums, whole = add_die(sums, whole, throw.sides)
    return found


def test_exploding_dice_at_the_table_are_rolled_in_order() -> None:
    for thresholds in ((3,), (5, 99)):
        found = EnteredSource([4, 2, 3, 4, 1, 3, 2]).throw(
            ActionThrow((KeepOnePool(2, 4), KeepOnePool(1, 3)), thresholds)
        )
        assert (found.shown.value, found.kept.value) == ((4, 2, 3, 4, 1, 3, 2), (4, 3, 4, 1, 3, 2))
        assert (found.total, found.one) == (17, False)
    assert EnteredSource([1, 1, 2]).throw(ActionThrow((KeepOnePool(2, 4), KeepOnePool(1, 3)), (3,))).one
    with pytest.raises(DiceError, match="exploded more than"):
        EnteredSource([6] * 2000).throw(ActionThrow((KeepOnePool(1, 6),), (3,)))


def test_two_dice_that_explode_alike_are_level_once_in_a_fraction() -> None:
    # 19/400 and 1/400 of the same again make 1/21; the rest is shared.
    d20 = (KeepOnePool(1, 20),)

    def rule(source: Source) -> int:
        (found,), against = source.throw(OpposedThrow((d20,), d20, (0, 1)))
        return int(found.total - against.total)

    assert every_outcome(rule).texts() == {-1: "10/21", 0: "1/21", 1: "10/21"}


def test_several_against_one_roll_in_order_and_have_no_odds_together() -> None:
    d4 = (KeepOnePool(1, 4),)
    seen, hidden = EnteredSource([3, 4, 1, 2]).throw(OpposedThrow((d4, d4), d4, (0,)))
    assert ([each.total for each in seen], hidden.total) == ([3, 5], 2)
    with pytest.raises(DiceError, match="cannot be computed together"):
        every_outcome(lambda source: len(source.throw(OpposedThrow((d4, d4), d4, (0,)))[0]))
    assert every_outcome(lambda source: len(source.throw(OpposedThrow((), d4, (0,)))[0])) == {0: 1}


@pytest.mark.parametrize("felling", [0, 3, 20, 60, 500])
def test_the_damages_that_come_most_rarely_are_told_by_their_mean_on_either_side_of_what_fells(felling: int) -> None:
    whole = every_outcome(lambda source: source.throw(AttackThrow((KeepOnePool(1, 20),), 11, 2, 6, 4))[1])
    parted = every_outcome(lambda source: source.throw(AttackThrow((KeepOnePool(1, 20),), 11, 2, 6, 4, felling))[1])
    assert parted.at_least(20) == whole.at_least(20)
    assert parted.mean == pytest.approx(whole.mean, rel=1e-6)
    assert [damage for damage in parted if damage not in whole] == ([62] if felling == 60 else [])


def test_a_great_many_dice_are_no_matter_and_dice_of_many_sides_are_refused_in_a_sentence() -> None:
    many = AttackThrow((KeepOnePool(400, 20), KeepOnePool(1, 6)), 15, 1, 4, 0)
    assert every_outcome(lambda source: source.throw(many)[1]).at_least(1) > Fraction(99, 100)
    with pytest.raises(DiceError, match="too large"):
        every_outcome(lambda source: source.throw(AttackThrow((KeepOnePool(1, 20),), 10, 2, 10_000, 0))[1])


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
@pytest.mark.parametrize("race", RACES)
def test_a_dash_has_the_odds_of_going_through_the_dice_far_out(race: list[tuple[int, int, int]]) -> None:
    people = {
        who: {
            "side": who,
            "tier": tier,
            "body": body,
            "mind": body,
            "hp": 9,
            "actions": dict.fromkeys(("traverse", "survey", "prowl"), rating),
        }
        for who, (tier, rating, body) in zip("ab", race, strict=True)
    }
    racers = fight("beacon", combatants=people)
    told = chances(odds(racers, "dashtest", who="a", other="b"))
    (mine, whole), (theirs, of) = (totals(action(*each), FAR) for each in race)
    below_both = first = level = 0
    for own, other in zip(mine, theirs, strict=True):
        first, level, below_both = first + own * below_both, level + own * other, below_both + other
    assert 0 <= told["success"] - Fraction(first, whole * of) < RARE
    assert 0 <= told["same time"] - Fraction(level, whole * of) < RARE
    back = chances(odds(racers, "dashtest", who="b", other="a"))
    assert told["success"] + told["same time"] + back["success"] == 1
    watched = chances(odds(racers, "test", who=["a"], trait="survey", against="b:prowl"))
    assert watched["success"] == told["success"] + told["same time"]


def struck(own: dict[str, Any], other: dict[str, Any], **said: Any) -> list[dict[str, Any]]:
    axe = {"wielding": "axe", "weapons": {"axe": {"effect": "d6"}}, "player": True, "max_stress": 10}
    attacker = {"side": "x", "tier": 1, "body": 2, "hp": 9, "actions": {"skirmish": 3}, **axe}
    target = {"side": "y", "iron": 14, "ward": 17, "hp": 20, "max_hp": 40}
    pair = fight("beacon", combatants={"a": {**attacker, **own}, "b": {**target, **other}})
    return odds(pair, "attack", attacker="a", targets=["b"], **said)


def condition(name: str, **keys: object) -> dict[str, Any]:
    return {"conditions": [{"name": name, **keys}]}


def blow(tier: int = 1, needed: int = 14, number: int = 2, sides: int = 6) -> AttackThrow:
    return AttackThrow(action(tier, 3, 2), needed, number, sides, 6)


BLOW = blow()
BLOWS = [
    ({}, {}, {}, BLOW),
    (condition("weakened", severity=4), {}, {}, blow(number=-2)),
    (condition("strengthened", quality=2), {}, {"position": "desperate"}, blow(needed=19, number=4)),
    (condition("distracted"), {}, {"position": "controlled"}, blow(tier=0, needed=9)),
    (condition("focused"), condition("exposed", against="iron"), {}, blow(tier=2, needed=9)),
    ({}, {}, {"versus": "iron,ward"}, BLOW),
    ({}, {}, {"effect": "d10", "push": ["effect"]}, blow(number=3, sides=10)),
    ({}, {"iron": 150, "hp": 1}, {}, blow(needed=150)),
    ({}, {"iron": 150, "hp": 200, "max_hp": 200}, {}, blow(needed=150)),
    ({}, {"iron": -25}, {}, blow(needed=-25)),
    ({"tier": 0, "body": 0}, {}, {"effect": "d12"}, AttackThrow(action(0, 3, 0), 14, 2, 12, 0)),
]


@pytest.mark.rule("E1", "E2", "E30", "E32")
@pytest.mark.parametrize(("own", "other", "said", "throw"), BLOWS)
def test_each_damage_that_is_listed_is_exact(
    own: dict[str, Any], other: dict[str, Any], said: dict[str, Any], throw: AttackThrow
) -> None:
    told = struck(own, other, **said)
    table = next(each for each in told if each["of"] == "damage")
    listed = {int(damage): Fraction(chance) for damage, chance in table["outcomes"].items()}
    expected = damages(throw, 24)
    expected[0] += below(throw.pools, throw.needed)
    assert [listed.get(damage, Fraction(0)) for damage in range(24)] == expected
    assert sum(listed.values()) + Fraction(table["rest"]) == 1
    hit = 1 - below(throw.pools, throw.needed)
    assert chances(told)["hit"] == hit
    assert Fraction(table["rest"]) < hit * MILLIONTH
    assert chances(told)["3 critical steps or more"] == 1 - below(throw.pools, throw.needed + 30)


TAKEN: list[tuple[dict[str, Any], Callable[[int], int]]] = [
    ({}, lambda damage: damage),
    (condition("resistant", quality=3, against="kinetic"), lambda damage: damage // 2),
    (condition("vulnerable", severity=4, against="kinetic"), lambda damage: 2 * damage),
    (condition("immune", quality=5, against="kinetic"), lambda _: 0),
]


@pytest.mark.rule("E33", "E34")
@pytest.mark.parametrize(("other", "taken"), TAKEN, ids=["plain", "half", "double", "none"])
@pytest.mark.parametrize("hp", [1, 2, 7, 12, 20, 40])
def test_felled_is_as_likely_as_the_least_damage_that_fells(
    other: dict[str, Any], taken: Callable[[int], int], hp: int
) -> None:
    told = struck({}, {**other, "hp": hp})
    short = sum([chance for damage, chance in enumerate(damages(BLOW, 2 * hp)) if taken(damage) < hp], Fraction(0))
    fatal = 1 - below(BLOW.pools, 14) - short if taken(2 * hp) >= hp else 0
    felled = chances(told)["felled"]
    assert float(felled) == pytest.approx(float(fatal), rel=1e-8, abs=0)
    rolled, after = [each for each in told if each["event"] == "distribution"]
    if taken(1) == taken(2):
        assert after["outcomes"] == {"0": "1"}
        return
    images: dict[int, Fraction] = {}
    for damage, chance in rolled["outcomes"].items():
        images[taken(int(damage))] = images.get(taken(int(damage)), Fraction(0)) + Fraction(chance)
    # Of what the first damage that is not listed comes to, the table above has no more than a part.
    beyond = taken(1 + max(map(int, rolled["outcomes"])))
    listed = {int(damage): Fraction(chance) for damage, chance in after["outcomes"].items()}
    known = {damage: chance for damage, chance in images.items() if damage < beyond}
    assert {damage: chance for damage, chance in listed.items() if damage < beyond} == known
    assert sum(listed.values()) + Fraction(after["rest"]) == 1
    assert hp == 40 or felled == 1 - sum(chance for damage, chance in listed.items() if damage < hp)


@pytest.mark.rule("E32", "E34")
def test_the_mean_counts_what_is_not_listed_and_so_many_steps_as_would_fell_never_come() -> None:
    reached = [float(1 - below(BLOW.pools, 14 + 10 * step)) for step in range(25)]
    mean = reached[0] * (2 * 3.5 + 3.5) + 3.5 * sum(reached[1:])
    for other, times in (({}, 1), (condition("vulnerable", severity=4, against="kinetic"), 2)):
        told = struck({}, {**other, "hp": 3000, "max_hp": 3000})
        means = [each["mean"] for each in told if each["event"] == "distribution"]
        assert means == pytest.approx([mean, times * mean], rel=1e-8)
        assert chances(told)["felled"] == 0


@pytest.mark.rule("E32")
def test_damage_that_has_an_end_is_listed_to_it() -> None:
    table = next(each for each in struck({"wielding": []}, {}) if each["of"] == "damage")
    assert ([*table["outcomes"]], "rest" in table) == (["0", "1", "2", "3", "4", "5", "6"], False)
