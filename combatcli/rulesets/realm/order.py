"""`order` (R5, R6): who acts first within a phase, and the board of all that was declared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from combatcli.errors import UsageError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.schema import Fight, Order
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.initiative import Initiative, roll_initiative

DIE = 10
AIMING = (state.PHASE_OF["shoot"], state.PHASE_OF["aim"])


class OrderRequest(Request, frozen=True):
    """Initiative of the present phase, or the board; ``ties`` is "reroll" to split ties."""

    board: bool = False
    ties: str | None = None
    reveal: bool = False
    again: bool = False


def order(context: CombatContext[Fight], request: OrderRequest) -> None:
    """Roll initiative for the present phase, or show the board."""
    if request.board:
        context.events.extend(board(context.fight, reveal=request.reveal))
        return
    if request.ties not in (None, "reroll"):
        raise UsageError(f'--ties {request.ties}: expected "reroll"', "Without it, ties act at the same time.")
    if context.fight.order is not None and not request.again:
        left = standing(context.fight)
        if request.ties and left.ties:
            bonuses = _bonuses(context.fight, left.order)
            roll_initiative(context, DIE, bonuses, _stand, reroll=True, standing=left)
            return
        _warn_if_nobody(context, left.order)
        _tell(context, left, stands=True)
        return
    who = who_acts(context.fight, state.phase_number(context.fight.phase))
    if len(who) < 2:
        if who:
            context.warn("initiative is rolled only when several want to act in the same phase (R5)")
        _warn_if_nobody(context, who)
        _tell(context, Initiative([who] if who else [], [], {}))
        return
    roll_initiative(context, DIE, _bonuses(context.fight, who), _stand, reroll=request.ties == "reroll")


def _bonuses(fight: Fight, rolling: Sequence[str]) -> dict[str, int]:
    """Return what each adds to the die, in the file's order."""
    return {who: combatant.awareness for who, combatant in fight.combatants.items() if who in rolling}


def _warn_if_nobody(context: CombatContext[Fight], who: Sequence[str]) -> None:
    if not who:
        context.warn("nobody who wants to act in this phase is left; `declare WHO …` says what somebody does (R5)")


def _stand(context: CombatContext[Fight], rolled: Initiative) -> None:
    """Keep an order until the phase ends (R5)."""
    context.update_fight(order=Order(places=rolled.places, totals=rolled.totals))
    _tell(context, rolled)


def standing(fight: Fight) -> Initiative:
    """Return the order that stands, without those who are gone or have fallen since (R5)."""
    able = set(ROSTER.able(fight))
    initiative = fight.order or Order()
    places = [[who for who in tied if who in able] for tied in initiative.places]
    totals = {who: list(rolled) for who, rolled in initiative.totals.items() if who in able}
    return Initiative([tied for tied in places if tied], [], totals)


def by_initiative(fight: Fight, who: Iterable[str]) -> list[str]:
    """Return some in the order that stands, the others after them in the order given (R5, R27)."""
    if fight.order is None:
        return list(who)
    ranks = {name: rank for rank, name in enumerate(standing(fight).order)}
    return sorted(who, key=lambda name: ranks.get(name, len(ranks)))


def _tell(context: CombatContext[Fight], rolled: Initiative, *, stands: bool = False) -> None:
    context.emit(
        events.Order(
            order=rolled.order,
            first=rolled.places[0] if rolled.places else [],
            phase=context.fight.phase,
            totals=rolled.totals,
            ties=rolled.ties,
            faces=rolled.faces,
            stands=stands,
        )
    )


def who_acts(fight: Fight, phase: int) -> list[str]:
    """Return who rolls initiative: those who declared for the phase and have not acted, or all if none did (R5).

    The seventh phase belongs to those who declared a focus.
    """
    able = list(ROSTER.able(fight))
    declared = [who for who in able if _declared_for(fight, who, phase)]
    wanting = set(who_declared(fight, phase))
    return [who for who in declared if who in wanting] if declared else able


