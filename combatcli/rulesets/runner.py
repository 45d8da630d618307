"""One way through a game's steps, or every way: the play itself, and its exact odds."""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

from combatcli.errors import RefusedError
from combatcli.rulesets.play import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from combatcli.dice.odds.distribution import Distribution
    from combatcli.dice.rolling.sources import Source
    from combatcli.encounter.schema import Encounter
    from combatcli.events import Event
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.play import Action, Inquiry, Question, Request, Step

    Found = dict[int, int]
    """What a question has found, and in how many ways."""

MOST_OUTCOMES = 20_000
"""How many joint outcomes odds go through: about two seconds' worth."""


def play_out(play: Play[Any], step: Step[Any] | None, source: Source) -> None:
    """Play steps to their end, with the faces of a source."""
    while step is not None:
        source.purpose = step.purpose
        step = step.apply(play, step.roll(source))


def odds_of(
    game: Game, action: Action[Any, Any], fight: Encounter, request: Request, **how: bool
) -> tuple[list[Event], list[str]]:
    """Return the exact odds of an action, and the warnings that its play begins with.

    Raises RefusedError where the play is refused, or has no dice to ask about.
    """
    events: list[Event] = []
    warnings: list[str] = []
    for inquiry in action.odds(fight, request) if action.odds is not None else ():
        play = Play(fight, **how)
        events += _answers(game, inquiry, play)
        warnings += [warning for warning in play.warnings if warning not in warnings]
    if not events:
        raise RefusedError("this rolls no dice, so it has no odds")
    return events, warnings


class _State(NamedTuple):
    """Plays that are alike from here on: one of them, and in how many ways the questions have found what so far.

    All ways of a level add up to one denominator.
    """

    play: Play[Any]
    step: Step[Any] | None
    ways: int
    found: list[Found]


class _Outcome(NamedTuple):
    """Where one outcome of a state's step leads: in so many ways of a ``total``."""

    state: _State
    play: Play[Any]
    step: Step[Any] | None
    ways: int
    total: int


def _answers(game: Game, inquiry: Inquiry[Any], play: Play[Any]) -> list[Event]:
    """Go level by level through all that may come of a play, bringing together what is alike; answer the questions."""
    from combatcli.dice.odds.outcomes import every_outcome

    step, asked = inquiry.begin(play), inquiry.questions
    start = _State(play, step, 1, [{_value(question, play, step): 1} for question in asked])
    states = {_key(game, play, step): start} if step is not None else {}
    ended = {} if states else {1: start.found}
    rolls: dict[Hashable, Distribution[Any]] = {}
    denominator, gone_through = 1, 0
    while states:
        reached: list[_Outcome] = []
        for key, state in states.items():
            assert state.step is not None  # noqa: S101  (what has ended is no longer among the states)
            if state.step.key not in rolls:
                rolls[state.step.key] = every_outcome(state.step.roll)
            gone_through += len(rolls[state.step.key])
            _check(gone_through, len(states), len(rolls[state.step.key]))
            reached += _outcomes_of(game, key, state, rolls[state.step.key])
        common = lcm(*[outcome.total for outcome in reached])
        denominator *= common
        states = {}
        for outcome in reached:
            following = _following(asked, outcome, common)
            if following.step is None:
                _add(ended.setdefault(denominator, [{} for _ in asked]), following.found)
            else:
                _gather(states, _key(game, following.play, following.step), following)
    return [event for number, question in enumerate(asked) for event in _told(question, number, ended)]


def _check(gone_through: int, states: int, outcomes: int) -> None:
    if gone_through > MOST_OUTCOMES or states * outcomes > MOST_OUTCOMES:
        raise RefusedError(
            f"these odds have more than {MOST_OUTCOMES:,} joint outcomes, too many to go through",
            "Ask about fewer at once.",
        )


def _outcomes_of(game: Game, key: Hashable, state: _State, outcomes: Distribution[Any]) -> list[_Outcome]:
    """Return where each outcome of a state's step leads; one that leads back to the state itself is rolled again."""
    assert state.step is not None  # noqa: S101  (as above)
    total, reached = outcomes.total, []
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
    return step.key, game.alike(play.fight)


def _value(question: Question, play: Play[Any], step: Step[Any] | None) -> int:
    """Return what a question finds in a play: a number, or 0 for nothing of the kind, 1 for no, 2 for yes."""
    if question.event:
        values = [question.read(event) for event in play.events if event["event"] == question.event]
    else:
        values = [question.read(play.fight)] if step is None else []
    if question.number:
        return sum(values)
    return max([1 + bool(value) for value in values if value is not None], default=0)


def _following(asked: Sequence[Question], outcome: _Outcome, common: int) -> _State:
    """Return the state that an outcome leads to, with what the questions have found by then."""
    factor = outcome.ways * (common // outcome.total)
    found: list[Found] = []
    for question, earlier in zip(asked, outcome.state.found, strict=True):
        value = _value(question, outcome.play, outcome.step)
        values: Found = {}
        for old, ways in earlier.items():
            joined = old + value if question.number else max(old, value)
            values[joined] = values.get(joined, 0) + ways * factor
        found.append(values)
    return _State(outcome.play, outcome.step, outcome.state.ways * factor, found)


def _gather(states: dict[Hashable, _State], key: Hashable, state: _State) -> None:
    """Bring together plays that are alike from here on."""
    old = states.get(key)
    if old is None:
        states[key] = state
        return
    _add(old.found, state.found)
    states[key] = old._replace(ways=old.ways + state.ways)


def _add(found: list[Found], more: list[Found]) -> None:
    for mine, theirs in zip(found, more, strict=True):
        for value, ways in theirs.items():
            mine[value] = mine.get(value, 0) + ways


def _told(question: Question, number: int, ended: Mapping[int, list[Found]]) -> list[Event]:
    """Return what a question comes to, as an event; nothing for what is asked of if it is possible, and is not.

    ``ended`` has what was found, by the denominator of its ways.
    """
    from combatcli.dice.odds.distribution import Distribution
    from combatcli.dice.odds.events import distribution_event, odds_event

    common = lcm(*ended)
    found: Found = {}
    for denominator, values in ended.items():
        _add([found], [{value: ways * (common // denominator) for value, ways in values[number].items()}])
    outcomes = Distribution(dict(sorted(found.items())), common)
    if question.number:
        return [distribution_event(outcomes, of=question.of, **question.about)]
    if question.possible and outcomes.get(0, 0) == common:
        return []
    return [odds_event(question.of, outcomes.fraction(2), **question.about)]
