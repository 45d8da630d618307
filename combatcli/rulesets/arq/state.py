"""What an `arq` encounter tells: phases, who can act, ranks, who has acted in this phase."""

from __future__ import annotations

from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.places import Places
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.squares import Square

Context = CombatContext[Fight]

PHASES = ("action", "movement", "melee")
INCAPACITATED = "incapacitated"
CONTEMPT = "beneath contempt"
FALLEN = Hindrance(INCAPACITATED, "Q36", gone=True)


def is_fallen(combatant: Combatant) -> bool:
    """Tell whether a combatant is incapacitated: all wounds taken (Q36)."""
    return combatant.wounds_taken >= combatant.wounds or INCAPACITATED in combatant.status


def is_beneath_contempt(combatant: Combatant) -> bool:
    """Tell whether a combatant has the gift "beneath contempt" (Q31)."""
    return bool(combatant.gifts) and any(gift.casefold() == CONTEMPT for gift in combatant.gifts)


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the wounds that a combatant can still take, and their total (Q36)."""
    boxes = combatant.wounds * combatant.count
    return boxes - combatant.wounds_taken, boxes


ROSTER: Roster[Fight, Combatant] = Roster(lambda _, combatant: FALLEN if is_fallen(combatant) else None, "Q35")


PLACES = Places(lambda _, combatant: not is_fallen(combatant), lambda combatant: left(combatant)[0])
"""The squares of those able to fight, the weakest first; the fallen block nobody (Q20)."""


def threatening(fight: Fight, who: str, square: Square) -> list[str]:
    """Return the foes able to fight who are adjacent to a square, in the file's order (Q21)."""
    mover = fight.combatants[who]
    return [name for name in PLACES.about(fight, square, 1) if are_enemies(mover, fight.combatants[name])]


def fights(fight: Fight, who: str) -> bool:
    """Tell whether a combatant fights in the melee: able to now, or when its tests began (Q35)."""
    return ROSTER.can_fight(fight, who) or (fight.phase == "melee" and who in fight.melee and who in fight.combatants)


def rank(combatant: Combatant, trait: str) -> int:
    """Return the combatant's rank in a trait, 0 by default (Q0)."""
    return combatant.traits.get(trait, 0)


def use_phase(context: Context, phase: str, what: str) -> None:
    """Find a deed outside its own phase irregular (Q10)."""
    if context.fight.phase != phase:
        context.warn_or_refuse(f"this is the {context.fight.phase} phase; {what} belongs to the {phase} phase (Q10)")


def act(context: Context, who: str, *phases: str) -> bool:
    """Mark a combatant's one deed of the phase; return whether it is the first. A second is irregular (Q10, Q11)."""
    if context.fight.phase not in phases:
        return False
    acted = context.fight.combatants[who].acted
    if acted:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already acted in this phase (Q11)")
    context.update_combatant(who, acted=True, activated=True)
    return not acted
