"""What a game's commands are made of: a request, a play that it changes, the dice it rolls, what its odds look at.

A command prepares (all checks, no dice), rolls (all its dice, from a source; a hashable outcome) and applies (the
outcome: a changed encounter and events). Where what follows rolls again, one `Step` leads to the next. Whether the
steps are played once or over every outcome is the runner's business alone.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Generic, TypeVar

from msgspec import Struct

from combatcli.encounter.schema import Encounter
from combatcli.errors import DiceError, RefusedError
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from combatcli.dice.odds.distribution import Distribution
    from combatcli.dice.rolling.sources import Source
    from combatcli.events import Event

E = TypeVar("E", bound=Encounter)
T = TypeVar("T")


def _unescaped(name: str) -> str:
    return name.rstrip("_")


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=_unescaped):
    """What a command was told; a key that a game's request does not have is an option that the game lacks."""


R = TypeVar("R", bound=Request)


class Play(Generic[E]):
    """One command being played: the encounter as it now stands, and what happened so far.

    ``formal`` is False for two combatants without a file, who have neither phases nor declarations; ``author`` is who
    deals the wounds that are told, where the table says so. ``reading`` is set where odds let one play stand for
    several: it takes a question and what that reads in this play, and returns what is recorded instead.
    """

    __slots__ = ("author", "before", "events", "fight", "formal", "reading", "strict", "warnings")

    def __init__(self, fight: E, *, strict: bool = False, formal: bool = True) -> None:
        self.before = fight
        self.fight = fight
        self.formal = formal
        self.author = ""
        self.reading: Callable[[Question, int], int] | None = None
        self.strict = strict or fight.house.get("strict") is True
        self.events: list[Event] = []
        self.warnings: list[str] = []

    def fork(self) -> Play[E]:
        """Return a play that goes on from here by itself, with no events yet."""
        fork = Play(self.fight, strict=self.strict, formal=self.formal)
        fork.before = self.before
        fork.author = self.author
        return fork

    def tell(self, event: str, **values: object) -> Event:
        """Record that something happened, and return the event."""
        told = {"event": event, **values}
        if self.author and event == "wound":
            told["by"] = self.author
        self.events.append(told)
        return told

    def warn(self, sentence: str) -> None:
        """Say something that the table should know; no refusal, however strict."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def irregular(self, sentence: str) -> None:
        """Warn of something out of its phase or undeclared; raise RefusedError where the play is strict."""
        if not self.formal:
            return
        if self.strict:
            ruled = self.fight.house.get("strict") is True
            by = "[house] strict = true" if ruled else "--strict"
            raise RefusedError(sentence, f"Without {by} this is done with a warning.")
        self.warn(sentence)

    def change(self, who: str, **changes: object) -> None:
        """Give one combatant other values."""
        self.fight = self.fight.with_combatant(who, **changes)

    def alter(self, **changes: object) -> None:
        """Give the encounter itself other values."""
        self.fight = self.fight.changed(**changes)


class Shown(Generic[T]):
    """The part of an outcome that a report shows and nothing depends on: for the odds no two of them differ."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown)

    def __hash__(self) -> int:
        return 0


class Step(Generic[E]):
    """Dice that are rolled together, and what they do.

    ``roll`` takes the faces from a source and returns a hashable outcome; it may depend on nothing else that another
    step of the same ``key`` would not share. ``apply`` changes the play and returns the step that follows, None at the
    end. Two steps of one key are the same wherever the encounters are alike. ``purpose`` says whose dice they are.
    """

    __slots__ = ("_key", "_places", "apply", "purpose", "roll")

    def __init__(
        self,
        roll: Callable[[Source], Any],
        apply: Callable[[Play[E], Any], Step[E] | None],
        *,
        key: Hashable,
        purpose: str = "",
        places: tuple[Callable[[], Hashable], ...] = (),
    ) -> None:
        self.roll = roll
        self.apply = apply
        self._key = key
        self._places = places
        self.purpose = purpose

    @property
    def key(self) -> Hashable:
        """What tells this step from others: its own key, and the places it has in what goes on after it."""
        return (self._key, *(place() for place in self._places))

    def then(self, after: Callable[[Play[E]], Step[E] | None], place: Callable[[], Hashable] = tuple) -> Step[E]:
        """Return this step with something that follows once it and all that it leads to is over.

        ``place`` returns what tells this step from one of the same key before something else; only odds ask for it.
        """

        def apply(play: Play[E], outcome: object) -> Step[E] | None:
            following = self.apply(play, outcome)
            return following.then(after, place) if following is not None else after(play)

        return Step(self.roll, apply, key=self._key, purpose=self.purpose, places=(*self._places, place))


