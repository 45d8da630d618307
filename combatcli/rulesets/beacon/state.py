"""What a `beacon` encounter tells: derived numbers, who can act, in hand, threatening; the tables of its rules."""

from collections.abc import Sequence
from math import isfinite

from combatcli.errors import RefusedError, nearest_of_few, require_known
from combatcli.rulesets.beacon import conditions
from combatcli.rulesets.beacon.events import Part
from combatcli.rulesets.beacon.schema import Combatant, Fight, Weapon
from combatcli.rulesets.parts import MakeTables, RuleTables
from combatcli.rulesets.parts import table as rule_table
from combatcli.rulesets.shared.grids import as_point
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.places import Places
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import may_share_arena
from combatcli.text import is_number

PHASES = ("declare", "ambush", "rash", "monsters", "cautious")
ATTRIBUTES = ("body", "mind", "will")
FACES = (0, 4, 6, 8, 10, 12)
"""The attribute die of each value, 0 for none (E1)."""
ACTIONS = {
    "body": ("finesse", "prowl", "skirmish", "traverse"),
    "mind": ("craft", "hunt", "study", "survey"),
    "will": ("command", "consort", "sway", "utter"),
}
ATTRIBUTE_OF = {action: attribute for attribute, actions in ACTIONS.items() for action in actions}
OPPOSES = {"iron": "body", "ward": "mind", "grit": "will"}
HIT_POINTS = {"wizard": (2, 4), "rogue": (6, 5), "technician": (6, 5), "warrior": (10, 6)}
SQUARE = 5
UNARMED = Weapon(effect="", reach=5)
DEAD = Hindrance("dead", "E11", gone=True, already="E34")
INCAPACITATED = Hindrance("incapacitated", "E41")
SURPRISED = Hindrance("surprised", "E10", brief=True)


def is_die(text: str) -> bool:
    """Tell whether a text is one die, such as d4 or d10."""
    return text[:1] == "d" and is_number(text[1:]) and int(text[1:]) > 1


def die_sides(combatant: Combatant, attribute: str) -> int:
    """Return the sides of an attribute die, 0 for none (E1)."""
    return FACES[getattr(combatant, attribute)]


def max_hp(combatant: Combatant) -> int:
    """Return the maximum hit points: as written, by archetype (E6), or the written hit points, 1 at least; else 0."""
    if combatant.max_hp is not None:
        return combatant.max_hp
    if combatant.archetype is None:
        return max(1, combatant.hp) if combatant.hp is not None else 0
    base, step = HIT_POINTS[combatant.archetype]
    return base + step * combatant.tier + FACES[combatant.body] + FACES[combatant.mind] + FACES[combatant.will]


def hp_left(combatant: Combatant) -> int:
    """Return the hit points left, by default all."""
    return combatant.hp if combatant.hp is not None else max_hp(combatant)


def max_stress(combatant: Combatant) -> int:
    """Return the maximum stress: as written, else 10 for a player's character and 0 for others (E0, E5)."""
    usual = 10 if combatant.player else 0
    return combatant.max_stress if combatant.max_stress is not None else usual


def has_room_for_stress(combatant: Combatant) -> bool:
    """Tell whether a combatant has room for the stress of a push (E5)."""
    return combatant.stress < max_stress(combatant)


def is_winded(combatant: Combatant) -> bool:
    """Tell whether half the hit points or fewer are left (E34)."""
    return 2 * hp_left(combatant) <= max_hp(combatant)


