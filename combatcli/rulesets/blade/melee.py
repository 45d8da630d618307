"""`attack --all` (B30, B31): the melee at the round's end, in three steps, each of them at the same time for all."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.blows import STEPS, Attack, prepared, resolve, step_of, strike_once
from combatcli.rulesets.blade.reach import foes
from combatcli.rulesets.blade.wound import apply_pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.blows import AttackOrder
    from combatcli.rulesets.blade.schema import Fight


def foe(fight: Fight, who: str) -> str | None:
    """Return whom someone strikes in melee: their target if they are engaged with it, else the first engaged (B30)."""
    standing = foes(fight, who)
    wanted = fight.combatants[who].target
    return wanted if wanted in standing else next(iter(standing), None)


def engaged(fight: Fight) -> list[str]:
    """Return who is in the melee and on their feet when it begins."""
    return [who for who, each in fight.combatants.items() if not state.dead(each) and foes(fight, who)]


def melee(play: Play[Fight], order: AttackOrder) -> None:
    """Play the melee: first strikes, plain ones, last ones; the wounds of a step come before the next step.

    What the last step hits is left pending.
    """
    everybody = engaged(play.fight)
    if not everybody:
        raise RefusedError("nobody is engaged in melee", "A charge engages, or an attack: combatcli attack WHO FOE")
    state.use_melee_phase(play)
    waiting = len(play.fight.pending)
    if waiting:
        play.irregular(f"{waiting} hit{'s are' if waiting > 1 else ' is'} still pending from before the melee: wound")
    for step in STEPS:
        in_step = [who for who in everybody if step_of(play.fight.combatants[who]) == step]
        if any(isinstance(intended(play.fight, order, who), Attack) for who in in_step):
            apply_pending(play, range(waiting, len(play.fight.pending)))
        for who, blow in [(who, intended(play.fight, order, who)) for who in in_step]:
            if isinstance(blow, Attack):
                strike_once(play, blow)
                resolve(play, blow)
            else:
                play.tell("idle", who=who, reason=blow)


def intended(fight: Fight, order: AttackOrder, who: str) -> Attack | str:
    """Return the attack that someone in the melee makes, or why they make none."""
    combatant = fight.combatants[who]
    target = foe(fight, who)
    if state.dead(combatant):
        return "dead"
    if target is None:
        return "no foe is left"
    if state.deeds(combatant).struck:
        return "has struck already"
    try:
        return prepared(fight, order, who, target)
    except RefusedError as error:
        return error.message


def intended_by_all(fight: Fight, order: AttackOrder) -> Iterator[Attack]:
    """Go through the attacks of a melee that begins now, in the order of its steps (B31)."""
    for step in STEPS:
        for who in engaged(fight):
            blow = intended(fight, order, who)
            if isinstance(blow, Attack) and blow.step == step:
                yield blow
