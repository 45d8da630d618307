"""`wound` (E33, E34, E45): applies what is pending, damage that it is told, or a condition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import action
from combatcli.rulesets.beacon import afflict, events, state
from combatcli.rulesets.beacon.conditions import row
from combatcli.rulesets.beacon.damage import check_soak, hurt
from combatcli.rulesets.beacon.energies import types_of
from combatcli.rulesets.beacon.schema import Fight, Hit
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared import pending
from combatcli.text import is_number


class WoundRequest(pending.WoundRequest, frozen=True):
    """Damage of a ``type``, several with commas; ``soak`` boxes take 10 off each, ``soak_wound`` stops a wound."""

    type: str | None = None
    soak: Annotated[int, Meta(ge=0)] = 0
    soak_wound: bool = False
    against: str = ""
    rounds: int | None = None


def wound(context: CombatContext[Fight], request: WoundRequest) -> None:
    """Apply damage or conditions."""
    last = request.what[-1] if request.what else ""
    if last and id_of(context.fight, last) not in context.fight.combatants and not is_number(last.lstrip("-")):
        inflict(context, request)
        return
    told = pending.read_wound(context, request)
    if request.rounds is not None or request.against:
        raise UsageError("--rounds and --against need a condition", "As in wound WHO burning:2 --rounds 3")
    if request.discard is not None:
        pending.drop_pending(context, request.discard)
        return
    if told.amount is None:
        hits = pending.take_wanted(context, request, told.targets)
        apply_hits(context, hits, request.soak, soak_wound=request.soak_wound)
        return
    damage = pending.positive(told.amount, "amount of damage", "combatcli wound TARGET… AMOUNT")
    for who in told.targets:
        ROSTER.require_target(context.fight, who)
    if request.soak_wound:
        raise UsageError(
            "--soak-wound stops an inflicted wound, not damage", "For damage, use --soak N: each box takes off 10."
        )
    pending.warn_beside_pending(context, told.targets)
    boxes = _soak_of(context, told.targets, request.soak)
    for who in told.targets:
        boxes[who] = hurt(context, who, damage, types_of(request.type), soak=boxes[who])


def _soak_of(context: CombatContext[Fight], targets: Iterable[str], boxes: int) -> dict[str, int]:
    """Return the boxes that each target may spend in all; RefusedError where there are fewer (E33)."""
    for who in targets if boxes else ():
        check_soak(who, context.fight.combatants[who], boxes)
    return dict.fromkeys(targets, boxes)


def inflict(context: CombatContext[Fight], request: WoundRequest) -> None:
    """Give conditions by the table's word (E45)."""
    *targets, word = request.what
    name, degree, about = afflict.read(word)
    if not targets:
        raise UsageError(f"wound {word}: no target given", f"Write: combatcli wound WHO {word}")
    if request.soak:
        raise UsageError(f"--soak takes off damage, and {name} is none", "--soak-wound stops a wound for a box.")
    if row(name)["kind"] == "boon":
        raise RefusedError(f"{name} is no wound (E41)", f"combatcli boon {' '.join(targets)} {word}")
    against = about or request.against.casefold()
    afflict.check_about(name, against, "As in --against {}.")
    if row(name).get("source") and not request.by:
        raise UsageError(f"{name} needs a cause (E41)", f"Write: combatcli wound WHO {name} --by WHOM")
    for target in targets:
        who = id_of(context.fight, target)
        combatant_named(context.fight, who)
        if request.soak_wound:
            _soak_wound(context, who, name)
            continue
        if name == "surprised" and context.fight.round > 1:
            context.warn_or_refuse("surprise happens only in the first round (E10)")
        afflict.gain(context, who, name, degree, source=request.by or "", against=against, rounds=request.rounds)


def apply_from(context: CombatContext[Fight], first: int) -> None:
    """Apply the hits that are pending, from the one at a place on."""
    apply_hits(context, pending.take_pending(context, first))


def apply_hits(context: CombatContext[Fight], hits: Sequence[Hit], soak: int = 0, *, soak_wound: bool = False) -> None:
    """Apply hits: damage with what reduces it, then the wounds that they bring (E32, E33)."""
    boxes = _soak_of(context, [hit.target for hit in hits if hit.damage], soak)
    if soak_wound and not any(hit.inflicts for hit in hits):
        raise RefusedError("there is no inflicted wound for a box of soak to stop (E33)")
    for hit in hits:
        who = hit.target
        if state.is_dead(context.fight, combatant_named(context.fight, who)):
            context.warn(f"{who} is already dead; a pending hit on them was discarded (E34)")
            continue
        members = context.fight.combatants[who].count
        if hit.damage:
            deal = partial(hurt, context, who, hit.damage, hit.types, soak=boxes[who], sheltered=hit.sheltered)
            boxes[who] = context.dealt_by(hit.attacker, deal)
        for wound_ in hit.inflicts if context.fight.combatants[who].count == members else ():
            if soak_wound:
                _soak_wound(context, who, wound_.name)
                soak_wound = False
            else:
                by, about = hit.attacker, wound_.against
                afflict.gain(context, who, wound_.name, wound_.severity, source=by, against=about)


def _soak_wound(context: CombatContext[Fight], who: str, name: str) -> None:
    """Spend a box of soak, which stops one inflicted wound (E33)."""
    combatant = context.fight.combatants[who]
    if combatant.soak < 1:
        raise RefusedError(f"{who} has no box of soak left (E33)")
    context.update_combatant(who, soak=combatant.soak - 1)
    context.emit(events.Soaked(who=who, name=name, soak=combatant.soak - 1))


ACTION = action(WoundRequest, wound)
