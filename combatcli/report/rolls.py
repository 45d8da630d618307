"""A roll as one line for a person."""

from __future__ import annotations

from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.tree import Expression
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice_events import Roll, RollsUntil


def roll_line_writer(expression: Expression) -> Callable[[Rolled], str]:
    """Return a function that writes a roll as a line, die by die: ``3d6+2: [4, 2, 6] + 2 = 14``."""
    label = f" ({escape(expression.label)})" if expression.label else ""
    head = f"{escape(expression.text.partition('#')[0].strip())}{label}: "
    if not expression.labeled:
        return lambda rolled: f"{head}{_breakdown(expression, rolled)}\n"
    from combatcli.dice.rolling.labels import Labels

    labels = Labels(expression)

    def with_subtotals(rolled: Rolled) -> str:
        parts = ", ".join([f"{escape(name)} {value}" for name, value in labels.subtotals(rolled).items()])
        return f"{head}{breakdown(rolled)}: {parts}\n"

    return with_subtotals


def until_line(event: RollsUntil) -> str:
    """Say how many rolls it took to reach a sum."""
    return f"{event.rolls:,} roll{'s'[: event.rolls != 1]} until {event.goal:,}, and {event.total:,} in all.\n"


def roll_event_writer(expression: Expression) -> Callable[[Rolled], str]:
    """Return a function that writes the event of a roll of an expression, as `event_text` would."""
    from json.encoder import encode_basestring_ascii as quoted

    from combatcli.dice_events import Roll
    from combatcli.report.envelope import event_text

    event = Roll(expression=expression.text, total=0, faces=[], kept=[], breakdown="", label=expression.label or "")
    head, _, rest = event_text(event).rpartition('0, "faces": []')
    tail = rest.partition('"breakdown": ""')[2]

    def text(rolled: Rolled) -> str:
        # Lists of whole numbers are the same in Python and in JSON.
        shown, counted = rolled.faces, rolled.kept
        faces = str([*shown])
        kept = faces if counted is shown else str([*counted])
        return f'{head}{rolled.total}, "faces": {faces}, "kept": {kept}, "breakdown": {quoted(breakdown(rolled))}{tail}'

    if expression.words or expression.labeled:
        return lambda rolled: event_text(roll_event(expression, rolled))
    return text


def words_on_dice(rolled: Rolled) -> list[str]:
    """Return the words on the rolled dice."""
    return [str(word) for word in rolled.kept]


def roll_event(expression: Expression, rolled: Rolled) -> Roll:
    """Return a roll as an event."""
    from combatcli.dice_events import Roll

    words = words_on_dice(rolled) if expression.words else []
    subtotals: dict[str, int] = {}
    if expression.labeled:
        from combatcli.dice.rolling.labels import Labels

        subtotals = Labels(expression).subtotals(rolled)
    return Roll(
        expression=expression.text,
        total=len(words) if expression.words else rolled.total,
        faces=[int(face) for face in rolled.faces],
        kept=[int(face) for face in rolled.kept],
        breakdown=_breakdown(expression, rolled),
        label=expression.label,
        subtotals=subtotals,
        words=words,
    )


def _breakdown(expression: Expression, rolled: Rolled) -> str:
    """Return the breakdown, without a total for dice of words, which have none."""
    text = breakdown(rolled)
    return text.rpartition(" = ")[0] if expression.words else text
