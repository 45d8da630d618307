"""Weapons: dice and bonuses (R11, R20, R28–R32), reach (R23, R25, R27), and parrying (R33)."""

from msgspec.structs import replace

from combatcli.dice.limits import MOST_DICE
from combatcli.encounter.references import id_or_word
from combatcli.errors import RefusedError, UsageError, nearest_of_few
from combatcli.report.blocks import count_of
from combatcli.rulesets.realm import effects, ground, state
from combatcli.rulesets.realm.schema import UNARMED, Combatant, Context, Fight, Weapon
from combatcli.rulesets.shared.arenas import distance
from combatcli.text import shell_word

DICE = {"light": 2, "hand": 3, "medium": 3, "heavy": 2, "very-heavy": 2, "reach": 2, "ranged": 2, "unarmed": 1}
"""The number of dice by class of weapon (R30)."""
KEPT = 2
FACE_DIE = 10
FACE_BONUS_DIE = 3
PARRY_BONUS = 2
PARRYING = ("light", "medium")
BESIDE = ("light", "hand", "medium", "heavy")
DEFENDING, DEFENDING_WITH_SHIELD = -2, -4
"""The modifiers of attacks on a defender (R20)."""
FURTHEST_AIM = {"sling": 4, "short-bow": 4, "long-bow": 8, "crossbow": 6}
WHOEVER_SHOOTS = ("crossbow",)
AIM_OF_BRAWN = 2
"""The arenas per point of brawn, for all other weapons."""
PARRIES = ("attack", "wound", "daring")
Parry = tuple[str, str]
"""A use of a parrying weapon, and its wielder."""


def named_weapon(fight: Fight, who: str, name: str | None = None) -> tuple[str, Weapon]:
    """Return the name and weapon of an attack: the named one, else the one in hand, else bare hands."""
    combatant = fight.combatants[who]
    weapon = name if name is not None else state.weapon_in_hand(combatant)
    if weapon in ("", "unarmed"):
        return "unarmed", UNARMED
    if weapon not in combatant.weapons:
        hint = nearest_of_few(weapon, combatant.weapons) or "Without --weapon the attack is unarmed."
        raise RefusedError(f'{fight.subject(who):has} no weapon "{weapon}"', hint)
    return weapon, combatant.weapons[weapon]


def parrying_weapon_fits(combatant: Combatant, main: Weapon) -> bool:
    """Tell whether the parrying weapon is fit, alone and beside the main weapon (R33)."""
    other = combatant.weapons.get(combatant.parrying or "")
    is_fit = other is not None and other is not main and other.weapon_class in PARRYING
    return (is_fit or combatant.parrying == "shield") and main.weapon_class in BESIDE


def number_of_attack_dice(combatant: Combatant, weapon: Weapon, *, extra: int, helpers: int) -> int:
    """Return the number of d10s of an attack, at least 1 (R28, R30, R32, R33)."""
    cost = int(parrying_weapon_fits(combatant, weapon))
    dice = max(1, DICE[weapon.weapon_class] + extra + helpers + (combatant.count - 1) - cost)
    if dice > MOST_DICE:
        raise RefusedError(f"{dice:,} attack dice are too many; the limit is {MOST_DICE:,}")
    return dice


def defense_bonus(target: Combatant) -> int:
    """Return the modifier of attacks on a target that declared to defend and can, by its shield; else 0 (R20)."""
    if target.intent.action != "defend" or state.is_fallen(target):
        return 0
    return DEFENDING_WITH_SHIELD if target.shield or target.parrying == "shield" else DEFENDING


def weapon_of_attack(fight: Fight, attacker: str, named: str, *, weapon: str | None, throw: bool) -> tuple[str, Weapon]:
    """Return the weapon of an attack; what can be thrown is ranged if so ordered or at another arena (R11, R23)."""
    name, held = named_weapon(fight, attacker, weapon)
    throwable = held.range == "thrown"
    if throw and not throwable:
        raise RefusedError(f"{attacker} cannot throw the {name} (R11)", 'Its range is not "thrown".')
    if throwable and (throw or not state.share_arena(fight, attacker, named)):
        return name, replace(held, class_="ranged")
    return name, held


