"""Turns of beacon: order, Acts and Reacts, what is in hand, aid, the end of a fight (E11-E16)."""

from __future__ import annotations

import pytest

from beacon_fights import MISS, base, camp, conditioned, having, parts, pending, table
from combatcli.errors import RefusedError
from combatcli.rulesets.beacon import state
from support import Run, happened, play, refuses, usage_error


def turn_of(run: Run, who: str, text: str) -> str:
    done = run("next", who, stdin=text)
    assert done.code == 0, done.err
    return done.out


@pytest.mark.rule("E5", "E11", "E12")
@pytest.mark.parametrize(
    ("keys", "attacks"),
    [
        ('stance = "cautious"', ["", "", "no"]),
        ('stance = "rash"', ["", "no"]),
        ('stance = "rash"\nconditions = [{ name = "slowed" }]', ["no", "push", "no", "no push"]),
        ('stance = "cautious"\nconditions = [{ name = "stunned" }]', ["no", "push", "no", "no push"]),
        ('stance = "cautious"\nconditions = [{ name = "hastened" }]', ["", "", "", "no"]),
    ],
)
def test_7_acts_of_a_turn(run: Run, keys: str, attacks: list[str]) -> None:
    text = turn_of(run, "osric", base(osric=keys, hound="position = [5, 0]\nhp = 3000\nmax_hp = 3000"))
    for attack in attacks:
        more = ["--push", "act"] if "push" in attack else []
        done = run("attack", "osric", "hound", *more, stdin=text)
        assert done.code == (3 if "no" in attack else 0), (attack, done.err)
        text = done.out or text
    stress = run("show", "osric", "--json", stdin=text).event("combatant")["stress"]
    assert stress == (1 if "push" in attacks else 0)


@pytest.mark.rule("E12")
def test_7_reacts_are_for_others_turns(run: Run) -> None:
    keys = 'stance = "cautious"\nconditions = [{ name = "hastened" }]'
    free = base(osric=keys, hound="position = [5, 0]\nhp = 3000\nmax_hp = 3000")
    for _ in range(4):
        assert run("attack", "osric", "hound", stdin=free).code == 0
    text = turn_of(run, "osric", free)
    assert run("attack", "osric", "hound", "--react", stdin=text).code == 3
    for _ in range(3):
        text = run("attack", "osric", "hound", stdin=text).out
    text = turn_of(run, "hound", text)
    for _ in range(2):
        done = run("attack", "osric", "hound", "--react", stdin=text)
        assert done.code == 0, done.err
        text = done.out
    assert run("attack", "osric", "hound", "--react", stdin=text).code == 3


@pytest.mark.rule("E11", "E12")
@pytest.mark.parametrize("top", ["", 'phase = "rash"\n'])
def test_a_command_begins_the_turn_of_who_acts_once_nobody_in_a_turn_has_acts_left(run: Run, top: str) -> None:
    near = "hp = 3000\nmax_hp = 3000\nposition = [5, 0]"
    vela = 'stance = "rash"\nposition = [0, 5]'
    text = base(top, osric='stance = "rash"', vela=vela, hound=near)
    begun = run("attack", "osric", "hound", stdin=text)
    assert "turn (rash)" in begun.err
    assert "Warning" not in begun.err
    assert "1 Act" in run("show", stdin=turn_of(run, "osric", text)).out
    other = run("attack", "vela", "hound", stdin=begun.out)
    assert "turn is over" in other.err
    assert run("attack", "osric", "hound", stdin=other.out).code == 3
    assert "turn is over" not in run("attack", "hound", "osric", "--react", stdin=begun.out).err


