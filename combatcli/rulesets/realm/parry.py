"""Uses of parrying weapons (R33): each wielder's once a round, on one's own attack or on a foe's."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.attack_roll import PARRY_BONUS, parrying_fits, weapon_of
from combatcli.rulesets.realm.schema import Fight, Weapon

PARRIES = ("attack", "wound", "daring")


class Parry(Record):
    """A use of a parrying weapon, and who wields it."""

    use: str
    who: str


def parries_of(fight: Fight, words: Sequence[str], attacker: str, taker: str) -> list[Parry]:
    """Return the uses that are asked for: attack and wound are the attacker's, daring is WHO's, else the target's."""
    parries = []
    for word in words:
        use, _, who = word.partition(":")
        use = use.casefold()
        if use not in PARRIES or (who and use != "daring"):
            raise UsageError(
                f"--parry {word}: expected one of {', '.join(PARRIES)}", "With daring:WHO, name whose daring it is."
            )
        parries.append(Parry(use, attacker if use != "daring" else id_of(fight, who) if who else taker))
    return parries


def check_parries(fight: Fight, parries: Sequence[Parry], attacker: str, weapon: Weapon) -> None:
    """Refuse a use that is spent, asked for twice, unfit, or too far from the foe (R33)."""
    for number, parry in enumerate(parries):
        combatant = combatant_named(fight, parry.who)
        main = weapon if parry.who == attacker else weapon_of(parry.who, combatant)[1]
        if parry.use == "daring" and parry.who == attacker:
            raise RefusedError(
                f"{parry.who} cannot parry their own attack (R33)", "Name a foe of theirs: --parry daring:WHO"
            )
        if not parrying_fits(combatant, main):
            raise RefusedError(
                f"{parry.who} holds no parrying weapon that goes with the main one (R33)",
                "Parry with a light or medium weapon or a shield, next to a light, hand, medium or heavy one.",
            )
        if any(other.who == parry.who for other in parries[:number]):
            raise RefusedError(f"{parry.who} can use the parrying weapon only once a round (R33)")
        if combatant.parried == fight.round:
            raise RefusedError(f"{parry.who} has already used the parrying weapon this round (R33)")
        if parry.use == "daring" and state.is_fallen(combatant):
            raise RefusedError(f"{parry.who} is {state.disabled_by(combatant)} and cannot parry (R33)")
        if not state.together(fight, parry.who, attacker):
            raise RefusedError(f"{parry.who} is not in the same arena as {attacker} and cannot parry (R33)")


def parry_bonuses(fight: Fight, parries: Sequence[Parry]) -> dict[str, int]:
    """Return what parrying weapons add to an attack; several Darings add up, one of 0 or less is none (R33)."""
    daring = sum(max(0, fight.combatants[parry.who].daring) for parry in parries if parry.use == "daring")
    attack = PARRY_BONUS if any(parry.use == "attack" for parry in parries) else 0
    return {"parry": attack, "parried": -daring}


def spend_parries(context: CombatContext[Fight], parries: Sequence[Parry], *, hit: bool) -> None:
    """Spend each use that took effect: a wound on a hit, a Daring above 0, and always the bonus (R33)."""
    for parry in parries:
        daring = context.fight.combatants[parry.who].daring
        if {"attack": True, "wound": hit, "daring": daring > 0}[parry.use]:
            context.update_combatant(parry.who, parried=context.fight.round)