def play_out(play: Play[Any], step: Step[Any] | None, source: Source) -> None:
    """Play steps to their end, with the faces of a source; RefusedError where dice cannot be rolled."""
    while step is not None:
        source.purpose = step.purpose
        try:
            rolled = step.roll(source)
        except DiceError as error:
            raise RefusedError(f"{source.purpose} cannot be rolled: {error.message}", error.hint) from None
        step = step.apply(play, rolled)


def finished(play: Play[Any]) -> None:
    """Go on with nothing."""


def in_turn(
    play: Play[E],
    items: Sequence[T],
    begin: Callable[[Play[E], T], Step[E] | None],
    then: Callable[[Play[E]], Step[E] | None] = finished,
    *,
    key: Callable[[T], Hashable] = repr,
) -> Step[E] | None:
    """Begin each item when all that the one before it led to is over, and at last go on with ``then``."""
    for place, item in enumerate(items):
        step = begin(play, item)
        if step is not None:
            left = items[place + 1 :]
            go_on = partial(in_turn, items=left, begin=begin, then=then, key=key)
            return step.then(go_on, partial(_keys, left, key))
    return then(play)


def _keys(items: Sequence[T], key: Callable[[T], Hashable]) -> Hashable:
    return tuple(map(key, items))


NOTHING, NO, OPEN, YES = range(4)
"""What a question about a chance reads in a play; the highest counts. OPEN is neither no nor yes: its chance is told as
``rest``."""


class Summary(int):
    """A number by which a game summarizes several, as the tail of what it rolls; added to another it stays one."""

    @classmethod
    def table(cls, numbers: Mapping[int, int], total: int) -> Distribution[int]:
        """Return the distribution of numbers some of which are of this class, from the ways of each."""
        raise NotImplementedError


class Question(Record):
    """Something that odds tell: what it is ``of``, ``about`` whom, and how it is read.

    It is read off every event of the kind ``event``, or, where that is empty, off the encounter at the end. A chance
    holds where any event, or the end, says so; a ``number`` is added up over events. What is ``possible`` only is left
    out where it cannot happen.
    """

    of: str
    about: dict[str, str]
    event: str
    read: Callable[[Any], Any]
    number: bool = False
    possible: bool = False


def happens(
    of: str, about: dict[str, str], event: str, holds: Callable[[Event], bool | None], *, possible: bool = False
) -> Question:
    """Ask how likely it is that an event of a kind tells something; an event of which it says None is another one."""
    return Question(of, about, event, holds, possible=possible)


def ends(of: str, about: dict[str, str], holds: Callable[[Any], bool]) -> Question:
    """Ask how likely it is that something holds of the encounter at the end."""
    return Question(of, about, "", holds)


def adds_up(of: str, about: dict[str, str], event: str, number: Callable[[Event], int]) -> Question:
    """Ask how a number is distributed, added up over all events of a kind."""
    return Question(of, about, event, number, number=True)


def comes_to(of: str, about: dict[str, str], number: Callable[[Any], int]) -> Question:
    """Ask how a number of the encounter at the end is distributed."""
    return Question(of, about, "", number, number=True)


class Inquiry(Record, Generic[E]):
    """A play whose odds are told, and the questions about it."""

    begin: Callable[[Play[E]], Step[E] | None]
    questions: Sequence[Question]


class Action(Generic[E, R]):
    """What a game does for one command: the shape of its request, and how it is prepared.

    ``prepare`` makes all checks and does all that needs no dice; it returns the first step, None where nothing is
    rolled. ``odds`` states what to look at: inquiries into plays that do not touch one another.
    """

    __slots__ = ("odds", "prepare", "request")

    def __init__(
        self,
        request: type[R],
        prepare: Callable[[Play[E], R], Step[E] | None],
        odds: Callable[[E, R], Iterable[Inquiry[E]]] | None = None,
    ) -> None:
        self.request = request
        self.prepare = prepare
        self.odds = odds


def looking_at(
    prepare: Callable[[Play[E], R], Step[E] | None], questions: Callable[[E, R], Sequence[Question]]
) -> Callable[[E, R], Iterable[Inquiry[E]]]:
    """Return the odds of an action that is one play: what to look at in it."""
    return lambda fight, request: [Inquiry(lambda play: prepare(play, request), questions(fight, request))]
