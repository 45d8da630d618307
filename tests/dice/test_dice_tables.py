"""Sixty more questions of the table: each answered as going through all its dice says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest

from combatcli.dice import odds

if TYPE_CHECKING:
    from collections.abc import Callable

    Throw = tuple[int, ...]

FATE = (-1, 0, 1)


def best(dice: Throw, number: int) -> int:
    return sum(sorted(dice)[-number:])


def worst(dice: Throw, number: int) -> int:
    return sum(sorted(dice)[:number])


def sets(dice: Throw, least: int = 2) -> int:
    return sum(size >= least for size in Counter(dice).values())


def largest(dice: Throw) -> int:
    return max(Counter(dice).values())


def run(dice: Throw) -> int:
    shown = {*dice}
    return max(size for size in range(1, 9) for low in shown if {*range(low, low + size)} <= shown)


def hits(dice: Throw, low: int) -> int:
    return sum(die >= low for die in dice)


QUESTIONS: dict[str, tuple[str, list[int | Throw], Callable[[Throw], int]]] = {
    "a target number that is a sum": ("1d20 >= 10+5", [20], lambda t: t[0] >= 15),
    "two d20 under attribute and discipline": ("2d20<=(9+4)", [20, 20], lambda t: sum(die <= 13 for die in t)),
    "under a skill and a bonus": ("1d100 <= 67+20", [100], lambda t: t[0] <= 87),
    "damage if it hits": ("if(1d20+5 >= 15, 1d8+3, 0)", [20, 8], lambda t: t[1] + 3 if t[0] >= 10 else 0),
    "double damage on a 20": (
        "a=1d20; if(a=20, 2d6, if(a>=12, 1d6, 0))",
        [20, 6, 6],
        lambda t: t[1] + t[2] if t[0] == 20 else t[1] if t[0] >= 12 else 0,
    ),
    "advantage against a DC": ("2d20kh1+7 >= 15", [20, 20], lambda t: max(t) + 7 >= 15),
    "disadvantage": ("2d20kl1", [20, 20], min),
    "elven accuracy": ("3d20kh1 >= 18", [20] * 3, lambda t: max(t) >= 18),
    "the middle of three": ("3d20dl1dh1", [20] * 3, lambda t: sorted(t)[1]),
    "ability scores": ("4d6kh3", [6] * 4, lambda t: best(t, 3)),
    "scores with ones rerolled": ("3d6r1", [5] * 3, lambda t: sum(t) + 3),
    "great weapon fighting": ("1d6ro<3", [6, 6], lambda t: t[1] if t[0] < 3 else t[0]),
    "reroll and keep the better": ("a=1d6; if(a<=2, max(a,1d6), a)", [6, 6], lambda t: max(t) if t[0] <= 2 else t[0]),
    "lucky, on one die": ("a=1d20; if(a=1, 1d20, a)", [20, 20], lambda t: t[1] if t[0] == 1 else t[0]),
    "highest wins, and one more for each equal": (
        "p={3d6}; h=p kh1; h+(p=h)-1",
        [6] * 3,
        lambda t: max(t) + t.count(max(t)) - 1,
    ),
    "opposed pools, the best of one is the other's target": (
        "a={2d6}; b={2d6}; x=a kh1; y=b kh1; (a>=y)-(b>=x)",
        [6] * 4,
        lambda t: hits(t[:2], max(t[2:])) - hits(t[2:], max(t[:2])),
    ),
    "two challenge dice below an action die": (
        "{1d10,1d10} < min(10,1d6+3)",
        [10, 10, 6],
        lambda t: sum(die < min(10, t[2] + 3) for die in t[:2]),
    ),
    "the same, with names": ("a=1d6+2; c={2d10}; c<a", [6, 10, 10], lambda t: sum(die < t[0] + 2 for die in t[1:])),
    "successes": ("4d10>=7", [10] * 4, lambda t: hits(t, 7)),
    "tens count twice": ("p={4d10}; (p>=7)+(p=10)", [10] * 4, lambda t: hits(t, 7) + t.count(10)),
    "ones take away": ("4d10>=8f1", [10] * 4, lambda t: hits(t, 8) - t.count(1)),
    "a botch": (
        "p={4d10}; if((p>=7)=0 and (p=1)>=1, -1, (p>=7))",
        [10] * 4,
        lambda t: -1 if not hits(t, 7) and 1 in t else hits(t, 7),
    ),
    "two ones are one failure": ("p={4d6}; (p>=4)-(p=1)//2", [6] * 4, lambda t: hits(t, 4) - t.count(1) // 2),
    "a glitch": ("p={5d6}; (p=1) >= 3", [6] * 5, lambda t: t.count(1) >= 3),
    "hits against hits": ("(4d6>=5) > (2d6>=5)", [6] * 6, lambda t: hits(t[:4], 5) > hits(t[4:], 5)),
    "automatic successes": ("(4d6>=5)+2", [6] * 4, lambda t: hits(t, 5) + 2),
    "pairs of tens": ("p={4d10}; (p>=6)+(p=10)//2*2", [10] * 4, lambda t: hits(t, 6) + t.count(10) // 2 * 2),
    "forged in the dark": ("p={3d6}; if((p=6)>=2, 7, p kh1)", [6] * 3, lambda t: 7 if t.count(6) > 1 else max(t)),
    "no dice in the dark": ("2d6kl1", [6, 6], min),
    "pushed once, all but ones and sixes": (
        "2d6ro2ro3ro4ro5=6",
        [6] * 4,
        lambda t: sum((t[i + 2] if 2 <= t[i] <= 5 else t[i]) == 6 for i in range(2)),
    ),
    "double success from ten on": ("a=1d12; (a>=6)+(a>=10)", [12], lambda t: (t[0] >= 6) + (t[0] >= 10)),
    "powered by the apocalypse": ("a=2d6+1; (a>=7)+(a>=10)", [6, 6], lambda t: (sum(t) >= 6) + (sum(t) >= 9)),
    "doubles": ("2d6ms >= 2", [6, 6], lambda t: t[0] == t[1]),
    "a pair or better of five": ("5d6mt", [6] * 5, sets),
    "three of a kind": ("5d6mt3", [6] * 5, lambda t: sets(t, 3)),
    "a full house": (
        "p={5d6}; p mt >= 2 and p mt3 >= 1",
        [6] * 5,
        lambda t: sets(t) >= 2 and sets(t, 3) >= 1,
    ),
    "the largest set": ("5d6ms", [6] * 5, largest),
    "the longest straight": ("5d6mr", [6] * 5, run),
    "a set among the best three": ("4d6kh3ms", [6] * 4, lambda t: largest(tuple(sorted(t)[1:]))),
    "five fates": ("4dF", [FATE] * 4, sum),
    "the three best fates": ("5dFk3", [FATE] * 5, lambda t: best(t, 3)),
    "a bonus die": ("(2d10kl1-1)*10+1d10", [10] * 3, lambda t: (min(t[:2]) - 1) * 10 + t[2]),
    "tens and ones": ("1d6*10+1d6", [6, 6], lambda t: 10 * t[0] + t[1]),
    "degrees of success": ("r=1d100; 67//10 - r//10", [100], lambda t: 6 - t[0] // 10),
    "blackjack": ("r=1d20; if(r<=12, r, 0)", [20], lambda t: t[0] if t[0] <= 12 else 0),
    "nearest to ten": (
        "a=1d20; b=1d20; if(abs(a-10)<=abs(b-10),a,b)",
        [20, 20],
        lambda t: t[0] if abs(t[0] - 10) <= abs(t[1] - 10) else t[1],
    ),
    "the wild die, once": (
        "{1d8!o,1d6!o}kh1 >= 9",
        [8, 8, 6, 6],
        lambda t: max(t[0] + t[1] * (t[0] == 8), t[2] + t[3] * (t[2] == 6)) >= 9,
    ),
    "roll and keep": ("{1d10+1d8+2d6}kh2", [10, 8, 6, 6], lambda t: best(t, 2)),
    "keep, then explode once": (
        "p={3d6}; q=p kh1; if(q=6, q+1d6, q)",
        [6] * 4,
        lambda t: 6 + t[3] if 6 in t[:3] else max(t[:3]),
    ),
    "explode if the sum is high": (
        "s=3d6; if(s>=16, s+1d6, s)",
        [6] * 4,
        lambda t: sum(t) if sum(t[:3]) >= 16 else sum(t[:3]),
    ),
    "a sum rerolled once": ("s=2d6; if((s)<5, 2d6, s)", [6] * 4, lambda t: sum(t[2:] if sum(t[:2]) < 5 else t[:2])),
    "damage halved by a save": (
        "if(1d20+2 >= 15, (4d6)/2, 4d6)",
        [20, 6, 6, 6, 6],
        lambda t: sum(t[1:]) // 2 if t[0] >= 13 else sum(t[1:]),
    ),
    "critical hits add dice": (
        "(if(1d20>=19, 4, 2))d6",
        [20, 6, 6, 6, 6],
        lambda t: sum(t[1:]) if t[0] >= 19 else sum(t[1:3]),
    ),
    "resistance": ("floor(2d6/2)", [6, 6], lambda t: sum(t) // 2),
    "armor reduces each die": ("{3d6-2}>=1", [6] * 3, lambda t: hits(t, 3)),
    "dice at least two": ("3d6min2", [6] * 3, lambda t: sum(max(2, die) for die in t)),
    "hope and fear": ("h=1d12; f=1d12; if(h=f, 100, h+f)", [12, 12], lambda t: 100 if t[0] == t[1] else sum(t)),
    "which of two is higher": ("a=1d8; b=1d6; (a>b)-(b>a)", [8, 6], lambda t: (t[0] > t[1]) - (t[1] > t[0])),
    "eliminated dice, highest left": (
        "a={3d6}; b={2d6}; if((a=6)>(b=6), 6, if((a=5)>(b=5), 5, if((a=4)>(b=4), 4, 0)))",
        [6] * 5,
        lambda t: next((face for face in (6, 5, 4) if t[:3].count(face) > t[3:].count(face)), 0),
    ),
    "cards drawn": (
        "2d{1..4:2}u ms",
        [8, 7],
        lambda t: (
            1 + (t[0] // 2 - (t[0] % 2 == 0) == (t[1] + (t[1] >= t[0])) // 2 - ((t[1] + (t[1] >= t[0])) % 2 == 0))
        ),
    ),
    "a stress die": ("a=1d10; if(a=1, 2*1d10, a)", [10, 10], lambda t: 2 * t[1] if t[0] == 1 else t[0]),
    "dice by a name": ("a=1d4; (a)d4", [4] * 5, lambda t: sum(t[1 : 1 + t[0]])),
}


def test_sixty_questions_are_asked() -> None:
    assert len(QUESTIONS) == len({text for text, _, _ in QUESTIONS.values()}) >= 60


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_is_that_of_an_enumeration(question: str) -> None:
    text, dice, value = QUESTIONS[question]
    throws = list(product(*[die if isinstance(die, tuple) else range(1, die + 1) for die in dice]))
    counts = Counter(int(value(throw)) for throw in throws)
    assert dict(odds(text)) == {outcome: Fraction(ways, len(throws)) for outcome, ways in counts.items()}
