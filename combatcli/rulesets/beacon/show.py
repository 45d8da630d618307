"""`show`: a `beacon` encounter, or one combatant of it, with all derived numbers (E0, E6, E34)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from combatcli.encounter.schema import with_all_keys
from combatcli.events import Table
from combatcli.report.blocks import Column, Names, View, bar_with_numbers, count_of, join
from combatcli.report.combatants import DONE, STATE, column
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.budget import ACTS, REACTS, budget_in_parts, remaining
from combatcli.rulesets.beacon.conditions import DEFENSES, hides_from, in_words, is_any, total
from combatcli.rulesets.beacon.move import GROUND
from combatcli.rulesets.beacon.round import to_act
from combatcli.rulesets.beacon.schema import Combatant, Context, Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.turn_events import Goal
from combatcli.rulesets.beacon.wound import status
from combatcli.rulesets.shared.clock import numbered
from combatcli.rulesets.shared.show import harm, show_action
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import escape


def _tell_more(context: Context) -> None:
    """Emit the arenas, and the goals of a skill encounter (E50)."""
    GROUND.tell_all(context)
    for name, goal in context.fight.goals.items():
        context.emit(Goal.of(name, goal, over=goal.rounds_left == 0, path=goal.path))


def _is_unseen(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether no player's character sees a combatant: hidden from all, or in ambush (E11, E46)."""
    lurks = combatant.ambushing and not combatant.acted and fight.round == 1
    hides = is_any(combatant, "untargeted")
    return lurks or (hides and all(hides_from(combatant, who) for who, each in fight.combatants.items() if each.player))


def _more(fight: Fight, who: str, combatant: Combatant) -> Table:
    unhurt, winded = state.hp(combatant) >= state.max_hp(combatant), state.is_winded(combatant)
    return {
        "side": side_of(combatant),
        "harm": harm(unhurt=unhurt, bloodied=winded, out=not ROSTER.can_fight(fight, who)),
        **({"unseen": True} if _is_unseen(fight, combatant) else {}),
        "hp": state.hp(combatant),
        "max_hp": state.max_hp(combatant),
        "max_stress": state.max_stress(combatant),
        **{defense: total(state.defense_in_parts(combatant, defense)) for defense in DEFENSES},
        "status": status(fight, combatant),
        "status_openly": ["winded"] if winded else [],
        "conditions": [in_words(condition) for condition in combatant.conditions],
        "wielding": ", ".join(combatant.held),
        "budget": budget_in_parts(combatant),
        "acts": remaining(combatant, ACTS),
        "reacts": remaining(combatant, REACTS),
        "acted": combatant.acted and not (fight.turn and fight.combatants.get(fight.turn) is combatant),
    }


def hit(event: Any) -> str:
    """Say which damage a hit brings, of which types, and which wounds."""
    if event.types is UNSET or event.inflicts is UNSET:
        return ""
    damage = [f"{event.damage} {join(event.types)}"] if event.damage else []
    inflicts = [" ".join([wound["name"], str(wound.get("severity") or "")]).rstrip() for wound in event.inflicts]
    return join([*damage, *inflicts], "+")


def turn_of(event: events.Encounter, names: Names) -> str:
    """Say whose turn it is, or how the fight ended."""
    if event.over:
        return f"over, by {escape(event.over)}"
    return f"{names.id_for_command(event.turn_of):'s} turn" if event.turn_of else ""


def defenses(event: Any, names: Names) -> str:
    """Write the three defenses side by side."""
    return join([defense for defense in (event.iron, event.ward, event.grit) if defense is not UNSET], "/")


COLUMNS = (
    Column(
        "hp",
        "hp",
        lambda event, _: () if UNSET in (event.hp, event.max_hp) else bar_with_numbers(event.hp, event.max_hp),
        rank=0,
    ),
    STATE,
    column("conditions", "").changed(is_tail=True),
    Column(
        "stress",
        "",
        lambda event, _: f"stress {event.stress}/{event.max_stress}" if event.stress else "",
        is_tail=True,
    ),
    Column("acts", "", lambda event, _: count_of(event.acts, "Act") if event.to_act and event.acts else "", rank=3),
    DONE,
    column("position", "", rank=4),
    column("wielding", "", rank=5),
    Column("iron", "iron/ward/grit", defenses, rank=6),
    column("tier", "tier#", rank=7),
)


VIEW = View(head=turn_of, hit=hit, silent=("slammed", "stress", "turn"))
ACTIONS = {
    "show": show_action(
        ("position", "tier", "stress", "soak"),
        _more,
        alone=lambda fight, who, each: {**with_all_keys(each), **_more(fight, who, each)},
        to_act=lambda context: {context.fight.turn, *(() if context.fight.over else to_act(context.fight))},
        clock=lambda fight: {**numbered(state.PHASES, fight.phase), "turn_of": fight.turn, "over": fight.over},
        tell_more=_tell_more,
        encounter=events.Encounter,
        combatant=events.Combatant,
    )
}
