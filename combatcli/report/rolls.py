"""A roll as one line for a person."""

from __future__ import annotations

from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.rolling.rolled import Rolled
    from combatcli.dice.tree import Expression


def roll_lines(expression: Expression) -> Callable[[Rolled], str]:
    """Return what says what was rolled, die by die, and ends the line: ``3d6+2: [4, 2, 6] + 2 = 14``."""
    from combatcli.dice.rolling.breakdown import breakdown

    label = f" ({escape(expression.label)})" if expression.label else ""
    head = f"{escape(expression.text.partition('#')[0].strip())}{label}: "
    return lambda rolled: f"{head}{breakdown(rolled)}\n"


def roll_texts(expression: Expression) -> Callable[[Rolled], str]:
    """Return what writes the event of a roll, as `event_text` would."""
    from json.encoder import encode_basestring_ascii as quoted

    from combatcli.dice.rolling.breakdown import breakdown
    from combatcli.report.envelope import event_text

    label = {"label": expression.label} if expression.label else {}
    head = event_text({"event": "roll", "expression": expression.text, "total": 0}).removesuffix("0}")
    tail = event_text({"": "", **label}).removeprefix('{"": ""')

    def text(rolled: Rolled) -> str:
        # Lists of whole numbers are the same in Python and in JSON.
        shown, counted = rolled.faces, rolled.kept
        faces = str([*shown])
        kept = faces if counted is shown else str([*counted])
        return f'{head}{rolled.total}, "faces": {faces}, "kept": {kept}, "breakdown": {quoted(breakdown(rolled))}{tail}'

    return text


def total_lines(totals: Sequence[int]) -> str:
    """Return totals alone, a line each; quickest for those that are bytes."""
    if not isinstance(totals, bytes):
        return "\n".join(map(str, totals)) + "\n"
    # Three digits and the end of the line of each, side by side; zeros that lead are left out as NULs.
    lines = bytearray(4 * len(totals))
    for place, digits in enumerate(in_columns(totals, 3)):
        lines[place::4] = digits
    lines[3::4] = b"\n" * len(totals)
    return lines.translate(None, b"\0").decode()


def in_columns(numbers: Sequence[int], width: int) -> list[bytes]:
    """Return the first digits of all numbers, the second ones, ...; NULs stand before shorter ones."""
    if isinstance(numbers, bytes):
        return [numbers.translate(_digits(10**place)) for place in reversed(range(width))]
    if width <= _LISTED:
        text = b"".join(map(_known_numbers.setdefault(width, _Numbers(width)).__getitem__, numbers))
    else:
        text = (f"%{width}d" * len(numbers) % tuple(numbers)).encode().replace(b" ", b"\0")
    return [text[place::width] for place in range(width)]


_LISTED = 4
"""Numbers of so many digits are written once."""


class _Numbers(dict[int, bytes]):
    """Numbers as they are written in so many columns, after NULs."""

    __slots__ = ("_width",)

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def __missing__(self, number: int) -> bytes:
        """Write it."""
        self[number] = str(number).encode().rjust(self._width, b"\0")
        return self[number]


_known_numbers: dict[int, _Numbers] = {}
_known_digits: dict[int, bytes] = {}


def _digits(unit: int) -> bytes:
    """Return the digit that each byte has at this unit, as text; NUL where a number begins at a lower one."""
    # Not by functools, whose import takes a third of a start.
    if unit not in _known_digits:
        digits = [ord(str(value // unit % 10)) if value >= unit or unit == 1 else 0 for value in range(256)]
        _known_digits[unit] = bytes(digits)
    return _known_digits[unit]
