"""`wound` (B42): applies what is pending, or what it is told; stamina first, then health, and at no health death."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.rulesets.base import Action, Order, drop_pending
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.schema import Hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.blade.schema import Combatant, Fight


class WoundOrder(Order, frozen=True):
    """Nothing: all that is pending; targets and an amount: so many points each."""

    targets: list[str] = []
    amount: str | None = None
    discard: str | None = None


def wound(play: Play[Fight], order: WoundOrder) -> None:
    """Take points off: all hits that wait, at once, or as many as are said."""
    if order.discard is not None:
        for hit in drop_pending(play, order.discard):
            play.tell("discard", attacker=hit.attacker, target=hit.target, damage=hit.damage)
    elif order.amount is not None:
        _told(play, order.targets, order.amount)
    elif play.fight.pending:
        apply_pending(play, range(len(play.fight.pending)))
    else:
        play.tell("unhurt")


def _told(play: Play[Fight], targets: Sequence[str], text: str) -> None:
    if not text.isdecimal() or int(text) < 1:
        raise UsageError(f'"{text}" is no amount of damage', "Give 1 or more: combatcli wound TARGET… AMOUNT")
    for who in targets:
        state.standing(play.fight, who)
    strike_all(play, [Hit(attacker="", target=who, damage=int(text)) for who in targets])


def apply_pending(play: Play[Fight], which: Iterable[int]) -> None:
    """Apply some of what is pending, all at once, and take it off the list."""
    chosen = set(which)
    hits = [hit for number, hit in enumerate(play.fight.pending) if number in chosen]
    play.alter(pending=[hit for number, hit in enumerate(play.fight.pending) if number not in chosen])
    strike_all(play, hits)


def strike_all(play: Play[Fight], hits: Sequence[Hit]) -> None:
    """Take off what several hits do at the same time (B30): their order changes nothing.

    Of a group's hits the heaviest comes first, so that the same hits always cost it the same members.
    """
    before = play.fight.combatants
    told: list[Event] = []
    targets = dict.fromkeys(hit.target for hit in hits)
    for target in targets:
        if state.dead(state.fighter(play.fight, target)):
            play.warn(f"{target} is dead already; a pending hit on them is dropped")
            continue
        own = [hit for hit in hits if hit.target == target]
        if before[target].count > 1:
            own.sort(key=lambda hit: -hit.damage)
        told += [hurt(play, target, hit.damage) for hit in own]
    for event in told:
        event["status"] = state.status(play.fight, play.fight.combatants[event["target"]])


def loss(combatant: Combatant, amount: int) -> tuple[int, int]:
    """Return what a hit takes off stamina and off health: stamina first, then the rest of the same hit (B42)."""
    off_stamina = min(amount, state.stamina(combatant))
    return off_stamina, min(amount - off_stamina, state.health(combatant))


def hurt(play: Play[Fight], who: str, amount: int) -> Event:
    """Take one hit off somebody, let them die at no health, or a group lose a member; return the event (B42)."""
    combatant = play.fight.combatants[who]
    marked = dict(zip(("stamina", "health"), loss(combatant, amount), strict=True))
    left = {"stamina": state.stamina(combatant), "health": state.health(combatant)}
    left = {points: left[points] - marked[points] for points in left}
    full = {"max_stamina": state.max_stamina(combatant)} if combatant.stamina and combatant.max_stamina is None else {}
    full |= {"max_health": state.max_health(combatant)} if combatant.health and combatant.max_health is None else {}
    play.change(who, **full, **{points: left[points] for points in left if marked[points]})
    event = play.tell("wound", target=who, amount=amount, marked=marked, left=left, status=[])
    if not left["health"] and not state.dead(combatant):
        _fall(play, who)
    event["status"] = state.status(play.fight, play.fight.combatants[who])
    return event


def _fall(play: Play[Fight], who: str) -> None:
    combatant = play.fight.combatants[who]
    if combatant.count > 1:
        full = {"stamina": state.max_stamina(combatant), "health": state.max_health(combatant)}
        play.change(who, count=combatant.count - 1, **full)
        play.tell("loss", who=who, left=combatant.count - 1)
        return
    play.tell("condition", who=who, name="dead", ended=False)


def takes_out(combatant: Combatant, damage: int) -> bool:
    """Tell whether so much damage at once is the end of somebody, or of one of a group (B42)."""
    return damage >= state.stamina(combatant) + state.health(combatant)


ACTIONS = {"wound": Action(WoundOrder, wound)}
