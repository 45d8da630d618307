"""In how many ways each result of a throw comes, as far as a rule may tell results apart."""

from __future__ import annotations

from itertools import pairwise

from combatcli.dice.odds.chained import totals_of
from combatcli.dice.rolling.results import Exploded
from combatcli.dice.rolling.throws import Exploding, Opposed, Piled
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.dice.rolling.throws import Throw

    Ways = dict[Any, int]


def ways_of(throw: Throw) -> Ways:
    """Return the ways of each result; DiceError where they are not known."""
    if isinstance(throw, Opposed):
        return opposed(throw)
    if isinstance(throw, Piled):
        from combatcli.dice.odds.piles import piled

        return piled(throw)
    assert isinstance(throw, Exploding)  # noqa: S101 - for mypy: there is no other kind
    return exploding(throw)


def exploding(throw: Exploding) -> Ways:
    """Choose among the marks; below the first of them the total is one less."""
    below = throw.marks[0] - 1 if throw.marks else 0
    totals = totals_of(throw.pools)
    reached, whole = totals.reaching(throw.marks)
    ones = totals.ones(whole, *throw.marks[:1])
    first = reached[0] if throw.marks else 0
    found = {Exploded((), (), below, ones=True): ones, Exploded((), (), below): whole - first - ones}
    for mark, (ways, above) in zip(throw.marks, pairwise([*reached, 0]), strict=True):
        found[Exploded((), (), mark)] = ways - above
    return found


def opposed(throw: Opposed) -> Ways:
    """Choose how far one is above the other; DiceError where they are more."""
    from combatcli.dice.odds.recurring import reaches

    if not throw.several:
        return {_apart([], 0): 1}
    if len(throw.several) > 1:
        raise DiceError("the odds of several against one are not told together", "Ask about each by themselves.")
    own, other = totals_of(throw.several[0]), totals_of(throw.one)
    common, chances = 1, [reaches(own, other, mark) for mark in throw.marks]
    for _, total in chances:
        common *= total
    reached = [ways * (common // total) for ways, total in chances]
    found = {_apart([throw.marks[0] - 1], 0): common - reached[0]}
    for mark, (ways, above) in zip(throw.marks, pairwise([*reached, 0]), strict=True):
        found[_apart([mark], 0)] = ways - above
    return found


def _apart(totals: Sequence[int], one: int) -> tuple[tuple[Exploded, ...], Exploded]:
    return tuple([Exploded((), (), total) for total in totals]), Exploded((), (), one)
