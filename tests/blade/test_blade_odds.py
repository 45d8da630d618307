"""Odds of whatever blade rolls, and of a whole melee, against counts of all faces."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from blade_fights import chances, melee
from combatcli.errors import RefusedError
from support import duel, fight, no_odds, odds, play


def sides(count: int, **keys: Any) -> Any:
    return fight("blade", combatants={f"c{number}": {"side": f"s{number}"} for number in range(count)}, **keys)


def chances_of(events: list[dict[str, Any]], of: str) -> dict[str, Fraction]:
    return {
        event.get("who") or f"{event['attacker']} {event['target']}": Fraction(event["chance"])
        for event in events
        if event["of"] == of
    }


@pytest.mark.rule("B2")
@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize("choose", ["act", "react"])
def test_each_side_wins_initiative_as_often_as_the_others(count: int, choose: str) -> None:
    told = chances_of(odds(sides(count), "order", choose=choose), "highest roll")
    assert told == {f"s{number}": Fraction(1, count) for number in range(count)}


@pytest.mark.rule("B3")
def test_the_odds_of_surprise_and_of_a_round_that_passes() -> None:
    told = odds(sides(2), "order", check_surprise=True)
    assert set(chances_of(told, "surprise").values()) == {Fraction(1, 3)}
    assert set(chances_of(told, "highest roll").values()) == {Fraction(8, 9) / 2}


def strike(strength: int, evasion: int, damage: int) -> dict[int, Fraction]:
    """Count what one strike with 1d6 and so much more does: 0 for a miss; the oracle of the melee."""
    done: dict[int, Fraction] = {}
    for one, other in product(range(1, 7), repeat=2):
        total = one + other
        hit = total == 2 or (total <= strength - evasion and total != 12)
        for face in range(1, 7):
            dealt = face + damage if hit else 0
            done[dealt] = done.get(dealt, Fraction(0)) + Fraction(1, 216)
    return done


@pytest.mark.rule("B30", "B31")
@pytest.mark.parametrize(("first", "last"), [((), ()), (("a",), ()), ((), ("a",)), (("a", "b"), ()), (("b",), ("a",))])
def test_the_odds_of_two_against_one_are_counted_step_by_step(first: tuple[str, ...], last: tuple[str, ...]) -> None:
    health = {"a": 5, "b": 3, "ogre": 4}
    done: dict[str, Any] = {"a": {}, "b": {}, "ogre": {}}
    for who in first:
        done[who] = {"first_strike": True}
    for who in last:
        done[who] = {"shot": True}
    foes = {"a": "ogre", "b": "ogre", "ogre": "a"}
    combatants = {
        who: {
            "side": "ogres" if who == "ogre" else "heroes",
            "strength": 8,
            "max_health": health[who],
            "engaged": [foe],
            "target": foe,
            "deeds": done[who],
        }
        for who, foe in foes.items()
    }
    told = odds(fight("blade", phase="melee", combatants=combatants), "attack", all=True)
    hits, out = dict.fromkeys(foes, Fraction(0)), dict.fromkeys(foes, Fraction(0))
    one_strike = strike(8, 0, 0)
    for each in product(one_strike, repeat=3):
        dealt = dict(zip(foes, each, strict=True))
        weight = one_strike[each[0]] * one_strike[each[1]] * one_strike[each[2]]
        left, struck = dict(health), set()
        for step in (first, [who for who in foes if who not in (*first, *last)], last):
            able = [who for who in step if left[who] > 0 and left[foes[who]] > 0]
            for who in able:
                struck |= {who} if dealt[who] else set()
            for who in able:
                left[foes[who]] -= dealt[who]
        for who in foes:
            hits[who] += weight * (who in struck)
            out[who] += weight * (left[who] <= 0)
    assert chances_of(told, "taken out") == out
    assert chances_of(told, "hit") == {f"{who} {foe}": hits[who] for who, foe in foes.items()}


@pytest.mark.rule("B30")
def test_a_fallen_foe_leaves_the_next_to_be_struck_which_is_told_of_only_if_it_can_be() -> None:
    # First a strikes and may fell orc1, so that b strikes orc2 instead; a itself never does.
    a = {"side": "h", "strength": 10, "engaged": ["orc1"], "deeds": {"first_strike": True}}
    b = {"side": "h", "engaged": ["orc1", "orc2"]}
    orc = {"side": "o", "max_health": 1, "strength": 2}
    told = odds(
        fight("blade", phase="melee", combatants={"a": a, "b": b, "orc1": orc, "orc2": orc}), "attack", all=True
    )
    hits = chances_of(told, "hit")
    assert set(hits) == {"a orc1", "b orc1", "b orc2", "orc1 a", "orc2 b"}
    felled, own = Fraction(33, 36), Fraction(21, 36)
    assert (hits["b orc2"], hits["b orc1"]) == (felled * own, (1 - felled) * own)


@pytest.mark.rule("B31")
def test_brawls_that_do_not_touch_are_told_apart() -> None:
    pairs = {f"a{n}": {"side": "a", "engaged": [f"b{n}"]} for n in range(12)}
    foes = {f"b{n}": {"side": "b"} for n in range(12)}
    told = odds(fight("blade", phase="melee", combatants={**pairs, **foes}), "attack", all=True)
    assert len(told) == 12 * 4
    assert set(chances_of(told, "hit").values()) == {Fraction(21, 36)}


def test_a_brawl_with_too_many_outcomes_is_refused_in_a_sentence() -> None:
    everybody = [f"b{n}" for n in range(6)]
    heroes = {
        f"a{n}": {"side": "a", "player": True, "engaged": everybody, "deeds": {"first_strike": n % 2 == 0}}
        for n in range(6)
    }
    orcs = {f"b{n}": {"side": "b", "target": f"a{n}"} for n in range(6)}
    no_odds(
        "too many joint outcomes to compute",
        fight("blade", phase="melee", combatants={**heroes, **orcs}),
        "attack",
        all=True,
    )


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("attack", {"all": True}, "nobody is engaged"),
    ("attack", {"attacker": "c0", "targets": ["c0"]}, "cannot attack themselves"),
    ("attack", {"attacker": "c0", "targets": ["c1"], "weapon": "axe"}, 'no weapon "axe"'),
    ("attack", {"attacker": "c0", "targets": ["c9"]}, 'no combatant "c9"'),
    ("test", {"who": "c9", "trait": "mind"}, 'no combatant "c9"'),
    ("dashtest", {"who": "c0", "other": "c0"}, "cannot race themselves"),
    ("order", {"surprised": ["s9"]}, 'no side "s9"'),
]


@pytest.mark.parametrize(("command", "request_", "message"), REFUSED)
def test_what_play_refuses_the_odds_refuse(command: str, request_: dict[str, Any], message: str) -> None:
    for ask in (play, odds):
        with pytest.raises(RefusedError, match=message):
            ask(sides(2), command, **request_)


def test_a_wound_without_dice_has_no_odds() -> None:
    no_odds("rolls no dice", sides(2), "wound", targets=["c0"], amount="3")


HIT = Fraction(35, 36)
"""The chance of strength 12: a natural 12 misses all the same (B21)."""


def damages() -> dict[int, Fraction]:
    return {0: 1 - HIT, **dict.fromkeys(range(1, 7), HIT / 6)}


def fallen(hits: tuple[int, ...], health: int) -> int:
    """Return how many members of a group hits at once take out, the heaviest first, each of the next one unhurt."""
    count, left = 0, health
    for hit in sorted(hits, reverse=True):
        left -= hit
        if left <= 0:
            count, left = count + 1, health
    return count


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


def outcomes(told: list[dict[str, Any]], target: str) -> dict[int, Fraction]:
    (event,) = (each for each in told if "outcomes" in each and each["target"] == target)
    return {int(number): Fraction(chance) for number, chance in event["outcomes"].items()}


@pytest.mark.rule("B40", "B41")
def test_the_damage_of_each_target_is_its_own() -> None:
    encounter = melee(
        {"ann": {"side": "a", "strength": 12}, "orc": {"side": "b"}, "ork": {"side": "b", "armor": {"protection": 6}}}
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


@pytest.mark.rule("B42", "B31")
def test_the_odds_of_a_group_tell_a_member_lost_and_taken_out_apart() -> None:
    told = odds(duel({"strength": 12}, {"health": 1, "count": 2}), "attack", attacker="darna", targets=["orc"])
    found = {each["of"]: each["chance"] for each in told if "chance" in each}
    assert (found["taken out"], found["member lost"]) == ("0", found["hit"])


@pytest.mark.rule("B31")
def test_the_odds_of_a_melee_are_those_of_all_its_steps() -> None:
    # Who falls by a First Strike does not strike back: b hits with 26/81, and takes a out with 26/243.
    # a charges with strength 10, bare hands, against Evasion 1: 9 or less is 30/36 = 5/6, and 3, 4, 5 or 6 of 1d6 take
    # b's 3 health, so b stands with 1 - 5/6 x 2/3 = 4/9; 8 or less is 26/36, and 5 or 6 on 1d6+1 is the end of a.
    a = {"strength": 10, "engaged": ["b"], "deeds": {"charged": "b", "first_strike": True}}
    b = {"strength": 8, "agility": 9, "health": 3, "weapons": {"axe": {"hands": 2}}, "side": "b"}
    told = odds(melee({"a": {**a, "side": "a"}, "b": b}), "attack", all=True)
    expected = {("hit", "a"): "5/6", ("hit", "b"): "26/81", ("taken out", "a"): "26/243", ("taken out", "b"): "5/9"}
    assert {(event["of"], event.get("attacker", event.get("who"))): event["chance"] for event in told} == expected


@pytest.mark.rule("B31")
@pytest.mark.parametrize("other", [{}, {"bob": {"side": "a", "engaged": ["orc"]}}])
def test_the_odds_of_a_melee_tell_the_strike_of_who_fell_in_their_own_step(other: dict[str, Any]) -> None:
    ann = {"side": "a", "health": 0, "max_health": 6, "engaged": ["orc"], "deeds": {"fell": "plain"}}
    told = chances(odds(melee({"ann": ann, "orc": {"side": "b", "health": 1}, **other}), "attack", all=True))
    assert told["hit", "ann", "orc"] == Fraction(21, 36)
    missed = Fraction(15, 36) ** (1 + len(other))
    assert told["taken out", "orc"] == 1 - missed
