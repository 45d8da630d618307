"""`show`: a `realm` encounter, or one combatant of it, as events that a report makes tables of (R1, R6, R15)."""

from __future__ import annotations

from combatcli.encounter.schema import whole
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.arena import tell_arenas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Combatant, Declaration, Fight


class ShowOrder(Order, frozen=True):
    """Everything, or one combatant."""

    who: str | None = None


def show(play: Play[Fight], order: ShowOrder) -> None:
    """Tell what there is to see: the clock, who fights, where, and what is pending."""
    if order.who is not None:
        _whole(play, order.who)
        return
    fight = play.fight
    seconds, turn = state.clock(fight.round)
    play.tell(
        "encounter",
        ruleset=fight.ruleset,
        round=fight.round,
        phase=state.PHASES[state.phase_number(fight.phase) - 1],
        number=state.phase_number(fight.phase),
        seconds=seconds,
        turn=turn,
        bowl=fight.bowl,
    )
    for who, combatant in fight.combatants.items():
        _brief(play, who, combatant)
    tell_arenas(play, *fight.arenas)
    for number, hit in enumerate(fight.pending, 1):
        what = f"wound {' and '.join(map(str, hit.wounds))}{', and the lowest' if hit.lowest else ''}"
        play.tell(
            "pending",
            number=number,
            attacker=hit.attacker,
            target=hit.target,
            weapon=hit.weapon,
            wounds=hit.wounds,
            what=what,
        )


def boxes(combatant: Combatant) -> str:
    """Write the wound boxes in a row, the marked ones as x (R0)."""
    return " ".join("x" if box in combatant.marked else str(box) for box in range(1, combatant.wounds + 1))


def shown_status(combatant: Combatant) -> list[str]:
    """Return the status that the table may see: a focus declared in secret is none (R4)."""
    secret = combatant.declared is not None and combatant.declared.secret
    return [word for word in combatant.status if not (secret and word == "focusing")]


def _brief(play: Play[Fight], who: str, combatant: Combatant) -> None:
    play.tell(
        "combatant",
        who=who,
        side=combatant.side,
        player=combatant.player,
        arena=combatant.arena,
        count=combatant.count if combatant.count > 1 else None,
        wounds=combatant.wounds,
        marked=combatant.marked,
        boxes=boxes(combatant),
        status=shown_status(combatant),
        wielding=combatant.wielding,
        awesome=combatant.awesome,
        declared=_declared(combatant.declared),
    )


def _declared(declared: Declaration | None) -> str:
    if declared is None:
        return ""
    if declared.secret:
        return f"{declared.phase} secret"
    words = [str(declared.phase), declared.action or declared.plan, *declared.targets]
    return " ".join(word for word in words if word) + (" (done)" if declared.done else "")


def _whole(play: Play[Fight], who: str) -> None:
    combatant = state.fighter(play.fight, who)
    values = whole(combatant)
    if combatant.declared is not None:
        values["declared"] = _declared(combatant.declared)
    values["status"] = shown_status(combatant)
    play.tell("combatant", who=who, whole=True, boxes=boxes(combatant), **values)


ACTIONS = {"show": Action(ShowOrder, show)}
