"""A pool of dice, its number and faces known: what its modifiers make of them, and what it comes to."""

from __future__ import annotations

from math import comb

from combatcli.dice.odds import endless
from combatcli.dice.odds.distribution import Distribution, Endless, mixture, unending
from combatcli.dice.odds.explosions import ExplodingDie, merged
from combatcli.dice.odds.keeps import Chains, Kind, kept_sum
from combatcli.dice.odds.sums import summed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.odds.sums import Counts
    from combatcli.dice.tree import Modifiers

_MANY = 1_000_000_000


def pool(count: int, faces: tuple[int, ...] | range, modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of what a pool comes to."""
    die = _exploding(faces, modifiers)
    if die is None:
        return Distribution(_dice(_values(faces, modifiers), count, modifiers))
    if not count:
        return Distribution({0: 1})
    kind = modifiers.explode.kind if modifiers.explode else ""
    if kind == "!!" and not (modifiers.additive() and not modifiers.keeps):
        return _compounding(die.endless(1), count, modifiers)
    if modifiers.keeps:
        return _kept_explosions(die, count, modifiers, once=kind == "!o")
    return Distribution(summed([(die.once(), count)])) if kind == "!o" else die.endless(count)


def addends(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts | None:
    """Return what each die of a pool adds; None where this depends on the others, or has no end."""
    if modifiers.keeps:
        return None
    die = _exploding(faces, modifiers)
    if die is None:
        return _worths(_values(faces, modifiers), modifiers)
    return die.once() if modifiers.explode and modifiers.explode.kind == "!o" else None


def kept(parts: Sequence[Counts], places: tuple[int, int], worth: Callable[[int], int]) -> Counts:
    """Return the counts of the sum of ``worth`` over some places of independent outcomes in ascending order."""
    kinds: dict[frozenset[tuple[int, int]], Kind] = {}
    for part in parts:
        key = frozenset(part.items())
        kinds[key] = Kind(part, 1 + (kinds[key].count if key in kinds else 0))
    return kept_of(list(kinds.values()), len(parts), places, worth)


def kept_of(kinds: Sequence[Kind], count: int, places: tuple[int, int], worth: Callable[[int], int]) -> Counts:
    """Return the same of kinds of dice, ``count`` in all, from the nearer end."""
    first, last = places
    if last < count - first:
        return kept_sum(kinds, places, worth, ascending=True)
    return kept_sum(kinds, (count - last, count - first), worth, ascending=False)


def _dice(values: Counts, count: int, modifiers: Modifiers) -> Counts:
    """Return the counts of the total of dice with these values."""
    places = modifiers.kept(count)
    if places == (0, count):
        return summed([(_worths(values, modifiers), count)])
    return kept_of([Kind(values, count)], count, places, modifiers.counted)


def _exploding(faces: tuple[int, ...] | range, modifiers: Modifiers) -> ExplodingDie | None:
    """Return the die of a pool; None if it does not explode."""
    if modifiers.explode is None:
        return None
    weights, highest = _weights(faces, modifiers), max(faces)
    if not any(modifiers.explodes(face, highest) for face in weights):
        return None
    compounding, keeping = modifiers.explode.kind == "!!", bool(modifiers.keeps)
    less = 1 if modifiers.explode.kind == "!p" else 0

    def value(face: int) -> int:
        bounded = face if compounding else modifiers.bounded(face)
        return bounded if compounding or keeping else modifiers.counted(bounded)

    return ExplodingDie(weights, lambda face: modifiers.explodes(face, highest), value, lambda face: value(face - less))


def _weights(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    """Return the weight of each face that a die may come to rest on, after rerolls."""
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


def _values(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Counts:
    weights = _weights(faces, modifiers)
    return weights if modifiers.low is None and modifiers.high is None else _images(weights, modifiers.bounded)


def _worths(values: Counts, modifiers: Modifiers) -> Counts:
    return values if modifiers.success is None else _images(values, modifiers.counted)


def _images(counts: Counts, function: Callable[[int], int]) -> Counts:
    images: Counts = {}
    for value, weight in counts.items():
        image = function(value)
        images[image] = images.get(image, 0) + weight
    return images


def _compounding(single: Distribution[int], count: int, modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of dice that add their explosions to themselves, and are then bounded and kept."""
    ceilings = [] if modifiers.high is None else [modifiers.high]
    if modifiers.success is not None:
        ceilings.append(beyond(modifiers))
    if ceilings:
        single = single.clipped(min(ceilings))
    if not isinstance(single, Endless):
        return Distribution(_dice(_images(single.counts, modifiers.bounded), count, modifiers))
    if modifiers.low is not None:
        single = endless.raised(single, modifiers.low)
    places = modifiers.kept(count)
    if places == (0, count):
        return endless.times(single, count)
    if places[0] >= places[1]:
        return Distribution({0: 1})
    low = endless.lowest(single) * (places[1] - places[0])
    return endless.joined([single] * count, low, lambda parts: kept_of([Kind(parts[0], count)], count, places, int))


def beyond(modifiers: Modifiers) -> int:
    """Return a number from which on all values count the same."""
    compares = [compare.value for compare in (modifiers.success, modifiers.failure) if compare is not None]
    return max(compares) + 1


def _kept_explosions(die: ExplodingDie, count: int, modifiers: Modifiers, *, once: bool) -> Distribution[int]:
    """Return the distribution of what is kept among dice and those that they explode into.

    How many of the first dice explode makes a mixture; where the others are like them, these are one kind already.
    """
    if not once and (die.first_stops, die.first_goes) == (die.stops, die.goes):
        return _kept_chains([Kind(die.stops, count)], die, count, count, modifiers)
    parts = []
    for exploded in range(count + 1):
        kinds = [Kind(die.first_stops, count - exploded), Kind(die.first_goes, exploded)]
        ways = comb(count, exploded) * kinds[0].whole ** (count - exploded) * kinds[1].whole ** exploded
        if not ways:
            continue
        if once:
            kinds.append(Kind(merged(die.stops, die.goes), exploded))
            number = count + exploded
            part = Distribution(kept_of(kinds, number, modifiers.kept(number), modifiers.counted))
        else:
            part = _kept_chains([*kinds, Kind(die.stops, exploded)], die, exploded, count + exploded, modifiers)
        parts.append((ways, part))
    return mixture(parts)


def _kept_chains(
    kinds: list[Kind], die: ExplodingDie, chains: int, count: int, modifiers: Modifiers
) -> Distribution[int]:
    """Return the distribution of what is kept among ``count`` dice and those that chains of explosions add."""
    if not chains:
        return Distribution(kept_of(kinds, count, modifiers.kept(count), modifiers.counted))
    first, last = modifiers.kept(_MANY)
    kinds = [*kinds, Chains(die.goes, chains, die.weight)]
    if len(modifiers.keeps) > 1 and sum([number for _, number in modifiers.keeps]) > count:
        raise unending("keeping among dice")
    if last < _MANY // 2:
        return Distribution(kept_sum(kinds, (first, last), modifiers.counted, ascending=True))
    if first > _MANY // 2:
        return Distribution(kept_sum(kinds, (_MANY - last, _MANY - first), modifiers.counted, ascending=False))
    stops = max([max(kind.weights) for kind in kinds[:-1] if kind.count])
    if last < _MANY or first > count or min(die.goes) < stops or len(kinds) > 2:
        raise unending("dropping among dice")
    stop = min(die.goes) - 1
    faces = {stop: die.weight - sum(die.goes.values()), **die.goes}

    def added(face: int) -> int:
        return 0 if face == stop else modifiers.counted(face)

    standing = Distribution(kept_of(kinds[:-1], count, (first, count), modifiers.counted))
    return endless.plus(standing, ExplodingDie(faces, stop.__lt__, added, added).endless(chains))
