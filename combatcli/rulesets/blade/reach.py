"""Where people stand (B11–B13, B23, B30): feet between them, who is engaged with whom, in whose melee range."""

from __future__ import annotations

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.weapons import in_hand
from combatcli.rulesets.shared.grids import as_point, between, within
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import engaged_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade.schema import Combatant, Fight
    from combatcli.rulesets.play import Play


def apart(one: Combatant, other: Combatant) -> float | None:
    """Return the feet between two combatants; None where that is not known."""
    here, there = as_point(one.position), as_point(other.position)
    return between(here, there) if here is not None and there is not None else None


def melee_reach(combatant: Combatant) -> float:
    """Return how many feet someone's melee range is: the reach of what is in hand, or an arm's length."""
    return max([weapon.reach for _, weapon in in_hand(combatant) if not weapon.ranged], default=5)


def foes(fight: Fight, who: str) -> list[str]:
    """Return the standing foes someone is engaged with: those they name first, then those who name them (B30)."""
    return engaged_with(fight, who, lambda name: name in fight.combatants and not state.is_dead(fight.combatants[name]))


def threats(fight: Fight, who: str) -> list[str]:
    """Return the enemies in whose melee range someone is, and who can use it (B25): engaged, or near enough."""
    combatant = fight.combatants[who]
    engaged = foes(fight, who)
    return [
        name
        for name in state.who_can_act(fight)
        if name in engaged
        or (name != who and are_enemies(combatant, fight.combatants[name]) and _near(fight, name, who))
    ]


def _near(fight: Fight, enemy: str, who: str) -> bool:
    feet = apart(fight.combatants[enemy], fight.combatants[who])
    return feet is not None and within(feet, melee_reach(fight.combatants[enemy]))


def engage(play: Play[Fight], one: str, other: str) -> None:
    """Let two fight each other from now on, and remember that this round has brought them together."""
    if other in foes(play.fight, one):
        return
    for who, foe in ((one, other), (other, one)):
        combatant = play.fight.combatants[who]
        play.change(who, engaged=[*combatant.engaged, foe])
        state.note(play, who, met=[*state.deeds(combatant).met, foe])


def disengage(play: Play[Fight], one: str, other: str) -> None:
    """Let two fight each other no longer."""
    for who, foe in ((one, other), (other, one)):
        combatant = play.fight.combatants[who]
        if foe in combatant.engaged:
            play.change(who, engaged=[each for each in combatant.engaged if each != foe])