@pytest.mark.rule("E2", "E3", "E10", "E11")
def test_12_surprise_and_order(run: Run) -> None:
    text = base(
        wight="actions = { survey = 1 }\nmind = 1",
        osric='stance = "cautious"',
        vela='stance = "rash"\nambushing = true',
    )
    words = ["test", "wight", "survey", "--against", "vela:prowl", "--not-watching"]
    done = run(*words, "--dice", "13,9,3,11,4,1", "--json", stdin=text)
    event = done.event("contest")
    assert (event["total"], event["needed"], event["success"]) == (12, 15, False)
    level = run(*words, "--dice", "13,12,3,11,4,1", "--json", stdin=text).event("contest")
    assert (level["total"], level["success"]) == (15, True)
    surprised = done.out
    struck = run("attack", "osric", "wight", "--dice", "1,1,1,1,1", "--json", "-n", stdin=surprised).event("attack")
    assert struck["needed"] == 10
    steps = {
        step["step"]: [each["who"] for each in step["who"]]
        for step in run("order", "--json", stdin=surprised).event("order")["steps"]
    }
    assert steps == {"ambush": ["vela"], "rash": [], "monsters": ["hound"], "cautious": ["osric"]}
    assert run("next", "wight", stdin=surprised).code == 3
    later = run("next", "--round", stdin=surprised).out
    later = run("declare", "vela", "rash", stdin=later).out
    steps = {
        step["step"]: [each["who"] for each in step["who"]]
        for step in run("order", "--json", stdin=later).event("order")["steps"]
    }
    assert steps == {"ambush": [], "rash": ["vela"], "monsters": ["wight", "hound"], "cautious": ["osric"]}


@pytest.mark.rule("E14")
def test_who_steps_in_suffers_the_next_hit_and_no_more() -> None:
    waiting = table(top=pending({"target": "a", "damage": 5}, {"target": "a", "damage": 7}))
    stepped = play(waiting, "declare", who="v", action="protect", targets=["a"])
    assert [hit.target for hit in stepped.fight.pending] == ["v", "a"]
    assert stepped.fight.combatants["v"].protects is None
    assert happened(stepped, "protects")[0]["attacker"] == "b"
    ready = play(table(), "declare", who="v", action="protect", targets=["a"]).fight
    for taker in ("v", "a"):
        ready = play(ready, "attack", 18, 1, 1, 3, attacker="b", targets=["a"]).fight
        assert ready.pending[-1].target == taker


@pytest.mark.rule("E14")
def test_help_and_steps_are_for_allies() -> None:
    refuses("not an ally", table({"turn": "v"}), "declare", who="v", action="protect", targets=["b"], strict=True)
    refuses("not an ally", table({"turn": "b"}), "attack", attacker="b", targets=["a"], aid="v", strict=True)


@pytest.mark.rule("E13", "E12")
def test_what_is_an_act_is_no_react() -> None:
    for action in ("draw", "stow", "pick", "stand", "reload"):
        refuses(
            "cannot be a React", table(top={"turn": "b"}), "declare", who="a", action=action, targets=["k"], react=True
        )
    stunned = table(top={"turn": "a"}, a=conditioned({"name": "stunned"}))
    refuses("no Act left", stunned, "declare", who="a", action="draw", targets=["k"])
    paid = play(stunned, "declare", who="a", action="draw", targets=["k"], push=["act"]).fight.combatants["a"]
    assert (paid.stress, paid.wielding) == (1, ["s", "k"])
    bleeding = conditioned({"name": "stunned"}, {"name": "bleeding", "severity": 1})
    resisted = play(
        table(top={"turn": "a"}, a=bleeding), "recover", 15, 3, who=["a", "bleeding"], act=True, push=["act"]
    )
    assert resisted.fight.combatants["a"].stress == 1


@pytest.mark.rule("E13")
@pytest.mark.parametrize("action", ["draw", "pick"])
def test_what_is_held_stays_held_if_the_hands_suffice(action: str) -> None:
    large = table(a={"weapons": {"s": {"hands": 2}, "k": {}}})
    refuses("2 hands, but holding s, k takes 3", large, "declare", who="a", action=action, targets=["k"])
    small = play(table(), "declare", who="a", action=action, targets=["k"]).fight
    assert small.combatants["a"].wielding == ["s", "k"]


@pytest.mark.rule("E11")
def test_an_npc_that_comes_early_is_no_irregularity() -> None:
    early = play(table({"phase": "declare"}, a={"stance": "rash"}), "order", early="b", strict=True).fight
    assert (early.turn, early.phase) == ("b", "declare")


@pytest.mark.rule("E20", "P1")
def test_a_diagonal_of_five_feet_touches() -> None:
    near = table(b={"position": [5, 5]})
    assert happened(play(near, "pairings"), "pairings")[0]["pairs"] == [["a", "b"]]


