"""Counts over many fights, and their precision."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combatcli.encounter.schema import Encounter
from combatcli.forecast_events import (
    CombatantFate,
    FightLength,
    Forecast,
    SideChance,
    Undecided,
    interval_half_width,
    wilson_interval,
)
from combatcli.records import Event
from combatcli.rulesets.shared.sides import side_of

if TYPE_CHECKING:
    from combatcli.forecast.fight import Outcome
    from combatcli.rulesets.tactics import AnyTactics
    from combatcli.toml import Tables

    Count = int | Fraction

LONGEST_FRACTION = 60
"""The most digits of a fraction in an event."""
QUANTILES = (5, 25, 50, 75, 95)


class Tally:
    """Counts of fights, in whole numbers, so that the order of adding makes no difference.

    The counts of an exact answer are chances, which add up to one fight.
    """

    def __init__(self) -> None:
        self.fights: Count = 0
        self.nobody_left: Count = 0
        self.stalled: Count = 0
        self.tied: Count = 0
        """The fights in which several were out first at the same time."""
        self.wins: dict[str, Count] = {}
        self.rounds: dict[int, Count] = {}
        self.out: dict[str, Count] = {}
        self.first: dict[str, Count] = {}
        self.left: dict[tuple[str, str], Count] = {}
        self.acted: dict[tuple[str, str], Count] = {}
        self.lasting: dict[str, Count] = {}
        """In how many fights each was not out when a whole round was over."""

    def add_fight(self, outcome: Outcome, times: Count = 1) -> None:
        """Count a fight ``times`` times, or with its chance."""
        self.fights += times
        self.nobody_left += times if outcome.nobody_left else 0
        self.stalled += times if outcome.stalled else 0
        self.tied += times if len(outcome.first) > 1 else 0
        _add_to_count(self.wins, outcome.winner, times)
        _add_to_count(self.rounds, outcome.rounds, times)
        for who in outcome.out:
            _add_to_count(self.out, who, times)
        for who in outcome.first:
            _add_to_count(self.first, who, times)
        for done in outcome.acted:
            _add_to_count(self.acted, done, times)
        for who in outcome.lasting:
            _add_to_count(self.lasting, who, times)
        for who, left in outcome.left:
            _add_to_count(self.left, (outcome.winner, who), left * times)

    @property
    def is_exact(self) -> bool:
        """Whether the counts are chances."""
        return isinstance(self.fights, Fraction)

    def chance_of_side(self, side: str) -> float:
        """Return the chance that a side wins; for "", that nobody does."""
        return float(Fraction(self.wins.get(side, 0)) / self.fights)

    def add_tally(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for name in ("fights", "nobody_left", "stalled", "tied"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("wins", "rounds", "out", "first", "left", "acted", "lasting"):
            for key, count in getattr(other, name).items():
                _add_to_count(getattr(self, name), key, count)

    def is_known(self, sides: list[str], within: float) -> bool:
        """Tell whether the chance of each side is known to plus or minus ``within``."""
        return self.widest_interval_half_width(sides) <= within

    def widest_interval_half_width(self, sides: Sequence[str]) -> float:
        """Return half the width of the widest 95 % interval of a side's chance."""
        return max(interval_half_width(int(self.wins.get(side, 0)), int(self.fights)) for side in sides)

    def events(self, fight: Encounter, tactics: AnyTactics, seed: str, rounds: int, *, cut: bool) -> list[Event]:
        """Return the events of the tally, which has at least one fight."""
        sides = list(dict.fromkeys([side_of(combatant) for combatant in fight.combatants.values()]))
        events: list[Event] = [
            Forecast(
                exact=self.is_exact,
                fights=self.number_of_fights,
                seed=None if self.is_exact else seed,
                rounds=rounds,
                cut_short=cut,
            )
        ]
        events += [SideChance(side=side, wins=self.chance_of_side(side), **self._precision(side)) for side in sides]
        nobody, stalled = [float(Fraction(count) / self.fights) for count in (self.nobody_left, self.stalled)]
        events += [
            Undecided(chance=self.chance_of_side(""), nobody_left=nobody, stalled=stalled, **self._precision("")),
            self._length_event(),
        ]
        return [*events, *[self._fate_event(fight, who, tactics) for who in fight.combatants]]

    @property
    def number_of_fights(self) -> int | None:
        """The number of fights; None where the answer is exact."""
        return None if isinstance(self.fights, Fraction) else self.fights

    def _precision(self, side: str) -> Tables:
        """Return the precision of a side's chance: an interval and the fights won; or the fraction, if it is short."""
        count = self.wins.get(side, 0)
        if isinstance(self.fights, int) and isinstance(count, int):
            low, high = wilson_interval(count, self.fights)
            return {"low": low, "high": high, "fights": count}
        chance = self.chance_of_side(side)
        interval = {"low": chance, "high": chance, "fights": None}
        fraction = str(Fraction(count))
        digits = len(fraction) - ("/" in fraction)
        return {**interval, "fraction": fraction} if digits <= LONGEST_FRACTION else interval

    def _length_event(self) -> FightLength:
        lengths = sorted(self.rounds)
        mean = float(sum([Fraction(length * self.rounds[length]) for length in lengths]) / self.fights)
        return FightLength(mean=mean, quantiles={str(percent): self._length_quantile(percent) for percent in QUANTILES})

    def _length_quantile(self, percent: int) -> int:
        """Return the lowest length that ``percent`` of the fights do not exceed."""
        reached: Count = 0
        for length in sorted(self.rounds):
            reached += self.rounds[length]
            if reached * 100 >= percent * self.fights:
                return length
        raise AssertionError

    def _fate_event(self, fight: Encounter, who: str, tactics: AnyTactics) -> CombatantFate:
        combatant = fight.combatants[who]
        side = side_of(combatant)
        won = self.wins.get(side, 0)
        return CombatantFate(
            who=who,
            side=side,
            out=1.0 if tactics.is_out(fight, combatant) else float(self.out.get(who, 0) / self.fights),
            first=float(self.first.get(who, 0) / self.fights),
            left=float(self.left.get((side, who), 0) / won) if won else None,
            of=tactics.left(combatant)[1],
        )


def _add_to_count(counts: dict[Any, Count], key: Any, more: Count = 1) -> None:
    counts[key] = counts.get(key, 0) + more
