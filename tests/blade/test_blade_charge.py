"""Charges of blade: how far, at whom, where they end, and who strikes first for it (B13)."""

from __future__ import annotations

from itertools import product

import pytest

from blade_fights import FRAMES, Frame, at, moved, placed, trio
from combatcli.rulesets.shared.nearness import apart
from support import duel, happened, play, refuses


@pytest.mark.rule("B11", "B13")
def test_who_stands_beside_a_foe_since_the_round_began_is_engaged_for_a_charge_too() -> None:
    beside = duel({"position": [0, 0]}, {"position": [5, 0]}, phase="acting")
    assert [event["engaged"] for event in happened(play(beside, "show"), "combatant")] == [["orc"], ["darna"]]
    for encounter in (beside, duel({"engaged": ["orc"]}), duel(orc={"engaged": ["darna"]})):
        refuses("darna is already fighting orc", encounter, "move", who="darna", charge="orc")


@pytest.mark.rule("B13")
def test_a_charge_is_at_an_enemy_within_movement() -> None:
    refuses("cannot charge 41 feet", trio(), "move", who="darna", charge="orc", distance=41)
    refuses("same side", trio(), "move", who="orc", charge="ork")
    refuses("already dead", trio(orc={"health": 0}), "move", who="darna", charge="orc")


@pytest.mark.rule("B13")
def test_a_weapon_that_stops_charges_takes_the_first_strike() -> None:
    spear = {"weapons": {"spear": {"stops_charge": True}}}
    playing = play(trio(orc=spear), "move", who="darna", charge="orc")
    (event,) = happened(playing, "move")
    assert (event["first_strike"], event["stopped_by"]) == (False, ["orc"])
    melee = play(playing.fight.changed(phase="melee"), "attack", 6, 6, 6, 6, all=True)
    assert [each["step"] for each in happened(melee, "attack")] == ["plain", "plain"]
    unaware = play(trio(orc=spear).changed(surprised=["orcs"]), "move", who="darna", charge="orc")
    assert happened(unaware, "move")[0]["first_strike"]
    stowed = {"weapons": {"bow": {"far": 90}, **spear["weapons"]}, "wielding": "bow"}
    assert happened(play(trio(orc=stowed), "move", who="darna", charge="orc"), "move")[0]["first_strike"]


@pytest.mark.rule("B13")
def test_a_charge_ends_within_reach_whatever_the_numbers() -> None:
    for across, along in product(range(-40, 41, 5), repeat=2):
        encounter = duel({"position": [across, along]}, {"position": [0, 0]})
        away = (across**2 + along**2) ** 0.5
        if not 5 < away <= 45:
            continue
        charged = play(encounter, "move", who="darna", charge="orc")
        darna, orc = (charged.fight.combatants[who] for who in ("darna", "orc"))
        feet = apart(darna, orc)
        assert feet is not None
        assert 5 - 0.02 < feet <= 5
        assert happened(charged, "move")[0]["feet"] == round(away - 5, 2)
        order = {"attacker": "darna", "targets": ["orc"]}
        play(charged.fight.changed(phase="melee"), "attack", 6, 6, strict=True, **order)


@pytest.mark.rule("B13", "B30")
@pytest.mark.parametrize(
    ("held", "end"),
    [(["dagger", "spear"], 25), (["spear", "dagger"], 20), (["bow"], 20), (["sling", "dagger"], 25), ([], 20)],
)
def test_ones_own_reach_is_that_of_what_one_strikes_with(held: list[str], end: int) -> None:
    weapons = {"spear": {"reach": 10}, "dagger": {}, "bow": {"close": 30}, "sling": {"close": 9}}
    arms = {"weapons": weapons, **({"wielding": held} if held else {})}
    charged = play(duel({"position": [0, 0], **arms}, {"position": [30, 0]}), "move", who="darna", charge="orc")
    assert happened(charged, "move")[0]["to"] == [end, 0]
    struck = play(charged.fight.changed(phase="melee", surprised=["orcs"]), "attack", 6, 6, all=True)
    assert happened(struck, "attack")[0]["attacker"] == "darna"


