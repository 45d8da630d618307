"""A group that acts as one: it loses a member instead of falling, and the next one is unhurt."""

from __future__ import annotations

from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.play import Play


def lose_member(play: Play[Any], who: str, **afresh: object) -> bool:
    """Take one member off a group, of whom the next starts with other values; False if only one is left."""
    count = play.fight.combatants[who].count
    if count <= 1:
        return False
    play.change(who, count=count - 1, **afresh)
    play.tell("loss", who=who, left=count - 1)
    return True
