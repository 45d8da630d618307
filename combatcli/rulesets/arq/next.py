"""`next` (Q10): action, movement, melee, and the next round; it names who has not acted."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.rulesets.actions import Action
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Pending, Phase
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.shared.clock import NextRequest, go_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.arq.schema import Fight
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.steps import Step


def next_phase(context: CombatContext[Fight], request: NextRequest) -> Step[Fight] | None:
    """Go on to the next phase, or through the rest of the round."""
    return go_on(context, request, _advance, Pending)


def _advance(context: CombatContext[Fight]) -> None:
    number = state.PHASES.index(context.fight.phase) + 1
    late = [who for who in ROSTER.able(context.fight) if not context.fight.combatants[who].acted]
    untested = _untested(context) if context.fight.phase == "melee" else []
    for one, other in untested:
        context.warn(f"{one} and {other} are a pair and have not been tested (Q35): combatcli attack {one} {other}")
    if context.fight.phase == "movement":
        for who, combatant in context.fight.combatants.items():
            threats = combatant.threats if ROSTER.can_fight(context.fight, who) else []
            for foe in [each for each in threats if ROSTER.can_fight(context.fight, each)]:
                context.warn(f"{foe} can no longer answer the move of {who} (Q22)")
    for who, combatant in context.fight.combatants.items():
        last = combatant.last
        if last is not None and (last.acted or last.answered):
            # What a void test gives back in its phase is over with that (Q5).
            context.update_combatant(who, last=replace(last, acted=None, answered=False))
        if combatant.acted or combatant.activated or combatant.plan or combatant.threats:
            context.update_combatant(who, acted=False, activated=False, plan="", threats=[])
    context.update_fight(activation=None)
    if number == len(state.PHASES):
        context.update_fight(round=context.fight.round + 1, phase=state.PHASES[0], tested=[])
    else:
        context.update_fight(phase=state.PHASES[number])
    context.emit(
        Phase(
            round=context.fight.round,
            phase=context.fight.phase,
            number=state.PHASES.index(context.fight.phase) + 1,
            undone=[] if number == len(state.PHASES) else late,
            untested=untested,
            pending=len(context.fight.pending),
        )
    )


def _untested(context: CombatContext[Fight]) -> list[list[str]]:
    from combatcli.rulesets.arq.melee import pairs_to_test

    return pairs_to_test(context)


ACTION = Action(NextRequest, next_phase)
