"""`odds`: tables, thresholds, bands, quantiles, several expressions side by side."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from support import Run, refused


def test_odds_too_long_to_write_are_refused_and_thresholds_are_not(run: Run) -> None:
    refused(run("odds", "9000d6"), 2, "--at-least N")
    assert ": 50.12 % = 1332839" in run("odds", "9000d6", "--at-least", "31500").out


def test_odds_print_the_exact_distribution(run: Run) -> None:
    lines = run("odds", "2d6").out.splitlines()
    assert lines[0] == "2d6"
    assert lines[1].split() == ["outcome", "chance", "=", ">="]
    assert lines[7].split() == ["7", "1/6", "16.67", "%", "58.33", "%"]
    assert lines[-1] == "mean 7, deviation 2.41523"


def test_odds_equal_a_count_of_all_outcomes(run: Run) -> None:
    counted: dict[str, int] = {}
    for faces in product(range(1, 7), repeat=4):
        total = str(sum(sorted(faces)[1:]))
        counted[total] = counted.get(total, 0) + 1
    event = run("odds", "4d6kh3", "--json").event("distribution")
    assert {key: Fraction(value) for key, value in event["outcomes"].items()} == {
        key: Fraction(value, 6**4) for key, value in counted.items()
    }
    assert event["expression"] == "4d6kh3"


def test_odds_of_thresholds(run: Run) -> None:
    assert run("odds", "2d6", "--at-least", "9").out == "Chance of at least 9: 5/18 = 27.78 %.\n"
    assert run("odds", "2d6", "--at-most", "3").out == "Chance of at most 3: 1/12 = 8.333 %.\n"
    both = run("odds", "2d6", "--at-least", "10", "--at-most", "11", "--json").event("odds")
    assert (both["of"], both["chance"]) == ("10 to 11", "5/36")
    assert run("odds", "2d6", "--at-least", "9", "--at-most", "3").code == 2
    assert run("odds", "1d6!", "--at-least", "13", "--json").event("odds")["chance"] == "1/36"


def test_odds_of_exactly_one_total(run: Run) -> None:
    assert run("odds", "2d6", "--exactly", "7").out == "Chance of exactly 7: 1/6 = 16.67 %.\n"
    assert run("odds", "1d6!", "--exactly", "13", "--json").event("odds")["chance"] == "1/216"
    assert run("odds", "2d6", "--exactly", "13").out == "Chance of exactly 13: 0 %.\n"
    assert "exclude each other" in run("odds", "2d6", "--exactly", "7", "--at-least", "7").err


def test_odds_of_several_expressions_stand_side_by_side(run: Run) -> None:
    lines = run("odds", "2d6", "{1d4,1d3}kh1").out.splitlines()
    assert lines[0].split() == ["outcome", "2d6", "=", "{1d4,1d3}kh1", "="]
    assert lines[2].split() == ["2", "1/36", "2.778", "%", "1/4", "25", "%"]
    assert lines[-1].startswith("{1d4,1d3}kh1: mean 2.83333, deviation ")
    events = run("odds", "2d6", "1d4", "1d6!", "--json").events
    assert [event["expression"] for event in events] == ["2d6", "1d4", "1d6!"]
    assert "1d6!: and more" in run("odds", "2d6", "1d6!").out
    told = run("odds", "{1d4,1d3}kh1", "1d2", "--csv").out.splitlines()[:2]
    assert told == ["expression,outcome,chance,percent", '"{1d4,1d3}kh1",1,1/12,8.333333333333332']
    expected = ["Chance of at least 9 with 2d6: 5/18 = 27.78 %.", "Chance of at least 9 with 1d20: 3/5 = 60 %."]
    assert run("odds", "2d6", "1d20", "--at-least", "9").out.splitlines() == expected


def test_odds_against_others(run: Run) -> None:
    assert run("odds", "3d6+2", "--against", "2d8").out.splitlines() == [
        "Chance to win against 2d8: 2581/3456 = 74.68 %.",
        "Chance of a tie against 2d8: 917/13824 = 6.633 %.",
        "Chance to lose against 2d8: 287/1536 = 18.68 %.",
    ]
    events = run("odds", "1d6!", "--against", "2d6", "--json").events
    assert [event["of"] for event in events] == ["win", "tie", "lose"]
    assert sum(Fraction(event["chance"]) for event in events) == 1
    assert ": 1/21 = 4.762 %." in run("odds", "1d20!", "--against", "1d20!").out.splitlines()[1]
    assert "explode without limit" in run("odds", "1d6!>4", "--against", "1d8!").err
    assert run("odds", "1d6!", "--against", "3dx").code == 2


def test_odds_of_what_is_taken_away(run: Run) -> None:
    assert run("odds", "-3d6", "--exactly", "-18").out == "Chance of exactly -18: 1/216 = 0.463 %.\n"


def test_odds_as_csv(run: Run) -> None:
    assert run("odds", "1d4", "--csv", "--json").code == 2
    assert run("odds", "1d4", "--csv").out.splitlines()[:2] == ["outcome,chance,percent", "1,1/4,25.0"]
    assert run("odds", "1d4", "--csv", "--at-most", "1").out.splitlines()[1] == "at most 1,1/4,25.0"


def test_odds_of_dice_that_explode_without_end_say_what_is_left_out(run: Run) -> None:
    done = run("odds", "1d6!", "--json").event("distribution")
    assert done["outcomes"]["7"] == "1/36"
    listed = sum(Fraction(chance) for chance in done["outcomes"].values())
    assert listed + Fraction(done["rest"]) == 1
    assert "and more" in run("odds", "1d6!").out


def test_cumulative_odds(run: Run) -> None:
    assert run("odds", "1d4", "--cumulative", "least").out.splitlines()[3].split() == ["2", "3/4", "75", "%"]
    assert run("odds", "1d4", "--cumulative", "most").out.splitlines()[3].split() == ["2", "1/2", "50", "%"]
    event = run("odds", "1d6!", "--cumulative", "least", "--json").event("distribution")
    assert (event["outcomes"]["7"], event["at_least"]["7"], event["at_least"]["1"]) == ("1/36", "1/6", "1")
    assert run("odds", "1d4", "--cumulative", "most", "--csv").out.splitlines()[1:] == [
        *("1,1/4,25.0", "2,1/2,50.0", "3,3/4,75.0", "4,1,100.0")
    ]
    assert run("odds", "1d4", "1d6", "--cumulative", "most").out.splitlines()[0].split()[1:3] == ["<=", "1d4"]
    assert "expected least or most" in run("odds", "1d4", "--cumulative", "both").err


def test_bands_of_odds(run: Run) -> None:
    assert run("odds", "2d6", "--bands", "7,10").out.splitlines() == [
        "Chance of at most 6: 5/12 = 41.67 %.",
        "Chance of 7 to 9: 5/12 = 41.67 %.",
        "Chance of at least 10: 1/6 = 16.67 %.",
    ]
    events = run("odds", "3d6!", "--bands", "5,6,20", "--json").events
    assert [event["of"] for event in events] == ["at most 4", "exactly 5", "6 to 19", "at least 20"]
    assert sum(Fraction(event["chance"]) for event in events) == 1
    assert "the numbers must ascend" in run("odds", "2d6", "--bands", "7,7").err
    refused(run("odds", "2d6", "--bands", "miss"), 2, "As in --bands miss,7:weak,10:strong.")
    refused(run("odds", "2d6", "--bands", "miss:3,7:weak"), 2, "As in --bands miss,7:weak,10:strong.")
    assert "expected whole numbers, found '7,x'" in run("odds", "2d6", "--bands", "7,x").err


def test_quantiles_of_odds(run: Run) -> None:
    assert run("odds", "1d100", "--quantiles", "5,50,99.5").out == "1d100: 5 at 5 %, 50 at 50 %, 100 at 99.5 %\n"
    assert run("odds", "1d6!", "--quantiles", "95", "--json").event("quantiles")["quantiles"] == {"95": 11}
    assert run("odds", "1d20", "--quantiles", "5,50", "--csv").out.splitlines() == ["quantile,outcome", "5,1", "50,10"]
    assert "too far out" in run("odds", "1d1000!>=2", "--quantiles", "99").err
    for wrong in ("0", "100", "x", "5,", "1.", "-1", "1e1", "nan"):
        assert "above 0 and below 100" in run("odds", "1d6", f"--quantiles={wrong}").err


@pytest.mark.parametrize("words", [["3d6", "1d6!*1d8!"], ["3d6", "--against", "1d6!*1d8!"]])
def test_of_several_expressions_the_one_that_has_no_odds_is_named(run: Run, words: list[str]) -> None:
    assert run("odds", *words).err.startswith("combatcli: 1d6!*1d8!: this product cannot be computed")
    assert run("odds", "1d6!*1d8!").err.startswith("combatcli: this product cannot be computed")


@pytest.mark.untraced
def test_a_table_that_took_nearly_all_work_is_written_in_every_form(run: Run) -> None:
    text = "2d{1,3,50}!>2+1d6!>2-1d4"
    outcomes = run("odds", text, "--json").event("distribution")["outcomes"]
    assert [line.split()[0] for line in run("odds", text).out.splitlines()[2:-2]] == list(outcomes)
    assert len(run("odds", text, "--csv").out.splitlines()) == len(outcomes) + 1
    assert run("odds", text, "--cumulative", "most").code == 0


def test_bars_are_for_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "█" not in run("odds", "2d6").out
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    shown = run("odds", "2d6").out
    assert "█" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["1d100000", "--at-least", "2"], "99999/100000 = 99.999 %"),
        (["1d20000", "--at-least", "2"], "19999/20000 = 99.995 %"),
        (["1d1000000", "--at-least", "1"], "100 %"),
        (["3d6", "--at-least", "4"], "215/216 = 99.54 %"),
        (["40d10>=1f1", "--at-most", "40"], "100 %"),
    ],
)
def test_a_chance_below_1_is_never_printed_as_100_percent(run: Run, words: list[str], written: str) -> None:
    assert run("odds", *words).out.endswith(f": {written}.\n")


def test_a_chance_that_no_float_tells_from_1_is_not_told_as_100_either(run: Run) -> None:
    event = run("odds", "400d10kh1", "--at-least", "2", "--json").event("odds")
    assert event["percent"] < 100
    certain = [line for line in run("odds", "300d10kh1").out.splitlines() if " 100 %" in line]
    assert [line.split()[0] for line in certain] == ["1"], "but that it is the least or more"


def test_fractions_of_thousands_of_digits_are_written(run: Run) -> None:
    lines = run("odds", "6000d6kh1", "--csv").out.splitlines()
    assert lines[-1].startswith("6,")
    assert lines[-1].endswith(",99.99999999999999")


@pytest.mark.parametrize("command", ["roll", "odds"])
@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("2d6>=9", 4, "Write (2d6) >= 9 for the total; a count is 2d6>=6."),
        ("2d6 ge 9", 5, "Write (2d6) >= 9 for the total; a count is 2d6>=6."),
        ("(2d6>=9)*2", 5, "Write (2d6) >= 9 for the total; a count is 2d6>=6."),
        ("(1d4)d6>=9", 8, "Write ((1d4)d6) >= 9 for the total; a count is (1d4)d6>=6."),
        ("{2d6}>=11", 6, "Write ({2d6}) >= 11 for the total; a count is {2d6}>=6."),
        ("p={2d6}; p>=9", 11, "Write (p) >= 9 for the total; a count is p>=6."),
        ("4dF>=2", 4, "Write (4dF) >= 2 for the total; a count is 4dF>=1."),
        ("2d6>=1", 4, "Write (2d6) >= 1 for the total"),
        ("if(4d6r1>=2, 1, 0)", 9, "Write (4d6r1) >= 2 for the total"),
        ("3d6-2d6 >= 1", 9, "Write (3d6-2d6) >= 1 for the total; a count is 2d6>=6."),
        ("s=8; 2d6>=s", 10, "Write (2d6) >= 8 for the total; a count is 2d6>=6."),
        ("s=3; p={2d6}; p<s+4", 17, "Write (p) < 7 for the total; a count is p>=6."),
        ("5 <= 2d6", 6, "Write (2d6) >= 5 for the total, 2d6 >= 5 for the count."),
        ("2d10 < 1d6+3", 1, "Write (2d10) < 1d6+3 for the total, {2d10} < (1d6+3) for the count."),
        ("5d10>=7+2", 8, "Write (5d10>=7)+2 to go on with the count, 5d10>=9 to count by 7+2."),
        ("2d6ms>7", 1, "Write (2d6) > 7 for the total, 2d6-7 for the margin."),
        ("1d20ms>15", 1, "Write (1d20) > 15 for the total, 1d20-15 for the margin."),
        ("1d20!=20", 5, "Write 1d20!20 where they explode on 20, not ((1d20) = 20) for any other total."),
        ("6#4d6kh3", 2, "Write 6x4d6kh3 to roll it so often."),
        ("p=8d6; p>=5", 8, "Write p = {8d6}; p>=5 to count its dice, (p) >= 5 for the total."),
    ],
)
def test_what_may_be_meant_otherwise_is_refused_with_both_ways(
    run: Run, command: str, text: str, column: int, hint: str
) -> None:
    done = run(command, text)
    assert (done.code, done.out) == (2, "")
    assert hint in done.err
    assert done.err.splitlines()[2].index("^") == column + 1


@pytest.mark.parametrize(
    "text",
    [
        *("1d6>=9", "2d20kh1>=15", "8d6=6", "5d10>=8f1", "a=2d6; if(a>=10, 1, 0)", "p=8d6; (p)>=5", "p={8d6}; p>=5"),
        *("a=2d6+3; a>=5", "{3d20+5}>=21", "8d10>=7-8d10<=1", "6#six", "3d6!!6>=9", "a=1d20; a>=15"),
    ],
)
def test_what_can_be_meant_in_one_way_alone_stays(run: Run, text: str) -> None:
    assert run("roll", text).code == 0
    assert run("odds", text).code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "3d6", "--exactly", "10", "--exactly", "11"),
        ("roll", "3d6", "-t", "2", "--times", "2"),
        ("show", "-f", "one.toml", "--file=other.toml"),
    ],
)
def test_an_option_that_takes_one_answer_is_refused_where_it_is_given_twice(run: Run, words: tuple[str, ...]) -> None:
    refused(run(*words), 2, "is given twice", "Give it only once")


def test_odds_and_rolls_refuse_a_count_after_something_added(run: Run) -> None:
    for command in ("odds", "roll"):
        refused(run(command, "1d20+5+1d4>=15"), 2, "Write (1d20+5+1d4) >=15 for the total, 1d20+5+(1d4>=15)")


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("3d6", "--at-least", "10", "--plain"), "0.625\n"),
        (("1d6", "--at-least", "1", "--plain"), "1\n"),
        (("3d6", "2d6", "--mean"), "10.5\n7.0\n"),
        (("2d6", "--bands", "7,10", "--plain"), f"{15 / 36!r}\n{15 / 36!r}\n{6 / 36!r}\n"),
        (("1d20", "--quantiles", "5,50", "--plain"), "1\n10\n"),
        (("3d6", "--exactly", "10,11"), "Chance of exactly 10 or 11: 1/4 = 25 %.\n"),
    ],
)
def test_a_script_gets_the_numbers_alone(run: Run, words: tuple[str, ...], printed: str) -> None:
    assert run("odds", *words).out == printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("3d6", "--plain"), "--plain needs something to compute"),
        (("3d6", "--mean", "--at-least", "4"), "--mean and --at-least exclude each other"),
        (("3d6", "--plain", "--csv", "--at-least", "4"), "exclude each other"),
        (("3d6", "--until", "10", "--against", "2d6"), "--until counts rolls, and --against compares totals"),
    ],
)
def test_what_a_script_cannot_be_told_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("odds", *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_long_fraction_stands_behind_its_percentage(run: Run) -> None:
    assert run("odds", "30d6", "--at-least", "100").out == (
        "Chance of at least 100: 72.09 % = 1967530550176293236225/2729307650873251332096.\n"
    )


def test_odds_of_a_repeated_roll_name_its_sum_and_its_highest(run: Run) -> None:
    done = run("odds", "6x4d6kh3")
    assert done.code == 2
    assert "{6x4d6kh3} is the sum, {6x4d6kh3}kh1 the highest" in done.err
    assert run("odds", "{6x4d6kh3}kh1", "--at-least", "18").code == 0


def test_odds_that_are_too_large_name_the_tally(run: Run) -> None:
    assert "roll -t 100000 --tally" in run("odds", "(999d999999>=5)*(999d999999>=5)").err


def test_several_stand_side_by_side_as_bars_of_two_patterns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setattr("combatcli.report.report_text._has_blocks", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    head, *rows = run("odds", "1d2", "1d4", "1d2+2", "--color", "never").out.splitlines()
    assert head.split() == ["outcome", "1d2", "1d4", "1d2+2", "1d2", "1d4", "1d2+2"]
    first, third = rows[0], rows[2]
    assert (first.count("\u2588"), first.count("\u2591")) == (third.count("\u2588"), third.count("\u2591"))
    assert first.count("\u2588") in (2 * first.count("\u2591") - 1, 2 * first.count("\u2591"))
    assert first.index("\u2588") == head.rindex("1d2", 0, head.rindex("1d4"))
    assert third.rindex("\u2588") > third.index("\u2591") == head.rindex("1d4")


def test_several_are_lines_in_a_picture_told_apart_without_color(run: Run, tmp_path: Path) -> None:
    svg, html = tmp_path / "odds.svg", tmp_path / "odds.html"
    words = ("odds", "3d6", "2d8", "(1d20) < 5", "--svg", svg, "--html", html)
    assert run(*words).code == 0
    drawn = svg.read_text(encoding="utf-8")
    assert len(set(re.findall(r'stroke-dasharray="([^"]*)"', drawn))) == 3
    assert len(set(re.findall(r'translate\([^)]*\)" d="([^"]*)"', drawn))) == 3
    assert [name for name in ("3d6", "2d8", "(1d20) &lt; 5") if f">{name}</text>" in drawn] == [
        *("3d6", "2d8", "(1d20) &lt; 5")
    ]
    assert "hsl" not in drawn
    page = html.read_text(encoding="utf-8")
    assert drawn in page
    assert "mean 10.5" in page
    assert run("odds", "3d6", "--svg", svg).code == 0
    assert "stroke-dasharray" not in svg.read_text(encoding="utf-8")


def test_the_picture_of_one_expression_is_a_chart_with_round_lines(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    assert run("odds", "3d6", "--svg", picture).code == 0
    text = picture.read_text(encoding="utf-8")
    assert text.count("<rect") == 1 + 16 + 1
    assert re.findall(r">([\d.]+) %<", text) == ["0", "5", "10", "15"]
    assert run("odds", "50d100", "--svg", picture).code == 0
    assert re.findall(r">([\d.]+) %<", picture.read_text(encoding="utf-8")) == ["0", "0.05", "0.1", "0.15", "0.2"]
