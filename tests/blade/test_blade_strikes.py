"""Whom one strikes in the melee of blade, with what, and in which order where it is done one by one (B30, B31)."""

from __future__ import annotations

from typing import Any

import pytest

from blade_fights import CHARGER, melee, pair, strike, trio
from support import happened, odds, play, refuses, usage_error

SHOOTER = {"deeds": {"shot": True}}


@pytest.mark.rule("B31")
@pytest.mark.parametrize(
    ("darna", "orc", "words"),
    [
        (CHARGER, {}, "darna's strike on orc comes before orc's own"),
        (CHARGER, SHOOTER, "darna's strike on orc comes before orc's own"),
        ({}, SHOOTER, "darna's strike on orc comes before orc's own"),
        ({}, {}, None),
        (SHOOTER, {}, None),
        (SHOOTER, SHOOTER, None),
        ({**CHARGER, "declared": {"action": "improvise", "what": "x"}}, {}, None),
    ],
)
def test_one_by_one_an_earlier_strike_on_oneself_comes_first(
    darna: dict[str, Any], orc: dict[str, Any], words: str | None
) -> None:
    encounter = pair(darna, orc)
    playing = strike(encounter, "orc", "darna", 6, 6)
    if words is None:
        assert playing.warnings == []
        return
    assert words in playing.warnings[0]
    refuses(words, encounter, "attack", attacker="orc", targets=["darna"], strict=True)
    struck = strike(encounter, "darna", "orc", 6, 6, strict=True).fight
    assert strike(struck, "orc", "darna", 6, 6, strict=True).warnings == []


@pytest.mark.rule("B31")
def test_a_strike_that_cannot_come_is_not_waited_for() -> None:
    for darna, keys in (
        ({**CHARGER, "position": [0, 0]}, {}),
        ({"deeds": {"first_strike": True}, "engaged": ["ork", "orc"], "target": "ork"}, {}),
        (CHARGER, {"surprised": ["heroes"]}),
    ):
        encounter = melee(
            {
                "darna": {"side": "heroes", "engaged": ["orc"], **darna},
                "orc": {"side": "orcs", "position": [9, 0], "weapons": {"pike": {"reach": 10}}},
                "ork": {"side": "orcs"},
            },
            **keys,
        )
        assert strike(encounter, "orc", "darna", 6, 6, strict=True).warnings == []


@pytest.mark.rule("B31")
def test_a_first_strike_that_hit_is_applied_before_one_strikes_back() -> None:
    hit = strike(pair(CHARGER, {"health": 3}), "darna", "orc", 3, 3, 2, strict=True).fight
    assert hit.pending[0].step == "first"
    assert "a hit on orc is still pending and comes before" in strike(hit, "orc", "darna", 6, 6).warnings[0]
    applied = play(hit, "wound").fight
    assert strike(applied, "orc", "darna", 6, 6, strict=True).warnings == []
    fallen = strike(pair(CHARGER, {"health": 2}), "darna", "orc", 3, 3, 2, apply=True).fight
    refuses("orc is dead", fallen, "attack", attacker="orc", targets=["darna"])


@pytest.mark.rule("B31", "B30")
@pytest.mark.parametrize("deeds", [{}, SHOOTER])
def test_who_fell_in_the_same_step_still_strikes(deeds: dict[str, Any]) -> None:
    fallen = strike(pair(deeds, {**deeds, "health": 2}), "darna", "orc", 3, 3, 2, strict=True, apply=True)
    assert happened(fallen, "condition")[0]["name"] == "dead"
    back = strike(fallen.fight, "orc", "darna", 3, 3, 4, strict=True)
    assert happened(back, "attack")[0]["damage"] == 4
    refuses("orc is dead", back.fight, "attack", attacker="orc", targets=["darna"])
    late = strike(pair({}, {**SHOOTER, "health": 2}), "darna", "orc", 3, 3, 2, apply=True).fight
    refuses("orc is dead", late, "attack", attacker="orc", targets=["darna"])
    by_hand = play(pair({}, {"health": 2}), "wound", targets=["orc"], amount="2").fight
    refuses("orc is dead", by_hand, "attack", attacker="orc", targets=["darna"])


