"""`odds`: the exact distribution of an expression."""

from __future__ import annotations

from combatcli.declarations import ALL, KEPT_FILE, PICTURES, REPORT, Command, flag, mutually_exclusive, number, text
from combatcli.dice.exact import events as odds_events
from combatcli.dice.notation import parse
from combatcli.errors import DiceError, ExitCode, UsageError
from combatcli.pipeline.expressions import (
    check_no_words_on_dice,
    conditional_on_given,
    dice_argument,
    print_notes,
    roll_names_replaced_and_tables,
)
from combatcli.pipeline.result import Result, render_report, report_of
from combatcli.streams import write_stderr, write_stdout
from combatcli.text import escape, is_number, truncated, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.declarations import Invocation
    from combatcli.dice.exact.distribution import Distribution
    from combatcli.dice.tree import Expression, Node
    from combatcli.dice_events import Chances, Odds, Quantiles
    from combatcli.dice_events import Distribution as DistributionEvent

    Answer = DistributionEvent | Odds | Quantiles | Chances

QUESTIONS = ("exactly", "at_least", "at_most", "cumulative", "bands", "quantiles", "against")
LONGEST_PERCENT = 20
CERTAIN = 100
ROW = 18_000
LINE = 5_000
"""The work of writing an outcome, in a table or in CSV or JSON, on top of that of its fraction."""
TO_WRITE = 300_000_000
"""The work left for writing if the odds took the whole budget."""


def odds(call: Invocation) -> int:
    """Print the chance of each total, or the answer to the options."""
    events = _odds_of_tables_or_expressions(call)
    if "plain" in call.options or "mean" in call.options:
        from combatcli.report.odds import plain_numbers

        if "mean" not in call.options and any(event.event == "distribution" for event in events):
            hint = "As in --at-least 10 --plain; --csv writes every outcome."
            raise UsageError("--plain needs something to compute", hint)
        write_stdout(plain_numbers(events))
    elif "csv" in call.options:
        from combatcli.report.odds import left_out_of_csv, odds_csv

        write_stdout(odds_csv(events))
        write_stderr(left_out_of_csv(events))
    else:
        _write_odds(call, Result(events))
    return ExitCode.DONE


def _write_odds(call: Invocation, result: Result) -> None:
    """Write the report; drawing pictures imports half as much again, so that is done only for pictures."""
    if not report_of(call, result).pictures:
        write_stdout(render_report(call, result))
        return
    from combatcli.pipeline.output import requested_pictures_written

    with requested_pictures_written(call, result):
        write_stdout(render_report(call, result))


def _odds_of_tables_or_expressions(call: Invocation) -> Sequence[Answer]:
    """Return the chances of tables' rows if tables are named, else the answers about expressions."""
    written = call.words.get("expressions")
    if not written:
        from combatcli.pipeline.stdin_expressions import ExpressionLines

        written = [*ExpressionLines(call)]
    words, tables = roll_names_replaced_and_tables(call, written)
    if tables is not None:
        if not {*QUESTIONS, "until", "given", "plain", "mean"}.isdisjoint(call.options):
            raise UsageError("a table gives text, not a number", "Leave out the options to see the chance of each row.")
        return tables.chances_of_tables()
    expressions = [parse(word) for word in words]
    print_notes(call, expressions)
    return distributions_or_chances(call, expressions)


def distributions_or_chances(call: Invocation, expressions: Sequence[Expression]) -> Sequence[Answer]:
    """Return the distributions of expressions, or the requested chances."""
    from combatcli.dice.exact.budget import BUDGET
    from combatcli.dice.exact.expression import odds as odds_of

    least, most = call.options.get("at_least"), call.options.get("at_most")
    if least is not None and most is not None and least > most:
        hint = "For a range, write --at-least LOW --at-most HIGH."
        raise UsageError(f"no total can be at least {least} and at most {most}", hint)
    with BUDGET:
        try:
            words = [_chances_of_words_on_dice(call, expression) for expression in expressions if expression.words]
            numbers = [expression for expression in expressions if not expression.words]
            computed = [
                (_outcomes_or_number_of_rolls(call, odds_of(question)), what)
                for question, what in _described_expressions(call, numbers)
            ]
            BUDGET.left += TO_WRITE
            return [
                *words,
                *[event for outcomes, what in computed for event in _answers_to_options(call, outcomes, what)],
            ]
        except DiceError as error:
            if error.text and not error.column and (len(expressions) > 1 or "against" in call.options):
                error.message = f"{truncated(error.text)}: {error.message}"
            raise


