"""When one strikes in melee (B31): first, plain or last; and what comes before, where it is done one by one."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.reach import apart, foes, melee_reach
from combatcli.rulesets.blade.schema import Combatant, Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import within

FIRST, PLAIN, LAST = "first", "plain", "last"
STEPS = (FIRST, PLAIN, LAST)


def step_of(combatant: Combatant) -> str:
    """Return when someone strikes in melee: first after a charge, last after a run, a shot or a spell (B31)."""
    done = state.deeds(combatant)
    if done.shot or done.ran or state.declares(combatant, "cast"):
        return LAST
    return FIRST if done.first_strike else PLAIN


def foe_of(fight: Fight, who: str) -> str | None:
    """Return whom someone strikes in melee: whom they charged, else their target, else the first they reach (B30).

    All of them only if they are engaged; where they reach nobody, it is the first they are engaged with.
    """
    standing, combatant = foes(fight, who), fight.combatants[who]
    for foe in (state.deeds(combatant).charged, combatant.target):
        if foe in standing:
            return foe
    return next((foe for foe in standing if reaches(fight, who, foe)), next(iter(standing), None))


def reaches(fight: Fight, who: str, foe: str) -> bool:
    """Tell whether someone's own weapon reaches a foe; where no positions are kept it does (B30)."""
    combatant = fight.combatants[who]
    feet = apart(combatant, fight.combatants[foe])
    return feet is None or within(feet, melee_reach(combatant))


def check_melee(fight: Fight, who: str) -> None:
    """Refuse a melee to who improvises, or runs and was not charged (B12, B26)."""
    combatant = fight.combatants[who]
    if state.declares(combatant, "improvise"):
        raise RefusedError(f"{who} is improvising this round and cannot fight in melee (B26)")
    if state.deeds(combatant).ran and not state.CHARGING.of(fight, who):
        raise RefusedError(f"{who} is running this round and may fight only if charged (B12)")


def has_to_strike(fight: Fight, who: str) -> bool:
    """Tell whether someone's melee attack of the round is still to come (B30)."""
    combatant = fight.combatants[who]
    if state.is_surprised(fight, combatant) or state.deeds(combatant).struck or not is_striker(combatant):
        return False
    try:
        check_melee(fight, who)
    except RefusedError:
        return False
    return bool(foes(fight, who))


def due_before(fight: Fight, who: str) -> list[str]:
    """Return the foes whose strike at someone comes in an earlier step, and has not come yet (B31)."""
    step = STEPS.index(step_of(fight.combatants[who]))
    return [
        foe
        for foe in foes(fight, who)
        if STEPS.index(step_of(fight.combatants[foe])) < step
        and has_to_strike(fight, foe)
        and foe_of(fight, foe) == who
        and reaches(fight, foe, who)
    ]


def keep_order(context: CombatContext[Fight], who: str) -> None:
    """Warn, or refuse if strict, where an earlier step's strike on the striker is still to come or pending (B31)."""
    for foe in due_before(context.fight, who):
        context.warn_or_refuse(f"{foe}'s strike on {who} comes before {who}'s own (B31): combatcli attack {foe} {who}")
    earlier = STEPS[: STEPS.index(step_of(context.fight.combatants[who]))]
    if any(hit.target == who and hit.step in earlier for hit in context.fight.pending):
        context.warn_or_refuse(f"a strike on {who} is pending that comes before theirs (B31): combatcli wound {who}")


def is_striker(combatant: Combatant) -> bool:
    """Tell whether someone stands, or fell in the step in which they strike (B31)."""
    return not state.is_dead(combatant) or still_strikes(combatant)


def still_strikes(combatant: Combatant) -> bool:
    """Tell whether someone who fell strikes nevertheless: their strike is of the same step, and to come (B31)."""
    done = state.deeds(combatant)
    return done.fell == step_of(combatant) and not done.struck if done.fell else False
