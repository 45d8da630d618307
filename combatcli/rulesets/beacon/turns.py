"""A round of turns (E10–E12): its steps, who belongs to which, how a turn begins and ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from combatcli.errors import RefusedError
from combatcli.rulesets.beacon import afflict, events, state
from combatcli.rulesets.beacon.conditions import Row, budget_parts, degree_of, effective, has, row
from combatcli.rulesets.beacon.damage import check_soak, heal_hp, hurt, lose_hp
from combatcli.rulesets.beacon.rolls import die
from combatcli.rulesets.beacon.schema import Combatant, Condition, Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.index import Index, those_who
from combatcli.rulesets.tasks import do, roll

STEPS = state.PHASES[1:]


def step_of(fight: Fight, combatant: Combatant) -> str:
    """Return the step in which somebody has their turn (E11)."""
    return _step(fight, _usual_step(combatant), ambushing=combatant.ambushing)


def _usual_step(combatant: Combatant) -> str:
    if not combatant.player:
        return "monsters"
    return "rash" if combatant.stance == "rash" else "cautious"


def _step(fight: Fight, usual: str, *, ambushing: bool) -> str:
    ambush = ambushing and (fight.round == 1 or fight.house.get("ambush_every_round") is True)
    return "ambush" if ambush else usual


def _turns(fight: Fight, combatant: Combatant) -> Sequence[tuple[str, bool, bool]]:
    if state.is_dead(fight, combatant) or has(combatant, "surprised"):
        return ()
    return ((_usual_step(combatant), combatant.ambushing, combatant.acted),)


_TURNS = Index(_turns)
"""Who has a turn in a round, by their usual step, whether they ambush, and whether they have had it."""


def steps(fight: Fight) -> dict[str, list[str]]:
    """Return who has a turn in each step, in the file's order; the dead and the surprised have none (E10, E11)."""
    members: dict[str, list[str]] = {step: [] for step in STEPS}
    for _, who in sorted([entry[1:] for entries in _TURNS.groups(fight).values() for entry in entries]):
        members[step_of(fight, fight.combatants[who])].append(who)
    return members


def waiting(fight: Fight, step: str) -> list[str]:
    """Return who is still to have their turn in a step, in the file's order (E10, E11)."""
    found = [
        entries
        for (usual, ambushing, acted), entries in _TURNS.groups(fight).items()
        if not acted and _step(fight, usual, ambushing=ambushing) == step
    ]
    return [who for _, _, who in (found[0] if len(found) == 1 else sorted(turn for turns in found for turn in turns))]


def _may_take_stance(fight: Fight, combatant: Combatant) -> bool:
    free = combatant.player and combatant.stance is None and ROSTER.hindrance(fight, combatant) is None
    return free and budget_parts(combatant, "acts") is not None


without_stance = those_who(_may_take_stance)
"""The players' characters that may take a stance in this round and have none (E11)."""


def begin_turn(context: CombatContext[Fight], who: str, *, soak: int = 0, early: bool = False) -> None:
    """Begin somebody's turn: what their conditions do comes first, in the order in which they stand (E40, E43)."""
    combatant = ROSTER.require_alive(context.fight, who)
    if has(combatant, "surprised"):
        raise RefusedError(f"{who} is surprised and has no turn this round (E10)")
    if combatant.early:
        raise RefusedError(f"{who} came early and has no second turn this round (E11)")
    if combatant.acted:
        context.warn_or_refuse(f"{who} has already had a turn this round (E11)")
    if soak:
        check_soak(who, combatant, soak)
    if who in without_stance(context.fight):
        context.warn_or_refuse(f"{who} has no stance this round and counts as cautious (E11)")
        context.update_combatant(who, stance="cautious")
    step = step_of(context.fight, combatant)
    if not early:
        _go_on_to(context, step, who)
    context.update_fight(turn=who)
    context.update_combatant(who, acted=True, pushes=[], resisted=False, aids=None)
    round_, conditions = context.fight.round, effective(combatant)
    context.tell(
        lambda: events.Turn(who=who, step=step, round=round_, ended=False, reminders=[*_reminders(conditions)])
    )
    starting = [condition for condition, effects in conditions if effects.get("start")]
    if starting:
        do(context, (suffer, who, starting, soak))


def _reminders(conditions: Iterable[tuple[Condition, Row]]) -> Iterator[events.Reminder]:
    """Go through what limits somebody's deeds in the turn that begins (E41)."""
    for condition, effects in conditions:
        if "reminds" in effects:
            yield events.Reminder(name=condition.name, by=condition.source, says=str(effects["reminds"]))


