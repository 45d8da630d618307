"""`declare --again`: who can declares what they declared in the last round, and the others are told why not."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.encounter.references import rename
from support import DUEL, FightFile, Run, fight, happened, play, refused, refuses

ATTACK = {"phase": 5, "action": "attack", "targets": ["ogre"]}


def camp(phase: str = "1", **each: dict[str, Any]) -> Any:
    """Return a fight of realm in round 2, in which nobody has declared anything yet."""
    combatants: dict[str, Any] = {
        "mira": {"side": "heroes", "player": True, "last_declared": ATTACK},
        "tomas": {"side": "heroes", "player": True, "last_declared": {"phase": 1, "action": "defend"}},
        "ogre": {"side": "ogres", "last_declared": {**ATTACK, "targets": ["mira"]}},
    }
    for who, keys in each.items():
        combatants[who] = {**combatants.get(who, {}), **keys}
    return fight("realm", round=2, phase=phase, combatants=combatants)


def said(playing: Any) -> dict[str, Any]:
    return {each["who"]: (each["action"], each["targets"]) for each in happened(playing, "declare")}


def test_all_declare_what_they_declared_and_npcs_before_players() -> None:
    again = play(camp(), "declare", again=[])
    assert list(said(again).items()) == [
        ("ogre", ("attack", ["mira"])),
        ("mira", ("attack", ["ogre"])),
        ("tomas", ("defend", [])),
    ]
    assert again.warnings == []
    assert again.fight.combatants["mira"].declared.targets == ["ogre"]


def test_only_those_named_declare_again() -> None:
    assert list(said(play(camp(), "declare", again=["ogre"]))) == ["ogre"]


def test_who_declared_anew_keeps_that() -> None:
    anew = play(camp(), "declare", who="ogre", action="defend").fight
    again = play(anew, "declare", again=[])
    assert list(said(again)) == ["mira", "tomas"]
    assert again.fight.combatants["ogre"].declared.action == "defend"
    refuses("ogre declared nothing in the last round, or declared already", anew, "declare", again=["ogre"])


@pytest.mark.parametrize(
    ("phase", "each", "reason"),
    [
        ("1", {"mira": {"status": ["broken"]}}, "mira does not declare again: mira is broken and cannot act (R41)"),
        ("1", {"ogre": {"status": ["dead"]}}, "mira does not declare again: ogre is already dead (R43)"),
        ("3", {}, "tomas does not declare again: phase 1 is past (R7)"),
    ],
)
def test_who_cannot_is_told_why_and_the_others_declare(phase: str, each: dict[str, Any], reason: str) -> None:
    again = play(camp(phase, **each), "declare", again=[])
    assert reason in again.warnings
    assert said(again)


def test_whoever_is_in_the_arena_does_not_declare_to_go_there() -> None:
    there = {"arena": "yard", "last_declared": {"phase": 4, "action": "move", "targets": ["yard"]}}
    encounter = fight("realm", round=2, phase="1", arenas={"yard": {}}, combatants={"ann": there})
    refuses("ann is in yard already", encounter, "declare", again=[])


@pytest.mark.rule("R4")
def test_what_was_secret_stays_so_and_costs_nothing_more() -> None:
    again = play(
        camp(ogre={"last_declared": {**ATTACK, "targets": ["mira"], "secret": True}}), "declare", again=["ogre"]
    )
    assert said(again) == {"ogre": (None, [])}
    assert again.fight.combatants["ogre"].declared.targets == ["mira"]
    assert again.fight.bowl == 0
    fallen = camp(ogre={"last_declared": {**ATTACK, "targets": ["mira"], "secret": True}}, mira={"status": ["dead"]})
    refuses("what was secret can no more be done", fallen, "declare", again=["ogre"])


def test_a_bare_phase_and_a_plan_are_declared_again() -> None:
    again = play(camp(ogre={"last_declared": {"phase": 4, "plan": "flee"}}), "declare", again=["ogre"])
    declared = again.fight.combatants["ogre"].declared
    assert (declared.phase, declared.plan) == (4, "flee")


def test_where_nobody_declared_anything_it_is_refused() -> None:
    refuses("nobody declared anything in round 1", fight("realm", round=2, combatants={"ann": {}}), "declare", again=[])


def test_who_goes_by_another_id_is_still_declared_against() -> None:
    encounter = camp()
    named = {("scar" if who == "ogre" else who): each for who, each in encounter.combatants.items()}
    renamed = rename(encounter.changed(combatants=named), "combatant", "ogre", "scar")
    assert said(play(renamed, "declare", again=["mira"])) == {"mira": ("attack", ["scar"])}


def test_the_round_that_ends_keeps_what_was_declared_and_undo_takes_all_back_at_once(
    run: Run, fight_file: FightFile
) -> None:
    path = fight_file(DUEL)
    assert run("declare", "ogre", "attack", "mira", "-f", path).code == 0
    assert run("next", "--round", "-f", path).code == 0
    before = path.read_text(encoding="utf-8")
    again = run("declare", "--again", "-f", path, "--json")
    assert [each["who"] for each in again.events] == ["mira", "ogre"]
    assert run("undo", "-f", path).code == 0
    assert path.read_text(encoding="utf-8") == before
    assert [each["who"] for each in run("declare", "MIRA", "ogre", "--again", "-f", path, "--json").events] == [
        "mira",
        "ogre",
    ]
    assert run("undo", "-f", path).code == 0
    refused(run("declare", "--again", "mira", "nobody", "-f", path), 3, 'there is no combatant "nobody"')
    assert run("next", "--round", "-f", path).code == 0
    refused(run("declare", "--again", "-f", path), 3, "nobody declared anything in round 2")


def test_blade_declares_again_whom_one_strikes_and_what_one_casts() -> None:
    last = {
        "darna": {"side": "heroes", "last_declared": {"action": "attack", "targets": ["orc"]}},
        "wiz": {"side": "heroes", "last_declared": {"action": "improvise", "what": "swing", "outcome": "away"}},
        "orc": {"side": "orcs", "last_declared": {"action": "cast", "what": "sleep"}},
    }
    encounter = fight("blade", round=2, phase="acting", initiative=["heroes", "orcs"], combatants=last)
    again = play(encounter, "declare", again=[])
    assert said(again) == {"darna": ("attack", ["orc"]), "wiz": ("improvise", []), "orc": ("cast", [])}
    assert again.fight.combatants["wiz"].declared.outcome == "away"
    assert again.fight.combatants["darna"].target == "orc"
    assert again.warnings == []


def test_blade_keeps_at_the_end_of_a_round_what_was_declared() -> None:
    both = {"darna": {"side": "heroes"}, "orc": {"side": "orcs"}}
    encounter = fight("blade", phase="melee", initiative=["heroes", "orcs"], combatants=both)
    ended = play(play(encounter, "declare", who="darna", action="attack", targets=["orc"]).fight, "next").fight
    assert ended.combatants["darna"].declared is None
    assert said(play(ended, "declare", again=[])) == {"darna": ("attack", ["orc"])}


def test_arq_acts_and_passes_again_in_the_action_phase_of_the_next_round() -> None:
    three = {who: {"side": "heroes"} for who in ("bran", "isa", "wolf")}
    encounter = fight("arq", phase="action", combatants=three)
    first = play(encounter, "declare", who="bran", action="act", targets=["climb", "the", "wall"]).fight
    first = play(first, "declare", who="isa", action="pass").fight
    refuses("nobody declared anything in a round before", first, "declare", again=[])
    moving = play(first, "next").fight
    second = play(play(moving, "next").fight, "next").fight
    again = play(second, "declare", again=[])
    assert [(each["who"], each["action"], each["plan"]) for each in happened(again, "declare")] == [
        ("bran", "act", "climb the wall"),
        ("isa", "pass", ""),
    ]
    assert all(again.fight.combatants[who].acted for who in ("bran", "isa"))
    late = play(second, "next").fight
    refuses("what is declared belongs to the action phase", late, "declare", again=["bran"])
    third = play(play(late, "next").fight, "next").fight
    refuses("nobody declared anything in round 2", third, "declare", again=[])


@pytest.mark.rule("E11")
def test_beacon_takes_the_stances_of_the_last_round_again() -> None:
    two = {
        "osric": {"side": "heroes", "player": True, "stance": "rash", "hp": 30, "acted": True},
        "vela": {"side": "heroes", "player": True, "stance": "cautious", "hp": 30, "acted": True},
        "hound": {"side": "foes", "hp": 30, "acted": True},
    }
    ended = play(fight("beacon", phase="cautious", combatants=two), "next").fight
    assert ended.combatants["osric"].stance is None
    again = play(ended, "declare", again=[])
    assert [(each["who"], each["action"]) for each in happened(again, "declare")] == [
        ("osric", "rash"),
        ("vela", "cautious"),
    ]
    felled = ended.with_combatant("vela", hp=0)
    warned = play(felled, "declare", again=[]).warnings
    assert len(warned) == 1
    assert warned[0].startswith("vela does not declare again: vela is")
