"""Notation: what is understood, what is refused and with which sentence."""

from __future__ import annotations

import operator
import re
import shlex
from pathlib import Path

import pytest
from dice_expressions import hint_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cases import cases
from combatcli.dice.exact.expression import odds
from combatcli.dice.limits import MOST_CHARACTERS, MOST_DEPTH
from combatcli.dice.notation import parse, parse_with_names
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource, SeededSource
from combatcli.dice.tree import plain_dice
from combatcli.errors import DiceError


@pytest.mark.parametrize(
    ("text", "repeat", "label"),
    [("6x4d6kh3", 6, ""), ("6 X 1d6 # strength ", 6, "strength"), ("1d6#", 1, ""), ("1d6 # a # b", 1, "a # b")],
)
def test_repetition_and_label(text: str, repeat: int, label: str) -> None:
    expression = parse(text)
    assert (expression.text, expression.repeat, expression.label) == (text, repeat, label)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "the expression is empty", 1),
        ("İ+", 'expected a number, dice, a function or a parenthesis, found "İ"', 1),
        ('1"', "expected an operator or the end, found '\"'", 2),
        ("1d6 \x1b[31m", 'expected an operator or the end, found "\\x1b"', 5),
        ("1\udc80", 'expected an operator or the end, found "\\x80"', 2),
        ("(" * 5_000, "the expression is 5,000 characters long, more than 4,096", MOST_CHARACTERS + 1),
        ("(" * 2_000, "the expression is nested deeper than 100 levels", MOST_DEPTH + 2),
        (f"not 1 and {'(' * 2_000}", "the expression is nested deeper than 100 levels", MOST_DEPTH + 12),
    ],
)
def test_a_refusal_shows_what_a_page_cannot_hold(text: str, message: str, column: int) -> None:
    with pytest.raises(DiceError) as caught:
        parse(text)
    assert (caught.value.message, caught.value.column, caught.value.text) == (message, column, text)


HOLDS = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
COMPARED = st.tuples(st.sampled_from(sorted(HOLDS)), st.integers(0, 9))


@settings(deadline=None, derandomize=True)
@given(st.integers(1, 8), st.lists(COMPARED), st.sampled_from(["!", "!!", "!p", "!o", ""]), st.none() | COMPARED)
def test_a_die_is_refused_if_each_face_asks_for_another_one(
    sides: int, rerolled: list[tuple[str, int]], kind: str, exploding: tuple[str, int] | None
) -> None:
    assume(kind != "!" or exploding is None or exploding[0] != "=")  # != would be no comparison
    operator_, value = exploding or ("=", sides)
    stay = [face for face in range(1, sides + 1) if not any(HOLDS[each](face, number) for each, number in rerolled)]
    if kind not in ("", "!o"):
        stay = [face for face in stay if not HOLDS[operator_](face, value)]
    rerolls = "".join([f"r{each}{number}" for each, number in rerolled])
    met = [(each, number) for each, number in [*rerolled, *([exploding] if kind and exploding else [])]]
    assume(all(any(HOLDS[each](face, number) for face in range(1, sides + 1)) for each, number in met))
    text = f"1d{sides}{rerolls}{kind}{f'{operator_}{value}' if kind and exploding else ''}"
    if stay:
        assert parse(text).text == text
    else:
        with pytest.raises(DiceError, match="never end"):
            parse(text)


def test_nested_nodes_are_limited_too() -> None:
    with pytest.raises(DiceError, match="nested deeper") as caught:
        parse("-(1+2*" * 99 + "1" + ")" * 99)
    assert caught.value.text


@pytest.mark.parametrize("text", ["1+" * 2_000 + "1", "-" * 4_000 + "1", "2*" * 2_000 + "1", "(" * 99 + "1" + ")" * 99])
def test_long_expressions_are_not_deep_ones(text: str) -> None:
    assert breakdown(roll(parse(text).tree, SeededSource("long")))


def test_huge_products_are_still_printed() -> None:
    text = "*".join(["999999999"] * 409)
    assert str(roll(parse(text).tree, EnteredSource(())).total) == str(999_999_999**409)


NOTATION = "0123456789d%FkhlprofminmaxabsceilfloorX!<>=+-*/(){}, #"


@settings(deadline=None, derandomize=True)
@given(st.text() | st.text(alphabet=NOTATION, max_size=30))
def test_any_text_parses_or_is_refused(text: str) -> None:
    found: DiceError | None = None
    try:
        parse(text)
    except DiceError as error:
        found = error
    assert found is None or (found.message and 1 <= found.column <= len(text) + 1)


def test_equal_texts_share_one_tree() -> None:
    first = parse("1d6 # kept")
    assert parse("1d6 # kept") is first
    for number in range(300):
        parse(f"{number}+1d6")
    assert parse("1d6 # kept").label == "kept"


@pytest.mark.parametrize(("count", "sides"), [(1, 5), (2, 6), (10, 10)])
def test_dice_that_a_rule_names_are_those_of_the_notation(count: int, sides: int) -> None:
    named, parsed = plain_dice(count, sides), parse(f"{count}d{sides}").tree
    first, second = roll(named, SeededSource("a")), roll(parsed, SeededSource("a"))
    assert (first.faces, first.total, breakdown(first)) == (second.faces, second.total, breakdown(second))
    assert (named.text, named.column) == (parsed.text, parsed.column)
    assert odds(named) == odds(parsed)


@pytest.mark.parametrize("text", ["4d6 kh3", "4d6 rkh3", "8d10 >=7 f1", "4d6 min2 max5", "4d6 k3 sd", "2d6 and 1"])
def test_modifiers_may_stand_after_a_space(text: str) -> None:
    assert parse(text)


def test_what_is_offered_can_be_read() -> None:
    for case in cases(Path(__file__).with_name("notation.cases")):
        hint = hint_of(shlex.split(case.lines[0])[-1])
        for written in re.findall(r"[^\s',:=]*d[\d{F%][^\s';]*", hint):
            whole = all(written.count(one) == written.count(other) for one, other in ("()", "{}"))
            assert not whole or parse_with_names(written.rstrip(".:,"), {"n": 4, "level": 3, "a": 3}), hint
