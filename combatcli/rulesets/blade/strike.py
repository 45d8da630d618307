"""One attack, in melee, as a shot, or at one who turns away (B20–B25, B30): whether it may be made, what it leaves."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId, WeaponName, combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.actions import Request
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.difficulty import attack_roll, called_shot, range_band, roll_attack, shot_distance
from combatcli.rulesets.blade.reach import apart, engage, foes, point_within
from combatcli.rulesets.blade.schema import Hit
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.timing import STEPS, check_melee, step_of, still_strikes
from combatcli.rulesets.blade.weapons import wielded_by
from combatcli.rulesets.shared.grids import as_point, rounded, within
from combatcli.rulesets.shared.pending import add_pending
from combatcli.rulesets.shared.touching import in_one_arena
from combatcli.rulesets.steps import Step
from combatcli.text import decimal, in_feet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade.difficulty import AttackResult, AttackRoll
    from combatcli.rulesets.blade.schema import Combatant, Fight
    from combatcli.rulesets.blade.weapons import Wielded
    from combatcli.rulesets.context import CombatContext

AT_ONCE, SHOT = "at once", "shot"


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
    """An attack that may be made: who, whom, with what, in which step, and what it rolls."""

    attacker: str
    target: str
    weapons: Wielded
    step: str
    roll: AttackRoll
    feet: float | None
    called: str | None

    @property
    def pair(self) -> tuple[str, str]:
        """Who attacks, and whom."""
        return self.attacker, self.target


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


def prepare_attack(fight: Fight, request: AttackRequest, who: str, target: str) -> Attack:
    """Return an attack that the rules allow; RefusedError says why they do not."""
    attacker = _striker(fight, request, who)
    ROSTER.require_foe(fight, who, target)
    rather_melee = fight.phase == "melee" and request.distance is None
    draws = rather_melee and request.weapon is None and target in foes(fight, who)
    weapons = wielded_by(
        who, attacker, request.weapon, melee=request.opportunity or request.all or draws, rather_melee=rather_melee
    )
    shot = weapons.shot
    if shot:
        check_shot(who, attacker)
    elif not request.opportunity:
        check_melee(fight, who)
        check_reach(fight, who, target, weapons)
    if request.distance is not None and not shot:
        raise UsageError(
            "--distance is for shots, but this is a melee attack", "Leave it out, because reach counts in melee."
        )
    step = SHOT if shot else AT_ONCE if request.opportunity else step_of(attacker)
    feet = shot_distance(fight, who, target, request.distance) if shot else None
    called = called_shot(request.called) if request.called is not None else None
    given = (request.difficulty, request.bonus)
    roll = attack_roll(
        fight,
        (who, target),
        weapons,
        given=given,
        called=called,
        feet=feet,
        charging=not shot and not request.opportunity,
    )
    return Attack(who, target, weapons, step, roll, feet, called.part if called is not None else None)


def _striker(fight: Fight, request: AttackRequest, who: str) -> Combatant:
    """Return who attacks: whoever can act, and in melee one who fell in the step of their own strike (B31)."""
    combatant = combatant_named(fight, who)
    if fight.phase == "melee" and not request.opportunity and still_strikes(combatant):
        return combatant
    return ROSTER.require_able(fight, who)


KEEPS_FROM_SHOOTING = {"charging": "B13", "running": "B12", "casting": "B25", "improvising": "B26"}


def check_shot(who: str, combatant: Combatant) -> None:
    """Refuse a shot to who runs, charges, casts or improvises this round (B12, B13, B25, B26)."""
    reasons = [word for word in state.lasting_deeds(combatant) if word != "shooting"]
    if reasons:
        rule = KEEPS_FROM_SHOOTING[reasons[0]]
        raise RefusedError(f"{who} is {reasons[0]} this round and cannot shoot ({rule})")


def check_reach(fight: Fight, who: str, target: str, weapons: Wielded) -> None:
    """Refuse a melee with somebody who is out of reach, where positions or arenas tell."""
    attacker, enemy = fight.combatants[who], fight.combatants[target]
    feet = apart(attacker, enemy)
    if feet is not None and not within(feet, weapons.weapon.reach):
        raise RefusedError(
            f"{target} is {in_feet(feet)} away, and {who} ({weapons.name}) reaches {weapons.weapon.reach:g} (B30)",
            _way_there(fight, who, target, weapons.weapon.reach, feet),
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


def strike_once(context: CombatContext[Fight], attack: Attack) -> None:
    """Spend the one melee attack of the round (B30), and let the two be engaged."""
    if state.deeds(context.fight.combatants[attack.attacker]).struck:
        context.warn_or_refuse(f"{attack.attacker} has already made a melee attack this round (B30)")
    state.note(context, attack.attacker, struck=True)
    if context.formal:
        engage(context, *attack.pair)


def shoot(context: CombatContext[Fight], attack: Attack) -> None:
    """Spend the one shot of the round, in the phase of one's side (B1, B25)."""
    state.use_side_phase(context, attack.attacker, "shots")
    if state.deeds(context.fight.combatants[attack.attacker]).shot:
        context.warn_or_refuse(f"{attack.attacker} has already shot this round (B1)")
    if attack.feet is None:
        context.warn("no distance was given, so this counts as medium range; give it with --distance FEET (B23)")
    state.note(context, attack.attacker, shot=True)


