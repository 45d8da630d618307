"""What conditions of beacon keep their bearer from, and what limits turns and ways (E10-E50)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from beacon_fights import MISS, attacks, camp, conditioned, having, parts, table
from support import Run, happened, odds, play, refuses, usage_error

CAUTIOUS = {"stance": "cautious"}
FEAR = {"name": "terrified", "source": "b"}


def ordered(encounter: Any, who: str) -> tuple[int, int, int]:
    steps = happened(play(encounter, "order"), "order")[0]["steps"]
    (one,) = [each for step in steps for each in step["who"] if each["who"] == who]
    return one["acts"], one["reacts"], one["either"]


@pytest.mark.rule("E13")
@pytest.mark.parametrize("top", [{}, {"phase": "monsters"}])
def test_an_act_outside_turns_is_irregular(top: dict[str, Any]) -> None:
    between = table(top, a={"acted": True, **CAUTIOUS}, b={"acted": True})
    for command, request in {
        "attack": {"attacker": "b", "targets": ["a"]},
        "move": {"who": "b", "way": ["10,0"]},
        "declare": {"who": "b", "action": "act", "targets": ["wait"]},
    }.items():
        refuses("no turn is on", between, command, strict=True, **request)
    assert play(between, "attack", 1, 1, 1, attacker="b", targets=["a"]).warnings
    interpose = {"who": "v", "action": "protect", "targets": ["a"], "strict": True}
    refuses("no turn is on", between, "declare", **interpose)
    refuses("no turn is on", between, "declare", **interpose, react=True)
    hit = table({**top, "pending": [{"attacker": "b", "target": "a", "damage": 3}]}, a=CAUTIOUS)
    assert play(hit, "declare", **interpose)


@pytest.mark.rule("E12", "E41")
@pytest.mark.parametrize(
    ("names", "left"),
    [
        (["stunned", "hastened"], (0, 0, 0)),
        (["incapacitated", "hastened"], (0, 0, 0)),
        (["slowed", "hastened"], (2, 2, 1)),
        (["hastened"], (3, 3, 1)),
    ],
)
def test_the_stunned_and_helpless_have_nothing_of_haste(names: list[str], left: tuple[int, int, int]) -> None:
    assert ordered(table(a={**having(*names), **CAUTIOUS}), "a") == left


@pytest.mark.rule("E12", "E41")
def test_a_stunned_and_hastened_combatant_acts_once_for_stress() -> None:
    mine = table({"turn": "a", "phase": "cautious"}, a={**having("stunned", "hastened"), **CAUTIOUS})
    act = {"who": "a", "action": "act", "targets": ["wave"]}
    refuses("no Act left", mine, "declare", **act)
    once = play(mine, "declare", **act, push=["act"]).fight
    refuses("no Act left", once, "declare", **act)
    refuses("no React left", mine.changed(turn="b"), "attack", attacker="a", targets=["b"], react=True)


@pytest.mark.rule("E12")
def test_haste_is_told_as_one_of_either_kind(run: Run) -> None:
    assert "ann (2 Acts, 2 Reacts, 1 more of either)" in run("order", stdin=_text()).err


def _text() -> str:
    return (
        'ruleset = "beacon"\n[combatants.ann]\nplayer = true\nstance = "cautious"\nhp = 9\n'
        'conditions = [{ name = "hastened" }]\n'
    )


@pytest.mark.rule("E5", "E12")
@pytest.mark.parametrize(
    "keys", [{"stress": 10}, {"pushes": ["act"], "acts": 2}, {"max_stress": 0}], ids=["full", "bought", "none"]
)
def test_an_act_is_offered_for_stress_only_where_it_can_be_bought(keys: dict[str, Any]) -> None:
    spent = {"acts": 1, **having("slowed"), **CAUTIOUS, **keys}
    mine = table({"turn": "a", "phase": "cautious"}, a=spent)
    assert "--push" not in refused(mine, "declare", who="a", action="act", targets=["x"])
    free = table({"turn": "a", "phase": "cautious"}, a={"acts": 1, **having("slowed"), **CAUTIOUS})
    assert "--push act" in refused(free, "declare", who="a", action="act", targets=["x"])


def refused(encounter: Any, command: str, **request: Any) -> str:
    from combatcli.errors import RefusedError

    with pytest.raises(RefusedError) as caught:
        play(encounter, command, **request)
    return str(caught.value.hint)


@pytest.mark.rule("E10", "E12")
def test_a_rash_ambusher_has_a_full_turn_in_the_first_round() -> None:
    assert ordered(table(a={"stance": "rash", "ambushing": True}), "a") == (2, 1, 0)
    assert ordered(table(a={"stance": "rash"}), "a") == (1, 1, 0)
    later = table({"round": 2, "phase": "rash"}, a={"stance": "rash", "ambushing": True})
    assert ordered(play(later, "next", who="a").fight, "a") == (1, 1, 0)


@pytest.mark.rule("E11", "E12")
def test_an_ambush_is_over_with_its_round() -> None:
    second = play(table(a={"stance": "rash", "ambushing": True}), "next", round=True).fight
    rash = play(second, "declare", who="a", action="rash").fight
    assert ordered(rash, "a") == (1, 1, 0)
    every = table({"house": {"ambush_every_round": True}}, a={"ambushing": True})
    assert play(every, "next", round=True).fight.combatants["a"].ambushing


@pytest.mark.rule("E41")
@pytest.mark.parametrize(
    ("start", "way"),
    [
        ((-25, 0), ["-15,0", "-25,0"]),
        ((-5, 0), ["0,5", "5,5", "15,0"]),
        ((15, 5), ["-5,5"]),
    ],
    ids=["there and back", "past", "straight past"],
)
def test_each_square_nearer_to_what_terrifies_costs_stress(start: tuple[int, int], way: list[str]) -> None:
    afraid = table({"turn": "a", "phase": "cautious"}, a={**conditioned(FEAR), "position": [*start], **CAUTIOUS})
    refuses("terrified of b", afraid, "move", who="a", way=way)
    went = play(afraid, "move", who="a", way=way, push=["closer"])
    assert went.fight.combatants["a"].stress == 1


@pytest.mark.rule("E5", "E41")
def test_nothing_is_paid_for_going_away() -> None:
    afraid = table({"turn": "a", "phase": "cautious"}, a={**conditioned(FEAR), **CAUTIOUS})
    refuses("goes no closer", afraid, "move", who="a", way=["-5,0"], push=["closer"])


@pytest.mark.rule("E41", "E44")
@pytest.mark.parametrize("name", ["terrified", "charmed", "dominated"])
def test_each_source_of_fear_or_charm_is_a_condition_of_its_own(name: str) -> None:
    once = play(table(), "wound", what=["a", name], by="b").fight
    twice = play(once, "wound", what=["a", name], by="e").fight
    twice = play(twice, "wound", what=["a", name], by="b").fight
    assert sorted(each.source for each in twice.combatants["a"].conditions) == ["b", "e"]


@pytest.mark.rule("E41")
def test_every_source_of_fear_is_heeded() -> None:
    both = conditioned(FEAR, {"name": "terrified", "source": "e"})
    afraid = table({"turn": "a", "phase": "cautious"}, a={**both, **CAUTIOUS}, b={"position": [-20, 0]})
    refuses("terrified of e", afraid, "move", who="a", way=["5,0"])
    refuses("terrified of b", afraid, "move", who="a", way=["-5,0"])


@pytest.mark.rule("E41")
@pytest.mark.parametrize("name", ["charmed", "dominated"])
def test_an_attack_on_whom_one_obeys_is_irregular(name: str) -> None:
    bound = table({"turn": "a"}, a=conditioned({"name": name, "source": "b"}))
    refuses(f"{name} by b", bound, "attack", attacker="a", targets=["b"], strict=True)
    assert play(bound, "attack", 1, 1, 1, attacker="a", targets=["e"], distance=5, strict=True)


@pytest.mark.rule("E41")
def test_the_dominated_do_not_strike_their_master_in_a_forecast(run: Run) -> None:
    text = (
        _text().replace('{ name = "hastened" }', '{ name = "dominated", source = "orc" }')
        + 'side = "heroes"\nweapons.s = {}\ntactics = ["attack nearest"]\n'
        + '[combatants.orc]\nside = "foes"\nhp = 200\nweapons.axe = {}\ntactics = ["attack nearest"]\n'
    )
    story = run("forecast", "--fight", "1", "--seed", "s", "--story", "--rounds", "2", stdin=text).out
    assert "orc hits ann" in story or "orc misses ann" in story
    assert "ann hits" not in story
    assert "ann misses" not in story


@pytest.mark.rule("E11", "E12", "E13")
def test_nobody_acts_for_nothing_before_turns_in_a_forecast(run: Run) -> None:
    each = (
        'body = 0\nmind = 0\nwill = 0\nhp = 1\niron = 11\nactions = { skirmish = 1 }\nweapons.w = { effect = "d4" }\n'
        'tactics = ["attack nearest"]\n'
    )
    text = (
        f'ruleset = "beacon"\n[combatants.ann]\nside = "heroes"\nplayer = true\n{each}'
        f'[combatants.orc]\nside = "foes"\n{each}'
    )
    # The orc strikes twice, then ann twice; each hits with 1/2.
    assert float(run("forecast", "--exact", "-q", "--side", "heroes", stdin=text).out) == pytest.approx(0.2)


@pytest.mark.rule("E41")
@pytest.mark.parametrize(
    "name",
    ["rooted", "terrified", "stunned", "slowed", "goaded", "blinded", "deafened", "downed", "charmed", "dominated"],
)
def test_a_turn_names_each_condition_that_limits_deeds(name: str) -> None:
    limited = table(a={**conditioned({"name": name, "source": "b"}), **CAUTIOUS})
    (reminder,) = happened(play(limited, "next", who="a"), "turn")[0]["reminders"]
    assert reminder["name"] == name


@pytest.mark.rule("E41")
def test_the_downed_stand_before_they_advance() -> None:
    down = table({"turn": "a"}, a=having("downed"))
    refuses("must stand", down, "move", who="a", way=["-5,0"], strict=True)
    assert play(down, "move", who="a", way=["-5,0"], maneuver=True, strict=True)


@pytest.mark.rule("E33", "E40")
@pytest.mark.parametrize(
    ("hp", "names", "felled"),
    [
        (2, [("burning", 5)], Fraction(1, 12)),
        (6, [("burning", 5)], Fraction(0)),
        (12, [("burning", 5), ("blighted", 5)], Fraction(5, 48)),
    ],
)
def test_soak_is_spent_outcome_by_outcome_in_odds(hp: int, names: list[tuple[str, int]], felled: Fraction) -> None:
    wounds = [{"name": name, "severity": severity} for name, severity in names]
    burning = table(a={**conditioned(*wounds), **CAUTIOUS, "hp": hp, "max_hp": 30, "soak": 1})
    (told,) = [event for event in odds(burning, "next", who="a", soak=1) if event["event"] == "odds"]
    assert Fraction(told["chance"]) == felled


@pytest.mark.rule("E33", "E40")
def test_soak_that_takes_nothing_off_is_told() -> None:
    bleeding = table(a={**conditioned({"name": "bleeding", "severity": 1}), **CAUTIOUS, "soak": 1})
    assert any("soak" in warning for warning in play(bleeding, "next", 3, who="a", soak=1).warnings)


@pytest.mark.rule("E31")
def test_flanking_counts_against_the_flanked_alone_by_those_who_flank() -> None:
    flanking = conditioned({"name": "flanking", "against": "hound"})
    others = {"vela": {"side": "foes"}}
    assert parts(attacks(camp(osric=flanking, **others), *(1,) * 6)["tier"])["flanking"] == 1
    assert "flanking" not in parts(attacks(camp(osric=flanking, **others), *MISS, targets=["vela"])["tier"])
    flanked = camp(hound=conditioned({"name": "flanked", "source": "vela"}))
    assert "flanking" not in parts(attacks(flanked, *MISS)["tier"])
    far = camp(osric={**having("flanking"), "position": [0, 0]}, hound={"position": [25, 0]})
    assert "flanking" not in parts(attacks(far, 1, 1, 1, weapon="bow")["tier"])
    refuses("iron", camp(), "boon", who="osric", boon="flanking", against="iron")


@pytest.mark.rule("E43")
def test_deflecting_is_of_attacks_that_deal_damage() -> None:
    deflecting = camp(hound=conditioned({"name": "deflecting", "against": "kinetic"}))
    assert parts(attacks(deflecting, *MISS)["needs"]["iron"]) == {"iron": 14, "deflecting": 5}
    harmless = attacks(deflecting, *MISS, no_damage=True, inflict=["downed"])
    assert parts(harmless["needs"]["iron"]) == {"iron": 14}


@pytest.mark.rule("E21", "E22")
@pytest.mark.parametrize("name", ["pushed", "slammed"])
def test_what_pushes_or_slams_tells_how_to_move_and_nothing_of_the_rooted(name: str) -> None:
    done = play(table(), "wound", what=["a", name], by="b")
    assert any(f"push b a --feet N{' --slam' * (name == 'slammed')}" in warning for warning in done.warnings)
    rooted = table(a=having("rooted"))
    refuses("rooted", rooted, "wound", what=["a", name], by="b")
    hit = play(rooted, "attack", 18, 3, 3, attacker="b", targets=["a"], no_damage=True, inflict=[name], apply=True)
    assert not happened(hit, "condition")
    assert any("rooted" in warning for warning in hit.warnings)


@pytest.mark.rule("E13", "E41")
def test_what_the_disarmed_drop_is_named_and_has_to_be_picked_up() -> None:
    both = table({"turn": "a"}, a={"wielding": ["s", "k"]})
    dropped = play(both, "wound", what=["a", "disarmed"], item=["k"], by="b")
    assert happened(dropped, "condition")[0]["fell"] == ["k"]
    assert dropped.fight.combatants["a"].wielding == "s"
    refuses("dropped k", dropped.fight, "declare", who="a", action="draw", targets=["k"])
    picked = play(dropped.fight, "declare", who="a", action="pick", targets=["k"]).fight
    assert (picked.combatants["a"].wielding, picked.combatants["a"].dropped) == (["s", "k"], [])
    assert happened(play(both, "wound", what=["a", "disarmed"], by="b"), "condition")[0]["fell"] == ["s", "k"]
    refuses("does not hold bow", both, "wound", what=["a", "disarmed"], item=["bow"])
    assert play(both, "declare", who="a", action="pick", targets=["lantern"]).fight.combatants["a"].acts == 1


@pytest.mark.rule("E20")
def test_the_feet_of_a_way_and_its_cost_are_told_apart() -> None:
    mine = table({"turn": "a"})
    refuses("cannot go 15 feet, which cost 30", mine, "move", who="a", way=["0,15"], difficult=15)
    refuses("only 10 feet long", mine, "move", who="a", way=["0,10"], difficult=40)
    arenas = {"bog": {"terrain": "difficult"}, "road": {}}
    bog = camp(top={"arenas": arenas, "turn": "osric"}, osric={"arena": "bog"})
    mixed = happened(play(bog, "move", who="osric", way=["road"], distance=15, difficult=5), "move")[0]
    assert (mixed["feet"], mixed["cost"]) == (15, 20)
    here = camp(top={"arenas": arenas, "turn": "osric"}, osric={"arena": "bog", "position": [0, 0]})
    assert any("changes nothing" in each for each in play(here, "move", who="osric", way=["5,0"], difficult=5).warnings)


@pytest.mark.rule("E31", "E46")
def test_an_area_takes_in_the_hidden() -> None:
    lurking = table({"turn": "b"}, a=having("hidden"))
    refuses("hidden", lurking, "attack", attacker="b", targets=["a"])
    assert play(lurking, "attack", 1, 1, 1, attacker="b", targets=["a"], area=True, effect="d6")


@pytest.mark.rule("E14", "E47")
def test_who_steps_in_has_no_cover_of_whom_they_protect() -> None:
    covered = table({"turn": "b"}, v={"protects": "a"})
    faces = (20, 1, 3, 3, 3)
    hit = play(covered, "attack", *faces, attacker="b", targets=["a"], sheltered=True).fight.pending[0]
    assert (hit.target, hit.sheltered) == ("v", False)


@pytest.mark.rule("E42")
def test_the_free_roll_may_wait_until_another_turn_begins() -> None:
    weak = table({"turn": "a"}, a={**having("distracted"), "acted": True})
    over = play(weak, "next")
    assert any("combatcli recover a distracted" in warning for warning in over.warnings)
    rolled = play(over.fight, "recover", 1, who=["a"], strict=True).fight
    refuses("already made", rolled, "recover", who=["a"], strict=True)
    followed = play(weak, "next", who="b")
    assert not any("combatcli recover" in warning for warning in followed.warnings)
    assert any("without the free resistance roll" in warning for warning in followed.warnings)


@pytest.mark.rule("E50")
def test_each_round_tells_what_is_left_for_a_goal() -> None:
    hurried = table({"goals": {"fort": {"needed": 3, "rounds_left": 3}}})
    told = happened(play(hurried, "next", round=True), "goal")
    assert [(goal["rounds_left"], goal["over"]) for goal in told] == [(2, False)]


@pytest.mark.rule("E1", "E10")
def test_a_total_is_told_with_its_reasons(run: Run) -> None:
    people = (
        'ruleset = "beacon"\n[combatants.ann]\nhp = 9\nactions = { prowl = 1 }\n'
        '[combatants.orc]\nside = "foes"\nhp = 9\nactions = { survey = 1 }\nconditions = [{ name = "blinded" }]\n'
    )
    contest = ("test", "orc", "survey", "--against", "ann:prowl", "--sight", "--dice", "9,4,1,10,2", "-n")
    assert "(tier 1, blinded -1) rolls 9, 4, 1 = 5 (the lower of 2d20)" in run(*contest, stdin=people).out
    alone = run("test", "ann", "craft", "--dice", "10,3,1", "-n", stdin=people).out
    assert "rolls 10, 3, 1 = 11 (the lower of 2d4)" in alone


@pytest.mark.rule("E34")
@pytest.mark.parametrize(
    ("target", "felled"),
    [({"hp": 1, "max_hp": 1, "count": 3, "iron": -100}, 1), ({"hp": 0, "max_hp": 30, **having("incapacitated")}, 0)],
    ids=["one of a group", "down before"],
)
def test_felled_is_who_falls_by_the_attack(target: dict[str, Any], felled: int) -> None:
    told = odds(table({"turn": "a"}, b=target), "attack", attacker="a", targets=["b"])
    assert [Fraction(each["chance"]) for each in told if each.get("of") == "felled"] == [felled]


@pytest.mark.rule("E23")
def test_a_second_advance_leaves_open_who_may_strike_at_the_first() -> None:
    beside = table({"turn": "a"}, a={"wielding": "", "stride": 10})
    once = play(beside, "move", who="a", way=["-5,0"]).fight
    assert once.combatants["a"].reactions == ["b"]
    twice = play(once, "move", who="a", way=["-10,0"]).fight
    assert twice.combatants["a"].reactions == ["b"]
    struck = play(twice, "attack", 1, 1, 1, attacker="b", targets=["a"], react=True, strict=True).fight
    refuses("no Advance", struck, "attack", attacker="b", targets=["a"], react=True, strict=True)


@pytest.mark.rule("E11", "E13", "E15", "E21", "E33", "E35", "E41", "E42", "E43")
@pytest.mark.parametrize(
    ("command", "request_"),
    [
        ("declare", {"who": "a", "action": "rash", "push": ["act"]}),
        ("next", {"soak": 1}),
        ("next", {"end": "death", "who": "a"}),
        ("push", {"who": "a", "targets": ["b"], "feet": 5, "hits": True}),
        ("recover", {"who": ["a"], "with": "body"}),
        ("recover", {"who": ["a"], "act": True, "react": True}),
        ("recover", {"who": ["a"], "rest": True, "position": "risky"}),
        ("recover", {"who": ["a"], "rest": True, "end": "downed"}),
        ("wound", {"what": ["a", "slowed"], "type": "thermal"}),
        ("wound", {"what": ["a", "slowed"], "against": "iron"}),
        ("wound", {"what": ["a", "slowed"], "item": ["s"]}),
        ("boon", {"who": "a", "boon": "focused", "against": "iron"}),
    ],
)
def test_what_has_no_effect_is_refused(command: str, request_: dict[str, Any]) -> None:
    usage_error(r"\(E\d+", table(), command, **request_)


@pytest.mark.rule("E13")
def test_to_stand_takes_no_more_words() -> None:
    refuses("no more words", table(a=having("downed")), "declare", who="a", action="stand", targets=["up"])
