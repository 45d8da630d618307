"""What people ask: each answer in the page about dice, against an enumeration of its own."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from support import Run

Rolled = tuple[int, ...]
Chances = dict[int, Fraction]

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8").partition("\n## ")[0]
COMMANDS = re.findall(r"^\$ combatcli (odds .*)$", PAGE, re.MULTILINE)
D6 = range(1, 7)
D20 = range(1, 21)


def chances(*dice: range, of: Callable[[Rolled], int], if_: Callable[[Rolled], bool] = bool) -> Chances:
    """Return the chance of each value, face by face."""
    found = Counter(int(of(rolled)) for rolled in product(*dice) if if_(rolled))
    return {value: Fraction(times, found.total()) for value, times in found.items()}


def sum_of(one: Chances, other: Chances) -> Chances:
    """Return the chance of each sum of two values."""
    found: Chances = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return found


def until(each: Chances, goal: int, rolls: int) -> Chances:
    """Return the chances of 1 to so many rolls, all sequences of them gone through, and of more as one more."""
    reached: dict[int, Fraction] = {}
    below: Chances = {0: Fraction(1)}
    for roll in range(1, rolls + 1):
        below = sum_of({total: chance for total, chance in below.items() if total < goal}, each)
        reached[roll] = sum((chance for total, chance in below.items() if total >= goal), Fraction(0))
    return {**reached, rolls + 1: Fraction(1) - sum(reached.values())}


def largest_set(rolled: Rolled) -> int:
    return max(Counter(rolled).values())


def best(rolled: Rolled, number: int) -> int:
    return sum(sorted(rolled)[-number:])


def longest_run(rolled: Rolled) -> int:
    return max(length for length in D6 for low in D6 if set(range(low, low + length)) <= set(rolled))


def blades(rolled: Rolled) -> int:
    return 7 if rolled.count(6) >= 2 else max(rolled)


def of_twelve() -> Chances:
    """Return the chance of three sixes of twelve dice, by the binomial distribution."""
    fewer = 5**12 + 12 * 5**11 + 66 * 5**10
    return {0: Fraction(fewer, 6**12), 7: 1 - Fraction(fewer, 6**12)}


def attack() -> Chances:
    """Return the damage of an attack that hits on 10 and more for 1d8+3."""
    return {0: Fraction(9, 20), **{damage: Fraction(11, 160) for damage in range(4, 12)}}


def mixed(*parts: tuple[Fraction, Chances]) -> Chances:
    """Return a choice among several, each with its share."""
    values = {value for _, each in parts for value in each}
    return {value: sum((share * each.get(value, 0) for share, each in parts), Fraction(0)) for value in values}


def rerolled_once(first: int, again: int) -> int:
    return again if first < 3 else first


def exploded_once(first: int, more: int) -> int:
    return first + more if first == 6 else first


def exploded_count(first: int, more: int) -> int:
    return (first >= 5) + (first == 6 and more >= 5)


def six_scores() -> Chances:
    """Return whether the best of six is an 18: 1 less the chance that none is."""
    one = chances(*[D6] * 4, of=lambda dice: best(dice, 3))[18]
    return {3: (1 - one) ** 6, 18: 1 - (1 - one) ** 6}


SHARE = Fraction(1, 20)
ENUMERATED: dict[str, Callable[[], Chances]] = {
    "p = {4d6}; if((p=6) >= 2, 7, p kh1)": lambda: chances(*[D6] * 4, of=blades),
    "p = {6d6}; (p=6) >= 2": lambda: chances(*[D6] * 6, of=lambda dice: dice.count(6) >= 2),
    "p = {4d6}; p kh1 - p kl1": lambda: chances(*[D6] * 4, of=lambda dice: max(dice) - min(dice)),
    "p = {4d6}; if(p ms >= 3, 18, p dl1)": lambda: chances(
        *[D6] * 4, of=lambda dice: 18 if largest_set(dice) >= 3 else best(dice, 3)
    ),
    "p = {6d6}; if((p=1) >= 3, -1, (p>=5))": lambda: chances(
        *[D6] * 6, of=lambda dice: -1 if dice.count(1) >= 3 else dice.count(5) + dice.count(6)
    ),
    "p = {3d6}; ((p) >= 14) * ((p=6) >= 1)": lambda: chances(*[D6] * 3, of=lambda dice: sum(dice) >= 14 and 6 in dice),
    "p = {12d6}; if((p=6) >= 3, 7, p kh1)": of_twelve,
    "p = {5d6}; (p mt >= 1) * (p mr >= 3)": lambda: chances(
        *[D6] * 5, of=lambda dice: largest_set(dice) >= 2 and longest_run(dice) >= 3
    ),
    "p = {3d6}; q = {2d6}; (p kh2 - p kh1) > (q kh1)": lambda: chances(
        *[D6] * 5, of=lambda dice: sorted(dice[:3])[1] > max(dice[3:])
    ),
    "p = {2d6}; q = {2d6}; if((p=6) >= 1, {p+q}ms, 0)": lambda: chances(
        *[D6] * 4, of=lambda dice: largest_set(dice) if 6 in dice[:2] else 0
    ),
    "p = {3d6}; if((p=6) >= 1, p kh1 + 1d6, p kh1)": lambda: chances(
        *[D6] * 4, of=lambda dice: max(dice[:3]) + (dice[3] if 6 in dice[:3] else 0)
    ),
    "s = 1d6+2; {2d10-s} < 0": lambda: chances(
        range(1, 7), *[range(1, 11)] * 2, of=lambda dice: sum(each < dice[0] + 2 for each in dice[1:])
    ),
    "3d6!o6>=5": lambda: chances(
        *[range(1, 7)] * 6,
        of=lambda dice: sum(exploded_count(*each) for each in zip(dice[:3], dice[3:], strict=True)),
    ),
    "2d{0..9}": lambda: chances(*[range(10)] * 2, of=sum, if_=lambda _: True),
    "2d{1:2,2}": lambda: chances(*[range(3)] * 2, of=lambda dice: 2 + dice.count(2), if_=lambda _: True),
    "d{1..13:4}": lambda: chances(range(52), of=lambda card: card[0] // 4 + 1),
    "p = {4d6}; q = {p kh3}; (q=6)": lambda: chances(*[D6] * 4, of=lambda dice: sorted(dice)[1:].count(6)),
    "a = 1d20; b = 1d6; a+5 >= 15 and (b >= 5 or a = 20)": lambda: chances(
        D20, D6, of=lambda dice: dice[0] >= 10 and (dice[1] >= 5 or dice[0] == 20)
    ),
    "p = {3d6}; not ((p=1) >= 1 or (p=6) >= 1)": lambda: chances(*[D6] * 3, of=lambda dice: not {1, 6} & {*dice}),
    "3d6": lambda: chances(*[D6] * 3, of=sum),
    "4d6kh3": lambda: chances(*[D6] * 4, of=lambda dice: best(dice, 3)),
    "2d6": lambda: chances(*[D6] * 2, of=sum),
    "(2d6) >= 9": lambda: chances(*[D6] * 2, of=lambda dice: sum(dice) >= 9),
    "if(1d20+5 >= 15, 1d8+3, 0) --until 12": lambda: until(attack(), 12, 3),
    "3d6 --until 30": lambda: until(chances(*[D6] * 3, of=sum), 30, 3),
    "a = 1d6; b = 1d6; a+b --given a = 6": lambda: chances(*[D6] * 2, of=sum, if_=lambda dice: dice[0] == 6),
    "p = {2d6}; (p=6) --given (p=6) >= 1": lambda: chances(
        *[D6] * 2, of=lambda dice: dice.count(6), if_=lambda dice: 6 in dice
    ),
    "2d20kh1+5": lambda: chances(*[D20] * 2, of=lambda dice: max(dice) + 5),
    "2d20kl1+5": lambda: chances(*[D20] * 2, of=lambda dice: min(dice) + 5),
    "{6x4d6kh3}kh1": six_scores,
    "{1d8,1d6}kh1": lambda: chances(range(1, 9), D6, of=max),
    "1d20+3 --against 1d20": lambda: chances(*[D20] * 2, of=lambda dice: dice[0] + 3 - dice[1]),
    "4d10>=8f1": lambda: chances(*[range(1, 11)] * 4, of=lambda dice: sum(each >= 8 for each in dice) - dice.count(1)),
    "2d6ro<3": lambda: chances(*[D6] * 4, of=lambda dice: rerolled_once(*dice[:2]) + rerolled_once(*dice[2:])),
    "2d6r1": lambda: chances(*[range(2, 7)] * 2, of=sum),
    "2d6!o": lambda: chances(*[D6] * 4, of=lambda dice: exploded_once(*dice[:2]) + exploded_once(*dice[2:])),
    "1d6!": lambda: chances(*[D6] * 2, of=lambda dice: 13 if dice == (6, 6) else 1),
    "4dF": lambda: chances(*[range(-1, 2)] * 4, of=sum, if_=lambda _: True),
    "5d6ms": lambda: chances(*[D6] * 5, of=largest_set),
    "3d6mt": lambda: chances(*[D6] * 3, of=lambda dice: largest_set(dice) >= 2),
    "a = 1d20; if(a = 20, 2d6+3, if(a+5 >= 15, 1d6+3, 0))": lambda: mixed(
        (9 * SHARE, {0: Fraction(1)}),
        (10 * SHARE, chances(D6, of=lambda dice: dice[0] + 3)),
        (SHARE, chances(*[D6] * 2, of=lambda dice: sum(dice) + 3)),
    ),
    "if(1d20+2 >= 15, (4d6)/2, 4d6)": lambda: mixed(
        (8 * SHARE, chances(*[D6] * 4, of=lambda dice: sum(dice) // 2)),
        (12 * SHARE, chances(*[D6] * 4, of=sum)),
    ),
}


def answers(words: list[str], found: Chances) -> Iterator[float]:
    """Yield what is asked, as numbers."""
    options = dict(zip(words[2::2], words[3::2], strict=False))
    asked: dict[str, Callable[[str], list[bool]]] = {
        "--at-least": lambda low: [each >= int(low) for each in found],
        "--at-most": lambda high: [each <= int(high) for each in found],
        "--exactly": lambda totals: [str(each) in totals.split(",") for each in found],
    }
    if "--mean" in words:
        yield float(sum(each * chance for each, chance in found.items()))
    elif "--against" in options:
        signs = [(each > 0) - (each < 0) for each in found]
        yield from [
            float(sum(chance for sign, chance in zip(signs, found.values(), strict=True) if sign == which))
            for which in (1, 0, -1)
        ]
    for option, holds in asked.items():
        if option in options:
            chosen = zip(holds(options[option]), found.values(), strict=True)
            yield float(sum(chance for is_one, chance in chosen if is_one))


def test_forty_two_questions_are_asked() -> None:
    assert len(COMMANDS) == len(set(COMMANDS)) == 42


@pytest.mark.parametrize("command", COMMANDS)
def test_what_people_ask_is_answered_as_an_enumeration_does(run: Run, command: str) -> None:
    words = shlex.split(command)
    named = [
        f" {option} {words[words.index(option) + 1]}"
        for option in ("--until", "--given", "--against")
        if option in words
    ]
    found = ENUMERATED["".join([words[1], *named])]()
    expected = list(answers(words, found))
    if expected:
        out = run(*[word for word in words if word != "--plain"], *([] if "--mean" in words else ["--plain"])).out
        assert [float(line) for line in out.splitlines()] == pytest.approx(expected)
    else:
        outcomes = run(*words, "--json").event("distribution")["outcomes"]
        assert {int(each): Fraction(chance) for each, chance in outcomes.items()} == found
