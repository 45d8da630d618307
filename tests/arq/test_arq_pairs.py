"""The two steps of a melee of arq: pairs first, and then tests, all at the same time (Q30, Q34, Q35)."""

from __future__ import annotations

import pytest

from arq_fights import on_squares
from support import Run, refused

ORCS = on_squares("melee", {"c1": "0, 0", "c2": "1, 0"}, {"o1": "-1, 1", "o2": "0, 1", "o3": "2, 1"})
RANKS = {"bran": "traits = { melee = 2 }", "g1": "traits = { melee = 1 }", "g2": "traits = { melee = 1 }"}
TWO_ON_ONE = on_squares("melee", {"bran": "1, 0"}, {"g1": "0, 1", "g2": "2, 1"}, **RANKS)


@pytest.mark.rule("Q30", "Q35")
def test_a_test_while_its_chain_is_open_names_who_chooses(run: Run) -> None:
    early = run("attack", "c1", "o1", "--cards", "12", stdin=ORCS)
    chooses = "o2 may be paired with c1 or c2, and the GM chooses (Q35), before their chain is tested (Q30)"
    assert chooses in early.err
    refused(run("attack", "c1", "o1", "--strict", "--cards", "12", stdin=ORCS), 3, chooses)
    own = run("attack", "c2", "o2", "--cards", "13", stdin=ORCS).err
    assert f"c2 and o2 may be a pair, which is open: {chooses}: combatcli pairings --choose o2=c2" in own
    assert "is not a pair" not in own


@pytest.mark.rule("P1", "Q35")
def test_two_of_one_open_chain_who_do_not_touch_cannot_fight(run: Run) -> None:
    apart = run("attack", "c2", "o1", "--cards", "12", stdin=ORCS)
    refused(apart, 3, "c2 and o1 do not touch and are not a pair (Q35)")


@pytest.mark.rule("Q30", "Q35")
def test_an_open_chain_holds_up_no_other(run: Run) -> None:
    apart = ORCS + "[combatants.c3]\nplayer = true\nposition = [9, 0]\n[combatants.o4]\nposition = [9, 1]\n"
    assert "may be paired" not in run("attack", "c3", "o4", "--cards", "12", stdin=apart).err


@pytest.mark.rule("Q30", "Q35")
def test_whoever_was_tested_keeps_the_partner(run: Run) -> None:
    chosen = run("pairings", "--choose", "o2=c1", stdin=ORCS)
    tested = run("attack", "o2", "c1", "--cards", "1,2", stdin=chosen.out)
    said = "o2 and c1 have been tested against each other this round and stay a pair (Q35)"
    refused(run("pairings", "--choose", "o2=c2", stdin=tested.out), 3, said)
    assert run("pairings", "--choose", "o2=c1", stdin=tested.out).code == 0
    early = run("attack", "c1", "o2", "--cards", "12", stdin=ORCS)
    refused(run("pairings", "--choose", "o2=c2", stdin=early.out), 3, "have been tested")
    voided = run("test", "--void", "c1", stdin=early.out)
    assert run("pairings", "--choose", "o2=c2", stdin=voided.out).code == 0


@pytest.mark.rule("Q34", "Q35")
def test_who_falls_before_all_are_tested_still_has_the_test(run: Run) -> None:
    hurt = TWO_ON_ONE.replace("position = [1, 0]", "position = [1, 0]\nwounds_taken = 5")
    fallen = run("attack", "bran", "g1", "--apply", "--cards", "1,2", stdin=hurt)
    assert fallen.toml["combatants"]["bran"]["status"] == ["incapacitated"]
    second = run("attack", "bran", "g2", "--strict", "--cards", "19,20", "--json", stdin=fallen.out)
    assert second.event("attack")["wounded"] == "g2"
    everybody = run("attack", "--all", "--cards", "19,20", "--json", stdin=fallen.out)
    assert [event["target"] for event in everybody.events if event["event"] == "attack"] == ["g2"]
    gone = run("next", stdin=second.out)
    assert gone.toml["melee"] == []
    refused(run("attack", "bran", "g2", stdin=gone.out), 3, "bran is incapacitated")


@pytest.mark.rule("Q34", "Q35")
def test_the_numbers_are_those_with_which_the_tests_began(run: Run) -> None:
    weak = TWO_ON_ONE.replace("position = [0, 1]", "position = [0, 1]\nwounds = 1")
    felled = run("attack", "bran", "g1", "--apply", "--cards", "19,20", stdin=weak)
    assert felled.toml["combatants"]["g1"]["status"] == ["incapacitated"]
    second = run("attack", "bran", "g2", "--cards", "3,4", "--json", stdin=felled.out)
    assert second.event("attack")["faces"] == [3, 4]


@pytest.mark.rule("Q10", "Q35")
def test_a_melee_in_another_phase_leaves_the_pair_its_test(run: Run) -> None:
    action = TWO_ON_ONE.replace('"melee"', '"action"', 1)
    early = run("attack", "bran", "g1", "--cards", "12,13", stdin=action)
    assert "melee belongs to the melee phase (Q10)" in early.err
    later = run("next", stdin=run("next", stdin=early.out).out)
    done = run("attack", "--all", "--cards", "5,6,7,8", "--json", stdin=later.out)
    assert [event["target"] for event in done.events if event["event"] == "attack"] == ["g1", "g2"]


@pytest.mark.rule("Q5", "Q35")
def test_refusals_name_what_does_not_fit(run: Run) -> None:
    assert "--missile does not go with --all" in run("attack", "--all", "--missile", stdin=ORCS).err
    shot = run("attack", "o1", "c1", "--missile", "--cards", "5", stdin=ORCS)
    refused(run("attack", "--void", "o1", stdin=shot.out), 3, "c1 drew in the last test against them: --void c1")


@pytest.mark.rule("Q35")
def test_a_card_too_many_names_a_melee_that_was_lost(run: Run) -> None:
    done = run("attack", "bran", "g1", "--cards", "1,2,3", stdin=TWO_ON_ONE)
    assert "2 of 3 were needed. bran loses to g1: total 7, needs 13." in done.err
