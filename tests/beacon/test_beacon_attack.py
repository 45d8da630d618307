"""Attacks of beacon: defenses, range and melee, effect dice, what is inflicted (E30-E32)."""

from __future__ import annotations

from typing import Any

import pytest

from beacon_fights import MISS, attacks, base, camp, conditioned, having, parts, table
from combatcli.errors import RefusedError, UsageError
from support import FightFile, Run, happened, odds, play, refuses, usage_error


@pytest.mark.rule("E1", "E2", "E30", "E32", "E34")
def test_2_an_attack_whose_attribute_die_explodes(run: Run) -> None:
    done = run("attack", "osric", "wight", "--dice", "6,14,8,8,3,8,2,10,1,4,8", "--json", stdin=base())
    event = done.event("attack")
    assert (event["total"], event["needed"], event["steps"], event["damage"]) == (32, 15, 1, 23)
    assert (event["faces"], event["damage_faces"]) == ([6, 14, 8, 8, 3, 8, 2], [10, 1, 4, 8])
    hurt = run("wound", "--json", stdin=done.out).event("wound")
    assert (hurt["hp"], "winded" in hurt["status"]) == (7, True)


@pytest.mark.rule("E3", "E23", "E31", "E32", "E33", "E41", "E43", "E44", "E47")
def test_6_everything_at_once(run: Run) -> None:
    text = base(
        osric="position = [55, 0]",
        vela='tier = 2\nposition = [0, 0]\nconditions = [{ name = "focused", quality = 2 }]',
        wight='position = [60, 0]\nconditions = [{ name = "exposed", against = "iron" }]',
        hound="position = [5, 0]",
    )
    words = ["attack", "vela", "wight", "--weapon", "longbow", "--position", "desperate", "--sheltered"]
    done = run(*words, "--dice", "20,6,4,9,8,7,6", "--json", stdin=text)
    event = done.event("attack")
    told = {part["reason"]: part["value"] for part in event["tier"]}
    assert told == {"tier": 2, "in melee": -1, "far": -1, "focused": 1}
    expected = {"iron": 15, "exposed": -5, "in melee": 5, "sheltered": 5, "desperate": 5}
    assert {part["reason"]: part["value"] for part in event["needs"]["iron"]} == expected
    assert (event["total"], event["needed"], event["steps"], event["damage"]) == (35, 25, 1, 21)
    hurt = run("wound", "--json", stdin=done.out).event("wound")
    assert (hurt["marked"], hurt["hp"]) == ({"hp": 10}, 20)
    far = text.replace("position = [60, 0]", "position = [105, 0]")
    assert run(*words, stdin=far).code == 3


@pytest.mark.rule("E31", "E32")
def test_a_power_is_no_weapon() -> None:
    close = {"attacker": "a", "effect": "d10", "type": "thermal", "action": "skirmish"}
    (told,) = happened(play(table(), "attack", 1, 1, 1, targets=["e"], **close), "attack")
    assert told["weapon"] == ""
    assert [part["reason"] for part in told["tier"]] == ["tier", "in melee"]
    apart = table(a={"position": [50, 0]})
    (told,) = happened(play(apart, "attack", 1, 1, 1, 1, targets=["e"], **close), "attack")
    assert [part["reason"] for part in told["tier"]] == ["tier"]
    unloaded = {"wielding": "x", "weapons": {"x": {"properties": ["reload"], "loaded": False}}}
    assert play(table(a=unloaded), "attack", 1, 1, 1, targets=["e"], **close)
    beside = table(v={"position": [105, 0], "weapons": {"k": {}}}, a={"position": [50, 0]})
    (told,) = happened(play(beside, "attack", 1, 1, 1, 1, targets=["e"], **close), "attack")
    assert {"reason": "in melee", "value": 5} in told["needs"]["iron"]
    (told,) = happened(play(beside, "attack", 1, 1, 1, 1, targets=["e"], area=True, **close), "attack")
    assert {"reason": "in melee", "value": 5} not in told["needs"]["iron"]


@pytest.mark.rule("E32", "E41", "E45")
@pytest.mark.parametrize(
    "word", ["burning:2,slowed", "burning:two", "burning:2:3", "burning:", "exposed", "exposed:irn"]
)
def test_a_wound_that_cannot_be_read_is_refused(word: str) -> None:
    with pytest.raises(UsageError):
        play(table(), "attack", attacker="a", targets=["b"], inflict=[word])
    with pytest.raises(UsageError):
        play(table(), "wound", what=["b", word])


