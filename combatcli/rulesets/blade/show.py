"""`show`: a `blade` encounter, or one combatant of it, as events that a report makes tables of (B0, B1)."""

from __future__ import annotations

import msgspec

from combatcli.encounter.schema import whole
from combatcli.rulesets.base import Action
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.arms import in_hand
from combatcli.rulesets.blade.move import combat_movement, metres
from combatcli.rulesets.blade.reach import foes
from combatcli.rulesets.showing import ShowOrder, declared_openly, tell_arena, tell_pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Combatant, Fight


def show(play: Play[Fight], order: ShowOrder) -> None:
    """Tell what there is to see: the clock, whose turn it is, who fights, where, and what is pending."""
    if order.who is not None:
        _whole(play, order.who)
        return
    fight = play.fight
    play.tell(
        "encounter",
        ruleset=fight.ruleset,
        round=fight.round,
        phase=fight.phase,
        number=state.PHASES.index(fight.phase) + 1,
        seconds=state.seconds(fight.round),
        initiative=fight.initiative,
        surprised=fight.surprised,
    )
    for who, combatant in fight.combatants.items():
        _brief(play, who, combatant)
    _arenas(play)
    tell_pending(play)


def _brief(play: Play[Fight], who: str, combatant: Combatant) -> None:
    play.tell(
        "combatant",
        who=who,
        side=state.side(combatant),
        player=combatant.player,
        arena=combatant.arena,
        position=combatant.position,
        count=combatant.count if combatant.count > 1 else None,
        stamina=state.stamina(combatant),
        max_stamina=state.max_stamina(combatant),
        health=state.health(combatant),
        max_health=state.max_health(combatant),
        status=state.status(play.fight, combatant),
        armor=whole(combatant.armor) if combatant.armor.protection else None,
        wielding=[name for name, _ in in_hand(combatant)],
        engaged=[] if state.dead(combatant) else foes(play.fight, who),
        target=combatant.target,
        declared=declared_openly(combatant.declared),
    )


def _arenas(play: Play[Fight]) -> None:
    arenas = play.fight.arenas
    for name, arena in arenas.items():
        links = [other for other in arenas if other != name and (other in arena.links or name in arenas[other].links)]
        tell_arena(play, name, links)


def _whole(play: Play[Fight], who: str) -> None:
    combatant = state.fighter(play.fight, who)
    feet = combat_movement(combatant.movement)
    values = msgspec.to_builtins(combatant)
    values |= {
        "side": state.side(combatant),
        "stamina": state.stamina(combatant),
        "max_stamina": state.max_stamina(combatant),
        "health": state.health(combatant),
        "max_health": state.max_health(combatant),
        "combat_movement": feet,
        "combat_metres": metres(feet),
        "status": state.status(play.fight, combatant),
        "engaged": [] if state.dead(combatant) else foes(play.fight, who),
    }
    for attribute in ("strength", "agility", "mind", "personality", "movement"):
        values[attribute] = getattr(combatant, attribute)
    values["declared"] = declared_openly(combatant.declared)
    play.tell("combatant", who=who, whole=True, **values)


ACTIONS = {"show": Action(ShowOrder, show)}
