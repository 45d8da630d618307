"""What many fights add up to, and how well it is known."""

from __future__ import annotations

from math import sqrt
from typing import Any

from combatcli.forecast_events import Fate, Forecast, Length, Side, Undecided
from combatcli.rulesets.shared.sides import side_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.encounter.schema import Encounter
    from combatcli.events import Event
    from combatcli.forecast.fight import Outcome
    from combatcli.rulesets.tactics import AnyTactics

Z = 1.959963984540054
"""So many deviations to either side hold 95 of 100."""
QUANTILES = (5, 25, 50, 75, 95)


def wilson(count: int, times: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for a chance that came up so often in so many times."""
    share, over = count / times, Z * Z / times
    middle = (share + over / 2) / (1 + over)
    half = Z / (1 + over) * sqrt(share * (1 - share) / times + over / times / 4)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return min(low, share), max(high, share)


class Tally:
    """Counts of fights, in whole numbers: the same whatever the order in which they are added."""

    def __init__(self) -> None:
        self.fights = 0
        self.wins: dict[str, int] = {}
        self.rounds: dict[int, int] = {}
        self.out: dict[str, int] = {}
        self.first: dict[str, int] = {}
        self.left: dict[tuple[str, str], int] = {}

    def add(self, outcome: Outcome) -> None:
        """Count a fight."""
        self.fights += 1
        _count(self.wins, outcome.winner)
        _count(self.rounds, outcome.rounds)
        for who in outcome.out:
            _count(self.out, who)
        for who in outcome.first:
            _count(self.first, who)
        for who, left in outcome.left.items():
            _count(self.left, (outcome.winner, who), left)

    def join(self, other: Tally) -> None:
        """Count what another has counted."""
        self.fights += other.fights
        for name in ("wins", "rounds", "out", "first", "left"):
            for key, count in getattr(other, name).items():
                _count(getattr(self, name), key, count)

    def is_known(self, sides: list[str], within: float) -> bool:
        """Tell whether the chance of each side is known this well."""
        return all(_half(self.wins.get(side, 0), self.fights) <= within for side in sides)

    def events(self, fight: Encounter, tactics: AnyTactics, seed: str, rounds: int, *, cut: bool) -> list[Event]:
        """Return what is known by now, of at least one fight."""
        many = self.fights
        sides = list(dict.fromkeys([side_of(each) for each in fight.combatants.values()]))
        events: list[Event] = [Forecast(exact=False, fights=many, seed=seed, rounds=rounds, cut_short=cut)]
        for side in sides:
            count = self.wins.get(side, 0)
            low, high = wilson(count, many)
            events.append(Side(side=side, wins=count / many, low=low, high=high, fights=count))
        count = self.wins.get("", 0)
        low, high = wilson(count, many)
        events += [Undecided(chance=count / many, low=low, high=high, fights=count), self._length()]
        return [*events, *[self._fate(fight, who, tactics) for who in fight.combatants]]

    def _length(self) -> Length:
        lengths = sorted(self.rounds)
        mean = sum(length * self.rounds[length] for length in lengths) / self.fights
        return Length(mean=mean, quantiles={str(percent): self._quantile(percent) for percent in QUANTILES})

    def _quantile(self, percent: int) -> int:
        """Return the lowest length that so many percent of the fights are not above."""
        reached = 0
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
            out=1.0 if tactics.is_out(fight, combatant) else self.out.get(who, 0) / self.fights,
            first=self.first.get(who, 0) / self.fights,
            left=self.left.get((side, who), 0) / won if won else None,
            of=tactics.left(combatant)[1],
        )


def _half(count: int, times: int) -> float:
    low, high = wilson(count, times)
    return (high - low) / 2


def _count(counts: dict[Any, int], key: Any, more: int = 1) -> None:
    counts[key] = counts.get(key, 0) + more
