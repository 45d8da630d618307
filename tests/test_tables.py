"""Tables with names: rows that are rolled, what is in them, and their chances."""

from __future__ import annotations

import json
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


def test_a_table_says_its_row_with_dice_and_tables_rolled(run: Run, file: Path) -> None:
    assert run("roll", "@treasure", "--dice", "37,3,4,1", "-f", file).out == "7 copper, a ruby\n"
    assert run("roll", "@Treasure", "--dice", "90,3,4,2,3,2", "-f", file).out == "70 silver, a 2 and 3 opals.\n"
    assert run("roll", "@treasure", "@gem", "--dice", "100,1", "-f", file).out == "nothing\na ruby\n"
    assert run("roll", "@gem", "-t", "2", "--dice", "1,3,2", "-f", file).out == "a ruby\n3 opals\n"
    assert run("roll", "@gem", "-q", "-f", file).out == ""
    refused(run("roll", "@gem", "--dice", "1,2", "-f", file), 3, "2 was not used")


def test_a_table_in_full_shows_every_roll(run: Run, file: Path) -> None:
    assert run("roll", "@treasure", "--dice", "37,3,4,2,1", "-v", "-f", file).out == (
        "@treasure: 1d100: [37] = 37, 1-50: 7 copper, 2 opals\n"
        "  2d6: [3, 4] = 7\n"
        "  @gem: 1d4: [2] = 2, 2-4: 2 opals\n"
        "  1d3+1: [1] + 1 = 2\n"
    )


def test_a_table_as_events(run: Run, file: Path) -> None:
    events = run("roll", "@treasure", "--dice", "37,3,4,1", "--json", "-f", file).events
    assert [event["event"] for event in events] == ["row", "roll", "row"]
    assert events[0] == {
        "event": "row",
        "table": "treasure",
        "row": "1-50",
        "text": "7 copper, a ruby",
        "expression": "1d100",
        "total": 37,
        "faces": [37],
        "kept": [37],
        "breakdown": "[37] = 37",
    }
    assert (events[1]["expression"], events[1]["total"]) == ("2d6", 7)
    assert (events[2]["table"], events[2]["within"]) == ("gem", "treasure")


def test_an_at_sign_alone_is_a_letter(run: Run, file: Path) -> None:
    file.write_text(TREASURE.replace("nothing", "2 @ 3 each, @"), encoding="utf-8")
    assert run("roll", "@treasure", "--dice", "95", "-f", file).out == "2 @ 3 each, @\n"


def test_a_seed_rolls_a_table_alike(run: Run, file: Path) -> None:
    first = run("roll", "@treasure", "-t", "9", "--seed", "friday", "-f", file).out
    assert run("roll", "@treasure", "-t", "9", "--seed", "friday", "-f", file).out == first
    assert len(first.splitlines()) == 9


def test_odds_of_a_table_are_those_of_its_rows(run: Run, file: Path) -> None:
    (event,) = run("odds", "@treasure", "--json", "-f", file).events
    assert event["event"] == "chances"
    assert event["outcomes"] == {"1-50": "1/2", "51..90": "2/5", "91-00": "1/10"}
    assert event["texts"]["91-00"] == "nothing"
    assert "1-50       1/2  50 %  [[2d6]] copper, @gem" in run("odds", "@treasure", "-f", file).out
    assert run("odds", "@gem", "--csv", "-f", file).out == 'outcome,chance,percent\n"1",1/4,25.0\n"2-4",3/4,75.0\n'
    refused(run("odds", "@gem", "--at-least", "2", "-f", file), 2, "a table gives text")


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


def test_a_table_is_no_number(run: Run, file: Path) -> None:
    refused(run("roll", "2*@gem", "-f", file), 3, "@gem is a table and gives text, not a number")
    refused(run("roll", "@gem", "1d6", "-f", file), 3, "@gem is a table and gives text, not a number")
    refused(run("roll", "@gem", "--tally", "-f", file), 2, "a table gives text")
    refused(run("roll", "@gme", "-f", file), 3, "Did you mean @gem?")


def test_a_chain_of_two_thousand_tables_is_checked(run: Run, file: Path) -> None:
    chain = "".join(f'[tables.t{at}]\nroll = "1d2"\n"1-2" = "@t{at - 1}"\n' for at in range(1, 2000))
    file.write_text(f'ruleset = "realm"\n[tables.t0]\nroll = "1d2"\n"1-2" = "x"\n{chain}', encoding="utf-8")
    assert run("check", "-f", file).code == 0
    refused(run("roll", "@t1999", "-f", file), 3, "tables deep")