def take_opportunity(context: CombatContext[Fight], attack: Attack) -> None:
    """Use the chance that somebody gave by turning away or casting (B11, B25)."""
    chances = state.deeds(context.fight.combatants[attack.target]).opportunity
    if attack.attacker not in chances:
        if context.formal:
            hint = "Turning away or casting within reach gives one, and it is gone with the phase."
            raise RefusedError(f"{attack.target} gives {attack.attacker} no opportunity (B11)", hint)
        return
    state.note(context, attack.target, opportunity=[foe for foe in chances if foe != attack.attacker])


def attack_step(attack: Attack) -> Step[Fight]:
    """Return the roll of an attack; a hit that does something waits in pending."""
    who, target = attack.pair

    def apply(context: CombatContext[Fight], result: AttackResult) -> None:
        context.tell_attack(who, target, lambda: _event(context.fight, attack, result))
        if result.damage:
            step = attack.step if attack.step in STEPS else ""
            hit = Hit(attacker=who, target=target, weapon=attack.weapons.name, damage=result.damage, step=step)
            add_pending(context, hit)

    return Step(
        lambda source: roll_attack(source, attack.roll),
        apply,
        key=lambda: (attack.pair, attack.step, attack.roll.key),
        purpose=f"{who}'s attack on {target}",
    )


def _event(fight: Fight, attack: Attack, result: AttackResult) -> events.Attack:
    """Return what an attack came to."""
    roll, weapons = attack.roll, attack.weapons
    faces, damage_faces, rolled_damage = result.shown.value
    event = events.Attack(
        attacker=attack.attacker,
        target=attack.target,
        weapon=weapons.name,
        step=attack.step,
        attribute=weapons.attribute,
        value=roll.value,
        difficulty=roll.difficulty,
        reason=roll.reasons,
        difficulties={**roll.difficulties, **roll.increases},
        bonuses=roll.bonuses,
        bonus=sum(roll.bonuses.values()),
        faces=list(faces),
        kept=list(faces),
        total=sum(faces),
        needed=roll.needed,
        hit=result.hit,
        damage=result.damage if result.hit else None,
        damage_faces=list(damage_faces),
        called=attack.called or "",
    )
    if attack.step == SHOT:
        event.distance = None if attack.feet is None else rounded(attack.feet)
        event.range = range_band(weapons.weapon, attack.feet) if attack.feet is not None else "medium"
    if result.hit:
        event.rolled_damage, event.extra_damage, event.protection = rolled_damage, roll.extra, roll.protection
        event.armor = fight.combatants[attack.target].armor.category
    return event
