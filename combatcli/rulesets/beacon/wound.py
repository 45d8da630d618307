"""`wound` (E33, E34, E45): applies what is pending, damage that it is told, or a condition."""

from __future__ import annotations

from typing import get_args

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.beacon import afflict, state
from combatcli.rulesets.beacon.damage import gain_hp, hurt
from combatcli.rulesets.beacon.schema import Energy, Hit
from combatcli.rulesets.play import Action, Step, finished, in_turn
from combatcli.rulesets.shared import pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.play import Play

TYPES: tuple[str, ...] = get_args(Energy)


class WoundRequest(pending.WoundRequest, frozen=True):
    """Damage of a ``type``, several with commas; ``soak`` boxes take 10 off each, ``soak_wound`` stops a wound."""

    type: str | None = None
    soak: int = 0
    soak_wound: bool = False
    against: str = ""
    rounds: int | None = None


def wound(play: Play[Fight], request: WoundRequest) -> Step[Fight] | None:
    """Apply damage or conditions."""
    last = request.what[-1] if request.what else ""
    if last and id_of(play.fight, last) not in play.fight.combatants and not last.lstrip("-").isdecimal():
        inflict(play, request)
        return None
    told = pending.read_wound(play, request)
    if request.discard is not None:
        pending.drop_pending(play, request.discard)
        return None
    if told.amount is None:
        return apply_hits(play, pending.take_wanted(play, request, told.targets), request)
    if int(told.amount) < 1:
        raise UsageError(f'"{told.amount}" is no amount of damage', "Give 1 or more: combatcli wound TARGET… AMOUNT")
    for who in told.targets:
        state.standing_target(play.fight, who)
    pending.warn_beside_pending(play, told.targets)
    for who in told.targets:
        hurt(play, who, int(told.amount), types_of(request.type), soak=request.soak)
    return None


def types_of(said: str | None) -> list[str]:
    """Return types of damage; UsageError names the nearest (E0, E33)."""
    from combatcli.errors import nearest

    types = (said or "kinetic").split(",")
    for word in types:
        if word not in TYPES:
            raise UsageError(f"--type {word}: there is no such energy", nearest(word, TYPES))
    return types


def inflict(play: Play[Fight], request: WoundRequest) -> None:
    """Give conditions by the table's word (E45)."""
    *targets, word = request.what
    name, degree = afflict.read(word)
    if not targets:
        raise UsageError(f"wound {word}: whom?", f"Write: combatcli wound WHO {word}")
    afflict.check_about(name, request.against)
    for target in targets:
        who = id_of(play.fight, target)
        combatant_named(play.fight, who)
        if request.soak_wound:
            _soak_wound(play, who)
            continue
        if name == "surprised" and play.fight.round > 1:
            play.irregular("only the first round knows surprise (E10)")
        afflict.gain(play, who, name, degree, source=request.by or "", against=request.against, rounds=request.rounds)


def apply_hits(
    play: Play[Fight],
    hits: Sequence[Hit],
    request: WoundRequest | None = None,
    then: Callable[[Play[Fight]], Step[Fight] | None] = finished,
) -> Step[Fight] | None:
    """Apply hits: damage with what reduces it, then the wounds that they bring (E32, E33)."""
    told = request or WoundRequest()

    def begin(play: Play[Fight], hit: Hit) -> Step[Fight] | None:
        combatant_named(play.fight, hit.target)
        if state.is_dead(play.fight, play.fight.combatants[hit.target]):
            play.warn(f"{hit.target} is dead already; a pending hit on them is dropped")
            return None
        damage = hit.damage // 2 if hit.resisted else hit.damage
        if damage:
            hurt(play, hit.target, damage, hit.types, sheltered=hit.sheltered, soak=told.soak)
        for each in hit.inflicts:
            if told.soak_wound:
                _soak_wound(play, hit.target)
                continue
            afflict.gain(play, hit.target, each.name, each.severity, source=hit.attacker)
        return None

    return in_turn(play, list(hits), begin, then)


def _soak_wound(play: Play[Fight], who: str) -> None:
    combatant = play.fight.combatants[who]
    if combatant.soak < 1:
        raise RefusedError(f"{who} has no box of soak left (E33)")
    play.change(who, soak=combatant.soak - 1)


def heal(who: str, die: str, degree: int) -> Step[Fight]:
    """Return the roll of healing, which gives hit points at once (E43)."""
    from combatcli.dice.notation import parse

    tree = parse(f"1{die}").tree

    def roll(source: Source) -> int:
        return source.total(tree).total

    def apply(play: Play[Fight], points: int) -> None:
        gained = gain_hp(play, who, points)
        play.tell(
            "healed", who=who, faces=[points], gained=gained, hp=state.hp(play.fight.combatants[who]), quality=degree
        )

    return Step(roll, apply, key=("healing", who, die), purpose=f"{who}'s healing")


ACTION = Action(WoundRequest, wound)
