"""The events of `forecast`."""

from math import sqrt

from msgspec import UNSET, UnsetType

from combatcli.events import Table
from combatcli.records import Event

Z = 1.959963984540054
"""Standard deviations to either side of the mean that hold 95 %."""


def wilson_interval(count: int, times: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a chance that came up ``count`` times in ``times``."""
    share, over = count / times, Z * Z / times
    middle = (share + over / 2) / (1 + over)
    half = Z / (1 + over) * sqrt(share * (1 - share) / times + over / times / 4)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return min(low, share), max(high, share)


def interval_half_width(count: int, times: int) -> float:
    """Return half the width of Wilson's 95 % interval."""
    low, high = wilson_interval(count, times)
    return (high - low) / 2


class Forecast(Event):
    """How a forecast was made; each of its `fights` lasts at most `rounds` rounds."""

    exact: bool
    fights: int | None
    seed: str | None
    rounds: int
    cut_short: bool


class ChanceInterval(Event):
    """How well a chance is known: its 95% interval, and in how many of the fights it came up."""

    low: float
    high: float
    fights: int | None
    fraction: str | UnsetType = UNSET


class SideChance(ChanceInterval):
    """The chance that a side wins; `low` and `high` are the 95% interval."""

    event = "side"
    side: str
    wins: float


class Undecided(ChanceInterval):
    """The chance that nobody wins.

    Two parts of it have keys: `nobody_left`, where all sides are out, and `stalled`, where no side can harm another.
    """

    chance: float
    nobody_left: float
    stalled: float


class FightLength(Event):
    """How many rounds the fight still takes, counting the current one."""

    event = "length"
    mean: float
    quantiles: dict[str, int]


class CombatantFate(Event):
    """The chances that a combatant is `out`, and out `first`.

    If their side wins, `left` is how much they have left on average, and `of` is how much they could have.
    """

    event = "fate"
    who: str
    side: str
    out: float
    first: float
    left: float | None
    of: int


class ForecastVariant(Event):
    """The chance of each side with other `values` in the file; `fair` marks the values with the most even chances."""

    event = "variant"
    values: Table
    sides: dict[str, float]
    undecided: float
    fights: int | None
    fair: bool

    @property
    def margin(self) -> float | None:
        """Half of the widest 95% interval of a side's chance; None where chances are exact."""
        if self.fights is None:
            return None
        return max(interval_half_width(round(chance * self.fights), self.fights) for chance in self.sides.values())


class CombatantWorth(Event):
    """What a combatant is worth: the chance that their side wins, `with` them and `without` them."""

    event = "worth"
    who: str
    side: str
    with_: float
    without: float


class NextTactic(Event):
    """The line of a combatant's tactics that applies now; `passed` says why earlier lines do not."""

    event = "tactic"
    who: str
    line: str | None
    number: int | None
    passed: list[Table]
