"""`next` (R1, R2): from phase to phase, and what the end of a round brings: bleeding, focus, all that expires."""

from __future__ import annotations

from combatcli.rulesets.play import Action, Question, looking_at
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.boxes import consequences, lowest_unmarked, mark
from combatcli.rulesets.realm.wound import wound_questions
from combatcli.rulesets.shared.clock import NextRequest, go_on
from combatcli.rulesets.shared.conditions import lose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.play import Play, Step
    from combatcli.rulesets.realm.schema import Fight

LAST = len(state.PHASES)
LASTING = ("impeded", "cornered", "hurled", "freed", "focusing")


def next_phase(play: Play[Fight], request: NextRequest) -> Step[Fight] | None:
    """Go on to the next phase, or through the rest of the round."""
    return go_on(play, request, _advance)


def _advance(play: Play[Fight]) -> Step[Fight] | None:
    number = state.phase_number(play.fight.phase)
    for who, combatant in play.fight.combatants.items():
        if combatant.counters:
            play.change(who, counters=[])
    if number < LAST:
        _begin_phase(play, number + 1)
        return None
    return bleed(play)


def _begin_phase(play: Play[Fight], number: int) -> None:
    play.alter(phase=state.PHASES[number - 1])
    seconds, turn = state.clock(play.fight.round)
    play.tell(
        "phase",
        round=play.fight.round,
        phase=play.fight.phase,
        number=number,
        seconds=seconds,
        turn=turn,
    )
    if number == LAST:
        complete_focus(play)


def complete_focus(play: Play[Fight]) -> None:
    """Let happen what was focused on, for all who came through the round unharmed (R24)."""
    for who, combatant in play.fight.combatants.items():
        if "focusing" in combatant.status and not state.fallen(combatant):
            plan = combatant.declared.plan if combatant.declared is not None else ""
            lose(play, who, "focusing", "completed")
            play.tell("focused", who=who, plan=plan)


def _bleeding(fight: Fight) -> list[str]:
    return [who for who, each in fight.combatants.items() if "bleeding" in each.status and not state.dead(each)]


def bleed(play: Play[Fight]) -> Step[Fight] | None:
    """End a round: give each of the bleeding one more wound, the lowest unmarked, and roll what it brings (R42)."""
    before = play.fight.combatants
    bleeding = _bleeding(play.fight)
    for who in bleeding:
        box = lowest_unmarked(before[who].marked, before[who].wounds)
        mark(play, who, box or 1, box)
    return consequences(play, before, bleeding, then=_end_round)


def _end_round(play: Play[Fight]) -> None:
    """Let what lasted so long end, wipe the declarations off the board, and begin the next round."""
    ended = play.fight.round
    for who, combatant in play.fight.combatants.items():
        for status in combatant.status:
            if status in LASTING and combatant.until.get(status, ended) <= ended:
                lose(play, who, status, "over")
        if combatant.declared is not None:
            play.change(who, declared=None)
    play.alter(round=ended + 1)
    _begin_phase(play, 1)


def questions(fight: Fight, request: NextRequest) -> list[Question]:
    """Look at what their next wound brings to the bleeding, where the round ends."""
    if not request.round and state.phase_number(fight.phase) < LAST:
        return []
    return [each for who in _bleeding(fight) for each in wound_questions(fight, who, {"who": who})]


ACTION = Action(NextRequest, next_phase, looking_at(next_phase, questions))
