"""What the tables of `odds` say where dice explode without end, and where chances are smaller than any float."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combatcli.dice_events import Chances
from combatcli.report.blocks import Brief, Grid, Line, Names
from combatcli.report.odds import chances
from support import Run


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
