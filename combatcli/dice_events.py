"""The events of dice: what was rolled, and what is likely."""

from __future__ import annotations

from combatcli.records import Event

Chance = str
"""An exact fraction as text: 79/100."""


class DiceEvent(Event):
    """Something that was rolled or computed."""


class Roll(DiceEvent):
    """An expression was rolled; `subtotals` has a subtotal for each label in brackets.

    For dice of words, `words` are the words shown, `faces` and `kept` are their places, and `total` is their number.
    """

    expression: str
    total: int
    faces: list[int]
    kept: list[int]
    breakdown: str
    label: str = ""
    subtotals: dict[str, int] = {}
    words: list[str] = []


class RolledTableRow(DiceEvent):
    """Somebody rolled on a table: `row` is the key of the row, and `text` its text, with all dice in it rolled.

    If the row names another table, the roll on that table follows, and its `within` is the name of the first one. The
    keys from `expression` on describe the roll itself.
    """

    event = "row"
    table: str
    row: str
    text: str
    within: str = ""
    expression: str
    total: int
    faces: list[int]
    kept: list[int]
    breakdown: str


class TotalsTally(DiceEvent):
    """How often each total came up, as a fraction of all rolls; `errors` are standard errors in percent.

    If there are very many totals, `band` neighbors are counted together, under the lowest of them. Otherwise it is 1.
    """

    event = "tally"
    expression: str
    rolls: int
    band: int
    outcomes: dict[str, str]
    errors: dict[str, float]
    mean: float
    mean_error: float
    deviation: float
    label: str = ""


class RollsUntil(DiceEvent):
    """How many `rolls` it took until their sum was `goal` or more; `total` is that sum."""

    event = "until"
    expression: str
    goal: int
    rolls: int
    total: int
    label: str = ""


class Odds(DiceEvent):
    """The chance of something.

    With `given`, it is the chance among the rolls in which that condition holds. With `until`, it is about the number
    of rolls until their sum reaches that number. In a game in a file, a `form` of `status` means a status that may
    begin, and `says` means what a table of the game says.
    """

    of: str
    form: str = ""
    expression: str = ""
    given: str = ""
    until: str = ""
    label: str = ""
    who: str = ""
    against: str = ""
    attacker: str = ""
    target: str = ""
    chance: Chance
    percent: float


class Distribution(DiceEvent):
    """All outcomes of something, with their chances; `at_least` and `at_most` have cumulative chances.

    If there is no highest outcome, `rest` is the chance of everything above the last one listed, so that the chances
    add up to 1. Mean and deviation include it. With a `rest`, damage that a rule halves is not rounded down.
    """

    expression: str = ""
    given: str = ""
    until: str = ""
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
    """For each percentage, the lowest outcome that this share of rolls does not exceed."""

    expression: str
    given: str = ""
    until: str = ""
    label: str = ""
    quantiles: dict[str, int]


class Chances(DiceEvent):
    """The chance of each row of a table, with the rows' text in `texts`; or the chance of each word on a die."""

    expression: str
    label: str = ""
    outcomes: dict[str, Chance]
    texts: dict[str, str] = {}


class NeededDice(DiceEvent):
    """Dice that a command would roll, or cards that it would draw.

    If it depends on earlier dice or cards whether they are needed, `certain` is false.
    """

    event = "needed"
    purpose: str
    dice: str
    certain: bool
