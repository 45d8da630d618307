"""`roll`: totals to a pipe, breakdowns to a terminal. Scripts call it a thousand times, so it starts fast."""

from __future__ import annotations

from combatcli.declarations import DICE, KEPT_FILE, REPORT, Command, Invocation, flag, number, text
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll as roll_tree
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import EnteredSource, SeededPools, Source, SystemSource, mint_seed
from combatcli.dice.tree import Dice, Expression
from combatcli.errors import DiceError, ExitCode, RefusedError, UsageError
from combatcli.pipeline.expressions import (
    check_no_words_on_dice,
    conditional_on_given,
    dice_argument,
    print_notes,
    roll_names_replaced_and_tables,
)
from combatcli.streams import can_be_asked, on_terminal, write_stdout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from combatcli.dice_events import DiceEvent, RollsUntil
    from combatcli.pipeline.buffered_output import BufferedOutput
    from combatcli.pipeline.tables import RandomTables

    Writer = Callable[[Expression], Callable[[Rolled], str]]
    """A function of an expression that returns how its rolls are written."""

MOST_TIMES = 10_000_000
FEW = 100
"""The most rolls held back until all are made."""
AT_ONCE = 1_000
"""The number of totals counted at a time."""
READABLE = 50_000
"""The most rolls written to a terminal without a request."""


def roll(call: Invocation) -> int:
    """Roll the expressions and write the rolls as they are made."""
    times = call.options.get("times", 1)
    words = call.words.get("expressions", ())
    if "list" in call.options:
        if words:
            raise UsageError("--list rolls nothing, so it takes no expression", "Leave out one of them.")
        return _list_named_rolls(call)
    if "-" in words:
        raise UsageError('"-" is not an expression', "Without arguments, roll reads lines of standard input.")
    words, tables = roll_names_replaced_and_tables(call, words)
    if tables is not None:
        return _roll_on_tables(call, tables, times)
    if "exit_status" in call.shared:
        return _roll_for_exit_code(call, words, times)
    _roll_each(call, words, times)
    return ExitCode.DONE


def _roll_each(call: Invocation, words: Sequence[str], times: int) -> None:
    """Roll expressions, or those of standard input if none are given."""
    source = _source_of_line(call, may_ask=True)
    if not words:
        _roll_stdin_lines(call, times, source)
        return
    expressions = [_checked(call, expression, times) for expression in _parse_expressions(words)]
    print_notes(call, expressions)
    several = len(expressions) > 1
    pieces = _requested_texts(call, _with_purposes(expressions, source) if several else expressions, times, source)
    try:
        if "until" not in call.options and times * sum([other.repeat for other in expressions]) <= FEW:
            write_stdout("".join(pieces))
        else:
            _write_as_it_comes(pieces)
    except DiceError as error:
        if several and source.purpose and not error.column:
            error.message = f"{source.purpose}: {error.message}"
        raise


def _roll_on_tables(call: Invocation, tables: RandomTables, times: int) -> int:
    """Roll on tables, and write their rows."""
    if "exit_status" in call.shared or not {"given", "tally", "until"}.isdisjoint(call.options):
        raise UsageError("a table gives text, not a number", "odds tells how likely each row is.")
    from combatcli.report.envelope import event_text
    from combatcli.report.roll_tables import row_lines

    source = _source_of_line(call, may_ask=False)
    rolls = tables.rolls(times, source)
    verbose = "verbose" in call.shared or on_terminal()
    texts: Iterable[str] = ("" if "quiet" in call.shared else row_lines(events, verbose=verbose) for events in rolls)
    if _is_json(call):
        texts = (event_text(event) for events in rolls for event in events)
    _write_as_it_comes(_framed_as_document(call, texts, source))
    return ExitCode.DONE


def _roll_for_exit_code(call: Invocation, words: Sequence[str], times: int) -> int:
    """Roll one expression once, and return exit code 1 for a total of 0."""
    several = UsageError("--exit-status tells of one roll", "As in roll -e '1d20+5 >= 15'.")
    if len(words) != 1:
        raise several
    expression = conditional_on_given(call, parse(words[0]))
    check_no_words_on_dice([expression])
    print_notes(call, [expression])
    if times * expression.repeat > 1:
        raise several
    source = _source_of_line(call, may_ask=True)
    source.begin_expression(expression.tree)
    rolled = _roll_expression(expression, source)
    source.finish()
    write, _ = _roll_writers(call, times, None)
    write_stdout("".join(_framed_as_document(call, [write(expression)(rolled)], source)))
    return ExitCode.DONE if rolled.total else ExitCode.FAILED


def _checked(call: Invocation, expression: Expression, times: int) -> Expression:
    """Return an expression with its condition; raise DiceError for too many rolls, or for labels without subtotals."""
    expression = conditional_on_given(call, expression)
    if expression.labeled:
        from combatcli.dice.rolling.labels import Labels

        Labels(expression)
    if times * expression.repeat <= MOST_TIMES:
        return expression
    message = f"it would be rolled {times * expression.repeat:,} times, and the limit is {MOST_TIMES:,}"
    raise DiceError(message, f"Leave out the {expression.repeat}x, or lower --times.", text=expression.text, column=1)