def _go_on_to(context: CombatContext[Fight], step: str, who: str) -> None:
    """Go on to the step of somebody's turn; find it irregular if it is past, or one before it has turns left (E11)."""
    now, its_place = state.PHASES.index(context.fight.phase), state.PHASES.index(step)
    if its_place < now:
        context.warn_or_refuse(f"this is the step {context.fight.phase}; the turn of {who} is in {step} (E11)")
        return
    for earlier in state.PHASES[max(1, now) : its_place]:
        late = [member for member in waiting(context.fight, earlier) if member != who]
        if late:
            context.warn_or_refuse(f"{', '.join(late)} of the step {earlier} should have had a turn before {who} (E11)")
    context.update_fight(phase=step)


def suffer(context: CombatContext[Fight], who: str, conditions: Sequence[Condition], soak: int) -> None:
    """Do what conditions do at the start of a turn, one after the other; boxes of ``soak`` may stop it (E33, E40)."""
    condition, *others = conditions
    kind, degree = row(condition.name)["start"], degree_of(condition)
    combatant = context.fight.combatants[who]
    if state.is_dead(context.fight, combatant) or condition not in combatant.conditions:
        pass
    elif kind == "regenerate":
        heal_hp(context, who, degree + combatant.tier, degree=degree)
    elif kind != "bleed" or combatant.living:
        face = roll(context, f"{who}'s {condition.name}", die, state.FACES[degree])
        context.emit(events.Suffers(who=who, name=condition.name, faces=[face]))
        if kind == "bleed":
            bleed = partial(lose_hp, context, who, face, amount=face, cause=condition.name)
            context.dealt_by(condition.source, bleed)
        else:
            deal = partial(hurt, context, who, face, [kind], soak=soak, cause=condition.name)
            soak = context.dealt_by(condition.source, deal)
    if others:
        do(context, (suffer, who, others, soak))


_with_ends = those_who(lambda _, combatant: combatant.reactions or combatant.failed)
"""Who has brought something about that ends with the turn that is on."""


def end_turn(context: CombatContext[Fight]) -> None:
    """End the turn that is on: what lasts so many rounds comes one nearer to its end (E42, E43)."""
    who = context.fight.turn
    if who is None:
        return
    afflict.count_down(context, who)
    combatant = context.fight.combatants[who]
    wounds = afflict.resistible(combatant)
    if wounds and not combatant.resisted and not state.is_dead(context.fight, combatant):
        context.warn(f"{who} may make one free resistance roll (E42): combatcli recover {who} {wounds[0].name}")
    for name in _with_ends(context.fight):
        context.update_combatant(name, reactions=[], failed=[])
    context.update_fight(turn=None)
    fight, step = context.fight, step_of(context.fight, combatant)
    left = to_act if step == fight.phase else lambda _: []
    context.tell(lambda: events.Turn(who=who, step=step, round=fight.round, ended=True, left=left(fight)))


def to_act(fight: Fight) -> list[str]:
    """Return who of the step has had no turn yet; in the declare phase, who has no stance (E11)."""
    if fight.phase == state.PHASES[0]:
        return without_stance(fight)
    return waiting(fight, fight.phase)


def is_round_over(fight: Fight) -> bool:
    """Tell whether everybody who has a turn in this round has had it (E11)."""
    return all(acted for _, _, acted in _TURNS.groups(fight))


def next_step(context: CombatContext[Fight]) -> None:
    """Go on to the next step with a turn to come; to the next round after its last, or its last turn (E11)."""
    for who in waiting(context.fight, context.fight.phase):
        context.warn(f"{who} has had no turn this round (E11)")
    after = state.PHASES[state.PHASES.index(context.fight.phase) + 1 :]
    following = next((step for step in after if waiting(context.fight, step)), None)
    if following is None or is_round_over(context.fight):
        _end_round(context)
    else:
        context.update_fight(phase=following)
    context.tell(
        lambda: events.Phase(
            round=context.fight.round,
            phase=context.fight.phase,
            number=state.PHASES.index(context.fight.phase) + 1,
            acting=to_act(context.fight),
            pending=len(context.fight.pending),
        )
    )


def _end_round(context: CombatContext[Fight]) -> None:
    """End a round: surprise and stances are over, Acts and Reacts new, goals nearer to their end (E10–E12, E50)."""
    for who, combatant in context.fight.combatants.items():
        if has(combatant, "surprised"):
            afflict.end(context, who, "surprised", "the round is over")
        context.update_combatant(
            who,
            stance=None,
            last_declared=combatant.stance,
            acted=False,
            early=False,
            acts=0,
            reacts=0,
            pushes=[],
            resisted=False,
            protects=None,
        )
    goals = {}
    for name, goal in context.fight.goals.items():
        rounds_left = goal.rounds_left
        goals[name] = goal if rounds_left is None else replace(goal, rounds_left=max(0, rounds_left - 1))
        if rounds_left == 1 and goal.done < goal.needed:
            context.emit(
                events.Goal(name=name, needed=goal.needed, done=goal.done, rounds_left=0, reached=False, over=True)
            )
    context.update_fight(round=context.fight.round + 1, phase=state.PHASES[0], goals=goals)
