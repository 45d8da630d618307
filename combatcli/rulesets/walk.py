"""A walk through all plays, roll by roll; an outcome that leads back to its own position is rolled again."""

from collections.abc import Callable, Hashable
from functools import partial
from math import inf

from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.outcomes import OnePathOfOutcomes
from combatcli.errors import DiceError, RefusedError
from combatcli.rulesets.context import E
from combatcli.rulesets.game import Game
from combatcli.rulesets.tasks import Position

MOST_PATHS = 60_000
"""The most paths of one roll's dice, about a second of work."""


class RollOutcomes:
    """The outcomes of rolls, each computed once; ``spend`` is told the number of paths."""

    def __init__(self, game: Game, spend: Callable[[float], None] = lambda _: None) -> None:
        self._game = game
        self._spend = spend
        self._source = OnePathOfOutcomes()
        self._rolls: dict[Hashable, Distribution[Hashable]] = {}

    def key(self, position: Position[E]) -> Hashable:
        """Return the key of a position: the encounter, the agenda and the outcomes so far."""
        context = position.context
        return position.key, self._game.state_key(context.fight, context.before)

    def outcomes(self, position: Position[E]) -> Distribution[Hashable]:
        """Return the outcomes of a position's open roll; RefusedError if they are too many."""
        wanted = position.wanted
        assert wanted is not None
        key = wanted.key
        if key not in self._rolls:
            self._source.purpose = wanted.purpose
            try:
                self._rolls[key] = self._source.every(partial(wanted.dice, self._source, *wanted.given), MOST_PATHS)
            except DiceError as error:
                self._spend(inf)
                raise RefusedError(error.message, error.hint) from None
            self._spend(self._source.paths)
        return self._rolls[key]

    def next_positions(
        self, key: Hashable, position: Position[E], outcomes: Distribution[Hashable]
    ) -> tuple[list[tuple[Position[E], int]], int]:
        """Return the next positions with their ways, and the number of all ways; one that leads back is rolled again.

        At the end of a play the consequences of its changes are applied.
        """
        whole, reached, here = outcomes.denominator, [], position.key
        for outcome, ways in outcomes.items():
            after = position.after(outcome)
            if after.wanted is None:
                self._game.apply_consequences(after.context)
            elif after.key == here and self.key(after) == key:
                whole -= ways
                continue
            reached.append((after, ways))
        return reached, whole