def _with_purposes(expressions: Iterable[Expression], source: Source) -> Iterator[Expression]:
    """Yield expressions, telling the source the text of each before it is rolled."""
    for expression in expressions:
        source.purpose = expression.text
        yield expression


def _write_as_it_comes(pieces: Iterable[str], outlet: BufferedOutput | None = None) -> None:
    """Write a possibly endless output as it comes."""
    if outlet is None:
        from combatcli.pipeline.buffered_output import BufferedOutput

        outlet = BufferedOutput()
    for piece in pieces:
        outlet.add(piece)
    outlet.flush()


def _roll_stdin_lines(call: Invocation, times: int, source: Source) -> None:
    """Roll the lines of standard input; a writer who waits for each answer gets it."""
    from combatcli.pipeline.buffered_output import BufferedOutput
    from combatcli.pipeline.stdin_expressions import ExpressionLines

    outlet = BufferedOutput()
    lines = ExpressionLines(call, (lambda: None) if "json" in call.shared else outlet.flush)
    try:
        expressions = (_checked(call, parse(line), times) for line in lines)
        _write_as_it_comes(_requested_texts(call, expressions, times, source), outlet)
    except (DiceError, RefusedError) as error:
        if lines.number:
            error.message = f"line {lines.number:,} of standard input: {error.message}"
        raise


def _list_named_rolls(call: Invocation) -> int:
    from combatcli.events import NamedRoll
    from combatcli.pipeline.named_rolls import all_named_rolls
    from combatcli.pipeline.result import Result, render_report

    named = all_named_rolls(call.shared.get("file")).values()
    events = [
        NamedRoll(name=entry.name, expression=getattr(entry, "expression", "a table"), where=entry.where)
        for entry in named
    ]
    write_stdout(render_report(call, Result(events)))
    return ExitCode.DONE


def _source_of_line(call: Invocation, *, may_ask: bool) -> Source:
    """Return the source; if the encounter says so, it asks for the faces of each roll at the terminal."""
    if "dice" in call.shared:
        from combatcli.pipeline.dice_source import entered_source

        return entered_source(call)
    own = "seed" in call.shared or {"tally", "until"} & call.options.keys()
    if may_ask and not own and "file" in call.shared and can_be_asked():
        from combatcli.pipeline.dice_source import file_asks_for_faces

        if file_asks_for_faces(call.shared["file"]):
            from combatcli.pipeline.asked_dice import asked_source

            return asked_source(SystemSource(), draws=False)
    seed = call.shared.get("seed", mint_seed() if "json" in call.shared else None)
    return SystemSource() if seed is None else SeededPools(seed)


def _roll_expression(expression: Expression, source: Source) -> Rolled:
    if isinstance(source, EnteredSource) and source.asked is not None:
        source.set_purpose(expression.text, lambda trial: roll_tree(expression.tree, trial))
    return roll_tree(expression.tree, source)


def _parse_expressions(words: Sequence[str]) -> list[Expression]:
    try:
        expressions = [parse(text) for text in words]
    except DiceError as error:
        if len(words) > 1 and " " not in error.text:
            error.hint = error.hint or "Put quotes around an expression with spaces."
        raise
    for before, expression in zip(words, expressions[1:], strict=False):
        dice = [node for node in expression.tree.self_and_descendants() if isinstance(node, Dice)]
        if expression.text.startswith(("+", "-")) and not dice:
            whole = f"{before}{expression.text}"
            raise UsageError(f"{expression.text} is not a roll of its own", f"Write it without spaces: {whole}")
    return expressions


def _requested_texts(call: Invocation, expressions: Iterable[Expression], times: int, source: Source) -> Iterable[str]:
    """Yield the text of each roll in the requested form as it is made."""
    if "tally" not in call.options:
        return _framed_as_document(call, _texts_of_rolls(call, expressions, times, source), source)
    from combatcli.pipeline.result import Result, render_report
    from combatcli.report.envelope import event_text

    tallies = _tally_events(expressions, times, source, call.options.get("until"))
    texts = (event_text(event) if _is_json(call) else render_report(call, Result([event])) for event in tallies)
    return _framed_as_document(call, texts, source)


def _is_json(call: Invocation) -> bool:
    return "json" in call.shared and "quiet" not in call.shared


def _framed_as_document(call: Invocation, texts: Iterable[str], source: Source) -> Iterable[str]:
    """Return texts, in the pieces of a document of events if they are JSON."""
    if not _is_json(call):
        return texts
    from combatcli.report.envelope import pieces_of_document

    seed, step = (source.seed, 0) if isinstance(source, SeededPools) else (None, None)
    return pieces_of_document("roll", None, texts, [], {"seed": seed, "step": step})


