"""The one budget of work and memory that exact odds keep: an answer or a refusal soon, whatever the expression.

Work is counted and not measured, so that the same expression is answered or refused everywhere. It is counted where the
work is done, at four primitives: a product of polynomials, a pair of outcomes combined, a state of the walk, a listed
outcome. The unit is about a nanosecond of a usual machine.
"""

from __future__ import annotations

from contextvars import ContextVar

from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec

    from combatcli.dice.exact.distribution import Distribution

    P = ParamSpec("P")

MOST_WORK = 1_400_000_000
MOST_HELD = 225_000_000
"""How many bytes the outcomes of all mappings that may be there at a time take."""
TERM = 50
"""The work of a term or an outcome, beside its bits."""
NODE = 80_000
"""The work of evaluating a node or a pool, beside its outcomes."""
CLIP = 5_000
"""The work of clipping an endless value, beside its outcomes."""
PAIR, FAR_PAIR = 220, 660
"""The work of a pair of outcomes, beside the product of their ways; of one among so many that caches miss them."""
FAR = 100_000
STATE = 900
"""The work of a transition of the walk, beside the sums that the state holds."""
DIGIT = 30
"""How many bits one digit of Python's integers has; going through it costs about one unit."""
ENTRY = 76
"""How many bytes an entry of a mapping takes, beside the digits of its ways after the first."""


class _Share:
    """The work and the memory that are left to a thread, and how deep it is within ``with BUDGET:``."""

    __slots__ = ("depth", "left", "room")

    def __init__(self) -> None:
        self.depth = 0
        self.renew()

    def renew(self) -> None:
        self.left = MOST_WORK
        self.room = MOST_HELD


_SHARE: ContextVar[_Share] = ContextVar("budget")
"""Each thread begins without one."""


def _share() -> _Share:
    share = _SHARE.get(None)
    if share is None:
        share = _Share()
        _SHARE.set(share)
    return share


class Budget:
    """The work and the memory that are left to a thread, in units of work and bytes.

    Within ``with BUDGET:`` all draws on the same, and the outermost begins anew; outside of it each draws on all.
    """

    def __enter__(self) -> None:
        share = _share()
        if not share.depth:
            share.renew()
        share.depth += 1

    def __exit__(self, *_: object) -> None:
        _share().depth -= 1

    @property
    def left(self) -> int:
        """How much work is left."""
        return _share().left

    @property
    def room(self) -> int:
        """How many bytes are left."""
        return _share().room

    @room.setter
    def room(self, size: int) -> None:
        _share().room = size

    def spend(self, work: float) -> None:
        """Take from the work that is left; raise TooLargeError if it is too little."""
        share = _share()
        if not share.depth:
            share.renew()
        if work > share.left:
            raise too_large()
        share.left -= int(work)

    def check(self, work: float) -> None:
        """Raise TooLargeError if less work is left than will be spent at least."""
        share = _share()
        if not share.depth:
            share.renew()
        if work > share.left:
            raise too_large()

    def extend(self, work: int) -> None:
        """Allow more work than was left."""
        _share().left += work

    def product(self, left: float, right: float, times: float = 1) -> None:
        """Count so many products of two integers of so many bits, by which polynomials are multiplied."""
        self.spend(times * product_work(left, right))

    def pairs(self, number: float, left: float, right: float) -> None:
        """Count so many pairs of outcomes whose ways, of so many bits, are multiplied."""
        self.spend(number * ((PAIR if number < FAR else FAR_PAIR) + product_work(left, right)))

    def states(self, number: float, bits: float, looks: float = 0, size: float = 0) -> None:
        """Count so many transitions of the walk, by factors of so many bits, and so many looks at dice or pools.

        ``size`` is the work of moving the sums that the states hold, about as many units as they have bits.
        """
        self.spend((number + looks) * STATE + number * product_work(bits / 2, bits / 2) + size)
        self.check_room(size / 8)

    def outcomes(self, number: float, bits: float = 0) -> None:
        """Count so many listed outcomes with ways of so many bits, and take the memory of a mapping of them."""
        self.spend(number * (TERM + bits / DIGIT))
        size = number * (ENTRY + (bits > DIGIT) * bits / 8)
        share = _share()
        if size > share.room:
            raise too_large()
        share.room -= int(size)

    def check_room(self, size: float) -> None:
        """Raise TooLargeError if there are not so many bytes left."""
        if size > _share().room:
            raise too_large()

    def result(self, make: Callable[P, Distribution[int]], *args: P.args, **more: P.kwargs) -> Distribution[int]:
        """Return what ``make`` returns, and take its memory; that of all that led to it is free again."""
        share = _share()
        room = share.room
        self.spend(NODE)
        made = make(*args, **more)
        share.room = room
        self.outcomes(len(made), made.denominator.bit_length())
        return made


BUDGET = Budget()


def product_work(left: float, right: float) -> float:
    """Return the work of multiplying two integers of so many bits, by digits or by Karatsuba's way."""
    few, many = sorted((1 + left / DIGIT, 1 + right / DIGIT))
    return float(TERM + many / few * min(few * few, 6 * few**1.585))


def writing_work(bits: float) -> float:
    """Return the work of writing a fraction of two integers of so many bits in lowest terms."""
    digits = bits / DIGIT
    return 1_000 + digits * (150 + 2.5 * digits)


class TooLargeError(DiceError):
    """Odds take more work or memory than there is."""


class UnendingError(DiceError):
    """It cannot be computed exactly for dice that explode without limit."""


def too_large(what: str = "these odds", less: str = "fewer or smaller dice") -> TooLargeError:
    """Return the error that says so, and that ``less`` of something helps."""
    return TooLargeError(
        f"{what} are too large to compute exactly", f"Ask for {less}, or roll it many times: roll -t 100000 --tally."
    )


def unending(what: str) -> UnendingError:
    """Return the error that says ``what`` cannot be computed exactly for dice that explode without limit."""
    return UnendingError(
        f"{what} cannot be computed exactly for dice that explode without limit", "Write !o for at most one explosion."
    )
