"""Results of dice drawn ahead, in any order, where nobody can tell which bytes they were made of."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, compress, count
from math import gcd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.dice.rolling.die_laws import DieLaw, Result, Weights
    from combatcli.dice.rolling.sources import Stream

_BYTE, _WORD = 1 << 8, 1 << 16
_FIRST, _BLOCK = 1 << 7, 1 << 13
"""So many results are drawn at first, and at most."""
_ELSEWHERE = 8
"""One byte of so many at most does not tell what it means."""
_ABSENT = _BYTE - 1
_BITS, _ADDED = 8, 1 << 7
"""Faces that were added have codes that are so much higher."""


class Supply:
    """Results of one kind of dice; ``shift`` is to be added to each number.

    ``narrow`` tells that they are bytes, ``apart`` that each is a tuple.
    """

    narrow = apart = False

    def __init__(self, source: Stream) -> None:
        self.shift = 0
        self._source = source
        self._size = _FIRST

    @property
    def none(self) -> Sequence[Result]:
        """No results."""
        return b"" if self.narrow else []

    def more(self, left: Sequence[Result], least: int) -> Sequence[Result]:
        """Return what is left, with so much after it that there are so many results at least."""
        while len(left) < least:
            left = left + self.drawn(max(self._size, least - len(left)))  # type: ignore[operator]  # both bytes, or lists
            self._size = min(4 * self._size, _BLOCK)
        return left

    def drawn(self, number: int) -> Sequence[Result]:
        """Draw so many results, or a few less."""
        raise NotImplementedError


class ByteSupply(Supply):
    """Results that a byte tells."""

    narrow = True

    def __init__(self, weights: dict[int, int], shift: int, source: Stream) -> None:
        super().__init__(source)
        self.shift = shift
        self._values, self._refused = byte_table({each - shift: weight for each, weight in weights.items()})

    def drawn(self, number: int) -> bytes:
        """Draw so many results, less those bytes that would be a bias."""
        return self._source.ahead(number).translate(self._values, self._refused)


class WordSupply(Supply):
    """Results that two bytes tell, nearly always."""

    def __init__(self, law: DieLaw, weights: tuple[Weights, Weights], source: Stream) -> None:
        super().__init__(source)
        self.apart = law.apart
        self._law = law
        self._resting = len(weights[0])
        self._slots: list[Result | None] = []
        """What each word means; None for words that do not tell it alone."""
        taken, left = dealt_out(weights[0], _WORD, sum([*weights[0].values(), *weights[1].values()]))
        for result, words in taken.items():
            self._slots += [result] * words
        self._slots += [None] * (_WORD - len(self._slots))
        self._rest = [*left, *weights[1]]
        self._cumulative = list(accumulate([*left.values(), *[weight * _WORD for weight in weights[1].values()]]))

    def drawn(self, number: int) -> list[Result]:
        """Draw so many results."""
        words = memoryview(self._source.ahead(2 * number)).cast("H")
        results: list[Result] = list(map(self._slots.__getitem__, words))  # type: ignore[arg-type]  # the rest follows
        at = -1
        for _ in range(results.count(None)):  # type: ignore[arg-type]
            at = results.index(None, at + 1)  # type: ignore[arg-type]
            results[at] = self._rare()
        return results

    def _rare(self) -> Result:
        """Draw one of what is left of the weights once words are dealt out, or of what is unfinished."""
        place = bisect_right(self._cumulative, self._below(self._cumulative[-1]))
        result = self._rest[place]
        return result if place < self._resting else self._law.gone_on(result, self._below)

    def _below(self, limit: int) -> int:
        """Draw a number from 0 on below a limit."""
        size = (limit.bit_length() + 7) // 8
        most = _BYTE**size // limit * limit
        while (number := int.from_bytes(self._source.ahead(size), "big")) >= most:
            pass
        return number % limit


class MixedSupply(Supply):
    """Results that a byte tells for the most part, and those of a `WordSupply` where it does not."""

    def __init__(self, values: bytes, elsewhere: WordSupply, source: Stream) -> None:
        super().__init__(source)
        self._values = values
        self._elsewhere = elsewhere

    def drawn(self, number: int) -> list[Result]:
        """Draw so many results."""
        told = self._source.ahead(number).translate(self._values)
        results: list[Result] = list(told)
        at = -1
        for result in self._elsewhere.drawn(told.count(_ABSENT)):
            at = told.index(_ABSENT, at + 1)
            results[at] = result
        return results


def supply_of(law: DieLaw, source: Stream, *, shifted: bool) -> Supply:
    """Return a supply of what a die comes to; its numbers are what they are worth unless they may be ``shifted``."""
    resting, unfinished = law.listed()
    common = gcd(*resting.values(), *unfinished.values())
    resting, unfinished = _divided(resting, common), _divided(unfinished, common)
    whole = sum([*resting.values(), *unfinished.values()])
    numbers = {result: weight for result, weight in resting.items() if isinstance(result, int)}
    if not law.apart and not unfinished and whole <= _BYTE:
        shift = _shift(numbers) if shifted else 0
        if min(numbers) >= shift and max(numbers) - shift < _BYTE:
            return ByteSupply(numbers, shift, source)
    told: Weights = {number: weight for number, weight in numbers.items() if 0 <= number < _ABSENT}
    taken, left = dealt_out(told, _BYTE, whole)
    values = bytes([number for number, many in taken.items() if isinstance(number, int) for _ in range(many)])
    if _ELSEWHERE * (_BYTE - len(values)) > _BYTE:
        return WordSupply(law, (resting, unfinished), source)
    resting = {result: left.get(result, weight * _BYTE) for result, weight in resting.items()}
    unfinished = {result: weight * _BYTE for result, weight in unfinished.items()}
    elsewhere = WordSupply(law, (resting, unfinished), source)
    return MixedSupply(values.ljust(_BYTE, bytes([_ABSENT])), elsewhere, source)


class RunSupply:
    """Dice of which those that explode and what they add lie side by side, as bytes: ``shift`` is added to each.

    With them goes at which places the results end, the first of them 0.
    """

    def __init__(self, law: DieLaw, source: Stream) -> None:
        """Prepare to draw; `run_shift` tells whether that can be done."""
        self._source = source
        self._size = _FIRST
        faces = list(law.weights)
        self._codes, self._refused = byte_table(dict(enumerate(law.weights.values())))
        self._resting = bytes([face not in law.exploding for face in faces]).ljust(_BYTE, b"\0")
        self._added = bytes([_ADDED * (face in law.exploding) for face in faces]).ljust(_BYTE, b"\0")
        worths = _worths(law)
        self.shift = _shift(worths)
        shown = bytes([worth - self.shift for worth in worths])
        self._penetrates = shown[: len(faces)] != shown[len(faces) :]
        self._worths = shown[: len(faces)].ljust(_ADDED, b"\0") + shown[len(faces) :].ljust(_ADDED, b"\0")
        self._begun = b""

    def more(self, dice: bytes, ends: list[int], least: int) -> tuple[bytes, list[int]]:
        """Return the dice from the first of these places on, and more of them, so that there are so many results."""
        dice, ends = dice[ends[0] :], [end - ends[0] for end in ends]
        while len(ends) <= least:
            codes = self._begun + self._source.ahead(max(self._size, least)).translate(self._codes, self._refused)
            self._size = min(4 * self._size, _BLOCK)
            before = len(dice)
            ends += compress(count(before + 1), codes.translate(self._resting))
            end = ends[-1] - before
            codes, self._begun = codes[:end], codes[end:]
            if self._penetrates:
                # What follows a face that explodes was added by it: its code is another one.
                added = int.from_bytes(codes.translate(self._added), "little") << _BITS
                codes = (int.from_bytes(codes, "little") + added).to_bytes(end + 1, "little")[:end]
            dice += codes.translate(self._worths)
        return dice, ends


def run_shift(law: DieLaw) -> int | None:
    """Return the shift of a die's `RunSupply`; None if there can be none."""
    worths = _worths(law)
    narrow = sum(law.weights.values()) <= _BYTE and len(law.weights) <= _ADDED and max(worths) - min(worths) < _BYTE
    return _shift(worths) if law.in_runs and narrow else None