@pytest.mark.rule("B13")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("reach", "away", "feet"), [(5, 45, 40), (5, 25, 20), (10, 50, 40), (10, 15, 5), (2, 12, 10)])
def test_a_charge_ends_where_one_reaches_the_enemy_wherever_both_stand(
    frame: Frame, reach: int, away: int, feet: int
) -> None:
    arms = {"weapons": {"it": {"reach": reach}}}
    playing = play(placed(frame, (away, 0), darna=arms, orc=arms), "move", who="darna", charge="orc", strict=True)
    (event,) = happened(playing, "move")
    assert (event["kind"], event["feet"]) == ("charge", feet)
    assert (event["from"], event["to"]) == (at(frame, 0), at(frame, feet))
    assert (event["charged"], event["first_strike"], event["stopped_by"]) == ("orc", True, None)
    darna, orc = (playing.fight.combatants[who] for who in ("darna", "orc"))
    assert (darna.engaged, orc.engaged, darna.deeds.met) == (["orc"], ["darna"], ["orc"])
    melee = play(playing.fight.changed(phase="melee"), "attack", 6, 6, 6, 6, strict=True, all=True)
    assert [each["step"] for each in happened(melee, "attack")] == ["first", "plain"]


@pytest.mark.rule("B13")
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("away", [5, 3, 0])
def test_a_charge_at_who_is_within_reach_is_one_of_0_feet(frame: Frame, away: float) -> None:
    came = placed(frame, (away, 0), orc={"deeds": {"moved": 20}})
    playing = play(came, "move", who="darna", charge="orc", strict=True)
    (event,) = happened(playing, "move")
    assert (event["feet"], event["to"], event["first_strike"]) == (0, at(frame, 0), True)
    assert [playing.fight.combatants[who].engaged for who in ("darna", "orc")] == [["orc"], ["darna"]]


@pytest.mark.rule("B13")
@pytest.mark.parametrize("feet", [0, 0.5, 40])
def test_where_no_positions_are_kept_a_charge_is_as_long_as_is_said(feet: float) -> None:
    nowhere = placed(FRAMES[0], (9, 0), darna={"position": None}, orc={"position": None})
    assert moved(nowhere, charge="orc", distance=feet)["feet"] == feet


@pytest.mark.rule("B13")
def test_a_charge_leads_into_a_linked_arena_if_the_distance_is_said() -> None:
    places = {"yard": {"links": ["hall"]}, "hall": {}, "attic": {}}
    apart_by_arenas = duel({"arena": "yard"}, {"arena": "hall"}, arenas=places)
    charged = play(apart_by_arenas, "move", who="darna", charge="orc", distance=30, strict=True)
    (event,) = happened(charged, "move")
    assert (event["feet"], event["from"], event["to"], event["first_strike"]) == (30, "yard", "hall", True)
    order = {"attacker": "darna", "targets": ["orc"]}
    play(charged.fight.changed(phase="melee"), "attack", 6, 6, strict=True, **order)
    refuses("cannot charge 41 feet", apart_by_arenas, "move", who="darna", charge="orc", distance=41)
    refuses("orc is in hall", apart_by_arenas, "move", who="darna", charge="orc")
    unlinked = duel({"arena": "yard"}, {"arena": "attic"}, arenas=places)
    refuses("orc is in attic", unlinked, "move", who="darna", charge="orc", distance=30)


@pytest.mark.rule("B13", "B30")
def test_who_has_charged_strikes_at_nobody_else_whom_they_have_left() -> None:
    left = play(trio({"engaged": ["ork"]}), "move", who="darna", charge="orc", distance=40).fight
    order = {"attacker": "darna", "targets": ["ork"]}
    struck = play(left.changed(phase="melee"), "attack", 6, 6, **order)
    assert struck.warnings == ["darna has charged orc and is not engaged with ork (B13)"]
    refuses("not engaged with ork", left.changed(phase="melee"), "attack", strict=True, **order)
    beside = left.changed(phase="melee").with_combatant("ork", engaged=["darna"])
    assert play(beside, "attack", 6, 6, strict=True, **order).warnings == []