@pytest.mark.rule("B30")
def test_all_strike_whom_they_charged_else_their_target_else_the_first_within_reach() -> None:
    three = {name: {"side": "b", "position": [at, 0]} for name, at in (("far", 9), ("near", 5), ("last", 4))}
    engaged = {"side": "a", "position": [0, 0], "engaged": ["far", "near", "last"]}

    def target(**keys: Any) -> str:
        playing = play(melee({"ann": {**engaged, **keys}, **three}, surprised=["b"]), "attack", 6, 6, all=True)
        target: str = happened(playing, "attack")[0]["target"]
        return target

    assert target() == "near"
    assert target(target="last") == "last"
    assert target(target="last", deeds={"charged": "near"}) == "near"
    assert target(weapons={"spear": {"reach": 10}}) == "far"


@pytest.mark.rule("B30")
def test_a_declared_target_that_is_not_engaged_is_warned_of() -> None:
    others = {"orc": {"side": "b"}, "ork": {"side": "b"}}
    encounter = melee({"ann": {"side": "a", "engaged": ["orc"], "target": "ork"}, **others})
    playing = play(encounter, "attack", 6, 6, 6, 6, strict=True, all=True)
    assert happened(playing, "attack")[0]["target"] == "orc"
    assert playing.warnings == ["ann cannot strike ork without being engaged with them (B30)"]


SPEAR: dict[str, Any] = {
    "weapons": {"spear": {"hands": 1, "reach": 10, "close": 20, "medium": 40}},
    "strength": 9,
    "agility": 5,
}


@pytest.mark.rule("B30", "B0")
def test_a_spear_that_can_be_thrown_serves_in_melee_too() -> None:
    playing = play(pair({**SPEAR, "weapons": {**SPEAR["weapons"], "knife": {}}}), "attack", 6, 6, 6, 6, all=True)
    event = happened(playing, "attack")[0]
    assert (event["weapon"], event["attribute"], event["step"]) == ("spear", "strength", "plain")
    single = happened(strike(pair(SPEAR), "darna", "orc", 3, 3, 4, strict=True), "attack")[0]
    assert (single["step"], single["value"], single["damage"]) == ("plain", 9, 4)
    thrown = happened(strike(pair(SPEAR, phase="acting"), "darna", "orc", 6, 6, distance=30), "attack")[0]
    assert (thrown["step"], thrown["value"], thrown["range"]) == ("shot", 5, "medium")
    near = pair({**SPEAR, "position": [0, 0]}, {"position": [9, 0]})
    assert happened(strike(near, "darna", "orc", 6, 6), "attack")[0]["step"] == "plain"
    turning = pair(SPEAR, {"deeds": {"opportunity": ["darna"]}}, phase="acting")
    assert happened(strike(turning, "darna", "orc", 6, 6, opportunity=True), "attack")[0]["step"] == "at once"


@pytest.mark.rule("B30", "B40")
def test_a_dagger_that_can_be_thrown_is_the_second_of_a_pair() -> None:
    for dagger, faces, weapon in (({"hands": 1}, [2, 5], "sword and it"), ({}, [2], "sword")):
        weapons = {"sword": {}, "it": {"close": 10, **dagger}}
        playing = play(pair({"weapons": weapons, "wielding": ["sword", "it"]}), "attack", 1, 2, *faces, 6, 6, all=True)
        event = happened(playing, "attack")[0]
        assert (event["weapon"], event["damage_faces"]) == (weapon, faces)


@pytest.mark.rule("B20")
def test_attacks_on_oneself_are_refused_and_on_allies_irregular() -> None:
    encounter = pair(orc={"side": "heroes"})
    refuses("themselves", encounter, "attack", attacker="darna", targets=["darna"])
    assert "darna and orc are on the same side" in strike(encounter, "darna", "orc", 6, 6).warnings[0]
    refuses("are on the same side", encounter, "attack", attacker="darna", targets=["orc"], strict=True)
    declared = play(encounter, "declare", who="darna", action="attack", targets=["orc"])
    assert "darna and orc are on the same side" in declared.warnings[0]


