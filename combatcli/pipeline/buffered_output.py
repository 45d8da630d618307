"""Standard output for results without end."""

from __future__ import annotations

from time import monotonic

from combatcli.streams import write_stdout


class BufferedOutput:
    """Writes what comes in; a second's or a megabyte of it waits, so that an error leaves none."""

    __slots__ = ("_held", "_since", "_size")

    _MOST_HELD = 1 << 20
    _LONGEST_HELD = 1.0
    _PIECE = 56
    """So many bytes does a text take beside its characters."""

    def __init__(self) -> None:
        self._held: list[str] = []
        self._size = 0
        self._since = monotonic()

    def add(self, text: str) -> None:
        """Write ``text``, now or with what follows."""
        if text:
            self._held.append(text)
            self._size += len(text) + self._PIECE
        if self._size >= self._MOST_HELD or monotonic() - self._since >= self._LONGEST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write all that waits."""
        held, self._held, self._size = self._held, [], 0
        if held:
            write_stdout("".join(held))
        self._since = monotonic()
