"""Notation: what is understood, what is refused and with which sentence."""

from __future__ import annotations

import operator
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

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
        ("1<2<3", "a comparison compares two values", 5),
        ("a = 1d6", 'expected an operator, or ";" and an expression that uses a, found the end of the expression', 8),
        ("a = 1d6; b", 'expected a number, dice, a function or a parenthesis, found "b"', 10),
        ("a=1;a=2;a", 'expected an operator or the end, found ";"', 8),
        ("a={5}; a kh1", 'expected an operator or the end, found "kh"', 10),
        ("if(1,2)", "if() takes a condition and two values, found 2 values", 1),
        ("5d6mt1", "a match needs 2 dice or more, found 1", 6),
        ("5d6mtms", '"ms" counts matches where matches are counted already', 6),
        ("5d6mtf1", 'expected an operator or the end, found "f"', 6),
        ("{2*3d6+1d4}kh1", "a group of one member keeps or counts the dice of a sum, and this is not a sum of dice", 2),
        (
            "{3d6+(2d6>=3)}mt",
            "a group of one member keeps or counts the dice of a sum, and this is not a sum of dice",
            7,
        ),
        ("{5000x3d6}", "15,000 dice are too many: an expression rolls at most 10,000", 2),
        ("{200x{200x1}}", "40,000 dice are too many: an expression rolls at most 10,000", 2),
        ("if(1,6000d6,1)+if(1,6000d6,1)", "12,000 dice are too many: an expression rolls at most 10,000", 1),
        ("3d6 silver", 'expected an operator or the end, found "silver"', 5),
        ("round()", "round() needs a value between its parentheses", 1),
        ("", "the expression is empty", 1),
        ("3d", 'expected a number of sides after "d", found the end of the expression', 3),
        ("3.5", 'expected an operator or the end, found "."', 2),
        ("İ+", 'expected a number, dice, a function or a parenthesis, found "İ"', 1),
        ('1"', "expected an operator or the end, found '\"'", 2),
        ("1d6 \x1b[31m", 'expected an operator or the end, found "\\x1b"', 5),
        ("1\udc80", 'expected an operator or the end, found "\\x80"', 2),
        ("999999999d6", "999,999,999 dice are too many: an expression rolls at most 10,000", 1),
        ("5000d6+5001d6", "10,001 dice are too many: an expression rolls at most 10,000", 1),
        ("0x1d6", "an expression is repeated 1 to 10,000 times, not 0", 1),
        ("6x6x1d6", 'expected an operator or the end, found "x"', 4),
        ("1" + "0" * 5_0, "a number of 51 digits is too large: at most 999,999,999", 1),
        ("1d0", "a die has 1 to 1,000,000 sides, not 0", 3),
        ("d{6..1}", "a range of faces ascends, and each is there once or more often", 3),
        ("d{1:0}", "a range of faces ascends, and each is there once or more often", 3),
        ("d{1..20000}", "a die has at most 10,000 faces that are written out", 3),
        ("d{1:9000,2:9000}", "a die has at most 10,000 faces that are written out", 2),
        ("d{}", "a die needs at least one face between { and }", 2),
        ("{}", "a group needs at least one member between { and }", 1),
        ("3d6kh0", "the number of dice to keep begins at 1, found 0", 6),
        ("4d6d1", '"d" after dice is ambiguous', 4),
        ("{1d6,2}d1", '"d" after a group is ambiguous', 8),
        ("3d6>=", 'expected a number after ">=", found the end of the expression', 6),
        ("3d6>3>4", "successes are counted twice", 6),
        ("3d6>3f1f2", "failures are counted twice", 8),
        ("2d6f1", "failures are subtracted from successes, but none are counted", 4),
        ("2d6!!5!", "the dice explode twice", 7),
        ("2d6min2min3", '"min" is given twice', 8),
        ("1+abs(1,2)", "abs() takes one value, found 2", 3),
        ("floor 3", 'expected "(" after "floor", found "3"', 7),
        ("1d1!", "every face explodes, so it would never end", 1),
        ("1d6r<=6", "every face is rerolled, so it would never end", 1),
        ("(" * 5_000, "the expression is 5,000 characters long, more than 4,096", MOST_CHARACTERS + 1),
        ("(" * 2_000, "the expression is nested deeper than 100 levels", MOST_DEPTH + 2),
        (f"not 1 and {'(' * 2_000}", "the expression is nested deeper than 100 levels", MOST_DEPTH + 12),
    ],
)
def test_refusals_say_what_is_wrong_and_where(text: str, message: str, column: int) -> None:
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


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("1d20cs>19", 5, "8d10>=7"),
        ("1d20cf<2", 5, "5d10>=8f1"),
        ("4d6w2", 4, "4d6kh3"),
        ("3d6ra6", 4, "2d6ro1"),
        ("4d6s1", 4, "4d6dl1"),
        ("a={3d6}; a!=2", 11, "(3d6) != 10"),
        ("4dF!=3", 4, "Write (4dF) != 3 for any other total."),
        ("2d{1,1,3}!=3", 10, "Write 2d{1,1,3}!3 where they explode on 3"),
        ("sum()", 1, "A name gets its value first: sum = 5; sum + 1d6."),
        ("2d{a b,c}", 6, "d{direct_hit,miss}"),
        ("3d6+damage", 5, "damage = 5; damage + 1d6"),
        ("n=6; d{n}", 7, "Write d(n)"),
        ("1d20+5 vs 15", 8, "1d20+5 >= 15"),
        ("4d6 best 3", 5, "4d6kh3"),
        ("3d6e6", 4, "3d6!6"),
        ("2d6^2", 4, "**"),
        ("3w6", 2, "3d6"),
        ("flor(3)", 1, "Did you mean floor?"),
        ("4d6d1", 4, "dl1 to drop the lowest, dh1"),
        ("p={4d6}; p[0]", 11, "As in 2d6[fire]; a die is kept as in 4d6kh1."),
        ("n=1d4; nd6", 8, "Write (n)d6."),
        ("2d20pl1", 5, "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."),
        ("1d20ea", 5, "Advantage is 2d20kh1, disadvantage 2d20kl1."),
        ("1d6 between 2 and 4", 5, "Comparisons are joined by and: a >= 3 and b >= 3."),
        ("[middle 1 of 3d6]", 1, "The middle one of three dice is 3d6dl1dh1."),
        ("[count 6 in 4d6]", 1, "Dice are counted as in 8d10>=7."),
        ("({6d6}) kh1", 9, "A name keeps its dice in braces, with + between them: p = {4d6+1d8}; p kh1."),
        ("2d6 fire", 5, "A label follows #: 2d6 # fire"),
        ("2d6+1 cold damage", 7, "A label follows #: 2d6+1 # cold damage"),
        ("coin", 1, "A coin is d{0,1}: 1 for heads."),
        ("repeat(4d6,6)", 1, "An expression is repeated as in 6x4d6kh3."),
        ("a=1d6; a>=3 && a<5", 13, "Comparisons are joined by and: a >= 3 and b >= 3."),
        ("a=1d6; a>=3 || a<5", 13, "Comparisons are joined by or: a >= 3 or b >= 3."),
        ("1d20 DC 15", 6, "A total is compared as in 1d20+5 >= 15."),
        ("3d6*1.5", 6, "Numbers are whole: floor(3d6*3/2) is one and a half times 3d6."),
        ("d20+MOD", 5, "A modifier is a number: 1d20+5."),
        ("4d6 keep 3", 5, "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."),
        ("2d6 fire damage", 5, "A label follows #: 2d6 # fire damage"),
        ("3d6 damage", 5, "A label follows #: 3d6 # damage"),
        ("d=1d6; d+2", 2, "d begins a die, so it cannot be a name"),
        ("(1d4! 1d6!)k1", 8, "Dice are kept together as in {1d4!,1d6!}kh1."),
        ("1d20+5, 1d6+3", 7, "Give each roll as an argument of its own: 1d20+5 1d6+3."),
        ("3d", 3, "A die has a number of sides: 3d6."),
        ("4fate", 2, "Fate dice are 4dF"),
        ("2d6rc3", 5, "Dice are rerolled as in 2d6r1"),
        ("3d6k2h", 6, "Keep as in 4d6kh3"),
        ("2d6rl1", 5, "Dice are rerolled as in 2d6r1, or once as in 2d6ro1."),
        ("3d6!5,6", 6, "Dice explode on several faces as in 3d6!>=5."),
        ("4d6 mean", 5, "The mean is asked of odds: '4d6' --mean."),
        ("x3d6", 1, "An expression is repeated as in 6x3d6."),
        ("a=1d6; 6x3d6", 9, "An expression is repeated at its beginning: 6xa=1d6; 3d6."),
        ("é=1d6", 1, "A name is written with a to z, digits and _: a = 1d6; a+5."),
        ("naïve=1d6; naïve", 1, "A name is written with a to z, digits and _"),
        ("2d6 épée", 5, "A label follows #: 2d6 # épée"),
        ("my_x={3d6}; myxkh1", 13, "A space follows a name: my_x kh1."),
        ("my_pool_xkl2", 1, "A space follows a name: my_pool_x = {4d6}; my_pool_x kl2."),
        ("a=1d6; 2 a", 10, "Write * to multiply: 2*a."),
        ("a=1d6; 6xa+1", 9, "Write * to multiply: 6*a."),
        ("level=3; 1d6+2 level", 16, "Write * to multiply: 2*level."),
        ("level=3; 1d6 level", 14, "Write an operator before level: + adds it."),
        ("a=1d6; a x2 + 1", 10, "Write * to multiply."),
        ("6d{1,1,2,3}!>=5mt", 1, "Write !>=3."),
        ("1d20+5 vs 1d20+3", 8, "Two rolls are compared as in (1d20+5) >= (1d20+3), or by odds with --against."),
        ("2d6 in 7,11", 5, "Several totals are asked of odds: 2d6 --exactly 7,11."),
        ("2x4d6kh3>=15", 9, "Write {2x4d6kh3} >= 15 to count the rolls, 2x(4d6kh3) >= 15 for each total"),
        ("(3d6)r<10", 6, "Reroll the sum until it is right with --given: 's=3d6; s' --given 'not (s)<10'."),
        ("((1d4)d{1,3}) r<2", 15, "Reroll the sum until it is right with --given"),
        ("p={3d6}; pkh1", 10, "A space follows a name: p kh1."),
        ("p={3d6}; pms>=2", 10, "A space follows a name: p ms."),
        ("pkh1", 1, "A space follows a name: p = {4d6}; p kh1."),
        ("p={3d6}; sum(p)", 10, "The total needs no function: (p)."),
        ("sum(2d6,1d8)", 1, "Values are added in braces: {2d6,1d8}."),
        ("avg(3d6)", 1, "The mean is asked of odds: '3d6' --mean."),
        ("p={3d6}; avg(p)", 10, "The mean is asked of odds: 'p={3d6}; p' --mean."),
        ("6xbonus", 3, "Write * to multiply: 6*bonus."),
        ("1+avg(3d6)", 3, "The mean is asked of odds: 4d6 --mean."),
        ("len(3d6)", 1, "Dice are counted as in 8d10>=7."),
        ("(2d6,2d6)kh1", 5, "Values stand together in braces: {2d6,2d6}kh1."),
        ("p={3d6} ms", 11, "What uses the name follows the value: p={3d6} ms; p."),
        ("a=1d6, a+1", 6, "Write ; after the value: a=1d6; a+1."),
        ("a:=1d6; a", 1, "A name gets its value with = alone: a = 1d20; a+5."),
        ("max(p)", 5, "A name gets its value first: p = 5; p + 1d6."),
        ("3d6.kh1", 4, "Modifiers follow without a dot: 3d6kh1."),
        ("2d6ro1,2", 7, "Dice are rerolled on several faces as in 2d6r1r2."),
        ("5d6!5+", 7, "Dice explode on several faces as in 3d6!>=5."),
        ("5d6>=5+", 8, "Dice are counted as in 8d10>=7."),
        ("3d6 over 12", 5, "A total is compared as in 1d20+5 >= 15."),
        ("2d6 minus 3", 8, "Write - instead."),
        ("3dx5", 3, "A die has a number of sides: 3d6."),
        ("roll 2d6", 1, "Write the dice alone: 2d6."),
        ("if 2d6>=7 then 1", 4, "as in if(1d20 >= 15, 2d6, 0)"),
        ("floor 3d6/2", 7, "Values are in parentheses: floor(1d6-3)."),
        ("3d6h1", 4, "Keep as in 4d6kh3"),
        ("2d(1..6)", 5, "The faces of a die are in braces: d{1,3,5}."),
        ("half 2d6", 1, "Dice are doubled as in 2*(3d6), and halved as in (3d6)/2."),
    ],
)
def test_what_is_written_so_elsewhere_is_answered_with_what_it_is_here(text: str, column: int, hint: str) -> None:
    with pytest.raises(DiceError) as refused:
        parse(text)
    assert (refused.value.column, hint in refused.value.hint) == (column, True)
    for written in re.findall(r"[^\s',:=]*d[\d{F%][^\s';]*", refused.value.hint):
        assert written.count("(") != written.count(")") or parse_with_names(written.rstrip(".:,"), {"n": 4})


@pytest.mark.parametrize("text", ["4d6 kh3", "4d6 rkh3", "8d10 >=7 f1", "4d6 min2 max5", "4d6 k3 sd", "2d6 and 1"])
def test_modifiers_may_stand_after_a_space(text: str) -> None:
    assert parse(text)
