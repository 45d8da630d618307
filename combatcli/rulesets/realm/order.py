"""`order` (R5, R6): who acts first within a phase, and the board of all that was declared."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.rulesets.play import Action, Question, Request, happens, looking_at
from combatcli.rulesets.realm import state
from combatcli.rulesets.shared.initiative import roll_initiative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.events import Event
    from combatcli.rulesets.play import Play, Step
    from combatcli.rulesets.realm.schema import Declaration, Fight
    from combatcli.rulesets.shared.initiative import Initiative

DIE = 10


class OrderRequest(Request, frozen=True):
    """Initiative of the present phase, or the board; ``ties`` is "reroll" to split ties."""

    board: bool = False
    ties: str | None = None
    reveal: bool = False


def order(play: Play[Fight], request: OrderRequest) -> Step[Fight] | None:
    """Roll initiative for the present phase, or show the board."""
    if request.board:
        play.events.extend(board(play.fight, reveal=request.reveal))
        return None
    if request.ties not in (None, "reroll"):
        raise UsageError(f'--ties {request.ties}: expected "reroll"', "Without it, ties act at the same time.")
    who = who_acts(play.fight, state.phase_number(play.fight.phase))
    if len(who) < 2:
        play.warn("initiative is rolled only when several want to act in the same phase")
        play.tell("order", order=who, first=who, phase=play.fight.phase, totals={}, ties=[], faces=[])
        return None
    bonuses = {name: play.fight.combatants[name].awareness for name in who}
    return roll_initiative(DIE, bonuses, _tell, reroll=request.ties == "reroll")


def _tell(play: Play[Fight], rolled: Initiative) -> None:
    play.tell(
        "order",
        order=rolled.order,
        first=rolled.places[0],
        phase=play.fight.phase,
        totals=rolled.totals,
        ties=rolled.ties,
        faces=rolled.faces,
    )


def who_acts(fight: Fight, phase: int) -> list[str]:
    """Return who rolls initiative: those who declared for the phase and have not acted, or all if none did (R5).

    The seventh phase belongs to those who declared a focus.
    """
    able = list(state.who_can_act(fight))
    declared = [
        who
        for who in able
        if (said := fight.combatants[who].declared) is not None
        and (said.phase == phase or (phase == len(state.PHASES) and said.action == "focus"))
    ]
    acting = [who for who in declared if (said := fight.combatants[who].declared) is not None and not said.done]
    return acting if declared else able


def board(fight: Fight, *, reveal: bool = False) -> list[Event]:
    """Return the board: phases 1 to 6 with who acts where, NPCs first (R6)."""
    seconds, turn = state.clock(fight.round)
    return [
        {
            "event": "board",
            "round": fight.round,
            "phase": name,
            "number": number,
            "current": name == fight.phase,
            "seconds": seconds,
            "turn": turn,
            "declared": [_line(who, said, reveal=reveal) for who, said in _declared_for(fight, number)],
        }
        for number, name in enumerate(state.PHASES[:6], 1)
    ]


def _declared_for(fight: Fight, number: int) -> Sequence[tuple[str, Declaration]]:
    declared = [
        (who, combatant.declared)
        for who, combatant in fight.combatants.items()
        if combatant.declared is not None and combatant.declared.phase == number
    ]
    return sorted(declared, key=lambda line: fight.combatants[line[0]].player)


def _line(who: str, declared: Declaration, *, reveal: bool) -> dict[str, object]:
    if declared.secret and not reveal:
        return {"who": who, "secret": True}
    return {
        "who": who,
        "action": declared.action,
        "targets": declared.targets,
        "plan": declared.plan,
        "done": declared.done,
    }


def questions(fight: Fight, request: OrderRequest) -> list[Question]:
    """Look at who comes first; who ties for it comes first together."""

    def comes_first(who: str) -> Question:
        return happens("first", {"who": who}, "order", lambda event: who in event["first"])

    return [] if request.board else [comes_first(who) for who in who_acts(fight, state.phase_number(fight.phase))]


ACTION = Action(OrderRequest, order, looking_at(order, questions))
