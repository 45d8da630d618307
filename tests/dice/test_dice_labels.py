"""Labels on dice: kept through a roll, with a subtotal and odds for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from support import Run, refused

Sums = Callable[..., dict[str, int]]
D4, D6, D8 = range(1, 5), range(1, 7), range(1, 9)

LABELED: dict[str, tuple[tuple[range, ...], Sums]] = {
    "2d6[fire] + 1d8[cold]": ((D6, D6, D8), lambda a, b, c: {"fire": a + b, "cold": c}),
    "1d6[fire] - (1d4+2)[cold] + 3[fire] + 1d8": ((D6, D4, D8), lambda a, b, _: {"fire": a + 3, "cold": -b - 2}),
    "if(1d6 >= 5, 2*(1d8[fire]), 1d4[cold]) + 1": (
        (D6, D8, D4),
        lambda a, b, c: {"fire": 2 * b if a >= 5 else 0, "cold": 0 if a >= 5 else c},
    ),
    "a = 1d6[fire]; b = 1d4[cold]; a + a - b": ((D6, D4), lambda a, b: {"fire": 2 * a, "cold": -b}),
    "{2d4kh1[fire], floor(1d8[cold]/2), -1d6[fire]}": (
        (D4, D4, D8, D6),
        lambda a, b, c, d: {"fire": max(a, b) - d, "cold": c // 2},
    ),
}


@pytest.mark.parametrize("expression", LABELED)
def test_odds_of_each_label_are_those_of_all_ways_to_roll(run: Run, expression: str) -> None:
    dice, sums = LABELED[expression]
    ways = list(product(*dice))
    for event in run("odds", expression, "--by-label", "--json").events:
        counts = Counter(sums(*faces)[event["label"]] for faces in ways)
        found = {int(outcome): Fraction(chance) for outcome, chance in event["outcomes"].items()}
        assert found == {outcome: Fraction(count, len(ways)) for outcome, count in counts.items()}


def test_labels_change_no_total_and_no_seed(run: Run) -> None:
    labeled, plain = "2d6[fire] + 1d8!kh1[cold] + 1", "2d6 + 1d8!kh1 + 1"
    assert run("roll", labeled, "-t", "300", "--seed", "x").out == run("roll", plain, "-t", "300", "--seed", "x").out
    assert run("odds", labeled, "--mean").out == run("odds", plain, "--mean").out
    assert "subtotals" not in run("roll", plain, "--json").events[0]


def test_odds_of_labels_answer_what_is_asked(run: Run) -> None:
    dice = ("odds", "2d6[fire] + 1d8[cold]", "--by-label")
    assert run(*dice, "--at-least", "7", "--plain").out == f"{21 / 36}\n0.25\n"
    assert run(*dice, "--at-least", "7").out == (
        "Chance of at least 7 with fire: 7/12 = 58.33 %.\nChance of at least 7 with cold: 1/4 = 25 %.\n"
    )
    assert run(*dice, "--csv").out.splitlines()[:2] == [
        "expression,outcome,chance,percent",
        '"fire",2,1/36,' + f"{100 / 36}",
    ]
    refused(run("odds", "2d6", "--by-label"), 2, "--by-label needs dice with labels")


@pytest.mark.parametrize(
    ("expression", "column"),
    [
        ("max(1d6[fire], 1d8[cold])", 1),
        ("1 + 2*(1d6[fire] + 1d8[cold])", 5),
        ("{1d6[fire], 1d8[cold]}kh1", 1),
        ("a = 1d6[fire] + 1d8[cold]; a", 28),
    ],
)
def test_what_is_no_sum_has_one_label(run: Run, expression: str, column: int) -> None:
    refused(run("roll", expression), 2, "only a sum may have two labels, and here are fire and cold")
    assert f'"column": {column}' in run("odds", expression, "--json").err


@pytest.mark.parametrize("expression", ["2d6[]", "2d6[fire", "2d6[[fire]]", "2d6[a#b]"])
def test_a_label_stands_in_brackets(run: Run, expression: str) -> None:
    refused(run("roll", expression), 2, "a label stands between [ and ]")


def test_a_table_rolls_dice_with_labels(run: Run, tmp_path: object) -> None:
    text = 'ruleset = "realm"\n[tables.blast]\nroll = "1d2"\n"1-2" = "[[2d6[fire]]] fire"\n'
    done = run("roll", "@blast", "--dice", "1,2,3", "--json", stdin=text)
    assert (done.events[0]["text"], done.events[1]["subtotals"]) == ("5 fire", {"fire": 5})
