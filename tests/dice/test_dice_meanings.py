"""What is read is what was meant, and what an error offers instead is one of the ways to mean it.

The reference throws all dice of a question in turn and asks Python; it shares no line with what it tests.
"""

from __future__ import annotations

import operator
import re
from itertools import product
from typing import TYPE_CHECKING

import pytest
from dice_expressions import Throw, Value, chances, every, hint_of
from dice_oracle import Pool, rolled
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Run

HOLDS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


def hits(dice: Throw, low: int) -> int:
    return sum(die >= low for die in dice)


OFFERS: dict[str, tuple[int, str, list[int], list[tuple[str, Value]]]] = {
    "5d4>=2*2": (
        *(7, "Write {} to go on with the count, {} to count by 2*2, {} for the total.", [4] * 5),
        [
            ("(5d4>=2)*2", lambda t: 2 * hits(t, 2)),
            ("(5d4>=(2*2))", lambda t: hits(t, 4)),
            ("(5d4) >= 2*2", lambda t: sum(t) >= 4),
        ],
    ),
    "3d10>=7+1d6": (
        *(8, "Write {} to go on with the count, {} for the total.", [10] * 3 + [6]),
        [
            ("(3d10>=7)+1d6", lambda t: hits(t[:3], 7) + t[3]),
            ("(3d10) >= 7+1d6", lambda t: sum(t[:3]) >= 7 + t[3]),
        ],
    ),
    "2d10 < 1d6+3": (
        *(1, "Write {} for the total, {} for the count.", [10, 10, 6]),
        [
            ("(2d10) < 1d6+3", lambda t: sum(t[:2]) < t[2] + 3),
            ("{2d10} < 1d6+3", lambda t: sum(each < t[2] + 3 for each in t[:2])),
        ],
    ),
    "1d6!o6>=8": (
        *(7, "Write {} for the total; a count is {}.", [6, 6]),
        [
            ("(1d6!o6) >= 8", lambda t: t[0] + t[1] * (t[0] == 6) >= 8),
            ("1d6!o6>=6", lambda t: (t[0] == 6) + (t == (6, 6))),
        ],
    ),
    "2dFmin1<3": (8, "Write {} for the total.", [3, 3], [("(2dFmin1) < 3", lambda _: True)]),
    "if(1d20+1d4>=15,2,0)": (
        *(12, "Write {} for the total, {} for the count.", [20, 4]),
        [("if((1d20+1d4) >=15,2,0)", lambda t: 2 * (sum(t) >= 15)), ("if(1d20+(1d4>=15),2,0)", lambda _: 2)],
    ),
    "a = 1d6; {a-2d4 ge 4, 1}": (
        *(17, "Write {} for the total, {} for the count.", [6, 4, 4]),
        [
            ("a = 1d6; {(a-2d4) ge 4, 1}", lambda t: 1 + (t[0] - sum(t[1:]) >= 4)),
            ("a = 1d6; {a-(2d4 ge 4), 1}", lambda t: 1 + t[0] - hits(t[1:], 4)),
        ],
    ),
    "1d20--2*1d4>=3f1": (
        *(12, "Write {} for the total, {} for the count.", [20, 4]),
        [
            ("(1d20--2*1d4) >=3", lambda t: t[0] + 2 * t[1] >= 3),
            ("1d20--2*(1d4>=3f1)", lambda t: t[0] + 2 * ((t[1] >= 3) - (t[1] == 1))),
        ],
    ),
    "2+3d6>=4+1d2": (
        *(9, "Write {} to go on with the count, {} for the total.", [6, 6, 6, 2]),
        [
            ("2+(3d6>=4)+1d2", lambda t: 2 + hits(t[:3], 4) + t[3]),
            ("(2+3d6) >= 4+1d2", lambda t: 2 + sum(t[:3]) >= 4 + t[3]),
        ],
    ),
    "5-3d6>=4-1": (
        *(9, "Write {} to go on with the count, {} to count by 4-1, {} for the total.", [6] * 3),
        [
            ("5-(3d6>=4)-1", lambda t: 4 - hits(t, 4)),
            ("5-(3d6>=(4-1))", lambda t: 5 - hits(t, 3)),
            ("(5-3d6) >= 4-1", lambda t: 5 - sum(t) >= 3),
        ],
    ),
    "(3d6)x10": (6, "Write * to multiply: {}.", [6] * 3, [("(3d6)*10", lambda t: 10 * sum(t))]),
}


@pytest.mark.parametrize("text", OFFERS)
def test_what_an_error_offers_has_the_odds_of_what_it_says(text: str) -> None:
    column, hint, dice, meanings = OFFERS[text]
    with pytest.raises(DiceError) as refused:
        parse(text)
    assert (refused.value.column, refused.value.hint) == (column, hint.format(*[way for way, _ in meanings]))
    for way, value in meanings:
        assert chances(way) == every(dice, value)


