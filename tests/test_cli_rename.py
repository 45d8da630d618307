"""`rename`: another id, wherever the one so far stands."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from support import Run, refused


def test_another_id_stands_wherever_the_one_so_far_did(run: Run, realm_file: Path) -> None:
    assert run("attack", "mira", "ruffian", "--dice", "10,4,3,2", "-f", realm_file).code == 0
    assert run("set", "ruffian", "mark=x", "-f", realm_file).code == 0
    assert run("order", "--dice", "1,2,3,4,5", "-f", realm_file).code == 0
    done = run("rename", "Ruffian", "scar", "-f", realm_file)
    assert (done.code, done.out) == (0, "ruffian is now called scar.\n")
    text = realm_file.read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    assert "ruffian" not in tables["combatants"]
    assert tables["combatants"]["scar"]["mark"] == "x"
    assert tables["pending"][0]["target"] == "scar"
    assert tables["order"]["totals"]["scar"] == [1]
    assert "'ruffian'" not in str(tables)
    assert run("check", "-f", realm_file).code == 0
    assert "attack mira ruffian" in run("log", "-f", realm_file).out
    assert run("undo", "-f", realm_file).code == 0
    assert "ruffian" in tomllib.loads(realm_file.read_text(encoding="utf-8"))["combatants"]


@pytest.mark.parametrize("game", ["realm", "blade", "arq", "beacon"])
def test_everybody_of_an_example_can_be_renamed(run: Run, game: str) -> None:
    text = run("new", game, "--example").out
    for who in tomllib.loads(text)["combatants"]:
        done = run("rename", who, f"new-{who}", stdin=text)
        assert done.code == 0
        text = done.out
    assert run("check", stdin=text).code == 0


def test_an_id_is_refused_that_somebody_has_or_that_can_be_none(run: Run, realm_file: Path) -> None:
    refused(run("rename", "mira", "sefa", "-f", realm_file), 3, "Choose an id that nobody has.")
    assert run("rename", "nobody", "x", "-f", realm_file).code == 3
    assert run("rename", "mira", "a=b", "-f", realm_file).code == 2


def test_whoever_is_paired_in_a_melee_stays_so_by_another_id(run: Run) -> None:
    text = 'ruleset = "arq"\nphase = "melee"\npairs = [["bran", "gob"]]\n[combatants.bran]\nplayer = true\n'
    done = run("rename", "bran", "tor", stdin=f"{text}[combatants.gob]\n")
    assert tomllib.loads(done.out)["pairs"] == [["tor", "gob"]]
    refused(run("check", stdin=text), 3, 'pairs.1: there is no combatant "gob"')
