"""`attack` (E30–E32): an action roll against a defence for each target; hits wait in pending, as they were rolled."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.beacon import conditions, state
from combatcli.rulesets.beacon.action_roll import MOST_STEPS, Rolled, as_rolled, roll_action
from combatcli.rulesets.beacon.aid import check_reroll, take_aid, use_failures
from combatcli.rulesets.beacon.attack_request import AttackRequest
from combatcli.rulesets.beacon.attack_roll import attack_roll, defences, is_ranged
from combatcli.rulesets.beacon.budget import check_push, pay, spend
from combatcli.rulesets.beacon.conditions import Part, parts_told
from combatcli.rulesets.beacon.damage import felling_damage
from combatcli.rulesets.beacon.energies import types_of
from combatcli.rulesets.beacon.odds.throws import DamageResult
from combatcli.rulesets.beacon.schema import Hit, Inflicted, Weapon
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.metrics import chance_at_end, chance_of_event, sum_of_events
from combatcli.rulesets.shared.pending import add_pending, take_pending
from combatcli.rulesets.shared.touching import in_one_arena
from combatcli.rulesets.steps import DisplayOnly, Step, chain
from combatcli.text import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.sources import Source
    from combatcli.events import Event
    from combatcli.rulesets.beacon.attack_roll import AttackRoll
    from combatcli.rulesets.beacon.odds.tails import Tail
    from combatcli.rulesets.beacon.schema import Combatant, Fight
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.metrics import Metric

PUSHES = ("tier", "effect", "act")
POWER = Weapon(effect="", reach=0)


def attack(
    context: CombatContext[Fight], request: AttackRequest, only: str | None = None, *, damage_alone: bool = False
) -> Step[Fight] | None:
    """Roll an attack on each target, or on one of them only; what hits waits in pending, unless it is applied.

    Where odds ask for the damage alone, what else it comes to makes no difference.
    """
    _check_request(request)
    attacker = ROSTER.require_able(context.fight, request.attacker)
    name, weapon = _weapon_in_use(context, request, attacker)
    for target in request.targets:
        _check_target(context, request, target, weapon)
    attacks = {f"attack {target}": f"attack of {request.attacker} on {target}" for target in request.targets}
    use_failures(context, request.attacker, request, attacks)
    _spend(context, request)
    if "reload" in weapon.properties:
        _unload(context, request.attacker, name, weapon)
    if conditions.has(attacker, "hidden"):
        context.warn(
            f"{request.attacker} stays hidden until that is ended: recover {request.attacker} --end hidden (E31)"
        )
    targets = request.targets if only is None else [only]
    if conditions.fails_unseen(context, request.attacker, request):
        for target in targets:
            _fail(context, request, target, (name, weapon))
        return None
    waiting = len(context.fight.pending)

    def at_last(context: CombatContext[Fight]) -> Step[Fight] | None:
        if not request.apply:
            return None
        from combatcli.rulesets.beacon.wound import apply_hits

        return apply_hits(context, take_pending(context, waiting))

    begin = partial(_attack_one, request=request, weapon=(name, weapon), damage_alone=damage_alone)
    return chain(context, targets, begin, at_last)


def _weapon_in_use(context: CombatContext[Fight], request: AttackRequest, attacker: Combatant) -> tuple[str, Weapon]:
    """Return what an attack is made with; what is not in hand is irregular, what is not loaded refused (E13, E31).

    A power is no weapon, and has neither properties nor a reach (E32).
    """
    if request.effect is not None:
        return "", POWER
    name, weapon = state.weapon_named(request.attacker, attacker, request.weapon)
    if not weapon.loaded and "reload" in weapon.properties:
        raise RefusedError(f"{request.attacker}'s {name} is not loaded (E31)", f"declare {request.attacker} reload")
    if name not in ("unarmed", *state.held(attacker)):
        context.warn_or_refuse(f"{request.attacker} does not hold {name} (E13)")
    return name, weapon


def _fail(context: CombatContext[Fight], request: AttackRequest, target: str, weapon: tuple[str, Weapon]) -> None:
    """Tell an attack that fails without a roll (E41)."""
    wanted = attack_roll(context.fight, request, target, weapon[1])
    nothing = Rolled(0, one=False, shown=DisplayOnly(()), kept=DisplayOnly(()))
    told = _said(request, target, weapon[0], wanted) | _told(request, wanted, nothing)
    context.emit("attack", **told | {"hit": False, "botch": False})


def _spend(context: CombatContext[Fight], request: AttackRequest) -> None:
    """Spend an Act or a React, what stress is pushed for, and what a helper pays (E5, E12, E14)."""
    if not request.reroll:
        spend(context, request.attacker, react=request.react, push="act" in request.push)
    for purpose in dict.fromkeys(each for each in request.push if each != "act"):
        pay(context, request.attacker, f"+1 {purpose}")
    if request.aid is not None:
        take_aid(context, request.attacker, request.aid)


def is_die(text: str) -> bool:
    """Tell whether some text is one die: d4, d10."""
    return text[:1] == "d" and is_number(text[1:]) and int(text[1:]) > 1


def _check_request(request: AttackRequest) -> None:
    check_push(request.push, *PUSHES)
    check_reroll(request, "attack A B")
    _inflicted(request)
    types_of(request.type)
    if request.effect is not None and not is_die(request.effect.casefold()):
        raise UsageError(f"--effect {request.effect}: expected a die", "As in --effect d10")
    if request.distance is not None and request.distance < 0:
        raise UsageError("--distance takes feet, 0 or more")


def _inflicted(request: AttackRequest) -> list[Inflicted]:
    """Return the wounds that an attack inflicts; UsageError where one is none (E32)."""
    if not request.inflict:
        return []
    from combatcli.rulesets.beacon import afflict

    found = []
    for word in request.inflict:
        name, degree, about = afflict.read(word)
        if conditions.row(name)["kind"] == "boon":
            raise UsageError(f"--inflict {word}: {name} is no wound", f"Write: combatcli boon WHO {word}")
        afflict.check_about(name, about, f"As in --inflict {name}:{{}}.")
        found.append(Inflicted(name=name, severity=degree, against=about))
    return found


def _check_target(context: CombatContext[Fight], request: AttackRequest, target: str, weapon: Weapon) -> None:
    """Refuse what cannot be attacked: oneself, the dead, who is hidden, who is out of reach (E30, E31, E46)."""
    attacker = context.fight.combatants[request.attacker]
    other = ROSTER.require_foe(context.fight, request.attacker, target)
    ROSTER.warn_of_allies(context, request.attacker, target)
    if conditions.hides_from(other, request.attacker):
        raise RefusedError(f"{target} is hidden, and may not be targeted (E46)")
    feet = request.distance if request.distance is not None else state.feet_between(attacker, other)
    if is_ranged(request, weapon) or request.effect is not None or not context.formal:
        return
    if request.react and request.attacker in other.reactions:
        _use_reaction(context, request.attacker, target)
        return
    if feet is not None and feet > weapon.reach:
        raise RefusedError(f"{target} is {feet:g} feet away, and {request.attacker} reaches {weapon.reach:g} (E0)")
    if not in_one_arena(attacker, other):
        raise RefusedError(f"{request.attacker} is in {attacker.arena}, and {target} in {other.arena} (E30)")


def _use_reaction(context: CombatContext[Fight], foe: str, mover: str) -> None:
    """Strike at an Advance, at where it left or met the threat (E23)."""
    left = [each for each in context.fight.combatants[mover].reactions if each != foe]
    context.update_combatant(mover, reactions=left)


def _unload(context: CombatContext[Fight], who: str, name: str, weapon: Weapon) -> None:
    weapons = context.fight.combatants[who].weapons
    context.update_combatant(who, weapons={**weapons, name: replace(weapon, loaded=False)})


class Blow(Record):
    """What an attack came to: whether it hits, and its damage; the roll, but where odds ask for the damage alone."""

    hit: bool
    damage: int
    rolled: Rolled | None
    tail: Tail | None
    """Where the damage stands for all from it on, what these are."""
    shown: DisplayOnly[tuple[Rolled, tuple[int, ...]]]
    """The roll, and the faces of the damage."""


def _attack_one(
    context: CombatContext[Fight],
    target: str,
    *,
    request: AttackRequest,
    weapon: tuple[str, Weapon],
    damage_alone: bool,
) -> Step[Fight]:
    wanted = attack_roll(context.fight, request, target, weapon[1])
    inflicts = _inflicted(request)
    whose = f"{request.attacker}'s attack on {target}"
    said = cache(partial(_said, request, target, weapon[0], wanted))

    felling = felling_damage(context.fight.combatants[target], wanted.types, sheltered=request.sheltered)
    throw = wanted.with_damage(felling, f"the damage of {whose}") if not request.no_damage else None

    def roll(source: Source) -> Blow:
        if throw is None:
            rolled, damage = roll_action(source, wanted.roll), DamageResult((), 0)
        else:
            found, damage = source.throw(throw)
            rolled = as_rolled(found)
        told = None if damage_alone else rolled
        return Blow(rolled.total >= wanted.best, damage.total, told, damage.tail, DisplayOnly((rolled, damage.faces)))

    def apply(context: CombatContext[Fight], blow: Blow) -> None:
        rolled, faces = blow.shown.value
        context.reading = blow.tail.read if blow.tail is not None else None
        told = said() | _told(request, wanted, rolled)
        if not blow.hit:
            context.emit("attack", **told)
            failed = context.fight.combatants[request.attacker].failed
            if not request.reroll:
                context.update_combatant(request.attacker, failed=[*failed, f"attack {target}"])
            return
        taker = _protector(context.fight, target)
        if blow.damage or inflicts:
            hit = Hit(
                attacker=request.attacker,
                target=taker,
                weapon=weapon[0],
                damage=blow.damage,
                types=wanted.types,
                inflicts=inflicts,
                total=rolled.total,
                sheltered=request.sheltered,
            )
            add_pending(context, hit)
            if taker != target:
                context.update_combatant(taker, protects=None)
                context.emit("protects", who=taker, target=target, attacker=request.attacker)
        rolls_damage = {} if request.no_damage else {"damage": blow.damage, "damage_faces": list(faces)}
        context.emit("attack", **told | rolls_damage)

    key = ("attack", request.attacker, target, wanted.roll, tuple(wanted.needs.values()))
    return Step(roll, apply, key=key, purpose=whose)


def _said(request: AttackRequest, target: str, weapon: str, wanted: AttackRoll) -> dict[str, Any]:
    """Return what an attack tells whatever is rolled, with the keys of what is."""
    rolled = dict.fromkeys(("faces", "kept", "total"))
    return {
        "attacker": request.attacker,
        "target": target,
        "weapon": weapon,
        "action": wanted.action,
        "pool": wanted.roll.pool(),
        **rolled,
        "tier": parts_told(wanted.tier),
        "needed": wanted.best,
        "needs": {defence: parts_told(parts) for defence, parts in wanted.needed.items()},
        **dict.fromkeys(("hit", "hits", "steps", "botch")),
        "damage": None,
        "damage_faces": [],
        "dice": [],
        "types": wanted.types,
        "inflicts": [],
    }


def _told(request: AttackRequest, wanted: AttackRoll, rolled: Rolled) -> dict[str, Any]:
    """Return what an attack roll tells, before any damage."""
    hits = {defence: rolled.total >= needed for defence, needed in wanted.needs.items()}
    hit = any(hits.values())
    steps = rolled.steps(wanted.best) if hit else 0
    return {
        "faces": list(rolled.shown.value),
        "kept": list(rolled.kept.value),
        "total": rolled.total,
        "hit": hit,
        "hits": hits,
        "steps": steps,
        "botch": rolled.botched(wanted.best),
        "dice": parts_told([*wanted.effect_dice, Part("critical", steps)]),
        "inflicts": request.inflict if hit else [],
    }


def _protector(fight: Fight, target: str) -> str:
    """Return who suffers what hits somebody: who interposes, else the target itself (E14)."""
    return next(
        (who for who, each in fight.combatants.items() if each.protects == target and ROSTER.can_fight(fight, who)),
        target,
    )


def odds(_: Fight, request: AttackRequest) -> list[OddsQuery[Fight]]:
    """Look at each target by itself: at the roll, then at the damage (E2, E34)."""
    found: list[OddsQuery[Fight]] = []
    for target in dict.fromkeys(request.targets):
        rolls, damages = replace(request, no_damage=True), replace(request, apply=True)
        found += [
            OddsQuery(partial(attack, request=rolls, only=target), _of_roll(request, target)),
            OddsQuery(partial(attack, request=damages, only=target, damage_alone=True), _of_damage(request, target)),
        ]
    return found


def _of_roll(request: AttackRequest, target: str) -> list[Metric]:
    """Ask for a hit, a botch, and critical steps."""
    about = {"attacker": request.attacker, "target": target}

    def asks(of: str, holds: Callable[[Event], bool], *, possible: bool = False) -> Metric:
        def read(event: Event) -> bool | None:
            return holds(event) if event["target"] == target else None

        return chance_of_event(of, about, "attack", read, possible=possible)

    several = defences(request) if len(defences(request)) > 1 else []
    return [
        asks("hit", lambda event: bool(event["hit"])),
        asks("botch", lambda event: bool(event["botch"])),
        *(asks(_steps(steps), partial(_has_steps, steps), possible=True) for steps in range(1, MOST_STEPS + 1)),
        *(asks(f"hit against {defence}", partial(_hits_against, defence)) for defence in several),
    ]


def _of_damage(request: AttackRequest, target: str) -> list[Metric]:
    """Ask for the damage as it is rolled and as it is taken, and whether the target falls."""
    about = {"attacker": request.attacker, "target": target}

    def damage(event: Event) -> int:
        return int(event["damage"] or 0) if event["target"] == target else 0

    def lost(event: Event) -> int:
        return int(event["marked"]["hp"]) if event["target"] == target else 0

    def felled(after: Fight) -> bool:
        return state.hp(after.combatants[target]) <= 0

    return [
        sum_of_events("damage", about, "attack", damage),
        sum_of_events("damage after resistance", about, "wound", lost),
        chance_at_end("felled", about, felled),
    ]


def _steps(steps: int) -> str:
    return f"{steps} critical step{'s' if steps > 1 else ''} or more"


def _has_steps(steps: int, event: Event) -> bool:
    return int(event["steps"]) >= steps


def _hits_against(defence: str, event: Event) -> bool:
    return bool(event["hits"][defence])


ACTION = Action(AttackRequest, attack, odds)
