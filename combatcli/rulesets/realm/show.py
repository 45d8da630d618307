"""`show`: a `realm` encounter, or one combatant of it, as events that a report makes tables of (R1, R6, R15)."""

from __future__ import annotations

from combatcli.encounter.schema import whole
from combatcli.rulesets.base import Action
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.arena import tell_arenas
from combatcli.rulesets.showing import ShowOrder, declared_openly, tell_pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Combatant, Fight


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
    tell_pending(play)


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
        status=shown_status(combatant),
        wielding=combatant.wielding,
        awesome=combatant.awesome,
        declared=declared_openly(combatant.declared),
    )


def _whole(play: Play[Fight], who: str) -> None:
    combatant = state.fighter(play.fight, who)
    values = whole(combatant)
    values |= {"declared": declared_openly(combatant.declared), "status": shown_status(combatant)}
    play.tell("combatant", who=who, whole=True, **values)


ACTIONS = {"show": Action(ShowOrder, show)}