WRONG = {
    '"1-50" = "@gem"': ("", '51 has no row, after "1-50" and before "52-99"'),
    '"1-51" = "x"\n"51" = "y"': ("51", '"1-51" has 51 already'),
    '"1-51" = "@treasure"': ("", "the table uses itself: @treasure -> @treasure"),
    '"1-51" = "x@treasure[[2d6]]"': ("", "the table uses itself: @treasure -> @treasure"),
    '"1-51" = "@loop"': ("", "the table uses itself: @treasure -> @loop -> @treasure"),
    '"1-51" = "[[2d]] gold"': ("1-51", "expected a number"),
    '"1-51" = "[[2d6 gold"': ("1-51", "[[ is never closed"),
    '"1-51" = "@gme"': ("1-51", "there is no roll @gme"),
    '"1-51" = "x"\n"101-110" = "y"': ("101-110", "1d100 never comes to it"),
    '"51-1" = "x"\n"1-51" = "y"': ("51-1", "a row must be a total or an ascending range"),
    '"1-51" = "x"\nlow = "y"': ("low", "a row must be a total or an ascending range"),
}


@pytest.mark.parametrize("rows", WRONG)
def test_what_is_wrong_with_a_table_is_told_when_checked_and_when_rolled(run: Run, file: Path, rows: str) -> None:
    key, says = WRONG[rows]
    file.write_text(
        f'ruleset = "realm"\n[tables.treasure]\nroll = "1d100"\n{rows}\n"52-99" = "z"\n"00" = "z"\n'
        '[tables.loop]\nroll = "1d2"\n"1-2" = "@treasure"\n[tables.gem]\nroll = "1d2"\n"1-2" = "a ruby"\n',
        encoding="utf-8",
    )
    path = f"tables.treasure.{key}".rstrip(".")
    refused(run("roll", "@treasure", "-f", file), 3, says, f"{path}: ")
    problems = json.loads(run("check", "-f", file, "--json").err)["error"]["problems"]
    assert (path, True) in [(each["path"], says in each["message"]) for each in problems]


def test_all_rows_within_another_are_told(run: Run, file: Path) -> None:
    rows = '"1-6" = "x"\n"2" = "y"\n"4-5" = "z"\n"9" = "z"\n'
    file.write_text(f'ruleset = "realm"\n[tables.gem]\nroll = "1d8"\n{rows}', encoding="utf-8")
    problems = json.loads(run("check", "-f", file, "--json").err)["error"]["problems"]
    assert [(each["path"], each["message"]) for each in problems] == [
        ("tables.gem.2", '"1-6" has 2 already'),
        ("tables.gem.4-5", '"1-6" has 4 already'),
        ("tables.gem.9", "1d8 never comes to it"),
        ("tables.gem", '7 to 8 have no row, after "1-6" and before "9"'),
    ]


def test_a_table_says_what_is_rolled(run: Run, file: Path) -> None:
    file.write_text('ruleset = "realm"\n[tables.gem]\n"1" = "x"\n', encoding="utf-8")
    refused(run("check", "-f", file), 3, "tables.gem.roll: expected a dice expression")
    file.write_text('ruleset = "realm"\n[tables.gem]\nroll = "1d6!"\n"1-9" = "x"\n', encoding="utf-8")
    refused(run("check", "-f", file), 3, "tables.gem.roll: the roll has no highest or no lowest total")


def test_tables_that_name_each_other_too_often_are_refused(run: Run, file: Path) -> None:
    tables = [f'[tables.t{n}]\nroll = "1d1"\n"1" = "@t{n + 1} @t{n + 1}"\n' for n in range(40)]
    last = '[tables.t40]\nroll = "1d1"\n"1" = "x"\n'
    file.write_text('ruleset = "realm"\n' + "".join(tables) + last, encoding="utf-8")
    refused(run("roll", "@t0", "-f", file), 3, "one row needs more than 10,000 rolls")
    assert run("check", "-f", file).code == 0
    deep = "".join([f'[tables.t{n}]\nroll = "1d1"\n"1" = "@t{n + 1}"\n' for n in range(400)])
    file.write_text('ruleset = "realm"\n' + deep + last.replace("t40", "t400"), encoding="utf-8")
    refused(run("roll", "@t0", "-f", file), 3, "tables deep")


def test_a_row_may_roll_words(run: Run, file: Path) -> None:
    file.write_text('ruleset = "realm"\n[tables.fate]\nroll = "1d1"\n"1" = "a [[2d{red,blue}]] card"\n', "utf-8")
    done = run("roll", "@fate", "--dice", "1,1,2", "--json", "-f", file)
    assert done.events[0]["text"] == "a red, blue card"
    assert done.events[1]["words"] == ["red", "blue"]
    file.write_text('ruleset = "realm"\n[tables.fate]\nroll = "d{red,blue}"\n"1-2" = "x"\n', encoding="utf-8")
    refused(run("roll", "@fate", "-f", file), 3, "tables.fate.roll: words are not numbers")