@pytest.mark.rule("E13", "E31")
def test_two_items_drawn_are_both_in_hand() -> None:
    armed = {"weapons": {"s": {}, "k": {"properties": ["defensive"]}}}
    drawn = play(table(a=armed), "declare", who="a", action="draw", targets=["s", "k"]).fight
    assert drawn.combatants["a"].wielding == ["s", "k"]
    mine = drawn.changed(turn="a")
    assert play(mine, "attack", 1, 1, 1, 1, attacker="a", targets=["b"], weapon="k", strict=True)
    (told,) = happened(play(drawn, "attack", 1, 1, 1, attacker="b", targets=["a"]), "attack")
    assert {"reason": "defensive", "value": 1} in told["needs"]["iron"]
    stowed = play(drawn, "declare", who="a", action="stow", targets=["s"]).fight
    assert stowed.combatants["a"].wielding == "k"


@pytest.mark.rule("E11")
def test_nobody_skips_a_step_in_silence() -> None:
    refuses(
        "b, e of the step monsters should have had a turn before v",
        table(v={"stance": "cautious"}),
        "next",
        who="v",
        strict=True,
    )
    early = play(table(), "order", early="b").fight
    refuses("one NPC a round", early, "order", early="e", strict=True)
    assert not play(table(a={"stance": "rash"}), "next", who="a").warnings


@pytest.mark.rule("E11", "E40", "E43")
def test_a_turn_begins_though_its_start_kills() -> None:
    ends = [
        {"name": "burning", "severity": 5},
        {"name": "regenerating", "quality": 2},
        {"name": "bleeding", "severity": 1},
    ]
    dying = table(b=conditioned(*ends, hp=-10, max_hp=30))
    died = play(dying, "next", 12, who="b")
    assert state.is_dead(died.fight, died.fight.combatants["b"])
    group = table(b=conditioned(ends[0], ends[2], hp=5, max_hp=30, count=2))
    left = play(group, "next", 12, who="b").fight.combatants["b"]
    assert (left.count, state.hp(left)) == (1, 30)


@pytest.mark.rule("E21", "E35", "E15")
def test_what_makes_no_sense_at_the_table() -> None:
    refuses("themselves", table(), "push", who="a", targets=["a"], feet=10)
    refuses(
        "downtime", table(top={"turn": "b"}, a={"hp": 5, "max_hp": 30}), "recover", who=["a"], rest=True, strict=True
    )
    refuses("has ended", table(top={"over": "retreat"}), "next", strict=True)


@pytest.mark.rule("E13")
def test_what_is_in_hand_changes_by_acts() -> None:
    drawn = play(camp(), "declare", who="osric", action="draw", targets=["bow"]).fight
    assert drawn.combatants["osric"].wielding == ["axe", "bow"]
    assert play(drawn, "declare", who="osric", action="stow").fight.combatants["osric"].wielding == ""
    refuses(
        "does not hold bow", camp(), "attack", *MISS, attacker="osric", targets=["hound"], weapon="bow", strict=True
    )
    lying = camp(osric=having("downed"))
    assert play(lying, "declare", who="osric", action="stand").fight.combatants["osric"].conditions == []
    weapons = {"crossbow": {"effect": "d8", "range": 60, "properties": ["reload"]}}
    shot = play(camp(osric={"weapons": weapons}), "attack", 1, 1, 1, attacker="osric", targets=["hound"]).fight
    shot = play(shot, "declare", who="osric", action="stow").fight
    with pytest.raises(RefusedError) as unloaded:
        play(shot, "attack", attacker="osric", targets=["hound"], weapon="crossbow")
    assert unloaded.value.hint == "declare osric reload crossbow"
    loaded = play(shot, "declare", who="osric", action="reload", targets=["crossbow"]).fight
    assert loaded.combatants["osric"].weapons["crossbow"].loaded
    refuses("osric's crossbow is loaded already", loaded, "declare", who="osric", action="reload", targets=["crossbow"])


