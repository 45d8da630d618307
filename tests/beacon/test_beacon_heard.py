"""What is said to beacon is heard: an option without effect is refused, and what is told is told once and in full."""

from __future__ import annotations

from typing import Any

import pytest

from beacon_fights import base, camp, conditioned, having, parts, pending, table
from combatcli.errors import UsageError
from support import Run, happened, odds, play, refuses, usage_error


@pytest.mark.rule("E32")
@pytest.mark.parametrize(
    "option", [{"supernatural": True}, {"push": ["effect"]}, {"weapon": "axe", "type": "thermal"}], ids=str
)
def test_what_changes_damage_is_refused_where_none_is_done(option: dict[str, Any]) -> None:
    asked = {"attacker": "osric", "targets": ["hound"], "no_damage": True, "inflict": ["downed"], **option}
    usage_error("--no-damage does none", camp(), "attack", **asked)


@pytest.mark.rule("E32")
def test_a_power_without_damage_has_a_type() -> None:
    event = happened(
        play(camp(), "attack", 20, 1, 1, 1, 1, 1, attacker="osric", targets=["hound"], no_damage=True, type="thermal"),
        "attack",
    )[0]
    assert (event["weapon"], event["types"], event["damage"]) == ("", ["thermal"], None)


@pytest.mark.rule("E33")
def test_a_pending_hit_keeps_its_types_and_its_soak_is_for_damage() -> None:
    hit = table(pending({"target": "b", "damage": 5}))
    usage_error("a pending hit has its own types", hit, "wound", what=["b"], type="thermal")
    usage_error("a pending hit has its own types", hit, "wound", only=1, type="thermal")
    mark = table(pending({"target": "b", "inflicts": [{"name": "downed"}]}))
    refuses("for a box of soak to take off", mark, "wound", what=["b"], soak=1)


@pytest.mark.rule("E5", "E12")
def test_stress_for_an_act_buys_no_react() -> None:
    slow = table({"turn": "b", "phase": "monsters"}, a=having("slowed"))
    usage_error("this is a React", slow, "declare", who="a", action="act", targets=["wave"], react=True, push=["act"])


@pytest.mark.rule("E5", "E12")
def test_outside_turns_stress_buys_no_act() -> None:
    no_turn = table(a=having("slowed"))
    usage_error("no turn is on", no_turn, "declare", who="a", action="act", targets=["wave"], push=["act"])


@pytest.mark.rule("E41", "E43")
@pytest.mark.parametrize("word", ["terrified:b", "hidden:b"])
def test_a_condition_of_one_degree_is_written_alone(word: str) -> None:
    command = "boon" if "hidden" in word else "wound"
    with pytest.raises(UsageError) as refused:
        play(table(), command, **({"who": "a", "boon": word} if command == "boon" else {"what": ["a", word]}))
    assert refused.value.hint == f"Write {word.partition(':')[0]} alone."


@pytest.mark.rule("E11")
def test_a_turn_begins_or_the_round_ends_and_not_both() -> None:
    usage_error("begins nobody's turn", table(), "next", who="b", round=True)


@pytest.mark.rule("E41")
def test_who_holds_nothing_drops_nothing_and_is_told_so() -> None:
    disarmed = play(table(v={"weapons": {}}), "wound", what=["v", "disarmed"])
    assert disarmed.warnings == ["v holds nothing that could fall (E41)"]


@pytest.mark.rule("E43")
def test_deflecting_counts_in_the_odds_of_an_attack_that_does_damage() -> None:
    asked = {"attacker": "osric", "targets": ["hound"]}
    plain, deflecting = (
        [event["percent"] for event in odds(camp(hound=hound), "attack", **asked) if event.get("of") == "hit"]
        for hound in ({"iron": 19}, {"iron": 14, **conditioned({"name": "deflecting", "against": "kinetic"})})
    )
    assert plain == deflecting


@pytest.mark.rule("E16", "E41")
def test_the_terrified_race_with_a_tier_less_while_the_source_is_there() -> None:
    afraid = camp(osric=conditioned({"name": "terrified", "source": "hound"}))
    race = happened(play(afraid, "dashtest", 9, 3, 5, 2, 2, who="osric", other="vela"), "contest")[0]
    assert parts(race["tier"]) == {"tier": 2, "terrified": -1}


@pytest.mark.rule("E34")
def test_of_a_member_who_falls_nothing_is_left(run: Run) -> None:
    felled = run("wound", "hound", "25", stdin=base(hound="hp = 10\ncount = 3").replace("iron = 14\nhp = 30", ""))
    assert felled.err.splitlines()[0].endswith("25 lost, 0 left.")


def test_pending_hits_are_named_once_as_the_fight_goes_on(run: Run) -> None:
    top = '[[pending]]\nattacker = "hound"\ntarget = "osric"\ndamage = 4\n'
    said = run("next", stdin=base() + top).err
    assert "PENDING  1 hit" in said
    assert "still pending" not in said


@pytest.mark.rule("E41", "E45")
def test_a_condition_says_its_cause_apart_and_ends_without_its_severity(run: Run) -> None:
    exposed = run("wound", "osric", "exposed:ward", "--by", "hound", stdin=base())
    assert "osric is exposed 1 (ward, by hound)." in exposed.err
    ended = run("recover", "osric", "--end", "exposed", stdin=exposed.out)
    assert "osric is no longer exposed: the table says so." in ended.err


@pytest.mark.rule("E12", "E42")
def test_a_group_is_told_of_in_the_plural(run: Run) -> None:
    rats = base(hound='name = "rats"\ncount = 3\nconditions = [{ name = "burning", severity = 1 }]')
    begun = run("next", "hound", "--dice", "2", stdin=rats)
    assert "rats' turn (monsters)." in begun.err
    assert "rats are burning: rolls 2." in begun.err
    assert "rats take 2 from burning" in begun.err
    again = run("next", "hound", "--dice", "2", "--strict", stdin=begun.out)
    assert "hound have already had a turn this round" in again.err


@pytest.mark.rule("E40")
def test_a_severity_goes_from_1_to_5(run: Run) -> None:
    found = run("check", stdin=base(hound='conditions = [{ name = "burning", severity = 9 }]'))
    assert "combatants.hound.conditions.1.severity: expected a whole number <= 5, found 9" in found.out + found.err


@pytest.mark.rule("E5", "E41")
@pytest.mark.parametrize(("stress", "said"), [(0, "; 1 stress buys an Act (--push act)"), (10, "")])
def test_a_reminder_offers_stress_to_those_who_can_take_it(run: Run, stress: int, said: str) -> None:
    stunned = base(osric=f'stress = {stress}\nconditions = [{{ name = "stunned" }}]')
    assert f"osric is stunned: may neither act nor react{said}.\n" in run("next", "osric", stdin=stunned).err


@pytest.mark.rule("E5", "E32")
@pytest.mark.parametrize("more", [{"supernatural": True}, {"push": ["effect"]}], ids=str)
def test_who_is_unarmed_has_no_effect_die_to_add_to(more: dict[str, Any]) -> None:
    unarmed = {"attacker": "osric", "targets": ["hound"], "weapon": "unarmed", **more}
    usage_error("unarmed has no effect die", camp(), "attack", **unarmed)


@pytest.mark.rule("E42")
def test_a_react_to_an_attack_has_no_position() -> None:
    hit = table({**pending({"target": "a", "damage": 5, "total": 14}), "turn": "b", "phase": "monsters"})
    usage_error("attack's total", hit, "recover", who=["a"], react=True, position="desperate", **{"with": "body"})
