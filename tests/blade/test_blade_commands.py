"""The command line of blade: the example, what is shown and said, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import FightFile, Run, duel, fight, happened, play, refused, refuses, tables


@pytest.mark.parametrize("seed", range(40))
def test_the_example_can_be_played_whether_it_hits_or_not(run: Run, seed: int) -> None:
    text = run("new", "blade", "--example", "--seed", seed).out
    attacked = run("attack", "darna", "orc1", stdin=text)
    wounded = run("wound", stdin=attacked.out)
    shown = run("show", stdin=wounded.out)
    assert [done.code for done in (attacked, wounded, shown)] == [0, 0, 0]
    assert "Warning" not in attacked.err + wounded.err + shown.err
    assert run("attack", "--all", "--strict", stdin=text).code == 0


@pytest.mark.rule("B0")
def test_show_tells_what_there_is_to_see(run: Run) -> None:
    text = run("new", "blade", "--example").out
    lines = run("show", stdin=text).out.splitlines()
    assert lines[0] == "blade  round 1  phase 4/4 melee  heroes act, orcs react  0:00"
    assert lines[1] == "TO STRIKE   darna, osk, orc1, orc2"
    darna = next(line for line in lines if line.startswith(">  darna"))
    assert darna.split()[2:6] == ["####..", "4/6", "######", "6/6"]
    assert darna.split()[6:] == ["sword", "leather", "1", "heroes", "Darna", "vs", "orc1", "charging"]
    orc = next(line for line in lines if line.startswith(">  orc1"))
    assert orc.split()[2:5] == ["######", "6/6", "axe"]
    assert any(line.startswith(" stairs  tight  -- yard") for line in lines)


FIGHT = """
ruleset = "blade"
phase = "melee"
[combatants.darna]
side = "heroes"
name = "Darna"
player = true
strength = 10
engaged = ["orc"]
target = "orc"
weapons.sword = { length = "middle" }
[combatants.orc]
side = "orcs"
agility = 9
armor = { category = "leather", protection = 1 }
"""


@pytest.fixture
def file(fight_file: FightFile) -> Path:
    return fight_file(FIGHT)


@pytest.mark.rule("B10", "B0")
def test_show_of_one_tells_all_with_what_was_left_out(run: Run, file: Path) -> None:
    run("declare", "orc", "cast", "Fear", "-f", file)
    event = run("show", "orc", "-f", file, "--json").event("combatant")
    expected = {
        "strength": 7,
        "mind": 7,
        "stamina": 0,
        "health": 6,
        "max_health": 6,
        "movement": 120,
        "combat_movement": 40,
        "combat_metres": 12,
        "engaged": ["darna"],
    }
    assert {key: event[key] for key in expected} == expected
    assert (event["declared"]["action"], event["declared"]["what"]) == ("cast", "Fear")


def test_show_lists_what_is_pending_and_who_is_surprised(run: Run, file: Path) -> None:
    run("attack", "darna", "orc", "-f", file, "--dice", "3,4,3")
    run("set", ".", 'surprised=["orcs"]', "-f", file)
    out = run("show", "-f", file).out
    assert "orcs surprised" in out
    assert "PENDING  1 hit: darna->orc 2  (`wound` applies)" in out.splitlines()
    run("wound", "orc", "9", "-f", file)
    assert run("show", "orc", "-f", file, "--json").event("combatant")["engaged"] == []
    assert " DEAD" in run("show", "-f", file).out


@pytest.mark.rule("B20", "B41", "B42")
def test_the_report_says_the_sum_as_a_player_would(run: Run, file: Path) -> None:
    done = run("attack", "darna", "orc", "--apply", "-f", file, "--dice", "3,4,3")
    assert done.out == (
        "HIT   darna -> orc  damage 2\n"
        "      Darna attacks orc with sword: strength 10, Difficulty 1 (Evasion), needs 9, rolled 3 + 4 = 7: "
        "hit, damage 3 - 1 by leather = 2.\n"
        "orc takes 2 from Darna: 2 off health; health 4 left.\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["attack", "darna", "orc", "--dice", "6,6", "--bonus", "1"],
            "+1 the GM's, needs 10, rolled 6 + 6 = 12, a natural",
        ),
        (["attack", "--all", "--dice", "1,1,1,6,6"], "1 + 1 = 2, a natural 2: hit, damage 1 - 1 by leather = 0."),
        (["wound", "darna", "7"], "Darna takes 7: 6 off stamina, 1 off health; stamina 0 and health 5 left."),
        (["wound"], "Nothing is pending, so nobody is wounded."),
        (
            ["test", "darna", "mind", "--bonus", "1", "--dice", "3,4"],
            "mind 7, +1 bonus, needs 8, rolled 3 + 4 = 7: succ",
        ),
        (
            ["test", "darna", "mind", "--spell", "Light", "--difficulty", "2", "--dice", "6,6,3"],
            "fails and cannot be forced; a mishap, 3 + 2 = 5 on the GM's table.\norc may strike at once",
        ),
        (
            ["test", "darna", "mind", "--spell", "Light", "--force", "--dice", "6,5,2"],
            "fails and is forced for 2 damage.",
        ),
        (
            ["test", "darna", "mind", "--spell", "Light", "--dice", "6,5"],
            "fails.\nIt may be forced in this phase: test darna mind --force",
        ),
        (
            ["test", "darna", "mind", "--spell", "Light", "--dice", "1,1"],
            "succeeds, and one number of the spell is doub",
        ),
        (["recover", "darna", "--sleep"], "Darna has slept; all spells are as fresh as ever."),
        (["dashtest", "darna", "orc", "--dice", "3,3,6,5"], "needs 9, rolled 6 + 5 = 11: Darna comes first."),
        (["dashtest", "darna", "orc", "--dice", "3,4,6,5"], "Darna (agility) needs 7, rolled 3 + 4 = 7; orc (agility)"),
        (["dashtest", "darna", "orc", "--dice", "6,5,6,5"], "both at the same time."),
        (["declare", "darna", "cast", "Light"], "Darna will cast: Light."),
        (["declare", "darna", "improvise", "hop", "--outcome", "up"], "Darna will improvise: hop, hoping for: up."),
        (["declare", "darna", "attack", "orc"], "Darna will strike orc."),
        (["move", "darna", "--distance", "20"], "Darna moves, 20 feet (6 m), leaving orc.\norc may strike at once"),
        (["move", "orc", "3,-4"], "orc moves to (3, -4), 40 feet (12 m), leaving Darna."),
        (
            ["order", "--dice", "3,3,1,6"],
            "heroes 3, then 1; orcs 3, then 6; orcs act first.\norcs act, heroes react.",
        ),
        (["order", "--check-surprise", "--dice", "1,3,4,5"], "Surprise on 1 or 2: heroes 1, orcs 3."),
        (["recover", "darna", "--health", "2"], "Darna gets back nothing: stamina 6, health 6 now."),
    ],
)
def test_what_the_reports_say(run: Run, file: Path, words: list[str], sentence: str) -> None:
    done = run(*words, "-f", file)
    assert done.code == 0
    assert sentence in done.out


def test_reports_of_rarer_things(run: Run, file: Path) -> None:
    run("add", "ilvar", "side=heroes", "mounted=true", "weapons.bow.close=30", "weapons.bow.medium=60", "-f", file)
    run("add", "ork", "side=orcs", "weapons.pike.stops_charge=true", "position=[0,0]", "count=2", "-f", file)
    out = run("attack", "ilvar", "orc", "--distance", "40", "--bonus", "3", "--dice", "2,3,4", "-f", file).out
    assert "ilvar shoots at orc with bow at 40 feet (medium range): agility 7, Difficulty 1 (" in out
    assert "(medium range)" in run("attack", "ilvar", "orc", "--dice", "6,6", "-f", file).out
    run("set", "ilvar", "deeds=", "-f", file)
    out = run("move", "ilvar", "--charge", "orc", "-f", file).out
    assert out.startswith("ilvar charges orc, 40 feet (12 m): First Strike.")
    run("set", "ilvar", "deeds=", "engaged=", "-f", file)
    run("set", "orc", "deeds=", "engaged=", "-f", file)
    out = run("move", "ilvar", "--charge", "ork", "-f", file).out
    assert out.startswith("ilvar charges ork, 40 feet (12 m): no First Strike, for ork stops charges.")
    out = run("attack", "ilvar", "ork", "--weapon", "unarmed", "--dice", "1,1,4", "--apply", "-f", file).out
    assert "hit, damage 4 + 1 by the mounted charge = 5." in out
    run("set", "darna", 'wielding=["sword","knife"]', "weapons.knife.hands=1", "-f", file)
    out = run("attack", "darna", "orc", "--dice", "1,1,3,5", "--apply", "-f", file).out
    assert "with sword and knife" in out
    assert "damage 5 (3 and 5 rolled) - 1 by leather = 4" in out
    out = run("recover", "orc", "--health", "1", "-f", file).out
    assert out == "orc gets back 1 health: stamina 0, health 3 now.\n"
    out = run("recover", "orc", "--sleep", "--health", "1", "-f", file).out
    assert out == "orc has slept and gets back 1 health: stamina 0, health 4 now.\n"
    assert "one falls, 1 left" in run("wound", "ork", "9", "-f", file).out


def test_reports_of_a_melee_where_not_all_strike(run: Run, file: Path) -> None:
    run("set", "darna", "deeds.first_strike=true", "-f", file)
    run("set", "orc", "health=3", "-f", file)
    out = run("attack", "--all", "--bonus", "9", "--dice", "1,1,6", "-f", file).out
    assert "Darna strikes first at orc" in out
    assert "orc does not strike: dead." in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["attack", "darna", "orc", "--aim"], "blade's attack has no --aim"),
        (["attack", "darna", "orc", "--dice", "3,4"], "a d6 is still to be rolled for the damage"),
        (["attack", "darna", "orc", "--dice", "3,4,3,1"], "one face too many"),
        (["attack", "darna", "orc", "--dice", "3,7"], "impossible on a d6 for darna's attack on orc"),
        (["move", "darna", "hall"], '"hall" is not a point X,Y'),
        (["recover", "darna"], "blade's rules give no recovery"),
        (["push", "darna", "orc"], "blade has no push"),
        (["order", "--surprised", "orks"], 'there is no side "orks"'),
    ],
)
def test_a_refused_command_changes_nothing(run: Run, file: Path, words: list[str], message: str) -> None:
    refused(run(*words, "-f", file), 3, message)
    assert file.read_text(encoding="utf-8") == FIGHT


def test_who_stands_in_an_arena_that_is_removed_is_taken_elsewhere(run: Run) -> None:
    done = run("arena", "remove", "stairs", "--to", "yard", stdin=run("new", "blade", "--example").out)
    assert (done.code, "Brother Osk is taken from stairs to yard." in done.err) == (0, True)


def test_odds_change_nothing_and_roll_nothing(run: Run, file: Path) -> None:
    done = run("attack", "darna", "orc", "--odds", "-f", file, "--json")
    assert [event["of"] for event in done.events] == ["hit", "damage", "taken out"]
    assert file.read_text(encoding="utf-8") == FIGHT
    assert run("recover", "darna", "--odds", "-f", file).code == 3


def test_exit_status_tells_of_a_miss(run: Run, file: Path) -> None:
    assert run("attack", "darna", "orc", "--dice", "6,6", "-e", "-f", file).code == 1
    assert run("test", "darna", "mind", "--dice", "1,1", "-e", "-f", file).code == 0


def test_who_is_dropped_is_nobodys_target(run: Run, file: Path) -> None:
    assert run("drop", "orc", "-f", file).code == 0
    darna = tables(file)["combatants"]["darna"]
    assert (darna["engaged"], "target" in darna) == ([], False)


def test_the_dead_by_hand_leave_the_melee_too(run: Run, file: Path) -> None:
    assert run("set", "orc", "health=0", "-f", file).code == 0
    assert tables(file)["combatants"]["darna"]["engaged"] == []


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("darna", "strength=13", "combatants.darna.strength: expected a whole number"),
        ("darna", "personality=1", "combatants.darna.personality: expected a whole number"),
        ("darna", "position=[1]", "combatants.darna.position: expected two numbers"),
        ("darna", "wielding=sord", "Did you mean sword?"),
        ("darna", 'wielding=["sword","axe"] weapons.axe.hands=2', "combatants.darna.wielding: darna cannot hold"),
        ("darna", "weapons.sword.damage=1dd6", "combatants.darna.weapons.sword.damage"),
        ("darna", "weapons.sword.close=30 weapons.sword.far=20", "must increase from close"),
        ("darna", "target=ork", "combatants.darna.target: there is no combatant"),
        ("darna", 'engaged=["ork"]', "combatants.darna.engaged: there is no combatant"),
        ("darna", "arena=hall", "combatants.darna.arena: there is no arena"),
        (".", "phase=attack", 'blade has no phase "attack"'),
        (".", "house.confined_length=1", "house.confined_length: expected true or false"),
        (".", 'arenas.hall.links=["yard"]', "arenas.hall.links: there is no arena"),
        (".", 'pending=[{attacker="darna",target="ork",damage=1}]', "pending.1.target"),
    ],
)
def test_an_encounter_that_does_not_hold_together_is_named_by_its_key(
    run: Run, file: Path, key: str, value: str, message: str
) -> None:
    done = run("set", key, *value.split(), "-f", file)
    assert done.code == 3
    assert message in done.err


@pytest.mark.rule("B0")
@pytest.mark.parametrize(
    "keys",
    [
        "strength=2 agility=2 mind=2 personality=2",
        "strength=12 agility=12 mind=12 personality=12",
        "weapons.sword.reach=0",
        "weapons.sword.reach=0.5",
        "weapons.sling.close=0 weapons.sling.medium=0.5 weapons.sling.far=0.5",
    ],
)
def test_the_ends_of_what_may_be_written_may_be_written(run: Run, file: Path, keys: str) -> None:
    assert run("set", "darna", *keys.split(), "-f", file).code == 0


@pytest.mark.rule("B0")
def test_what_a_file_leaves_out_is_as_if_it_were_written() -> None:
    encounter = fight(
        "blade",
        combatants={"orc": {"weapons": {"pick": {"piercing": [{"category": "metal"}]}}}},
        pending=[{"attacker": "", "target": "orc"}],
    )
    orc = encounter.combatants["orc"]
    assert (orc.strength, orc.agility, orc.mind, orc.personality, orc.movement) == (7, 7, 7, 7, 120)
    assert (orc.weapons["pick"].reach, orc.weapons["pick"].piercing[0].value) == (5, 1)
    (event,) = happened(play(encounter, "wound"), "wound")
    assert (event["amount"], event["left"]) == (0, {"stamina": 0, "health": 6})


@pytest.mark.rule("B13")
def test_the_report_of_a_way_names_its_end_only_where_one_went(run: Run, file: Path) -> None:
    run("set", "darna", "position=[10,20]", "engaged=", "-f", file)
    run("set", "orc", "position=[13,20]", "deeds={moved=20.0}", "-f", file)
    near = run("move", "darna", "--charge", "orc", "-f", file).out
    assert near.startswith("Darna charges orc, 0 feet (0 m)")
    run("set", "darna", "position=[10,50]", "deeds=", "engaged=", "-f", file)
    run("set", "orc", "position=[10,70]", "engaged=", "-f", file)
    far = run("move", "darna", "--charge", "orc", "-f", file).out
    assert far.startswith("Darna charges orc to (10, 65), 15 feet (4.5 m)")


PLACED = (
    'ruleset = "blade"\nphase = "acting"\ninitiative = ["heroes", "orcs"]\n[combatants.ann]\nside = "heroes"\n'
    'position = [0, 0]\n[combatants.orc]\nside = "orcs"\nposition = [9, 0]\n'
)


@pytest.mark.rule("B10", "B13")
@pytest.mark.parametrize(
    ("way", "said"),
    [
        (["20,30"], "Ann moves to (20, 30), 36.06 feet (10.82 m)"),
        (["0,1"], "Ann moves to (0, 1), 1 foot (0.3 m)"),
        (["0.333,2"], "Ann moves to (0.33, 2), 2.03 feet (0.61 m)"),
    ],
)
def test_feet_are_written_with_two_digits_after_the_point_and_one_of_them_is_a_foot(
    run: Run, way: list[str], said: str
) -> None:
    assert said in run("move", "ann", *way, stdin=PLACED.replace("side", 'name = "Ann"\nside', 1)).err


@pytest.mark.rule("B23")
def test_the_feet_of_a_shot_are_rounded_too(run: Run) -> None:
    bow = "weapons.bow = { close = 30, medium = 60, far = 90 }\nposition = [20, 30]\n"
    text = PLACED.replace("position = [0, 0]\n", bow).replace("[9, 0]", "[0, 0]")
    done = run("attack", "ann", "orc", "--dice", "6,6", stdin=text)
    assert "at 36.06 feet (medium range)" in done.err
    far = run("attack", "ann", "orc", stdin=text.replace("[20, 30]", "[200, 30]"))
    assert "orc is 202.24 feet away" in far.err


@pytest.mark.rule("B13", "B30")
def test_who_is_engaged_and_does_not_reach_is_told_where_to_step(run: Run) -> None:
    text = PLACED.replace('phase = "acting"', 'phase = "melee"') + "weapons.pike = { reach = 10 }\n"
    done = run("attack", "ann", "orc", stdin=text)
    assert (done.code, "combatcli move ann 4,0" in done.err) == (3, True)
    again = run("move", "ann", "4,0", stdin=text)
    assert (again.code, "orc" in again.err) == (0, False), again.err
    apart = run("attack", "ann", "orc", stdin=text.replace("[9, 0]", "[40, 0]"))
    assert "combatcli move ann --charge orc" in apart.err


@pytest.mark.rule("B3")
def test_a_side_is_surprised_in_the_plural(run: Run) -> None:
    begin = PLACED.replace('"acting"', '"initiative"').replace('initiative = ["heroes", "orcs"]\n', "")
    done = run("order", "--surprised", "orcs", "--dice", "5,2", stdin=begin)
    assert "orcs are surprised." in done.err
    assert "orcs are no longer surprised." in run("next", "--round", stdin=done.out).err


@pytest.mark.rule("B1")
def test_what_somebody_did_is_over_with_the_round_and_says_so_alone(run: Run, file: Path) -> None:
    run("set", "darna", "deeds.ran=true", "-f", file)
    out = run("next", "--round", "-f", file).out
    assert "Darna is no longer running.\n" in out


@pytest.mark.rule("B3", "B12")
def test_a_refusal_of_a_group_is_in_the_plural() -> None:
    gobs = duel(orc={"count": 3, "deeds": {"ran": True}}, phase="reacting")
    refuses("orc have run this round", gobs, "move", who="orc", way=["5,5"])
    refuses("orc are surprised", gobs.changed(surprised=["orcs"]), "move", who="orc", distance=10)
