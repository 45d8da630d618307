"""Endless faces, and the dice that rerolls and explosions add to a pool, each rolled to its end before the next."""

from __future__ import annotations

from itertools import chain, filterfalse, islice

from combatcli.dice.limits import MOST_ADDED_BY_DIE, MOST_ADDED_DICE
from combatcli.dice.rolling.modified import too_many_extras, too_many_of_a_die
from combatcli.dice.tree import Compare, highest_of, known_faces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.tree import Dice, Faces

_LISTED = 1_000
"""The faces of a die with no more than so many are looked up in a set."""
_FIRST, _MOST = 128, 8_192
"""So many bytes or faces are made at first, and at most, before they are asked for."""
_BYTE, _WORD, _WORDS = 256, 4, 256**4


class ExtraDice:
    """The rerolls and explosions of a pool whose dice have these ``faces``.

    A die takes the next face of an endless iterator. If it is rerolled, it takes the next one in its place; if it
    explodes, the next one is a die that it adds, which is rerolled and explodes in the same way. ``added`` counts what
    the last call took beyond the number of dice. DiceError is raised where one die, or all of them, add too many.

    Two dice of ``2d6r1ro2!!``, for example: r rerolls the 1, ro the first 2, the 6 explodes and is summed with the 3:

        faces   1  2  2    6  3
        dice    1r 2r 2    6!+3
        values  2          9
    """

    def __init__(self, pool: Dice, faces: Faces) -> None:
        modifiers = pool.modifiers
        explode = modifiers.explode
        exploding = [explode.on or Compare("=", highest_of(faces))] if explode else []
        self._rerolled = faces_that_meet(modifiers.rerolls, faces)
        self._repeating = faces_that_meet([*modifiers.rerolls, *modifiers.rerolls_once], faces)
        self._exploding = faces_that_meet(exploding, faces)
        self.adding = faces_that_meet([*modifiers.rerolls, *modifiers.rerolls_once, *exploding], faces)
        self._kind = explode.kind if explode else ""
        self._column = pool.column
        self.added = 0

    def roll(self, faces: Iterator[int], count: int) -> list[int]:
        """Roll so many dice, one after the other, and return the values that result."""
        self.added = 0
        return self._rolled(faces, count)

    def roll_at_once(self, faces: Iterator[int], count: int) -> list[int]:
        """Roll so many dice that explode with ! and are not rerolled: all of them, then all that they add, and so on.

        The values are those that `roll` returns, in another order: either takes faces until as many as there are dice
        have not exploded. No limit is looked at.
        """
        exploding = self._exploding.__contains__
        values = list(islice(faces, count))
        more = sum(map(exploding, values))
        while more:
            added = list(islice(faces, more))
            values += added
            more = sum(map(exploding, added))
        return values

    def chains(self, faces: Iterator[int], count: int) -> list[list[int]]:
        """Roll so many dice as `roll` does, and return for each of them all its faces, in the order they came in."""
        self.added = 0
        recorded: list[int] = []
        recording = _recording(faces, recorded)
        chains = []
        for _ in range(count):
            begin = len(recorded)
            self._rolled(recording, 1)
            chains.append(recorded[begin:])
        return chains

    def _rolled(self, faces: Iterator[int], count: int) -> list[int]:
        adding, values = self.adding, list[int]()
        for face in islice(faces, count):
            if face in adding:
                self._roll_on(face, faces, values)
            else:
                values.append(face)
        return values

    def _roll_on(self, first: int, faces: Iterator[int], values: list[int]) -> None:
        """Roll a die to its end whose first face adds another die, and add what results to the values."""
        repeating, exploding = self._repeating, self._exploding
        compounds, penalty, ends = self._kind == "!!", self._kind == "!p", self._kind == "!o"
        total = less = extra = 0
        spent = stops = False
        for face in chain((first,), islice(faces, MOST_ADDED_BY_DIE)):
            if face in repeating and not (spent and face not in self._rerolled):
                spent = spent or face not in self._rerolled
            elif stops or face not in exploding:
                values.append(total + face - less)
                break
            else:
                spent, stops = False, ends
                if compounds:
                    total += face
                else:
                    values.append(face - less)
                    less = penalty
            extra += 1
        else:
            raise too_many_of_a_die(self._column)
        self.added += extra
        if self.added > MOST_ADDED_DICE:
            raise too_many_extras(self._column)


def _recording(faces: Iterator[int], recorded: list[int]) -> Iterator[int]:
    """Yield faces, and add each to a list as it is asked for."""
    for face in faces:
        recorded.append(face)
        yield face


class _Meeting:
    """The faces that meet one of some comparisons, of a die that has too many to list them."""

    __slots__ = ("_compares",)

    def __init__(self, compares: Sequence[Compare]) -> None:
        self._compares = compares

    def __contains__(self, face: object) -> bool:
        return any(compare.holds(face) for compare in self._compares)  # type: ignore[arg-type]  # it is a face


def faces_that_meet(compares: Sequence[Compare], faces: Faces) -> Container[int]:
    """Return those of a die's faces that meet at least one of some comparisons."""
    if len(faces) > _LISTED:
        return _Meeting(compares)
    return frozenset([face for face in faces if any(compare.holds(face) for compare in compares)])


def seldom_adds_dice(pool: Dice) -> bool:
    """Return whether dice of known faces seldom add another one, so that no limit is ever reached.

    Where less than three quarters of the faces do, ten thousand dice add some thirty thousand.
    """
    faces = known_faces(pool.sides) or range(_LISTED + 1)
    return len(faces) <= _LISTED and 4 * sum(map(ExtraDice(pool, faces).adding.__contains__, faces)) < 3 * len(faces)


def endless_faces(stream: Stream, faces: Faces, passed_over: list[Compare]) -> Iterator[int]:
    """Return the faces of a die, one after the other, without those that meet one of some comparisons."""
    numbers = chain.from_iterable(stream.many(size, len(faces)) for size in _sizes())
    shown = numbers if isinstance(faces, range) else map((0, *faces).__getitem__, numbers)
    return filterfalse(faces_that_meet(passed_over, faces).__contains__, shown) if passed_over else shown


def _sizes() -> Iterator[int]:
    size = _FIRST
    while True:
        yield size
        size = min(4 * size, _MOST)


class AnyDice:
    """Dice of one stream, other ones each time; no more bytes are made into faces than are asked for."""

    def __init__(self, stream: Stream) -> None:
        self._bytes = chain.from_iterable(stream.read(size) for size in _sizes())

    def faces(self, faces: Faces) -> Iterator[int]:
        """Return an endless iterator of a die with these faces, which goes on where any other one has stopped."""
        numbers = self._narrow(len(faces)) if len(faces) <= _BYTE else self._wide(len(faces))
        return numbers if isinstance(faces, range) else map((0, *faces).__getitem__, numbers)

    def _narrow(self, sides: int) -> Iterator[int]:
        limit = _BYTE - _BYTE % sides
        table = [byte % sides + 1 if byte < limit else 0 for byte in range(_BYTE)]
        return filter(None, map(table.__getitem__, self._bytes))

    def _wide(self, sides: int) -> Iterator[int]:
        limit = _WORDS - _WORDS % sides
        words = map(int.from_bytes, zip(*[self._bytes] * _WORD, strict=True))
        return (word % sides + 1 for word in words if word < limit)
