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
from combatcli.dice.rolling.sources import Source
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
