"""`blade` as the shared code sees it, and what must hold in its encounters beyond the shape of their tables."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator

import msgspec

from combatcli.encounter.references import Problem
from combatcli.encounter.versions import changed
from combatcli.errors import RefusedError
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.schema import Combatant, Fight, Weapon
from combatcli.rulesets.blade.weapons import check_pair
from combatcli.rulesets.game import Game, changes_since
from combatcli.rulesets.parts import PackageParts
from combatcli.rulesets.shared.damage import damage_problems
from combatcli.rulesets.shared.index import Index, those_who
from combatcli.rulesets.shared.touching import naming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade.events import Attack
    from combatcli.rulesets.context import CombatContext

PLANE = 2
MEAN = 7


def problems(fight: Fight) -> Iterator[Problem]:
    """Find all that does not hold together, in the file's order."""
    for who, combatant in fight.combatants.items():
        yield from _combatant_problems(f"combatants.{who}", who, combatant)


def _combatant_problems(path: str, who: str, combatant: Combatant) -> Iterator[Problem]:
    if combatant.position is not None and len(combatant.position) != PLANE:
        yield Problem(f"{path}.position", "expected two numbers of feet", "As in position = [0, 30]")
    for points in ("stamina", "health"):
        now, most = getattr(state, points)(combatant), getattr(state, f"max_{points}")(combatant)
        if now > most:
            yield Problem(f"{path}.{points}", f"{now} is above max_{points}, {most}")
    yield from _wielding_problems(path, who, combatant)
    for name, weapon in combatant.weapons.items():
        yield from _weapon_problems(f"{path}.weapons.{name}", weapon)


def _wielding_problems(path: str, who: str, combatant: Combatant) -> Iterator[Problem]:
    wielding = combatant.wielding
    names = [wielding] if isinstance(wielding, str) else wielding or []
    try:
        check_pair(who, [(name, combatant.weapons[name]) for name in names if name in combatant.weapons])
    except RefusedError as error:
        yield Problem(f"{path}.wielding", error.message, error.hint)


def _weapon_problems(path: str, weapon: Weapon) -> Iterator[Problem]:
    if weapon.damage is not None:
        yield from damage_problems(f"{path}.damage", weapon.damage)
    ranges = [feet for feet in (weapon.close, weapon.medium, weapon.far) if feet is not None]
    if ranges != sorted(ranges):
        yield Problem(path, "its ranges must increase from close to medium to far")


def apply_consequences(context: CombatContext[Fight]) -> None:
    """Follow the points, however those were changed; disengage the dead, unless their strike is to come (B31, B42)."""
    from combatcli.rulesets.blade.wound import follow_points

    for who in changed(context.fight.combatants, context.before.combatants):
        before = context.before.combatants.get(who)
        if before is not None:
            follow_points(context, who, before)
    fight = context.fight
    dead = {*state.those_dead(fight)}
    if not dead:
        return
    dying = _those_dying(fight)
    for foe in dying:
        for who in naming(fight, foe):
            if who not in dead and who not in context.fight.combatants[foe].engaged:
                context.update_combatant(foe, engaged=[*context.fight.combatants[foe].engaged, who])
    gone = dead.difference(dying)
    for who in _those_fighting(context.fight, dead):
        combatant = context.fight.combatants[who]
        standing = [foe for foe in combatant.engaged if foe not in dead and who not in gone]
        if standing != combatant.engaged:
            context.update_combatant(who, engaged=standing)
        if combatant.target in dead:
            context.update_combatant(who, target=None)


def _is_dying(_: Fight, combatant: Combatant) -> bool:
    if combatant.deeds is None or not combatant.deeds.fell:
        return False
    from combatcli.rulesets.blade.melee import still_strikes

    return state.is_dead(combatant) and still_strikes(combatant)


_those_dying = those_who(_is_dying)
"""Those who are dead, and whose strike of this melee is to come (B31)."""
_FIGHTING: Index[str] = Index(lambda _, fighter: (*fighter.engaged, *((fighter.target,) if fighter.target else ())))
"""Who is engaged with each, or has them as a target."""


def _those_fighting(fight: Fight, dead: Collection[str]) -> list[str]:
    """Return who of the dead is engaged, and who fights one of them."""
    groups = _FIGHTING.groups(fight)
    fighting = [who for foe in groups if foe in dead for _, _, who in groups[foe]]
    return [*dict.fromkeys([*fighting, *[who for who in dead if fight.combatants[who].engaged]])]


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
    return [min(sum(damage), state.points_left(target))]


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
