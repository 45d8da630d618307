"""A game from outside that is broken is one warning, where all games are looked at, and no hindrance to any other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import broken_games
from support import Run, refused


@pytest.fixture(params=broken_games.KINDS)
def _wreck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install a game that is broken in one of many ways."""
    broken_games.install(tmp_path, request.param)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wreckgame", raising=False)


@pytest.mark.usefixtures("_wreck", "toy")
@pytest.mark.parametrize("words", [["attack", "--help", "--all"], ["new", "--help"], ["--help"]])
def test_help_warns_once_of_a_game_that_is_broken(run: Run, words: list[str]) -> None:
    done = run(*words)
    assert done.code == 0
    assert done.err.count("\n") == done.err.count("Warning: ") == 1
    assert "wreck-game 1.0" in done.err
    assert "\x1b" not in done.err
    if words[0] == "attack":
        assert "In realm:" in done.out
        assert "In toy:" in done.out


@pytest.mark.usefixtures("_wreck", "toy")
def test_the_rules_of_all_games_warn_once_and_have_those_of_the_others(run: Run) -> None:
    done = run("rules", "--house")
    assert (done.code, done.out.count("wreck-game 1.0"), done.err) == (0, 1, "")
    assert "wreck-game 1.0" in run("rules", "--house", "--json").json["warnings"][0]
    assert "\ntoy\n" in run("rules").out


@pytest.mark.usefixtures("_wreck", "toy")
def test_what_is_refused_is_refused_as_without_it(run: Run) -> None:
    example = run("new", "blade", "--example").out
    refused(run("attack", "ann", "bob", "--eagre", "1"), 2, "no such option")
    push = run("push", "ann", "bob", stdin=example)
    assert (push.code, push.err) == (3, "combatcli: blade has no push.\n  It is part of realm and beacon.\n")
    refused(run("attack", "darna", "orc1", "--parry", "attack", stdin=example), 3, "realm has it")
    assert "has anything on" in run("rules", "xyzzyx").out
    refused(run("new", "wrekc"), 2, "no ruleset")


@pytest.mark.usefixtures("_wreck", "toy")
def test_others_from_outside_play_on(run: Run) -> None:
    example = run("new", "toy", "--example").out
    assert run("attack", "ann", "bob", "--eager", "1", "--dice", "3", stdin=example).err == "ann pokes bob!\n"


@pytest.mark.usefixtures("_wreck")
def test_the_broken_game_itself_is_refused_in_a_sentence(run: Run) -> None:
    done = run("new", "wreck")
    if done.code:
        assert done.code in (2, 3)
        assert done.err.count("\n") == 2
