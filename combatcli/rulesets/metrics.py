"""What odds measure: the chance of something, or the distribution of a number."""

from collections.abc import Callable, Mapping, Sequence
from operator import add
from typing import Any, TypeAlias, TypeVar

from combatcli.dice_events import DiceEvent
from combatcli.events import Attack, Contest, Order, Test
from combatcli.records import Event, Record

A = TypeVar("A", bound=Attack)
E = TypeVar("E", bound=Event)


UNSEEN, NO, YES = range(3)
"""What one play shows of a chance; the highest counts. For a number, UNSEEN adds nothing."""

RARE = 10**6
"""Values of an endless number are listed until less than 1 in N of its nonzero ways is left."""


class _Measure(Record):
    """Something that odds report: what it is ``of``, ``about`` whom, and how it is read.

    ``read`` takes each event of the kind ``event``, or, if that is empty, the encounter at the end.
    """

    of: str
    about: dict[str, str]
    event: str
    read: Callable[[Any], Any]


class Chance(_Measure):
    """The chance that ``read`` is true of any event, or of the end; if only ``possible``, a chance of 0 is left out."""

    possible: bool = False
    merge = staticmethod(max)

    def measure(self, seen: Sequence[object]) -> int:
        """Return YES if any event makes it true, NO if events only make it false, UNSEEN if none tells."""
        answers = [answer for answer in map(self.read, seen) if answer is not None]
        return max([YES if answer else NO for answer in answers], default=UNSEEN)

    def to_events(self, ways: Mapping[int, int], denominator: int) -> list[DiceEvent]:
        """Return the chance as an event."""
        from combatcli.dice.exact.events import odds_event

        if self.possible and ways.get(UNSEEN) == denominator:
            return []
        return [odds_event(self.of, ways.get(YES, 0), denominator, **self.about)]


class NumberDistribution(_Measure):
    """The distribution of a number, summed over all events, or read at the end.

    The highest values of an ``endless`` one are not listed: together they are the ``rest``.
    """

    endless: bool = False
    merge = staticmethod(add)

    def measure(self, seen: Sequence[object]) -> int:
        """Return the sum over the events, or the number at the end."""
        return sum(map(self.read, seen))

    def to_events(self, ways: Mapping[int, int], denominator: int) -> list[DiceEvent]:
        """Return the distribution as an event."""
        from combatcli.dice.exact.distribution import Distribution, ratio_text
        from combatcli.dice.exact.events import distribution_event

        counts = dict(sorted(ways.items()))
        event = distribution_event(Distribution(counts, denominator), {"of": self.of, **self.about})
        if not self.endless:
            return [event]
        rest, not_zero = 0, denominator - ways.get(0, 0)
        listed = event.outcomes.copy()
        for value in reversed(counts):
            if (rest + counts[value]) * RARE >= not_zero:
                break
            rest += counts[value]
            listed.popitem()
        return [event.changed(outcomes=listed, rest=ratio_text(rest, denominator) if rest else "")]


Metric: TypeAlias = Chance | NumberDistribution
"""Both read a value off a part of a play, merge the values of two parts, and make events of the ways of each value."""


def chance_of_event(of: str, about: dict[str, str], event: type[E], holds: Callable[[E], bool | None]) -> Chance:
    """Return the metric of whether ``holds`` is true of an event of a kind; None does not count."""
    return Chance(of, about, event.event, holds)


def chance_of_success(about: dict[str, str], event: type[Test | Contest]) -> Chance:
    """Return the chance that a test or a contest succeeds; a level one does not."""
    return Chance("success", about, event.event, lambda outcome: bool(outcome.success))


def chance_of_hit(event: type[A], attacker: str, target: str, times: int) -> Chance:
    """Return the chance that an attack on a target hits, or at least one of N."""
    of = "hit" if times == 1 else "hit at least once"
    return chance_of_attack(of, attacker, target, event, lambda attack: attack.hit)


def chance_of_attack(of: str, attacker: str, target: str, event: type[A], holds: Callable[[A], bool]) -> Chance:
    """Return the chance that ``holds`` is true of an attack on a target."""

    def of_this(attack: A) -> bool | None:
        return holds(attack) if (attack.attacker, attack.target) == (attacker, target) else None

    return chance_of_event(of, {"attacker": attacker, "target": target}, event, of_this)


def chance_of_coming_first(who: str) -> Chance:
    """Return the chance that somebody, or a side, comes first in the order."""
    return chance_of_event("first", {"who": who}, Order, lambda event: event.order[:1] == [who])


def chance_at_end(of: str, about: dict[str, str], holds: Callable[[Any], bool]) -> Chance:
    """Return the chance that something holds of the encounter at the end."""
    return Chance(of, about, "", holds)


def sum_of_events(of: str, about: dict[str, str], event: type[E], number: Callable[[E], int]) -> NumberDistribution:
    """Return the distribution of a number summed over all events of a kind."""
    return NumberDistribution(of, about, event.event, number)


def value_at_end(of: str, about: dict[str, str], number: Callable[[Any], int]) -> NumberDistribution:
    """Return the distribution of a number of the encounter at the end."""
    return NumberDistribution(of, about, "", number)
