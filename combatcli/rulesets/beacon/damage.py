"""Damage as it is applied (E33, E34): types, resistance, soak; and what follows from the hit points."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.conditions import FELLED, Part, taken_otherwise
from combatcli.rulesets.shared.groups import lose_member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.rulesets.beacon.schema import Combatant, Fight
    from combatcli.rulesets.context import CombatContext

BOX = 10


class Applied(Record):
    """What is left of some damage, what changed it on the way, and the soak boxes it took."""

    amount: int
    changes: list[Part]
    soak: int


def applied(target: Combatant, amount: int, types: Sequence[str], *, sheltered: bool = False, soak: int = 0) -> Applied:
    """Return what is left of damage: doubled, halved or none by its types, then less 10 for each box of soak (E33)."""
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
    return Applied(remaining - off, changes, soak)


def felling_damage(target: Combatant, types: Sequence[str], *, sheltered: bool = False) -> tuple[int, ...]:
    """Return the least damage that leaves a target no hit points, nothing where none does (E33, E34)."""
    hp = max(1, state.hp(target))
    if not sheltered and not taken_otherwise(target, types):
        return (hp,)
    candidates = (hp, 2 * hp, -(-hp // 2))
    fatal = [amount for amount in candidates if applied(target, amount, types, sheltered=sheltered).amount >= hp]
    return tuple(sorted(fatal)[:1])


def check_soak(who: str, target: Combatant, boxes: int) -> None:
    """Refuse to spend more boxes of soak than somebody has left (E33)."""
    if boxes > target.soak:
        left = f"{target.soak} box{'es' if target.soak != 1 else ''} of soak left"
        raise RefusedError(f"{who} has {left}, not {boxes} (E33)")


def hurt_with_soak(
    context: CombatContext[Fight],
    who: str,
    amount: int,
    types: Sequence[str],
    soak: dict[str, int],
    *,
    sheltered: bool = False,
    cause: str = "",
) -> None:
    """Apply damage, and spend of the boxes of soak that may be spent as many as take something off (E33)."""
    boxes = soak.get(who, 0)
    if boxes:
        remaining = applied(context.fight.combatants[who], amount, types, sheltered=sheltered).amount
        boxes = min(boxes, -(-remaining // BOX))
        soak[who] -= boxes
    done = applied(context.fight.combatants[who], amount, types, sheltered=sheltered, soak=boxes)
    if boxes:
        context.update_combatant(who, soak=context.fight.combatants[who].soak - boxes)
    lose_hp(context, who, done.amount, amount=amount, types=types, changes=done.changes, cause=cause)


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


def gain_hp(context: CombatContext[Fight], who: str, points: int, tell: Callable[[int, Combatant], None]) -> None:
    """Give hit points, never above the maximum; tell how many, and who has them now, before what follows (E34)."""
    combatant = context.fight.combatants[who]
    if state.is_dead(context.fight, combatant):
        raise RefusedError(f"{who} is dead (E34)")
    was = state.hp(combatant)
    gained = max(0, min(points, state.most(combatant) - was))
    set_hp(context, who, was + gained)
    tell(gained, context.fight.combatants[who])
    follow_hp(context, who, was)


def heal_hp(context: CombatContext[Fight], who: str, points: int, *, faces: Sequence[int] = (), degree: int) -> None:
    """Give hit points by a boon, which rolled ``faces``, if any (E43)."""

    def tell(gained: int, now: Combatant) -> None:
        words = status(context.fight, now)
        context.emit(
            events.Healed(who=who, faces=[*faces], gained=gained, hp=state.hp(now), quality=degree, status=words)
        )

    gain_hp(context, who, points, tell)


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