OFFERED = re.compile(r"Write (.+?) for the total(?:, (.+) for the count|; a count is (.+))?\.")
AROUND: dict[str, Callable[[int], int]] = {
    "{}": int,
    "2*({})": lambda value: 2 * value,
    "abs({})": abs,
}
POOLS: dict[str, Callable[[Throw, int], tuple[int, list[int], int]]] = {
    "{0}d{1}": lambda t, _: (sum(t), [*t], 0),
    "{2}+{0}d{1}": lambda t, more: (more + sum(t), [*t], more),
    "p={{{0}d{1}}}; p": lambda t, _: (sum(t), [*t], 0),
    "p={{{0}d{1}}}; {2}+p": lambda t, more: (more + sum(t), [*t], more),
    "p={0}d{1}; p": lambda t, _: (sum(t), [*t], 0),
    "{{{0}d{1}+{2}}}": lambda t, more: (sum(t) + more, [die + more for die in t], 0),
    "{{1d{1},{2},{0}d{1}}}": lambda t, more: (sum(t) + more, [t[0], more, sum(t[1:])], 0),
    "p={{1d{1},{0}d{1}}}; p": lambda t, _: (sum(t), [t[0], sum(t[1:])], 0),
}
"""Forms of a pool, and of a throw its total, the dice or members that may be counted, and what is added to a count."""


@given(
    st.sampled_from(sorted(POOLS)),
    st.tuples(st.integers(2, 3), st.integers(2, 6), st.integers(1, 3)),
    st.sampled_from(sorted(HOLDS)),
    st.integers(0, 20),
    st.sampled_from(sorted(AROUND)),
    st.integers(0, 1),
)
def test_a_comparison_is_a_count_or_a_total_or_is_refused_with_ways_to_write_both(
    form: str, numbers: tuple[int, int, int], sign: str, number: int, around: str, turned: int
) -> None:
    count, sides, more = numbers
    meets, (names, semicolon, pool) = HOLDS[sign], form.format(*numbers).rpartition("; ")
    dice, read, value = [sides] * (count + ("1d" in form)), POOLS[form], AROUND[around]
    sums = every(dice, lambda t: value(meets(read(t, more)[0], number)))
    counts = every(dice, lambda t: value(sum(meets(each, number) for each in read(t, more)[1]) + read(t, more)[2]))
    reverse = sign.translate(str.maketrans("<>", "><"))
    text = f"{names}{semicolon}{around.format(f'{number} {reverse} {pool}' if turned else f'{pool}{sign}{number}')}"
    hint = hint_of(text)
    if not hint:
        assert chances(text) in (sums, counts)
    if not hint or turned:
        assert not hint or hint == "A total is compared as in (3d6) >= 10, and dice are counted as in {3d6} >= 5."
        return
    offered = OFFERED.fullmatch(hint)
    assert offered, hint
    total, counted, telling = offered.groups()
    assert chances(total) == sums
    assert not counted or chances(counted) == counts
    assert not telling or len(chances(telling)) > 1


@given(st.integers(2, 3), st.integers(1, 6), st.integers(-3, 4).filter(bool), st.sampled_from(sorted(HOLDS)))
def test_a_sum_after_a_count_is_refused_with_ways_that_keep_its_meanings(
    count: int, low: int, more: int, sign: str
) -> None:
    meets = HOLDS[sign]
    ways: dict[str, Value] = {
        f"({count}d6{sign}{low}){more:+} to": lambda t: sum(meets(each, low) for each in t) + more,
        f"({count}d6{sign}({low}{more:+})) to": lambda t: sum(meets(each, low + more) for each in t),
        f"({count}d6) {sign} {low}{more:+} for": lambda t: int(meets(sum(t), low + more)),
    }
    with pytest.raises(DiceError, match="a sum after a count") as refused:
        parse(f"{count}d6{sign}{low}{more:+}")
    offered = [way for way in ways if way in refused.value.hint]
    assert len(offered) == 1 + refused.value.hint.count(", ")
    for way in offered:
        assert chances(way.rsplit(" ", 1)[0]) == every([6] * count, ways[way])


