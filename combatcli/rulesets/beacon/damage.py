"""Damage as it is applied (E33, E34): types, resistance, soak; and what follows from the hit points."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.errors import RefusedError
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.conditions import FELLED, Part, taken_otherwise
from combatcli.rulesets.beacon.schema import Combatant, Fight
from combatcli.rulesets.shared.roster import lose_member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.context import CombatContext

BOX = 10


def applied(
    target: Combatant, amount: int, types: Sequence[str], *, sheltered: bool = False, soak: int = 0
) -> tuple[int, list[Part]]:
    """Return what is left of damage, and what changed it on the way (E33).

    It is doubled, halved or none by its types, then less 10 for each box of soak.
    """
    ways = taken_otherwise(target, types)
    immune = ways.get("none", set())
    double = "double" in ways
    half = "half" in ways or sheltered or bool(immune)
    remaining, changes = amount, []
    if types and len(immune) == len(set(types)):
        remaining = 0
        changes.append(Part("immune", -amount))
    elif double and not half:
        remaining = 2 * amount
        changes.append(Part("vulnerable", amount))
    elif half and not double:
        remaining = amount // 2
        changes.append(Part("resistant", remaining - amount))
    off = min(remaining, BOX * soak)
    if off:
        changes.append(Part("soak", -off))
    return remaining - off, changes


def felling_damage(target: Combatant, types: Sequence[str], *, sheltered: bool) -> int:
    """Return the least damage that leaves a target no hit points, 0 where none does (E33, E34)."""
    hp = max(1, state.hp(target))
    if not sheltered and not taken_otherwise(target, types):
        return hp
    candidates = (-(-hp // 2), hp, 2 * hp)
    return next((amount for amount in candidates if applied(target, amount, types, sheltered=sheltered)[0] >= hp), 0)


def check_soak(who: str, target: Combatant, boxes: int) -> None:
    """Refuse to spend more boxes of soak than somebody has left (E33)."""
    if boxes > target.soak:
        left = f"{target.soak} box{'es' if target.soak != 1 else ''} of soak left"
        raise RefusedError(f"{who} has {left}, not {boxes} (E33)")


def hurt(
    context: CombatContext[Fight],
    who: str,
    amount: int,
    types: Sequence[str],
    *,
    soak: int = 0,
    sheltered: bool = False,
    cause: str = "",
) -> int:
    """Apply damage, spending those boxes of ``soak`` that take something off; return how many are left (E33)."""
    target, boxes = context.fight.combatants[who], 0
    if soak:
        remaining, _ = applied(target, amount, types, sheltered=sheltered)
        boxes = min(soak, -(-remaining // BOX))
    lost, changes = applied(target, amount, types, sheltered=sheltered, soak=boxes)
    if boxes:
        context.update_combatant(who, soak=target.soak - boxes)
    lose_hp(context, who, lost, amount=amount, types=types, changes=changes, cause=cause)
    return soak - boxes


def lose_hp(
    context: CombatContext[Fight],
    who: str,
    lost: int,
    *,
    amount: int,
    types: Sequence[str] = (),
    changes: Sequence[Part] = (),
    cause: str = "",
) -> None:
    """Take hit points off, which nothing reduces any more (E34)."""
    before = context.fight.combatants[who]
    was = state.hp(before)
    set_hp(context, who, was - lost)
    if context.silent:
        follow_hp(context, who, was)
        return
    wound = events.Wound(
        target=who,
        amount=amount,
        types=list(types),
        how=list(changes),
        marked={"hp": lost},
        hp=was - lost,
        status=[],
        cause=cause,
        was=status(context.fight, before),
    )
    context.emit(wound)
    follow_hp(context, who, was)
    now = context.fight.combatants[who]
    wound.hp, wound.status = state.hp(now), status(context.fight, now)


def set_hp(context: CombatContext[Fight], who: str, hp: int) -> None:
    """Give somebody other hit points; a maximum that nobody wrote is what they had (E0)."""
    combatant = context.fight.combatants[who]
    unsaid = combatant.max_hp is None and combatant.archetype is None
    context.update_combatant(who, hp=hp, max_hp=state.most(combatant) if unsaid else combatant.max_hp)


def gain_hp(context: CombatContext[Fight], who: str, points: int) -> int:
    """Give hit points, never above the maximum, and return how many; `follow_hp` applies what follows (E34)."""
    combatant = context.fight.combatants[who]
    if state.is_dead(context.fight, combatant):
        raise RefusedError(f"{who} is dead (E34)")
    was = state.hp(combatant)
    gained = max(0, min(points, state.most(combatant) - was))
    set_hp(context, who, was + gained)
    return gained


def heal_hp(context: CombatContext[Fight], who: str, points: int, *, faces: Sequence[int] = (), degree: int) -> None:
    """Give hit points by a boon, which rolled ``faces``, if any (E43)."""
    was = state.hp(context.fight.combatants[who])
    gained = gain_hp(context, who, points)
    now = context.fight.combatants[who]
    context.emit(
        events.Healed(
            who=who,
            faces=[*faces],
            gained=gained,
            hp=state.hp(now),
            quality=degree,
            status=status(context.fight, now),
        )
    )
    follow_hp(context, who, was)


def follow_hp(context: CombatContext[Fight], who: str, was: int) -> None:
    """Begin or end incapacity by the hit points, which ``was`` another number; a group loses a member (E34)."""
    combatant = context.fight.combatants[who]
    down = state.hp(combatant) <= 0
    fallen = [condition for condition in combatant.conditions if condition.name == FELLED.name]
    if down and not fallen:
        if state.max_hp(combatant) is None or lose_member(context, who, hp=state.most(combatant), conditions=[]):
            return
        context.update_combatant(who, conditions=[*combatant.conditions, FELLED])
        if not state.is_dead(context.fight, combatant):
            context.emit(events.Condition(who=who, name=FELLED.name, severity=FELLED.severity, ended=False))
    elif not down and fallen and was <= 0:
        context.update_combatant(
            who, conditions=[condition for condition in combatant.conditions if condition.name != FELLED.name]
        )
        reason = "hit points above 0"
        context.emit(events.Condition(who=who, name=FELLED.name, severity=FELLED.severity, ended=True, reason=reason))


def status(fight: Fight, combatant: Combatant) -> list[str]:
    """Return how somebody is, in words: what follows from the hit points (E34)."""
    words = {
        "winded": state.is_winded(combatant),
        "dying": state.hp(combatant) <= 0 and not state.is_dead(fight, combatant),
        "dead": state.is_dead(fight, combatant),
    }
    return [word for word, holds in words.items() if holds]
