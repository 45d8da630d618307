"""The steps in which a command rolls its dice, and how they follow one another.

A command prepares (all checks, no dice), rolls (all its dice, from a source; a hashable outcome) and applies (the
outcome: a changed encounter and events). Where what follows rolls again, one `Step` leads to the next. Whether the
steps are played once or over every outcome is the business of `run_steps` and of `action_odds` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.tasks import roll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source

T = TypeVar("T")


class Step(Generic[E]):
    """Dice that are rolled together, and what they do.

    ``roll`` takes the faces from a source and returns a hashable outcome; it may depend on nothing else that another
    step of the same ``key`` would not share. ``apply`` changes the context and returns the step that follows, None at
    the end. Two steps of one key are the same wherever the state keys of their encounters are; where it takes work, it
    is a function that odds alone call. ``purpose`` says whose dice they are.
    """

    __slots__ = ("_key", "_later_keys", "apply", "purpose", "roll")
    go_on: Any

    def __init__(
        self,
        roll: Callable[[Source], T],
        apply: Callable[[CombatContext[E], T], Step[E] | None],
        *,
        key: Hashable,
        purpose: str = "",
        later_keys: tuple[Callable[[], Hashable], ...] = (),
    ) -> None:
        self.roll: Callable[[Source], Any] = roll
        self.apply: Callable[[CombatContext[E], Any], Step[E] | None] = apply
        self._key = key
        self._later_keys = later_keys
        self.purpose = purpose

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> Hashable:
        """What tells this step from others: its own key, and the keys of all that goes on after it."""
        key = self._key() if callable(self._key) else self._key
        return (key, *[later_key() for later_key in self._later_keys])

    def then(
        self, after: Callable[[CombatContext[E]], Step[E] | None], later_key: Callable[[], Hashable] = tuple
    ) -> Step[E]:
        """Return this step with ``after`` following once it and all that it leads to is over.

        ``later_key`` returns the key of what follows, by which odds tell two steps of the same key apart; it is called
        for odds alone.
        """

        def apply(context: CombatContext[E], outcome: object) -> Step[E] | None:
            following = self.apply(context, outcome)
            return following.then(after, later_key) if following is not None else after(context)

        return Step(self.roll, apply, key=self._key, purpose=self.purpose, later_keys=(*self._later_keys, later_key))


def _roll_step(source: Source, step: Step[E]) -> Any:
    return step.roll(source)


def run_steps(context: CombatContext[E], step: Step[E]) -> Step[E] | None:
    """Roll a step and apply it, as a task; return the step that follows."""
    return step.apply(context, roll(context, step.purpose, _roll_step, step))


Step.go_on = staticmethod(run_steps)


def no_more_steps(context: CombatContext[E]) -> None:
    """Go on with nothing."""


def chain(
    context: CombatContext[E],
    items: Sequence[T],
    begin: Callable[[CombatContext[E], T], Step[E] | None],
    then: Callable[[CombatContext[E]], Step[E] | None] = no_more_steps,
    *,
    key: Callable[[T], Hashable] = repr,
) -> Step[E] | None:
    """Begin each item when all that the one before it led to is over, and at last go on with ``then``.

    Returns the first step that rolls dice, which leads to all others; ``key`` tells items apart for the odds.
    """
    for index, item in enumerate(items):
        step = begin(context, item)
        if step is not None:
            remaining = items[index + 1 :]
            if not remaining and then is no_more_steps:
                return step
            go_on = partial(chain, items=remaining, begin=begin, then=then, key=key)
            return step.then(go_on, partial(_keys, remaining, key))
    return then(context)


def _keys(items: Sequence[T], key: Callable[[T], Hashable]) -> Hashable:
    return tuple(map(key, items))
