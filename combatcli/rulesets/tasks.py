"""Rules as plain functions: a task checks, asks for its dice in its midst, and goes on below as the rulebook does.

Later tasks wait on the agenda. In play each roll is answered at once. For odds a task runs on a fork; at an open roll
the fork is thrown away, and the task runs again past it with each outcome. So the state of a play is its encounter, its
agenda and the outcomes so far. Odds merge plays on exactly these.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from combatcli.dice.rolling.sources import Source
from combatcli.errors import DiceError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.context import AnyContext, CombatContext, E
from combatcli.toml import Tables

T = TypeVar("T")
Task = tuple[Any, ...]
"""A function of a rule, and its arguments after the context."""


class DisplayOnly(Struct, Generic[T], frozen=True, eq=False, gc=False):
    """The part of an outcome that only a report shows: for odds, all are equal."""

    value: T

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DisplayOnly)

    def __hash__(self) -> int:
        return 0


def roll(context: AnyContext, purpose: str, dice: Callable[..., T], *given: Any) -> T:
    """Return the outcome of ``dice(source, *given)``; ``purpose`` says whose dice these are, and for what.

    The outcome is hashable and depends only on the faces and ``given``. Raises RefusedError if the dice cannot be
    rolled.
    """
    outcome: T = context.rolls(purpose, dice, given)
    return outcome


def die(source: Source, sides: int) -> int:
    """Return the face of one die, for `roll`."""
    return source.die(sides)


def do(context: AnyContext, *tasks: Task) -> None:
    """Put tasks on the agenda, in order: after the present task and before all that already wait."""
    context.agenda += tasks


def play(context: AnyContext, *tasks: Task) -> None:
    """Run tasks, and all that they put on the agenda, with the context's dice."""
    waiting = [*reversed(tasks)]
    while waiting:
        task = waiting.pop()
        task[0](context, *task[1:])
        if context.agenda:
            waiting += reversed(context.agenda)
            context.agenda = []


class ImmediateRolls:
    """Rolls that are made at once, by a source that is created at the first roll."""

    def __init__(self, make: Callable[[], Source]) -> None:
        self._make = make
        self.source: Source | None = None
        """The source of the rolls that were made; None before the first."""

    def __call__(self, purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """Return an outcome; RefusedError where the dice cannot be rolled."""
        if self.source is None:
            self.source = self._make()
        try:
            self.source.set_purpose(purpose, dice, given)
            return dice(self.source, *given)
        except DiceError as error:
            raise RefusedError(f"{self.source.purpose} cannot be rolled: {error.message}", error.hint) from None


class OpenRoll(BaseException):
    """An open roll that a task asks for."""

    def __init__(self, purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> None:
        super().__init__()
        self.purpose = purpose
        self.dice = dice
        self.given = given

    @property
    def key(self) -> Hashable:
        """The identity of this roll among others."""
        return self.dice, tuple(map(_hashable, self.given))


def replay_outcomes(outcomes: tuple[Hashable, ...]) -> Callable[[str, Callable[..., Any], tuple[Any, ...]], Any]:
    """Return a function that gives known outcomes in order; it raises OpenRoll for the first unknown one."""
    left = iter(outcomes)

    def rolls(purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        for outcome in left:
            return outcome
        raise OpenRoll(purpose, dice, given)

    return rolls


class Position(Struct, Generic[E], frozen=True):
    """A point in the play of a command: its state before the agenda's first task, and that task's outcomes so far.

    ``wanted`` is the open roll; None at the end.
    """

    context: CombatContext[E]
    agenda: tuple[Task, ...]
    outcomes: tuple[Hashable, ...]
    wanted: OpenRoll | None

    @property
    def key(self) -> Hashable:
        """The hashable identity of the position, to compare it with others of the same encounter only."""
        return tuple([tuple(map(_hashable, task)) for task in self.agenda]), self.outcomes, self.context.author

    def after(self, outcome: Hashable) -> Position[E]:
        """Return the position after an outcome of the open roll."""
        return _run_agenda(self.context.fork(), self.agenda, (*self.outcomes, outcome))


def run_to_first_roll(context: CombatContext[E], *tasks: Task) -> Position[E]:
    """Run tasks up to the first roll, and return the position there."""
    return _run_agenda(context, tasks, ())


def _run_agenda(context: CombatContext[E], agenda: tuple[Task, ...], outcomes: tuple[Hashable, ...]) -> Position[E]:
    while agenda:
        trial = context.fork()
        trial.rolls = replay_outcomes(outcomes)
        try:
            function, *given = agenda[0]
            function(trial, *given)
        except OpenRoll as wanted:
            # Without its traceback, which would keep alive all that the task held.
            return Position(context, agenda, outcomes, wanted.with_traceback(None))
        agenda, outcomes = (*trial.agenda, *agenda[1:]), ()
        trial.agenda = []
        context.adopt(trial)
    return Position(context, (), (), None)


def _hashable(value: Any) -> Hashable:
    """Return a hashable value; lists and tables are replaced by equal ones."""
    try:
        hash(value)
    except TypeError:
        return type(value), msgspec.msgpack.encode(value, enc_hook=_tables)
    result: Hashable = value
    return result


def _tables(record: Record) -> Tables:
    return {name: value for name, value in record.as_dict().items() if value is not msgspec.UNSET}
