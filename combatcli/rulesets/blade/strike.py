"""One attack: in melee, as a shot, or at a foe who turns away (B20–B25, B30)."""

from typing import Annotated

from combatcli.dice.rolling.roll import roll_total
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Node
from combatcli.encounter.references import CombatantId, WeaponName, combatant_named
from combatcli.encounter.schema import Natural
from combatcli.errors import RefusedError, UsageError
from combatcli.events import Table
from combatcli.rulesets import actions
from combatcli.rulesets.asked import feet, flag, number, text
from combatcli.rulesets.blade import events, melee, state, two_dice, weapons
from combatcli.rulesets.blade.schema import Distance, Fight, Hit, Weapon
from combatcli.rulesets.blade.state import ROSTER, Context
from combatcli.rulesets.shared.grids import is_within, rounded
from combatcli.rulesets.shared.pending import add_pending
from combatcli.rulesets.shared.places import distance_apart
from combatcli.rulesets.shared.touching import may_share_arena
from combatcli.rulesets.tasks import DisplayOnly, do, roll
from combatcli.text import in_feet, shell_word

AT_ONCE, SHOT = "at once", "shot"
MOUNTED_CHARGE = 1
Damage = tuple[tuple[Node, ...], int, int]
"""The damage dice, the bonus of a mounted charge (B27), and the Protection that is subtracted (B41)."""


class AttackRequest(actions.AttackRequest, frozen=True):
    """An attack; ``difficulty`` and ``bonus`` are the referee's, ``distance`` that of a shot in feet."""

    weapon: WeaponName | None = None
    bonus: int = 0
    difficulty: Annotated[
        Natural, number("set a Difficulty of N; of several, only the highest counts", beyond=weapons.EASIER)
    ] = 0
    called: Annotated[
        str | None, text("PART[:N]", "make a called shot, N harder; hands are 1, eyes 3", offers=tuple(weapons.PARTS))
    ] = None
    distance: Annotated[Distance | None, feet("distance of a shot: 40, or 12m in meters")] = None
    opportunity: Annotated[bool, flag("strike out of turn at a foe who turns away or casts")] = False
    without: Annotated[list[CombatantId], text("WHO", "with --all: this one strikes at nobody", many=True)] = []
    all: bool = False
    apply: bool = False


def check_request(request: AttackRequest) -> None:
    """Raise UsageError where a request contradicts itself."""
    if request.without and not request.all:
        raise UsageError("--without belongs to the melee of all", "Write: combatcli attack --all --without WHO")
    if request.all and (request.attacker or request.opportunity):
        message = "--all resolves the whole melee and takes no attacker and no --opportunity"
        raise UsageError(message, "Leave out --all to make one attack.")
    if request.called is not None:
        weapons.called_shot(request.called)


def allowed_attack(fight: Fight, request: AttackRequest, who: str, target: str) -> tuple[Table, Damage]:
    """Return an attack in the keys of its event that no die decides; RefusedError says why it is not allowed."""
    attacker, in_melee = combatant_named(fight, who), fight.phase == "melee"
    if request.opportunity or not in_melee or not state.fallen_still_strikes(attacker):
        ROSTER.require_able(fight, who)
    enemy = ROSTER.require_attackable(fight, who, target)
    rather_melee = in_melee and request.distance is None
    draws = rather_melee and request.weapon is None
    at_hand = request.opportunity or request.all or (draws and melee.is_engaged(fight, who, target))
    held, shot = weapons.weapons_of_attack(fight, who, request.weapon, melee=at_hand, rather_melee=rather_melee)
    name, weapon = " and ".join([name for name, _ in held]), held[0][1]
    reason_against = reason_against_shot if shot else melee.reason_against_melee
    if not request.opportunity and (sentence := reason_against(fight, who)):
        raise RefusedError(sentence)
    asked = (fight, request, who, target, name, weapon)
    feet, band = (None, "") if request.opportunity else feet_and_range(*asked, shot=shot)
    if request.distance is not None and not shot:
        hint = "Leave it out, because reach counts in melee."
        raise UsageError("--distance is for shots, but this is a melee attack", hint)
    part, harder = weapons.called_shot(request.called) if request.called is not None else ("", 0)
    competing = _nonzero(**weapons.competing_difficulties(fight, attacker, enemy, weapon), given=request.difficulty)
    increases = _nonzero(**{"far": weapons.FAR if band == "far" else 0, f"called shot, {part}": harder})
    bonuses = _nonzero(close=weapons.CLOSE if band == "close" else 0, given=request.bonus)
    highest = sorted(competing, key=competing.__getitem__, reverse=True)[:1]
    attribute = weapon.attribute or ("agility" if shot else "strength")
    value, difficulty = getattr(attacker, attribute), max(competing.values(), default=0) + sum(increases.values())
    bonus = sum(bonuses.values())

    attack = {
        "attacker": who,
        "target": target,
        "weapon": name,
        "step": SHOT if shot else AT_ONCE if request.opportunity else state.melee_step(attacker),
        "attribute": attribute,
        "value": value,
        "difficulty": difficulty,
        "reason": [*highest, *increases],
        "difficulties": {**competing, **increases},
        "bonus": bonus,
        "bonuses": bonuses,
        "needed": value - difficulty + bonus,
        **({"distance": None if feet is None else rounded(feet)} if shot else {}),
        "range": band,
        "thrown": shot and weapon.hands == 1,
        "called": part,
    }
    charges = attack["step"] in state.STEPS and attacker.mounted and state.deeds(attacker).charged == target
    extra, protected = MOUNTED_CHARGE if charges else 0, weapons.protection_against(enemy.armor, weapon)
    return attack, (weapons.damage_dice(held), extra, protected)


