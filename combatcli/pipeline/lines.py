"""Lines of `play` on an encounter in memory, read and resolved as on a file."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import ExitStack
from fractions import Fraction
from functools import partial

from combatcli.declarations import Invocation
from combatcli.dice.odds.distribution import Distribution
from combatcli.dice.odds.outcomes import EveryOutcome
from combatcli.encounter.schema import Encounter
from combatcli.errors import DiceError
from combatcli.pipeline.dice_source import own_source, with_next_step
from combatcli.pipeline.input import Input
from combatcli.pipeline.resolution import read_requests
from combatcli.pipeline.session import words_of
from combatcli.rulesets import action
from combatcli.rulesets.action_odds import MOST_PATHS
from combatcli.rulesets.actions import AnyAction, Request
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.steps import Step, chain, run_steps


class LinePlayer:
    """Plays lines of a game strictly; each line is read once."""

    def __init__(self, game: Game, read: Callable[[list[str]], Invocation]) -> None:
        self._game = game
        self._read = read
        self._given = Input("fight", "", {}, game, ExitStack())
        self._source = EveryOutcome()
        self._rolls: dict[Hashable, Distribution[Hashable]] = {}
        self._known: dict[str, tuple[AnyAction, list[Request]]] = {}

    def __call__(self, line: str, fight: Encounter, *, silent: bool = False) -> CombatContext[Encounter]:
        """Return what a line comes to, by the fight's own dice; CombatError where the rules or the table mind it."""
        doing, requests = self._requests(line)
        context = CombatContext(fight, strict=True, silent=silent)
        step = chain(context, requests, doing.prepare)
        if step is None:
            self._game.apply_consequences(context)
            return context
        assert fight.dice is not None
        source = own_source(fight.dice)
        run_steps(context, step, source)
        self._game.apply_consequences(context)
        context.fight = with_next_step(context.fight, source)
        return context

    def every(self, line: str, fight: Encounter, spend: Callable[[int], None]) -> list[tuple[Encounter, Fraction]]:
        """Return all that a line may come to, each with its chance; CombatError where the rules or the table mind it.

        Plays that share a state are brought together step by step; ``spend`` is told how many outcomes that takes.
        """
        self._rolls.clear()
        doing, requests = self._requests(line)
        context = CombatContext(fight, strict=True, silent=True)
        step = chain(context, requests, doing.prepare)
        states = {self._key(context, step): (context, step, Fraction(1))}
        ended: list[tuple[Encounter, Fraction]] = []
        while states:
            following: dict[Hashable, tuple[CombatContext[Encounter], Step[Encounter] | None, Fraction]] = {}
            # What all of them would take is told before any is gone through.
            spend(sum(len(self._rolled(step, spend)) for _, step, _ in states.values() if step is not None))
            for key, (before, step, chance) in states.items():
                if step is None:
                    self._game.apply_consequences(before)
                    ended.append((before.fight, chance))
                    continue
                for after, next_step, ways in self._outcomes(key, before, step, spend):
                    after_key = self._key(after, next_step)
                    known = following.get(after_key)
                    more = chance * ways + (known[2] if known is not None else 0)
                    following[after_key] = (after, next_step, more)
            states = following
        return ended

    def _rolled(self, step: Step[Encounter], spend: Callable[[int], None]) -> Distribution[Hashable]:
        """Return the outcomes of a step's dice."""
        if step.key not in self._rolls:
            try:
                self._rolls[step.key] = self._source.every(partial(step.roll, self._source), MOST_PATHS)
            except DiceError:
                spend(MOST_PATHS)
                raise
        return self._rolls[step.key]

    def _outcomes(
        self, key: Hashable, before: CombatContext[Encounter], step: Step[Encounter], spend: Callable[[int], None]
    ) -> list[tuple[CombatContext[Encounter], Step[Encounter] | None, Fraction]]:
        """Return what each outcome of a step leads to; one that leads back to where it was is rolled again."""
        outcomes = self._rolled(step, spend)
        total, found = outcomes.denominator, []
        for outcome, ways in outcomes.items():
            after = before.fork()
            following = step.apply(after, outcome)
            if following is not None and self._key(after, following) == key:
                total -= ways
            else:
                found.append((after, following, ways))
        return [(after, following, Fraction(ways, total)) for after, following, ways in found]

    def _key(self, context: CombatContext[Encounter], step: Step[Encounter] | None) -> Hashable:
        return step.key if step is not None else None, self._game.state_key(context.fight, context.before)

    def _requests(self, line: str) -> tuple[AnyAction, list[Request]]:
        if line not in self._known:
            call = self._read(words_of(line))
            doing = action(self._game.name, call.name)
            self._known[line] = doing, read_requests(doing, call, self._given)
        return self._known[line]
