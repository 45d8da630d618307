"""What can be read off a `beacon` encounter: derived numbers, who can act, what is in hand, who threatens whom."""

from __future__ import annotations

from combatcli.errors import RefusedError, UsageError, nearest, nearest_of_few
from combatcli.rulesets.beacon.conditions import Part, has, may_threaten
from combatcli.rulesets.beacon.schema import Combatant, Fight, Weapon
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import as_point
from combatcli.rulesets.shared.memory import found_once
from combatcli.rulesets.shared.places import Places, king
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import in_one_arena
from combatcli.text import is_number

Context = CombatContext[Fight]
PHASES = ("declare", "ambush", "rash", "monsters", "cautious")
ATTRIBUTES = ("body", "mind", "will")
FACES = (0, 4, 6, 8, 10, 12)
"""The attribute die of each value; an attribute of 0 has none (E1)."""
ACTIONS = {
    "body": ("finesse", "prowl", "skirmish", "traverse"),
    "mind": ("craft", "hunt", "study", "survey"),
    "will": ("command", "consort", "sway", "utter"),
}
ATTRIBUTE_OF = {action: attribute for attribute, actions in ACTIONS.items() for action in actions}
OPPOSES = {"iron": "body", "ward": "mind", "grit": "will"}
HIT_POINTS = {"wizard": (2, 4), "rogue": (6, 5), "technician": (6, 5), "warrior": (10, 6)}
BASE_DEFENSE = 7
PLAYERS_STRESS = 10
SQUARE = 5
UNARMED = Weapon(effect="", reach=5)
DEAD = Hindrance("dead", "E11", gone=True, already="E34")
INCAPACITATED = Hindrance("incapacitated", "E41")
SURPRISED = Hindrance("surprised", "E10", brief=True)


def is_die(text: str) -> bool:
    """Tell whether some text is one die: d4, d10."""
    return text[:1] == "d" and is_number(text[1:]) and int(text[1:]) > 1


def face(combatant: Combatant, attribute: str) -> int:
    """Return the sides of somebody's attribute die, 0 for none (E1)."""
    return FACES[getattr(combatant, attribute)]


def max_hp(combatant: Combatant) -> int:
    """Return the most hit points: given, by archetype (E6), or what is left, at least 1; 0 where nothing is said."""
    if combatant.max_hp is not None:
        return combatant.max_hp
    if combatant.archetype is None:
        return max(1, combatant.hp) if combatant.hp is not None else 0
    base, step = HIT_POINTS[combatant.archetype]
    return base + step * combatant.tier + FACES[combatant.body] + FACES[combatant.mind] + FACES[combatant.will]


def hp(combatant: Combatant) -> int:
    """Return the hit points that are left; all, where nothing is said."""
    return combatant.hp if combatant.hp is not None else max_hp(combatant)


def max_stress(combatant: Combatant) -> int:
    """Return the most stress: given, else a player's 10 and nobody else's (E0, E5)."""
    if combatant.max_stress is not None:
        return combatant.max_stress
    return PLAYERS_STRESS if combatant.player else 0


def has_stress(combatant: Combatant) -> bool:
    """Tell whether somebody can take the stress of a push (E5)."""
    return combatant.stress < max_stress(combatant)


def left(combatant: Combatant) -> tuple[int, int]:
    """Return the hit points that are left, none below 0, and the most of them."""
    return max(0, hp(combatant)), max_hp(combatant)


def is_winded(combatant: Combatant) -> bool:
    """Tell whether half the hit points or fewer are left (E34)."""
    return 2 * hp(combatant) <= max_hp(combatant)


