"""Pools of dice, their numbers and faces known: how they come to lie as they explode, and what is made of them."""

from __future__ import annotations

from itertools import product
from math import prod

from combatcli.dice.odds import endless
from combatcli.dice.odds.budget import BUDGET, hold, product_work, spend
from combatcli.dice.odds.distribution import Distribution, Endless, unending
from combatcli.dice.odds.explosions import ExplodingDie, exploding_die, merged
from combatcli.dice.odds.faces import values_of, worths_of
from combatcli.dice.odds.keeps import kept
from combatcli.dice.odds.kinds import Chains, Kind, Lot, alike, joined, kinds_of
from combatcli.dice.odds.sums import images, summed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from combatcli.dice.odds.packing import Pattern
    from combatcli.dice.odds.sums import Counts
    from combatcli.dice.tree import Modifiers

    T = TypeVar("T")

MANY = 1_000_000_000
COMBINATION = 100_000
"""The work of a combination of what several pools may come to, beside that of the dice."""


def pool(count: int, faces: tuple[int, ...] | range, modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of what a pool comes to."""
    dice = Pool(count, faces, modifiers)
    return kept_together([dice], modifiers) if modifiers.keeps else dice.total()


class Pool:
    """``count`` dice with these faces; ``sign`` is -1 where they are taken away."""

    def __init__(self, count: int, faces: tuple[int, ...] | range, modifiers: Modifiers, sign: int = 1) -> None:
        self.count = count
        self.modifiers = modifiers
        self.sign = sign
        self._faces = faces
        self._die = exploding_die(faces, modifiers)
        self._kind = modifiers.explode.kind if modifiers.explode and self._die else ""

    def total(self) -> Distribution[int]:
        """Return the distribution of what all dice come to."""
        if self._die is not None and self._kind == "!o":
            return Distribution(summed([(self._die.once(), self.count)]))
        single = None if self.modifiers.additive() else self.compounding(self.modifiers)
        if self._die is not None and single is None:
            return self._die.endless(self.count)
        if isinstance(single, Endless):
            return endless.times(single, self.count)
        values = values_of(self._faces, self.modifiers) if single is None else single.ways
        return Distribution(summed([(worths_of(values, self.modifiers), self.count)]))

    def compounding(self, modifiers: Modifiers) -> Distribution[int] | None:
        """Return one die that adds its explosions to itself, bounded; None for any other.

        All values that count the same for these modifiers from there on are one.
        """
        if self._die is None or self._kind != "!!":
            return None
        single = self._die.endless(1)
        ceilings = [] if self.modifiers.high is None else [self.modifiers.high]
        if modifiers.success is not None:
            ceilings.append(beyond(modifiers, self.sign))
        if ceilings:
            single = single.clipped(min(ceilings))
        if not isinstance(single, Endless):
            return Distribution(images(single.ways, self.modifiers.bounded))
        return single if self.modifiers.low is None else endless.raised(single, self.modifiers.low)

    def kinds(self, single: Distribution[int] | None) -> list[tuple[int, list[Kind]]]:
        """Return what kinds of dice they may come to lie as, before any is kept or counted, each with its ways.

        ``single`` is one of them if they are `compounding`.
        """
        if isinstance(single, Endless):
            raise unending("what is made of dice together")
        if single is not None:
            found = [(1, [Kind(single.ways, self.count)])]
        elif self._die is not None:
            found = _exploded(self._die, self.count, once=self._kind == "!o")
        else:
            found = [(1, [Kind(values_of(self._faces, self.modifiers), self.count)])]
        return found if self.sign > 0 else [(ways, [kind.negated() for kind in kinds]) for ways, kinds in found]

    def lots(self, modifiers: Modifiers) -> list[tuple[int, Lot]]:
        """Return the same as pools that keep what their own modifiers say."""
        found = []
        for ways, kinds in self.kinds(self.compounding(modifiers)):
            if any(isinstance(kind, Chains) for kind in kinds):
                raise unending("what is made of dice together")
            count = sum([kind.count for kind in kinds])
            first, last = self.modifiers.kept(count)
            found.append((ways, Lot(kinds, (first, last) if self.sign > 0 else (count - last, count - first))))
        return found


def beyond(modifiers: Modifiers, sign: int = 1) -> int:
    """Return a number from which on all values, taken with a sign, count the same."""
    compares = [sign * compare.value for compare in (modifiers.success, modifiers.failure) if compare is not None]
    return max(compares) + 1


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


def kept_together(pools: Sequence[Pool], modifiers: Modifiers) -> Distribution[int]:
    """Return what modifiers keep, or count, of the dice of pools that keep all of them; DiceError if none knows how."""
    dice = [(each, each.compounding(modifiers)) for each in pools]
    if modifiers.success is None and any(isinstance(single, Endless) for _, single in dice):
        return _kept_compounding(dice, modifiers)

    def join(chosen: Sequence[list[Kind]]) -> Distribution[int]:
        kinds = chosen[0] if len(chosen) == 1 else alike([kind for kinds in chosen for kind in kinds])
        return _kept_kinds(kinds, modifiers)

    return mixed([each.kinds(single) for each, single in dice], join)


def kept_of_kept(
    pools: Sequence[Pool], modifiers: Modifiers, pattern: Callable[[int], Pattern] | None = None
) -> Distribution[int]:
    """Return what modifiers keep, or count, of the dice that pools keep themselves, or what a pattern makes of it."""

    def join(lots: Sequence[Lot]) -> Distribution[int]:
        size = sum([lot.size for lot in lots])
        return Distribution(kept(joined(lots), modifiers.kept(size), modifiers.counted, pattern))

    return mixed([each.lots(modifiers) for each in pools], join)


def mixed(
    choices: Sequence[Sequence[tuple[int, T]]], join: Callable[[Sequence[T]], Distribution[int]]
) -> Distribution[int]:
    """Return what ``join`` makes of one of each of several choices, each with its ways."""
    if len(choices) > 1:
        BUDGET.spend(COMBINATION * prod(map(len, choices)))
    parts = []
    for combination in product(*choices):
        weight = prod([ways for ways, _ in combination])
        parts.append((weight, join([each for _, each in combination])))
    return endless.choice(parts)


def _kept_kinds(kinds: Sequence[Kind], modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of what is kept among kinds of dice; raise DiceError where no way is known."""
    chains = [kind for kind in kinds if isinstance(kind, Chains) and kind.count]
    standing = [kind for kind in kinds if kind.count and not isinstance(kind, Chains)]
    count = sum([kind.count for kind in standing])
    if not chains:
        return _kept_of_lot(Lot(standing, modifiers.kept(count)), modifiers)
    first, last = modifiers.kept(MANY)
    if len(modifiers.keeps) > 1 and sum([number for _, number in modifiers.keeps]) > count:
        raise unending("keeping among dice")
    if last < MANY // 2 or first > MANY // 2:
        return _kept_of_lot(Lot([*standing, *chains], (first, last), MANY), modifiers)
    highest = max([max(kind.weights) for kind in standing])
    if last < MANY or first > count or len(chains) > 1 or min(chains[0].weights) < highest:
        raise unending("dropping among dice")
    return endless.plus(_kept_of_lot(Lot(standing, (first, count)), modifiers), _chained(chains[0], modifiers))


def _kept_of_lot(lot: Lot, modifiers: Modifiers) -> Distribution[int]:
    return Distribution(kept([lot], (0, lot.size), modifiers.counted))


def _chained(chains: Chains, modifiers: Modifiers) -> Distribution[int]:
    """Return what the dice that others explode into come to, all of them."""
    stop = min(chains.weights) - 1
    faces = {stop: chains.of - chains.whole, **chains.weights}

    def added(face: int) -> int:
        return 0 if face == stop else modifiers.counted(face)

    return ExplodingDie(faces, stop.__lt__, added, added).endless(chains.count)


def _kept_compounding(dice: Sequence[tuple[Pool, Distribution[int] | None]], modifiers: Modifiers) -> Distribution[int]:
    """Return what is kept of dice some of which add their explosions to themselves, without end."""
    parts: list[Distribution[int]] = []
    for each, single in dice:
        die = single
        if not isinstance(die, Endless):
            ((_, kinds), *others) = each.kinds(single)
            if others or len(kinds) > 1:
                raise unending("keeping among dice")
            die = Distribution(kinds[0].weights)
        elif each.sign < 0:
            raise unending("a difference")
        parts += [die] * each.count
    places = modifiers.kept(len(parts))
    if len(dice) == 1 and places == (0, len(parts)):
        return endless.times(parts[0], len(parts)) if parts else Distribution({0: 1})
    return kept_among(parts, places)


def kept_among(
    parts: Sequence[Distribution[int]], places: tuple[int, int], worth: Callable[[int], int] = int
) -> Distribution[int]:
    """Return the distribution of the sum over some places of independent outcomes in ascending order."""
    if places[0] >= places[1]:
        return Distribution({0: 1})

    def among(counts: Sequence[Counts]) -> Counts:
        return kept([Lot(kinds_of([(each, 1) for each in counts]), places)], (0, places[1] - places[0]), worth)

    finite = sorted([max(part) for part in parts if not isinstance(part, Endless)])
    if len(finite) < len(parts) and not places[0] and len(finite) >= places[1]:
        # The lowest ones can be no higher than the finite ones.
        parts = [part.clipped(finite[places[1] - 1]) for part in parts]
    elif len(finite) < len(parts):
        low = sum(sorted([endless.lowest(part) for part in parts])[slice(*places)])
        alone = places[1] - places[0] == 1
        return endless.joined(parts, low, among, endless.one_of(parts) if alone else None)
    return Distribution(among([part.ways for part in parts]))
