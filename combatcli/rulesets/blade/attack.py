"""`attack` (B20–B25, B30, B31): one attack, or the whole melee; hits wait in pending, or are applied at once."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.melee import brawls, is_of_this_melee, melee
from combatcli.rulesets.blade.reach import begin_round, foes, stand_beside
from combatcli.rulesets.blade.strike import (
    AT_ONCE,
    SHOT,
    AttackRequest,
    attack_step,
    check_request,
    prepare_attack,
    shoot,
    strike_once,
    take_opportunity,
)
from combatcli.rulesets.blade.timing import keep_order
from combatcli.rulesets.blade.wound import apply_hits
from combatcli.rulesets.play import Action, Inquiry, Play, adds_up, ends, happens, in_turn
from combatcli.rulesets.shared.damage import is_endless
from combatcli.rulesets.shared.pending import take_pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from combatcli.events import Event
    from combatcli.rulesets.blade.schema import Fight
    from combatcli.rulesets.blade.strike import Attack
    from combatcli.rulesets.play import Question, Step


def attack(play: Play[Fight], request: AttackRequest) -> Step[Fight] | None:
    """Resolve an attack on each target, or the whole melee; hits wait in pending, or are applied at once."""
    check_request(request)
    if request.all:
        return melee(play, request)
    earlier = len(play.fight.pending)

    def at_last(play: Play[Fight]) -> None:
        if request.apply:
            apply_hits(play, take_pending(play, earlier))

    return in_turn(play, request.targets, lambda play, target: _attack_one(play, request, target), at_last)


def _attack_one(play: Play[Fight], request: AttackRequest, target: str) -> Step[Fight]:
    stand_beside(play, request.attacker)
    attack = prepare_attack(play.fight, request, request.attacker, target)
    state.look_for_allies(play, *attack.pair)
    if attack.step == SHOT:
        shoot(play, attack)
    elif attack.step == AT_ONCE:
        take_opportunity(play, attack)
    else:
        state.use_melee_phase(play)
        keep_order(play, attack.attacker)
        strike_once(play, attack)
    return attack_step(attack)


def odds(fight: Fight, request: AttackRequest) -> Iterator[Inquiry[Fight]]:
    """Look at each attack: that it hits, what it does after Protection, and that it takes the target out.

    Of the whole melee: that each strike hits, one that never comes being a miss, and that each is taken out (B31).
    """
    check_request(request)
    applied = replace(request, apply=True)
    if not request.all:
        targets = dict.fromkeys(request.targets)
        attacks = [prepare_attack(fight, request, request.attacker, target) for target in targets]
        questions = [
            each for attack in attacks for each in _single(fight, attack, request.targets.count(attack.target))
        ]
        yield Inquiry(partial(attack, request=applied), questions)
        return
    begun = Play(fight)
    begin_round(begun)
    for brawl in brawls(begun.fight) or [[]]:
        yield Inquiry(partial(_alone, request=applied, brawl=brawl), _of_melee(begun.fight, brawl))


def _alone(play: Play[Fight], request: AttackRequest, brawl: Collection[str]) -> Step[Fight] | None:
    """Play one brawl without all who have no part in it, so that many are as quick as few."""
    if brawl:
        fight = play.fight
        pending = [hit for hit in fight.pending if hit.target in brawl or not is_of_this_melee(fight, hit)]
        combatants = {who: each for who, each in fight.combatants.items() if who in brawl}
        play.alter(combatants=combatants, pending=pending)
    return attack(play, request)


def _single(fight: Fight, attack: Attack, times: int) -> list[Question]:
    who = {"attacker": attack.attacker, "target": attack.target}
    enough = attack.roll.enough
    endless = any(is_endless(tree) for tree in attack.weapons.damage)

    def damage(event: Event) -> int:
        done: int = (event["damage"] or 0) if event["target"] == attack.target else 0
        return min(done, enough) if endless else done

    of = f"damage, where {enough} is {enough} or more" if endless else "damage"
    return [
        _hits(attack.attacker, attack.target, times),
        adds_up(of, who, "attack", damage),
        *_falls(fight, attack.target, who),
    ]


def _of_melee(fight: Fight, brawl: Collection[str]) -> list[Question]:
    strikes = [_hits(who, foe, 1, possible=True) for who in brawl for foe in foes(fight, who)]
    return [*strikes, *(each for who in brawl for each in _falls(fight, who, {"who": who}))]


def _falls(fight: Fight, who: str, about: dict[str, str]) -> list[Question]:
    """Look at whether somebody is taken out (B42), and of a group whether it loses a member."""
    count = fight.combatants[who].count
    lost = [ends("member lost", about, lambda after: after.combatants[who].count < count)] if count > 1 else []
    return [ends("taken out", about, lambda after: state.is_dead(after.combatants[who])), *lost]


def _hits(attacker: str, target: str, times: int, *, possible: bool = False) -> Question:
    def holds(event: Event) -> bool | None:
        return bool(event["hit"]) if (event["attacker"], event["target"]) == (attacker, target) else None

    of = "hit" if times == 1 else "hit at least once"
    return happens(of, {"attacker": attacker, "target": target}, "attack", holds, possible=possible)


ACTION = Action(AttackRequest, attack, odds)