@pytest.mark.rule("E11")
def test_who_has_a_turn_and_who_comes_early() -> None:
    refuses("cannot take a stance", camp(), "declare", who="hound", action="rash")
    early = play(camp(), "order", early="hound").fight
    assert early.turn == "hound"
    refuses("has already had a turn", early, "order", early="hound")
    refuses("player's character", camp(), "order", early="osric")
    always = camp(top={"round": 2, "house": {"ambush_every_round": True}}, vela={"ambushing": True})
    steps = {step["step"]: step["who"] for step in happened(play(always, "order"), "order")[0]["steps"]}
    assert [each["who"] for each in steps["ambush"]] == ["vela"]


@pytest.mark.rule("E15")
def test_a_fight_is_closed_and_summed_up() -> None:
    closed = play(camp(hound={"hp": 3}), "next", end="surrender")
    assert closed.fight.over == "surrender"
    assert [(each["who"], each["hp"]) for each in happened(closed, "summed up")][-1] == ("hound", 3)


@pytest.mark.rule("E14", "E12")
def test_a_roll_again_costs_no_second_act() -> None:
    encounter = camp(top={"turn": "osric"}, osric={"acts": 1})
    missed = play(encounter, "attack", *MISS, attacker="osric", targets=["hound"]).fight
    help_ = {"attacker": "osric", "aid": "vela", "reroll": True}
    again = play(missed, "attack", *MISS, targets=["hound"], **help_)
    assert (again.fight.combatants["osric"].acts, again.fight.combatants["vela"].reacts) == (2, 1)
    for before in (encounter, again.fight):
        refuses("just failed", before, "attack", targets=["hound"], **help_)
    hit = play(encounter, "attack", 19, 2, 3, 2, 1, 1, 1, 1, attacker="osric", targets=["hound"]).fight
    refuses("just failed", hit, "attack", targets=["hound"], **help_)


@pytest.mark.rule("E14")
def test_a_test_is_rolled_again_after_a_failure_alone() -> None:
    help_ = {"who": ["osric"], "aid": "vela", "reroll": True}
    failed = play(camp(), "test", 3, 2, 1, who=["osric"], trait="traverse").fight
    rolled = play(failed, "test", 3, 9, 4, trait="traverse", **help_)
    assert happened(rolled, "test")[0]["success"]
    for before, trait in ((failed, "prowl"), (rolled.fight, "traverse"), (camp(), "traverse")):
        refuses("just failed", before, "test", trait=trait, **help_)


@pytest.mark.rule("E11", "E15")
def test_stances_and_ends_that_do_not_fit() -> None:
    refuses("cannot take a stance", camp(osric=having("stunned")), "declare", who="osric", action="rash")
    refuses("before anybody", camp(top={"phase": "monsters"}), "declare", who="osric", action="rash", strict=True)
    usage_error("expected death", camp(), "next", end="party")
    refuses("has ended", camp(top={"over": "retreat"}), "attack", attacker="osric", targets=["hound"], strict=True)


@pytest.mark.rule("E13")
def test_nobody_stows_what_they_do_not_hold() -> None:
    refuses("does not hold bow", camp(), "declare", who="osric", action="stow", targets=["bow"])
    refuses("one or two items", camp(), "declare", who="osric", action="stow", targets=["axe", "bow", "bow"])


@pytest.mark.rule("E11")
def test_who_came_early_has_no_second_turn() -> None:
    early = play(play(camp(), "order", early="hound").fight, "next").fight
    refuses("came early", early, "next", who="hound")
    assert play(play(early, "next", round=True).fight, "next", who="hound").fight.turn == "hound"


@pytest.mark.rule("E23")
def test_a_strike_without_a_move_is_irregular_and_one_used_is_gone() -> None:
    struck = {"attacker": "b", "targets": ["a"], "react": True}
    refuses("no Advance", table(), "attack", *MISS, **struck, strict=True)
    moved = table(a={"reactions": ["b"]})
    after = play(moved, "attack", 1, 1, 1, **struck, strict=True).fight
    refuses("no Advance", after, "attack", *MISS, **struck, strict=True)


