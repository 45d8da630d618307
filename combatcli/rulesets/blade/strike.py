"""One attack, in melee, as a shot, or at one who turns away (B20–B25, B30): whether it may be made, what it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Node
from combatcli.encounter.references import CombatantId, WeaponName, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.actions import Request
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.difficulty import (
    BEYOND,
    CLOSE,
    FAR,
    called_shot,
    competing_difficulties,
    range_band,
    roll_under,
)
from combatcli.rulesets.blade.melee import STEPS, check_melee, keep_order, step_of, still_strikes
from combatcli.rulesets.blade.reach import apart, engage, foes, point_within, stand_beside
from combatcli.rulesets.blade.schema import Combatant, Fight, Hit
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.weapons import Wielded, protection, roll_damage, wielded_by
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import as_point, rounded, within
from combatcli.rulesets.shared.pending import add_pending
from combatcli.rulesets.shared.touching import in_one_arena
from combatcli.rulesets.tasks import DisplayOnly, do, roll
from combatcli.text import decimal, in_feet

AT_ONCE, SHOT = "at once", "shot"
MOUNTED_CHARGE = 1
Reasons = tuple[tuple[str, int], ...]
"""Numbers by their reasons."""
KEEPS_FROM_SHOOTING = {"charging": "B13", "running": "B12", "casting": "B25", "improvising": "B26"}


class AttackRequest(Request, frozen=True):
    """An attack; ``difficulty`` and ``bonus`` are the referee's, ``distance`` that of a shot in feet."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []
    weapon: WeaponName | None = None
    bonus: int = 0
    difficulty: int = 0
    called: str | None = None
    distance: float | None = None
    opportunity: bool = False
    all: bool = False
    apply: bool = False


class Attack(Record):
    """An attack that the rules allow: whose, on whom, with what, in which step, how far; each number by its reasons."""

    attacker: str
    target: str
    weapon: str
    damage: tuple[Node, ...]
    step: str
    feet: float | None
    range: str
    called: str
    attribute: str
    value: int
    difficulty: int
    """The Difficulty that counts: the highest of those that compete, and on top of it what increases it (B22)."""
    competing: Reasons
    increases: Reasons
    bonuses: Reasons
    needed: int
    """What the two dice must not exceed (B20)."""
    extra: int
    """What a mounted charge adds to the damage (B27)."""
    protection: int
    """What is taken off it (B41)."""


def check_request(request: AttackRequest) -> None:
    """Raise UsageError where a request contradicts itself."""
    if request.all and request.opportunity:
        raise UsageError("--all and --opportunity exclude each other", "One is the melee, the other is out of turn.")
    if request.all and request.attacker:
        raise UsageError("--all resolves the whole melee and takes no attacker", "Leave out --all to make one attack.")
    if request.difficulty < 0:
        raise UsageError("a Difficulty must be 0 or more", "Use --bonus to make it easier.")
    if request.distance is not None and request.distance < 0:
        raise UsageError("--distance must be 0 feet or more")
    if request.called is not None:
        called_shot(request.called)


def allowed_attack(fight: Fight, request: AttackRequest, who: str, target: str) -> Attack:
    """Return an attack that the rules allow; RefusedError says why they do not."""
    attacker, enemy = _striker(fight, request, who), ROSTER.require_foe(fight, who, target)
    rather_melee = fight.phase == "melee" and request.distance is None
    draws = rather_melee and request.weapon is None and target in foes(fight, who)
    melee = request.opportunity or request.all or draws
    weapons = wielded_by(who, attacker, request.weapon, melee=melee, rather_melee=rather_melee)
    if weapons.shot:
        check_shot(who, attacker)
    elif not request.opportunity:
        check_melee(fight, who)
        check_reach(fight, who, target, weapons)
    if request.distance is not None and not weapons.shot:
        raise UsageError(
            "--distance is for shots, but this is a melee attack", "Leave it out, because reach counts in melee."
        )
    feet = shot_distance(fight, who, target, request.distance) if weapons.shot else None
    band = band_of(who, target, weapons, feet) if weapons.shot else ""
    part, harder = called_shot(request.called) if request.called is not None else ("", 0)
    competing = {**competing_difficulties(fight, attacker, enemy, weapons.weapon), "given": request.difficulty}
    increases = {"far": FAR if band == "far" else 0, f"called shot, {part}": harder}
    bonuses = {"close": CLOSE if band == "close" else 0, "given": request.bonus}
    difficulty = max(competing.values()) + sum(increases.values())
    value = getattr(attacker, weapons.attribute)
    charges = not weapons.shot and not request.opportunity and state.deeds(attacker).charged == target
    return Attack(
        attacker=who,
        target=target,
        weapon=weapons.name,
        damage=weapons.damage,
        step=SHOT if weapons.shot else AT_ONCE if request.opportunity else step_of(attacker),
        feet=feet,
        range=band,
        called=part,
        attribute=weapons.attribute,
        value=value,
        difficulty=difficulty,
        competing=_counting(competing),
        increases=_counting(increases),
        bonuses=_counting(bonuses),
        needed=value - difficulty + sum(bonuses.values()),
        extra=MOUNTED_CHARGE if attacker.mounted and charges else 0,
        protection=protection(enemy.armor, weapons.weapon),
    )


