"""`next` and `order` (E10–E12, E15): steps and turns of a round, and the end of a fight."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId
from combatcli.encounter.schema import Natural
from combatcli.errors import RefusedError, require_known
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.asked import number, text
from combatcli.rulesets.beacon import budget, conditions, events, state, turn_events
from combatcli.rulesets.beacon.budget import acts_left, budget_in_parts, haste_left, refuse_idle, remaining
from combatcli.rulesets.beacon.conditions import TYPES, budget_parts, degree_of, effective, has_or_implies, row
from combatcli.rulesets.beacon.schema import Combatant, Condition, Context, Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.wound import apply_damage, check_soak, heal_hp, hp_status
from combatcli.rulesets.metrics import Metric, chance_at_end
from combatcli.rulesets.shared import clock
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.pending import tell_pending
from combatcli.rulesets.tasks import Task, die, do, roll

ENDS = ("death", "defeat", "surrender", "ceasefire", "retreat")


def step_of(fight: Fight, combatant: Combatant) -> str:
    """Return the step of a combatant's turn (E11)."""
    if combatant.ambushing and (fight.round == 1 or fight.house.get("ambush_every_round") is True):
        return "ambush"
    if not combatant.player:
        return "monsters"
    return "rash" if combatant.stance == "rash" else "cautious"


def who_by_step(fight: Fight, *, left: bool = False) -> dict[str, list[str]]:
    """Return the combatants of each step in the file's order, or those with a turn ``left`` (E10, E11).

    The dead and the surprised have none.
    """
    members: dict[str, list[str]] = {step: [] for step in state.PHASES[1:]}
    for who, combatant in fight.combatants.items():
        acted = left and combatant.acted
        if not (acted or state.is_dead(fight, combatant) or has_or_implies(combatant, "surprised")):
            members[step_of(fight, combatant)].append(who)
    return members


left_by_step: Callable[[Fight], dict[str, list[str]]] = computed_once(lambda fight: who_by_step(fight, left=True))
"""Returns who still has a turn in each step, in the file's order (E10, E11)."""


def who_may_be_next(fight: Fight) -> list[str]:
    """Return who may take the next turn: who is left of the first step to come, once stances are taken (E11)."""
    bare = fight.phase == state.PHASES[0] and who_may_take_stance(fight)
    to_come, late = () if bare else state.PHASES[state.PHASES.index(fight.phase) :], left_by_step(fight)
    return next((late[step] for step in to_come if late.get(step)), [])


def who_may_take_stance(fight: Fight) -> list[str]:
    """Return the players' characters that may still take a stance this round (E11)."""
    return [who for who, combatant in fight.combatants.items() if _may_take_stance(fight, combatant)]


def _may_take_stance(fight: Fight, combatant: Combatant) -> bool:
    free = combatant.player and combatant.stance is None
    return free and ROSTER.hindrance(fight, combatant) is None and budget_parts(combatant, "acts") is not None


def to_act(fight: Fight) -> list[str]:
    """Return who of the step has had no turn; in the declare phase, who has no stance (E11)."""
    return who_may_take_stance(fight) if fight.phase == state.PHASES[0] else left_by_step(fight)[fight.phase]


def begin_turn(context: Context, who: str, *, soak: int = 0, early: bool = False) -> None:
    """Begin a turn: the effects of the combatant's conditions come first, in their order (E40, E43)."""
    combatant, subject = ROSTER.require_not_gone(context.fight, who), context.fight.subject
    if has_or_implies(combatant, "surprised"):
        raise RefusedError(f"{subject(who):is} surprised and {subject(who).verb('has')} no turn this round (E10)")
    if combatant.early:
        raise RefusedError(f"{who} came early and {subject(who).verb('has')} no second turn this round (E11)")
    if combatant.acted:
        context.warn_or_refuse(f"{subject(who):has} already had a turn this round (E11)")
    check_soak(context.fight, who, soak)
    if soak and not any(effects.get("start") in TYPES for _, effects in effective(combatant)):
        context.warn(f"nothing does {who} damage that soak takes off as this turn begins (E33)")
    if _may_take_stance(context.fight, combatant):
        bare = subject(who)
        context.warn_or_refuse(f"{bare:has} no stance this round and {bare.verb('counts')} as cautious (E11)")
        context.update_combatant(who, stance="cautious")
    step, round_ = step_of(context.fight, combatant), context.fight.round
    if not early:
        _go_on_to_step(context, step, who)
    context.update_fight(turn=who)
    ambushing = combatant.ambushing and step == "ambush"
    context.update_combatant(who, acted=True, pushes=[], resisted=False, aids=None, ambushing=ambushing)
    begun = partial(turn_events.Turn, who=who, step=step, round=round_, ended=False)
    context.tell(lambda: begun(reminders=_reminders(combatant)))
    starting = [condition for condition, effects in effective(combatant) if effects.get("start")]
    if starting:
        do(context, (suffer_conditions, who, starting, soak))