@pytest.mark.rule("E11")
def test_a_stance_ends_with_its_round_and_its_last_turn_begins_the_next_declare_phase() -> None:
    stances = {who: {"stance": "rash", "acted": True} for who in ("a", "v")}
    foes = {who: {"acted": True} for who in ("b", "e")}
    ended = play(table({"turn": "a", "phase": "rash"}, **stances, **foes), "next")
    assert (ended.fight.round, ended.fight.phase) == (2, "declare")
    assert [ended.fight.combatants[who].stance for who in ("a", "v")] == [None, None]
    assert happened(ended, "phase")[0]["acting"] == ["a", "v"]
    taken = play(ended.fight, "declare", who="a", action="rash", strict=True).fight
    shown = happened(play(taken, "show"), "combatant")
    assert [each["who"] for each in shown if each["to_act"]] == ["v"]
    assert taken.combatants["a"].stance == "rash"


@pytest.mark.rule("E11")
def test_a_turn_without_a_stance_is_irregular_and_cautious() -> None:
    refuses("a has no stance", table(), "next", who="a", strict=True)
    begun = play(table(), "next", who="a")
    assert begun.fight.combatants["a"].stance == "cautious"
    assert any("has no stance" in warning for warning in begun.warnings)
    stunned = play(table(a=having("stunned")), "next", who="a")
    assert not any("has no stance" in warning for warning in stunned.warnings)


@pytest.mark.rule("E14")
def test_aid_as_a_react_is_a_tier_for_a_stress() -> None:
    aided = play(camp(), "attack", *(1,) * 6, attacker="osric", targets=["hound"], aid="vela")
    assert parts(happened(aided, "attack")[0]["tier"]) == {"tier": 2, "aid": 1}
    assert aided.fight.combatants["vela"].stress == 1


@pytest.mark.rule("E14")
def test_aid_as_an_act_waits_for_the_next_roll_of_an_ally() -> None:
    aided = play(table({"turn": "v"}), "declare", who="v", action="aid", targets=["a"]).fight
    helper = aided.combatants["v"]
    assert (helper.acts, helper.stress, helper.aids) == (1, 1, "a")
    rolled = play(aided, "test", 3, 9, 4, 1, who=["a"], trait="sway")
    assert parts(happened(rolled, "test")[0]["tier"]) == {"tier": 2, "aid": 1}
    again = play(rolled.fight, "test", 3, 9, 1, who=["a"], trait="sway")
    assert parts(happened(again, "test")[0]["tier"]) == {"tier": 2}
    struck = play(aided, "attack", *MISS[1:], attacker="a", targets=["b"], action="skirmish", react=True)
    assert parts(happened(struck, "attack")[0]["tier"])["aid"] == 1
    resisted = play(play(aided, "wound", what=["a", "slowed"]).fight, "recover", 3, 4, 9, who=["a"])
    assert parts(happened(resisted, "test")[0]["tier"]) == {"tier": 2, "aid": 1}
    dashed = play(aided, "dashtest", 1, 2, 3, 1, 1, 5, 1, 1, who="a", other="b")
    assert parts(happened(dashed, "contest")[0]["tier"]) == {"tier": 2, "aid": 1}


@pytest.mark.rule("E14")
def test_aid_that_waits_ends_with_the_helpers_next_turn_and_is_one_for_a_roll() -> None:
    aided = play(table({"turn": "v"}), "declare", who="v", action="aid", targets=["a"]).fight
    assert play(aided, "next", who="v").fight.combatants["v"].aids is None
    refuses("v aids a already", aided, "test", who=["a"], trait="sway", aid="v")
    refuses("cannot be a React", table({"turn": "b"}), "declare", who="v", action="aid", targets=["a"], react=True)
    refuses("has Acts only in their own turn", table({"turn": "b"}), "declare", who="v", action="aid", targets=["a"])
    refuses("aid themselves", table(), "declare", who="v", action="aid", targets=["v"])
    refuses("one ally, not 0", table(), "declare", who="v", action="aid")


@pytest.mark.rule("E41")
def test_a_turn_reminds_of_what_its_owner_may_not_do() -> None:
    bound = [{"name": "charmed", "source": "b"}, {"name": "dominated", "source": "b"}]
    limited = table(a=conditioned(*bound, {"name": "downed"}, {"name": "incapacitated"}, {"name": "slowed"}))
    reminders = happened(play(limited, "next", who="a"), "turn")[0]["reminders"]
    assert [each["name"] for each in reminders] == [
        "charmed",
        "dominated",
        "downed",
        "incapacitated",
        "slowed",
    ]
    assert reminders[0] == {"name": "charmed", "by": "b", "says": "may act for them alone, short of undue danger"}