@pytest.mark.rule("B31")
def test_a_first_strike_made_singly_is_applied_before_the_rest_of_the_melee() -> None:
    struck = strike(pair(CHARGER, {"health": 2}), "darna", "orc", 3, 3, 3).fight
    assert len(struck.pending) == 1
    played = play(struck, "attack", all=True, strict=True)
    assert [each["who"] for each in happened(played, "idle")] == ["darna", "orc"]
    chances = {
        (each["of"], each.get("who", each.get("attacker"))): each["chance"] for each in odds(struck, "attack", all=True)
    }
    assert (chances["taken out", "orc"], chances["taken out", "darna"]) == ("1", "0")
    assert ("hit", "orc") not in chances


@pytest.mark.rule("B31")
def test_a_plain_strike_made_singly_is_of_the_same_step_as_the_rest() -> None:
    struck = strike(pair({}, {"health": 2}), "darna", "orc", 3, 3, 3).fight
    played = play(struck, "attack", 3, 3, 3, all=True, strict=True)
    assert (played.warnings, [hit.target for hit in played.fight.pending]) == ([], ["orc", "darna"])
    applied = play(struck, "attack", 3, 3, 3, all=True, apply=True)
    assert (applied.fight.pending, applied.fight.combatants["orc"].health) == ([], 0)


@pytest.mark.rule("B31")
def test_a_hit_from_before_the_melee_is_named_and_waits_on() -> None:
    shot = {"attacker": "darna", "target": "orc", "damage": 2, "step": "shot"}
    played = play(pair(pending=[shot]), "attack", 6, 6, 6, 6, all=True, apply=True)
    assert played.warnings[0].startswith("a hit on orc is still pending and comes before")
    assert len(played.fight.pending) == 1


@pytest.mark.rule("B30")
def test_the_melee_of_all_takes_no_attacker() -> None:
    usage_error("takes no attacker", pair(), "attack", attacker="darna", targets=["orc"], all=True)


@pytest.mark.rule("B30")
@pytest.mark.parametrize(
    ("bow", "held", "weapons"),
    [
        ({"close": 30}, {"wielding": "bow"}, ["knife", "unarmed"]),
        ({"hands": 2, "close": 30}, {}, ["knife", "bow"]),
    ],
)
def test_who_holds_a_bow_fights_with_what_is_made_for_melee(
    bow: dict[str, int], held: dict[str, str], weapons: list[str]
) -> None:
    archer = {"weapons": {"bow": bow, "knife": {}}, **held}
    playing = play(pair(archer, {"weapons": {"bow": bow}}), "attack", 6, 6, 6, 6, all=True)
    assert [event["weapon"] for event in happened(playing, "attack")] == weapons


@pytest.mark.rule("B30", "B40")
def test_who_holds_a_bow_draws_one_weapon_and_no_second_one() -> None:
    archer = {"weapons": {"bow": {"close": 30}, "knife": {}, "club": {}}, "wielding": "bow", "strength": 12}
    playing = play(pair(archer), "attack", 5, 6, 3, 6, 6, all=True)
    (event, _) = happened(playing, "attack")
    assert (event["weapon"], event["damage_faces"]) == ("knife", [3])


@pytest.mark.rule("B40")
def test_a_bow_and_a_sword_are_no_pair() -> None:
    weapons = {"bow": {"far": 100, "close": 30}, "sword": {}}
    for wielding, kind in ((["bow", "sword"], "bow"), (["sword", "bow"], "sword")):
        armed = trio({"weapons": weapons, "wielding": wielding})
        struck = play(armed, "attack", 6, 6, attacker="darna", targets=["orc"])
        assert happened(struck, "attack")[0]["weapon"] == kind


@pytest.mark.rule("B30")
def test_somebody_may_hold_back_in_the_melee_of_all() -> None:
    playing = play(pair(), "attack", 6, 6, all=True, without=["darna"], strict=True)
    assert [event["attacker"] for event in happened(playing, "attack")] == ["orc"]
    assert [(event["who"], event["reason"]) for event in happened(playing, "idle")] == [("darna", "holds back")]
    away = play(trio({"engaged": ["orc"]}, phase="melee"), "attack", 6, 6, 6, 6, all=True, without=["ork"])
    assert away.warnings == ["ork is not engaged in the melee, so --without ork changes nothing (B30)"]
    told = odds(pair(), "attack", all=True, without=["darna"])
    assert [event["chance"] for event in told if event["of"] == "hit"] == ["7/12"]
    usage_error("--without belongs to", pair(), "attack", attacker="darna", targets=["orc"], without=["orc"])
