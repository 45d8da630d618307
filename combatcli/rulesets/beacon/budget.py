"""Acts and Reacts (E5, E12): how many there are in a round, and what spends them; and the stress that pushing costs."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.conditions import Part, budget_parts, either, nonzero_parts, pays_an_act, total
from combatcli.rulesets.beacon.schema import Combatant, Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.context import CombatContext

EACH = 2
ACTS, REACTS = "acts", "reacts"
PUSHED_ACT = "act"
STRESS = 1
"""What a push costs (E5)."""


def parts(combatant: Combatant, what: str) -> list[Part]:
    """Return what makes up somebody's Acts, or Reacts, of a round (E12)."""
    result = [Part("each", EACH), *([Part("rash", -1)] if combatant.stance == "rash" else [])]
    by_conditions = budget_parts(combatant, what)
    paid = what == ACTS and PUSHED_ACT in combatant.pushes
    if by_conditions is None:
        return [Part("pushed", 1)] if paid else []
    result += by_conditions
    return [*result, Part("pushed", 1)] if paid and max(0, total(result)) < EACH else result


def allowed(combatant: Combatant, what: str) -> int:
    """Return how many Acts, or Reacts, somebody has in a round, never below 0 (E12)."""
    return max(0, total(parts(combatant, what)))


def remaining(combatant: Combatant, what: str) -> int:
    """Return how many Acts, or Reacts, are left; what hastens gives one more of either kind (E12)."""
    spent = {ACTS: combatant.acts, REACTS: combatant.reacts}
    unspent, extra = max(0, allowed(combatant, what) - spent[what]), either(combatant)
    over = sum([max(0, spent[kind] - allowed(combatant, kind)) for kind in spent]) if extra else 0
    return unspent + max(0, extra - over)


def budget_in_parts(combatant: Combatant) -> dict[str, list[Part]]:
    """Return what makes up the Acts and the Reacts that somebody has left (E12)."""
    extra_count = either(combatant)
    extra = [Part("either", extra_count)] if extra_count else []
    by_kind = {what: nonzero_parts([*parts(combatant, what), *extra]) for what in (ACTS, REACTS)}
    spent = {ACTS: combatant.acts, REACTS: combatant.reacts}
    return {what: [*by_kind[what], *nonzero_parts([Part("spent", -spent[what])])] for what in by_kind}


def spend(context: CombatContext[Fight], who: str, *, react: bool = False, push: bool = False) -> None:
    """Spend an Act of one's own turn, or a React in another's; outside turns nothing is counted (E12).

    With ``push`` stress buys an Act back. Raises RefusedError where none is left.
    """
    ROSTER.require_able(context.fight, who)
    if context.fight.over:
        context.warn_or_refuse(f"the fight has ended by {context.fight.over} (E15)")
    turn = context.fight.turn
    if turn is None:
        return
    what = REACTS if react else ACTS
    if react == (turn == who):
        where = "Reacts only in others' turns" if react else "Acts only in their own turn"
        raise RefusedError(f"this is the turn of {turn}; {who} has {where} (E12)")
    if push:
        push_act(context, who)
    combatant = context.fight.combatants[who]
    if remaining(combatant, what) < 1:
        hint = (
            "--push act buys one back for 1 stress."
            if pays_an_act(combatant) and not react and state.max_stress(combatant)
            else "`order` lists what is left."
        )
        raise RefusedError(f"{who} has no {'React' if react else 'Act'} left (E12)", hint)
    if not react and combatant.resisted:
        context.warn_or_refuse(f"{who} has already ended the turn with the free resistance roll (E42)")
    context.update_combatant(who, **{what: getattr(combatant, what) + 1})


def check_push(words: Sequence[str], *known: str) -> None:
    """Refuse to push for what an action has no use for, or twice (E5)."""
    for word in words:
        if word not in known:
            raise UsageError(
                f"--push {word}: this action can be pushed only for {' or '.join(known)} (E5)", nearest(word, known)
            )
        if words.count(word) > 1:
            raise UsageError(f"--push {word}: each is allowed once per action (E5)")


def push_act(context: CombatContext[Fight], who: str) -> None:
    """Buy an Act back that being slowed or stunned takes, once a turn (E5, E12)."""
    combatant = context.fight.combatants[who]
    if not pays_an_act(combatant):
        raise RefusedError(f"{who} is neither slowed nor stunned, and has no Act to buy back (E5)")
    if PUSHED_ACT in combatant.pushes:
        raise RefusedError(f"{who} has already bought back an Act this turn (E5)")
    pay(context, who, "an Act")
    context.update_combatant(who, pushes=[*context.fight.combatants[who].pushes, PUSHED_ACT])


def pay(context: CombatContext[Fight], who: str, purpose: str) -> None:
    """Take the stress of a push; RefusedError over the maximum (E5)."""
    combatant = context.fight.combatants[who]
    most, stress = state.max_stress(combatant), combatant.stress + STRESS
    if stress > most:
        raise RefusedError(f"{who} has {combatant.stress} of {most} stress, and none left for {purpose} (E5)")
    context.update_combatant(who, stress=stress)
    context.emit(events.Stress(who=who, change=STRESS, stress=stress, purpose=purpose))