def _roll_writers(call: Invocation, times: int, goal: int | None) -> tuple[Writer, Callable[[RollsUntil], str]]:
    """Return how a roll is written, and with a goal the number of rolls."""
    if _is_json(call):
        from combatcli.report.envelope import event_text
        from combatcli.report.rolls import roll_event_writer

        return roll_event_writer, event_text
    if "quiet" in call.shared:
        return _write_nothing, lambda _: ""
    if "verbose" in call.shared or (on_terminal() and times <= READABLE):
        from combatcli.report.rolls import roll_line_writer, until_line

        return (roll_line_writer if goal is None or "verbose" in call.shared else _write_nothing), until_line
    return (_total_writer if goal is None else _write_nothing), lambda run: f"{run.rolls}\n"


def _write_nothing(expression: Expression) -> Callable[[Rolled], str]:
    return lambda _: ""


def _total_writer(expression: Expression) -> Callable[[Rolled], str]:
    if not expression.words:
        return lambda rolled: f"{rolled.total}\n"
    from combatcli.report.rolls import words_on_dice

    return lambda rolled: f"{', '.join(words_on_dice(rolled))}\n"


def _texts_of_rolls(call: Invocation, expressions: Iterable[Expression], times: int, source: Source) -> Iterator[str]:
    """Yield the text of each roll, and with a goal of the number of rolls."""
    goal = call.options.get("until")
    writer, ended = _roll_writers(call, times, goal)
    for expression in expressions:
        write = writer(expression)
        for rolled in _rolls(expression, times, source, goal):
            yield write(rolled) if isinstance(rolled, Rolled) else ended(rolled)
    source.finish()


def _tally_events(
    expressions: Iterable[Expression], times: int, source: Source, goal: int | None
) -> Iterator[DiceEvent]:
    from itertools import islice

    from combatcli.pipeline.tally import BandedTotalCounts

    for expression in expressions:
        check_no_words_on_dice([expression])
        tally, rolls = BandedTotalCounts(), _rolls(expression, times, source, goal)
        runs = (run.rolls for run in rolls if not isinstance(run, Rolled))
        counted = runs if goal is not None else (rolled.total for rolled in rolls)
        while some := list(islice(counted, AT_ONCE)):
            tally.add(some)
        yield tally.tally_event(expression)
    source.finish()


def _rolls(expression: Expression, times: int, source: Source, goal: int | None) -> Iterator[Rolled | RollsUntil]:
    """Return the rolls, and with a goal the number of rolls after those that reached it."""
    source.begin_expression(expression.tree)
    if goal is None:
        return (_roll_expression(expression, source) for _ in range(times * expression.repeat))
    from combatcli.pipeline.tally import rolls_until_goal

    return rolls_until_goal(expression, times, source, goal)


def _notation_sections() -> dict[str, Sequence[tuple[str, str]]]:
    from combatcli.report.notation import BREAKDOWN, NOTATION

    return {"Notation": NOTATION, "Breakdown": BREAKDOWN}


COMMAND = Command(
    "roll",
    roll,
    about=(
        "To a pipe it prints the totals alone, one a line; on a terminal, and with -v, the breakdown: each die. "
        "You can leave out the word roll: combatcli 3d6. '@sneak' rolls the named roll sneak, from [rolls] in the "
        "encounter or from your own rolls.toml. '@mira.sneak' is one of mira's own rolls. "
        'A named roll may use others, and may take numbers: \'@sneak(5)\' rolls "sneak(n)" = "1d20+n". '
        "'@treasure' rolls on the table [tables.treasure] and prints the row. "
        "Each line of standard input is answered at once. A mistake in the first second leaves standard output empty."
    ),
    arguments=[dice_argument("what to roll [default: standard input]")],
    options=[
        number("--times", "roll that many times", short="-t", least=1, most=MOST_TIMES),
        number("--until", "roll until the sum is N or more, and print how many rolls it took"),
        text("--given", "EXPR", "roll again until this holds; it may use names of the expression"),
        flag("--tally", "how often each total comes up, with standard errors, instead of the rolls"),
        flag("--list", "list the rolls that have names", enough=True),
    ],
    shared=[KEPT_FILE, *DICE, *REPORT, flag("--exit-status", "exit with 1 if it comes to 0", short="-e")],
    excludes=[("exit_status", "tally until", "--exit-status tells of one roll.")],
    tables=_notation_sections,
    examples=[
        "combatcli roll 3d6+2",
        "combatcli roll -t 6 4d6kh3",
        "combatcli roll 'a = 1d20; if(a = 20, 4d6+3, if(a+5 >= 15, 2d6+3, 0))'",
        "combatcli roll -t 100000 --tally '4d6kh3*(1d4)'",
        "combatcli roll -v --until 30 'if(1d20+5 >= 15, 1d8+3, 0)'",
        'test "$(combatcli roll 2d6)" -ge 9 && echo hit',
        "combatcli roll 's = 3d6; s' --given 's >= 10'",
        "combatcli roll -q -e '1d20+5 >= 15' && echo hit",
        "combatcli roll '@mira.sneak' -f fight.toml",
        "combatcli roll '@treasure' -f fight.toml",
    ],
)
