"""`next` (B1): from phase to phase, ten seconds a round; what lasted for the round ends with it."""

from __future__ import annotations

from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.blade import state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Fight


class NextOrder(Order, frozen=True):
    """The next phase; with ``round`` on to the first phase of the next round."""

    round: bool = False


def next_phase(play: Play[Fight], order: NextOrder) -> None:
    """Go on to the next phase, or through the rest of the round."""
    if play.fight.pending:
        count = len(play.fight.pending)
        play.warn(f"{count} hit{'s are' if count > 1 else ' is'} still pending; `wound` applies, --discard drops")
    if play.fight.phase == "initiative" and not play.fight.initiative and not order.round:
        play.irregular("initiative has not been rolled this round: combatcli order")
    start = play.fight.round
    _advance(play)
    while order.round and play.fight.round == start:
        _advance(play)


def _advance(play: Play[Fight]) -> None:
    number = state.PHASES.index(play.fight.phase) + 1
    if number == len(state.PHASES):
        end_round(play)
    else:
        play.alter(phase=state.PHASES[number])
    tell_phase(play)


def tell_phase(play: Play[Fight]) -> None:
    """Tell which phase it is now."""
    fight = play.fight
    play.tell(
        "phase",
        round=fight.round,
        phase=fight.phase,
        number=state.PHASES.index(fight.phase) + 1,
        seconds=state.seconds(fight.round),
    )


def end_round(play: Play[Fight]) -> None:
    """End a round (B1): tell what is over, forget what was declared and done, and begin the next one."""
    for who, combatant in play.fight.combatants.items():
        if not state.dead(combatant):
            for word in state.lasting(combatant):
                play.tell("condition", who=who, name=word, ended=True, reason="over")
        if combatant.declared is not None or combatant.deeds is not None:
            play.change(who, declared=None, deeds=None)
    for side in play.fight.surprised:
        play.tell("condition", who=side, name="surprised", ended=True, reason="over")
    play.alter(round=play.fight.round + 1, phase=state.PHASES[0], initiative=[], surprised=[])


ACTIONS = {"next": Action(NextOrder, next_phase)}