def _nonzero(**values: int) -> dict[str, int]:
    return {reason: value for reason, value in values.items() if value}


def reason_against_shot(fight: Fight, who: str) -> str:
    """Return why a combatant cannot shoot: what else it does this round; empty if it can (B12, B13, B25, B26)."""
    for word in state.lasting_deeds(fight.combatants[who]):
        if word in state.KEEPS_FROM_SHOOTING:
            return f"{fight.subject(who):is} {word} this round and cannot shoot ({state.KEEPS_FROM_SHOOTING[word]})"
    return ""


def feet_and_range(
    fight: Fight, request: AttackRequest, who: str, target: str, name: str, weapon: Weapon, *, shot: bool
) -> tuple[float | None, str]:
    """Return the feet of an attack, and the range of a shot: close, medium or far; medium if unknown (B23).

    RefusedError beyond far range or, in melee, out of reach; who has not moved may go up to a target near enough (B30).
    """
    attacker, enemy = fight.combatants[who], fight.combatants[target]
    feet = request.distance if shot and request.distance is not None else distance_apart(attacker, enemy)
    if shot and feet is None and not melee.is_engaged(fight, who, target):
        return None, "medium"
    limits, rule = (weapon.ranges, "B23") if shot else ({"": weapon.reach}, "B30")
    away = feet or 0
    bands = [band for band, limit in limits.items() if is_within(away, limit)]
    if not bands:
        reach = max(limits.values())
        near = not state.has_moved_this_round(attacker) and away - reach <= state.combat_movement(attacker.movement)
        hint = f"Go there first: combatcli move {shell_word(who)} {shell_word(target)}" if near else ""
        far = f"{fight.subject(target):is} {in_feet(away)} away, and {who} ({name}) reaches {reach:g} ({rule})"
        raise RefusedError(far, hint)
    if not shot and not may_share_arena(attacker, enemy):
        way = f"combatcli move {shell_word(who)} {shell_word(enemy.arena or '')}"
        hint = "" if state.has_moved_this_round(attacker) else f"Go there first: {way}"
        raise RefusedError(f"{fight.subject(target):is} in {enemy.arena}, and {who} in {attacker.arena} (B30)", hint)
    return feet, bands[0]


def strike_outside_melee(context: Context, request: AttackRequest, target: str) -> None:
    """Make one attack outside the common melee; a strike at another foe than the charged one is irregular (B13)."""
    who = request.attacker
    melee.engage_adjacent(context, who)
    attack, damage = allowed_attack(context.fight, request, who, target)
    ROSTER.warn_of_attack_on_ally(context, who, target)
    if attack["step"] == SHOT:
        _spend_shot(context, attack, request.distance)
    elif attack["step"] == AT_ONCE:
        _take_opportunity(context, attack)
    else:
        state.warn_before_melee(context)
        charged, subject = state.deeds(context.fight.combatants[who]).charged, context.fight.subject(who)
        if charged not in (None, target) and not melee.is_engaged(context.fight, who, target):
            message = f"{subject:has} charged {charged} and {subject.verb('is not')} engaged with {target} (B13)"
            context.warn_or_refuse(message)
        melee.warn_of_early_strike(context, who)
        spend_melee_attack_and_engage(context, attack)
    do(context, (roll_attack, attack, damage))


