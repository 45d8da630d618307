"""Buffered standard output for endless results."""

from time import monotonic

from combatcli.streams import write_stdout


class BufferedOutput:
    """Holds texts back for a second or a megabyte, so that an early error leaves none."""

    __slots__ = ("_held", "_since", "_size")

    _MOST_HELD = 1 << 20
    _LONGEST_HELD = 1.0
    _PIECE = 56
    """The bytes of a str beside its characters."""

    def __init__(self) -> None:
        self._held: list[str] = []
        self._size = 0
        self._since = monotonic()

    def add(self, text: str) -> None:
        """Write ``text``, now or with later ones."""
        if text:
            self._held.append(text)
            self._size += len(text) + self._PIECE
        if self._size >= self._MOST_HELD or monotonic() - self._since >= self._LONGEST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write the waiting texts."""
        texts, self._held, self._size = self._held, [], 0
        if texts:
            write_stdout("".join(texts))
        self._since = monotonic()
