"""What a forecast says below its table: what it takes for granted, and what it leaves out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from forecasts import DUEL, FEW, asked, fight_of, run

if TYPE_CHECKING:
    from support import FightFile

NOWHERE = fight_of("arq", 'phase = "movement"', ann="player = true", bob="")
"""Nobody has a place."""


@pytest.mark.parametrize("words", [FEW, ("--exact",)])
def test_a_fight_in_which_nobody_ever_acts_says_so(fight_file: FightFile, words: tuple[str, ...]) -> None:
    path = fight_file(NOWHERE)
    said = "nobody ever acts: no side can reach or harm another, by their tactics and the rules"
    assert run("forecast", *words, path=path).stdout.splitlines()[-1] == f"note: {said}"
    assert json.loads(run("forecast", *words, "--json", path=path).stdout)["warnings"] == [said]


@pytest.mark.parametrize("words", [FEW, ("--exact", "--rounds", "3")])
def test_who_never_acts_is_told_and_why(fight_file: FightFile, words: tuple[str, ...]) -> None:
    here = "position = [{}, 0]".format
    path = fight_file(fight_of("arq", 'phase = "melee"', ann=f"player = true\n{here(0)}", bob=here(1), dan=""))
    said = json.loads(run("forecast", *words, "--json", path=path).stdout)["warnings"]
    assert said == ["dan never acts: no foe is within reach, and no way leads to one, by their tactics and the rules"]


@pytest.mark.parametrize("words", [FEW, ("--exact", "--rounds", "2")])
def test_a_line_that_nobody_ever_follows_is_told(fight_file: FightFile, words: tuple[str, ...]) -> None:
    lines = 'tactics = ["move 1,1 if round > 90", "move 4,0"]'
    shooter = f"player = true\nposition = [0, 0]\n{lines}"
    path = fight_file(fight_of("arq", 'phase = "movement"', ann=shooter, bob="position = [30, 0]\nspeed = 1"))
    said = json.loads(run("forecast", *words, "--json", path=path).stdout)["warnings"]
    assert said == ['ann never does "move 1,1 if round > 90"']


def test_a_group_is_said_to_act_as_one(fight_file: FightFile) -> None:
    path = fight_file(DUEL.replace("[combatants.bob]", "[combatants.bob]\ncount = 3"))
    assert "note: bob are a group and act as one combatant" in run("forecast", *FEW, path=path).stdout
    varied = run("forecast", *FEW, "--vary", "bob.strength=5,7", path=path).stdout
    assert "note: bob are a group" in varied


def test_nothing_is_fair_where_one_side_always_wins(fight_file: FightFile) -> None:
    path = fight_file(
        fight_of(
            "arq",
            'phase = "melee"\n[decks.won]\ncards = [[9]]\nfoes = [1]',
            ann='player = true\ndeck = "won"\nposition = [0, 0]',
            bob="position = [1, 0]",
        )
    )
    words = (*FEW, "--vary", "bob.wounds=1,2", "--fair")
    assert not any(each["fair"] for each in asked(*words, path=path)["variant"])
    assert "note: no value is fair" in run("forecast", *words, path=path).stdout
