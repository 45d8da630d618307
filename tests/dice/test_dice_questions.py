"""What people ask: each answer, and those in the page about dice, as going through all the dice says."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dice_expressions import Chances, Throw, Value, chances, every
from hypothesis import assume, given
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from support import Run

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8").partition("\n## ")[0]
COMMANDS = re.findall(r"^\$ combatcli (odds .*)$", PAGE, re.MULTILINE)


def best(dice: Throw, number: int) -> int:
    return sum(sorted(dice)[-number:])


def sets(dice: Throw, least: int = 2) -> int:
    return sum(size >= least for size in Counter(dice).values())


def largest(dice: Throw) -> int:
    return max(Counter(dice).values())


def run(dice: Throw) -> int:
    shown = {*dice}
    return max(size for size in range(1, 9) for low in shown if {*range(low, low + size)} <= shown)


def hits(dice: Throw, low: int) -> int:
    return sum(die >= low for die in dice)


QUESTIONS: dict[str, tuple[Sequence[int | Sequence[int]], Value]] = {
    "1d20 >= 10+5": ([20], lambda t: t[0] >= 15),
    "2d20<=(9+4)": ([20, 20], lambda t: sum(die <= 13 for die in t)),
    "if(1d20+5 >= 15, 1d8+3, 0)": ([20, 8], lambda t: t[1] + 3 if t[0] >= 10 else 0),
    "4d6kh3": ([6] * 4, lambda t: best(t, 3)),
    "p={3d6}; h=p kh1; h+(p=h)-1": ([6] * 3, lambda t: max(t) + t.count(max(t)) - 1),
    "{1d10,1d10} < min(10,1d6+3)": ([10, 10, 6], lambda t: sum(die < min(10, t[2] + 3) for die in t[:2])),
    "p={4d10}; (p>=7)+(p=10)": ([10] * 4, lambda t: hits(t, 7) + t.count(10)),
    "4d10>=8f1": ([10] * 4, lambda t: hits(t, 8) - t.count(1)),
    "p={4d10}; if((p>=7)=0 and (p=1)>=1, -1, (p>=7))": (
        [10] * 4,
        lambda t: -1 if not hits(t, 7) and 1 in t else hits(t, 7),
    ),
    "p={4d6}; (p>=4)-(p=1)//2": ([6] * 4, lambda t: hits(t, 4) - t.count(1) // 2),
    "(4d6>=5) > (2d6>=5)": ([6] * 6, lambda t: hits(t[:4], 5) > hits(t[4:], 5)),
    "p={4d10}; (p>=6)+(p=10)//2*2": ([10] * 4, lambda t: hits(t, 6) + t.count(10) // 2 * 2),
    "2d6ro2ro3ro4ro5=6": ([6] * 4, lambda t: sum((t[i + 2] if 2 <= t[i] <= 5 else t[i]) == 6 for i in range(2))),
    "2d6ms >= 2": ([6, 6], lambda t: t[0] == t[1]),
    "p={5d6}; p mt >= 2 and p mt3 >= 1": ([6] * 5, lambda t: sets(t) >= 2 and sets(t, 3) >= 1),
    "5d6ms": ([6] * 5, largest),
    "4dF": ([range(-1, 2)] * 4, sum),
    "(2d10kl1-1)*10+1d10": ([10] * 3, lambda t: (min(t[:2]) - 1) * 10 + t[2]),
    "r=1d100; 67//10 - r//10": ([100], lambda t: 6 - t[0] // 10),
    "a=1d20; b=1d20; if(abs(a-10)<=abs(b-10),a,b)": (
        [20, 20],
        lambda t: t[0] if abs(t[0] - 10) <= abs(t[1] - 10) else t[1],
    ),
    "{1d8!o,1d6!o}kh1 >= 9": ([8, 8, 6, 6], lambda t: max(t[0] + t[1] * (t[0] == 8), t[2] + t[3] * (t[2] == 6)) >= 9),
    "p={3d6}; q=p kh1; if(q=6, q+1d6, q)": ([6] * 4, lambda t: 6 + t[3] if 6 in t[:3] else max(t[:3])),
    "if(1d20+2 >= 15, (4d6)/2, 4d6)": ([20, 6, 6, 6, 6], lambda t: sum(t[1:]) // 2 if t[0] >= 13 else sum(t[1:])),
    "(if(1d20>=19, 4, 2))d6": ([20, 6, 6, 6, 6], lambda t: sum(t[1:]) if t[0] >= 19 else sum(t[1:3])),
    "a={3d6}; b={2d6}; if((a=6)>(b=6), 6, if((a=5)>(b=5), 5, if((a=4)>(b=4), 4, 0)))": (
        [6] * 5,
        lambda t: next((face for face in (6, 5, 4) if t[:3].count(face) > t[3:].count(face)), 0),
    ),
    "2d{1..4:2}u ms": (
        [8, 7],
        lambda t: (
            1 + (t[0] // 2 - (t[0] % 2 == 0) == (t[1] + (t[1] >= t[0])) // 2 - ((t[1] + (t[1] >= t[0])) % 2 == 0))
        ),
    ),
    "p={4d6}; if((p=6)>=2, 7, p kh1)": ([6] * 4, lambda t: 7 if t.count(6) >= 2 else max(t)),
    "p={4d6}; p kh1 - p kl1": ([6] * 4, lambda t: max(t) - min(t)),
    "{{{4d6+1}kh3}}kl2>=5": ([6] * 4, lambda t: sum(x >= 4 for x in sorted(t)[1:3])),
    "p={{{4d6}kh3}}; p>=5": ([6] * 4, lambda t: sum(x >= 5 for x in sorted(t)[1:])),
    "p={4d6}; if(p ms >= 3, 18, p dl1)": ([6] * 4, lambda t: 18 if largest(t) >= 3 else sum(t) - min(t)),
    "p={4d6+1}; 10*(p>=5) + p kh2": ([6] * 4, lambda t: 10 * sum(x >= 4 for x in t) + sum(sorted(t)[2:]) + 1),
    "p={4d6kh3}; 100*(p=6) + p": ([6] * 4, lambda t: 100 * sorted(t)[1:].count(6) + sum(sorted(t)[1:])),
    "p={4d6}; m=p dl1; m>=5": ([6] * 4, lambda t: sum(t) - min(t) >= 5),
    "p={3d6}; {p+1d6}kh2 + p kl1": ([6] * 4, lambda t: sum(sorted(t)[2:]) + min(t[:3])),
    "p={3d6}; if((p=6)>=1, 1d6, p kl1)": ([6] * 4, lambda t: t[3] if 6 in t[:3] else min(t[:3])),
    "p={2d6}; q={2d6}; {p+q}ms + 10*(p=6)": ([6] * 4, lambda t: largest(t) + 10 * t[:2].count(6)),
    "a=1d6; p={3d6+a}; (p>=8) + 10*p": ([6] * 4, lambda t: sum(x + t[3] >= 8 for x in t[:3]) + 10 * sum(t)),
    "p={3d6-1d6}; (p>=3) + 10*p": ([6] * 4, lambda t: sum(x >= 3 for x in t[:3]) + 10 * (sum(t) - 2 * t[3])),
    "1d20 >= 10+1d6": ([20, 6], lambda t: t[0] >= 10 + t[1]),
    "5+1d20>=10+5": ([20], lambda t: 5 + t[0] >= 15),
    "p={2d20}; p kl1 < 2*3": ([20, 20], lambda t: min(t) < 6),
    "1d6>=4+1d8>=4": ([6, 8], lambda t: (t[0] >= 4) + (t[1] >= 4)),
    "8d2=2-2d4<=1": ([2] * 8 + [4] * 2, lambda t: t[:8].count(2) - t[8:].count(1)),
    "s=4; 2d6>=s": ([6, 6], lambda t: sum(each >= 4 for each in t)),
    "s=4; p={2d6}; p>s-1": ([6, 6], lambda t: sum(each > 3 for each in t)),
    "a={3d6}; b={2d6}; x=a kh1; y=b kh1; (a>=y)-(b>=x)": (
        [6] * 5,
        lambda t: sum(each >= max(t[3:]) for each in t[:3]) - sum(each >= max(t[:3]) for each in t[3:]),
    ),
    "a={3d6}; b={2d6}; a>=b kh1": ([6] * 5, lambda t: sum(each >= max(t[3:]) for each in t[:3])),
    "a=min(10,1d6+3); {2d10}<a": ([6, 10, 10], lambda t: sum(each < min(10, t[0] + 3) for each in t[1:])),
    "2d10<min(10,1d6+3)": ([10, 10, 6], lambda t: sum(each < min(10, t[2] + 3) for each in t[:2])),
    "{2d10+1} < (1d6+3)": ([10, 10, 6], lambda t: sum(each + 1 < t[2] + 3 for each in t[:2])),
    "a=1d4; {3d6}kh2 >= a+2": ([4, 6, 6, 6], lambda t: sum(each >= t[0] + 2 for each in sorted(t[1:])[1:])),
    "2d6>2d4": ([6, 6, 4, 4], lambda t: sum(t[:2]) > sum(t[2:])),
    "p={6d6}; (p=6) >= 2": ([6] * 6, lambda t: t.count(6) >= 2),
    "p={6d6}; if((p=1) >= 3, -1, (p>=5))": ([6] * 6, lambda t: -1 if t.count(1) >= 3 else hits(t, 5)),
    "p={3d6}; ((p) >= 14) * ((p=6) >= 1)": ([6] * 3, lambda t: sum(t) >= 14 and 6 in t),
    "p={5d6}; (p mt >= 1) * (p mr >= 3)": ([6] * 5, lambda t: largest(t) >= 2 and run(t) >= 3),
    "p={3d6}; q={2d6}; (p kh2 - p kh1) > (q kh1)": ([6] * 5, lambda t: sorted(t[:3])[1] > max(t[3:])),
    "p={2d6}; q={2d6}; if((p=6) >= 1, {p+q}ms, 0)": ([6] * 4, lambda t: largest(t) if 6 in t[:2] else 0),
    "p={3d6}; if((p=6) >= 1, p kh1 + 1d6, p kh1)": ([6] * 4, lambda t: max(t[:3]) + t[3] * (6 in t[:3])),
    "s=1d6+2; {2d10-s} < 0": ([6, 10, 10], lambda t: sum(die < t[0] + 2 for die in t[1:])),
    "3d6!o6>=5": ([6] * 6, lambda t: hits(t[:3], 5) + sum(t[i] == 6 and t[i + 3] >= 5 for i in range(3))),
    "2d{0..9}": ([range(10)] * 2, sum),
    "2d{1:2,2}": ([(1, 1, 2)] * 2, sum),
    "d{1..13:4}": ([13], sum),
    "p={4d6}; q={p kh3}; (q=6)": ([6] * 4, lambda t: sorted(t)[1:].count(6)),
    "a=1d20; b=1d6; a+5 >= 15 and (b >= 5 or a = 20)": ([20, 6], lambda t: t[0] >= 10 and (t[1] >= 5 or t[0] == 20)),
    "p={3d6}; not ((p=1) >= 1 or (p=6) >= 1)": ([6] * 3, lambda t: not {1, 6} & {*t}),
    "3d6": ([6] * 3, sum),
    "2d6": ([6] * 2, sum),
    "(2d6) >= 9": ([6] * 2, lambda t: sum(t) >= 9),
    "2d20kh1+5": ([20] * 2, lambda t: max(t) + 5),
    "2d20kl1+5": ([20] * 2, lambda t: min(t) + 5),
    "{1d8,1d6}kh1": ([8, 6], max),
    "2d6ro<3": ([6] * 4, lambda t: sum(t[i + 2] if t[i] < 3 else t[i] for i in range(2))),
    "2d6r1": ([5] * 2, lambda t: sum(t) + 2),
    "2d6!o": ([6] * 4, lambda t: sum(t[:2]) + sum(t[i + 2] for i in range(2) if t[i] == 6)),
    "3d6mt": ([6] * 3, sets),
    "a=1d20; if(a=20, 2d6+3, if(a+5 >= 15, 1d6+3, 0))": (
        [20, 6, 6],
        lambda t: 3 + t[1] + t[2] * (t[0] == 20) if t[0] >= 10 else 0,
    ),
}


@pytest.mark.parametrize("text", QUESTIONS)
def test_an_answer_is_that_of_an_enumeration(text: str) -> None:
    assert chances(text) == every(*QUESTIONS[text])


def until(each: Chances, goal: int, rolls: int) -> Chances:
    """Return the chances of 1 to so many rolls, all sequences of them gone through, and of more as one more."""
    reached: Chances = {}
    below: Chances = {0: Fraction(1)}
    for roll in range(1, rolls + 1):
        sums: Chances = {}
        for total, chance in below.items():
            for value, more in each.items():
                sums[total + value] = sums.get(total + value, Fraction(0)) + chance * more
        below = {total: chance for total, chance in sums.items() if total < goal}
        reached[roll] = sum(sums.values(), Fraction(0)) - sum(below.values())
    return {**reached, rolls + 1: 1 - sum(reached.values(), Fraction(0))}


def at_least_one(number: int, chance: Fraction, values: tuple[int, int]) -> Chances:
    """Return one value where none of so many rolls is something of this chance, else the other."""
    return {values[0]: (1 - chance) ** number, values[1]: 1 - (1 - chance) ** number}


FEWER = Fraction(5**12 + 12 * 5**11 + 66 * 5**10, 6**12)
"""The chance of fewer than three sixes of twelve dice."""
OTHERS: dict[str, Chances] = {
    "p={12d6};if((p=6)>=3,7,pkh1)": {0: FEWER, 7: 1 - FEWER},
    "{6x4d6kh3}kh1": at_least_one(6, every(*QUESTIONS["4d6kh3"])[18], (3, 18)),
    "1d6!": {1: Fraction(35, 36), 13: Fraction(1, 36)},
    "if(1d20+5>=15,1d8+3,0)--until12": until(every(*QUESTIONS["if(1d20+5 >= 15, 1d8+3, 0)"]), 12, 3),
    "3d6--until30": until(every([6] * 3, sum), 30, 3),
    "a=1d6;b=1d6;a+b--givena=6": every([6] * 2, sum, lambda t: t[0] == 6),
    "p={2d6};(p=6)--given(p=6)>=1": every([6] * 2, lambda t: t.count(6), lambda t: 6 in t),
    "1d20+3--against1d20": every([20] * 2, lambda t: t[0] + 3 - t[1]),
}
ENUMERATED = {text.replace(" ", ""): text for text in QUESTIONS}


def answers(words: list[str], found: Chances) -> Iterator[float]:
    """Yield what is asked, as numbers."""
    options = dict(zip(words[2::2], words[3::2], strict=False))
    if "--mean" in words:
        yield float(sum(each * chance for each, chance in found.items()))
    elif "--against" in options:
        signs = [(each > 0) - (each < 0) for each in found]
        for which in (1, 0, -1):
            yield float(sum(chance for sign, chance in zip(signs, found.values(), strict=True) if sign == which))
    for option, value in options.items():
        if option in ("--at-least", "--at-most", "--exactly"):
            totals = [int(each) for each in value.split(",")]
            low = {"--at-most": min(found)}.get(option, min(totals))
            high = {"--at-least": max(found)}.get(option, max(totals))
            met = totals if option == "--exactly" else range(low, high + 1)
            yield float(sum(found.get(each, 0) for each in met))


def test_forty_two_questions_are_asked() -> None:
    assert len(COMMANDS) == len(set(COMMANDS)) == 42


@pytest.mark.parametrize("command", COMMANDS)
def test_what_people_ask_is_answered_as_an_enumeration_does(run: Run, command: str) -> None:
    words = shlex.split(command)
    options = [option for option in ("--until", "--given", "--against") if option in words]
    text = "".join([words[1], *[option + words[words.index(option) + 1] for option in options]]).replace(" ", "")
    found = OTHERS[text] if text in OTHERS else every(*QUESTIONS[ENUMERATED[text]])
    expected = list(answers(words, found))
    if expected:
        out = run(*[word for word in words if word != "--plain"], *([] if "--mean" in words else ["--plain"])).out
        assert [float(line) for line in out.splitlines()] == pytest.approx(expected)
    else:
        outcomes = run(*words, "--json").event("distribution")["outcomes"]
        assert {int(each): Fraction(chance) for each, chance in outcomes.items()} == found


ASKED: dict[str, Value] = {
    "(p)": sum,
    "(p kh1)": max,
    "(p kl2)": lambda t: sum(sorted(t)[:2]),
    "(p dl1)": lambda t: sum(sorted(t)[1:]),
    "(p>=2)": lambda t: hits(t, 2),
    "(p=2f1)": lambda t: t.count(2) - t.count(1),
    "(p mt)": sets,
    "(p kh2 ms)": lambda t: largest(tuple(sorted(t)[-2:])),
}


@given(st.integers(1, 4), st.integers(2, 5), st.lists(st.sampled_from(sorted(ASKED)), min_size=3, max_size=3))
def test_what_is_asked_of_one_throw_is_asked_of_the_same_dice(count: int, sides: int, asked: list[str]) -> None:
    one, two, three = (ASKED[each] for each in asked)
    assume(count > 1 or not any(more in each for each in asked for more in ("kl2", "kh2", "mt")))
    text = f"p={{{count}d{sides}}}; if({asked[0]} >= 2, {asked[1]}, 100+{asked[2]})"
    assert chances(text) == every([sides] * count, lambda t: two(t) if one(t) >= 2 else 100 + three(t))


def test_a_breakdown_shows_what_was_asked_of_the_dice(run: Run) -> None:
    shown = run("roll", "-v", "p={3d6}; (p=6) + p kh1", "--dice", "6,2,3").out
    assert shown.endswith("p: ({[6, 2, 3]} = 11); ({[6*, 2, 3]} = 6 = 1) + {[6, (2), (3)]} = 7\n")
