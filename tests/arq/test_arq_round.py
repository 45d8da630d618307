"""A figure of arq, its phases and their deeds (Q0, Q10-Q12)."""

from __future__ import annotations

from typing import Any

import pytest

from arq_fights import base, drawn, table
from combatcli.errors import RefusedError
from combatcli.rulesets import load
from support import Run, fight, happened, odds, play, refused


@pytest.mark.rule("Q12")
def test_9_the_activation_deck(run: Run) -> None:
    text = base(gob1="count = 4")
    first = run("order", "--cards", "3", "--json", stdin=text)
    assert (first.event("order")["order"], first.event("order")["left"]) == (["foes"], {"heroes": 2, "foes": 1})
    assert run("order", "--cards", "3", stdin=first.out).code == 3
    rest = run("order", "--all", "--cards", "1,4,2", "--json", stdin=first.out)
    assert (rest.event("order")["order"], rest.event("order")["left"]) == (["heroes", "foes", "heroes"], {})
    spent = run("order", stdin=rest.out)
    assert "deck is empty" in spent.err
    assert spent.code == 0, spent.err
    later = run("next", stdin=rest.out).out
    assert run("order", "--cards", "4", "--json", stdin=later).event("order")["left"] == {"heroes": 2, "foes": 1}
    refused(run("order", stdin=run("next", stdin=later).out), 3, "melee")
    event = run("declare", "isa", "--json", stdin=text).event("declare")
    assert (event["activated"], event["waiting"]) == (["isa"], ["bran", "gob1", "wolf"])


@pytest.mark.rule("Q0")
def test_what_a_figure_is_when_nothing_is_said() -> None:
    gob = fight("arq", combatants={"gob": {}}).combatants["gob"]
    assert (gob.traits, gob.speed, gob.wounds, gob.wounds_taken, gob.position) == ({}, 6, 6, 0, None)
    event = happened(play(table(), "dashtest", who="gob", other="wolf"), "contest")[0]
    assert (event["total"], event["needed"]) == (13, 16)


@pytest.mark.rule("Q0")
@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ({"position": [0, 0, 0]}, "combatants.bran.position"),
        ({"position": [5, 5]}, "combatants.wolf.position"),
        ({"deck": "lost"}, "combatants.bran.deck"),
        ({"wounds_taken": 7}, "combatants.bran.wounds_taken"),
        ({"status": ["asleep"]}, "combatants.bran.status"),
        ({"count": 0}, "combatants.bran.count"),
        ({"drawn": [3, 3]}, "combatants.bran.drawn"),
        ({"extra": [[]]}, "combatants.bran.extra"),
    ],
)
def test_what_check_finds(keys: dict[str, Any], path: str) -> None:
    encounter = table(wolf={"position": [5, 5]}).with_combatant("bran", **keys)
    assert [each.path for each in load("arq").problems(encounter)] == [path]


@pytest.mark.rule("Q10")
def test_three_phases_and_a_new_round() -> None:
    acted = drawn(table(), "declare", who="bran", action="act", targets=["bars", "the", "gate"]).fight
    passed = drawn(acted, "declare", who="wolf", action="pass").fight
    shot = drawn(passed, "attack", 1, attacker="isa", targets=["gob"], missile=True, strict=True).fight
    second = drawn(shot, "next")
    (event,) = happened(second, "phase")
    assert (event["phase"], event["undone"]) == ("movement", ["gob"])
    assert not any(each.acted or each.plan for each in second.fight.combatants.values())
    third = drawn(second.fight, "next")
    assert happened(third, "phase")[0]["undone"] == ["bran", "isa", "gob", "wolf"]
    last = drawn(third.fight, "next").fight
    assert (last.round, last.phase) == (2, "action")


@pytest.mark.rule("Q10", "Q11", "Q35")
@pytest.mark.parametrize(
    ("phase", "command", "order"),
    [
        ("movement", "attack", {"attacker": "isa", "targets": ["gob"], "missile": True}),
        ("action", "move", {"who": "bran", "way": ["3,0"]}),
        ("action", "attack", {"attacker": "bran", "targets": ["gob"]}),
        ("melee", "move", {"who": "bran", "way": ["3,0"]}),
        ("movement", "declare", {"who": "bran", "action": "act"}),
        ("action", "attack", {"attacker": "gob", "targets": ["bran"], "reaction": True}),
    ],
)
def test_each_deed_has_its_phase(phase: str, command: str, order: dict[str, Any]) -> None:
    encounter = table(phase, top={"pairs": [["bran", "gob"]]}, bran={"position": [0, 0]})
    with pytest.raises(RefusedError, match="phase"):
        drawn(encounter, command, 1, strict=True, **order)


@pytest.mark.rule("Q11")
def test_a_second_deed_in_a_phase_is_irregular() -> None:
    shot = drawn(table(), "attack", 1, attacker="isa", targets=["gob"], missile=True).fight
    with pytest.raises(RefusedError, match="isa has already acted"):
        drawn(shot, "attack", 2, attacker="isa", targets=["gob"], missile=True, strict=True)
    encounter = table("melee", top={"pairs": [["bran", "gob"]]})
    tested = drawn(encounter, "attack", 7, attacker="bran", targets=["gob"]).fight
    with pytest.raises(RefusedError, match="tested against each other"):
        drawn(tested, "attack", 8, attacker="gob", targets=["bran"], strict=True)
    with pytest.raises(RefusedError, match="no pair is left"):
        drawn(tested, "attack", all=True)


