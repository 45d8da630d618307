"""Who comes first where several roll for it: the highest total, the tied together or rolling again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.dice.rolling.sources import Source


def initiative(
    source: Source,
    die: int,
    bonuses: Mapping[str, int],
    rolled: tuple[list[int], dict[str, list[int]]],
    *,
    reroll: bool,
) -> list[list[str]]:
    """Roll a die and a bonus for each, in order, and return them highest first; who ties shares a place.

    ``rolled`` gathers the faces and each one's totals. With ``reroll`` all who are tied roll again, in
    order, until none is.
    """
    faces, totals = rolled
    rolling = list(bonuses)
    while rolling:
        for who in rolling:
            faces.append(source.die(die))
            totals.setdefault(who, []).append(faces[-1] + bonuses[who])
        ranks = [totals[who] for who in bonuses]
        rolling = [who for who in bonuses if reroll and ranks.count(totals[who]) > 1]
    return [
        [who for who in bonuses if tuple(totals[who]) == rank]
        for rank in sorted({tuple(totals[who]) for who in bonuses}, reverse=True)
    ]