@pytest.mark.parametrize(
    "text",
    [
        "1d20+2*(1d4>=3)",
        "8d10>=7+{3d6}>=5",
        "8d10>=7 - 8d10<=1",
        "8d10>=7-2d6=6+1d4>=3",
        "-8d10>=7+8d10>=3",
        "2*8d10>=7-8d10<=1",
        "5+(1d20>=15)",
        "max(3d6, 4) + min(1d6) + max({1d8}) + max({3d6}kh1)",
        "{1d6,2d8}>=9",
        "p={3x2d6}; p>=13",
        "p={2d6,1d8}kh1; p>=7",
        *("5d20>=15f3", "3d6!p min1", "2d6!!max6", "0d6kh1", "4d6!kh5", "3d6kh3", "2d6!o r6", "(1d4)d6kh3"),
        *("1d20kh1", "(1)d6ms", "2d6dl2", "2d6+1d8!kh1", "2d6+(1)d8kh1"),
    ],
)
def test_what_is_clear_and_does_something_stays(text: str) -> None:
    assert parse(text).text == text


@pytest.mark.parametrize("kind", ["reroll", "once", "on", "low", "high"])
@pytest.mark.parametrize(("count", "sides"), [(1, 4), (2, 3)])
def test_a_modifier_is_refused_where_it_changes_no_odds_and_what_is_offered_changes_them(
    kind: str, count: int, sides: int
) -> None:
    plain = rolled("", lambda _: count, lambda _: range(1, sides + 1), Pool()).chances()
    for sign, number in product(HOLDS, range(sides + 3)):
        if kind == "reroll" and all(HOLDS[sign](face, number) for face in range(1, sides + 1)):
            continue
        asked = number if kind in ("low", "high") else (sign, number)
        pool = Pool(explode="!o" if kind == "on" else "", **{kind: asked})  # type: ignore[arg-type]
        changed = rolled(f"{count}d{sides}", lambda _: count, lambda _: range(1, sides + 1), pool)
        try:
            assert chances(changed.text) == changed.chances() != plain
        except DiceError as error:
            assert changed.chances() == plain
            for way in re.findall(r"Write ((?:r|ro|!o|min|max)[<>=]*\d+)", error.hint):
                assert chances(f"{count}d{sides}{way}") != plain


@pytest.mark.parametrize("text", ["6x4d6", "2d6x", "1d6x>=5", "3d6*10", "5d10!!k3", "2d66"])
def test_what_is_seldom_meant_otherwise_draws_no_note(text: str) -> None:
    assert parse(text).notes == ()


def test_a_table_that_is_named_d66_draws_no_note(run: Run, tmp_path: object) -> None:
    (tmp_path / "rolls.toml").write_text(  # type: ignore[operator]
        'ruleset = "realm"\n[tables.d66]\nroll = "1d6*10+1d6"\n"11-66" = "a rat"\n'
    )
    done = run("roll", "@d66", "-f", str(tmp_path / "rolls.toml"))  # type: ignore[operator]
    assert (done.out, done.err) == ("a rat\n", "")


@pytest.mark.parametrize(
    "text",
    [
        *("2d6rc3", "d20a+5", "4fate", "3d6 v12", "(3d6) x10", "1d4x100 gp", "1d20 + 5 for atk, 1d6 dmg"),
        *("3d6 2d6", "1d6 mod 2", "2d6 and", "4d6 drop 1", "1d20 adv", "5d10 t7", "(3d6) r<10"),
    ],
)
def test_no_hint_makes_a_label_of_what_looks_like_a_part_of_the_roll(text: str) -> None:
    with pytest.raises(DiceError) as refused:
        parse(text)
    assert "A label follows #: " + text.split(maxsplit=1)[0] not in refused.value.hint


def test_rolls_among_which_something_holds(run: Run) -> None:
    totals = run("roll", "s = 3d6; s", "--given", "s >= 10", "-t", "300", "--seed", "a").out.split()
    assert min(map(int, totals)) >= 10
    assert len(totals) == 300
    shown = run("roll", "s = 2d6; s", "--given", "s >= 10", "--dice", "1,2,3,4,6,5", "-v").out
    assert shown == "s = 2d6; s: s: ([6, 5] = 11); 11 = 11\n"
    labeled = run("roll", "s=1d6; s[fire]+1d8[cold]", "--given", "s>=5", "--dice", "4,1,5,2", "-v").out
    assert labeled.endswith("s: ([5] = 5); 5 + [2] = 7: fire 5, cold 2\n")
    never = run("roll", "s = 1d6; s", "--given", "s > 6", "--seed", "a")
    assert "s > 6 held in none of 10,000 rolls" in never.err
    assert "--given has no name" in run("roll", "3d6", "--given", "s > 6").err


def test_odds_read_expressions_from_standard_input(run: Run) -> None:
    assert run("odds", "--mean", stdin="3d6\n# a comment\n2d6\n").out == "10.5\n7.0\n"
    assert run("odds", "1d20", "--exactly", "20,1", "--plain").out == "0.1\n"
