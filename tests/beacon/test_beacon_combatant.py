"""A combatant of beacon as a file may write them, and what is derived from it (E0, E6)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from beacon_fights import base, camp, conditioned
from combatcli.rulesets import load
from support import Run


@pytest.mark.rule("E0", "E6")
def test_1_what_is_derived(run: Run) -> None:
    shown = {
        event["who"]: event for event in run("show", "--json", stdin=base()).events if event["event"] == "combatant"
    }
    keys = ("max_hp", "hp", "iron", "ward", "grit")
    assert [shown["osric"][key] for key in keys] == [40, 40, 17, 13, 15]
    assert [shown["vela"][key] for key in keys] == [25, 25, 14, 16, 8]
    text = 'ruleset = "beacon"\n[combatants.w]\narchetype = "wizard"\ntier = 3\nbody = 0\nmind = 1\nwill = 5\n'
    wizard = run("show", "w", "--json", stdin=text).event("combatant")
    assert [wizard[key] for key in ("max_hp", "iron", "ward", "grit")] == [30, 10, 14, 22]
    defensive = base(osric='weapons.greataxe = { effect = "d10", properties = ["defensive"] }')
    assert run("show", "osric", "--json", stdin=defensive).event("combatant")["iron"] == 18


@pytest.mark.rule("E0", "E34")
def test_a_maximum_that_nobody_wrote_is_what_was_written(run: Any) -> None:
    text = 'ruleset = "beacon"\n[combatants.rat]\nhp = 30\n'
    hurt = run("wound", "rat", "23", "--json", stdin=text)
    assert "winded" in hurt.event("wound")["status"]
    dead = run("wound", "rat", "22", "--json", stdin=hurt.out).event("wound")
    assert (dead["hp"], "dead" in dead["status"]) == (-15, True)
    assert run("set", "rat", "hp=3", stdin=text).toml["combatants"]["rat"] == {"hp": 3, "max_hp": 30}


@pytest.mark.rule("E0")
@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ({"hp": None, "max_hp": None}, "combatants.hound"),
        ({"position": [1, 2, 3]}, "combatants.hound.position"),
        ({"count": 0}, "combatants.hound.count"),
        ({"stance": "rash"}, "combatants.hound.stance"),
        ({"actions": {"skrmish": 1}}, "combatants.hound.actions.skrmish"),
    ],
)
def test_what_check_finds(keys: dict[str, Any], path: str) -> None:
    encounter = camp().with_combatant("hound", **keys)
    assert [each.path for each in load("beacon").problems(encounter)] == [path]


def problems(**keys: Any) -> list[str]:
    encounter = msgspec.convert({"ruleset": "beacon", **keys}, load("beacon").encounter)
    return [problem.path for problem in load("beacon").problems(encounter)]


@pytest.mark.rule("E0", "E34", "E41", "E43")
@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("combatants.b.conditions.1.against", conditioned({"name": "resistant", "against": "heat"}, hp=3)),
        ("combatants.b.conditions.1.against", conditioned({"name": "exposed"}, hp=3)),
        ("combatants.b.conditions.1", conditioned({"name": "healing", "quality": 1}, hp=3)),
        ("combatants.b.stress", {"hp": 3, "stress": 11, "max_stress": 10}),
        ("combatants.b.stress", {"hp": 3, "stress": 1}),
    ],
)
def test_a_file_that_says_what_cannot_be_is_named_by_its_key(path: str, keys: dict[str, Any]) -> None:
    assert path in problems(combatants={"b": keys})


@pytest.mark.rule("E34", "E33")
def test_switches_and_hits_are_checked_too() -> None:
    assert problems(house={"death_at": "third"}, combatants={"b": {"hp": 3}}) == ["house.death_at"]
    hits = [
        {"attacker": "", "target": "b", "types": ["fire"]},
        {"attacker": "", "target": "b", "inflicts": [{"name": "burnin"}]},
    ]
    found = problems(pending=hits, combatants={"b": {"hp": 3}})
    assert found == ["pending.1.types", "pending.2.inflicts.name"]


@pytest.mark.rule("E0", "E34")
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["hp=0"], ["winded", "dying"]),
        (["hp=-30"], ["winded", "dying"]),
        (["hp=0", "hp=-14"], ["winded", "dying"]),
        (["hp=0", "hp=-15"], ["winded", "dead"]),
    ],
)
def test_hit_points_may_be_set_to_nothing(run: Run, words: list[str], status: list[str]) -> None:
    done = run("set", "wight", *words, stdin=run("new", "beacon", "--example").out)
    assert (done.code, done.toml["combatants"]["wight"]["max_hp"]) == (0, 30), done.err
    shown = run("show", "wight", "--json", stdin=done.out).event("combatant")
    assert [word for word in shown["status"] if word in ("winded", "dying", "dead")] == status


@pytest.mark.rule("E0", "E34")
def test_a_file_may_begin_with_somebody_at_nothing(run: Run) -> None:
    written = 'ruleset = "beacon"\n[combatants.rat]\nside = "foes"\nhp = 0\n'
    assert run("check", stdin=written).code == 0
    assert run("add", "rat", "side=foes", "hp=0", stdin='ruleset = "beacon"\n').code == 0
    told = run("wound", "rat", "1", "--json", "-o", "/dev/null", stdin=written).event("wound")["status"]
    assert told == ["winded", "dead"]
    assert run("check", stdin=written.replace("hp = 0\n", "")).code == 3


@pytest.mark.rule("E46")
def test_players_are_told_nothing_of_who_is_hidden_whoever_asks_and_whose_turn_it_is(run: Run) -> None:
    text = base(hound='conditions = [{ name = "hidden", quality = 5 }]')
    alone = run("show", "hound", "--players", stdin=text)
    assert (alone.code, "bite" in alone.out + alone.err) == (0, False)
    turn = run("next", "hound", stdin=text).out
    assert "hound" not in run("show", "--players", stdin=turn).out
    assert "somebody's turn" in run("show", "--players", stdin=turn).out


@pytest.mark.rule("E15")
def test_a_fight_that_is_over_is_shown_so_and_nobody_is_to_act(run: Run) -> None:
    shown = run("show", stdin=run("next", "--end", "surrender", stdin=base()).out).out
    assert "over, by surrender" in shown
    assert "TO ACT" not in shown
