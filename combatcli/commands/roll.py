"""`roll`: totals to a pipe, breakdowns to a terminal. A script calls it a thousand times, so it starts at once."""

from __future__ import annotations

import sys

from combatcli.declarations import DICE, KEPT_FILE, REPORT, Argument, Command, flag, number
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll as roll_tree
from combatcli.dice.rolling.sources import EnteredSource, SeededSource, SystemSource, mint_seed, read_faces
from combatcli.errors import DiceError, ExitCode, StreamError, UsageError
from combatcli.streams import on_terminal, put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.declarations import Invocation
    from combatcli.dice.rolling.sources import Source
    from combatcli.dice.tree import Expression
    from combatcli.events import Event

MOST_TIMES = 10_000_000
READABLE = 50_000
"""So many rolls are written out on a terminal without being asked for."""
MOST_INPUT = 1 << 24


def roll(call: Invocation) -> int:
    """Roll all that is wanted and write it."""
    times = call.options.get("times", 1)
    if not 1 <= times <= MOST_TIMES:
        raise UsageError(f"--times {times}: expected a number from 1 to {MOST_TIMES:,}")
    if "list" in call.options:
        return _list(call)
    source = _source(call)
    words = call.words.get("expressions", ())
    if any("@" in word for word in words):
        from combatcli.pipeline.named_rolls import resolved

        words = [resolved(word, call.shared.get("file")) for word in words]
    expressions = list(_expressions(words))
    verbose = "verbose" in call.shared or (on_terminal() and times <= READABLE)
    quiet = "quiet" in call.shared
    if verbose or quiet or "json" in call.shared or isinstance(source, EnteredSource):
        events = [_event(expression, source) for expression in expressions for _ in range(times * expression.repeat)]
        if isinstance(source, EnteredSource):
            source.finish()
        if not quiet:
            put(_report(call, events, source, verbose=verbose))
    else:
        put("".join(_totals(expression, times, source) for expression in expressions))
    return ExitCode.DONE


def _list(call: Invocation) -> int:
    """List the rolls that have names."""
    from combatcli.pipeline.named_rolls import known_rolls
    from combatcli.pipeline.output import Result, report

    rolls = known_rolls(call.shared.get("file")).values()
    put(report(call, Result([{"event": "named_roll", **each._asdict()} for each in rolls])))
    return ExitCode.DONE


def _source(call: Invocation) -> Source:
    seed = call.shared.get("seed")
    if "dice" in call.shared:
        if seed is not None:
            raise UsageError("--dice and --seed exclude each other", "The faces are given, or they are drawn.")
        return EnteredSource(read_faces(call.shared["dice"]))
    if seed is None and "json" in call.shared:
        seed = mint_seed()
    return SeededSource(seed) if seed is not None else SystemSource()


def _expressions(words: Sequence[str]) -> Iterator[Expression]:
    if words:
        for text in words:
            try:
                yield parse(text)
            except DiceError as error:
                if len(words) > 1 and " " not in text:
                    error.hint = error.hint or "An expression with spaces in it needs quotes around it."
                raise
        return
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("roll needs an expression", "Write: combatcli roll 3d6+2, or give lines on standard input.")
    text = sys.stdin.buffer.read(MOST_INPUT).decode("utf-8-sig", "replace")
    if not text.strip():
        raise StreamError("standard input is empty", "The command before this one in the pipe may have failed.")
    for number_, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield parse(line.strip())
            except DiceError as error:
                error.message = f"line {number_} of standard input: {error.message}"
                raise


def _event(expression: Expression, source: Source) -> Event:
    from combatcli.dice.rolling.breakdown import breakdown

    rolled = roll_tree(expression.tree, source)
    event: Event = {
        "event": "roll",
        "expression": expression.text,
        "total": rolled.total,
        "faces": list(rolled.faces),
        "kept": list(rolled.kept),
        "breakdown": breakdown(rolled),
    }
    if expression.label:
        event["label"] = expression.label
    return event


def _report(call: Invocation, events: Sequence[Event], source: Source, *, verbose: bool) -> str:
    if "json" in call.shared:
        from combatcli.report.envelope import document

        seed, step = (source.seed, source.step) if isinstance(source, SeededSource) else (None, None)
        return document("roll", None, events, [], {"seed": seed, "step": step})
    if not verbose:
        return "".join(f"{event['total']}\n" for event in events)
    from combatcli.report.rolls import roll_line

    return "".join(f"{roll_line(event)}\n" for event in events)


def _totals(expression: Expression, times: int, source: Source) -> str:
    if times == expression.repeat == 1:
        return f"{roll_tree(expression.tree, source).total}\n"
    from combatcli.dice.rolling.bulk import roll_many

    return "\n".join(map(str, roll_many(expression, times, source))) + "\n"


COMMAND = Command(
    "roll",
    roll,
    about=(
        "To a pipe it prints the totals alone, one a line; on a terminal, and with -v, each die. "
        "Notation: 3d6+2  d%  4dF  4d6kh3  2d20kl1  3d6!  4d6r<2  8d10>=7f1  {2d6,1d8}kh1  6x4d6kh3  # a label. "
        "A word in a command's place that starts like dice is rolled: combatcli 3d6. '@sneak' rolls what the [rolls] "
        "of the encounter call so, or your own rolls.toml; '@mira.sneak' what a combatant's own rolls do."
    ),
    arguments=[
        Argument("expressions", "what to roll; without any, lines of standard input", many=True, required=False)
    ],
    options=[
        number("--times", "roll that many times", short="-t"),
        flag("--list", "list the rolls that have names", enough=True),
    ],
    shared=[KEPT_FILE, *DICE, *REPORT],
    examples=[
        "combatcli roll 3d6+2",
        "combatcli roll -t 6 4d6kh3",
        'test "$(combatcli roll 2d6)" -ge 9 && echo hit',
        "combatcli roll '@mira.sneak' -f fight.toml",
    ],
)
