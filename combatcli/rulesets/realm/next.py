"""`next` (R1, R2): from phase to phase, and what the end of a round brings: bleeding, focus, all that expires."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId  # noqa: TC001  (msgspec reads it)
from combatcli.errors import UsageError
from combatcli.rulesets.play import Action, Question, looking_at
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.deeds import begin_focus, complete_the_rest, end_focus, finish
from combatcli.rulesets.realm.holds import end_of_round
from combatcli.rulesets.realm.order import line_of, undone, who_declared
from combatcli.rulesets.shared import clock
from combatcli.rulesets.shared.conditions import lose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.play import Play, Step
    from combatcli.rulesets.realm.schema import Fight

LAST = len(state.PHASES)
LASTING = ("impeded", "cornered", "hurled", "freed", "focusing")


class NextRequest(clock.NextRequest, frozen=True):
    """The next phase; or, the phase going on, who has done what they declared."""

    done: list[CombatantId] = []


def next_phase(play: Play[Fight], request: NextRequest) -> Step[Fight] | None:
    """Go on to the next phase, or through the rest of the round; or let some be done with what they declared (R7)."""
    if request.done and request.round:
        raise UsageError("--done and --round exclude each other", "With --done the phase goes on.")
    for who in dict.fromkeys(request.done):
        finish(play, who)
    if request.done:
        return None
    return clock.go_on(play, request, _advance)


def _advance(play: Play[Fight]) -> Step[Fight] | None:
    number = state.phase_number(play.fight.phase)
    if number == LAST:
        complete_the_rest(play)
    for who, combatant in play.fight.combatants.items():
        if combatant.counters:
            play.change(who, counters=[])
    if number < LAST:
        left = [line_of(play.fight, who) for who in undone(play.fight, number)]
        _begin_phase(play, number + 1, left)
        return None
    return bleed(play)


def _begin_phase(play: Play[Fight], number: int, left: Sequence[dict[str, object]] = ()) -> None:
    """Begin a phase, and tell what of the last one was left undone, what waits, and who acts now (R3)."""
    play.alter(phase=state.PHASES[number - 1], order=None)
    seconds, turn = state.clock(play.fight.round)
    play.tell(
        "phase",
        round=play.fight.round,
        phase=play.fight.phase,
        number=number,
        seconds=seconds,
        turn=turn,
        undone=list(left),
        acting=who_declared(play.fight, number),
        pending=len(play.fight.pending),
    )
    if number == state.PHASE_OF["focus"]:
        for who in play.fight.combatants:
            begin_focus(play, who)


def _bleeding(fight: Fight) -> list[str]:
    return [who for who, each in fight.combatants.items() if "bleeding" in each.status and not state.dead(each)]


def bleed(play: Play[Fight]) -> Step[Fight] | None:
    """End a round: give each of the bleeding one more wound, the lowest unmarked, and roll what it brings (R42)."""
    from combatcli.rulesets.realm.boxes import consequences, lowest_unmarked, mark

    before = play.fight.combatants
    bleeding = _bleeding(play.fight)
    for who in bleeding:
        box = lowest_unmarked(before[who].marked, before[who].wounds)
        mark(play, who, box or 1, box)
    return consequences(play, before, bleeding, then=_end_round)


def _end_round(play: Play[Fight]) -> None:
    """End what lasts until now, clear the declarations, and begin the next round."""
    ended = play.fight.round
    for who, combatant in play.fight.combatants.items():
        end_of_round(play, who)
        for status in combatant.status:
            if status not in LASTING or combatant.until.get(status, ended) > ended:
                continue
            if status == "focusing":
                end_focus(play, who, "over")
            else:
                lose(play, who, status, "over")
        if combatant.declared is not None:
            play.change(who, declared=None)
    play.alter(round=ended + 1)
    _begin_phase(play, 1)


def questions(fight: Fight, request: NextRequest) -> list[Question]:
    """Look at what their next wound brings to the bleeding, where the round ends."""
    if not request.round and state.phase_number(fight.phase) < LAST:
        return []
    from combatcli.rulesets.realm.wound import wound_questions

    return [each for who in _bleeding(fight) for each in wound_questions(fight, who, {"who": who})]


ACTION = Action(NextRequest, next_phase, looking_at(next_phase, questions))
