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
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.rolled import matching
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
