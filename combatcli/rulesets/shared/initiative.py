"""Initiative: the highest total comes first; ties stay together or are rolled again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from combatcli.dice.rolling.sources import Source, Throw
from combatcli.errors import DiceError
from combatcli.records import Record
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.tasks import DisplayOnly, do, roll

Ranking = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]

_MOST_RANKED = 12
_MOST_IN_FULL = 4
"""The most whose odds tell all places apart: four have 75 rankings, five 541."""


class RankedThrow(Throw):
    """One die of ``sides`` and a bonus for each in order."""

    sides: int
    bonuses: tuple[int, ...]
    in_full: bool
    """Whether the odds must tell all places apart, however many they are."""

    def roll(self, source: Source) -> Ranking:
        """Return the places by their totals, the tied together, counted from 0, and all faces in the order rolled."""
        faces = source.dice(len(self.bonuses), self.sides)
        totals = [face + bonus for face, bonus in zip(faces, self.bonuses, strict=True)]
        ranked = [tuple([place for place, each in enumerate(totals) if each == total]) for total in sorted({*totals})]
        return tuple(ranked[::-1]), faces

    def ways(self) -> Mapping[Ranking, int]:
        """Return the ways of each ranking, without faces; of more than four only the first places are told.

        Raises DiceError for more than twelve, and for more than four whose places must all be told.
        """
        if self.in_full and len(self.bonuses) > _MOST_IN_FULL:
            raise all_places_too_many(len(self.bonuses))
        if len(self.bonuses) > _MOST_RANKED:
            from combatcli.dice.exact.budget import too_large

            raise too_large(f"the odds of who of {len(self.bonuses)} comes first")
        return self._ways_in_full() if len(self.bonuses) <= _MOST_IN_FULL else self._ways_to_be_first()

    def _ways_in_full(self) -> Mapping[Ranking, int]:
        ways: Counter[tuple[tuple[int, ...], ...]] = Counter({(): 1})
        for total in range(self.sides + max(self.bonuses), min(self.bonuses), -1):
            able = {place for place, bonus in enumerate(self.bonuses) if 1 <= total - bonus <= self.sides}
            for ranked, count in [*ways.items()]:
                left = sorted(able.difference(*ranked))
                for size in range(1, len(left) + 1):
                    for tied in combinations(left, size):
                        ways[*ranked, tied] += count
        return {(ranked, ()): count for ranked, count in ways.items() if sum(map(len, ranked)) == len(self.bonuses)}

    def _ways_to_be_first(self) -> Mapping[Ranking, int]:
        ways: dict[Ranking, int] = {}
        for best in range(1 + min(self.bonuses), self.sides + max(self.bonuses) + 1):
            with_best: dict[tuple[int, ...], int] = {(): 1}
            for place, bonus in enumerate(self.bonuses):
                below = min(max(best - bonus - 1, 0), self.sides)
                shown = {first: count * below for first, count in with_best.items() if below}
                if 1 <= best - bonus <= self.sides:
                    shown |= {(*first, place): count for first, count in with_best.items()}
                with_best = shown
            for first, count in with_best.items():
                if first:
                    ways[(first,), ()] = ways.get(((first,), ()), 0) + count
        return ways


class Initiative(Record):
    """A rolled initiative: the ids of each place, the first first; all faces; each one's totals, roll by roll."""

    places: list[list[str]]
    faces: list[int]
    totals: dict[str, list[int]]

    @property
    def order(self) -> list[str]:
        """All ids in order."""
        return [who for place in self.places for who in place]

    @property
    def ties(self) -> list[list[str]]:
        """The places that several share."""
        return [place for place in self.places if len(place) > 1]


def roll_initiative(
    context: CombatContext[E],
    die: int,
    bonuses: Mapping[str, int],
    done: Callable[[CombatContext[E], Initiative], object],
    *,
    reroll: bool,
    standing: Initiative | None = None,
) -> None:
    """Roll a die and a bonus for each, in order; ``reroll`` repeats the rolls of the tied until all are split.

    In a ``standing`` order only the tied roll. ``done`` takes the result. For odds of more than four, only who comes
    first is told apart; in a forecast, where the whole order counts, they are refused.
    """
    do(context, (_roll_places, die, bonuses, done, standing or Initiative([list(bonuses)], [], {}), reroll))


def all_places_too_many(number: int) -> DiceError:
    """Return the error for an initiative of so many that not all their orders are counted."""
    from combatcli.dice.exact.budget import too_large

    return too_large(f"the odds of every order of {number}")


def _ranked(
    source: Source,
    die: int,
    bonuses: tuple[int, ...],
    in_full: bool,  # noqa: FBT001  (a roll takes all by place)
) -> tuple[tuple[tuple[int, ...], ...], DisplayOnly[Sequence[int]]]:
    ranked, faces = source.throw(RankedThrow(die, bonuses, in_full))
    return ranked, DisplayOnly(faces)


def _roll_places(
    context: CombatContext[E],
    die: int,
    bonuses: Mapping[str, int],
    done: Callable[[CombatContext[E], Initiative], object],
    earlier: Initiative,
    reroll: bool,  # noqa: FBT001  (a task takes all by place)
) -> None:
    tied = {who for place in earlier.ties for who in place}
    rolling = [who for who in bonuses if who in tied or len(bonuses) == 1]
    apart = die + max(bonuses.values()) - min(bonuses.values())
    behind = {who: apart * place for place, each in enumerate(earlier.places) for who in each}
    purpose = f"the {'tied ' if earlier.totals else ''}initiative of {', '.join(rolling)}"
    shifted = tuple([bonuses[who] - behind[who] for who in rolling])
    ranked, faces = roll(context, purpose, _ranked, die, shifted, context.silent)
    rolled = _placed(earlier, rolling, bonuses, ranked, faces.value)
    if reroll and rolled.ties:
        do(context, (_roll_places, die, bonuses, done, rolled, reroll))
    else:
        done(context, rolled)


def _placed(
    earlier: Initiative,
    rolling: Sequence[str],
    bonuses: Mapping[str, int],
    ranked: Sequence[Sequence[int]],
    faces: Sequence[int],
) -> Initiative:
    """Return the order after another roll; those whose place is not told follow one by one."""
    told = [[rolling[place] for place in tied] for tied in ranked]
    told += [[who] for who in rolling if not any(who in tied for tied in told)]
    places = [tied for place in earlier.places for tied in [each for each in told if each[0] in place] or [place]]
    if not faces:
        return Initiative(places, [0], {})
    rolled = {who: face + bonuses[who] for who, face in zip(rolling, faces, strict=True)}
    totals = {who: [*earlier.totals.get(who, []), *([rolled[who]] if who in rolled else [])] for who in bonuses}
    return Initiative(places, [*earlier.faces, *faces], totals)
