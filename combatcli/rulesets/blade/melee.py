"""Places and engagements (B11–B13, B23, B25, B30); whom one strikes in melee, and in which step (B31)."""

from itertools import chain

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.schema import Combatant, Fight
from combatcli.rulesets.blade.state import ROSTER, Context, engaged_foes
from combatcli.rulesets.blade.weapons import melee_weapons
from combatcli.rulesets.shared.grids import CLOSE_ENOUGH, as_point, is_within
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.places import Places, distance_apart
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.shared.touching import may_share_arena
from combatcli.text import shell_word


@computed_once
def melee_reach_feet(combatant: Combatant) -> float:
    """Return the combatant's melee range in feet: its weapon's reach, or an arm's length (B30)."""
    return melee_weapons(combatant)[0][1].reach


def is_engaged(fight: Fight, who: str, other: str) -> bool:
    """Tell whether another one is among the standing foes engaged with a combatant (B30)."""
    one, two = fight.combatants[who], fight.combatants[other]
    return (other in one.engaged or who in two.engaged) and who != other and not state.is_dead(two)


PLACES = Places(lambda _, combatant: not state.is_dead(combatant))
"""The places of the living."""


def who_threatens(fight: Fight, who: str) -> list[str]:
    """Return the enemies that can strike a combatant in their melee range (B25): near, or engaged without positions."""
    combatant = fight.combatants[who]
    foes = {foe: fight.combatants[foe] for foe in engaged_foes(fight, who)}
    threats = [foe for foe, enemy in foes.items() if distance_apart(combatant, enemy) is None]
    for name, enemy in fight.combatants.items():
        if are_enemies(combatant, enemy) and _near(combatant, enemy, melee_reach_feet(enemy)):
            threats.append(name)
    return [name for name in fight.combatants if name in threats and ROSTER.is_able(fight, name)]


def _near(one: Combatant, other: Combatant, reach: float) -> bool:
    feet = distance_apart(one, other) if may_share_arena(one, other) else None
    return feet is not None and is_within(feet, reach)


def either_reaches(one: Combatant, other: Combatant) -> bool:
    """Tell whether either of two reaches the other, by their positions (B11)."""
    return _near(one, other, max(melee_reach_feet(one), melee_reach_feet(other)))


def enemies_in_reach(fight: Fight, who: str) -> list[str]:
    """Return the standing enemies within reach, theirs or the combatant's own, by positions (B11)."""
    combatant = fight.combatants[who]
    here = as_point(combatant.position)
    if here is None:
        return []
    reach = max([melee_reach_feet(combatant), *map(melee_reach_feet, fight.combatants.values())])
    near = [(name, fight.combatants[name]) for name in PLACES.who_is_within(fight, here, reach + CLOSE_ENOUGH)]
    return [name for name, other in near if are_enemies(combatant, other) and either_reaches(combatant, other)]


def engage(context: Context, one: str, other: str, *, met: bool = True) -> None:
    """Engage two with each other; ``met`` notes that they met in this round (B11)."""
    if is_engaged(context.fight, one, other):
        return
    for who, foe in ((one, other), (other, one)):
        combatant = context.fight.combatants[who]
        context.update_combatant(who, engaged=[*combatant.engaged, foe])
        if met:
            state.note_deed(context, who, met=[*state.deeds(combatant).met, foe])


def engage_adjacent(context: Context, *named: str) -> None:
    """Engage the named, or all, with enemies beside them since the round began: neither has moved (B11).

    A file may begin in mid-round, without its beginning having been played.
    """
    everybody = context.fight.combatants
    for who in [who for who in named or everybody if everybody[who].position is not None]:
        fight, combatant = context.fight, context.fight.combatants[who]
        if not (state.has_moved_this_round(combatant) or state.is_dead(combatant)):
            for foe in enemies_in_reach(fight, who):
                if not state.has_moved_this_round(fight.combatants[foe]):
                    engage(context, who, foe, met=False)


def melee_target(fight: Fight, who: str) -> str | None:
    """Return a combatant's target in melee: the charged foe, else its target, else the first in reach (B30).

    Each counts only if engaged; with nobody in reach, it is the first engaged foe.
    """
    standing, combatant = engaged_foes(fight, who), fight.combatants[who]
    wanted = (foe for foe in (state.deeds(combatant).charged, combatant.target) if foe in standing)
    near = (foe for foe in standing if weapon_reaches(fight, who, foe))
    return next(chain(wanted, near, standing), None)


def weapon_reaches(fight: Fight, who: str, foe: str) -> bool:
    """Tell whether a combatant's weapon reaches a foe; without positions it does (B30)."""
    combatant = fight.combatants[who]
    feet = distance_apart(combatant, fight.combatants[foe])
    return feet is None or is_within(feet, melee_reach_feet(combatant))


def reason_against_melee(fight: Fight, who: str) -> str:
    """Return why a combatant has no melee: it improvises, or runs and was not charged; else empty (B12, B26)."""
    combatant = fight.combatants[who]
    if state.has_declared(combatant, "improvise"):
        return f"{fight.subject(who):is} improvising this round and cannot fight in melee (B26)"
    if state.deeds(combatant).ran and who not in [state.deeds(each).charged for each in fight.combatants.values()]:
        return f"{fight.subject(who):is} running this round and may fight only if charged (B12)"
    return ""


def strike_is_due(fight: Fight, who: str) -> bool:
    """Tell whether a combatant's melee attack of the round is still to come (B30)."""
    combatant = fight.combatants[who]
    over = state.is_surprised(fight, combatant) or state.deeds(combatant).struck
    may = not over and state.stands_or_still_strikes(combatant) and not reason_against_melee(fight, who)
    return may and bool(engaged_foes(fight, who))


def warn_of_early_strike(context: Context, who: str) -> None:
    """Warn of a strike, or refuse it, if one of an earlier step on the striker, or a hit, comes first (B31)."""
    fight = context.fight
    own = state.STEPS.index(state.melee_step(fight.combatants[who]))
    earlier = state.STEPS[:own]
    for foe in engaged_foes(fight, who):
        comes_before = state.melee_step(fight.combatants[foe]) in earlier and strike_is_due(fight, foe)
        if comes_before and melee_target(fight, foe) == who and weapon_reaches(fight, foe, who):
            before = f"{fight.subject(foe):'s} strike on {who} comes before {fight.subject(who):'s} own"
            context.warn_or_refuse(f"{before} (B31): combatcli attack {shell_word(foe)} {shell_word(who)}")
    state.warn_or_refuse_pending_hits(context, who, state.STEPS[own:])
