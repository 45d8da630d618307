"""Exact odds of an action: all plays at once, level by level, merging those with the same state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import chain
from math import lcm
from typing import Generic

from combatcli.dice.exact.distribution import Distribution
from combatcli.dice_events import DiceEvent
from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.actions import AnyAction, OddsQuery, Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.game import Game
from combatcli.rulesets.metrics import UNSEEN, Metric
from combatcli.rulesets.tasks import Position, run_to_first_roll
from combatcli.rulesets.walk import RollOutcomes

MOST_WORK = 600_000
"""The limit of joint outcomes times their cost, about two seconds of work."""
ENDED = None
"""The one key of all plays that have ended."""
APPLYING, WORKING_OUT = 8, 48
"""The cost of applying an outcome, in metrics; and in a game of a file, which works its tables out."""


def odds_of(
    game: Game, action: AnyAction, fight: Encounter, request: Request, **options: bool
) -> tuple[list[DiceEvent], list[str]]:
    """Return the exact odds of an action, and the warnings that every play has.

    ``options`` are those of `CombatContext`. Raises RefusedError if the play is refused or rolls no dice.
    """
    events: list[DiceEvent] = []
    warnings: list[str] = []
    walk = RollOutcomes(game)
    if action.odds is None:
        run_to_first_roll(CombatContext(fight, **options), (action.task, request))
    for query in action.odds(fight, request) if action.odds is not None else ():
        answers, always_warned = _measure_all_plays(game, query, CombatContext(fight, lean=True, **options), walk)
        events += answers
        warnings += [warning for warning in always_warned if warning not in warnings]
    if not events:
        raise RefusedError("this rolls no dice, so it has no odds")
    return events, warnings


class _MergedPlays(Record, Generic[E]):
    """Plays that share a state: their position, and the ways of each metric's values.

    All ways of a level add up to one denominator. ``warned`` has the warnings that all of these plays share.
    """

    position: Position[E]
    measured: Sequence[Counter[int]]
    warned: set[str]

    def add(self, before: _MergedPlays[E], metrics: Sequence[Metric], position: Position[E], factor: int) -> None:
        """Add plays from the level before, after an outcome that has ``factor`` ways."""
        self.warned.intersection_update(before.warned.union(position.context.warnings))
        values = _metric_values(metrics, position)
        for metric, value, earlier, merged in zip(metrics, values, before.measured, self.measured, strict=True):
            for earlier_value, ways in earlier.items():
                merged[metric.merge(earlier_value, value)] += ways * factor


def _measure_all_plays(
    game: Game, query: OddsQuery[E], context: CombatContext[E], walk: RollOutcomes
) -> tuple[list[DiceEvent], list[str]]:
    """Go through all plays level by level, and return the answers of the metrics."""
    metrics = query.metrics
    start = run_to_first_roll(context, query.task)
    values = [Counter([value]) for value in _metric_values(metrics, start)]
    states: dict[Hashable, _MergedPlays[E]] = {
        walk.key(start) if start.wanted else ENDED: _MergedPlays(start, values, {*context.warnings})
    }
    warnings = dict.fromkeys(context.warnings)
    denominator, work = 1, 0
    cost = len(metrics) + (WORKING_OUT if game.text else APPLYING)
    while states.keys() - {ENDED}:
        rolling: list[tuple[Hashable, _MergedPlays[E], Distribution[Hashable]]] = []
        for key, state in states.items():
            if key is ENDED:
                continue
            outcomes = walk.outcomes(state.position)
            work += len(outcomes) * cost
            if max(work, len(states) * len(outcomes) * cost) > MOST_WORK:
                raise RefusedError("these odds have too many joint outcomes to compute", "Ask about fewer at once.")
            rolling.append((key, state, outcomes))
        rolled = [(state, *walk.next_positions(key, state.position, outcomes)) for key, state, outcomes in rolling]
        common = lcm(*{whole for *_, whole in rolled})
        denominator *= common
        states = {ENDED: states[ENDED]} if ENDED in states else {}
        for ended_ways in states[ENDED].measured if states else ():
            ended_ways.update({value: ways * (common - 1) for value, ways in ended_ways.items()})
        for state, reached, whole in rolled:
            for position, ways in reached:
                warnings |= dict.fromkeys(position.context.warnings)
                now = walk.key(position) if position.wanted else ENDED
                if now not in states:
                    states[now] = _MergedPlays(position, [Counter() for _ in metrics], {*warnings})
                states[now].add(state, metrics, position, ways * (common // whole))
    ended = states[ENDED]
    answers = [metric.to_events(ways, denominator) for metric, ways in zip(metrics, ended.measured, strict=True)]
    return [*chain(*answers)], [warning for warning in warnings if warning in ended.warned]


def _metric_values(metrics: Sequence[Metric], position: Position[E]) -> list[int]:
    """Return the value of each metric in a part of a play, up to its end if no roll follows."""
    context = position.context
    seen: dict[str, list[object]] = {"": [context.fight]} if position.wanted is None else {}
    for event in context.events:
        seen.setdefault(event.event, []).append(event)
    return [metric.measure(seen[metric.event]) if metric.event in seen else UNSEEN for metric in metrics]
