"""`odds`: the exact distribution of an expression."""

from __future__ import annotations

from combatcli.declarations import ALL, PICTURES, REPORT, Argument, Command, flag, number
from combatcli.dice.notation import parse
from combatcli.dice.odds.events import distribution_event, odds_event
from combatcli.errors import DiceError, ExitCode, UsageError
from combatcli.pipeline.output import Result, draw, report
from combatcli.streams import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation
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
        draw(call, result)
        put(report(call, result))
    return ExitCode.DONE


def distribution(call: Invocation) -> list[Event]:
    """Return the distribution of an expression, or the chances that were asked for."""
    from combatcli.dice.odds.expression import odds as odds_of

    expression = parse(call.words["expression"])
    outcomes = odds_of(expression)
    events = []
    if "at_least" in call.options:
        least = call.options["at_least"]
        events.append(odds_event(f"at least {least}", outcomes.at_least(least), expression=expression.text))
    if "at_most" in call.options:
        most = call.options["at_most"]
        events.append(odds_event(f"at most {most}", outcomes.at_most(most), expression=expression.text))
    if events:
        return events
    if len(outcomes) * outcomes.total.bit_length() > MOST_DIGITS:
        raise DiceError(
            f"{len(outcomes):,} outcomes with fractions this long would take minutes to write",
            "Ask for one threshold: --at-least N, --at-most N",
        )
    return [distribution_event(outcomes, expression=expression.text)]


COMMAND = Command(
    "odds",
    odds,
    about="All chances are exact fractions; dice that explode without end are exact for every threshold.",
    arguments=[Argument("expression", "a dice expression")],
    options=[
        number("--at-least", "the chance of this total or more"),
        number("--at-most", "the chance of this total or less"),
        flag("--csv", "outcome, chance and percentage as lines of CSV"),
    ],
    shared=[ALL, *PICTURES, *REPORT],
    examples=["combatcli odds 4d6kh3", "combatcli odds 2d6+1 --at-least 9", "combatcli odds 3d6 --csv > 3d6.csv"],
)
