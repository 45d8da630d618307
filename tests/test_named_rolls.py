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


def test_lines_of_standard_input_name_rolls(run: Run, rolls: Path) -> None:
    assert run("roll", "--dice", "3,4,77", "-f", rolls, stdin="@sneak\n@luck # a chance\n").out == "8\n77\n"
    refused(run("roll", "-f", rolls, stdin="2d6\n@snek\n"), 3, "line 2", "Did you mean @sneak?")


def test_odds_of_rolls_with_names(run: Run, rolls: Path) -> None:
    assert run("odds", "@sneak", "--at-least", "13", "-f", rolls, "--json").events[0]["chance"] == "1/36"
    assert run("odds", "@Mira.sneak", "--exactly", "18", "-f", rolls, "--json").events[0]["chance"] == "7/432"
    assert run("odds", "1d4", "--against", "@luck").code == 0


def test_rolls_with_names_name_others_and_take_numbers(run: Run, rolls: Path) -> None:
    rolls.write_text(
        'ruleset = "realm"\n[rolls]\n"hit(n)" = "1d20+n"\n"both(n, m)" = "@hit(n) + 2*@hit(m)"\nbig = "@both(1,-2)"\n',
        encoding="utf-8",
    )
    assert run("roll", "@hit(5)", "--dice", "3", "-f", rolls).out == "8\n"
    assert run("roll", "@hit(-1)*2", "--dice", "3", "-f", rolls).out == "4\n"
    assert run("roll", "@big", "--dice", "3,4", "-f", rolls).out == "8\n"
    refused(run("roll", "@hit", "-f", rolls), 3, "takes 1 number")
    refused(run("roll", "@both(5)", "-f", rolls), 3, "takes 2 numbers")


def test_the_rolls_that_have_names_are_listed(run: Run, rolls: Path) -> None:
    events = run("roll", "--list", "-f", rolls, "--json").events
    assert [event["name"] for event in events] == ["sneak", "loop", "mira.sneak", "luck"]
    assert "@mira.sneak  4d6kh3" in run("roll", "--list", "-f", rolls).out
    assert run("check", "-f", rolls).code == 0


@pytest.mark.parametrize(
    ("word", "says"), [("@sneek", "Did you mean @sneak?"), ("@loop", "uses itself: @loop -> @loop")]
)
def test_a_roll_that_has_no_such_name(run: Run, rolls: Path, word: str, says: str) -> None:
    refused(run("roll", word, "-f", rolls), 3, says)


def test_rolls_that_nest_a_thousand_deep_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    rolls = "".join(f'r{number} = "@r{number - 1}"\n' for number in range(1, 1000))
    path.write_text(f'ruleset = "realm"\n[rolls]\nr0 = "1d6"\n{rolls}', encoding="utf-8")
    assert run("roll", "@r50", "-f", path).code == 0
    for command in ("roll", "odds"):
        refused(run(command, "@r999", "-f", path), 3, "the roll @r999 is made of rolls more than 100 deep")


def test_a_roll_must_be_an_expression(run: Run, rolls: Path) -> None:
    rolls.write_text('ruleset = "realm"\n[rolls]\nsneak = 3\n', encoding="utf-8")
    assert run("roll", "@sneak", "-f", rolls).code == 3
    rolls.write_text('ruleset = "realm"\n[rolls]\nsneak = "1d"\n', encoding="utf-8")
    refused(run("roll", "@sneak", "-f", rolls), 2, "the roll @sneak of")


def test_a_roll_that_may_be_meant_as_a_pool_is_not_compared(run: Run, fight_file: FightFile) -> None:
    path = fight_file('ruleset = "realm"\n[rolls]\npool = "8d6"\nsum = "8d6+2"\n')
    done = run("odds", "@pool>=5", "-f", path)
    assert done.code == 2
    assert "Write pool = {8d6}; pool>=5 to count its dice, (@pool) >= 5 for the total." in done.err
    assert run("odds", "(@pool)>=5", "-f", path).code == 0
    assert run("odds", "@pool >= 20", "-f", path).code == 0
    assert run("odds", "@sum >= 5", "-f", path).code == 0


def test_a_place_of_a_pool_that_is_asked_for_like_a_name_is_told_as_it_is_written_here(run: Run) -> None:
    refused(run("odds", "3@4d6"), 3, "there is no roll @4d6", "4d6kh3kl1")
