"""`show` and `arena` of blade: a fight and its combatants (B0, B1), the columns, and what comes next."""

from functools import partial
from typing import get_args

from combatcli.encounter.schema import with_all_keys
from combatcli.events import Table
from combatcli.report.blocks import Cell, Column, Names, View, bar_with_numbers, join
from combatcli.report.combatants import DECLARED, DONE, STATE, column, column_of_opponents
from combatcli.rulesets.actions import AnyAction
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.melee import engage_adjacent, melee_target
from combatcli.rulesets.blade.rounds import is_to_act
from combatcli.rulesets.blade.schema import Arena, Combatant, Fight, Kind
from combatcli.rulesets.blade.state import Context, engaged_foes
from combatcli.rulesets.blade.weapons import weapons_in_hand
from combatcli.rulesets.coming import FACES, NEXT, LineToType, NextToAct, to_declare
from combatcli.rulesets.shared.arenas import Ground, arena_actions
from combatcli.rulesets.shared.clock import phase_number_and_count, seconds
from combatcli.rulesets.shared.show import (
    ShowRequest,
    foes_hidden_from_players,
    show_action,
    visible_harm,
    without_secrets,
)
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import escape, shell_word


def show(context: Context, request: ShowRequest) -> None:
    """Emit the encounter, and who may strike at once."""
    engage_adjacent(context)
    SEEN.task(context, request)
    unseen = foes_hidden_from_players(context.fight) if request.players else set()
    for foe, who, _ in state.open_strikes(context.fight) if request.who is None else ():
        if not unseen & {foe, who}:
            context.emit(events.Opportunity(who=foe, target=who))


def _points_and_status(fight: Fight, who: str, combatant: Combatant) -> Table:
    """Return a combatant's condition: its points, and what follows from the round."""
    points, most, dead = state.points(combatant), state.maximum_points(combatant), state.is_dead(combatant)
    return {
        "side": side_of(combatant),
        "harm": visible_harm(unhurt=points == most, bloodied=2 * points["health"] <= most["health"], out=dead),
        **points,
        **{f"max_{kind}": value for kind, value in most.items()},
        "status": state.status_words(fight, combatant),
        "engaged": [] if dead else engaged_foes(fight, who),
        "declared": without_secrets(combatant.declared),
    }


def _brief_keys(fight: Fight, who: str, combatant: Combatant) -> Table:
    return {
        **_points_and_status(fight, who, combatant),
        "to_act": is_to_act(fight, who),
        "armor": with_all_keys(combatant.armor) if combatant.armor.protection else None,
        "wielding": [name for name, _ in weapons_in_hand(combatant)],
    }


def _keys_alone(fight: Fight, who: str, combatant: Combatant) -> Table:
    feet = state.combat_movement(combatant.movement)
    attributes = ("strength", "agility", "mind", "personality", "movement")
    return {
        **_points_and_status(fight, who, combatant),
        "combat_movement": feet,
        "combat_metres": state.game_meters(feet),
        **{attribute: getattr(combatant, attribute) for attribute in attributes},
    }


def initiative_in_words(event: events.Encounter, names: Names) -> str:
    """Say which side acts, which react, and who is surprised."""
    acting, *reacting = [escape(side) for side in event.initiative] or [""]
    surprised = join(map(escape, event.surprised), " and ")
    words = [f"{acting} act"] if acting else []
    words += [events.reacting_in_order(reacting)] if reacting else []
    return join([*words, *([f"{surprised} surprised"] if surprised else [])])


