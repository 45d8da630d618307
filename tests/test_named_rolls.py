"""Rolls with names: those of an encounter, of a combatant, and of a user."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import FightFile, Run, refused


@pytest.fixture(name="rolls")
def _rolls(tmp_path: Path, fight_file: FightFile, monkeypatch: pytest.MonkeyPatch) -> Path:
    own = tmp_path / "own"
    (own / "combatcli").mkdir(parents=True)
    (own / "combatcli" / "rolls.toml").write_text('luck = "1d100"\nsneak = "1d4"\n', encoding="utf-8")
    monkeypatch.setattr("platformdirs.user_config_dir", lambda name: str(own / name))
    return fight_file(
        'ruleset = "realm"\n[rolls]\nsneak = "2d6+1"\nloop = "1+@loop"\n[combatants.mira.rolls]\nsneak = "4d6kh3"\n'
    )


def test_rolls_with_names(run: Run, rolls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("roll", "@sneak", "--dice", "3,4", "-f", rolls).out == "8\n"
    assert run("roll", "@Mira.Sneak", "--dice", "1,2,3,4", "-f", rolls).out == "9\n"
    assert run("roll", "2*@sneak", "--dice", "3,4", "-f", rolls).out == "16\n"
    assert run("roll", "@sneak-1", "--dice", "3,4", "-f", rolls).out == "7\n"
    assert run("roll", "1d6 # @nobody", "--dice", "3", "-f", rolls).out == "3\n"
    assert run("roll", "@sneak", "--dice", "3,4", stdin=rolls.read_text(encoding="utf-8")).out == "8\n"
    assert run("roll", "@luck", "--dice", "77").out == "77\n"
    assert run("roll", "@sneak", "--dice", "4").out == "4\n"
    monkeypatch.setenv("COMBATCLI_FILE", str(rolls))
    assert run("roll", "@sneak", "--dice", "3,4").out == "8\n"


def test_the_rolls_that_have_names_are_listed(run: Run, rolls: Path) -> None:
    events = run("roll", "--list", "-f", rolls, "--json").events
    assert [event["name"] for event in events] == ["sneak", "loop", "mira.sneak", "luck"]
    assert "@mira.sneak  4d6kh3" in run("roll", "--list", "-f", rolls).out
    assert run("check", "-f", rolls).code == 0


def test_rolls_that_nest_a_thousand_deep_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    rolls = "".join(f'r{number} = "@r{number - 1}"\n' for number in range(1, 1000))
    path.write_text(f'ruleset = "realm"\n[rolls]\nr0 = "1d6"\n{rolls}', encoding="utf-8")
    assert run("roll", "@r50", "-f", path).code == 0
    for command in ("roll", "odds"):
        refused(run(command, "@r999", "-f", path), 3, "the roll @r999 is made of rolls more than 100 deep")