@pytest.mark.rule("E42", "E34")
def test_a_free_resistance_roll_is_offered_only_where_there_is_something_to_resist() -> None:
    over = table({"turn": "a"}, a=having("stunned", rounds=1))
    assert not [words for words in play(over, "next").warnings if "resistance" in words]
    dying = table({"turn": "a"}, a=having("incapacitated", severity=5) | {"hp": -1, "max_hp": 30})
    assert not [words for words in play(dying, "next").warnings if "resistance" in words]
    lasting = table({"turn": "a"}, a=having("stunned", rounds=2))
    assert [words for words in play(lasting, "next").warnings if "resistance" in words]


@pytest.mark.rule("E50")
def test_another_path_needs_a_goal() -> None:
    usage_error("--path needs a goal", camp(), "test", who=["osric"], trait="sway", path="x")


@pytest.mark.rule("E11")
def test_the_end_of_an_early_turn_names_nobody_of_a_step_that_has_not_begun(run: Run) -> None:
    early = run("order", "--early", "hound", stdin=base())
    assert run("next", stdin=early.out).err == "hound's turn is over.\n"


@pytest.mark.rule("E11")
def test_the_steps_of_a_round_that_is_gone_through_name_nobody_to_act(run: Run) -> None:
    passed = run("next", "--round", stdin=base())
    assert "To act" not in passed.err
    assert "Without a stance: osric, vela." in passed.err


@pytest.mark.rule("E13")
@pytest.mark.parametrize("verb", ["draw", "pick"])
def test_what_is_held_already_is_neither_drawn_nor_picked_up(verb: str) -> None:
    refuses(
        "osric holds axe already", camp(osric={"wielding": "axe"}), "declare", who="osric", action=verb, targets=["axe"]
    )


@pytest.mark.rule("E11")
def test_players_characters_take_a_stance_and_fight_in_each_round_of_a_forecast(run: Run) -> None:
    text = run("new", "beacon", "--example").out.replace("hp = 30", "hp = 400").replace("hp = 22", "hp = 400")
    story = run("forecast", "--fight", "1", "--seed", "a", "--story", stdin=text).out
    second = story.partition("Round 2")[2].partition("Round 3")[0]
    assert "Osric Vane hits" in second or "Osric Vane misses" in second


@pytest.mark.rule("E14")
def test_nobody_protects_the_same_ally_twice_for_one_hit() -> None:
    ready = play(table(), "declare", who="v", action="protect", targets=["a"]).fight
    refuses("protects a already", ready, "declare", who="v", action="protect", targets=["a"])


@pytest.mark.rule("E11")
def test_a_step_whose_turns_all_came_early_is_passed_over() -> None:
    early = {"hound": {"acted": True, "early": True}}
    assert play(camp({"phase": "rash"}, **early), "next").fight.phase == "cautious"


@pytest.mark.rule("E5", "E14")
def test_a_roll_again_keeps_what_it_was_pushed_for_and_pays_no_second_time() -> None:
    keys = {"who": ["osric"], "trait": "traverse"}
    failed = play(camp(), "test", 1, 2, 3, 1, **keys, push=["tier"]).fight
    again = play(failed, "test", 3, 4, 5, 1, **keys, aid="vela", reroll=True)
    assert parts(happened(again, "test")[0]["tier"]) == {"tier": 2, "pushed": 1}
    assert again.fight.combatants["osric"].stress == 1
    refuses("keeps what", failed, "test", **keys, aid="vela", reroll=True, push=["tier"])
    missed = play(camp(), "attack", 1, *MISS, attacker="osric", targets=["hound"], push=["tier,effect"]).fight
    struck = play(missed, "attack", 1, *MISS, attacker="osric", targets=["hound"], aid="vela", reroll=True)
    event = happened(struck, "attack")[0]
    assert (parts(event["tier"])["pushed"], parts(event["dice"])["pushed"]) == (1, 1)
    assert struck.fight.combatants["osric"].stress == 2
