"""The events of dice: what was rolled, and what is likely."""

from __future__ import annotations

from combatcli.light_events import LightEvent

TYPE_CHECKING = False

Chance = str
"""An exact fraction as text, as in 79/100."""


class DiceEvent(LightEvent):
    """Something that was rolled or computed."""


class Roll(DiceEvent):
    """An expression was rolled; `subtotals` are what the dice with each label in brackets come to.

    Of dice of words, `words` are what they show, `faces` and `kept` the places of these, `total` how many they are.
    """

    expression: str
    total: int
    faces: list[int]
    kept: list[int]
    breakdown: str
    label: str = ""
    subtotals: dict[str, int] = {}
    words: list[str] = []


class Row(DiceEvent):
    """A row of a table was rolled: `text` is what it says; what that names follows, with `within` its table.

    The keys from `expression` on are those of the roll on the table.
    """

    table: str
    row: str
    text: str
    within: str = ""
    expression: str
    total: int
    faces: list[int]
    kept: list[int]
    breakdown: str


class Tally(DiceEvent):
    """How often each total came up: `outcomes` are counts of all `rolls`, `errors` standard errors in percent."""

    expression: str
    rolls: int
    band: int
    outcomes: dict[str, str]
    errors: dict[str, float]
    mean: float
    mean_error: float
    deviation: float
    label: str = ""


class Until(DiceEvent):
    """How many `rolls` it took until their sum was `goal` or more; `total` is what it was then."""

    expression: str
    goal: int
    rolls: int
    total: int
    label: str = ""


class Odds(DiceEvent):
    """The chance of something; `rest` is the chance of what lies too far out to tell whether it holds.

    Where something is `given`, it is the chance among the rolls in which that holds.
    """

    of: str
    expression: str = ""
    given: str = ""
    label: str = ""
    who: str = ""
    against: str = ""
    attacker: str = ""
    target: str = ""
    chance: Chance
    percent: float
    rest: Chance = ""


class Distribution(DiceEvent):
    """All outcomes of something, with their chances; `at_least` or `at_most` has those of each or more, or less.

    Where there is no highest one, `rest` is the chance of all above the last that is listed: with it the chances add
    up to 1. Mean and deviation count them, what a rule halves without rounding it down.
    """

    expression: str = ""
    given: str = ""
    label: str = ""
    of: str = ""
    who: str = ""
    attacker: str = ""
    target: str = ""
    outcomes: dict[str, Chance]
    mean: float
    deviation: float
    rest: Chance = ""
    at_least: dict[str, Chance] | None = None
    at_most: dict[str, Chance] | None = None


class Quantiles(DiceEvent):
    """For each percentage the lowest outcome that so many percent are not above."""

    expression: str
    given: str = ""
    label: str = ""
    quantiles: dict[str, int]


class Chances(DiceEvent):
    """How likely each row of a table is, with what it says in `texts`, or each word on a die."""

    expression: str
    label: str = ""
    outcomes: dict[str, Chance]
    texts: dict[str, str] = {}


KINDS = {kind.__name__.lower(): kind for kind in (Roll, Row, Tally, Until, Odds, Distribution, Quantiles, Chances)}
"""The types of events of dice, by their kinds."""
