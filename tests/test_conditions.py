"""`condition`: what the table invents, kept and counted down in every game."""

from __future__ import annotations

import pytest

from support import FightFile, Run, refused

GAMES = ("realm", "blade", "arq", "beacon")


@pytest.mark.parametrize("game", GAMES)
def test_what_the_table_invents_is_kept_counted_down_and_ended(run: Run, fight_file: FightFile, game: str) -> None:
    path = fight_file(run("new", game, "--example").out)
    who = run("show", "--json", "-f", path).events[1]["who"]
    run("condition", who, "blessed", "--rounds", "5", "-f", path)
    given = run("condition", who, "Blessed", "--rounds", "2", "--note", "by the abbot", "--json", "-f", path)
    assert given.event("condition") | {"event": "condition"} == {
        "event": "condition",
        "who": who,
        "name": "Blessed",
        "ended": False,
        "rounds": 2,
        "note": "by the abbot",
    }
    run("condition", who, "on fire", "-f", path)
    assert "Blessed (2 rounds, by the abbot)" in run("show", "-f", path).out
    assert "Blessed (1 round, by the abbot)" in run("next", "--round", "-f", path).out + run("show", "-f", path).out
    over = run("next", "--round", "-f", path)
    assert "is no longer Blessed: the time is over." in over.out
    shown = run("show", "-f", path).out
    assert ("Blessed" in shown, "on fire" in shown) == (False, True)
    assert run("condition", who, "ON FIRE", "--end", "-f", path).code == 0
    assert "on fire" not in run("show", "-f", path).out


@pytest.mark.parametrize(
    ("game", "own"), [("realm", "bleeding"), ("blade", "surprised"), ("arq", "Incapacitated"), ("beacon", "burning")]
)
def test_a_games_own_condition_stays_with_its_own_commands(run: Run, game: str, own: str) -> None:
    text = run("new", game, "--example").out
    who = run("show", "--json", stdin=text).events[1]["who"]
    refused(run("condition", who, own, stdin=text), 3, f"is a condition of {game} itself")


@pytest.mark.parametrize(
    "words",
    [["blessed", "--end"], ["blessed", "--rounds", "0"], ["", "--rounds", "1"], ["x", "--end", "--rounds", "1"]],
)
def test_a_condition_that_makes_no_sense(run: Run, words: list[str]) -> None:
    assert run("condition", "mira", *words, stdin=run("new", "realm", "--example").out).code in (2, 3)


def test_a_foes_note_is_not_for_players(run: Run) -> None:
    text = run(
        "condition",
        "ruffian",
        "charmed",
        "--rounds",
        "2",
        "--note",
        "by Sefa",
        stdin=run("new", "realm", "--example").out,
    ).out
    whole = next(each for each in run("show", "--json", stdin=text).events if each.get("who") == "ruffian")
    assert whole["notes"] == [{"name": "charmed", "rounds": 2, "note": "by Sefa"}]
    shown = run("show", "--players", stdin=text).out
    assert ("charmed (2 rounds)" in shown, "Sefa)" in shown) == (True, False)


def test_keys_of_a_note_that_nobody_knows_are_kept(run: Run) -> None:
    text = 'ruleset = "realm"\nphase = "push"\n[combatants.mira]\nnotes = [{ name = "x", rounds = 3, by = "q" }]\n'
    mira = run("next", "--round", stdin=text).toml["combatants"]["mira"]
    assert mira["notes"] == [{"name": "x", "rounds": 2, "by": "q"}]
