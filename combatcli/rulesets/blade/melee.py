"""The melee at the round's end (B30, B31): who is in it, whom they strike, and in which of its three steps."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.errors import RefusedError
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.reach import apart, foes, melee_reach
from combatcli.rulesets.blade.schema import Combatant, Fight, Hit
from combatcli.rulesets.blade.wound import apply_hits
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import within
from combatcli.rulesets.shared.pending import take_those

FIRST, PLAIN, LAST = "first", "plain", "last"
STEPS = (FIRST, PLAIN, LAST)


def step_of(combatant: Combatant) -> str:
    """Return when someone strikes in melee: first after a charge, last after a run, a shot or a spell (B31)."""
    done = state.deeds(combatant)
    if done.shot or done.ran or state.declares(combatant, "cast"):
        return LAST
    return FIRST if done.first_strike else PLAIN


def steps_before(combatant: Combatant) -> Sequence[str]:
    """Return the steps of the melee that come before the one in which someone strikes (B31)."""
    return STEPS[: STEPS.index(step_of(combatant))]


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


def keep_order(context: CombatContext[Fight], who: str) -> None:
    """Warn, or refuse if strict, where an earlier step's strike on the striker is still to come or pending (B31)."""
    fight, earlier = context.fight, steps_before(context.fight.combatants[who])
    for foe in foes(fight, who):
        comes_before = step_of(fight.combatants[foe]) in earlier and has_to_strike(fight, foe)
        if comes_before and foe_of(fight, foe) == who and reaches(fight, foe, who):
            sentence = f"{foe}'s strike on {who} comes before {who}'s own (B31): combatcli attack {foe} {who}"
            context.warn_or_refuse(sentence)
    if any(hit.target == who and hit.step in earlier for hit in fight.pending):
        context.warn_or_refuse(f"a strike on {who} is pending that comes before theirs (B31): combatcli wound {who}")


def is_striker(combatant: Combatant) -> bool:
    """Tell whether someone stands, or fell in the step in which they strike (B31)."""
    return not state.is_dead(combatant) or still_strikes(combatant)


def still_strikes(combatant: Combatant) -> bool:
    """Tell whether someone who fell strikes nevertheless: their strike is of the same step, and to come (B31)."""
    done = state.deeds(combatant)
    return done.fell == step_of(combatant) and not done.struck if done.fell else False


def who_is_engaged(fight: Fight) -> list[str]:
    """Return who is in the melee when it begins: on their feet, or fallen in the step of their own strike (B31)."""
    return [who for who, combatant in fight.combatants.items() if is_striker(combatant) and foes(fight, who)]


def brawls(fight: Fight) -> list[list[str]]:
    """Return the engaged in groups that do not touch one another, in the file's order."""
    groups: list[list[str]] = []
    ungrouped = who_is_engaged(fight)
    while ungrouped:
        group = [ungrouped[0]]
        for who in group:  # grows as foes of foes are found
            group += [foe for foe in foes(fight, who) if foe not in group]
        groups.append([who for who in ungrouped if who in group])
        ungrouped = [who for who in ungrouped if who not in group]
    return groups


def is_of_this_melee(fight: Fight, hit: Hit) -> bool:
    """Tell whether a pending hit was struck in the melee that is on, singly or by all."""
    attacker = fight.combatants.get(hit.attacker)
    return hit.step in STEPS and attacker is not None and state.deeds(attacker).struck


def wound_by_steps(context: CombatContext[Fight], steps: Sequence[str]) -> None:
    """Apply what was hit in these steps of the melee (B31)."""
    fight = context.fight
    apply_hits(context, take_those(context, lambda hit: hit.step in steps and is_of_this_melee(fight, hit)))
