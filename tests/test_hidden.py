"""`hidden`: whom the players do not know of, in any game, until it attacks."""

from __future__ import annotations

import pytest

from support import FightFile, Run, tables

FOES = {"realm": ("ruffian", "mira"), "blade": ("orc1", "darna"), "arq": ("wolf", "bran"), "beacon": ("hound", "osric")}


@pytest.mark.parametrize("game", FOES)
def test_the_players_do_not_see_who_is_hidden(run: Run, fight_file: FightFile, game: str) -> None:
    who, friend = FOES[game]
    path = fight_file(run("new", game, "--example").out)
    assert run("set", friend, f'engaged=["{who}"]', "-f", path).code == 0
    assert run("set", who, "hidden=true", "-f", path).code == 0
    run("set", friend, "declared=", "-f", path)
    assert "hidden" in run("show", "-f", path).out
    seen = run("show", "--players", "--json", "-f", path)
    assert who not in str(seen.json["events"])
    assert friend in str(seen.json["events"])
    assert run("check", "-f", path).code == 0


def test_who_attacks_is_hidden_no_more(run: Run, fight_file: FightFile) -> None:
    path = fight_file(run("new", "realm", "--example").out)
    assert run("set", "ruffian", "thugs", "hidden=true", "-f", path).code == 0
    done = run("attack", "ruffian", "mira", "--dice", "1,1,1", "-f", path)
    assert done.code == 0, done.err
    fighters = tables(path)["combatants"]
    assert [fighters[who]["hidden"] for who in ("ruffian", "thugs")] == [False, True]
    assert "no longer hidden" in done.out
    assert run("undo", "-f", path).code == 0
    assert tables(path)["combatants"]["ruffian"]["hidden"] is True