def check_reach_and_impediments(fight: Fight, who: str, named: str, weapon: Weapon, *, aim: bool) -> None:
    """Refuse an attack out of reach, or forbidden by an impediment (R23, R25, R27)."""
    attacker, target = fight.combatants[who], fight.combatants[named]
    effects.check_may_act_against(fight, who, [named], "attack")
    flies = weapon.weapon_class == "ranged"
    reach = aimed_reach(who, attacker, weapon) if aim else int(flies)
    if state.share_arena(fight, who, named):
        return
    away = distance(ground.neighbors(fight), attacker.arena or "", target.arena or "")
    if away is not None and away <= reach:
        return
    hint = ""
    if away is not None and not effects.statuses_barring_move(attacker, fight.round):
        to = shell_word(target.arena or "") if away == 1 else "ARENA"
        hint = f"Move closer first: combatcli move {shell_word(who)} {to}"
    if away is not None and can_be_aimed(weapon) and away <= aimed_reach(who, attacker, weapon):
        hint = f"Aim{', or move closer' if hint else ''}: combatcli declare {shell_word(who)} aim {shell_word(named)}"
    far = "out of all reach" if away is None else f"{count_of(away, 'arena')} away"
    what = f"reaches {count_of(reach, 'arena')}" if reach else "must be in one arena with it"
    rule = "R23" if flies or aim else "R27"
    message = f"{fight.subject(named):is} {far} in {target.arena}; {who} in {attacker.arena} {what} ({rule})"
    raise RefusedError(message, hint)


def aimed_reach(who: str, attacker: Combatant, weapon: Weapon) -> int:
    """Return the reach of an aimed shot in arenas: twice brawn, up to the weapon's range (R23)."""
    furthest = FURTHEST_AIM.get(weapon.range or "", 0)
    if not can_be_aimed(weapon):
        fit = next((name for name, other in attacker.weapons.items() if can_be_aimed(other)), "")
        hint = f"Take another in hand: --weapon {fit}" if fit else f"You can aim these: {', '.join(FURTHEST_AIM)}."
        raise RefusedError(f"{who} cannot aim with this weapon (R23)", hint)
    return furthest if weapon.range in WHOEVER_SHOOTS else max(1, min(AIM_OF_BRAWN * attacker.brawn, furthest))


def can_be_aimed(weapon: Weapon) -> bool:
    """Tell whether a weapon can be aimed: a bow, a sling or a crossbow, nothing thrown (R23)."""
    return weapon.weapon_class == "ranged" and (weapon.range or "") in FURTHEST_AIM


def effective_parries(context: Context, words: list[str], attacker: str, weapon: Weapon, taker: str) -> list[Parry]:
    """Return the parries that take effect; daring is by default the target's (R33)."""
    fight = context.fight
    parries: list[Parry] = []
    for word in words:
        use, _, named = word.partition(":")
        use = use.casefold()
        if use not in PARRIES or (named and use != "daring"):
            raise UsageError(f"--parry {word}: expected one of {', '.join(PARRIES)}", "Or daring:WHO, for another's.")
        who = attacker if use != "daring" else id_or_word(fight, named) if named else taker
        combatant, wielder = state.ROSTER.require_able(fight, who), fight.subject(who)
        if use == "daring" and who == attacker:
            raise RefusedError(f"{who} cannot parry their own attack (R33)", "Name a foe of theirs: --parry daring:WHO")
        if not parrying_weapon_fits(combatant, weapon if who == attacker else named_weapon(fight, who)[1]):
            hint = "Parry with a light or medium weapon or a shield, next to a light, hand, medium or heavy one."
            raise RefusedError(f"{wielder:holds} no parrying weapon that goes with the main one (R33)", hint)
        if not state.share_arena(fight, who, attacker):
            raise RefusedError(f"{wielder:is} not in the same arena as {attacker} and cannot parry (R33)")
        if combatant.parried == fight.round or any(who == other for _, other in parries):
            raise RefusedError(f"{wielder:has} already used the parrying weapon this round (R33)")
        if use == "daring" and state.are_allies(combatant, fight.combatants[attacker]):
            side = f"{wielder:is} on {fight.subject(attacker):'s} own side"
            context.warn_or_refuse(f"{side}, and {wielder.verb('parries')} only a foe's attack (R33)")
        elif use == "daring" and combatant.daring <= 0:
            context.warn(f"{wielder:'s} Daring is {combatant.daring}, and takes nothing off the attack (R33)")
        else:
            parries.append((use, who))
    return parries
