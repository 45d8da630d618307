"""What a forecast says, in types."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from combatcli.events import Event, Table


class Forecast(Event, kw_only=True):
    """How a forecast was made: so many fights of a seed, each of so many rounds at most."""

    exact: bool
    fights: int | None
    seed: str | None
    rounds: int
    cut_short: bool


class Side(Event, kw_only=True):
    """The chance that a side wins; `low` and `high` are the interval of 95 %."""

    side: str
    wins: float
    low: float
    high: float
    fights: int | None
    fraction: str | UnsetType = UNSET


class Undecided(Event, kw_only=True):
    """The chance that nobody wins: the rounds are over, or nobody of any side is left."""

    chance: float
    low: float
    high: float
    fights: int | None
    fraction: str | UnsetType = UNSET


class Length(Event, kw_only=True):
    """How many rounds are begun from now on, the present one being the first."""

    mean: float
    quantiles: dict[str, int]


class Fate(Event, kw_only=True):
    """What becomes of somebody; `left` of `of` is what is left of them on average where their side wins."""

    who: str
    side: str
    out: float
    first: float
    left: float | None
    of: int


class Variant(Event, kw_only=True):
    """The chances with other values in the file, and whether these are the fairest of all."""

    values: Table
    sides: dict[str, float]
    undecided: float
    fights: int | None
    fair: bool


class Worth(Event, kw_only=True):
    """What somebody is worth: the chance of their side with them, and without."""

    who: str
    side: str
    with_: float
    without: float


class Tactic(Event, kw_only=True):
    """The line of somebody's tactics that is done now, by its number; those before it with why they are not."""

    who: str
    line: str | None
    number: int | None
    passed: list[Table]
