"""`roll` without a command-line library: what a shell script calls a thousand times must start at once.

It reads the same words as the `roll` command, which calls it with what it has read itself.
"""

from __future__ import annotations

import sys

from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource, SeededSource, SystemSource, mint_seed
from combatcli.errors import DiceError, StreamError, UsageError
from combatcli.streams import on_terminal, put
from combatcli.text import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.dice.rolling.sources import Roller
    from combatcli.dice.tree import Expression

FLAGS = {"-v": "verbose", "--verbose": "verbose", "-q": "quiet", "--quiet": "quiet", "--json": "json"}
VALUES = {"-t": "times", "--times": "times", "--seed": "seed", "--dice": "dice"}
MOST_TIMES = 10_000_000
READABLE = 50_000


class Rolls:
    """What to roll and how to say it."""

    __slots__ = ("dice", "expressions", "json", "quiet", "seed", "times", "verbose")

    def __init__(self) -> None:
        self.expressions: list[str] = []
        self.times = 1
        self.seed: str | None = None
        self.dice: list[int] | None = None
        self.verbose = self.quiet = self.json = False


def understood(words: list[str]) -> Rolls | None:
    """Read the words after `roll`; None where they need the whole command line: help, an unknown option."""
    wanted = Rolls()
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "--":
            wanted.expressions.extend(rest)
        elif word in FLAGS:
            setattr(wanted, FLAGS[word], True)
        elif word in VALUES or (equals and name in VALUES and name.startswith("--")):
            text = value if equals else next(rest, None)
            if text is None:
                return None
            option = VALUES[name]
            setattr(wanted, option, text if option == "seed" else read_option(option, text))
        elif word.startswith("-"):
            return None
        else:
            wanted.expressions.append(word)
    return wanted


def read_option(option: str, text: str) -> object:
    """Return what --times or --dice says; UsageError if it is no number, or no list of them."""
    if option == "dice":
        return entered_faces(text)
    try:
        times = int(text)
    except ValueError:
        times = 0
    if not 1 <= times <= MOST_TIMES:
        raise UsageError(f"--times {escaped(text)}: expected a number from 1 to {MOST_TIMES:,}")
    return times


def entered_faces(text: str) -> list[int]:
    """Return the faces of "4,7,10"; UsageError if they are no numbers."""
    try:
        return [int(word) for word in text.split(",")] if text.strip() else []
    except ValueError:
        raise UsageError(f"--dice {escaped(text)}: expected faces with commas between", "As in --dice 4,7,10") from None


def run(wanted: Rolls) -> None:
    """Roll all that is wanted and write it: totals to a pipe, breakdowns to a terminal."""
    if wanted.seed is None and wanted.dice is None and wanted.json:
        wanted.seed = mint_seed()
    source = _source(wanted)
    expressions = list(_parsed(wanted))
    verbose = wanted.verbose or (on_terminal() and wanted.times <= READABLE)
    if wanted.json or verbose or wanted.quiet or isinstance(source, EnteredSource):
        events = [
            _event(expression, source) for expression in expressions for _ in range(wanted.times * expression.repeat)
        ]
        if isinstance(source, EnteredSource):
            source.finish()
        if not wanted.quiet:
            put(_written(wanted, events, verbose=verbose))
        return
    put("".join(_totals(expression, wanted.times, source) for expression in expressions))


def _source(wanted: Rolls) -> Roller:
    if wanted.dice is not None:
        if wanted.seed is not None:
            raise UsageError("--dice and --seed exclude each other", "The faces are given, or they are drawn.")
        return EnteredSource(wanted.dice)
    return SeededSource(wanted.seed) if wanted.seed is not None else SystemSource()


def _parsed(wanted: Rolls) -> Iterator[Expression]:
    if wanted.expressions:
        for text in wanted.expressions:
            try:
                yield parse(text)
            except DiceError as error:
                if len(wanted.expressions) > 1 and " " not in text:
                    error.hint = error.hint or "An expression with spaces in it needs quotes around it."
                raise
        return
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("roll needs an expression", "Write: combatcli roll 3d6+2, or give lines on standard input.")
    text = sys.stdin.buffer.read(1 << 24).decode("utf-8-sig", "replace")
    if not text.strip():
        raise StreamError("standard input is empty", "The command before this one in the pipe may have failed.")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield parse(line.strip())
            except DiceError as error:
                error.message = f"line {number} of standard input: {error.message}"
                raise


def _event(expression: Expression, source: Roller) -> dict[str, object]:
    from combatcli.dice.rolling.breakdown import breakdown

    rolled = roll(expression.tree, source)
    event: dict[str, object] = {
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


def _written(wanted: Rolls, events: list[dict[str, object]], *, verbose: bool) -> str:
    if wanted.json:
        from combatcli.report.envelope import document

        return document("roll", None, events, [], {"seed": wanted.seed, "step": 0 if wanted.seed is not None else None})
    if not verbose:
        return "".join(f"{event['total']}\n" for event in events)
    from combatcli.report.rolls import roll_line

    return "".join(f"{roll_line(event)}\n" for event in events)


def _totals(expression: Expression, times: int, source: Roller) -> str:
    if times == expression.repeat == 1:
        return f"{roll(expression.tree, source).total}\n"
    from combatcli.dice.rolling.bulk import roll_many

    return "\n".join(map(str, roll_many(expression, times, source))) + "\n"
