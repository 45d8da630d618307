"""Lines of `play` on an encounter in memory, read and resolved as on a file."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import ExitStack
from fractions import Fraction

from combatcli.declarations import Invocation
from combatcli.encounter.schema import Encounter
from combatcli.pipeline.dice_source import own_source, with_next_step
from combatcli.pipeline.input import Input
from combatcli.pipeline.resolution import read_requests
from combatcli.pipeline.session import words_of
from combatcli.rulesets import action
from combatcli.rulesets.actions import AnyAction, Request
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.tasks import PlayedRolls, Position, Task, begin, play
from combatcli.rulesets.walk import MOST_PATHS, Walk


class LinePlayer:
    """Plays lines of a game strictly; each line is read once."""

    def __init__(self, game: Game, read: Callable[[list[str], Game], Invocation]) -> None:
        self._game = game
        self._read = read
        self._given = Input("fight", "", {}, game, ExitStack())
        self._known: dict[str, tuple[AnyAction, list[Request]]] = {}

    def __call__(self, line: str, fight: Encounter, *, silent: bool = False) -> CombatContext[Encounter]:
        """Return what a line comes to, by the fight's own dice; CombatError where the rules or the table mind it."""
        dice = fight.dice
        assert dice is not None
        context = CombatContext(fight, strict=True, silent=silent)
        context.rolls = rolls = PlayedRolls(lambda: own_source(dice))
        play(context, *self._tasks(line))
        self._game.apply_consequences(context)
        if rolls.source is not None:
            context.fight = with_next_step(context.fight, rolls.source)
        return context

    def every(self, line: str, fight: Encounter, spend: Callable[[int], None]) -> list[tuple[Encounter, Fraction]]:
        """Return all that a line may come to, each with its chance; CombatError where the rules or the table mind it.

        Plays that share a state are brought together roll by roll; ``spend`` is told how many outcomes that takes.
        """
        walk = Walk(self._game, lambda: spend(MOST_PATHS))
        start = begin(CombatContext(fight, strict=True, silent=True), *self._tasks(line))
        states: dict[Hashable, tuple[Position[Encounter], Fraction]] = {walk.key(start): (start, Fraction(1))}
        ended: list[tuple[Encounter, Fraction]] = []
        if start.wanted is None:
            self._game.apply_consequences(start.context)
            return [(start.context.fight, Fraction(1))]
        while states:
            following: dict[Hashable, tuple[Position[Encounter], Fraction]] = {}
            # What all of them would take is told before any is gone through.
            spend(sum([len(walk.outcomes(position)) for position, _ in states.values()]))
            for key, (position, chance) in states.items():
                reached, whole = walk.reached(key, position, walk.outcomes(position))
                for after, ways in reached:
                    after_key = walk.key(after)
                    likely = chance * ways / whole
                    known = following.get(after_key)
                    following[after_key] = after, likely if known is None else known[1] + likely
            states = {key: state for key, state in following.items() if state[0].wanted is not None}
            ended += [(after.context.fight, likely) for after, likely in following.values() if after.wanted is None]
        return ended

    def _tasks(self, line: str) -> list[Task]:
        doing, requests = self._requests(line)
        return [(doing.task, request) for request in requests]

    def _requests(self, line: str) -> tuple[AnyAction, list[Request]]:
        if line not in self._known:
            call = self._read(words_of(line), self._game)
            doing = action(self._game, call.name)
            self._known[line] = doing, read_requests(doing, call, self._given)
        return self._known[line]
