"""What one die comes to with all its rerolls and explosions: each result, and its weight against the others."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import accumulate

from combatcli.dice.tree import highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.tables import Faces
    from combatcli.dice.tree import Modifiers

    Result = int | tuple[int, ...]
    Weights = dict[Result, int]

_MOST_RESULTS = 4_096
_MOST_STEPS = 20_000
"""So many sums at most are worked out for a die."""
_SELDOM = 300
"""One die of so many at most explodes more often than is listed."""


class UnlistedError(Exception):
    """The results of a die are too many to be listed."""


class DieLaw:
    """How one die of a pool comes to its result: ``weights`` of the faces that stay, and those ``exploding``.

    A result is what all that the die adds to the pool is worth; if ``apart``, a tuple of what each of these is worth.
    Bounds are in it and, where none of the dice are dropped, the counting of successes.
    """

    def __init__(self, faces: Faces, modifiers: Modifiers, *, apart: bool) -> None:
        """Take a die; raises UnlistedError if it has too many faces."""
        if len(faces) > _MOST_RESULTS:
            raise UnlistedError
        highest = highest_of(faces)
        self._modifiers = modifiers
        self.keeps = modifiers.keeps
        self._kind = modifiers.explode.kind if modifiers.explode else ""
        self.apart = apart and self._kind in ("!", "!p", "!o")
        self.weights = _faces_that_stay(faces, modifiers)
        self.exploding = {face for face in self.weights if modifiers.explodes(face, highest)}
        self._cumulative = list(accumulate(self.weights.values()))

    @property
    def in_runs(self) -> bool:
        """Whether a result is told by its faces alone: the first one that does not explode is its last one."""
        return self.apart and self._kind != "!o"

    def worth(self, value: int) -> int:
        """Return what a value is worth."""
        return self._modifiers.worth_before_keeping(value)

    def shown(self, face: int, *, first: bool) -> int:
        """Return what a die counts that shows a face, the ``first`` one or one that an explosion adds."""
        return face - 1 if self._kind == "!p" and not first else face

    def expected(self, count: str, shift: int) -> dict[int, float]:
        """Return how many dice of each worth less a shift so many come to on average; nothing if it is computed."""
        resting = sum([weight for face, weight in self.weights.items() if face not in self.exploding])
        found: dict[int, float] = {}
        for face, weight in self.weights.items() if count.isdigit() else ():
            worth = self.worth(face) - shift
            found[worth] = found.get(worth, 0) + int(count) * weight / resting
        return found

    def listed(self) -> tuple[Weights, Weights]:
        """Return results and weights: those that are final, and the sums of dice that explode once more.

        Raises UnlistedError if they are too many.
        """
        whole = self._cumulative[-1]
        resting: Counter[Result] = Counter()
        unfinished: Counter[Result] = Counter({() if self.apart else 0: 1})
        waves = steps = 0
        while unfinished and (not waves or unfinished.total() * _SELDOM > whole**waves):
            steps += len(unfinished) * len(self.weights)
            if steps > _MOST_STEPS or len(resting) > _MOST_RESULTS:
                raise UnlistedError
            resting = Counter({result: weight * whole for result, weight in resting.items()})
            wave, unfinished = unfinished, Counter()
            for before, weight in wave.items():
                for face, chance in self.weights.items():
                    result = self._with(before, face, first=not waves)
                    if self._goes_on(face, first=not waves):
                        unfinished[result] += weight * chance
                    else:
                        resting[self._finished(result)] += weight * chance
            waves += 1
        return resting, unfinished

    def gone_on(self, result: Result, below: Callable[[int], int]) -> Result:
        """Return what an unfinished result comes to; ``below`` returns a number from 0 on below the one it is given."""
        faces = list(self.weights)
        while True:
            face = faces[bisect_right(self._cumulative, below(self._cumulative[-1]))]
            result = self._with(result, face, first=False)
            if not self._goes_on(face, first=False):
                return self._finished(result)

    def _with(self, before: Result, face: int, *, first: bool) -> Result:
        """Return a result to which a face is added."""
        value = self.shown(face, first=first)
        if isinstance(before, tuple):
            return tuple(sorted((*before, self.worth(value))))
        return before + (value if self._kind in ("", "!!") else self.worth(value))

    def _goes_on(self, face: int, *, first: bool) -> bool:
        return face in self.exploding and (first or self._kind != "!o")

    def _finished(self, result: Result) -> Result:
        return self.worth(result) if isinstance(result, int) and self._kind in ("", "!!") else result


def _faces_that_stay(faces: Faces, modifiers: Modifiers) -> dict[int, int]:
    """Return how often each face is what a die stays at once it is rerolled, against the others."""
    staying = Counter([face for face in faces if not modifiers.rerolled(face)])
    once = {face for face in staying if modifiers.rerolled_once(face)}
    if not once:
        return staying
    # A die that is rerolled once stays at whatever comes then.
    again, whole = sum([staying[face] for face in once]), staying.total()
    return {face: number * (again + (0 if face in once else whole)) for face, number in staying.items()}
