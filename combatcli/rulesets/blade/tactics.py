"""How a `blade` fight is fought by itself: shooters shoot, casters cast, others go to the nearest foe, all strike."""

from __future__ import annotations

from math import trunc

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.move import combat_movement
from combatcli.rulesets.blade.order import CHOICES
from combatcli.rulesets.blade.reach import apart
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.shared.grids import as_point, between, rounded
from combatcli.rulesets.shared.index import those_who
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.shared.tactics import strike_at_once
from combatcli.rulesets.tactic_lines import choice_of
from combatcli.rulesets.tactics import Answer, Tactics, foes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combatcli.rulesets.blade.schema import Combatant, Fight
    from combatcli.rulesets.tactics import ActionLines, Table


def actions(table: Table[Fight]) -> Iterator[ActionLines]:
    """Go through the actions of a phase (B1); whoever is engaged waits whether friends free them."""
    phase = table.fight.phase
    if phase == "initiative" and not table.fight.initiative:
        yield "", ["order"]
        yield "", _chosen(table)
    elif phase == "melee":
        yield "", ["attack --all --apply"]
    else:
        for who in sorted(table.fight.combatants, key=lambda who: bool(table.fight.combatants[who].engaged)):
            if phase in state.own_phases(table.fight, who):
                if not _casts(table.fight, who):
                    yield who, _deeds(table.fight, who)
                if _casts(table.fight, who):
                    yield "", [f"test {who} mind"]
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


def _casts(fight: Fight, who: str) -> bool:
    """Tell whether somebody has declared a spell that is not cast yet (B25)."""
    declared = fight.combatants[who].declared
    return declared is not None and declared.action == "cast" and not declared.done and who in ROSTER.able(fight)


def _able(fight: Fight, who: str) -> bool:
    combatant = fight.combatants[who]
    return ROSTER.is_able(fight, who) and combatant.deeds is None and combatant.declared is None


def _deeds(fight: Fight, who: str) -> Iterator[str]:
    """Go through what somebody who is engaged with nobody may do: their shots, and the ways to a foe."""
    if _able(fight, who) and not fight.combatants[who].engaged:
        yield from _shots(fight, who)
        yield from _ways(fight, who, sorted(foes_of(fight, who, TACTICS), key=lambda foe: _feet(fight, who, foe)))


def _shots(fight: Fight, who: str) -> Iterator[str]:
    """Go through the shots somebody may take with what is in hand, at the weakest first (B23)."""
    combatant = fight.combatants[who]
    if _able(fight, who) and _shoots(combatant):
        for foe in foes_of(fight, who, TACTICS):
            if fight.combatants[foe].arena == combatant.arena:
                yield f"attack {who} {foe} --apply"


def _shoots(combatant: Combatant) -> bool:
    """Tell whether somebody has a weapon in hand that shoots."""
    held = [combatant.wielding] if isinstance(combatant.wielding, str) else combatant.wielding or []
    return any(combatant.weapons[name].far for name in held if name in combatant.weapons)


def _ways(fight: Fight, who: str, foes: Sequence[str]) -> list[str]:
    """Return the ways to a foe of somebody who fights none: a charge, a move, its arena, or toward it (B10, B13).

    Who shoots goes to its arena first: they shoot from there in the next round (B23).
    """
    if not _able(fight, who) or fight.combatants[who].engaged:
        return []
    places = [f"move {who} {place}" for foe in foes if (place := fight.combatants[foe].arena)]
    points = [f"move {who} {point}" for foe in foes if (point := _toward(fight, who, foe))]
    charges = [f"move {who} --charge {foe}" for foe in foes]
    ways = [*charges, *[f"move {who} {foe}" for foe in foes], *places, *points]
    return [*places, *ways] if _shoots(fight.combatants[who]) else ways


def _toward(fight: Fight, who: str, foe: str) -> str:
    """Return the point as far toward a foe as somebody moves in a round; empty where no positions are kept (B10)."""
    mover = fight.combatants[who]
    here, there = as_point(mover.position), as_point(fight.combatants[foe].position)
    if here is None or there is None or here == there:
        return ""
    share = min(1, combat_movement(mover.movement) / between(here, there))
    x, y = [start + trunc((end - start) * share * 100) / 100 for start, end in zip(here, there, strict=True)]
    return f"{rounded(x):g},{rounded(y):g}"


def _unforced(fight: Fight, _: Sequence[str]) -> list[tuple[str, str]]:
    """Return who may force a spell that failed (B29)."""
    return [(who, who) for who in _with_unforced(fight)]


def _feet(fight: Fight, who: str, foe: str) -> float:
    """Return the feet to a foe as the crow flies; 0 where no positions are kept."""
    return apart(fight.combatants[who], fight.combatants[foe]) or 0


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the stamina and health that are left, and the most of both; of a group those of all members."""
    others = combatant.count - 1
    most = state.max_stamina(combatant) + state.max_health(combatant)
    return state.stamina(combatant) + state.health(combatant) + others * most, combatant.count * most


_with_unforced = those_who(lambda _, each: state.deeds(each).unforced is not None)
TACTICS: Tactics[Fight, Combatant] = Tactics(
    lambda _, each: state.is_dead(each),
    left,
    actions,
    _ways,
    _feet,
    acts=("cast", "improvise"),
    answers={
        "opportunity": strike_at_once("opportunity", lambda each: state.deeds(each).opportunity),
        "force": Answer(_unforced, lambda _, who, __: f"test {who} mind --force", usual="never answer force"),
    },
    told=("cast", "improvise"),
    choices=CHOICES,
    numbers={
        "stamina": state.stamina,
        "health": state.health,
        "max_stamina": state.max_stamina,
        "max_health": state.max_health,
    },
)