def _chances_of_words_on_dice(call: Invocation, expression: Expression) -> Chances:
    """Return the chances of all words that dice may show."""
    from combatcli.dice.exact.distribution import ratio_text
    from combatcli.dice.exact.expression import shown_dice_of
    from combatcli.dice_events import Chances

    if expression.repeat > 1:
        message = f"odds need a single roll, but this one is repeated {expression.repeat} times"
        raise UsageError(message, f"Leave out the {expression.repeat}x.")
    if not {*QUESTIONS, "until", "given", "plain", "mean", "by_label"}.isdisjoint(call.options):
        check_no_words_on_dice([expression])
    thrown = shown_dice_of(expression.tree)
    chances = [(dice, ratio_text(ways, thrown.denominator)) for (dice, _), ways in sorted(thrown.items())]
    outcomes = {", ".join(map(str, dice)): chance for dice, chance in chances}
    return Chances(expression=expression.text, outcomes=outcomes)


def _described_expressions(
    call: Invocation, expressions: Sequence[Expression]
) -> Iterator[tuple[Node | Expression, dict[str, str]]]:
    """Yield each expression with its description, or with --by-label the part of each label."""
    condition: dict[str, str] = {key: str(call.options[key]) for key in ("given", "until") if key in call.options}
    for expression in expressions:
        labels = None
        if expression.labeled:
            from combatcli.dice.rolling.labels import Labels

            labels = Labels(expression)
        if "by_label" not in call.options:
            yield conditional_on_given(call, expression), {"expression": expression.text, **condition}
            continue
        if labels is None:
            raise UsageError("--by-label needs dice with labels", "As in 2d6[fire] + 1d8[cold].")
        for label in labels.names:
            yield labels.only_labeled(label), {"expression": expression.text, "label": label, **condition}


def _outcomes_or_number_of_rolls(call: Invocation, outcomes: Distribution[int]) -> Distribution[int]:
    """Return the outcomes, or with --until the number of rolls until their sum reaches the goal."""
    if "until" not in call.options:
        return outcomes
    from combatcli.dice.exact.until import rolls_until

    return rolls_until(outcomes, call.options["until"], listed=not {*QUESTIONS, "mean"} & call.options.keys())


def _answers_to_options(  # noqa: PLR0911  (one for each question)
    call: Invocation, outcomes: Distribution[int], what: dict[str, str]
) -> Sequence[Answer]:
    """Return the answers to the options about a distribution, or all of it."""
    options = call.options
    if {*QUESTIONS}.isdisjoint(options):
        return [_distribution_event(call, outcomes, what)]
    if "bands" in options:
        lowest, names, numbers = _parse_named_bands(options["bands"])
        answers = odds_events.bands(outcomes, numbers, **what)
        return [event.changed(of=name or event.of) for event, name in zip(answers, [lowest, *names], strict=True)]
    if "quantiles" in options:
        return [odds_events.quantiles(outcomes, _parse_percentages(options["quantiles"]), **what)]
    if "against" in options:
        from combatcli.dice.exact.expression import odds as odds_of
        from combatcli.pipeline.named_rolls import replace_names_by_file

        other = parse(replace_names_by_file(options["against"], call.shared.get("file")))
        check_no_words_on_dice([other])
        return odds_events.against(outcomes, odds_of(other), **what, against=other.text)
    if which := options.get("cumulative"):
        if which not in ("least", "most"):
            raise UsageError(f"--cumulative {escape(which)}: expected least or most")
        event = _distribution_event(call, outcomes, what)
        _check_not_too_many_outcomes(outcomes, LINE)
        return [event.changed(**{f"at_{which}": odds_events.cumulative(outcomes, ascending=which == "most")})]
    if "exactly" in options:
        return [odds_events.any_of(outcomes, _parse_ascending_numbers("--exactly", options["exactly"]), **what)]
    return [odds_events.between(outcomes, options.get("at_least"), options.get("at_most"), **what)]


def _distribution_event(call: Invocation, outcomes: Distribution[int], what: dict[str, str]) -> DistributionEvent:
    """Return a distribution as an event."""
    listed = "mean" not in call.options
    if listed:
        is_table = {"csv", "json"}.isdisjoint({*call.options, *call.shared})
        _check_not_too_many_outcomes(outcomes, ROW if is_table else LINE)
    return odds_events.distribution_event(outcomes, what, listed=listed)


def _parse_ascending_numbers(option: str, written: str) -> list[int]:
    """Parse numbers such as 7,10, ascending; raise UsageError for anything else, or for bands that do not ascend."""
    words = written.split(",")
    numbers = [number for word in words if (number := whole_number(word)) is not None]
    if len(numbers) < len(words):
        raise UsageError(
            f"{option}: expected whole numbers, found '{escape(truncated(written))}'", f"As in {option} 7,10."
        )
    if option == "--bands" and numbers != sorted(set(numbers)):
        raise UsageError(f"{option} {escape(written)}: the numbers must ascend", f"As in {option} 7,10.")
    return sorted(set(numbers))


