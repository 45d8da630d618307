"""`odds` in Python: against oracles, on a terminal, in tables and in pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import hypothesis
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.notation import with_condition as among
from combatcli.dice_events import Chances
from combatcli.report.blocks import Brief, Grid, Line, Names
from combatcli.report.odds import chances
from support import Run, refused


def test_odds_too_long_to_write_are_refused_and_thresholds_are_not(run: Run) -> None:
    refused(run("odds", "9000d6"), 2, "--at-least N")
    assert ": 50.12 % = 1332839" in run("odds", "9000d6", "--at-least", "31500").out


def test_odds_of_dice_that_explode_without_end_say_what_is_left_out(run: Run) -> None:
    done = run("odds", "1d6!", "--json").event("distribution")
    assert done["outcomes"]["7"] == "1/36"
    listed = sum(Fraction(chance) for chance in done["outcomes"].values())
    assert listed + Fraction(done["rest"]) == 1
    assert "and more" in run("odds", "1d6!").out


@pytest.mark.untraced
def test_a_table_that_took_nearly_all_work_is_written_in_every_form(run: Run) -> None:
    text = "10d10!!kh9"
    outcomes = run("odds", text, "--json").event("distribution")["outcomes"]
    assert [line.split()[0] for line in run("odds", text).out.splitlines()[2:-2]] == list(outcomes)


def test_bars_are_for_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "█" not in run("odds", "2d6").out
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    shown = run("odds", "2d6").out
    assert "█" in shown
    assert "\x1b" not in shown


def test_a_chance_that_no_float_tells_from_1_is_not_told_as_100_either(run: Run) -> None:
    event = run("odds", "400d10kh1", "--at-least", "2", "--json").event("odds")
    assert event["percent"] < 100
    certain = [line for line in run("odds", "300d10kh1").out.splitlines() if " 100 %" in line]
    assert [line.split()[0] for line in certain] == ["1"], "but that it is the least or more"


def test_fractions_of_thousands_of_digits_are_written(run: Run) -> None:
    lines = run("odds", "6000d6kh1", "--csv").out.splitlines()
    assert lines[-1].startswith("6,")
    assert lines[-1].endswith(",99.99999999999999")


def test_odds_that_are_too_large_name_the_tally(run: Run) -> None:
    assert "roll -t 100000 --tally" in run("odds", "(999d999999>=5)*(999d999999>=5)").err


def test_several_stand_side_by_side_as_bars_of_two_patterns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setattr("combatcli.report.report_text._output_has_unicode_blocks", lambda: True)
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
    assert run("odds", "5d1", "--svg", picture).code == 0
    assert picture.read_text(encoding="utf-8").count("<rect") == 1 + 1 + 1
    assert run("odds", "50d100", "--svg", picture).code == 0
    assert re.findall(r">([\d.]+) %<", picture.read_text(encoding="utf-8")) == ["0", "0.05", "0.1", "0.15", "0.2"]


DICE = [(one, other) for one in range(1, 7) for other in range(1, 7)]


@pytest.mark.parametrize(
    ("expression", "given", "total", "holds"),
    [
        ("a=1d6; b=1d6; a+b", "a>b", sum, lambda dice: dice[0] > dice[1]),
        ("p={2d6}; p", "(p=6)>=1", sum, lambda dice: 6 in dice),
        ("p={2d6}; p kh1", "(p)>=9", max, lambda dice: sum(dice) >= 9),
        ("p={2d6}; p kh1", "q=p kl1; q>=3", max, lambda dice: min(dice) >= 3),
        ("a=2d6; a # fire", "(a)>=4 and not (a)=7 # hurt", sum, lambda dice: sum(dice) >= 4 and sum(dice) != 7),
        ("a=2d6; a-12", "a-7", lambda dice: sum(dice) - 12, lambda dice: sum(dice) != 7),
    ],
)
def test_chances_are_those_among_the_pairs_in_which_it_holds(
    run: Run,
    expression: str,
    given: str,
    total: Callable[[tuple[int, int]], int],
    holds: Callable[[tuple[int, int]], bool],
) -> None:
    totals = [total(dice) for dice in DICE if holds(dice)]
    found = run("odds", expression, "--given", given, "--json").event("distribution")["outcomes"]
    assert {int(each): Fraction(chance) for each, chance in found.items()} == {
        each: Fraction(totals.count(each), len(totals)) for each in totals
    }


@settings(max_examples=40, deadline=None)
@hypothesis.given(count=st.integers(2, 4), sides=st.integers(2, 5), number=st.integers(1, 5), low=st.integers(1, 12))
def test_a_pool_given_what_its_dice_show_is_that_of_every_throw(count: int, sides: int, number: int, low: int) -> None:
    throws = list(product(range(1, sides + 1), repeat=count))
    totals = [max(dice) for dice in throws if number in dice and sum(dice) >= low]
    given = f"(p)>={low} and (p={number})>=1"
    if not totals:
        return
    found = odds(among(parse(f"p={{{count}d{sides}}}; p kh1"), given))
    assert {total: found.fraction(total) for total in found} == {
        total: Fraction(totals.count(total), len(totals)) for total in totals
    }


def test_a_picture_of_several_says_what_is_given(run: Run, tmp_path: Path) -> None:
    svg = tmp_path / "odds.svg"
    assert run("odds", "a=1d4; a", "a=1d6; a", "--given", "a>=4", "--svg", svg).code == 0
    assert ">a=1d6; a given a&gt;=4</text>" in svg.read_text(encoding="utf-8")


def test_a_refusal_as_json_has_its_column_in_what_was_given(run: Run) -> None:
    done = run("odds", "a=1d6; a", "--given", "a+%", "--json")
    assert json.loads(done.out or done.err)["error"]["column"] == 3


def percent(text: str) -> float:
    """Return a percentage as a table writes it."""
    return float(text.removesuffix("%"))


@pytest.mark.parametrize("expression", ["d20!", "3d6!", "2d100!", "3d6!dl1", "d20000!"])
def test_the_chance_of_so_much_or_more_counts_what_is_not_listed(run: Run, expression: str) -> None:
    *rows, more, _ = run("odds", expression).out.splitlines()[2:]
    last = rows[-1].split()
    for row in (rows[1].split(), rows[len(rows) // 2].split(), last):
        exact = run("odds", expression, "--at-least", row[0], "--json").event("odds")
        assert percent("".join(row[-2:])) == pytest.approx(100 * float(Fraction(exact["chance"])), rel=1e-3)
    rest = run("odds", expression, "--json").event("distribution")["rest"]
    assert more == f"and more, above {last[0]}: {rest} in all"


def test_a_table_as_csv_says_that_it_is_cut(run: Run) -> None:
    # On standard error, where no script takes it for a line: with it they add up to 1.
    done = run("odds", "d20!", "--csv")
    lines = [line.split(",") for line in done.out.splitlines()[1:]]
    rest = 1 - sum(Fraction(chance) for _, chance, _ in lines)
    assert done.err == f"d20!: and more, above {lines[-1][0]}: {rest} in all.\n"
    assert run("odds", "3d6", "--csv").err == ""
    assert run("odds", "d20!", "--cumulative", "least", "--csv").err == ""


@pytest.mark.parametrize("which", ["least", "most"])
def test_a_table_of_or_more_says_what_it_leaves_out(run: Run, which: str) -> None:
    more, summary = run("odds", "1d6!", "--cumulative", which).out.splitlines()[-2:]
    assert more == "and more, above 70: 1/1088391168 in all"
    assert summary.startswith("mean 4.2")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1000d6", "--exactly", "6000"], "7.059e-777 %"),
        (["500d6kh1", "--at-most", "1"], "8.402e-388 %"),
        (["150d100", "--at-most", "150"], "1e-298 %"),
        (["160d10", "--at-most", "160"], "1e-158 %"),
        (["d6!", "--at-least", "3000"], "8.402e-388 %"),
    ],
)
def test_a_chance_smaller_than_any_float_is_told_as_it_is(run: Run, words: list[str], said: str) -> None:
    assert f": {said} = 1/" in run("odds", *words).out


def test_a_table_of_such_chances_tells_them_as_they_are(run: Run) -> None:
    assert run("odds", "500d6kh1").out.splitlines()[2].split()[-4:-2] == ["8.402e-388", "%"]


def test_of_a_random_table_of_many_rows_the_likeliest_come_first_in_brief(run: Run) -> None:
    rows = "".join(f'{total} = "find {total}"\n' for total in range(3, 31))
    event = run("odds", "@loot", "--json", stdin=f'ruleset = "realm"\n[tables.loot]\nroll = "3d10"\n{rows}').events[0]
    (block,) = chances(Chances(**{key: value for key, value in event.items() if key != "event"}), Names({}))[:1]
    assert isinstance(block, Brief)
    grid, more = block.brief
    assert isinstance(grid, Grid)
    assert [row[0] for row in grid.rows[:4]] == ["16", "17", "15", "18"]
    assert more == Line("and 8 more, none of them likelier (-v lists all)")
    assert len(block.whole) == 1
