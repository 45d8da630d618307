"""`attack` (R20–R23, R27, R28, R30–R34): what an attack rolls and needs, and what it leaves pending."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.reach import check_reach, checked_helpers, taken_by, weapon_in_use
from combatcli.rulesets.realm.schema import Hit, Weapon
from combatcli.rulesets.realm.strike import (
    PARRY_BONUS,
    Aim,
    arena_bonus,
    attack_dice,
    damage_of,
    defence_bonus,
    parrying_fits,
    strike,
    weapon_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.realm.schema import Combatant, Fight
    from combatcli.rulesets.realm.strike import Strike

PARRIES = ("attack", "wound", "daring")


class AttackOrder(Order, frozen=True):
    """An attack: helpers assist, ``parry`` names one use of a parrying weapon, ``defense`` adds to what is needed."""

    attacker: str = ""
    targets: list[str] = []
    weapon: str | None = None
    bonus: int = 0
    extra_dice: int = 0
    defense: int = 0
    assist: list[str] = []
    parry: str | None = None
    counter: bool = False
    aim: bool = False
    throw: bool = False
    all: bool = False
    apply: bool = False


def attack(play: Play[Fight], order: AttackOrder) -> None:
    """Resolve an attack on each target, or all that were declared; hits wait in pending, or are applied at once."""
    waiting = len(play.fight.pending)
    if order.all:
        _attack_all(play, order)
    else:
        for single in _singles(play.fight, order):
            _attack_one(play, single)
    if order.apply:
        from combatcli.rulesets.realm.wound import apply_pending

        apply_pending(play, range(waiting, len(play.fight.pending)))


def _attack_all(play: Play[Fight], order: AttackOrder) -> None:
    """Make all declared attacks; one that is not possible by now is passed over with a warning."""
    refused = 0
    singles = list(_declared(play.fight, order))
    for single in singles:
        before = play.fight
        try:
            _attack_one(play, single)
        except RefusedError as error:
            play.fight = before
            play.warn(error.message)
            refused += 1
    if refused == len(singles):
        raise RefusedError(
            play.warnings[-1] if singles else "nobody has an undone declaration to attack in this phase",
            "" if singles else "Declare one: combatcli declare WHO attack TARGET",
        )


def _singles(fight: Fight, order: AttackOrder) -> Iterator[AttackOrder]:
    """Return an order for each target, aimed or thrown if that is what the attacker declared (R23)."""
    if order.parry is not None and order.parry not in PARRIES:
        raise UsageError(f"--parry {order.parry}: expected one of {', '.join(PARRIES)}")
    attacker = state.actor(fight, order.attacker)
    declared = attacker.declared if not order.counter else None
    said = declared.action if declared is not None and not declared.done else ""
    for target in order.targets:
        yield replace(
            order,
            targets=[target],
            aim=order.aim or (said == "aim" and _is_ranged(order, attacker)),
            throw=order.throw or (said == "throw" and _can_throw(order, attacker)),
        )


def _is_ranged(order: AttackOrder, attacker: Combatant) -> bool:
    return weapon_of(order.attacker, attacker, order.weapon)[1].class_ == "ranged"


def _can_throw(order: AttackOrder, attacker: Combatant) -> bool:
    return weapon_of(order.attacker, attacker, order.weapon)[1].range == "thrown"


def _declared(fight: Fight, order: AttackOrder) -> Iterator[AttackOrder]:
    """Return an order for each attack that was declared and not yet made, in the file's order (R27)."""
    shooting = state.phase_number(fight.phase) == state.PHASE_OF["shoot"]
    wanted = ("shoot", "throw") if shooting else ("attack", "aim")
    for who, combatant in fight.combatants.items():
        said = combatant.declared
        if said is None or said.done or said.action not in wanted or not said.targets or state.fallen(combatant):
            continue
        yield replace(
            order,
            attacker=who,
            targets=said.targets[:1],
            aim=said.action == "aim",
            throw=said.action == "throw",
            assist=[helper for helper in state.able(fight) if _assists(fight.combatants[helper], who)],
        )


def _assists(helper: Combatant, who: str) -> bool:
    said = helper.declared
    return said is not None and said.action == "assist" and who in said.targets and not said.done


def _attack_one(play: Play[Fight], order: AttackOrder) -> None:
    (named,) = order.targets
    state.standing_target(play.fight, named)
    weapon_name, weapon = weapon_in_use(play.fight, order.attacker, named, weapon=order.weapon, throw=order.throw)
    melee = weapon.class_ != "ranged"
    check_reach(play.fight, order.attacker, named, weapon, aim=order.aim)
    taker = taken_by(play.fight, order.attacker, named)
    aim = aimed(play.fight, order, taker)
    _use_the_action(play, order, melee=melee)
    if order.parry is not None:
        holder = taker if order.parry == "daring" else order.attacker
        play.change(holder, parried=play.fight.round)
    result = strike(play.source, aim)
    _tell(play, order, (taker, weapon_name), aim, result)
    if weapon.class_ in ("heavy", "very-heavy") and _kind(play.fight, order.attacker) == "dense":
        play.warn(f"collateral damage: {order.attacker} swings a {weapon.class_} weapon in a dense arena")
    if not result.hit:
        return
    hit = Hit(
        attacker=order.attacker,
        target=taker,
        weapon=weapon_name,
        wounds=list(result.wounds),
        lowest=order.parry == "wound",
    )
    play.alter(pending=[*play.fight.pending, hit])
    if melee and not order.counter and state.has_declared(play.fight.combatants[taker], "defend", "protect"):
        answering = play.fight.combatants[taker]
        play.change(taker, counters=[*answering.counters, order.attacker])


