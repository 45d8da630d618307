"""How a `blade` fight is fought by itself: shooters shoot, others charge or go to the nearest foe, all strike."""

from __future__ import annotations

from math import dist

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.order import CHOICES
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tactic_lines import choice_of
from combatcli.rulesets.tactics import Answer, Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.blade.schema import Combatant, Fight
    from combatcli.rulesets.tactics import Deed, Table


def deeds(table: Table[Fight]) -> Iterator[Deed]:
    """Go through the deeds of a phase (B1)."""
    phase = table.fight.phase
    if phase == "initiative" and not table.fight.initiative:
        yield "", ["order"]
        yield "", _chosen(table)
    elif phase == "melee":
        yield "", ["attack --all --apply"]
    else:
        for who in list(table.fight.combatants):
            if phase in state.own_phases(table.fight, who):
                foes = sorted(foes_of(table.fight, who, TACTICS), key=lambda foe: _feet(table.fight, who, foe))
                shots = [] if table.fight.combatants[who].engaged else _shots(table.fight, who)
                yield who, [*shots, *_ways(table.fight, who, foes)]
    if table.fight.pending:
        yield "", ["wound"]


def _chosen(table: Table[Fight]) -> list[str]:
    """Return what the side that rolled highest chooses, by the first who says; to act where nobody does (B2)."""
    fight = table.fight
    for who in ROSTER.able(fight):
        line = choice_of(table, who, TACTICS) if [side_of(fight.combatants[who])] == fight.initiative[:1] else None
        if line is not None:
            return [f"order --choose {line.target}"]
    return []


def _able(fight: Fight, who: str) -> bool:
    combatant = fight.combatants[who]
    return ROSTER.is_able(fight, who) and combatant.deeds is None and combatant.declared is None


def _shots(fight: Fight, who: str) -> Iterator[str]:
    """Go through the shots somebody may take with what is in hand, at the weakest first (B23)."""
    combatant = fight.combatants[who]
    held = [combatant.wielding] if isinstance(combatant.wielding, str) else combatant.wielding or []
    if _able(fight, who) and any(combatant.weapons[name].far for name in held if name in combatant.weapons):
        for foe in foes_of(fight, who, TACTICS):
            if fight.combatants[foe].arena == combatant.arena:
                yield f"attack {who} {foe} --apply"


def _ways(fight: Fight, who: str, foes: Sequence[str]) -> list[str]:
    """Go through the ways to a foe of somebody who fights none: a charge, a move, or its arena (B10, B13)."""
    if not _able(fight, who) or fight.combatants[who].engaged:
        return []
    places = [f"move {who} {place}" for foe in foes if (place := fight.combatants[foe].arena)]
    return [*[f"move {who} --charge {foe}" for foe in foes], *[f"move {who} {foe}" for foe in foes], *places]


def _opportunities(fight: Fight, acted: Sequence[str]) -> list[tuple[str, str]]:
    """Return who may strike at once at somebody who turned away, or cast (B11, B25)."""
    return [(foe, who) for who in acted for foe in state.deeds(fight.combatants[who]).opportunity]


def _feet(fight: Fight, who: str, foe: str) -> float:
    """Return the feet to a foe as the crow flies; 0 where no positions are kept."""
    here, there = fight.combatants[who].position, fight.combatants[foe].position
    if not here or not there:
        return 0
    return dist(here, there)


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the stamina and health that are left, and the most of both; of a group those of all members."""
    others = combatant.count - 1
    most = state.max_stamina(combatant) + state.max_health(combatant)
    return state.stamina(combatant) + state.health(combatant) + others * most, combatant.count * most


TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_dead(each),
    left,
    deeds,
    _ways,
    _feet,
    acts=("cast", "improvise"),
    answers={"opportunity": Answer(_opportunities, "attack {who} {whom} --opportunity --apply")},
    choices=CHOICES,
    numbers={
        "stamina": state.stamina,
        "health": state.health,
        "max_stamina": state.max_stamina,
        "max_health": state.max_health,
    },
)