def _reminders(combatant: Combatant) -> list[turn_events.LimitingCondition]:
    limiting = ("reminds", "for_stress") if state.has_room_for_stress(combatant) else ("reminds",)
    limits = [(each, [effects[key] for key in limiting if key in effects]) for each, effects in effective(combatant)]
    return [turn_events.LimitingCondition(each.name, each.source, "; ".join(texts)) for each, texts in limits if texts]


def begin_turn_if_due(context: Context, who: str, task: Task) -> bool:
    """Begin the turn of an acting combatant, with a task after it, if its step has come and no turn is open (E11).

    Return whether it began.
    """
    fight = context.fight
    if fight.turn == who or fight.over or (fight.turn and acts_left(fight.combatants[fight.turn])):
        return False
    if who not in who_may_be_next(fight):
        return False
    end_turn(context, who)
    begin_turn(context, who)
    do(context, task)
    return True


def _go_on_to_step(context: Context, step: str, who: str) -> None:
    """Go on to the step of a turn; it is irregular if the step is past, or turns of an earlier one are open (E11)."""
    now, its_place = state.PHASES.index(context.fight.phase), state.PHASES.index(step)
    if its_place < now:
        context.warn_or_refuse(f"this is the step {context.fight.phase}; the turn of {who} is in {step} (E11)")
        return
    for earlier in state.PHASES[max(1, now) : its_place]:
        late = [member for member in left_by_step(context.fight)[earlier] if member != who]
        if late:
            context.warn_or_refuse(f"{', '.join(late)} of the step {earlier} should have had a turn before {who} (E11)")
    context.update_fight(phase=step)


def suffer_conditions(context: Context, who: str, conditions: Sequence[Condition], soak: int) -> None:
    """Apply a combatant's conditions at the start of its turn, one by one; ``soak`` may stop damage (E33, E40)."""
    condition, *remaining = conditions
    kind, degree = row(condition.name)["start"], degree_of(condition)
    combatant = context.fight.combatants[who]
    lasts = condition in combatant.conditions and not state.is_dead(context.fight, combatant)
    if lasts and kind == "regenerate":
        context.emit(events.Healed(quality=degree, faces=[], **heal_hp(context, who, degree + combatant.tier)))
    elif lasts and (kind != "bleed" or combatant.living):
        face = roll(context, f"{context.fight.subject(who):'s} {condition.name}", die, state.FACES[degree])
        context.emit(events.Suffers(who=who, name=condition.name, faces=[face]))
        types, boxes = ([kind], soak) if kind != "bleed" else ([], 0)  # nothing reduces bleeding
        deal = partial(apply_damage, context, who, face, types, soak=boxes, cause=condition.name)
        soak -= context.ascribe_wounds(condition.source, deal)
    if remaining:
        do(context, (suffer_conditions, who, remaining, soak))


def end_turn(context: Context, following: str | None = None) -> None:
    """End the present turn: the rounds of its owner's conditions go down by one (E42, E43).

    The free resistance roll stays open unless the turn of ``following`` begins at once.
    """
    who = context.fight.turn
    if who is None:
        return
    conditions.count_down_rounds(context, who)
    combatant = context.fight.combatants[who]
    wounds = conditions.resistible_wounds(combatant)
    if wounds and not combatant.resisted and not state.is_dead(context.fight, combatant):
        still = f"may make one free resistance roll (E42): combatcli recover {who} {wounds[0].name}"
        context.warn(f"{who} {still if following is None else 'ended the turn without the free resistance roll (E42)'}")
    for name, other in context.fight.combatants.items():
        if other.reactions or other.failed:
            context.update_combatant(name, reactions=[], failed=[])
    context.update_fight(turn=None)
    fight, step = context.fight, step_of(context.fight, combatant)
    left = to_act(fight) if step == fight.phase and not context.silent else []
    context.tell(lambda: turn_events.Turn(who=who, step=step, round=fight.round, ended=True, left=left))


def next_step(context: Context, passing: int | None = None) -> None:
    """Go on to the next step with a turn left, or from the last one to the next round (E11).

    Who acts is not told of the steps of a round that is ``passing``.
    """
    late = left_by_step(context.fight)
    for who in late.get(context.fight.phase, ()):
        context.warn(f"{context.fight.subject(who):has} had no turn this round (E11)")
    after = state.PHASES[state.PHASES.index(context.fight.phase) + 1 :]
    following = next((step for step in after if late[step]), None)
    if following is None:
        _end_round(context)
    else:
        context.update_fight(phase=following)
    context.tell(
        lambda: turn_events.Phase(
            round=context.fight.round,
            phase=context.fight.phase,
            number=state.PHASES.index(context.fight.phase) + 1,
            acting=to_act(context.fight) if context.fight.round != passing else [],
            pending=len(context.fight.pending),
        )
    )


