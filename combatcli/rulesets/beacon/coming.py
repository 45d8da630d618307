"""What comes next in a `beacon` round: stances, then the turns of each step with the Acts left (E11, E12)."""

from __future__ import annotations

from combatcli.rulesets.beacon.afflict import resistible
from combatcli.rulesets.beacon.budget import ACTS, REACTS, remaining
from combatcli.rulesets.beacon.round import waiting, without_stance
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.beacon.state import PHASES
from combatcli.rulesets.coming import NEXT, TELLS, Coming, Step, to_declare
from combatcli.text import typed


def coming(fight: Fight) -> Coming:
    """Return who has no stance, whose turn it is with what is left, or who still has a turn in the step."""
    if fight.over:
        return Coming(else_=[f"The fight has ended by {fight.over}"], steps=[*TELLS])
    if fight.turn is not None:
        return _turn(fight, fight.turn)
    bare, late = without_stance(fight), waiting(fight, fight.phase)
    if fight.phase == PHASES[0] and bare:
        return to_declare(bare, "rash|cautious", open_="without a stance")
    begins = [Step(f"next {typed(who)}", f"begins the turn of {who}") for who in late[:3]]
    acts = [Step(f"attack {typed(late[0])}", "begins their turn by it", "TARGET")] if late else []
    order = [Step("order", "lists turns, Acts and Reacts")] if late else []
    return Coming(who=late, open="to take a turn", steps=[*begins, *acts, *order])


def _turn(fight: Fight, who: str) -> Coming:
    combatant, name = fight.combatants[who], typed(who)
    acts, reacts = remaining(combatant, ACTS), remaining(combatant, REACTS)
    left = [f"{many} {what}{'' if many == 1 else 's'}" for many, what in ((acts, "Act"), (reacts, "React"))]
    resists = resistible(combatant) if not combatant.resisted else []
    free = [Step(f"recover {name}", "resists, for free", f"[{wound.name}]") for wound in resists[:1]]
    does = [
        Step(f"attack {name}", "attacks", "TARGET"),
        Step(f"move {name}", "goes", "WAY"),
        Step(f"declare {name}", "does something else", "draw|stow|stand|protect|aid|act WHAT"),
    ]
    end = NEXT.changed(does=f"ends the turn of {who}")
    return Coming(who=[who], open=f"{', '.join(left)} left", steps=[*(does if acts else []), *free, end])
