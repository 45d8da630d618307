"""`roll` and `odds` in Python: terminals, seeds, tallies, rolls and tables of the user."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from combatcli.dice.notation import parse
from combatcli.pipeline.tally import MOST_ROWS, BandedTotalCounts
from combatcli.rulesets.noted_events import read_events
from combatcli.text import escape
from support import FightFile, Run, refused


def test_a_terminal_gets_the_breakdown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.commands.roll.on_terminal", lambda: True)
    assert run("roll", "2d6", "--dice", "3,4").out == "2d6: [3, 4] = 7\n"


def test_the_same_seed_gives_the_same_faces(run: Run) -> None:
    first, second = (run("roll", "10d6", "--seed", "friday", "--json") for _ in range(2))
    assert first.out == second.out
    assert first.json["dice"] == {"seed": "friday", "step": 0}
    assert run("roll", "10d6", "--seed", "monday", "--json").events != first.events


def test_json_mints_a_seed_and_reports_it(run: Run) -> None:
    minted = run("roll", "5d20", "--json")
    again = run("roll", "5d20", "--json", f"--seed={minted.json['dice']['seed']}")
    assert minted.events == again.events


def test_a_caret_stands_under_the_column_at_fault(run: Run) -> None:
    assert run("roll", "3d6+x").err.splitlines()[1:3] == ["  3d6+x", "      ^"]
    _, text, caret, *_ = run("roll", "1+" * 200 + "x").err.splitlines()
    assert (text[len(caret) - 1], len(text) < 120) == ("x", True)


def test_control_characters_in_an_expression_are_shown_escaped(run: Run) -> None:
    done = run("roll", "3d6\x1b[31m")
    assert "\x1b" not in done.err
    assert "\\x1b" in done.err


def test_a_roll_without_anything_to_roll_says_what_to_write(run: Run) -> None:
    refused(run("roll", terminal=True), 2, "roll needs an expression")


def test_an_error_in_json_has_its_column(run: Run) -> None:
    assert run("roll", "3d6+x", "--json").json["error"]["column"] == 5


def test_printable_names_stay_and_others_are_escaped() -> None:
    assert escape("Zoë 北") == "Zoë 北"
    assert escape("👩\u200d🚀\n") == "👩\u200d🚀\\n"
    assert escape("a\x1b[2J\u202eb\n") == "a\\x1b[2J\\u202eb\\n"


def test_the_status_of_a_roll_goes_with_json_too(run: Run) -> None:
    (event,) = run("roll", "-e", "1d6", "--json", "--seed", "a").events
    assert event["total"] == run("roll", "1d6", "--json", "--seed", "a").events[0]["total"]


# 3 + 4 + 5 are 12; 6 + 6 are 12, too.
TWICE = ("roll", "1d6", "--until", "12", "-t", "2", "--dice", "3,4,5,6,6")


def test_a_terminal_is_told_the_number_in_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.commands.roll.on_terminal", lambda: True)
    assert run(*TWICE).out == "3 rolls until 12, and 12 in all.\n2 rolls until 12, and 12 in all.\n"


def test_a_script_gets_each_roll_and_then_their_number(run: Run) -> None:
    events = run("roll", "1d6 # fire", "--until", "7", "--dice", "3,6", "--json").events
    assert [event["event"] for event in events] == ["roll", "roll", "until"]
    assert events[-1] == {
        "event": "until",
        "expression": "1d6 # fire",
        "goal": 7,
        "rolls": 2,
        "total": 9,
        "label": "fire",
    }
    assert read_events(events, {}) is not None


def test_a_seed_says_how_many_rolls_it_takes(run: Run) -> None:
    words = ("roll", "if(1d20+5 >= 15, 1d8+3, 0)", "--until", "30", "-t", "20", "--seed", "a")
    counts = list(map(int, run(*words).out.split()))
    assert len(counts) == 20
    assert [event["rolls"] for event in run(*words, "--json").events if event["event"] == "until"] == counts
    tally = run(*words, "--tally", "--json").event("tally")
    assert tally["outcomes"] == {str(each): f"{counts.count(each)}/20" for each in sorted(set(counts))}


def test_lines_of_standard_input_are_rolled_until_it_too(run: Run) -> None:
    assert run("roll", "--until", "5", "--dice", "2,3", stdin="1d6\n5\n").out == "2\n1\n"


def test_a_tally_counts_the_rolls_that_would_be_printed(run: Run) -> None:
    totals = list(map(int, run("roll", "2x2d6", "-t", "500", "--seed", "a").out.split()))
    event = run("roll", "2x2d6", "-t", "500", "--seed", "a", "--tally", "--json").event("tally")
    assert event["outcomes"] == {str(each): f"{totals.count(each)}/1000" for each in sorted(set(totals))}
    assert (event["expression"], event["rolls"], event["band"]) == ("2x2d6", 1000, 1)
    share = totals.count(7) / 1000
    assert event["errors"]["7"] == pytest.approx(100 * sqrt(share * (1 - share) / 1000))
    mean = sum(totals) / 1000
    assert event["mean"] == pytest.approx(mean)
    assert event["deviation"] == pytest.approx(sqrt(sum((total - mean) ** 2 for total in totals) / 1000))
    assert event["mean_error"] == pytest.approx(event["deviation"] / sqrt(1000))
    assert read_events([event], {})


def test_a_tally_has_bars_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert "█" in run("roll", "2d6", "-t", "100", "--tally").out


def test_several_tallies(run: Run) -> None:
    events = run("roll", "1d4", "1d6", "-t", "50", "--tally", "--json").events
    assert [event["expression"] for event in events] == ["1d4", "1d6"]
    assert run("roll", "--tally", "-t", "9", stdin="1d4\n1d6\n").out.count("9 rolls") == 2
    assert run("roll", "1d4", "--tally", "-q").out == ""


def test_totals_too_many_to_list_are_counted_in_bands() -> None:
    tally = BandedTotalCounts()
    for start in range(0, 9 * MOST_ROWS, 100):
        tally.add(range(start - 5, start + 95))
    event = tally.tally_event(parse("1d6"))
    assert event.band == 10
    assert event.rolls == 9 * MOST_ROWS
    assert event.outcomes["-10"] == f"5/{9 * MOST_ROWS}"
    assert event.outcomes["0"] == f"10/{9 * MOST_ROWS}"
    assert sum(map(Fraction, event.outcomes.values())) == 1
    assert event.mean == pytest.approx((9 * MOST_ROWS - 1) / 2 - 5)


def test_bands_say_where_they_end(run: Run) -> None:
    lines = run("roll", "1d1000000", "-t", "5000", "--tally", "--seed", "a").out.splitlines()
    low, to, high = lines[2].split()[:3]
    assert (to, int(high) - int(low) + 1) == ("to", 500)
    assert len(lines) < 2100


def test_totals_beyond_all_floats_have_no_mean(run: Run) -> None:
    done = run("roll", "*".join(["999999999"] * 50), "-t", "2", "--tally")
    assert (done.code, done.out) == (2, "")
    assert "too large to compute their mean" in done.err


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