@pytest.mark.rule("Q12")
def test_round_the_table_without_cards() -> None:
    marked = drawn(table(), "declare", who="bran").fight
    event = happened(drawn(marked, "order", table=True), "order")[0]
    assert (event["order"], event["faces"], event["activated"]) == (["isa", "gob", "wolf"], [], ["bran"])
    told = {each["who"]: each["chance"] for each in odds(table(), "order", all=True)}
    assert told == {"heroes": "1/2", "foes": "1/2"}


@pytest.mark.rule("Q10")
def test_what_belongs_to_another_phase_marks_nobody() -> None:
    early = drawn(table(bran={"position": [0, 0]}), "move", who="bran", way=["1,0"]).fight
    assert not early.combatants["bran"].acted
    late = drawn(table("movement"), "attack", 1, attacker="isa", targets=["gob"], missile=True).fight
    assert not late.combatants["isa"].acted
    struck = drawn(table(top={"pairs": [["bran", "gob"]]}), "attack", 8, attacker="bran", targets=["gob"]).fight
    assert struck.combatants["bran"].acted


@pytest.mark.rule("Q12")
def test_who_is_dropped_leaves_the_activation_deck_and_nobody_elses_card_moves(run: Any) -> None:
    text = 'ruleset = "arq"\n[combatants.bran]\nplayer = true\n[combatants.isa]\nplayer = true\n'
    text += "[combatants.gob]\n[combatants.wolf]\n"
    gone = run("drop", "bran", stdin=run("order", "--cards", "2", stdin=text).out).out
    assert run("order", "--cards", "2", stdin=gone).code == 3
    rest = run("order", "--all", "--cards", "4,3", "--json", stdin=gone).event("order")
    assert (rest["order"], rest["left"]) == (["others", "others"], {})
    broken = text + '[activation]\ncards = ["bran"]\ndrawn = [5]\n'
    assert run("check", stdin=broken).code == 3


HALF = """
ruleset = "arq"
phase = "action"
[combatants.bran]
side = "heroes"
player = true
[combatants.isa]
side = "heroes"
player = true
[combatants.wolf]
side = "foes"
"""


@pytest.mark.rule("Q12")
def test_who_falls_has_no_card_and_who_comes_in_has_one_at_the_next_phase(run: Run) -> None:
    text = run("declare", "bran", stdin=run("order", "--cards", "1", stdin=HALF).out).out
    fallen = run("wound", "isa", "6", stdin=text).out
    drawn = run("order", "--cards", "3", "--json", stdin=fallen)
    event = drawn.event("order")
    assert (event["order"], event["left"], event["passed"], event["waiting"]) == (["foes"], {}, ["heroes"], ["wolf"])
    told = run("order", "--cards", "3", stdin=fallen).err
    assert "The heroes: nobody of them is left to activate, and they are passed over." in told
    added = run("add", "orc", "side=foes", stdin=text).out
    assert run("order", "--all", "--json", stdin=added).event("order")["waiting"] == ["isa", "wolf"]


@pytest.mark.rule("Q12")
def test_a_card_of_a_side_that_is_done_is_passed_over(run: Run) -> None:
    text = HALF
    for words in (("order", "--cards", "1"), ("declare", "bran"), ("declare", "isa")):
        text = run(*words, stdin=text).out
    told = run("order", "--cards", "2", stdin=text).err
    assert "A card of the heroes: nobody of them is left to activate, and they are passed over." in told


@pytest.mark.rule("Q12")
def test_nobody_is_activated_without_a_deck_or_in_melee(run: Run) -> None:
    assert run("declare", "bran", "pass", stdin=HALF).err.splitlines()[0] == "bran passes."
    melee = HALF.replace('"action"', '"melee"')
    refused(run("declare", "bran", stdin=melee), 3, "nobody is activated in melee")


@pytest.mark.rule("Q12", "Q35")
def test_show_lists_those_whose_pair_is_open_as_to_act(run: Run) -> None:
    text = HALF.replace('"action"', '"melee"').replace("[combatants.bran]", "[combatants.bran]\nposition = [0, 0]")
    text = text.replace("[combatants.isa]", "[combatants.isa]\nposition = [1, 0]")
    for who, square in (("wolf", [0, 1]), ("g2", [1, 1])):
        text = text.replace(f"[combatants.{who}]", "") + f"[combatants.{who}]\nposition = {square}\n"
    text = text.replace('side = "foes"\n', "") + "[combatants.g3]\nposition = [0, -1]\n"
    shown = run("show", stdin=text).out
    line = next(line for line in shown.splitlines() if line.startswith("TO ACT"))
    assert all(who in line for who in ("bran", "isa", "wolf", "g2", "g3"))


def test_the_example_is_a_fight_worth_playing(run: Run) -> None:
    text = run("new", "arq", "--example").out
    told = run("forecast", "--times", "200", "--seed", "a", "--json", stdin=text).json["events"]
    assert all(0.3 <= event["wins"] <= 0.7 for event in told if event["event"] == "side")