def is_dead(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether somebody is dead: at minus half the maximum, or at 0 where the table says so (E34)."""
    points = hp(combatant)
    return points <= 0 and (fight.house.get("death_at") == "zero" or 2 * points <= -max_hp(combatant))


def defense_in_parts(combatant: Combatant, defense: str) -> list[Part]:
    """Return a defense without conditions: given, else 7, Tier and the largest face; a weapon helps iron (E6, E31)."""
    own: int | None = getattr(combatant, defense)
    base = own if own is not None else BASE_DEFENSE + combatant.tier + face(combatant, OPPOSES[defense])
    helps = defense == "iron" and any("defensive" in weapon.properties for weapon in held_weapons(combatant))
    return [Part(defense, base), Part("defensive", int(helps))]


def held(combatant: Combatant) -> list[str]:
    """Return what is in hand: what is said, one or two, else the first weapon (E0, E13)."""
    wielding = combatant.wielding
    if wielding is None:
        return list(combatant.weapons)[:1]
    names = [wielding] if isinstance(wielding, str) else wielding
    return [name for name in names if name not in ("", "unarmed")]


def in_hands(items: list[str]) -> str | list[str]:
    """Return how it is written what is in hand: one item, or a list of several (E0)."""
    return items if len(items) > 1 else "".join(items)


def in_hand(combatant: Combatant) -> str:
    """Return the weapon that is used unless another is named; empty for none (E0)."""
    return next(iter(held(combatant)), "")


def held_weapons(combatant: Combatant) -> list[Weapon]:
    """Return the weapons in hand, without what else is held."""
    return [combatant.weapons[name] for name in held(combatant) if name in combatant.weapons]


def weapon_named(fight: Fight, who: str, name: str | None) -> tuple[str, Weapon]:
    """Return a weapon by name, the one in hand where none is named; RefusedError if there is none of that name."""
    combatant = fight.combatants[who]
    wanted = name if name is not None else in_hand(combatant)
    if wanted in ("", "unarmed"):
        return "unarmed", UNARMED
    if wanted not in combatant.weapons:
        raise RefusedError(f'{fight.subject(who):has} no weapon "{wanted}"', nearest_of_few(wanted, combatant.weapons))
    return wanted, combatant.weapons[wanted]


def attribute_of(action: str) -> str:
    """Return the attribute of an action; UsageError names the nearest if beacon has none of that name (E0)."""
    if action not in ATTRIBUTE_OF:
        raise UsageError(f'beacon has no action "{action}"', nearest(action, ATTRIBUTE_OF))
    return ATTRIBUTE_OF[action]


def _hindrance(fight: Fight, combatant: Combatant) -> Hindrance | None:
    if is_dead(fight, combatant):
        return DEAD
    return INCAPACITATED if has(combatant, "incapacitated") else SURPRISED if has(combatant, "surprised") else None


ROSTER = Roster(_hindrance, "E30")


def present(fight: Fight, who: str) -> list[str]:
    """Return who of those that caused somebody's conditions is there: not dead, and in the same arena (E41)."""
    bearer = fight.combatants[who]
    sources = {condition.source for condition in bearer.conditions}
    return [
        name
        for name, cause in fight.combatants.items()
        if name in sources and not is_dead(fight, cause) and in_one_arena(bearer, cause)
    ]


def feet_between(one: Combatant, other: Combatant) -> float | None:
    """Return the feet between two, counted in squares of 5, a diagonal as 5 (E20); None where that is not known."""
    here, there = as_point(one.position), as_point(other.position)
    return king(here, there) if here is not None and there is not None else None


@found_once
def _reach(combatant: Combatant) -> float | None:
    """Return how far somebody reaches with the melee weapons in hand; None without any (E23)."""
    return max([weapon.reach for weapon in held_weapons(combatant) if weapon.range is None], default=None)


PLACES = Places(lambda fight, combatant: not is_dead(fight, combatant), lambda combatant: left(combatant)[0])
"""Where those are who are not dead, those with the fewest hit points first."""


def threatens(fight: Fight, who: str, whom: str) -> bool:
    """Tell whether somebody threatens an enemy: able, a melee weapon in hand, the other within its reach (E23)."""
    one, other = fight.combatants[who], fight.combatants[whom]
    reach = _reach(one)
    if reach is None or not are_enemies(one, other):
        return False
    away = feet_between(one, other)
    engaged = away is None and (whom in one.engaged or who in other.engaged)
    within = away is not None and away <= reach and in_one_arena(one, other)
    able = (engaged or within) and ROSTER.can_fight(fight, who) and not is_dead(fight, other)
    return able and may_threaten(one, own_turn=fight.turn == who)


def threateners_of(fight: Fight, whom: str) -> list[str]:
    """Return who threatens somebody, in the file's order (E23)."""
    return [who for who in fight.combatants if threatens(fight, who, whom)]


def in_melee(fight: Fight, who: str) -> bool:
    """Tell whether somebody is in melee: threatening or threatened (E23)."""
    return any(threatens(fight, who, other) or threatens(fight, other, who) for other in fight.combatants)


def flanks(fight: Fight, attacker: str, target: str) -> bool:
    """Tell whether a target stands between its attacker and another who threatens it, exactly opposite (E31)."""
    place, own = as_point(fight.combatants[target].position), as_point(fight.combatants[attacker].position)
    if place is None or own is None or not threatens(fight, attacker, target):
        return False
    here = (own[0] - place[0], own[1] - place[1])
    for other in threateners_of(fight, target):
        point = as_point(fight.combatants[other].position) or place
        there = (point[0] - place[0], point[1] - place[1])
        if here[0] * there[1] == here[1] * there[0] and here[0] * there[0] + here[1] * there[1] < 0:
            return True
    return False
