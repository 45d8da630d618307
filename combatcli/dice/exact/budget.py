"""The budget of work and memory of exact odds, which makes every expression end soon in an answer or a refusal.

Work is counted, not measured, so that an expression is answered or refused alike on every machine. It is counted at
four primitives: a product of polynomials, a pair of combined outcomes, a state of the walk, a listed outcome. The unit
is about a nanosecond on a usual machine.
"""

from __future__ import annotations

from threading import local

from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from combatcli.dice.exact.distribution import Distribution

MOST_WORK = 1_400_000_000
MOST_HELD = 225_000_000
"""The most bytes that all mappings may take at a time."""
TERM, PAIR, STATE, NODE = 50, 220, 900, 80_000
"""The work of a term or outcome, of a pair of outcomes, of a transition of the walk, of a node or pool: on top of the
work of their ways. A pair that misses the caches, as of more than ``FAR`` pairs, takes three times as much."""
FAR = 100_000
DIGIT = 30
"""The bits of one digit of Python's integers, which costs about one unit."""
ENTRY = 76
"""The bytes of an entry of a mapping, on top of the digits of its ways after the first."""


class Budget(local):
    """The work and memory left to a thread, in units of work and bytes.

    The outermost ``with BUDGET:`` renews the budget, and everything within it shares it; outside, each draw has all.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._renew()

    def _renew(self) -> None:
        self.left, self.room = MOST_WORK, MOST_HELD

    def __enter__(self) -> None:
        if not self._depth:
            self._renew()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1

    def spend(self, work: float) -> None:
        """Spend work; raise TooLargeError if too little is left."""
        if not self._depth:
            self._renew()
        if work > self.left:
            raise too_large()
        self.left -= int(work)

    def charge_product(self, left: float, right: float, times: float = 1) -> None:
        """Count the work of ``times`` products of integers of ``left`` and ``right`` bits (packed polynomials)."""
        self.spend(times * product_work(left, right))

    def charge_pairs(self, number: float, left: float, right: float) -> None:
        """Count the work of combining N pairs of outcomes whose ways have ``left`` and ``right`` bits."""
        self.spend(number * (PAIR * (1 if number < FAR else 3) + product_work(left, right)))

    def charge_outcomes(self, number: float, bits: float = 0) -> None:
        """Spend the work of ``number`` outcomes, whose ways have ``bits`` bits each, and take their memory."""
        self.spend(number * (TERM + bits / DIGIT))
        size = number * (ENTRY + (bits > DIGIT) * bits / 8)
        self.check_memory(size)
        self.room -= int(size)

    def check_memory(self, size: float) -> None:
        """Raise TooLargeError if fewer than ``size`` bytes are left."""
        if size > self.room:
            raise too_large()

    def call_and_charge_result(self, make: Callable[..., Distribution[int]], *args: Any) -> Distribution[int]:
        """Call ``make`` and take the memory of its result; free the memory of everything that led to it."""
        room = self.room
        self.spend(NODE)
        made = make(*args)
        self.room = room
        self.charge_outcomes(len(made), made.denominator.bit_length())
        return made


BUDGET = Budget()


def product_work(left: float, right: float) -> float:
    """Return the work of multiplying integers of ``left`` and ``right`` bits, by digits or Karatsuba's algorithm."""
    few, many = sorted((1 + left / DIGIT, 1 + right / DIGIT))
    return float(TERM + many / few * min(few * few, 6 * few**1.585))


def fraction_work(bits: float) -> float:
    """Return the work of writing a fraction of integers of ``bits`` bits in lowest terms."""
    digits = bits / DIGIT
    return 1_000 + digits * (150 + 2.5 * digits)


class TooLargeError(DiceError):
    """The odds take more work or memory than the budget has."""


class UnendingError(DiceError):
    """No exact answer is known for dice that explode without limit."""


def too_large(what: str = "these odds", less: str = "fewer or smaller dice") -> TooLargeError:
    """Return the error for ``what``, with the hint that ``less`` of something helps."""
    return TooLargeError(
        f"{what} are too large to compute exactly", f"Ask for {less}, or roll it many times: roll -t 100000 --tally."
    )


def unending(what: str) -> UnendingError:
    """Return the error that says ``what`` cannot be computed exactly for dice that explode without limit."""
    return UnendingError(
        f"{what} cannot be computed exactly for dice that explode without limit", "Write !o for at most one explosion."
    )
