"""Rules as plain functions: a task checks, asks for its dice in its midst, and goes on below as the rulebook does.

What comes after a task stands on the agenda. In play each roll is answered at once. For odds a task runs on a fork; at
a roll that nobody has made yet the fork is thrown away, and the task runs again past it with each outcome. So the state
of a play is its encounter, its agenda and the outcomes so far. Odds merge plays on exactly these.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import msgspec

from combatcli.dice.rolling.sources import Source
from combatcli.errors import DiceError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.context import AnyContext, CombatContext, E

T = TypeVar("T")
Task = tuple[Any, ...]
"""A function of a rule, and what it takes after the context."""


class DisplayOnly(Generic[T]):
    """The part of an outcome that a report shows and nothing depends on: for the odds no two of them differ."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DisplayOnly)

    def __hash__(self) -> int:
        return 0


def roll(context: AnyContext, purpose: str, dice: Callable[..., T], *given: Any) -> T:
    """Return the outcome of ``dice(source, *given)``; ``purpose`` says whose dice these are, and for what.

    The outcome is hashable. It depends on the faces and on what is given, and on nothing else. Raises RefusedError
    where the dice cannot be rolled.
    """
    outcome: T = context.rolls(purpose, dice, given)
    return outcome


def do(context: AnyContext, *tasks: Task) -> None:
    """Put tasks on the agenda: they are done in order, after the task at hand and before all that waits already."""
    context.agenda += tasks


def play(context: AnyContext, *tasks: Task) -> None:
    """Do tasks, and all that they put on the agenda, with the dice that the context has."""
    waiting = [*reversed(tasks)]
    context.agenda = []
    while waiting:
        function, *given = waiting.pop()
        function(context, *given)
        if context.agenda:
            waiting += reversed(context.agenda)
            context.agenda = []


class PlayedRolls:
    """Rolls as play makes them: at once, by a source that is made when the first is made."""

    def __init__(self, make: Callable[[], Source]) -> None:
        self._make = make
        self.source: Source | None = None
        """The source of the rolls that were made; None before the first."""

    def __call__(self, purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """Return an outcome; RefusedError where the dice cannot be rolled."""
        if self.source is None:
            self.source = self._make()
        try:
            self.source.prepare(purpose, dice, given)
            return dice(self.source, *given)
        except DiceError as error:
            raise RefusedError(f"{self.source.purpose} cannot be rolled: {error.message}", error.hint) from None


class Wanted(BaseException):
    """A roll that a task asks for, and that has no outcome yet."""

    def __init__(self, purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> None:
        super().__init__()
        self.purpose = purpose
        self.dice = dice
        self.given = given

    @property
    def key(self) -> Hashable:
        """What tells it from rolls of other outcomes."""
        return self.dice, tuple(map(_hashable, self.given))


def given_rolls(outcomes: tuple[Hashable, ...]) -> Callable[[str, Callable[..., Any], tuple[Any, ...]], Any]:
    """Return rolls whose outcomes are known, in order; at the first that is not, Wanted is raised."""
    left = iter(outcomes)

    def rolls(purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        for outcome in left:
            return outcome
        raise Wanted(purpose, dice, given)

    return rolls


class Position(Record, Generic[E]):
    """Where a play has come to: what it is before the first task of the agenda, and that task's outcomes so far.

    ``wanted`` is the roll that it waits for; None at its end.
    """

    context: CombatContext[E]
    agenda: tuple[Task, ...]
    outcomes: tuple[Hashable, ...]
    wanted: Wanted | None

    @property
    def key(self) -> Hashable:
        """What tells it from other positions in the same encounter."""
        return tuple([tuple(map(_hashable, task)) for task in self.agenda]), self.outcomes, self.context.author

    def after(self, outcome: Hashable) -> Position[E]:
        """Return where the play comes to with an outcome of the roll that it waits for."""
        return _go_on(self.context.fork(), self.agenda, (*self.outcomes, outcome))


def begin(context: CombatContext[E], *tasks: Task) -> Position[E]:
    """Do tasks up to the first roll, and return where that is."""
    return _go_on(context, tasks, ())


def _go_on(context: CombatContext[E], agenda: tuple[Task, ...], outcomes: tuple[Hashable, ...]) -> Position[E]:
    while agenda:
        trial = context.fork()
        trial.rolls = given_rolls(outcomes)
        try:
            function, *given = agenda[0]
            function(trial, *given)
        except Wanted as wanted:
            # Without its traceback, which would keep alive all that the task held.
            return Position(context, agenda, outcomes, wanted.with_traceback(None))
        agenda, outcomes = (*trial.agenda, *agenda[1:]), ()
        trial.agenda = []
        context.adopt(trial)
    return Position(context, (), (), None)


def _hashable(value: Any) -> Hashable:
    """Return a value, or what stands for it where it holds lists or tables; only equal values share it."""
    try:
        hash(value)
    except TypeError:
        return type(value), msgspec.msgpack.encode(value, enc_hook=Record.values)
    result: Hashable = value
    return result
