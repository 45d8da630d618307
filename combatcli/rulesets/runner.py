"""One way through a game's steps, or every way: the play itself, and its exact odds."""

from __future__ import annotations

from functools import partial
from math import lcm
from typing import Any

from combatcli.errors import DiceError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.play import NO, NOTHING, OPEN, YES, Play, Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from combatcli.dice.odds.distribution import Distribution
    from combatcli.dice.odds.outcomes import EveryOutcome
    from combatcli.encounter.schema import Encounter
    from combatcli.events import Event
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.play import Action, Inquiry, Question, Request, Step

    Found = dict[int, int]
    """What a question has found, and in how many ways."""

MOST_PATHS = 60_000
"""How many ways the dice of one step may fall: about a second's worth."""
MOST_WORK = 600_000
"""How many joint outcomes are gone through, times what each costs to apply and to ask: about two seconds' worth."""
APPLYING = 8
"""What it costs to apply an outcome, in questions."""


def odds_of(
    game: Game, action: Action[Any, Any], fight: Encounter, request: Request, **how: bool
) -> tuple[list[Event], list[str]]:
    """Return the exact odds of an action, and the warnings that its play has whatever the dice show.

    Raises RefusedError where the play is refused, or has no dice to ask about.
    """
    events: list[Event] = []
    warnings: list[str] = []
    from combatcli.dice.odds.outcomes import EveryOutcome

    source = EveryOutcome()
    if action.odds is None:
        action.prepare(Play(fight, **how), request)
    for inquiry in action.odds(fight, request) if action.odds is not None else ():
        told, warned = _answers(game, inquiry, Play(fight, **how), source)
        events += told
        warnings += [warning for warning in warned if warning not in warnings]
    if not events:
        raise RefusedError("this rolls no dice, so it has no odds")
    return events, warnings


class _State(Record):
    """Plays that are alike from here on: one of them, and in how many ways the questions have found what so far.

    All ways of a level add up to one denominator. ``warned`` is what all of these plays have warned of.
    """

    play: Play[Any]
    step: Step[Any] | None
    ways: int
    found: list[Found]
    warned: frozenset[str]


class _Outcome(Record):
    """Where one outcome of a state's step leads: in so many ways of a ``total``."""

    state: _State
    play: Play[Any]
    step: Step[Any] | None
    ways: int
    total: int


def _answers(game: Game, inquiry: Inquiry[Any], play: Play[Any], source: EveryOutcome) -> tuple[list[Event], list[str]]:
    """Go level by level through all that may come of a play, bringing together what is alike; answer the questions."""
    step, asked = inquiry.begin(play), inquiry.questions
    start = _State(play, step, 1, [{value: 1} for value in _values(asked, play, step)], frozenset(play.warnings))
    states = {_key(game, play, step): start} if step is not None else {}
    ended = {} if states else {1: start.found}
    rolls: dict[Hashable, Distribution[Any]] = {}
    warnings, warned = list(play.warnings), [] if states else [start.warned]
    denominator, work = 1, 0
    while states:
        reached: list[_Outcome] = []
        for key, state in states.items():
            outcomes = _rolled(state.step, rolls, source)
            work += len(outcomes) * (APPLYING + len(asked))
            _check(max(work, len(states) * len(outcomes) * (APPLYING + len(asked))))
            reached += _outcomes_of(game, key, state, outcomes)
        common = lcm(*{outcome.total for outcome in reached})
        denominator *= common
        states = {}
        for outcome in reached:
            following = _following(asked, outcome, common)
            warnings += [warning for warning in outcome.play.warnings if warning not in warnings]
            if following.step is None:
                _add(ended.setdefault(denominator, [{} for _ in asked]), following.found)
                warned.append(following.warned)
            else:
                _gather(states, _key(game, following.play, following.step), following)
    told = [event for number, question in enumerate(asked) for event in _told(question, number, ended)]
    return told, [warning for warning in warnings if all(warning in each for each in warned)]


def _rolled(
    step: Step[Any] | None, rolls: dict[Hashable, Distribution[Any]], source: EveryOutcome
) -> Distribution[Any]:
    """Return what a step's dice may come to; two steps of one key roll alike."""
    assert step is not None  # noqa: S101  (what has ended is no longer among the states)
    key = step.key
    if key not in rolls:
        try:
            rolls[key] = source.every(partial(step.roll, source), MOST_PATHS)
        except DiceError as error:
            raise RefusedError(error.message, error.hint) from None
    return rolls[key]


