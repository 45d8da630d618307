"""`next` (R1, R2): from phase to phase, and what the end of a round brings: bleeding, focus, all that expires."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId
from combatcli.errors import UsageError
from combatcli.rulesets.actions import action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.deeds import begin_focus, complete_the_rest, end_focus, finish
from combatcli.rulesets.realm.events import Pending, Phase
from combatcli.rulesets.realm.holds import end_of_round, last_round
from combatcli.rulesets.realm.order import line_of, undone, who_declared
from combatcli.rulesets.realm.schema import Fight
from combatcli.rulesets.shared import clock
from combatcli.rulesets.shared.conditions import lose
from combatcli.rulesets.tasks import do

LAST = len(state.PHASES)
LASTING = ("impeded", "cornered", "hurled", "freed", "focusing")


class NextRequest(clock.NextRequest, frozen=True):
    """The next phase; or, the phase going on, who has done what they declared."""

    done: list[CombatantId] = []


def next_phase(context: CombatContext[Fight], request: NextRequest) -> None:
    """Go on to the next phase, or through the rest of the round; or mark as done what some have declared (R7)."""
    if request.done and request.round:
        raise UsageError("--done and --round exclude each other", "With --done, the phase continues.")
    for who in dict.fromkeys(request.done):
        finish(context, who)
    if not request.done:
        clock.go_on(context, request, _advance, Pending)


def _advance(context: CombatContext[Fight]) -> None:
    number = state.phase_number(context.fight.phase)
    if number == LAST:
        complete_the_rest(context)
    for who, combatant in context.fight.combatants.items():
        if combatant.counters:
            context.update_combatant(who, counters=[])
    if number < LAST:
        _begin_phase(context, number + 1)
    else:
        do(context, (_bleed,), (_end_round,))


def _begin_phase(context: CombatContext[Fight], number: int) -> None:
    """Begin a phase, and emit what of the last one was left undone, what waits, and who acts now (R3)."""
    before = context.fight
    context.update_fight(phase=state.PHASES[number - 1], order=None)
    seconds, turn = state.clock(context.fight.round)
    context.tell(
        lambda: Phase(
            round=context.fight.round,
            phase=context.fight.phase,
            number=number,
            seconds=seconds,
            turn=turn,
            undone=[line_of(before, who) for who in (undone(before, number - 1) if number > 1 else ())],
            acting=who_declared(context.fight, number),
            pending=len(context.fight.pending),
        )
    )
    if number == state.PHASE_OF["focus"]:
        for who in context.fight.combatants:
            begin_focus(context, who)


def _bleeding(fight: Fight) -> list[str]:
    return [
        who
        for who, combatant in fight.combatants.items()
        if "bleeding" in combatant.status and not state.is_dead(combatant)
    ]


def _bleed(context: CombatContext[Fight]) -> None:
    """Give each of the bleeding one more wound, the lowest unmarked, and roll what it brings (R42)."""
    from combatcli.rulesets.realm.wound import bring_consequences, mark

    before, bleeding = context.fight.combatants, _bleeding(context.fight)
    for who in bleeding:
        mark(context, who, cause="bleeding")
    bring_consequences(context, before, bleeding, {})


def _end_round(context: CombatContext[Fight]) -> None:
    """End what lasts until now, clear the declarations, and begin the next round."""
    ended = context.fight.round
    for who in context.fight.combatants:
        end_of_round(context, who)
        combatant = context.fight.combatants[who]
        for status in combatant.status:
            if status not in LASTING or last_round(combatant, status, ended) > ended:
                continue
            if status == "focusing":
                end_focus(context, who, "over")
            else:
                lose(context, who, status, "over")
        if combatant.declared != combatant.last_declared or combatant.declared is not None:
            context.update_combatant(who, declared=None, last_declared=combatant.declared)
    context.update_fight(round=ended + 1)
    _begin_phase(context, 1)


def metrics(fight: Fight, request: NextRequest) -> list[Metric]:
    """Return the chances of what their next wound brings to the bleeding, where the round ends."""
    if not request.round and state.phase_number(fight.phase) < LAST:
        return []
    from combatcli.rulesets.realm.wound import wound_metrics

    return [metric for who in _bleeding(fight) for metric in wound_metrics(fight, who, {"who": who})]


ACTION = action(NextRequest, next_phase, metrics)
