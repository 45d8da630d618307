"""What can be read off an `arq` encounter: phases, who can act, ranks; and what somebody has done this phase."""

from __future__ import annotations

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError
from combatcli.rulesets.shared.sides import are_enemies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.rulesets.arq.schema import Combatant, Fight
    from combatcli.rulesets.context import CombatContext

PHASES = ("action", "movement", "melee")
INCAPACITATED = "incapacitated"
CONTEMPT = "beneath contempt"


def is_fallen(combatant: Combatant) -> bool:
    """Tell whether somebody is incapacitated: as many wounds taken as there are boxes (Q36)."""
    return combatant.wounds_taken >= combatant.wounds or INCAPACITATED in combatant.status


def is_beneath_contempt(combatant: Combatant) -> bool:
    """Tell whether somebody has the gift of being beneath contempt (Q31)."""
    return any(gift.casefold() == CONTEMPT for gift in combatant.gifts)


def able(fight: Fight, who: str) -> bool:
    """Tell whether somebody is there and able to fight."""
    return who in fight.combatants and not is_fallen(fight.combatants[who])


def who_can_act(fight: Fight) -> Iterator[str]:
    """Go through those who can act, in the file's order."""
    return (who for who, each in fight.combatants.items() if not is_fallen(each))


def actor(fight: Fight, who: str) -> Combatant:
    """Return a combatant that can act; RefusedError if it cannot."""
    combatant = combatant_named(fight, who)
    if is_fallen(combatant):
        raise RefusedError(f"{who} is incapacitated and cannot act (Q36)")
    return combatant


def standing_target(fight: Fight, who: str) -> Combatant:
    """Return a combatant that something may still be done to; RefusedError if it is incapacitated."""
    combatant = combatant_named(fight, who)
    if is_fallen(combatant):
        raise RefusedError(f"{who} is incapacitated already (Q36)")
    return combatant


def rank(combatant: Combatant, trait: str) -> int:
    """Return somebody's rank in a trait, 0 if nothing is said of it (Q0)."""
    return combatant.traits.get(trait, 0)


def use_phase(context: CombatContext[Fight], phase: str, what: str) -> None:
    """Find it irregular to do something in another phase than its own (Q10)."""
    if context.fight.phase != phase:
        context.warn_or_refuse(f"this is the {context.fight.phase} phase; {what} belongs to the {phase} phase (Q10)")


def act(context: CombatContext[Fight], who: str, *phases: str) -> bool:
    """Remember that somebody has done their one deed of the phase; a second one is irregular (Q10, Q11).

    What belongs to another phase marks nobody. Returns whether it is the first.
    """
    if context.fight.phase not in phases:
        return False
    acted = context.fight.combatants[who].acted
    if acted:
        context.warn_or_refuse(f"{who} has already acted in this phase (Q11)")
    context.update_combatant(who, acted=True, activated=True)
    return not acted


def look_for_allies(context: CombatContext[Fight], who: str, target: str) -> None:
    """Refuse to attack oneself; one's own side is irregular."""
    if who == target:
        raise RefusedError(f"{who} cannot attack themselves (Q35)")
    if not are_enemies(context.fight.combatants[who], context.fight.combatants[target]):
        context.warn_or_refuse(f"{who} and {target} are on the same side (Q35)")
