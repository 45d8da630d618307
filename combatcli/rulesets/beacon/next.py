"""`next [WHO]` (E11, E15): ends the turn that is on, begins somebody's, goes on to the next step, ends the fight."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from combatcli.encounter.references import CombatantId  # noqa: TC001  (msgspec reads it)
from combatcli.errors import UsageError, nearest
from combatcli.rulesets.beacon import state
from combatcli.rulesets.beacon.damage import status
from combatcli.rulesets.beacon.turns import begin_turn, end_turn, next_step
from combatcli.rulesets.play import Action, ends, looking_at
from combatcli.rulesets.shared import clock
from combatcli.rulesets.shared.pending import waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.play import Play, Question, Step


ENDS = ("death", "defeat", "surrender", "ceasefire", "retreat")


class NextRequest(clock.NextRequest, frozen=True):
    """Whose turn begins, and how much soak takes off what their wounds do; or how the fight ends."""

    who: CombatantId | None = None
    soak: Annotated[int, Meta(ge=0)] = 0
    end: str | None = None


def next_turn(play: Play[Fight], request: NextRequest) -> Step[Fight] | None:
    """Go on."""
    if play.fight.pending:
        play.warn(f"{waiting(play.fight.pending)}; `wound` applies, --discard drops")
    if play.fight.over:
        play.irregular(f"the fight is over, by {play.fight.over} (E15)")
    if request.end is not None:
        close(play, request.end)
        return None
    was_on = play.fight.turn
    end_turn(play)
    if request.who is not None:
        return begin_turn(play, request.who, soak=request.soak)
    if request.round:
        start = play.fight.round
        while play.fight.round == start:
            next_step(play)
    elif was_on is None:
        next_step(play)
    return None


def close(play: Play[Fight], how: str) -> None:
    """Close the fight, and sum it up (E15)."""
    how = how.casefold()
    if how not in ENDS:
        raise UsageError(f"--end {how}: expected {', '.join(ENDS)}", nearest(how, ENDS))
    play.alter(over=how, turn=None)
    for who, combatant in play.fight.combatants.items():
        words = status(play.fight, combatant)
        play.tell("summed up", who=who, hp=state.hp(combatant), max_hp=state.most(combatant), status=words, how=how)


def questions(fight: Fight, request: NextRequest) -> list[Question]:  # noqa: ARG001  (all of its kind take the same)
    """Look at whether the start of a turn fells its owner."""
    if request.who is None:
        return []
    who = request.who
    return [ends("felled", {"who": who}, lambda after: state.hp(after.combatants[who]) <= 0)]


ACTION = Action(NextRequest, next_turn, looking_at(next_turn, questions))
