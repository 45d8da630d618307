"""What one die of a pool may show, and what that is worth, with weights: after rerolls, bounds and counting."""

from __future__ import annotations

from combatcli.dice.odds.budget import hold, spend
from combatcli.dice.odds.sums import images

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.odds.sums import Counts
    from combatcli.dice.tree import Modifiers


def addends(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts | None:
    """Return what each die of a pool adds; None where this depends on the others, or may have no end."""
    if modifiers.keeps or (modifiers.explode and modifiers.explode.kind != "!o"):
        return None
    if modifiers.explode:
        from combatcli.dice.odds.explosions import exploding_die

        die = exploding_die(faces, modifiers)
        if die is not None:
            return die.once()
    return worths_of(values_of(faces, modifiers), modifiers)


def weights_of(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each face that a die may come to rest on, after rerolls."""
    hold(len(faces) * (2 if modifiers.once else 1))
    spend(len(faces) * 10 * (len(modifiers.rerolls) + 2 * len(modifiers.once)))
    if isinstance(faces, range) and not modifiers.rerolls:
        weights = dict.fromkeys(faces, 1)
    else:
        weights = {}
        for face in faces:
            if not modifiers.rerolled(face):
                weights[face] = weights.get(face, 0) + 1
    if not modifiers.once:
        return weights
    whole = sum(weights.values())
    again = sum([weight for face, weight in weights.items() if modifiers.rerolled_once(face)])
    return {
        face: weight * (again + (0 if modifiers.rerolled_once(face) else whole)) for face, weight in weights.items()
    }


def values_of(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each value that a die may have, after bounds."""
    weights = weights_of(faces, modifiers)
    return weights if modifiers.low is None and modifiers.high is None else images(weights, modifiers.bounded)


def worths_of(values: Counts, modifiers: Modifiers) -> Counts:
    """Return the weight of each number that a die may count for."""
    return values if modifiers.success is None else images(values, modifiers.counted)