def _end_round(context: Context) -> None:
    """End a round: surprise, ambush and stances end, Acts and Reacts return, goals lose a round (E10–E12, E50)."""
    lurking = context.fight.house.get("ambush_every_round") is True
    over: dict[str, Any] = {"stance": None, "protects": None, "pushes": [], "acts": 0, "reacts": 0}
    over |= dict.fromkeys(("resisted", "acted", "early"), False)
    for who, combatant in context.fight.combatants.items():
        if has_or_implies(combatant, "surprised"):
            conditions.end(context, who, "surprised", "the round is over")
    goals = {**context.fight.goals}
    for name, goal in goals.items():
        if goal.rounds_left:
            goals[name] = replace(goal, rounds_left=goal.rounds_left - 1)
            if goal.done < goal.needed:
                context.emit(turn_events.Goal.progress_of(name, goals[name], over=goals[name].rounds_left == 0))
    combatants = {**context.fight.combatants}
    for who, each in combatants.items():
        combatants[who] = replace(each, last_declared=each.stance, ambushing=each.ambushing and lurking, **over)
    context.update_fight(round=context.fight.round + 1, phase=state.PHASES[0], combatants=combatants, goals=goals)


class NextRequest(clock.NextRequest, frozen=True):
    """A request to begin a combatant's turn, with soak against its wounds, or to end the fight."""

    who: CombatantId | None = None
    soak: Annotated[Natural, number("use N boxes of soak against damage at the start of the turn")] = 0
    end: Annotated[
        str | None, text("HOW", "end the fight by death, defeat, surrender, ceasefire or retreat", offers=ENDS)
    ] = None


def next_turn_or_step(context: Context, request: NextRequest) -> None:
    """Go on to a turn, the next step, or the end of the fight."""
    if context.fight.pending:
        tell_pending(context)
    if context.fight.over:
        context.warn_or_refuse(f"the fight has ended by {context.fight.over} (E15)")
    refuse_idle(request.who and request.round, "--round goes on to the next round, and begins nobody's turn (E11)")
    refuse_idle(request.soak and request.who is None, "--soak is for the turn of WHO that begins (E33)")
    more = request.who or request.round
    refuse_idle(request.end is not None and more, "--end ends the fight, and begins nothing (E15)")
    if request.end is not None:
        ending = request.end.casefold()
        require_known(ending, ENDS, f"--end {ending}: expected {', '.join(ENDS)}")
        context.update_fight(over=ending, turn=None)
        for who, each in context.fight.combatants.items():
            hp, words = {"hp": state.hp_left(each), "max_hp": state.max_hp(each)}, hp_status(context.fight, each)
            context.emit(turn_events.SummedUp(who=who, **hp, status=words, how=ending))
        return
    was_on = context.fight.turn
    end_turn(context, request.who)
    if request.who is not None:
        begin_turn(context, request.who, soak=request.soak)
    elif request.round:
        start = context.fight.round
        while context.fight.round == start:
            next_step(context, passing=start)
    elif was_on is None or not any(left_by_step(context.fight).values()):
        next_step(context)


def metrics(_: Fight, request: NextRequest) -> list[Metric]:
    """Query whether a combatant falls at the start of its turn."""
    if request.who is None:
        return []
    who = request.who
    return [chance_at_end("felled", {"who": who}, lambda after: state.hp_left(after.combatants[who]) <= 0)]


class OrderRequest(Request, frozen=True):
    """The steps; or the NPC that takes its turn now (E11)."""

    early: Annotated[CombatantId | None, text("NPC", "this NPC takes its turn now")] = None


def show_steps_or_begin_early(context: Context, request: OrderRequest) -> None:
    """Emit the steps of the round, or begin an NPC's turn early (E11)."""
    if request.early is not None:
        subject, combatant = context.fight.subject(request.early), ROSTER.require_not_gone(context.fight, request.early)
        if combatant.player:
            raise RefusedError(f"{subject:is} a player's character; only an NPC can take its turn early (E11)")
        if combatant.acted:
            raise RefusedError(f"{subject:has} already had a turn this round (E11)")
        came_early = [who for who, combatant in context.fight.combatants.items() if combatant.early]
        if came_early:
            context.warn_or_refuse(f"{', '.join(came_early)} already came early, and only one NPC a round may (E11)")
        end_turn(context, request.early)
        begin_turn(context, request.early, early=True)
        context.update_combatant(request.early, early=True)
        return
    fight, members_by_step = context.fight, who_by_step(context.fight)

    def left_to(who: str) -> turn_events.OrderedCombatant:
        each = fight.combatants[who]
        parts, status = budget_in_parts(each), hp_status(fight, each)
        left = acts_left(each), remaining(each, budget.REACTS), haste_left(each, budget.ACTS)
        return turn_events.OrderedCombatant(who, each.acted, fight.turn == who, *left, parts, status)

    steps = [turn_events.OrderedStep(step, [*map(left_to, members)]) for step, members in members_by_step.items()]
    order = [who for members in members_by_step.values() for who in members]
    context.emit(turn_events.Order(order=order, faces=[], steps=steps, phase=fight.phase, turn=fight.turn))


ACTIONS: dict[str, AnyAction] = {
    "next": action(NextRequest, next_turn_or_step, metrics, words="WHO is the combatant whose turn begins"),
    "order": action(OrderRequest, show_steps_or_begin_early),
}
