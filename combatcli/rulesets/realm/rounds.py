"""`next` (R1, R2): from phase to phase, and what the end of a round brings: bleeding, focus, all that expires."""

from __future__ import annotations

from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.wounds import consequences, lowest_unmarked, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Fight

LAST = len(state.PHASES)
LASTING = ("impeded", "cornered", "hurled", "freed", "focusing")


class NextOrder(Order, frozen=True):
    """The next phase; with ``round`` on to the first phase of the next round."""

    round: bool = False


def next_phase(play: Play[Fight], order: NextOrder) -> None:
    """Go on to the next phase, or through the rest of the round."""
    if play.fight.pending:
        count = len(play.fight.pending)
        play.warn(f"{count} hit{'s are' if count > 1 else ' is'} still pending; `wound` applies, --discard drops")
    start = play.fight.round
    _advance(play)
    while order.round and play.fight.round == start:
        _advance(play)


def _advance(play: Play[Fight]) -> None:
    number = state.phase_number(play.fight.phase)
    for who, combatant in play.fight.combatants.items():
        if combatant.counters:
            play.change(who, counters=[])
    if number >= LAST:
        end_round(play)
        number = 0
    play.alter(phase=state.PHASES[number])
    seconds, turn = state.clock(play.fight.round)
    play.tell(
        "phase",
        round=play.fight.round,
        phase=play.fight.phase,
        number=number + 1,
        seconds=seconds,
        turn=turn,
    )
    if number + 1 == LAST:
        complete_focus(play)


def complete_focus(play: Play[Fight]) -> None:
    """Let happen what was focused on, for all who came through the round unharmed (R24)."""
    for who, combatant in play.fight.combatants.items():
        if "focusing" in combatant.status and not state.fallen(combatant):
            plan = combatant.declared.plan if combatant.declared is not None else ""
            state.lose(play, who, "focusing", "completed")
            play.tell("focused", who=who, plan=plan)


def end_round(play: Play[Fight]) -> None:
    """End a round: the bleeding are wounded (R42), what lasted so long ends, declarations are wiped off the board."""
    bleed(play)
    ended = play.fight.round
    for who, combatant in play.fight.combatants.items():
        for status in combatant.status:
            if status in LASTING and combatant.until.get(status, ended) <= ended:
                state.lose(play, who, status, "over")
        if combatant.declared is not None:
            play.change(who, declared=None)
    play.alter(round=ended + 1)


def bleed(play: Play[Fight]) -> None:
    """Give each of the bleeding one more wound, the lowest unmarked, and then roll what it brings (R42)."""
    before = play.fight.combatants
    bleeding = [who for who, each in before.items() if "bleeding" in each.status and "dead" not in each.status]
    for who in bleeding:
        box = lowest_unmarked(before[who].marked, before[who].wounds)
        mark(play, who, box or 1, box)
    for who in bleeding:
        consequences(play, who, before[who])
    for event in play.events:
        if event["event"] == "wound":
            event["status"] = play.fight.combatants[event["target"]].status


ACTIONS = {"next": Action(NextOrder, next_phase)}
