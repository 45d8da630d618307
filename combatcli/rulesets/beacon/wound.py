"""`wound` (E33, E34, E45): applies what is pending, damage that it is told, or a condition."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action
from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.damage import check_soak, heal_hp, hurt_with_soak
from combatcli.rulesets.beacon.energies import types_of
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.shared import pending
from combatcli.rulesets.steps import Step, chain, no_more_steps
from combatcli.text import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combatcli.rulesets.beacon.schema import Fight, Hit
    from combatcli.rulesets.context import CombatContext


class WoundRequest(pending.WoundRequest, frozen=True):
    """Damage of a ``type``, several with commas; ``soak`` boxes take 10 off each, ``soak_wound`` stops a wound."""

    type: str | None = None
    soak: Annotated[int, Meta(ge=0)] = 0
    soak_wound: bool = False
    against: str = ""
    rounds: int | None = None


def wound(context: CombatContext[Fight], request: WoundRequest) -> Step[Fight] | None:
    """Apply damage or conditions."""
    last = request.what[-1] if request.what else ""
    if last and id_of(context.fight, last) not in context.fight.combatants and not is_number(last.lstrip("-")):
        inflict(context, request)
        return None
    told = pending.read_wound(context, request)
    if request.rounds is not None or request.against:
        raise UsageError("--rounds and --against need a condition", "As in wound WHO burning:2 --rounds 3")
    if request.discard is not None:
        pending.drop_pending(context, request.discard, events.Discard)
        return None
    if told.amount is None:
        return apply_hits(context, pending.take_wanted(context, request, told.targets), request)
    damage = pending.positive(told.amount, "amount of damage", "combatcli wound TARGET… AMOUNT")
    for who in told.targets:
        ROSTER.require_target(context.fight, who)
    if request.soak_wound:
        raise UsageError(
            "--soak-wound stops an inflicted wound, not damage", "For damage, use --soak N: each box takes off 10."
        )
    pending.warn_beside_pending(context, told.targets)
    soak = _soak_of(context, told.targets, request)
    for who in told.targets:
        hurt_with_soak(context, who, damage, types_of(request.type), soak)
    return None


def _soak_of(context: CombatContext[Fight], targets: Iterable[str], request: WoundRequest) -> dict[str, int]:
    """Return the boxes that each target may spend in all; RefusedError where there are fewer (E33)."""
    for who in targets if request.soak else ():
        check_soak(who, context.fight.combatants[who], request.soak)
    return dict.fromkeys(targets, request.soak)


def inflict(context: CombatContext[Fight], request: WoundRequest) -> None:
    """Give conditions by the table's word (E45)."""
    from combatcli.rulesets.beacon import afflict
    from combatcli.rulesets.beacon.conditions import row

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
    afflict.check_source(name, request.by or "")
    for target in targets:
        who = id_of(context.fight, target)
        combatant_named(context.fight, who)
        if request.soak_wound:
            _soak_wound(context, who, name)
            continue
        if name == "surprised" and context.fight.round > 1:
            context.warn_or_refuse("surprise happens only in the first round (E10)")
        afflict.gain(context, who, name, degree, source=request.by or "", against=against, rounds=request.rounds)


def apply_hits(
    context: CombatContext[Fight],
    hits: Sequence[Hit],
    request: WoundRequest | None = None,
    then: Callable[[CombatContext[Fight]], Step[Fight] | None] = no_more_steps,
) -> Step[Fight] | None:
    """Apply hits: damage with what reduces it, then the wounds that they bring (E32, E33)."""
    told = request or WoundRequest()
    soak = _soak_of(context, dict.fromkeys(hit.target for hit in hits if hit.damage), told)
    stops = [told.soak_wound]
    if told.soak_wound and not any(hit.inflicts for hit in hits):
        raise RefusedError("there is no inflicted wound for a box of soak to stop (E33)")

    def begin(context: CombatContext[Fight], hit: Hit) -> Step[Fight] | None:
        combatant_named(context.fight, hit.target)
        if state.is_dead(context.fight, context.fight.combatants[hit.target]):
            context.warn(f"{hit.target} is already dead; a pending hit on them was discarded (E34)")
            return None
        members = context.fight.combatants[hit.target].count
        if hit.damage:
            hurt = partial(hurt_with_soak, sheltered=hit.sheltered)
            context.dealt_by(hit.attacker, partial(hurt, context, hit.target, hit.damage, hit.types, soak))
        for infliction in hit.inflicts if context.fight.combatants[hit.target].count == members else ():
            if stops[0]:
                _soak_wound(context, hit.target, infliction.name)
                stops[0] = False
                continue
            from combatcli.rulesets.beacon.afflict import gain

            gain(
                context,
                hit.target,
                infliction.name,
                infliction.severity,
                source=hit.attacker,
                against=infliction.against,
            )
        return None

    return chain(context, list(hits), begin, then)


def _soak_wound(context: CombatContext[Fight], who: str, name: str) -> None:
    """Spend a box of soak, which stops one inflicted wound (E33)."""
    combatant = context.fight.combatants[who]
    if combatant.soak < 1:
        raise RefusedError(f"{who} has no box of soak left (E33)")
    context.update_combatant(who, soak=combatant.soak - 1)
    context.emit(events.Soaked(who=who, name=name, soak=combatant.soak - 1))


def heal(who: str, die: str, degree: int) -> Step[Fight]:
    """Return the roll of healing, which gives hit points at once (E43)."""
    sides = int(die[1:])

    def apply(context: CombatContext[Fight], points: int) -> None:
        heal_hp(context, who, points, faces=[points], degree=degree)

    return Step(lambda source: source.die(sides), apply, key=("healing", who, die), purpose=f"{who}'s healing")


ACTION = Action(WoundRequest, wound)
