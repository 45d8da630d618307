"""One die of a pool: what it may show, and what that counts, with weights, after rerolls, bounds and counting."""

from __future__ import annotations

from combatcli.dice.odds.budget import BUDGET
from combatcli.dice.odds.sums import mapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.odds.sums import Counts
    from combatcli.dice.tree import Modifiers


def weights_of(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each face that a die may show after its rerolls.

    A face rerolled until it is another is left out. With ``ro<=2`` on a d6, 1 and 2 weigh 2 each, and 3 to 6 weigh
    2 + 6 each, as a face may be shown first or after one of the two.
    """
    BUDGET.outcomes(len(faces) * (2 if modifiers.rerolls_once else 1))
    if isinstance(faces, range) and not modifiers.rerolls:
        weights = dict.fromkeys(faces, 1)
    else:
        weights = {}
        for face in faces:
            if not modifiers.rerolled(face):
                weights[face] = weights.get(face, 0) + 1
    if not modifiers.rerolls_once:
        return weights
    whole = sum(weights.values())
    again = sum([weight for face, weight in weights.items() if modifiers.rerolled_once(face)])
    return {
        face: weight * (again + (0 if modifiers.rerolled_once(face) else whole)) for face, weight in weights.items()
    }


def values_of(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each value that a die may have after rerolls and bounds."""
    weights = weights_of(faces, modifiers)
    return weights if modifiers.low is None and modifiers.high is None else mapped(weights, modifiers.bounded)


def counted_of(values: Counts, modifiers: Modifiers) -> Counts:
    """Return the weight of each number that a die adds to the total, from those of its values."""
    return values if modifiers.success is None else mapped(values, modifiers.counted)
