"""Standard input line by line, with only one line in memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from select import select
from typing import TYPE_CHECKING

from combatcli.dice.limits import MOST_CHARACTERS
from combatcli.errors import CombatError, DiceError, StreamError, UsageError
from combatcli.streams import read_some

if TYPE_CHECKING:
    from combatcli.declarations import Invocation
    from combatcli.pipeline.named_rolls import RollsByName

_CHUNK = 1 << 16
_LONGEST = 4 * MOST_CHARACTERS
"""The most bytes that the characters of a line take."""
_BYTE_ORDER_MARK = "\ufeff"


class ExpressionLines:
    """The lines of standard input that are neither blank nor comments; ``number`` is the current line's.

    Names of rolls, of the encounter in play if there is one, are replaced by the rolls. ``waits`` is called before
    reading waits for input. Raises UsageError on a terminal, DiceError for a line that is too long, StreamError for
    empty input.
    """

    def __init__(self, call: Invocation, waits: Callable[[], None] = lambda: None) -> None:
        if sys.stdin is None or sys.stdin.isatty():
            hint = f"Write: combatcli {call.name} 3d6+2, or give lines on standard input."
            raise UsageError(f"{call.name} needs an expression", hint)
        self.number = 0
        self._path = call.shared.get("file")
        self._known: RollsByName = {}
        self._waits = waits

    def __iter__(self) -> Iterator[str]:
        empty = True
        self.number = 1
        too_long = DiceError(
            f"the expression is longer than {MOST_CHARACTERS:,} characters", "Write one expression a line."
        )
        for data in limited_stdin_lines(_LONGEST, too_long, self._waits):
            for text in data.decode("utf-8", "replace").removeprefix(_BYTE_ORDER_MARK).splitlines() or [""]:
                line = text.strip()
                empty = empty and not line
                if line and not line.startswith("#"):
                    yield self._with_names_replaced(line) if "@" in line else line
                self.number += 1
        self.number = 0
        if empty:
            raise StreamError("standard input is empty", "The previous command in the pipe may have failed.")

    def _with_names_replaced(self, line: str) -> str:
        from combatcli.pipeline.named_rolls import all_named_rolls, replace_names

        self._known = self._known or all_named_rolls(self._path, beside_lines=True)
        return replace_names(line, self._known)


def limited_stdin_lines(most: int, too_long: CombatError, waits: Callable[[], None] | None = None) -> Iterator[bytes]:
    """Yield each line of standard input as soon as it is complete; raise ``too_long`` for one of more bytes.

    ``waits`` is called before reading waits for input.
    """
    begun = b""
    try:
        while True:
            if waits is not None and not select([sys.stdin], [], [], 0)[0]:
                waits()
            if not (data := read_some(sys.stdin.buffer, _CHUNK)):
                break
            *whole, begun = (begun + data).split(b"\n")
            yield from whole
            if len(begun) > most:
                raise too_long
    except OSError as error:
        raise StreamError(f"cannot read standard input: {(error.strerror or str(error)).lower()}") from None
    if begun:
        yield begun