def is_dead(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether one is dead: without hit points, at minus half its maximum, or at 0 by a house rule (E34)."""
    points = combatant.hp
    if points is None:
        return combatant.max_hp is None and combatant.archetype is None
    return points <= 0 and (fight.house.get("death_at") == "zero" or 2 * points <= -max_hp(combatant))


def defense_in_parts(combatant: Combatant, defense: str) -> list[Part]:
    """Return a defense without conditions: written, else 7, Tier and the largest die; weapons add to iron (E6, E31)."""
    own: int | None = getattr(combatant, defense)
    base = own if own is not None else 7 + combatant.tier + die_sides(combatant, OPPOSES[defense])
    helps = defense == "iron" and any("defensive" in weapon.properties for weapon in held_weapons(combatant))
    return [Part(defense, base), Part("defensive", int(helps))]


def weapon_in_hand(combatant: Combatant) -> str:
    """Return the weapon used by default, empty for none (E0)."""
    return next(iter(combatant.held_items), "")


def held_weapons(combatant: Combatant) -> list[Weapon]:
    """Return the held weapons, without other items."""
    return [combatant.weapons[name] for name in combatant.held_items if name in combatant.weapons]


def weapon_named(fight: Fight, who: str, name: str | None) -> tuple[str, Weapon]:
    """Return a weapon by name, by default the one in hand; RefusedError for an unknown one."""
    combatant = fight.combatants[who]
    wanted = name if name is not None else weapon_in_hand(combatant)
    if wanted in ("", "unarmed"):
        return "unarmed", UNARMED
    if wanted not in combatant.weapons:
        raise RefusedError(f'{fight.subject(who):has} no weapon "{wanted}"', nearest_of_few(wanted, combatant.weapons))
    return wanted, combatant.weapons[wanted]


def attribute_of_action(action: str) -> str:
    """Return the attribute of an action; UsageError names the nearest for an unknown one (E0)."""
    require_known(action, ATTRIBUTE_OF, f'beacon has no action "{action}"')
    return ATTRIBUTE_OF[action]


def _hindrance(fight: Fight, combatant: Combatant) -> Hindrance | None:
    if is_dead(fight, combatant):
        return DEAD
    if not conditions.effective(combatant):
        return None
    return next((each for each in (INCAPACITATED, SURPRISED) if conditions.has_or_implies(combatant, each.word)), None)


ROSTER = Roster(_hindrance, "E30")


def is_source_present(fight: Fight, who: str, source: str) -> bool:
    """Tell whether the source of a combatant's condition is alive and in the same arena (E41)."""
    cause = fight.combatants.get(source)
    return cause is not None and not is_dead(fight, cause) and may_share_arena(fight.combatants[who], cause)


def feet_between(one: Combatant, other: Combatant) -> float | None:
    """Return the feet between two in squares of 5, diagonals too (E20); None if unknown."""
    if one.position is None or other.position is None:
        return None
    (x, y), (end_x, end_y) = one.position, other.position
    across, along = abs(x - end_x), abs(y - end_y)
    return max(across, along) if isfinite(across + along) else None


@computed_once
def _reach(combatant: Combatant) -> float | None:
    """Return the reach of the melee weapons in hand; None without any (E23)."""
    return max([weapon.reach for weapon in held_weapons(combatant) if weapon.range is None], default=None)


PLACES = Places(lambda fight, combatant: not is_dead(fight, combatant))
"""The places of the living."""


def threatens(fight: Fight, who: str, whom: str) -> bool:
    """Tell whether a combatant threatens an enemy: able, with a melee weapon in hand that reaches it (E23)."""
    one, other = fight.combatants[who], fight.combatants[whom]
    reach = _reach(one)
    if reach is None or not are_enemies(one, other):
        return False
    away = feet_between(one, other)
    engaged = away is None and (whom in one.engaged or who in other.engaged)
    within = away is not None and away <= reach and may_share_arena(one, other)
    able = (engaged or within) and ROSTER.can_fight_in_melee(fight, who) and not is_dead(fight, other)
    limits = [effects.get("threat", "") for _, effects in conditions.effective(one)] if able else []
    return able and "none" not in limits and (fight.turn == who or "own turn" not in limits)


def threateners_of(fight: Fight, whom: str) -> list[str]:
    """Return who threatens a combatant, in the file's order (E23)."""
    return [who for who in fight.combatants if threatens(fight, who, whom)]


def are_in_melee(fight: Fight, one: str, other: str) -> bool:
    """Tell whether two are in melee: one threatens the other (E23)."""
    return threatens(fight, one, other) or threatens(fight, other, one)


def in_melee(fight: Fight, who: str) -> bool:
    """Tell whether a combatant is in melee with anybody (E23)."""
    return any(are_in_melee(fight, who, foe) for foe in fight.combatants)


def flanks(fight: Fight, attacker: str, target: str) -> bool:
    """Tell whether a target stands exactly between its attacker and another who threatens it (E31)."""
    place, own = as_point(fight.combatants[target].position), as_point(fight.combatants[attacker].position)
    if place is None or own is None:
        return False
    here = (own[0] - place[0], own[1] - place[1])
    for other, combatant in fight.combatants.items():
        point = as_point(combatant.position) if other not in (attacker, target) else None
        if point is None:
            continue
        behind = (point[0] - place[0], point[1] - place[1])
        opposite = here[0] * behind[1] == here[1] * behind[0] and here[0] * behind[0] + here[1] * behind[1] < 0
        if opposite and threatens(fight, other, target):
            return threatens(fight, attacker, target)
    return False


def tier_with_flanking(fight: Fight, who: str, target: str, tier: Sequence[Part]) -> list[Part]:
    """Return a Tier with what the target's conditions add to it (E31, E44).

    Flanked and flanking count once, and only for attackers that threaten the target, if positions are known.
    """
    attacker, other = fight.combatants[who], fight.combatants[target]
    parts = [*tier, *conditions.effect_parts(other, "attackers_tier", lambda each, _: each.source in ("", who))]
    unflanked = [part for part in parts if part.reason not in ("flanked", "flanking")]
    near = unflanked != parts and (feet_between(attacker, other) is None or threatens(fight, who, target))
    return [*unflanked, Part("flanking", 1)] if near or flanks(fight, who, target) else unflanked


def _conditions_table(title: str, kind: str, *, fixed: bool | None = None) -> RuleTables:
    rows = [
        (name, row["degree"] or f"1 to {conditions.MOST}", row["says"].format_map(row))
        for name, row in conditions.table().items()
        if row["kind"] == kind and fixed in (None, bool(row["degree"]))
    ]
    heading = "quality#" if kind == "boon" else "severity#"
    return rule_table(title, ("name", heading, "what it does"), rows)


TABLES: dict[str, MakeTables] = {
    "E0": lambda: [
        *rule_table("Actions", ("attribute", "actions"), [(of, ", ".join(actions)) for of, actions in ACTIONS.items()]),
        *rule_table("Energy", ("types",), [(", ".join(conditions.TYPES),)]),
    ],
    "E6": lambda: rule_table(
        "Hit points, to which the three largest faces are added",
        ("archetype", "base#", "a Tier#"),
        [(archetype, base, step) for archetype, (base, step) in HIT_POINTS.items()],
    ),
    "E40": lambda: _conditions_table("Scaled wounds", "wound", fixed=False),
    "E41": lambda: [*_conditions_table("Fixed wounds", "wound", fixed=True), *_conditions_table("Others", "other")],
    "E43": lambda: _conditions_table("Boons", "boon"),
}
