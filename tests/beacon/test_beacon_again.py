"""What is rolled again in beacon counts, and is told, once (E14)."""

from __future__ import annotations

import pytest

from support import FightFile, Run

CAMP = """ruleset = "beacon"
goals.flee.needed = 3
combatants.osric = { side = "heroes", player = true, hp = 40, actions = { skirmish = 1, traverse = 1 } }
combatants.vela = { side = "heroes", player = true, hp = 25 }
combatants.hound = { side = "foes", hp = 30 }
"""
AGAIN = ("--aid", "vela", "--reroll")


@pytest.mark.rule("E14")
@pytest.mark.parametrize(
    ("command", "told"), [("attack osric hound --dice 1,1", "misses"), ("test osric traverse --dice 3,1", "traverse")]
)
def test_what_is_rolled_again_is_told_and_counted_once(
    run: Run, fight_file: FightFile, command: str, told: str
) -> None:
    path = fight_file(CAMP)
    failed = (*command.split(), "-f", path)
    for more in ((), AGAIN):
        assert run(*failed, *more).code == 0
    assert run("log", "--story", "-f", path).out.count(told) == 1
    assert [each["attacks"] for each in run("log", "--stats", "--json", "-f", path).events] == [1] * (told == "misses")
    run(*failed)
    assert run("log", "--story", "-f", path).out.count(told) == 2


@pytest.mark.rule("E14", "E50")
def test_a_goal_and_its_path_are_those_of_the_second_roll(run: Run, fight_file: FightFile) -> None:
    path = fight_file(CAMP)
    flee = ("test", "osric", "traverse", "--goal", "flee", "-f", path)
    assert "path: the roof" in run(*flee, "--dice", "3,1", "--path", "the roof").out
    assert "path" not in run(*flee, "--dice", "9,2", *AGAIN).out
    assert run("log", "--story", "-f", path).out.count("Goal flee") == 1
    run(*flee, "--dice", "3,1", "--path", "the roof")
    assert "path: the roof" in run(*flee, "--dice", "3,1", *AGAIN).out
