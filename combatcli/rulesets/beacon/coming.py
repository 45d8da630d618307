"""What comes next in a `beacon` round: stances, then turn by turn its Acts, and who is in reach (E11, E12)."""

from __future__ import annotations

from combatcli.rulesets.beacon.afflict import resistible
from combatcli.rulesets.beacon.budget import ACTS, REACTS, remaining
from combatcli.rulesets.beacon.round import next_to_have_turns, steps, without_stance
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.beacon.state import PHASES
from combatcli.rulesets.beacon.tactics import in_reach
from combatcli.rulesets.coming import NEXT, TELLS, Coming, Step, to_declare
from combatcli.text import typed


def coming(fight: Fight) -> Coming:
    """Return who is without a stance, whose turn it is and what they have left, or who may take the next one."""
    if fight.over:
        return Coming(else_=[f"The fight has ended by {fight.over}"], steps=[*TELLS])
    if fight.turn is not None:
        return _turn(fight, fight.turn)
    bare, late = without_stance(fight), next_to_have_turns(fight)
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
    strikes, goes = Step(f"attack {name}", "attacks", "TARGET"), Step(f"move {name}", "goes", "FOE|X,Y")
    does = [
        *([strikes, goes] if in_reach(fight, who) else [goes, strikes]),
        Step(f"declare {name}", "does something else", "draw|stow|stand|protect|aid|act WHAT"),
    ]
    last = "" if any(steps(fight, left=True).values()) else " and the round"
    end = NEXT.changed(does=f"ends the turn of {who}{last}")
    return Coming(who=[who], open=f"{', '.join(left)} left", steps=[*(does if acts else []), *free, end])
