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
def test_where_all_games_are_looked_at_one_that_is_broken_is_warned_of_once(run: Run) -> None:
    done = run("attack", "--help", "--all")
    assert done.code == 0
    assert done.err.count("\n") == done.err.count("Warning: ") == 1
    assert "wreck-game 1.0" in done.err
    assert "\x1b" not in done.err
    assert "In realm:" in done.out
    assert "In toy:" in done.out
    rules = run("rules", "--house", "--json").json
    assert "wreck-game 1.0" in rules["warnings"][0]
    assert "\ntoy\n" in run("rules").out


@pytest.mark.usefixtures("_wreck", "toy")
def test_others_play_on_and_refuse_as_without_it_and_it_is_refused_in_a_sentence(run: Run) -> None:
    example = run("new", "toy", "--example").out
    assert run("attack", "ann", "bob", "--eager", "1", "--dice", "3", stdin=example).err == "ann pokes bob!\n"
    push = run("push", "ann", "bob", stdin=run("new", "blade", "--example").out)
    assert (push.code, push.err) == (3, "combatcli: blade has no push.\n  It is part of realm and beacon.\n")
    refused(run("new", "wrekc"), 2, "no ruleset")
    done = run("new", "wreck")
    assert not done.code or (done.code in (2, 3) and done.err.count("\n") == 2)
