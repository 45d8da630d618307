"""A pool of dice, its number and faces known: how they come to lie as they explode, and what is made of them."""

from __future__ import annotations

from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET, hold, product_work, spend
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.explosions import ExplodingDie, exploding_die, merged
from combatcli.dice.odds.faces import values_of, worths_of
from combatcli.dice.odds.keeps import kept_sum
from combatcli.dice.odds.kinds import Chains, Kind, kinds_of
from combatcli.dice.odds.sums import images, summed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.odds.sums import Counts
    from combatcli.dice.tree import Modifiers

MANY = 1_000_000_000


def pool(count: int, faces: tuple[int, ...] | range, modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of what a pool comes to."""
    die = exploding_die(faces, modifiers)
    if die is None:
        return Distribution(_dice(values_of(faces, modifiers), count, modifiers))
    if not count:
        return Distribution({0: 1})
    kind = modifiers.explode.kind if modifiers.explode else ""
    if kind == "!!" and not (modifiers.additive() and not modifiers.keeps):
        return _compounding(die.endless(1), count, modifiers)
    if modifiers.keeps:
        exploded = _exploded(die, count, once=kind == "!o")
        return endless.choice([(ways, kept_kinds(kinds, modifiers)) for ways, kinds in exploded])
    return Distribution(summed([(die.once(), count)])) if kind == "!o" else die.endless(count)


def kept_among(
    parts: list[Distribution[int]], places: tuple[int, int], worth: Callable[[int], int]
) -> Distribution[int]:
    """Return the distribution of the sum over some places of independent outcomes in ascending order."""

    def kept(counts: list[Counts]) -> Counts:
        return kept_of(kinds_of([(each, 1) for each in counts]), len(parts), places, worth)

    if any(isinstance(part, Endless) for part in parts):
        low = sum(sorted([endless.lowest(part) for part in parts])[slice(*places)])
        return endless.joined(parts, low, kept)
    return Distribution(kept([part.ways for part in parts]))


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
        return summed([(worths_of(values, modifiers), count)])
    return kept_of([Kind(values, count)], count, places, modifiers.counted)


def _compounding(single: Distribution[int], count: int, modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of dice that add their explosions to themselves, and are then bounded and kept."""
    single = _compounded(single, modifiers, None if modifiers.success is None else beyond(modifiers))
    if not isinstance(single, Endless):
        return Distribution(_dice(single.ways, count, modifiers))
    places = modifiers.kept(count)
    if places == (0, count):
        return endless.times(single, count)
    if places[0] >= places[1]:
        return Distribution({0: 1})
    return kept_among([single] * count, places, int)


def _compounded(single: Distribution[int], modifiers: Modifiers, ceiling: int | None) -> Distribution[int]:
    """Return one such die, bounded; all values from ``ceiling`` on are one."""
    ceilings = [each for each in (modifiers.high, ceiling) if each is not None]
    if ceilings:
        single = single.clipped(min(ceilings))
    if not isinstance(single, Endless):
        return Distribution(images(single.ways, modifiers.bounded))
    return single if modifiers.low is None else endless.raised(single, modifiers.low)


def beyond(modifiers: Modifiers) -> int:
    """Return a number from which on all values count the same."""
    compares = [compare.value for compare in (modifiers.success, modifiers.failure) if compare is not None]
    return max(compares) + 1


def lying(
    count: int, faces: tuple[int, ...] | range, modifiers: Modifiers, ceiling: int | None = None
) -> list[tuple[int, list[Kind]]]:
    """Return what kinds of dice a pool may come to lie as before any is kept, each with its ways.

    Dice that compound may be of one kind for all values from ``ceiling`` on, and must be if they have no highest one.
    """
    die = exploding_die(faces, modifiers)
    if die is None or modifiers.explode is None:
        return [(1, [Kind(values_of(faces, modifiers), count)])]
    if modifiers.explode.kind == "!!":
        single = _compounded(die.endless(1), modifiers, ceiling)
        if isinstance(single, Endless):
            raise unending("what is made of dice together")
        return [(1, [Kind(single.ways, count)])]
    return _exploded(die, count, once=modifiers.explode.kind == "!o")


def compounding(faces: tuple[int, ...] | range, modifiers: Modifiers) -> Endless | None:
    """Return one die that adds its explosions to itself without end; None for any other."""
    if modifiers.explode is None or modifiers.explode.kind != "!!":
        return None
    die = exploding_die(faces, modifiers)
    single = None if die is None else _compounded(die.endless(1), modifiers, None)
    return single if isinstance(single, Endless) else None


def _exploded(die: ExplodingDie, count: int, *, once: bool) -> list[tuple[int, list[Kind]]]:
    """Return what kinds of dice explosions lead to, each with its ways.

    How many of the first dice explode makes them; where the others are like the first, there is but one.
    """
    if not once and (die.first_stops, die.first_goes) == (die.stops, die.goes):
        return [(1, [Kind(die.stops, count), Chains(die.goes, count, die.weight)])]
    found = []
    if once:
        hold(len(die.stops) + len(die.goes))
    extra = merged(die.stops, die.goes) if once else {}
    bits = (die.weight.bit_length() + 1) * count / 2
    spend((count + 1) * 4 * (len(die.first_stops) + len(extra)) / 10)
    BUDGET.spend((count + 1) * product_work(bits, bits))
    choices = 1
    for exploded in range(count + 1):
        kinds = [Kind(die.first_stops, count - exploded), Kind(die.first_goes, exploded)]
        ways = choices * kinds[0].whole ** (count - exploded) * kinds[1].whole ** exploded
        choices = choices * (count - exploded) // (exploded + 1)
        if ways and once:
            found.append((ways, [*kinds, Kind(extra, exploded)]))
        elif ways:
            found.append((ways, [*kinds, Kind(die.stops, exploded), Chains(die.goes, exploded, die.weight)]))
    return found


def kept_kinds(kinds: Sequence[Kind], modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of what is kept among kinds of dice; raise DiceError where no way is known."""
    chains = [kind for kind in kinds if isinstance(kind, Chains) and kind.count]
    standing = [kind for kind in kinds if kind.count and not isinstance(kind, Chains)]
    count = sum([kind.count for kind in standing])
    if not chains:
        return Distribution(kept_of(standing, count, modifiers.kept(count), modifiers.counted))
    first, last = modifiers.kept(MANY)
    if len(modifiers.keeps) > 1 and sum([number for _, number in modifiers.keeps]) > count:
        raise unending("keeping among dice")
    if last < MANY // 2:
        return Distribution(kept_sum([*standing, *chains], (first, last), modifiers.counted, ascending=True))
    if first > MANY // 2:
        places = (MANY - last, MANY - first)
        return Distribution(kept_sum([*standing, *chains], places, modifiers.counted, ascending=False))
    highest = max([max(kind.weights) for kind in standing])
    if last < MANY or first > count or len(chains) > 1 or min(chains[0].weights) < highest:
        raise unending("dropping among dice")
    kept_ones = Distribution(kept_of(standing, count, (first, count), modifiers.counted))
    return endless.plus(kept_ones, _chained(chains[0], modifiers))


def _chained(chains: Chains, modifiers: Modifiers) -> Distribution[int]:
    """Return what the dice that others explode into come to, all of them."""
    stop = min(chains.weights) - 1
    faces = {stop: chains.of - chains.whole, **chains.weights}

    def added(face: int) -> int:
        return 0 if face == stop else modifiers.counted(face)

    return ExplodingDie(faces, stop.__lt__, added, added).endless(chains.count)
