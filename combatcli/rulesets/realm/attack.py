"""`attack` (R20–R23, R27, R28, R30–R34): who is struck by whom, whether it is allowed, and what it leaves pending."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.places import distance
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
    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.realm.schema import Combatant, Fight
    from combatcli.rulesets.realm.strike import Strike

PARRIES = ("attack", "wound", "daring")
FURTHEST_AIM = {"sling": 4, "short-bow": 4, "long-bow": 8, "crossbow": 6}


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
    if order.parry is not None and order.parry not in PARRIES:
        raise UsageError(f"--parry {order.parry}: expected one of {', '.join(PARRIES)}")
    waiting = len(play.fight.pending)
    for single in _declared(play.fight, order) if order.all else [order]:
        for target in single.targets:
            _attack_one(play, single, target)
    if order.apply:
        from combatcli.rulesets.realm.wound import apply_pending

        apply_pending(play, range(waiting, len(play.fight.pending)))


def _declared(fight: Fight, order: AttackOrder) -> list[AttackOrder]:
    """Return an order for each attack that was declared and not yet made, in the file's order (R27)."""
    shooting = state.phase_number(fight.phase) == state.PHASE_OF["shoot"]
    wanted = ("shoot", "throw") if shooting else ("attack", "aim")
    orders = [
        replace(
            order,
            attacker=who,
            targets=combatant.declared.targets[:1],
            aim=combatant.declared.action == "aim",
            throw=combatant.declared.action == "throw",
            assist=[
                helper
                for helper, other in fight.combatants.items()
                if state.has_declared(other, "assist")
                and other.declared is not None
                and who in other.declared.targets
                and not state.fallen(other)
            ],
        )
        for who, combatant in fight.combatants.items()
        if combatant.declared is not None
        and combatant.declared.action in wanted
        and not combatant.declared.done
        and combatant.declared.targets
        and not state.fallen(combatant)
    ]
    if not orders:
        raise RefusedError(
            f"nobody has an undone declaration to {' or '.join(wanted)}",
            "Declare one: combatcli declare WHO attack TARGET",
        )
    return orders


def _attack_one(play: Play[Fight], order: AttackOrder, named: str) -> None:
    attacker = state.actor(play.fight, order.attacker)
    state.standing_target(play.fight, named)
    weapon_name, weapon = weapon_in_use(play.fight, order, named)
    melee = weapon.class_ != "ranged"
    check_reach(play.fight, order, named, weapon)
    taker = taken_by(play.fight, order.attacker, named)
    _use_the_action(play, order, named, melee=melee)
    aim = aimed(play.fight, order, taker, named)
    if order.parry is not None:
        holder = taker if order.parry == "daring" else order.attacker
        play.change(holder, parried=play.fight.round)
    result = strike(play.source, aim)
    _tell(play, order, (taker, named, weapon_name), aim, result)
    if melee and "heavy" in weapon.class_ and _kind(play.fight, attacker) == "dense":
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


def taken_by(fight: Fight, attacker: str, named: str) -> str:
    """Return who takes an attack on someone: their protector, the first in the file's order, or they (R21)."""
    return next((who for who in state.protectors(fight, named) if who != attacker), named)


def weapon_in_use(fight: Fight, order: AttackOrder, named: str) -> tuple[str, Weapon]:
    """Return the weapon of an attack; a light one that can be thrown is ranged when it is (R11, R23)."""
    attacker, target = state.fighter(fight, order.attacker), state.fighter(fight, named)
    name, weapon = weapon_of(order.attacker, attacker, order.weapon)
    throwable = weapon.class_ == "light" and weapon.range == "thrown"
    if order.throw and not (throwable or weapon.range == "thrown"):
        raise RefusedError(f"{order.attacker} cannot throw the {name}", 'Its range is not "thrown".')
    if throwable and (order.throw or not state.together(attacker, target)):
        return name, replace(weapon, class_="ranged")
    return name, weapon


def check_reach(fight: Fight, order: AttackOrder, named: str, weapon: Weapon) -> None:
    """Refuse an attack that does not reach, or that an impediment forbids (R23, R25, R27)."""
    attacker, target = state.fighter(fight, order.attacker), state.fighter(fight, named)
    impeder = attacker.by.get("impeded")
    if "impeded" in attacker.status and impeder not in (None, named):
        raise RefusedError(f"{order.attacker} is impeded by {impeder} and may attack nobody else")
    shot = 1 if weapon.class_ == "ranged" else 0
    reach = aimed_reach(order.attacker, attacker, weapon) if order.aim else shot
    if attacker.arena is None or target.arena is None:
        return
    away = distance(fight, attacker.arena, target.arena)
    if away is not None and away <= reach:
        return
    far = "out of all reach" if away is None else f"{away} arena{'s' if away != 1 else ''} away"
    what = f"reaches {reach} arena{'s' if reach != 1 else ''}" if reach else "needs to be in one arena with it"
    raise RefusedError(
        f"{named} is {far} in {target.arena}; {order.attacker} in {attacker.arena} {what}",
        "Move closer first: combatcli move WHO ARENA",
    )


