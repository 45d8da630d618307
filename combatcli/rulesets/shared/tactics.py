"""What the tactics of several games are made of: strikes at once at whoever gives an opening."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from combatcli.encounter.schema import Encounter
from combatcli.rulesets.actions import Request
from combatcli.rulesets.tactics import Answer

E = TypeVar("E", bound=Encounter)


def strike_at_once(openings: Callable[..., Sequence[str]], strike: Callable[..., Request]) -> Answer[E]:
    """Return the answer of those to whom whoever just acted has given an opening: a strike of one attacker at once."""

    def open_to(fight: E, acted: Collection[str]) -> list[tuple[str, str]]:
        return [(foe, who) for who in acted for foe in openings(fight.combatants[who])]

    return Answer(open_to, lambda _, who, whom: ("attack", strike(attacker=who, targets=[whom])))
