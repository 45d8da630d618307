"""What follows from any change (B42): the dead leave the melee."""

from __future__ import annotations

from combatcli.rulesets.blade import state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Fight


def settle(play: Play[Fight]) -> None:
    """Let nobody be engaged with the dead, nor they with anybody."""
    if play.fight is play.before:
        return
    dead = {who for who, combatant in play.fight.combatants.items() if state.dead(combatant)}
    for who, combatant in play.fight.combatants.items():
        left = [foe for foe in combatant.engaged if foe not in dead and who not in dead]
        if left != combatant.engaged:
            play.change(who, engaged=left)
        if combatant.target in dead:
            play.change(who, target=None)