@pytest.mark.rule("E32", "E41")
def test_an_inflicted_wound_is_about_what_is_named() -> None:
    order = {"attacker": "a", "targets": ["b"], "inflict": ["exposed:ward"], "no_damage": True, "action": "finesse"}
    hit = play(table(), "attack", 18, 9, 4, **order)
    after = play(hit.fight, "wound").fight
    assert after.combatants["b"].conditions[0].against == "ward"


@pytest.mark.rule("E41", "E31")
def test_melee_counts_for_the_incapacitated_too() -> None:
    shot = {"wielding": "bow", "weapons": {"bow": {"range": 100}}, "position": [40, 0]}
    lying = table(v=shot, b=conditioned({"name": "incapacitated"}))
    (told,) = happened(play(lying, "attack", 1, 1, 1, attacker="v", targets=["b"]), "attack")
    assert told["needed"] == 11


@pytest.mark.rule("E31", "E41", "E44")
def test_flanked_and_flanking_are_one_thing() -> None:
    both = camp(osric=having("flanking"), hound=having("flanked"))
    assert parts(attacks(both, *(1,) * 6)["tier"]) == {"tier": 2, "flanking": 1}
    places = {"osric": {"position": [0, 0]}, "hound": {"position": [5, 0]}}
    sword = {"weapons": {"sword": {"effect": "d6"}}}
    around = camp(vela={**sword, "position": [10, 0]}, **places)
    assert parts(attacks(around, *(1,) * 6)["tier"])["flanking"] == 1
    aside = camp(vela={**sword, "position": [10, 5]}, **places)
    assert "flanking" not in parts(attacks(aside, *MISS)["tier"])


@pytest.mark.rule("E4", "E32")
def test_effect_dice_do_not_explode_and_supernatural_attacks_have_more() -> None:
    event = attacks(camp(), 13, 1, 1, 1, 1, 10, 10, 10, 10, supernatural=True)
    assert (event["damage"], event["damage_faces"]) == (40, [10, 10, 10, 10])
    power = attacks(camp(), 13, 1, 1, 1, 1, 6, 6, 4, effect="d6", type="thermal")
    assert (power["damage"], power["types"]) == (16, ["thermal"])
    none = attacks(camp(), 13, 1, 1, 1, 1, no_damage=True, inflict=["burning:2"])
    assert (none["damage"], none["inflicts"]) == (None, ["burning:2"])


@pytest.mark.rule("E31")
def test_a_shot_out_of_a_melee_and_into_one() -> None:
    bow = {"osric": {"wielding": "bow", "position": [0, 0]}}
    near = camp(**bow, hound={"position": [10, 0], "weapons": {"bite": {"reach": 10}}})
    event = attacks(near, 1, 1)
    assert parts(event["tier"]) == {"tier": 2, "in melee": -1}
    assert parts(event["needs"]["iron"]) == {"iron": 14, "in melee": 5}
    assert parts(attacks(near, 1, 1, area=True)["needs"]["iron"]) == {"iron": 14}
    for adjacent in (camp(**bow, hound={"position": [5, 0]}), camp(osric={"wielding": "bow", "engaged": ["hound"]})):
        event = attacks(adjacent, 1, 1, 1)
        assert (parts(event["tier"]), parts(event["needs"]["iron"])) == ({"tier": 2}, {"iron": 14})
    assert parts(attacks(camp(**bow, hound={"position": [60, 0]}), 1, 1)["tier"])["far"] == -1
    refuses(
        "double the range", camp(**bow, hound={"position": [105, 0]}), "attack", attacker="osric", targets=["hound"]
    )


@pytest.mark.rule("E30")
def test_several_defenses_are_held_against_one_roll() -> None:
    encounter = camp(hound={"grit": 30})
    event = attacks(encounter, 13, 1, 1, 1, 1, 1, 1, 1, versus="iron,grit")
    assert (event["hit"], event["hits"]) == (True, {"iron": True, "grit": False})
    usage_error('no defense "irn"', encounter, "attack", attacker="osric", targets=["hound"], versus="irn")


@pytest.mark.rule("E32", "E40")
@pytest.mark.parametrize("word", ["burning:6", "focused", "nothing"])
def test_what_cannot_be_inflicted_is_refused_before_the_roll(word: str) -> None:
    with pytest.raises(UsageError):
        attacks(camp(), inflict=[word])


