"""`blade` as the shared code sees it, and what must hold in its encounters beyond the shape of their tables."""

from __future__ import annotations

import msgspec

from combatcli.encounter.references import Problem
from combatcli.errors import RefusedError
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.blade.weapons import check_pair
from combatcli.rulesets.game import Game, changes_since
from combatcli.rulesets.parts import PackageParts
from combatcli.rulesets.shared.damage import damage_problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from combatcli.rulesets.blade.events import Attack
    from combatcli.rulesets.blade.schema import Combatant, Weapon
    from combatcli.rulesets.context import CombatContext

PLANE = 2
MEAN = 7


def problems(fight: Fight) -> Iterator[Problem]:
    """Find all that does not hold together, in the file's order."""
    for who, combatant in fight.combatants.items():
        yield from _combatant(f"combatants.{who}", who, combatant)


def _combatant(path: str, who: str, combatant: Combatant) -> Iterator[Problem]:
    if combatant.position is not None and len(combatant.position) != PLANE:
        yield Problem(f"{path}.position", "expected two numbers of feet", "As in position = [0, 30]")
    for points in ("stamina", "health"):
        now, most = getattr(state, points)(combatant), getattr(state, f"max_{points}")(combatant)
        if now > most:
            yield Problem(f"{path}.{points}", f"{now} is above max_{points}, {most}")
    yield from _in_hand(path, who, combatant)
    for name, weapon in combatant.weapons.items():
        yield from _weapon(f"{path}.weapons.{name}", weapon)


def _in_hand(path: str, who: str, combatant: Combatant) -> Iterator[Problem]:
    wielding = combatant.wielding
    names = [wielding] if isinstance(wielding, str) else wielding or []
    try:
        check_pair(who, [(name, combatant.weapons[name]) for name in names if name in combatant.weapons])
    except RefusedError as error:
        yield Problem(f"{path}.wielding", error.message, error.hint)


def _weapon(path: str, weapon: Weapon) -> Iterator[Problem]:
    if weapon.damage is not None:
        yield from damage_problems(f"{path}.damage", weapon.damage)
    ranges = [feet for feet in (weapon.close, weapon.medium, weapon.far) if feet is not None]
    if ranges != sorted(ranges):
        yield Problem(path, "its ranges must increase from close to medium to far")


def apply_consequences(context: CombatContext[Fight]) -> None:
    """Follow the points, however those were changed; disengage the dead, unless their strike is to come (B31, B42)."""
    from combatcli.rulesets.blade.timing import is_striker
    from combatcli.rulesets.blade.wound import follow_points

    for who, combatant in context.fight.combatants.items():
        before = context.before.combatants.get(who)
        if before is not None and combatant is not before:
            follow_points(context, who, before)
    dead = {who for who, combatant in context.fight.combatants.items() if state.is_dead(combatant)}
    if dead:
        falling = {who for who in dead if is_striker(context.fight.combatants[who])}
        _disengage(context, dead, falling)


def _disengage(context: CombatContext[Fight], dead: set[str], falling: set[str]) -> None:
    """Disengage the dead; those still ``falling`` stay engaged with who is on their feet."""
    for who, combatant in context.fight.combatants.items() if falling else ():
        for foe in falling.intersection(combatant.engaged) if who not in dead else ():
            if who not in context.fight.combatants[foe].engaged:
                context.update_combatant(foe, engaged=[*context.fight.combatants[foe].engaged, who])
    for who, combatant in context.fight.combatants.items():
        gone = who in dead and who not in falling
        if combatant.engaged and (gone or not dead.isdisjoint(combatant.engaged)):
            standing = [foe for foe in combatant.engaged if foe not in dead and not gone]
            context.update_combatant(who, engaged=standing)
        if combatant.target in dead:
            context.update_combatant(who, target=None)


def state_key(fight: Fight, before: Fight) -> Hashable:
    """Return what of an encounter matters for what may follow: of pending hits, what they do to whom (B42)."""
    waiting: dict[str, list[int]] = {}
    for hit in fight.pending:
        waiting.setdefault(hit.target, []).append(hit.damage)
    does = {
        who: _does(fight.combatants[who], damage) for who, damage in sorted(waiting.items()) if who in fight.combatants
    }
    return changes_since(fight.changed(pending=before.pending), before), msgspec.msgpack.encode(does)


def _does(target: Combatant, damage: list[int]) -> list[int]:
    if target.count > 1:
        return sorted(damage)
    return [min(sum(damage), state.stamina(target) + state.health(target))]


def luck(event: Attack) -> float:
    """Return how far 2d6 lie below their mean, for low is good."""
    return MEAN - float(sum(event.faces))


GAME = Game(
    "blade",
    parts=PackageParts("combatcli.rulesets.blade"),
    encounter=Fight,
    phases=state.PHASES,
    switches={"strict_engagement": bool, "confined_length": bool},
    conditions=lambda: ("dead", "surprised", "charging", "running", "shooting", "casting", "improvising"),
    problems=problems,
    apply_consequences=apply_consequences,
    luck=luck,
    state_key=state_key,
)
