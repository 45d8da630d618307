"""Odds of realm against counts of every outcome (R5, R44, R52)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from support import fight, odds

pytestmark = pytest.mark.untraced


def wins_alone(who: str, tied: tuple[str, ...], bonuses: dict[str, int]) -> Fraction:
    """Return the chance to come first among the tied, who roll again until one does."""
    if len(tied) == 1:
        return Fraction(1)
    first: dict[tuple[str, ...], int] = {}
    for faces in product(range(1, 11), repeat=len(tied)):
        totals = [face + bonuses[each] for face, each in zip(faces, tied, strict=True)]
        best = tuple(each for each, total in zip(tied, totals, strict=True) if total == max(totals))
        first[best] = first.get(best, 0) + 1
    total = 10 ** len(tied) - first.pop(tied, 0)
    return sum(
        (Fraction(ways, total) * wins_alone(who, best, bonuses) for best, ways in first.items() if who in best),
        Fraction(0),
    )


@pytest.mark.rule("R5")
@pytest.mark.parametrize("ties", [None, "reroll"])
def test_who_comes_first_is_counted_over_every_roll(ties: str | None) -> None:
    bonuses = {"ann": 0, "bob": 1, "cid": 3}
    three = fight("realm", combatants={who: {"awareness": bonus} for who, bonus in bonuses.items()})
    expected = dict.fromkeys(bonuses, Fraction(0))
    for faces in product(range(1, 11), repeat=3):
        totals = dict(zip(bonuses, map(sum, zip(faces, bonuses.values(), strict=True)), strict=True))
        best = tuple(who for who in bonuses if totals[who] == max(totals.values()))
        for who in best:
            expected[who] += Fraction(1, 1000) * (wins_alone(who, best, bonuses) if ties else 1)
    told = odds(three, "order", **({"ties": ties} if ties else {}))
    assert {event["who"]: Fraction(event["chance"]) for event in told} == expected


def cleared_by_hand(marked: frozenset[int], days: int, again: int, commitment: int) -> dict[frozenset[int], Fraction]:
    """Return the chance of each set of boxes left, roll by roll: the oracle of R44."""
    if not days:
        return {marked: Fraction(1)}
    chances: dict[frozenset[int], Fraction] = {}
    for face in range(1, 6):
        if face not in marked and again:
            after = cleared_by_hand(marked, days, again - 1, commitment)
        else:
            after = cleared_by_hand(marked - {face}, days - 1, commitment, commitment)
        for left, chance in after.items():
            chances[left] = chances.get(left, Fraction(0)) + chance / 5
    return chances


@pytest.mark.rule("R44")
@pytest.mark.parametrize(("marked", "days", "commitment"), [([1, 3, 6], 2, 1), ([1, 2, 3, 4, 5], 3, 0), ([2], 2, 2)])
def test_odds_of_days_of_rest_equal_a_count_roll_by_roll(marked: list[int], days: int, commitment: int) -> None:
    hurt = fight("realm", combatants={"ann": {"marked": marked, "wounds": 8, "commitment": commitment}})
    *boxes_told, distribution = odds(hurt, "recover", who="ann", days=days)
    told = {event["of"]: Fraction(event["chance"]) for event in boxes_told}
    expected = cleared_by_hand(frozenset(marked), days, commitment, commitment)
    for box in (box for box in marked if box <= 5):
        assert told[f"box {box}"] == sum(chance for left, chance in expected.items() if box not in left)
    for number, chance in distribution["outcomes"].items():
        counted = sum(each for left, each in expected.items() if len(marked) - len(left) == int(number))
        assert Fraction(chance) == counted


@pytest.mark.rule("R44")
def test_many_days_of_rest_are_told_at_once_by_the_set_of_boxes() -> None:
    hurt = fight("realm", combatants={"ann": {"marked": [1, 2, 3, 4, 5], "wounds": 8, "commitment": 9}})
    assert odds(hurt, "recover", who="ann", days=1000)[0]["percent"] == 100.0


def armed(weapon_class: str) -> dict[str, Any]:
    return {"weapons": {"it": {"class": weapon_class}}, "wielding": "it"}


def fencer(**more: object) -> dict[str, Any]:
    """Return somebody with a sabre and a parrying dagger."""
    weapons = {"sabre": {"class": "medium"}, "dagger": {"class": "light"}}
    return {"weapons": weapons, "wielding": "sabre", "parrying": "dagger", **more}


def hit_chance(dice: int, bonus: int, needed: int) -> Fraction:
    """Count every outcome of an attack's dice: the oracle of its odds."""
    hits = sum(sum(sorted(faces)[-2:]) + bonus >= needed for faces in product(range(1, 11), repeat=dice))
    return Fraction(hits, 10**dice)


