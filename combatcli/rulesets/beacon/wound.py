"""`wound` (E33, E34, E45) and `boon` (E43): damage, hit points, and conditions given by the GM's word.

Types and soak change damage (E33); incapacity, dying and death follow from hit points (E34).
"""

from collections.abc import Sequence
from functools import cache, partial
from typing import Annotated, Any

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, WeaponName, combatant_named, id_or_word, reference_mark
from combatcli.encounter.schema import Natural, Positive
from combatcli.errors import RefusedError, UsageError, require_known
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.asked import flag, number, text
from combatcli.rulesets.beacon import conditions, events, state
from combatcli.rulesets.beacon.budget import refuse_idle
from combatcli.rulesets.beacon.conditions import DEFENSES, FELLED, TYPES, degree_of, names_of_kind, row, sum_of
from combatcli.rulesets.beacon.schema import Combatant, Condition, Context, Fight, Hit
from combatcli.rulesets.metrics import Metric, value_at_end
from combatcli.rulesets.shared import pending
from combatcli.rulesets.shared.roster import lose_member
from combatcli.rulesets.tasks import die, do, roll
from combatcli.text import is_number

BOX = 10
WOUNDS = names_of_kind("wound")


@cache
def damage_types(words: str | None) -> list[str]:
    """Return the damage types of a text; UsageError names the nearest for an unknown one (E0, E33)."""
    types = (words or "kinetic").casefold().split(",")
    for word in types:
        require_known(word, TYPES, f"--type {word}: there is no such energy")
    return types


@cache
def attacked_defenses(words: str | None) -> Sequence[str]:
    """Return the attacked defenses of a text, by default iron; UsageError for an unknown one (E30)."""
    named = [word for word in (words or "iron").casefold().split(",") if word]
    for word in named:
        require_known(word, DEFENSES, f'--versus {word}: there is no defense "{word}"')
    return tuple(dict.fromkeys(named))


