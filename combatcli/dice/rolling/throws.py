"""Throws: dice of which a source is asked as a whole, and what of them a rule may use.

The system, a seed or a table roll a throw die by die; an enumeration goes over its results, each with its ways.
"""

from __future__ import annotations

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from combatcli.dice.rolling.sources import Source


class Throw(Record):
    """What a source may be asked for as a whole; equal throws have the same results."""

    def roll(self, source: Source) -> Any:  # noqa: ANN401  (each has results of its own)
        """Return a result, the dice of which are rolled in order."""
        raise NotImplementedError

    def ways(self) -> Mapping[Any, int]:
        """Return the ways of each result, as far as a rule may tell results apart; DiceError if they are not known."""
        raise NotImplementedError
