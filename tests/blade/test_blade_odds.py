"""Odds of blade against counts of all faces: one attack, damage without end, a melee step by step."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from support import fight, no_odds, odds

pytestmark = pytest.mark.untraced

HIT = Fraction(35, 36)
"""The chance of strength 12: a natural 12 misses all the same (B21)."""


def melee(combatants: dict[str, Any]) -> Any:
    return fight("blade", phase="melee", combatants=combatants)


def chances(told: list[dict[str, Any]]) -> dict[tuple[str, ...], Fraction]:
    """Return the chances of odds by what they are of and about whom."""
    asked = [event for event in told if event["event"] == "odds"]
    keys = ("of", "attacker", "target", "who")
    return {tuple(event[key] for key in keys if key in event): Fraction(event["chance"]) for event in asked}


def outcomes(told: list[dict[str, Any]]) -> dict[int, Fraction]:
    (event,) = (each for each in told if "outcomes" in each)
    return {int(number): Fraction(chance) for number, chance in event["outcomes"].items()}


@pytest.mark.rule("B20", "B21", "B40", "B41")
@pytest.mark.parametrize("needed", range(1, 14))
@pytest.mark.parametrize("weapons", [["a"], ["b"], ["a", "c"]])
def test_odds_of_an_attack_are_those_of_all_faces(needed: int, weapons: list[str]) -> None:
    ann = {"weapons": {"a": {}, "b": {"hands": 2}, "c": {}}, "wielding": weapons, "side": "a"}
    orc = {"armor": {"protection": 2}, "health": 3, "side": "b"}
    told = odds(melee({"ann": ann, "orc": orc}), "attack", attacker="ann", targets=["orc"], bonus=needed - 7)
    counts: Counter[int] = Counter()
    hits = 0
    for faces in product(range(1, 7), repeat=2 + len(weapons)):
        total = faces[0] + faces[1]
        hit = total == 2 or (total <= needed and total != 12)
        hits += hit
        counts[max(0, max(faces[2:]) + (weapons == ["b"]) - 2) if hit else 0] += 1
    every = counts.total()
    assert outcomes(told) == {done: Fraction(count, every) for done, count in counts.items()}
    out = Fraction(sum(count for done, count in counts.items() if done >= 3), every)
    assert chances(told) == {("hit", "ann", "orc"): Fraction(hits, every), ("taken out", "ann", "orc"): out}


@pytest.mark.rule("B40", "B41", "B42")
@pytest.mark.parametrize(("protection", "health"), [(0, 7), (2, 7), (3, 4), (1, 12)])
def test_damage_without_end_goes_as_far_as_takes_the_target_out(protection: int, health: int) -> None:
    ann = {"side": "a", "strength": 12, "weapons": {"it": {"damage": "1d6!"}}}
    orc = {"side": "b", "health": health, "armor": {"protection": protection}}
    told = odds(melee({"ann": ann, "orc": orc}), "attack", attacker="ann", targets=["orc"])
    expected: dict[int, Fraction] = {0: 1 - HIT}
    for sixes, last in product(range(4), range(1, 6)):
        done = min(max(0, 6 * sixes + last - protection), health)
        expected[done] = expected.get(done, Fraction(0)) + HIT * Fraction(1, 6 ** (sixes + 1))
    expected[health] = 1 - sum((chance for done, chance in expected.items() if done < health), Fraction(0))
    assert outcomes(told) == expected
    assert chances(told)["taken out", "ann", "orc"] == expected[health]


def strike(strength: int) -> dict[int, Fraction]:
    """Return the chance of each damage of one strike with 1d6, 0 for a miss."""
    faces = list(product(range(1, 7), repeat=2))
    hit = Fraction(sum(sum(each) == 2 or sum(each) <= min(strength, 11) for each in faces), len(faces))
    return {0: 1 - hit, **dict.fromkeys(range(1, 7), hit / 6)}


def step(keys: dict[str, Any]) -> int:
    deeds = keys.get("deeds", {})
    return 0 if "first_strike" in deeds else 2 if "shot" in deeds else 1


def counted(fighters: dict[str, dict[str, Any]]) -> dict[tuple[str, ...], Fraction]:
    """Return the chances of a melee of hits, falls and lost members, in which each has one foe: its oracle."""
    ways: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    foes = {who: keys["target"] for who, keys in fighters.items()}
    for each in product(*(strike(keys.get("strength", 7)).items() for keys in fighters.values())):
        chance = prod((weight for _, weight in each), start=Fraction(1))
        dealt = dict(zip(fighters, (damage for damage, _ in each), strict=True))
        left = {who: [keys.get("stamina", 0) + keys["health"]] * keys.get("count", 1) for who, keys in fighters.items()}
        for now in range(3):
            able = [who for who, keys in fighters.items() if step(keys) == now and left[who] and left[foes[who]]]
            for who in sorted(able, key=lambda who: -dealt[who]):
                members = left[foes[who]]
                ways["hit", who, foes[who]] += chance * bool(dealt[who])
                if members:
                    members[0] -= dealt[who]
                    left[foes[who]] = members[members[0] <= 0 :]
        for who, keys in fighters.items():
            ways["taken out", who] += chance * (not left[who])
            ways["member lost", who] += chance * (len(left[who]) < keys.get("count", 1))
    return ways


FIRST, LAST = {"deeds": {"first_strike": True}}, {"deeds": {"shot": True}}


@pytest.mark.rule("B30", "B31", "B42")
@pytest.mark.parametrize(
    ("ann", "bob", "foe"),
    [
        *[(a, b, {"health": 4}) for a, b in (({}, {}), (FIRST, {}), ({}, LAST), (FIRST, FIRST), (LAST, FIRST))],
        *[({}, {}, {"stamina": stamina, "health": 3}) for stamina in (2, 4)],
        *[(FIRST, FIRST, {"count": count, "health": 3}) for count in (1, 2, 3)],
        (FIRST, {}, {"count": 2, "health": 3}),
    ],
)
def test_odds_of_two_against_one_are_counted_step_by_step(
    ann: dict[str, Any], bob: dict[str, Any], foe: dict[str, Any]
) -> None:
    heroes = {"side": "a", "strength": 8, "target": "foe", "engaged": ["foe"]}
    fighters = {
        "ann": {**heroes, "health": 5, **ann},
        "bob": {**heroes, "health": 3, **bob},
        "foe": {"side": "b", "target": "ann", **foe},
    }
    told = chances(odds(melee(fighters), "attack", all=True))
    expected = counted(fighters)
    assert told == {key: expected[key] for key in told}
    assert {"ann", "bob", "foe"} == {key[1] for key in told if key[0] == "taken out"}


@pytest.mark.rule("B31")
def test_brawls_that_do_not_touch_are_few_outcomes_and_one_of_all_too_many() -> None:
    pairs = {f"a{n}": {"side": "a", "engaged": [f"b{n}"]} for n in range(12)}
    foes = {f"b{n}": {"side": "b"} for n in range(12)}
    assert len(odds(melee({**pairs, **foes}), "attack", all=True)) == 12 * 4
    everybody = [f"b{n}" for n in range(6)]
    heroes = {
        f"a{n}": {"side": "a", "player": True, "engaged": everybody, "deeds": {"first_strike": n % 2 == 0}}
        for n in range(6)
    }
    orcs = {f"b{n}": {"side": "b", "target": f"a{n}"} for n in range(6)}
    no_odds("too many joint outcomes to compute", melee({**heroes, **orcs}), "attack", all=True)
