"""Who comes first where several roll for it: the highest total, the tied together or rolling again."""

from __future__ import annotations

from typing import Any

from combatcli.records import Record
from combatcli.rulesets.play import Shown, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combatcli.dice.rolling.results import Ranking
    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.play import Play


class Initiative(Record):
    """What was rolled: who shares each place, the first first; all faces in order; each one's totals, roll by roll."""

    places: list[list[str]]
    faces: list[int]
    totals: dict[str, list[int]]

    @property
    def order(self) -> list[str]:
        """All in a row."""
        return [who for place in self.places for who in place]

    @property
    def ties(self) -> list[list[str]]:
        """Those who share a place."""
        return [place for place in self.places if len(place) > 1]


def roll_initiative(
    die: int,
    bonuses: Mapping[str, int],
    done: Callable[[Play[Any], Initiative], None],
    *,
    reroll: bool,
) -> Step[Any]:
    """Return the roll of a die and a bonus for each, in order; with ``reroll`` all who are tied roll again until split.

    Where every outcome is gone through, only who comes first is told apart.
    """
    return _roll(die, bonuses, done, Initiative([list(bonuses)], [], {who: [] for who in bonuses}), reroll=reroll)


def _roll(
    die: int,
    bonuses: Mapping[str, int],
    done: Callable[[Play[Any], Initiative], None],
    earlier: Initiative,
    *,
    reroll: bool,
) -> Step[Any]:
    rolling = [who for who in bonuses if any(who in tied for tied in earlier.ties) or not earlier.faces]

    def roll(source: Source) -> tuple[tuple[int, ...], Shown[Any]]:
        rolled = source.ranked(die, tuple(bonuses[who] for who in rolling))
        return rolled.first, Shown(rolled)

    def apply(play: Play[Any], outcome: tuple[tuple[int, ...], Shown[Any]]) -> Step[Any] | None:
        first, shown = outcome
        found = _placed(earlier, rolling, bonuses, first, shown.value)
        if reroll and found.ties:
            return _roll(die, bonuses, done, found, reroll=reroll)
        done(play, found)
        return None

    return Step(roll, apply, key=("initiative", tuple(map(tuple, earlier.places))), purpose="initiative")


def _placed(
    earlier: Initiative, rolling: Sequence[str], bonuses: Mapping[str, int], first: Sequence[int], rolled: Ranking
) -> Initiative:
    """Return who shares each place after another roll."""
    if not rolled.faces:
        ahead = [rolling[place] for place in first]
        behind = [[who] for who in rolling if who not in ahead]
        return Initiative([ahead, *behind, *earlier.places[1:]], [0], {})
    totals = {who: list(each) for who, each in earlier.totals.items()}
    for who, face in zip(rolling, rolled.faces, strict=True):
        totals[who].append(face + bonuses[who])
    ranks = sorted({tuple(each) for each in totals.values()}, reverse=True)
    places = [[who for who in bonuses if tuple(totals[who]) == rank] for rank in ranks]
    return Initiative(places, [*earlier.faces, *rolled.faces], totals)
