"""`odds`: the exact distribution of an expression."""

from __future__ import annotations

from combatcli.declarations import ALL, PICTURES, REPORT, Argument, Command, flag, number
from combatcli.dice.notation import parse
from combatcli.dice.odds.events import distribution_event, odds_event
from combatcli.errors import DiceError, ExitCode, UsageError
from combatcli.pipeline.output import Result, drawn, report
from combatcli.streams import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from combatcli.declarations import Invocation
    from combatcli.dice.odds.distribution import Distribution
    from combatcli.events import Event


MOST_DIGITS = 200_000_000


def odds(call: Invocation) -> int:
    """Print how likely each total is, or one threshold."""
    if "csv" in call.options and "json" in call.shared:
        raise UsageError("--csv and --json exclude each other", "A script reads the one or the other.")
    events = distribution(call)
    if "csv" in call.options:
        from combatcli.report.odds import csv

        put(csv(events))
    else:
        result = Result(events)
        result.warnings = counting(call)
        with drawn(call, result):
            put(report(call, result))
    return ExitCode.DONE


def counting(call: Invocation) -> list[str]:
    """Return a warning where dice are counted that can never show what is asked: a total may have been meant."""
    from combatcli.dice.tree import Dice, Number

    tree = parse(call.words["expression"]).tree
    if not isinstance(tree, Dice) or not isinstance(tree.sides, Number) or tree.modifiers.success is None:
        return []
    wanted = tree.modifiers.success
    least = wanted.value + (wanted.operator == ">")
    if wanted.operator not in (">=", ">", "=") or least <= tree.sides.value:
        return []
    import re

    pool = re.split(r"[<>=]|[gl][te]|eq", call.words["expression"], maxsplit=1)[0].strip()
    most = f" --at-most {least}" if wanted.operator == "=" else ""
    total = f"the chance of a total is `odds {pool} --at-least {least}{most}`"
    return [f"{call.words['expression']} counts dice that show that, and none can: {total}"]


def distribution(call: Invocation) -> list[Event]:
    """Return the distribution of an expression, or the chances that were asked for."""
    from combatcli.dice.odds.expression import odds as odds_of

    expression = parse(call.words["expression"])
    outcomes = odds_of(expression)
    least, most = call.options.get("at_least"), call.options.get("at_most")
    if least is not None or most is not None:
        return [odds_event(*_range(outcomes, least, most), expression=expression.text)]
    if len(outcomes) * outcomes.total.bit_length() > MOST_DIGITS:
        raise DiceError(
            f"{len(outcomes):,} outcomes with fractions this long would take minutes to write",
            "Ask for one threshold: --at-least N, --at-most N",
        )
    try:
        return [distribution_event(outcomes, expression=expression.text)]
    except OverflowError:
        raise DiceError(
            "the outcomes are too large to tell their mean", "Ask for one threshold: --at-least N"
        ) from None


def _range(outcomes: Distribution[int], least: int | None, most: int | None) -> tuple[str, Fraction]:
    """Return the words for a range of totals, and its chance; UsageError if no total can lie in it."""
    if least is None:
        return f"at most {most}", outcomes.at_most(most or 0)
    if most is None:
        return f"at least {least}", outcomes.at_least(least)
    if least > most:
        hint = "The range is --at-least LOW --at-most HIGH."
        raise UsageError(f"no total is at least {least} and at most {most}", hint)
    return f"{least} to {most}", outcomes.at_most(most) - outcomes.at_most(least - 1)


COMMAND = Command(
    "odds",
    odds,
    about="All chances are exact fractions; dice that explode without end are exact for every threshold.",
    arguments=[Argument("expression", "a dice expression")],
    options=[
        number("--at-least", "the chance of this total or more; with --at-most of the range"),
        number("--at-most", "the chance of this total or less"),
        flag("--csv", "outcome, chance and percentage as lines of CSV"),
    ],
    shared=[ALL, *PICTURES, *REPORT],
    examples=["combatcli odds 4d6kh3", "combatcli odds 2d6+1 --at-least 9", "combatcli odds 3d6 --csv > 3d6.csv"],
)
