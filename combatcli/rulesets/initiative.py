"""Who comes first where several roll for it: the highest total, the tied together or rolling again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.dice.sources import Source


def initiative(
    source: Source,
    die: int,
    bonuses: Mapping[str, int],
    rolled: tuple[list[int], dict[str, list[int]]],
    *,
    reroll: bool,
) -> list[list[str]]:
    """Roll a die and a bonus for each, in order, and return them highest first; who ties shares a place.

    ``rolled`` gathers the faces and each one's totals. With ``reroll`` the tied roll again until they are split.
    """
    faces, totals = rolled
    now: dict[str, int] = {}
    for who, bonus in bonuses.items():
        faces.append(source.die(die))
        now[who] = faces[-1] + bonus
        totals.setdefault(who, []).append(now[who])
    groups: list[list[str]] = []
    for total in sorted(set(now.values()), reverse=True):
        tied = [who for who in bonuses if now[who] == total]
        if reroll and len(tied) > 1:
            groups += initiative(source, die, {who: bonuses[who] for who in tied}, rolled, reroll=True)
        else:
            groups.append(tied)
    return groups
