"""What every game's `show` tells alike: the clock, who fights, the arenas, the hits that wait."""

from __future__ import annotations

from typing import Any

from combatcli.encounter.references import CombatantId
from combatcli.encounter.schema import whole
from combatcli.rulesets.play import Request
from combatcli.rulesets.shared.pending import tell_pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from msgspec import Struct

    from combatcli.encounter.schema import Member
    from combatcli.rulesets.play import Play

    Shape = Callable[[str, Any], dict[str, Any]]


class ShowRequest(Request, frozen=True):
    """Everything, or one combatant."""

    who: CombatantId | None = None


def tell_all(play: Play[Any], clock: dict[str, Any], brief: Shape, tell_arenas: Callable[[Play[Any]], None]) -> None:
    """Tell the encounter: its clock, each combatant in brief, the arenas, what is pending."""
    fight = play.fight
    play.tell("encounter", ruleset=fight.ruleset, round=fight.round, **clock)
    for who, combatant in fight.combatants.items():
        play.tell("combatant", **{**identity(who, combatant), **brief(who, combatant)})
    tell_arenas(play)
    tell_pending(play)


def tell_one(play: Play[Any], who: str, values: dict[str, Any]) -> None:
    """Tell all there is to know of one combatant."""
    known = identity(who, play.fight.combatants[who])
    play.tell("combatant", **{**known, "whole": True, **values, "name": known["name"]})


def identity(who: str, combatant: Member) -> dict[str, Any]:
    """Return what every game tells of everybody."""
    return {
        "who": who,
        "name": combatant.name or who,
        "side": combatant.side,
        "player": combatant.player,
        "arena": combatant.arena,
        "count": combatant.count if combatant.count > 1 else None,
    }


def declared_openly(declared: Struct | None) -> dict[str, Any] | None:
    """Return a declaration as far as it is no secret."""
    if declared is None:
        return None
    keys: dict[str, Any] = whole(declared)
    return {"phase": keys["phase"], "secret": True} if keys.get("secret") else keys
