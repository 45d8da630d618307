"""Groups of one member, comparisons, matches, powers, names: what they come to, and how they are shown and refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.matches import matching
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource, SeededSource
from combatcli.errors import DiceError
from combatcli.report.notation import BREAKDOWN, NOTATION

if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.rolled import Rolled
    from support import Run


def rolled_with(text: str, *faces: int) -> Rolled:
    """Roll an expression with these faces, all of which it must use."""
    source = EnteredSource(faces)
    rolled = roll(parse(text).tree, source)
    source.finish()
    return rolled


@pytest.mark.parametrize(
    ("text", "faces", "expected"),
    [
        # Dice and arithmetic; halves round down.
        ("D%%7", (93,), 2),
        ("3d{1,1,2,-3}", (1, 2, -3), 0),
        ("-7/2", (), -4),
        ("-7%3", (), 2),
        ("7/2*2", (), 6),
        ("-+-+3", (), 3),
        ("(1d20) != 20", (20,), 0),
        ("a=1d20; a!=20", (3,), 1),
        ("1d20+5 != 2*10 and 1", (15,), 0),
        ("ceil(-7/2)", (), -3),
        ("ceil(abs(-7/2))", (), 4),
        ("floor(min(7/2,3,4))", (), 3),
        ("ceil(-(7/2))", (), -3),
        # Of a group of one member the dice are kept and counted.
        ("{4d6+3d8}dl6", (1, 6, 3, 4, 8, 2, 7), 8),
        ("{3d20-5}>=11f=10", (16, 15, 20), 1),
        ("{-(2d6-1d4)}kl2", (3, 5, 2), -8),
        ("{4d6kh3+1d4}kh3", (1, 2, 6, 6, 4), 16),
        ("{3d6*2}>=10", (1, 2, 3), 1),
        ("{5d10>=8}>=2", (8, 9, 1, 1, 1), 1),
        # Members may be repeated.
        ("{3x2d6,1d20}kl2", (1, 2, 6, 5, 3, 3, 20), 9),
        # Two values compared are 1 or 0; after a bare pool it is a count.
        ("1d20+5 ge 15", (10,), 1),
        ("3d6>2d8", (1, 2, 3, 3, 3), 0),
        ("{2d6,1d4}kh1>=2d8", (1, 2, 3, 1, 2), 1),
        # Matches: how many values two dice show, how large the largest set is, how long the longest run.
        ("8d6kh3ms", (1, 1, 1, 1, 1, 3, 4, 5), 1),
        ("8d6ms>=3", (1, 1, 2, 2, 2, 3, 4, 5), 1),
        ("{2d6+2d8}kh2mt", (3, 4, 8, 8), 1),
        ("{3x2d6}kl2ms", (1, 6, 3, 4, 5, 5), 2),
        # Sorting is for the eye.
        ("4d6sdkh1", (3, 1, 4, 2), 4),
        # A bare reroll rerolls the lowest face, and takes no number after a sign for its own.
        ("2d6r", (1, 1, 4, 6), 10),
        ("2d6ro", (1, 4, 1), 5),
        ("2d6r+2", (1, 4, 5), 11),
        ("2dFr", (-1, 0, 1), 1),
        ("2d{3,5}ro*2", (3, 5, 3), 16),
        # Halves round up; powers bind tightest, from the right.
        ("round(-5/2)", (), -2),
        ("(1+1)**1d6", (5,), 32),
        ("floor((1/2)**2*8)", (), 2),
        ("0**0", (), 1),
        # What has a name is rolled once.
        ("Str_2 = 1d6; dex = STR_2+1; dex*str_2", (3,), 12),
        ("a = 1d20; {2d6+a}>=11", (5, 6, 5), 1),
        ("if(1d20>=19, 1/0, 2)", (3,), 2),
    ],
)
def test_expressions_come_to_what_they_say(text: str, faces: tuple[int, ...], expected: int) -> None:
    rolled = rolled_with(text, *faces)
    assert (rolled.total, rolled.faces) == (expected, faces)


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("dFr=-1", (-1, 1), 1),
        ("dFk=1", (1,), 1),
        ("d6k=3", (3,), 1),
        ("dFs=1", (0,), 0),
        ("dFx=1+2", (1, 0), 3),
        ("dagger = 1d4; dagger", (3,), 3),
    ],
)
def test_what_begins_like_a_die_is_one(text: str, faces: tuple[int, ...], total: int) -> None:
    assert rolled_with(text, *faces).total == total


@pytest.mark.parametrize("die", ["d6", "dF", "1dF"])
@pytest.mark.parametrize("text", ["{}s=3; 3", "{}k=3; 3", "{}r=1; {}r"])
def test_dice_are_no_names(die: str, text: str) -> None:
    with pytest.raises(DiceError, match='expected an operator or the end, found ";"') as caught:
        parse(text.format(die, die))
    assert caught.value.hint.startswith("A name gets its value first")


def test_of_an_if_only_the_larger_branch_counts_against_the_dice() -> None:
    assert roll(parse("if(1d2=1, 9000d6, 9999d6)").tree, SeededSource("a")).total > 9000


def test_the_largest_number_is_written() -> None:
    assert len(str(rolled_with("-10**3999").total)) == 4001


@given(st.lists(st.integers(-3, 6), max_size=40), st.integers(2, 4))
def test_matches_are_what_a_count_of_all_values_says(values: list[int], least: int) -> None:
    counts = Counter(values)
    assert matching("mt", least, values)[0] == sum(count >= least for count in counts.values())
    assert matching("ms", 1, values)[0] == max(counts.values(), default=0)
    runs = [size for size in range(1, 11) for low in counts if all(low + step in counts for step in range(size))]
    assert matching("mr", 1, values)[0] == max(runs, default=0)


@given(
    st.text(alphabet="0123456789dab=;,()+-*<>{}xmtsr ", max_size=20) | st.text(alphabet="if(a=1,2d6);ms{}", max_size=20)
)
def test_whatever_parses_rolls_or_is_refused(text: str) -> None:
    try:
        rolled = roll(parse(text).tree, SeededSource("any"))
    except DiceError:
        return
    assert breakdown(rolled).endswith(f"= {rolled.total}")


def test_help_has_the_whole_notation(run: Run) -> None:
    text = run("roll", "--help").out
    for written, _ in NOTATION:
        assert written.split()[0] in text
    examples = [written.partition("  ")[0] for written, _ in NOTATION if any(each.isdecimal() for each in written)]
    assert len(examples) > 10
    assert all(parse(example) for example in examples)


def test_help_has_all_that_a_breakdown_shows(run: Run) -> None:
    text = run("roll", "--help").out.partition("Breakdown:")[2]
    page = (Path(__file__).parents[2] / "man/man7/combatcli-dice.7").read_text(encoding="utf-8")
    section = page.partition(".Ss Breakdowns")[2].partition(".Ss")[0].replace("\\", "")
    for written, _ in BREAKDOWN:
        assert f"  {written}" in text
        assert written.split()[0] in section


def test_a_total_that_every_die_of_it_would_meet_is_no_pool() -> None:
    assert odds(parse("p=8d6; p<30")).fraction(1) == odds(parse("8d6")).at_most(29)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("a >= 3 and b = 2", lambda a, b: a >= 3 and b == 2),
        ("a >= 5 or b = 2 and a < 3", lambda a, b: a >= 5 or (b == 2 and a < 3)),
        ("(a >= 5 or b = 2) and a < 3", lambda a, b: (a >= 5 or b == 2) and a < 3),
        ("not a >= 5 and not not b = 1", lambda a, b: not a >= 5 and b == 1),
        ("a - 3 OR b - 1", lambda a, b: bool(a - 3 or b - 1)),
        ("not (a = 1 or b = 4 or a > b)", lambda a, b: not (a == 1 or b == 4 or a > b)),
    ],
)
def test_comparisons_are_joined_by_and_or_and_not(text: str, holds: Callable[[int, int], bool]) -> None:
    ways = sum(holds(a, b) for a in range(1, 7) for b in range(1, 5))
    assert odds(parse(f"a = 1d6; b = 1d4; {text}")).fraction(1) == Fraction(ways, 24)


@pytest.mark.parametrize("name", ["and", "or", "not"])
def test_what_joins_comparisons_is_no_name(name: str) -> None:
    with pytest.raises(DiceError):
        parse(f"{name} = 1d6; 1")


@pytest.mark.parametrize(
    ("text", "faces", "total", "kept"),
    [
        ("4d6dl1dh1", (3, 6, 2, 5), 8, (3, 5)),
        ("2d6!o", (6, 6, 6, 2), 20, (6, 6, 6, 2)),
        ("3d6r<3", (1, 5, 2, 2, 4, 6), 15, (5, 4, 6)),
        ("3d6ro<3", (1, 5, 2, 2, 1), 8, (5, 2, 1)),
        ("1d6r1ro2", (2, 1, 2), 2, (2,)),
        ("2d6r1!", (1, 6, 6, 3, 1, 4), 19, (6, 6, 3, 4)),
        ("2d6min3max2", (1, 6), 4, (2, 2)),
        ("1d6!!max7", (6, 6, 1), 7, (7,)),
        ("5d10f<=2>=7", (7, 1, 2, 3, 10), 0, (7, 1, 2, 3, 10)),
        ("3d10kh1>=7", (7, 8, 1), 1, (8,)),
        ("{2d6,1d8,3}dl1", (1, 1, 7), 10, (7,)),
        ("{1d6,1d6,1d6}kh2>4f4", (4, 3, 6), 0, (4, 6)),
        ("(1d4)d(1d6)", (2, 6, 5, 3), 8, (5, 3)),
        ("if(1d20>=2, 2d6kh1, 0)", (9, 3, 5), 5, (5,)),
    ],
)
def test_modifiers(text: str, faces: tuple[int, ...], total: int, kept: tuple[int, ...]) -> None:
    result = rolled_with(text, *faces)
    assert (result.total, result.faces, result.kept) == (total, faces, kept)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("1d6/0", "division by zero", 5),
        ("1//0", "division by zero", 4),
        ("ceil(1/0)", "division by zero", 8),
        ("7%(1-1)", "modulo by zero", 4),
        ("(5-6)d6", "cannot roll -1 dice", 1),
        ("(5000*3)d6", "15,000 dice are too many: an expression rolls at most 10,000", 1),
        ("(5000*1)d6+(5001*1)d6", "an expression rolls at most 10,000 dice", 12),
        ("1d(1-1)", "a die has 1 to 1,000,000 sides, not 0", 1),
        ("1d(2-1)!", "every face explodes, so it would never end", 1),
        ("2**-1", "an exponent must be a whole number of 0 or more", 4),
        ("floor(2**(1/2))", "an exponent must be a whole number of 0 or more", 11),
        ("10**10**10", "the number becomes too large", 5),
        ("floor((1/10)**5000)", "the number becomes too large", 15),
        ("*".join(["9**9"] * 600), "the number becomes too large", 2326),
        ("floor(9**3000/(1/9**3000))", "the number becomes too large", 0),
        ("(if(1d2<3, 6000, 1))d6+(6000)d6", "an expression rolls at most 10,000 dice", 24),
    ],
)
def test_what_only_rolling_finds_out(text: str, message: str, column: int) -> None:
    with pytest.raises(DiceError) as caught:
        roll(parse(text).tree, SeededSource("refused"))
    assert (caught.value.message, caught.value.text, caught.value.column) == (message, text, column)


@pytest.mark.parametrize(
    ("text", "face", "message"),
    [
        ("1d6!", 6, "a die exploded or was rerolled more than 1,000 times"),
        ("1d6r1", 1, "a die exploded or was rerolled more than 1,000 times"),
        ("9000d6!", 6, "rerolls and explosions add more than 100,000 dice"),
    ],
)
def test_dice_that_do_not_come_to_rest_are_an_error(text: str, face: int, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        roll(parse(text).tree, EnteredSource([face] * 120_000))
    assert caught.value.message == message
    assert (caught.value.text, caught.value.column) == (text, 1)
    assert "!o" in caught.value.hint
