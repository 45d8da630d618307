"""`show` and `arena` of blade: what is reported of a fight and its combatants, and the columns (B0, B1)."""

from __future__ import annotations

from functools import partial
from typing import get_args

from combatcli.encounter.schema import whole
from combatcli.events import Table
from combatcli.report.blocks import Cell, Column, Names, View, bar, join
from combatcli.report.combatants import DECLARED, DONE, STATE, column, versus
from combatcli.rulesets.actions import AnyAction
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.melee import begin_round, foes
from combatcli.rulesets.blade.move import combat_movement, meters
from combatcli.rulesets.blade.rounds import is_to_act
from combatcli.rulesets.blade.schema import Arena, Combatant, Fight, Kind
from combatcli.rulesets.blade.state import Context
from combatcli.rulesets.blade.weapons import in_hand
from combatcli.rulesets.shared.arenas import Ground, arena_actions
from combatcli.rulesets.shared.clock import seconds
from combatcli.rulesets.shared.show import (
    ShowRequest,
    declared_openly,
    harm,
    show_action,
    unseen_by_players,
)
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import escape


def show(context: Context, request: ShowRequest) -> None:
    """Emit the encounter, and who may strike at once."""
    begin_round(context)
    SEEN.task(context, request)
    unseen = unseen_by_players(context.fight) if request.players else set()
    for foe, who, _ in state.opportunities(context.fight) if request.who is None else ():
        if not unseen & {foe, who}:
            context.emit(events.Opportunity(who=foe, target=who))


def _clock(fight: Fight) -> Table:
    return {
        "number": state.PHASES.index(fight.phase) + 1,
        "phases": len(state.PHASES),
        "seconds": seconds(fight.round),
        "initiative": fight.initiative,
        "surprised": fight.surprised,
    }


def _state_of(fight: Fight, who: str, combatant: Combatant) -> Table:
    """Return a combatant's condition: its points, and what follows from the round."""
    points, most, dead = state.points(combatant), state.maxima(combatant), state.is_dead(combatant)
    return {
        "side": side_of(combatant),
        "harm": harm(unhurt=points == most, bloodied=2 * points["health"] <= most["health"], out=dead),
        **points,
        **{f"max_{kind}": value for kind, value in most.items()},
        "status": state.status(fight, combatant),
        "engaged": [] if dead else foes(fight, who),
        "declared": declared_openly(combatant.declared),
    }


def _brief(fight: Fight, who: str, combatant: Combatant) -> Table:
    return {
        **_state_of(fight, who, combatant),
        "to_act": is_to_act(fight, who),
        "armor": whole(combatant.armor) if combatant.armor.protection else None,
        "wielding": [name for name, _ in in_hand(combatant)],
    }


def _alone(fight: Fight, who: str, combatant: Combatant) -> Table:
    feet = combat_movement(combatant.movement)
    attributes = ("strength", "agility", "mind", "personality", "movement")
    return {
        **_state_of(fight, who, combatant),
        "combat_movement": feet,
        "combat_metres": meters(feet),
        **{attribute: getattr(combatant, attribute) for attribute in attributes},
    }


def who_acts(event: events.Encounter, names: Names) -> str:
    """Say which side acts, which react, and who is surprised."""
    acting, *reacting = [escape(side) for side in event.initiative] or [""]
    surprised = join(map(escape, event.surprised), " and ")
    words = [f"{acting} act"] if acting else []
    words += [events.reacting_in_order(reacting)] if reacting else []
    return join([*words, *([f"{surprised} surprised"] if surprised else [])])


AIM = versus("target", "at", rank=3)


def aim(event: events.Combatant, names: Names) -> Cell:
    """Write at whom somebody aims, where neither the declaration nor the melee says so."""
    declared = (event.declared or {}).get("targets", ())
    seen = (*declared, *(event.engaged or ()))
    return "" if getattr(event, AIM.key, None) in seen else AIM.cell(event, names)


TAKEN = partial(events.Move, kind="taken", feet=0, metres=0, up_to=None, left=[], met=[])
"""The event of an occupant moved out of a removed arena: no feet walked, nobody left or met."""
GROUND = Ground(Arena, get_args(Kind), event=events.Arena, move=TAKEN)
COLUMNS = (
    Column("stamina", "stamina", lambda event, _: bar(event.stamina or 0, event.max_stamina or 0), rank=0),
    Column("health", "health", lambda event, _: bar(event.health or 0, event.max_health or 0), rank=0),
    STATE,
    column("wielding", "", rank=5),
    column("armor", "", rank=6),
    DECLARED,
    DONE,
    versus(),
    AIM.changed(cell=aim),
    column("position", "", rank=7),
)
VIEW = View(
    head=who_acts,
    to_act=lambda event: "TO STRIKE" if event.phase == "melee" else "TO ACT",
    silent=("idle", "opportunity", "surprise"),
)
SEEN = show_action(
    ("position", "target"),
    _brief,
    alone=_alone,
    clock=_clock,
    tell_arenas=GROUND.tell_all,
    encounter=events.Encounter,
    combatant=events.Combatant,
)
ACTIONS: dict[str, AnyAction] = {**arena_actions(GROUND), "show": SEEN.changed(task=show)}
