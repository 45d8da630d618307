"""What must hold in a `blade` encounter beyond the shape of its tables: names that something bears, real ranges."""

from __future__ import annotations

from combatcli.errors import DiceError, RefusedError, nearest
from combatcli.rulesets.base import Problem, unknown_names, wrong_switches
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.arms import check_pair, damage_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.rulesets.blade.schema import Combatant, Fight, Weapon

SWITCHES = {"strict": bool, "strict_engagement": bool, "confined_length": bool}
PLANE = 2


def problems(fight: Fight) -> Iterator[Problem]:
    """Find all that does not hold together, in the file's order."""
    if fight.phase not in state.PHASES:
        yield Problem("phase", f'blade has no phase "{fight.phase}"', nearest(fight.phase, state.PHASES))
    yield from wrong_switches(fight, SWITCHES)
    for name, arena in fight.arenas.items():
        yield from unknown_names(f"arenas.{name}.links", arena.links, fight.arenas, "arena")
    for who, combatant in fight.combatants.items():
        yield from _combatant(fight, who, combatant)
    for number, hit in enumerate(fight.pending, 1):
        yield from unknown_names(f"pending.{number}.target", [hit.target], fight.combatants, "combatant")


def _combatant(fight: Fight, who: str, combatant: Combatant) -> Iterator[Problem]:
    path = f"combatants.{who}"
    if combatant.arena is not None:
        yield from unknown_names(f"{path}.arena", [combatant.arena], fight.arenas, "arena")
    yield from unknown_names(f"{path}.engaged", combatant.engaged, fight.combatants, "combatant")
    if combatant.target is not None:
        yield from unknown_names(f"{path}.target", [combatant.target], fight.combatants, "combatant")
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
    yield from unknown_names(f"{path}.wielding", names, [*combatant.weapons, "unarmed"], "weapon")
    try:
        check_pair(who, [(name, combatant.weapons[name]) for name in names if name in combatant.weapons])
    except RefusedError as error:
        yield Problem(f"{path}.wielding", error.message, error.hint)


def _weapon(path: str, weapon: Weapon) -> Iterator[Problem]:
    if weapon.damage is not None:
        try:
            damage_tree(weapon.damage)
        except DiceError as error:
            yield Problem(f"{path}.damage", error.message, error.hint)
    ranges = [feet for feet in (weapon.close, weapon.medium, weapon.far) if feet is not None]
    if ranges != sorted(ranges):
        yield Problem(path, "its ranges do not grow from close over medium to far")