def _check(work: int) -> None:
    if work > MOST_WORK:
        raise RefusedError("these odds have too many joint outcomes to go through", "Ask about fewer at once.")


def _outcomes_of(game: Game, key: Hashable, state: _State, outcomes: Distribution[Any]) -> list[_Outcome]:
    """Return where each outcome of a state's step leads; one that leads back to the state itself is rolled again."""
    assert state.step is not None  # noqa: S101  (as above)
    total, reached = outcomes.denominator, []
    for outcome, ways in outcomes.items():
        play = state.play.fork()
        step = state.step.apply(play, outcome)
        if step is None:
            game.settle(play)
        elif _key(game, play, step) == key:
            total -= ways
            continue
        reached.append((play, step, ways))
    return [_Outcome(state, play, step, ways, total) for play, step, ways in reached]


def _key(game: Game, play: Play[Any], step: Step[Any]) -> Hashable:
    return step.key, game.alike(play.fight, play.before)


def _values(asked: Sequence[Question], play: Play[Any], step: Step[Any] | None) -> list[int]:
    """Return what each question reads in a play: a number, or for a chance NOTHING, NO, OPEN or YES."""
    seen: dict[str, list[Any]] = {"": [play.fight] if step is None else []}
    for event in play.events:
        seen.setdefault(event["event"], []).append(event)
    values = [_value(question, seen.get(question.event, ())) for question in asked]
    if play.reading is None:
        return values
    return [play.reading(question, value) for question, value in zip(asked, values, strict=True)]


def _value(question: Question, seen: Sequence[Any]) -> int:
    if question.number:
        return sum(map(question.read, seen))
    return max([YES if value else NO for value in map(question.read, seen) if value is not None], default=NOTHING)


def _following(asked: Sequence[Question], outcome: _Outcome, common: int) -> _State:
    """Return the state that an outcome leads to, with what the questions have found by then."""
    factor = outcome.ways * (common // outcome.total)
    found: list[Found] = []
    values = _values(asked, outcome.play, outcome.step)
    for question, value, earlier in zip(asked, values, outcome.state.found, strict=True):
        joined: Found = {}
        for old, ways in earlier.items():
            new = old + value if question.number else max(old, value)
            joined[new] = joined.get(new, 0) + ways * factor
        found.append(joined)
    warned = outcome.state.warned
    if outcome.play.warnings:
        warned |= frozenset(outcome.play.warnings)
    return _State(outcome.play, outcome.step, outcome.state.ways * factor, found, warned)


def _gather(states: dict[Hashable, _State], key: Hashable, state: _State) -> None:
    """Bring together plays that are alike from here on."""
    old = states.get(key)
    if old is None:
        states[key] = state
        return
    _add(old.found, state.found)
    states[key] = old.changed(ways=old.ways + state.ways, warned=old.warned & state.warned)


def _add(found: list[Found], more: list[Found]) -> None:
    for mine, theirs in zip(found, more, strict=True):
        for value, ways in theirs.items():
            mine[value] = mine.get(value, 0) + ways


def _told(question: Question, number: int, ended: Mapping[int, list[Found]]) -> list[Event]:
    """Return the answer to a question as an event; none if it asks for what is only possible, and it is not.

    ``ended`` has what was found, by the denominator of its ways.
    """
    from combatcli.dice.odds.distribution import ratio_text
    from combatcli.dice.odds.events import distribution_event, odds_event

    common = lcm(*ended)
    found: Found = {}
    for denominator, values in ended.items():
        _add([found], [{value: ways * (common // denominator) for value, ways in values[number].items()}])
    if question.number:
        return [distribution_event(_table(found, common), of=question.of, **question.about)]
    if question.possible and found.get(NOTHING, 0) == common:
        return []
    rest = {"rest": ratio_text(found[OPEN], common)} if found.get(OPEN) else {}
    return [odds_event(question.of, found.get(YES, 0), common, **question.about) | rest]


def _table(numbers: Found, total: int) -> Distribution[int]:
    """Return the distribution of numbers from the ways of each; a `Summary` among them makes it."""
    from combatcli.dice.odds.distribution import Distribution

    summaries = [number for number in numbers if isinstance(number, Summary)]
    return summaries[0].table(numbers, total) if summaries else Distribution(dict(sorted(numbers.items())), total)
