"""Exact odds, against rolling every outcome there is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.branching import Branching
from combatcli.dice.distribution import Distribution, Endless
from combatcli.dice.notation import parse
from combatcli.dice.odds import odds
from combatcli.dice.rolling import roll
from combatcli.dice.sources import EnteredSource
from combatcli.errors import DiceError, RefusedError


def brute(text: str) -> Distribution[int]:
    """Return the odds by rolling the expression along every path of single dice."""
    tree = parse(text).tree
    source = Branching()
    return source.every(lambda: roll(tree, source).total)


EXPRESSIONS = [
    "7",
    "3d6",
    "0d6",
    "1d1",
    "3d6+2",
    "2d4-1d6",
    "-2d4",
    "10-1d4",
    "4dF",
    "3d{1,1,2,-3}",
    "2d{5,5}",
    "2d{0,1000000}",
    "2d{0,1,1000000}",
    "3d{0,1,1000000}+1d4",
    "5d{0,7,1000000}",
    "4d6kh3",
    "4d6kl2",
    "4d6dl1",
    "4d6dh1",
    "4d6dl1dh1",
    "5d4dl2dh1",
    "3d6kh5",
    "3d6dl5",
    "0d6kh1",
    "4d{1,1,2,9}kh2",
    "3d6min2",
    "3d6max4",
    "3d6min4max2",
    "4d6min2kh2",
    "5d6>=5",
    "5d6>5",
    "5d6<=2",
    "5d6<2",
    "5d6=2",
    "4d6>=5f1",
    "4d6kh3>=5f<=2",
    "4d6kl3>=3",
    "2d6ro1",
    "3d6ro<=2",
    "1d6ro<=6",
    "2d6!o",
    "3d4!o>=3",
    "2d4!o1",
    "3d4!okh2",
    "3d4!okl2",
    "3d4!o>=3kh2",
    "3d{1,2,2}!okh2",
    "2d6ro1!o",
    "2d6!o6>=5f1",
    "2d6!>=7",
    "2d4+3d6-1d8+1",
    "2*1d6",
    "1d6*1d4",
    "3d6/2",
    "3d6//4",
    "-1d6/4",
    "2d6%5",
    "1d20/1d6",
    "ceil(1d6/2)",
    "floor(2d6/4)+1",
    "ceil(1d6/2+1d4/3)",
    "ceil(max(1d6/2,1d4))",
    "floor(min(1d6/2,1d4/3,2))",
    "ceil(abs(1d4-1d6)/2)",
    "ceil(-(1d6/4))",
    "ceil(1d6//2/2)",
    "ceil(3d4)",
    "abs(1d4-1d6)",
    "abs(1d4)",
    "min(1d6,1d8)",
    "max(1d6,1d8,3)",
    "max(1d6+1,2d4)-min(1d4,2)",
    "(1d4)d4",
    "(1d4-1)d4kh1",
    "2d(1d4)",
    "(1d2)d(1d3)",
    "(1d3)d4>=3",
    "{2d6,1d8}kh1",
    "{2d6,1d8}kl1",
    "{2d6,1d8,1d4}kh2",
    "{2d6,1d8,1d4}kl2",
    "{2d4,1d8,1d4,3}dl1dh1",
    "{1d6,1d6,1d6}kh2",
    "{1d6,1d6,1d6,1d6}dl1dh1",
    "{1d6,1d8}dl2",
    "{2d6,1d8}",
    "{2d6,1d8}>=6",
    "{2d6,1d8,1d6}>=6f<3",
    "{2d6,1d8,1d6}kh2>=6",
    "{1d6,1d6,1d6}kl1>=3",
    "{3}",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_odds_are_those_of_every_outcome(text: str) -> None:
    """The fast way and rolling each outcome agree, and outcomes ascend."""
    found = odds(parse(text))
    assert found == brute(text)
    assert list(found) == sorted(found)
    assert found.total == sum(found.values())


def test_the_oracle_itself() -> None:
    """Rolling along every path is what a plain product of faces gives."""
    sums: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=4):
        total = sum(sorted(faces)[1:])
        sums[total] = sums.get(total, 0) + 1
    assert brute("4d6kh3").counts == sums


@given(
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from(["", "min2", "max3", "ro1", "ro>2"]),
    st.sampled_from(["", "kh1", "kl2", "dl1", "dh2", "dl1dh1"]),
    st.sampled_from(["", ">=2", "<2", "=3f1", ">1f>3"]),
)
def test_odds_of_any_small_pool(count: int, sides: int, roll_kind: str, keep: str, success: str) -> None:
    """Modifiers of all kinds together have the odds of every outcome."""
    text = f"{count}d{sides}{roll_kind}{keep}{success}"
    assert odds(parse(text)) == brute(text)


@st.composite
def arithmetic(draw: st.DrawFn, depth: int = 2) -> str:
    """Return a small expression with few outcomes."""
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["1d3", "2d2", "1d4", "2", "3", "1dF", "2d3kh1"]))
    left, right = draw(arithmetic(depth - 1)), draw(arithmetic(depth - 1))
    form = draw(
        st.sampled_from(
            ["({}+{})", "({}-{})", "({}*{})", "min({},{})", "max({},{})", "{{{},{}}}kh1", "ceil({}/{})", "({}//{})"]
        )
    )
    return form.format(left, right)


@settings(deadline=None, derandomize=True)
@given(arithmetic())
def test_odds_of_any_small_expression(text: str) -> None:
    """Arithmetic, functions and groups have the odds of every outcome, and fail where a roll may fail."""
    try:
        expected = brute(text)
    except DiceError:
        with pytest.raises(DiceError):
            odds(parse(text))
        return
    assert odds(parse(text)) == expected


@pytest.mark.parametrize(
    "text", ["50d6", "100d6", "40d{1,3,8}", "30d10!o", "200d{1,1,2,3}", "300d4", "60d7", "400d{1,1,2,5}"]
)
def test_powers_agree_with_repeated_sums(text: str) -> None:
    """Large pools have the odds of two halves added together."""
    count, rest = text.split("d", 1)
    half = f"{int(count) // 2}d{rest}"
    assert odds(parse(text)) == odds(parse(f"{half}+{half}"))


def test_a_thousand_dice() -> None:
    """A thousand dice have symmetrical odds that add up, with the mean and deviation of their parts."""
    found = odds(parse("1000d6"))
    assert sum(found.values()) == found.total == 6**1000
    assert found[1000] == 1
    assert found[1001] == 1000
    assert found[3000] == found[4000]
    assert found.mean_fraction == 3500
    assert found.mean == pytest.approx(3500)
    assert found.variance_fraction == Fraction(35000, 12)


def test_long_sums() -> None:
    """Hundreds of terms are added up."""
    assert odds(parse("+".join(["1d2"] * 300))) == odds(parse("300d2"))


@pytest.mark.parametrize(
    ("text", "outcome", "chance"),
    [
        ("3d6", 10, Fraction(27, 216)),
        ("4d6kh3", 18, Fraction(21, 1296)),
        ("2d20kh1", 20, Fraction(39, 400)),
        ("2d10", 20, Fraction(1, 100)),
        ("4dF", 0, Fraction(19, 81)),
    ],
)
def test_published_odds(text: str, outcome: int, chance: Fraction) -> None:
    """Odds that every table of dice lists."""
    assert odds(parse(text)).fraction(outcome) == chance


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6x3d6", "odds are of one roll, and this one is repeated 6 times"),
        ("1d6/0", "division by zero"),
        ("1d6//(1d2-1)", "division by zero"),
        ("(1d6-3)d6", "cannot roll -2 dice"),
        ("2d(1d2-1)", "a die has 1 to 1,000,000 sides, not 0"),
    ],
)
def test_odds_are_refused_where_a_roll_would_be(text: str, message: str) -> None:
    """What may fail as it is rolled has no odds, and the error carries the expression."""
    with pytest.raises(DiceError) as caught:
        odds(parse(text))
    assert (caught.value.message, caught.value.text) == (message, text)


@pytest.mark.parametrize(
    "text",
    [
        "10000d1000",
        "10000d1000000",
        "1000d6+1000d8",
        "9000d6*9000d6",
        "1000d10kh500",
        "1000d10dl400dh400",
        "50d1000000kh2",
        "100d20!okh2",
        "6d100000*6d100000",
        "{" + ",".join(f"1d{sides}" for sides in range(20, 40)) + "}kh10",
        "ceil(1000d6/2d1000)",
        "40d{1,2,500000,999999,77777777}",
    ],
)
def test_odds_beyond_reach_are_refused(text: str) -> None:
    """What would take too long, or too much room, is refused with a sentence."""
    with pytest.raises(DiceError, match=r"too (large|many)"):
        odds(parse(text))


def endless(text: str) -> Endless:
    """Return the odds of an expression that has no highest outcome."""
    found = odds(parse(text))
    assert isinstance(found, Endless)
    return found


def stopped(text: str, most: int) -> dict[int, Fraction]:
    """Return the chances of all totals reached with at most so many dice, by rolling each sequence of faces."""
    tree = parse(text).tree
    sides = int(text[text.index("d") + 1])
    chances: dict[int, Fraction] = {}
    for length in range(most + 1):
        for faces in product(range(1, sides + 1), repeat=length):
            source = EnteredSource(faces)
            try:
                total = roll(tree, source).total
                source.finish()
            except RefusedError:  # another number of dice is needed
                continue
            chances[total] = chances.get(total, Fraction(0)) + Fraction(1, sides**length)
    return chances


@pytest.mark.parametrize(
    ("text", "most", "below"),
    [
        ("1d4!", 6, 20),
        ("2d3!", 8, 15),
        ("1d4!>=3", 7, 15),
        ("1d4!1", 7, 7),
        ("1d4!p", 6, 15),
        ("2d3!p", 8, 12),
        ("1d4!!", 6, 20),
        ("2d3!!kh1", 8, 6),
        ("2d3!!min4", 8, 12),
        ("1d4!min2", 6, 20),
        ("1d3!pmin2", 8, 12),
        ("2d3!pmin2", 8, 10),
        ("1d4!4>=3f1", 6, 3),
        ("2d3!3>=2", 8, 4),
        ("2*1d3!+1", 8, 25),
        ("1d3!*2", 8, 25),
        ("1d3!//2", 8, 7),
        ("1d3!/2", 8, 7),
    ],
)
def test_endless_explosions_are_exact_below_any_threshold(text: str, most: int, below: int) -> None:
    """Each outcome that few dice lead to has the chance that rolling them all gives."""
    found = endless(text)
    chances = stopped(text, most)
    for outcome in range(found.lowest, below):
        assert found.fraction(outcome) == chances.get(outcome, 0), outcome
    reached = sum([chance for outcome, chance in chances.items() if outcome < below], Fraction(0))
    assert found.at_least(below) == 1 - reached
    assert found.at_most(below - 1) == reached


def tails(text: str, most: int) -> list[Fraction]:
    """Return the chances of each threshold up to ``most``."""
    return [odds(parse(text)).at_least(threshold) for threshold in range(most + 1)]


def test_endless_parts_of_larger_expressions() -> None:
    """Sums, extremes, groups and computed pools of endless dice follow from the thresholds of their parts."""
    six, eight, two = tails("1d6!", 60), tails("1d8!", 60), tails("1d2", 60)
    both = [1 - (1 - a) * (1 - b) for a, b in zip(six, eight, strict=True)]
    each = [a * b for a, b in zip(six, eight, strict=True)]
    assert tails("max(1d6!,1d8!)", 60) == tails("{1d6!,1d8!}kh1", 60) == both
    assert tails("min(1d6!,1d8!)", 60) == tails("{1d6!,1d8!}kl1", 60) == each
    assert tails("{1d6!,1d2}kl1", 60) == tails("min(1d6!,1d2)", 60) == [a * b for a, b in zip(six, two, strict=True)]
    assert tails("1d6!+1d2", 60)[3:] == [(six[n - 1] + six[n - 2]) / 2 for n in range(3, 61)]
    assert tails("(1d2)d6!", 60) == [(a + b) / 2 for a, b in zip(six, tails("2d6!", 60), strict=True)]
    assert tails("1d(2*1d2)!", 40) == [(a + b) / 2 for a, b in zip(tails("1d2!", 40), tails("1d4!", 40), strict=True)]
    assert tails("1d6!!kh1", 60) == tails("abs(1d6!)", 60) == tails("floor(1d6!)", 60) == six
    assert tails("1d6!!min1", 60) == six
    assert tails("2d6!!kl1", 40) == [a * a for a in six[:41]]
    assert tails("{1d6!,1d6!}", 60) == tails("1d6!+1d6!", 60) == tails("2d6!", 60)
    assert tails("{1d6!,1d6!,-5}dl1", 60) == tails("2d6!", 60)
    assert tails("{1d6!,1d6!}>=7", 3) == tails("2d6>=6", 3)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1d6!!max6", "1d6"),
        ("5d6!!6>=7", "5d6>=6"),
        ("5d6!!6>=7max9f6", "5d6>=6"),
        ("2d6!o>=7", "2d6"),
        ("0d6!", "0"),
        ("0d6!!kh1", "0"),
        ("2d6!!dl2", "0"),
        ("{1d6!}dl1", "0"),
        ("3d6!kl1", "3d5kl1"),
        ("2d6!1>=2", "2d5>=1"),
        ("min(1d6!,1d4)", "min(1d6,1d4)"),
    ],
)
def test_explosions_that_come_to_an_end(text: str, same: str) -> None:
    """Where an explosion cannot matter, the odds are those of dice without it."""
    assert odds(parse(text)) == odds(parse(same))


@pytest.mark.parametrize(("text", "most"), [("2d3!kh1", 7), ("2d3!kh2", 7), ("2d3!kh3", 9), ("3d2!kh2", 12)])
def test_the_highest_of_dice_that_explode(text: str, most: int) -> None:
    """Rolling with ever more dice comes as near to the exact odds as the rolls left out allow."""
    found, chances = odds(parse(text)), stopped(text, most)
    left = 1 - sum(chances.values())
    assert 0 < left < Fraction(1, 20)
    for outcome in found:
        assert 0 <= found.fraction(outcome) - chances.get(outcome, 0) <= left


@pytest.mark.parametrize(
    ("text", "mean", "variance"),
    [
        ("1d6!", Fraction(21, 5), Fraction(266, 25)),
        ("3d6!", Fraction(63, 5), Fraction(798, 25)),
        ("1d2!", Fraction(3), Fraction(8)),
        ("1d6!+2", Fraction(31, 5), Fraction(266, 25)),
        ("2*1d6!", Fraction(42, 5), 4 * Fraction(266, 25)),
        ("1d6!p", Fraction(4), Fraction(8)),
    ],
)
def test_moments_of_endless_dice(text: str, mean: Fraction, variance: Fraction) -> None:
    """Mean and variance are exact, and the outcomes listed come very near to them."""
    found = endless(text)
    listed = Distribution(found.counts)
    assert found.mean_fraction == mean
    assert found.mean == pytest.approx(float(mean))
    assert found.deviation**2 == pytest.approx(listed.deviation**2, rel=1e-4)
    assert found.variance_fraction == pytest.approx(float(variance))


@pytest.mark.parametrize("text", ["(1d2)d6!", "1d6!!min4", "2d6!!min4", "1d4!pmin2", "5d10!10>=8", "1d6!!+3d6!p"])
def test_exact_moments_are_those_of_the_outcomes(text: str) -> None:
    """Mean and deviation in closed form are what the outcomes listed come to, but for their tail."""
    found = endless(text)
    listed = found.clipped(found.lowest + 300)
    assert found.mean_fraction == pytest.approx(listed.mean_fraction)
    assert found.deviation == pytest.approx(listed.deviation)


def test_moments_without_a_closed_form() -> None:
    """Where no closed form is known, the exact mean is refused and the mean is near."""
    found = endless("max(1d6!,1d8!)")
    with pytest.raises(DiceError, match="the exact mean"):
        _ = found.mean_fraction
    near = found.clipped(400)
    assert found.mean == pytest.approx(near.mean)
    assert found.deviation == pytest.approx(near.deviation)


def test_listed_outcomes_end_where_hardly_anything_is_left() -> None:
    """The mapping is cut off at less than one way in a billion, and tells how much that is."""
    found = endless("3d6!")
    assert 0 < found.tail * 10**9 < found.total
    assert sum(found.values()) + found.tail == found.total
    assert found.at_least(max(found) + 1) == Fraction(found.tail, found.total)
    assert (max(found) + 1) not in found
    assert found.text(5) == odds(parse("3d6!")).clipped(9).text(5)
    assert found.clipped(2).counts == {2: 1}
    assert found == odds(parse("3d6!"))
    assert found != odds(parse("3d6"))
    assert hash(found) == hash(odds(parse("3d6!")))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1d20-1d6!", "a difference"),
        ("1d6!*1d6", "this product"),
        ("1d6*1d6!", "this product"),
        ("1d6!%5", "this product"),
        ("7/1d6!", "this product"),
        ("(1d6!)d6", "a number of dice"),
        ("4d6!>=5kh3", "keeping among dice"),
        ("4d6!dl1", "keeping among dice"),
        ("4d6!pkh1", "keeping among dice"),
        ("1d{-1,2}!<0", "a total that explosions make smaller"),
        ("ceil(1d6!/2)", "a function"),
        ("abs(1d6!-3)", "a function"),
    ],
)
def test_what_endless_dice_have_no_exact_odds_for(text: str, what: str) -> None:
    """Where no threshold can be exact, the odds are refused with a sentence that says so."""
    with pytest.raises(DiceError, match=what) as caught:
        odds(parse(text))
    assert caught.value.hint == "Write !o for one explosion at most."


def test_endless_outcomes_are_not_mapped() -> None:
    """A function over outcomes without end is refused."""
    with pytest.raises(DiceError):
        endless("1d6!").map(abs)
    with pytest.raises(DiceError):
        endless("1d6!").chance(bool)


@pytest.mark.parametrize(
    "text", ["1d100!>=2", "1000d6!", "2000d6!!min4", "+".join(["1d6!"] * 30), "20d6!!min4kh3+9000d6!"]
)
def test_endless_odds_beyond_reach_are_refused(text: str) -> None:
    """Explosions that take too long are refused with a sentence."""
    with pytest.raises(DiceError, match="too large"):
        odds(parse(text))
