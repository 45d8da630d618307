"""Conditions that stand in a combatant's ``status``, with their end (``until``) and their author (``by``)."""

from __future__ import annotations

from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.play import Play


def gain(
    play: Play[Any],
    who: str,
    name: str,
    *,
    until: int | None = None,
    by: str | None = None,
    secret: bool = False,
) -> None:
    """Give a combatant a condition, to the end of round ``until`` or for good, and tell it unless it is secret."""
    combatant = play.fight.combatants[who]
    play.change(
        who,
        status=[*(word for word in combatant.status if word != name), name],
        until={**combatant.until, name: until} if until is not None else combatant.until,
        by={**combatant.by, name: by} if by is not None else combatant.by,
    )
    if not secret:
        more = {"by": by} if by is not None else {}
        play.tell("condition", who=who, name=name, ended=False, **more)


def lose(play: Play[Any], who: str, name: str, reason: str) -> None:
    """Take a condition off a combatant, if it has it, and tell why."""
    combatant = play.fight.combatants[who]
    if name not in combatant.status:
        return
    play.change(
        who,
        status=[word for word in combatant.status if word != name],
        until={word: last for word, last in combatant.until.items() if word != name},
        by={word: whom for word, whom in combatant.by.items() if word != name},
    )
    play.tell("condition", who=who, name=name, ended=True, reason=reason)
