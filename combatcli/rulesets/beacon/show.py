"""`show`: a `beacon` encounter, or one combatant of it, with all derived numbers (E0, E6, E34)."""

from typing import Any

from msgspec import UNSET

from combatcli.encounter.schema import Arena, with_all_keys
from combatcli.events import Arena as AnyArena
from combatcli.events import Table
from combatcli.report.blocks import Column, Names, View, bar_with_numbers, count_of, join
from combatcli.report.combatants import DONE, STATE, column
from combatcli.rulesets.actions import AnyAction
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.budget import ACTS, REACTS, budget_in_parts, remaining
from combatcli.rulesets.beacon.conditions import DEFENSES, has_effect, hides_from, in_words, sum_of
from combatcli.rulesets.beacon.round import to_act
from combatcli.rulesets.beacon.schema import Combatant, Context, Fight
from combatcli.rulesets.beacon.turn_events import Goal
from combatcli.rulesets.beacon.wound import hp_status
from combatcli.rulesets.shared.arenas import Ground, arena_actions
from combatcli.rulesets.shared.clock import phase_number_and_count
from combatcli.rulesets.shared.show import show_action, visible_harm
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import escape


def _tell_arenas_and_goals(context: Context) -> None:
    """Emit the arenas, and the goals of a skill encounter (E50)."""
    GROUND.emit_all_arenas(context)
    for name, goal in context.fight.goals.items():
        context.emit(Goal.progress_of(name, goal, over=goal.rounds_left == 0, path=goal.path))


def _is_unseen(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether no player's character sees a combatant: hidden from all, or in ambush (E11, E46)."""
    lurks = combatant.ambushing and not combatant.acted and fight.round == 1
    hides = has_effect(combatant, "untargeted")
    return lurks or (hides and all(hides_from(combatant, who) for who, each in fight.combatants.items() if each.player))


def _derived_keys(fight: Fight, who: str, combatant: Combatant) -> Table:
    unhurt, winded = state.hp_left(combatant) >= state.max_hp(combatant), state.is_winded(combatant)
    return {
        "side": side_of(combatant),
        "harm": visible_harm(unhurt=unhurt, bloodied=winded, out=not state.ROSTER.can_fight_in_melee(fight, who)),
        **({"unseen": True} if _is_unseen(fight, combatant) else {}),
        "hp": state.hp_left(combatant),
        "max_hp": state.max_hp(combatant),
        "max_stress": state.max_stress(combatant),
        **{defense: sum_of(state.defense_in_parts(combatant, defense)) for defense in DEFENSES},
        "status": hp_status(fight, combatant),
        "status_openly": ["winded"] if winded else [],
        "conditions": [in_words(condition) for condition in combatant.conditions],
        "wielding": ", ".join(combatant.held_items),
        "budget": budget_in_parts(combatant),
        "acts": remaining(combatant, ACTS),
        "reacts": remaining(combatant, REACTS),
        "acted": combatant.acted and not (fight.turn and fight.combatants.get(fight.turn) is combatant),
    }


def hit_in_words(event: Any) -> str:
    """Say which damage a hit brings, of which types, and which wounds."""
    if event.types is UNSET or event.inflicts is UNSET:
        return ""
    damage = [f"{event.damage} {join(event.types)}"] if event.damage else []
    inflicts = [" ".join([wound["name"], str(wound.get("severity") or "")]).rstrip() for wound in event.inflicts]
    return join([*damage, *inflicts], "+")


def turn_in_words(event: events.Encounter, names: Names) -> str:
    """Say whose turn it is, or how the fight ended."""
    if event.over:
        return f"over, by {escape(event.over)}"
    return f"{names.id_for_command(event.turn_of):'s} turn" if event.turn_of else ""


def defenses_in_words(event: Any, names: Names) -> str:
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
        "stress", "", lambda event, _: f"stress {event.stress}/{event.max_stress}" if event.stress else "", is_tail=True
    ),
    Column("acts", "", lambda event, _: count_of(event.acts, "Act") if event.to_act and event.acts else "", rank=3),
    DONE,
    column("position", "", rank=4),
    column("wielding", "", rank=5),
    Column("iron", "iron/ward/grit", defenses_in_words, rank=6),
    column("tier", "tier#", rank=7),
)


GROUND = Ground(Arena, event=AnyArena, move=events.Move)
VIEW = View(head=turn_in_words, hit=hit_in_words, silent=("slammed", "stress", "turn"))
ACTIONS: dict[str, AnyAction] = {
    **arena_actions(GROUND),
    "show": show_action(
        ("position", "tier", "stress", "soak"),
        _derived_keys,
        alone=lambda fight, who, each: {**with_all_keys(each), **_derived_keys(fight, who, each)},
        to_act=lambda context: {context.fight.turn, *(() if context.fight.over else to_act(context.fight))},
        clock=lambda fight: {
            **phase_number_and_count(state.PHASES, fight.phase),
            "turn_of": fight.turn,
            "over": fight.over,
        },
        tell_more=_tell_arenas_and_goals,
        encounter=events.Encounter,
        combatant=events.Combatant,
    ),
}
