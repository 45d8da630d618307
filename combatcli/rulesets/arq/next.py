"""`next` (Q10): action, movement, melee, and the next round; it names who has not acted."""

from __future__ import annotations

from combatcli.rulesets.arq import state
from combatcli.rulesets.play import Action
from combatcli.rulesets.shared.clock import NextRequest, go_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.arq.schema import Fight
    from combatcli.rulesets.play import Play, Step


def next_phase(play: Play[Fight], request: NextRequest) -> Step[Fight] | None:
    """Go on to the next phase, or through the rest of the round."""
    return go_on(play, request, _advance)


def _advance(play: Play[Fight]) -> None:
    number = state.PHASES.index(play.fight.phase) + 1
    late = [who for who in state.who_can_act(play.fight) if not play.fight.combatants[who].acted]
    untested = _untested(play) if play.fight.phase == "melee" else []
    for one, other in untested:
        play.warn(f"{one} and {other} are a pair and have not been tested (Q35): combatcli attack {one} {other}")
    if play.fight.phase == "movement":
        for who, combatant in play.fight.combatants.items():
            able = [foe for foe in combatant.threats if state.able(play.fight, foe) and state.able(play.fight, who)]
            for foe in able:
                play.warn(f"{foe} has not answered the move of {who}, and may no longer (Q22)")
    for who, combatant in play.fight.combatants.items():
        if combatant.acted or combatant.activated or combatant.plan or combatant.threats:
            play.change(who, acted=False, activated=False, plan="", threats=[])
    play.alter(activation=None)
    if number == len(state.PHASES):
        play.alter(round=play.fight.round + 1, phase=state.PHASES[0], tested=[])
    else:
        play.alter(phase=state.PHASES[number])
    play.tell(
        "phase",
        round=play.fight.round,
        phase=play.fight.phase,
        number=state.PHASES.index(play.fight.phase) + 1,
        undone=[] if number == len(state.PHASES) else late,
        untested=untested,
        pending=len(play.fight.pending),
    )


def _untested(play: Play[Fight]) -> list[list[str]]:
    from combatcli.rulesets.arq.melee import pairs_to_test

    return pairs_to_test(play)


ACTION = Action(NextRequest, next_phase)
