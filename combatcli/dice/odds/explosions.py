"""Dice that explode: what a single one and its extra dice add up to, and sums of many of them.

With ``a`` the ways to stop and ``b`` those to explode, as polynomials in what the face adds, and ``w`` all ways, a die
that explodes without end adds ``x = (a + b x) / w``; its coefficients follow one from another.
"""

from __future__ import annotations

from combatcli.dice.odds.distribution import Distribution, Endless, mixture, unending
from combatcli.dice.odds.polynomials import convolve, multiply, repeated, too_large, truncated_power
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    Counts = dict[int, int]
    FaceWeights = Counts
    """The faces of a die and their weights."""

_MOST_WORK = 4_000_000_000


class ExplodingDie:
    """A die that explodes on some faces: ``stops`` and ``goes`` are what its faces add, split so, with weights.

    ``first`` says what the first die adds for a face, ``extra`` what each further one does.
    """

    def __init__(
        self,
        faces: FaceWeights,
        explodes: Callable[[int], bool],
        first: Callable[[int], int],
        extra: Callable[[int], int],
    ) -> None:
        self.weight = sum(faces.values())
        self.first_stops, self.first_goes = _split(faces, explodes, first)
        self.stops, self.goes = _split(faces, explodes, extra)

    def once(self) -> Counts:
        """Return what the die adds if it explodes at most once."""
        extra = _merged(self.stops, self.goes)
        added = {value: count * self.weight for value, count in self.first_stops.items()}
        return _merged(added, convolve(self.first_goes, extra))

    def endless(self) -> Distribution[int]:
        """Return the distribution of what the die adds, without end to its explosions."""
        if min(self.goes) < 0:
            raise unending("a total that explosions make smaller")
        if not any(self.goes):
            return Distribution(self._finite())
        low = min(*self.first_stops, min(self.first_goes) + min(self.stops))

        def clip(ceiling: int) -> Distribution[int]:
            counts, weight = self._below(ceiling)
            counts[ceiling] = weight - sum(counts.values())
            return Distribution(counts, weight)

        return Endless(clip, low, self._moments, max(*self.stops, *self.goes) - low)

    def repeated(self, count: int) -> Distribution[int]:
        """Return the distribution of the sum of ``count`` such dice."""
        shift = self._shift()
        if shift is None or count < 2 or min(self.goes) < 0 or not any(self.goes):
            return times(self.endless(), count)
        # Where a first die adds what a further one does, and ``shift``, so do both with all their explosions.
        low = (min(self.stops) + shift) * count

        def clip(ceiling: int) -> Distribution[int]:
            coefficients, whole = self._power(count, ceiling - low)
            counts = {low + place: c for place, c in enumerate(coefficients)}
            counts[ceiling] = whole - sum(coefficients)
            return Distribution(counts, whole)

        def moments() -> tuple[Fraction, Fraction]:
            mean, variance = self._moments()
            return mean * count, variance * count

        return Endless(clip, low, moments, _guess(moments(), low))

    def _shift(self) -> int | None:
        """Return how much more a first die adds than a further one; None if that depends on its face."""
        shift = min(self.first_stops) - min(self.stops)
        same = self.first_stops == {value + shift: count for value, count in self.stops.items()}
        return shift if same and self.first_goes == {v + shift: c for v, c in self.goes.items()} else None

    def _power(self, count: int, length: int) -> tuple[list[int], int]:
        """Return the first coefficients of ``(a / (w - b)) ** count``, and the weight that they are counted in.

        With ``f`` for ``(w - b) ** -count`` they follow from ``(w - b) f' = count b' f``.
        """
        left = self.weight - self.goes.get(0, 0)
        steps = [(value, ways) for value, ways in sorted(self.goes.items()) if value]
        shortest = steps[0][0]
        exponents = [place // shortest for place in range(length)]
        highest = count + exponents[-1]
        if length * length * highest * left.bit_length() > _MOST_WORK:
            raise too_large()
        powers = [left**exponent for exponent in range(exponents[-1] + 2)]
        found = [1]
        for place in range(1, length):
            value = 0
            for step, ways in steps:
                if step > place:
                    break
                spare = exponents[place] - exponents[place - step] - 1
                value += ways * (count * step + place - step) * found[place - step] * powers[spare]
            found.append(value // place)
        even = [value * powers[exponents[-1] - exponent] for value, exponent in zip(found, exponents, strict=True)]
        low = min(self.stops)
        stops = [self.stops.get(low + place, 0) for place in range(max(self.stops) - low + 1)]
        return multiply(truncated_power(stops, count, length), even)[:length], left**highest

    def _finite(self) -> Counts:
        """Return what the die adds if no explosion adds anything."""
        left = self.weight - sum(self.goes.values())
        added = {value: count * left for value, count in self.first_stops.items()}
        return _merged(added, convolve(self.first_goes, self.stops))

    def _below(self, ceiling: int) -> tuple[Counts, int]:
        """Return the exact counts of what the die adds below a ceiling, and the weight that they are counted in."""
        start = min(self.first_goes)
        extra, weight = self._extra_below(ceiling - start)
        counts = {value: count * weight for value, count in self.first_stops.items() if value < ceiling}
        for value, count in self.first_goes.items():
            for more, ways in extra.items():
                if value + more < ceiling:
                    counts[value + more] = counts.get(value + more, 0) + count * ways
        return counts, weight * self.weight

    def _extra_below(self, ceiling: int) -> tuple[Counts, int]:
        """Return the same for a further die."""
        lowest = min(self.stops)
        length = ceiling - lowest
        left = self.weight - self.goes.get(0, 0)
        if length <= 0:
            return {}, 1
        steps = [(value, count) for value, count in sorted(self.goes.items()) if value]
        shortest = steps[0][0]
        if length * length // shortest * len(steps) * left.bit_length() > _MOST_WORK:
            raise too_large()
        # A value is counted in left ** exponent, and no more explosions than this lead to it.
        exponents = [place // shortest + 1 for place in range(length)]
        powers = [left**exponent for exponent in range(exponents[-1] + 1)]
        found: list[int] = []
        for place, exponent in enumerate(exponents):
            value = self.stops.get(lowest + place, 0) * powers[exponent - 1]
            for step, count in steps:
                if step > place:
                    break
                value += count * found[place - step] * powers[exponent - 1 - exponents[place - step]]
            found.append(value)
        highest = exponents[-1]
        return {
            lowest + place: value * powers[highest - exponents[place]] for place, value in enumerate(found) if value
        }, powers[highest]

    def _moments(self) -> tuple[Fraction, Fraction]:
        """Return mean and variance of what the die adds."""
        extra, more = self._expected(_merged(self.stops, self.goes)), self._expected(self.goes)
        first = self._expected(_merged(self.first_stops, self.first_goes))
        goes = self._expected(self.first_goes)
        mean = extra[1] / (1 - more[0])
        square = (extra[2] + 2 * more[1] * mean) / (1 - more[0])
        total = first[1] + goes[0] * mean
        return total, first[2] + 2 * goes[1] * mean + goes[0] * square - total * total

    def _expected(self, counts: Counts) -> tuple[Fraction, Fraction, Fraction]:
        """Return the chance of these outcomes and their parts in the expected value and its square."""
        from fractions import Fraction

        return (
            Fraction(sum(counts.values()), self.weight),
            Fraction(sum([value * count for value, count in counts.items()]), self.weight),
            Fraction(sum([value * value * count for value, count in counts.items()]), self.weight),
        )


def _merged(left: Counts, right: Counts) -> Counts:
    merged = left.copy()
    for value, count in right.items():
        merged[value] = merged.get(value, 0) + count
    return merged


def _split(faces: FaceWeights, explodes: Callable[[int], bool], adds: Callable[[int], int]) -> tuple[Counts, Counts]:
    stops: Counts = {}
    goes: Counts = {}
    for face, weight in faces.items():
        counts = goes if explodes(face) else stops
        counts[adds(face)] = counts.get(adds(face), 0) + weight
    return stops, goes


def exploding(sides: int) -> Distribution[int]:
    """Return the distribution of one die that explodes on its maximum; raise DiceError if it has one side."""
    if sides < 2:
        raise DiceError("a die with one side explodes without end")
    return ExplodingDie(dict.fromkeys(range(1, sides + 1), 1), sides.__eq__, int, int).endless()


def plus(left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    """Return the sum of independent outcomes, of which one at least is endless."""
    low_left, low_right = lowest(left), lowest(right)

    def clip(ceiling: int) -> Distribution[int]:
        first, second = left.clipped(ceiling - low_right), right.clipped(ceiling - low_left)
        return Distribution(convolve(first.counts, second.counts)).clipped(ceiling)

    def moments() -> tuple[Fraction, Fraction]:
        return (
            left.mean_fraction + right.mean_fraction,
            left.variance_fraction + right.variance_fraction,
        )

    return Endless(clip, low_left + low_right, moments if exact(left, right) else None, reach(left) + reach(right))


def times(part: Distribution[int], count: int) -> Distribution[int]:
    """Return the sum of ``count`` independent outcomes."""
    if count == 0:
        return Distribution({0: 1})
    if not isinstance(part, Endless):
        return Distribution(repeated(part.counts, count))
    low = part.lowest
    total = low * count

    def clip(ceiling: int) -> Distribution[int]:
        length = ceiling - total
        single = part.clipped(low + length)
        coefficients = truncated_power([single.get(low + n, 0) for n in range(length)], count, length)
        counts = {total + n: c for n, c in enumerate(coefficients)}
        whole = single.total**count
        counts[ceiling] = whole - sum(coefficients)
        return Distribution(counts, whole)

    def moments() -> tuple[Fraction, Fraction]:
        return part.mean_fraction * count, part.variance_fraction * count

    guess = _guess((part.mean * count, part.deviation**2 * count), total)
    return Endless(clip, total, moments if exact(part) else None, guess)


def _guess(moments: tuple[Fraction | float, Fraction | float], low: int) -> int:
    """Return about how far above the lowest outcome hardly any way is left."""
    return int(float(moments[0]) - low + 10 * float(moments[1]) ** 0.5)


def scaled(part: Endless, factor: int) -> Endless:
    """Return an endless outcome times a factor of 1 or more."""

    def clip(ceiling: int) -> Distribution[int]:
        return part.clipped(-(-ceiling // factor)).map(lambda outcome: min(outcome * factor, ceiling))

    def moments() -> tuple[Fraction, Fraction]:
        return part.mean_fraction * factor, part.variance_fraction * factor * factor

    return Endless(clip, part.lowest * factor, moments if exact(part) else None, reach(part) * factor)


def divided(part: Endless, divisor: int) -> Endless:
    """Return an endless outcome divided by 1 or more, rounded down."""

    def clip(ceiling: int) -> Distribution[int]:
        return part.clipped(ceiling * divisor).map(lambda outcome: outcome // divisor)

    return Endless(clip, part.lowest // divisor, None, reach(part) // divisor + 1)


def raised(part: Endless, low: int) -> Distribution[int]:
    """Return an endless outcome, or ``low`` where it is less."""
    if low <= part.lowest:
        return part

    def clip(ceiling: int) -> Distribution[int]:
        return part.clipped(ceiling).map(lambda outcome: max(outcome, low))

    def moments() -> tuple[Fraction, Fraction]:
        below = [(value, part.clipped(low).fraction(value)) for value in range(part.lowest, low)]
        first = part.mean_fraction
        mean = first + sum([chance * (low - value) for value, chance in below])
        square = part.variance_fraction + first * first
        square += sum([chance * (low * low - value * value) for value, chance in below])
        return mean, square - mean * mean

    return Endless(clip, low, moments if exact(part) else None, reach(part))


def joined(parts: list[Distribution[int]], low: int, join: Callable[[list[Counts]], Counts]) -> Distribution[int]:
    """Return what ``join`` makes of independent outcomes, of which one at least is endless.

    ``join`` must grow with each of them, and reach ``n`` at the latest when one of those that it takes is ``n`` above
    the sum of all lowest outcomes below zero; ``low`` is the least that it comes to.
    """
    spare = -sum([min(0, lowest(part)) for part in parts])

    def clip(ceiling: int) -> Distribution[int]:
        counts = join([part.clipped(ceiling + spare).counts for part in parts])
        return Distribution(counts).clipped(ceiling)

    return Endless(clip, low, None, max([reach(part) for part in parts]))


def blended(parts: list[tuple[int, Distribution[int]]]) -> Distribution[int]:
    """Return a choice among outcomes with their weights, of which one at least is endless."""
    whole = sum([weight for weight, _ in parts])

    def clip(ceiling: int) -> Distribution[int]:
        return mixture([(weight, part.clipped(ceiling)) for weight, part in parts])

    def moments() -> tuple[Fraction, Fraction]:
        from fractions import Fraction

        means = [(weight, part.mean_fraction, part.variance_fraction) for weight, part in parts]
        mean = sum([first * weight for weight, first, _ in means], start=Fraction(0)) / whole
        square = sum([(spread + first * first) * weight for weight, first, spread in means], start=Fraction(0)) / whole
        return mean, square - mean * mean

    known = exact(*[part for _, part in parts])
    low = min([lowest(part) for _, part in parts])
    return Endless(clip, low, moments if known else None, max([reach(part) for _, part in parts]))


def lowest(part: Distribution[int]) -> int:
    """Return the lowest outcome."""
    return part.lowest if isinstance(part, Endless) else min(part)


def reach(part: Distribution[int]) -> int:
    """Return how far the outcomes listed go beyond the lowest one."""
    return max(part, default=lowest(part)) - lowest(part)


def exact(*parts: Distribution[int]) -> bool:
    """Return whether mean and variance of all of these are known exactly."""
    return all(part.exact_moments for part in parts if isinstance(part, Endless))
