"""Rolling in bulk: the same totals as one roll after the other, from the same faces."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.dice.rolling import restless, taped_pools
from combatcli.dice.rolling.bulk import totals
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource, SeededSource, SystemSource
from combatcli.errors import DiceError
from combatcli.report.rolls import total_lines
from support import peak

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

ENDS = ("", "kh2", "min2max5kl3", "s>=5f1", "min2", "max4dl1>=3", "mt", "mr")
BULK = [
    "3d6",
    "3d6+2",
    "20d12+15",
    "20d12+16",
    "3d6-3",
    "3d6-4",
    "d100+155",
    "2d5",
    "-3+1d20-2",
    "12d6-(-1)",
    "4d6kh3",
    "4d6kl3",
    "4d6kh3+1",
    "4d6kh2",
    "9d6kh5dl1",
    "1d6kh1",
    "3d6dl3",
    "4dFkh1",
    "4dFkh3",
    "2d20kl1",
    "5d10>=7f1",
    "5d10kh3>=7f1",
    "3d6min2",
    "3d20max15kl2",
    "4dFmin0>=1",
    "2d1000",
    "3d256kh1",
    "3d251+2d255",
    "2x1d6",
    "3d6!",
    "8d3!>=3",
    "8d2!p",
    "8d2!pkh3",
    "8d3!pmin1kh2",
    "5d6!!>=8",
    "5d4!!r1",
    "5d4!!r<3kh2>=6",
    "6d4!o",
    "6d4!or1",
    "4d6r1",
    "4d6ro<3",
    "4d6ro<3!",
    "4d6r1ro2",
    "4d6r1ro2!kh3",
    "4d6r1!kh4>=4f<3",
    *[
        f"6d6{extra}{end}"
        for extra in ("r1ro2!>=5", "r<3!!>=5", "r1ro2!!>=4", "r1ro2!p>3", "r2ro<3!o>=5")
        for end in ENDS
    ],
    *[f"6d8r1ro2!>=7{end}+6d6r<3!!>=5{end}" for end in ("", "kh2", "min3>=4f3")],
    "(1d4+6)d6r1ro2!!>=5kh3",
    "6d{-9,1,2,5,200}ro1r-9!!>=5kh3>=5f1",
    "6d{-9,1,2,5,200}ro1r-9!>=5max3",
    "3dFr-1",
    *[
        f"5d6{extra}{end}"
        for extra in ("!!r1", "!pr1", "!or1", "!!ro1", "!pro1", "!!r1ro2", "!r1ro2", "!>=5ro1")
        for end in ENDS
    ],
    *[
        f"5d6{extra}{end}"
        for extra in ("!!>=5", "!!>=5r1", "!!<3r1ro2", "!!<=1", "!=3", "!>7", "!!=3ro2")
        for end in ENDS
    ],
    *[
        f"4d300{extra}{end}"
        for extra in ("", "r<100", "!", "!!r<9", "!pro>200", "r1ro<200!o", "!!>200r2")
        for end in ENDS
    ],
    *[
        f"4d(1d3+3){extra}{end}"
        for extra in ("r1", "!", "!!r1", "!pro1", "r1ro2!o", "!!>3", "!!=4", "!p=9")
        for end in ENDS
    ],
    *[f"(1d4)d6{extra}{end}" for extra in ("r1", "!!r1", "!pro1", "r1ro2") for end in ENDS],
    *[f"8d6!>=3{end}" for end in ENDS],
    "8d6!p>=2kh1",
    "9d{-5,0,4,9}!>=0kl5",
    "6d6r1!>=4 + 2d6!>=4 - 4d6!>=3",
    "{4d6r1!!>=5+2d8}kh3",
    "4d(1d3+3)!!>3r1",
    "{6d6r1!!>=4,20}kh1",
    "(1d3-1)d6!>=3",
    "0d6!>=3",
    "3d(200+1d100)!!r<50",
    "2d(250+1d20)!pkh3",
    "4d{-5,1,2,900}r1!!kh2",
    "4d{-5,1,2,900}!pro-5>=1",
    "{3d6!!r1+2d8!p}kh3",
    "{3d6!+2d6!}kh4",
    "(5d6!!r1) >= (5d6!!)",
    "10d1000r<500",
    "4d1000kh2",
    "3d6r<6",
    "3d6min5max2",
    "3d1000min500max200>=200",
    "3dFmin0max0kh2",
    "(1d4+6)d6r<3!>=5ms",
    "9d1000000r<900000",
    "9d100!>5r<3",
    "(1d3)d20!>=4 + 3d(1d6+1)!pkl2",
    "3d{-5,3,900}!",
    "3d{-5,3,900}",
    "4d{0,0,7}min2kh2",
    "2d1000r<500",
    "2d300!!>299",
    "2*3d6",
    "1d6-1d6",
    "1d6+1d6",
    "5-1d6",
    "0d6",
    "(1d2)d6",
    "(1d3-1)d6kh1",
    "(1d4)d(1d4)!>=3",
    "2d(200+1d100)",
    "2d(1d6+3)r1kh1",
    "4dF",
    "7",
    "{2d6,1d8}kh1",
    "{2d6,1d8,3}kl1",
    "{2d6,1d8,3}dl1",
    "{2d6,1d8,3}",
    "{2d6,1d8,3}>=6f3",
    "{2d6,1d8,3}kh2>=6f3",
    "floor(3d6/2)+ceil(1d6/4)",
    "floor((1d6/3)*(1d6/-4)-1d6/5)",
    "floor(abs(-1d6/4)+max(1d6/3,2)-min(1d4/3,1))",
    "max(1d6,3,1d8)-min(1d6)+abs(1d6-4)",
    "3d6/2*3//2%5",
    "1d6/(1d4-5)",
    "10%(1d6)",
    "-(1d6)",
    "1+" * 2_000 + "1d6",
    "floor(" + "1/2+" * 900 + "1d6/3)",
    "(" * 99 + "1d6" + ")" * 99,
    "-(1+2*" * 32 + "1d6" + ")" * 32,
    "if(1d2=1," * 40 + "1d6" + ",1d4)" * 40,
    "if(1d2=1," * 60 + "1d6" + ",1d4)" * 60,
    "{4d6+3d8}kh4",
    "{4d6+3d8-1d4+2}kl5",
    "{5d6!!}>=8",
    "{3d20+5}>=21",
    "{3d20-(5-1d1)}>=21f<3",
    "{4d6kh3+2d8!-(1d6-3)}kh3",
    "{4dF+2d1000}kh2",
    "{6x4d6kh3}kh1",
    "{6x4d6kh3}dl2",
    "{6x4d6kh3}>=12f<8",
    "{6x4d6kh3}",
    "{3x2d6,1d20}kh2",
    "{6x4d6kh3}mt",
    "{30x2d6}kh3",
    "{30x1d6-3}kl1",
    "{30x1d6}",
    "{30x1d4}ms",
    "{30x1d4+1d6}>=6f2",
    "{60x1d2}",
    "4d{0,5,9}!!",
    "4d{-9,5,9}!p>=5min0",
    "{6x1d6,9}ms",
    "8d6mt",
    "8d6mt3",
    "8d6kh6ms",
    "8d6r1mr",
    "6dFms",
    "{4d6+4d8}kh6mr",
    "(8d6ms >= 3) + (8d6mr < 3)",
    "1d20+5 >= 15",
    "(3d6+2) > (2d8)",
    "3d6>2d8",
    "4d6r",
    "3dFro",
    "5d6s",
    "round(3d6/4)",
    "round(-1d6/2)",
    "2**1d6",
    "-1d4**2",
    "(1d3)**(1d3)**2*1d4",
    "a = 1d20; if(a = 20, 4d6+3, if(a+5 >= 15, 2d6+3, 0))",
    "a = 1d6; b = (a)d6; max(a, b)*a - b",
    "if(1d6-1, 1/1d2, (1d4)d6)",
]


@pytest.mark.parametrize("text", BULK)
def test_bulk_rolls_are_the_single_ones(text: str) -> None:
    """Rolling many at once draws the same totals as one after the other, and leaves the stream there."""
    expression = parse(text)
    source, bulk = SeededSource("bulk"), SeededSource("bulk")
    single = [roll(expression.tree, source).total for _ in range(150 * expression.repeat)]
    assert list(chain.from_iterable(totals(expression, 150, bulk))) == single
    assert bulk.dice(5, 1000) == source.dice(5, 1000)


@st.composite
def pools(draw: st.DrawFn) -> str:
    """Draw a pool, modified in any way."""
    count = draw(st.sampled_from(["", "1", "2", "5", "(1d4)", "(1d3-1)"]))
    sides = draw(
        st.sampled_from(["2", "4", "6", "20", "%", "256", "1000", "F", "{1,1,2,3}", "{-300,4,700}", "(1d6+1)"])
    )
    extra = draw(
        st.sampled_from(["", "", "r1", "ro<2", "ro1", "!", "!!", "!p", "!o", "!>=4", "r1!", "ro1!!", "r1ro2!p"])
    )
    bound = draw(st.sampled_from(["", "", "", "min2", "max3"]))
    keep = draw(st.sampled_from(["", "", "kh1", "kl2", "dl1", "dh1", "kh3dl1"]))
    count_ = draw(st.sampled_from(["", "", "", ">=4", ">2f1", "<=1", "mt", "ms", "mr", "s"]))
    return f"{count}d{sides}{extra}{bound}{keep}{count_}"


def _deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3).map(", ".join)
    ends = st.sampled_from(["", "kh1", "kl1", "dl1", ">=4", "kh2>3f1", "mt", "kl3ms"])
    return st.one_of(
        st.builds("({}{}{})".format, inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner),
        st.builds("{{{}}}{}".format, several, ends),
        st.builds("{}({})".format, st.sampled_from(["min", "max"]), several),
        st.builds("{}({})".format, st.sampled_from(["floor", "ceil", "round", "abs", "-"]), inner),
    )


EXPRESSIONS = st.recursive(st.one_of(pools(), st.integers(0, 9).map(str)), _deeper, max_leaves=5)
NAMED = st.builds("a = {}; b = a+{}; {}+(a)*(b)".format, EXPRESSIONS, EXPRESSIONS, EXPRESSIONS)


@given(EXPRESSIONS | NAMED, st.integers(1, 60))
def test_any_expression_rolls_in_bulk_as_it_does_one_at_a_time(text: str, times: int) -> None:
    """The same totals, or the same mistake; and the stream goes on from the same place."""
    try:
        expression = parse(text)
    except DiceError:
        return
    source, bulk = SeededSource("any"), SeededSource("any")
    single = _or_mistake(lambda: [roll(expression.tree, source).total for _ in range(times)])
    assert _or_mistake(lambda: list(chain.from_iterable(totals(expression, times, bulk)))) == single
    assert isinstance(single, str) or bulk.dice(5, 1000) == source.dice(5, 1000)


def _or_mistake(rolling: Callable[[], list[int]]) -> list[int] | str:
    try:
        return rolling()
    except DiceError as error:
        return f"{error.message}, column {error.column}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/(1d6-3)", "division by zero"),
        ("(1d6-3)d6", "cannot roll -2 dice"),
        ("1d(1d6-1)", "1 to 1,000,000 sides"),
        ("(1d2*6000)d6", "12,000 dice are too many"),
        ("9000d6+(1d2*600)d6", "at most 10,000 dice"),
        ("1d1000000r<=999999", "more than 1,000 times"),
        ("1d1000!>1", "more than 1,000 times"),
        ("1d200!>1", "more than 1,000 times"),
        ("1d200!!>1", "more than 1,000 times"),
        ("1d250r>1", "more than 1,000 times"),
        ("1d1000!!>1", "more than 1,000 times"),
        ("1d300!!>1", "more than 1,000 times"),
        ("1d200!r1!>2", "explode twice"),
        ("5000d100!>1", "more than 100,000 dice"),
        ("5000d100!!>1", "more than 100,000 dice"),
        ("5000d300!>1", "more than 100,000 dice"),
        ("1d(1d2)!", "without end"),
        ("10**(10**(1d6))", "too large"),
        ("2**(1d6-2)", "an exponent is a whole number"),
        ("if(1d6=6, 1/0, 1)", "division by zero"),
        ("if(1d6=6, (9999+1d6)d6, 1)", "too many"),
    ],
)
def test_a_mistake_in_bulk_is_that_of_a_single_roll(text: str, message: str) -> None:
    """In the same words."""
    with pytest.raises(DiceError, match=message) as raised:
        list(totals(parse(text), 1_000, SeededSource("a")))
    assert raised.value.text == text


@pytest.mark.parametrize(("module", "limit"), [(restless, "_ROOM"), (taped_pools, "_LOOK")])
@pytest.mark.parametrize(
    "text", ["9d6r1ro2!>=5", "9d6r1!!>=5kh3", "9d6!!>=4kl5>=6", "7d(1d4+2)r1ro2!p", "7d300!!>200r1ro2"]
)
def test_bulk_survives_what_is_too_much_to_be_remembered_or_awaited(
    text: str, module: ModuleType, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The totals are the same, however little room there is."""
    monkeypatch.setattr(module, limit, 3)
    test_bulk_rolls_are_the_single_ones(text)


