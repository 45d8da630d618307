"""Lines of `play` on an encounter in memory, read and resolved as on a file."""

from __future__ import annotations

from contextlib import ExitStack

from combatcli.pipeline.dice_source import with_next_step
from combatcli.pipeline.input import Input
from combatcli.pipeline.resolution import read_requests
from combatcli.pipeline.session import words_of
from combatcli.rulesets import action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.steps import chain, run_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from combatcli.declarations import Invocation
    from combatcli.dice.rolling.sources import Source
    from combatcli.encounter.schema import Encounter
    from combatcli.rulesets.actions import Action, Request
    from combatcli.rulesets.game import Game


class LinePlayer:
    """Plays lines of a game strictly; each line is read once."""

    def __init__(self, game: Game, read: Callable[[list[str]], Invocation]) -> None:
        self._game = game
        self._read = read
        self._given = Input("fight", "", {}, game, ExitStack())
        self._known: dict[str, tuple[Action[Any, Any], list[Request]]] = {}

    def __call__(self, line: str, fight: Encounter, source: Source) -> CombatContext[Encounter]:
        """Return what a line comes to, with the dice's next step; CombatError where the rules or the table mind it."""
        doing, requests = self._requests(line)
        context = CombatContext(fight, strict=True)
        step = chain(context, requests, doing.prepare)
        if step is not None:
            run_steps(context, step, source)
        self._game.apply_consequences(context)
        context.fight = with_next_step(context.fight, source)
        return context

    def _requests(self, line: str) -> tuple[Action[Any, Any], list[Request]]:
        if line not in self._known:
            call = self._read(words_of(line))
            doing = action(self._game.name, call.name)
            self._known[line] = doing, read_requests(doing, call, self._given)
        return self._known[line]