def _worths(law: DieLaw) -> list[int]:
    """Return what all faces are worth, and then what they are if they were added."""
    return [law.worth(law.shown(face, first=first)) for first in (True, False) for face in law.weights]


def byte_table(weights: dict[int, int]) -> tuple[bytes, bytes]:
    """Return the value that each byte stands for, and the bytes that stand for none."""
    listed = [value for value, weight in weights.items() for _ in range(weight)]
    return bytes([listed[byte % len(listed)] for byte in range(_BYTE)]), bytes(
        range(_BYTE - _BYTE % len(listed), _BYTE)
    )


def dealt_out(weights: Weights, slots: int, whole: int) -> tuple[Weights, Weights]:
    """Return how many of so many slots results take of their own, and what is left of their weights, in slots."""
    dealt = {result: divmod(weight * slots, whole) for result, weight in weights.items()}
    return {result: taken for result, (taken, _) in dealt.items()}, {
        result: left for result, (_, left) in dealt.items()
    }


def _divided(weights: Weights, divisor: int) -> Weights:
    return {result: weight // divisor for result, weight in weights.items()}


def _shift(numbers: Iterable[int]) -> int:
    """Return what is to be taken from numbers so that they are bytes, as far as they can be."""
    return 0 if min(numbers) >= 0 and max(numbers) < _BYTE else min(numbers)


class Taken:
    """Dice of a computed number of sides: `take` returns so many results of their supply."""

    __slots__ = ("_at", "_supply", "_values")

    def __init__(self, supply: Supply) -> None:
        self._supply = supply
        self._values = supply.none
        self._at = 0

    def take(self, number: int) -> Sequence[Result]:
        """Return the next results."""
        end = self._at + number
        if end > len(self._values):
            self._values = self._supply.more(self._values[self._at :], number)
            self._at, end = 0, number
        taken = self._values[self._at : end]
        self._at = end
        return taken


class TakenRuns:
    """The same of dice that lie side by side."""

    __slots__ = ("_at", "_dice", "_ends", "_supply")

    def __init__(self, supply: RunSupply) -> None:
        self._supply = supply
        self._dice = b""
        self._ends = [0]
        self._at = 0

    def take(self, number: int) -> bytes:
        """Return the next dice of so many results."""
        begin, self._at = self._at, self._at + number
        if self._at >= len(self._ends):
            self._dice, self._ends = self._supply.more(self._dice, self._ends[begin:], number)
            begin, self._at = 0, number
        return self._dice[self._ends[begin] : self._ends[self._at]]
