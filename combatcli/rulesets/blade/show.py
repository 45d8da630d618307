"""`show`: a `blade` encounter, or one combatant of it, as events that a report makes tables of (B0, B1)."""

from __future__ import annotations

import msgspec

from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.arms import in_hand
from combatcli.rulesets.blade.move import combat_movement, metres
from combatcli.rulesets.blade.reach import foes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Combatant, Declaration, Fight


class ShowOrder(Order, frozen=True):
    """Everything, or one combatant."""

    who: str | None = None


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
    for number, hit in enumerate(fight.pending, 1):
        play.tell(
            "pending",
            number=number,
            attacker=hit.attacker,
            target=hit.target,
            weapon=hit.weapon,
            damage=hit.damage,
            what=f"{hit.damage} damage",
        )


def _brief(play: Play[Fight], who: str, combatant: Combatant) -> None:
    armor = combatant.armor
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
        armor=f"{armor.category} {armor.protection}".strip() if armor.protection else None,
        wielding=" and ".join(name for name, _ in in_hand(combatant)),
        engaged=[] if state.dead(combatant) else foes(play.fight, who),
        target=combatant.target,
        declared=said(combatant.declared),
    )


def said(declared: Declaration | None) -> str:
    """Write a declaration in a few words."""
    if declared is None:
        return ""
    words = [declared.action, declared.what, *declared.targets]
    return " ".join(word for word in words if word) + (" (done)" if declared.done else "")


def _arenas(play: Play[Fight]) -> None:
    arenas = play.fight.arenas
    for name, arena in arenas.items():
        play.tell(
            "arena",
            name=name,
            kind=arena.kind,
            note=arena.note,
            size=arena.size,
            links=[
                other for other in arenas if other != name and (other in arena.links or name in arenas[other].links)
            ],
            occupants=[who for who, each in play.fight.combatants.items() if each.arena == name],
            on=arena.on,
        )


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
    if combatant.declared is not None:
        values["declared"] = said(combatant.declared)
    play.tell("combatant", who=who, whole=True, **values)


ACTIONS = {"show": Action(ShowOrder, show)}