def aimed_reach(who: str, attacker: Combatant, weapon: Weapon) -> int:
    """Return how many arenas an aimed shot reaches: twice Brawn, as far as the weapon carries (R23)."""
    furthest = FURTHEST_AIM.get(weapon.range or "", 0)
    if weapon.class_ != "ranged" or not furthest:
        raise RefusedError(f"{who} cannot aim with that", f"What can be aimed: {', '.join(FURTHEST_AIM)}.")
    if weapon.range == "crossbow":
        return furthest
    return max(1, min(2 * attacker.brawn, furthest))


def aimed(fight: Fight, order: AttackOrder, taker: str, named: str) -> Aim:
    """Return what an attack rolls and needs; defence is that of whoever takes it (R11, R20, R28–R34)."""
    attacker, target = fight.combatants[order.attacker], fight.combatants[taker]
    name, weapon = weapon_in_use(fight, order, named)
    kind, favoured = arena_bonus(fight, attacker, fight.combatants[taker], weapon)
    bonuses = {
        kind: favoured,
        "weapon": weapon.bonus,
        "given": order.bonus,
        "defended": defence_bonus(target),
        **parry_bonus(fight, order, taker),
    }
    helpers = [helper for helper in order.assist if check_helper(fight, order, helper)]
    return Aim(
        dice=attack_dice(attacker, weapon, extra=order.extra_dice, helpers=len(helpers)),
        bonuses={reason: value for reason, value in bonuses.items() if value},
        needed=target.defense + order.defense,
        damage=damage_of(order.attacker, name, weapon),
        armor=target.armor,
    )


def check_helper(fight: Fight, order: AttackOrder, helper: str) -> bool:
    """Tell that someone can assist; RefusedError if they cannot (R28)."""
    if helper == order.attacker:
        raise RefusedError(f"{helper} cannot assist themselves")
    if not state.together(state.actor(fight, helper), fight.combatants[order.attacker]):
        raise RefusedError(f"{helper} is not in one arena with {order.attacker} and cannot assist")
    return True


def parry_bonus(fight: Fight, order: AttackOrder, taker: str) -> dict[str, int]:
    """Return what a use of a parrying weapon adds to an attack; RefusedError if it is spent or unfit (R33)."""
    if order.parry is None:
        return {}
    holder = taker if order.parry == "daring" else order.attacker
    combatant = fight.combatants[holder]
    main = weapon_in_use(fight, order, taker)[1] if holder == order.attacker else weapon_of(holder, combatant)[1]
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


def _use_the_action(play: Play[Fight], order: AttackOrder, named: str, *, melee: bool) -> None:
    attacker = play.fight.combatants[order.attacker]
    if order.counter:
        if named not in attacker.counters:
            raise RefusedError(
                f"{order.attacker} has no counter-attack against {named}",
                "Who defends or protects may answer each attacker that hits them in melee, in the same phase.",
            )
        left = list(attacker.counters)
        left.remove(named)
        play.change(order.attacker, counters=left)
        return
    breaking_free = (
        attacker.by.get("impeded", attacker.by.get("cornered")) == named
        and state.has_declared(attacker, "move")
        and state.phase_number(play.fight.phase) == state.PHASE_OF["move"]
    )
    if breaking_free:
        return
    for helper in order.assist:
        state.use_action(play, helper, "assist")
    if melee:
        state.use_action(play, order.attacker, "attack")
    elif order.aim:
        state.use_action(play, order.attacker, "aim")
    else:
        state.use_action(play, order.attacker, "shoot", "throw")


def _kind(fight: Fight, combatant: Combatant) -> str:
    arena = fight.arenas.get(combatant.arena or "")
    return arena.kind if arena is not None else ""


def _tell(play: Play[Fight], order: AttackOrder, whom: tuple[str, str, str], aim: Aim, result: Strike) -> None:
    taker, named, weapon = whom
    more: dict[str, object] = {}
    if taker != named:
        more["instead_of"] = named
    if order.assist:
        more["assisted_by"] = order.assist
    if order.counter:
        more["counter"] = True
    if result.hit:
        more["wounds"] = list(result.wounds)
        more["face_bonus"] = result.face_bonus
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
    from combatcli.dice.outcomes import every_outcome
    from combatcli.rulesets.base import chance, spread

    events = []
    for single in _declared(fight, order) if order.all else [order]:
        for named in single.targets:
            state.actor(fight, single.attacker)
            state.standing_target(fight, named)
            check_reach(fight, single, named, weapon_in_use(fight, single, named)[1])
            taker = taken_by(fight, single.attacker, named)
            aim = aimed(fight, single, taker, named)
            who = {"attacker": single.attacker, "target": taker}
            struck = every_outcome(partial(strike, aim=aim))
            events += [
                chance("hit", struck, lambda result: result.hit, **who),
                spread("damage", struck, lambda result: sum(result.wounds), **who),
            ]
    return events


ACTIONS = {"attack": Action(AttackOrder, attack, odds)}