def boxes(dice: int, bonus: int, needed: int, armor: int) -> dict[str, Fraction]:
    """Count every outcome of an attack and its damage, 1d5 and the face die's d3, on five boxes: the oracle of R52.

    A wound above the highest box marks the highest; box 4 or 5 brings a test, which a bare d10 passes with 10 alone.
    """
    counted = {f"box {box}": Fraction(0) for box in range(1, 6)}
    for faces in product(range(1, 11), repeat=dice):
        if sum(sorted(faces)[-2:]) + bonus < needed:
            continue
        extras = (1, 2, 3) if faces[0] == 10 else (0,)
        for damage, extra in product(range(1, 6), extras):
            box = min(5, max(1, damage + extra - armor))
            counted[f"box {box}"] += Fraction(1, 10**dice * 5 * len(extras))
    possible = {of: chance for of, chance in counted.items() if chance}
    broken = Fraction(9, 10) * (counted["box 4"] + counted["box 5"])
    return possible | {"broken": broken, "incapacitated": Fraction(0), "dead": Fraction(0)}


OPTIONS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], tuple[int, int, int, int]]] = [
    ({}, {}, {}, (3, 0, 10, 0)),
    (armed("light"), {}, {}, (2, 0, 10, 0)),
    ({"wielding": ""}, {"defense": 6}, {}, (1, 0, 6, 0)),
    ({}, {"armor": 2, "defense": 12}, {"bonus": 1}, (3, 1, 12, 2)),
    ({}, {}, {"extra_dice": 1, "defense": 4}, (4, 0, 14, 0)),
    ({}, {"declared": {"phase": 1, "action": "defend"}, "shield": True}, {}, (3, -4, 10, 0)),
    (armed("heavy") | {"count": 3}, {}, {}, (4, 0, 10, 0)),
    (fencer(), {}, {"parry": ["attack"]}, (2, 2, 10, 0)),
    ({}, fencer(daring=2), {"parry": ["daring"]}, (3, -2, 10, 0)),
    ({}, {}, {"assist": ["cid"]}, (4, 0, 10, 0)),
]


@pytest.mark.rule("R52")
@pytest.mark.parametrize(("attacker", "target", "order", "oracle"), OPTIONS)
def test_odds_of_every_option_equal_a_count_of_all_outcomes(
    attacker: dict[str, Any], target: dict[str, Any], order: dict[str, Any], oracle: tuple[int, int, int, int]
) -> None:
    dice, bonus, needed, armor = oracle
    combatants = {"ann": armed("medium") | attacker, "bob": target, "cid": {}}
    encounter = fight("realm", phase="attack-assist-aimed", combatants=combatants)
    hit, *wounds = odds(encounter, "attack", attacker="ann", targets=["bob"], **order)
    assert Fraction(hit["chance"]) == hit_chance(dice, bonus, needed)
    expected = boxes(dice, bonus, needed, armor)
    expected["broken"] *= Fraction(9 - target.get("daring", 0), 9)
    assert {event["of"]: Fraction(event["chance"]) for event in wounds} == expected
