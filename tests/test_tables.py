"""Tables with names: rows that are rolled, what is in them, and their chances."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import FightFile, Run, refused

TREASURE = """
ruleset = "realm"
[rolls]
hoard = "2d6*10"
[tables.treasure]
roll = "1d100"
"1-50" = "[[2d6]] copper, @gem"
"51..90" = "@hoard silver, a [[1d4]] and @gem."
"91-00" = "nothing"
[tables.gem]
roll = "1d4"
"1" = "a ruby"
"2-4" = "[[1d3+1]] opals"
"""


@pytest.fixture(name="file")
def _file(tmp_path: Path, fight_file: FightFile, monkeypatch: pytest.MonkeyPatch) -> Path:
    own = tmp_path / "own"
    (own / "combatcli").mkdir(parents=True)
    monkeypatch.setattr("platformdirs.user_config_dir", lambda name: str(own / name))
    return fight_file(TREASURE)


def test_a_table_of_the_user_is_rolled_and_named_by_others(run: Run, file: Path) -> None:
    own = file.parent / "own" / "combatcli" / "rolls.toml"
    own.write_text('luck = "1d100"\n[tables.coin]\nroll = "1d2"\n"1" = "@luck heads"\n"2" = "tails"\n', "utf-8")
    assert run("roll", "@coin", "--dice", "1,77").out == "77 heads\n"
    file.write_text(TREASURE.replace("nothing", "@coin"), encoding="utf-8")
    assert run("roll", "@treasure", "--dice", "95,2", "-f", file).out == "tails\n"
    assert run("check", "-f", file).code == 0
    assert [event["name"] for event in run("roll", "--list", "-f", file, "--json").events] == [
        *("hoard", "treasure", "gem", "luck", "coin"),
    ]


def test_a_chain_of_two_thousand_tables_is_checked(run: Run, file: Path) -> None:
    chain = "".join(f'[tables.t{at}]\nroll = "1d2"\n"1-2" = "@t{at - 1}"\n' for at in range(1, 2000))
    file.write_text(f'ruleset = "realm"\n[tables.t0]\nroll = "1d2"\n"1-2" = "x"\n{chain}', encoding="utf-8")
    assert run("check", "-f", file).code == 0
    refused(run("roll", "@t1999", "-f", file), 3, "tables deep")


def test_tables_that_name_each_other_too_often_are_refused(run: Run, file: Path) -> None:
    tables = [f'[tables.t{n}]\nroll = "1d1"\n"1" = "@t{n + 1} @t{n + 1}"\n' for n in range(40)]
    last = '[tables.t40]\nroll = "1d1"\n"1" = "x"\n'
    file.write_text('ruleset = "realm"\n' + "".join(tables) + last, encoding="utf-8")
    refused(run("roll", "@t0", "-f", file), 3, "one row needs more than 10,000 rolls")
    assert run("check", "-f", file).code == 0
    deep = "".join([f'[tables.t{n}]\nroll = "1d1"\n"1" = "@t{n + 1}"\n' for n in range(400)])
    file.write_text('ruleset = "realm"\n' + deep + last.replace("t40", "t400"), encoding="utf-8")
    refused(run("roll", "@t0", "-f", file), 3, "tables deep")
