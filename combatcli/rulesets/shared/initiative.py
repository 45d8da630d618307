"""Initiative: the highest total comes first; ties stay together or are rolled again."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any

from msgspec import Struct

from combatcli.dice.rolling.sources import Source, Throw
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.tasks import DisplayOnly, do, roll

Places = tuple[tuple[int, ...], ...]
Ranking = tuple[Places, DisplayOnly[Any]]

_MOST_TIED = 12
_MOST_IN_FULL = 4
"""The most whose odds tell all places apart: four have 75 rankings, five 541."""


class RankedThrow(Throw):
    """Everybody's own dice, in order: the highest total comes first, and ties stay together.

    If it is said whether the ``low`` come first, ties are split: the first in order comes first.
    """

    texts: tuple[str, ...]
    in_full: bool
    """Whether the odds must tell all places apart, however many they are."""
    low: bool | None = None

    def _sort_number(self, place: int, total: int) -> int:
        """Return the number by which the highest comes first."""
        if self.low is None:
            return total
        return (-total if self.low else total) * len(self.texts) - place

    def roll(self, source: Source) -> Ranking:
        """Return the places by their totals, counted from 0; for the report also totals and faces."""
        totals, faces = _totals_and_faces(source, self.texts)
        ranked: dict[int, list[int]] = {}
        for place, total in enumerate(totals):
            ranked.setdefault(self._sort_number(place, total), []).append(place)
        return tuple([tuple(ranked[rank]) for rank in sorted(ranked, reverse=True)]), DisplayOnly((totals, faces))

    def ways(self) -> Mapping[Ranking, int]:
        """Return the ways of each ranking, without faces; of more than four only the first places are told.

        Raises DiceError for more than twelve that may tie, and for more than four whose places must all be told.
        """
        from combatcli.dice.exact.budget import too_large
        from combatcli.dice.exact.expression import odds

        if self.in_full and len(self.texts) > _MOST_IN_FULL:
            raise too_large(f"the odds of every order of {len(self.texts)}")
        totals = [odds(_dice_of(text)).items() for text in self.texts]
        dice = [{self._sort_number(place, total): ways for total, ways in each} for place, each in enumerate(totals)]
        ranks = sorted({rank for each in dice for rank in each}, reverse=True)
        if any(sum(rank in each for each in dice) > _MOST_TIED for rank in ranks):
            raise too_large(f"the odds of who of {len(dice)} comes first")
        ways = Counter(dict[Places, int]())
        for places, count in (
            _ways_of_full_rankings(dice, ranks) if len(dice) <= _MOST_IN_FULL else _ways_of_first_places(dice, ranks)
        ):
            ways[places] += count
        return {(places, DisplayOnly(((), ()))): count for places, count in ways.items()}


def _totals_and_faces(source: Source, texts: Sequence[str]) -> tuple[list[int], list[int]]:
    """Roll dice in order; return the total of each, and all faces."""
    from combatcli.dice.rolling import roll as expressions

    single = [*map(_sides_and_bonus, texts)]
    sides = {each for each, _ in single}
    if len(sides) == 1 and 0 not in sides:
        faces = [*source.dice(len(single), *sides)]
        return [face + bonus for face, (_, bonus) in zip(faces, single, strict=True)], faces
    rolled = [expressions.roll(_dice_of(text), source) for text in texts]
    return [each.total for each in rolled], [face for each in rolled for face in each.faces]


@lru_cache
def _sides_and_bonus(text: str) -> tuple[int, int]:
    """Return the sides of a single die, and what is added to it; 0 sides for any other dice."""
    single = re.fullmatch(r"1d([1-9]\d{0,2})([+-]\d{1,3})?", text)
    return (int(single[1]), int(single[2] or 0)) if single else (0, 0)


@lru_cache
def _dice_of(text: str) -> Any:
    from combatcli.dice.notation import parse

    return parse(text).tree


def _ways_of_full_rankings(dice: Sequence[Mapping[int, int]], ranks: Sequence[int]) -> Iterator[tuple[Places, int]]:
    ways: Counter[Places] = Counter({(): 1})
    for rank in ranks:
        able = {place for place, each in enumerate(dice) if rank in each}
        for ranked, count in [*ways.items()]:
            left = sorted(able.difference(*ranked))
            for size in range(1, len(left) + 1):
                for tied in combinations(left, size):
                    ways[*ranked, tied] += count * prod([dice[place][rank] for place in tied])
    return ((ranked, count) for ranked, count in ways.items() if sum(map(len, ranked)) == len(dice))


def _ways_of_first_places(dice: Sequence[Mapping[int, int]], ranks: Sequence[int]) -> Iterator[tuple[Places, int]]:
    for best in ranks:
        with_best: dict[tuple[int, ...], int] = {(): 1}
        for place, each in enumerate(dice):
            below = sum(ways for rank, ways in each.items() if rank < best)
            shown = {first: count * below for first, count in with_best.items() if below}
            if best in each:
                shown |= {(*first, place): count * each[best] for first, count in with_best.items()}
            with_best = shown
        yield from (((first,), count) for first, count in with_best.items() if first)


class Initiative(Struct, frozen=True):
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
        """The places that several combatants share, each as their ids."""
        return [place for place in self.places if len(place) > 1]


def roll_ranking(source: Source, *given: Any) -> Ranking:
    """Return the places of a `RankedThrow`."""
    ranking: Ranking = source.throw(RankedThrow(*given))
    return ranking


def roll_initiative(
    context: CombatContext[E],
    die: int,
    bonuses: Mapping[str, int],
    done: Callable[[CombatContext[E], Initiative], object],
    reroll: bool,  # noqa: FBT001  (a task takes all by place)
    present: Initiative | None = None,
) -> None:
    """Roll a die and a bonus for each, in order; ``reroll`` repeats the rolls of the tied until all are split.

    In a ``present`` order only the tied roll. ``done`` takes the result. For odds of more than four, only who comes
    first is told apart; in a forecast, where the whole order counts, they are refused.
    """
    earlier = present or Initiative([list(bonuses)], [], {})
    tied = bonuses if present is None else {who for place in present.ties for who in place}
    rolling = [who for who in bonuses if who in tied]
    apart = die + max(bonuses.values()) - min(bonuses.values())
    behind = {who: apart * place for place, each in enumerate(earlier.places) for who in each}
    purpose = f"the {'tied ' if earlier.totals else ''}initiative of {', '.join(rolling)}"
    added = [bonuses[who] - behind[who] for who in rolling]
    texts = tuple([f"1d{die}{bonus:+}" if bonus else f"1d{die}" for bonus in added])
    ranked, shown = roll(context, purpose, roll_ranking, texts, context.silent)
    split = [[rolling[place] for place in place_numbers] for place_numbers in ranked]
    if len(split) == 1:  # odds tell only the first apart
        split += [[who] for who in rolling if who not in split[0]]
    places = [part for place in earlier.places for part in [each for each in split if each[0] in place] or [place]]
    rolled = Initiative(places, [0], {})
    if faces := shown.value[1]:
        totals = {who: [*earlier.totals.get(who, [])] for who in bonuses}
        for who, face in zip(rolling, faces, strict=True):
            totals[who].append(face + bonuses[who])
        rolled = Initiative(places, [*earlier.faces, *faces], totals)
    if reroll and rolled.ties:
        do(context, (roll_initiative, die, bonuses, done, reroll, rolled))
    else:
        done(context, rolled)