def _declared_for(fight: Fight, who: str, phase: int) -> bool:
    declared = fight.combatants[who].declared
    if declared is None:
        return False
    return declared.action == "focus" if phase == len(state.PHASES) else declared.phase == phase


def who_declared(fight: Fight, phase: int) -> list[str]:
    """Return who has declared for a phase, is able and has not acted, in the order that stands (R3, R5)."""
    able = [who for who in ROSTER.able(fight) if _declared_for(fight, who, phase)]
    undone_ = [
        who for who in able if (declared := fight.combatants[who].declared) and not (declared.done or declared.broken)
    ]
    return by_initiative(fight, undone_)


def undone(fight: Fight, phase: int) -> list[str]:
    """Return who leaves undone what they declared for a phase; to defend, protect or focus asks for no deed.

    Who fell before the deed has not done it (R3).
    """
    return [
        who
        for who in by_initiative(fight, fight.combatants)
        if (declared := fight.combatants[who].declared) is not None
        and declared.phase == phase
        and not declared.done
        and declared.action not in ("defend", "protect", "focus")
    ]


def board(fight: Fight, *, reveal: bool = False) -> list[events.Board]:
    """Return the board: phases 1 to 6 with who acts where, NPCs first, or in the order that stands (R6)."""
    now = state.phase_number(fight.phase)
    seconds, turn = state.clock(fight.round)
    return [
        events.Board(
            round=fight.round,
            phase=name,
            number=number,
            current=number == now,
            seconds=seconds,
            turn=turn,
            declared=_lines(fight, number, now, reveal=reveal),
            undeclared=[who for who in ROSTER.able(fight) if fight.combatants[who].declared is None],
        )
        for number, name in enumerate(state.PHASES[:6], 1)
    ]


def _lines(fight: Fight, number: int, now: int, *, reveal: bool) -> list[dict[str, object]]:
    late = undone(fight, number) if number <= now else []
    return [
        {**line_of(fight, who, reveal=reveal), **({"not_done": True} if who in late else {})}
        for who in _on_board(fight, number, now)
    ]


def _on_board(fight: Fight, number: int, now: int) -> list[str]:
    """Return who stands on the board at a phase; an aim is shown in 2 and in 5 (R3)."""
    declared = [
        who
        for who, combatant in fight.combatants.items()
        if (declaration := combatant.declared) is not None
        and (
            declaration.phase == number
            or (declaration.action == "aim" and number in AIMING and (not declaration.secret or number == AIMING[1]))
        )
    ]
    npcs_first = sorted(declared, key=lambda who: fight.combatants[who].player)
    return by_initiative(fight, npcs_first) if number == now else npcs_first


def line_of(fight: Fight, who: str, *, reveal: bool = False) -> dict[str, object]:
    """Return what somebody declared, as far as it is not a secret or is to be shown (R4, R6)."""
    declared = fight.combatants[who].declared
    if declared is None or (declared.secret and not reveal):
        return {"who": who, "secret": True}
    return {
        "who": who,
        "action": declared.action,
        "targets": declared.targets if reveal or not declared.hidden else [],
        "plan": declared.plan,
        "done": declared.done,
        **({"hidden": True} if declared.hidden and not reveal else {}),
        **({"broken": True} if declared.broken else {}),
        **({"fallen": reason} if (reason := state.disabled_by(fight.combatants[who])) else {}),
    }


def metrics(fight: Fight, request: OrderRequest) -> list[Metric]:
    """Return the chance of each to come first; who ties for it comes first together."""

    def comes_first(who: str) -> Metric:
        return chance_of_event("first", {"who": who}, events.Order, lambda event: who in event.first)

    if request.board:
        return []
    stands = fight.order is not None and not request.again
    order_now = standing(fight).order if stands else who_acts(fight, state.phase_number(fight.phase))
    return [*map(comes_first, order_now)]


ACTION = action(OrderRequest, order, metrics)
