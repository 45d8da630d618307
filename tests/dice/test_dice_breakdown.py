"""What a breakdown says adds up to the total that it ends in, whatever was rolled."""

from __future__ import annotations

from itertools import chain, repeat
from random import Random
from typing import TYPE_CHECKING

import pytest
from breakdown_reader import total_of
from dice_oracle import TooLongError, expression
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.dice.rare_nodes import Assignments
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from combatcli.dice.tree import Node


class Faces(Source):
    """A source that shows these, as far as a die has them, and then every face in turn."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__()
        self._faces = chain(faces, chain.from_iterable(repeat(range(1, 20))))

    def die(self, sides: int) -> int:
        """Return the next."""
        return 1 + next(self._faces) % sides


def counts_marks(node: Node) -> bool:
    """Tell whether the whole is a number of successes, which the expression says and its breakdown does not."""
    modifiers = getattr(node, "modifiers", None)
    return modifiers is not None and modifiers.success is not None


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("4d6!!dh1", (6, 2, 1, 3, 4), "[(6!+4), 2, 1, 3] = 6"),
        ("4d6!!kl1", (6, 2, 1, 3, 4), "[(6!+4), (2), 1, (3)] = 1"),
        ("4d6!!s", (6, 2, 6, 3, 5, 4), "[2, 3, 6!+4, 6!+5] = 26"),
        ("2d6!!r1dl1", (1, 6, 6, 1, 1, 4, 5), "[1r, 6!+1r+5, (6!+1r+4)] = 11"),
        ("2d6!!max8kh1", (6, 1, 4), "[6!+4->8, (1)] = 8"),
        ("3d6>=7!!", (6, 1, 4, 2), "[6!+2*, 1, 4] = 1"),
        ("{3d6!!}>=8f<2", (6, 1, 4, 2), "{[6!+2*, 1x, 4]} = 0"),
        ("{2d6!!+1d4}kh1", (6, 1, 4, 2), "{[6!+4, (1)] + [(2)]} = 10"),
        ("2d{-1,6}!!", (6, 6, -1, -1), "[6!-1, 6!-1] = 10"),
        ("2d6!p", (6, 1, 6, 3), "[6!, 1, 6-1!, 3-1] = 14"),
        ("2d6!pr1", (6, 2, 1, 3), "[6!, 2, 1r, 3-1] = 10"),
        ("4dF", (-1, 0, 1, 1), "[-1, 0, +1, +1] = 1"),
        ("2dFr-1", (-1, 0, 1), "[-1r, 0, +1] = 1"),
        ("3dF!!>0", (1, 0, -1, 0), "[+1!+0, 0, -1] = 0"),
        ("3dF!!>0", (1, 0, -1, 1, -1), "[+1!+1!-1, 0, -1] = 0"),
        ("3dFmin1", (-1, 0, 1), "[-1->+1, 0->+1, +1] = 3"),
        ("3dF>=1f-1", (-1, 0, 1), "[-1x, 0, +1*] = 0"),
        ("{2dF,1dF}kh1", (0, 1, -1), "{[0, +1] = 1, ([-1] = -1)} = 1"),
        ("4d6kh3+2", (6, 5, 4, 2), "[6, 5, 4, (2)] + 2 = 17"),
        ("-(1d6+1)*2", (3,), "-([3] + 1) * 2 = -8"),
        ("max(1d6,2)", (3,), "max([3], 2) = 3"),
        ("(1d2)d(1d4)", (1, 3, 2), "([1] = 1)d([3] = 3)[2] = 2"),
        ("{2d6,1d8,4}kh2", (1, 2, 8), "{([1, 2] = 3), [8] = 8, 4} = 12"),
        ("{2d6 + (1d4 > 3)}", (1, 1, 3), "{[1, 1] + ([3] > 3 = 0) = 2} = 2"),
        ("1d6 + (3d10>=7f1)", (2, 1, 3, 9), "[2] + ([1x, 3, 9*] >= 7 f1 = 0) = 2"),
        ("2*3d10>=7f<=2", (1, 3, 9), "2 * ([1x, 3, 9*] >= 7 f<=2 = 0) = 0"),
        ("-2d6=6", (6, 1), "-([6*, 1] = 6 = 1) = -1"),
        ("max(2d6>4, 1)", (5, 6), "max(([5*, 6*] > 4 = 2), 1) = 2"),
        ("round((3d6>4)/2)", (5, 6, 1), "round(([5*, 6*, 1] > 4 = 2) / 2) = 1"),
        ("{2d6>4,1}kh1", (5, 6), "{[5*, 6*] > 4 = 2, (1)} = 2"),
        ("1+({1d6,1d6}>4)", (5, 1), "1 + ({[5] = 5*, [1] = 1} > 4 = 1) = 2"),
        ("if(2d6>4, 2d6>3, 0)", (5, 1, 4, 1), "if([5*, 1] > 4 -> yes: [4*, 1] > 3) = 1"),
        ("a = 2d6>4; a", (5, 1), "a: ([5*, 1] > 4 = 1); 1 = 1"),
        ("(2d6>4) >= 1d4", (5, 1, 2), "([5*, 1] > 4 = 1) >= ([2] = 2) = 0"),
        ("2+4d6mt", (2, 2, 1, 1), "2 + ([2*, 2*, 1*, 1*] mt = 2) = 4"),
        ("4d6mt3", (2, 2, 1, 2), "[2*, 2*, 1, 2*] mt3 = 1"),
        ("(-2)**2", (), "(-2) ** 2 = 4"),
        ("-2**2", (), "-(2 ** 2) = -4"),
        ("a = -3; a**2 - a", (), "a: -3; (-3) ** 2 - -3 = 12"),
        ("(-2) >= -3", (), "-2 >= -3 = 1"),
        ("{-1, 2}kh1", (), "{(-1), 2} = 2"),
        ("{4d6+3d8}kh4", (1, 6, 3, 4, 8, 2, 7), "{[(1), 6, (3), 4] + [8, (2), 7]} = 25"),
        ("{3d20+5}>=21f<16", (16, 9, 15), "{[16*, 9x, 15] + 5} = 0"),
        ("{2x1d6}kh1", (3, 5), "{([3] = 3), [5] = 5} = 5"),
        ("1d20+5 >= 15", (12,), "([12] + 5 = 17) >= 15 = 1"),
        ("6d6ms", (1, 1, 1, 2, 2, 2), "[1, 1, 1, 2*, 2*, 2*] ms = 3"),
        ("6d6mr", (3, 1, 2, 2, 5, 6), "[3*, 1*, 2*, 2, 5, 6] mr = 3"),
        ("{3x1d6}mr", (2, 2, 1), "{[2] = 2*, [2] = 2, [1] = 1*} mr = 2"),
        ("3d6s", (3, 1, 2), "[1, 2, 3] = 6"),
        ("{1d6,1d4}sa", (3, 1), "{[1] = 1, [3] = 3} = 4"),
        ("round(1d6/2)", (3,), "round([3] / 2) = 2"),
        ("-(1d6>=2d4)", (6, 1, 1), "-(([6] = 6) >= ([1, 1] = 2)) = -1"),
        ("a = 1d4; (a)d6 + a", (1, 3), "a: ([1] = 1); (1)d[3] + 1 = 4"),
        ("if(1d20+0 > 9, 1d6, 2)", (3,), "if(([3] + 0 = 3) > 9 -> no: 2) = 2"),
        ("if(1d20+0 > 2, 1d6, 2)", (3, 4), "if(([3] + 0 = 3) > 2 -> yes: [4]) = 4"),
    ],
)
def test_what_is_kept_counted_and_compared_says_what_it_came_to(text: str, faces: tuple[int, ...], shown: str) -> None:
    assert breakdown(roll(parse(text).tree, EnteredSource(faces))) == shown


@pytest.mark.untraced
@given(st.integers(0, 10**6), st.lists(st.integers(0, 19), max_size=30), st.booleans())
def test_a_breakdown_adds_up(seed: int, faces: list[int], endless: bool) -> None:  # noqa: FBT001  (drawn)
    try:
        tree = whole = parse(expression(Random(seed), endless=endless).text).tree
        result = roll(tree, Faces(faces))
    except (DiceError, TooLongError, ZeroDivisionError):
        return
    while isinstance(whole, Assignments):
        whole = whole.body
    assert total_of(breakdown(result), counted=counts_marks(whole)) == result.total
