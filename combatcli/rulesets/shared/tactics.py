"""What the tactics of several games are made of: strikes at once at whoever gives an opening."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from combatcli.encounter.schema import Encounter
from combatcli.rulesets.tactics import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

E = TypeVar("E", bound=Encounter)


def strike_at_once(word: str, openings: Callable[..., Sequence[str]]) -> Answer[E]:
    """Return the answer, by the game's word, of those to whom whoever just acted has given an opening."""

    def open_to(fight: E, acted: Collection[str]) -> list[tuple[str, str]]:
        return [(foe, who) for who in acted for foe in openings(fight.combatants[who])]

    return Answer(
        open_to,
        lambda _, who, whom: f"attack {who} {whom} --{word} --apply",
    )
