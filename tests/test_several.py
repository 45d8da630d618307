"""Several at once: patterns, sides and dice wherever a command takes a combatant or an amount."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import FightFile, Run, refused, tables

THREE = (
    'ruleset = "beacon"\n[combatants.hob1]\nside = "foes"\nhp = 20\n[combatants.hob2]\nside = "foes"\nhp = 20\n'
    '[combatants.vela]\nside = "heroes"\nhp = 30\nmax_hp = 40\nmax_stress = 8\n'
    '[combatants.osric]\nside = "heroes"\nhp = 30\nmax_hp = 40\nmax_stress = 8\n'
)


@pytest.fixture(name="three")
def _three(fight_file: FightFile) -> Path:
    return fight_file(THREE)


def left(path: Path) -> dict[str, int]:
    return {who: keys["hp"] for who, keys in tables(path)["combatants"].items()}


@pytest.mark.parametrize("words", [["h*", "5"], ["--side", "foes", "5"], ["hob1", "hob2", "5"], ["HOB?", "5"]])
def test_a_wound_takes_a_pattern_and_a_side(run: Run, three: Path, words: list[str]) -> None:
    assert run("wound", *words, "-f", three).code == 0
    assert left(three) == {"hob1": 15, "hob2": 15, "vela": 30, "osric": 30}


def test_an_amount_may_be_dice_one_roll_for_all_or_one_for_each(run: Run, three: Path) -> None:
    done = run("wound", "h*", "2d6", "--dice", "3,4", "-f", three)
    assert done.code == 0, done.err
    assert "[3, 4] = 7" in done.out
    assert left(three)["hob1"] == left(three)["hob2"] == 13
    assert run("wound", "h*", "1d6", "--each", "--dice", "1,6", "-f", three).code == 0
    assert (left(three)["hob1"], left(three)["hob2"]) == (12, 7)
    refused(run("wound", "h*", "5", "--each", "-f", three), 2, "--each needs dice as the amount")
    refused(run("wound", "h*", "2d6+", "-f", three), 2, "is no amount")
    refused(run("wound", "h*", "2d6", "--odds", "-f", three), 2, "--odds needs a number as the amount")
    refused(run("wound", "h*", "2d6", "--dice", "1,2,3", "-f", three), 3, "one face too many")


def test_seeded_amounts_are_rolled_by_the_fight_and_take_one_step(run: Run, fight_file: FightFile) -> None:
    path = fight_file(f'{THREE}[dice]\nseed = "x"\nstep = 0\n')
    assert run("wound", "hob1", "2d6", "-f", path).code == 0
    assert tables(path)["dice"]["step"] == 1


def test_a_condition_is_given_to_several(run: Run, three: Path) -> None:
    assert run("condition", "osric", "vela", "bless", "--rounds", "3", "-f", three).code == 0
    assert run("condition", "h*", "cursed", "-f", three).code == 0
    assert run("condition", "--side", "heroes", "on fire", "-f", three).code == 0
    notes = {who: [note["name"] for note in keys["notes"]] for who, keys in tables(three)["combatants"].items()}
    heroes = ["bless", "on fire"]
    assert notes == {"hob1": ["cursed"], "hob2": ["cursed"], "vela": heroes, "osric": heroes}


def test_a_side_rests_and_is_tested(run: Run, three: Path, tmp_path: Path) -> None:
    assert run("recover", "--side", "heroes", "--rest", "-f", three).code == 0
    assert left(three) == {"hob1": 20, "hob2": 20, "vela": 40, "osric": 40}
    assert run("set", "--side", "heroes", "hp=10", "-f", three).code == 0
    assert run("recover", "vela", "osric", "--rest", "-f", three).code == 0
    assert left(three) == {"hob1": 20, "hob2": 20, "vela": 20, "osric": 20}
    realm = tmp_path / "realm.toml"
    assert run("new", "realm", "--example", "-o", realm).code == 0
    done = run("test", "--side", "heroes", "daring", "--dice", "1,2,3", "--json", "-f", realm)
    assert [event["who"] for event in done.events if event["event"] == "test"] == ["mira", "tomas", "sefa"]


def test_who_is_out_may_be_dropped_at_once(run: Run, three: Path) -> None:
    refused(run("drop", "--out", "-f", three), 3, "nobody is out of the fight")
    assert run("wound", "hob1", "99", "-f", three).code == 0
    assert run("drop", "--out", "-f", three).code == 0
    assert list(tables(three)["combatants"]) == ["hob2", "vela", "osric"]
    assert run("drop", "--side", "heroes", "-f", three).code == 0
    assert list(tables(three)["combatants"]) == ["hob2"]


def test_who_is_not_meant_is_refused(run: Run, three: Path) -> None:
    refused(run("wound", "x*", "5", "-f", three), 3, 'nobody matches "x*"')
    refused(run("wound", "--side", "orcs", "5", "-f", three), 3, 'there is no side "orcs"')
    refused(run("wound", "vela", "5", "--side", "foes", "-f", three), 3, "vela is not on the side foes, but on heroes")
    refused(run("wound", "v*", "--side", "foes", "-f", three), 3, "nobody of those named is on the side foes", "hob1")
    assert left(three) == {"hob1": 20, "hob2": 20, "vela": 30, "osric": 30}