def _counting(reasons: Mapping[str, int]) -> Reasons:
    return tuple([(reason, value) for reason, value in reasons.items() if value])


def _striker(fight: Fight, request: AttackRequest, who: str) -> Combatant:
    """Return who attacks: whoever can act, and in melee one who fell in the step of their own strike (B31)."""
    combatant = combatant_named(fight, who)
    if fight.phase == "melee" and not request.opportunity and still_strikes(combatant):
        return combatant
    return ROSTER.require_able(fight, who)


def check_shot(who: str, combatant: Combatant) -> None:
    """Refuse a shot to who runs, charges, casts or improvises this round (B12, B13, B25, B26)."""
    reasons = [word for word in state.lasting_deeds(combatant) if word != "shooting"]
    if reasons:
        rule = KEEPS_FROM_SHOOTING[reasons[0]]
        raise RefusedError(f"{who} is {reasons[0]} this round and cannot shoot ({rule})")


def shot_distance(fight: Fight, who: str, target: str, distance: float | None) -> float | None:
    """Return the feet of a shot: as said, else from the positions, else those of a melee; None if nothing tells."""
    if distance is not None:
        return distance
    feet = apart(fight.combatants[who], fight.combatants[target])
    return 0 if feet is None and target in foes(fight, who) else feet


def band_of(who: str, target: str, weapons: Wielded, feet: float | None) -> str:
    """Return the range of a shot; RefusedError beyond them all (B23)."""
    weapon = weapons.weapon
    band = range_band(weapon, feet)
    if band == BEYOND and feet is not None:
        furthest = max(limit for limit in (weapon.close, weapon.medium, weapon.far) if limit is not None)
        raise RefusedError(
            f"{target} is {in_feet(feet)} away, and {who} ({weapons.name}) reaches {furthest:g} (B23)",
            f"Move closer first: combatcli move {who} …",
        )
    return band


def check_reach(fight: Fight, who: str, target: str, weapons: Wielded) -> None:
    """Refuse a melee with somebody who is out of reach, where positions or arenas tell."""
    attacker, enemy, reach = fight.combatants[who], fight.combatants[target], weapons.weapon.reach
    feet = apart(attacker, enemy)
    if feet is not None and not within(feet, reach):
        raise RefusedError(
            f"{target} is {in_feet(feet)} away, and {who} ({weapons.name}) reaches {reach:g} (B30)",
            _way_there(fight, who, target, reach, feet),
        )
    if not in_one_arena(attacker, enemy):
        raise RefusedError(
            f"{target} is in {enemy.arena}, and {who} in {attacker.arena} (B30)",
            "" if state.has_moved(attacker) else f"Go there first: combatcli move {who} {enemy.arena}",
        )


def _way_there(fight: Fight, who: str, target: str, reach: float, feet: float) -> str:
    """Say how someone gets within reach: by a charge, or, of a foe they are engaged with, by some steps (B13).

    Nothing is said where that would be refused.
    """
    from combatcli.rulesets.blade.move import combat_movement

    mover = fight.combatants[who]
    start, end = as_point(mover.position), as_point(fight.combatants[target].position)
    if state.has_moved(mover) or feet - reach > combat_movement(mover.movement):
        return ""
    if target not in foes(fight, who) or start is None or end is None:
        may_charge = ROSTER.are_foes(fight, who, target) and not state.lasting_deeds(mover)
        return f"Go there first: combatcli move {who} --charge {target}" if may_charge else ""
    there = point_within(start, end, reach)
    return f"Go there first: combatcli move {who} {','.join(map(decimal, there))}"


