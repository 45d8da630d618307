"""Exact odds of an action: all plays at once, level by level, those that share a state brought together."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from math import lcm
from typing import Generic

from combatcli.dice.odds.distribution import Distribution
from combatcli.dice.odds.outcomes import EveryOutcome
from combatcli.encounter.schema import Encounter
from combatcli.errors import DiceError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.actions import AnyAction, OddsQuery, Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.game import Game
from combatcli.rulesets.metrics import Metric
from combatcli.rulesets.steps import Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice_events import DiceEvent

    Ways = dict[int, int]
    """In how many ways a metric has each value."""

MOST_PATHS = 60_000
"""How many ways the dice of one step may fall: about a second's worth."""
MOST_WORK = 600_000
"""How many joint outcomes are gone through, times what each costs to apply and to measure: about two seconds' worth."""
APPLYING = 8
"""What it costs to apply an outcome, in metrics."""


def odds_of(
    game: Game, action: AnyAction, fight: Encounter, request: Request, **options: bool
) -> tuple[list[DiceEvent], list[str]]:
    """Return the exact odds of an action, and the warnings that its play has whatever the dice show.

    ``options`` are those of `CombatContext`. Raises RefusedError where the play is refused, or has no dice to ask
    about.
    """
    events: list[DiceEvent] = []
    warnings: list[str] = []
    source = EveryOutcome()
    if action.odds is None:
        action.prepare(CombatContext(fight, **options), request)
    for query in action.odds(fight, request) if action.odds is not None else ():
        answers, always_warned = _answer(game, query, CombatContext(fight, **options), source)
        events += answers
        warnings += [warning for warning in always_warned if warning not in warnings]
    if not events:
        raise RefusedError("this rolls no dice, so it has no odds")
    return events, warnings


class _State(Record, Generic[E]):
    """Plays that share a state: one of them, what it rolls next, and the ways of each metric's values.

    All ways of a level add up to one denominator. ``warned`` is what all of these plays have warned of.
    """

    context: CombatContext[E]
    step: Step[E]
    measured: list[Ways]
    warned: frozenset[str]


class _Transition(Record, Generic[E]):
    """Where one outcome of a state's step leads: in so many ways of a ``denominator``."""

    state: _State[E]
    context: CombatContext[E]
    step: Step[E] | None
    ways: int
    denominator: int


def _answer(
    game: Game, query: OddsQuery[E], context: CombatContext[E], source: EveryOutcome
) -> tuple[list[DiceEvent], list[str]]:
    """Go level by level through all that may come of a play, and answer what is asked of it."""
    step, metrics = query.begin(context), query.metrics
    values = [{value: 1} for value in _measure(metrics, context, step)]
    warned_so_far = frozenset(context.warnings)
    states = {_key(game, context, step): _State(context, step, values, warned_so_far)} if step is not None else {}
    ended = {} if states else {1: values}
    rolls: dict[Hashable, Distribution[Hashable]] = {}
    warnings, warned = list(context.warnings), [] if states else [warned_so_far]
    denominator, work = 1, 0
    while states:
        transitions: list[_Transition[E]] = []
        for key, state in states.items():
            outcomes = _rolled(state.step, rolls, source)
            work += len(outcomes) * (APPLYING + len(metrics))
            if max(work, len(states) * len(outcomes) * (APPLYING + len(metrics))) > MOST_WORK:
                raise RefusedError("these odds have too many joint outcomes to compute", "Ask about fewer at once.")
            transitions += _transitions(game, key, state, outcomes)
        common = lcm(*{transition.denominator for transition in transitions})
        denominator *= common
        states = {}
        for transition in transitions:
            context, step = transition.context, transition.step
            measured = _measured(metrics, transition, common)
            warned_so_far = transition.state.warned.union(context.warnings)
            warnings += [warning for warning in context.warnings if warning not in warnings]
            if step is None:
                _add(ended.setdefault(denominator, [{} for _ in metrics]), measured)
                warned.append(warned_so_far)
            else:
                _gather(states, _key(game, context, step), _State(context, step, measured, warned_so_far))
    common = lcm(*ended)
    answers = [
        event
        for index, metric in enumerate(metrics)
        for event in metric.answer(_over_common(ended, index, common), common)
    ]
    return answers, [warning for warning in warnings if all(warning in of_play for of_play in warned)]


def _rolled(
    step: Step[E], rolls: dict[Hashable, Distribution[Hashable]], source: EveryOutcome
) -> Distribution[Hashable]:
    """Return what a step's dice may come to; two steps of one key roll alike."""
    key = step.key
    if key not in rolls:
        try:
            rolls[key] = source.every(partial(step.roll, source), MOST_PATHS)
        except DiceError as error:
            raise RefusedError(error.message, error.hint) from None
    return rolls[key]


def _transitions(game: Game, key: Hashable, state: _State[E], outcomes: Distribution[Hashable]) -> list[_Transition[E]]:
    """Return where each outcome of a state's step leads; one that leads back to the state itself is rolled again."""
    denominator, reached = outcomes.denominator, []
    for outcome, ways in outcomes.items():
        context = state.context.fork()
        step = state.step.apply(context, outcome)
        if step is None:
            game.apply_consequences(context)
        elif _key(game, context, step) == key:
            denominator -= ways
            continue
        reached.append((context, step, ways))
    return [_Transition(state, context, step, ways, denominator) for context, step, ways in reached]


def _key(game: Game, context: CombatContext[E], step: Step[E]) -> Hashable:
    return step.key, game.state_key(context.fight, context.before)


def _measure(metrics: Sequence[Metric], context: CombatContext[E], step: Step[E] | None) -> list[int]:
    """Return the value of each metric in a part of a play, which ends it if no step follows."""
    seen: dict[str, list[object]] = {"": [context.fight] if step is None else []}
    for event in context.events:
        seen.setdefault(event.event, []).append(event)
    values = [metric.measure(seen.get(metric.event, ())) for metric in metrics]
    if context.reading is None:
        return values
    return [context.reading(metric, value) for metric, value in zip(metrics, values, strict=True)]


def _measured(metrics: Sequence[Metric], transition: _Transition[E], common: int) -> list[Ways]:
    """Return the ways of each metric's values by the end of an outcome."""
    factor = transition.ways * (common // transition.denominator)
    merged: list[Ways] = []
    measured = _measure(metrics, transition.context, transition.step)
    for metric, value, earlier in zip(metrics, measured, transition.state.measured, strict=True):
        joined: Ways = {}
        for earlier_value, ways in earlier.items():
            new = metric.merge(earlier_value, value)
            joined[new] = joined.get(new, 0) + ways * factor
        merged.append(joined)
    return merged


def _gather(states: dict[Hashable, _State[E]], key: Hashable, state: _State[E]) -> None:
    """Bring together plays that share a state."""
    old = states.get(key)
    if old is None:
        states[key] = state
        return
    _add(old.measured, state.measured)
    states[key] = old.changed(warned=old.warned & state.warned)


def _add(values: list[Ways], more: list[Ways]) -> None:
    for into, added in zip(values, more, strict=True):
        for value, ways in added.items():
            into[value] = into.get(value, 0) + ways


def _over_common(ended: Mapping[int, list[Ways]], index: int, common: int) -> Ways:
    """Return the ways of one metric's values over a common denominator; ``ended`` has them by their own."""
    together: Ways = {}
    for denominator, values in ended.items():
        _add([together], [{value: ways * (common // denominator) for value, ways in values[index].items()}])
    return together
