"""Odds of blade where several strike, or dice explode: each against a count of all faces (B2, B29–B31, B40–B42)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from support import fight, odds

HIT = Fraction(35, 36)
"""The chance of strength 12: a natural 12 misses all the same (B21)."""


def melee(combatants: dict[str, Any]) -> Any:
    return fight("blade", phase="melee", combatants=combatants)


def chances(told: list[dict[str, Any]]) -> dict[tuple[str, ...], Fraction]:
    keys = ("of", "attacker", "target", "who")
    asked = [event for event in told if event["event"] == "odds"]
    return {tuple(event[key] for key in keys if key in event): Fraction(event["chance"]) for event in asked}


def outcomes(told: list[dict[str, Any]], target: str) -> dict[int, Fraction]:
    (event,) = (each for each in told if "outcomes" in each and each["target"] == target)
    return {int(number): Fraction(chance) for number, chance in event["outcomes"].items()}


def damages() -> dict[int, Fraction]:
    return {0: 1 - HIT, **dict.fromkeys(range(1, 7), HIT / 6)}


@pytest.mark.rule("B30", "B31", "B42")
@pytest.mark.parametrize(("stamina", "health"), [(0, 5), (2, 3), (4, 3), (1, 9)])
def test_what_two_do_at_once_is_added_up(stamina: int, health: int) -> None:
    strong = {"side": "a", "strength": 12, "engaged": ["orc"]}
    orc = {"side": "b", "stamina": stamina, "health": health, "target": "ann"}
    told = chances(odds(melee({"ann": strong, "bob": strong, "orc": orc}), "attack", all=True))
    each = damages()
    fallen = sum(each[one] * each[two] for one, two in product(each, repeat=2) if one + two >= stamina + health)
    assert told["taken out", "orc"] == fallen
    assert (told["hit", "ann", "orc"], told["hit", "bob", "orc"]) == (HIT, HIT)
    assert told["hit", "orc", "ann"] == Fraction(21, 36)


def fallen(hits: tuple[int, ...], health: int) -> int:
    """Return how many members of a group hits at once take out, the heaviest first, each of the next one unhurt."""
    count, left = 0, health
    for hit in sorted(hits, reverse=True):
        left -= hit
        if left <= 0:
            count, left = count + 1, health
    return count


@pytest.mark.rule("B31", "B42")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("chargers", [["ann", "bob"], ["ann", "bob", "cid"]])
def test_a_group_strikes_back_unless_each_of_its_members_fell(count: int, chargers: list[str]) -> None:
    charger = {"side": "a", "strength": 12, "engaged": ["gobs"], "deeds": {"first_strike": True}}
    gobs = {"side": "b", "count": count, "max_health": 3, "target": "ann"}
    told = chances(odds(melee({**dict.fromkeys(chargers, charger), "gobs": gobs}), "attack", all=True))
    some = every = Fraction(0)
    for hits in product(damages().items(), repeat=len(chargers)):
        chance = prod((each for _, each in hits), start=Fraction(1))
        gone = fallen(tuple(damage for damage, _ in hits), 3)
        some += chance * (gone > 0)
        every += chance * (gone >= count)
    assert (told.get(("member lost", "gobs"), some), told["taken out", "gobs"]) == (some, every)
    assert told.get(("hit", "gobs", "ann"), 0) == (1 - every) * Fraction(21, 36)


@pytest.mark.rule("B30", "B31")
def test_odds_of_a_melee_tell_the_strikes_that_may_come_and_each_brawl_in_the_files_order() -> None:
    encounter = melee(
        {
            "dan": {"side": "a", "engaged": ["orc", "ork"]},
            "cid": {"side": "a", "engaged": ["bat"]},
            "orc": {"side": "b"},
            "ork": {"side": "b"},
            "bat": {"side": "b"},
        }
    )
    told = [event for event in odds(encounter, "attack", all=True) if event["event"] == "odds"]
    strikes = [(event["attacker"], event["target"]) for event in told if event["of"] == "hit"]
    assert strikes == [("dan", "orc"), ("orc", "dan"), ("ork", "dan"), ("cid", "bat"), ("bat", "cid")]
    assert [event["who"] for event in told if event["of"] == "taken out"] == ["dan", "orc", "ork", "cid", "bat"]


@pytest.mark.rule("B40", "B41")
def test_the_damage_of_each_target_is_its_own() -> None:
    encounter = melee(
        {
            "ann": {"side": "a", "strength": 12},
            "orc": {"side": "b"},
            "ork": {"side": "b", "armor": {"protection": 6}},
        }
    )
    told = odds(encounter, "attack", attacker="ann", targets=["orc", "ork"])
    assert outcomes(told, "orc") == damages()
    assert outcomes(told, "ork") == {0: 1}


@pytest.mark.rule("B40", "B41", "B42")
@pytest.mark.parametrize(("protection", "health"), [(0, 7), (2, 7), (3, 4), (1, 12)])
def test_damage_without_end_goes_as_far_as_takes_the_target_out(protection: int, health: int) -> None:
    ann = {"side": "a", "strength": 12, "weapons": {"it": {"damage": "1d6!"}}}
    orc = {"side": "b", "health": health, "armor": {"protection": protection}}
    told = odds(melee({"ann": ann, "orc": orc}), "attack", attacker="ann", targets=["orc"])
    expected: dict[int, Fraction] = {0: 1 - HIT}
    for sixes, last in product(range(4), range(1, 7)):
        done = min(max(0, 6 * sixes + last - protection), health)
        if last < 6:
            expected[done] = expected.get(done, Fraction(0)) + HIT * Fraction(1, 6 ** (sixes + 1))
    expected[health] = 1 - sum((chance for done, chance in expected.items() if done < health), Fraction(0))
    assert outcomes(told, "orc") == expected
    assert chances(told)["taken out", "ann", "orc"] == expected[health]


@pytest.mark.rule("B40", "B42")
@pytest.mark.parametrize("wielding", [["it", "knife"], ["knife", "it"]])
def test_of_two_weapons_one_whose_damage_has_no_end_is_enough_for_it(wielding: list[str]) -> None:
    weapons = {"it": {"damage": "1d6!"}, "knife": {}}
    ann = {"side": "a", "strength": 12, "weapons": weapons, "wielding": wielding}
    told = odds(melee({"ann": ann, "orc": {"side": "b", "health": 7}}), "attack", attacker="ann", targets=["orc"])
    assert chances(told)["taken out", "ann", "orc"] == HIT / 6
    assert "damage, where 7 is 7 or more" in [event["of"] for event in told]
    assert outcomes(told, "orc") == {
        0: 1 - HIT,
        **{most: HIT * Fraction(most**2 - (most - 1) ** 2, 36) for most in range(1, 6)},
        6: HIT * Fraction(5, 36),
        7: HIT / 6,
    }


@pytest.mark.rule("B29")
@pytest.mark.parametrize("mind", [4, 9, 12])
def test_what_forcing_costs_is_a_d6_where_the_spell_fails_and_else_nothing(mind: int) -> None:
    caster = {"side": "a", "mind": mind, "declared": {"action": "cast", "what": "Light"}}
    encounter = melee({"ann": caster, "orc": {"side": "b"}}).changed(phase="acting")
    told = odds(encounter, "test", who="ann", trait="mind", force=True)
    failed = Fraction(sum(mind < one + two < 12 for one, two in product(range(1, 7), repeat=2)), 36)
    (event,) = (each for each in told if "outcomes" in each)
    costs = {int(cost): Fraction(chance) for cost, chance in event["outcomes"].items()}
    assert costs == {0: 1 - failed, **(dict.fromkeys(range(1, 7), failed / 6) if failed else {})}


@pytest.mark.rule("B2")
def test_of_three_sides_each_is_first_as_often() -> None:
    encounter = fight("blade", combatants={name: {"side": name} for name in "abc"})
    assert chances(odds(encounter, "order")) == {("first", name): Fraction(1, 3) for name in "abc"}
