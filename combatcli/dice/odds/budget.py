"""The one budget of work that exact odds keep: whatever the expression, an answer or a refusal soon.

Work is counted as it is spent and not measured, so that the same expression is answered or refused everywhere. Its unit
is about a nanosecond of a usual machine: a term costs some fifty, and one for every 30 bits that are gone through.
"""

from __future__ import annotations

from math import comb

from combatcli.errors import DiceError

MOST_WORK = 1_400_000_000
MOST_ROOM = 1_200_000_000
"""How many bits the outcomes of one distribution, or what leads to them, may take."""
MOST_HELD = 225_000_000
"""How many bytes all mappings that may be there at a time take."""
TERM = 50
"""What a term costs beside its bits."""
FEW = 20
"""Up to so many are chosen at next to no cost."""
_DIGIT = 30
_OUTCOME = 2_000
"""How many bits an outcome takes beside those of its ways."""
_ENTRY = 76
"""How many bytes an entry of a mapping takes, beside those of ways beyond a digit."""


class TooLargeError(DiceError):
    """Odds take more work or memory than there is."""


class Budget:
    """The work and the memory that are left, in nanoseconds and bytes.

    Within ``with BUDGET:`` all draws on the same, and the outermost begins anew. Memory counts as taken until whoever
    knows that it is free again sets ``room`` back.
    """

    __slots__ = ("_depth", "left", "room")

    def __init__(self) -> None:
        self._depth = 0
        self._renew()

    def _renew(self) -> None:
        self.left = MOST_WORK
        self.room = MOST_HELD

    def __enter__(self) -> None:
        if not self._depth:
            self._renew()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1

    def spend(self, work: float) -> None:
        """Take from what is left, outside of ``with BUDGET:`` from all; raise DiceError if it is too little."""
        self.foresee(work)
        self.left -= int(work)

    def grant(self, work: int) -> None:
        """Let so much more be spent."""
        self.left += work

    def foresee(self, work: float) -> None:
        """Raise DiceError if too little is left for what will be spent at least."""
        if not self._depth:
            self._renew()
        if work > self.left:
            raise too_large()

    def hold(self, size: float) -> None:
        """Take so many bytes; raise DiceError if there are too few."""
        if size > self.room:
            raise too_large()
        self.room -= int(size)


BUDGET = Budget()


def spend(terms: float, bits: float = 0) -> None:
    """Spend the work of going through so many terms of so many bits each; raise DiceError if too little is left."""
    BUDGET.spend(terms * (TERM + bits / _DIGIT))


def hold(outcomes: float, bits: float = 0) -> None:
    """Take the memory of a mapping of so many outcomes, and the work of filling it; DiceError if either is too much.

    It is asked for before the mapping is made. ``bits`` are those of the ways of one outcome.
    """
    spend(outcomes)
    BUDGET.hold(outcomes * (_ENTRY + (bits > _DIGIT) * bits / 8))


def product_work(left: float, right: float) -> float:
    """Return the work of multiplying two integers of so many bits."""
    few, many = sorted((1 + left / _DIGIT, 1 + right / _DIGIT))
    return float(TERM + many / few * min(few * few, 6 * few**1.585))


def writing_work(bits: float) -> float:
    """Return the work of writing a fraction of two integers of so many bits in lowest terms."""
    digits = bits / _DIGIT
    return 1_000 + digits * (150 + 2.5 * digits)


def chosen(count: int, of: int) -> int:
    """Return in how many ways so many ``of`` a count may be chosen, the work of it spent."""
    few = min(of, count - of)
    if few > FEW:
        bits = min(count, few * (count // few).bit_length() + few)
        BUDGET.spend(few * bits / _DIGIT + 160 * TERM)
    return comb(count, of)


def room(terms: float, bits: float) -> None:
    """Raise DiceError if so many terms of so many bits do not fit into memory."""
    if terms * (_OUTCOME + bits) > MOST_ROOM:
        raise too_large()


def too_large(what: str = "these odds", less: str = "fewer or smaller dice") -> DiceError:
    """Return the error that says so, and that ``less`` of something helps."""
    return TooLargeError(f"{what} are too large to compute exactly", f"Ask for {less}, or roll it many times.")
