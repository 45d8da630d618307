"""What is read is what was meant, and what an error offers instead is one of the ways to mean it.

The reference throws all dice of a question in turn and asks Python; it shares no line with what it tests.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from dice_expressions import chances, every
from hypothesis import assume, given
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from dice_expressions import Value

    from support import Run

NUMBERS = st.integers(1, 6)


def offered(text: str) -> list[str]:
    """Return what the error of an expression offers instead: the expressions in its hint."""
    with pytest.raises(DiceError) as refused:
        parse(text)
    hint = re.sub(r"^Write (\* to multiply: )?|\.$", "", refused.value.hint)
    return [re.split(r" (?:for the|to|where)\b", part)[0] for part in re.split(r", |; a count is ", hint)]


@given(st.integers(2, 3), NUMBERS, st.integers(-3, 4), st.sampled_from([">=", "<=", ">", "<", "="]))
def test_a_sum_after_a_count_is_refused_with_ways_that_keep_its_meanings(
    count: int, low: int, more: int, sign: str
) -> None:
    holds: dict[str, Callable[[int, int], bool]] = {
        ">=": int.__ge__,
        "<=": int.__le__,
        ">": int.__gt__,
        "<": int.__lt__,
        "=": int.__eq__,
    }
    assume(more)
    text, meets = f"{count}d6{sign}{low}{more:+}", holds[sign]
    ways = {
        f"({count}d6{sign}{low}){more:+}": lambda t: sum(meets(each, low) for each in t) + more,
        f"{count}d6{sign}{low + more}": lambda t: sum(meets(each, low + more) for each in t),
        f"({count}d6) {sign} {low + more}": lambda t: meets(sum(t), low + more),
    }
    found = offered(text)
    assert 1 <= len(found) <= 2
    for way in found:
        assert chances(way) == every([6] * count, ways[way])


@pytest.mark.parametrize(
    ("text", "sides", "values"),
    [
        ("5d4>=2*2", [4] * 5, [lambda t: 2 * sum(e >= 2 for e in t), lambda t: sum(e >= 4 for e in t)]),
        (
            "3d10>=7+1d6",
            [10] * 3 + [6],
            [lambda t: sum(e >= 7 for e in t[:3]) + t[3], lambda t: sum(e >= 7 + t[3] for e in t[:3])],
        ),
        ("2d10 < 1d6+3", [10, 10, 6], [lambda t: sum(t[:2]) < t[2] + 3, lambda t: sum(e < t[2] + 3 for e in t[:2])]),
        ("5 <= 2d6", [6, 6], [lambda t: sum(t) >= 5, lambda t: sum(e >= 5 for e in t)]),
        ("2d6>=9", [6, 6], [lambda t: sum(t) >= 9, lambda t: t.count(6)]),
        ("1d20+1d4>=15", [20, 4], [lambda t: sum(t) >= 15, lambda t: t[0] + (t[1] >= 15)]),
        ("max(3d6)", [6] * 3, [max, sum]),
        ("2d6ms>7", [6, 6], [lambda t: sum(t) > 7, lambda t: sum(t) - 7]),
        ("3d6x10", [6] * 3, [lambda t: 10 * sum(t)]),
        ("(3d6)x10", [6] * 3, [lambda t: 10 * sum(t)]),
        ("{2d6}x100", [6] * 2, [lambda t: 100 * sum(t)]),
        ("2(1d6+3)", [6], [lambda t: 2 * (t[0] + 3)]),
        ("2d4kh3", [4] * 3, [lambda t: sum(t) - min(t)]),
    ],
)
def test_what_an_error_offers_has_the_odds_of_what_it_says(text: str, sides: list[int], values: list[Value]) -> None:
    assert [chances(way) for way in offered(text)] == [every(sides, value) for value in values]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("3d6!>=16", "no d6 shows 16 or more, so none explodes", "Write !>=6; of the total it is a = 3d6; if(a >= 16"),
        ("3d6!7", "no d6 shows 7, so none explodes", "Write !6."),
        ("3d6r7", "no d6 shows 7, so none is rerolled", "Write r6"),
        ("3d6ro>6", "no d6 shows more than 6, so none is rerolled", "Write ro>=6"),
        ("1d20r21", "no d20 shows 21, so none is rerolled", "Write r20"),
        ("3d6kh5", "kh5 keeps more than the 3 dice of 3d6kh5", "Write 5d6kh3."),
        ("{1d6,1d8}dl3", "dl3 drops more than the 2 dice of {1d6,1d8}dl3", "Write dl2 or less."),
        ("p={3d6}; p kl4", "kl4 keeps more than the 3 dice of p kl4", "Write kl3 or less."),
        ("3d6min1", "every d6 shows 1 or more, so min1 changes nothing", "Write min2 or more."),
        ("3d6max6", "every d6 shows 6 or less, so max6 changes nothing", "Write max5 or less."),
        ("5d10>=8f11", "no d10 shows 11, so none fails", "Write f10"),
        ("1d6!6>=8", "no d6 shows 8 or more", "Write (1d6!6) >= 8 for the total"),
        ("2d6x1000", "x1000 explodes on a face, and no d6 shows 1000", "Write * to multiply: 2d6*1000."),
        ("1d6x2d6", "how often dice are rolled is a number", "Write (1d6*2)d6 for the sum"),
    ],
)
def test_a_modifier_that_can_do_nothing_is_refused_with_what_was_meant(text: str, message: str, hint: str) -> None:
    with pytest.raises(DiceError) as refused:
        parse(text)
    assert refused.value.message.startswith(message)
    assert refused.value.hint.startswith(hint)


@pytest.mark.parametrize("text", ["3d6!p min1", "2d6!!max6", "0d6kh1", "4d6!kh5", "3d6kh3", "2d6!o r6", "(1d4)d6kh3"])
def test_a_modifier_that_may_do_something_stays(text: str) -> None:
    assert parse(text).text == text


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("1d10x10", "1d10x10: x10 explodes on 10. 1d10*10 multiplies, 10x1d10 rolls so often."),
        ("3d6 x 5", "3d6 x 5: x 5 explodes on 5. 3d6*5 multiplies, 5x3d6 rolls so often."),
        ("4d6k3 x6", "4d6k3 x6: x6 explodes on 6. 4d6k3*6 multiplies, 6x4d6k3 rolls so often."),
        ("5d10!k3", "With ! each added die is kept or dropped by itself; !! adds it to the die that exploded."),
        ("2*d66", "d66 is one die of 66 sides; two dice read as tens and ones are 1d6*10+1d6."),
    ],
)
def test_a_note_says_how_it_was_read(run: Run, text: str, note: str) -> None:
    assert note in parse(text).notes
    done = run("roll", text, text, "--seed", "a")
    assert done.err.count(note) == 1
    assert note in run("odds", text, "--mean").err
    assert not run("roll", "-q", text).err


@pytest.mark.parametrize("text", ["6x4d6", "2d6x", "2d6x>=5", "3d6*10", "5d10!!k3", "2d66"])
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
