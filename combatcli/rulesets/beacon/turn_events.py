"""Events of rounds, turns and goals, and of the end of a fight, with their sentences."""

from collections.abc import Sequence
from typing import Any, Self

from msgspec import UNSET, Struct, UnsetType

from combatcli import events
from combatcli.records import Event
from combatcli.report import combatants
from combatcli.report.blocks import Block, Grouped, Line, Names, count_of, ids, join
from combatcli.rulesets.beacon import schema
from combatcli.rulesets.beacon.events import Part, words_after
from combatcli.text import escape


class OrderedCombatant(Struct):
    """Somebody in a step of the round, with the Acts and Reacts that are left."""

    who: str
    acted: bool
    in_turn: bool
    acts: int
    reacts: int
    either: int
    """How many of both are one more of either kind, which only one of them can be."""
    budget: dict[str, list[Part]]
    status: list[str]

    def say(self, names: Names) -> str:
        """Say what they have left, and whether they had their turn."""
        done = ", in turn" if self.in_turn else ", done" if self.acted else ""
        more = f", {self.either} more of either" if self.either else ""
        own = f"{count_of(self.acts - self.either, 'Act')}, {count_of(self.reacts - self.either, 'React')}"
        return f"{names(self.who)} ({own}{more}{done})"


class OrderedStep(Struct):
    """A step of the round, and who belongs to it."""

    step: str
    who: list[OrderedCombatant]


class Order(events.Order):
    """Who acts in which step of the round."""

    steps: list[OrderedStep]
    phase: str
    turn: str | None

    def say(self, names: Names) -> list[Line]:
        """Say the steps of the round, who has acted, what each has left."""
        steps = [(step.step, join([combatant.say(names) for combatant in step.who]) or "nobody") for step in self.steps]
        return [Line(f"{step}: {who}{' <- now' if step == self.phase else ''}") for step, who in steps]


def _steps_in_blocks(neighbors: Sequence["Phase"], names: Names) -> list[Block]:
    """Say which steps begin, then who acts in them."""
    begun = [combatants.phase(event, names) for event in neighbors]
    waiting = [(event, "Without a stance" if event.phase == "declare" else "To act") for event in neighbors]
    return [*begun, *(Line(f"{what}: {ids(event.acting)}.") for event, what in waiting if event.acting)]


class Phase(events.Phase):
    """A step of the round began."""

    number: int
    acting: list[str]
    """Who of the step has not acted yet; in the phase declare, who has no stance."""
    pending: int
    """How many hits wait."""

    say = Grouped(_steps_in_blocks)


class LimitingCondition(Struct):
    """A condition that limits what its bearer may do."""

    name: str
    by: str
    """Who brought it about."""
    says: str


class Turn(Event):
    """A turn began or ended."""

    who: str
    step: str
    round: int
    ended: bool
    left: list[str] | UnsetType = UNSET
    """Who of the step has not acted yet."""
    reminders: list[LimitingCondition] = []
    """What the turn's owner may not do."""

    def say(self, names: Names) -> list[Line]:
        """Say whose turn begins, and what they may not do; or that it is over, and who of its step is still to act."""
        if self.ended:
            left = f" To act: {ids(self.left)}." if self.left else ""
            return [Line(f"{names(self.who):'s} turn is over.{left}", "head")]
        limits = [
            f"{names(self.who):is} {escape(limit.name)}{f' by {names(limit.by)}' if limit.by else ''}"
            f": {escape(limit.says)}."
            for limit in self.reminders
        ]
        return [Line(f"{names(self.who):'s} turn ({self.step}).", "head"), *(Line(limit, "warn") for limit in limits)]


class Goal(Event):
    """The progress toward a goal."""

    name: str
    needed: int
    done: int
    rounds_left: int | None
    reached: bool
    over: bool
    path: str | UnsetType = UNSET
    reroll: bool = False
    """Whether this is of a failed test that is rolled again with an ally's aid."""

    @classmethod
    def progress_of(cls, name: str, goal: schema.Goal, *, over: bool, **keys: Any) -> Self:
        """Return what a goal has come to."""
        done, needed = goal.done, goal.needed
        left, reached = goal.rounds_left, done >= needed
        return cls(name=name, needed=needed, done=done, rounds_left=left, reached=reached, over=over, **keys)

    def say(self, names: Names) -> Line:
        """Say how far a skill encounter has come."""
        left = f", {count_of(self.rounds_left, 'round')} left" if self.rounds_left is not None else ""
        end = "; reached" if self.reached else "; time is out" if self.over else ""
        path = f"; another path: {escape(self.path)}" if self.path else ""
        return Line(f"Goal {escape(self.name)}: {self.done} of {self.needed}{left}{path}{end}.", "head")


def _fight_summed_up(neighbors: Sequence["SummedUp"], names: Names) -> list[Block]:
    """Sum a fight up."""
    ends = Line(f"The fight ends by {escape(neighbors[0].how)}.", "head")
    left = [(names(event.who), event, words_after("; ", event.status)) for event in neighbors]
    return [ends, *(Line(f"{who}: {event.hp} of {event.max_hp}{status}.") for who, event, status in left)]


class SummedUp(Event):
    """The state of a combatant when the fight is over."""

    event = "summed up"

    who: str
    hp: int
    max_hp: int
    status: list[str]
    how: str

    say = Grouped(_fight_summed_up)