def coming(fight: Fight) -> NextToAct:
    """Return who is to act, step by step in the melee (B1, B2, B31)."""
    context = Context(fight)
    engage_adjacent(context)
    fight = context.fight
    if fight.phase == "initiative":
        return _coming_in_initiative(fight)
    who = [who for who in fight.combatants if is_to_act(fight, who)]
    if fight.phase == "melee":
        return _coming_in_melee(fight, who)
    casting = [each for each in who if state.open_declaration(fight.combatants[each], "cast") is not None]
    spells = [LineToType(f"test {shell_word(each)} mind", f"casts what {each} declared", FACES) for each in casting]
    idle = [each for each in who if each not in casting]
    if not idle:
        return NextToAct(who=casting, open="a spell to test", steps=spells)
    asked = to_declare(idle, "attack FOE | cast SPELL | improvise WHAT", open_="to act")
    first = shell_word(idle[0])
    more = [LineToType(f"attack {first}", "shoots", "FOE"), LineToType(f"move {first}", "goes", "WAY")]
    return asked.changed(steps=[*spells, *asked.steps, *more], who=[*casting, *idle])


def _coming_in_initiative(fight: Fight) -> NextToAct:
    if fight.initiative:
        choice = LineToType("order --choose", "lets the winner choose", "act|react")
        return NextToAct(else_=["Initiative is rolled"], steps=[NEXT, choice])
    surprise = [LineToType("order --check-surprise", "rolls surprise first", FACES)] if fight.round == 1 else []
    return NextToAct(else_=["Initiative is to be rolled"], steps=[LineToType("order", "rolls initiative"), *surprise])


def _coming_in_melee(fight: Fight, to_strike: list[str]) -> NextToAct:
    who = sorted(to_strike, key=lambda each: state.STEPS.index(state.melee_step(fight.combatants[each])))
    foes = [(each, melee_target(fight, each) or fight.combatants[each].target) for each in who]
    strikes = [
        LineToType(f"attack {shell_word(each)} {shell_word(foe)}", f"{each} strikes", FACES)
        if foe is not None
        else LineToType(f"attack {shell_word(each)}", f"{each} strikes", "FOE")
        for each, foe in foes[:3]
    ]
    every = [LineToType("attack --all", "lets everybody strike, step by step", FACES)] if who else []
    step = state.melee_step(fight.combatants[who[0]]) if who else ""
    same = all(hit.step == step and state.is_hit_of_this_melee(fight, hit) for hit in fight.pending)
    return NextToAct(who=who, open="to strike", steps=[*strikes, *every], hits_later=bool(who) and same)


AIM = column_of_opponents("target", "at", rank=3)


def aim_in_words(event: events.Combatant, names: Names) -> Cell:
    """Return whom a combatant aims at; empty if its declaration or the melee says so already."""
    declared = (event.declared or {}).get("targets", ())
    seen = (*declared, *(event.engaged or ()))
    return "" if getattr(event, AIM.key, None) in seen else AIM.cell(event, names)


TAKEN = partial(events.Move, kind="taken", feet=0, metres=0, up_to=None, left=[], met=[])
"""The event of an occupant moved out of a removed arena: no feet walked, nobody left or met."""
GROUND = Ground(Arena, get_args(Kind), event=events.Arena, move=TAKEN)
COLUMNS = (
    Column("stamina", "stamina", lambda event, _: bar_with_numbers(event.stamina or 0, event.max_stamina or 0), rank=0),
    Column("health", "health", lambda event, _: bar_with_numbers(event.health or 0, event.max_health or 0), rank=0),
    STATE,
    column("wielding", "", rank=5),
    column("armor", "", rank=6),
    DECLARED,
    DONE,
    column_of_opponents(),
    AIM.changed(cell=aim_in_words),
    column("position", "", rank=7),
)
VIEW = View(
    head=initiative_in_words,
    to_act=lambda event: "TO STRIKE" if event.phase == "melee" else "TO ACT",
    silent=("idle", "opportunity", "surprise"),
)
SEEN = show_action(
    ("position", "target"),
    _brief_keys,
    alone=_keys_alone,
    clock=lambda fight: {
        **phase_number_and_count(state.PHASES, fight.phase),
        "seconds": seconds(fight.round),
        "initiative": fight.initiative,
        "surprised": fight.surprised,
    },
    tell_more=GROUND.emit_all_arenas,
    encounter=events.Encounter,
    combatant=events.Combatant,
)
ACTIONS: dict[str, AnyAction] = {**arena_actions(GROUND), "show": SEEN.changed(task=show)}
