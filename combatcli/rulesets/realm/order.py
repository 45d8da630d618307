"""`order` (R5, R6): who acts first within a phase, and the board of all that was declared."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.initiative import initiative
from combatcli.rulesets.realm import state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.realm.schema import Declaration, Fight

DIE = 10


class InitiativeOrder(Order, frozen=True):
    """Initiative of the present phase, or the board; ``ties`` is "reroll" to split ties."""

    board: bool = False
    ties: str | None = None
    reveal: bool = False


def order(play: Play[Fight], wanted: InitiativeOrder) -> None:
    """Roll initiative for the present phase, or show the board."""
    if wanted.board:
        play.events.extend(board(play.fight, reveal=wanted.reveal))
        return
    if wanted.ties not in (None, "reroll"):
        raise UsageError(f'--ties {wanted.ties}: expected "reroll"', "Without it, ties act at the same time.")
    phase = state.phase_number(play.fight.phase)
    who = acting(play.fight, phase)
    if len(who) < 2:
        play.warn("initiative is rolled only when several want to act in the same phase")
        play.tell("order", order=who, phase=play.fight.phase, totals={}, ties=[], faces=[])
        return
    bonuses = {name: play.fight.combatants[name].awareness for name in who}
    faces: list[int] = []
    totals: dict[str, list[int]] = {}
    groups = initiative(play.source, DIE, bonuses, (faces, totals), reroll=wanted.ties == "reroll")
    play.tell(
        "order",
        order=[name for group in groups for name in group],
        phase=play.fight.phase,
        totals=totals,
        ties=[group for group in groups if len(group) > 1],
        faces=faces,
    )


def acting(fight: Fight, phase: int) -> list[str]:
    """Return who rolls initiative: those who declared for the phase and have not acted, or all if none did (R5).

    The seventh phase belongs to those who declared a focus.
    """
    able = list(state.able(fight))
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


ACTIONS = {"order": Action(InitiativeOrder, order)}