def strike(context: CombatContext[Fight], request: AttackRequest, target: str) -> None:
    """Make one attack that is not the melee of all."""
    who = request.attacker
    stand_beside(context, who)
    attack = allowed_attack(context.fight, request, who, target)
    ROSTER.warn_of_allies(context, who, target)
    if attack.step == SHOT:
        _shoot(context, attack)
    elif attack.step == AT_ONCE:
        _take_opportunity(context, attack)
    else:
        state.use_melee_phase(context)
        keep_order(context, who)
        strike_once(context, attack)
    do(context, (roll_attack, attack))


def strike_once(context: CombatContext[Fight], attack: Attack) -> None:
    """Spend the one melee attack of the round (B30), and let the two be engaged."""
    who = attack.attacker
    if state.deeds(context.fight.combatants[who]).struck:
        context.warn_or_refuse(f"{who} has already made a melee attack this round (B30)")
    state.note(context, who, struck=True)
    if context.formal:
        engage(context, who, attack.target)


def _shoot(context: CombatContext[Fight], attack: Attack) -> None:
    """Spend the one shot of the round, in the phase of one's side (B1, B25)."""
    who = attack.attacker
    state.use_side_phase(context, who, "shots")
    if state.deeds(context.fight.combatants[who]).shot:
        context.warn_or_refuse(f"{who} has already shot this round (B1)")
    if attack.feet is None:
        context.warn("no distance was given, so this counts as medium range; give it with --distance FEET (B23)")
    state.note(context, who, shot=True)


def _take_opportunity(context: CombatContext[Fight], attack: Attack) -> None:
    """Use the chance that somebody gave by turning away or casting (B11, B25)."""
    who, target = attack.attacker, attack.target
    chances = state.deeds(context.fight.combatants[target]).opportunity
    if who in chances:
        state.note(context, target, opportunity=[foe for foe in chances if foe != who])
    elif context.formal:
        hint = "Turning away or casting within reach gives one, and it is gone with the phase."
        raise RefusedError(f"{target} gives {who} no opportunity (B11)", hint)


def attack_dice(
    source: Source, needed: int, damage: tuple[Node, ...], extra: int, protected: int, points: int
) -> tuple[bool, int, DisplayOnly[tuple[tuple[int, ...], tuple[int, ...], int]]]:
    """Roll an attack, and on a hit its damage, of which as much as the target has points matters (B20, B40, B41).

    Return whether it hits, and what Protection leaves of the damage; of both the faces, and the damage as rolled.
    """
    success, _, faces = roll_under(source, needed)
    if not success:
        return False, 0, DisplayOnly((faces.value, (), 0))
    source.purpose = f"the damage of {source.purpose}"
    rolled, damage_faces = roll_damage(source, damage, points + protected)
    return True, max(0, rolled + extra - protected), DisplayOnly((faces.value, damage_faces, rolled))


def roll_attack(context: CombatContext[Fight], attack: Attack) -> None:
    """Roll an attack; a hit that does something waits in pending."""
    who, target = attack.attacker, attack.target
    enemy = context.fight.combatants[target]
    given = (attack.needed, attack.damage, attack.extra, attack.protection, state.points_left(enemy))
    hit, damage, shown = roll(context, f"{who}'s attack on {target}", attack_dice, *given)
    if damage:
        step = attack.step if attack.step in STEPS else ""
        add_pending(context, Hit(attacker=who, target=target, weapon=attack.weapon, damage=damage, step=step))

    def event() -> events.Attack:
        faces, damage_faces, rolled_damage = shown.value
        highest = max(attack.competing, key=itemgetter(1), default=("", 0))
        event = events.Attack(
            attacker=who,
            target=target,
            weapon=attack.weapon,
            step=attack.step,
            attribute=attack.attribute,
            value=attack.value,
            difficulty=attack.difficulty,
            reason=[reason for reason, _ in (highest, *attack.increases) if reason],
            difficulties=dict(attack.competing + attack.increases),
            bonuses=dict(attack.bonuses),
            bonus=sum(dict(attack.bonuses).values()),
            faces=list(faces),
            kept=list(faces),
            total=sum(faces),
            needed=attack.needed,
            hit=hit,
            damage=damage if hit else None,
            damage_faces=list(damage_faces),
            range=attack.range,
            called=attack.called,
        )
        if attack.step == SHOT:
            event.distance = None if attack.feet is None else rounded(attack.feet)
        if hit:
            event.rolled_damage, event.extra_damage, event.protection = rolled_damage, attack.extra, attack.protection
            event.armor = enemy.armor.category
        return event

    context.tell_attack(who, target, event)
