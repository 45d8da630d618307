"""`next [WHO]` (E11, E15): ends the turn that is on, begins somebody's, goes on to the next step, ends the fight."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from combatcli.encounter.references import CombatantId
from combatcli.errors import UsageError, nearest
from combatcli.rulesets.actions import action
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.damage import status
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.beacon.turns import begin_turn, end_turn, is_round_over, next_step
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end
from combatcli.rulesets.shared import clock
from combatcli.rulesets.shared.pending import name_waiting

ENDS = ("death", "defeat", "surrender", "ceasefire", "retreat")


class NextRequest(clock.NextRequest, frozen=True):
    """Whose turn begins, and how much soak takes off what their wounds do; or how the fight ends."""

    who: CombatantId | None = None
    soak: Annotated[int, Meta(ge=0)] = 0
    end: str | None = None


def next_turn(context: CombatContext[Fight], request: NextRequest) -> None:
    """Go on."""
    name_waiting(context, events.Pending)
    if context.fight.over:
        context.warn_or_refuse(f"the fight has ended by {context.fight.over} (E15)")
    if request.end is not None:
        close(context, request.end)
        return
    was_on = context.fight.turn
    end_turn(context)
    if request.who is not None:
        begin_turn(context, request.who, soak=request.soak)
    elif request.round:
        start = context.fight.round
        while context.fight.round == start:
            next_step(context)
        for event in context.events[:-1]:
            if isinstance(event, events.Phase):
                event.acting = []
    elif was_on is None or is_round_over(context.fight):
        next_step(context)


def close(context: CombatContext[Fight], ending: str) -> None:
    """Close the fight, and sum it up (E15)."""
    ending = ending.casefold()
    if ending not in ENDS:
        raise UsageError(f"--end {ending}: expected {', '.join(ENDS)}", nearest(ending, ENDS))
    context.update_fight(over=ending, turn=None)
    for who, combatant in context.fight.combatants.items():
        context.emit(
            events.SummedUp(
                who=who,
                hp=state.hp(combatant),
                max_hp=state.most(combatant),
                status=status(context.fight, combatant),
                how=ending,
            )
        )


def metrics(fight: Fight, request: NextRequest) -> list[Metric]:
    """Look at whether the start of a turn fells its owner."""
    if request.who is None:
        return []
    who = request.who
    return [chance_at_end("felled", {"who": who}, lambda after: state.hp(after.combatants[who]) <= 0)]


ACTION = action(NextRequest, next_turn, metrics)