@pytest.mark.rule("E2", "E30", "E32")
@pytest.mark.parametrize(
    ("each", "versus"), [({"osric": {"wielding": ""}}, None), ({"hound": {"iron": 10, "grit": 16}}, "iron,grit")]
)
def test_odds_tell_apart_what_the_damage_does_not(each: dict[str, Any], versus: str | None) -> None:
    asked = {"attacker": "osric", "targets": ["hound"], "versus": versus}
    told, without = (odds(camp(**each), "attack", **asked, no_damage=no_damage) for no_damage in (False, True))
    chances = {event["of"]: event["chance"] for event in told if "chance" in event}
    bare = {event["of"]: event["chance"] for event in without if "chance" in event}
    assert {**chances, "felled": ""} == {**bare, "felled": ""}
    assert ("hit against grit" in chances) is (versus is not None)


@pytest.mark.rule("E30")
def test_several_targets_have_odds_each_by_itself() -> None:
    pack = camp(top={}, vela={"side": "foes", "player": False})
    told = odds(pack, "attack", attacker="osric", targets=["hound", "vela"])
    alone = odds(pack, "attack", attacker="osric", targets=["hound"])
    assert [each for each in told if each["target"] == "hound"] == alone


@pytest.mark.rule("E30")
def test_one_act_strikes_a_target_once() -> None:
    with pytest.raises(RefusedError, match="hound is named twice"):
        attacks(camp(top={}), targets=["hound", "hound"])


@pytest.mark.rule("E32")
def test_a_power_without_damage_needs_no_effect_die_and_has_no_weapons_reach() -> None:
    far = table(e={"iron": 12})
    power = {"attacker": "a", "targets": ["e"], "type": "psychic", "action": "sway", "inflict": ["stunned"]}
    event = happened(play(far, "attack", 18, 1, no_damage=True, **power), "attack")[0]
    assert (event["weapon"], event["damage"], event["types"]) == ("", None, ["psychic"])
    usage_error("a power that does damage needs an effect die", far, "attack", **power)
    refuses("reaches 5", far, "attack", weapon="s", **power)


@pytest.mark.rule("E30", "E1", "E2")
def test_the_report_of_an_attack_says_which_defense_held_and_which_tier_it_was(run: Run) -> None:
    text = base(vela="tier = 0", hound="ward = 11")
    done = run("attack", "vela", "hound", "--versus", "iron,ward", "--dice", "11,12,1,1,3,2", "-n", stdin=text)
    assert "by finesse (tier 0): rolls" in done.out + done.err
    assert "hit against ward, iron held" in done.out + done.err
    many = run("attack", "vela", "hound", "--dice", "9,9,1,1,6,6", stdin=text)
    assert many.code == 3
    assert "vela misses hound: total 10, needs 14." in many.err


@pytest.mark.rule("E41")
def test_a_wound_that_waits_is_told_with_its_own_severity(run: Run) -> None:
    words = ["attack", "osric", "wight", "--no-damage", "--inflict", "stunned", "--dice", "15,15,1,1,1"]
    hit = run(*words, stdin=base())
    assert "osric->wight stunned 4" in run("show", stdin=hit.out).out
    by_hand = base('[[pending]]\nattacker = "osric"\ntarget = "wight"\ninflicts = [{ name = "stunned" }]\n')
    assert "osric->wight stunned  (`wound` applies)" in run("show", stdin=by_hand).out


@pytest.mark.rule("E34")
def test_players_see_that_a_foe_is_winded(run: Run) -> None:
    told = run("show", "--players", "--json", stdin=base(hound="hp = 15")).events
    assert [each.get("status") for each in told if each.get("who") in ("wight", "hound")] == [None, ["winded"]]


@pytest.mark.rule("E10", "E16")
def test_a_contest_shows_the_faces_of_each_apart(run: Run) -> None:
    text = base(osric="actions = { traverse = 1 }", vela="actions = { traverse = 1 }")
    done = run("dashtest", "osric", "vela", "--dice", "9,11,3,5,2", "-n", stdin=text)
    said = "(tier 2) rolls 9, 11, 3 = 14 against (tier 1) 5, 2 = 7: osric comes first"
    assert said in done.out + done.err
    told = run("dashtest", "osric", "vela", "--dice", "9,11,3,5,2", "--json", stdin=text).event("contest")
    assert (told["faces"], told["against_faces"]) == ([9, 11, 3, 5, 2], [5, 2])


@pytest.mark.rule("E30")
def test_a_defense_of_0_is_told_as_such(run: Run) -> None:
    done = run("attack", "vela", "hound", "--dice", "8,1,1,3,2", "-n", stdin=base(hound="iron = 0"))
    assert "iron 0: needs 0: hit" in done.out + done.err


