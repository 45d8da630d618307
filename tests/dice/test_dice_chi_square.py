"""Rolled against exact: the totals of seeded rolls lie as the odds say, by Pearson's chi-square test."""

from __future__ import annotations

from collections import Counter

import pytest
from chi_square import MOST_DEVIATIONS, deviations, expected

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import SeededPools

pytestmark = pytest.mark.untraced

ROLLS = 2_000

EXPRESSIONS = """
3d6 | 1d20+5 | d% | 4dF | 2d{1,1,2,3}+1d4 | (1d3+1)d6 | 2d(1d4+2) | 4d6kh3 | 2d20kl1 | 5d6dl1dh1 | 5d8dh2 | 3d6!
3d6!>=5 | 2d6!! | 3d6!p | 4d6!o | 4d6!okh3 | 4d6!kh2 | 3d6!!kl2 | 4d6r<3 | 4d6ro<3 | 4d6r | 4d6min2 | 4d6max5kh3
8d10>=7 | 8d10>=7f1 | 6d6!o>=5 | 6d6!!6>=8 | {2d6,1d8}kh1 | {3d4,2d6,1d10}dl1dh1 | {1d6,2d4,1d12}>=5 | {6x2d6}kh1
{4d6+3d8}kh4 | {3d20+5}>=21 | {4d6kh3+2d8}kl3 | {4d6-2d8}kh3 | {3d6!o+2d8}dl2 | {5d6!!}>=8 | {(1d3)d6+2d4}kh2
6d6mt | 8d6mt3 | 6d8ms | 6d8mr | 6d8kh4mr | {1d6,2d4,1d8,1d6}ms | {4d6+2d8}mt | 8d6s | 1d20+5 >= 15
(3d6+2) > (2d8) | (2d6) = (1d12) | (2d6!) <= 9 | if(1d6 > 4, 2d6, 1d4) | a = 1d6; a*a | a = 2d6; b = 1d8; max(a, b)-a
a = 1d20; if(a = 20, 4d6+3, if(a+5 >= 15, 2d6+3, 0)) | 1d4**2 | round(3d6/2) | floor(3d6/1d4) | 1d6*1d8-1d4 | 3d6//2%4
"""


LINES = [line.split(" | ") for line in EXPRESSIONS.strip().splitlines()]


def rolled(text: str) -> Counter[int]:
    """Return how often each total comes up, from a fixed seed."""
    expression, source = parse(text), SeededPools(f"chi-square {text}")
    source.begin_expression(expression.tree)
    return Counter(roll(expression.tree, source).total for _ in range(ROLLS))


@pytest.mark.parametrize("texts", LINES, ids=" | ".join)
def test_rolls_lie_as_the_exact_odds_say(texts: list[str]) -> None:
    for text in texts:
        found, counts = odds(parse(text).tree), rolled(text)
        assert all(found.fraction(total) > 0 for total in counts), text
        assert deviations(expected(text, ROLLS), counts) < MOST_DEVIATIONS, text


def test_the_test_sees_what_is_wrong() -> None:
    texts = [text for line in LINES for text in line]
    assert len(texts) == len(set(texts)) >= 60
    for text, other in (("4d6kh3", "3d6+1"), ("3d6!p", "3d6!"), ("6d6mt", "6d6mt3"), ("a = 1d6; a*a", "1d6*1d6")):
        assert deviations(expected(text, ROLLS), rolled(other)) > MOST_DEVIATIONS