def aimed(fight: Fight, order: AttackOrder, taker: str) -> Aim:
    """Return what an attack rolls and needs; defence is that of whoever takes it (R11, R20, R28–R34)."""
    (named,) = order.targets
    attacker, target = fight.combatants[order.attacker], fight.combatants[taker]
    name, weapon = weapon_in_use(fight, order.attacker, named, weapon=order.weapon, throw=order.throw)
    kind, favoured = arena_bonus(fight, attacker, target, weapon)
    helpers = checked_helpers(fight, order.attacker, named, order.assist)
    bonuses = {
        kind: favoured,
        "weapon": weapon.bonus,
        "given": order.bonus,
        "defended": defence_bonus(target),
        **parry_bonus(fight, order, taker, weapon),
    }
    return Aim(
        dice=attack_dice(attacker, weapon, extra=order.extra_dice, helpers=len(helpers)),
        bonuses={reason: value for reason, value in bonuses.items() if value},
        needed=target.defense + order.defense,
        damage=damage_of(order.attacker, name, weapon),
        armor=target.armor,
    )


def parry_bonus(fight: Fight, order: AttackOrder, taker: str, weapon: Weapon) -> dict[str, int]:
    """Return what a use of a parrying weapon adds to an attack; RefusedError if it is spent or unfit (R33)."""
    if order.parry is None:
        return {}
    holder = taker if order.parry == "daring" else order.attacker
    combatant = fight.combatants[holder]
    main = weapon if holder == order.attacker else weapon_of(holder, combatant)[1]
    if not parrying_fits(combatant, main):
        raise RefusedError(
            f"{holder} holds no parrying weapon that fits beside the main one",
            "A light or medium weapon or a shield parries, beside a light, hand, medium or heavy one.",
        )
    if combatant.parried == fight.round:
        raise RefusedError(f"{holder} has already used the parrying weapon this round")
    if order.parry == "daring" and state.fallen(combatant):
        raise RefusedError(f"{holder} is {state.fallen(combatant)} and cannot parry")
    return {"attack": {"parry": PARRY_BONUS}, "wound": {}, "daring": {"parried": -combatant.daring}}[order.parry]


def _use_the_action(play: Play[Fight], order: AttackOrder, *, melee: bool) -> None:
    (named,) = order.targets
    attacker = play.fight.combatants[order.attacker]
    if order.counter:
        _use_the_counter(play, order.attacker, named, melee=melee)
        return
    for helper in dict.fromkeys(order.assist):
        state.use_action(play, helper, "assist", whom=order.attacker)
    breaking_free = (
        attacker.by.get("impeded", attacker.by.get("cornered")) == named
        and state.has_declared(attacker, "move")
        and state.phase_number(play.fight.phase) == state.PHASE_OF["move"]
    )
    if breaking_free:
        if attacker.struggled == play.fight.round:
            play.irregular(f"{order.attacker} has already tried to break free this round")
        play.change(order.attacker, struggled=play.fight.round)
    elif melee:
        state.use_action(play, order.attacker, "attack", whom=named)
    elif order.aim:
        state.use_action(play, order.attacker, "aim", whom=named)
    else:
        state.use_action(play, order.attacker, "shoot", "throw", whom=named)


def _use_the_counter(play: Play[Fight], who: str, named: str, *, melee: bool) -> None:
    left = list(play.fight.combatants[who].counters)
    if named not in left:
        raise RefusedError(
            f"{who} has no counter-attack against {named}",
            "Who defends or protects may answer each attacker that hits them in melee, in the same phase.",
        )
    if not melee:
        play.irregular(f"{who} answers a blow in melee with a ranged weapon")
    left.remove(named)
    play.change(who, counters=left)


def _kind(fight: Fight, who: str) -> str:
    arena = fight.arenas.get(fight.combatants[who].arena or "")
    return arena.kind if arena is not None else ""


def _tell(play: Play[Fight], order: AttackOrder, whom: tuple[str, str], aim: Aim, result: Strike) -> None:
    (named,) = order.targets
    taker, weapon = whom
    more: dict[str, object] = {}
    if taker != named:
        more["instead_of"] = named
    if order.assist:
        more["assisted_by"] = list(dict.fromkeys(order.assist))
    if order.counter:
        more["counter"] = True
    if result.hit:
        more |= {"wounds": list(result.wounds), "face_bonus": result.face_bonus, "armor": aim.armor}
    play.tell(
        "attack",
        attacker=order.attacker,
        target=taker,
        weapon=weapon,
        faces=list(result.faces),
        kept=list(result.kept),
        bonuses=aim.bonuses,
        total=result.total,
        needed=aim.needed,
        hit=result.hit,
        damage=sum(result.wounds) if result.hit else None,
        damage_faces=list(result.damage_faces),
        **more,
    )


def odds(fight: Fight, order: AttackOrder) -> list[Event]:
    """Return the exact chance that an attack hits, and the distribution of its damage, 0 for a miss."""
    from combatcli.dice.odds.outcomes import every_outcome
    from combatcli.rulesets.base import chance, spread

    events = []
    for single in _declared(fight, order) if order.all else _singles(fight, order):
        (named,) = single.targets
        state.standing_target(fight, named)
        _, weapon = weapon_in_use(fight, single.attacker, named, weapon=single.weapon, throw=single.throw)
        check_reach(fight, single.attacker, named, weapon, aim=single.aim)
        taker = taken_by(fight, single.attacker, named)
        struck = every_outcome(partial(strike, aim=aimed(fight, single, taker)))
        who = {"attacker": single.attacker, "target": taker}
        events += [
            chance("hit", struck, lambda result: result.hit, **who),
            spread("damage", struck, lambda result: sum(result.wounds), **who),
        ]
    return events


ACTIONS = {"attack": Action(AttackOrder, attack, odds)}