@pytest.mark.parametrize("text", ["5d9000r1ro2!>8000", "5d900!!>800r1kh2", "4d(5+1d4)!!>5r1kh2"])
def test_memory_does_not_grow_with_rolls_from_a_seed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of dice whose values hardly ever come again no more are remembered than there is room for."""
    monkeypatch.setattr(restless, "_ROOM", 500)

    def rolled(times: int) -> None:
        assert sum(map(len, totals(parse(text), times, SeededSource("a")))) == times

    rolled(10)
    # A single long explosion takes some hundred thousand bytes, for as long as it lasts.
    assert peak(lambda: rolled(6_000)) < 1.2 * peak(lambda: rolled(2_000)) + 1_000_000


def test_bulk_goes_on_beyond_a_block() -> None:
    """More rolls than are drawn together are all yielded."""
    rolled = list(chain.from_iterable(totals(parse("100d6"), 1_500, SystemSource())))
    assert len(rolled) == 1_500
    assert all(100 <= total <= 600 for total in rolled)


def test_bulk_of_the_systems_dice_survives_what_it_leaves_to_single_rolls() -> None:
    """Rolls that go beyond what is compiled draw from the same source."""
    rolled = list(chain.from_iterable(totals(parse("1d100!>2"), 300, SystemSource())))
    assert len(rolled) == 300


def test_bulk_with_entered_faces() -> None:
    """Entered faces are used in order by bulk rolls too."""
    assert list(chain.from_iterable(totals(parse("2d6"), 2, EnteredSource([1, 2, 3, 4])))) == [3, 7]


@pytest.mark.parametrize("totals_", [[7, 10, 9], [255, 0, 99, 100, 9, 10], list(range(256)), [5]])
def test_totals_that_are_bytes_are_written_as_numbers(totals_: list[int]) -> None:
    """A line each, without spaces or zeros before them."""
    assert total_lines(bytes(totals_)) == total_lines(totals_) == "".join([f"{total}\n" for total in totals_])
