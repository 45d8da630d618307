"""The dice that rerolls and explosions add to a pool, where each die of it is rolled to its end before the next one."""

from __future__ import annotations

from itertools import chain, islice

from combatcli.dice.limits import MOST_ADDED_BY_DIE, MOST_ADDED_DICE
from combatcli.dice.rolling.modified import too_many_extras, too_many_of_a_die
from combatcli.dice.tree import Compare, highest_of, known_faces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from combatcli.dice.tree import Dice, Faces

_LISTED = 1_000
"""The faces of a die with no more than so many are looked up in a set."""


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
