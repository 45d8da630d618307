"""What many fights add up to, and how well it is known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combatcli.encounter.schema import Encounter
from combatcli.events import Event
from combatcli.forecast_events import Fate, Forecast, Length, Side, Undecided, margin, wilson
from combatcli.rulesets.shared.sides import side_of

if TYPE_CHECKING:
    from combatcli.forecast.fight import Outcome
    from combatcli.rulesets.tactics import AnyTactics
    from combatcli.toml import Tables

    Count = int | Fraction

LONGEST_FRACTION = 60
"""So many digits a fraction has at most that is told."""
QUANTILES = (5, 25, 50, 75, 95)


class Tally:
    """Counts of fights, in whole numbers: the same whatever the order in which they are added.

    Of an exact answer they are chances, and all of them together are one fight.
    """

    def __init__(self) -> None:
        self.fights: Count = 0
        self.nobody_left: Count = 0
        self.stalled: Count = 0
        self.tied: Count = 0
        """In how many several were out first, at the same time."""
        self.wins: dict[str, Count] = {}
        self.rounds: dict[int, Count] = {}
        self.out: dict[str, Count] = {}
        self.first: dict[str, Count] = {}
        self.left: dict[tuple[str, str], Count] = {}
        self.acted: dict[tuple[str, str], Count] = {}

    def add(self, outcome: Outcome, times: Count = 1) -> None:
        """Count a fight, or as much of one as is likely."""
        self.fights += times
        self.nobody_left += times if outcome.nobody_left else 0
        self.stalled += times if outcome.stalled else 0
        self.tied += times if len(outcome.first) > 1 else 0
        _count(self.wins, outcome.winner, times)
        _count(self.rounds, outcome.rounds, times)
        for who in outcome.out:
            _count(self.out, who, times)
        for who in outcome.first:
            _count(self.first, who, times)
        for done in outcome.acted:
            _count(self.acted, done, times)
        for who, left in outcome.left:
            _count(self.left, (outcome.winner, who), left * times)

    @property
    def exact(self) -> bool:
        """Whether these are chances."""
        return isinstance(self.fights, Fraction)

    def chance(self, side: str) -> float:
        """Return the chance that a side wins; of none, that nobody does."""
        return float(Fraction(self.wins.get(side, 0)) / self.fights)

    def join(self, other: Tally) -> None:
        """Count what another has counted."""
        for name in ("fights", "nobody_left", "stalled", "tied"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("wins", "rounds", "out", "first", "left", "acted"):
            for key, count in getattr(other, name).items():
                _count(getattr(self, name), key, count)

    def is_known(self, sides: list[str], within: float) -> bool:
        """Tell whether the chance of each side is known this well."""
        return self.half(sides) <= within

    def half(self, sides: Sequence[str]) -> float:
        """Return half of the widest interval of a side's chance."""
        return max(margin(int(self.wins.get(side, 0)), int(self.fights)) for side in sides)

    def events(self, fight: Encounter, tactics: AnyTactics, seed: str, rounds: int, *, cut: bool) -> list[Event]:
        """Return what is known by now, of at least one fight."""
        sides = list(dict.fromkeys([side_of(combatant) for combatant in fight.combatants.values()]))
        events: list[Event] = [
            Forecast(
                exact=self.exact, fights=self.number, seed=None if self.exact else seed, rounds=rounds, cut_short=cut
            )
        ]
        events += [Side(side=side, wins=self.chance(side), **self._known(side)) for side in sides]
        nobody, stalled = [float(Fraction(count) / self.fights) for count in (self.nobody_left, self.stalled)]
        events += [
            Undecided(chance=self.chance(""), nobody_left=nobody, stalled=stalled, **self._known("")),
            self._length(),
        ]
        return [*events, *[self._fate(fight, who, tactics) for who in fight.combatants]]

    @property
    def number(self) -> int | None:
        """How many fights were fought; None where the answer is exact."""
        return None if isinstance(self.fights, Fraction) else self.fights

    def _known(self, side: str) -> Tables:
        """Return how well a chance is known: an interval and the fights; or the fraction, where it is short."""
        count = self.wins.get(side, 0)
        if isinstance(self.fights, int) and isinstance(count, int):
            low, high = wilson(count, self.fights)
            return {"low": low, "high": high, "fights": count}
        chance = self.chance(side)
        known = {"low": chance, "high": chance, "fights": None}
        fraction = str(Fraction(count))
        digits = len(fraction) - ("/" in fraction)
        return {**known, "fraction": fraction} if digits <= LONGEST_FRACTION else known

    def _length(self) -> Length:
        lengths = sorted(self.rounds)
        mean = float(sum([Fraction(length * self.rounds[length]) for length in lengths]) / self.fights)
        return Length(mean=mean, quantiles={str(percent): self._quantile(percent) for percent in QUANTILES})

    def _quantile(self, percent: int) -> int:
        """Return the lowest length that so many percent of the fights are not above."""
        reached: Count = 0
        for length in sorted(self.rounds):
            reached += self.rounds[length]
            if reached * 100 >= percent * self.fights:
                return length
        raise AssertionError

    def _fate(self, fight: Encounter, who: str, tactics: AnyTactics) -> Fate:
        combatant = fight.combatants[who]
        side = side_of(combatant)
        won = self.wins.get(side, 0)
        return Fate(
            who=who,
            side=side,
            out=1.0 if tactics.is_out(fight, combatant) else float(self.out.get(who, 0) / self.fights),
            first=float(self.first.get(who, 0) / self.fights),
            left=float(self.left.get((side, who), 0) / won) if won else None,
            of=tactics.left(combatant)[1],
        )


def _count(counts: dict[Any, Count], key: Any, more: Count = 1) -> None:
    counts[key] = counts.get(key, 0) + more
