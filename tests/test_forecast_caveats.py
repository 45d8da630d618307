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
    path = fight_file(fight_of("arq", 'phase = "melee"', ann=f"player = true\n{here(0)}", bob=here(1), dan="", eve=""))
    said = json.loads(run("forecast", *words, "--json", path=path).stdout)["warnings"]
    assert said[0] == (
        "dan, eve never act: they have no position, so that nobody is within reach, and no way leads to anybody"
    )


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


APART = fight_of(
    "arq", 'phase = "melee"', ann="player = true\nposition = [0, 0]\nspeed = 0", bob="position = [9, 0]\nspeed = 0"
)

PLATED = 'armor = { category = "plate", protection = 20 }\nweapons.sword = { hands = 1 }'
UNHURT = fight_of("blade", "", ann=f'player = true\nengaged = ["bob"]\n{PLATED}', bob=PLATED)
UNHIT = fight_of("realm", "", ann="player = true\ndefense = 90", bob="defense = 90")


@pytest.mark.parametrize("text", [APART, UNHURT, UNHIT], ids=["out of reach", "no blow hurts", "no blow hits"])
@pytest.mark.parametrize("words", [FEW, ("--exact",)])
def test_a_fight_ends_where_no_side_can_harm_another(fight_file: FightFile, words: tuple[str, ...], text: str) -> None:
    found = asked(*words, path=fight_file(text))
    assert found["undecided"][0]["stalled"] == found["undecided"][0]["chance"] == 1
    assert found["length"][0]["mean"] < 3
    assert "undecided: a stalemate       100.0%" in run("forecast", *words, path=fight_file(text)).stdout
    story = run("forecast", "--seed", "s", "--fight", "1", "--story", path=fight_file(text)).stdout
    assert "A stalemate: no side can reach or harm another any more." in story


def test_a_fight_goes_on_where_somebody_waits_for_a_round(fight_file: FightFile) -> None:
    waiting = APART.replace("speed = 0", 'speed = 9\ntactics = ["move nearest if round > 4", "attack nearest"]', 1)
    found = asked(*FEW, path=fight_file(waiting))
    assert found["undecided"][0]["stalled"] == 0


def test_who_never_acts_is_told_with_what_refuses_it(fight_file: FightFile) -> None:
    keys = "player = true\nhp = 1\niron = 10\ntier = 1\nbody = 0\nmind = 0\nwill = 0\nactions.skirmish = 2"
    text = fight_of(
        "beacon",
        'phase = "monsters"',
        ann=keys,
        al=f'{keys.replace("hp = 1", "hp = 90")}\ntactics = "stand"',
        bob="hp = 9\niron = 10",
    )
    said = json.loads(run("forecast", *FEW, "--json", path=fight_file(text)).stdout)["warnings"]
    assert [each for each in said if "never acts" in each] == ["al never acts: al is not downed (E13)"]