@pytest.mark.rule("E14")
def test_who_steps_in_is_told_after_the_hit_and_takes_it(run: Run) -> None:
    text = base('phase = "monsters"\nturn = "hound"\n', vela='protects = "osric"')
    faces = ("--no-damage", "--inflict", "burning:2", "--dice", "19,3,4")
    waits = run("attack", "hound", "osric", *faces, stdin=text).err.splitlines()
    assert waits[0] == "HIT!  hound -> osric  burning:2 pending"
    assert waits[-1] == "vela steps in and takes the hit on osric."
    applied = run("attack", "hound", "osric", *faces, "--apply", stdin=text)
    assert applied.err.splitlines()[0] == "HIT!  hound -> osric  burning:2"
    assert "vela is burning 2 (by hound)." in applied.err


@pytest.mark.rule("E14", "E31")
def test_a_shot_that_is_rolled_again_needs_no_reloading() -> None:
    bow = {"weapons": {"x": {"effect": "d8", "range": 50, "properties": ["reload"]}}, "wielding": "x"}
    missed = play(table(a=bow, v={"position": [0, 5]}), "attack", 2, 1, 1, attacker="a", targets=["e"], distance=40)
    assert not missed.fight.combatants["a"].weapons["x"].loaded
    again = {"attacker": "a", "targets": ["e"], "distance": 40, "aid": "v", "reroll": True}
    assert happened(play(missed.fight, "attack", 2, 1, 1, **again), "attack")
    refuses("is not loaded", missed.fight, "attack", attacker="a", targets=["e"])


@pytest.mark.rule("E14")
def test_an_attack_that_is_rolled_again_counts_once(run: Run, fight_file: FightFile) -> None:
    path = fight_file(base())
    for again in ([], ["--aid", "vela", "--reroll"]):
        assert run("attack", "osric", "hound", "--dice", ",".join(map(str, MISS)), *again, "-f", path).code == 0
    stats = run("log", "--stats", "--json", "-f", path).event("stats")
    assert (stats["attacks"], stats["misses"]) == (1, 1)
    assert run("log", "--story", "-f", path).out.count("misses") == 1


@pytest.mark.rule("E14")
def test_a_test_that_is_rolled_again_is_told_once(run: Run, fight_file: FightFile) -> None:
    path = fight_file(base())
    failed = ("test", "osric", "traverse", "--dice", "3,2,1", "-f", path)
    run(*failed)
    assert run(*failed, "--aid", "vela", "--reroll", "--json").event("test")["reroll"]
    assert run("log", "--story", "-f", path).out.count("osric: traverse") == 1
    run(*failed)
    assert run("log", "--story", "-f", path).out.count("osric: traverse") == 2


@pytest.mark.rule("E14", "E50")
def test_a_goal_and_the_path_of_a_failure_that_is_rolled_again_are_those_of_the_second_roll(
    run: Run, fight_file: FightFile
) -> None:
    path = fight_file(base() + "[goals.flee]\nneeded = 3\n")
    flee = ("test", "osric", "traverse", "--goal", "flee", "-f", path)
    assert "path: the roof" in run(*flee, "--dice", "3,2,1", "--path", "the roof").out
    assert "path" not in run(*flee, "--dice", "9,2,2", "--aid", "vela", "--reroll").out
    assert run("log", "--story", "-f", path).out.count("Goal flee") == 1
    run(*flee, "--dice", "3,2,1", "--path", "the roof")
    assert "path: the roof" in run(*flee, "--dice", "3,2,1", "--aid", "vela", "--reroll").out


@pytest.mark.rule("E14", "E23")
def test_a_strike_at_an_advance_may_be_rolled_again_where_the_mover_was() -> None:
    left = table(a={"reactions": ["b"], "position": [25, 0]}, e={"max_stress": 3})
    strike = {"attacker": "b", "targets": ["a"], "react": True}
    missed = play(left, "attack", 1, 1, 1, **strike).fight
    assert happened(play(missed, "attack", 2, 1, 1, **strike, aid="e", reroll=True, strict=True), "attack")


@pytest.mark.rule("E23")
def test_a_react_is_no_shot() -> None:
    bow = {"weapons": {"x": {"effect": "d8", "range": 50}}, "wielding": "x"}
    shot = {"attacker": "b", "targets": ["a"], "react": True}
    refuses("melee weapon", table(a={"reactions": ["b"]}, b=bow), "attack", 1, 1, 1, **shot, strict=True)


@pytest.mark.rule("E31", "E46")
def test_hiding_from_one_of_two_targets_is_worth_a_tier_against_that_one() -> None:
    hidden = having("hidden", quality=5, against="b")
    keys = {"attacker": "a", "targets": ["b", "e"], "no_damage": True, "type": "psychic"}
    events = happened(play(table(a=hidden), "attack", *[1] * 8, **keys), "attack")
    assert [parts(event["tier"]).get("hidden", 0) for event in events] == [1, 0]