def _parse_named_bands(written: str) -> tuple[str, list[str], list[int]]:
    """Parse named bands, miss,7:weak,10:strong: the lowest name, and the names and first numbers of the others."""
    words = written.split(",")
    lowest = words.pop(0).strip() if words[0].strip()[:1].isalpha() else ""
    if lowest and (":" in lowest or not words):
        message = "--bands: the lowest band has a name alone, each other one its first total and a name"
        raise UsageError(message, "As in --bands miss,7:weak,10:strong.")
    parts = [word.partition(":") for word in words]
    return (
        lowest,
        [name.strip() for _, _, name in parts],
        _parse_ascending_numbers("--bands", ",".join([low for low, _, _ in parts])),
    )


def _parse_percentages(written: str) -> list[str]:
    """Parse percentages such as 5,50,95; raise UsageError for anything else."""
    words = [word.strip() for word in written.split(",")]
    for word in words:
        whole, point, rest = word.partition(".")
        number = is_number(whole + rest) and len(word) < LONGEST_PERCENT
        if not number or (point and not rest) or not 0 < float(word) < CERTAIN:
            hint = f"As in --quantiles 5,50,95. Each needs fewer than {LONGEST_PERCENT} characters."
            raise UsageError(f"--quantiles: expected percentages above 0 and below 100, found '{escape(word)}'", hint)
    return words


def _check_not_too_many_outcomes(outcomes: Distribution[int], row: int) -> None:
    """Raise DiceError if there are too many outcomes to write."""
    from combatcli.dice.exact.budget import BUDGET, fraction_work

    try:
        BUDGET.spend(len(outcomes) * (row + fraction_work(outcomes.denominator.bit_length())))
    except DiceError:
        raise DiceError(
            f"{len(outcomes):,} outcomes with fractions of {outcomes.denominator.bit_length() * 3 // 10:,} digits "
            "are too many to write",
            "Ask for one threshold: --at-least N, --at-most N",
        ) from None


COMMAND = Command(
    "odds",
    odds,
    about=(
        "All chances are exact fractions, even of exploding dice, unless a threshold is too far out. Several "
        "expressions are shown side by side. '@sneak' is a named roll, as for roll. '@treasure' is a random table; it "
        "shows the chance of each row."
    ),
    arguments=[dice_argument("dice expressions [default: standard input]")],
    options=[
        number("--at-least", "the chance of N or more; with --at-most, of the range"),
        number("--at-most", "the chance of N or less"),
        text("--exactly", "N,…", "the chance of this total, or of any of these"),
        text("--cumulative", "WHICH", "the chance of each total or more (least), or of each total or less (most)"),
        text("--bands", "N,…", "the chance of each band; bands begin at these totals, as in miss,7:weak,10:strong"),
        text("--quantiles", "PERCENT,…", "for each percentage, the lowest total that this share does not exceed"),
        number("--until", "how many rolls it takes to reach a sum of N"),
        flag("--by-label", "the odds of each label, as in 2d6[fire] + 1d8[cold]"),
        text("--given", "EXPR", "count only the rolls in which this holds; it may use names of the expression"),
        text("--against", "EXPR", "the chances to be above, equal to and below another roll"),
        flag("--csv", "print outcome, chance and percentage as CSV"),
        flag("--plain", "print only numbers, such as 0.625 for a chance"),
        flag("--mean", "print only the mean"),
    ],
    shared=[KEPT_FILE, ALL, *PICTURES, *REPORT],
    excludes=[
        *mutually_exclusive("csv plain mean json", "Choose one form of output."),
        *mutually_exclusive("mean exactly cumulative bands quantiles against at_least", "Ask for one at a time."),
        ("at_most", "mean exactly cumulative bands quantiles against", "Ask for one at a time."),
        ("until", "against", "--until counts rolls, and --against compares totals."),
        ("given", "by_label", "Ask for one after the other."),
    ],
    examples=[
        "combatcli odds 4d6kh3",
        "combatcli odds 2d6+1 --at-least 9",
        "combatcli odds 3d6 --at-least 10 --plain",
        "combatcli odds 3d6 2d8 1d20",
        "combatcli odds 2d6+1 --bands miss,7:weak,10:strong",
        "combatcli odds 'if(1d20+5 >= 15, 1d8+3, 0)' --until 30",
        "combatcli odds 'a=1d6; b=1d6; a+b' --given 'a=6'",
        "combatcli odds 3d6+2 --against 2d8",
        "combatcli odds 8d6 --quantiles 5,50,95",
        "combatcli odds 'p = {6d6}; if((p=6) >= 2, 7, p kh1)'",
        "combatcli odds '@mira.sneak' -f fight.toml",
        "combatcli odds '2d6[fire] + 1d8[cold]' --by-label",
        "combatcli odds 3d6 --csv > 3d6.csv",
    ],
)
