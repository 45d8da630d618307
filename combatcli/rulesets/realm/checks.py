"""What must hold in a `realm` encounter beyond the shape of its tables: names that something bears, real boxes."""

from __future__ import annotations

from combatcli.errors import DiceError, nearest
from combatcli.rulesets.base import Problem, unknown_names, wrong_switches
from combatcli.rulesets.realm.state import PHASES, phase_number
from combatcli.rulesets.realm.strike import damage_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.rulesets.realm.schema import Combatant, Fight

SWITCHES = {"strict": bool, "resolve_target": int}


def problems(fight: Fight) -> Iterator[Problem]:
    """Find all that does not hold together, in the file's order."""
    if not phase_number(fight.phase):
        yield Problem("phase", f'realm has no phase "{fight.phase}"', nearest(fight.phase, PHASES))
    yield from wrong_switches(fight, SWITCHES)
    for name, arena in fight.arenas.items():
        yield from unknown_names(f"arenas.{name}.links", arena.links, fight.arenas, "arena")
        yield from unknown_names(f"arenas.{name}.on", [arena.on] if arena.on else [], fight.combatants, "combatant")
    for who, combatant in fight.combatants.items():
        yield from _combatant(fight, who, combatant)
    for number, hit in enumerate(fight.pending, 1):
        yield from unknown_names(f"pending.{number}.target", [hit.target], fight.combatants, "combatant")
    for name, proposal in fight.proposals.items():
        yield from unknown_names(f"proposals.{name}.beside", [proposal.beside], fight.arenas, "arena")


def _combatant(fight: Fight, who: str, combatant: Combatant) -> Iterator[Problem]:
    path = f"combatants.{who}"
    if combatant.arena is not None:
        yield from unknown_names(f"{path}.arena", [combatant.arena], fight.arenas, "arena")
    yield from unknown_names(f"{path}.engaged", combatant.engaged, fight.combatants, "combatant")
    beyond = [box for box in combatant.marked if box > combatant.wounds]
    if beyond:
        yield Problem(f"{path}.marked", f"box {beyond[0]} is marked, and there are {combatant.wounds}")
    if len(set(combatant.marked)) != len(combatant.marked):
        yield Problem(f"{path}.marked", "a box is marked twice")
    if combatant.wielding not in (None, "unarmed"):
        yield from unknown_names(f"{path}.wielding", [combatant.wielding or ""], combatant.weapons, "weapon")
    if combatant.parrying not in (None, "shield"):
        yield from unknown_names(f"{path}.parrying", [combatant.parrying or ""], combatant.weapons, "weapon")
    for name, weapon in combatant.weapons.items():
        try:
            damage_tree(weapon.damage)
        except DiceError as error:
            yield Problem(f"{path}.weapons.{name}.damage", error.message, error.hint)
    if combatant.declared is not None and combatant.declared.action != "move":
        yield from unknown_names(f"{path}.declared.targets", combatant.declared.targets, fight.combatants, "combatant")