def spend_melee_attack_and_engage(context: Context, attack: Table) -> None:
    """Spend the one melee attack of the round (B30), and engage the two."""
    who = attack["attacker"]
    if state.deeds(context.fight.combatants[who]).struck:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already made a melee attack this round (B30)")
    state.note_deed(context, who, struck=True)
    if context.formal:
        melee.engage(context, who, attack["target"])


def _spend_shot(context: Context, attack: Table, distance: float | None) -> None:
    """Spend the one shot of the round, in the phase of the shooter's side (B1, B25)."""
    who = attack["attacker"]
    state.warn_or_refuse_outside_phase(context, who, "shots")
    state.warn_or_refuse_pending_hits(context, who)
    state.take_back_spell(context, who)
    if state.deeds(context.fight.combatants[who]).shot:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already shot this round (B1)")
    between = distance_apart(context.fight.combatants[who], context.fight.combatants[attack["target"]])
    if distance is not None and between is not None and rounded(between) != rounded(distance):
        context.warn(f"--distance {distance:g} counts, though the positions are {in_feet(between)} apart (B23)")
    medium = attack["distance"] is None and attack["range"] == "medium"
    if medium and not melee.is_engaged(context.fight, who, attack["target"]):
        context.warn("no distance was given, so this counts as medium range; give it with --distance FEET (B23)")
    if attack["thrown"] and attack["distance"] is None:
        context.warn(f"{attack['weapon']} is thrown here; in the melee phase it strikes (B30)")
    state.note_deed(context, who, shot=True)


def _take_opportunity(context: Context, attack: Table) -> None:
    """Use the opportunity that a foe gave by turning away or casting (B11, B25)."""
    who, target = attack["attacker"], attack["target"]
    state.warn_or_refuse_pending_hits(context, who)
    enemy = context.fight.combatants[target]
    done = state.deeds(enemy)
    if who in done.opportunity:
        state.note_deed(context, target, opportunity=[foe for foe in done.opportunity if foe != who])
    elif who in done.spell_opportunity:
        is_to_cast = state.open_declaration(enemy, "cast") is not None
        interrupted = [*done.interrupted, who] if is_to_cast else done.interrupted
        left = [foe for foe in done.spell_opportunity if foe != who]
        state.note_deed(context, target, spell_opportunity=left, interrupted=interrupted)
    elif context.formal:
        hint = "Turning away or casting within reach gives one, and it is gone with the phase."
        rule = "B25" if state.has_declared(enemy, "cast") else "B11"
        raise RefusedError(f"{context.fight.subject(target):gives} {who} no opportunity ({rule})", hint)


def attack_dice(
    source: Source, needed: int, damage: Damage, points: int
) -> tuple[bool, int, DisplayOnly[tuple[tuple[int, ...], tuple[int, ...], int]]]:
    """Roll an attack; return whether it hits, the damage left of ``points``, and both rolls (B20, B40, B41)."""
    (trees, extra, protected), (success, _, faces) = damage, two_dice.roll_under(source, needed)
    if not success:
        return False, 0, DisplayOnly((faces.value, (), 0))
    source.purpose = f"the damage of {source.purpose}"
    rolled = [roll_total(tree, source, points + protected) for tree in trees]
    highest = max(0, *[roll.total for roll in rolled])
    damage_faces = tuple([face for roll in rolled for face in roll.faces])
    return True, max(0, highest + extra - protected), DisplayOnly((faces.value, damage_faces, highest))


def roll_attack(context: Context, attack: Table, damage: Damage) -> None:
    """Roll an attack; a hit that does something waits in pending."""
    who, target = attack["attacker"], attack["target"]
    enemy = context.fight.combatants[target]
    arguments = (attack["needed"], damage, state.total_points_left(enemy))
    hit, left, shown = roll(context, f"{context.fight.subject(who):'s} attack on {target}", attack_dice, *arguments)
    if left:
        step = attack["step"] if attack["step"] in state.STEPS else ""
        add_pending(context, Hit(attacker=who, target=target, weapon=attack["weapon"], damage=left, step=step))

    def event() -> events.Attack:
        faces, damage_faces, rolled_damage = shown.value
        _, extra, protection = damage
        return events.Attack(
            **attack,
            faces=list(faces),
            kept=list(faces),
            total=sum(faces),
            hit=hit,
            damage=left if hit else None,
            damage_faces=list(damage_faces),
            rolled_damage=rolled_damage if hit else None,
            extra_damage=extra if hit else None,
            protection=protection if hit else None,
            armor=enemy.armor.category if hit else None,
        )

    context.tell_attack(who, target, event)
