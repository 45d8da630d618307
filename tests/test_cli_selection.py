"""Whom and what the words of a command mean: names in any case, beginnings, patterns, sides, several in turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import FightFile, Run, refused


def test_words_are_read_in_any_case(fight_file: FightFile, run: Run) -> None:
    path = fight_file(run("new", "Realm", "--example").out)
    for line in (
        ["schema", "BEACON"],
        ["attack", "--ruleset", "Blade", "--with", "strength=10", "--against", "agility=9"],
        ["attack", "mira", "ruffian", "--parry", "WOUND", "-n", "-f", str(path)],
        ["declare", "ruffian", "--phase", "MOVE", "-n", "-f", str(path)],
        ["arena", "LIST", "-f", str(path)],
    ):
        done = run(*line)
        assert done.code == 0, done.err


def test_a_beginning_is_enough_on_a_terminal_alone(run: Run, monkeypatch: pytest.MonkeyPatch, realm_file: Path) -> None:
    # A script must not hit Miranda because Mira left.
    words = ("attack", "mir", "ruff", "--weapon", "sab", "--dice", "1,1", "-n", "-f", realm_file)
    refused(run(*words), 3, "Did you mean mira?")
    monkeypatch.setattr("combatcli.streams.on_terminal", lambda: True)
    assert run(*words).code == 0
    assert run("att", "mira", "ruffian", "--dice", "1,1", "-n", "-f", realm_file).code == 0
    assert run("attack", "mira", "m", "-n", "-f", realm_file).code == 3
    assert run("drop", "sef", "-n", "-f", realm_file).code == 0
    assert run("set", "mar", "marked=[1]", "-n", "-f", realm_file).code == 0
    run("add", "3orc", "-f", realm_file)
    assert "takes wound 3" in run("wound", "mira", "3", "-n", "-f", realm_file).out
