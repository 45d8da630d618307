"""What a forecast says, in types."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from combatcli.events import Event, Table


class Forecast(Event, kw_only=True):
    """How a forecast was made; each of its `fights` lasts at most `rounds` rounds."""

    exact: bool
    fights: int | None
    seed: str | None
    rounds: int
    cut_short: bool


class Estimate(Event, kw_only=True):
    """How well a chance is known: its 95% interval, and in how many fights it came up."""

    low: float
    high: float
    fights: int | None
    fraction: str | UnsetType = UNSET


class Side(Estimate):
    """The chance that a side wins; `low` and `high` are the 95% interval."""

    side: str
    wins: float


class Undecided(Estimate):
    """The chance that nobody wins; `nobody_left` is the part of it in which no side has anybody left."""

    chance: float
    nobody_left: float


class Length(Event, kw_only=True):
    """How many rounds the fight still takes, counting the current one."""

    mean: float
    quantiles: dict[str, int]


class Fate(Event, kw_only=True):
    """What becomes of a combatant; `left` is the average left of `of` when their side wins."""

    who: str
    side: str
    out: float
    first: float
    left: float | None
    of: int


class Variant(Event, kw_only=True):
    """The chances with other values in the file; `fair` marks the fairest."""

    values: Table
    sides: dict[str, float]
    undecided: float
    fights: int | None
    fair: bool


class Worth(Event, kw_only=True):
    """What a combatant is worth: the chance of their side with them and without them."""

    who: str
    side: str
    with_: float
    without: float


class Tactic(Event, kw_only=True):
    """The line of a combatant's tactics that applies now; `passed` says why earlier lines do not."""

    who: str
    line: str | None
    number: int | None
    passed: list[Table]
