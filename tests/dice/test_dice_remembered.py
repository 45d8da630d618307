"""Texts that are made of faces are made once for the same ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from combatcli.dice.notation import parse
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.remembered import Remembered
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import SeededSource
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.sources import Source

TEXTS = """
3d6 | 1d4 | 4d6kh3 | 3d4! | 3d4!!r1ro2 | 4dF | 2d{1,1,5} | (1d3)d4 | 2d(1d3+1) | if(1d4=4, 2d4, 1d6) | 2d1000 | 0d6 | 7
a = 1d4; (a)d4+a | {2d4,1d6}kh1 | 10d6 | 40d6 | 3d4!!dh1s | 1d4+2d4>=3f1 | 2dF!!>0kl1 | 3d4!psd
"""


def written(text: str) -> Callable[[Source], str]:
    """Return a function that rolls an expression and writes it down."""
    tree = parse(text).tree
    return lambda source: breakdown(roll(tree, source))


@pytest.mark.parametrize("text", [text.strip() for text in TEXTS.replace("\n", "|").split("|") if text.strip()])
def test_what_is_remembered_is_what_would_be_rolled(text: str) -> None:
    """The same lines as without it, and the stream goes on from the same place."""
    single, source = SeededSource("a"), SeededSource("a")
    remembered, made = Remembered(written(text), source), written(text)
    assert [remembered.next() for _ in range(800)] == [made(single) for _ in range(800)]
    assert source.dice(5, 1000) == single.dice(5, 1000)


def test_the_same_faces_are_written_down_once() -> None:
    """Of a hundred coins two need to be."""
    calls: list[str] = []
    made = written("1d2")

    def counted(source: Source) -> str:
        calls.append(made(source))
        return calls[-1]

    remembered = Remembered(counted, SeededSource("a"))
    assert {remembered.next() for _ in range(100)} == {"[1] = 1", "[2] = 2"}
    assert len(calls) == 2


def test_a_mistake_is_made_each_time() -> None:
    """It is not remembered, and what comes after it is rolled on."""
    single, source = SeededSource("a"), SeededSource("a")
    remembered, made = Remembered(written("6/(1d3-1)"), source), written("6/(1d3-1)")

    def line(next_: Callable[[], str]) -> str:
        try:
            return next_()
        except DiceError as error:
            return error.message

    lines = [line(remembered.next) for _ in range(30)]
    assert lines == [line(lambda: made(single)) for _ in range(30)]
    assert lines.count("division by zero") > 1
