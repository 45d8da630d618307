"""`next` (Q10): action, movement, melee, and the next round; it names who has not acted."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.rulesets.actions import Action
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Pending, Phase
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.clock import NextRequest, go_on


def next_phase(context: CombatContext[Fight], request: NextRequest) -> None:
    """Go on to the next phase, or through the rest of the round."""
    go_on(context, request, _advance, Pending)


def _advance(context: CombatContext[Fight]) -> None:
    number = state.PHASES.index(context.fight.phase) + 1
    before = context.fight
    untested: list[list[str]] = []
    if context.fight.phase == "melee" and not context.silent:
        from combatcli.rulesets.arq.melee import warn_of_untested

        untested = warn_of_untested(context)
    if context.fight.phase == "movement" and not context.silent:
        for who, combatant in context.fight.combatants.items():
            threats = combatant.threats if ROSTER.can_fight(context.fight, who) else []
            for foe in [threat for threat in threats if ROSTER.can_fight(context.fight, threat)]:
                context.warn(f"{foe} can no longer answer the move of {who} (Q22)")
    changed = {who: over for who, member in before.combatants.items() if (over := _over(member)) is not member}
    context.update_fight(activation=None, combatants={**before.combatants, **changed} if changed else before.combatants)
    last = number == len(state.PHASES)
    if last:
        context.update_fight(round=context.fight.round + 1, phase=state.PHASES[0], tested=[])
    else:
        context.update_fight(phase=state.PHASES[number])
    context.tell(
        lambda: Phase(
            round=context.fight.round,
            phase=context.fight.phase,
            number=state.PHASES.index(context.fight.phase) + 1,
            undone=[who for who in ROSTER.able(before) if not (last or before.combatants[who].acted)],
            untested=untested,
            pending=len(context.fight.pending),
        )
    )


def _over(combatant: Combatant) -> Combatant:
    """Return somebody as they are when a phase is over; what a void test gives back in it is over, too (Q5)."""
    last = combatant.last
    if last is not None and (last.acted or last.answered):
        combatant = replace(combatant, last=replace(last, acted=None, answered=False))
    if combatant.acted or combatant.activated or combatant.plan or combatant.threats:
        combatant = replace(combatant, acted=False, activated=False, plan="", threats=[])
    return combatant


ACTION = Action(NextRequest, next_phase)