def damage_by_type(target: Combatant, amount: int, types: Sequence[str], *, sheltered: bool) -> list[events.Part]:
    """Return the damage and what its types change: they double, halve or cancel it (E33)."""
    ways, rolled = [conditions.damage_modifiers(target, each) for each in types], events.Part("damage", amount)
    if ways and all("none" in way for way in ways):
        return [rolled, events.Part("immune", -amount)]
    every = {word for way in ways for word in way}
    half, double = sheltered or not every.isdisjoint(("half", "none")), "double" in every
    if double == half:
        return [rolled]
    return [rolled, events.Part("vulnerable", amount) if double else events.Part("resistant", amount // 2 - amount)]


def felling_damage(target: Combatant, types: Sequence[str], *, sheltered: bool) -> int:
    """Return the least damage that fells a target, 0 if none does (E33, E34)."""
    hp = max(1, state.hp_left(target))
    if not sheltered and not target.conditions:
        return hp
    candidates = (-(-hp // 2), hp, 2 * hp)
    left = {amount: sum_of(damage_by_type(target, amount, types, sheltered=sheltered)) for amount in candidates}
    return next((amount for amount in candidates if left[amount] >= hp), 0)


def check_soak(fight: Fight, who: str, boxes: int) -> None:
    """Refuse to spend more soak than is left (E33)."""
    left = fight.combatants[who].soak
    if boxes > left:
        message = f"{fight.subject(who):has} {left} box{'es' if left != 1 else ''} of soak left, not {boxes} (E33)"
        raise RefusedError(message)


def apply_damage(
    context: Context,
    who: str,
    amount: int,
    types: Sequence[str],
    *,
    soak: int = 0,
    sheltered: bool = False,
    cause: str = "",
) -> int:
    """Apply damage, spending the boxes of ``soak`` that have an effect; return how many these are (E33)."""
    before, old_hp = context.fight.combatants[who], state.hp_left(context.fight.combatants[who])
    parts = damage_by_type(before, amount, types, sheltered=sheltered)
    unsoaked = sum_of(parts)
    boxes = min(soak, -(-unsoaked // BOX))
    lost = max(0, unsoaked - BOX * boxes)
    if boxes:
        context.update_combatant(who, soak=before.soak - boxes)
        parts.append(events.Part("soak", lost - unsoaked))
    set_hp(context, who, old_hp - lost)
    fight, now = context.fight, context.fight.combatants[who]
    one_falls = now.count > 1 and old_hp - lost <= 0
    context.tell(
        lambda: events.Wound(
            target=who,
            amount=amount,
            types=[*types],
            how=parts[1:],
            marked={"hp": lost},
            hp=0 if one_falls else state.hp_left(now),
            status=[] if one_falls else hp_status(fight, now),
            cause=cause,
            was=hp_status(fight, before),
        )
    )
    update_incapacity(context, who, old_hp)
    return boxes


def set_hp(context: Context, who: str, hp: int) -> None:
    """Set only a combatant's hit points, and write the maximum if the file has none (E0)."""
    combatant = context.fight.combatants[who]
    most = combatant.max_hp if combatant.archetype is not None else state.max_hp(combatant)
    context.update_combatant(who, hp=hp, max_hp=most)


def heal_hp(context: Context, who: str, points: int) -> dict[str, Any]:
    """Give hit points, up to the maximum, and return the keys of the event; consequences come after (E34)."""
    combatant = context.fight.combatants[who]
    if state.is_dead(context.fight, combatant):
        raise RefusedError(f"{context.fight.subject(who):is} dead (E34)")
    old_hp = state.hp_left(combatant)
    gained = max(0, min(points, state.max_hp(combatant) - old_hp))
    set_hp(context, who, old_hp + gained)
    do(context, (update_incapacity, who, old_hp))
    status = hp_status(context.fight, context.fight.combatants[who])
    return {"who": who, "gained": gained, "hp": old_hp + gained, "status": status}


def follow(context: Context, who: str, before: Combatant | None) -> None:
    """Begin or end incapacity by the hit points, whatever changed them (E34)."""
    combatant = context.fight.combatants[who]
    old_hp = state.hp_left(before) if before is not None else 1
    unsaid = combatant.max_hp is None and combatant.archetype is None
    if before is not None and unsaid and old_hp != state.hp_left(combatant):
        context.update_combatant(who, max_hp=max(state.max_hp(before), state.hp_left(combatant)))
    if (combatant.conditions or conditions.is_down(combatant)) and combatant != before:
        update_incapacity(context, who, old_hp)


def update_incapacity(context: Context, who: str, old_hp: int) -> None:
    """Begin or end incapacity after hit points changed from ``old_hp``; a group loses a member (E34)."""
    combatant = context.fight.combatants[who]
    down = state.hp_left(combatant) <= 0
    fallen = FELLED.name in [condition.name for condition in combatant.conditions]
    if down and not fallen:
        if not state.max_hp(combatant) or lose_member(context, who, hp=state.max_hp(combatant), conditions=[]):
            return
        context.update_combatant(who, conditions=[*combatant.conditions, FELLED])
        if not state.is_dead(context.fight, combatant):
            conditions.emit(context, who, FELLED)
    elif not down and fallen and old_hp <= 0:
        conditions.end(context, who, FELLED.name, "hit points above 0")


def hp_status(fight: Fight, combatant: Combatant) -> list[str]:
    """Return the status words that follow from the hit points (E34)."""
    down, dead = state.hp_left(combatant) <= 0, state.is_dead(fight, combatant)
    words = {"winded": state.is_winded(combatant), "dying": down and not dead, "dead": dead}
    return [word for word, holds in words.items() if holds]


class WoundRequest(pending.WoundRequest, frozen=True):
    """Damage of ``type``, several with commas; each ``soak`` box takes off 10, ``soak_wound`` stops a wound."""

    what: list[Annotated[str, reference_mark("combatant", words=WOUNDS, lasting=True)]] = []
    type: Annotated[
        str | None, text("TYPE,…", "the types of energy, separated by commas [default: kinetic]", offers=TYPES)
    ] = None
    soak: Annotated[Natural, number("use N boxes of soak, each against 10 points")] = 0
    soak_wound: Annotated[bool, flag("use a box of soak to stop one inflicted wound")] = False
    against: str = ""
    rounds: Annotated[Positive | None, number("end a condition after N of their turns")] = None
    item: Annotated[list[WeaponName], text("WHAT", "disarmed drops this [default: all that is held]", many=True)] = []


def wound(context: Context, request: WoundRequest) -> None:
    """Apply damage or conditions."""
    last = id_or_word(context.fight, request.what[-1]) if request.what else ""
    waits = not last or last in context.fight.combatants
    if not waits and not is_number(last.lstrip("+-")):
        inflict_conditions(context, request)
        return
    if request.rounds is not None or request.against or request.item:
        raise UsageError("--rounds, --against and --item need a condition", "As in wound WHO burning:2 --rounds 3")
    refuse_idle(waits and request.type, "--type needs an amount; a pending hit has its own types (E33)")
    refuse_idle(not waits and request.soak_wound, "--soak-wound stops a wound, and --soak N damage (E33)")

    def hit_of(amount: str) -> Hit:
        damage = pending.positive_amount(amount, "amount of damage", "combatcli wound TARGET… AMOUNT")
        return Hit(attacker="", target="", damage=damage, types=damage_types(request.type))

    apply = partial(apply_hits, soak=request.soak, soak_wound=request.soak_wound)
    pending.wound_command(context, request, state.ROSTER, hit_of, apply)


def _read_condition(fight: Fight, word: str, against: str) -> Condition:
    """Return the condition of a word and what it is about; for hidden and flanking, ids of combatants (E46)."""
    condition = conditions.read(word)
    effects = row(condition.name)
    if effects.get("whom"):
        people = [id_or_word(fight, name) for name in against.split(",") if name]
        for who in people:
            combatant_named(fight, who)
        return replace(condition, against=people if len(people) > 1 else "".join(people))
    about = str(condition.against) or against.casefold()
    rule = "E43" if effects["kind"] == "boon" else "E41"
    refuse_idle(about and "about" not in effects, f"--against: {condition.name} is about nothing ({rule})")
    conditions.check_subject(condition.name, about, "As in --against {}.")
    return replace(condition, against=about)


def inflict_conditions(context: Context, request: WoundRequest) -> None:
    """Give conditions by the GM's word (E45)."""
    *targets, word = request.what
    name = conditions.read(word).name
    if not targets:
        raise UsageError(f"wound {word}: no target given", f"Write: combatcli wound WHO {word}")
    if row(name)["kind"] == "boon":
        raise RefusedError(f"{name} is no wound (E41)", f"combatcli boon {' '.join(targets)} {word}")
    if request.soak:
        raise UsageError(f"--soak takes off damage, and {name} is none", "--soak-wound stops a wound for a box.")
    refuse_idle(request.type, f"--type is for damage, and {name} is none (E41)")
    new = replace(_read_condition(context.fight, word, request.against), source=request.by or "", rounds=request.rounds)
    if row(name).get("source") and not request.by:
        raise RefusedError(f"{name} needs a cause (E41)", f"Write: combatcli wound WHO {name} --by WHOM")
    for who in [id_or_word(context.fight, target) for target in targets]:
        combatant = combatant_named(context.fight, who)
        _refuse_about_oneself(who, new)
        if request.soak_wound:
            _soak_wound(context, who, name)
            continue
        if row(name).get("deed") in conditions.FORCED and conditions.has_effect(combatant, "rooted"):
            raise RefusedError(f"{context.fight.subject(who):is} rooted and can only be teleported (E22)")
        conditions.check_time_of_surprise(context, name)
        conditions.gain(context, who, new, request.item)


def _refuse_about_oneself(who: str, condition: Condition) -> None:
    """Refuse what only others cause or see, where it is about oneself (E41, E43, E46)."""
    about = conditions.subject_words(condition) if row(condition.name).get("whom") else [condition.source]
    if who in about:
        rule = "E41" if row(condition.name)["kind"] == "wound" else "E43"
        raise RefusedError(f"{condition.name} is about somebody else, never about {who} ({rule})")


def apply_hits(context: Context, hits: Sequence[Hit], soak: int = 0, *, soak_wound: bool = False) -> None:
    """Apply hits less ``soak``: the damage that is left, then the wounds (E32, E33)."""
    boxes = {hit.target: soak for hit in hits if hit.damage}
    for who in boxes if soak else ():
        check_soak(context.fight, who, soak)
    if soak and hits and not boxes:
        raise RefusedError("nothing that is pending does damage for a box of soak to take off (E33)")
    if soak_wound and not any(hit.inflicts for hit in hits):
        raise RefusedError("there is no inflicted wound for a box of soak to stop (E33)")
    for hit in hits:
        who = hit.target
        if state.is_dead(context.fight, combatant_named(context.fight, who)):
            context.warn(f"{context.fight.subject(who):is} already dead; a pending hit on them was discarded (E34)")
            continue
        members = context.fight.combatants[who].count
        if hit.damage:
            deal = partial(apply_damage, context, who, hit.damage, hit.types, soak=boxes[who], sheltered=hit.sheltered)
            boxes[who] -= context.ascribe_wounds(hit.attacker, deal)
        for inflicted in hit.inflicts if context.fight.combatants[who].count == members else ():
            if soak_wound:
                _soak_wound(context, who, inflicted.name)
                soak_wound = False
            else:
                conditions.gain(context, who, replace(inflicted, severity=degree_of(inflicted), source=hit.attacker))


def _soak_wound(context: Context, who: str, name: str) -> None:
    """Spend a box of soak to stop one inflicted wound (E33)."""
    check_soak(context.fight, who, 1)
    left = context.fight.combatants[who].soak - 1
    context.update_combatant(who, soak=left)
    context.emit(events.Soaked(who=who, name=name, soak=left))


class BoonRequest(Request, frozen=True):
    """A boon as NAME or NAME:N, with what it is against, and its rounds."""

    who: CombatantId
    boon: Annotated[str, reference_mark(words=names_of_kind("boon"))]
    against: Annotated[
        str, text("WHAT", "a type, a defense, or whom you hide from or flank", offers=[*conditions.DEFENSES, *TYPES])
    ] = ""
    rounds: Annotated[Positive | None, number("end it after N of their turns")] = None


def boon(context: Context, request: BoonRequest) -> None:
    """Give a boon; one that heals restores hit points at once (E43)."""
    combatant_named(context.fight, request.who)
    new = _read_condition(context.fight, request.boon, request.against)
    if row(new.name)["kind"] == "wound":
        raise RefusedError(f"{new.name} is not a boon (E43)", f"combatcli wound {request.who} {request.boon}")
    _refuse_about_oneself(request.who, new)
    conditions.gain(context, request.who, replace(new, rounds=request.rounds))
    if row(new.name).get("deed") == "heal":
        points = roll(context, f"{context.fight.subject(request.who):'s} healing", die, state.FACES[degree_of(new)])
        context.emit(events.Healed(quality=degree_of(new), faces=[points], **heal_hp(context, request.who, points)))


def boon_metrics(_: Fight, request: BoonRequest) -> list[Metric]:
    """Query the hit points after healing."""
    if row(conditions.read(request.boon).name).get("deed") != "heal":
        return []
    return [value_at_end("hp", {"who": request.who}, lambda after: state.hp_left(after.combatants[request.who]))]


ACTIONS: dict[str, AnyAction] = {
    "wound": action(WoundRequest, wound, words="AMOUNT is damage, or a condition such as burning:3"),
    "boon": action(BoonRequest, boon, boon_metrics, examples=("combatcli boon vela focused -f beacon.toml",)),
}
