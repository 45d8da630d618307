"""`attack` (B20–B25, B30, B31): one attack, or the whole melee; hits wait in pending, or are applied at once."""

from __future__ import annotations

from functools import partial

from combatcli.rulesets.base import Action, chance, spread
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.aim import blow
from combatcli.rulesets.blade.blows import (
    AT_ONCE,
    SHOT,
    AttackOrder,
    check_order,
    prepared,
    resolve,
    shoot,
    strike_once,
    take_opportunity,
)
from combatcli.rulesets.blade.melee import intended_by_all, melee
from combatcli.rulesets.blade.wound import apply_pending, takes_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.blade.aim import Blow
    from combatcli.rulesets.blade.blows import Attack
    from combatcli.rulesets.blade.schema import Fight


def attack(play: Play[Fight], order: AttackOrder) -> None:
    """Resolve an attack on each target, or the whole melee; hits wait in pending, or are applied at once."""
    check_order(order)
    waiting = len(play.fight.pending)
    if order.all:
        melee(play, order)
    for target in order.targets:
        _attack_one(play, order, target)
    if order.apply:
        apply_pending(play, range(waiting, len(play.fight.pending)))


def _attack_one(play: Play[Fight], order: AttackOrder, target: str) -> None:
    planned = prepared(play.fight, order, order.attacker, target)
    if planned.step == SHOT:
        shoot(play, planned)
    elif planned.step == AT_ONCE:
        take_opportunity(play, planned)
    else:
        state.use_melee_phase(play)
        strike_once(play, planned)
    resolve(play, planned)


def odds(fight: Fight, order: AttackOrder) -> list[Event]:
    """Return the exact chances of each attack: to hit, what it does after Protection, and that it is the end."""
    check_order(order)
    attacks = [prepared(fight, order, order.attacker, target) for target in order.targets]
    if order.all:
        attacks += intended_by_all(fight, order)
    return [event for each in attacks for event in _odds(fight, each)]


def _odds(fight: Fight, planned: Attack) -> list[Event]:
    from combatcli.dice.odds.outcomes import every_outcome
    from combatcli.errors import DiceError

    target = fight.combatants[planned.target]
    who = {"attacker": planned.attacker, "target": planned.target}
    of = "damage"
    try:
        struck = every_outcome(partial(blow, aim=planned.aim))
    except DiceError:
        enough = state.stamina(target) + state.health(target)
        of = f"damage, where {enough} is {enough} or more"
        ceiling = enough + planned.aim.protection
        struck = every_outcome(lambda source: _clipped(blow(source, planned.aim, ceiling), enough))
    return [
        chance("hit", struck, lambda each: each.hit, **who),
        spread(of, struck, lambda each: each.damage, **who),
        chance("taken out", struck, lambda each: each.hit and takes_out(target, each.damage), **who),
    ]


def _clipped(struck: Blow, most: int) -> Blow:
    return struck._replace(damage=min(struck.damage, most), rolled=0)


ACTIONS = {"attack": Action(AttackOrder, attack, odds)}
